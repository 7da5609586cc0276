"""7, 10  Factions, common units and stacks."""

from __future__ import annotations

import pytest

from somali_pirates.actions import EndPhase, Move, Restack, Walk
from somali_pirates.rules.stacks import groups, partners
from somali_pirates.state import COALITION, PIRATE
from tests.asking import refused
from tests.somali_pirates.positions import FAR, after, arrange, end_phases

CAMP = "djibouti: base_1 nato_13_dble au_uganda_1 jsotf_cia jsotf_sfod contractors_pmc_1 djibouti_dna_inf"


@pytest.mark.rule("somali_pirates", "7.3a")
def test_ordinary_factions_never_stack_together() -> None:
    match = arrange("mogadishu: au_uganda_1 stfg_police" + FAR)
    assert refused(match, Restack("au_uganda_1", "stfg")) == "7.3a"


@pytest.mark.rule("somali_pirates", "7.5a")
def test_a_base_is_stacked_with_one_faction_at_a_time() -> None:
    match = after(arrange(CAMP + FAR), Restack("base_1", "nato"))
    assert groups(match.state, COALITION, "djibouti")["nato"] == ["nato_13_dble", "base_1"]
    after(match, Restack("base_1", "au"))
    found = groups(match.state, COALITION, "djibouti")
    assert "base_1" not in found["nato"]
    assert "base_1" in found["au"]
    assert refused(match, Restack("base_1", "china")) == "7.5a"  # none of it is there


@pytest.mark.rule("somali_pirates", "7.5b")
@pytest.mark.rule("somali_pirates", "10.1a")
def test_jsotf_and_contractors_may_stand_with_any_faction_or_alone() -> None:
    match = arrange(CAMP + FAR)
    assert groups(match.state, COALITION, "djibouti") == {
        "au": ["au_uganda_1"],
        "jsotf": ["jsotf_sfod", "jsotf_cia"],
        "djibouti": ["djibouti_dna_inf"],
        "nato": ["nato_13_dble"],
        "contractors": ["contractors_pmc_1"],
        "coalition_base": ["base_1"],
    }
    after(match, Restack("jsotf_cia", "nato"), Restack("contractors_pmc_1", "jsotf"))
    found = groups(match.state, COALITION, "djibouti")
    assert found["nato"] == ["jsotf_cia", "nato_13_dble"]
    assert found["jsotf"] == ["jsotf_sfod", "contractors_pmc_1"]  # R34
    assert refused(match, Restack("jsotf_cia", "contractors")) == "7.5a"


@pytest.mark.rule("somali_pirates", "10.0b")
def test_stacks_change_in_the_own_movement_and_return_phase_only() -> None:
    match = arrange(f"{CAMP} pl_militia_1; eyl: pirate_base_1 pl_militia_2" + FAR)
    assert refused(match, Restack("base_1", "nato")) is None
    assert refused(match, Restack("pirate_base_1", "puntland")) is not None
    combat = end_phases(match, "combat")
    assert refused(combat, Restack("base_1", "nato")) is not None
    back = end_phases(after(combat, EndPhase()), "return")
    assert (back.state.mover, refused(back, Restack("base_1", "nato"))) == (COALITION, None)
    enemy = end_phases(after(back, EndPhase()), "movement")
    assert enemy.state.mover == PIRATE
    assert refused(enemy, Restack("base_1", "nato")) is not None
    assert refused(enemy, Restack("pirate_base_1", "puntland")) is None


@pytest.mark.rule("somali_pirates", "10.0b")
def test_a_mark_falls_when_the_faction_is_gone() -> None:
    match = arrange("djibouti: base_1@nato nato_13_dble jsotf_cia@nato" + FAR)
    match.state.put("nato_13_dble", "zeila")
    assert match.state.units["base_1"].mark == ""
    assert match.state.units["jsotf_cia"].mark == ""


@pytest.mark.rule("somali_pirates", "10.0a")
def test_any_number_of_units_may_be_in_a_zone() -> None:
    usafcom = [id_ for id_ in arrange().state.data.of_faction["usafcom"] if "strike" not in id_]
    others = "jsotf_cia jsotf_csof jsotf_sfod jsotf_msor nato_egf nato_3_rmc nato_eu_rr au_uganda_1"
    match = arrange(f"djibouti: {' '.join(usafcom)} {others}; zeila: djibouti_dna_inf")
    assert len(match.state.units_at("djibouti")) >= 16 - 1
    after(match, Move("djibouti_dna_inf"), Walk("djibouti_dna_inf", "djibouti"))
    assert len(match.state.units_at("djibouti")) >= 16


def test_partners_are_the_factions_that_stand_open_in_the_zone() -> None:
    state = arrange("mogadishu: stfg_police !jsotf_cia base_1; sea_arab: usnavaf_awg_1[usnavaf_11_meu]").state
    assert partners(state, "base_1", "mogadishu") == ["stfg"]
