"""7.1, 7.10, 11.1-11.6: who moves when, along which routes, and what stops a move."""

from __future__ import annotations

import pytest

from somali_pirates.actions import EndPhase, Fly, Halt, Move, Walk
from somali_pirates.rules.routes import reach
from tests.asking import refused, step
from tests.somali_pirates.moving import against_move, closed, moved, picked
from tests.somali_pirates.positions import after, arrange, where


@pytest.mark.rule("somali_pirates", "2.1a")
@pytest.mark.parametrize(
    ("mover", "text", "unit"),
    [("coalition", "las_anod: nato_13_dble", "nato_13_dble"), ("pirate", "qardho: sl_technical_1", "sl_technical_1")],
)
def test_both_sides_enter_somalia(mover: str, text: str, unit: str) -> None:
    assert against_move(arrange(text, mover=mover), Walk(unit, "garowe")) is None


@pytest.mark.rule("somali_pirates", "2.1b")
def test_pirates_enter_djibouti() -> None:
    assert against_move(arrange("zeila: sl_technical_1", mover="pirate"), Walk("sl_technical_1", "djibouti")) is None


@pytest.mark.rule("somali_pirates", "2.1c")
@pytest.mark.rule("somali_pirates", "2.8a")
@pytest.mark.parametrize(
    ("at", "base"),
    [("sea_goa_w", "off_aden"), ("sea_red", "off_suez"), ("sea_arab", "off_salalah"), ("sea_ind", "off_victoria"),
     ("sea_basin", "off_diego")],
)  # fmt: skip
def test_no_pirate_enters_an_off_map_base(at: str, base: str) -> None:
    assert against_move(arrange(f"{at}: pl_mothership_1", mover="pirate"), Walk("pl_mothership_1", base)) == "7.10b"


@pytest.mark.rule("somali_pirates", "2.1d")
def test_sea_zones_are_open_to_both_sides() -> None:
    text = "sea_punt: pl_mothership_1; sea_mudug: nato_uk_swg"
    assert against_move(arrange(text, mover="pirate"), Walk("pl_mothership_1", "sea_basin")) is None
    assert against_move(arrange(text), Walk("nato_uk_swg", "sea_basin")) is None


@pytest.mark.rule("somali_pirates", "2.4a")
def test_without_a_route_there_is_no_step() -> None:
    match = arrange("garowe: nato_13_dble")
    assert against_move(match, Walk("nato_13_dble", "bosaso")) == "2.4a"
    assert against_move(match, Walk("nato_13_dble", "qardho")) is None


@pytest.mark.rule("somali_pirates", "2.11e")
@pytest.mark.rule("somali_pirates", "11.1a")
def test_a_unit_moves_its_number_of_zones_along_its_own_routes() -> None:
    match = moved(arrange("djibouti: au_burundi_1 nato_eu_rr"), Walk("au_burundi_1", "zeila"))
    assert step(match) == "MovementPhase"  # movement 1 is used up
    assert against_move(match, Walk("au_burundi_1", "berbera")) == "2.11e"
    match = moved(match, Walk("nato_eu_rr", "zeila"), Walk("nato_eu_rr", "berbera"))
    assert where(match, "nato_eu_rr") == "berbera"
    assert against_move(match, Walk("nato_eu_rr", "burao")) == "2.11e"
    assert against_move(arrange("berbera: nato_eu_rr"), Walk("nato_eu_rr", "sea_goa_c")) == "11.4a"


@pytest.mark.rule("somali_pirates", "7.1a")
@pytest.mark.rule("somali_pirates", "11.2a")
def test_a_faction_is_finished_when_the_next_begins() -> None:
    text = "djibouti: cjtfhoa_prt_1 cjtfhoa_prt_2 nato_13_dble nato_egf jsotf_3_sfg"
    match = moved(arrange(text), Walk("cjtfhoa_prt_1", "zeila"))
    assert refused(match, Move("cjtfhoa_prt_2")) is None
    match = moved(match, Walk("nato_13_dble", "zeila"), Walk("jsotf_3_sfg", "zeila"))
    assert refused(match, Move("cjtfhoa_prt_2")) == "7.1a"
    assert refused(match, Move("nato_egf")) is None  # a common unit between them ends nothing
    assert refused(match, Move("jsotf_3_sfg")) is None  # and moves in any activation


