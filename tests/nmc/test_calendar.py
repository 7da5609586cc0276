"""7  Reinforcements and withdrawals."""

import pytest

from nmc.actions import Activate, EndPhase, Withdraw
from nmc.state import CONFEDERATE, UNION
from tests.asking import drm, refused, rolls
from tests.nmc.positions import arrange, attack, game, halt, march, stack, walk

FORT = "4617: 8 regular 1 gun depot Paul; 1008: 1 cavalry depot"


@pytest.mark.rule("nmc", "7.1")
def test_the_confederates_get_nothing_and_lose_nothing_by_the_calendar():
    match = arrange("2605: 9 regular depot Canby; 1008: 9 cavalry 1 gun 1 wagon depot Green Sibley", turn=1)
    army = match.state.stacks["1008"]
    while match.result is None:
        assert match.state.hexes_of(CONFEDERATE) == ["1008"]
        assert match.state.stacks["1008"] == army
        match.play(EndPhase() if EndPhase() in match.legal() else match.legal()[0])
    assert match.state.turn == 10


@pytest.mark.rule("nmc", "7.2a")
@pytest.mark.parametrize("turn", [3, 4, 5])
def test_reinforcements_arrive_on_turn_four(turn):
    match = arrange(FORT, "U_MARCH", turn=turn)
    arrived = stack("18 regular 1 gun 1 wagon depot Chivington Paul Slough")
    assert match.state.stacks["4617"] == (arrived if turn == 4 else stack("8 regular 1 gun depot Paul"))
    match.check()


@pytest.mark.rule("nmc", "7.2b")
@pytest.mark.parametrize("phase", ["C_MARCH", "U_FORCED", "C_DESTROY"])
def test_they_are_not_there_before_the_union_march(phase):
    match = arrange(f"{FORT}; 1704: 5 cavalry 1 gun 1 wagon", phase, turn=4)
    assert match.state.stacks["4617"] == stack("8 regular 1 gun depot Paul")


@pytest.mark.rule("nmc", "7.2b")
def test_an_attack_in_the_confederate_combat_of_turn_four_meets_the_old_garrison():
    match = arrange("4517: 20 cavalry depot; 4617: 8 regular 1 gun depot Paul", "C_COMBAT", turn=4)
    attack(match, "4517", "4617", dice=[0, 0])
    assert "Union return fire: 8 SP" in match.journal.text()


@pytest.mark.rule("nmc", "7.2c")
def test_they_march_and_fight_in_the_same_player_turn():
    match = arrange(f"{FORT}; 4517: 1 cavalry", "U_MARCH", turn=4)
    assert march(match, "4617", "10 regular 1 wagon Slough", die=5) == 5
    walk(match, "4616")
    assert match.state.stacks["4616"] == stack("10 regular 1 wagon Slough")
    halt(match)
    while match.state.phase != 8:
        match.play(EndPhase())
    attack(match, "4616", "4517", dice=[9, 0])
    assert drm(rolls(match)[-2])["9.13a"] == 1


@pytest.mark.rule("nmc", "7.3a")
def test_all_militia_go_home_without_a_choice():
    places = "2605: 9 regular 4 militia depot; 3900: 3 militia 1 wagon; 3901: 1 militia; 1008: 1 cavalry depot"
    match = arrange(places, "U_COMBAT", turn=2)
    assert not any(here.militia for here in match.state.stacks.values())
    assert match.state.stacks["3900"] == stack("union 1 wagon")
    assert "3901" not in match.state.stacks
    assert match.state.left == {"militia": 8}
    match.check()


@pytest.mark.rule("nmc", "7.3b")
@pytest.mark.parametrize(("turn", "lost"), [(1, 2), (2, 0)])
def test_militia_leave_before_attrition(turn, lost):
    match = arrange("2206: 2 militia; 4617: 9 regular depot; 1008: 1 cavalry depot", "U_COMBAT", turn, dice=[0])
    assert match.state.lost["militia"] == 11 - 2 + lost
    assert match.state.rolls == (1 if turn == 1 else 0)


@pytest.mark.rule("nmc", "7.4a")
def test_slough_leaves_on_turn_five():
    match = arrange("2206: 2 regular 1 wagon Slough; 2605: Canby; 1008: 1 cavalry depot", "U_WITHDRAW", 5)
    assert match.state.fallen["Slough"] == "withdrawn"
    assert match.state.stacks["2206"] == stack("2 regular 1 wagon")
    assert match.state.stacks["2605"] == stack("Canby")
    assert match.state.vp == {UNION: 44, CONFEDERATE: 22}
    match.check()


@pytest.mark.rule("nmc", "7.4b")
def test_without_slough_another_leader_must_go():
    match = arrange("2206: 2 regular 1 wagon Paul; 2605: Canby; 1008: 1 cavalry depot Green", "U_WITHDRAW", 5)
    assert match.to_act == UNION
    assert set(match.legal()) == {Withdraw("Canby"), Withdraw("Paul")}
    for nobody in ("Slough", "Green", "Carson"):
        assert refused(match, Withdraw(nobody)) == "7.4b"
    assert refused(match, EndPhase()) == "5.1a"
    match.play(Withdraw("Canby"))
    assert match.state.fallen["Canby"] == "withdrawn"
    assert "2605" not in match.state.stacks
    match.check()


@pytest.mark.rule("nmc", "7.4b")
def test_without_any_leader_nothing_happens():
    match = arrange("2206: 2 regular 1 wagon; 1008: 1 cavalry depot", "U_WITHDRAW", 5)
    assert match.view(None).phase == "Union destruction"
    assert refused(match, Activate("2206")) == "6.5a"


def test_slough_comes_to_fort_union_only():
    assert game().data.setup.reinforcements.hex == "4617"
