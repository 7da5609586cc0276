"""10.1-10.8  Supply in march and battle."""

import pytest

from common.engine import IllegalAction
from nmc.actions import Advance, Attack, CloseHex, Commit, EndPhase, Halt, Hold, Lose, Stay
from nmc.rules.combat import BattleSupply
from nmc.state import CONFEDERATE, UNION
from tests.asking import drm, refused, rolls, told
from tests.nmc.positions import FAR, arrange, attack, form, halt, march, pick, points_left, roll_march, stack, walk


@pytest.mark.rule("nmc", "10.2")
@pytest.mark.parametrize(("units", "added"), [("confederate 1 wagon", -1), ("confederate 1 exdepot", -1)])
def test_wagons_are_always_in_supply(units, added):
    """No leader (-1), but never unsupplied."""
    match = arrange(f"2205: {units}{FAR}")
    assert march(match, "2205", die=5) == 5 + added


@pytest.mark.rule("nmc", "10.2")
@pytest.mark.parametrize("units", ["Green", "confederate 1 gun Green"])
def test_other_units_need_supply_even_without_troops(units):
    match = arrange(f"2205: {units}{FAR}")
    assert march(match, "2205", die=5) == 4


@pytest.mark.rule("nmc", "10.3")
@pytest.mark.parametrize(("goal", "checks"), [("2611", 0), ("2612", 1)])
def test_supply_is_checked_again_in_the_supply_phase(goal, checks):
    match = arrange(f"2610: 8 cavalry Green; 2605: 1 cavalry depot{FAR}", dice=[9, 9])
    assert march(match, "2610", die=9) == 9
    walk(match, *("2611", "2612")[: 1 + checks])
    match.play(Halt())
    assert goal in match.state.stacks
    while match.state.phase < 6:
        match.play(EndPhase())
    assert len(told(match, "10.9a")) == checks


@pytest.mark.rule("nmc", "10.4a")
@pytest.mark.parametrize(("units", "points", "checks"), [("8 cavalry 1 wagon Green", 5, 0), ("8 cavalry Green", 4, 1)])
def test_a_wagon_supplies_its_hex(units, points, checks):
    match = arrange(f"2205: {units}{FAR}", dice=[5, 9])
    form(match, "2205")
    assert roll_march(match, die=5) == points
    match = arrange(f"2205: {units}{FAR}", "C_ATTRITION", dice=[9])
    assert len(told(match, "10.9a")) == checks


@pytest.mark.rule("nmc", "10.4b")
@pytest.mark.parametrize(
    ("here", "points"),
    [("2605", 5), ("2606", 5), ("2611", 5), ("2612", 4), ("3205", 5), ("3305", 4), ("2005", 5), ("1905", 4)],
)
def test_a_depot_reaches_six_hexes(here, points):
    depot = "" if here == "2605" else "; 2605: 1 regular depot"
    match = arrange(f"{here}: 3 regular {'' if depot else 'depot'} Paul{depot}{FAR}", "U_MARCH")
    assert march(match, here, die=5) == points


@pytest.mark.rule("nmc", "10.4b")
def test_an_enemy_depot_supplies_nobody():
    match = arrange(f"2606: 3 cavalry Green; 2605: 1 regular depot{FAR}")
    assert march(match, "2606", die=5) == 4


@pytest.mark.rule("nmc", "10.4c")
@pytest.mark.parametrize(
    ("blocker", "points"),
    [("Green", 4), ("confederate 1 gun", 4), ("confederate 1 wagon", 4), ("1 cavalry", 4), ("1 regular", 5)],
)
def test_any_enemy_unit_cuts_a_supply_line(blocker, points):
    """Six hexes along the row are the only way, and 2608 lies on it."""
    match = arrange(f"2611: 3 regular Paul; 2605: 1 regular depot; 2608: {blocker}{FAR}", "U_MARCH")
    assert march(match, "2611", die=5) == points


