"""The position editor: any position with the real counters, violations named by the game, kept as a file, played."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QTableWidget,
    QTableWidgetItem,
)

from common.data import DataError
from common.engine import GAMES, is_playable, load_game
from common.gui.designer.map_sheet import MapSheet
from common.gui.designer.pages.facts_panel import value_of
from common.gui.designer.pages.place_completion import PlaceDelegate
from common.gui.kit import cache_files
from common.gui.kit.dialogs import ask_save_name
from common.gui.kit.language import tr, trn, word
from common.gui.kit.settings import Store
from common.gui.kit.widgets import Page, busy, button, keep_narrow, label
from common.gui.output.counter_sheets import CounterSheets
from common.maps.changing.editing_text import EditError
from common.tabletop.positions import ArrangedPosition, PositionError

KINDS = word("Scenarios (*.scenario.json)")
OPENED = word("Scenarios and games (*.scenario.json *.position.json *.jsonl)")
SHOWN = 12  # violations that are written out


class PositionBox(Page):
    """Counters and facts of a position on the map in front; the Position tool puts counters elsewhere."""

    play_wanted = Signal(object, object)  # Match, and the folder its map lies in
    notice = Signal(str, bool)

    def __init__(self, store: Store) -> None:
        super().__init__(margin=10, spacing=6)
        self.store = store
        self.sheet: MapSheet | None = None
        self.position: ArrangedPosition | None = None
        self._folder: TemporaryDirectory[str] | None = None  # the map as it is drawn, which the position is for
        self.scenario = keep_narrow(QComboBox())
        self.scenario.setAccessibleName(tr("Begin with"))
        self.about = label("", "soft", wrap=True)
        self.result = label("", "strong", wrap=True)
        self.violations = label("", "bad", wrap=True)
        self.counters, self.facts = QTableWidget(0, 2), QTableWidget(0, 2)
        for table, heads, name in (
            (self.counters, (tr("Counter"), tr("Space")), tr("Counters")),
            (self.facts, (tr("Fact"), tr("Value")), tr("Facts of the position")),
        ):
            table.setHorizontalHeaderLabels(list(heads))
            table.setAccessibleName(name)
            table.verticalHeader().hide()
            table.horizontalHeader().setStretchLastSection(True)
            table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.counters.setItemDelegateForColumn(1, PlaceDelegate(self._places, self.counters))
        self.open_, self.save_ = button(tr("Open …")), button(tr("Save …"))
        self.back, self.sheet_ = button(tr("Undo")), button(tr("Counter sheet …"))
        self.play = button(tr("Play it"), "main")
        first, last = QHBoxLayout(), QHBoxLayout()
        for row, parts in ((first, (self.open_, self.save_, self.back)), (last, (self.sheet_, self.play))):
            for part in parts:
                row.addWidget(part)
        for widget, stretch in (
            (self.scenario, 0), (self.about, 0), (self.result, 0), (self.violations, 0),
            (self.counters, 3), (self.facts, 2),
        ):  # fmt: skip
            self.column.addWidget(widget, stretch)
        self.column.addLayout(first)
        self.column.addLayout(last)
        self.scenario.activated.connect(lambda _n: self._begin())
        self.counters.cellChanged.connect(self._typed)
        self.facts.cellChanged.connect(self._set_fact)
        self.counters.currentCellChanged.connect(lambda row, _c, old, _o: self._show_facts() if row != old else None)
        self.open_.clicked.connect(self._ask_open)
        self.save_.clicked.connect(self._ask_save)
        self.back.clicked.connect(self._undo)
        self.sheet_.clicked.connect(self._ask_sheet)
        self.play.clicked.connect(self._play)

    # --- following ---

    @property
    def game(self) -> str:
        """The playable game this is the map of, "" if none."""
        name = str(self.sheet.document.data.get("id", "")) if self.sheet is not None else ""
        return name if name in GAMES and is_playable(name) else ""

    def show_sheet(self, sheet: MapSheet) -> None:
        """The scenarios of the game whose map this is."""
        if sheet is self.sheet:
            return
        self.sheet, self.position, self._folder = sheet, None, None
        game = self.game
        with QSignalBlocker(self.scenario):
            self.scenario.clear()
            self.scenario.addItem(tr("Begin with …"), "")
            for name, scenario in load_game(game).scenarios.items() if game else ():
                self.scenario.addItem(scenario.title, name)
                self.scenario.addItem(tr("{scenario}, set up by the program", scenario=scenario.title), f"{name} ready")
        self.about.setText(
            tr("Choose how to begin, then drag counters with the tool Position (O) or type where they stand.")
            if game else tr("Positions are set up on the map of a game that can be played.")
        )  # fmt: skip
        self._show()

    @busy()
    def begin(self, scenario: str, ready: bool = False) -> None:
        """Begin with a scenario on the map as it is drawn, before its set-up or after one that the program does."""
        if not self.game or self.sheet is None:
            return
        try:
            self.position = ArrangedPosition.begin(load_game(self.game, self._lay_map()), scenario, ready)
        except (EditError, DataError, LookupError, ValueError, TypeError) as error:
            self.notice.emit(tr("The rules cannot use the map as it is: {why}", why=error), True)
        self._show()

    def _lay_map(self) -> tuple[Path, ...]:
        """A pack with what the map in front has other than the game's own, if anything."""
        assert self.sheet is not None
        if not self.sheet.document.differs_from_map_of(self.game):
            return ()
        self._folder = cache_files.make_scratch_folder()
        self.sheet.document.write_pack(self.game, Path(self._folder.name))
        return (Path(self._folder.name),)

    def _begin(self) -> None:
        name, _, ready = str(self.scenario.currentData()).partition(" ")
        if name:
            self.begin(name, bool(ready))

    def _places(self) -> list[str]:
        return self.position.places() if self.position is not None else []

    # --- showing ---

    def _show(self) -> None:
        there = self.position is not None
        for part in (self.save_, self.sheet_, self.play, self.counters, self.facts):
            part.setEnabled(there)
        self.scenario.setEnabled(bool(self.game))
        self.open_.setEnabled(bool(self.game))
        self.back.setEnabled(self.position is not None and bool(self.position.past))
        if self.sheet is None:
            return
        pieces = self.position.pieces() if self.position is not None else []
        markers = self.position.markers() if self.position is not None else []
        self.sheet.set_pieces(pieces, markers)
        wrong = self.position.violations() if self.position is not None else []
        count = trn("{n} counter", "{n} counters", len(pieces))
        sound = tr("the position is sound") if not wrong else trn("{n} violation", "{n} violations", len(wrong))
        self.result.setText(f"{count}, {sound}" if there else "")
        more = [tr("… and {n} more", n=len(wrong) - SHOWN)] if len(wrong) > SHOWN else []
        self.violations.setText("\n".join([*wrong[:SHOWN], *more]))
        self.violations.setVisible(bool(wrong))
        self._fill(self.counters, self.position.counters() if self.position is not None else [])
        self._show_facts()

    def _show_facts(self) -> None:
        """What is noted of the counter in hand, then the facts of the position."""
        head = self.counters.item(self.counters.currentRow(), 0)
        chosen = str(head.data(Qt.ItemDataRole.UserRole)) if head is not None else ""
        facts = self.position.facts(chosen) if self.position is not None else {}
        self._fill(self.facts, [(name, name, str(value)) for name, value in facts.items()])

    def _fill(self, table: QTableWidget, found: Iterable[tuple[str, str, str]]) -> None:
        rows = list(found)
        with QSignalBlocker(table):
            table.setRowCount(len(rows))
            for r, (key, name, value) in enumerate(rows):
                head = QTableWidgetItem(name)
                head.setData(Qt.ItemDataRole.UserRole, key)
                head.setFlags(head.flags() & ~Qt.ItemFlag.ItemIsEditable)
                table.setItem(r, 0, head)
                table.setItem(r, 1, QTableWidgetItem(value))
            table.resizeColumnToContents(0)
            table.setColumnWidth(0, min(table.columnWidth(0), round(table.viewport().width() * 0.62)))

    # --- changing ---

    def move_piece(self, piece: str, space: str) -> None:
        """Put a counter somewhere else."""
        if self.position is None:
            return
        try:
            self.position.move(piece, space)
        except PositionError as error:
            self.notice.emit(str(error)[:1].upper() + str(error)[1:], True)
        self._show()

    def _typed(self, row: int, column: int) -> None:
        head, cell = self.counters.item(row, 0), self.counters.item(row, 1)
        if column == 1 and head is not None and cell is not None:
            self.move_piece(str(head.data(Qt.ItemDataRole.UserRole)), cell.text().strip())

    def _set_fact(self, row: int, column: int) -> None:
        head, cell = self.facts.item(row, 0), self.facts.item(row, 1)
        if column != 1 or head is None or cell is None or self.position is None:
            return
        try:
            self.position.set_fact(str(head.data(Qt.ItemDataRole.UserRole)), value_of(cell.text()))
        except PositionError as error:
            self.notice.emit(str(error)[:1].upper() + str(error)[1:], True)
        self._show()

    def _undo(self) -> None:
        if self.position is not None and self.position.undo():
            self._show()

    # --- files and play ---

    def _ask_open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Open a position"), str(self.store.folder), tr(OPENED))
        if name:
            self.open_position(Path(name))

    @busy()
    def open_position(self, path: Path) -> None:
        """Lay out a position from a file; one of another game is refused."""
        try:
            found = ArrangedPosition.open(path, self._lay_map() if self.game else ())
            if found.game.id != self.game:
                raise PositionError(tr("{file}: a position of another game", file=path.name))
        except (PositionError, EditError, DataError) as error:
            self.notice.emit(str(error), True)
            return
        self.position = found
        self._show()
        if found.warnings:
            self.notice.emit(f"{path.name}: {found.warnings[0]}", False)

    def _ask_save(self) -> None:
        start = f"{self.game}.scenario.json"
        path = ask_save_name(self, tr("Save the position"), start, tr(KINDS), self.store)
        if path is not None:
            self.save_position(path)

    def save_position(self, path: Path) -> None:
        """Keep the position, sound or not."""
        assert self.position is not None
        try:
            self.position.save(path)
        except OSError as error:
            self.notice.emit(tr("{file}: cannot be written: {why}", file=path, why=error.strerror or error), True)
            return
        words = tr("Saved: {file}", file=path.name)
        if self.position.game.pack_marks:  # the map is not the game's own
            words = tr("Saved: {file}; who plays it needs this map too: save it as a data pack", file=path.name)
        self.notice.emit(words, False)

    def _ask_sheet(self) -> None:
        path = ask_save_name(self, tr("Counter sheet"), f"{self.game}-counters.pdf", tr("PDF (*.pdf)"), self.store)
        if path is not None:
            self.write_counters(path)

    def write_counters(self, path: Path) -> None:
        """The counters of this position on sheets for scissors."""
        assert self.position is not None and self.sheet is not None
        places = self.sheet.view.board.places
        size = places.counter if places is not None else 60.0
        title = f"{self.position.game.title}: {self.position.title}"
        try:
            count = CounterSheets(title, self.position.pieces(), size).write(path)
        except OSError as error:
            self.notice.emit(tr("{file}: cannot be written: {why}", file=path, why=error.strerror or error), True)
            return
        self.notice.emit(trn("{n} page written: {file}", "{n} pages written: {file}", count, file=path.name), False)

    def _play(self) -> None:
        """A game from here on; a position that breaks the rules is not played."""
        assert self.position is not None
        with busy():
            wrong = self.position.problems()
        if wrong:
            self.notice.emit(tr("Not yet: {why}", why=wrong[0]), True)
            return
        try:
            match = self.position.match()
        except (LookupError, TypeError, ValueError) as error:
            self.notice.emit(tr("The rules cannot go on from here: {why}", why=error), True)
            return
        self.play_wanted.emit(match, self._folder or cache_files.make_scratch_folder())
