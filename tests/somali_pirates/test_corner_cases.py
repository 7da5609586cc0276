"""Corners of the rules of Somali Pirates that a second referee arranged, each with what the rulebook says of it."""

from __future__ import annotations

import pytest

from somali_pirates.actions import Attack, Shock
from tests.asking import refused
from tests.somali_pirates.moving import fight, prepared

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
