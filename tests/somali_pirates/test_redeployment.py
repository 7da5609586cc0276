"""24, 32: redeployment between junctions, and infiltration."""

from __future__ import annotations

import pytest

from somali_pirates.actions import Embark, Fly, Redeploy, Walk
from tests.asking import offered, refused, step
from tests.somali_pirates.moving import against_move, closed, moved, picked
from tests.somali_pirates.positions import after, arrange, where


@pytest.mark.rule("somali_pirates", "24.0a")
def test_base_to_base_or_port_to_port_but_not_across() -> None:
    match = arrange(
        "off_entebbe: au_uganda_1; djibouti: base_1 nato_egf; off_aden: nato_13_dble nato_uk_swg nato_uk_strike"
    )
    assert against_move(match, Redeploy("au_uganda_1", "berbera", "port")) == "24.0a"
    assert against_move(match, Redeploy("au_uganda_1", "berbera", "base")) == "24.0a"
    assert against_move(match, Redeploy("au_uganda_1", "djibouti", "base")) is None
    assert against_move(match, Redeploy("nato_13_dble", "kismayo", "port")) is None  # at any distance
    assert against_move(match, Redeploy("nato_uk_swg", "kismayo", "port")) == "24.0a"
    assert against_move(match, Redeploy("nato_uk_strike", "djibouti", "base")) == "24.0a"
    assert (
        against_move(arrange("eyl: pl_technical_1", mover="pirate"), Redeploy("pl_technical_1", "bosaso", "port"))
        == "32.0a"
    )


@pytest.mark.rule("somali_pirates", "24.0b")
def test_pirates_do_not_interfere() -> None:
    match = arrange("off_aden: nato_13_dble; mogadishu: ss_militia_1 pirate_base_1")
    assert against_move(match, Redeploy("nato_13_dble", "mogadishu", "port")) is None


@pytest.mark.rule("somali_pirates", "24.0c")
def test_a_redeployed_unit_moves_no_further_but_may_have_moved_before() -> None:
    match = moved(arrange("off_aden: nato_13_dble; djibouti: nato_egf"), Redeploy("nato_13_dble", "berbera", "port"))
    assert against_move(match, Walk("nato_13_dble", "hargeisa")) == "24.0c"
    match = moved(match, Walk("nato_egf", "zeila"))
    assert against_move(match, Redeploy("nato_egf", "kismayo", "port")) is None
    stopped = moved(arrange("djibouti: nato_egf; zeila: sl_militia_1"), Walk("nato_egf", "zeila"))
    assert against_move(stopped, Redeploy("nato_egf", "kismayo", "port")) == "11.4b"


@pytest.mark.rule("somali_pirates", "24.1a")
@pytest.mark.rule("somali_pirates", "2.13a")
@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        (("nato_13_dble",), "nato_egf", "24.1a"),
        (("nato_egf",), "nato_3_rmc", None),
        (("nato_egf",), "nato_fr_11_para", "24.1a"),
        (("nato_egf", "nato_3_rmc"), "nato_uk_sf", "24.1a"),
    ],
)
def test_one_heavy_or_two_light_units_a_junction(first: tuple[str, ...], second: str, rule: str | None) -> None:
    match = arrange("off_aden: nato_13_dble nato_egf nato_3_rmc nato_fr_11_para nato_uk_sf")
    for unit in first:
        match = moved(match, Redeploy(unit, "berbera", "port"))
    assert against_move(match, Redeploy(second, "berbera", "port")) == rule


@pytest.mark.rule("somali_pirates", "24.1a")
def test_departures_and_arrivals_share_a_junction() -> None:
    match = arrange("berbera: nato_13_dble; off_aden: nato_egf; kismayo: nato_eu_rr")
    match = moved(match, Redeploy("nato_13_dble", "kismayo", "port"))
    assert against_move(match, Redeploy("nato_egf", "berbera", "port")) == "24.1a"
    assert against_move(match, Redeploy("nato_eu_rr", "djibouti", "port")) == "24.1a"


@pytest.mark.rule("somali_pirates", "24.1b")
def test_base_and_port_of_a_zone_are_two_junctions() -> None:
    match = arrange("djibouti: base_1 nato_13_dble nato_eu_rr; berbera: base_2")
    match = moved(match, Redeploy("nato_13_dble", "berbera", "base"), Redeploy("nato_eu_rr", "berbera", "port"))
    assert where(match, "nato_eu_rr") == "berbera"


