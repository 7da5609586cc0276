"""Exact chances: weights over a common total, never samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

import msgspec

from common.tables.table import Modifier

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Chances(Generic[T]):
    """A finite distribution held as whole-number weights."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Counter[T]) -> None:
        self.weights = weights
        self.total = sum(weights.values())

    @classmethod
    def even(cls, values: Iterable[T]) -> Chances[T]:
        """Each listed value equally likely, as the faces of a die."""
        return cls(Counter(values))

    def map(self, change: Callable[[T], U]) -> Chances[U]:
        """The distribution of a function of the value."""
        weights: Counter[U] = Counter()
        for value, weight in self.weights.items():
            weights[change(value)] += weight
        return Chances(weights)

    def join(self, other: Chances[U], combine: Callable[[T, U], V]) -> Chances[V]:
        """The distribution of a function of two independent values."""
        weights: Counter[V] = Counter()
        for mine, weight in self.weights.items():
            for theirs, factor in other.weights.items():
                weights[combine(mine, theirs)] += weight * factor
        return Chances(weights)

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        """How likely a statement about the value is."""
        return Fraction(sum(weight for value, weight in self.weights.items() if holds(value)), self.total)

    def mean(self, worth: Callable[[T], float]) -> float:
        """The expected worth of the value."""
        return sum(worth(value) * weight for value, weight in self.weights.items()) / self.total


class Outcome(msgspec.Struct, frozen=True):
    """One possible result, its weight in the total, dice that bring it where they are known, and its short name."""

    label: str
    weight: int
    dice: tuple[int, ...] = ()
    code: str = ""  # as its table prints it


class Odds(msgspec.Struct, frozen=True):
    """What a roll that is about to be made can bring, with the modifiers that shape it."""

    title: str
    rule: str
    outcomes: tuple[Outcome, ...]
    total: int
    modifiers: tuple[tuple[str, tuple[Modifier, ...]], ...] = ()
    expected: str = ""
    table: str = ""
    column: str = ""
    row: str = ""

    def middle(self) -> Outcome:
        """The outcome in the middle of the distribution: as much lies below it as above."""
        seen = 0
        for outcome in self.outcomes:
            seen += outcome.weight
            if 2 * seen >= self.total:
                return outcome
        return self.outcomes[-1]

    @classmethod
    def of(
        cls,
        title: str,
        rule: str,
        chances: Chances[T],
        label: Callable[[T], str],
        key: Callable[[T], float | tuple[float, ...]],
        dice: Mapping[T, tuple[int, ...]] | None = None,
        code: Callable[[T], str] = lambda _: "",
        **more: object,
    ) -> Odds:
        """Odds from a distribution; outcomes in the order of `key`, with dice that bring them and short names."""
        ordered = sorted(chances.weights.items(), key=lambda pair: key(pair[0]))
        known = dice or {}
        outcomes = tuple(
            [Outcome(label(value), weight, known.get(value, ()), code(value)) for value, weight in ordered]
        )
        return cls(title, rule, outcomes, chances.total, **more)  # type: ignore[arg-type]
