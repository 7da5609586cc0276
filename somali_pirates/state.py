"""The position of Somali Pirates: counters, indexes, chits and what the running phase has done."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from common.engine import PooledState, Side
from common.engine.pieces import Pieces
from somali_pirates.battle import Battle

if TYPE_CHECKING:
    from somali_pirates.components import Components
    from somali_pirates.counter_sheet import Counter

COALITION = "coalition"
PIRATE = "pirate"
SIDES = (COALITION, PIRATE)
SIDE_NAMES = {COALITION: "Coalition", PIRATE: "Pirates"}
ENEMY = {COALITION: PIRATE, PIRATE: COALITION}
THIRD = {"do": "does", "go": "goes", "have": "has"}

AVAILABLE = "available"  # not in play; what may be bought is here
WAITING = "waiting"  # bought, mobilized or due, to be placed
DUE = "due"  # on the Time Record Chart (9.10b)
REMOVED = "removed"  # out of the game (9.10c)
BOXES = (AVAILABLE, WAITING, DUE, REMOVED)

COMMON = ("jsotf", "contractors")  # 7.5b
BASES = ("coalition_base", "pirate_base")  # 7.5a

NONE: frozenset[str] = frozenset()  # always the same one, so that answers kept under it are found by identity


def does(side: Side, verb: str) -> str:
    """A side with what it does: 'Pirates go', 'Coalition goes'."""
    return f"{SIDE_NAMES[side]} {THIRD.get(verb, verb + 's') if side == COALITION else verb}"


def attacks(faction: str) -> str:
    """A faction, by its name, that attacks: 'NATO attacks', 'Contractors attack'."""
    return f"{faction} attack" if faction.endswith("s") else f"{faction} attacks"


class Unit(Struct, frozen=True, gc=False):
    """A counter: where it is, Open or Underground, carried, aloft, and with whom it is stacked."""

    id: str
    at: str
    hidden: bool = False  # in the Underground box of the Zone
    aboard: str = ""  # the ship that carries it, which is in the same Zone
    aloft: bool = False  # an air unit in the air over the Zone, not on a base
    mark: str = ""  # the faction a base, JSOTF or Contractor unit is stacked with (10.0b)


NOBODY: tuple[tuple[Unit, ...], tuple[Unit, ...]] = ((), ())


class PirateState(PooledState, kw_only=True):
    """Counters, indexes, chits; everything from `moved` on belongs to the running phase or combat.

    What changes seldom is replaced as a whole, so that copies share it and answers kept under it are found by identity.
    """

    units: dict[str, Unit] = {}
    due: Mapping[str, int] = {}  # the turn on which a lost unit returns (9.10b)
    index: Mapping[Side, int] = {}
    hands: Mapping[Side, tuple[str, ...]] = {}
    seen: Mapping[Side, tuple[str, ...]] = {}  # chits that a side knows to be in the enemy's hand (CHIT.C3)
    shut: Mapping[str, str] = {}  # Region or Off-Map base -> the chit that lies there (CHIT.C5, CHIT.P1)
    factions: tuple[str, ...] = ()  # Coalition factions that were mobilized, in order
    orders: Mapping[Side, tuple[str, ...]] = {}  # what was bought and is not yet revealed (4.1c)
    spent_on: Mapping[Side, int] = {}  # what the plots of this turn cost
    first: Side = ""
    phase: str = "setup"
    mover: Side = ""  # whose Movement, Combat or Return Phase it is
    fresh: frozenset[str] = frozenset()  # placed in this Mobilization Phase or set-up step, so not yet in place (9.4b)
    passing: frozenset[Side] = frozenset()  # sides that let every window go by until the next step
    worked: bool = False  # whether the chit announced last took effect
    dice: tuple[int, ...] = ()  # the dice thrown last, as they count
    moved: Mapping[str, str] = {}  # how a unit moved in this phase
    spent: Mapping[str, int] = {}  # movement used by units that may go on
    junctions: Mapping[str, int] = {}  # loads redeployed over a base or port, in light units (24.1a)
    attacked: frozenset[str] = frozenset()
    acted: frozenset[str] = frozenset()  # factions that are finished in this phase (7.1a, 7.2a)
    active: str = ""  # the faction whose activation runs
    battle: Battle | None = None  # the attack that is being resolved

    if TYPE_CHECKING:
        data: ClassVar[Components]  # attached by the engine

    changes: ClassVar[int] = 0  # how often units were changed by the methods below; a copy counts on by itself
    shifts: ClassVar[int] = 0  # how often one that is not fresh came to another place, was turned there, or settled
    ladings: ClassVar[int] = 0  # how often a ship that can carry others, or one of these aboard, was changed

    # Where units are

    @cached_property
    def pieces(self) -> Pieces[Unit]:
        """Coalition and Pirate units by place, worked out when needed and shared with clones."""
        return Pieces(self.data.grouping, self.units)

    @cached_property
    def base_zones(self) -> dict[Side, frozenset[str]]:
        """Where the base units of each side stand, worked out when needed; never changed, only dropped."""
        return {side: frozenset([self.units[id_].at for id_ in ids]) for side, ids in self.data.bases.items()}

    @cached_property
    def memos(self) -> dict[Hashable, Any]:
        """What rules have worked out, each with the terms on which it holds; a copy works it out for itself."""
        return {}

    @cached_property
    def trail(self) -> list[str]:
        """The places where units were changed, one after the other, for those who keep what they found there."""
        return []

    def share_derived(self, other: Self) -> None:
        """Give a clone the units by place."""
        mine, theirs = self.__dict__, other.__dict__
        if "pieces" in mine:
            theirs["pieces"] = mine["pieces"].share()
        if "base_zones" in mine:
            theirs["base_zones"] = mine["base_zones"]

    def units_at(self, place: str, side: Side | None = None) -> tuple[Unit, ...]:
        """The units in a Zone or box, cargo and hidden ones included, of one side or of both."""
        there = self.pieces.by_space.get(place, NOBODY)
        return there[0] + there[1] if side is None else there[side == PIRATE]

    def open_at(self, zone: str, side: Side) -> list[Unit]:
        """The Open units of a side in a Zone: not Underground and not carried; carrier air on its ship is carried."""
        units = self.pieces.by_space.get(zone, NOBODY)[side == PIRATE]
        return [unit for unit in units if not unit.hidden and not unit.aboard]

    def hidden_at(self, zone: str, side: Side | None = None) -> list[Unit]:
        """The units in the Underground box of a Zone."""
        return [unit for unit in self.units_at(zone, side) if unit.hidden]

    def cargo(self, ship: str) -> list[Unit]:
        """What a ship carries, carrier air included; most units cannot carry anything."""
        if ship not in self.data.can_carry:
            return []
        return [unit for unit in self.units_at(self.units[ship].at) if unit.aboard == ship]

    def on_map(self, side: Side | None = None) -> Iterator[Unit]:
        """Every unit in a Zone or Off-Map base."""
        pieces = self.pieces
        if side is None:
            for zone in self.data.zones:
                yield from self.units_at(zone)
        else:
            for zone in pieces.occupied(side == PIRATE):
                yield from pieces.at(zone)[side == PIRATE]

    def occupied(self, side: Side) -> tuple[str, ...]:
        """The Zones and Off-Map bases in which a side has units, in the order of the map."""
        return self.pieces.occupied(side == PIRATE)

    def found_at(self, zone: str) -> dict[Hashable, Any]:
        """What follows from the units in a Zone alone and was worked out; dropped when one of them changes."""
        known = self.pieces.of_space
        found = known.get(zone)
        if found is None:
            found = known[zone] = {}
        return found

    def counter(self, id_: str) -> Counter:
        """What is printed on a counter."""
        return self.data.counters[id_]

    # Changing that

    def change(self, id_: str, **changes: Any) -> Unit:
        """Replace fields of a unit."""
        unit = replace(self.units[id_], **changes)
        self._set(unit)
        return unit

    def _set(self, unit: Unit) -> None:
        """Put a unit in the place of what it was, and note where that has changed anything."""
        id_ = unit.id
        old = self.units[id_]
        self.units[id_] = unit
        extra = self.__dict__
        extra["changes"] = self.changes + 1
        moved = unit.at != old.at
        turned = unit.hidden != old.hidden or unit.aboard != old.aboard or unit.aloft != old.aloft
        if (moved or turned) and id_ not in self.fresh:
            extra["shifts"] = self.shifts + 1
        if unit.aboard or old.aboard or id_ in self.data.can_carry:
            extra["ladings"] = self.ladings + 1
        pieces = extra.get("pieces")
        if pieces is not None:
            extra["pieces"] = pieces.change(old, unit)
        trail = extra.get("trail")
        if trail is not None:
            trail += (old.at, unit.at)
        if moved and id_ in self.data.base_units:
            extra.pop("base_zones", None)

    def settle(self) -> None:
        """9.4b  Whatever was placed is in place from now on, which changes where others may come."""
        if self.fresh:
            self.fresh = NONE
            self.__dict__["shifts"] = self.shifts + 1

    def put(self, id_: str, at: str, hidden: bool = False, aboard: str = "", aloft: bool = False) -> None:
        """Set a unit down in a Zone: Open, or as said; a ship takes along what it carries."""
        old = self.units[id_]
        cargo = self.cargo(id_) if old.at in self.data.zones and old.at != at else ()
        mark = old.mark if at == old.at and not hidden and not aboard else ""
        self._set(Unit(id_, at, hidden, aboard, aloft, mark))
        for unit in cargo:
            self.change(unit.id, at=at)
        self.tidy_marks(old.at)

    def move(self, id_: str, zone: str) -> None:
        """Take a unit with its cargo to another Zone, Open or aloft as it was."""
        unit = self.units[id_]
        self.put(id_, zone, unit.hidden, unit.aboard, unit.aloft)

    def note_move(self, id_: str, how: str) -> None:
        """Remember how a unit has moved in this phase."""
        self.moved = {**self.moved, id_: how}

    def send_to(self, id_: str, box: str) -> None:
        """Take a unit off the map into a box."""
        old = self.units[id_].at
        self.change(id_, at=box, hidden=False, aboard="", aloft=False, mark="")
        self.tidy_marks(old)

    def tidy_marks(self, zone: str) -> None:
        """A unit is stacked alone when the faction it stood with has left the Zone or stands with another one (R33)."""
        if zone not in self.data.zones:
            return
        for there in self.pieces.by_space[zone]:
            marked = [unit for unit in there if unit.mark]
            if marked:
                counters = self.data.counters
                alone = [unit for unit in there if not unit.aboard and not unit.hidden and not unit.mark]
                factions = {counters[unit.id].faction for unit in alone}
                left = [unit.id for unit in marked if unit.mark not in factions]
                for id_ in left:
                    self.change(id_, mark="")
                if left:
                    names, verb = ", ".join([counters[id_].name for id_ in left]), "is" if len(left) == 1 else "are"
                    self.note(f"{names} {verb} now stacked alone.", "10.0b", places=(zone,))

    # Chits and closed places

    def is_shut(self, place: str) -> bool:
        """Whether a chit closes an Off-Map base or the Region of a Zone (CHIT.C5, CHIT.P1)."""
        if not self.shut:
            return False
        zone = self.data.zones.get(place)
        return place in self.shut or (zone is not None and zone.region in self.shut)

    def richer(self) -> Side:
        """8.1  The side with more points; the Pirates if both have the same."""
        return COALITION if self.index[COALITION] > self.index[PIRATE] else PIRATE
