"""6  Stacks, forces and captures."""

import pytest

from nmc.actions import (
    Activate,
    Advance,
    Assign,
    AssignAll,
    Attack,
    CloseHex,
    CreateDepot,
    EndPhase,
    Halt,
    Keep,
    Lock,
    March,
    NextForce,
    Stay,
    StepTo,
    Substitute,
)
from nmc.rules.captures import Retaken
from nmc.state import CONFEDERATE, UNION
from tests.asking import refused
from tests.nmc.positions import arrange, attack, form, halt, march, pick, points_left, roll_march, stack, walk


@pytest.mark.rule("nmc", "6.1a")
def test_any_number_of_units_may_share_a_hex():
    fort = "2605: 28 regular 10 militia 1 gun depot Canby Carson Duncan Lewis Roberts Wingate Paul"
    friends = "2604: 12 regular 1 militia 1 gun 3 wagons Chivington Slough"
    match = arrange(f"{fort}; {friends}; 1008: 1 cavalry", "U_MARCH", turn=5)
    march(match, "2604", die=9)
    walk(match, "2605")
    here = match.state.stacks["2605"]
    assert (here.strength, here.guns, here.wagons, len(here.leaders)) == (51, 2, 3, 9)


@pytest.mark.rule("nmc", "6.1b")
def test_a_hex_holds_one_depot():
    match = arrange("4316: 1 regular 2 wagons depot; 3005: 1 regular 2 wagons; 1008: 1 cavalry depot", "U_DEPOT")
    assert refused(match, CreateDepot("4316")) == "6.1b"
    assert refused(match, CreateDepot("3005")) is None


@pytest.mark.rule("nmc", "6.3a")
@pytest.mark.parametrize("victim", ["1 regular", "1 militia", "9 regular 1 gun depot Canby"])
def test_nobody_enters_a_hex_with_enemy_troops(victim):
    match = arrange(f"2205: 20 cavalry 1 wagon Green; 2206: {victim}")
    march(match, "2205", die=9)
    assert refused(match, StepTo("2206")) == "8.6a"


@pytest.mark.rule("nmc", "6.3b")
def test_who_advances_captures_what_is_left():
    match = arrange("2205: 20 cavalry depot; 2206: 1 regular 1 gun depot; 4617: 1 regular depot", "C_COMBAT")
    attack(match, "2205", "2206", dice=[9, 0])
    pick(match, "1 cavalry")
    match.play(Advance())
    assert match.state.stacks["2206"] == stack("1 cavalry 1 gun 1 exdepot")


@pytest.mark.parametrize(
    ("victim", "spoils"),
    [
        pytest.param(victim, spoils, marks=pytest.mark.rule("nmc", clause))
        for clause, victim, spoils in [
            ("6.3c", "union 1 wagon", "1 cavalry 1 wagon"),
            ("6.3c", "union 2 guns 3 wagons depot Canby", "1 cavalry 2 guns 3 wagons 1 exdepot"),
            ("6.3e", "union 1 gun", "1 cavalry 1 gun"),
            ("6.3g", "union depot", "1 cavalry 1 exdepot"),
            ("6.3h", "Canby Paul", "1 cavalry"),
        ]
    ],
)
def test_a_moving_force_captures_what_stands_alone(victim, spoils):
    match = arrange(f"2205: 1 cavalry; 2206: {victim}; 4617: 1 regular")
    march(match, "2205", die=9)
    walk(match, "2206")
    while refused(match, Keep(True)) is None:
        match.play(Keep(True))
    assert match.state.stacks["2206"] == stack(spoils)
    assert {"Canby", "Paul"} <= set(match.state.fallen)
    assert match.state.vp == {UNION: 44, CONFEDERATE: 22}
    match.check()


@pytest.mark.rule("nmc", "6.3f")
@pytest.mark.rule("nmc", "6.3g")
@pytest.mark.parametrize(("victim", "lost"), [("union 1 wagon", 0), ("union depot", 0), ("union 1 gun", 1)])
def test_a_captured_wagon_supplies_the_captor(victim, lost):
    match = arrange(f"2205: 1 cavalry; 2206: {victim}; 4617: 1 regular depot", dice=[])
    march(match, "2205", die=9)
    walk(match, "2206")
    match.play(Keep(False))
    match.state.script = (0,)  # attrition, if there is any
    match.play(Halt())
    while match.state.phase < 5 and match.result is None:
        match.play(EndPhase())
    assert match.state.lost["cavalry"] == 27 + lost


@pytest.mark.rule("nmc", "6.3d")
@pytest.mark.rule("nmc", "6.3k")
@pytest.mark.parametrize("unit", ["1 wagon", "1 gun", "depot"])
@pytest.mark.parametrize("along", [True, False])
def test_spoils_go_along_or_stay(unit, along):
    match = arrange(f"2205: 1 cavalry 1 wagon; 2206: union {unit}; 4617: 1 regular")
    assert march(match, "2205", die=9) == 8
    walk(match, "2206")
    match.play(Keep(along))
    assert points_left(match) == 6
    walk(match, "2306")
    spoil = unit.replace("depot", "1 exdepot")
    assert match.state.stacks["2306"].has(stack(f"confederate {spoil}")) == (along or unit == "1 wagon")
    assert match.state.stacks.get("2206") == (None if along else stack(f"confederate {spoil}"))
    match.check()


@pytest.mark.rule("nmc", "6.3d")
def test_spoils_left_behind_have_marched():
    """Ruling 24: they go with the captor or stay; nobody else may send them on in that phase."""
    match = arrange("2205: 1 cavalry; 2206: union 1 wagon; 4617: 1 regular; 1008: 1 cavalry")
    march(match, "2205", die=9)
    walk(match, "2206")
    match.play(Keep(False))
    walk(match, "2207")
    halt(match)
    assert refused(match, Activate("2206")) == "8.26"


