"""17  The Return Phase: landings, airmobile flights, SOF from the sea, boxes."""

from __future__ import annotations

import pytest

from somali_pirates.actions import Disembark, Emerge, EndPhase, Fly, Hide, Walk
from somali_pirates.state import COALITION, PIRATE
from tests.asking import offered, refused, step
from tests.somali_pirates.positions import FAR, after, arrange, where

BASES = "djibouti: base_1; berbera: base_2"


@pytest.mark.rule("somali_pirates", "17.0a")
@pytest.mark.rule("somali_pirates", "21.1a")
def test_an_air_unit_on_a_mission_must_land_at_any_base() -> None:
    match = arrange(f"{BASES}; eyl: ^usafcom_us_strike_1 pl_militia_1", "return")
    assert refused(match, EndPhase()) == "17.0a"
    assert refused(match, Fly("usafcom_us_strike_1", "hargeisa", "base")) == "21.0a"
    assert refused(match, Fly("usafcom_us_strike_1", "sea_arab", "")) == "17.0a"
    after(match, Fly("usafcom_us_strike_1", "berbera", "base"))
    assert where(match, "usafcom_us_strike_1") == "berbera"
    assert refused(match, EndPhase()) is None


@pytest.mark.rule("somali_pirates", "17.0a")
@pytest.mark.rule("somali_pirates", "21.2a")
def test_carrier_air_returns_to_its_ship() -> None:
    match = arrange("sea_arab: usnavaf_cvg_1; eyl: ^usnavaf_cag_1 ^usafcom_us_strike_1", "return")
    assert refused(match, Fly("usafcom_us_strike_1", "sea_arab", "usnavaf_cvg_1")) == "21.2a"
    after(match, Fly("usnavaf_cag_1", "sea_arab", "usnavaf_cvg_1"))
    assert match.state.units["usnavaf_cag_1"].aboard == "usnavaf_cvg_1"


@pytest.mark.rule("somali_pirates", "17.0a")
@pytest.mark.rule("somali_pirates", "9.10f")
def test_an_air_unit_without_a_base_is_eliminated_and_rolled_for() -> None:
    text = "eyl: ^usafcom_us_strike_1; mogadishu: au_uganda_1"
    match = arrange(text, "return", closed=("off_aden", "off_suez"), dice=(6,))
    assert refused(match, EndPhase()) == "17.0a"  # other Off-Map bases are open
    closed = arrange(text, "combat", dice=(6,))
    closed.state.shut = dict.fromkeys(closed.state.data.offmap, "dar_al_harb")
    closed.play(EndPhase())
    assert where(closed, "usafcom_us_strike_1") == "removed"
    assert closed.state.index == {COALITION: 60, PIRATE: 60}


@pytest.mark.rule("somali_pirates", "21.5a")
@pytest.mark.rule("somali_pirates", "21.5c")
@pytest.mark.rule("somali_pirates", "21.5d")
def test_a_patrol_may_stay_aloft_unless_it_attacked() -> None:
    text = f"{BASES}; sea_red: ^cjtfhoa_mn_mpa"
    match = arrange(text, "return")
    assert refused(match, EndPhase()) is None
    assert refused(match, Fly("cjtfhoa_mn_mpa", "djibouti", "base")) is None
    fought = arrange(text, "combat")
    fought.state.attacked |= {"cjtfhoa_mn_mpa"}
    after(fought, EndPhase())
    assert refused(fought, EndPhase()) == "17.0a"
    after(fought, Fly("cjtfhoa_mn_mpa", "off_suez", "base"))
    assert where(fought, "cjtfhoa_mn_mpa") == "off_suez"


