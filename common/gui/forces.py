"""The order of battle as a sortable table."""

from __future__ import annotations

import re
from itertools import zip_longest

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTableWidget, QTableWidgetItem

from common.gui.dressed import Foot, Linked
from common.gui.facts import escaped, rule_line
from common.gui.session import Session
from common.gui.widgets import Page, compact
from common.gui.words import tr

NUMBER = re.compile(r"-?\d+")


class Cell(QTableWidgetItem):
    """A cell that sorts 9 before 10."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        return _sort_key(self.text()) < _sort_key(other.text())


def _sort_key(text: str) -> tuple[int, int, str]:
    found = NUMBER.match(text.strip())
    return (0, int(found[0]), text) if found else (1, 0, text.lower())


class ForcesPanel(Page):
    """Every unit, where it is and how it stands; a click centres it."""

    space_wanted = Signal(str)
    rule_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Only those with …"))
        self.field.setAccessibleName(tr("Filter the order of battle"))
        self.table = QTableWidget()
        self.table.setSortingEnabled(True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().hide()
        self.table.setAccessibleName(tr("Order of battle"))
        self.foot = Linked("soft")
        self.foot.linkActivated.connect(lambda href: self.rule_wanted.emit(href.partition(":")[2]))
        for part in (self.field, self.table, Foot(self.foot)):
            self.column.addWidget(part)
        self.column.setStretch(1, 1)
        self.field.textChanged.connect(self._filter)
        self.table.cellClicked.connect(self._clicked)

    def refresh(self) -> None:
        """Read the list again, if anybody looks."""
        if not self.isVisible():
            return
        chart = self.session.table.forces(self.session.view)
        table = self.table
        table.setSortingEnabled(False)
        table.setRowCount(len(chart.rows))
        table.setColumnCount(len(chart.columns))
        table.setHorizontalHeaderLabels(list(chart.columns))
        for r, (row, place) in enumerate(zip_longest(chart.rows, chart.places, fillvalue="")):
            for c, text in enumerate(row):
                cell = Cell(text)
                cell.setData(Qt.ItemDataRole.UserRole, place)
                cell.setToolTip(text)
                table.setItem(r, c, cell)
        table.setSortingEnabled(True)
        table.resizeColumnsToContents()
        compact(table)
        table.horizontalHeader().setStretchLastSection(True)
        notes = " ".join(escaped(note) for note in chart.notes)
        self.foot.setText(f"{notes} {rule_line(chart.rule)} · <small>{escaped(chart.source)}</small>")
        self._filter(self.field.text())

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()

    def _filter(self, text: str) -> None:
        wanted = text.lower()
        for r in range(self.table.rowCount()):
            words = [item.text().lower() for c in range(self.table.columnCount()) if (item := self.table.item(r, c))]
            self.table.setRowHidden(r, bool(wanted) and not any(wanted in word for word in words))

    def _clicked(self, row: int, column: int) -> None:
        """Centre the place of the row."""
        cell = self.table.item(row, column)
        place = cell.data(Qt.ItemDataRole.UserRole) if cell is not None else ""
        if place:
            self.space_wanted.emit(place)
