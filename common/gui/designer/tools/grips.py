"""What a tool reaches on a map: the side, route, corner or name next to a place."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Any

import msgspec

from common.maps.changing import editing_changes as changes
from common.maps.gamemap import GameMap
from common.maps.model import Point

Pair = tuple[str, str]


class Grip(msgspec.Struct):
    """A thing that can be dragged: a space, a corner, a place on a border, a label or a sign."""

    what: str  # "space", "corner", "border", "labels", "features"
    at: Point
    goal: Point
    space: str = ""
    place: tuple[int, int] = (0, 0)  # group and entry
    ends: tuple[Point, Point] | None = None  # of the border


def off_line(at: Point, a: Point, b: Point) -> float:
    """How far a place is from a stretch of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / long)) if long else 0.0
    return hypot(at[0] - a[0] - t * dx, at[1] - a[1] - t * dy)


def side_at(game_map: GameMap, at: Point, within: float) -> Pair | None:
    """The side next to a place, from the space that holds the place."""
    here = game_map.at(*at)
    if here is None or game_map.kind == "point":
        return None
    best: tuple[float, str] | None = None
    for other in game_map.next_to(here):
        border = game_map.side(here, other)
        far = min((off_line(at, a, b) for a, b in pairwise(border)), default=within + 1)
        if far <= within and (best is None or far < best[0]):
            best = far, other
    return (here, best[1]) if best else None


def route_at(game_map: GameMap, at: Point, within: float) -> Pair | None:
    """The link next to a place, as the line between two centres."""
    best: tuple[float, Pair] | None = None
    for a, b in game_map.links:
        far = off_line(at, game_map.spaces[a].center, game_map.spaces[b].center)
        if far <= within and (best is None or far < best[0]):
            best = far, (a, b)
    return best[1] if best else None


def line_between(game_map: GameMap, pair: Pair, through: bool) -> tuple[Point, ...]:
    """The line of a side, or from centre to centre."""
    if through or game_map.kind == "point":
        return game_map.spaces[pair[0]].center, game_map.spaces[pair[1]].center
    return game_map.side(*pair)


def along_sides(game_map: GameMap, start: Point, end: Point) -> list[Pair]:
    """The fewest sides that lead from the corner next to one place to the corner next to another."""
    ways: dict[Point, list[tuple[Point, Pair]]] = {}
    for a, b in game_map.links:
        if game_map.index[a] < game_map.index[b]:
            border = game_map.side(a, b)
            if len(border) > 1:
                ways.setdefault(border[0], []).append((border[-1], (a, b)))
                ways.setdefault(border[-1], []).append((border[0], (a, b)))
    if not ways:
        return []
    first, last = (min(ways, key=lambda c: hypot(c[0] - at[0], c[1] - at[1])) for at in (start, end))
    came: dict[Point, tuple[Point, Pair] | None] = {first: None}
    queue = deque([first])
    while queue and last not in came:
        here = queue.popleft()
        for corner, pair in sorted(ways[here], key=lambda way: hypot(way[0][0] - last[0], way[0][1] - last[1])):
            if corner not in came:
                came[corner] = here, pair
                queue.append(corner)
    found: list[Pair] = []
    at = last
    while (step := came.get(at)) is not None:
        at, pair = step
        found.append(pair)
    return found[::-1]


def grip_at(game_map: GameMap, data: dict[str, Any], at: Point, within: float) -> Grip | None:
    """What a hand takes at a place: a corner or point first, then names and signs, then a border."""
    if game_map.kind == "area":
        corner = changes.nearest_corner(data, at, within)
        if corner is not None:
            return Grip("corner", corner, corner)
    named = _named_at(game_map, data, at, within)
    if named is not None:
        return named
    if game_map.kind == "point":
        space = game_map.at(*at)
        if space is not None:
            center = game_map.spaces[space].center
            return Grip("space", center, center, space)
    if game_map.kind == "area":
        for area in game_map.spaces.values():
            for a, b in pairwise((*area.polygon, area.polygon[0])):
                if off_line(at, a, b) <= within * 0.6:
                    return Grip("border", at, at, area.id, ends=(a, b))
    return None


def _named_at(game_map: GameMap, data: dict[str, Any], at: Point, within: float) -> Grip | None:
    best: tuple[float, Grip] | None = None
    for section in ("labels", "features"):
        for g, i, entry in changes.entries(data, section):
            place = entry.get("at") or (
                game_map.spaces[entry["space"]].center if entry.get("space") in game_map.spaces else None
            )
            if place is None:
                continue
            spot = (float(place[0]), float(place[1]))
            far = hypot(spot[0] - at[0], spot[1] - at[1])
            if far <= within and (best is None or far < best[0]):
                best = far, Grip(section, spot, spot, place=(g, i))
    return best[1] if best else None


def pull_lines(game_map: GameMap, held: Grip) -> Iterator[tuple[Point, ...]]:
    """The lines that follow a thing that is dragged."""
    if held.what == "border" and held.ends is not None:
        yield held.ends[0], held.goal, held.ends[1]
    elif held.what == "corner":
        for space in game_map.spaces.values():
            ring = space.polygon
            for i, corner in enumerate(ring):
                if corner == held.at:
                    yield ring[i - 1], held.goal, ring[(i + 1) % len(ring)]
    elif held.what == "space":
        for other in game_map.next_to(held.space):
            yield held.goal, game_map.spaces[other].center
