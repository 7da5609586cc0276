"""Border cases of Somali Pirates that a player can bring about where two or three rules meet."""

from __future__ import annotations

import pytest

from common.engine.actions import Add, Confirm
from somali_pirates.actions import Attack, Operate, PlayChit, Retreat, SplitPoints, Standoff
from tests.asking import refused, step
from tests.somali_pirates.moving import fight, prepared
from tests.somali_pirates.positions import after, decline, where

# The Netwar Index


@pytest.mark.rule("somali_pirates", "31.1b")
@pytest.mark.rule("somali_pirates", "5.2b")
def test_points_of_full_spectrum_dominance_count_for_the_victory_that_the_rest_brings() -> None:
    hands = {"coalition": ["isr", "infowar"]}
    match = fight(
        "mogadishu: au_uganda_1", hands=hands, options={"full_spectrum": True}, dice=(6, 6), coalition=19, pirate=5
    )
    after(decline(after(match, PlayChit("isr", "spectrum"))), SplitPoints(7))
    assert match.result is not None
    assert match.result.points["total"] == 19 + 7 + 50
    assert match.result.level == "Decisive Victory"


# Boxes


@pytest.mark.rule("somali_pirates", "16.9a")
@pytest.mark.rule("somali_pirates", "16.0a")
@pytest.mark.parametrize(("cargo", "rule"), [("pl_technical_1", "16.0a"), ("pl_warlord_1", None)])
def test_a_ship_advances_into_a_box_only_with_cargo_that_could_hide(cargo: str, rule: str | None) -> None:
    text = f"eyl: pl_mothership_1[{cargo}] pl_attack_craft_1 !nato_uk_sf"
    match = fight(text, mover="pirate", hands={"pirate": ["isr"]}, dice=(6, 6))
    match = prepared(match, Attack("puntland", "eyl", "nato", True), "pl_mothership_1", "pl_attack_craft_1")
    decline(after(match, Confirm()))
    assert step(match) == "Advance"
    assert refused(match, Add("pl_attack_craft_1")) is None
    assert refused(match, Add("pl_mothership_1")) == rule


@pytest.mark.rule("somali_pirates", "16.9a")
def test_nobody_is_asked_whether_a_unit_advances_that_has_retreated_into_the_box() -> None:
    match = fight("garowe: jsotf_75_r jsotf_3_sfg !pl_militia_1", hands={"coalition": ["isr"]}, dice=(2, 6))
    match = prepared(match, Attack("jsotf", "garowe", "puntland", True), "jsotf_75_r", "jsotf_3_sfg")
    after(decline(after(match, Confirm())), Add("jsotf_75_r"), Confirm())  # MD: both lose half
    after(match, Retreat("jsotf_3_sfg", "garowe", "under"))
    assert where(match, "jsotf_3_sfg") == "!garowe"
    assert step(match) == "Share"


# Optional rules


@pytest.mark.rule("somali_pirates", "29.2a")
def test_the_list_offers_every_way_to_pay_for_a_standoff_on_a_box() -> None:
    hands = {"coalition": ["isr", "isr", "uav_attack", "uav_attack"]}
    match = fight("garowe: nato_13_dble !pl_militia_1", hands=hands, options={"standoff": True})
    match = prepared(match, Attack("nato", "garowe", "puntland", True), "nato_13_dble")
    for chit in ("isr", "uav_attack"):
        for box in ("", "uav_attack"):
            assert refused(match, Standoff(chit, box)) is None


@pytest.mark.rule("somali_pirates", "29.1a")
def test_only_a_kinetic_attack_is_a_standoff_attack() -> None:
    match = fight("mogadishu: jsotf_sfod ss_warlord_1", hands={"coalition": ["isr", "isr"]}, options={"standoff": True})
    match = prepared(match, Operate("hvt", "jsotf", "mogadishu", "ss_warlord_1"), "jsotf_sfod")
    refusal = match.why_not(Standoff("isr"))
    assert refusal is not None
    assert refusal.why == "a Standoff Attack is a kinetic attack of the Coalition, with ISR or UAV Attack"
