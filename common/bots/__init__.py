"""Players that are programs: they see one side's view, choose among the legal actions and say why."""

from __future__ import annotations

import importlib
import random
from typing import Protocol

import msgspec

from common.engine import Action, Game, Match, Side

LEVELS = ("random", "policy")


class Choice(msgspec.Struct, frozen=True):
    """What a bot would play, and why, in a sentence."""

    action: Action
    reason: str


class Bot(Protocol):
    """A seat filled by the program."""

    def choose(self, match: Match) -> Choice:
        """The action to play now."""
        ...


class RandomBot:
    """Plays any legal action."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side = side
        self._random = random.Random(seed)

    def choose(self, match: Match) -> Choice:
        return Choice(self._random.choice(match.legal()), "a random legal action")


class PolicyBot:
    """Plays by the heuristics of the game's bot.py, on a position in which the unseen has been dealt again."""

    def __init__(self, game: Game, side: Side, seed: int, function: str = "policy") -> None:
        self.side = side
        self._seed = seed
        self._policy = getattr(importlib.import_module(f"{game.id}.bot"), function)

    def choose(self, match: Match) -> Choice:
        choice: Choice = self._policy(match.imagine(self.side, self._seed), self.side)
        return choice


def levels(game: Game) -> tuple[str, ...]:
    """The kinds of bot this game has."""
    module = importlib.import_module(f"{game.id}.bot")
    return LEVELS + tuple(getattr(module, "LEVELS", ()))


def make_bot(level: str, game: Game, side: Side, seed: int = 0) -> Bot:
    """A bot of that level for a side."""
    if level not in levels(game):
        raise ValueError(f"{game.id} has no bot {level!r}; there are: {', '.join(levels(game))}")
    if level == "random":
        return RandomBot(side, seed)
    return PolicyBot(game, side, seed, level)


def play_out(match: Match, bots: dict[Side, Bot], limit: int = 20_000) -> Match:
    """Let the bots play the match to its end."""
    for _ in range(limit):
        side = match.to_act
        if side is None:
            return match
        match.play(bots[side].choose(match).action)
    raise RuntimeError(f"the game did not end within {limit} actions")
