"""What there is to know about a position of Operation Serval, and quick questions about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from common.engine import PooledState, Side
from common.engine.pieces import Pieces

if TYPE_CHECKING:
    from operation_serval.components import Components
    from operation_serval.counters import Counter

ISLAMIST, COALITION = "islamist", "coalition"
SIDES = (ISLAMIST, COALITION)
ENEMY = {ISLAMIST: COALITION, COALITION: ISLAMIST}
SIDE_NAMES = {ISLAMIST: "Islamists", COALITION: "Coalition"}

ALGERIA, FRANCE, WEST_AFRICA, CHAD = "algeria_sa", "france_sa", "west_africa_sa", "chad_sa"
STAGING = {ISLAMIST: (ALGERIA,), COALITION: (FRANCE, WEST_AFRICA, CHAD)}  # 29.1, 29.2
STAGING_AREAS = (*STAGING[ISLAMIST], *STAGING[COALITION])
AIR_BOX, TASK_FORCE_BOX, WITHDRAWN = "air", "task_force", "withdrawn"
OUT = "out"  # optional counters that are not used, or not yet
UNSEEN = "unseen"  # where a counter lies whose place a side does not know
EVERYBODY = "everybody"
TAKEN_UP = "counter taken up"  # what is hidden from the enemy of whoever places counters
POOL = "pool"  # with a contingent: which of its counters are in play, and where the others lie
ZONES = {ISLAMIST: "zones of the Islamists", COALITION: "zones of the Coalition"}  # its counters with zones of control
WORN = "worn"  # with a contingent: which of its counters are disrupted, and where those lie
Owner = str | tuple[str, str]  # whom answers hang on: everybody, a side or contingent, or its counters of one type
ELIMINATED = {ISLAMIST: "eliminated_islamist", COALITION: "eliminated_coalition"}


class Unit(Struct, frozen=True, gc=False):
    """A counter: where it lies and which side is up."""

    id: str
    at: str
    disrupted: bool = False


class Rank(Struct, frozen=True, gc=False):
    """A place in the order of fire: tactical value, whether it came late from a task force, and the unit (15.4c)."""

    tactical: int
    unit: str
    late: bool = False


class Battle(Struct, frozen=True, gc=False):
    """A ground battle: one group of units against one adjacent hex (15.2)."""

    side: Side  # the attacker
    hex: str
    attackers: tuple[str, ...]  # those still in the battle
    defenders: tuple[str, ...] = ()
    order: tuple[Rank, ...] = ()  # who has yet to fire
    group: int = 0  # the tactical value that fires now
    fired: tuple[str, ...] = ()
    isr: tuple[Side, ...] = ()  # who has committed ISR
    first: Side = ""  # who fires first in each group
    attackers_lost: int = 0  # counters eliminated in the battle, those lost on retreats included (17.2)
    defenders_lost: int = 0
    bases_lost: int = 0  # bases of the defender among them (31.2)


Kept = defaultdict[Owner, dict[Any, Any]]  # what rules have worked out, by whom it hangs on
NOBODY: tuple[tuple[Unit, ...], ...] = ((), ())


class ServalState(PooledState, kw_only=True):
    """Counters, markers and tracks; everything from `contingent` on belongs to the running operation.

    Short tracks and sets are replaced as a whole when they change, so that copies share them.
    """

    lent: ClassVar[tuple[str, ...]] = ("tops",)

    units: dict[str, Unit] = {}
    tops: dict[str, str] = {}  # the counter on top of a stack, where its owner has chosen one (28)
    sharia: frozenset[str] = frozenset()
    c2p: Mapping[Side, int] = {}
    drawn: Mapping[Side, tuple[str, ...]] = {}  # kinds of the netwar markers in the boxes
    initiative: Side = ISLAMIST
    intervention: int = 0  # the turn of International Intervention, 0 before (7.4)
    airlift: int = 0
    playing: bool = False  # the set-up is over
    acting: Side = ""  # whose action runs now; "" outside actions
    passed: bool = False  # the last action step was a pass (6.5)
    weather: bool = False  # event 9 waits for the C2P determination
    offensive: bool = False  # the die of the Islamist Offensive has been thrown (30.1p)
    extensions: int = 0  # turns added by the Coalition (30.1q)
    committed: tuple[str, ...] = ()  # optional forces that have come (31.1)
    eleventh: bool = False  # the 11th Airborne has come and may combine at once (31.1f)
    revealed: frozenset[str] = frozenset()  # counters that the enemy may see at this moment (28.0)
    sighted: Mapping[str, str] = {}  # where the enemy last saw a counter that was shown to him

    contingent: str = ""  # whose operation runs
    spent: Mapping[str, int] = {}  # half movement points used
    halted: frozenset[str] = frozenset()
    flown: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()
    sortied: frozenset[str] = frozenset()  # air units used in this action (20.2)
    supply: str = ""  # the hex of the air supply marker (23.6)
    sorties: Mapping[str, str] = {}  # air units placed on the map, and the hex they fire at (20.1, 20.7.1)
    battle: Battle | None = None
    zones: Mapping[Side, frozenset[str]] = {}  # hexes in enemy zones, where the units behind them are not known (28)

    if TYPE_CHECKING:
        data: ClassVar[Components]  # attached by the engine: map, counters and tables

    # The units by place, worked out when needed and shared with clones

    def share_derived(self, other: Self) -> None:
        """Give a clone the units by place, and what rules have worked out so far."""
        mine, theirs = self.__dict__, other.__dict__
        pieces, kept = mine.get("pieces"), mine.get("kept")
        if pieces is not None:
            theirs["pieces"] = pieces.share()
        if kept:
            theirs["kept"] = kept.copy()  # what both hold on to is true of both

    def glance(self) -> Self:
        """The same position to look at in other circumstances: its fields may be set anew, what they hold stays."""
        other: Self = self.__copy__()  # type: ignore[attr-defined]
        other.__dict__.update(self.__dict__)
        return other

    @cached_property
    def pieces(self) -> Pieces[Unit]:
        """Islamist and Coalition counters by place, each in the order of the counter list."""
        return Pieces(self.data.grouping, self.units)

    @cached_property
    def kept(self) -> Kept:
        """What rules have worked out, by whose units it hangs on; forgotten when one of those units changes."""
        return defaultdict(dict)

    def put(self, unit: Unit) -> None:
        """Set a unit's place and side; one that leaves its place is no longer on top there."""
        old = self.units.get(unit.id)
        if old == unit:
            return
        self._set(unit, old)
        if old is None or old.at != unit.at:
            self._restack(unit, old)
            if unit.id in self.revealed:
                self.reveal((unit.id,))

    def _set(self, unit: Unit, old: Unit | None) -> None:
        """Write a unit and forget the answers that hang on it."""
        extra, id_ = self.__dict__, unit.id
        self.units[id_] = unit
        pieces = extra.get("pieces")
        if pieces is not None:
            extra["pieces"] = pieces.change(old, unit)
        kept = extra.get("kept")
        if kept:
            data: Components = extra["data"]
            owners, field = data.owners[id_], data.field
            for whose in owners:
                if whose in kept:
                    del kept[whose]
            if old is None or old.at not in field or unit.at not in field:
                kept.pop((owners[2], POOL), None)
            if unit.disrupted or old is None or old.disrupted:
                kept.pop((owners[2], WORN), None)

    def lay_out(self, side: Side, units: Iterable[Unit]) -> None:
        """Take up all stacks of a side and put counters down one after the other; the first in a hex lies on top."""
        near, side_of, last = self.data.near, self.data.side_of, {unit.id: unit for unit in units}
        for unit in last.values():
            old = self.units[unit.id]
            if old != unit:
                self._set(unit, old)
        tops = {hex_: id_ for hex_, id_ in self.tops.items() if side_of[id_] != side}
        for unit in units:
            if unit.at in near:
                tops.setdefault(unit.at, unit.id)
        self.tops = tops

    def _restack(self, unit: Unit, old: Unit | None) -> None:
        """28  A counter that comes to a stack goes below its top; one that leaves the top uncovers another."""
        tops, data, id_, here = self.tops, self.data, unit.id, unit.at
        leaves = old is not None and tops.get(old.at) == id_
        comes = here not in tops and here in data.near
        if not leaves and not comes:
            return
        self.unshare()
        tops, side = self.tops, data.side_of[id_]
        if old is not None and leaves:
            left = self.own(side, old.at)
            if left:
                tops[old.at] = left[0].id
            else:
                del tops[old.at]
        if comes:
            there = self.own(side, here)
            tops[here] = there[1].id if there[0].id == id_ and len(there) > 1 else there[0].id

    def reveal(self, ids: Iterable[str]) -> None:
        """28.0  Show counters to the enemy, who remembers where they stood."""
        shown = {id_: self.units[id_].at for id_ in ids}
        self.revealed |= shown.keys()
        self.sighted = {**self.sighted, **shown}

    def change(self, id_: str, **changes: Any) -> Unit:
        """Replace fields of a unit."""
        unit = replace(self.units[id_], **changes)
        self.put(unit)
        return unit

    # Who is where

    def own(self, side: Side, place: str) -> tuple[Unit, ...]:
        """The units of a side in a place, in the order of the counter list."""
        return self.pieces.by_space.get(place, NOBODY)[side == COALITION]

    def enemies(self, side: Side, place: str) -> tuple[Unit, ...]:
        """The units of the other side in a place."""
        return self.pieces.by_space.get(place, NOBODY)[side != COALITION]

    def where(self, side: Side) -> tuple[str, ...]:
        """The hexes in which a side has units, in the order of the map."""
        return self.pieces.occupied(side == COALITION)

    def holder(self, hex_: str) -> Side:
        """4.0  The side that occupies a hex; "" if nobody does."""
        islamists, coalition = self.pieces.by_space.get(hex_, NOBODY)
        return ISLAMIST if islamists else COALITION if coalition else ""

    def on_map(self, unit: Unit) -> bool:
        """Whether a unit stands in a hex."""
        return unit.at in self.data.near

    def in_play(self, unit: Unit) -> bool:
        """Whether a unit stands in a hex or in a Staging Area."""
        return unit.at in self.data.field

    def top(self, side: Side, place: str) -> Unit | None:
        """28  The counter that lies on top of a side's stack."""
        there = self.own(side, place)
        chosen = self.tops.get(place)
        if chosen is not None and any(unit.id == chosen for unit in there):
            return self.units[chosen]
        return there[0] if there else None

    # What the counters say

    def counter(self, id_: str) -> Counter:
        """What is printed on a counter."""
        return self.data.counters[id_]

    def strength(self, unit: Unit) -> int:
        """The combat strength, or the airstrike strength, of the side that is up."""
        return self.data.counters[unit.id].face(unit.disrupted).strength

    def tactical(self, unit: Unit) -> int:
        """The tactical value of the side that is up."""
        return self.data.counters[unit.id].face(unit.disrupted).tactical

    def allowance(self, unit: Unit) -> int:
        """The movement allowance of the side that is up."""
        return self.data.counters[unit.id].face(unit.disrupted).allowance

    def radius(self, unit: Unit) -> int:
        """The support radius of a base's side that is up."""
        return self.data.counters[unit.id].face(unit.disrupted).radius

    def has_zone(self, unit: Unit) -> bool:
        """11.1  Whether a unit exerts a zone of control: marked so, and effective."""
        return self.data.counters[unit.id].zoc and not unit.disrupted

    def name(self, id_: str) -> str:
        """What players call a counter."""
        return self.data.counters[id_].title

    def title(self, place: str) -> str:
        """What players call a hex or a box."""
        return self.data.titles[place]

    # Options

    @property
    def fog(self) -> bool:
        """28  Whether stacks are hidden from the enemy."""
        return bool(self.options.get("fog_of_war", True))

    def has(self, option: str) -> bool:
        """Whether an optional rule is used."""
        return bool(self.options.get(option, False))

    def clear_operation(self) -> None:
        """Forget what belongs to the operation that is over."""
        self.contingent, self.supply, self.battle, self.sorties = "", "", None, {}
        self.spent = {}
        self.halted = self.flown = self.attacked = self.sortied = frozenset()
