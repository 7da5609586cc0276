"""Lists of spaces and links, sortable and searchable, each line a click away from its place on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTableWidget

from common.gui.kit.language import tr
from common.gui.kit.sortable_table import SortableCell
from common.gui.kit.widgets import Page, label, make_tip
from common.maps import GameMap

Rows: TypeAlias = "list[tuple[tuple[str, ...], str]]"


class ListPage(Page):
    """A sortable, searchable list whose lines have places."""

    place_wanted = Signal(str)

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__(margin=8)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Only those with …"))
        self.table = QTableWidget(0, len(columns))
        self.table.setHorizontalHeaderLabels(list(columns))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.count = label("", "small")
        for part in (self.field, self.table, self.count):
            self.column.addWidget(part)
        self.field.textChanged.connect(self._filter)
        self.table.currentCellChanged.connect(lambda row, *_rest: self._chosen(row))

    def fill(self, rows: Rows) -> None:
        """Show these lines; the search and the order stay."""
        order = self.table.horizontalHeader()
        column, way = order.sortIndicatorSection(), order.sortIndicatorOrder()
        with QSignalBlocker(self.table):
            self.table.setSortingEnabled(False)
            self.table.setRowCount(len(rows))
            for r, (texts, place) in enumerate(rows):
                for c, text in enumerate(texts):
                    cell = SortableCell(text)
                    cell.setData(Qt.ItemDataRole.UserRole, place)
                    cell.setToolTip(make_tip(text))
                    self.table.setItem(r, c, cell)
            self.table.setSortingEnabled(True)
            self.table.sortItems(max(0, min(column, self.table.columnCount() - 1)), way)
            self.table.resizeColumnsToContents()
        self._filter(self.field.text())

    def _filter(self, text: str) -> None:
        wanted, shown = text.lower(), 0
        for r in range(self.table.rowCount()):
            words = [item.text().lower() for c in range(self.table.columnCount()) if (item := self.table.item(r, c))]
            hit = all(any(part in word for word in words) for part in wanted.split())
            self.table.setRowHidden(r, not hit)
            shown += hit
        self.count.setText(tr("{n} of {all}", n=shown, all=self.table.rowCount()))

    def _chosen(self, row: int) -> None:
        item = self.table.item(row, 0)
        if item is not None and item.data(Qt.ItemDataRole.UserRole):
            self.place_wanted.emit(str(item.data(Qt.ItemDataRole.UserRole)))


def space_rows(game_map: GameMap) -> Rows:
    """Every space with what the file says about it."""
    rows: Rows = []
    for space in game_map.spaces.values():
        attrs = ", ".join(f"{key} {value}" for key, value in space.attrs.items())
        near = str(len(game_map.next_to(space.id)))
        name = space.name if space.name != space.id else ""
        rows.append(((space.id, name, space.kind, ", ".join(sorted(space.tags)), near, attrs), space.id))
    return rows


def link_rows(game_map: GameMap) -> Rows:
    """Every link with its kinds; one that differs on the way back is named twice."""
    rows: Rows = []
    for (a, b), link in game_map.links.items():
        back = game_map.link(b, a)
        if game_map.index[a] < game_map.index[b] or back is None or back.kinds != link.kinds:
            attrs = ", ".join(f"{key} {value}" for key, value in link.attrs.items())
            rows.append(((a, b, ", ".join(sorted(link.kinds)) or tr("plain"), attrs), a))
    return rows
