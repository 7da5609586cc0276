"""Test here: reach, supply, zones and sight by the game's own rules, distances, and lines with what cuts them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QWidget,
)

from common.data import DataError
from common.engine import GAMES, is_playable, load_game
from common.gui.designer.map_sheet import MapSheet
from common.gui.designer.pages.trial_findings import (
    TrialFinding,
    ask_spaces,
    find_by_rules,
    find_line,
    find_reach,
    find_rings,
    open_trial_table,
)
from common.gui.designer.tools import grips
from common.gui.kit import cache_files
from common.gui.kit.language import tr
from common.gui.kit.sortable_table import SortableCell
from common.gui.kit.widgets import Page, button, form_row, label, spin
from common.maps.changing.editing_text import EditError
from common.maps.line_of_sight import SightLine
from common.maps.query import QueryError
from common.tabletop import Table, TrialTest

UNFIT = (EditError, DataError, LookupError, ValueError, TypeError)  # what rules say to a map they cannot use
MOST = 40


class TrialBox(Page):
    """Select a space: what is in reach, how far everything is, or the line to a goal lights up."""

    play_wanted = Signal(object, object)  # Match, and the folder its map lies in
    notice = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__(margin=10, spacing=6)
        self.sheet: MapSheet | None = None
        self._made: tuple[str, Table] | None = None  # the text a table was made for
        self._tests: dict[str, TrialTest] = {}  # what the game's rules can be asked besides the reach of units
        self._reach: tuple[tuple[str, str], ...] = ()
        self.mode = QComboBox()
        self.mode.setAccessibleName(tr("What to test"))
        self.about = label("", "soft", wrap=True)
        self._fields()
        self.go = button(tr("Test here"), "main", tr("From the first of the selected spaces"))
        self.play = button(tr("Play this map"), "", tr("A game on the map as it is drawn, which is not kept"))
        self.result = label("", "strong", wrap=True)
        self.list = QTableWidget(0, 3)
        self.list.setAccessibleName(tr("What was found"))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.verticalHeader().hide()
        self.list.horizontalHeader().setStretchLastSection(True)
        for part in (self.mode, self.about, self.form, self.go, self.result):
            self.column.addWidget(part)
        self.column.addWidget(self.list, 1)
        self.column.addWidget(self.play)
        self.go.clicked.connect(self.run)
        self.play.clicked.connect(self._play)
        self.mode.currentIndexChanged.connect(lambda _n: self._turn())
        self.list.currentCellChanged.connect(lambda row, *_rest: self._point(row))

    def _fields(self) -> None:
        """What each test asks for besides the space."""
        self.units, self.far, self.limit = QComboBox(), spin(1, MOST, 3, "{n}"), spin(1, MOST, 12, "{n}")
        self.goal, self.closed, self.barred, self.enemies = QLineEdit(), QLineEdit(), QListWidget(), QLineEdit()
        self.enemies.setPlaceholderText(tr("nowhere; spaces, or a question"))
        self.goal.setPlaceholderText(tr("a space, or a question: town"))
        self.closed.setPlaceholderText(tr("nothing closed"))
        self.barred.setMaximumHeight(96)
        self.form = QWidget()
        rows = QFormLayout(self.form)
        rows.setContentsMargins(0, 0, 0, 0)
        self._rows: dict[str, tuple[QWidget, ...]] = {
            "rules": (self.units, self.enemies), "rings": (self.far,),
            "line": (self.goal, self.limit, self.closed, self.barred),
        }  # fmt: skip
        for text, field in (
            (tr("&Unit"), self.units), (tr("&Enemies in"), self.enemies),
            (tr("At &most"), self.far), (tr("&To"), self.goal), (tr("At &most"), self.limit),
            (tr("&Not through"), self.closed), (tr("Not &across"), self.barred),
        ):  # fmt: skip
            form_row(rows, text, field)
        self.units.activated.connect(lambda _n: self.run())
        self.barred.itemChanged.connect(lambda _item: self.run())
        for most in (self.far, self.limit):
            most.valueChanged.connect(lambda _n: self.run())
        for line in (self.goal, self.closed, self.enemies):
            line.editingFinished.connect(self.run)

    # --- following the map ---

    @property
    def game(self) -> str:
        """The playable game this is the map of, "" if none."""
        name = str(self.sheet.document.data.get("id", "")) if self.sheet is not None else ""
        return name if name in GAMES and is_playable(name) else ""

    def show_sheet(self, sheet: MapSheet) -> None:
        """Another map, another selection or another picture of it."""
        changed = sheet is not self.sheet
        if changed:
            self._clear()
            self.sheet = sheet
            self._fill()
        self._fill_kinds()
        if self.isVisible():
            self.run()

    def _fill(self) -> None:
        """The tests that this map allows."""
        able, self._made, self._tests, self._reach = bool(self.game), None, {}, ()
        if able:
            table = open_trial_table(self.game)
            self._reach, self._tests = tuple(table.trials()), {test.id: test for test in table.tests()}
        with QSignalBlocker(self.mode):
            self.mode.clear()
            if able:
                self.mode.addItem(tr("Reach of a unit"), "reach")
            for test in self._tests.values():
                title = tr("{what}: not in this game", what=test.title) if test.none else test.title
                self.mode.addItem(title, test.id)
            self.mode.addItem(tr("Distances"), "rings")
            self.mode.addItem(tr("Line to a goal"), "line")
        self.play.setVisible(able)
        self._turn()

    def _fill_kinds(self) -> None:
        """What lies on borders, to be barred; marks stay where the kind is still there."""
        kinds = sorted({kind for link in self.map.links.values() for kind in link.kinds}) if self.sheet else []
        there = [self.barred.item(n).text() for n in range(self.barred.count())]
        if kinds == there:
            return
        marked = self._read_barred()
        with QSignalBlocker(self.barred):
            self.barred.clear()
            for kind in kinds:
                item = QListWidgetItem(kind)
                item.setCheckState(Qt.CheckState.Checked if kind in marked else Qt.CheckState.Unchecked)
                self.barred.addItem(item)

    @property
    def map(self) -> Any:
        """The map as it is drawn."""
        assert self.sheet is not None
        return self.sheet.game_map

    def _turn(self) -> None:
        """Show what the chosen test asks for."""
        mode, rows = str(self.mode.currentData()), self.form.layout()
        assert isinstance(rows, QFormLayout)
        test = self._tests.get(mode)
        units = self._reach if mode == "reach" else test.units if test is not None else ()
        group = "rules" if units else mode
        for name, fields in self._rows.items():
            for field in fields:
                rows.setRowVisible(field, name == group)
        with QSignalBlocker(self.units):
            self.units.clear()
            for name, title in units:
                self.units.addItem(title, name)
        rules = tr("Select a space: the game's own rules say what holds for one unit there.")
        self.about.setText({
            "reach": tr("Select a space: the game's own rules say what one unit could reach from there."),
            "rings": tr("Select a space: how many steps it is to those around."),
            "line": tr("Select a space, and with Shift a second one as the goal: the shortest line, what it crosses, "
                       "and what cuts it."),
        }.get(mode, rules if units else ""))  # fmt: skip
        if self.isVisible():
            self.run()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin as soon as it is looked at."""
        super().showEvent(event)
        self.run()

    def hideEvent(self, event: QHideEvent) -> None:
        """The lights go out."""
        super().hideEvent(event)
        self._clear()

    def _clear(self) -> None:
        if self.sheet is not None:
            self.sheet.view.show_targets(())
            self.sheet.pane.show_line()

    # --- trying ---

    def run(self) -> None:
        """Begin at the first of the selected spaces and show what is found."""
        if self.sheet is None:
            return
        self._clear()
        here = next((space for space in self.sheet.selection if space in self.map.spaces), "")
        test = self._tests.get(str(self.mode.currentData()))
        if not here and not (test is not None and test.none):
            self._show(TrialFinding(tr("No space is selected")))
            return
        tests = {"rings": self._find_rings, "line": self._find_line}
        try:
            self._show(tests.get(str(self.mode.currentData()), self._find_by_rules)(here))
        except QueryError as error:
            self._show(TrialFinding(str(error)[:1].upper() + str(error)[1:]))

    def _find_by_rules(self, here: str) -> TrialFinding:
        """Reach, supply, zones or sight, as the rules of the game have it on this map."""
        assert self.sheet is not None
        test, unit = self._tests.get(str(self.mode.currentData())), str(self.units.currentData())
        enemies = sorted(ask_spaces(self.map, self.enemies.text()) - {here})
        QGuiApplication.setOverrideCursor(Qt.CursorShape.BusyCursor)
        try:
            table = self._table(self.sheet)
            if test is not None:
                return find_by_rules(table, test, unit, here, self.map, enemies)
            return find_reach(table, unit, here, self.map, enemies)
        except UNFIT as error:
            return TrialFinding(tr("The rules cannot use the map as it is: {why}", why=error))
        finally:
            QGuiApplication.restoreOverrideCursor()

    def _find_rings(self, here: str) -> TrialFinding:
        return find_rings(self.map, here, self.far.value())

    def _find_line(self, here: str) -> TrialFinding:
        typed = self.goal.text().strip()
        chosen = self.sheet.selection if self.sheet is not None else ()
        goals = ask_spaces(self.map, typed) if typed else frozenset(chosen) & self.map.spaces.keys()
        if not goals - {here}:
            return TrialFinding(tr("Say where the line leads, or select a second space with Shift"))
        closed = ask_spaces(self.map, self.closed.text())
        return find_line(self.map, here, goals - {here}, self.limit.value(), closed, self._read_barred())

    def _read_barred(self) -> frozenset[str]:
        items = [self.barred.item(n) for n in range(self.barred.count())]
        return frozenset(item.text() for item in items if item.checkState() == Qt.CheckState.Checked)

    # --- showing ---

    def _show(self, found: TrialFinding) -> None:
        """A finding in words, in the list and on the map."""
        self.result.setText(found.text)
        with QSignalBlocker(self.list):
            self.list.setHorizontalHeaderLabels(list(found.heads) or ["", "", ""])
            self.list.setRowCount(len(found.rows))
            for r, texts in enumerate(found.rows):
                for c, text in enumerate(texts):
                    self.list.setItem(r, c, SortableCell(text))
            for column in (0, 1):
                self.list.resizeColumnToContents(column)
        if self.sheet is not None and self.isVisible():
            self.sheet.view.show_targets(found.targets)
            if found.line is not None:
                self._draw(self.sheet, found.line, found.closed)
            elif found.way:
                spaces = (self.map.spaces.get(space) or self.map.off_map.get(space) for space in found.way)
                centers = tuple(space.center for space in spaces if space is not None)
                self.sheet.pane.show_line(centers, tuple(found.closed))

    def _draw(self, sheet: MapSheet, line: SightLine, closed: Iterable[str]) -> None:
        """The line on the map, the spaces that are closed, and the borders that cut it."""
        centers = tuple(self.map.spaces[space].center for space in line.way)
        cuts = [grips.line_between(self.map, (step.a, step.b), False) for step in line.cuts if step.barred]
        sheet.pane.show_line(centers, tuple(closed), tuple(cuts))

    def _point(self, row: int) -> None:
        cell = self.list.item(row, 0)
        if cell is not None and self.sheet is not None:
            self.sheet.view.center_on(cell.text())

    # --- the game on this map ---

    def _table(self, sheet: MapSheet) -> Table:
        """The table of the game with this map laid over its own."""
        document = sheet.document
        if self._made is None or self._made[0] != document.text:
            with cache_files.make_scratch_folder() as name:
                document.write_pack(self.game, Path(name))
                made = open_trial_table(self.game, (Path(name),))
                made.trial(self._reach[0][0], next(iter(sheet.game_map.spaces)))  # all files are read now
            self._made = document.text, made
        return self._made[1]

    def _play(self) -> None:
        """A game on the map as it is drawn."""
        assert self.sheet is not None
        folder = cache_files.make_scratch_folder()
        try:
            self.sheet.document.write_pack(self.game, Path(folder.name))
            match = load_game(self.game, (Path(folder.name),)).new_match()
        except UNFIT as error:
            self.notice.emit(tr("The rules cannot use the map as it is: {why}", why=error), True)
            return
        self.play_wanted.emit(match, folder)
