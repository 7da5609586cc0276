"""8  March and forced march."""

import pytest

from nmc.actions import Activate, Assign, AssignAll, Attack, EndPhase, Halt, Hold, Lock, March, StepTo
from nmc.rules.march import Move
from nmc.state import CONFEDERATE, UNION
from tests.asking import drm, refused, rolls, told
from tests.nmc.positions import arrange, attack, form, game, halt, march, pick, points_left, roll_march, stack, walk


@pytest.mark.rule("nmc", "8.1")
@pytest.mark.rule("nmc", "8.3a")
def test_every_move_is_rolled_anew_and_nothing_is_saved():
    match = arrange("2205: 5 cavalry 1 wagon Green; 2605: 9 regular")
    assert march(match, "2205", die=7) == 7
    walk(match, "2206")
    match.play(Halt())
    while match.view(None).phase != "Confederate forced march":
        match.play(EndPhase())
    assert march(match, "2206", die=2) == 2
    assert points_left(match) == 2


@pytest.mark.rule("nmc", "8.2a")
@pytest.mark.parametrize(("goal", "rule"), [("1903", "8.2a"), ("1704", "8.2a"), ("1803", None), ("2605", "8.2a")])
def test_no_hex_is_skipped(goal, rule):
    match = arrange("1704: 5 cavalry 1 wagon Sibley; 4617: 9 regular")
    march(match, "1704", die=9)
    assert refused(match, StepTo(goal)) == rule


# From, to, cost. Terrain of the brief's map; the clause says which rule sets the price.
COSTS = [
    ("8.11", "2205", "2206", 2),
    ("8.12", "1903", "2003", 1),
    ("8.13", "2206", "2207", 3),
    ("8.14a", "1806", "1907", 3),
    ("8.14a", "2006", "1907", 3),
    ("8.14a", "4311", "4312", 3),
    ("8.14a", "4412", "4312", 3),
    ("8.14a", "2011", "2112", 3),
    ("8.14a", "2310", "2409", 3),
    ("8.14a", "2513", "2413", 3),
    ("8.14b", "1906", "1907", 2),
    ("8.14b", "1908", "1907", 2),
    ("8.14b", "2111", "2112", 2),
    ("8.14b", "2113", "2112", 2),
    ("8.14b", "2408", "2409", 2),
    ("8.14b", "2410", "2409", 2),
    ("8.14b", "2412", "2413", 2),
    ("8.14b", "2414", "2413", 2),
    ("8.14b", "1907", "1908", 2),  # leaving a pass costs what the next hex costs
    ("8.14c", "4411", "4312", 1),
    ("8.14c", "4313", "4312", 1),
    ("8.16", "3306", "3307", 3),
    ("8.16", "2103", "2104", 3),
    ("8.16", "2705", "2706", 2),
    ("8.17a", "4511", "4411", 1),
    ("8.17a", "2604", "2605", 1),
    ("8.17a", "3906", "3907", 1),
    ("8.17b", "2605", "2606", 2),
    ("8.17b", "2606", "2605", 1),
    ("8.17b", "2605", "2706", 1),
    ("8.17b", "3005", "3006", 2),
    ("8.18a", "4312", "4313", 1),
    ("8.18a", "4213", "4313", 1),
    ("8.18a", "4410", "4310", 1),
    ("8.18a", "4114", "4115", 2),  # the trail does not bridge the Pecos: ruling 26
    ("8.18a", "3406", "3306", 2),
    ("8.18b", "4311", "4310", 2),
    ("8.18b", "4412", "4313", 3),
    ("8.2b", "1903", "1904", 4),
    ("8.19", "1803", "1904", 4),
    ("8.21", "0908", "1007", 2),
    ("8.21", "0904", "1003", 2),
]


@pytest.mark.parametrize(
    ("here", "there", "cost"), [pytest.param(*case[1:], marks=pytest.mark.rule("nmc", case[0])) for case in COSTS]
)
def test_the_cost_of_a_step(here, there, cost):
    """Green with exactly the points needed gets there with none left; with one point less he may not go (8.4)."""
    match = arrange(f"{here}: 3 cavalry 1 wagon Green; 0800: 1 cavalry")
    assert march(match, here, die=cost) == cost
    walk(match, there)
    assert there in match.state.stacks
    assert not isinstance(match.state.step, Move)
    match = arrange(f"{here}: 3 cavalry 1 wagon Green; 0800: 1 cavalry")
    march(match, here, die=9)
    walk(match, there)
    assert points_left(match) == 9 - cost