@pytest.mark.rule("nmc", "10.4c")
def test_a_line_goes_around_an_enemy_if_it_can():
    match = arrange(f"2610: 3 regular Paul; 2605: 1 regular depot; 2608: 9 cavalry{FAR}", "U_MARCH")
    assert march(match, "2610", die=5) == 5


@pytest.mark.rule("nmc", "10.4d")
@pytest.mark.parametrize(("depot", "here"), [("1700", "2300"), ("2605", "2611"), ("4312", "4318")])
def test_ground_and_rivers_do_not_matter_to_a_supply_line(depot, here):
    """1700 to 2300 are seven mountain hexes; the others cross the Rio Grande and the Pecos."""
    match = arrange(f"{here}: 3 regular Paul; {depot}: 1 regular depot; 1008: 1 cavalry depot", "U_MARCH")
    assert march(match, here, die=5) == 5


@pytest.mark.rule("nmc", "10.5a")
def test_a_march_begun_in_supply_stays_so():
    match = arrange(f"2609: 8 cavalry Green; 2605: 1 cavalry depot{FAR}")
    assert march(match, "2609", die=9) == 9
    walk(match, "2610", "2611", "2612")
    assert points_left(match) == 9 - 6
    assert len(rolls(match)) == 1


@pytest.mark.rule("nmc", "10.5b")
def test_the_wagon_need_not_go_along():
    match = arrange(f"2205: 8 cavalry 1 wagon Green{FAR}")
    assert march(match, "2205", "8 cavalry Green", die=5) == 5
    walk(match, "2206")
    assert match.state.stacks["2205"] == stack("confederate 1 wagon")


