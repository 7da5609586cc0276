"""The engraver's marks: dunes, grass, reeds, city blocks, and courses joined from sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from random import Random

from common.maps.gamemap import GameMap
from common.maps.model import Point

Stroke = tuple[Point, ...]


def chains(segments: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """Sides joined into courses as long as possible; courses end where three sides meet."""
    near: dict[Point, list[Point]] = {}
    for segment in segments:
        for a, b in pairwise(segment):
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    used: set[frozenset[Point]] = set()
    found: list[list[Point]] = []
    for start in sorted(near, key=lambda p: (len(near[p]) == 2, p)):
        for step in near[start]:
            if frozenset((start, step)) in used:
                continue
            course = [start, step]
            used.add(frozenset((start, step)))
            while len(near[course[-1]]) == 2:
                here = course[-1]
                ahead = [p for p in near[here] if frozenset((here, p)) not in used]
                if not ahead:
                    break
                used.add(frozenset((here, ahead[0])))
                course.append(ahead[0])
            found.append(course)
    return found


def ridges(map_: GameMap, kinds: frozenset[str], seed: Callable[[str], str]) -> list[list[Point]]:
    """Crest lines through the hexes of a kind, along the axis of each range; chance is a matter of the range alone."""
    members = [id_ for id_, space in map_.spaces.items() if space.kind in kinds]
    inside, seen = set(members), set[str]()
    found: list[list[Point]] = []
    for start in members:
        if start in seen:
            continue
        part, frontier = [start], [start]
        seen.add(start)
        while frontier:
            for other in map_.next_to(frontier.pop()):
                if other in inside and other not in seen:
                    seen.add(other)
                    part.append(other)
                    frontier.append(other)
        found += _crests(map_, part, Random(seed(min(part))))
    return found


def _crests(map_: GameMap, part: list[str], rng: Random) -> list[list[Point]]:
    points = {id_: _shaken(map_.spaces[id_].center, 11, rng) for id_ in part}
    axis, inside, parent = axis_of(list(points.values())), set(part), {id_: id_ for id_ in part}

    def top(id_: str) -> str:
        while parent[id_] != id_:
            id_ = parent[id_]
        return id_

    edges = []
    for a in part:
        for b in map_.next_to(a):
            if b in inside and map_.index[a] < map_.index[b]:
                (ax, ay), (bx, by) = points[a], points[b]
                along = abs(cos(atan2(by - ay, bx - ax) - axis))
                edges.append((1 - along + rng.random() * 0.12, along, a, b))
    kept: list[tuple[Point, Point]] = []
    for _, along, a, b in sorted(edges):
        if top(a) != top(b) and (along > 0.42 or len(part) < 4):
            parent[top(a)] = top(b)
            kept.append((points[a], points[b]))
    lone = set(points.values()) - {p for pair in kept for p in pair}
    return [*chains(kept), *([(x - 9, y + 5), (x + 9, y - 5)] for x, y in sorted(lone))]


def axis_of(points: Sequence[Point]) -> float:
    """The direction in which points are spread most."""
    n = max(len(points), 1)
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    sxx = sum((x - mx) ** 2 for x, _ in points)
    syy = sum((y - my) ** 2 for _, y in points)
    sxy = sum((x - mx) * (y - my) for x, y in points)
    return 0.5 * atan2(2 * sxy, sxx - syy)


def _shaken(point: Point, by: float, rng: Random) -> Point:
    return point[0] + rng.uniform(-by, by), point[1] + rng.uniform(-by, by)


def roughen(crest: Sequence[Point], rng: Random, step: float = 17.0) -> list[Point]:
    """A crest line made less straight."""
    found = [crest[0]]
    for (ax, ay), (bx, by) in pairwise(crest):
        n = max(1, int(hypot(bx - ax, by - ay) / step))
        for i in range(1, n + 1):
            point = ax + (bx - ax) * i / n, ay + (by - ay) * i / n
            found.append(point if i == n else _shaken(point, 4.0, rng))
    return found


def scatter(center: Point, radius: float, count: int, rng: Random) -> list[Point]:
    """Points spread over a disc, not too close to one another."""
    found: list[Point] = []
    for _ in range(count * 4):
        angle, far = rng.uniform(0, 2 * pi), radius * rng.random() ** 0.5
        point = center[0] + far * cos(angle), center[1] + far * sin(angle)
        if all(hypot(point[0] - p[0], point[1] - p[1]) > radius * 0.42 for p in found):
            found.append(point)
        if len(found) == count:
            break
    return found


def tuft(at: Point, size: float) -> list[Stroke]:
    """A tuft of grass."""
    x, y = at
    return [
        ((x - size * 0.5, y - size * 0.5), (x, y)),
        ((x, y - size * 0.85), (x, y)),
        ((x + size * 0.5, y - size * 0.5), (x, y)),
    ]


def dune(at: Point, size: float) -> list[Stroke]:
    """A crescent of sand."""
    x, y = at
    arc = [(x + size * cos(t), y + size * 0.42 * sin(t)) for t in (pi * k / 6 for k in range(7, 12))]
    return [tuple(arc)]


def reeds(at: Point, size: float) -> list[Stroke]:
    """Standing water with reeds."""
    x, y = at
    return [((x - size, y), (x + size, y)), ((x - size * 0.5, y - size * 0.6), (x - size * 0.5, y)),
            ((x, y - size * 0.9), (x, y)), ((x + size * 0.5, y - size * 0.6), (x + size * 0.5, y))]  # fmt: skip


def tree(at: Point, size: float) -> list[Stroke]:
    """A tree: its crown and its trunk."""
    x, y = at
    crown = ((x - size * 0.6, y), (x - size * 0.3, y - size * 0.8), (x, y - size), (x + size * 0.3, y - size * 0.8),
             (x + size * 0.6, y), (x - size * 0.6, y))  # fmt: skip
    return [crown, ((x, y), (x, y + size * 0.45))]


def stones(at: Point, size: float) -> list[Stroke]:
    """Broken ground."""
    x, y = at
    return [
        ((x - size, y + size * 0.4), (x - size * 0.2, y - size * 0.5), (x + size * 0.2, y + size * 0.1)),
        ((x + size * 0.2, y + size * 0.5), (x + size * 0.7, y - size * 0.2), (x + size, y + size * 0.4)),
    ]


def furrows(at: Point, size: float) -> list[Stroke]:
    """A ploughed field by the river."""
    x, y = at
    return [((x - size, y + dy), (x + size, y + dy * 0.8)) for dy in (-size * 0.5, 0.0, size * 0.5)]


def ticks(course: Sequence[Point], gap: float, length: float, side: float = 1.0) -> list[Stroke]:
    """Short strokes on one side of a course."""
    found: list[Stroke] = []
    rest = gap / 2
    for (ax, ay), (bx, by) in pairwise(course):
        span = hypot(bx - ax, by - ay) or 1.0
        tx, ty = (bx - ax) / span, (by - ay) / span
        while rest < span:
            x, y = ax + tx * rest, ay + ty * rest
            found.append(((x, y), (x - ty * length * side, y + tx * length * side)))
            rest += gap
        rest -= span
    return found


def sleepers(course: Sequence[Point], gap: float, length: float) -> list[Stroke]:
    """Strokes across a course, as a railway is drawn."""
    found: list[Stroke] = []
    for (ax, ay), (bx, by) in ticks(course, gap, length / 2):
        found.append(((2 * ax - bx, 2 * ay - by), (bx, by)))
    return found