@pytest.mark.rule("nmc", "8.4")
@pytest.mark.parametrize(("die", "rule"), [(1, "8.4"), (2, None)])
def test_no_minimum_move(die, rule):
    """One point pays a valley hex but not a clear one; 2003 is next to both."""
    match = arrange("2003: 3 cavalry 1 wagon Green; 0800: 1 cavalry")
    march(match, "2003", die=die)
    assert refused(match, StepTo("2002")) == rule
    assert refused(match, StepTo("2103")) is None


@pytest.mark.rule("nmc", "8.2c")
@pytest.mark.parametrize(
    ("phase", "hex_", "rule"),
    [
        ("C_MARCH", "2605", "8.2c"),
        ("U_FORCED", "2205", "8.2c"),
        ("U_MARCH", "2205", "8.2c"),
        ("C_FORCED", "2605", "8.2c"),
        ("C_FORCED", "2205", None),
        ("U_MARCH", "2605", None),
        ("C_MARCH", "2204", "8.2c"),
    ],
)
def test_a_side_moves_in_its_own_phases(phase, hex_, rule):
    assert refused(arrange("2205: 5 cavalry Green; 2605: 9 regular Canby", phase), Activate(hex_)) == rule


@pytest.mark.rule("nmc", "8.3b")
def test_points_are_not_lent():
    match = arrange("2003: 5 cavalry 1 wagon Green Steele; 0800: 1 cavalry")
    form(match, "2003", "2 cavalry Green", "all")
    assert roll_march(match, 0, die=9) == 9
    match.play(Halt())
    assert roll_march(match, 1, die=1) == 1
    assert refused(match, StepTo("2002")) == "8.4"


@pytest.mark.rule("nmc", "8.3c")
@pytest.mark.parametrize("phase", ["C_MARCH", "U_FORCED", "U_MARCH", "C_FORCED"])
def test_moving_is_optional(phase):
    match = arrange("2205: 5 cavalry 1 wagon Green; 2605: 9 regular 1 wagon Canby", phase)
    before = dict(match.state.stacks)
    match.play(EndPhase())
    assert match.state.stacks == before


@pytest.mark.rule("nmc", "8.3d")
def test_points_need_not_be_spent():
    match = arrange("2205: 5 cavalry 1 wagon Green; 0800: 1 cavalry")
    march(match, "2205", die=7)
    walk(match, "2206")
    assert refused(match, Halt()) is None


@pytest.mark.rule("nmc", "8.3e")
def test_a_move_is_finished_before_the_next():
    match = arrange("2205: 5 cavalry 1 wagon Green; 1008: 1 cavalry; 0800: 1 cavalry")
    march(match, "2205", die=7)
    walk(match, "2206")
    assert refused(match, Activate("1008")) == "8.3e"
    match.play(Halt())
    march(match, "1008", die=9)
    halt(match)
    assert refused(match, Activate("2206")) == "8.26"
    assert refused(match, StepTo("2306")) == "5.1a"


@pytest.mark.rule("nmc", "8.5")
def test_depots_never_move():
    match = arrange("2605: 5 regular depot Canby; 1008: 1 cavalry depot; 3005: union depot", "U_MARCH")
    assert refused(match, Activate("3005")) == "8.5"
    match.play(Activate("2605"))
    assert refused(match, Assign("depot", 1)) == "8.5"
    pick(match, "all")
    match.play(Lock())
    roll_march(match)
    walk(match, "2604")
    assert match.state.stacks["2605"] == stack("union depot")
    assert match.state.stacks["2604"] == stack("5 regular Canby")


@pytest.mark.rule("nmc", "8.6a")
@pytest.mark.parametrize(
    ("victim", "rule"), [("1 regular 2 wagons", "8.6a"), ("1 militia", "8.6a"), ("union 2 wagons depot Canby", None)]
)
def test_only_what_can_be_captured_may_be_entered(victim, rule):
    match = arrange(f"2205: 1 cavalry 1 wagon; 2206: {victim}", turn=1)
    march(match, "2205", die=9)
    assert refused(match, StepTo("2206")) == rule


