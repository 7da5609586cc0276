"""11  Operation Phantom Fury and the order of battle."""

import pytest

from fallujah.actions import Activate, Deploy, DigIn, EndImpulse, FireMission, March, Organize, Pass, Place, Raid
from tests.asking import refused, step
from tests.fallujah.positions import ALIAS, NAMES, act, arrange, game, spot, u

PARTS = game().data


def started():
    match = game().new_match("phantom_fury")
    return act(match, Deploy("strongholds"))


@pytest.mark.rule("fallujah", "11.1a")
def test_all_areas_are_insurgent():
    assert list(started().state.control.values()) == ["insurgent"] * 51


@pytest.mark.rule("fallujah", "11.1b")
def test_seventeen_cadre_stand_in_the_mosque_and_jolan_areas():
    state = started().state
    places = [unit.at for unit in state.units.values() if unit.id in PARTS.cadre_ids]
    assert sorted(places, key=int) == [
        "7", "9", "13", "18", "19", "21", "24", "27", "28", "31", "33", "35", "40", "42", "45", "46", "47",
    ]  # fmt: skip
    assert not any(unit.spent for unit in state.units.values())


@pytest.mark.rule("fallujah", "11.1c")
def test_twenty_fedayeen_two_to_an_area():
    match = game().new_match("phantom_fury")
    act(match, Place("9"), Place("9"))
    assert refused(match, Place("9")) == "11.1c"
    assert refused(match, Place("NW")) == "11.1c"
    assert refused(match, Place("x")) == "11.1c"
    assert refused(match, Deploy("depth")) == "11.1c"
    for area in range(10, 19):
        act(match, Place(str(area)), Place(str(area)))
    assert match.to_act == "coalition"
    assert sum(len([n for n in match.state.insurgents(a) if n.id[0] == "F"]) for a in PARTS.areas) == 20


@pytest.mark.rule("fallujah", "11.1c")
@pytest.mark.parametrize("plan", ["strongholds", "forward", "depth"])
def test_ready_made_deployments_are_legal(plan):
    areas = PARTS.deployments[plan].areas
    assert sum(areas.values()) == 20
    assert max(areas.values()) <= 2
    match = act(game().new_match(), Deploy(plan))
    assert {a: n for a in PARTS.areas if (n := sum(x.id[0] == "F" for x in match.state.insurgents(a)))} == areas
    assert refused(game().new_match(), Deploy("nonsense")) == "11.1c"


@pytest.mark.rule("fallujah", "11.1d")
def test_extra_fedayeen_are_for_solitaire_only():
    assert sum(id_[0] == "F" for id_ in started().state.units) == 20
    assert sum(id_[0] == "F" for id_ in game().new_match("solitaire").state.units) == 24


@pytest.mark.rule("fallujah", "11.1e")
def test_militia_come_from_the_pool_and_go_back():
    match = started()
    assert len(match.state.insurgents("force_pool")) == 60
    match = act(arrange("42: C1 C2 inf1-", to="insurgent"), Organize("42", 2), Pass(), dice=[6, 6])
    assert len(match.state.insurgents("force_pool")) == 58
    act(match, Activate("42"), Raid("M1"), dice=[1, 1, 6, 6])
    assert len(match.state.insurgents("force_pool")) == 59
    match = arrange("42: C1", to="insurgent", pool=0)
    assert refused(match, Organize("42", 1)) == "11.1e"


@pytest.mark.rule("fallujah", "11.1f")
def test_eliminated_fedayeen_and_cadre_stay_away():
    match = act(arrange("42: F1 C1 inf1-", to="insurgent", dice=[1, 1, 6, 6]), Activate("42"), Raid("F1"))
    act(match, EndImpulse())
    assert spot(match, "F1") == "eliminated"
    match = arrange("31: inf1; 30: C1", solitaire=True, dice=[6, 6])  # 12 + 1: +F, but no counter is in reserve
    act(match, Activate("31"), March(u("inf1"), "30"))
    assert not [unit for unit in match.state.insurgents("30") if unit.id[0] == "F"]


@pytest.mark.rule("fallujah", "11.1g")
def test_coalition_units_start_fresh_and_4_cav_b_is_left_out():
    state = started().state
    zone = [unit for unit in state.units.values() if unit.at in {"NW", "NE"}]
    assert len(zone) == 52
    assert not any(unit.spent for unit in zone)
    assert "a_4cav_b" not in state.units
    assert [counter.id for counter in PARTS.units.unused.units] == ["a_4cav_b"]


@pytest.mark.rule("fallujah", "11.1h")
@pytest.mark.rule("fallujah", "11.1i")
@pytest.mark.rule("fallujah", "11.1j")
@pytest.mark.rule("fallujah", "10a")
@pytest.mark.rule("fallujah", "11.2a")
def test_tracks_and_boxes_at_the_start():
    match = started()
    state = match.state
    assert (spot(match, "m_scc"), state.units["m_scc"].spent) == ("riverine", False)
    assert (state.turn, match.view(None).day, state.impulse, state.active) == (1, "Nov 8", 0, "coalition")
    assert (state.backlash, state.advantage, state.advantage_used) == (0, "coalition", False)
    assert (match.to_act, step(match)) == ("coalition", "CoalitionImpulse")
    assert {"riverine", "fire_mission"} <= set(PARTS.map.boxes)


