"""7.4, 20.3, 20.4, 22: what ships carry, embarking, landing, SOF and river boats at sea."""

from __future__ import annotations

import pytest

from somali_pirates.actions import Disembark, Embark, EndPhase, Redeploy, Walk
from somali_pirates.rules.sealift import load
from tests.asking import refused
from tests.somali_pirates.moving import against_move, moved
from tests.somali_pirates.positions import after, arrange, where


@pytest.mark.rule("somali_pirates", "2.16a")
def test_only_transports_carry() -> None:
    match = arrange("djibouti: nato_uk_swg nato_3_rmc nato_uk_awg nato_13_dble")
    assert against_move(match, Embark("nato_3_rmc", "nato_uk_swg")) == "2.16a"
    assert against_move(match, Embark("nato_3_rmc", "nato_13_dble")) == "2.16a"
    assert against_move(match, Embark("nato_3_rmc", "nato_uk_awg")) is None


@pytest.mark.rule("somali_pirates", "7.4a")
def test_a_ship_carries_its_own_and_common_factions() -> None:
    match = arrange("djibouti: nato_uk_awg usnavaf_11_meu jsotf_3_sfg contractors_pmc_1 nato_egf")
    assert against_move(match, Embark("usnavaf_11_meu", "nato_uk_awg")) == "7.4a"
    for unit in ("jsotf_3_sfg", "contractors_pmc_1", "nato_egf"):
        assert against_move(match, Embark(unit, "nato_uk_awg")) is None


@pytest.mark.rule("somali_pirates", "22.3d")
@pytest.mark.parametrize("common", ["jsotf_3_sfg", "contractors_pmc_1"])
def test_cargo_is_of_one_faction_and_common_ones(common: str) -> None:
    match = arrange(f"djibouti: nato_uk_awg[nato_egf] usnavaf_11_meu {common}")
    assert against_move(match, Embark("usnavaf_11_meu", "nato_uk_awg")) in ("7.4a", "22.3d")
    assert against_move(match, Embark(common, "nato_uk_awg")) is None
    mixed = arrange("djibouti: contractors_q_ship usnavaf_11_meu nato_egf", options={"optional_units": True})
    mixed = moved(mixed, Embark("usnavaf_11_meu", "contractors_q_ship"))
    assert against_move(mixed, Embark("nato_egf", "contractors_q_ship")) in ("22.3d", "22.2a")


@pytest.mark.rule("somali_pirates", "22.1a")
def test_embarking_and_sailing_cost_nothing_extra() -> None:
    match = arrange("djibouti: usnavaf_awg_1 usnavaf_11_meu usnavaf_26_meu")
    match = moved(match, Embark("usnavaf_11_meu", "usnavaf_awg_1"), Embark("usnavaf_26_meu", "usnavaf_awg_1"))
    for zone in ("sea_goa_w", "sea_goa_c", "sea_goa_e", "sea_guard", "sea_punt"):
        match = moved(match, Walk("usnavaf_awg_1", zone))
    assert {where(match, unit) for unit in ("usnavaf_awg_1", "usnavaf_11_meu", "usnavaf_26_meu")} == {"sea_punt"}
    far = arrange("zeila: usnavaf_awg_1; djibouti: usnavaf_11_meu; baidoa: au_uganda_1")
    assert against_move(far, Embark("usnavaf_11_meu", "usnavaf_awg_1")) == "22.1a"


@pytest.mark.rule("somali_pirates", "22.2a")
@pytest.mark.parametrize(
    ("cargo", "unit", "rule"),
    [
        ("usnavaf_2_meb usnavaf_11_meu", "usnavaf_26_meu", None),
        ("usnavaf_2_meb usnavaf_11_meu", "usnavaf_rivron", "22.2a"),
        ("usnavaf_2_meb usnavaf_11_meu usnavaf_26_meu", "jsotf_3_sfg", "22.2a"),
    ],
)
def test_cargo_fits_the_capacity_of_the_ship(cargo: str, unit: str, rule: str | None) -> None:
    match = arrange(f"djibouti: usnavaf_awg_1[{cargo}] {unit}")
    assert against_move(match, Embark(unit, "usnavaf_awg_1")) == rule


@pytest.mark.rule("somali_pirates", "22.2a")
@pytest.mark.parametrize(("unit", "rule"), [("usnavaf_11_meu", None), ("usnavaf_2_meb", "22.2a"), ("jsotf_75_r", None)])
def test_a_carrier_takes_light_units_only(unit: str, rule: str | None) -> None:
    match = arrange(f"djibouti: usnavaf_cvg_1[usnavaf_cag_1] {unit}")
    assert load(match.state, "usnavaf_cvg_1") == 0  # the air unit on deck is no load
    assert against_move(match, Embark(unit, "usnavaf_cvg_1")) == rule