@pytest.mark.rule("nmc", "8.6b")
def test_capturing_costs_nothing_extra():
    match = arrange("1903: 1 cavalry 1 wagon; 2003: union 1 wagon Canby; 4617: 1 regular")
    assert march(match, "1903", die=9) == 8
    walk(match, "2003")
    assert match.state.flow[-2].points == 7


@pytest.mark.rule("nmc", "8.6c")
@pytest.mark.parametrize("units", ["Green", "confederate 2 guns 1 wagon", "confederate 1 wagon Sibley"])
@pytest.mark.parametrize("victim", ["union 1 wagon", "Canby", "union depot", "union 1 gun"])
def test_units_without_troops_capture_nothing(units, victim):
    match = arrange(f"2205: {units}; 2206: {victim}; 4617: 1 regular")
    march(match, "2205", die=9)
    assert refused(match, StepTo("2206")) == "8.6c"


@pytest.mark.rule("nmc", "8.7a")
@pytest.mark.rule("nmc", "8.22a")
def test_sub_forces_roll_separately():
    match = arrange("1803: 26 cavalry 2 guns 2 wagons Green Sibley; 0800: 1 cavalry")
    form(match, "1803", "5 cavalry Green", "1 wagon", "10 cavalry 1 gun Sibley")
    rolled = [roll_march(match, number, die) for number, die in ((1, 6), (0, 4), (2, 7)) if not halt(match)]
    assert rolled == [5, 4, 8]
    assert match.state.rolls == 3
    walk(match, "1903")
    assert match.state.stacks["1903"] == stack("10 cavalry 1 gun Sibley")
    assert match.state.stacks["1803"] == stack("16 cavalry 1 gun 2 wagons Green")


@pytest.mark.rule("nmc", "8.7b")
@pytest.mark.rule("nmc", "8.8a")
def test_nothing_is_dropped_and_nothing_picked_up_on_the_way():
    match = arrange("1803: 10 cavalry 1 gun Green; 1903: confederate 1 wagon; 0800: 1 cavalry")
    march(match, "1803", die=9)
    walk(match, "1903")
    for action in (Assign("cavalry", 1), Assign("wagons", 1), Lock(), Activate("1903")):
        assert refused(match, action) in ("5.1a", "8.3e")
    walk(match, "2003")
    assert match.state.stacks["1903"] == stack("confederate 1 wagon")
    assert match.state.stacks["2003"] == stack("10 cavalry 1 gun Green")


@pytest.mark.rule("nmc", "8.8b")
def test_others_may_join_where_a_force_has_halted():
    match = arrange("1803: 10 cavalry Green; 1804: 3 cavalry Steele; 0800: 1 cavalry")
    march(match, "1803", die=9)
    walk(match, "1903")
    halt(match)
    march(match, "1804", die=9)
    walk(match, "1803", "1903")
    assert match.state.stacks["1903"] == stack("13 cavalry Green Steele")


@pytest.mark.rule("nmc", "8.8b")
def test_who_waits_in_a_hex_marches_without_those_that_have_arrived():
    """Ruling 18: units that have rolled are no part of a later division."""
    match = arrange("1803: 10 cavalry Green; 1903: 3 cavalry 1 wagon Steele; 0800: 1 cavalry")
    march(match, "1803", die=9)
    walk(match, "1903")
    halt(match)
    match.play(Activate("1903"))
    assert refused(match, Assign("Green", 1)) == "6.5b"
    assert refused(match, Assign("cavalry", 4)) == "6.5b"
    pick(match, "all")
    match.play(Lock())
    roll_march(match, die=5)
    assert match.state.step.force == stack("3 cavalry 1 wagon Steele")


@pytest.mark.rule("nmc", "8.9")
def test_all_units_of_a_force_move_alike():
    match = arrange("1803: 10 cavalry 2 guns 2 wagons Green; 0800: 1 cavalry")
    assert march(match, "1803", die=6) == 6
    walk(match, "1903", "2003")
    assert match.state.stacks["2003"] == stack("10 cavalry 2 guns 2 wagons Green")
    assert points_left(match) == 4


