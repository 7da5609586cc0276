"""29, 30, 33: Standoff Attacks, Logistics and Chinese Shock."""

from __future__ import annotations

import pytest

from common.engine.actions import Add, Confirm
from somali_pirates.actions import Attack, Disembark, PlayChit, Redeploy, Shock, Standoff, TakePoints, Walk
from somali_pirates.rules.routes import allowance, is_supplied
from somali_pirates.rules.strength import totals
from tests.asking import refused, rolls, step, told
from tests.somali_pirates.moving import against_move, fight, moved, prepared
from tests.somali_pirates.positions import after, arrange, decline, where

STANDOFF = {"standoff": True}
LOGISTICS = {"logistics": True}


# Standoff Attacks


@pytest.mark.rule("somali_pirates", "29.1a")
@pytest.mark.parametrize("chit", ["isr", "uav_attack"])
def test_a_standoff_attack_spares_aircraft_and_ships_the_mutual_damage(chit: str) -> None:
    text = "eyl: ^nato_uk_strike pl_technical_1"
    match = fight(text, options=STANDOFF, hands={"coalition": [chit]}, dice=[3])
    match = prepared(match, Attack("nato", "eyl", "puntland"), "nato_uk_strike")  # 4 to 4
    match = decline(after(match, Standoff(chit)))
    assert told(match, "14.0a")[0].startswith("MD")
    assert where(match, "nato_uk_strike") == "^eyl"
    assert where(match, "pl_technical_1") == "available"
    assert match.state.hands["coalition"] == ()
    plain = prepared(fight(text, hands={"coalition": [chit]}), Attack("nato", "eyl", "puntland"), "nato_uk_strike")
    assert refused(plain, Standoff(chit)) == "29.1a"  # the option is off


@pytest.mark.rule("somali_pirates", "29.1a")
def test_a_standoff_that_is_stopped_goes_on_as_a_plain_attack() -> None:
    text = "eyl: ^nato_uk_strike pl_technical_1"
    match = fight(text, options=STANDOFF, hands={"coalition": ["isr"], "pirate": ["fatwa"]}, dice=[3, 6])
    match = after(prepared(match, Attack("nato", "eyl", "puntland"), "nato_uk_strike"), Standoff("isr"))
    match = decline(after(match, PlayChit("fatwa")))
    assert where(match, "nato_uk_strike") == "removed"


@pytest.mark.rule("somali_pirates", "29.1b")
def test_in_a_standoff_the_loss_is_taken_from_ground_and_sof_alone() -> None:
    text = "eyl: usnavaf_11_meu ^usnavaf_cag_1 pl_technical_1 pl_technical_2 pl_warlord_1; sea_punt: usnavaf_awg_1"
    match = fight(text, options=STANDOFF, hands={"coalition": ["isr"]}, dice=[3, 6])
    match = prepared(match, Attack("usnavaf", "eyl", "puntland"), "usnavaf_11_meu", "usnavaf_cag_1")  # 15 to 13
    match = decline(after(match, Standoff("isr")))
    if step(match) == "WarlordChoice":
        match = decline(after(match, match.legal()[0]))
    assert told(match, "14.0a")[0].startswith("MD")
    assert where(match, "usnavaf_11_meu") == "removed"  # alone in the count, so all of it
    assert where(match, "usnavaf_cag_1") == "^eyl"


@pytest.mark.rule("somali_pirates", "29.2a")
@pytest.mark.parametrize(("hand", "rule"), [(["isr"], "29.2a"), (["isr", "isr"], None), (["isr", "uav_attack"], None)])
def test_a_standoff_on_a_box_costs_two_chits(hand: list[str], rule: str | None) -> None:
    match = fight("eyl: ^nato_uk_strike !pl_militia_1", options=STANDOFF, hands={"coalition": hand})
    match = prepared(match, Attack("nato", "eyl", "puntland", True), "nato_uk_strike")
    refusals = [refused(match, Standoff(chit)) for chit in ("isr", "uav_attack")]
    assert (None in refusals) == (rule is None)
    if rule is not None:
        assert refusals == [rule, rule]