@pytest.mark.rule("fallujah", "11.1l")
def test_counters_show_their_zone():
    zones = {counter.id: counter.zone for counter in PARTS.counters.values() if counter.side == "coalition"}
    state = started().state
    assert all(state.units[id_].at == zone for id_, zone in zones.items())
    marks = {space: PARTS.map.spaces[space].attrs["mark"] for space in ("NW", "NE")}
    assert marks == {"NW": "blue dot", "NE": "yellow square"}
    assert {piece.zone for piece in game().new_match().view(None).pieces if piece.side == "coalition"} == {
        "NW", "NE", "riverine",
    }  # fmt: skip


@pytest.mark.rule("fallujah", "11.2b")
@pytest.mark.rule("fallujah", "11.2c")
def test_the_opening_impulse_never_ends_the_phase():
    match = started()
    act(match, FireMission("42"), dice=[1, 1, 6, 6])
    act(match, *[a for a in match.legal() if type(a).__name__ == "Keep"])
    assert (match.state.impulse, match.to_act, match.state.phase) == (1, "insurgent", "action")
    match = act(started(), Pass())
    assert (match.state.rolls, match.state.impulse, match.to_act) == (0, 1, "insurgent")
    act(match, Activate("9"), DigIn(next(unit.id for unit in match.state.insurgents("9") if unit.id[0] == "F")))
    act(match, EndImpulse())
    assert match.to_act == "coalition"


OOB = {
    "OOB.a": ("NW", "m_3_1_i m_3_1_k m_3_1_l m_3_1_w m_3_5_i m_3_5_k m_3_5_l m_3_5_w", "infantry weapons"),
    "OOB.b": (
        "NW",
        "m_1_4_b m_1_23_b m_2tk_c1 m_2tk_c2 m_2tk_c3 m_3lar_c m_recon m_2ceb_b m_2ceb_a2 m_4ceb_c1 m_23_tow "
        "m_4fssg_a m_2aa_d",
        "infantry tank lar recon engineer antitank mp armored_amphibious",
    ),
    "OOB.c": ("NW", "a_2_7_a a_2_7_b a_3_8_c", "mech_infantry tank"),
    "OOB.d": ("NW", "i_1ssf_b i_1ssf_d i_ctf i_1_1 i_4_1", "sf infantry"),
    "OOB.e": ("riverine", "m_scc", "riverine"),
    "OOB.f": ("NE", "m_1_8_a m_1_8_b m_1_8_c m_1_8_w m_1_3_a m_1_3_b m_1_3_c m_1_3_w", "infantry weapons"),
    "OOB.g": (
        "NE",
        "m_1lar_c m_2tk_a m_2aa_c m_2ceb_c m_cab_e m_6esb_c1 m_4fssg_b",
        "lar tank armored_amphibious engineer mp",
    ),
    "OOB.h": ("NE", "a_2_2_a a_2_63_a a_4cav_f a_82eng_a1", "mech_infantry cavalry engineer"),
    "OOB.i": ("NE", "i_eru i_2_1 i_5_3 i_6_3", "sf infantry"),
}  # fmt: skip


@pytest.mark.rule("fallujah", "OOB.a")
@pytest.mark.rule("fallujah", "OOB.b")
@pytest.mark.rule("fallujah", "OOB.c")
@pytest.mark.rule("fallujah", "OOB.d")
@pytest.mark.rule("fallujah", "OOB.e")
@pytest.mark.rule("fallujah", "OOB.f")
@pytest.mark.rule("fallujah", "OOB.g")
@pytest.mark.rule("fallujah", "OOB.h")
@pytest.mark.rule("fallujah", "OOB.i")
@pytest.mark.parametrize("clause", OOB)
def test_the_order_of_battle(clause):
    place, ids, types = OOB[clause]
    state = started().state
    assert {state.units[id_].at for id_ in ids.split()} == {place}
    assert {PARTS.counters[id_].type for id_ in ids.split()} == set(types.split())
    nation = {"m": "marine", "a": "army", "i": "iraqi"}
    assert all(PARTS.counters[id_].nation == nation[id_[0]] for id_ in ids.split())


def test_the_order_of_battle_is_complete():
    listed = [id_ for _, ids, _ in OOB.values() for id_ in ids.split()]
    assert sorted(listed) == sorted(PARTS.coalition_ids)
    assert len(listed) == len(set(listed)) == 53
    assert set(ALIAS.values()) | {"m_scc"} == set(listed)
    assert set(NAMES) == {"inf", "w", "tank", "lar", "cav", "recon", "eng", "tow", "mp", "aav", "mech", "sf", "iq"}