@pytest.mark.rule("nmc", "8.15a")
@pytest.mark.parametrize(("here", "there"), [("4412", "4413"), ("4413", "4412"), ("1607", "1608"), ("2107", "2108")])
def test_crests_cannot_be_crossed(here, there):
    match = arrange(f"{here}: 3 cavalry 1 wagon Green; 0800: 1 cavalry")
    march(match, here, die=9)
    assert refused(match, StepTo(there)) == "8.15a"


@pytest.mark.rule("nmc", "8.15a")
def test_impassable_sides_lie_between_mountains():
    data = game().data
    for link in data.map.links_of("impassable"):
        assert {data.map.spaces[end].kind for end in (link.a, link.b)} <= {"mountain", "pass"}


@pytest.mark.rule("nmc", "8.15b")
def test_no_fire_crosses_a_crest():
    match = arrange("4412: 9 cavalry depot; 4413: 9 regular depot; 4411: 1 regular", "C_COMBAT")
    form(match, "4412")
    assert refused(match, Attack(0, "4413")) == "8.15b"
    assert refused(match, Attack(0, "4411")) is None
    match = arrange("4412: 9 cavalry depot; 4413: 9 regular depot; 0800: 1 cavalry; 0801: 1 regular", "C_COMBAT")
    assert refused(match, Activate("4412")) == "8.15b"


@pytest.mark.rule("nmc", "8.15c")
@pytest.mark.parametrize(("depot", "here", "points"), [("1604", "1610", 4), ("2205", "2211", 4), ("2604", "2610", 5)])
def test_no_supply_line_crosses_a_crest(depot, here, points):
    """Six hexes along one row: the only way. Rows 16 and 22 have a crest across it, row 26 has none."""
    match = arrange(f"{here}: 3 cavalry Green; {depot}: 1 cavalry depot; 0800: 1 cavalry")
    assert march(match, here, die=5) == points


@pytest.mark.rule("nmc", "8.17c")
@pytest.mark.parametrize(("source", "river"), [("2706", {"9.17a": -1}), ("2604", {})])
def test_a_fort_does_not_dry_the_river_in_combat(source, river):
    match = arrange(f"{source}: 9 cavalry depot; 2605: 9 regular depot", "C_COMBAT")
    attack(match, source, "2605", dice=[0, 0])
    assert drm(rolls(match)[0]) == {"9.19a": -2} | river


@pytest.mark.rule("nmc", "8.20")
@pytest.mark.parametrize("beyond", ["0700", "0799", "08-1", "", "nowhere"])
def test_the_map_has_no_exit(beyond):
    match = arrange("0800: 3 cavalry 1 wagon Green; 1008: 1 cavalry")
    march(match, "0800", die=9)
    assert refused(match, StepTo(beyond)) == "8.20"


@pytest.mark.rule("nmc", "8.21")
def test_borders_do_not_matter_in_combat():
    assert game().data.map.link("1001", "1101").kinds == {"border"}
    match = arrange("1001: 9 cavalry depot; 1101: 9 regular depot", "C_COMBAT")
    attack(match, "1001", "1101", dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)] == [{}, {}]


@pytest.mark.rule("nmc", "8.22b")
def test_march_modifiers_add_up():
    match = arrange("2605: 5 militia Canby; 1008: 1 cavalry", "U_MARCH", turn=1)
    assert march(match, "2605", die=4) == 4 - 1 - 1 + 1
    assert drm(rolls(match)[-1]) == {"8.25b": -1, "8.25c": -1, "8.25e": 1}
    match = arrange("2605: 5 militia depot Canby; 1008: 1 cavalry", "U_MARCH", turn=1)
    assert march(match, "2605", die=4) == 4


@pytest.mark.rule("nmc", "8.23a")
@pytest.mark.parametrize("phase", ["C_FORCED", "U_FORCED"])
def test_a_forced_march_needs_a_leader(phase):
    units, lead, other = ("cavalry", "Green", "Steele") if phase == "C_FORCED" else ("regular", "Paul", "Lewis")
    enemy = "4617: 1 regular" if phase == "C_FORCED" else "4617: 1 cavalry"
    match = arrange(f"2205: 9 {units} 1 wagon {lead}; 2305: 9 {units} 1 wagon; 0800: {other}; {enemy}", phase)
    assert refused(match, Activate("2305")) == "8.23a"
    assert refused(match, Activate("0800")) is None
    form(match, "2205", f"5 {units}", f"1 {units} {lead}")
    assert refused(match, March(0)) == "8.23a"
    assert refused(match, March(1)) is None
    assert roll_march(match, 1, die=5) == 5


