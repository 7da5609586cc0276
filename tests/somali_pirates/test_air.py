"""11.7-11.9, 21, 23, 26: flights of air units, airmobile units and helicopters."""

from __future__ import annotations

import pytest

from somali_pirates.actions import Disembark, EndPhase, Fly, PickUp, Walk
from tests.asking import refused, step
from tests.somali_pirates.moving import against_move, moved, picked
from tests.somali_pirates.positions import after, arrange, where

PIRATES = "mogadishu: ss_militia_1; jowhar: ss_militia_2; beledweyne: ss_militia_3; baidoa: ss_militia_4"


@pytest.mark.rule("somali_pirates", "2.11f")
@pytest.mark.rule("somali_pirates", "11.7a")
@pytest.mark.parametrize("zone", ["eyl", "hargeisa", "sea_red", "ethiopia_n"])
def test_air_units_fly_anywhere_over_anybody(zone: str) -> None:
    match = arrange(f"off_diego: usafcom_us_strike_1; eyl: pl_militia_1; {PIRATES}")
    match = moved(match, Fly("usafcom_us_strike_1", zone))
    assert where(match, "usafcom_us_strike_1") == f"^{zone}"


@pytest.mark.rule("somali_pirates", "2.11a")
@pytest.mark.rule("somali_pirates", "21.2a")
def test_only_carrier_air_uses_a_deck_and_only_one() -> None:
    text = "sea_arab: usnavaf_cvg_1 usnavaf_awg_1 nato_fr_cvg; off_salalah: usafcom_us_strike_1 nato_uk_strike " \
        "usnavaf_cag_1 usnavaf_cag_2"  # fmt: skip
    match = arrange(text)
    for strike in ("usafcom_us_strike_1", "nato_uk_strike"):
        assert against_move(match, Fly(strike, "sea_arab", "nato_fr_cvg")) == "21.2a"
    assert against_move(match, Fly("usnavaf_cag_1", "sea_arab", "nato_fr_cvg")) == "7.3a"
    match = moved(match, Fly("usnavaf_cag_1", "sea_arab", "usnavaf_cvg_1"))
    assert match.state.units["usnavaf_cag_1"].aboard == "usnavaf_cvg_1"
    assert against_move(match, Fly("usnavaf_cag_2", "sea_arab", "usnavaf_cvg_1")) == "21.2a"
    assert against_move(match, Fly("usnavaf_cag_2", "sea_arab", "usnavaf_awg_1")) is None


@pytest.mark.rule("somali_pirates", "2.11a")
def test_the_seven_strike_units_of_the_erratum_are_no_carrier_air() -> None:
    data = arrange("").game.data
    assert len(data.units.sheet.strike_units) == 7
    for id_ in data.units.sheet.strike_units:
        assert data.counters[id_].type == "strike"
        assert "carrier_air" not in data.counters[id_].flags


@pytest.mark.rule("somali_pirates", "21.2b")
def test_carrier_air_uses_land_bases_too() -> None:
    match = arrange("sea_arab: usnavaf_cvg_1[usnavaf_cag_1]; djibouti: base_1")
    assert against_move(match, Fly("usnavaf_cag_1", "djibouti", "base")) is None


@pytest.mark.rule("somali_pirates", "21.0a")
def test_a_base_holds_three_air_units_and_an_off_map_base_any_number() -> None:
    text = "djibouti: base_1 usafcom_us_strike_1 usafcom_us_strike_2 usafcom_us_strike_3; " \
        "off_aden: usafcom_us_strike_4 nato_uk_strike nato_fr_strike nato_mn_strike nato_mn_patrol"  # fmt: skip
    match = arrange(text)
    assert against_move(match, Fly("usafcom_us_strike_4", "djibouti", "base")) == "21.0a"
    assert against_move(match, Fly("usafcom_us_strike_4", "berbera", "base")) == "21.0a"  # no base there
    match = moved(match, Fly("usafcom_us_strike_3", "off_aden", "base"))
    assert against_move(match, Fly("usafcom_us_strike_4", "djibouti", "base")) is None


@pytest.mark.rule("somali_pirates", "21.1a")
def test_a_mission_out_and_back_to_another_base() -> None:
    match = arrange("off_aden: nato_uk_strike nato_13_dble; djibouti: base_1")
    match = after(moved(match, Fly("nato_uk_strike", "eyl")), EndPhase(), EndPhase())
    assert match.state.phase == "return"
    assert refused(match, EndPhase()) == "17.0a"
    match = after(match, Fly("nato_uk_strike", "djibouti", "base"))
    assert where(match, "nato_uk_strike") == "djibouti"


