"""1-3  Introduction, components, set-up and hex control."""

import pytest

from common.engine import IllegalAction
from nmc.actions import (
    Activate,
    Advance,
    AssignAll,
    CloseHex,
    Deploy,
    EndPhase,
    Halt,
    Lock,
    March,
    NextForce,
    Ready,
    Stay,
    StepTo,
)
from nmc.state import CONFEDERATE, TROOPS, UNION, Stack
from tests.asking import drm, refused, rolls
from tests.nmc.positions import arrange, attack, form, game, march, pick, points_left, stack, walk

AROUND_THORN = ("1603", "1604", "1703", "1705", "1803", "1804")


@pytest.mark.rule("nmc", "1.2c")
def test_the_turn_track_runs_from_february_to_june():
    assert game().data.tables.turns.labels == (
        ["I Feb", "II Feb", "I Mar", "II Mar", "I Apr", "II Apr", "I May", "II May", "I Jun", "II Jun"]
    )
    assert "Turn 4 (II Mar)" in arrange("1008: 1 cavalry", turn=4).journal.text()


@pytest.mark.rule("nmc", "1.3a")
@pytest.mark.parametrize(("unit", "phase"), [("3 cavalry", "C_MARCH"), ("3 regular", "U_MARCH")])
def test_foot_and_horse_pay_the_same(unit, phase):
    match = arrange(f"2205: {unit} 1 wagon; 0800: {unit}", phase)
    assert march(match, "2205", die=5) == 4
    walk(match, "2206")
    assert points_left(match) == 2


@pytest.mark.rule("nmc", "1.3b")
def test_militia_leave_no_trace_after_turn_two():
    match = arrange("2205: 5 regular 5 militia depot Carson; 2206: 5 cavalry depot", "U_WITHDRAW", turn=2)
    assert not any(here.militia for here in match.state.stacks.values())
    while match.state.phase != 2:
        match.play(EndPhase())
    assert match.state.turn == 3
    attack(match, "2206", "2205", dice=[5, 5])
    assert not {"9.11a", "9.11b"} & {rule for roll in rolls(match) for rule in drm(roll)}


@pytest.mark.rule("nmc", "1.4a")
@pytest.mark.parametrize(("die", "points"), [(0, 0), (1, 1), (9, 9)])
def test_a_zero_is_a_zero(die, points):
    assert march(arrange("2205: 3 cavalry 1 wagon Green; 1008: 1 cavalry"), "2205", die=die) == points


@pytest.mark.rule("nmc", "1.4a")
@pytest.mark.parametrize("die", [-1, 10])
def test_the_die_has_no_other_faces(die):
    match = arrange("2205: 3 cavalry")
    form(match, "2205")
    before = match.hash()
    with pytest.raises(ValueError, match="is not between 0 and 9"):
        match.play(March(0), dice=[die])
    assert match.hash() == before


@pytest.mark.rule("nmc", "1.4b")
def test_the_dead_stay_dead():
    match = arrange("2205: 17 cavalry; 2206: 9 regular", "C_ATTRITION", dice=[0])
    totals = []
    while match.result is None:
        totals.append(sum(here.cavalry for here in match.state.stacks.values()))
        match.play(EndPhase() if EndPhase() in match.legal() else match.legal()[0])
    assert totals[0] == 17 - 9  # column 15-19, final 0
    assert totals == sorted(totals, reverse=True)


@pytest.mark.rule("nmc", "1.4c")
def test_there_are_no_zones_of_control():
    match = arrange("2505: 5 cavalry 1 wagon; 2605: 9 regular")
    assert march(match, "2505", die=5) == 4
    walk(match, "2604")
    assert points_left(match) == 2
    walk(match, "2705")
    assert points_left(match) == 1


@pytest.mark.rule("nmc", "2.1")
def test_there_are_135_counters():
    counters, leaders = game().data.counters, game().data.leaders
    strength = sum(number for kind in counters.strength.values() for number in kind.values())
    trains = sum(sum(group.values()) for group in (counters.artillery, counters.wagons, counters.depots))
    assert strength + len(leaders) + trains + sum(counters.markers.values()) == counters.total == 135


