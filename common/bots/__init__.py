"""Players that are programs: they see one side's view, choose among the legal actions and say why."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from common.engine import Action, Game, Match, Refusal, Side

LEVELS = ("random", "policy")
RULED = "policy"  # carries out what the rules of a scenario do for a side
BEST = 3  # candidates a bot names
TRIED = 24  # candidates without an opinion that are played on, at most
AHEAD = 240  # actions of bots for all of them together
SURE = 1000.0  # points of a game that is won


Standing = Callable[[Any, Side], float]


class Choice(msgspec.Struct, frozen=True):
    """What a bot would play and why, what it is worth where the bot counts, and the next best it weighed."""

    action: Action
    reason: str
    value: float | None = None
    others: tuple[Choice, ...] = ()
    guess: bool = False  # the bot has no opinion here


Policy = Callable[[Match, Side], Choice]


def best_of(choices: Iterable[Choice], least: float = float("-inf")) -> Choice | None:
    """The choice of the highest value above `least`, the first of equals, with the next best behind it."""
    good = [choice for choice in choices if choice.value is not None and choice.value > least]
    good.sort(key=lambda choice: -(choice.value or 0.0))
    return msgspec.structs.replace(good[0], others=tuple(good[1:BEST])) if good else None


class Bot(Protocol):
    """A seat filled by the program."""

    def choose(self, match: Match) -> Choice:
        """The action to play now."""
        ...

    def rank(self, match: Match, count: int = BEST) -> list[Choice]:
        """The best actions that can be played now, the best first; fewer where the bot sees no more."""
        ...


class RandomBot:
    """Plays any legal action."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side = side
        self._random = random.Random(seed)

    def choose(self, match: Match) -> Choice:
        return Choice(self._random.choice(match.legal()), "a random legal action")

    def rank(self, match: Match, count: int = BEST) -> list[Choice]:
        legal = match.legal()
        some = self._random.sample(legal, min(count, len(legal)))
        return [Choice(action, "a random legal action") for action in some]


class PolicyBot:
    """Plays by the heuristics of the game's bot.py, on a position in which the unseen has been dealt again."""

    def __init__(self, game: Game, side: Side, seed: int, function: str = "policy") -> None:
        self.side = side
        self._seed = seed
        module = game.module("bot")
        self._policy = getattr(module, function)
        self._standing: Standing | None = getattr(module, "standing", None)

    def choose(self, match: Match) -> Choice:
        choice: Choice = self._policy(match.imagine(self.side, self._seed), self.side)
        return choice

    def rank(self, match: Match, count: int = BEST) -> list[Choice]:
        imagined = match.imagine(self.side, self._seed)
        found = ranked(self._policy, imagined, self.side, count)
        if len(found) < count and self._standing is not None:
            found += played_on(self._policy, self._standing, imagined, self.side, found, count - len(found))
        return found


class Without(Match):
    """A position in which some actions are ruled out, to ask a policy for its next best idea."""

    out: set[Action]

    @classmethod
    def without(cls, match: Match, out: set[Action]) -> Without:
        """The same position, without these actions."""
        other: Any = cls.__new__(cls)
        other.__dict__.update(match.clone(quiet=True).__dict__, out=out)
        return other  # type: ignore[no-any-return]

    def _moves(self) -> tuple[Action, ...]:
        """The legal actions that are left."""
        return tuple(action for action in super()._moves() if action not in self.out)

    def why_not(self, action: Action) -> Refusal | None:
        """What is ruled out counts as forbidden."""
        return Refusal("", "ruled out") if action in self.out else super().why_not(action)


def ranked(policy: Policy, match: Match, side: Side, count: int) -> list[Choice]:
    """The candidates of a policy: what it weighed itself, then what it would do if those were ruled out."""
    first = policy(match, side)
    found = {choice.action: choice for choice in (first, *first.others)}
    legal = match.legal()
    while len(found) < min(count, len(legal)):
        again = policy(Without.without(match, set(found)), side)
        if again.action in found or again.action not in legal or again.guess:
            break
        found[again.action] = again
    return list(found.values())[:count]


def played_on(
    policy: Policy, standing: Standing, match: Match, side: Side, known: Iterable[Choice], count: int
) -> list[Choice]:
    """The best of what the policy names no reason for: by the lead in points when bots play on from there.

    Where there is too much to try, every second, third … is tried; all of them meet the same dice.
    """
    out = {choice.action for choice in known}
    rest = [action for action in match.legal() if action not in out]
    rest = rest[:: -(-len(rest) // TRIED)] if rest else []
    ahead, now = AHEAD // max(1, len(rest)), standing(match.state, side)
    found: list[tuple[float, Choice]] = []  # its values are not those of the policy, so they stand in the reason alone
    for action in rest:
        copy = match.clone(quiet=True)
        copy.play(action)
        for _ in range(ahead):
            if copy.to_act is None:
                break
            copy.play(policy(copy, copy.to_act).action)
        change = _outcome(copy, standing, side) - now
        words = f"No plan of the bot; if bots play on for {ahead} actions the lead in points changes by {change:+.0f}."
        found.append((change, Choice(action, words)))
    found.sort(key=lambda pair: -pair[0])
    return [choice for _, choice in found[:count]]


def _outcome(match: Match, standing: Standing, side: Side) -> float:
    """How a side stands, by its lead in points, or by the game if that is over."""
    won = match.result.winner if match.result is not None else None
    return standing(match.state, side) + (0.0 if won is None else SURE if won == side else -SURE)


def levels(game: Game) -> tuple[str, ...]:
    """The kinds of bot this game has."""
    module = game.module("bot")
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
