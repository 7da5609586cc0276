"""Hex geometry: axial coordinates, distance, rings, lines, and exact corners."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import floor, sqrt

from msgspec import Struct

Axial = tuple[int, int]
Point = tuple[float, float]

DIRECTIONS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
POINTY = ("E", "NE", "NW", "W", "SW", "SE")
FLAT = ("SE", "NE", "N", "NW", "SW", "S")
_CORNERS_POINTY = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_CORNERS_FLAT = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def distance(a: Axial, b: Axial) -> int:
    """Steps from one hex to the other."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def neighbours(a: Axial) -> Iterator[Axial]:
    """The six hexes around a hex, counter-clockwise from the first direction."""
    for dq, dr in DIRECTIONS:
        yield a[0] + dq, a[1] + dr


def ring(center: Axial, radius: int) -> list[Axial]:
    """All hexes at exactly this distance, in order around the centre."""
    if radius == 0:
        return [center]
    q, r = center[0] + DIRECTIONS[4][0] * radius, center[1] + DIRECTIONS[4][1] * radius
    found = []
    for dq, dr in DIRECTIONS:
        for _ in range(radius):
            found.append((q, r))
            q, r = q + dq, r + dr
    return found


def disc(center: Axial, radius: int) -> list[Axial]:
    """All hexes within a distance, nearest first."""
    return [cell for n in range(radius + 1) for cell in ring(center, n)]


def line(a: Axial, b: Axial) -> list[Axial]:
    """The hexes on the straight line between two centres, both ends included."""
    n = distance(a, b)
    if n == 0:
        return [a]
    # a nudge off the sides keeps the choice between two equal hexes the same everywhere
    aq, ar, bq, br = a[0] + 1e-6, a[1] + 2e-6, b[0] + 1e-6, b[1] + 2e-6
    return [round_axial(aq + (bq - aq) * i / n, ar + (br - ar) * i / n) for i in range(n + 1)]


def round_axial(q: float, r: float) -> Axial:
    """The hex that holds a point given in fractional axial coordinates."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr


class Layout(Struct, frozen=True):
    """Where hexes lie: `row` and `column` count downwards and rightwards from 0 in the drawing."""

    pointy: bool
    shifted: int  # parity (0 or 1) of the drawn rows (pointy) or columns (flat) that lie half a hex on
    width: float  # across the flats
    left: float
    top: float

    @property
    def side(self) -> float:
        """The length of a side."""
        return self.width / sqrt(3)

    def axial(self, row: int, column: int) -> Axial:
        """The axial coordinates of a hex."""
        if self.pointy:
            return column - floor((row - self._shift(row)) / 2), row
        return column, row - floor((column - self._shift(column)) / 2)

    def offset(self, cell: Axial) -> tuple[int, int]:
        """The row and column of axial coordinates."""
        q, r = cell
        if self.pointy:
            return r, q + floor((r - self._shift(r)) / 2)
        return r + floor((q - self._shift(q)) / 2), q

    def _shift(self, n: int) -> int:
        return 1 if n % 2 == self.shifted else 0

    def lattice(self, row: int, column: int) -> tuple[int, int]:
        """The centre on the lattice of half widths and half sides that all corners lie on."""
        if self.pointy:
            return 2 * column + self._shift(row), 3 * row
        return 3 * column, 2 * row + self._shift(column)

    def find_cell(self, i: int, j: int) -> tuple[int, int] | None:
        """The row and column of the hex whose centre this point of the lattice is, if it is one."""
        along, far = (j, i) if self.pointy else (i, j)
        line = along // 3
        cell = (far - self._shift(line)) // 2
        row, column = (line, cell) if self.pointy else (cell, line)
        return (row, column) if self.lattice(row, column) == (i, j) else None

    def _point(self, i: int, j: int) -> Point:
        a, b = self.width / 2, self.side / 2
        x, y = (i * a, j * b) if self.pointy else (i * b, j * a)
        return round(self.left + x, 3), round(self.top + y, 3)

    def center(self, row: int, column: int) -> Point:
        """The centre of a hex in map units."""
        return outline(self, row, column)[0]

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        """The six corners; a corner shared by hexes is the very same point in each."""
        return outline(self, row, column)[1]

    def measure(self, row: int, column: int) -> tuple[Point, tuple[Point, ...]]:
        """Centre and corners, worked out."""
        i, j = self.lattice(row, column)
        steps = _CORNERS_POINTY if self.pointy else _CORNERS_FLAT
        return self._point(i, j), tuple(self._point(i + di, j + dj) for di, dj in steps)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The row and column of the hex under a point."""
        base = self.center(*self.offset((0, 0)))
        dx, dy = (x - base[0]) / self.width, (y - base[1]) / self.side
        if not self.pointy:
            dx, dy = (x - base[0]) / self.side, (y - base[1]) / self.width
            return self.offset(round_axial(dx * 2 / 3, dy - dx / 3))
        return self.offset(round_axial(dx - dy / 3, dy * 2 / 3))


@lru_cache(maxsize=8192)
def outline(layout: Layout, row: int, column: int) -> tuple[Point, tuple[Point, ...]]:
    """Centre and corners of a hex; an editor builds the same hexes again and again."""
    return layout.measure(row, column)
