"""Variations: moves that were taken back and then played differently, each hanging on the game where it leaves it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from common.engine import Action, IllegalAction, Match
from common.engine.game import Game
from common.engine.saves import MAX_REMARK, Do

Done = tuple[Action, tuple[int, ...]]


class Variation(NamedTuple):
    """What was played after the first `base` actions of the game, instead of what stands there now."""

    base: int
    done: tuple[Done, ...]

    def text(self) -> str:
        """The variation as it is written into the save; one beyond all measure loses its end."""
        lines = [Do(msgspec.Raw(msgspec.json.encode(action)), list(dice)) for action, dice in self.done]
        text = msgspec.json.encode(lines)
        while len(text) > MAX_REMARK - 100:
            lines = lines[: len(lines) // 2]
            text = msgspec.json.encode(lines)
        return text.decode()


def read_variation(game: Game, base: int, text: str) -> Variation | None:
    """A variation from a save; None when it is not one."""
    try:
        lines = msgspec.json.decode(text.encode(), type=list[Do])
        done = tuple((msgspec.json.decode(line.a, type=game.action_type), tuple(line.dice)) for line in lines)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return Variation(base, done) if done else None


def line_of(match: Match) -> list[Done]:
    """Everything that was played, with what was taken back and can still be played again."""
    return [(moment.action, moment.dice) for moment in match.past] + match.future[::-1]


def branch_off(known: Iterable[Variation], line: Sequence[Done], at: int) -> list[Variation]:
    """The variations of a game that leaves its old line after `at` actions; the rest of that line is one of them."""
    moved = [Variation(at, (*line[at : v.base], *v.done)) if v.base > at else v for v in known]
    return [*moved, Variation(at, tuple(line[at:]))]


def drop_played(known: Iterable[Variation], line: Sequence[Done]) -> list[Variation]:
    """Each variation from where it leaves the line; what the line has made good, and what others contain, is gone."""
    left: list[Variation] = []
    for base, done in known:
        same = 0
        while same < len(done) and base + same < len(line) and line[base + same] == done[same]:
            same += 1
        if same < len(done):
            left.append(Variation(base + same, done[same:]))
    left = list(dict.fromkeys(left))

    def part_of(one: Variation, other: Variation) -> bool:
        return one is not other and one.base == other.base and one.done == other.done[: len(one.done)]

    return [each for each in left if not any(part_of(each, other) for other in left)]


def play_out(match: Match, variation: Variation) -> Match:
    """A match of its own in which the variation was played, as far as the rules allow it."""
    other = match.clone()
    other.header = None
    while len(other.past) > variation.base:
        other.undo()
    while len(other.past) < variation.base and other.future:
        other.redo()
    other.future.clear()
    for action, dice in variation.done:
        try:
            other.play(action, dice)
        except (IllegalAction, ValueError):  # a stranger may have written it, or the rules have changed since
            break
    return other
