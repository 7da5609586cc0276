"""4  Victory points, morale and the ways the game ends."""

import pytest

from common.engine import Concede
from nmc.actions import (
    Activate,
    Advance,
    Commit,
    CreateDepot,
    Destroy,
    EndPhase,
    Hold,
    Keep,
    Lose,
    Ready,
    StepTo,
    Withdraw,
)
from nmc.state import CONFEDERATE, UNION
from tests.asking import drm, refused, rolls
from tests.nmc.positions import arrange, attack, form, game, halt, march, pick, roll_march, stack, walk

START = {UNION: 44, CONFEDERATE: 22}


def points(union: int) -> dict[str, int]:
    return {UNION: union, CONFEDERATE: 66 - union}


@pytest.mark.rule("nmc", "4.1")
def test_fort_union_falls_in_the_middle_of_a_march():
    match = arrange("4517: 1 cavalry 1 wagon Sibley; 4617: union depot; 2605: 9 regular")
    assert march(match, "4517", die=9) == 10
    walk(match, "4617")
    assert (match.result.winner, match.result.rule) == (CONFEDERATE, "4.1")
    assert match.state.stacks["4617"] == stack("1 cavalry 1 wagon 1 exdepot Sibley")
    assert match.legal() == () and match.to_act is None
    assert refused(match, EndPhase()) == "4.1"


@pytest.mark.rule("nmc", "4.1")
def test_a_lone_leader_cannot_take_fort_union():
    match = arrange("4517: Sibley; 4617: union depot; 2605: 9 regular")
    march(match, "4517", die=9)
    assert refused(match, StepTo("4617")) == "8.6c"


@pytest.mark.rule("nmc", "4.1")
def test_fort_union_falls_by_advance():
    match = arrange("4517: 20 cavalry 1 gun depot; 4617: 1 regular depot Paul", "C_COMBAT")
    attack(match, "4517", "4617", dice=[9, 0])
    pick(match, "1 cavalry")
    assert match.result is None
    match.play(Advance())
    assert (match.result.winner, match.result.rule) == (CONFEDERATE, "4.1")


@pytest.mark.rule("nmc", "4.1")
def test_other_forts_do_not_end_the_game():
    match = arrange("2505: 1 cavalry 1 wagon; 2605: union depot; 4617: 9 regular")
    march(match, "2505", die=9)
    walk(match, "2605")
    assert match.state.control["2605"] == CONFEDERATE
    assert match.result is None


@pytest.mark.rule("nmc", "4.2")
@pytest.mark.parametrize(("union", "winner"), [(2, CONFEDERATE), (1, CONFEDERATE), (3, None)])
def test_a_side_without_points_has_lost(union, winner):
    """17 SP with high morale: die 4, final 5, two hits; two SP at -1: die 0, none."""
    match = arrange("2205: 17 cavalry depot; 2206: 2 regular depot; 4617: 1 regular", "C_COMBAT", vp=union)
    attack(match, "2205", "2206", dice=[4, 0])
    assert match.state.vp == points(union - 2)
    assert (match.result and match.result.winner) == winner
    assert match.result is None or match.result.rule == "4.2"


@pytest.mark.rule("nmc", "4.2")
def test_losses_of_one_battle_are_netted_before_the_check():
    """Ruling 10: the Union loses 2 and the Confederates 1, so 2 points become 1 and not 0."""
    match = arrange("2205: 17 cavalry depot; 2206: 2 regular depot; 4617: 1 regular", "C_COMBAT", vp=2)
    attack(match, "2205", "2206", dice=[4, 8])
    assert match.result is None
    assert match.state.vp == points(1)


@pytest.mark.rule("nmc", "4.2")
def test_attrition_and_lost_places_can_use_the_points_up():
    match = arrange("2205: 13 cavalry; 4617: 1 regular depot", "C_ATTRITION", vp=62, dice=[6])
    assert (match.result.winner, match.result.rule) == (UNION, "4.2")
    match = arrange("1009: 1 regular 1 wagon; 1704: 1 cavalry; 4617: 1 regular depot", "U_MARCH", vp=57)
    march(match, "1009", die=9)
    walk(match, "1008")
    assert (match.result.winner, match.result.rule) == (UNION, "4.2")


@pytest.mark.rule("nmc", "4.2")
@pytest.mark.parametrize(("confederate", "winner"), [(1, UNION), (2, None)])
def test_an_attack_can_cost_the_last_points(confederate, winner):
    """17 SP reply, die 4: two hits on one SP; only the one that is there is lost and counted."""
    text = "2205: 1 cavalry depot; 2206: 17 regular depot; 1008: 1 cavalry depot"
    match = arrange(text, "C_COMBAT", vp=66 - confederate)
    attack(match, "2205", "2206", dice=[0, 4])
    assert match.state.vp == points(67 - confederate)
    assert (match.result and match.result.winner) == winner


