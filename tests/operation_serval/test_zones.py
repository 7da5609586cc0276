"""11  Zones of control."""

import pytest

from operation_serval.actions import DeclareAttack, Finish, Halt, MarchTo, MarchWith
from operation_serval.rules.battle import GroundCombat
from operation_serval.rules.zones import zoned
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import refused
from tests.operation_serval.operating import left, lift, march, operate, to_combat, why_not_march
from tests.operation_serval.positions import FAR, arrange, game, worn

AROUND = {"2324", "2424", "2325", "2525", "2326", "2426"}  # the neighbours of 2425, all open ground


@pytest.mark.rule("operation_serval", "11.0a")
def test_a_zone_is_the_six_hexes_around() -> None:
    match = arrange(f"{FAR}; 2425: fr_ca_gtia1")
    assert zoned(match.state, ISLAMIST) & set(game().data.disc("2425", 2)) == AROUND
    assert "2425" not in zoned(match.state, ISLAMIST)


@pytest.mark.rule("operation_serval", "11.1a")
@pytest.mark.rule("operation_serval", "11.1c")
@pytest.mark.rule("operation_serval", "11.1e")
@pytest.mark.parametrize(
    ("unit", "side", "has_zone"),
    [
        ("ad_tech_1", COALITION, True),
        ("ad_tech_1*", COALITION, False),
        ("ad_guer_1", COALITION, False),
        ("ad_iyad", COALITION, False),
        ("ml_inf_1", ISLAMIST, True),
        ("ml_inf_1*", ISLAMIST, False),
        ("fr_armor_arec", ISLAMIST, False),
        ("fr_mech_a21", ISLAMIST, False),
        ("fr_ca_gtia1", ISLAMIST, True),
        ("ml_base_1", ISLAMIST, False),
    ],
)
def test_only_marked_and_effective_units_have_a_zone(unit: str, side: str, has_zone: bool) -> None:
    match = arrange(f"{FAR}; 2425: {unit}")
    assert (zoned(match.state, side) >= AROUND) == has_zone


@pytest.mark.rule("operation_serval", "11.1a")
@pytest.mark.parametrize(("enemy", "stops"), [("ad_guer_1", False), ("ad_tech_1", True)])
def test_a_unit_stops_only_beside_one_with_a_zone(enemy: str, stops: bool) -> None:
    match = operate(arrange(f"{FAR}; 2425: {enemy}; 2726: fr_mech_a21"), "french")
    lift(match, "fr_mech_a21").play(MarchTo("2426"))
    assert left(match, "fr_mech_a21") > 0
    assert ("fr_mech_a21" in match.state.halted) == stops


@pytest.mark.rule("operation_serval", "11.1b")
def test_a_friend_in_a_zone_cancels_nothing() -> None:
    match = operate(arrange(f"{FAR}; 2425: ad_tech_1; 2525: fr_sof_cm; 2726: fr_mech_a21"), "french")
    lift(match, "fr_mech_a21").play(MarchTo("2525"))
    assert "fr_mech_a21" in match.state.halted
    assert refused(match, MarchWith("fr_mech_a21")) == "11.2a"


@pytest.mark.rule("operation_serval", "11.1d")
@pytest.mark.rule("operation_serval", "7.6c")
def test_zones_cross_rivers_terrain_and_borders() -> None:
    data = game().data
    assert data.is_river("2323", "2324")
    match = arrange(f"{FAR}; 2324: ml_33p; 3227: af_niger; 3212: ad_tech_1")
    assert "2323" in zoned(match.state, ISLAMIST)
    assert data.country["3227"] == "niger" and data.country["3127"] == "mali"
    assert "3127" in zoned(match.state, ISLAMIST)
    assert data.country["3212"] == "algeria" and data.country["3213"] == "mali"
    assert "3213" in zoned(match.state, COALITION)
    stopped = operate(arrange(f"{FAR}; 3227: af_niger; 3026: mj_tech_1", side=ISLAMIST), "mojwa")
    lift(stopped, "mj_tech_1").play(MarchTo("3127"))
    assert "mj_tech_1" in stopped.state.halted