@pytest.mark.rule("nmc", "8.23b")
def test_a_force_may_march_and_force_march_in_one_turn():
    match = arrange("2205: 5 cavalry 1 wagon Green; 4617: 9 regular depot")
    march(match, "2205", die=2)
    walk(match, "2206")
    while match.view(None).phase != "Confederate forced march":
        match.play(EndPhase())
    assert match.state.turn == 3
    assert march(match, "2206", die=2) == 2


@pytest.mark.rule("nmc", "8.24a")
@pytest.mark.parametrize(
    ("units", "die", "points"),
    [("3 cavalry", 0, 0), ("3 cavalry", 1, 0), ("3 cavalry", 2, 0), ("3 cavalry", 3, 1), ("3 cavalry 1 wagon", 1, 0)],
)
def test_zero_or_less_is_stuck(units, die, points):
    match = arrange(f"2003: {units}; 0800: 1 cavalry")
    assert march(match, "2003", die=die) == points
    assert isinstance(match.state.step, Move) == bool(points)
    assert bool(told(match, "8.24a")) == (not points)


@pytest.mark.rule("nmc", "8.24b")
def test_a_stuck_force_does_not_hold_the_others():
    match = arrange("2205: 9 cavalry 1 wagon Green; 0800: 1 cavalry")
    form(match, "2205", "3 cavalry", "2 cavalry Green")
    assert roll_march(match, 0, die=0) == 0
    assert roll_march(match, 1, die=5) == 5


@pytest.mark.rule("nmc", "8.24c")
def test_a_stuck_force_may_attack_and_advance():
    match = arrange("2205: 20 cavalry depot; 2206: 1 regular depot", dice=[0, 9, 0])
    march(match, "2205", die=0)
    attack(match, "2205", "2206", dice=[9, 0])
    assert match.prompt == "2206 is cleared of troops: choose who advances, or stay (9.23a)."


@pytest.mark.rule("nmc", "8.24d")
def test_a_stuck_force_defends_itself():
    match = arrange("2205: 1 cavalry depot; 2206: 17 regular depot Paul", "U_FORCED")
    march(match, "2206", die=0)
    attack(match, "2205", "2206", dice=[0, 8])
    assert "Union return fire: 17 SP (column 16-20)" in match.journal.text()
    assert match.state.lost["cavalry"] == 28


MODIFIERS = [
    ("8.25a", "U_MARCH", "5 regular 1 wagon", 44, -1),
    ("8.25a", "U_MARCH", "5 regular 1 wagon Carson", 44, 0),
    ("8.25a", "U_MARCH", "union 1 wagon", 44, -1),  # ruling 21
    ("8.25a", "U_MARCH", "Canby", 44, -1 + 1),
    ("8.25b", "U_MARCH", "5 regular 1 militia 1 wagon Carson", 44, -1),
    ("8.25b", "U_FORCED", "5 regular 1 militia 1 wagon Carson", 44, -1),
    ("8.25b", "U_MARCH", "3 militia", 44, -3),
    ("8.25c", "U_MARCH", "5 regular Carson", 44, -1),
    ("8.25c", "C_MARCH", "5 cavalry", 44, -2),
    ("8.25d", "U_FORCED", "5 regular Carson", 44, -2),
    ("8.25d", "C_FORCED", "5 cavalry Green", 44, -2),
    ("8.25d", "C_FORCED", "5 cavalry 1 wagon Green", 44, 0),
    ("8.25e", "U_MARCH", "5 regular 1 wagon Canby", 44, 1),
    ("8.25e", "U_FORCED", "5 regular 1 wagon Canby Carson", 44, 1),
    ("8.25e", "C_MARCH", "5 cavalry 1 wagon Sibley", 44, 1),
    ("8.25e", "C_MARCH", "5 cavalry 1 wagon Green Steele", 44, 0),
    ("8.25f", "C_MARCH", "5 cavalry 1 wagon Green", 32, 1),
    ("8.25f", "C_FORCED", "5 cavalry 1 wagon Sibley", 32, 2),
    ("8.25f", "U_MARCH", "5 regular 1 wagon Carson", 32, 0),
    ("8.25f", "C_MARCH", "5 cavalry 1 wagon Green", 33, 0),
]


