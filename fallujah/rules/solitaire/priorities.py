"""12.2  How priorities narrow a choice, and how the journal tells which of them decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fallujah.state import INSURGENT, FallujahState


class Criterion(NamedTuple):
    """One line of a priority list: its rule, its words, and the candidates that meet it."""

    rule: str
    words: str
    keep: Callable[[list[str]], list[str]]


def having(rule: str, words: str, holds: Callable[[str], bool]) -> Criterion:
    """A criterion that a candidate meets or not."""
    return Criterion(rule, words, lambda found: [one for one in found if holds(one)])


def most(rule: str, words: str, worth: Callable[[str], int]) -> Criterion:
    """A criterion met by the candidates with the highest value."""

    def keep(found: list[str]) -> list[str]:
        values = [worth(one) for one in found]
        best = max(values)
        return [one for one, value in zip(found, values, strict=True) if value == best]

    return Criterion(rule, words, keep)


def least(rule: str, words: str, worth: Callable[[str], int]) -> Criterion:
    """A criterion met by the candidates with the lowest value."""
    return most(rule, words, lambda one: -worth(one))


def choose(state: FallujahState, what: str, candidates: Sequence[str], criteria: Sequence[Criterion]) -> str:
    """12.2  Go down the list, keep what meets a criterion, and let a die break the tie that is left."""
    found = list(candidates)
    if len(found) == 1:
        return found[0]
    labels = state.data.labels
    for criterion in criteria:
        kept = criterion.keep(found)
        if len(kept) == 1:
            one = kept[0]
            state.note(f"{what}: {labels[one]} ({criterion.words}).", criterion.rule, "12.2a", places=(one,))
            return one
        if kept:
            found = kept
    one = at_random(state, what, found)
    state.note(f"{what}: {labels[one]} (drawn among {len(found)} equals).", "12.2d", places=(one,))
    return one


def at_random(state: FallujahState, what: str, found: Sequence[str]) -> str:
    """12.2d  One of the candidates by an even die."""
    return found[state.roll(what, range(1, len(found) + 1), by=INSURGENT).total - 1]