@pytest.mark.rule("nmc", "2.2a")
def test_a_unit_is_in_one_hex():
    match = arrange("2205: 5 cavalry 1 gun 1 wagon Green Sibley; 1008: 1 cavalry")
    march(match, "2205", "2 cavalry Green", die=4)
    walk(match, "2206")
    assert match.state.stacks["2205"] == stack("3 cavalry 1 gun 1 wagon Sibley")
    assert match.state.stacks["2206"] == stack("2 cavalry Green")


@pytest.mark.rule("nmc", "2.2b")
def test_hex_numbers():
    spaces = game().data.map.spaces
    assert spaces["4617"].name == "Fort Union"
    assert spaces["1406"].name == "Mesilla"
    assert all(len(number) == 4 and number.isdigit() for number in spaces)
    assert "0809" in spaces and "809" not in spaces
    assert refused(arrange("0809: 1 cavalry"), Activate("809")) == "2.2b"


@pytest.mark.rule("nmc", "2.5")
def test_militia_belong_to_the_union():
    match = arrange("2205: 5 militia 1 wagon; 1008: 1 cavalry", "U_MARCH", turn=1)
    assert match.to_act == UNION
    assert refused(match, Activate("2205")) is None
    assert refused(arrange("2205: 5 militia 1 wagon; 1008: 1 cavalry", turn=1), Activate("2205")) == "8.2c"


@pytest.mark.rule("nmc", "2.8a")
@pytest.mark.parametrize("forces", [["10 militia"], ["5 militia"] * 2, ["1 militia"] * 10, ["3 militia", "7 militia"]])
def test_strength_points_are_change(forces):
    match = arrange("2605: 10 militia; 1008: 1 cavalry", "U_MARCH", turn=1)
    form(match, "2605", *forces)
    assert [force.militia for force in match.state.step.forces] == [int(force.split()[0]) for force in forces]


@pytest.mark.rule("nmc", "2.8b")
@pytest.mark.parametrize(("singles", "rule"), [(11, None), (12, "2.8b")])
def test_the_counters_limit_the_splitting(singles, rule):
    """There are twelve Confederate one-point counters."""
    alone = "".join(f"; 08{column:02d}: 1 cavalry" for column in range(singles))
    match = arrange(f"2205: {28 - singles} cavalry{alone}")
    match.play(Activate("2205"))
    pick(match, "1 cavalry")
    assert refused(match, Lock()) == rule
    pick(match, "1 cavalry")
    assert refused(match, Lock()) is None


@pytest.mark.rule("nmc", "2.8b")
def test_ten_one_point_militia_are_all_there_are():
    match = game().new_match()
    match.play(Ready())
    while match.state.phase != 6:
        match.play(EndPhase())
    match.play(Activate("2605"))
    for _ in range(8):
        pick(match, "1 militia")
        match.play(NextForce())
    pick(match, "1 militia")
    assert refused(match, NextForce()) == "2.8b"  # one single stands in Fort Wingate, two would be needed here
    pick(match, "1 militia")
    assert refused(match, NextForce()) is None


@pytest.mark.rule("nmc", "2.8b")
def test_an_undivided_stack_needs_no_change():
    """Losses are never refused for lack of change, so any total may still march undivided (ruling 2)."""
    match = arrange("".join(f"08{column:02d}: 1 cavalry; " for column in range(13)))
    assert refused(match, Activate("0800")) is None
    match.play(Activate("0800"))
    match.play(AssignAll())
    assert refused(match, Lock()) is None


@pytest.mark.rule("nmc", "2.8b")
def test_a_division_that_cannot_be_shown_can_be_abandoned():
    """A force in a hex with units that have moved may need change that is not there; then it just does not march."""
    alone = "".join(f"08{column:02d}: 1 cavalry; " for column in range(11))
    match = arrange(f"{alone} 2205: 1 cavalry; 2204: 1 cavalry")
    assert refused(match, Activate("2204")) is None
    march(match, "2204", die=9)
    walk(match, "2205")
    match.play(Halt())
    match.play(Activate("2205"))
    assert refused(match, CloseHex()) == "6.5b"
    match.play(AssignAll())
    assert refused(match, Lock()) == "2.8b"
    assert refused(match, CloseHex()) is None
    match.play(CloseHex())
    assert refused(match, Activate("2205")) is None
    assert refused(match, EndPhase()) is None


