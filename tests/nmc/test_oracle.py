"""A second, slow implementation of costs, supply and fire, written from the rulebook alone, against the program's own.

It reads the raw data files and shares no code with the game: its own neighbours, prices, searches and lookups.
"""

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from nmc.odds import attrition_losses
from nmc.rules.combat import Battle, fires, has_depot
from nmc.rules.fire import chances, modifiers
from nmc.rules.march import Move, march_modifiers
from nmc.rules.supply import has_depot_line, is_supplied
from nmc.state import CONFEDERATE, ENEMY, UNION, Stack
from tests.nmc.positions import game, scattered
from tests.nmc.test_playouts import step

DATA = Path(__file__).resolve().parents[2] / "nmc" / "data"
MAP = yaml.safe_load((DATA / "map.yaml").read_text(encoding="utf-8"))
TABLES = yaml.safe_load((DATA / "tables.yaml").read_text(encoding="utf-8"))

ROWS = MAP["terrain"]["rows"]
TERRAIN = {f"{row}{column:02d}": letter for row, letters in ROWS.items() for column, letter in enumerate(letters)}
FORTS = {entry["id"]: entry["attrs"]["fort_drm"] for entry in MAP["spaces"][0]["entries"]}
TOWNS = {entry["id"] for entry in MAP["spaces"][1]["entries"]}
TRAIL = {frozenset(pair) for path in MAP["paths"] for pair in zip(path["through"], path["through"][1:])}
COMMANDERS = {"Canby", "Sibley"}


def hexsides(kind: str) -> set[frozenset[str]]:
    return {frozenset(side.split("-")) for layer in MAP["sides"] if layer["kind"] == kind for side in layer["sides"]}


RIVER, CREST, ARROW = hexsides("river"), hexsides("impassable"), hexsides("arrow")


@cache
def neighbours(hex_: str) -> set[str]:
    """Pointy hexes, even rows half a hex east: above and below lie c and c+1, on odd rows c-1 and c."""
    row, column = int(hex_[:2]), int(hex_[2:])
    aside = (column, column + 1) if row % 2 == 0 else (column - 1, column)
    found = [(row, column - 1), (row, column + 1)] + [(row + up, other) for up in (-1, 1) for other in aside]
    return {number for r, c in found if (number := f"{r:02d}{c:02d}") in TERRAIN}


def price(here: str, there: str) -> int | None:
    """8.11-8.19: what a step costs, None if it cannot be made."""
    side, places = frozenset((here, there)), TOWNS | set(FORTS)
    if side in CREST:
        return None
    if there in places or side in TRAIL:
        cost = 1
    elif TERRAIN[there] == "P" and side in ARROW:
        cost = 2
    else:
        cost = {"C": 2, "V": 1, "M": 3, "P": 3}[TERRAIN[there]]
    return cost + (side in RIVER and here not in places and there not in places)


def traces(stacks: dict[str, Stack], side: str, start: str) -> bool:
    """10.4: a ring grows from the force six times, never into an enemy's hex and never over a crest."""
    reached = ring = {start}
    for _ in range(6):
        ring = {
            there
            for here in ring
            for there in neighbours(here) - reached
            if not (there in stacks and stacks[there].side != side) and frozenset((here, there)) not in CREST
        }
        reached = reached | ring
    return any(hex_ in stacks and stacks[hex_].side == side and stacks[hex_].depot for hex_ in reached)


def fire_sum(firer: Stack, target: Stack, hexes: tuple[str, str], offensive: bool, fed: tuple[bool, bool], lead: bool):
    """9.11-9.19, one rule after the other; `fed` is (firer supplied, target supplied), `lead` the Confederate one."""
    there = hexes[1]
    total = 0
    if firer.militia > 0:  # 9.11
        total -= 1
    if firer.side == "confederate" and target.militia > 0:
        total += 1
    if fed[0]:  # 9.12
        total += firer.guns
    if offensive and fed[1]:
        total -= target.guns
    points = [len(force.leaders) + len(COMMANDERS & set(force.leaders)) for force in (firer, target)]
    total += (points[0] > points[1]) - (points[0] < points[1])  # 9.13
    if lead:  # 9.14
        total += 1 if firer.side == "confederate" else -1
    if there in TOWNS:  # 9.15
        total -= 1
    total += 2 * (not fed[1]) - 2 * (not fed[0])  # 9.16
    if frozenset(hexes) in RIVER:  # 9.17
        total += -1 if offensive else 1
    if offensive and TERRAIN[there] in "MP":  # 9.18
        total -= 2
    if offensive and there in FORTS:  # 9.19
        total += FORTS[there]
    return total


def results(table: str, strength: int, modifier: int) -> Counter[int]:
    """All ten faces looked up in the raw table, no more than the troops there are when it says so."""
    for label, cells in TABLES[table]["columns"].items():
        top = int(label.rstrip("+").split("-")[-1])
        if strength <= top or label.endswith("+"):
            return Counter(cells[min(12, max(0, die + modifier))] for die in range(10))
    raise AssertionError


