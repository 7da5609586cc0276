"""A results table as printed: columns by strength, rows by the modified die."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

import msgspec

from common.data import Sourced

UNBOUNDED = 10**9
RANGE = re.compile(r"^(-?\d+)(?:-(\d+)|(\+))?$")


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One line of a die-roll or column modifier list, with the rule that asks for it."""

    value: int
    why: str
    rule: str


def column_limits(labels: Sequence[str]) -> tuple[int, ...]:
    """The highest strength each column serves; labels such as '1', '2-3', '36+' must leave no gap."""
    limits: list[int] = []
    expected: int | None = None
    for label in labels:
        found = RANGE.match(label)
        if not found:
            raise ValueError(f"column {label!r} is not a number, a range like 2-3 or an open end like 36+")
        low = int(found[1])
        high = UNBOUNDED if found[3] else int(found[2] or low)
        if expected is not None and low != expected:
            raise ValueError(f"column {label!r} should begin at {expected}")
        if high < low:
            raise ValueError(f"column {label!r} runs backwards")
        limits.append(high)
        expected = high + 1
    return tuple(limits)


class ResultsTable(Sourced, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A table with one list of results per column, lowest row first; scores beyond either end use that end."""

    title: str
    rule: str
    die: str
    first_row: int
    columns: dict[str, list[int]]
    cell: str

    def __post_init__(self) -> None:
        column_limits(tuple(self.columns))
        heights = {len(column) for column in self.columns.values()}
        if len(heights) != 1 or 0 in heights:
            raise ValueError(f"the columns of {self.title} are not all of one height")

    @cached_property
    def limits(self) -> tuple[int, ...]:
        return column_limits(tuple(self.columns))

    @cached_property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(column) for column in self.columns.values())

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.columns)

    @cached_property
    def last_row(self) -> int:
        return self.first_row + len(self.cells[0]) - 1

    def column(self, strength: int) -> int:
        """The number of the column that serves `strength`; beyond either end the nearest one."""
        return min(bisect_left(self.limits, strength), len(self.limits) - 1)

    def row(self, score: int) -> int:
        """The row a modified die falls in."""
        return max(self.first_row, min(score, self.last_row))

    def look_up(self, strength: int, score: int, shift: int = 0) -> int:
        """The result for a strength and a modified die, after any column shift."""
        column = max(0, min(self.column(strength) + shift, len(self.cells) - 1))
        return self.cells[column][self.row(score) - self.first_row]

    def results(self, strength: int, faces: range, modifier: int = 0, shift: int = 0) -> list[int]:
        """The result of every face of the die, in order: the exact distribution of one roll."""
        return [self.look_up(strength, face + modifier, shift) for face in faces]
