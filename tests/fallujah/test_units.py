"""3  Units, and the counters as they come from the sheet."""

import pytest

from fallujah.actions import Activate, DigIn, Done, EndImpulse, March, Raid, Shift, Surface
from tests.asking import offered, refused
from tests.fallujah.positions import act, arrange, fight, game, mp, spent, spot, u, values

PARTS = game().data
COUNTERS = PARTS.counters


@pytest.mark.rule("fallujah", "3.1a")
@pytest.mark.rule("fallujah", "CTR.a")
@pytest.mark.rule("fallujah", "CTR.b")
@pytest.mark.rule("fallujah", "CTR.c")
def test_combat_factors_known_from_the_counter_sheet():
    state = arrange("2: M1- C1-; 16: inf1-").state
    assert [state.cf(state.units[id_]) for id_ in ("M1", "C1", u("inf1"))] == [-2, 0, 3]
    assert sum(counter.type == "militia" for counter in COUNTERS.values()) == 60
    marines = [c for c in COUNTERS.values() if c.type == "infantry" and c.nation == "marine"]
    assert len(marines) == 14
    assert {c.spent_cf for c in marines} == {3}


@pytest.mark.rule("fallujah", "CTR.d")
def test_all_markers_are_there():
    counts = {marker.id: marker.count for marker in PARTS.units.markers.kinds}
    assert set(counts) == {"control", "dug_in", "fire_mission", "turn", "political", "vp_x10", "vp_x1", "resistance"}
    assert counts["control"] == 51 + 2


@pytest.mark.rule("fallujah", "3.1b")
def test_parentheses_keep_a_unit_from_going_first():
    match = act(arrange("43: iq1 inf1"), Activate("43"))
    assert refused(match, March(u("iq1"), "44")) == "3.1b"
    assert refused(match, March(u("inf1"), "44")) is None


@pytest.mark.rule("fallujah", "3.2a")
@pytest.mark.parametrize(("name", "factor"), [("eng1", 7), ("inf1", 8), ("iq1", 6), ("lar1", 10)])
def test_an_activated_unit_has_its_movement_factor(name, factor):
    match = act(arrange(f"43: {name}", held="44"), Activate("43"))
    assert mp(match, name) == factor


@pytest.mark.rule("fallujah", "3.3a")
def test_spent_units_cannot_be_activated():
    match = arrange("43: inf1 inf2-")
    act(match, Activate("43"))
    assert refused(match, March(u("inf2"), "44")) == "3.3a"
    assert {a.unit for a in offered(match, March)} == {u("inf1")}
    assert refused(arrange("43: inf2-"), Activate("43")) == "4.1.2a"


@pytest.mark.rule("fallujah", "3.3b")
def test_a_spent_unit_defends_with_its_spent_factor():
    match = arrange("42: M1 inf1-", to="insurgent", dice=[1, 1, 1, 1])
    act(match, Activate("42"), Raid("M1"))
    assert values(match)[1] == 3
    match = arrange("42: M1 inf1", to="insurgent", dice=[1, 1, 1, 1])
    act(match, Activate("42"), Raid("M1"))
    assert values(match)[1] == 6


@pytest.mark.rule("fallujah", "3.3c")
def test_spent_units_move_only_to_regroup_or_retreat():
    match = act(arrange("9: F1- F2", to="insurgent"), Activate("9"))
    assert refused(match, March("F1", "8")) == "3.3a"
    match = act(arrange("9: F1-", to="regroup"), Shift("F1", "8"))
    assert spot(match, "F1") == "8"


@pytest.mark.rule("fallujah", "3.4a")
@pytest.mark.rule("fallujah", "3.4b")
@pytest.mark.rule("fallujah", "3.5a")
def test_types_and_nations():
    coalition = {c.type for c in COUNTERS.values() if c.side == "coalition"}
    assert coalition == {
        "infantry", "mech_infantry", "tank", "antitank", "weapons", "engineer", "recon", "lar", "cavalry", "mp", "sf",
        "armored_amphibious", "riverine",
    }  # fmt: skip
    assert {c.type for c in COUNTERS.values() if c.side == "insurgent"} == {"fedayeen", "cadre", "militia"}
    assert {c.nation for c in COUNTERS.values() if c.side == "coalition"} == {"marine", "army", "iraqi"}
    assert COUNTERS[u("mech1")].us and COUNTERS[u("inf1")].us and not COUNTERS[u("sf1")].us