@pytest.mark.rule("somali_pirates", "7.1a")
def test_a_unit_picked_up_and_set_down_activates_nobody() -> None:
    match = after(picked(arrange("djibouti: cjtfhoa_prt_1 nato_egf"), "cjtfhoa_prt_1"), Halt())
    match = moved(match, Walk("nato_egf", "zeila"))
    assert refused(match, Move("cjtfhoa_prt_1")) is None


@pytest.mark.rule("somali_pirates", "7.10a")
def test_a_pirate_faction_may_go_into_another_region() -> None:
    match = arrange("las_anod: sl_technical_1", mover="pirate")
    assert against_move(match, Walk("sl_technical_1", "garowe")) is None


@pytest.mark.rule("somali_pirates", "7.10b")
@pytest.mark.parametrize(
    ("at", "closed"), [("afmadow", "kenya"), ("hargeisa", "ethiopia_n"), ("galkayo", "ethiopia_s")]
)
def test_kenya_and_ethiopia_are_closed_to_pirates(at: str, closed: str) -> None:
    match = arrange(f"{at}: ss_technical_1 nato_13_dble", mover="pirate")
    assert against_move(match, Walk("ss_technical_1", closed)) == "7.10b"
    assert against_move(arrange(f"{at}: nato_13_dble"), Walk("nato_13_dble", closed)) is None


@pytest.mark.rule("somali_pirates", "7.10c")
@pytest.mark.rule("somali_pirates", "11.4b")
def test_coalition_ground_units_stop_for_open_pirates() -> None:
    match = moved(arrange("djibouti: nato_eu_rr; zeila: sl_militia_1"), Walk("nato_eu_rr", "zeila"))
    assert step(match) == "MovementPhase"
    assert against_move(match, Walk("nato_eu_rr", "berbera")) == "11.4b"


@pytest.mark.rule("somali_pirates", "11.4b")
@pytest.mark.parametrize(
    "enemy", ["nato_uk_swg", "^cjtfhoa_mn_mpa", "base_1", "base_1 nato_uk_strike", "cjtfhoa_prt_1"]
)
def test_any_open_enemy_stops_a_ground_unit(enemy: str) -> None:
    match = arrange(f"garowe: pl_technical_1; eyl: {enemy}", mover="pirate")
    match = moved(match, Walk("pl_technical_1", "eyl"))
    assert against_move(match, Walk("pl_technical_1", "bandar_beyla")) == "11.4b"


@pytest.mark.rule("somali_pirates", "11.4c")
def test_underground_enemies_and_cargo_stop_nobody() -> None:
    match = moved(arrange("djibouti: usafcom_2_sbct; hargeisa: !sl_militia_1"), Walk("usafcom_2_sbct", "ethiopia_n"))
    match = moved(match, Walk("usafcom_2_sbct", "hargeisa"), Walk("usafcom_2_sbct", "burao"))
    assert where(match, "usafcom_2_sbct") == "burao"


@pytest.mark.rule("somali_pirates", "11.0a")
def test_only_the_side_whose_phase_it_is_moves() -> None:
    match = arrange("djibouti: nato_13_dble; eyl: pl_technical_1", mover="pirate")
    assert refused(match, Move("nato_13_dble")) == "11.0a"
    assert refused(match, Move("pl_technical_1")) is None
    assert refused(match, EndPhase()) is None  # nobody has to move


@pytest.mark.rule("somali_pirates", "11.3a")
def test_ships_use_sea_routes_and_ports() -> None:
    match = arrange("sea_punt: nato_uk_swg")
    assert against_move(match, Walk("nato_uk_swg", "eyl")) is None
    assert against_move(match, Walk("nato_uk_swg", "bandar_beyla")) == "11.3a"
    assert against_move(arrange("eyl: nato_uk_swg"), Walk("nato_uk_swg", "garowe")) == "11.3a"


@pytest.mark.rule("somali_pirates", "11.3b")
@pytest.mark.parametrize(
    ("enemy", "stops"),
    [("nato_uk_swg", True), ("^cjtfhoa_mn_mpa", True), ("jsotf_nsw_tf", False), ("usnavaf_rivron", False)],
)
def test_what_stops_pirate_ships(enemy: str, stops: bool) -> None:
    match = arrange(f"sea_mudug: ss_mothership_1; sea_punt: {enemy}", mover="pirate")
    match = moved(match, Walk("ss_mothership_1", "sea_punt"))
    assert against_move(match, Walk("ss_mothership_1", "sea_guard")) == ("11.3b" if stops else None)