@pytest.mark.rule("somali_pirates", "21.5d")
def test_a_patrol_flies_from_zone_to_zone_and_stays() -> None:
    match = arrange("sea_red: ^cjtfhoa_mn_mpa; off_aden: nato_13_dble")
    match = after(moved(match, Fly("cjtfhoa_mn_mpa", "sea_basin")), EndPhase(), EndPhase())
    assert match.state.phase == "return"
    assert refused(match, EndPhase()) is None  # it may stay
    assert refused(match, Fly("cjtfhoa_mn_mpa", "off_aden", "base")) is None  # or land
    match = after(match, EndPhase())
    assert where(match, "cjtfhoa_mn_mpa") == "^sea_basin"


# Airmobile units


@pytest.mark.rule("somali_pirates", "11.8a")
@pytest.mark.rule("somali_pirates", "26.0a")
@pytest.mark.rule("somali_pirates", "11.8d")
@pytest.mark.parametrize(
    ("zone", "distance", "rule"),
    [("las_anod", 4, None), ("erigavo", 3, None), ("garowe", 5, "11.8d"), ("sea_goa_e", 2, "11.8d")],
)
def test_from_a_base_four_spaces_to_any_land_zone(zone: str, distance: int, rule: str | None) -> None:
    match = arrange("off_aden: usafcom_173_abn")
    assert match.state.data.distance("off_aden", zone) == distance
    assert against_move(match, Fly("usafcom_173_abn", zone)) == rule


@pytest.mark.rule("somali_pirates", "11.8b")
def test_base_to_base_at_any_distance() -> None:
    match = arrange("off_aden: usafcom_101_aaslt; kismayo: base_1")
    assert match.state.data.distance("off_aden", "kismayo") > 4
    assert against_move(match, Fly("usafcom_101_aaslt", "kismayo")) is None
    assert against_move(match, Fly("usafcom_101_aaslt", "off_diego")) is None


@pytest.mark.rule("somali_pirates", "11.8c")
@pytest.mark.parametrize(("at", "rule"), [("las_anod", None), ("garowe", "11.8c")])
def test_from_elsewhere_four_spaces_to_a_base(at: str, rule: str | None) -> None:
    match = arrange(f"{at}: usafcom_173_abn")
    assert against_move(match, Fly("usafcom_173_abn", "off_aden")) == rule


@pytest.mark.rule("somali_pirates", "11.8e")
@pytest.mark.rule("somali_pirates", "11.8f")
def test_one_end_must_be_a_base_of_the_own_side() -> None:
    match = arrange("eyl: usafcom_173_abn; garowe: pirate_base_1; hobyo: base_1")
    assert against_move(match, Fly("usafcom_173_abn", "garowe")) == "11.8e"
    assert against_move(match, Fly("usafcom_173_abn", "qardho")) == "11.8e"
    assert against_move(match, Fly("usafcom_173_abn", "hobyo")) is None


@pytest.mark.rule("somali_pirates", "11.8g")
def test_airmobile_units_fly_over_enemies() -> None:
    match = arrange("djibouti: base_1 nato_fr_11_para; zeila: sl_militia_1; berbera: sl_militia_2; burao: sl_militia_3")
    match = moved(match, Fly("nato_fr_11_para", "burao"))
    assert where(match, "nato_fr_11_para") == "burao"


@pytest.mark.rule("somali_pirates", "11.9a")
@pytest.mark.rule("somali_pirates", "22.43a")
def test_the_rangers_fly_from_a_carrier() -> None:
    match = arrange("sea_ind: usnavaf_cvg_1[jsotf_75_r]")
    assert match.state.data.distance("sea_ind", "merca") == 2
    match = moved(match, Walk("usnavaf_cvg_1", "sea_banaadir"), Fly("jsotf_75_r", "merca"))
    assert where(match, "jsotf_75_r") == "merca"
    assert against_move(match, Walk("usnavaf_cvg_1", "sea_juba")) == "22.3a"  # the take-off ends its move
    assert against_move(match, Walk("jsotf_75_r", "baraawe")) in ("11.8a", "22.3b")


@pytest.mark.rule("somali_pirates", "11.9a")
@pytest.mark.rule("somali_pirates", "22.2a")
def test_landing_on_a_ship_means_embarking_within_capacity() -> None:
    match = arrange("sea_arab: usnavaf_cvg_1[jsotf_3_sfg]; off_salalah: jsotf_75_r jsotf_sfod")
    match = moved(match, Fly("jsotf_75_r", "sea_arab", "usnavaf_cvg_1"))
    assert match.state.units["jsotf_75_r"].aboard == "usnavaf_cvg_1"
    assert against_move(match, Fly("jsotf_sfod", "sea_arab", "usnavaf_cvg_1")) == "22.2a"


@pytest.mark.rule("somali_pirates", "11.9b")
def test_a_ship_of_another_faction_is_no_base() -> None:
    match = arrange("off_aden: usafcom_173_abn; sea_goa_w: nato_uk_awg usnavaf_swg_1")
    assert against_move(match, Fly("usafcom_173_abn", "sea_goa_w", "nato_uk_awg")) == "11.9b"
    assert against_move(match, Fly("usafcom_173_abn", "sea_goa_w", "usnavaf_swg_1")) == "11.9b"


