"""Where names go: several places are tried, none lies over another, and minor ones give way."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from msgspec import Struct
from msgspec.structs import replace
from shapely import Polygon, box

from common.maps.model import Point, Ring
from common.maps.pictures.picture import Text
from common.maps.pictures.text_room import text_width

Rect = tuple[float, float, float, float]
CELL = 120.0
ROUGH = 1.5  # the weight of ground that some names keep off
AWAY = (1.2, -1.2, 2.0, -2.0, 2.8, -2.8, 3.6, -3.6, 4.4, -4.4, 5.2, -5.2)  # heights of the letters, across the name
ALONG = (0.0, 1.5, -1.5, 3.0, -3.0)  # and along it


class Name(Struct, frozen=True):
    """A name that wants a place: near a sign `gap` wide, or free to shift around its point."""

    text: str
    at: Point
    size: float
    fill: str
    rank: int = 5  # the lower, the sooner it is placed
    gap: float = 0.0  # 0: centred on its point if possible
    must: bool = False  # placed even if it has to touch something
    angle: float = 0.0
    bold: bool = False
    italic: bool = False
    serif: bool = True
    spacing: float = 0.0
    opacity: float = 1.0
    home: Ring = ()  # the outline that it should not leave
    bare: bool = False  # without a halo: thin letters far apart, of which a halo would leave only the outlines
    beside: bool = False  # rather beside what other names may be written on, such as the slopes of its mountains


class Placer:
    """Keeps the ground that is taken, and finds free ground for names."""

    def __init__(self, size: Point, halo: str) -> None:
        self._size, self._halo = size, halo
        self._taken: dict[tuple[int, int], list[tuple[Rect, float]]] = {}
        self._rough: dict[tuple[int, int], list[tuple[Rect, float]]] = {}
        self.dropped: list[str] = []

    def block(self, rect: Rect, weight: float = 1.0) -> None:
        """Take ground: (left, top, right, bottom); a small weight may be written over if need be."""
        for key in _cells(rect):
            self._taken.setdefault(key, []).append((rect, weight))

    def avoid(self, rect: Rect) -> None:
        """Name ground that only those names keep off that stand beside it."""
        for key in _cells(rect):
            self._rough.setdefault(key, []).append((rect, ROUGH))

    def block_at(self, at: Point, width: float, height: float, weight: float = 1.0) -> None:
        """Take ground around a point."""
        self.block((at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2), weight)

    def place(self, names: Iterable[Name]) -> list[Text]:
        """The names as texts, the important ones first; what finds no room is dropped."""
        found: list[Text] = []
        for name in sorted(names, key=lambda n: (n.rank, -n.size, n.text)):
            text = self._best(name) or self._best(replace(name, size=name.size * 0.8, spacing=name.spacing / 2))
            if text is None:
                self.dropped.append(name.text)
                continue
            found.append(text)
            for rect in boxes(text):
                self.block(rect, 4.0)
        return found

    def _best(self, name: Name) -> Text | None:
        limit = 10**9 if name.must else 0.12 * name.size * text_width(name.text, name.size)
        best: tuple[float, Text] | None = None
        for i, text in enumerate(_tries(name, self._halo)):
            cost = sum(self._cost(rect) + _outside(rect, name.home) for rect in boxes(text))
            if cost + i * 0.5 > limit:
                continue
            rough = sum(_overlap(rect, self._rough) for rect in boxes(text)) if name.beside else 0.0
            if cost + rough == 0:
                return text
            if best is None or cost + rough + i * 0.5 < best[0]:
                best = cost + rough + i * 0.5, text
        return best[1] if best is not None else None

    def _cost(self, rect: Rect) -> float:
        left, top, right, bottom = rect
        beyond = left < 4 or top < 4 or right > self._size[0] - 4 or bottom > self._size[1] - 4
        return _overlap(rect, self._taken) + (10**6 if beyond else 0)


def _overlap(rect: Rect, ground: dict[tuple[int, int], list[tuple[Rect, float]]]) -> float:
    """How much of a box lies on ground that is taken, by its weight."""
    left, top, right, bottom = rect
    cost, seen = 0.0, set[Rect]()
    for key in _cells(rect):
        for other, weight in ground.get(key, ()):
            if other in seen:
                continue
            seen.add(other)
            w = min(right, other[2]) - max(left, other[0])
            h = min(bottom, other[3]) - max(top, other[1])
            if w > 0 and h > 0:
                cost += w * h * weight
    return cost


def _outside(rect: Rect, home: Ring) -> float:
    """How much of a box lies outside the outline that a name should not leave, counted twice."""
    if not home:
        return 0.0
    ground = box(*rect)
    return float(2 * ground.difference(Polygon(home)).area)


def _cells(rect: Rect) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = (int(v // CELL) for v in rect)
    return [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]


def boxes(text: Text) -> list[Rect]:
    """The ground a text covers: one box, or a row of small ones when it is turned."""
    width = text_width(text.text, text.size, text.spacing, text.bold)
    height = text.size * 0.92
    x, y = text.at
    left = x if text.anchor == "start" else x - width if text.anchor == "end" else x - width / 2
    if not text.angle:
        return [(left, y - height / 2, left + width, y + height / 2)]
    turn, n = text.angle * pi / 180, max(1, int(width / height))
    found = []
    for i in range(n):
        far = left - x + width * (i + 0.5) / n
        cx, cy, half = x + far * cos(turn), y + far * sin(turn), height / 2
        found.append((cx - half, cy - half, cx + half, cy + half))
    return found


def _tries(name: Name, halo: str) -> list[Text]:
    x, y = name.at
    g, h = name.gap, name.size
    if g:
        spots = [
            (x, y + g + h * 0.6, "middle"),
            (x + g + 3, y, "start"),
            (x - g - 3, y, "end"),
            (x, y - g - h * 0.6, "middle"),
            (x + g * 0.8, y + g + h * 0.5, "start"),
            (x - g * 0.8, y + g + h * 0.5, "end"),
            (x + g * 0.8, y - g - h * 0.5, "start"),
            (x - g * 0.8, y - g - h * 0.5, "end"),
            (x, y + g + h * 1.3, "middle"),
            (x, y - g - h * 1.3, "middle"),
        ]
    else:
        shifts = [(0, 0), (0, 0.8), (0, -0.8), (1.2, 0), (-1.2, 0), (0, 1.6), (0, -1.6), (2.4, 0.6), (-2.4, 0.6),
                  (2.4, -0.6), (-2.4, -0.6), (0, 2.6), (0, -2.6), (3.6, 0), (-3.6, 0)]  # fmt: skip
        spots = [(x + dx * h, y + dy * h, "middle") for dx, dy in shifts]
    if name.beside:
        c, s = cos(name.angle * pi / 180), sin(name.angle * pi / 180)
        spots += [(x + (a * c - d * s) * h, y + (a * s + d * c) * h, "middle") for d in AWAY for a in ALONG]
    width, edge = min(max(2.5, name.size * 0.16), 5.0), "" if name.bare else halo
    return [
        Text(
            name.text, (round(sx, 1), round(sy, 1)), name.size, name.fill, edge, width, anchor, name.angle,
            name.bold, name.italic, name.serif, name.spacing, name.opacity,
        )
        for sx, sy, anchor in spots
    ]  # fmt: skip
