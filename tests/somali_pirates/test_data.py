"""The components: counts, classes and tables as the rulebook and the reconstruction bind them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.somali_pirates.positions import game

RANK = ("AE", "AD", "MD", "IA", "DR", "DD", "DE", "OK")
SUCCESS = ("F", "S1", "S2", "S3")


def test_there_are_228_counters() -> None:
    data = game().data
    chits = sum(kind.count for kinds in data.chits.values() for kind in kinds.values())
    assert (len(data.counters), chits, len(data.units.markers.entries)) == (190, 34, 4)
    assert {side: sum(kind.count for kind in kinds.values()) for side, kinds in data.chits.items()} == {
        "coalition": 17,
        "pirate": 17,
    }


def test_factions_have_their_numbers_of_counters() -> None:
    data = game().data
    expected = {
        "au": 9, "stfg": 6, "cjtfhoa": 7, "jsotf": 9, "djibouti": 3, "nato": 15, "usafcom": 12, "usnavaf": 18,
        "china": 11, "contractors": 9, "coalition_base": 8, "southern_somalia": 22, "puntland": 22, "somaliland": 19,
        "al_qaeda": 12, "pirate_base": 8,
    }  # fmt: skip
    assert Counter(counter.faction for counter in data.counters.values()) == expected


@pytest.mark.rule("somali_pirates", "2.13a")
def test_heavy_types_are_those_of_the_rulebook() -> None:
    heavy = {counter.type for counter in game().data.counters.values() if counter.weight == "heavy"}
    assert heavy == {
        "mechanized", "armor", "stryker", "amphibious_mechanized", "airborne", "air_assault", "combined_arms",
        "technical", "riverine", "base", "helicopter",
    }  # fmt: skip


@pytest.mark.rule("somali_pirates", "2.13b")
def test_light_types_are_those_of_the_rulebook() -> None:
    light = {counter.type for counter in game().data.counters.values() if counter.weight == "light"}
    assert light == {
        "infantry", "marines", "mountain", "security", "militia", "warlord", "terrorist", "petroleum_engineers",
        "aqap", "sof",
    }  # fmt: skip


def test_better_odds_and_higher_dice_never_hurt_the_attacker() -> None:
    rows = game().data.tables.kinetic_crt.rows
    worth = [[min(RANK.index(cell), RANK.index("DE")) for cell in row] for row in rows]
    assert all(row == sorted(row) for row in worth)
    assert all(list(column) == sorted(column) for column in zip(*worth, strict=True))


def test_better_columns_and_higher_dice_never_hurt_an_asymmetrical_attack() -> None:
    rows = game().data.tables.asymmetrical_crt.rows
    worth = [[SUCCESS.index(cell) for cell in row] for row in rows]
    assert all(row == sorted(row) for row in worth)
    assert all(list(column) == sorted(column) for column in zip(*worth, strict=True))


@pytest.mark.rule("somali_pirates", "6.1a")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("usnavaf_cvg_1", 8), ("usnavaf_awg_1", 6), ("nato_uk_swg", 5), ("usnavaf_lcs_1", 4), ("contractors_q_ship", 2),
     ("base_1", 4), ("usafcom_us_pet_engr", 3), ("contractors_pet_engr_1", 3), ("nato_uk_strike", 4), ("jsotf_cia", 4),
     ("nato_13_dble", 4), ("nato_egf", 3), ("au_ethiopia_armor", 2), ("stfg_1_bde", 1), ("djibouti_dna_mech", 1),
     ("contractors_pmc_avn", 1), ("ss_warlord_1", 4), ("aq_warlord_1", 5), ("aqs_1", 2), ("pl_militia_1", 1),
     ("sl_mothership_1", 2), ("pirate_base_1", 4)],
)  # fmt: skip
def test_what_a_lost_unit_is_worth(unit: str, points: int) -> None:
    assert game().data.points[unit] == points


def test_names_of_kinds_are_told_apart() -> None:
    names = Counter(counter.name for counter in game().data.counters.values())
    assert names.most_common(1)[0][1] == 1