@pytest.mark.rule("nmc", "2.9")
def test_a_captured_gun_serves_the_captor():
    match = arrange("2205: 3 cavalry depot; 2206: union 1 gun; 2305: 9 regular depot", "C_COMBAT")
    attack(match, "2205", "2206")
    pick(match, "all")
    match.play(Advance())
    assert match.state.stacks["2206"] == stack("3 cavalry 1 gun")


@pytest.mark.rule("nmc", "3.1b")
def test_only_the_army_at_fort_thorn_is_free():
    match = game().new_match()
    assert match.to_act == CONFEDERATE
    for action in (Deploy("regular", 1, "1803"), Deploy("Canby", 1, "1803"), Deploy("depot", 1, "1803")):
        assert refused(match, action) == "3.3a"
    assert {action.hex for action in match.legal() if isinstance(action, Deploy)} == set(AROUND_THORN)
    match.play(Ready())
    assert refused(match, Deploy("cavalry", 1, "1803")) == "3.1b"
    assert refused(match, Ready()) == "3.1b"


@pytest.mark.rule("nmc", "3.1c")
def test_what_waits_beside_the_map():
    state = game().new_match().state
    names = {name for here in state.stacks.values() for name in here.leaders}
    assert set(game().data.leaders) - names == {"Chivington", "Slough"}
    assert state.spare_wagons == {UNION: 2, CONFEDERATE: 3}
    assert state.unused_depots == {UNION: 2, CONFEDERATE: 3}
    arrival = game().data.setup.reinforcements
    assert (arrival.regular, arrival.wagons, arrival.leaders) == (10, 1, ("Chivington", "Slough"))


@pytest.mark.parametrize(
    ("hex_", "units"),
    [
        pytest.param(hex_, units, marks=pytest.mark.rule("nmc", clause))
        for clause, hex_, units in [
            ("3.2a", "2605", "28 regular 10 militia 1 gun depot Canby Carson Duncan Lewis Roberts Wingate"),
            ("3.2b", "3900", "1 regular 1 militia 1 wagon"),
            ("3.2c", "3907", "1 regular 1 wagon"),
            ("3.2d", "4411", "1 regular 1 wagon"),
            ("3.2e", "4617", "8 regular 1 gun depot Paul"),
            ("3.2f", "3005", "2 regular"),
            ("3.3a", "1704", "26 cavalry 2 guns 2 wagons Sibley Baylor Green Pyron Scurry Steele Sutton"),
            ("3.3b", "1008", "1 cavalry depot"),
            ("3.3c", "1407", "1 cavalry"),
        ]
    ],
)
def test_starting_forces(hex_, units):
    state = game().new_match().state
    here, expected = state.stacks[hex_], stack(units)
    assert set(here.leaders) == set(expected.leaders)
    assert [here.count(unit) for unit in (*TROOPS, "guns", "wagons", "exdepots")] == (
        [expected.count(unit) for unit in (*TROOPS, "guns", "wagons", "exdepots")]
    )
    assert (here.side, here.depot) == (expected.side, expected.depot)
    assert len(state.stacks) == 9


@pytest.mark.rule("nmc", "3.3a")
def test_the_army_spreads_over_fort_thorn_and_its_neighbours():
    match = game().new_match()
    for action in (Deploy("cavalry", 20, "1803"), Deploy("Sibley", 1, "1804"), Deploy("guns", 2, "1603")):
        match.play(action)
    match.play(Deploy("wagons", 1, "1705"))
    assert match.state.stacks["1803"] == stack("20 cavalry")
    assert match.state.stacks["1704"].cavalry == 6
    for two_away in ("1903", "1702", "1504", "1008"):
        assert refused(match, Deploy("cavalry", 1, two_away)) == "3.3a"
    assert refused(match, Deploy("cavalry", 7, "1803")) == "3.3a"
    assert refused(match, Deploy("cavalry", 6, "1803")) is None
    assert refused(match, Deploy("Sibley", 1, "1803")) == "3.3a"
    match.play(Ready())
    match.check()


