"""What a gesture would change: the same page before and after, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from common.engine import Aside, IllegalAction, Seat
from common.tables import Odds
from common.tabletop import Row, Section, Stat, Table, Target

ARROW = " → "
NOTHING = "–"


def foresee(seat: Seat, plan: Sequence[Any]) -> Any:
    """What a side would see after as much of a plan as is certain: nothing is thrown or drawn, nobody else decides."""
    probe = seat.imagine(0)
    for action in plan:
        if isinstance(action, Aside):  # a look would show what is only imagined
            break
        before = probe.clone(quiet=True)
        try:
            probe.play(action)
        except IllegalAction:
            break
        if probe.chances != before.chances:
            return before.view(seat.side)
    return probe.view(seat.side)


def find_odds(table: Table, seat: Seat, target: Target) -> Odds | None:
    """The chances of the first roll of a plan or of what it leads to, if the game can tell, from what a side knows."""
    probe = seat.draft.clone(quiet=True)
    for action in target.plan:
        odds = probe.odds(action)
        if odds is not None:
            return odds
        chances = probe.chances
        try:
            probe.play(action)
        except IllegalAction:
            break
        if probe.chances != chances:
            return None
    return table.prospect(seat, target)


def compare_stats(now: Sequence[Stat], then: Sequence[Stat]) -> list[Stat]:
    """The figures at a glance, those that would change as "12 → 14"."""
    after = {stat.label: stat.value for stat in then}
    return [
        stat if after.get(stat.label, stat.value) == stat.value
        else replace(stat, value=f"{stat.value}{ARROW}{after[stat.label]}")
        for stat in now
    ]  # fmt: skip


def compare_sections(now: Sequence[Section], then: Sequence[Section]) -> list[Section]:
    """Groups of facts with every line that would change as "old → new"; lines come and go with a dash."""
    found = []
    for old, new in zip_longest(now, then, fillvalue=Section("", ())):
        found.append(Section(_join_titles(old.title, new.title), tuple(_compare_rows(old.rows, new.rows))))
    return found


def _join_titles(old: str, new: str) -> str:
    """Both titles, with what stands before a common colon said once."""
    head, colon, tail = new.partition(": ")
    return old if old == new else f"{old}{ARROW}{tail if colon and old.startswith(head + colon) else new}"


def _compare_rows(now: Sequence[Row], then: Sequence[Row]) -> Iterator[Row]:
    after = {row.label: row for row in then}
    for row in now:
        new = after.pop(row.label, None)
        value = new.value if new is not None else NOTHING
        yield row if value == row.value else replace(row, value=f"{row.value}{ARROW}{value}")
    for row in after.values():
        yield replace(row, value=f"{NOTHING}{ARROW}{row.value}")