@pytest.mark.rule("nmc", "10.6a")
@pytest.mark.parametrize("attacker", ["9 cavalry 1 wagon", "9 cavalry depot"])
def test_supply_is_settled_before_any_roll(attacker):
    match = arrange(f"2205: {attacker}; 2206: 9 regular 1 wagon{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    assert isinstance(match.state.step, BattleSupply)
    assert match.state.rolls == 0
    assert refused(match, CloseHex()) == "5.1a"
    assert refused(match, Lose(1)) == "9.21a"


@pytest.mark.rule("nmc", "10.6b")
@pytest.mark.parametrize("wagons", ["", "1 wagon"])
def test_depot_supply_is_automatic_and_free(wagons):
    """Four hexes from the depot; a wagon that is there as well is not asked for (ruling 49)."""
    match = arrange(f"2205: 9 cavalry; 2206: 9 regular {wagons}; 2605: 1 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)[:2]] == [{"9.16b": -2}, {"9.16a": 2}]
    assert match.state.stacks["2605"].depot
    assert match.state.stacks["2206"].wagons == len(wagons.split()[:1])


@pytest.mark.rule("nmc", "10.6c")
@pytest.mark.parametrize(
    ("attacker", "defender", "decides"),
    [
        ("9 cavalry 1 wagon", "9 regular depot", CONFEDERATE),
        ("9 cavalry 1 wagon", "9 regular", CONFEDERATE),
        ("9 cavalry depot", "9 regular 1 wagon", UNION),
        ("9 cavalry", "9 regular 1 wagon", UNION),
    ],
)
@pytest.mark.parametrize("choice", [Commit("wagons"), Hold()])
def test_one_wagon_is_decided_openly(attacker, defender, decides, choice):
    match = arrange(f"2205: {attacker}; 2206: {defender}{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    assert match.to_act == decides
    assert "openly" in match.prompt
    assert set(match.legal()) == {Commit("wagons"), Hold()}
    assert refused(match, Commit("exdepots")) == "10.6c"
    match.play(choice, dice=[0, 0])
    supplied = {CONFEDERATE: "depot" in attacker, UNION: "depot" in defender}
    supplied[decides] = choice != Hold()
    for roll, (own, other) in zip(rolls(match), ((CONFEDERATE, UNION), (UNION, CONFEDERATE))):
        expected = {} if supplied[own] else {"9.16b": -2}
        assert drm(roll) == (expected if supplied[other] else expected | {"9.16a": 2})


@pytest.mark.rule("nmc", "10.6d")
@pytest.mark.parametrize("first", [Commit("wagons"), Hold()])
@pytest.mark.parametrize("second", [Commit("wagons"), Hold()])
def test_two_wagons_are_decided_in_secret(first, second):
    match = arrange(f"2205: 9 cavalry 1 wagon; 2206: 9 regular 1 wagon{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    assert match.to_act == CONFEDERATE and "secretly" in match.prompt
    match.play(first)
    assert match.to_act == UNION and match.state.rolls == 0
    assert match.state.stacks["2205"].wagons == 1
    match.play(second, dice=[0, 0])
    attacker, defender = first != Hold(), second != Hold()
    assert [match.state.stacks[hex_].wagons for hex_ in ("2205", "2206")] == [1 - attacker, 1 - defender]
    assert [roll.total for roll in rolls(match)[:2]] == [2 * (attacker - defender), 2 * (defender - attacker)]


@pytest.mark.rule("nmc", "10.6d")
def test_the_first_secret_decision_shows_nowhere():
    """Whatever the attacker chose, the defender, an onlooker and the journal know the same."""
    seen = []
    for choice in (Commit("wagons"), Commit("exdepots"), Hold()):
        match = arrange(f"2205: 9 cavalry 1 wagon 1 exdepot; 2206: 9 regular 1 wagon{FAR}", "C_COMBAT")
        attack(match, "2205", "2206")
        match.play(choice)
        views = [match.view(side) for side in (UNION, None)]
        told_to = [[str(entry) for entry in match.journal.view(side)] for side in (UNION, CONFEDERATE, None)]
        seen.append((views, told_to, match.prompt, match.legal(), [match.odds(action) for action in match.legal()]))
        own = match.view(CONFEDERATE).step.choices
        assert own == ((CONFEDERATE, "hold" if choice == Hold() else choice.wagon),)
        with pytest.raises(IllegalAction) as caught:
            match.undo(CONFEDERATE)
        assert caught.value.refusal.rule == "5.1b"
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("nmc", "10.6d")
def test_a_wagon_beyond_depot_range_meets_one_within():
    """The defender has a depot, so the attacker decides alone and openly."""
    match = arrange(f"2205: 9 cavalry 1 wagon; 2206: 9 regular 1 wagon; 2605: 1 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    assert not match.state.step.secret
    assert match.state.step.asked == (CONFEDERATE,)


@pytest.mark.rule("nmc", "10.6e")
def test_a_defenders_wagon_lasts_for_the_phase():
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular 2 wagons{FAR}", "C_COMBAT")
    form(match, "2205", "5 cavalry", "4 cavalry")
    match.play(Attack(0, "2206"))
    match.play(Commit("wagons"), dice=[0, 0])
    assert match.state.stacks["2206"].wagons == 1
    match.play(Attack(1, "2206"), dice=[0, 0])
    assert match.state.rolls == 4
    assert match.state.stacks["2206"].wagons == 1
    assert [drm(roll) for roll in rolls(match)] == [{}] * 4


@pytest.mark.rule("nmc", "10.6e")
def test_an_attackers_wagon_serves_one_attack():
    match = arrange(f"2205: 9 cavalry 2 wagons; 2206: 9 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", "5 cavalry 1 wagon", "4 cavalry")
    match.play(Attack(0, "2206"))
    match.play(Commit("wagons"), dice=[0, 0])
    match.play(Attack(1, "2206"), dice=[0, 0])  # a wagon that is not part of the force is not asked for (ruling 51)
    assert drm(rolls(match)[2]) == {"9.16b": -2}
    assert match.state.stacks["2205"].wagons == 1


@pytest.mark.rule("nmc", "10.6e")
def test_the_next_combat_phase_needs_another_wagon():
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular 1 wagon{FAR}", "C_COMBAT", dice=[9] * 20)
    attack(match, "2205", "2206")
    match.play(Commit("wagons"), dice=[0, 0])
    while (match.state.turn, match.state.phase) != (4, 2):
        match.play(EndPhase())
    attack(match, "2205", "2206", dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)[-2:]] == [{"9.16a": 2}, {"9.16b": -2}]


@pytest.mark.rule("nmc", "10.6f")
def test_a_defender_may_change_his_mind():
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular 1 wagon{FAR}", "C_COMBAT")
    form(match, "2205", "5 cavalry", "4 cavalry")
    match.play(Attack(0, "2206"))
    match.play(Hold(), dice=[0, 0])
    match.play(Attack(1, "2206"))
    assert match.to_act == UNION
    match.play(Commit("wagons"), dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)] == [{"9.16a": 2}, {"9.16b": -2}, {}, {}]


@pytest.mark.rule("nmc", "10.7a")
def test_marches_and_attrition_use_up_no_wagon():
    match = arrange(f"2205: 9 cavalry 1 wagon Green{FAR}")
    march(match, "2205", die=4)
    walk(match, "2206")
    halt(match)
    while match.view(None).phase != "Confederate forced march":
        match.play(EndPhase())
    march(match, "2206", die=4)
    walk(match, "2205")
    assert match.state.stacks["2205"] == stack("9 cavalry 1 wagon Green")
    assert told(match, "10.9a") == []


@pytest.mark.rule("nmc", "10.7b")
def test_a_used_wagon_is_gone_for_good():
    match = arrange(f"2205: 20 cavalry 1 wagon; 2206: 1 regular 1 wagon{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    match.play(Commit("wagons"))
    match.play(Commit("wagons"), dice=[9, 0])
    pick(match, "all")
    match.play(Advance())
    assert match.state.stacks["2206"].supplies == 0  # used up before it could be captured (ruling 52)
    assert "2205" not in match.state.stacks
    assert match.state.spare_wagons == {UNION: 2, CONFEDERATE: 3}


@pytest.mark.rule("nmc", "10.7c")
def test_nobody_has_to_use_a_wagon():
    match = arrange(f"2205: 9 cavalry 1 wagon; 2206: 9 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    match.play(Hold(), dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)[:2]] == [{"9.16b": -2}, {"9.16a": 2}]
    assert match.state.stacks["2205"].wagons == 1


@pytest.mark.rule("nmc", "10.7d")
@pytest.mark.parametrize(("wagon", "left"), [("wagons", (2, 1)), ("exdepots", (3, 0))])
def test_only_one_wagon_is_used(wagon, left):
    match = arrange(f"2205: 9 cavalry 3 wagons 1 exdepot; 2206: 9 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    match.play(Commit(wagon), dice=[0, 0])
    here = match.state.stacks["2205"]
    assert (here.wagons, here.exdepots) == left


@pytest.mark.rule("nmc", "10.8")
def test_depots_are_never_used_up():
    match = arrange(f"2205: 10 cavalry depot; 2206: 20 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", *["2 cavalry"] * 5)
    for number in range(5):
        match.play(Attack(number, "2206"), dice=[0, 0])
    assert all(drm(roll) == {} for roll in rolls(match)[:10])
    assert match.state.stacks["2205"].depot and match.state.stacks["2206"].depot


@pytest.mark.rule("nmc", "10.6a")
def test_the_odds_show_the_battle_before_it_is_fought():
    match = arrange(f"2205: 17 cavalry depot; 2206: 9 regular depot{FAR}", "C_COMBAT")
    form(match, "2205")
    odds = match.odds(Attack(0, "2206"))
    assert odds.column == "16-20" and odds.total == 100
    match.play(Attack(0, "2206"), dice=[9, 9])
    assert Stay() not in match.legal()
