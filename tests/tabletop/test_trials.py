"""Test here by the rules of the five games: reach among enemies, supply, zones of control and sight."""

from __future__ import annotations

import pytest

from common.engine import GAMES, load_game
from common.tabletop import Table
from common.tabletop.trial import deal_enemies


def table(name: str) -> Table:
    game = load_game(name)
    made: Table = game.module("table").open_table(game)
    return made


def spaces_of(answer) -> set[str]:
    return {target.space for target in answer.targets}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_answers_for_supply_zones_and_sight_or_says_that_it_has_none(name: str) -> None:
    made = table(name)
    tests = {test.id: test for test in made.tests()}
    assert {"supply", "zones", "sight"} <= tests.keys()
    here = next(iter(made.data.map.spaces))
    for test in tests.values():
        assert bool(test.none) != bool(test.units)
        for unit, title in test.units:
            assert title and made.test(test.id, unit, here).text
    game = load_game(name)
    assert all(game.clauses_of(test.rule) for test in tests.values() if test.rule)


@pytest.mark.rule("nmc", "10.4b", "10.4c")
def test_a_depot_supplies_hexes_within_six_around_enemies() -> None:
    made = table("nmc")
    alone = made.test("supply", "union depot", "2605")
    steps = {target.space: int(target.label) for target in alone.targets}
    assert max(steps.values()) == 6 and steps["2606"] == 1
    held = spaces_of(made.test("supply", "union depot", "2605", ["2606"]))
    assert "2606" not in held and held < spaces_of(alone)
    assert made.test("supply", "union troops", "2605").route.way == ("2605",)
    far = made.test("supply", "confederate troops", "2605")
    assert far.route.cut and far.text.startswith("Not supplied: the depot at Fort Bliss")


@pytest.mark.rule("nmc", "8.6a")
def test_a_march_does_not_enter_the_hex_of_an_enemy() -> None:
    made = table("nmc")
    assert "2606" in {target.space for target in made.trial("union regular", "2605")}
    assert "2606" not in {target.space for target in made.trial("union regular", "2605", ["2606"])}


@pytest.mark.rule("fallujah", "7.4b")
def test_a_us_unit_sees_for_the_guns_in_and_next_to_its_area() -> None:
    made = table("fallujah")
    unit = made.tests()[2].units[0][0]
    seen = {target.space: target.label for target in made.test("sight", unit, "31").targets}
    mine = {area for area, label in seen.items() if label == "by this unit"}
    zone = set(made.data.by_zone)
    assert mine == ({"31", *made.data.near["31"]} & made.data.tem.keys()) - zone
    assert zone <= seen.keys()


@pytest.mark.rule("fallujah", "6.2b")
def test_enemies_in_an_area_stop_a_unit_of_the_streets() -> None:
    made = table("fallujah")
    unit = made.trials()[0][0]
    free = {target.space: target.cost for target in made.trial(unit, "24")}
    around = sorted(set(made.data.near["24"]) & made.data.tem.keys())
    held = {target.space: target.cost for target in made.trial(unit, "24", around)}
    assert held.keys() == set(around) and all(held[area] > free[area] for area in around)
    assert len(free) > len(held)


@pytest.mark.rule("operation_serval", "11.1a", "11.2a")
def test_a_zone_of_control_covers_six_hexes_and_stops_enemies() -> None:
    made = table("operation_serval")
    near = set(made.data.near["2323"])
    assert spaces_of(made.test("zones", "ad_tech_1", "2323")) == near and len(near) == 6
    assert not made.test("zones", "ad_guer_1", "2323").targets
    free = {target.space for target in made.trial("ad_tech_1", "2323")}
    held = {target.space for target in made.trial("ad_tech_1", "2323", ["2523"])}
    assert held < free and "2523" not in held


@pytest.mark.rule("operation_serval", "18.1a")
def test_a_base_supports_the_hexes_within_its_radius() -> None:
    made = table("operation_serval")
    found = made.test("supply", "mn_base_1", "2323")
    assert {int(target.label) for target in found.targets} == {0, 1, 2} and len(found.targets) == 19


@pytest.mark.rule("somali_pirates", "30.1a", "30.3b")
def test_a_base_supplies_its_zone_and_the_next_and_airmobile_units_within_four() -> None:
    made = table("somali_pirates")
    units = {title: id_ for id_, title in made.tests()[1].units}
    plain = spaces_of(made.test("supply", units["Other ground units"], "garowe"))
    assert {"garowe", "galkayo"} <= plain and "mogadishu" not in plain
    assert "mogadishu" in spaces_of(made.test("supply", units["Airmobile ground units"], "garowe"))


@pytest.mark.rule("somali_pirates", "11.8d")
def test_an_airmobile_unit_flies_four_spaces_from_a_base_and_any_way_to_another_base() -> None:
    made = table("somali_pirates")
    reached = spaces_of(made.test("flight", "nato_fr_11_para", "djibouti"))
    distance = made.data.distance
    assert distance("djibouti", "mogadishu") == 4 and "mogadishu" in reached
    assert distance("djibouti", "merca") == 5 and "merca" not in reached
    assert distance("djibouti", "off_victoria") == 7 and "off_victoria" in reached
    at_sea = next(zone.id for zone in made.data.zones.values() if zone.kind == "sea")
    assert at_sea not in reached and not made.test("flight", "nato_fr_11_para", at_sea).targets


@pytest.mark.rule("somali_pirates", "11.4b")
def test_enemies_in_a_zone_end_a_move_on_land() -> None:
    made = table("somali_pirates")
    free = {target.space for target in made.trial("au_uganda_mech", "garowe")}
    held = {target.space for target in made.trial("au_uganda_mech", "garowe", ["galkayo"])}
    assert "galkayo" in held and held < free


@pytest.mark.rule("sand_wars", "SUP.4")
def test_a_line_of_communication_is_two_axes_long_and_not_through_enemies() -> None:
    made = table("sand_wars")
    free = spaces_of(made.test("supply", "algeria base", "oran"))
    held = spaces_of(made.test("supply", "algeria base", "oran", ["tlemcen"]))
    near = made.data.near
    two = {end for middle in near["oran"] for end in near[middle]} | set(near["oran"])
    assert free <= two and held < free
    assert not made.test("supply", "morocco base", "oran").targets
    assert made.test("supply", "algeria unit", "oran").route.rule == "SUP.2"


@pytest.mark.rule("sand_wars", "RNG.1")
def test_the_band_of_a_mission_is_lit() -> None:
    made = table("sand_wars")
    assert spaces_of(made.test("range", "uav", "oran")) == made.data.in_band("uav", "oran") - {"oran"}


def test_more_enemies_than_counters_are_refused() -> None:
    with pytest.raises(ValueError, match="counters for 1 enemies only"):
        deal_enemies(["a"], ["x", "y"])
