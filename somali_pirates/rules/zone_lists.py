"""Lists of what can be done that are kept Zone by Zone and made again only where something has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from somali_pirates.state import PirateState, Unit

T = TypeVar("T")


class ZoneBook:
    """What was found in Zones under certain terms, with the units that lay there and what all had done in the phase."""

    __slots__ = ("attacked", "entries", "moved", "spent", "terms")

    def __init__(self, state: PirateState, terms: object) -> None:
        self.terms = terms
        self.entries: dict[str, tuple[tuple[tuple[Unit, ...], ...], list[Any]]] = {}
        self._note_deeds(state)

    def _note_deeds(self, state: PirateState) -> None:
        self.moved, self.spent, self.attacked = state.moved.copy(), state.spent.copy(), state.attacked.copy()

    def bring_up_to_date(self, state: PirateState) -> None:
        """Drop the Zones of units that have done something since."""
        moved, spent, attacked = state.moved, state.spent, state.attacked
        if moved == self.moved and spent == self.spent and attacked == self.attacked:
            return
        acted = self.attacked ^ attacked
        acted.update([id_ for id_, _ in moved.items() ^ self.moved.items()])
        acted.update([id_ for id_, _ in spent.items() ^ self.spent.items()])
        for id_ in acted:
            self.entries.pop(state.units[id_].at, None)
        self._note_deeds(state)


def gather(
    state: PirateState, name: str, terms: object, zones: Iterable[str], find: Callable[[str], Iterable[T]]
) -> list[T]:
    """What `find` finds in Zones, where it depends on the Zone and on the terms alone; kept under a name."""
    book: ZoneBook | None = state.memos.get(name)
    if book is None or book.terms != terms:
        book = state.memos[name] = ZoneBook(state, terms)
    else:
        book.bring_up_to_date(state)
    entries, by_space = book.entries, state.pieces.by_space
    found: list[T] = []
    for zone in zones:
        groups, entry = by_space[zone], entries.get(zone)
        if entry is None or entry[0] is not groups:  # a group is replaced whenever one of its units changes
            entry = entries[zone] = groups, list(find(zone))
        found += entry[1]
    return found


class UnitBook(Generic[T]):
    """What was found for single units under certain terms, each with the unit and what it had done in the phase."""

    __slots__ = ("entries", "terms")

    def __init__(self, terms: object) -> None:
        self.terms = terms
        self.entries: dict[str, tuple[Unit, str | None, T]] = {}

    def look_up(self, state: PirateState, unit: Unit, find: Callable[[PirateState, Unit], T]) -> T:
        """What was found for a unit, found again if it has changed or has done something."""
        deed, entry = state.moved.get(unit.id), self.entries.get(unit.id)
        if entry is None or entry[0] is not unit or entry[1] != deed:
            entry = self.entries[unit.id] = unit, deed, find(state, unit)
        return entry[2]


def unit_book(state: PirateState, name: str, terms: object) -> UnitBook[Any]:
    """What is known of units under the terms."""
    book: UnitBook[Any] | None = state.memos.get(name)
    if book is None or book.terms != terms:
        book = state.memos[name] = UnitBook(terms)
    return book


def laden(state: PirateState, ships: Iterable[str]) -> list[tuple[Unit, list[Unit]]]:
    """Ships on the map with what they carry."""
    zones = state.data.zones
    return [(unit, state.cargo(unit.id)) for id_ in ships if (unit := state.units[id_]).at in zones]
