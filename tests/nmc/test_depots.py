"""10.10, 10.11  Wagons and guns are destroyed, depots are made."""

import pytest

from nmc.actions import Advance, CreateDepot, Destroy, EndPhase
from nmc.state import CONFEDERATE, UNION
from tests.asking import refused
from tests.nmc.positions import FAR, arrange, attack, march, pick, stack


@pytest.mark.rule("nmc", "10.10a")
def test_wagons_and_guns_with_troops_may_be_destroyed():
    text = "2205: 1 cavalry 2 wagons 1 gun; 2305: confederate 1 wagon; 2405: confederate 1 gun Green"
    match = arrange(text + FAR, "C_DESTROY")
    assert refused(match, Destroy("2305", "wagons")) == "10.10a"
    assert refused(match, Destroy("2405", "guns")) == "10.10a"
    assert refused(match, Destroy("4617", "guns")) == "10.10a"
    assert refused(match, Destroy("2205", "cavalry")) == "10.10a"
    assert refused(match, Destroy("2205", "Green")) == "10.10a"
    match.play(Destroy("2205", "wagons"))
    match.play(Destroy("2205", "guns"))
    match.play(Destroy("2205", "wagons"))
    assert match.state.stacks["2205"] == stack("1 cavalry")
    assert match.state.spare_wagons == {UNION: 2, CONFEDERATE: 3}


@pytest.mark.rule("nmc", "10.10b")
def test_captured_units_may_be_destroyed():
    match = arrange(f"2205: 5 cavalry; 2206: union 1 gun 1 wagon depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    pick(match, "all")
    match.play(Advance())
    for unit in ("guns", "wagons", "exdepots"):
        match.play(Destroy("2206", unit))
    assert match.state.stacks["2206"] == stack("5 cavalry")


@pytest.mark.rule("nmc", "10.10c")
@pytest.mark.rule("nmc", "10.11d")
@pytest.mark.parametrize("unit", ["depot", "depots"])
def test_a_depot_cannot_be_destroyed_or_taken_apart(unit):
    match = arrange(f"2605: 20 regular 1 gun depot; 3005: 1 regular 2 wagons{FAR}", "U_DESTROY")
    assert refused(match, Destroy("2605", unit)) == "10.10c"
    match.play(EndPhase())
    match.play(CreateDepot("3005"))
    assert match.state.stacks["3005"] == stack("1 regular depot")
    assert not any(isinstance(action, (CreateDepot, Destroy)) for action in match.legal())


@pytest.mark.rule("nmc", "10.11a")
@pytest.mark.rule("nmc", "10.11e")
@pytest.mark.parametrize(
    ("hex_", "units", "used", "rule"),
    [
        ("4316", "1 regular 2 wagons", 0, None),
        ("4316", "union 2 wagons", 0, None),  # no troops needed (ruling 58)
        ("2514", "1 regular 3 wagons", 0, None),
        ("4316", "1 regular 1 wagon 1 exdepot", 1, None),
        ("4316", "1 regular 2 exdepots", 2, None),
        ("4316", "1 regular 1 wagon", 0, "10.11a"),
        ("4316", "1 regular 2 wagons", 1, "10.11a"),
        ("4316", "1 regular 2 wagons", 3, "10.11a"),
        ("2706", "1 regular 2 wagons", 0, "10.11a"),
        ("4316", "1 regular 2 wagons depot", 0, "6.1b"),
    ],
)
def test_two_wagons_make_a_depot(hex_, units, used, rule):
    match = arrange(f"{hex_}: {units}; 4411: 1 regular 2 wagons{FAR}", "U_DEPOT")
    assert refused(match, CreateDepot(hex_, used)) == rule
    if rule is None:
        match.play(CreateDepot(hex_, used))
        before, here = stack(units), match.state.stacks[hex_]
        assert here.depot and here.supplies == before.supplies - 2
        assert here.exdepots == before.exdepots - used
        assert match.state.unused_depots[UNION] == 1
        assert match.state.spare_wagons == {UNION: 2, CONFEDERATE: 3}


@pytest.mark.rule("nmc", "10.11a")
def test_a_depot_needs_own_units_there():
    match = arrange(f"4316: 1 cavalry 2 wagons; 4411: 1 regular 2 wagons{FAR}", "U_DEPOT")
    assert refused(match, CreateDepot("4316")) == "10.11a"
    assert refused(match, CreateDepot("5013")) == "10.11a"


@pytest.mark.rule("nmc", "10.11b")
@pytest.mark.parametrize(("unused", "made"), [(2, 2), (1, 1), (0, 0)])
def test_a_depot_counter_must_be_unused(unused, made):
    places = "4316: 1 regular 2 wagons; 4411: 1 regular 2 wagons; 3005: 1 regular 2 wagons"
    match = arrange(places + FAR, "U_DEPOT", unused_depots={UNION: unused, CONFEDERATE: 3})
    for hex_ in ("4316", "4411", "3005")[:made]:
        match.play(CreateDepot(hex_))
    assert match.view(None).phase != "Union depot creation"  # nothing more can be made, so the phase is over
    assert sum(here.depot for here in match.state.stacks.values()) == 2 + made


@pytest.mark.rule("nmc", "10.11b")
def test_without_a_counter_the_refusal_says_so():
    from nmc.rules.supply import why_not_create

    match = arrange("4316: 1 regular 2 wagons" + FAR, "U_DEPOT", unused_depots={UNION: 0, CONFEDERATE: 3})
    assert why_not_create(match.state, UNION, "4316", 0).rule == "10.11b"


@pytest.mark.rule("nmc", "10.11c")
def test_a_created_depot_is_like_any_other():
    match = arrange("4316: union 2 wagons; 4319: 3 regular Paul; 1008: 1 cavalry depot", "U_DEPOT")
    match.play(CreateDepot("4316"))
    while match.view(None).phase != "Union march":
        match.play(EndPhase())
    assert march(match, "4319", die=5) == 5
    match = arrange("4317: 1 cavalry; 4316: union depot; 4617: 1 regular depot", "C_COMBAT", dice=[9])
    attack(match, "4317", "4316")
    pick(match, "all")
    match.play(Advance())
    assert match.state.stacks["4316"] == stack("1 cavalry 1 exdepot")
