"""The signs of the maps as outlines in a square from -0.5 to 0.5."""

from __future__ import annotations

from math import cos, pi, sin

from common.maps.model import Point
from common.maps.pictures.picture import Path, Step, Symbol, circle, polygon, rect


def _star(points: int, inner: float, turn: float = -pi / 2) -> list[Point]:
    step = pi / points
    return [
        (
            0.5 * (1 if i % 2 == 0 else inner) * cos(turn + i * step),
            0.5 * (1 if i % 2 == 0 else inner) * sin(turn + i * step),
        )
        for i in range(points * 2)
    ]


_PLANE = [
    (0, -0.5), (0.07, -0.35), (0.08, -0.15), (0.5, 0.12), (0.5, 0.22), (0.08, 0.1), (0.06, 0.33), (0.2, 0.44),
    (0.2, 0.5), (0, 0.45), (-0.2, 0.5), (-0.2, 0.44), (-0.06, 0.33), (-0.08, 0.1), (-0.5, 0.22), (-0.5, 0.12),
    (-0.08, -0.15), (-0.07, -0.35),
]  # fmt: skip
_HOUSE = [(-0.42, 0.4), (-0.42, -0.05), (-0.12, -0.38), (0.18, -0.05), (0.18, 0.4)]
_WING = [(0.18, 0.4), (0.18, 0.02), (0.46, 0.02), (0.46, 0.4)]
_MOSQUE = [
    (-0.32, 0.45),
    (-0.32, 0.02),
    (-0.26, -0.16),
    (-0.1, -0.3),
    (-0.02, -0.46),
    (0.06, -0.3),
    (0.22, -0.16),
    (0.28, 0.02),
    (0.28, 0.45),
]
_MINARET = [(0.34, 0.45), (0.34, -0.3), (0.4, -0.5), (0.46, -0.3), (0.46, 0.45)]
_ARROW = [(-0.5, -0.12), (0.05, -0.12), (0.05, -0.32), (0.5, 0), (0.05, 0.32), (0.05, 0.12), (-0.5, 0.12)]
_DERRICK: list[Point] = [(-0.34, 0.48), (-0.08, -0.48), (0.08, -0.48), (0.34, 0.48)]
_PICKS: list[list[Point]] = [
    [(-0.42, 0.42), (0.3, -0.3)], [(0.42, 0.42), (-0.3, -0.3)],
    [(0.08, -0.46), (0.32, -0.34), (0.46, -0.08)], [(-0.08, -0.46), (-0.32, -0.34), (-0.46, -0.08)],
]  # fmt: skip
_ANCHOR: list[list[Point]] = [
    [(0, -0.3), (0, 0.46)], [(-0.2, -0.14), (0.2, -0.14)],
    [(-0.42, 0.12), (-0.36, 0.32), (-0.18, 0.44), (0, 0.46), (0.18, 0.44), (0.36, 0.32), (0.42, 0.12)],
]  # fmt: skip

FILLED: dict[str, list[tuple[Step, ...]]] = {
    "fort": [polygon(_star(5, 0.62)), circle((0, 0), 0.13)],
    "star": [polygon(_star(5, 0.42))],
    "capital": [polygon(_star(6, 0.55)), circle((0, 0), 0.12)],
    "town": [polygon(_HOUSE), polygon(_WING)],
    "dot": [circle((0, 0), 0.5)],
    "ring": [circle((0, 0), 0.5), circle((0, 0), 0.22)],
    "city": [rect(-0.5, -0.5, 1, 1), rect(-0.22, -0.22, 0.44, 0.44)],
    "square": [rect(-0.5, -0.5, 1, 1)],
    "triangle": [polygon([(0, -0.56), (0.6, 0.46), (-0.6, 0.46)])],
    "circle": [circle((0, 0), 0.5)],
    "diamond": [polygon([(0, -0.56), (0.56, 0), (0, 0.56), (-0.56, 0)])],
    "hexagon": [polygon([(0.5, 0), (0.25, 0.44), (-0.25, 0.44), (-0.5, 0), (-0.25, -0.44), (0.25, -0.44)])],
    "plane": [polygon(_PLANE)],
    "mosque": [polygon(_MOSQUE), polygon(_MINARET)],
    "arrow": [polygon(_ARROW)],
    "building": [rect(-0.45, -0.3, 0.9, 0.6), rect(-0.1, -0.5, 0.2, 0.2)],
}
LINED: dict[str, list[list[Point]]] = {
    "mines": _PICKS,
    "anchor": _ANCHOR,
    "derrick": [_DERRICK, [(-0.24, 0.1), (0.24, 0.1)], [(-0.15, -0.2), (0.15, -0.2)], [(-0.32, 0.48), (0.17, -0.15)]],
    "pass": [[(-0.3, -0.45), (-0.12, 0), (-0.3, 0.45)], [(0.3, -0.45), (0.12, 0), (0.3, 0.45)]],
    "cross": [[(-0.4, 0), (0.4, 0)], [(0, -0.4), (0, 0.4)]],
}


def outlines(symbol: Symbol) -> list[Path]:
    """A sign as paths in map units."""
    turn = symbol.angle * pi / 180
    c, s, k, (x, y) = cos(turn) * symbol.size, sin(turn) * symbol.size, symbol.size, symbol.at

    def move(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple((op, _move(numbers, c, s, x, y)) for op, numbers in steps)

    if symbol.name in LINED:
        lines = [move(polygon(points, closed=False)) for points in LINED[symbol.name]]
        return [Path(tuple(step for line in lines for step in line), stroke=symbol.stroke, width=k * 0.1)]
    shapes = [move(shape) for shape in FILLED[symbol.name]]
    steps = tuple(step for shape in shapes for step in shape)
    return [Path(steps, fill=symbol.fill, stroke=symbol.stroke, width=max(k * 0.045, 0.8))]


def _move(numbers: tuple[float, ...], c: float, s: float, x: float, y: float) -> tuple[float, ...]:
    out: list[float] = []
    for px, py in zip(numbers[::2], numbers[1::2]):
        out += (round(x + px * c - py * s, 2), round(y + px * s + py * c, 2))
    return tuple(out)