@pytest.mark.rule("somali_pirates", "22.3a")
def test_a_ship_that_has_unloaded_goes_no_further() -> None:
    match = arrange("sea_goa_w: usnavaf_awg_1[usnavaf_11_meu usnavaf_26_meu]")
    match = moved(match, Walk("usnavaf_awg_1", "djibouti"), Disembark("usnavaf_11_meu", "djibouti"))
    assert against_move(match, Walk("usnavaf_awg_1", "sea_bab")) == "22.3a"
    match = moved(match, Disembark("usnavaf_26_meu", "djibouti"))  # more may leave it there
    assert where(match, "usnavaf_26_meu") == "djibouti"


@pytest.mark.rule("somali_pirates", "22.3b")
def test_a_carried_unit_makes_no_move_of_its_own() -> None:
    match = arrange("djibouti: usnavaf_awg_1; zeila: usnavaf_11_meu usnavaf_26_meu")
    match = moved(match, Walk("usnavaf_11_meu", "djibouti"))
    assert against_move(match, Embark("usnavaf_11_meu", "usnavaf_awg_1")) == "22.3b"
    landed = moved(arrange("djibouti: usnavaf_awg_1[usnavaf_11_meu]"), Disembark("usnavaf_11_meu", "djibouti"))
    assert against_move(landed, Walk("usnavaf_11_meu", "zeila")) == "22.3b"
    aboard = moved(arrange("djibouti: usnavaf_awg_1 usnavaf_11_meu"), Embark("usnavaf_11_meu", "usnavaf_awg_1"))
    assert against_move(aboard, Disembark("usnavaf_11_meu", "djibouti")) == "22.3b"


@pytest.mark.rule("somali_pirates", "22.3c")
def test_enemies_do_not_prevent_embarking_or_landing() -> None:
    match = arrange("eyl: pl_militia_1 usnavaf_awg_1[usnavaf_11_meu] usnavaf_26_meu")
    assert against_move(match, Disembark("usnavaf_11_meu", "eyl")) is None
    assert against_move(match, Embark("usnavaf_26_meu", "usnavaf_awg_1")) is None


@pytest.mark.rule("somali_pirates", "2.11g")
@pytest.mark.rule("somali_pirates", "22.3e")
@pytest.mark.rule("somali_pirates", "22.5a")
def test_landing_without_a_port_is_for_amphibious_units() -> None:
    match = arrange("sea_punt: usnavaf_awg_1[usnavaf_11_meu jsotf_3_sfg]; bandar_beyla: usnavaf_26_meu")
    assert against_move(match, Disembark("jsotf_3_sfg", "bandar_beyla")) == "2.11g"
    assert against_move(match, Disembark("jsotf_3_sfg", "eyl")) == "2.11g"
    assert against_move(match, Disembark("jsotf_3_sfg", "sea_punt")) == "22.3e"
    assert against_move(match, Disembark("usnavaf_11_meu", "bandar_beyla")) is None
    assert against_move(match, Disembark("usnavaf_11_meu", "eyl")) is None
    assert against_move(match, Disembark("usnavaf_11_meu", "garowe")) == "22.1a"
    assert against_move(match, Embark("usnavaf_26_meu", "usnavaf_awg_1")) is None


@pytest.mark.rule("somali_pirates", "22.5b")
def test_a_landing_is_the_whole_move_and_the_ship_may_sail_first() -> None:
    match = arrange("sea_guard: usnavaf_awg_1[usnavaf_11_meu]")
    match = moved(match, Walk("usnavaf_awg_1", "sea_punt"), Disembark("usnavaf_11_meu", "bandar_beyla"))
    assert against_move(match, Walk("usnavaf_11_meu", "qardho")) == "22.3b"
    assert against_move(match, Walk("usnavaf_awg_1", "sea_guard")) == "22.3a"


@pytest.mark.rule("somali_pirates", "22.3g")
def test_nobody_is_carried_in_the_return_phase() -> None:
    match = arrange("djibouti: usnavaf_awg_1[usnavaf_11_meu] usnavaf_26_meu base_1 cjtfhoa_hmh", phase="return")
    assert refused(match, Disembark("usnavaf_11_meu", "djibouti")) == "22.3g"
    assert refused(match, Embark("usnavaf_26_meu", "usnavaf_awg_1")) == "22.3g"


