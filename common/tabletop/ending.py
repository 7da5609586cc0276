"""How a finished game is told: the conditions that decided it, and the moments at which the lead swung."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

MOST_LOOKS = 400  # positions looked at for the swings of a game
FIGHT = 6  # actions that lie so near each other belong to one event
MOST_POINTS = 5  # turning points that are told


class VerdictLine(msgspec.Struct, frozen=True):
    """A condition of victory with what was reached of it, its rule, and whether it held; None is said by the way."""

    text: str
    rule: str
    met: bool | None = None


class TurningPoint(NamedTuple):
    """Where the lead swung: after which actions, from which of them on, and by how much for the first side."""

    moment: int
    first: int
    swing: float


def trace_lead(starts: Sequence[int], end: int, lead_at: Callable[[int], float]) -> list[tuple[int, float]]:
    """The lead at moments of a game, found by halving every stretch over which it changed down to single actions."""
    known = {moment: lead_at(moment) for moment in dict.fromkeys((*starts, end))}
    order = sorted(known)
    open_ = [(-abs(known[b] - known[a]), a, b) for a, b in pairwise(order)]
    open_.sort()
    looks = 0
    while open_ and looks < MOST_LOOKS:
        change, low, high = open_.pop(0)
        if not change or high - low < 2:
            continue
        middle = (low + high) // 2
        known[middle] = lead_at(middle)
        looks += 1
        for a, b in ((low, middle), (middle, high)):
            insort(open_, (-abs(known[b] - known[a]), a, b))
    return sorted(known.items())


def find_turning_points(lead: Sequence[tuple[int, float]], most: int = MOST_POINTS) -> list[TurningPoint]:
    """The greatest swings of the lead in the order of play; what happens in one go counts as one."""
    found: list[TurningPoint] = []
    for (_, before), (moment, after) in pairwise(lead):
        swing = after - before
        last = found[-1] if found else None
        if not swing:
            continue
        if last is not None and moment - last.moment <= FIGHT and last.swing * swing > 0:
            found[-1] = TurningPoint(moment, last.first, last.swing + swing)
        else:
            found.append(TurningPoint(moment, moment, swing))
    best = sorted(found, key=lambda point: (-abs(point.swing), point.moment))[:most]
    return sorted(best)
