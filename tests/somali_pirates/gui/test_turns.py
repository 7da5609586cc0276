"""Whole turns of Somali Pirates in the real window: the journal is that of the engine alone (F06)."""

from __future__ import annotations

import pytest

from common.engine import load_game
from tests.gui.hands import story
from tests.gui.player import WAYS, Player, Way, ordinarily, script

LARGE = (1280, 800)


def play(lay, way: Way, scenario: str, seed: int, wild: float, turns: int, most: int = 2_000) -> Player:
    """Follow a script by one way in a new window; the journal must be that of the engine alone."""
    actions = script("somali_pirates", scenario, seed, turns, wild, most=most)
    alone = load_game("somali_pirates").new_match(scenario, seed)
    for action in actions:
        alone.play(action)
    player = Player(lay(match=load_game("somali_pirates").new_match(scenario, seed), size=LARGE), way)
    player.follow(actions)
    assert story(player.match) == story(alone)
    assert player.match.hash() == alone.hash()
    return player


def kinds(player: Player) -> set[str]:
    """The kinds of actions that were played."""
    return {type(moment.action).__name__ for moment in player.match.past}


@pytest.mark.parametrize("way", ordinarily("drag"))
def test_a_turn_of_the_quick_start(lay, way: Way) -> None:
    player = play(lay, way, "quick_start", seed=7, wild=0.15, turns=1, most=90)
    assert {"ChooseFirst", "Add", "Confirm", "Place", "Move", "EndPhase"} <= kinds(player)
    assert player.carried > 10  # counters really were brought from Zone to Zone


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_the_set_up_of_the_campaign(lay, way: Way) -> None:
    player = play(lay, way, "campaign", seed=4, wild=0.3, turns=1, most=60)
    assert {"Add", "Confirm", "Place"} <= kinds(player)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_anything_that_is_legal(lay, way: Way) -> None:
    player = play(lay, way, "quick_start", seed=11, wild=1.0, turns=2, most=80)
    assert len(kinds(player)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("scenario", "seed", "wild"), [("quick_start", 7, 0.3), ("campaign", 8, 0.2), ("quick_start", 9, 1.0)]
)
def test_more_turns(lay, way: Way, scenario: str, seed: int, wild: float) -> None:
    assert play(lay, way, scenario, seed, wild, turns=2, most=600).gestures > 100