@pytest.mark.parametrize(
    ("phase", "units", "vp", "added"),
    [pytest.param(*case[1:], marks=pytest.mark.rule("nmc", case[0])) for case in MODIFIERS],
)
def test_march_modifiers(phase, units, vp, added):
    match = arrange(f"2205: {units}; 0800: 1 cavalry; 4617: 1 regular", phase, turn=1, vp=vp)
    assert march(match, "2205", die=5) == 5 + added
    assert match.state.step.force.side == (CONFEDERATE if phase[0] == "C" else UNION)


@pytest.mark.rule("nmc", "8.25f")
def test_a_march_may_exceed_nine():
    match = arrange("2205: 5 cavalry 1 wagon Sibley; 0800: 1 cavalry; 4617: 1 regular", vp=32)
    assert march(match, "2205", die=9) == 11


@pytest.mark.rule("nmc", "8.25c")
def test_a_wagon_that_has_left_supplies_nobody():
    """Ruling 20: supply is judged when a force rolls, in its start hex."""
    for first, second in ((0, 1), (1, 0)):
        match = arrange("2205: 9 cavalry 1 wagon Green Steele; 0800: 1 cavalry; 4617: 1 regular")
        form(match, "2205", "2 cavalry 1 wagon Green", "all")
        assert roll_march(match, first, die=5) == 5
        walk(match, "2206")
        halt(match)
        assert roll_march(match, second, die=5) == (4 if second == 1 else 5)


@pytest.mark.rule("nmc", "8.26")
@pytest.mark.parametrize("phase", ["C_MARCH", "C_FORCED"])
def test_one_roll_a_phase(phase):
    match = arrange("2205: 5 cavalry 1 wagon Green Scurry; 2305: 3 cavalry Steele; 4617: 1 regular", phase)
    form(match, "2205", "2 cavalry Green", "all")
    roll_march(match, 0, die=2)
    match.play(Halt())
    assert refused(match, March(0)) == "8.26"
    roll_march(match, 1, die=0)
    assert refused(match, Activate("2205")) == "6.5c"


@pytest.mark.rule("nmc", "8.26")
def test_nobody_rolls_again_in_another_hex():
    match = arrange("2205: 5 cavalry 1 wagon Green; 2305: 3 cavalry Steele; 4617: 1 regular")
    march(match, "2205", die=9)
    walk(match, "2305")
    halt(match)
    match.play(Activate("2305"))
    assert match.state.step.rest == stack("3 cavalry Steele")


@pytest.mark.rule("nmc", "8.24c")
def test_a_force_without_points_still_holds_its_ground():
    match = arrange("2205: 9 cavalry 1 wagon Green; 2206: 9 regular 1 wagon", "U_COMBAT")
    attack(match, "2206", "2205")
    match.play(Hold())
    match.play(Hold(), dice=[0, 0])
    assert match.state.stacks["2205"].cavalry == 9


@pytest.mark.rule("nmc", "8.23a")
def test_a_forced_march_is_not_prepared_without_a_leader():
    match = arrange("2205: 5 cavalry 1 wagon Green; 2605: 9 regular Canby", "C_FORCED")
    match.play(Activate("2205"))
    match.play(Assign("cavalry", 2))
    assert refused(match, Lock()) == "8.23a"
    match.play(Assign("Green", 1))
    assert refused(match, Lock()) is None


@pytest.mark.rule("nmc", "8.4")
def test_a_force_that_can_pay_for_no_hex_is_told_so():
    match = arrange("1617: 2 cavalry 1 wagon Green; 1008: 1 cavalry depot; 4617: 9 regular")
    march(match, "1617", die=2)  # every hex around costs three
    assert told(match, "8.4")[-1].endswith("2 MP are too few for any hex around 1617.")


def test_what_keeps_a_phase_open_is_named():
    match = arrange("2205: 5 cavalry 1 wagon Green; 2605: 9 regular Canby")
    match.play(Activate("2205"))
    assert match.why_not(EndPhase()).why.startswith("first the forces of ")
    match.play(AssignAll())
    match.play(Lock())
    assert match.why_not(EndPhase()).why.startswith("first the marches from ")
