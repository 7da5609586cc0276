"""Players that are programs: each sits on a seat, chooses among its legal actions and says why."""

from __future__ import annotations

import random
from typing import Any, Protocol

from common.bots.choices import BEST, Choice
from common.bots.ranking import Policy, Standing, play_on, rank_by_policy
from common.engine import Game, Match, Seat, Side

LEVELS = ("random", "policy")
RULED = "policy"  # carries out what the rules of a scenario do for a side


class Bot(Protocol):
    """A seat filled by the program."""

    def choose(self, seat: Seat) -> Choice:
        """The action to play now."""
        ...

    def rank(self, seat: Seat, count: int = BEST) -> list[Choice]:
        """The best actions that can be played now, the best first; fewer where the bot sees no more."""
        ...


class RandomBot:
    """Plays any legal action."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, seat: Seat) -> Choice:
        return Choice(self._random.choice(seat.legal()), "a random legal action")

    def rank(self, seat: Seat, count: int = BEST) -> list[Choice]:
        legal = seat.legal()
        some = self._random.sample(legal, min(count, len(legal)))
        return [Choice(action, "a random legal action") for action in some]


class PolicyBot:
    """Plays by the heuristics of the game's bot package, on a position in which the unseen has been dealt again."""

    def __init__(self, game: Game, side: Side, seed: int, function: str = "policy") -> None:
        self.side = side
        self._seed = seed
        module = _bot_module(game)
        self._policy: Policy = getattr(module, function)
        self._standing: Standing | None = getattr(module, "standing", None)

    def choose(self, seat: Seat) -> Choice:
        return self._policy(seat.imagine(self._seed), self.side)

    def rank(self, seat: Seat, count: int = BEST) -> list[Choice]:
        imagined = seat.imagine(self._seed)
        found = rank_by_policy(self._policy, imagined, self.side, count)
        if len(found) < count and self._standing is not None:
            found += play_on(self._policy, self._standing, imagined, self.side, found, count - len(found))
        return found


def _bot_module(game: Game) -> Any:
    return game.module("bot")


def levels(game: Game) -> tuple[str, ...]:
    """The kinds of bot this game has."""
    return LEVELS + tuple(getattr(_bot_module(game), "LEVELS", ()))


def make_bot(level: str, game: Game, side: Side, seed: int = 0) -> Bot:
    """A bot of that level for a side."""
    if level not in levels(game):
        raise ValueError(f"{game.id} has no bot {level!r}; there are: {', '.join(levels(game))}")
    if level == "random":
        return RandomBot(seed)
    return PolicyBot(game, side, seed, level)


def play_out(match: Match, bots: dict[Side, Bot], limit: int = 20_000) -> Match:
    """Let the bots play the match to its end."""
    for _ in range(limit):
        side = match.to_act
        if side is None:
            return match
        match.play(bots[side].choose(Seat(match, side)).action)
    raise RuntimeError(f"the game did not end within {limit} actions")
