"""Corners of the rules of Somali Pirates that a second referee arranged, each with what the rulebook says of it."""

from __future__ import annotations

import pytest

from common.engine.actions import Add, Confirm, Remove
from common.engine.basics import BrokenState
from somali_pirates.actions import (
    Attack,
    Disembark,
    Embark,
    EndPhase,
    Operate,
    PickUp,
    Place,
    PlaceRest,
    Retreat,
    Shock,
    StandFast,
    Standoff,
    Walk,
)
from somali_pirates.rules.stacks import groups
from tests.asking import refused, told
from tests.somali_pirates.moving import fight, fought, prepared
from tests.somali_pirates.positions import FAR, after, arrange, game, where

# Attacks


@pytest.mark.rule("somali_pirates", "33.0a")
@pytest.mark.rule("somali_pirates", "12.2e")
def test_shock_is_prepared_only_where_chinese_units_themselves_have_strength() -> None:
    attack, shock = Attack("china", "garowe", "puntland", True), {"shock": True}
    for others in ("jsotf_3_sfg", "base_1@china contractors_pmc_1"):
        text = f"garowe: china_prc_pet_engr {others} !pl_militia_1"
        assert refused(fight(text, options=shock), attack) == "12.2e"
        assert refused(fight(text, options=shock, hands={"coalition": ["isr"]}), attack) is None
    able = fight("garowe: china_prc_pet_engr china_gmr jsotf_3_sfg !pl_militia_1", options=shock)
    able = prepared(able, attack, "china_prc_pet_engr", "china_gmr")
    assert refused(able, Shock()) is None


@pytest.mark.rule("somali_pirates", "14.2a")
@pytest.mark.rule("somali_pirates", "14.4b")
def test_a_retreat_by_air_does_not_end_where_it_began() -> None:
    """The last enemy falls with the attackers' half: now a base without enemies is where they stand."""
    text = "zeila: base_1 usafcom_101_aaslt usafcom_173_abn sl_technical_1"
    match = fight(text, dice=(1, 1))  # 11 to 4: 2-1, AD
    match = fought(match, Attack("usafcom", "zeila", "somaliland"), "usafcom_101_aaslt", "usafcom_173_abn")
    after(match, Add("usafcom_101_aaslt"), Confirm())
    assert refused(match, Retreat("usafcom_173_abn", "zeila", "base")) == "14.2c"  # the enemy is still there
    match = fight(text, dice=(2, 1))  # MD
    match = fought(match, Attack("usafcom", "zeila", "somaliland"), "usafcom_101_aaslt", "usafcom_173_abn")
    after(match, Add("usafcom_101_aaslt"), Confirm())
    assert where(match, "sl_technical_1") == "available"
    assert refused(match, Retreat("usafcom_173_abn", "zeila", "base")) == "14.2a"
    assert refused(match, Retreat("usafcom_173_abn", "off_aden", "base")) is None
    assert refused(match, StandFast("usafcom_173_abn")) is None


# Refusals that name the rule in question


@pytest.mark.rule("somali_pirates", "15.4b")
@pytest.mark.rule("somali_pirates", "15.7i")
def test_refusals_of_asymmetrical_attackers_name_asymmetrical_rules() -> None:
    text = "galkayo: jsotf_3_sfg nato_egf !pl_militia_1; eyl: jsotf_cia"
    match = prepared(fight(text), Operate("counterinsurgency", "jsotf", "galkayo"))
    assert refused(match, Confirm()) == "15.4b"
    assert refused(match, Remove("jsotf_3_sfg")) == "15.4b"
    assert refused(match, Add("jsotf_cia")) == "15.7i"
    assert refused(after(match, Add("jsotf_3_sfg")), Add("jsotf_3_sfg")) == "15.4b"


@pytest.mark.rule("somali_pirates", "15.7a")
@pytest.mark.rule("somali_pirates", "15.7i")
def test_raids_and_searches_are_refused_by_what_is_wrong_with_them() -> None:
    match = fight("sea_punt: pl_attack_craft_1; mogadishu: !jsotf_cia aq_cell_1", mover="pirate")
    assert refused(match, Operate("raid", "somaliland", "sea_punt")) == "15.7a"
    assert refused(match, Operate("counterinsurgency", "puntland", "mogadishu")) == "15.7i"
    raid, search = ("raid", "puntland", "sea_punt", "nato"), ("counterinsurgency", "al_qaeda", "mogadishu", "jsotf")
    for action in (Operate(*raid), Operate(*search)):
        refusal = match.why_not(action)
        assert refusal is not None and "names no target" in refusal.why


@pytest.mark.rule("somali_pirates", "12.1a")
def test_an_enemy_is_no_attacker_although_it_is_in_the_zone() -> None:
    match = prepared(fight("galkayo: nato_eu_rr pl_technical_1"), Attack("nato", "galkayo", "puntland"))
    assert refused(match, Add("pl_technical_1")) == "12.1a"
    refusal = match.why_not(Add("pl_technical_1"))
    assert refusal is not None and "is not in" not in refusal.why