@pytest.mark.rule("nmc", "4.3")
def test_the_game_is_judged_when_turn_ten_is_over():
    text = "2605: 9 regular 2 wagons depot; 3005: 2 regular 2 wagons; 1008: 1 cavalry depot"
    match = arrange(text, "U_DEPOT", turn=10)
    assert match.result is None
    match.play(EndPhase())
    assert (match.result.winner, match.result.rule) == (UNION, "4.7")
    match = arrange(text, "U_DEPOT", turn=9)
    match.play(EndPhase())
    assert match.result is None and match.state.turn == 10


@pytest.mark.rule("nmc", "4.4a")
def test_locales_are_towns_and_forts():
    data = game().data
    assert set(data.locales) == data.towns | set(data.forts)
    assert not data.towns & set(data.forts)


@pytest.mark.rule("nmc", "4.4b")
def test_every_locale_but_fort_union_has_a_value():
    worth = dict(game().data.worth)
    assert worth.pop("4617") == 0
    assert all(1 <= value <= 10 for value in worth.values())


@pytest.mark.rule("nmc", "4.4c")
def test_the_starting_points_follow_from_control():
    match = game().new_match()
    worth = game().data.worth
    sums = {side: sum(worth[hex_] for hex_, owner in match.state.control.items() if owner == side) for side in START}
    assert sums == match.state.vp == START


@pytest.mark.rule("nmc", "4.4d")
@pytest.mark.parametrize(("here", "place", "value"), [("2905", "3005", 3), ("4412", "4411", 8), ("4118", "4117", 2)])
def test_a_place_carries_its_points_over(here, place, value):
    match = arrange(f"{here}: 5 cavalry 1 wagon; 4617: 1 regular depot")
    march(match, here, die=9)
    walk(match, place)
    assert match.state.vp == points(44 - value)


@pytest.mark.rule("nmc", "4.4e")
def test_both_totals_are_open():
    match = arrange("2205: 5 cavalry; 4617: 1 regular", vp=40)
    assert match.view(UNION).vp == match.view(CONFEDERATE).vp == match.view(None).vp == points(40)


@pytest.mark.rule("nmc", "4.5a")
@pytest.mark.rule("nmc", "4.5c")
def test_union_losses_in_battle():
    """17 SP, +1 for militia, die 5: three hits; ten SP at -1, die 2: none."""
    match = arrange("2205: 17 cavalry depot; 2206: 5 regular 5 militia depot", "C_COMBAT", turn=1)
    attack(match, "2205", "2206", dice=[5, 2])
    match.play(Lose(2))
    assert match.state.vp == points(41)
    assert match.state.stacks["2206"] == stack("3 regular 4 militia depot")


@pytest.mark.rule("nmc", "4.5a")
def test_union_losses_by_attrition():
    match = arrange("2206: 13 regular; 1008: 1 cavalry depot", "U_ATTRITION", dice=[6])
    assert match.state.vp == points(40)


@pytest.mark.rule("nmc", "4.5b")
def test_confederate_losses():
    match = arrange("2205: 13 cavalry; 4617: 1 regular depot", "C_ATTRITION", vp=41, dice=[6])
    assert match.state.vp == points(45)
    match = arrange("2205: 5 cavalry depot; 2206: 17 regular depot", "U_COMBAT", vp=41)
    attack(match, "2206", "2205", dice=[5, 0])
    assert match.state.vp == points(43)


@pytest.mark.rule("nmc", "4.5d")
def test_leaders_guns_wagons_and_depots_carry_no_points():
    match = arrange("2205: 5 cavalry 1 wagon; 2206: union 1 gun 1 wagon depot Canby; 4617: 1 regular")
    march(match, "2205", die=9)
    walk(match, "2206")
    for _ in range(3):
        match.play(Keep(True))
    assert match.state.stacks["2206"] == stack("5 cavalry 1 gun 2 wagons 1 exdepot")
    assert match.state.vp == START


@pytest.mark.rule("nmc", "4.5d")
def test_using_up_destroying_and_withdrawing_carry_no_points():
    match = arrange("2205: 5 cavalry 3 wagons 1 gun; 2206: 5 regular depot", "C_COMBAT")
    attack(match, "2205", "2206")
    match.play(Commit("wagons"), dice=[0, 0])
    match.play(Destroy("2205", "guns"))
    match.play(Destroy("2205", "wagons"))
    assert match.state.vp == START
    match = arrange("3005: 2 regular 2 wagons; 1008: 1 cavalry depot", "U_DEPOT")
    match.play(CreateDepot("3005"))
    assert match.state.vp == START
    match = arrange("2605: Canby Carson; 1008: 1 cavalry depot", "U_WITHDRAW", turn=5)
    match.play(Withdraw("Carson"))
    assert match.state.vp == START


