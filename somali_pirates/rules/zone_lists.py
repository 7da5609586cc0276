"""Lists of what can be done that are kept Zone by Zone and made again only where something has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain
from typing import Any, Generic, Literal, TypeVar

from common.engine import Side
from somali_pirates.state import PirateState, Unit

T = TypeVar("T")


Deed = Literal["attacked", "fresh", "moved", "spent"]  # the fields of the position that tell what units have done
MOVES: tuple[Deed, ...] = ("moved", "spent")


class ZoneBook(Generic[T]):
    """What was found in Zones under certain terms, with the units that lay there and what they had done by then."""

    __slots__ = ("deeds", "entries", "terms")

    def __init__(self, state: PirateState, terms: object, heeded: Iterable[Deed]) -> None:
        self.terms = terms
        self.entries: dict[str, tuple[tuple[tuple[Unit, ...], ...], list[T]]] = {}
        self.deeds: dict[Deed, Any] = {deed: getattr(state, deed).copy() for deed in heeded}

    def bring_up_to_date(self, state: PirateState) -> None:
        """Drop the Zones of units that have done something since."""
        for deed, before in self.deeds.items():
            now = getattr(state, deed)
            if now != before:
                done = now ^ before if isinstance(now, set) else {id_ for id_, _ in now.items() ^ before.items()}
                for id_ in done:
                    self.entries.pop(state.units[id_].at, None)
                self.deeds[deed] = now.copy()

    def search(self, state: PirateState, zones: Iterable[str], find: Callable[[str], Iterable[T]]) -> Iterator[list[T]]:
        """What is found in one Zone after the other, looked for again where units have changed."""
        entries, by_space = self.entries, state.pieces.by_space
        for zone in zones:
            groups, entry = by_space[zone], entries.get(zone)
            if entry is None or entry[0] is not groups:  # a group is replaced whenever one of its units changes
                entry = entries[zone] = groups, list(find(zone))
            yield entry[1]


def keep(state: PirateState, name: Hashable, terms: object, work_out: Callable[[], T]) -> T:
    """What was worked out, kept under a name as long as the terms are the same."""
    entry: tuple[object, T] | None = state.memos.get(name)
    if entry is None or entry[0] != terms:
        entry = state.memos[name] = terms, work_out()
    return entry[1]


def zone_book(state: PirateState, name: Hashable, terms: object, heeded: Iterable[Deed] = ()) -> ZoneBook[Any]:
    """What is known of Zones under the terms."""
    book: ZoneBook[Any] | None = state.memos.get(name)
    if book is None or book.terms != terms:
        book = state.memos[name] = ZoneBook(state, terms, heeded)
    else:
        book.bring_up_to_date(state)
    return book


def gather(
    state: PirateState,
    name: Hashable,
    terms: object,
    heeded: Iterable[Deed],
    zones: Iterable[str],
    find: Callable[[str], Iterable[T]],
) -> list[T]:
    """What `find` finds in Zones where it depends on the Zone, the terms and the deeds that it heeds; kept by name."""
    return list(chain.from_iterable(zone_book(state, name, terms, heeded).search(state, zones, find)))


class UnitBook(Generic[T]):
    """What was found for single units under certain terms, each with the unit and what it had done in the phase."""

    __slots__ = ("entries", "terms")

    def __init__(self, terms: object) -> None:
        self.terms = terms
        self.entries: dict[str, tuple[Unit, str | None, object, T]] = {}

    def look_up(
        self, state: PirateState, unit: Unit, find: Callable[[PirateState, Unit], T], around: object = None
    ) -> T:
        """What was found for a unit, found again if it has done something or if it or what is around it has changed."""
        deed, entry = state.moved.get(unit.id), self.entries.get(unit.id)
        if entry is None or entry[0] is not unit or entry[1] != deed or entry[2] is not around:
            entry = self.entries[unit.id] = unit, deed, around, find(state, unit)
        return entry[3]


def unit_book(state: PirateState, name: Hashable, terms: object) -> UnitBook[Any]:
    """What is known of units under the terms."""
    book: UnitBook[Any] | None = state.memos.get(name)
    if book is None or book.terms != terms:
        book = state.memos[name] = UnitBook(terms)
    return book


def laden(state: PirateState, side: Side) -> list[tuple[Unit, list[Unit]]]:
    """The transports and carriers of a side on the map with what they carry."""
    ships, units = state.data.can_carry, state.units
    harbours = {units[id_].at for id_ in state.data.carriers[side]}

    def find(zone: str) -> list[tuple[Unit, list[Unit]]]:
        return [(unit, state.cargo(unit.id)) for unit in state.units_at(zone, side) if unit.id in ships]

    return gather(state, f"laden {side}", None, (), [zone for zone in state.occupied(side) if zone in harbours], find)
