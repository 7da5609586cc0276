"""Distances and lines for the eye of a designer: rings, the way to a goal, what it crosses and what cuts it."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise

from msgspec import Struct

from common.maps.gamemap import GameMap


class SightStep(Struct, frozen=True):
    """One step of a line: the kinds on the border it crosses, and what forbids it."""

    a: str
    b: str
    kinds: tuple[str, ...]
    closed: bool = False  # the space entered may not be
    barred: tuple[str, ...] = ()  # the kinds on the border that may not be crossed


class SightLine(Struct, frozen=True):
    """The shortest allowed way, or where there is none the shortest of all with what cuts it."""

    way: tuple[str, ...] = ()
    steps: tuple[SightStep, ...] = ()
    open: bool = False

    @property
    def cuts(self) -> tuple[SightStep, ...]:
        """The steps that are forbidden."""
        return tuple(step for step in self.steps if step.closed or step.barred)


def count_rings(map_: GameMap, start: str, most: int) -> dict[str, int]:
    """Every other space at most so many steps away, with its distance, nearest first."""
    return {space: map_.distance(start, space) for space in map_.within(start, most) if space != start}


def trace_line(
    map_: GameMap, start: str, goals: Container[str], limit: int, closed: Container[str], barred: frozenset[str]
) -> SightLine:
    """The line from a space to the nearest goal within a limit."""
    way = map_.supply_line(start, goals, limit, closed, barred)
    found = way or map_.supply_line(start, goals, len(map_.ids))
    if found is None:
        return SightLine()
    steps = tuple(_step(map_, a, b, closed, barred) for a, b in pairwise(found))
    return SightLine(tuple(found), steps, way is not None)


def _step(map_: GameMap, a: str, b: str, closed: Container[str], barred: frozenset[str]) -> SightStep:
    link = map_.link(a, b)
    kinds = link.kinds if link is not None else frozenset[str]()
    return SightStep(a, b, tuple(sorted(kinds)), b in closed, tuple(sorted(kinds & barred)))
