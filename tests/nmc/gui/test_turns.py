"""Whole turns of The New Mexico Campaign in the real window: the journal is that of the engine alone (F06)."""

from __future__ import annotations

import pytest

from common.engine import load_game
from tests.gui.hands import story
from tests.gui.player import WAYS, Player, Way, ordinarily, script

MOMENTUM = {"attack_momentum": True}  # the optional rule adds declared attacks
SMALL = (1024, 700)  # every turn in the smallest window


def play(lay, way: Way, seed: int, wild: float, turns: int) -> Player:
    """Follow a script by one way in a new window; the journal must be that of the engine alone."""
    actions = script("nmc", "campaign", seed, turns, wild, MOMENTUM)
    alone = load_game("nmc").new_match("campaign", seed, MOMENTUM)
    for action in actions:
        alone.play(action)
    player = Player(lay("nmc", seed=seed, options=MOMENTUM, size=SMALL), way)
    player.follow(actions)
    assert story(player.match) == story(alone)
    assert player.match.hash() == alone.hash()
    return player


@pytest.mark.parametrize("way", ordinarily("drag"))
def test_three_turns_with_set_up_marches_and_battles(lay, way: Way) -> None:
    player = play(lay, way, seed=27, wild=0.1, turns=3)
    kinds = {type(moment.action).__name__ for moment in player.match.past}
    assert player.match.state.turn > 3
    assert {"Deploy", "Assign", "March", "StepTo", "Attack", "Advance", "Destroy", "EndPhase"} <= kinds
    assert player.carried > 10  # counters really were brought from space to space


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("seed", "wild"), [(13, 0.25), (9, 0.1), (2, 0.1)])
def test_more_turns(lay, way: Way, seed: int, wild: float) -> None:
    assert play(lay, way, seed, wild, turns=5).match.state.turn > 5
