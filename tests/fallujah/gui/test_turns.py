"""Whole turns of Second Fallujah in the real window: the journal is that of the engine alone (F06)."""

from __future__ import annotations

import pytest

from common.engine import load_game
from tests.gui.hands import story
from tests.gui.player import WAYS, Player, Way, ordinarily, script

SMALL = (1024, 700)  # every turn in the smallest window


def play(lay, way: Way, scenario: str, seed: int, wild: float, turns: int) -> Player:
    """Follow a script by one way in a new window; the journal must be that of the engine alone."""
    actions = script("fallujah", scenario, seed, turns, wild)
    alone = load_game("fallujah").new_match(scenario, seed)
    for action in actions:
        alone.play(action)
    player = Player(lay(match=load_game("fallujah").new_match(scenario, seed), size=SMALL), way)
    player.follow(actions)
    assert story(player.match) == story(alone)
    assert player.match.hash() == alone.hash()
    return player


def kinds(player: Player) -> set[str]:
    return {type(moment.action).__name__ for moment in player.match.past}


@pytest.mark.parametrize("way", ordinarily("keys"))
def test_two_turns_of_two_players(lay, way: Way) -> None:
    player = play(lay, way, "phantom_fury", seed=39, wild=1.0, turns=2)
    assert player.match.state.turn > 2
    moves = {"Activate", "March", "EndImpulse", "Organize", "DigIn", "Rally", "SlipAway", "Shift", "Done"}
    fights = {"Attack", "Lead", "FireMission", "Suffer", "Retreat"}
    assert moves | fights <= kinds(player)
    assert player.carried > 40  # counters really were brought from space to space


@pytest.mark.lengthy
@pytest.mark.parametrize("way", ordinarily("click"))
def test_a_turn_alone_against_the_procedures(lay, way: Way) -> None:
    player = play(lay, way, "solitaire", seed=1, wild=0.6, turns=1)
    assert player.match.state.turn > 1
    assert {"Proceed", "Activate", "March", "Attack", "FireMission", "Shift", "Done"} <= kinds(player)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("seed", "wild"), [(22, 0.85), (12, 0.3), (18, 0.3)])
def test_more_turns_of_two_players(lay, way: Way, seed: int, wild: float) -> None:
    assert play(lay, way, "phantom_fury", seed, wild, turns=2).match.state.turn > 2


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", [4, 5])
def test_more_turns_alone(lay, way: Way, seed: int) -> None:
    assert play(lay, way, "solitaire", seed, wild=0.6, turns=2).match.state.turn > 2
