"""Charts as every game prints them: results tables, lists of values, lists of modifiers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from common.data import Sourced
from common.tables import ResultsTable
from common.tabletop.parts import Chart

Line = tuple[str, str, str]  # what, value, rule
ModifierLine = tuple[str, int, tuple[str, ...]]  # when, how much, the rules that ask for it


def results_chart(id_: str, table: ResultsTable, cell: str, strengths: Collection[int] = ()) -> Chart:
    """A results table with rows by the modified die; the columns that serve these strengths are live."""
    heights = range(table.first_row, table.last_row + 1)
    names = [
        f"{row} or less" if row == table.first_row else f"{row} or more" if row == table.last_row else str(row)
        for row in heights
    ]
    rows = tuple((title, *(str(column[index]) for column in table.cells)) for index, title in enumerate(names))
    live = tuple((-1, column + 1) for column in sorted({table.column(strength) for strength in strengths}))
    notes = (f"Cell: {table.cell}.", *table.constraints)
    return Chart(id_, table.title, table.rule, table.source, ("Final die", *table.labels), rows, live, notes, cell)


def list_chart(
    id_: str, title: str, rule: str, data: Sourced, columns: tuple[str, str], lines: Sequence[Line],
    live: Sequence[bool] = (), notes: Sequence[str] = (),
) -> Chart:  # fmt: skip
    """A list of values with their rules; live lines are marked, the constraints of a reconstruction are notes."""
    marks = tuple((row, -1) for row, is_live in enumerate(live) if is_live)
    every = (*notes, *(f"Constraint: {text}." for text in data.constraints))
    rules = tuple(rule for _, _, rule in lines)
    return Chart(id_, title, rule, data.source, (*columns, "Rule"), tuple(lines), marks, every, rules=rules)


def modifier_chart(
    id_: str, title: str, rule: str, data: Sourced, lines: Sequence[ModifierLine], live: Collection[str] = (),
    notes: Sequence[str] = (),
) -> Chart:  # fmt: skip
    """A list of die-roll modifiers; live are those one of whose rules a pending roll counts."""
    rows = [(when, f"{value:+d}", ", ".join(rules)) for when, value, rules in lines]
    marks = [any(rule in live for rule in rules) for _, _, rules in lines]
    return list_chart(id_, title, rule, data, ("When", "DRM"), rows, marks, notes)
