"""Lists of what can be done that are kept Zone by Zone and made again only where something has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain, filterfalse
from typing import Any, Generic, Literal, TypeVar

from somali_pirates.state import PIRATE, PirateState, Unit

T = TypeVar("T")


Deed = Literal["attacked", "moved", "spent"]  # the fields of the position that tell what units have done
MOVES: tuple[Deed, ...] = ("moved", "spent")


class ZoneBook(Generic[T]):
    """What was found in Zones under certain terms, found again where units have changed or done something since.

    The whole list is put together anew only if something else was found there.
    A list may have gaps: units whose part of the list hangs on other Zones as well, and is put there by `fill`.
    """

    __slots__ = ("around", "deeds", "entries", "gaps", "outdated", "read", "terms", "whole", "zones")

    def __init__(self, state: PirateState, terms: object, heeded: Iterable[Deed]) -> None:
        self.terms = terms
        self.entries: dict[str, tuple[T, ...]] = {}
        self.outdated: dict[str, tuple[T, ...]] = {}  # what was found in Zones that have to be looked at again
        self.gaps: dict[str, tuple[T | Unit, ...]] = {}  # the lists that have some
        self.around: object = None  # what the gaps were filled by
        self.whole: tuple[T, ...] | None = None
        self.zones: Sequence[str] = ()  # those of the whole list
        self.read = len(state.trail)
        self.deeds: dict[Deed, Any] = {deed: getattr(state, deed) for deed in heeded}

    def bring_up_to_date(self, state: PirateState) -> None:
        """Drop the Zones of units that have changed or done something since."""
        trail = state.trail
        if self.read != len(trail):
            self._drop(set(trail[self.read :]))
            self.read = len(trail)
        for deed, before in self.deeds.items():
            now = getattr(state, deed)
            if now is not before:
                self._drop([state.units[id_].at for id_ in doers(before, now)])
                self.deeds[deed] = now

    def _drop(self, places: Iterable[str]) -> None:
        """Have Zones looked at again."""
        entries, gaps, outdated = self.entries, self.gaps, self.outdated
        for zone in places:
            if zone in entries:
                outdated[zone] = entries.pop(zone)
            if zone in gaps:
                del gaps[zone]

    def _enter(self, zone: str, found: tuple[T, ...]) -> None:
        self.entries[zone] = found
        if self.outdated.get(zone) != found:
            self.whole = None

    def collect(self, zones: Sequence[str], find: Callable[[str], Iterable[T]]) -> tuple[T, ...]:
        """What is found in all the Zones, one after the other."""
        is_same = self.zones is zones  # so that none is missing but those to be looked at again
        for zone in self.outdated if is_same else filterfalse(self.entries.__contains__, zones):
            self._enter(zone, tuple(find(zone)))
        return self._put_together(zones)

    def _put_together(self, zones: Sequence[str]) -> tuple[T, ...]:
        self.outdated.clear()
        whole = self.whole
        if whole is None or self.zones != zones:
            whole = self.whole = tuple(chain.from_iterable(map(self.entries.__getitem__, zones)))
        self.zones = zones
        return whole

    def fill(
        self,
        zones: Sequence[str],
        find: Callable[[str], tuple[Sequence[T | Unit], bool]],
        around: Callable[[], object],
        fit: Callable[[Unit], Iterable[T]],
    ) -> tuple[T, ...]:
        """What is found in all the Zones, and in gaps of which `find` tells; these also hang on what is `around`."""
        entries, gaps = self.entries, self.gaps
        for zone in filterfalse(entries.__contains__, zones):
            if zone not in gaps:
                found, is_open = find(zone)
                if is_open:
                    gaps[zone] = tuple(found)
                else:
                    self._enter(zone, tuple(found))  # type: ignore[arg-type]
        if gaps:
            self._fill_gaps(around(), fit)
        return self._put_together(zones)

    def _fill_gaps(self, around: object, fit: Callable[[Unit], Iterable[T]]) -> None:
        entries = self.entries
        if self.around != around:
            self.around = around
            self.outdated.update({zone: entries.pop(zone) for zone in self.gaps if zone in entries})
        for zone, offers in self.gaps.items():
            if zone not in entries:
                parts = [fit(offer) if isinstance(offer, Unit) else (offer,) for offer in offers]
                self._enter(zone, tuple(chain.from_iterable(parts)))


def doers(before: Any, now: Any) -> Iterable[str]:
    """The units that have done something between two moments."""
    if isinstance(now, frozenset):
        return frozenset[str](now ^ before)
    return [*[id_ for id_, _ in filterfalse(before.items().__contains__, now.items())], *(before.keys() - now.keys())]


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
    zones: Sequence[str],
    find: Callable[[str], Iterable[T]],
) -> tuple[T, ...]:
    """What `find` finds in Zones where it depends on the Zone, the terms and the deeds that it heeds; kept by name."""
    book: ZoneBook[T] = zone_book(state, name, terms, heeded)
    return book.collect(zones, find)


class UnitBook(Generic[T]):
    """What was found for single units under certain terms, each with the unit and what it had done in the phase.

    Of units at rest, that have done nothing and with nothing around them that matters, it may be kept for all games.
    """

    __slots__ = ("entries", "resting", "terms")

    def __init__(self, terms: object, resting: dict[Unit, T] | None) -> None:
        self.terms, self.resting = terms, resting
        self.entries: dict[str, tuple[Unit, str | None, object, T]] = {}

    def look_up(
        self, state: PirateState, unit: Unit, find: Callable[[PirateState, Unit], T], around: object = None
    ) -> T:
        """What was found for a unit, found again if it has done something or if it or what is around it has changed."""
        id_ = unit.id
        deed, entry = state.moved.get(id_), self.entries.get(id_)
        if entry is None or entry[0] is not unit or entry[1] != deed or entry[2] is not around:
            is_at_rest = deed is None and around is None and id_ not in state.spent
            found = self._find_at_rest(state, unit, find) if is_at_rest else find(state, unit)
            entry = self.entries[id_] = unit, deed, around, found
        return entry[3]

    def _find_at_rest(self, state: PirateState, unit: Unit, find: Callable[[PirateState, Unit], T]) -> T:
        resting = self.resting
        if resting is None:
            return find(state, unit)
        found = resting.get(unit)
        if found is None:
            found = resting[unit] = find(state, unit)
        return found


def unit_book(state: PirateState, name: Hashable, terms: object, rests: bool = False) -> UnitBook[Any]:
    """What is known of units under the terms, for all games if it `rests` on the phase while nothing is closed."""
    book: UnitBook[Any] | None = state.memos.get(name)
    if book is None or book.terms != terms:
        resting: dict[Unit, Any] | None = None
        if rests and not state.shut:
            where = name, state.phase, state.mover, state.mover == PIRATE and state.options.get("infiltration")
            resting = state.data.at_rest.setdefault(where, {})
        book = state.memos[name] = UnitBook(terms, resting)
    return book