@pytest.mark.rule("somali_pirates", "11.3b")
def test_a_pirate_ship_stops_in_a_port_with_a_coalition_ship() -> None:
    match = moved(arrange("sea_goa_c: sl_mothership_1; berbera: nato_uk_swg", mover="pirate"),
                  Walk("sl_mothership_1", "berbera"))  # fmt: skip
    assert against_move(match, Walk("sl_mothership_1", "sea_goa_c")) == "11.3b"


@pytest.mark.rule("somali_pirates", "11.3c")
def test_coalition_ships_sail_through_pirates() -> None:
    match = arrange("sea_red: nato_uk_swg; sea_bab: sl_attack_craft_1; sea_goa_w: sl_mothership_1")
    for zone in ("sea_bab", "sea_goa_w", "sea_goa_c", "sea_goa_e", "sea_guard"):
        match = moved(match, Walk("nato_uk_swg", zone))
    assert where(match, "nato_uk_swg") == "sea_guard"
    assert against_move(match, Walk("nato_uk_swg", "sea_punt")) == "2.11e"  # movement 5


@pytest.mark.rule("somali_pirates", "11.4a")
def test_marines_do_not_swim() -> None:
    assert against_move(arrange("eyl: usnavaf_11_meu"), Walk("usnavaf_11_meu", "sea_punt")) == "11.4a"


@pytest.mark.rule("somali_pirates", "11.5a")
def test_units_with_movement_zero_stay() -> None:
    match = arrange("merca: ss_militia_1 pirate_base_1; mogadishu: base_1", mover="pirate")
    assert against_move(match, Walk("ss_militia_1", "mogadishu")) == "11.5a"
    assert against_move(match, Walk("pirate_base_1", "mogadishu")) == "11.5a"


@pytest.mark.rule("somali_pirates", "11.6a")
def test_leaving_enemies_is_free_but_the_next_ones_stop() -> None:
    match = arrange("zeila: nato_eu_rr sl_militia_1; borama: sl_militia_2; berbera: cjtfhoa_prt_1")
    match = moved(match, Walk("nato_eu_rr", "borama"))
    assert where(match, "nato_eu_rr") == "borama"
    assert against_move(match, Walk("nato_eu_rr", "hargeisa")) == "11.4b"
    free = moved(arrange("zeila: nato_eu_rr sl_militia_1"), Walk("nato_eu_rr", "berbera"))
    assert against_move(free, Walk("nato_eu_rr", "burao")) is None


@pytest.mark.rule("somali_pirates", "11.1a")
def test_a_ship_may_go_on_after_another_unit_has_moved() -> None:
    match = arrange("sea_red: nato_uk_swg; djibouti: nato_egf")
    match = moved(match, Walk("nato_uk_swg", "sea_bab"), Walk("nato_egf", "zeila"), Walk("nato_uk_swg", "sea_goa_w"))
    assert where(match, "nato_uk_swg") == "sea_goa_w"
    assert reach(match.state, "nato_uk_swg").keys() >= {"sea_goa_c", "djibouti"}


@pytest.mark.rule("somali_pirates", "CHIT.C5")
def test_a_closed_region_is_not_left_but_entered() -> None:
    text = "las_anod: sl_technical_1; burao: sl_technical_2; eyl: pl_attack_craft_1; garowe: pl_technical_1"
    match = closed(arrange(text, mover="pirate"), "puntland")
    assert against_move(match, Walk("sl_technical_1", "garowe")) is None
    assert against_move(match, Walk("pl_technical_1", "las_anod")) == "CHIT.C5"
    assert against_move(match, Walk("pl_technical_1", "qardho")) is None
    assert against_move(match, Walk("pl_attack_craft_1", "sea_punt")) == "CHIT.C5"
    assert "hobyo" not in reach(match.state, "pl_technical_1")


@pytest.mark.rule("somali_pirates", "CHIT.P1")
def test_a_closed_off_map_base_is_neither_left_nor_entered() -> None:
    text = "off_aden: nato_uk_swg nato_uk_strike; sea_goa_w: nato_mn_swg; off_suez: usafcom_us_strike_1"
    match = closed(arrange(text), "off_aden")
    assert against_move(match, Walk("nato_uk_swg", "sea_goa_w")) == "CHIT.P1"
    assert against_move(match, Walk("nato_mn_swg", "off_aden")) == "CHIT.P1"
    assert against_move(match, Fly("nato_uk_strike", "eyl")) == "CHIT.P1"
    assert against_move(match, Fly("usafcom_us_strike_1", "off_aden", "base")) == "CHIT.P1"
    assert against_move(match, Fly("usafcom_us_strike_1", "eyl")) is None