@pytest.mark.rule("operation_serval", "11.2a")
def test_entering_a_zone_stops_the_unit_for_no_extra_cost() -> None:
    match = operate(arrange(f"{FAR}; 2425: ml_33p; 2625: ad_tech_1", side=ISLAMIST), "ansar_dine")
    lift(match, "ad_tech_1").play(MarchTo("2525"))
    assert left(match, "ad_tech_1") == 20 - 2
    assert refused(match, MarchWith("ad_tech_1")) == "11.2a"
    beyond = operate(arrange(f"{FAR}; 2425: ml_33p; 2625: ad_tech_1", side=ISLAMIST), "ansar_dine")
    assert why_not_march(beyond, "2426", "ad_tech_1") is None  # by a way that does not touch the zone before its end
    behind = operate(
        arrange(f"{FAR}; 2513: ml_33p; 2711: ml_pg; 2715: ml_inf_5; 2713: aq_tech_1", side=ISLAMIST), "aqim"
    )
    assert why_not_march(behind, "2313", "aq_tech_1") is not None  # every way of ten points leads through zones


@pytest.mark.rule("operation_serval", "11.2b")
@pytest.mark.rule("operation_serval", "11.2c")
def test_a_unit_leaves_a_zone_only_to_a_hex_outside_all_zones() -> None:
    match = operate(arrange(f"{FAR}; 2425: ml_33p; 2525: ad_tech_1", side=ISLAMIST), "ansar_dine")
    assert why_not_march(match, "2426", "ad_tech_1") is None  # through 2526 outside the zone, for more than one step
    lift(match, "ad_tech_1").play(MarchTo("2426"))
    assert left(match, "ad_tech_1") == 20 - 4
    first = match.journal.entries[-1].places[1]
    assert first not in AROUND and first in game().data.near["2525"]
    assert "ad_tech_1" in match.state.halted


@pytest.mark.rule("operation_serval", "11.2b")
def test_a_unit_with_zones_all_around_cannot_move() -> None:
    held = "2325: ml_33p; 2627: ml_pg; 2524: ml_inf_5; 2426: ml_armor; 2326: ad_tech_1; 2525: ad_tech_2"
    match = arrange(f"2107: aq_guer_1; {held}", side=ISLAMIST)
    zones = zoned(match.state, ISLAMIST)
    data = game().data
    assert all(hex_ in zones or match.state.own(COALITION, hex_) for hex_ in data.near["2425"])
    boxed = operate(
        arrange(f"2107: aq_guer_1; {held.replace('2326: ad_tech_1; ', '')}; 2425: ad_tech_1", side=ISLAMIST),
        "ansar_dine",
    )
    assert refused(boxed, MarchWith("ad_tech_1")) == "11.2b"


@pytest.mark.rule("operation_serval", "11.3a")
def test_nobody_has_to_attack() -> None:
    match = to_combat(operate(arrange(f"{FAR}; 2425: ml_33p; 2525: ad_tech_1", side=ISLAMIST), "ansar_dine"))
    assert DeclareAttack("2425") in match.legal()
    match.play(Finish())
    assert not isinstance(match.state.step, GroundCombat)


@pytest.mark.rule("operation_serval", "29.4c")
def test_zones_do_not_reach_into_staging_areas() -> None:
    match = operate(arrange(f"{FAR}; 3920: td_armor; chad_sa: td_tech_des; 3820: ad_tech_1"), "french")
    assert "chad_sa" not in zoned(match.state, COALITION)
    assert "3919" in zoned(match.state, COALITION)
    lift(match, "td_tech_des").play(MarchTo("3919"))
    assert "td_tech_des" in match.state.halted  # it stops in the zone, but was in none before


def test_zones_are_forgotten_when_a_unit_moves_or_is_disrupted() -> None:
    match = arrange(f"{FAR}; 2425: ml_33p")
    assert "2525" in zoned(match.state, ISLAMIST)
    match.state.change("ml_33p", disrupted=True)
    assert "2525" not in zoned(match.state, ISLAMIST)
    match.state.change("ml_33p", disrupted=False, at="2427")
    assert "2525" not in zoned(match.state, ISLAMIST) and "2428" in zoned(match.state, ISLAMIST)
    assert not worn(match, "ml_33p")


def test_halting_keeps_what_is_left() -> None:
    match = operate(arrange(f"{FAR}; 2425: ml_33p"), "mali")
    march(match, "2525", "ml_33p")
    lift(match, "ml_33p")
    assert left(match, "ml_33p") == 8
    match.play(Halt())