@pytest.mark.rule("nmc", "3.4a")
def test_a_place_left_empty_keeps_its_last_owner():
    match = arrange("3607: 5 cavalry 1 wagon; 4617: 5 regular", vp=44)
    march(match, "3607", die=9)
    walk(match, "3707", "3807")
    assert "3707" not in match.state.stacks
    assert match.state.control["3707"] == CONFEDERATE


@pytest.mark.rule("nmc", "3.4a")
def test_a_cleared_hex_that_nobody_enters_stays_with_its_owner():
    match = arrange("2905: 20 cavalry depot; 3005: 1 regular; 4617: 5 regular", "C_COMBAT")
    attack(match, "2905", "3005", dice=[9, 0])
    match.play(Stay())
    assert "3005" not in match.state.stacks
    assert match.state.control["3005"] == UNION


@pytest.mark.rule("nmc", "3.4b")
@pytest.mark.parametrize("units", ["5 cavalry 1 wagon", "Green", "confederate 1 wagon", "confederate 1 gun"])
def test_control_changes_the_moment_any_unit_enters(units):
    match = arrange(f"4317: {units}; 4617: 5 regular")
    march(match, "4317", die=9)
    walk(match, "4316")
    assert points_left(match) > 0
    assert match.state.control["4316"] == CONFEDERATE
    assert match.state.vp == {UNION: 41, CONFEDERATE: 25}


@pytest.mark.rule("nmc", "3.4b")
@pytest.mark.parametrize(("units", "owner"), [("Green", UNION), ("1 cavalry", CONFEDERATE)])
def test_the_house_rule_asks_for_strength_points(units, owner):
    match = arrange(f"4317: {units}; 4617: 5 regular", options={"control_by_sp_only": True})
    march(match, "4317", die=9)
    walk(match, "4316")
    assert match.state.control["4316"] == owner
    match.check()


@pytest.mark.rule("nmc", "3.4c")
def test_control_may_change_any_number_of_times():
    match = arrange("3006: 2 cavalry 1 wagon; 2905: 2 regular 1 wagon; 4617: 5 regular depot; 1008: 1 cavalry depot")
    owners = []
    for hexes in (("3006", "3005", "3006"), ("2905", "3005", "2905")) * 2:
        while refused(match, Activate(hexes[0])):
            match.play(EndPhase())
        march(match, hexes[0], die=9)
        walk(match, *hexes[1:])
        match.play(Halt())
        owners.append(match.state.control["3005"])
    assert owners == [CONFEDERATE, UNION] * 2
    assert match.state.vp == {UNION: 44 - 3 + 3 - 3 + 3, CONFEDERATE: 22}


@pytest.mark.rule("nmc", "3.4d")
def test_plain_hexes_have_no_owner():
    match = arrange("2205: 5 cavalry 1 wagon; 4617: 5 regular")
    march(match, "2205", die=9)
    walk(match, "2206")
    assert match.state.vp == {UNION: 44, CONFEDERATE: 22}
    assert "2206" not in match.state.control


@pytest.mark.parametrize(
    ("hexes", "owner"),
    [
        pytest.param(
            ["1008", "1406", "1407", "1507", "1704"], CONFEDERATE, marks=pytest.mark.rule("nmc", "3.5a"), id="south"
        ),
        pytest.param(
            ["2514", "2605", "3005", "3707", "3900", "3907", "4117", "4316", "4411", "4617", "5013"],
            UNION,
            marks=pytest.mark.rule("nmc", "3.5b"),
            id="north",
        ),
    ],
)
def test_control_at_the_start(hexes, owner):
    control = game().new_match().state.control
    assert sorted(hex_ for hex_, side in control.items() if side == owner) == hexes
    assert all((int(hex_[:2]) <= 17) == (owner == CONFEDERATE) for hex_ in hexes)


@pytest.mark.rule("nmc", "3.5c")
def test_every_locale_has_one_control_marker():
    data = game().data
    assert set(game().new_match().state.control) == set(data.locales)
    assert len(data.locales) == data.counters.markers["control"] == 16


def test_an_empty_hex_cannot_be_entered_off_turn():
    match = arrange("2205: 5 cavalry; 2206: 5 regular")
    with pytest.raises(IllegalAction) as caught:
        match.play(StepTo("2204"))
    assert caught.value.refusal.rule == "5.1a"
    assert match.state.stacks["2205"] == Stack(CONFEDERATE, cavalry=5)
