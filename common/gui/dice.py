"""Which dice an action asks for, found by playing it on a copy: for players who roll their own, and for trying out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from common.engine import Action, Match, ScriptedDie

IMPOSSIBLE = -(10**6)
RANGE = re.compile(r"is not between (-?\d+) and (-?\d+)$")
MOST = 200


class Die(NamedTuple):
    """A die that must be thrown next: what for, and its faces."""

    reason: str
    low: int
    high: int


def next_die(match: Match, action: Action, given: Sequence[int] = ()) -> Die | None:
    """The die that comes after those already given; None when the action needs no more."""
    probe = match.clone(quiet=True)
    probe.state.script = ()
    try:
        probe.play(action, (*given, IMPOSSIBLE))
    except ScriptedDie as error:
        found = RANGE.search(str(error))
        if found is None:
            raise
        return Die(_reason(match, action, given), int(found[1]), int(found[2]))
    return None


def _reason(match: Match, action: Action, given: Sequence[int]) -> str:
    """What the next die is for, as the journal of a copy tells it."""
    copy = match.clone()
    copy.state.script = ()
    before = len(copy.journal)
    copy.play(action, given)
    thrown = [roll.reason for entry in copy.journal.entries[before:] for roll in entry.rolls for _ in roll.dice]
    return thrown[len(given)] if len(thrown) > len(given) else "die"


def middle_dice(match: Match, action: Action) -> tuple[int, ...]:
    """Every die at its middle, low and high in turn: what to expect, without knowing what will come."""
    given: list[int] = []
    while len(given) < MOST:
        die = next_die(match, action, given)
        if die is None:
            break
        given.append((die.low + die.high + len(given) % 2) // 2)
    return tuple(given)