@pytest.mark.rule("somali_pirates", "17.0b")
@pytest.mark.rule("somali_pirates", "11.8c")
def test_airmobile_units_fly_in_the_return_phase() -> None:
    match = arrange(f"{BASES}; las_anod: usafcom_101_aaslt", "return")
    assert refused(match, Fly("usafcom_101_aaslt", "berbera")) is None
    assert refused(match, Fly("usafcom_101_aaslt", "garowe")) == "11.8e"
    after(match, Fly("usafcom_101_aaslt", "berbera"))
    assert where(match, "usafcom_101_aaslt") == "berbera"
    far = arrange("djibouti: base_1; kismayo: usafcom_101_aaslt", "return")
    assert refused(far, Fly("usafcom_101_aaslt", "djibouti")) == "11.8c"


@pytest.mark.rule("somali_pirates", "17.0c")
def test_an_airmobile_unit_alone_at_sea_is_eliminated() -> None:
    match = arrange("sea_ind: jsotf_75_r; sea_basin: pl_attack_craft_1", "combat", dice=(3,))
    match.state.shut = dict.fromkeys(match.state.data.offmap, "dar_al_harb")  # more than the two chits could close
    match.play(EndPhase())
    assert where(match, "jsotf_75_r") == "due"


@pytest.mark.rule("somali_pirates", "20.3a")
def test_sof_at_sea_return_to_a_base_in_reach_or_are_lost() -> None:
    match = arrange(f"{BASES}; sea_goa_c: jsotf_nsw_tf", "return")
    assert refused(match, EndPhase()) == "20.3a"
    assert refused(match, Walk("jsotf_nsw_tf", "bosaso")) == "20.3a"  # no base there
    after(match, Walk("jsotf_nsw_tf", "berbera"))
    assert where(match, "jsotf_nsw_tf") == "berbera"
    lost = arrange("djibouti: base_1; sea_punt: jsotf_3_sfg" + FAR, "combat", dice=(6,), closed=("off_diego",))
    after(lost, EndPhase())
    assert where(lost, "jsotf_3_sfg") == "removed"


@pytest.mark.rule("somali_pirates", "17.0e")
@pytest.mark.rule("somali_pirates", "22.3g")
def test_nobody_walks_sails_or_disembarks_in_the_return_phase() -> None:
    text = f"{BASES} usafcom_101_aaslt au_uganda_1; eyl: usnavaf_awg_1[usnavaf_11_meu]"
    match = arrange(text, "return")
    assert refused(match, Walk("au_uganda_1", "zeila")) == "17.0e"
    assert refused(match, Disembark("usnavaf_11_meu", "eyl")) == "22.3g"


@pytest.mark.rule("somali_pirates", "11.5b")
@pytest.mark.rule("somali_pirates", "16.1a")
@pytest.mark.rule("somali_pirates", "16.7a")
def test_units_hide_and_come_out_in_the_return_phase() -> None:
    match = arrange("merca: ss_militia_1 !ss_militia_2 ss_technical_1; baidoa: jsotf_cia" + FAR, "combat", PIRATE)
    match.state.attacked |= {"ss_militia_1"}
    after(match, EndPhase())
    assert step(match) == "ReturnPhase"
    assert refused(match, Hide("ss_technical_1")) == "16.0a"
    after(match, Hide("ss_militia_1"), Emerge("ss_militia_2"))
    assert (where(match, "ss_militia_1"), where(match, "ss_militia_2")) == ("!merca", "merca")
    assert refused(match, Emerge("ss_militia_1")) == "16.2a"
    assert refused(match, Hide("jsotf_cia")) == "17.0e"  # the enemy's


@pytest.mark.rule("somali_pirates", "16.1a")
def test_boxes_are_entered_and_left_in_own_phases_only() -> None:
    match = arrange("merca: ss_militia_1 !ss_militia_2 stfg_police" + FAR, "movement", COALITION)
    for action in (Hide("ss_militia_1"), Emerge("ss_militia_2")):
        assert refused(match, action) is not None
    combat = arrange("merca: ss_militia_1 !ss_militia_2 stfg_police" + FAR, "combat", PIRATE)
    assert not offered(combat, Hide) + offered(combat, Emerge)
