"""12.6e, 13: kinetic attacks on Underground boxes."""

from __future__ import annotations

import pytest

from common.engine.actions import Add
from somali_pirates.actions import Attack
from tests.asking import refused, told
from tests.somali_pirates.moving import fight, fought, prepared, settle
from tests.somali_pirates.positions import where


@pytest.mark.rule("somali_pirates", "12.6e")
@pytest.mark.rule("somali_pirates", "13.0a")
@pytest.mark.rule("somali_pirates", "CHIT.C3")
def test_an_attack_on_a_box_costs_an_isr_each() -> None:
    text = "garowe: nato_13_dble nato_eu_rr !pl_militia_1 !pl_militia_2 !pl_militia_3"
    assert refused(fight(text), Attack("nato", "garowe", "puntland", True)) == "13.0a"
    match = fight(text, hands={"coalition": ["isr"]}, dice=[3])
    match = fought(match, Attack("nato", "garowe", "puntland", True), "nato_eu_rr")
    match = settle(match)
    assert match.state.hands["coalition"] == ()
    assert refused(match, Attack("nato", "garowe", "puntland", True)) == "13.0a"


@pytest.mark.rule("somali_pirates", "13.1a")
def test_no_terrain_for_units_in_a_box_but_warlords_double() -> None:
    text = "kismayo: nato_13_dble !ss_militia_1 !ss_warlord_1"
    match = fight(text, hands={"coalition": ["isr"]}, dice=[6])
    match = fought(match, Attack("nato", "kismayo", "southern_somalia", True), "nato_13_dble")
    assert told(match, "12.2e") == ["Strengths 4 against 7: <1-1."]


@pytest.mark.rule("somali_pirates", "13.1b")
@pytest.mark.rule("somali_pirates", "14.5a")
def test_units_in_a_box_ignore_retreats() -> None:
    text = "baidoa: usafcom_1_bct usafcom_2_sbct !ss_militia_1"
    match = fight(text, hands={"coalition": ["isr"]}, dice=[2])
    match = fought(match, Attack("usafcom", "baidoa", "southern_somalia", True), "usafcom_1_bct", "usafcom_2_sbct")
    assert told(match, "14.0a")[0].startswith("DR")
    assert where(match, "ss_militia_1") == "!baidoa"


@pytest.mark.rule("somali_pirates", "13.1c")
def test_open_and_underground_units_are_two_targets() -> None:
    text = "garowe: nato_13_dble pl_militia_1 !pl_militia_2"
    match = prepared(fight(text, hands={"coalition": ["isr"]}), Attack("nato", "garowe", "puntland"), "nato_13_dble")
    assert match.state.step.battle(match.state).defenders == ("pl_militia_1",)
    match = prepared(
        fight(text, hands={"coalition": ["isr"]}), Attack("nato", "garowe", "puntland", True), "nato_13_dble"
    )
    assert match.state.step.battle(match.state).defenders == ("pl_militia_2",)


@pytest.mark.rule("somali_pirates", "13.1d")
def test_units_in_a_box_never_attack() -> None:
    match = fight("garowe: nato_13_dble pl_technical_1 !aq_cell_1 pl_warlord_1", mover="pirate")
    match = prepared(match, Attack("puntland", "garowe", "nato"), "pl_technical_1")
    assert refused(match, Add("aq_cell_1")) == "13.1d"
