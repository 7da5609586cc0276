"""Walking over a map with the arrow keys: to a neighbour ahead if there is one, else to the nearest place there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from common.gui.map.places import Place

Direction = tuple[int, int]
Spot = tuple[float, float]
DIRECTIONS: tuple[Direction, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
BESIDE = 0.45  # cosine: how far off its direction a step to a neighbour may lead
AHEAD = 0.7  # the same for a step over a gap
ASKEW = 0.5  # the same for a step without which a place could not be reached


class Walks:
    """Every place of a map can be reached from every other."""

    def __init__(self, places: Mapping[str, Place], near: Mapping[str, Iterable[str]]) -> None:
        self._places = places
        self._near = {name: [places[other] for other in near.get(name, ())] for name in places}
        self._steps = {
            (name, way): _find_beside(place, self._near[name], way, place.center)
            for name, place in places.items()
            for way in DIRECTIONS
        }
        self._rim = [places[name] for name in places if any(not self._steps[name, way] for way in DIRECTIONS)]
        self._jumps: dict[tuple[str, Direction], str] = {}
        for place in self._rim:
            for way in DIRECTIONS:
                if not self._steps[place.id, way]:
                    self._jumps[place.id, way] = _find_across(place, self._rim, way)
        self._join()

    def step(self, start: str, direction: Direction, aim: Spot) -> str:
        """The next place from `start`, near the line through `aim`; "" for none."""
        found = _find_beside(self._places[start], self._near[start], direction, aim)
        return found or self._jumps.get((start, direction), "")

    def _join(self) -> None:
        """Lead somewhere else wherever a place would have no way in or no way out."""
        first = next(iter(self._places), "")
        for back in (False, True):
            left = self._places.keys() - self._find_reached(first, back)
            while left and self._bridge(left, first, back):
                left = self._places.keys() - self._find_reached(first, back)

    def _find_reached(self, first: str, back: bool) -> set[str]:
        """The places one can walk to from the first one, or from which one can walk to it."""
        ways: dict[str, list[str]] = {}
        for jumps in (self._steps, self._jumps):
            for (start, _), end in jumps.items():
                if end:
                    ways.setdefault(end if back else start, []).append(start if back else end)
        found, todo = {first}, [first]
        while todo:
            for place in ways.get(todo.pop(), ()):
                if place not in found:
                    found.add(place)
                    todo.append(place)
        return found

    def _bridge(self, left: set[str], first: str, back: bool) -> bool:
        """One more jump between what is joined and what is left, where it leads least astray."""
        outside = [place for place in self._rim if place.id in left]
        inside = [place for place in self._rim if place.id not in left]
        starts, ends = (outside, inside) if back else (inside, outside)
        options = [
            (score, start.id, way, end.id)
            for start in starts
            for end in ends
            for way in DIRECTIONS
            if not self._steps[start.id, way] and (score := _score_jump(start, end, way, ASKEW)) is not None
        ]
        for _, start, way, end in sorted(options):
            old, before = self._jumps[start, way], len(self._find_reached(first, back))
            self._jumps[start, way] = end
            if len(self._find_reached(first, back)) > before:
                return True
            self._jumps[start, way] = old
        return False


def _find_beside(here: Place, others: Iterable[Place], direction: Direction, aim: Spot) -> str:
    """Of the neighbours ahead the one that is near and not far off the line."""
    best, found = float("inf"), ""
    dx, dy = direction
    for place in others:
        vx, vy = place.center[0] - here.center[0], place.center[1] - here.center[1]
        length = hypot(vx, vy)
        if length == 0 or (vx * dx + vy * dy) / length < BESIDE:
            continue
        score = length + 1.5 * abs((place.center[0] - aim[0]) * dy - (place.center[1] - aim[1]) * dx)
        if score < best:
            best, found = score, place.id
    return found


def _find_across(here: Place, others: Iterable[Place], direction: Direction) -> str:
    scores = [(_score_jump(here, place, direction, AHEAD), place.id) for place in others]
    return min(((score, name) for score, name in scores if score is not None), default=(0.0, ""))[1]


def _score_jump(here: Place, there: Place, direction: Direction, least: float) -> float | None:
    """How long and how far off its direction a jump is, by the nearest point of the goal; None when it is too far."""
    (x, y), (dx, dy), rect = here.center, direction, there.rect
    vx = max(rect.left(), min(x, rect.right())) - x
    vy = max(rect.top(), min(y, rect.bottom())) - y
    length = hypot(vx, vy)
    if here is there or length == 0 or (vx * dx + vy * dy) / length < least:
        return None
    slant = abs((there.center[0] - x) * dy - (there.center[1] - y) * dx)
    return length + 1.5 * abs(vx * dy - vy * dx) + 0.1 * slant
