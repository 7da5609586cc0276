"""Matches moved along by bots, for tests that need a position from the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from common.bots import make_bot
from common.engine import Action, Match, Seat, load_game


def bot_action(match: Match, level: str = "policy", seed: int = 0) -> Action:
    """What the bot of that level plays for the side that decides now."""
    side = match.to_act
    assert side is not None, "the game is over"
    return make_bot(level, match.game, side, seed).choose(Seat(match, side)).action


class BotGame:
    """A game of bots that remembers its actions: they think once, however many tests follow them."""

    def __init__(self, game: str, seed: int, level: str, scenario: str | None) -> None:
        self._game, self._seed, self._level, self._scenario = game, seed, level, scenario
        self._actions: list[Action] = []

    def positions(self) -> Iterator[Match]:
        """One match after each of its actions, the first before any."""
        match = load_game(self._game).new_match(self._scenario, self._seed)
        while True:
            yield match
            done = len(match.past)
            if match.to_act is None:
                return
            if done == len(self._actions):
                self._actions.append(bot_action(match, self._level, done))
            match.play(self._actions[done])


@cache
def bot_game(game: str, seed: int, level: str = "policy", scenario: str | None = None) -> BotGame:
    """The game that bots of that level play from a seed, remembered for the whole run."""
    return BotGame(game, seed, level, scenario)


def bot_positions(
    game: str, seed: int, most: int, level: str = "policy", scenario: str | None = None
) -> Iterator[Match]:
    """A match moved along by bots, as it stands when a side decides; at most so many positions."""
    for number, match in enumerate(bot_game(game, seed, level, scenario).positions()):
        if number == most or match.to_act is None:
            return
        yield match


def played(game: str, seed: int, actions: int, level: str = "policy", scenario: str | None = None) -> Match:
    """A match of its own after so many actions of bots, or at the end of a shorter game."""
    positions = bot_game(game, seed, level, scenario).positions()
    return next(match for match in positions if len(match.past) == actions or match.to_act is None)
