"""Legality asked in parts: of the first thing once, of the second once, of the pair only where neither was refused."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from common.engine.basics import Refusal

A = TypeVar("A")
B = TypeVar("B", bound=Hashable)
V = TypeVar("V", bound="Refusal | str | None")  # what forbids: a refusal, or only the name of a rule; None and "" allow


def allow(*anything: object) -> Any:
    """The predicate of a part that nothing forbids."""
    return None


def allowed(things: Iterable[A], why_not: Callable[[A], Refusal | None]) -> list[A]:
    """The things that a predicate does not refuse."""
    return [thing for thing in things if why_not(thing) is None]


def allowed_alike(things: Iterable[tuple[A, Hashable]], why_not: Callable[[A], Refusal | None]) -> list[A]:
    """The things that a predicate does not refuse; of those that have the same name one is asked for all."""
    known: dict[Hashable, bool] = {}
    found = []
    for thing, name in things:
        fits = known.get(name)
        if fits is None:
            fits = known[name] = why_not(thing) is None
        if fits:
            found.append(thing)
    return found


class Judgement(Generic[A, B, V]):
    """The predicates about a pair, such as a piece and a space, and the lists of what they allow."""

    __slots__ = ("both", "first", "second")

    def __init__(
        self,
        first: Callable[[A], V] = allow,
        second: Callable[[B], V] = allow,
        both: Callable[[A, B], V] = allow,
    ) -> None:
        self.first, self.second, self.both = first, second, both

    def partners(self, one: A, others: Iterable[B]) -> tuple[B, ...]:
        """The second things that nothing forbids for one first thing, which is judged once and before them."""
        if self.first(one):
            return ()
        second, both = self.second, self.both
        left = others if second is allow else [other for other in others if not second(other)]
        return tuple([other for other in left if not both(one, other)]) if both is not allow else tuple(left)

    def survivors(self, ones: Iterable[A], others: Iterable[B]) -> tuple[list[A], list[B]]:
        """The things of two lists that nothing forbids alone; without any first the second are not judged."""
        first, second = self.first, self.second
        left = [one for one in ones if not first(one)]
        return left, [other for other in others if not second(other)] if left else []

    def pairs(self, ones: Iterable[A], others: Iterable[B]) -> Iterator[tuple[A, B]]:
        """The pairs of two lists that nothing forbids; the second list is not looked at when the first has nobody."""
        left, right = self.survivors(ones, others)
        both = self.both
        for one in left:
            for other in right:
                if both is allow or not both(one, other):
                    yield one, other

    def pairs_of(self, ones: Iterable[A], others_of: Callable[[A], Iterable[B]]) -> Iterator[tuple[A, B]]:
        """The pairs nothing forbids where each first thing has its own candidates; each second is still asked once."""
        known: dict[B, bool] = {}
        both = self.both
        for one in ones:
            if self.first(one):
                continue
            for other in others_of(one):
                fits = known.get(other)
                if fits is None:
                    fits = known[other] = not self.second(other)
                if fits and (both is allow or not both(one, other)):
                    yield one, other


class Parts(Judgement[A, B, "Refusal | None"]):
    """Predicates that refuse in words; the legal list and the refusal both come from them.

    A step builds its parts in one place and uses them twice: `pairs` in `legal`, `why_not` in `why_not`.

        def parts(self, state):
            return Parts(
                lambda unit: why_not_leave(state, unit),
                lambda space: why_not_receive(state, self.side, space),
                lambda unit, space: why_not_reach(state, unit, space),
            )
    """

    __slots__ = ()

    def why_not(self, one: A, other: B) -> Refusal | None:
        """What forbids this pair, the first thing judged first and the pair last."""
        return self.first(one) or self.second(other) or self.both(one, other)


class RuleParts(Judgement[A, B, str]):
    """Predicates that only name the rule which forbids, so that long lists cost no words; `explain` has them."""

    __slots__ = ()

    def why_not(self, one: A, other: B) -> Refusal | None:
        """What forbids this pair, the first thing judged first and the pair last."""
        rule = self.first(one) or self.second(other) or self.both(one, other)
        return Refusal(rule, self.explain(rule, one, other)) if rule else None

    def explain(self, rule: str, one: A, other: B) -> str:
        """Why this pair is forbidden, in words."""
        raise AssertionError(f"{type(self).__name__} explains nothing")
