"""What units may do by space, carried from one position to the next where nothing it rests on has changed.

A cache remembers the position it was worked out for. Asked about another one it compares the two, space by space, and
drops what may differ; nobody has to tell it. Clones share it: if it is shared, what is compared and changed is a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import compress
from operator import ne
from typing import Generic, Self, TypeVar

from msgspec import Struct

from common.engine import Refusal
from common.engine.pieces import Pieces
from fallujah.actions import March, Shift
from fallujah.components import Gait
from fallujah.state import COALITION, INSURGENT, ZONES, Entry, FallujahState, Unit

T = TypeVar("T")
F = TypeVar("F")
Judge = Callable[[FallujahState, str, str], T]  # what an area asks of the units of a side that enter it
MARCHES = {INSURGENT: "Insurgent marches", COALITION: "Coalition marches"}
SHIFTS = {INSURGENT: "Insurgent shifts", COALITION: "Coalition shifts"}


class Basis(Struct, frozen=True):
    """The part of a position on which everything here depends, as it was."""

    pieces: Pieces[Unit]
    control: Mapping[str, str]

    def changed(self, state: FallujahState) -> set[str]:
        """The spaces with other units or another owner now."""
        spaces = state.pieces.differing(self.pieces) if state.pieces is not self.pieces else set()
        now, then = state.control, self.control
        if now is not then:
            spaces.update(compress(now, map(ne, now.values(), then.values())))  # all areas, in the order of the map
        return spaces


class MarchBasis(Basis, frozen=True):
    """What marches depend on besides; `gate` and `exits` are those of the running activation (4.1.2c, 4.1.2e)."""

    entries: dict[str, Entry]
    mp: dict[str, int]
    origin: dict[str, str]
    rested: tuple[str, ...]
    gate: str
    exits: int

    @classmethod
    def of(cls, state: FallujahState, gate: str, exits: int) -> Self:
        """That part of a position, safe from what is done to it later."""
        entries, mp, origin = state.entries.copy(), state.mp.copy(), state.origin.copy()
        return cls(state.pieces.share(), state.control, entries, mp, origin, state.rested, gate, exits)

    def holds(self, state: FallujahState, gate: str, exits: int) -> bool:
        """Whether a position is the same in all of this."""
        return (
            state.pieces is self.pieces
            and state.control is self.control
            and state.mp == self.mp
            and state.entries == self.entries
            and state.origin == self.origin
            and state.rested == self.rested
            and exits == self.exits
            and gate == self.gate
        )

    def changed_for(self, state: FallujahState, gate: str, exits: int) -> set[str]:
        """The spaces in which a position differs."""
        spaces, units = self.changed(state), state.units
        spaces.update(_differing(state.entries, self.entries))
        spaces.update([units[id_].at for id_ in _differing(state.mp, self.mp)])
        spaces.update([units[id_].at for id_ in _differing(state.origin, self.origin)])
        if state.rested != self.rested:
            spaces.update([units[id_].at for id_ in {*state.rested} ^ {*self.rested}])
        if gate != self.gate or exits != self.exits:
            spaces.update(ZONES)
        return spaces


def _differing(now: Mapping[str, object], then: Mapping[str, object]) -> list[str]:
    """The keys for which two mappings have not the same object."""
    keys = [key for key, value in now.items() if then.get(key) is not value]
    return keys if then.keys() <= now.keys() else [*keys, *(then.keys() - now.keys())]


class ShiftBasis(Basis, frozen=True):
    """What regrouping depends on besides: the units that have regrouped (4.2a)."""

    moved: frozenset[str]

    def holds(self, state: FallujahState, moved: frozenset[str]) -> bool:
        """Whether a position is the same in all of this."""
        return state.pieces is self.pieces and state.control is self.control and moved is self.moved

    def changed_for(self, state: FallujahState, side: str, moved: frozenset[str]) -> tuple[set[str], set[str]]:
        """The spaces in which a position differs, and those where other units may still regroup."""
        changed, own, before = self.changed(state), side == COALITION, self.moved
        now, then, units = state.pieces.by_space, self.pieces.by_space, state.units
        stale = {
            space
            for space in changed.union([units[id_].at for id_ in moved ^ before])
            if [unit for unit in now[space][own] if unit.id not in moved]
            != [unit for unit in then[space][own] if unit.id not in before]
        }
        return changed, stale


class SpaceCache(Generic[T, F]):
    """By area what it asks of those who enter, and by space what its units may do, as far as somebody has asked."""

    __slots__ = ("found", "shared", "terms")

    def __init__(self, terms: dict[str, T], found: dict[str, F]) -> None:
        self.terms, self.found = terms, found
        self.shared = False  # whether another position holds this cache as well, so that it must stay as it is

    def drop(self, state: FallujahState, side: str, changed: set[str], stale: set[str], judge: Judge[T]) -> None:
        """Judge changed areas anew, and forget what was found for stale spaces and next to areas of other terms."""
        terms, found = self.terms, self.found
        for area in terms.keys() & changed:
            now = judge(state, side, area)
            if now != terms[area]:
                terms[area] = now
                stale = stale | state.data.beside[area]
        for space in found.keys() & stale:
            del found[space]


class MarchesFrom:
    """What the units of one space may do: marches by unit, areas by gait, and the marches of all that wait."""

    __slots__ = ("activation", "by_gait", "by_unit", "waiting")

    def __init__(self) -> None:
        self.by_unit: dict[str, tuple[March, ...]] = {}
        self.by_gait: dict[Gait, tuple[str, ...]] = {}
        self.waiting: tuple[March, ...] | None = None
        self.activation: tuple[Refusal | None] | None = None  # what keeps the space from being activated, once judged


class MarchCache(SpaceCache[T, MarchesFrom]):
    """The marches of a side."""

    __slots__ = ("basis",)

    def __init__(self, basis: MarchBasis, terms: dict[str, T], found: dict[str, MarchesFrom]) -> None:
        super().__init__(terms, found)
        self.basis = basis

    @classmethod
    def of(cls, state: FallujahState, side: str, gate: str, exits: int, judge: Judge[T]) -> Self:
        """The cache that holds for a position; `judge` says what an area asks of those who enter."""
        kept: Self | None = state.caches.get(MARCHES[side])
        if kept is not None and kept.basis.holds(state, gate, exits):
            return kept
        basis = MarchBasis.of(state, gate, exits)
        if kept is None:
            kept = state.caches[MARCHES[side]] = cls(basis, {}, {})
            return kept
        changed = kept.basis.changed_for(state, gate, exits)
        if kept.shared:
            kept = state.caches[MARCHES[side]] = cls(basis, kept.terms.copy(), kept.found.copy())
        kept.basis = basis
        kept.drop(state, side, changed, changed, judge)
        return kept


class ShiftCache(SpaceCache[Refusal | None, tuple[Shift, ...]]):
    """The regrouping of a side."""

    __slots__ = ("basis",)

    def __init__(
        self, basis: ShiftBasis, terms: dict[str, Refusal | None], found: dict[str, tuple[Shift, ...]]
    ) -> None:
        super().__init__(terms, found)
        self.basis = basis

    @classmethod
    def of(cls, state: FallujahState, side: str, moved: frozenset[str], judge: Judge[Refusal | None]) -> Self:
        """The cache that holds for a position; `judge` says what keeps an area from taking in a unit."""
        kept: Self | None = state.caches.get(SHIFTS[side])
        if kept is not None and kept.basis.holds(state, moved):
            return kept
        basis = ShiftBasis(state.pieces.share(), state.control, moved)
        if kept is None:
            terms = {area: judge(state, side, area) for area in state.data.areas}
            kept = state.caches[SHIFTS[side]] = cls(basis, terms, {})
            return kept
        changed, stale = kept.basis.changed_for(state, side, moved)
        if kept.shared:
            kept = state.caches[SHIFTS[side]] = cls(basis, kept.terms.copy(), kept.found.copy())
        kept.basis = basis
        kept.drop(state, side, changed, stale, judge)
        return kept