@pytest.mark.rule("somali_pirates", "11.8a")
def test_an_airmobile_unit_walks_or_flies_but_not_both() -> None:
    match = arrange("djibouti: base_1 usafcom_101_aaslt usafcom_10_mtn")
    assert against_move(match, Walk("usafcom_101_aaslt", "zeila")) is None
    walked = moved(arrange("djibouti: base_1 usafcom_101_aaslt; zeila: base_2"), Walk("usafcom_101_aaslt", "zeila"))
    assert against_move(walked, Fly("usafcom_101_aaslt", "berbera")) == "11.8a"
    assert against_move(match, Fly("usafcom_10_mtn", "berbera")) == "11.8a"  # not airmobile


# Helicopters


@pytest.mark.rule("somali_pirates", "2.13b")
@pytest.mark.rule("somali_pirates", "20.2a")
@pytest.mark.rule("somali_pirates", "23.1a")
def test_a_helicopter_fetches_a_light_unit_of_its_own_or_a_common_faction() -> None:
    text = "djibouti: base_1 contractors_pmc_avn cjtfhoa_hmh; zeila: usnavaf_11_meu cjtfhoa_prt_1 jsotf_3_sfg " \
        "nato_13_dble nato_egf usnavaf_2_meb"  # fmt: skip
    match = arrange(text)
    assert against_move(match, PickUp("contractors_pmc_avn", "usnavaf_11_meu")) is None
    assert against_move(match, PickUp("contractors_pmc_avn", "usnavaf_2_meb")) == "20.2a"
    assert against_move(match, PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1")) is None
    assert against_move(match, PickUp("cjtfhoa_hmh", "jsotf_3_sfg")) is None
    assert against_move(match, PickUp("cjtfhoa_hmh", "nato_egf")) == "7.4a"
    assert against_move(match, Walk("cjtfhoa_hmh", "zeila")) == "20.2a"


@pytest.mark.rule("somali_pirates", "23.1a")
def test_the_carried_leg_is_within_range_and_both_legs_within_four() -> None:
    match = arrange("djibouti: base_1 cjtfhoa_hmh; zeila: cjtfhoa_prt_1; mogadishu: base_2; burao: base_3")
    match = after(picked(match, "cjtfhoa_hmh"), PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1"))
    assert step(match) == "Airlift"
    distance = match.state.data.distance
    assert (distance("zeila", "las_anod"), distance("zeila", "hargeisa"), distance("zeila", "garowe")) == (3, 2, 4)
    assert refused(match, Fly("cjtfhoa_hmh", "las_anod")) is None  # 1 + 3
    assert refused(match, Fly("cjtfhoa_hmh", "garowe")) == "11.8d"  # 1 + 4
    assert refused(match, Fly("cjtfhoa_hmh", "mogadishu")) == "23.1a"  # base to base, but beyond the range
    assert refused(match, Fly("cjtfhoa_hmh", "burao")) is None
    assert refused(match, Fly("cjtfhoa_hmh", "zeila")) == "23.1a"
    match = after(match, Fly("cjtfhoa_hmh", "las_anod"))
    assert (where(match, "cjtfhoa_hmh"), where(match, "cjtfhoa_prt_1")) == ("las_anod", "las_anod")


@pytest.mark.rule("somali_pirates", "23.1b")
def test_a_passenger_moves_no_further_nor_was_moved_before() -> None:
    match = arrange("djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1 cjtfhoa_socce")
    match = after(picked(match, "cjtfhoa_hmh"), PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1"), Fly("cjtfhoa_hmh", "zeila"))
    assert against_move(match, Walk("cjtfhoa_prt_1", "berbera")) == "23.1b"
    walked = moved(arrange("djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1"), Walk("cjtfhoa_prt_1", "zeila"))
    assert against_move(walked, PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1")) == "23.1a"


@pytest.mark.rule("somali_pirates", "23.1b")
def test_helicopters_carry_nobody_in_the_return_phase() -> None:
    match = arrange("djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1", phase="return")
    assert refused(match, PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1")) == "23.1b"
    assert refused(match, Fly("cjtfhoa_hmh", "zeila")) is None


@pytest.mark.rule("somali_pirates", "11.5a")
def test_a_helicopter_takes_no_unit_out_of_a_ship_or_a_box() -> None:
    match = arrange("djibouti: base_1 cjtfhoa_hmh !cjtfhoa_socce usnavaf_awg_1[jsotf_3_sfg]")
    assert against_move(match, PickUp("cjtfhoa_hmh", "cjtfhoa_socce")) == "23.1a"
    assert against_move(match, PickUp("cjtfhoa_hmh", "jsotf_3_sfg")) == "23.1a"
    assert against_move(match, Disembark("jsotf_3_sfg", "djibouti")) is None
