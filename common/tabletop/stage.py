"""A fight as any window shows it: where it stands, who fights with what, every sum with its rules, chances and dice.

The game says it from a seat, as far as the side at that seat can know it; a window draws it small beside the place
of the fight, or large as a panel of its own. Everything is optional but the space and the title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from common.engine import Entry, Seat, Side
from common.tables import Modifier, Odds
from common.tabletop.parts import Face

if TYPE_CHECKING:
    from common.tabletop.table import Handling


class StageStep(msgspec.Struct, frozen=True):
    """One step of the fight's own sequence, such as "Air" or "Return fire"."""

    title: str
    rule: str
    state: Literal["done", "now", "ahead"] = "ahead"
    about: str = ""  # what came of it, or why it is left out


class StageUnit(msgspec.Struct, frozen=True):
    """A unit in the fight: its value as it counts there, and a remark such as "disrupted: halved" or "loses next".

    `piece` is its id on the table, empty where the viewer cannot tell which unit it is; `mark` singles it out.
    """

    name: str
    value: str = ""
    face: Face | None = None
    piece: str = ""
    remark: str = ""
    rule: str = ""
    mark: Literal["", "counts", "idle", "chosen", "lost"] = "counts"


class StageSum(msgspec.Struct, frozen=True):
    """A sum with each of its parts and rules: a firepower, a strength, a column shift, a modifier of the die."""

    title: str
    parts: tuple[Modifier, ...]
    total: str
    rule: str = ""
    reads: str = ""  # what the total is read as, such as "row 11-14" or "column 3:1"
    values: tuple[str, ...] = ()  # of the parts, as they are written, where some are not whole

    @property
    def lines(self) -> tuple[tuple[str, Modifier], ...]:
        """Each part with its value as it is written."""
        return tuple(zip(self.values or [f"{part.value:+d}" for part in self.parts], self.parts, strict=True))


class StageForce(msgspec.Struct, frozen=True):
    """One side of the fight: its part in it, its units as far as they are known, its sums and its losses."""

    side: Side
    title: str  # such as "Attacker: Algeria"
    units: tuple[StageUnit, ...] = ()
    unseen: str = ""  # what cannot be known, such as "3 blocks that are not revealed"
    sums: tuple[StageSum, ...] = ()
    losses: tuple[str, ...] = ()  # what it has lost in this fight, in words


class StageRow(msgspec.Struct, frozen=True):
    """A row of a printed table that the next or the last roll is read on; `live` is the column that was hit, or -1."""

    title: str
    chart: str  # the id of the chart it is taken from
    columns: tuple[str, ...]
    cells: tuple[str, ...]
    live: int = -1
    side: Side | None = None


class StageRoll(msgspec.Struct, frozen=True):
    """Dice thrown in this fight: why, what they showed, and what came of it."""

    reason: str
    dice: tuple[int, ...]
    faces: int = 6
    by: Side | None = None
    brings: str = ""
    modifiers: tuple[Modifier, ...] = ()


class CombatStage(msgspec.Struct, frozen=True):
    """The whole fight; `asks` says in one sentence what is decided now, or what is being reacted to."""

    space: str
    title: str  # such as "Combat in Oujda, round 1"
    rule: str = ""
    asks: str = ""
    decides: Side | None = None
    steps: tuple[StageStep, ...] = ()
    forces: tuple[StageForce, ...] = ()  # the attacker first
    notes: tuple[Modifier, ...] = ()  # what holds for all: terrain, weather; value 0 where it is no number
    rows: tuple[StageRow, ...] = ()
    odds: tuple[Odds, ...] = ()  # of each roll that is still to come, the next one first
    rolls: tuple[StageRoll, ...] = ()  # the latest last
    large: bool = False  # a fight of many decisions: a window opens the large form of it by itself
    spaces: tuple[str, ...] = ()  # other spaces of the fight, such as those the attackers stand in


def entries_since(entries: Sequence[Entry], opens: Callable[[Entry], bool]) -> Sequence[Entry]:
    """The lines of the journal about the last fight, from the one that opens it on; none without a fight."""
    starts = (number for number in range(len(entries) - 1, -1, -1) if opens(entries[number]))
    start = next(starts, None)
    return () if start is None else entries[start:]


def rolls_in(entries: Sequence[Entry]) -> Iterator[StageRoll]:
    """The dice that lines of the journal tell of, each with what came of it."""
    for entry in entries:
        for roll in entry.rolls:
            yield StageRoll(
                roll.reason, roll.dice, roll.faces, roll.by or None, roll.brings or entry.text, roll.modifiers
            )


def odds_of_choices(table: Handling, seat: Seat, most: int = 6) -> Iterator[Odds]:
    """The chances of each choice that a seat has now, under the words of the choice."""
    if seat.side is None or seat.to_act != seat.side:
        return
    for action in seat.legal():
        odds = seat.odds(action)
        if odds is not None and most:
            most -= 1
            yield msgspec.structs.replace(odds, title=table.gesture(seat, action).label)