@pytest.mark.rule("somali_pirates", "24.1c")
def test_leaving_an_off_map_base_is_unlimited_but_not_arriving() -> None:
    ports = ("mogadishu", "kismayo", "merca", "hobyo", "eyl", "bosaso", "berbera", "zeila")
    units = (
        "nato_13_dble",
        "nato_eu_rr",
        "nato_fr_11_para",
        "nato_egf",
        "nato_3_rmc",
        "nato_uk_sf",
        "jsotf_3_sfg",
        "jsotf_cia",
    )
    match = arrange(f"off_aden: {' '.join(units)}; djibouti: usafcom_2_sbct usafcom_1_bct")
    for unit, port in zip(units, ports, strict=True):
        match = moved(match, Redeploy(unit, port, "port"))
    assert {where(match, unit) for unit in units} == set(ports)
    match = moved(match, Redeploy("usafcom_2_sbct", "off_suez", "port"))
    assert against_move(match, Redeploy("usafcom_1_bct", "off_suez", "port")) == "24.1a"


@pytest.mark.rule("somali_pirates", "24.2a")
@pytest.mark.rule("somali_pirates", "25.1b")
def test_a_base_redeploys_as_a_heavy_unit_where_no_base_stands() -> None:
    match = arrange("berbera: base_1 nato_egf; kismayo: nato_13_dble; eyl: pirate_base_1; djibouti: base_3")
    assert against_move(match, Redeploy("base_1", "kismayo", "port")) is None
    assert against_move(match, Redeploy("base_1", "eyl", "port")) == "25.1a"
    assert against_move(match, Redeploy("base_1", "djibouti", "base")) == "25.1a"
    assert against_move(match, Redeploy("base_1", "off_aden", "base")) is None
    assert against_move(match, Walk("base_1", "burao")) == "11.5a"
    match = moved(match, Redeploy("base_1", "kismayo", "port"))
    assert against_move(match, Redeploy("nato_egf", "kismayo", "port")) == "24.1a"
    pirate = arrange("eyl: pirate_base_1 pl_mothership_1", mover="pirate")
    assert against_move(pirate, Redeploy("pirate_base_1", "bosaso", "port")) == "32.0a"
    assert against_move(pirate, Embark("pirate_base_1", "pl_mothership_1")) == "11.5a"


@pytest.mark.rule("somali_pirates", "24.2a")
@pytest.mark.rule("somali_pirates", "21.4a")
def test_the_air_units_of_a_base_that_leaves_evacuate() -> None:
    match = arrange("berbera: base_1 nato_uk_strike; djibouti: base_2 usafcom_us_strike_1")
    match = after(picked(match, "base_1"), Redeploy("base_1", "kismayo", "port"))
    assert step(match) == "Evacuation"
    assert refused(match, Fly("nato_uk_strike", "berbera", "base")) == "21.0a"
    assert {flight.zone for flight in offered(match, Fly)} >= {"djibouti", "kismayo", "off_aden"}
    match = after(match, Fly("nato_uk_strike", "djibouti", "base"))
    assert where(match, "nato_uk_strike") == "djibouti"


@pytest.mark.rule("somali_pirates", "32.0a")
def test_al_qaeda_infiltrates_between_airports_or_ports() -> None:
    text = "mogadishu: aq_cell_1 aq_cell_2 aq_cell_3 aq_warlord_1 aqap_1; garowe: aa"
    match = arrange(text, mover="pirate", options={"infiltration": True})
    assert against_move(match, Redeploy("aq_cell_1", "djibouti", "airport")) is None
    assert against_move(match, Redeploy("aq_cell_1", "eyl", "port")) is None
    assert against_move(match, Redeploy("aq_cell_1", "eyl", "airport")) == "32.0a"
    assert against_move(match, Redeploy("aqap_1", "djibouti", "airport")) == "32.0a"
    for closed_zone in ("kenya", "off_aden", "ethiopia_n"):
        assert against_move(match, Redeploy("aq_cell_1", closed_zone, "airport")) == "7.10b"
    match = moved(match, Redeploy("aq_cell_1", "djibouti", "airport"), Redeploy("aq_warlord_1", "djibouti", "airport"))
    assert against_move(match, Redeploy("aq_cell_3", "bosaso", "airport")) == "24.1a"  # two light units a junction
    assert against_move(match, Redeploy("aq_cell_3", "bosaso", "port")) is None
    plain = arrange(text, mover="pirate")
    assert against_move(plain, Redeploy("aq_cell_1", "djibouti", "airport")) == "32.0a"


@pytest.mark.rule("somali_pirates", "CHIT.P1")
def test_a_closed_off_map_base_takes_no_redeployment() -> None:
    match = closed(arrange("off_aden: nato_13_dble; djibouti: nato_egf"), "off_aden")
    assert against_move(match, Redeploy("nato_13_dble", "berbera", "port")) == "CHIT.P1"
    assert against_move(match, Redeploy("nato_egf", "off_aden", "port")) == "CHIT.P1"
