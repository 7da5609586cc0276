"""Test here: one unit on the map as it is being drawn, and what the game's own rules let it reach."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QTableWidget

from common.data import DataError, parsed, parsed_text
from common.engine import GAMES, is_playable, load_game
from common.gui.designer.sheet import MapSheet
from common.gui.forces import Cell
from common.gui.widgets import Page, button, label
from common.maps.editing import pack_of
from common.maps.editing_text import EditError, flow
from common.maps.load import map_path
from common.tabletop import Table, Target


class TrialBox(Page):
    """Choose a unit, select a space: what is in reach lights up with its cost."""

    def __init__(self) -> None:
        super().__init__(margin=10, spacing=6)
        self.sheet: MapSheet | None = None
        self._made: tuple[str, Table] | None = None  # the text a table was made for
        self.about = label("", "soft", wrap=True)
        self.units = QComboBox()
        self.units.setAccessibleName("Unit to try")
        self.go = button("Test here", "main", "What the unit can reach from the selected space")
        self.result = label("", "strong", wrap=True)
        self.list = QTableWidget(0, 3)
        self.list.setHorizontalHeaderLabels(["Space", "Cost", "Then"])
        self.list.setAccessibleName("What can be reached")
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.verticalHeader().hide()
        self.list.horizontalHeader().setStretchLastSection(True)
        for part in (self.about, self.units, self.go, self.result):
            self.column.addWidget(part)
        self.column.addWidget(self.list, 1)
        self.go.clicked.connect(self.run)
        self.units.activated.connect(lambda _n: self.run())
        self.list.currentCellChanged.connect(lambda row, *_rest: self._point(row))

    # --- following the map ---

    @property
    def game(self) -> str:
        """The playable game this is the map of, "" if none."""
        name = str(self.sheet.document.data.get("id", "")) if self.sheet is not None else ""
        return name if name in GAMES and is_playable(name) else ""

    def show_sheet(self, sheet: MapSheet) -> None:
        """Another map, another selection or another picture of it."""
        changed = sheet is not self.sheet
        if changed and self.sheet is not None:
            self.sheet.view.show_targets(())
        self.sheet = sheet
        able = bool(self.game)
        for part in (self.units, self.go, self.result, self.list):
            part.setVisible(able)
        if not able:
            self.about.setText("Only the map of a game whose rules are in the program can be tried.")
            return
        self.about.setText("Select a space: the game's own rules say what one unit could reach from there.")
        if changed:
            self._made = None
            self.units.clear()
            for name, title in _table_of(self.game).trials():
                self.units.addItem(title, name)
        if self.isVisible():
            self.run()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin as soon as it is looked at."""
        super().showEvent(event)
        self.run()

    def hideEvent(self, event: QHideEvent) -> None:
        """The lights go out."""
        super().hideEvent(event)
        if self.sheet is not None:
            self.sheet.view.show_targets(())

    # --- trying ---

    def run(self) -> None:
        """Put the unit on the selected space and show its reach."""
        sheet = self.sheet
        if sheet is None or not self.game:
            return
        here = next((space for space in sheet.selection if space in sheet.game_map.spaces), "")
        if not here:
            self._show((), "")
            return
        QGuiApplication.setOverrideCursor(Qt.CursorShape.BusyCursor)
        try:
            targets = self._table(sheet).trial(str(self.units.currentData()), here)
        except (EditError, DataError, LookupError, ValueError, TypeError) as error:
            self._show((), "")
            self.result.setText(f"The rules cannot use the map as it is: {error}")
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        known = [target for target in targets if target.space in sheet.game_map.spaces]
        self._show(sorted(known, key=lambda target: (int(target.label.split()[0]), target.space)), here)

    def _table(self, sheet: MapSheet) -> Table:
        """The table of the game with this map laid over its own."""
        document = sheet.document
        if self._made is None or self._made[0] != document.text:
            if document.error is not None:
                raise document.error
            with tempfile.TemporaryDirectory(prefix="five-fronts-") as name:
                base, _ = parsed(map_path(self.game))
                different = pack_of(base, document.data)
                text = "".join(f"{key}: {flow(value)}\n" for key, value in different.items()) or "{}\n"
                parsed_text(text, document.name)
                (Path(name) / "map.yaml").write_text(text, encoding="utf-8")
                made = _table_of(self.game, (Path(name),))
                made.trial(str(self.units.currentData()), next(iter(sheet.game_map.spaces)))  # all files are read now
            self._made = document.text, made
        return self._made[1]

    def _show(self, targets: Sequence[Target], here: str) -> None:
        if self.sheet is not None:
            self.sheet.view.show_targets(targets if self.isVisible() else ())
        with QSignalBlocker(self.list):
            self.list.setRowCount(len(targets))
            for row, target in enumerate(targets):
                for column, text in enumerate((target.space, target.label, target.left)):
                    self.list.setItem(row, column, Cell(text))
            self.list.resizeColumnsToContents()
        self.result.setText(f"From {here}: {len(targets)} spaces in reach" if here else "No space is selected")

    def _point(self, row: int) -> None:
        cell = self.list.item(row, 0)
        if cell is not None and self.sheet is not None:
            self.sheet.view.center_on(cell.text())


def _table_of(game: str, packs: Sequence[Path] = ()) -> Table:
    made: Table = importlib.import_module(f"{game}.table").open_table(load_game(game, packs))
    return made
