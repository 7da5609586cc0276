"""Slow arithmetic written from the rulebook alone, compared with the program's in random positions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from somali_pirates.battle import Battle
from somali_pirates.components import Components
from somali_pirates.rules.air import why_not_fly
from somali_pirates.rules.casualties import is_enough
from somali_pirates.rules.routes import reach
from somali_pirates.rules.strength import kinetic_column, oppose, totals
from somali_pirates.state import PirateState
from tests.somali_pirates.positions import arrange

LAND_UNITS = ("ground", "sof")


def scattered(seed: int) -> tuple[PirateState, random.Random]:
    """A position with a few dozen units of both sides thrown over the map."""
    chance = random.Random(seed)
    state = arrange("off_diego: nato_13_dble; bardera: ss_militia_8").state
    data = state.data
    for id_ in chance.sample(sorted(data.counters), 70):
        counter = data.counters[id_]
        zones = [zone for zone in data.zones.values() if not (counter.side == "pirate" and zone.closed)]
        if counter.category == "naval":
            zones = [zone for zone in zones if zone.kind == "sea" or zone.port]
        elif counter.category in LAND_UNITS:
            zones = [zone for zone in zones if zone.kind != "sea"]
        zone = chance.choice(zones)
        aloft = counter.category == "air" and zone.kind != "off_map"
        hides = zone.underground and counter.side == "pirate" and counter.asym and chance.random() < 0.4
        taken = counter.type == "base" and any(data.counters[u.id].type == "base" for u in state.units_at(zone.id))
        if not taken:
            state.put(id_, zone.id, hidden=bool(hides), aloft=aloft)
    state.phase, state.mover = "movement", chance.choice(("coalition", "pirate"))
    return state, chance


# Movement: every path is walked, one route at a time


def walked(state: PirateState, id_: str) -> set[str]:
    """11.3, 11.4  All Zones at the end of a path that the rulebook allows."""
    data: Components = state.data
    counter, start = data.counters[id_], state.units[id_].at
    found: set[str] = set()
    paths = [[start]]
    while paths:
        path = paths.pop()
        if len(path) - 1 >= counter.move or (len(path) > 1 and halted(state, id_, path[-1])):
            continue
        for kind in ("land", "sea", "port"):
            for to in data.routes[kind][path[-1]]:
                if passable(data, id_, kind, path[-1], to):
                    found.add(to)
                    paths.append([*path, to])
    return found - {start}


def passable(data: Components, id_: str, kind: str, here: str, to: str) -> bool:
    """Whether the type of a unit may use a route."""
    counter, there = data.counters[id_], data.zones[to]
    if counter.side == "pirate" and there.closed:
        return False
    if counter.category == "naval":
        return kind in ("sea", "port")
    if counter.type == "riverine":
        beside_a_port = any(data.zones[port].kind == "land" for port in data.routes["port"][to])
        return kind in ("sea", "port") and (there.kind != "sea" or beside_a_port)
    if counter.category == "sof" and kind in ("sea", "port"):
        return there.kind == "sea" and (data.zones[here].kind == "sea" or data.zones[here].port)
    return kind == "land"


def halted(state: PirateState, id_: str, zone: str) -> bool:
    """Whether somebody in a Zone ends the move of a unit that enters it."""
    data = state.data
    counter = data.counters[id_]
    enemies = [u for u in state.units.values() if u.at == zone and data.counters[u.id].side != counter.side]
    seen = [unit for unit in enemies if not unit.hidden and not unit.aboard]
    if counter.category == "naval":
        ships = [u for u in seen if data.counters[u.id].category == "naval"]
        patrols = [u for u in seen if data.counters[u.id].type == "patrol" and u.aloft]
        return counter.side == "pirate" and bool(ships or patrols)
    if counter.category == "sof" and data.zones[zone].kind == "sea":
        return False
    return bool(seen)


def compare_movement(seed: int) -> int:
    """Compare reach with walked paths for every unit that moves; how many were compared."""
    state, _ = scattered(seed)
    compared = 0
    for unit in list(state.on_map(state.mover)):
        counter = state.data.counters[unit.id]
        if counter.category == "air" or not counter.move or "flies_only" in counter.flags or unit.hidden or unit.aboard:
            continue
        assert set(reach(state, unit.id)) == walked(state, unit.id), (seed, unit)
        compared += 1
    return compared


def test_reach_is_what_walking_every_path_finds() -> None:
    assert sum(compare_movement(seed) for seed in range(200)) > 2000


@pytest.mark.slow
def test_reach_in_many_positions() -> None:
    assert sum(compare_movement(seed) for seed in range(1000, 11_000)) > 10_000


# Flights: distances counted on the bare list of routes


def steps_between(data: Components, start: str, goal: str) -> int:
    """Routes of any kind between two Zones, counted ring by ring."""
    ring, seen, steps = {start}, {start}, 0
    while goal not in ring:
        ring = {to for zone in ring for kind in data.routes.values() for to in kind[zone]} - seen
        seen |= ring
        steps += 1
    return steps


def test_airmobile_flights_follow_the_three_cases() -> None:
    compared = 0
    for seed in range(12):
        state, chance = scattered(seed)
        data = state.data
        for id_ in ("usafcom_173_abn", "nato_fr_11_para", "china_15_abn"):
            state.put(id_, chance.choice(data.lands))
            here = state.units[id_].at
            bases = {u.at for u in state.units.values() if data.counters[u.id].faction == "coalition_base"} & set(
                data.lands
            )
            bases |= set(data.offmap)
            for zone in (*data.lands, *data.offmap):
                if zone == here:
                    continue
                steps = steps_between(data, here, zone)
                both = here in bases and zone in bases
                allowed = both or ((here in bases or zone in bases) and steps <= 4)
                assert (why_not_fly(state, id_, zone) is None) == allowed, (seed, id_, here, zone)
                compared += 1
    assert compared > 1000


# Odds: strengths as fractions, doublings counted one by one


def strength(state: PirateState, battle: Battle, id_: str) -> Fraction:
    """12.7  A unit's strength by the terrain chart and its own kind."""
    data = state.data
    counter, terrain = data.counters[id_], data.zones[battle.zone].terrain
    attacking = id_ in battle.attackers
    doubled = 0
    if attacking and state.units[id_].at == battle.zone:
        doubled += {
            "mountain": counter.type in ("mountain", "sof"),
            "desert": counter.type in ("armor", "mechanized", "stryker", "combined_arms", "technical"),
            "littoral": counter.type in ("marines", "amphibious_mechanized", "riverine"),
            "littoral_sea": counter.type in ("lcs", "riverine"),
        }.get(terrain, False)
    if not attacking and not battle.hidden:
        light = counter.weight == "light" and counter.category in LAND_UNITS
        doubled += {
            "city": light,
            "mountain": light,
            "littoral_sea": counter.type == "attack_craft",
        }.get(terrain, False)
    return Fraction(counter.kinetic * (1 + doubled))