def capped(hits: Counter[int], limit: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for number, weight in hits.items():
        found[min(number, limit)] += weight
    return found


def march_sum(force: Stack, forced: bool, supplied: bool, lead: bool) -> int:
    """8.25."""
    total = 0
    if not forced and not force.leaders:
        total -= 1
    if force.militia:
        total -= 1
    if not supplied:
        total -= 2 if forced else 1
    if COMMANDERS & set(force.leaders):
        total += 1
    return total + (lead and force.side == "confederate")


def attrition_sum(hex_: str, force: Stack) -> int:
    """10.9 with the reconstructed modifiers."""
    total = 2 * bool(COMMANDERS & set(force.leaders)) + bool(set(force.leaders) - COMMANDERS)
    if hex_ in TOWNS or hex_ in FORTS:
        return total + 2
    return total + {"V": 1, "C": 0, "M": -1, "P": -1}[TERRAIN[hex_]]


def test_every_step_of_the_map_has_the_price_of_the_rules():
    data = game().data
    assert set(data.near) == set(TERRAIN)
    for here in TERRAIN:
        assert set(data.near[here]) == neighbours(here)
        for there in neighbours(here):
            assert data.cost.get((here, there)) == price(here, there), (here, there)


def positions(seed: int, number: int):
    """Positions reached by random play, at irregular intervals."""
    rng = random.Random(seed)
    while number:
        match = scattered(rng.randrange(10**6), {"attack_momentum": rng.random() < 0.5})
        for _ in range(400):
            if match.result is not None or not number:
                break
            step(match, rng)
            chance = 0.2 if match.result is None and isinstance(match.state.step, Move) else 0.08
            if match.result is None and rng.random() < chance:
                number -= 1
                yield match, rng


@pytest.mark.parametrize("seed", range(4))
def test_two_hundred_positions_agree(seed):
    moves = battles = 0
    for match, rng in positions(seed, 50):
        moves += check_move(match)
        check_supply(match, rng)
        battles += check_fire(match, rng)
    assert moves >= 3 and battles > 300


def check_move(match) -> int:
    """A force on the march may go exactly where the oracle lets it go."""
    step_ = match.state.step
    if not isinstance(step_, Move):
        return 0
    stacks, goals = match.state.stacks, set()
    for there in neighbours(step_.hex):
        cost, enemy = price(step_.hex, there), stacks.get(there)
        if enemy is not None and enemy.side != step_.side and (enemy.strength or not step_.force.strength):
            continue
        if cost is not None and cost <= step_.points:
            goals.add(there)
    assert {action.hex for action in match.legal() if hasattr(action, "hex")} == goals
    return 1


def check_supply(match, rng) -> None:
    state = match.state
    lead = state.vp[CONFEDERATE] > state.vp[UNION]
    for hex_, here in state.stacks.items():
        line = traces(state.stacks, here.side, hex_)
        assert has_depot_line(state, here.side, hex_) == line, hex_
        fed = line or here.wagons + here.exdepots > 0
        assert is_supplied(state, here.side, hex_) == fed
        force = part_of(here, rng)
        if not force.is_empty():
            only_wagons = not (force.strength or force.guns or force.leaders)
            for forced in (False, True):
                listed = march_modifiers(state, force, hex_, forced)
                assert sum(one.value for one in listed) == march_sum(force, forced, fed or only_wagons, lead)
        if here.strength:
            expected = capped(results("attrition", here.strength, attrition_sum(hex_, here)), here.strength)
            assert attrition_losses(state, hex_).weights == expected
    for hex_ in rng.sample(sorted(TERRAIN), 5):
        for side in (UNION, CONFEDERATE):
            if hex_ not in state.stacks:
                assert has_depot_line(state, side, hex_) == traces(state.stacks, side, hex_)


def part_of(here: Stack, rng) -> Stack:
    """A random sub-force."""
    counts = {kind: rng.randint(0, getattr(here, kind)) for kind in ("regular", "militia", "cavalry", "guns", "wagons")}
    leaders = tuple(name for name in here.leaders if rng.random() < 0.5)
    return Stack(here.side, **counts, leaders=leaders)


def check_fire(match, rng) -> int:
    """Both fires of imagined battles around every stack with troops, in every state of supply."""
    state, count = match.state, 0
    lead = state.vp[CONFEDERATE] > state.vp[UNION]
    armed = [here for here in state.stacks.values() if here.strength]
    attackers = {side: [here for here in armed if here.side == side] for side in ENEMY}
    for goal, defender in state.stacks.items():
        side = ENEMY[defender.side]
        if not defender.strength or not attackers[side]:
            continue
        source = rng.choice(sorted(neighbours(goal)))
        force = part_of(rng.choice(attackers[side]), rng)
        if frozenset((source, goal)) in CREST or not force.strength:
            continue
        battle = Battle(side, source, goal, force, lead)
        fed = goal in state.fed or traces(state.stacks, defender.side, goal)
        assert has_depot(state, battle, defender.side) == fed
        for both in ((True, True), (True, False), (False, True), (False, False)):
            attack, reply = fires(state, battle, *both)
            total = fire_sum(force, defender, (source, goal), True, both, lead)
            back = fire_sum(defender, force, (goal, source), False, both[::-1], lead)
            assert sum(one.value for one in modifiers(state, attack)) == total
            assert sum(one.value for one in modifiers(state, reply)) == back
            assert chances(state, attack).weights == capped(results("fire", force.strength, total), defender.strength)
            assert chances(state, reply).weights == capped(results("fire", defender.strength, back), force.strength)
            count += 1
    return count