@pytest.mark.rule("fallujah", "3.6a")
def test_support_units_have_a_modifier_instead_of_a_combat_factor():
    support = {
        c.id: c
        for c in COUNTERS.values()
        if c.type in {"tank", "antitank", "weapons", "armored_amphibious", "riverine"}
    }
    assert PARTS.support_ids == set(support)
    assert all(c.cf is None and c.spent_cf is None and (c.offence or c.medevac) for c in support.values())
    assert (COUNTERS[u("tank1")].cf, COUNTERS[u("tank1")].offence) == (None, 2)
    table = PARTS.tables.coalition_offence
    assert {(c.type, c.offence) for c in support.values() if c.offence} == {
        ("tank", table.tank), ("antitank", table.weapons), ("weapons", table.weapons), ("riverine", table.riverine),
    }  # fmt: skip
    assert all(c.cf is not None for c in COUNTERS.values() if c.id not in support)


@pytest.mark.rule("fallujah", "3.6b")
def test_tanks_and_weapons_add_to_the_offensive_value():
    match = act(arrange("42: inf1 tank1 w1 C1"), Activate("42"))
    fight(match, "42", "inf1", "tank1", "w1", dice=[6, 6, 1, 1])
    assert values(match)[0] == 9


@pytest.mark.rule("fallujah", "3.6c")
def test_amphibious_units_save_a_casualty_point():
    match = act(arrange("40: inf1 aav1 C1"), Activate("40"))
    fight(match, "40", "inf1", "aav1", dice=[1, 1, 1, 2])  # 6+2 = 8 against 1+4+3 = 8
    assert match.state.backlash == 0
    match = act(arrange("40: inf1 aav1 C1"), Activate("40"))
    fight(match, "40", "inf1", dice=[1, 1, 1, 2])
    assert match.state.backlash == 1


@pytest.mark.rule("fallujah", "3.7a")
def test_a_dug_in_unit_can_only_drop_its_marker():
    match = act(arrange("42: F1! inf1", to="insurgent"), Activate("42"))
    assert match.legal() == (Surface("F1"),)
    assert refused(match, March("F1", "45")) == "3.7a"
    assert refused(match, Raid("F1")) == "3.7a"
    assert refused(match, DigIn("F1")) == "3.7a"
    assert refused(arrange("42: F1! M1 inf1", to="regroup"), Shift("F1", "45")) == "3.7a"


@pytest.mark.rule("fallujah", "3.7b")
@pytest.mark.rule("fallujah", "3.7d")
@pytest.mark.parametrize(("points", "alive"), [(2, True), (3, False)])
def test_a_dug_in_unit_shrugs_off_two_points(points, alive):
    match = act(arrange("42: F1! inf1"), Activate("42"))
    fight(match, "42", "inf1", dice=[3, points, 1, 2])  # 6+3+n against 2+3+1+3
    assert (spot(match, "F1") == "42") is alive
    if alive:
        unit = match.state.units["F1"]
        assert unit.dug and not unit.spent
    else:
        assert spot(match, "F1") == "eliminated"


@pytest.mark.rule("fallujah", "3.7c")
@pytest.mark.rule("fallujah", "7.2.6a")
@pytest.mark.parametrize(
    ("area", "unit", "value"),
    [("42", "F1!", 6), ("42", "F1", 5), ("46", "F1", 6), ("46", "F1!", 7), ("5", "M1-", -2), ("7", "C1-", 2)],
)
def test_the_defensive_value(area, unit, value):
    match = act(arrange(f"{area}: {unit} inf1 iq1"), Activate(area))
    fight(match, area, "inf1", dice=[6, 6, 6, 6])
    assert values(match)[1] == value


@pytest.mark.rule("fallujah", "6.2a")
def test_unused_movement_points_are_lost():
    match = act(arrange("43: eng1 inf1", held="42 44 41", impulse=13), Activate("43"), March(u("eng1"), "44"))
    act(match, EndImpulse(), Done(), dice=[1, 1])  # the phase ends, the Coalition does not regroup
    assert match.state.turn == 3
    assert not spent(match, "eng1")
    assert mp(match, "eng1") == 7