@pytest.mark.rule("somali_pirates", "29.1a")
@pytest.mark.rule("somali_pirates", "29.2a")
def test_a_standoff_without_its_chit_is_refused_by_its_own_rule() -> None:
    option = {"standoff": True}
    plain = prepared(
        fight("galkayo: nato_eu_rr pl_technical_1", options=option),
        Attack("nato", "galkayo", "puntland"),
        "nato_eu_rr",
    )
    assert refused(plain, Standoff("isr")) == "29.1a"
    hands = {"coalition": ["uav_attack", "uav_attack"]}
    boxed = fight("galkayo: nato_eu_rr !pl_militia_1", options=option, hands=hands)
    boxed = prepared(boxed, Attack("nato", "galkayo", "puntland", True), "nato_eu_rr")
    assert refused(boxed, Standoff("isr")) == "29.2a"
    assert refused(boxed, Standoff("uav_attack")) is None
    assert refused(boxed, Confirm()) == "13.0a"


@pytest.mark.rule("somali_pirates", "22.3g")
@pytest.mark.rule("somali_pirates", "23.1b")
def test_the_return_phase_refuses_transport_by_the_rules_of_transport() -> None:
    text = "djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1 nato_uk_awg[nato_3_rmc] nato_egf; sea_bab: cjtfhoa_ctf_151_mn"
    match = arrange(text + FAR, phase="return")
    assert refused(match, Disembark("nato_3_rmc", "djibouti")) == "22.3g"
    assert refused(match, Embark("nato_egf", "nato_uk_awg")) == "22.3g"
    assert refused(match, PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1")) == "23.1b"
    assert refused(match, Walk("cjtfhoa_ctf_151_mn", "djibouti")) == "17.0e"


@pytest.mark.rule("somali_pirates", "4.1e")
def test_replacements_are_all_placed_before_the_phase_ends() -> None:
    match = arrange("djibouti: base_1" + FAR, phase="mobilization")
    match.state.send_to("nato_eu_rr", "due")
    match.state.due = {"nato_eu_rr": match.turn}
    after(match, Confirm(), Confirm())
    assert (match.to_act, refused(match, EndPhase())) == ("coalition", "4.1e")


@pytest.mark.rule("somali_pirates", "9.1a")
def test_what_the_enemy_buys_is_told_by_its_own_name() -> None:
    match = arrange(FAR[1:], phase="mobilization")
    refusal = match.why_not(Add("pirate_base"))
    assert refusal is not None and refusal.why.startswith("Pirate Base is not for the Coalition")


@pytest.mark.rule("somali_pirates", "9.4a")
@pytest.mark.rule("somali_pirates", "9.4b")
def test_the_journal_blames_a_chit_only_where_that_chit_lies() -> None:
    match = arrange("galkayo: pl_technical_1; djibouti: pl_warlord_1" + FAR, phase="mobilization", coalition=20)
    after(match, Add("cjtfhoa"), Confirm(), Confirm(), PlaceRest())
    assert where(match, "cjtfhoa_mn_mpa") == "waiting"  # it needs a base in Djibouti, and none is there
    assert any("MN MPA finds no place" in text for text in told(match, "9.4a"))
    bases = arrange("galkayo: nato_egf pl_technical_1; off_diego: china_pap", "mobilization", closed=["off_suez"])
    after(bases, Add("base"), Confirm(), Add("pirate_base"), Confirm(), Place("base_1", "galkayo"))
    while bases.state.phase == "mobilization":
        after(bases, EndPhase())
    assert any("Pirate Base 1 finds no place" in text for text in told(bases, "9.4b"))


# Stacks


@pytest.mark.rule("somali_pirates", "10.0b")
@pytest.mark.rule("somali_pirates", "12.4a")
def test_in_the_quick_start_a_base_stands_with_nobody_who_is_not_there() -> None:
    lone = game().new_match("quick_start", seed=1, dice=(5, 1, 1, 1, 1))
    assert {id_: lone.state.units[id_].mark for id_ in ("pirate_base_1", "pirate_base_2", "pirate_base_3")} == {
        "pirate_base_1": "southern_somalia",  # a Militia was bought for Harardheere
        "pirate_base_2": "puntland",  # a Mothership and a Technical for Eyl
        "pirate_base_3": "",  # nobody for Berbera
    }
    assert groups(lone.state, "pirate", "berbera") == {"pirate_base": ["pirate_base_3"]}
    crowd = game().new_match("quick_start", seed=1, dice=(5, 6, 6, 6, 4))
    assert crowd.state.units["pirate_base_3"].mark == "somaliland"


@pytest.mark.rule("somali_pirates", "10.0b")
def test_a_stack_without_a_partner_is_no_position() -> None:
    match = arrange("djibouti: base_1 cjtfhoa_prt_1" + FAR)
    match.state.change("base_1", mark="nato")
    with pytest.raises(BrokenState, match=r"10\.0b"):
        match.check()