@pytest.mark.rule("somali_pirates", "29.2b")
def test_standoff_attackers_are_in_the_zone() -> None:
    match = fight(
        "eyl: usnavaf_11_meu pl_militia_1; sea_arab: usnavaf_lcs_1", options=STANDOFF, hands={"coalition": ["isr"]}
    )
    match = prepared(match, Attack("usnavaf", "eyl", "puntland"), "usnavaf_11_meu", "usnavaf_lcs_1")
    assert refused(match, Standoff("isr")) == "29.2b"
    assert refused(match, Confirm()) is None


# Logistics


@pytest.mark.rule("somali_pirates", "30.1a")
def test_far_from_a_base_a_unit_moves_one_zone() -> None:
    match = arrange("garowe: usafcom_2_sbct; hargeisa: base_1; burao: usafcom_1_bct", options=LOGISTICS)
    assert (allowance(match.state, "usafcom_2_sbct"), allowance(match.state, "usafcom_1_bct")) == (1, 2)
    match = moved(match, Walk("usafcom_2_sbct", "qardho"))
    assert against_move(match, Walk("usafcom_2_sbct", "bosaso")) == "30.1a"
    near = moved(
        arrange("burao: usafcom_1_bct; hargeisa: base_1", options=LOGISTICS), Walk("usafcom_1_bct", "las_anod")
    )
    assert against_move(near, Walk("usafcom_1_bct", "garowe")) is None  # it began next to a base
    off = arrange("garowe: usafcom_2_sbct")
    assert allowance(off.state, "usafcom_2_sbct") == 3


@pytest.mark.rule("somali_pirates", "30.1b")
def test_redeployment_and_sealift_are_not_cut() -> None:
    match = arrange("eyl: usafcom_2_sbct usnavaf_awg_1[usnavaf_2_meb]", options=LOGISTICS)
    assert against_move(match, Redeploy("usafcom_2_sbct", "kismayo", "port")) is None
    for zone in ("sea_punt", "sea_mudug", "sea_banaadir", "sea_juba"):
        match = moved(match, Walk("usnavaf_awg_1", zone))
    assert against_move(match, Disembark("usnavaf_2_meb", "kismayo")) is None


@pytest.mark.rule("somali_pirates", "30.2a")
def test_far_from_a_base_units_fight_at_half_strength() -> None:
    text = "galkayo: nato_eu_rr ss_militia_1 jsotf_3_sfg"
    match = prepared(
        fight(text, options=LOGISTICS), Attack("nato", "galkayo", "southern_somalia"), "nato_eu_rr", "jsotf_3_sfg"
    )
    attack, _ = totals(match.state, match.state.step.battle(match.state))
    assert attack / 2 == (2 * 5 + 2) / 2  # the desert doubles the mechanized unit; halved last, SOF too
    near = fight(text + "; garowe: base_1", options=LOGISTICS)
    near = prepared(near, Attack("nato", "galkayo", "southern_somalia"), "nato_eu_rr", "jsotf_3_sfg")
    assert totals(near.state, near.state.step.battle(near.state))[0] / 2 == 12
    defence = fight("galkayo: au_burundi_1 ss_technical_1", mover="pirate", options=LOGISTICS)
    defence = prepared(defence, Attack("southern_somalia", "galkayo", "au"), "ss_technical_1")
    assert totals(defence.state, defence.state.step.battle(defence.state)) == (2 * 8, 3)  # one and a half