@pytest.mark.rule("somali_pirates", "11.5a")
@pytest.mark.rule("somali_pirates", "22.4a")
@pytest.mark.rule("somali_pirates", "25.1b")
def test_what_a_mothership_carries() -> None:
    text = "eyl: pl_mothership_1 pl_militia_1 pl_warlord_1 pl_technical_1 ss_warlord_1 aq_cell_1 pirate_base_1"
    match = arrange(text, mover="pirate")
    assert against_move(match, Embark("pl_militia_1", "pl_mothership_1")) == "11.5a"
    assert against_move(match, Embark("pirate_base_1", "pl_mothership_1")) == "11.5a"
    assert against_move(match, Embark("pl_warlord_1", "pl_mothership_1")) is None
    assert against_move(match, Embark("pl_technical_1", "pl_mothership_1")) is None
    for stranger in ("ss_warlord_1", "aq_cell_1"):
        assert against_move(match, Embark(stranger, "pl_mothership_1")) == "7.4a"


@pytest.mark.rule("somali_pirates", "22.4a")
def test_only_attack_craft_board_and_leave_at_sea() -> None:
    match = arrange("sea_punt: pl_mothership_1[pl_warlord_1 pl_attack_craft_1] pl_attack_craft_2", mover="pirate")
    assert against_move(match, Disembark("pl_warlord_1", "sea_punt")) == "22.4a"
    assert against_move(match, Disembark("pl_warlord_1", "eyl")) == "2.11g"
    assert against_move(match, Disembark("pl_attack_craft_1", "sea_punt")) is None
    assert against_move(match, Embark("pl_attack_craft_2", "pl_mothership_1")) is None
    match = moved(match, Disembark("pl_attack_craft_1", "sea_punt"))
    assert against_move(match, Walk("pl_attack_craft_1", "sea_mudug")) == "22.3b"


# SOF and river boats at sea


@pytest.mark.rule("somali_pirates", "20.3a")
def test_sof_go_to_sea_from_a_port_and_must_come_back() -> None:
    match = arrange("djibouti: base_1 jsotf_nsw_tf jsotf_3_sfg; hargeisa: jsotf_10_sfg; sea_goa_w: sl_attack_craft_1")
    match = moved(match, Walk("jsotf_nsw_tf", "sea_goa_w"), Walk("jsotf_nsw_tf", "sea_goa_c"))  # nobody stops it
    assert against_move(match, Walk("jsotf_nsw_tf", "berbera")) == "20.3a"  # it stays at sea
    assert against_move(match, Walk("jsotf_10_sfg", "sea_goa_c")) == "2.4a"
    match = after(match, EndPhase(), EndPhase())
    assert match.state.phase == "return"
    assert refused(match, EndPhase()) == "20.3a"
    match = after(match, Walk("jsotf_nsw_tf", "djibouti"))
    assert where(match, "jsotf_nsw_tf") == "djibouti"


@pytest.mark.rule("somali_pirates", "20.3a")
def test_sof_that_find_no_base_are_lost() -> None:
    match = arrange("sea_mudug: jsotf_csof; hobyo: nato_13_dble", phase="return", dice=[6])
    while match.state.phase == "return":
        match.play(EndPhase())
    assert where(match, "jsotf_csof") == "removed"


@pytest.mark.rule("somali_pirates", "20.4a")
@pytest.mark.rule("somali_pirates", "2.13a")
def test_the_riverine_squadron_keeps_to_ports_and_seas_beside_them() -> None:
    match = arrange("djibouti: usnavaf_rivron usnavaf_awg_1; zeila: nato_13_dble")
    assert match.game.data.counters["usnavaf_rivron"].weight == "heavy"
    assert against_move(match, Walk("usnavaf_rivron", "sea_goa_w")) is None
    assert against_move(match, Walk("usnavaf_rivron", "ethiopia_n")) == "20.4a"
    assert against_move(match, Embark("usnavaf_rivron", "usnavaf_awg_1")) is None
    assert against_move(match, Redeploy("usnavaf_rivron", "zeila", "port")) is None
    match = moved(match, Walk("usnavaf_rivron", "sea_bab"))
    assert against_move(match, Walk("usnavaf_rivron", "sea_red")) == "20.4a"
    stopped = moved(
        arrange("djibouti: usnavaf_rivron; sea_goa_w: sl_attack_craft_1"), Walk("usnavaf_rivron", "sea_goa_w")
    )
    assert against_move(stopped, Walk("usnavaf_rivron", "sea_goa_c")) == "11.4b"
