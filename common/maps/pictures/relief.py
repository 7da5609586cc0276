"""Mountains as relief: the slopes on both sides of a crest in facets, each as light or dark as the sun makes it.

The sun stands in the north-west, as on printed maps. From every point of a crest a spur runs down to either side, and
between two spurs lies a little valley; the three-cornered faces between crest, spur and valley are the facets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin
from random import Random

from msgspec import Struct

from common.maps.model import Point
from common.maps.pictures.draw_context import Sketch

Peak = tuple[float, float, float]
SUN = (-0.55, -0.62, 0.56)  # a unit vector towards it; y grows downwards
STEEP = 0.95  # the height of a crest by the width of its slope
LEVELS = ((0.10, -3), (0.34, -2), (0.50, -1), (0.68, 0), (0.82, 1))  # up to this brightness, that shade

OPACITY = {-3: 0.5, -2: 0.32, -1: 0.16, 1: 0.3, 2: 0.5}  # of the paint for each shade


class Facet(Struct, frozen=True):
    """A face of a slope, from -3 in deep shade to 2 in full light; 0 needs no paint."""

    corners: tuple[Point, Point, Point]
    shade: int


class Spur(Struct, frozen=True):
    """What lies beside a point of a crest: the foot of its spur and the valley after it, on one side."""

    foot: Peak
    valley: Peak


def facets(crest: Sequence[Point], reach: float, rng: Random) -> list[Facet]:
    """The faces of the slopes of a crest whose spurs run so far."""
    heights = _heights(crest, reach, rng)
    found: list[Facet] = []
    for side in (1, -1):
        spurs = [_spur(heights, i, side, reach, rng) for i in range(len(heights))]
        for i, (top, spur) in enumerate(zip(heights, spurs, strict=True)):
            if i:
                found.append(_facet(top, spurs[i - 1].valley, spur.foot))
            if i + 1 < len(heights):
                found.append(_facet(top, spur.foot, spur.valley))
                found.append(_facet(top, spur.valley, heights[i + 1]))
    for end, inner in ((heights[0], heights[1]), (heights[-1], heights[-2])):
        found += _end(end, inner, reach, rng)
    return [facet for facet in found if facet.shade]


def draw_relief(sketch: Sketch, faces: Sequence[Facet], layer: str = "relief") -> None:
    """Paint the facets of all crests; the name of a range stands beside them."""
    for face in faces:
        xs, ys = zip(*face.corners, strict=True)
        sketch.placer.avoid((min(xs), min(ys), max(xs), max(ys)))
    for shade, opacity in OPACITY.items():
        shapes = [face.corners for face in faces if face.shade == shade]
        sketch.canvas.patches(layer, shapes, sketch.colours["shadow" if shade < 0 else "sunlit"], opacity)


def _heights(crest: Sequence[Point], reach: float, rng: Random) -> list[Peak]:
    """The crest with its height: lower towards its ends, and nowhere quite even."""
    total = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(crest))
    walked, found = 0.0, []
    for number, (x, y) in enumerate(crest):
        if number:
            walked += hypot(x - crest[number - 1][0], y - crest[number - 1][1])
        end = min(1.0, 0.45 + min(walked, total - walked) / (reach * 1.8))
        found.append((x, y, reach * STEEP * end * rng.uniform(0.8, 1.1)))
    return found


def _spur(heights: Sequence[Peak], i: int, side: int, reach: float, rng: Random) -> Spur:
    x, y, high = heights[i]
    ax, ay, _ = heights[max(i - 1, 0)]
    bx, by, _ = heights[min(i + 1, len(heights) - 1)]
    length = hypot(bx - ax, by - ay) or 1.0
    tx, ty = (bx - ax) / length, (by - ay) / length
    nx, ny = -ty * side, tx * side
    width = high / STEEP
    far, slip = width * rng.uniform(0.8, 1.15), width * rng.uniform(-0.2, 0.2)
    foot = x + nx * far + tx * slip, y + ny * far + ty * slip, 0.0
    cx, cy, chigh = heights[min(i + 1, len(heights) - 1)]
    near = (width + chigh / STEEP) / 2 * rng.uniform(0.42, 0.6)
    valley = (x + cx) / 2 + nx * near, (y + cy) / 2 + ny * near, (high + chigh) / 2 * 0.28
    return Spur(foot, valley)


def _end(end: Peak, inner: Peak, reach: float, rng: Random) -> list[Facet]:
    """The slope at the end of a crest."""
    heading = atan2(end[1] - inner[1], end[0] - inner[0])
    far = end[2] / STEEP
    ring = [
        (end[0] + cos(heading + turn) * far * rng.uniform(0.7, 1.0), end[1] + sin(heading + turn) * far * 0.9, 0.0)
        for turn in (-1.5, -0.75, 0.0, 0.75, 1.5)
    ]
    return [_facet(end, a, b) for a, b in pairwise(ring)]


def _facet(a: Peak, b: Peak, c: Peak) -> Facet:
    u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(a, c, strict=True)]
    normal = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    size = hypot(*normal) or 1.0
    up = -1.0 if normal[2] < 0 else 1.0
    light = sum(n * s for n, s in zip(normal, SUN, strict=True)) * up / size
    shade = next((level for limit, level in LEVELS if light < limit), 2)
    corners = tuple((round(x, 1), round(y, 1)) for x, y, _ in (a, b, c))
    return Facet(corners, shade)  # type: ignore[arg-type]
