"""The order of battle as a sortable table."""

from __future__ import annotations

from itertools import accumulate

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTableWidgetItem

from common.gui.kit.language import tr
from common.gui.kit.sortable_table import SortableCell
from common.gui.kit.themed import LinkLabel, WrappedFooter
from common.gui.kit.widgets import Page
from common.gui.panels.charts_panel import LEVELS, ChartView
from common.gui.panels.fact_sheet import escape, rule_line
from common.gui.session.session import Session
from common.tabletop import Chart

FIXED = 2  # columns that are always shown: the unit and its place


class ForcesTable(ChartView):
    """The order of battle: a chart whose rows have places and are sorted by a click on a head.

    Columns that find no room are put away from the right; what they say stands in the tip of each row.
    """

    def show_chart(self, chart: Chart) -> None:
        """Fill the grid; the player's order stays."""
        if chart != self.chart:
            self.setSortingEnabled(False)
            super().show_chart(chart)
            self.setSortingEnabled(True)

    def put_away(self) -> list[str]:
        """The heads of the columns that find no room."""
        columns = self.chart.columns if self.chart is not None else ()
        return [head for column, head in enumerate(columns) if self.isColumnHidden(column)]

    def _cell(self, chart: Chart, row: int, text: str, wordy: bool) -> QTableWidgetItem:
        cell = SortableCell(text)
        cell.setData(Qt.ItemDataRole.UserRole, chart.places[row] if row < len(chart.places) else "")
        facts = zip(chart.columns, chart.rows[row], strict=True)
        cell.setToolTip("\n".join(f"{head}: {said}" for head, said in facts if said))
        return cell

    def _fit(self) -> None:
        _, least = super()._needs(LEVELS - 1)
        room = self.viewport().width()
        for column, total in enumerate(accumulate(least)):
            self.setColumnHidden(column, column >= FIXED and total > room)
        super()._fit()

    def _needs(self, level: int) -> tuple[list[int], list[int]]:
        wanted, least = super()._needs(level)
        shown = self.columnCount() - len(self.put_away())
        return wanted[:shown], least[:shown]


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
        self.table = ForcesTable()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAlternatingRowColors(True)
        self.foot = LinkLabel("soft")
        self.foot.linkActivated.connect(lambda href: self.rule_wanted.emit(href.partition(":")[2]))
        for part in (self.field, self.table, WrappedFooter(self.foot)):
            self.column.addWidget(part)
        self.column.setStretch(1, 1)
        self.field.textChanged.connect(self._filter)
        self.table.cellClicked.connect(self._show_place)

    def refresh(self) -> None:
        """Read the list again, if anybody looks."""
        if not self.isVisible():
            return
        chart = self.session.table.forces(self.session.view)
        self.table.show_chart(chart)
        notes = " ".join(escape(note) for note in chart.notes)
        self.foot.setText(f"{notes} {rule_line(chart.rule)} · <small>{escape(chart.source)}</small>")
        self._filter(self.field.text())

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()

    def _filter(self, text: str) -> None:
        wanted = text.lower()
        for r in range(self.table.rowCount()):
            words = [item.text().lower() for c in range(self.table.columnCount()) if (item := self.table.item(r, c))]
            self.table.setRowHidden(r, bool(wanted) and not any(wanted in word for word in words))

    def _show_place(self, row: int, column: int) -> None:
        """Centre the place of the row."""
        cell = self.table.item(row, column)
        place = cell.data(Qt.ItemDataRole.UserRole) if cell is not None else ""
        if place:
            self.space_wanted.emit(place)