def compare_odds(seed: int) -> int:
    """Compare the column of every attack by all units of a faction in a Zone; how many were compared."""
    state, _ = scattered(seed)
    data, side = state.data, state.mover
    enemy = "pirate" if side == "coalition" else "coalition"
    compared = 0
    for zone in data.zones:
        mine: dict[str, list[str]] = {}
        theirs: dict[str, list[str]] = {}
        for unit in state.units.values():
            if unit.at == zone and not unit.hidden and not unit.aboard:
                counter = data.counters[unit.id]
                (mine if counter.side == side else theirs).setdefault(counter.faction, []).append(unit.id)
        patrols = [id_ for ids in theirs.values() for id_ in ids if data.counters[id_].type == "patrol"]
        for by, units in mine.items():
            for target, foes in theirs.items():
                plan = Battle("kinetic", side, by, zone, target, tuple(units))
                defenders, helpers = oppose(state, plan)
                battle = Battle("kinetic", side, by, zone, target, tuple(units), defenders, helpers)
                attack = sum(strength(state, battle, id_) for id_ in units)
                defence = sum(strength(state, battle, id_) for id_ in {*foes, *patrols})
                if not defenders:
                    continue
                assert totals(state, battle) == (2 * attack, 2 * defence), (seed, zone, by, target)
                expected = 6 if not defence else min(6, attack // defence)
                assert kinetic_column(state, battle) == expected, (seed, zone, by, target)
                assert data.counters[defenders[0]].side == enemy
                compared += 1
    return compared


def test_columns_are_those_of_fractions() -> None:
    assert sum(compare_odds(seed) for seed in range(200)) > 600


@pytest.mark.slow
def test_columns_in_many_positions() -> None:
    assert sum(compare_odds(seed) for seed in range(1000, 11_000)) > 10_000


# Losses: every subset weighed


def compare_losses(seed: int) -> None:
    """Compare what is enough with a count over printed strengths."""
    chance = random.Random(seed)
    state = arrange("off_diego: nato_13_dble; bardera: ss_militia_8").state
    data = state.data
    force = tuple(chance.sample(sorted(data.counters), chance.randint(1, 5)))
    printed = {id_: data.counters[id_].kinetic for id_ in force}
    for size in range(len(force) + 1):
        for chosen in combinations(force, size):
            weight, total = sum(printed[id_] for id_ in chosen), sum(printed.values())
            enough = bool(chosen) and (Fraction(weight, total) >= Fraction(1, 2) if total else 2 * size >= len(force))
            assert is_enough(state, force, chosen) == enough, (seed, force, chosen)


def test_half_of_the_printed_strength_is_enough() -> None:
    for seed in range(200):
        compare_losses(seed)


@pytest.mark.slow
def test_losses_of_many_forces() -> None:
    for seed in range(1000, 11_000):
        compare_losses(seed)
