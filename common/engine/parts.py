"""Legality asked in parts: of the first thing once, of the second once, of the pair only where neither was refused."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from common.engine.basics import Refusal

A = TypeVar("A")
B = TypeVar("B", bound=Hashable)


def allow(*anything: object) -> Refusal | None:
    """The predicate of a part that nothing forbids."""
    return None


def allowed(things: Iterable[A], why_not: Callable[[A], Refusal | None]) -> list[A]:
    """The things that a predicate does not refuse."""
    return [thing for thing in things if why_not(thing) is None]


class Parts(Generic[A, B]):
    """The predicates about a pair, such as a piece and a space; the legal list and the refusal both come from them.

    A step builds its parts in one place and uses them twice: `pairs` in `legal`, `why_not` in `why_not`.

        def parts(self, state):
            return Parts(
                lambda unit: why_not_leave(state, unit),
                lambda space: why_not_receive(state, self.side, space),
                lambda unit, space: why_not_reach(state, unit, space),
            )
    """

    __slots__ = ("both", "first", "second")

    def __init__(
        self,
        first: Callable[[A], Refusal | None] = allow,
        second: Callable[[B], Refusal | None] = allow,
        both: Callable[[A, B], Refusal | None] = allow,
    ) -> None:
        self.first, self.second, self.both = first, second, both

    def why_not(self, one: A, other: B) -> Refusal | None:
        """What forbids this pair, the first thing judged first and the pair last."""
        return self.first(one) or self.second(other) or self.both(one, other)

    def partners(self, one: A, others: Iterable[B]) -> tuple[B, ...]:
        """The second things that nothing forbids for one first thing, which is judged once and before them."""
        if self.first(one) is not None:
            return ()
        second, both = self.second, self.both
        left = others if second is allow else [other for other in others if second(other) is None]
        return tuple([other for other in left if both(one, other) is None]) if both is not allow else tuple(left)

    def survivors(self, ones: Iterable[A], others: Iterable[B]) -> tuple[list[A], list[B]]:
        """The things of two lists that nothing forbids alone; without any first the second are not judged."""
        first, second = self.first, self.second
        left = [one for one in ones if first(one) is None]
        return left, [other for other in others if second(other) is None] if left else []

    def pairs(self, ones: Iterable[A], others: Iterable[B]) -> Iterator[tuple[A, B]]:
        """The pairs of two lists that nothing forbids; the second list is not looked at when the first has nobody."""
        left, right = self.survivors(ones, others)
        both = self.both
        for one in left:
            for other in right:
                if both is allow or both(one, other) is None:
                    yield one, other

    def pairs_of(self, ones: Iterable[A], others_of: Callable[[A], Iterable[B]]) -> Iterator[tuple[A, B]]:
        """The pairs nothing forbids where each first thing has its own candidates; each second is still asked once."""
        known: dict[B, bool] = {}
        both = self.both
        for one in ones:
            if self.first(one) is not None:
                continue
            for other in others_of(one):
                fits = known.get(other)
                if fits is None:
                    fits = known[other] = self.second(other) is None
                if fits and (both is allow or both(one, other) is None):
                    yield one, other
