"""2  Map."""

import pytest

from fallujah.actions import Activate, EndImpulse, March
from tests.asking import offered, refused
from tests.fallujah.positions import act, arrange, game, u

PARTS = game().data


@pytest.mark.rule("fallujah", "2a")
def test_the_city_has_51_areas():
    assert sorted(map(int, PARTS.areas)) == list(range(1, 52))


@pytest.mark.rule("fallujah", "2b")
def test_nobody_leaves_the_map():
    match = arrange("5: F1", to="insurgent")
    act(match, Activate("5"))
    assert {a.space for a in offered(match, March)} == {"4", "6", "7"}
    assert refused(match, March("F1", "desert")) == "2b"
    assert refused(match, March("F1", "")) == "2b"


@pytest.mark.rule("fallujah", "2c")
def test_the_coalition_starts_in_two_zones_and_a_box():
    state = game().new_match().state
    assert [len(state.coalition(place)) for place in ("NW", "NE", "riverine")] == [29, 23, 1]


@pytest.mark.rule("fallujah", "2.1a")
def test_terrain_lies_between_0_and_4():
    assert set(PARTS.tem.values()) == {0, 1, 2, 3, 4}
    assert all(isinstance(value, int) for value in PARTS.tem.values())


@pytest.mark.rule("fallujah", "2.1b")
@pytest.mark.rule("fallujah", "2.1c")
@pytest.mark.rule("fallujah", "2.1d")
def test_symbols_of_the_areas():
    spaces = PARTS.map.spaces
    mosques = {"7", "9", "13", "18", "19", "21", "24", "27", "28", "31", "33", "35", "42", "46", "47"}
    objectives = {"11", "12", "14", "15", "16", "17", "22", "48", "49", "50", "51", "40", "45", "36"}
    assert PARTS.mosques == mosques
    assert {a for a in PARTS.areas if spaces[a].attrs["symbol"] == "square"} == mosques
    assert {a for a in PARTS.areas if "objective" in spaces[a].tags} == objectives
    plain = [a for a in PARTS.areas if a not in mosques | objectives]
    assert len(plain) == 22
    assert not any(PARTS.scoring.get(a) for a in plain)
    assert set(PARTS.scoring) == mosques | objectives


@pytest.mark.rule("fallujah", "2.2a")
@pytest.mark.parametrize(
    ("area", "near"),
    [
        ("24", "19 23 25 27"),
        ("45", "40 41 42 43 44 46 47"),
        ("17", "6 16 21"),
        ("51", "12 13 14 35 48 49 50"),
        ("5", "4 6 7"),
    ],
)
def test_steps_lead_over_common_borders_only(area, near):
    match = arrange(f"{area}: inf1", only="")
    act(match, Activate(area))
    assert {a.space for a in offered(match, March)} == set(near.split())
    assert refused(match, March(u("inf1"), "1" if "1" not in near.split() else "31")) in {"2.2a", "2.2b"}


@pytest.mark.rule("fallujah", "2.2b")
@pytest.mark.parametrize(("here", "there"), [("25", "30"), ("30", "25"), ("26", "31")])
def test_areas_that_meet_in_a_point_are_not_adjacent(here, there):
    match = arrange(f"{here}: eng1", only="")
    act(match, Activate(here))
    assert refused(match, March(u("eng1"), there)) == "2.2b"


@pytest.mark.rule("fallujah", "2.3a")
@pytest.mark.rule("fallujah", "2.3b")
@pytest.mark.parametrize(("zone", "areas"), [("NE", "18 19 24 25"), ("NW", "31 33 41 42 43")])
def test_entry_zones_open_on_their_areas(zone, areas):
    match = arrange()
    act(match, Activate(zone))
    assert {a.space for a in offered(match, March)} == set(areas.split())
    other = u("inf7" if zone == "NE" else "inf1")
    assert refused(match, March(other, "36")) == ("2.3a" if zone == "NE" else "2.3b")


@pytest.mark.rule("fallujah", "2.3c")
def test_no_way_from_zone_to_zone():
    match = act(arrange(), Activate("NW"))
    assert refused(match, March(u("inf1"), "NE")) == "2.3c"


@pytest.mark.rule("fallujah", "2.3d")
def test_no_way_back_into_a_zone():
    match = act(arrange("43: inf1"), Activate("43"))
    assert refused(match, March(u("inf1"), "NW")) == "2.3d"
    assert "NW" not in {a.space for a in offered(match, March)}


@pytest.mark.rule("fallujah", "2.3e")
def test_insurgents_stay_out_of_the_zones():
    match = act(arrange("18: M1", to="insurgent"), Activate("18"))
    assert refused(match, March("M1", "NE")) == "2.3e"
    assert {a.space for a in offered(match, March)} == {"19", "20", "23"}


@pytest.mark.rule("fallujah", "2.4a")
@pytest.mark.rule("fallujah", "2.4b")
@pytest.mark.rule("fallujah", "2.4c")
@pytest.mark.rule("fallujah", "2.4d")
def test_vacant_free_contested_garrisoned():
    state = arrange("8: M1-; 9: C1- tank1; 15: tank2 tank3 aav1; 14: inf1 C2; 16: tank4 mp1", held="22").state
    assert not state.vacant("8")
    assert state.vacant("22") and state.vacant("4")
    assert state.free("coalition", "22") and not state.free("insurgent", "22")
    assert state.free("insurgent", "8") and not state.free("insurgent", "9")
    assert state.contested("9") and not state.contested("8") and not state.contested("15")
    assert not state.garrisoned("15")
    assert state.garrisoned("16")
    assert not state.garrisoned("14")  # Contested, hence not Coalition-controlled


def test_an_activation_can_be_ended_only_after_a_deed():
    match = act(arrange("43: inf1"), Activate("43"))
    assert refused(match, EndImpulse()) == "4.1.2a"
