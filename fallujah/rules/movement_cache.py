"""What units may do by space, carried from one position to the next where nothing it rests on has changed.

A cache remembers the last change of the position that it has seen. Asked again, it looks at the spaces in which
something has changed since and drops what may differ; nobody has to tell it. Clones share it: a shared one is copied
before it is brought up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Generic, Self, TypeVar

from msgspec import Struct

from common.engine import Action
from common.engine.changes import Changes, spaces_changed
from fallujah.actions import March, Shift
from fallujah.components import Gait
from fallujah.state import COALITION, INSURGENT, ZONES, FallujahState, Unit

A = TypeVar("A")
T = TypeVar("T")
F = TypeVar("F")
Judge = Callable[[FallujahState, str, str], T]  # what an area asks of the units of a side that enter it
MARCHES = {INSURGENT: "Insurgent marches", COALITION: "Coalition marches"}
SHIFTS = {INSURGENT: "Insurgent shifts", COALITION: "Coalition shifts"}


class Into(dict[str, tuple[A, ...]]):
    """By unit the actions that take it into some areas, made when they are first asked for."""

    __slots__ = ("_kind", "areas")

    def __init__(self, kind: Callable[[str, str], A], areas: tuple[str, ...]) -> None:
        self._kind, self.areas = kind, areas

    def __missing__(self, id_: str) -> tuple[A, ...]:
        kind = self._kind
        found = self[id_] = tuple([kind(id_, area) for area in self.areas])
        return found


@lru_cache(1024)
def marches_into(areas: tuple[str, ...]) -> Into[March]:
    """The marches into some areas."""
    return Into(March, areas)


@lru_cache(1024)
def shifts_into(areas: tuple[str, ...]) -> Into[Shift]:
    """The shifts into some areas."""
    return Into(Shift, areas)


class SpaceCache(Generic[T, F]):
    """By area what it asks of those who enter, and by space what its units may do, as far as somebody has asked."""

    __slots__ = ("changes", "found", "shared", "terms")

    def __init__(self, changes: Changes, terms: dict[str, T], found: dict[str, F]) -> None:
        self.changes, self.terms, self.found = changes, terms, found
        self.shared = False  # whether another position holds this cache as well, so that it must stay as it is

    def judge_again(self, state: FallujahState, side: str, judge: Judge[T]) -> tuple[set[str], set[str]]:
        """The spaces changed since the cache was asked last, and those next to areas that now ask for other things."""
        changes, terms = state.changes, self.terms
        spaces, nearby = spaces_changed(changes, self.changes), set[str]()
        self.changes = changes
        for area in spaces:
            if area in terms:
                now = judge(state, side, area)
                if now != terms[area]:
                    terms[area] = now
                    nearby |= state.data.beside[area]
        return spaces, nearby


class MarchesFrom(Struct):
    """What the units of one space may do: marches by unit, areas by MP and gait, and the marches of all that wait.

    As long as there are enemies or none, `ways` and `fresh` stay the same whichever units are there.
    """

    enemies: bool  # whether the units would leave enemies behind
    named: bool  # whether an area next to it takes in only units that it names (6.2d)
    ways: dict[tuple[int, Gait, str], Into[March]]  # by MP left and gait, and by unit where one is named
    fresh: dict[str, tuple[March, ...]]  # of units that have done nothing yet, where nothing has happened
    by_unit: dict[str, tuple[March, ...]] = {}
    waiting: tuple[March, ...] | None = None
    fresh_cadre: int | None = None  # how many can organize resistance, once counted
    idle: str | None = None  # why the space cannot be activated, "" if it can, once judged


class MarchCache(SpaceCache[T, MarchesFrom]):
    """The marches of a side: through which area its zone is left (4.1.2e), and whether nobody else may (4.1.2c).

    Whatever was found for a space rests on terms that are known: only so it is dropped when they change.
    """

    __slots__ = ("closed", "gate")

    def __init__(
        self, changes: Changes, terms: dict[str, T], found: dict[str, MarchesFrom], gate: str, closed: bool
    ) -> None:
        super().__init__(changes, terms, found)
        self.gate, self.closed = gate, closed

    @classmethod
    def of(cls, state: FallujahState, side: str, gate: str, closed: bool, judge: Judge[T]) -> Self:
        """The cache that holds for a position; `judge` says what an area asks of those who enter."""
        kept: Self | None = state.caches.get(MARCHES[side])
        if kept is None:
            kept = state.caches[MARCHES[side]] = cls(state.changes, {}, {}, gate, closed)
            return kept
        if kept.changes is state.changes and kept.closed == closed and kept.gate == gate:
            return kept
        if kept.shared:
            kept = cls(kept.changes, kept.terms.copy(), kept.found.copy(), kept.gate, kept.closed)
            state.caches[MARCHES[side]] = kept
        kept.drop(state, side, gate, closed, judge)
        return kept

    def drop(self, state: FallujahState, side: str, gate: str, closed: bool, judge: Judge[T]) -> None:
        """Forget the marches into areas that ask for something else, and those that rest on the units of a space."""
        found, by_space, enemy = self.found, state.pieces.by_space, side != COALITION
        changed, nearby = self.judge_again(state, side, judge)
        if gate != self.gate or closed != self.closed:
            self.gate, self.closed = gate, closed
            nearby.update(ZONES)
        for space in nearby:
            found.pop(space, None)
        for space in changed:
            known = found.get(space)
            if known is not None:
                enemies = bool(by_space[space][enemy])
                same = known.enemies == enemies
                found[space] = MarchesFrom(
                    enemies, known.named, known.ways if same else {}, known.fresh if same else {}
                )


class ShiftCache(SpaceCache[str, tuple[Shift, ...]]):
    """The regrouping of a side: by area the rule that closes it, and in `moved` who has regrouped (4.2a).

    `found` has the spaces with shifts in the order of the map; those in `stale` have to be looked at again.
    """

    __slots__ = ("goals", "listed", "moved", "stale", "units")

    def __init__(
        self,
        changes: Changes,
        terms: dict[str, str],
        found: dict[str, tuple[Shift, ...]],
        goals: dict[str, Into[Shift]],
        units: dict[str, list[Unit]],
        stale: dict[str, None],
        moved: frozenset[str],
    ) -> None:
        super().__init__(changes, terms, found)
        self.goals, self.units = goals, units  # by space: where units may go, and who has not yet
        self.stale, self.moved = stale, moved
        self.listed: tuple[Action, ...] | None = None  # what the side may do, once listed

    @classmethod
    def of(cls, state: FallujahState, side: str, moved: frozenset[str], judge: Judge[str]) -> Self:
        """The cache that holds for a position; `judge` names the rule that keeps an area from taking in a unit."""
        kept: Self | None = state.caches.get(SHIFTS[side])
        if kept is not None and kept.changes is state.changes and kept.moved is moved:
            return kept
        if kept is None or not moved:  # a phase begins: since the last one everything has changed
            terms = {area: judge(state, side, area) for area in state.data.areas}
            kept = cls(state.changes, terms, {}, {}, {}, dict.fromkeys(state.where(side)), moved)
            state.caches[SHIFTS[side]] = kept
            return kept
        if kept.shared:
            maps = kept.terms.copy(), kept.found.copy(), kept.goals.copy(), kept.units.copy()
            kept = cls(kept.changes, *maps, kept.stale.copy(), kept.moved)
            state.caches[SHIFTS[side]] = kept
        kept.drop(state, side, moved, judge)
        return kept

    def drop(self, state: FallujahState, side: str, moved: frozenset[str], judge: Judge[str]) -> None:
        """Find the shifts again of spaces where others may still regroup, and into areas that open or close.

        Whoever regroups leaves one space and comes to another, so both are among the changes.
        """
        units, stale, by_space, own = self.units, self.stale, state.pieces.by_space, side == COALITION
        changed, nearby = self.judge_again(state, side, judge)
        self.moved, self.listed = moved, None
        for space in changed:
            left = [unit for unit in by_space[space][own] if unit.id not in moved]
            if left != units.get(space):
                units[space] = left
                stale[space] = None
        for space in nearby:
            stale[space] = None
            self.goals.pop(space, None)

    def find_again(self, find: Callable[[str], tuple[Shift, ...]], number: Mapping[str, int]) -> None:
        """Look at the stale spaces; one that had no shifts and now has some comes back to its place in the order."""
        found, grown = self.found, False
        for space in self.stale:
            shifts = find(space)
            if shifts:
                grown = grown or space not in found
                found[space] = shifts
            else:
                found.pop(space, None)
        self.stale.clear()
        if grown:
            self.found = {space: found[space] for space in sorted(found, key=number.__getitem__)}
