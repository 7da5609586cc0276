"""What there is to know about a game of Second Fallujah: one plain Struct, and quick questions about it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from common.engine import State
from common.engine.changes import Changes
from common.engine.pieces import Pieces
from common.tables import Modifier

if TYPE_CHECKING:
    from fallujah.components import Components, Counter

INSURGENT = "insurgent"
COALITION = "coalition"
SIDE_NAMES = {INSURGENT: "Insurgents", COALITION: "Coalition"}
ZONES = ("NW", "NE")
RIVERINE_BOX = "riverine"
FORCE_POOL = "force_pool"
RESERVE = "fedayeen_pool"
ELIMINATED = "eliminated"
BOXES = (RIVERINE_BOX, FORCE_POOL, RESERVE, ELIMINATED)  # places beside the city

STACK_LIMIT = 8  # 5a
FRESH_LIMIT = 5  # 5.1a


class Unit(Struct, frozen=True, gc=False):
    """A counter: where it is and which way up it lies."""

    id: str
    at: str
    spent: bool = False
    dug: bool = False


class Entry(Struct, frozen=True, gc=False):
    """What this impulse has done to an area: entry cost, Reaction, Ambush, combat."""

    cost: int = 0  # what every unit pays to enter (6c); 0 while nobody has
    base: int = 0  # the cost before the Reaction (6.4.2c)
    placed: bool = False  # the Reaction put a unit into the area (6.3.1a)
    reacted: bool = False  # the area's one Reaction of the impulse is over (4.1.3i)
    due: bool = False  # a mandatory attack is pending (6.3a)
    ambush: bool = False
    low: int = 0  # fewest MP that an entering unit had (6.4.2d)
    fought: bool = False  # the area's one Coalition attack is over (7.2b)
    overrun: bool = False  # ... and it was an Overrun
    attackers: tuple[str, ...] = ()
    toll: int = 0  # what bystanders of an Overrun pay on leaving (6.2j)


class Battle(Struct, frozen=True, gc=False):
    """A combat being resolved: a Coalition assault, a Fire Mission or an Insurgent raid."""

    kind: Literal["assault", "fire", "raid"]
    area: str
    attackers: tuple[str, ...] = ()
    lead: str = ""
    riverine: bool = False
    defender: str = ""
    offence: tuple[Modifier, ...] = ()  # what makes up the Offensive Value
    defence: tuple[Modifier, ...] = ()
    attack_roll: int = 0  # natural 2D6
    defence_roll: int = 0
    attack_shift: int = 0  # Heroic Effort
    defence_shift: int = 0
    rolled: bool = False
    overrun: bool = False

    @property
    def offence_value(self) -> int:
        """The Offensive Value."""
        return sum([factor.value for factor in self.offence])

    @property
    def defence_value(self) -> int:
        """The Defensive Value."""
        return sum([factor.value for factor in self.defence])

    @property
    def difference(self) -> int:
        """Offensive Total minus Defensive Total."""
        attack = self.offence_value + self.attack_roll + self.attack_shift
        return attack - self.defence_value - self.defence_roll - self.defence_shift


PhaseName = Literal["setup", "action", "regroup", "infiltration", "reset"]


class FallujahState(State, kw_only=True):
    """The position; everything from `mp` on belongs to the running impulse."""

    units: dict[str, Unit] = {}
    control: Mapping[str, str] = {}  # replaced when it changes, so that clones can share it
    fallen: list[str] = []  # areas infiltrated under Support Units that still stand in them (9.2d)
    phase: PhaseName = "setup"
    impulse: int = 0
    active: str = COALITION
    backlash: int = 0
    advantage: str = COALITION
    advantage_used: bool = False
    passed: bool = False  # the impulse before this one was a pass (4.1.4d)
    resistance: str = ""
    first_roll: int | None = None
    battle: Battle | None = None
    mp: dict[str, int] = {}  # MP left of the units that have acted
    origin: dict[str, str] = {}  # where units that have moved came from last
    rested: tuple[str, ...] = ()  # units that dug in or dropped a marker (4.1.1c, 4.1.1d)
    entries: dict[str, Entry] = {}
    river_used: bool = False

    # The units by space, worked out when needed and shared with clones

    if TYPE_CHECKING:
        data: ClassVar[Components]  # attached by the engine: map, counters and tables

    changes: ClassVar[Changes] = None  # where the position has changed, noted by its own methods; a copy has its own

    def share_derived(self, other: Self) -> None:
        """Give a clone the units by space and the caches of the rules."""
        mine, theirs = self.__dict__, other.__dict__
        pieces = mine.get("pieces")
        if pieces is not None:
            theirs["pieces"] = pieces.share()
        caches = mine.get("caches")
        if caches is not None:
            theirs["caches"] = caches.copy()
            theirs["changes"] = self.changes
            for cache in caches.values():
                cache.shared = True

    def touch(self, *spaces: str) -> None:
        """Note that something has changed in spaces; every method that changes the position does."""
        changes = self.changes
        for space in spaces:
            changes = space, changes
        self.__dict__["changes"] = changes

    @cached_property
    def pieces(self) -> Pieces[Unit]:
        """Insurgent and Coalition units by space, each in the order of the counter list."""
        return Pieces(self.data.grouping, self.units)

    @cached_property
    def caches(self) -> dict[str, Any]:
        """What rules have worked out and know themselves for which position it holds, by their own names."""
        return {}

    def insurgents(self, space: str) -> tuple[Unit, ...]:
        """The Insurgent units of a space, in the order of the counter list."""
        return self.pieces.by_space[space][0]

    def coalition(self, space: str) -> tuple[Unit, ...]:
        """The Coalition units of a space, in the order of the counter list."""
        return self.pieces.by_space[space][1]

    def own(self, side: str, space: str) -> tuple[Unit, ...]:
        """The units of a side in a space."""
        return self.pieces.by_space[space][side == COALITION]

    def enemies(self, side: str, space: str) -> tuple[Unit, ...]:
        """The units of the other side in a space."""
        return self.pieces.by_space[space][side != COALITION]

    def where(self, side: str) -> tuple[str, ...]:
        """The areas and zones in which a side has units, in the order of the map."""
        return self.pieces.occupied(side == COALITION)

    def put(self, unit: Unit) -> None:
        """Set a unit's place and state."""
        old = self.units.get(unit.id)
        self.units[unit.id] = unit
        extra, space = self.__dict__, unit.at
        pieces = extra.get("pieces")
        if pieces is not None:
            extra["pieces"] = pieces.change(old, unit)
        changes = space, self.changes
        extra["changes"] = changes if old is None or old.at == space else (old.at, changes)

    def change(self, id_: str, **changes: Any) -> Unit:
        """Replace fields of a unit."""
        unit = replace(self.units[id_], **changes)
        self.put(unit)
        return unit

    def hold(self, area: str, side: str) -> None:
        """Turn the control marker of an area."""
        self.control = {**self.control, area: side}
        self.__dict__["changes"] = area, self.changes

    def mark(self, area: str, **changes: Any) -> None:
        """Remember what the impulse has done to an area."""
        self.entries[area] = replace(self.entries.get(area, NO_ENTRY), **changes)
        self.__dict__["changes"] = area, self.changes

    def advance(self, id_: str, space: str, mp: int) -> None:
        """Move a unit that acts to another space; it has so many MP left (6b)."""
        unit = self.units[id_]
        self.origin[id_], self.mp[id_] = unit.at, mp
        self.put(Unit(id_, space, unit.spent, unit.dug))

    def set_mp(self, id_: str, mp: int) -> None:
        """Set the MP that a unit which has acted still has (3.2a)."""
        self.mp[id_] = mp
        self.touch(self.units[id_].at)

    def rest(self, id_: str) -> None:
        """Remember that a unit does nothing else this impulse (4.1.1c, 4.1.1d)."""
        self.rested += (id_,)
        self.touch(self.units[id_].at)

    def end_impulse(self) -> None:
        """Clear what belongs to the running impulse."""
        units, acted = self.units, {*self.mp, *self.origin, *self.rested}
        self.touch(*self.entries, *[units[id_].at for id_ in acted])
        self.mp, self.origin, self.rested, self.entries, self.river_used = {}, {}, (), {}, False

    # Areas (2.4)

    def contested(self, area: str) -> bool:
        """2.4c  Units of both sides are in the area."""
        insurgents, coalition = self.pieces.by_space[area]
        return bool(insurgents) and bool(coalition)

    def vacant(self, area: str) -> bool:
        """2.4a  No unit is in the area."""
        insurgents, coalition = self.pieces.by_space[area]
        return not insurgents and not coalition

    def free(self, side: str, area: str) -> bool:
        """2.4b  The side controls the area and no enemy is in it."""
        return self.control.get(area) == side and not self.pieces.by_space[area][side != COALITION]

    def is_open(self, side: str, area: str) -> bool:
        """2.4b, 5a  The area is Free for the side and has room for another unit of it."""
        return self.free(side, area) and len(self.own(side, area)) < STACK_LIMIT

    def garrisoned(self, area: str) -> bool:
        """2.4d  Coalition-controlled with a Coalition unit that is not a Support Unit."""
        if self.control.get(area) != COALITION:
            return False
        support = self.data.support_ids
        return any(unit.id not in support for unit in self.pieces.by_space[area][1])

    # Units

    def counter(self, id_: str) -> Counter:
        """What is printed on the counter."""
        return self.data.counters[id_]

    def cf(self, unit: Unit) -> int | None:
        """The Combat Factor of the side that lies up; None for Support Units (3.1, 3.3b)."""
        counter = self.data.counters[unit.id]
        return counter.spent_cf if unit.spent else counter.cf

    def ready(self, unit: Unit) -> int:
        """The MP a unit still has in this impulse (3.2a)."""
        left = self.mp.get(unit.id)
        return self.data.counters[unit.id].mf or 0 if left is None else left

    def entry(self, area: str) -> Entry:
        """What the impulse has done to the area so far."""
        return self.entries.get(area, NO_ENTRY)

    def fighters(self, area: str, fresh: bool = False) -> int:
        """How many Cadre and Fedayeen are in the area, all or only the Fresh ones."""
        militia, count = self.data.militia_ids, 0
        for unit in self.pieces.by_space[area][0]:
            if unit.id not in militia and not (fresh and unit.spent):
                count += 1
        return count

    def head(self, what: str, *rules: str) -> None:
        """Begin a part of the day in the journal."""
        self.note(f"{self.data.tables.tracks.turns[self.turn - 1]}: {what}", *rules, heading=True)

    @property
    def bot(self) -> bool:
        """Whether the Insurgents follow the solitaire procedures (12)."""
        return self.data.setups[self.scenario].bot


NO_ENTRY = Entry()


def other_side(side: str) -> str:
    """The enemy of a side."""
    return COALITION if side == INSURGENT else INSURGENT