@pytest.mark.rule("somali_pirates", "30.3a")
@pytest.mark.parametrize(
    ("text", "unit", "supplied"),
    [
        ("kenya: au_kenya_mech", "au_kenya_mech", True),  # next to Entebbe
        ("garowe: au_kenya_mech", "au_kenya_mech", False),
        ("garowe: ^nato_uk_strike", "nato_uk_strike", True),
        ("sea_punt: nato_uk_swg", "nato_uk_swg", True),
        ("sea_punt: usnavaf_awg_1[usnavaf_2_meb]", "usnavaf_2_meb", True),
        ("galkayo: base_1", "base_1", True),
    ],
)
def test_who_is_always_in_supply(text: str, unit: str, supplied: bool) -> None:
    assert is_supplied(arrange(text, options=LOGISTICS).state, unit) == supplied


@pytest.mark.rule("somali_pirates", "30.3b")
@pytest.mark.parametrize(
    ("text", "unit", "supplied"),
    [
        ("las_anod: usafcom_173_abn", "usafcom_173_abn", True),  # four spaces from Aden
        ("galkayo: usafcom_10_mtn; burao: base_1", "usafcom_10_mtn", False),  # three spaces, but it does not fly
        ("galkayo: usafcom_173_abn; burao: base_1", "usafcom_173_abn", True),
        ("bandar_beyla: usnavaf_11_meu; sea_punt: usnavaf_awg_1", "usnavaf_11_meu", True),
        ("bandar_beyla: usnavaf_11_meu; sea_punt: usnavaf_cvg_1", "usnavaf_11_meu", False),
        ("bandar_beyla: usafcom_10_mtn; sea_punt: usnavaf_awg_1", "usafcom_10_mtn", False),
    ],
)
def test_airmobile_and_amphibious_units_have_their_own_supply(text: str, unit: str, supplied: bool) -> None:
    assert is_supplied(arrange(text, options=LOGISTICS).state, unit) == supplied


@pytest.mark.rule("somali_pirates", "30.3c")
def test_pirates_are_always_in_supply() -> None:
    match = arrange("galkayo: pl_technical_1 nato_egf", mover="pirate", options=LOGISTICS)
    assert allowance(match.state, "pl_technical_1") == 3
    battle = fight("galkayo: pl_technical_1 nato_egf", mover="pirate", options=LOGISTICS)
    battle = prepared(battle, Attack("puntland", "galkayo", "nato"), "pl_technical_1")
    assert totals(battle.state, battle.state.step.battle(battle.state))[0] / 2 == 8


# Chinese Shock


@pytest.mark.rule("somali_pirates", "33.0a")
def test_only_chinese_units_shock_a_box_without_isr() -> None:
    text = "garowe: china_124_mech jsotf_3_sfg nato_eu_rr !pl_militia_1 !pl_militia_2"
    match = fight(text, options={"shock": True})
    assert refused(match, Attack("nato", "garowe", "puntland", True)) == "13.0a"
    match = prepared(match, Attack("china", "garowe", "puntland", True), "china_124_mech")
    assert refused(match, Shock()) is None
    assert refused(match, Confirm()) == "13.0a"
    assert refused(after(match, Add("jsotf_3_sfg")), Shock()) == "33.0a"
    plain = fight(text)
    assert refused(plain, Attack("china", "garowe", "puntland", True)) == "13.0a"


@pytest.mark.rule("somali_pirates", "33.1a")
def test_after_a_shock_attack_the_pirates_gain_a_die() -> None:
    text = "garowe: china_124_mech !pl_militia_1 !pl_militia_2"
    match = fight(text, options={"shock": True}, dice=[6, 5], coalition=60, pirate=60)
    match = prepared(match, Attack("china", "garowe", "puntland", True), "china_124_mech")  # desert: 12 to 6
    match = decline(after(match, Shock()))
    assert told(match, "14.0a")[0].startswith("DE")
    match = decline(after(match, TakePoints()))
    assert match.state.index == {"coalition": 62, "pirate": 65}
    assert [(roll.dice, roll.by) for roll in rolls(match)] == [((6,), "coalition"), ((5,), "pirate")]
