"""6.2, 6.3, 18  Control of Zones and the Control Phase."""

from __future__ import annotations

import pytest

from somali_pirates.actions import PayTurn, TakePoints
from somali_pirates.rules.control import controller, income, zone_income
from somali_pirates.state import COALITION, PIRATE
from tests.asking import refused, step, told
from tests.somali_pirates.positions import arrange


def held(text: str, zone: str) -> str | None:
    return controller(arrange(text).state, zone)


@pytest.mark.rule("somali_pirates", "18.1a")
def test_one_open_ground_or_sof_unit_without_an_open_enemy_controls_a_land_zone() -> None:
    assert held("eyl: pirate_base_1", "eyl") == PIRATE
    assert held("eyl: jsotf_cia", "eyl") == COALITION
    assert held("eyl: contractors_pet_engr_1", "eyl") == COALITION
    assert held("eyl: base_1", "eyl") == COALITION
    assert held("", "eyl") is None


@pytest.mark.rule("somali_pirates", "18.1b")
@pytest.mark.rule("somali_pirates", "18.1c")
@pytest.mark.rule("somali_pirates", "10.5a")
def test_underground_units_do_not_count_and_both_sides_hold_nothing() -> None:
    assert held("merca: stfg_police !ss_militia_1 !ss_militia_2 !ss_militia_3", "merca") == COALITION
    assert held("merca: !ss_militia_1", "merca") is None
    assert held("merca: stfg_police ss_militia_1", "merca") is None


@pytest.mark.rule("somali_pirates", "18.1a")
@pytest.mark.rule("somali_pirates", "18.1c")
def test_ships_in_port_and_aircraft_neither_hold_nor_dispute_a_land_zone() -> None:
    assert held("eyl: cjtfhoa_ctf_151_mn", "eyl") is None
    assert held("eyl: pl_militia_1 cjtfhoa_ctf_151_mn ^cjtfhoa_mn_mpa", "eyl") == PIRATE
    assert held("eyl: pl_attack_craft_1 jsotf_cia", "eyl") == COALITION


@pytest.mark.rule("somali_pirates", "18.2a")
@pytest.mark.rule("somali_pirates", "18.2b")
def test_ships_alone_hold_a_sea_zone() -> None:
    assert held("sea_punt: pl_attack_craft_1 ^cjtfhoa_mn_mpa", "sea_punt") == PIRATE
    assert held("sea_punt: pl_attack_craft_1 cjtfhoa_ctf_151_mn", "sea_punt") is None
    assert held("sea_punt: cjtfhoa_ctf_151_mn", "sea_punt") == COALITION
    assert held("sea_punt: jsotf_nsw_tf", "sea_punt") is None
    assert held("sea_punt: usnavaf_rivron", "sea_punt") is None
    assert held("sea_punt: pl_mothership_1[pl_attack_craft_1] cjtfhoa_ctf_151_mn", "sea_punt") is None


@pytest.mark.rule("somali_pirates", "18.3a")
def test_off_map_bases_are_always_the_coalitions_and_pay_nothing() -> None:
    state = arrange("").state
    assert controller(state, "off_diego") == COALITION
    assert zone_income(state, "off_diego") == {COALITION: 0, PIRATE: 0}


@pytest.mark.rule("somali_pirates", "2.5a")
@pytest.mark.rule("somali_pirates", "18.4a")
def test_the_control_phase_adds_the_values_to_the_own_index() -> None:
    text = "eyl: pl_militia_1; bosaso: pl_militia_2; sea_guard: pl_attack_craft_1; galkayo: pl_militia_3"
    match = arrange(text, "control", pirate=60)
    assert match.state.index == {COALITION: 60, PIRATE: 68}  # 3 + 2 + 2 + 1
    assert step(match) == "Protracted"


@pytest.mark.rule("somali_pirates", "6.5b")
@pytest.mark.rule("somali_pirates", "18.4a")
def test_control_income_cannot_be_taken_from_the_enemy() -> None:
    match = arrange("eyl: pl_militia_1", "control")
    assert refused(match, TakePoints(lower=True)) == "4.1i"
    capped = arrange("eyl: pl_militia_1", "control", pirate=99)
    assert capped.state.index == {COALITION: 58, PIRATE: 100}


@pytest.mark.rule("somali_pirates", "2.7a")
@pytest.mark.rule("somali_pirates", "6.3a")
def test_an_engineer_doubles_a_controlled_petroleum_zone() -> None:
    assert zone_income(arrange("burao: au_uganda_1").state, "burao") == {COALITION: 1, PIRATE: 0}
    worked = arrange("burao: contractors_pet_engr_1 contractors_pet_engr_2", "control")
    assert worked.state.index[COALITION] == 62
    assert zone_income(arrange("burao: contractors_pet_engr_1 sl_militia_1").state, "burao")[COALITION] == 0
    assert zone_income(arrange("hargeisa: contractors_pet_engr_1").state, "hargeisa")[COALITION] == 1


@pytest.mark.rule("somali_pirates", "5.2a")
@pytest.mark.rule("somali_pirates", "6.0d")
def test_the_first_player_collects_first_and_may_end_the_game() -> None:
    text = "eyl: pl_militia_1; mogadishu: au_uganda_1"
    pirates_first = arrange(text, "control", PIRATE, coalition=3, pirate=100)
    assert pirates_first.result is not None
    assert pirates_first.result.winner == PIRATE
    coalition_first = arrange(text, "control", COALITION, coalition=3, pirate=100)
    assert coalition_first.result is None
    assert coalition_first.state.index == {COALITION: 2, PIRATE: 100}


def test_the_income_shown_is_the_income_paid() -> None:
    text = "eyl: pl_militia_1; mogadishu: au_uganda_1; sea_bab: cjtfhoa_ctf_151_mn; djibouti: base_1"
    before = arrange(text).state
    match = arrange(text, "control")
    assert match.state.index == {side: 60 + income(before, side) for side in (COALITION, PIRATE)}
    assert income(before, COALITION) == 4
    match.play(PayTurn())
    assert told(match, "18.4a")
