"""Where rules of Somali Pirates meet: the awkward positions that a referee is asked about."""

from __future__ import annotations

import pytest

from somali_pirates.actions import Disembark, Embark, Fly, Move, PickUp, Redeploy, Walk
from tests.somali_pirates.moving import against_move, moved
from tests.somali_pirates.positions import after, arrange, where

# Movement


@pytest.mark.rule("somali_pirates", "7.1a")
@pytest.mark.rule("somali_pirates", "23.1a")
def test_a_helicopter_of_contractors_moves_no_unit_of_a_faction_that_is_finished() -> None:
    text = "djibouti: base_1 nato_egf nato_13_dble contractors_pmc_avn cjtfhoa_prt_1"
    match = moved(arrange(text), Walk("nato_13_dble", "zeila"))
    assert against_move(match, PickUp("contractors_pmc_avn", "nato_egf")) is None
    match = moved(match, Walk("cjtfhoa_prt_1", "zeila"))
    assert against_move(match, PickUp("contractors_pmc_avn", "nato_egf")) == "7.1a"


@pytest.mark.rule("somali_pirates", "7.1a")
def test_a_passenger_activates_its_faction() -> None:
    match = arrange("djibouti: base_1 nato_egf contractors_pmc_avn cjtfhoa_prt_1 cjtfhoa_prt_2")
    match = moved(match, Walk("cjtfhoa_prt_1", "zeila"))
    after(match, Move("contractors_pmc_avn"), PickUp("contractors_pmc_avn", "nato_egf"))
    after(match, Fly("contractors_pmc_avn", "hargeisa"))
    assert match.state.active == "nato"
    assert against_move(match, Walk("cjtfhoa_prt_2", "zeila")) == "7.1a"


@pytest.mark.rule("somali_pirates", "22.1a")
@pytest.mark.rule("somali_pirates", "22.3a")
@pytest.mark.rule("somali_pirates", "22.3b")
def test_a_ship_takes_a_unit_from_port_to_port_in_one_phase() -> None:
    match = arrange("djibouti: usnavaf_awg_1 usnavaf_11_meu")
    match = moved(match, Embark("usnavaf_11_meu", "usnavaf_awg_1"), Walk("usnavaf_awg_1", "sea_goa_w"))
    assert against_move(match, Disembark("usnavaf_11_meu", "sea_goa_w")) == "22.3e"
    match = moved(match, Walk("usnavaf_awg_1", "zeila"), Disembark("usnavaf_11_meu", "zeila"))
    assert where(match, "usnavaf_11_meu") == "zeila"
    assert against_move(match, Walk("usnavaf_11_meu", "borama")) == "22.3b"
    assert against_move(match, Embark("usnavaf_11_meu", "usnavaf_awg_1")) == "22.3b"
    assert against_move(match, Walk("usnavaf_awg_1", "sea_goa_w")) == "22.3a"


@pytest.mark.rule("somali_pirates", "22.5b")
def test_an_amphibious_landing_is_a_move_and_does_not_follow_an_embarkation() -> None:
    match = moved(arrange("alula: usnavaf_awg_1 usnavaf_11_meu"), Embark("usnavaf_11_meu", "usnavaf_awg_1"))
    match = moved(match, Walk("usnavaf_awg_1", "sea_guard"), Walk("usnavaf_awg_1", "sea_punt"))
    assert against_move(match, Disembark("usnavaf_11_meu", "bandar_beyla")) == "22.5b"
    beach = arrange("bandar_beyla: usnavaf_11_meu; sea_punt: usnavaf_awg_1")
    beach = moved(beach, Embark("usnavaf_11_meu", "usnavaf_awg_1"), Walk("usnavaf_awg_1", "eyl"))
    assert against_move(beach, Disembark("usnavaf_11_meu", "eyl")) == "22.3b"


@pytest.mark.rule("somali_pirates", "22.4a")
def test_a_mothership_carries_a_craft_from_sea_to_sea_in_one_phase() -> None:
    match = arrange("sea_punt: pl_mothership_1 pl_attack_craft_1", mover="pirate")
    match = moved(match, Embark("pl_attack_craft_1", "pl_mothership_1"), Walk("pl_mothership_1", "sea_basin"))
    match = moved(match, Disembark("pl_attack_craft_1", "sea_basin"))
    assert where(match, "pl_attack_craft_1") == "sea_basin"
    assert against_move(match, Walk("pl_attack_craft_1", "sea_ind")) == "22.3b"


@pytest.mark.rule("somali_pirates", "16.2a")
def test_nobody_goes_ashore_from_a_ship_in_the_box() -> None:
    match = arrange("eyl: !pl_mothership_1[pl_warlord_1]", mover="pirate")
    assert against_move(match, Disembark("pl_warlord_1", "eyl")) == "16.2a"


@pytest.mark.rule("somali_pirates", "11.8b")
@pytest.mark.rule("somali_pirates", "11.8e")
def test_a_base_that_arrives_in_this_phase_is_no_base_to_start_from_but_to_land_at() -> None:
    text = "berbera: usafcom_101_aaslt; djibouti: base_1 usafcom_173_abn; mogadishu: base_2; baidoa: au_uganda_1"
    match = moved(arrange(text), Redeploy("base_1", "berbera", "port"))
    assert against_move(match, Fly("usafcom_101_aaslt", "hargeisa")) == "11.8e"
    assert against_move(match, Fly("usafcom_101_aaslt", "mogadishu")) == "11.8c"
    assert against_move(match, Fly("usafcom_173_abn", "berbera")) is None


@pytest.mark.rule("somali_pirates", "30.1a")
def test_the_refusal_of_a_second_zone_names_the_lack_of_a_base() -> None:
    match = arrange("garowe: nato_13_dble; djibouti: base_1 nato_eu_rr", options={"logistics": True})
    match = moved(match, Walk("nato_13_dble", "qardho"))
    assert against_move(match, Walk("nato_13_dble", "bosaso")) == "30.1a"
    match = moved(match, Walk("nato_eu_rr", "zeila"), Walk("nato_eu_rr", "borama"))
    assert against_move(match, Walk("nato_eu_rr", "hargeisa")) == "2.11e"
