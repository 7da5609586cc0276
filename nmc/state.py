"""What there is to know about a position of The New Mexico Campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from common.engine import Side, State

if TYPE_CHECKING:
    from nmc.components import Components

UNION, CONFEDERATE = "union", "confederate"
SIDES = (CONFEDERATE, UNION)
ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}
TROOPS = ("regular", "militia", "cavalry")
TRAINS = ("guns", "wagons", "exdepots")  # an exdepot is a wagon that was captured as an enemy depot (9.22e)

COUNTED = frozenset(TROOPS + TRAINS)


class Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Units of one side: all in a hex, or the part of them that acts together."""

    side: Side
    regular: int = 0
    militia: int = 0
    cavalry: int = 0
    guns: int = 0
    wagons: int = 0
    exdepots: int = 0
    leaders: tuple[str, ...] = ()
    depot: bool = False

    @property
    def strength(self) -> int:
        """Strength points, the only units that fire and fall (9.8, 9.21)."""
        return self.regular + self.militia + self.cavalry

    @property
    def supplies(self) -> int:
        """Wagons of either origin."""
        return self.wagons + self.exdepots

    def is_empty(self) -> bool:
        """Whether no unit is left."""
        return not (
            self.regular
            or self.militia
            or self.cavalry
            or self.guns
            or self.wagons
            or self.exdepots
            or self.leaders
            or self.depot
        )

    def plus(self, other: Stack) -> Stack:
        """Both together."""
        leaders = tuple(sorted(self.leaders + other.leaders)) if other.leaders else self.leaders
        return Stack(
            self.side,
            self.regular + other.regular,
            self.militia + other.militia,
            self.cavalry + other.cavalry,
            self.guns + other.guns,
            self.wagons + other.wagons,
            self.exdepots + other.exdepots,
            leaders,
            self.depot or other.depot,
        )

    def minus(self, other: Stack) -> Stack:
        """What remains without the other's units."""
        gone = other.leaders
        leaders = tuple([name for name in self.leaders if name not in gone]) if gone else self.leaders
        return Stack(
            self.side,
            self.regular - other.regular,
            self.militia - other.militia,
            self.cavalry - other.cavalry,
            self.guns - other.guns,
            self.wagons - other.wagons,
            self.exdepots - other.exdepots,
            leaders,
            self.depot and not other.depot,
        )

    def movable(self) -> Stack:
        """Everything but the depot (8.5)."""
        return msgspec.structs.replace(self, depot=False) if self.depot else self

    def has(self, other: Stack) -> bool:
        """Whether the other's units are all in here."""
        return (
            self.regular >= other.regular
            and self.militia >= other.militia
            and self.cavalry >= other.cavalry
            and self.guns >= other.guns
            and self.wagons >= other.wagons
            and self.exdepots >= other.exdepots
            and all(name in self.leaders for name in other.leaders)
            and (self.depot or not other.depot)
        )

    def count(self, unit: str) -> int:
        """How many of a kind are here; a leader's name counts him."""
        if unit in COUNTED:
            number: int = getattr(self, unit)
            return number
        return int(unit in self.leaders)

    def part(self, unit: str, count: int) -> Stack:
        """So many units of a kind as a stack of their own."""
        if unit in COUNTED:
            return some(self.side, unit, count)
        return Stack(self.side, leaders=(unit,))


def some(side: Side, unit: str, count: int = 1) -> Stack:
    """So many units of a counted kind."""
    return msgspec.structs.replace(Stack(side), **{unit: count})


class NmcState(State, kw_only=True):
    """A position: stacks by hex, control of the locales, victory points, and what the running phase remembers."""

    stacks: dict[str, Stack] = {}
    control: dict[str, Side] = {}
    vp: dict[str, int] = {}
    lost: dict[str, int] = {}  # strength points lost to fire and attrition, by kind
    left: dict[str, int] = {}  # strength points withdrawn, by kind
    fallen: dict[str, str] = {}  # leaders out of the game, and why
    spare_wagons: dict[str, int] = {}
    unused_depots: dict[str, int] = {}
    phase: int = -1
    done: dict[str, Stack] = {}  # units that have marched (or attacked) in this phase, by hex
    closed: list[str] = []  # hexes whose marches (or attacks) are finished in this phase
    nine: bool = False  # the automatic nine of turn 1 may still be declared
    fed: list[str] = []  # defenders supplied by a wagon used up earlier in this combat phase
    declared: list[str] = []  # hexes declared as targets and not yet served (9.26)

    @property
    def data(self) -> Components:
        """The game's components."""
        components: Components = self.__dict__["data"]
        return components

    def enemy_at(self, side: Side, space: str) -> Stack | None:
        """The other side's units in a hex, if there are any."""
        stack = self.stacks.get(space)
        return stack if stack is not None and stack.side != side else None

    def own_at(self, side: Side, space: str) -> Stack | None:
        """A side's own units in a hex, if there are any."""
        stack = self.stacks.get(space)
        return stack if stack is not None and stack.side == side else None

    def hexes_of(self, side: Side) -> list[str]:
        """Where a side has units, in order of number."""
        return sorted([space for space, stack in self.stacks.items() if stack.side == side])

    def fresh(self, space: str) -> Stack:
        """The units of a hex that have not acted in this phase, without the depot."""
        stack = self.stacks[space].movable()
        done = self.done.get(space)
        return stack if done is None else stack.minus(done)

    def add(self, space: str, units: Stack) -> None:
        """Put units into a hex."""
        _put(self.stacks, space, units)

    def take(self, space: str, units: Stack) -> None:
        """Take units out of a hex."""
        _take(self.stacks, space, units)

    def mark_done(self, space: str, units: Stack) -> None:
        """Remember that units have acted in this phase."""
        _put(self.done, space, units)

    def unmark_done(self, space: str, units: Stack) -> None:
        """Forget units that are no longer in the hex."""
        _take(self.done, space, units)

    def high_morale(self) -> bool:
        """4.10: the Confederates are ahead."""
        return self.vp[CONFEDERATE] > self.vp[UNION]

    def title(self, space: str) -> str:
        """A hex as the journal names it."""
        return self.data.titles[space]

    def short_title(self, space: str) -> str:
        """A hex by its name alone, or by its number where it has none."""
        return self.data.locales[space].name if space in self.data.locales else space


def _put(stacks: dict[str, Stack], space: str, units: Stack) -> None:
    here = stacks.get(space)
    stacks[space] = units if here is None else here.plus(units)


def _take(stacks: dict[str, Stack], space: str, units: Stack) -> None:
    rest = stacks[space].minus(units)
    if rest.is_empty():
        del stacks[space]
    else:
        stacks[space] = rest


def describe(units: Stack) -> str:
    """Units in words: '28 regulars, 10 militia, 1 gun, Canby'."""
    words: list[str] = []
    for unit, one, many in (
        ("regular", "regular", "regulars"),
        ("militia", "militia", "militia"),
        ("cavalry", "cavalry", "cavalry"),
        ("guns", "gun", "guns"),
    ):
        if number := units.count(unit):
            words.append(f"{number} {one if number == 1 else many}")
    if units.supplies:
        words.append("1 wagon" if units.supplies == 1 else f"{units.supplies} wagons")
    if units.depot:
        words.append("a depot")
    words.extend(units.leaders)
    return ", ".join(words)
