"""Whole turns of Sand Wars in the real window: the journal is that of the engine alone (F06)."""

from __future__ import annotations

import pytest

from common.engine import load_game
from tests.gui.hands import story
from tests.gui.player import WAYS, Player, Way, ordinarily, script

SMALL = (1024, 700)  # every turn in the smallest window


def play(lay, way: Way, scenario: str, seed: int, turns: int) -> Player:
    """Follow a script of chance by one way in a new window; the journal must be that of the engine alone."""
    actions = script("sand_wars", scenario, seed, turns, 1.0)
    alone = load_game("sand_wars").new_match(scenario, seed)
    for action in actions:
        alone.play(action)
    player = Player(lay(match=load_game("sand_wars").new_match(scenario, seed), size=SMALL), way)
    player.follow(actions)
    assert story(player.match) == story(alone)
    assert player.match.hash() == alone.hash()
    return player


def kinds(player: Player) -> set[str]:
    return {type(moment.action).__name__ for moment in player.match.past}


@pytest.mark.parametrize("way", ordinarily("drag"))
def test_a_turn_of_chance_in_a_crisis(lay, way: Way) -> None:
    player = play(lay, way, "crisis", seed=3, turns=1)
    assert player.match.state.turn > 1
    assert {"PlayCard", "Seal", "Confirm", "KeepObjective"} <= kinds(player)
    assert player.cards > 10


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", [4, 5, 6])
def test_more_turns_of_chance(lay, way: Way, seed: int) -> None:
    assert play(lay, way, ("peacetime", "tensions", "crisis")[seed % 3], seed, turns=2).match.state.turn > 2
