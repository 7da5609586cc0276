"""Just enough of a PDF reader to measure what was drawn: pages, filled shapes and straight lines, in millimetres."""

from __future__ import annotations

import re
import zlib
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

NUMBER = re.compile(rb"^[-+]?[\d.]+$")
MM = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]


Four = tuple[float, float, float, float]


class Marks(NamedTuple):
    """What is drawn on a page, from the upper left corner."""

    boxes: list[Four]  # left, top, width, height of filled shapes
    lines: list[Four]  # from, to


class Page:
    """One page: its size, and what is on it, read when it is asked for."""

    def __init__(self, width: float, height: float, text: bytes) -> None:
        self.width, self.height = width * MM, height * MM
        self._text, self._points = text, height

    @cached_property
    def marks(self) -> Marks:
        return _read(self._text, self._points)

    @property
    def boxes(self) -> list[Four]:
        return self.marks.boxes

    @property
    def lines(self) -> list[Four]:
        return self.marks.lines


def times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def pages(path: Path) -> list[Page]:
    """Every page of a file."""
    raw = path.read_bytes()
    objects = {int(n): body for n, body in re.findall(rb"(\d+) 0 obj\s(.*?)endobj", raw, re.S)}
    found = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b(?!s)", body):
            numbers = re.search(rb"/Contents\s+(\d+) 0 R", body)
            box = re.search(rb"/MediaBox\s*\[([^\]]*)\]", body)
            assert numbers
            assert box
            text = re.search(rb"stream\r?\n(.*)endstream", objects[int(numbers[1])], re.S)
            assert text
            _, _, width, height = map(float, box[1].split())
            found.append(Page(width, height, zlib.decompressobj().decompress(text[1])))
    return found


def _read(text: bytes, height: float) -> Marks:
    found = Marks([], [])
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    kept: list[Matrix] = []
    numbers: list[float] = []
    path: list[tuple[float, float]] = []

    def point(x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = matrix
        return (a * x + c * y + e) * MM, (height - (b * x + d * y + f)) * MM

    for token in text.split():
        if NUMBER.match(token):
            numbers.append(float(token))
            continue
        if token == b"q":
            kept.append(matrix)
        elif token == b"Q":
            matrix = kept.pop()
        elif token == b"cm":
            matrix = times(tuple(numbers[-6:]), matrix)  # type: ignore[arg-type]
        elif token in (b"m", b"l"):
            path.append(point(*numbers[-2:]))
        elif token == b"c":
            x1, y1, x2, y2, x3, y3 = numbers[-6:]
            path += [point(x1, y1), point(x2, y2), point(x3, y3)]
        elif token == b"re":
            x, y, w, h = numbers[-4:]
            path += [point(x, y), point(x + w, y), point(x + w, y + h), point(x, y + h)]
        elif token in (b"f", b"f*", b"B", b"B*", b"S", b"s", b"n"):
            if len(path) == 2 and token in (b"S", b"s"):
                found.lines.append((*path[0], *path[1]))
            elif path and token in (b"f", b"f*", b"B", b"B*"):
                xs, ys = [x for x, _ in path], [y for _, y in path]
                found.boxes.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
            path = []
        numbers = []
    return found