@pytest.mark.rule("nmc", "6.3i")
@pytest.mark.rule("nmc", "9.8b")
@pytest.mark.parametrize("victim", ["union 1 gun Canby", "union depot", "union 1 wagon", "Paul"])
def test_units_without_troops_are_taken_without_a_shot(victim):
    match = arrange(f"2205: 1 cavalry 1 wagon; 2206: {victim}; 4617: 1 regular", "C_COMBAT", dice=[9] * 9)
    form(match, "2205", "1 cavalry")
    match.play(Attack(0, "2206"))
    assert match.state.rolls == 0
    assert refused(match, Stay()) == "6.3i"
    assert refused(match, Advance()) == "9.23a"
    pick(match, "all")
    match.play(Advance())
    assert match.state.stacks["2206"].side == CONFEDERATE
    assert match.state.stacks["2206"].cavalry == 1
    assert match.state.stacks["2205"] == stack("confederate 1 wagon")


@pytest.mark.rule("nmc", "6.3j")
def test_taking_them_needs_a_strength_point():
    match = arrange("2205: 2 guns Sibley; 2206: union 1 wagon; 0800: 1 cavalry; 0801: 1 regular", "C_COMBAT")
    assert refused(match, Activate("2205")) == "9.8c"
    match = arrange("2205: 1 cavalry 2 guns Sibley; 2206: union 1 wagon; 4617: 1 regular", "C_COMBAT")
    form(match, "2205", "2 guns Sibley", "1 cavalry")
    assert refused(match, Attack(0, "2206")) == "9.8c"
    assert refused(match, Attack(1, "2206")) is None


@pytest.mark.rule("nmc", "6.4")
def test_every_stack_is_open_to_both():
    match = arrange("2205: 9 cavalry 1 gun 1 wagon Green; 2605: 9 regular 1 exdepot depot Canby")
    for side in (UNION, CONFEDERATE, None):
        assert match.view(side).stacks == match.state.stacks


@pytest.mark.rule("nmc", "6.5a")
def test_one_force_moves_at_a_time():
    match = arrange("2205: 9 cavalry Green; 1008: 1 cavalry; 2605: 9 regular")
    form(match, "2205", "5 cavalry", "all")
    roll_march(match, 0)
    assert refused(match, Activate("1008")) == "8.3e"
    assert refused(match, March(1)) == "8.3e"
    match.play(Halt())
    assert refused(match, March(1)) is None


@pytest.mark.rule("nmc", "6.5a")
def test_a_hex_is_finished_before_another_is_chosen():
    match = arrange("2205: 9 cavalry Green; 1008: 1 cavalry; 2605: 9 regular")
    match.play(Activate("2205"))
    assert refused(match, Activate("1008")) == "6.5a"
    assert refused(match, EndPhase()) == "5.1a"


@pytest.mark.rule("nmc", "6.5b")
@pytest.mark.parametrize("redo", [Assign("cavalry", 1), AssignAll(), NextForce(), Lock()])
def test_a_hex_is_divided_once_before_the_first_roll(redo):
    match = arrange("2205: 9 cavalry Green; 1008: 1 cavalry; 2605: 9 regular")
    form(match, "2205", "3 cavalry", "2 cavalry Green")
    assert refused(match, redo) == "6.5b"
    roll_march(match, 0, die=0)
    assert refused(match, redo) == "6.5b"
    assert refused(match, Activate("2205")) == "6.5c"
    assert refused(match, March(2)) == "6.5b"
    roll_march(match, 1, die=5)
    assert match.state.step.force == stack("2 cavalry Green")


@pytest.mark.rule("nmc", "6.5b")
def test_what_a_division_needs():
    match = arrange("2205: 9 cavalry Green; 1008: 1 cavalry; 2605: 9 regular")
    match.play(Activate("2205"))
    assert refused(match, Lock()) == "6.5b"
    assert refused(match, NextForce()) == "6.5b"
    for action in (Assign("cavalry", 10), Assign("cavalry", 0), Assign("guns", 1), Assign("Sibley", 1)):
        assert refused(match, action) == "6.5b"
    match.play(AssignAll())
    assert refused(match, AssignAll()) == "6.5b"
    assert refused(match, NextForce()) == "6.5b"
    assert refused(match, Lock()) is None


@pytest.mark.rule("nmc", "6.5c")
def test_a_hex_is_not_taken_up_again():
    match = arrange("2605: 9 regular Canby; 4617: 8 regular Paul; 3005: 1 regular; 1008: 1 cavalry", "U_MARCH")
    form(match, "2605", "3 regular")
    roll_march(match, 0)
    halt(match)
    assert refused(match, Activate("2605")) == "6.5c"
    form(match, "4617", "3 regular", "2 regular")
    match.play(CloseHex())
    assert refused(match, Activate("4617")) == "6.5c"


@pytest.mark.rule("nmc", "9.22e")
@pytest.mark.parametrize("along", [True, False])
def test_every_wagon_that_replaces_a_retaken_depot_may_go_along(along):
    match = arrange("2205: 5 regular 1 wagon; 2206: confederate 2 exdepots; 1008: 1 cavalry depot", "U_MARCH")
    march(match, "2205", die=9)
    walk(match, "2206")
    assert isinstance(match.state.step, Retaken)
    match.play(Substitute(True))
    match.play(Substitute(True))
    for _ in range(2):
        match.play(Keep(along))
    walk(match, "2306")
    assert match.state.stacks["2306"].wagons == (3 if along else 1)
    assert match.state.spare_wagons[UNION] == 0
    match.check()