@pytest.mark.rule("nmc", "4.5e")
def test_the_militia_go_home_without_points():
    match = arrange("2605: 5 regular depot 5 militia; 3900: 3 militia; 1008: 1 cavalry depot", "U_WITHDRAW", turn=2)
    assert match.state.left == {"militia": 8}
    assert match.state.vp == START


@pytest.mark.rule("nmc", "4.5f")
def test_militia_that_fall_before_do_count():
    match = arrange("2205: 17 cavalry depot; 2206: 2 militia depot", "C_COMBAT", turn=1)
    attack(match, "2205", "2206", dice=[4, 0])
    assert match.state.vp == points(42)
    match = arrange("2206: 2 militia; 1008: 1 cavalry depot", "U_ATTRITION", turn=1, dice=[0])
    assert match.state.vp == points(42)


@pytest.mark.parametrize(
    ("union", "bliss", "craig", "winner", "rule"),
    [
        pytest.param(*case, marks=[pytest.mark.rule("nmc", clause) for clause in (case[-1], *more)])
        for case, more in [
            ((32, CONFEDERATE, CONFEDERATE, CONFEDERATE, "4.6"), ()),
            ((32, CONFEDERATE, UNION, None, "4.9a"), ("4.6",)),
            ((32, UNION, CONFEDERATE, None, "4.9a"), ("4.6",)),
            ((26, CONFEDERATE, UNION, None, "4.9a"), ()),
            ((33, CONFEDERATE, CONFEDERATE, None, "4.9a"), ("4.6",)),
            ((33, UNION, UNION, None, "4.9a"), ("4.7",)),
            ((34, CONFEDERATE, UNION, UNION, "4.7"), ()),
            ((34, UNION, CONFEDERATE, UNION, "4.7"), ()),
            ((34, UNION, UNION, UNION, "4.7"), ()),
            ((34, CONFEDERATE, CONFEDERATE, None, "4.9a"), ("4.7",)),
            ((32, UNION, UNION, None, "4.9a"), ("4.7",)),
        ]
    ],
)
def test_the_final_judgement(union, bliss, craig, winner, rule):
    control = {"1008": bliss, "2605": craig}
    match = arrange("4617: 9 regular depot; 1704: 9 cavalry", "U_DEPOT", turn=10, vp=union, control=control)
    assert (match.result.winner, match.result.rule) == (winner, rule)
    assert match.result.points == points(union)
    assert match.view(UNION).result == match.result


@pytest.mark.rule("nmc", "4.8")
@pytest.mark.parametrize(("side", "winner"), [(UNION, CONFEDERATE), (CONFEDERATE, UNION)])
def test_either_player_may_concede(side, winner):
    match = arrange("2605: 9 regular; 1704: 9 cavalry", turn=6)
    match.play(Concede(side))
    assert (match.result.winner, match.result.rule) == (winner, "4.8")
    assert refused(match, Concede(winner)) == "4.8"


@pytest.mark.rule("nmc", "4.9b")
def test_the_union_has_no_sudden_death_of_its_own():
    match = arrange("1009: 5 regular 1 wagon; 1704: 9 cavalry; 4617: 1 regular depot", "U_MARCH", turn=6)
    march(match, "1009", die=9)
    walk(match, "1008")
    assert match.state.control["1008"] == UNION
    assert match.state.vp == points(53)
    assert match.result is None


@pytest.mark.rule("nmc", "4.10a")
@pytest.mark.parametrize(("union", "high"), [(44, False), (33, False), (32, True)])
def test_high_morale_needs_a_lead(union, high):
    match = arrange("2205: 5 cavalry 1 wagon Green; 4617: 1 regular", vp=union)
    assert match.view(UNION).high_morale is high
    assert march(match, "2205", die=5) == 5 + high


@pytest.mark.rule("nmc", "4.10a")
def test_no_high_morale_at_the_start():
    match = game().new_match()
    match.play(Ready())
    assert not match.view(CONFEDERATE).high_morale


@pytest.mark.rule("nmc", "4.10b")
def test_morale_may_change_within_a_phase():
    match = arrange("4118: 2 cavalry 1 wagon Green; 2205: 5 cavalry 1 wagon Steele; 4617: 1 regular", vp=34)
    form(match, "4118")
    assert roll_march(match, die=5) == 5
    walk(match, "4117")
    halt(match)
    assert match.state.vp == points(32)
    form(match, "2205")
    assert roll_march(match, die=5) == 6


@pytest.mark.rule("nmc", "4.10c")
def test_only_the_confederates_have_morale_and_only_high():
    match = arrange("2206: 9 regular depot Carson; 2205: 5 cavalry 1 wagon Green", "U_MARCH", vp=50)
    assert march(match, "2206", die=5) == 5
    halt(match)
    while refused(match, Activate("2206")) or match.state.phase != 8:
        match.play(EndPhase())
    attack(match, "2206", "2205")
    match.play(Hold(), dice=[5, 5])
    assert not {"9.14a", "9.14b"} & {rule for roll in rolls(match) for rule in drm(roll)}
