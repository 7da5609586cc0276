"""Chances in random positions against slow arithmetic: shifts written out by hand, and every throw of the dice."""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from operation_serval.forecast import Forecast
from operation_serval.rules.fire import ground_shifts
from operation_serval.state import COALITION, ISLAMIST, ServalState, Unit
from tests.operation_serval.positions import FAR, arrange, game
from tests.operation_serval.test_oracle import EXACT, MALI, run_with, scatter

SCALE = int(os.environ.get("FIVE_FRONTS_SCALE", "0"))
SHOTS = max(200, SCALE)
BATTLES = max(24, SCALE)

COALITION_SIDE = ("td_armor", "td_mech_1", "td_armor*", "fr_sof_cm", "fr_mech_a21", "fr_armor_arec*", "fr_sof_cpa*")
ISLAMIST_SIDE = (
    "ad_tech_1",
    "ad_tech_2*",
    "ad_guer_1",
    "ad_guer_2",
    "ad_iyad",
    "ad_heavy_1",
    "ad_base_1",
    "ad_base_2*",
)


def crowded(seed: int) -> ServalState:
    """A random position with bases of both sides and sharia markers in it."""
    state: ServalState = scatter(seed).state
    chance = random.Random(seed + 1)
    for side in (ISLAMIST, COALITION):
        for id_ in chance.sample(state.data.bases_of[side], 3):
            counter = state.data.counters[id_]
            hosts = [
                unit.at
                for unit in state.units.values()
                if unit.at in state.data.near
                and (state.data.side_of[unit.id] == side)
                and (side == COALITION or state.data.counters[unit.id].contingent == counter.contingent)
            ]
            if hosts and not counter.option:
                state.put(Unit(id_, chance.choice(hosts), chance.random() < 0.3))
    state.sharia = frozenset(chance.sample(MALI, 200))
    return state


def shift_by_hand(state: ServalState, unit: Unit, goal: str) -> int:
    """16.4, 18.2, 25.2, 27.1  The columns by which one attacker's fire is shifted, straight from the rules."""
    data, counter, total = state.data, state.data.counters[unit.id], 0
    side = data.side_of[unit.id]
    ground = {"rough": -1, "mountain": -2, "marsh": -1}.get(data.map.spaces[goal].kind, 0)
    tags = data.map.spaces[goal].tags
    town = -2 if "national_capital" in tags else -1 if tags & {"town", "regional_capital", "foreign_town"} else 0
    total += ground if "engineer" in counter.type else min(ground, town)
    total -= "river" in data.kinds(unit.at, goal)
    bases = [
        other for other in state.units.values() if data.counters[other.id].type == "base" and other.at in data.near
    ]
    total -= any(other.at == goal and data.side_of[other.id] != side for other in bases)
    for other in bases:
        printed = data.counters[other.id]
        same = side == COALITION or printed.contingent == counter.contingent
        if (
            data.side_of[other.id] == side
            and same
            and data.distance(other.at, unit.at) <= printed.radius[other.disrupted]
        ):
            total += 1
            break
    if unit.at in state.sharia:
        total += 1 if side == ISLAMIST else -1
    return total


@pytest.mark.rule("operation_serval", "16.4.1a")
@pytest.mark.rule("operation_serval", "16.4.1b")
@pytest.mark.rule("operation_serval", "18.2b")
def test_the_shifts_of_a_shot_agree_with_the_rules_written_out() -> None:
    compared, seed = 0, 0
    while compared < SHOTS:
        state = crowded(seed)
        for id_, unit in list(state.units.items()):
            if unit.at not in state.data.near or id_ not in state.data.mobile_ids:
                continue
            enemy = ISLAMIST if state.data.side_of[id_] == COALITION else COALITION
            for goal in state.data.near[unit.at]:
                if state.own(enemy, goal):
                    quick = sum(modifier.value for modifier in ground_shifts(state, unit, goal))
                    assert quick == shift_by_hand(state, unit, goal), (seed, id_, unit.at, goal)
                    compared += 1
        seed += 1


def test_random_small_battles_agree_with_every_throw_of_the_dice() -> None:
    for seed in range(BATTLES):
        chance = random.Random(seed)
        two = chance.random() < 0.5
        attackers = " ".join(chance.sample(COALITION_SIDE, 2 if two else 1))
        defenders = " ".join(chance.sample(ISLAMIST_SIDE, 1 if two else 2))
        if attackers.count("td_armor") == 2:
            continue  # one counter cannot stand there twice
        also = chance.choice(("", "2525: ml_base_1"))
        counted: Counter[tuple[str, int, int]] = Counter()
        for dice in product(range(1, 7), repeat=3):
            counted[run_with(attackers, defenders, also, dice)] += 1
        match = arrange(f"{FAR}; 2525: {attackers}; 2425: {defenders}; {also}")
        ids = tuple(attackers.replace("*", "").split())
        endings = Forecast(match.state, COALITION, "2425", ids, tuple(defenders.replace("*", "").split())).endings()
        assert endings is not None
        quick = {tuple(ending): Fraction(weight, endings.total) for ending, weight in endings.weights.items()}
        assert quick.keys() == counted.keys(), (seed, attackers, defenders, also)
        assert all(abs(float(quick[key] - Fraction(counted[key], 216))) < EXACT for key in quick), seed


def test_the_game_has_the_counters_that_are_named_here() -> None:
    names = {name.rstrip("*") for name in (*COALITION_SIDE, *ISLAMIST_SIDE)}
    assert names <= game().data.counters.keys()
