"""What holds in every position of Somali Pirates: attacks that are offered can be declared, imagined worlds go on."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from common.engine import Match
from common.engine.actions import Add, Confirm
from common.lab import secrecy
from somali_pirates.actions import Attack, Operate, Shock, Standoff
from tests.somali_pirates.positions import _from, game
from tests.somali_pirates.test_oracle import scattered

CHITS = ("isr", "uav_attack", "joint_operation")


def fighting(seed: int) -> Match:
    """A Combat Phase with units thrown over the map, a few chits, and the rules of Shock and Standoff."""
    state, chance = scattered(seed)
    side = state.mover
    state.options = {**state.options, "shock": True, "standoff": True}
    held = [chit for chit in state.pools[side].content if chit in (*CHITS, "leader_node") and chance.random() < 0.25]
    state.hands, state.pools[side] = {**state.hands, side: tuple(sorted(held))}, state.pools[side].take(*held)
    state.first = side
    state.flow = list(reversed(_from(state, "combat", side)))
    match = Match(game(), state)
    match.check()
    return match


def can_be_declared(match: Match, attack: Attack | Operate) -> bool:
    """Whether one unit or two make an attack that may be declared in some way."""
    prepared = match.clone()
    prepared.play(attack)
    able = [action for action in prepared.legal() if isinstance(action, Add)]
    for plan in (*combinations(able, 1), *combinations(able, 2)):
        trial = prepared.clone()
        for action in plan:
            trial.play(action)
        if any(isinstance(action, Confirm | Standoff | Shock) for action in trial.legal()):
            return True
    return False


def check_offers(seeds: range) -> int:
    """Try every attack that is offered in these positions; how many there were."""
    tried = 0
    for seed in seeds:
        match = fighting(seed)
        offers = [action for action in match.legal() if isinstance(action, Attack | Operate)]
        for attack in offers:
            if getattr(attack, "kind", "") != "drone":
                assert can_be_declared(match, attack), (seed, attack, match.state.hands)
                tried += 1
    return tried


@pytest.mark.rule("somali_pirates", "12.1b")
def test_every_attack_that_is_offered_can_be_declared() -> None:
    assert check_offers(range(230, 290)) > 500


@pytest.mark.slow
def test_offers_in_many_positions() -> None:
    assert check_offers(range(1000, 2500)) > 10_000


@pytest.mark.rule("somali_pirates", "27.0b")
def test_imagined_worlds_can_be_played_on() -> None:
    """Whatever a player tries out in a copy that holds only what he knows, the rules carry it out."""
    worlds, chance = 0, random.Random(5)
    for seed in range(4):
        for match in secrecy.positions(game(), seed, dense=12):
            for side in match.sides:
                world = match.imagine(side, worlds)
                for _ in range(5):
                    if world.to_act is not None:
                        world.play(chance.choice(world.legal()))
                world.check()
                worlds += 1
    assert worlds > 200
