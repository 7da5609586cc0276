"""A page with a question above and a list of answers below, each a click away from its place on the map."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QTableWidget

from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.sortable_table import SortableCell
from common.gui.kit.widgets import Page, label, make_tip

Answer = tuple[tuple[str, ...], str]  # the cells of a line, and its place


class ResultPage(Page):
    """Works while it is looked at; what it has put on the map goes when it is left."""

    def __init__(self) -> None:
        super().__init__(margin=10, spacing=6)
        self.sheet: MapSheet | None = None
        self.result = label("", "strong", wrap=True)
        self.list = QTableWidget(0, 2)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setWordWrap(True)
        self.list.verticalHeader().hide()
        self.list.horizontalHeader().setStretchLastSection(True)
        self.list.currentCellChanged.connect(lambda row, *_rest: self.choose(row))

    def show_sheet(self, sheet: MapSheet) -> None:
        """Another map, another selection or another picture of it."""
        if self.sheet is not None and sheet is not self.sheet:
            self.clear()
        changed, self.sheet = sheet is not self.sheet, sheet
        self.follow(changed)
        if self.isVisible():
            self.run()

    def follow(self, changed: bool) -> None:
        """Bring the fields in line with the map in front."""

    def run(self) -> None:
        """Answer anew."""

    def choose(self, row: int) -> None:
        """Show the place of a line."""
        cell = self.list.item(row, 0)
        if cell is not None and self.sheet is not None and cell.data(Qt.ItemDataRole.UserRole):
            self.sheet.show_place(str(cell.data(Qt.ItemDataRole.UserRole)))

    def fill(self, text: str, heads: Sequence[str], rows: Sequence[Answer]) -> None:
        """Say something and list what it is about."""
        self.result.setText(text)
        with QSignalBlocker(self.list):
            self.list.setColumnCount(max(1, len(heads)))
            self.list.setHorizontalHeaderLabels(list(heads) or [""])
            self.list.setRowCount(len(rows))
            for r, (texts, place) in enumerate(rows):
                for c, cell_text in enumerate(texts):
                    cell = SortableCell(cell_text)
                    cell.setData(Qt.ItemDataRole.UserRole, place)
                    cell.setToolTip(make_tip(cell_text))
                    self.list.setItem(r, c, cell)
            self.list.resizeColumnsToContents()
            self.list.setCurrentCell(-1, -1)
        self.list.setVisible(bool(rows))

    def clear(self) -> None:
        """Take everything off the map again."""
        if self.sheet is not None:
            self.sheet.set_shade(None)
            self.sheet.pane.show_line()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin as soon as it is looked at."""
        super().showEvent(event)
        self.run()

    def hideEvent(self, event: QHideEvent) -> None:
        """The colours go."""
        super().hideEvent(event)
        self.clear()
