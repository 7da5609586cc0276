"""Files on the drawing table: opening, saving where it is allowed, and noticing what others change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMessageBox, QWidget

from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.dialogs import ask_save_name
from common.gui.kit.language import date, time, tr, word
from common.gui.kit.timers import once
from common.gui.kit.widgets import button, label
from common.maps.changing.editing import is_program
from common.maps.changing.editing_text import EditError

if TYPE_CHECKING:
    from common.gui.designer.designer_window import Designer

SETTLE = 80  # ms a file is left alone after it changed, for editors that write it twice
FILTER = word("Maps (*.yaml *.yml)")


class FileBanner(QWidget):
    """A question above the map that need not be answered at once."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = label("", "strong", wrap=True)
        self.yes, self.no = button("", "main"), button("")
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 12, 6)
        row.addWidget(self.text, 1)
        row.addWidget(self.no)
        row.addWidget(self.yes)
        self._answers: tuple[Callable[[], None], Callable[[], None]] | None = None
        self.yes.clicked.connect(lambda: self._answer(0))
        self.no.clicked.connect(lambda: self._answer(1))
        self.hide()

    def ask(self, text: str, yes: str, on_yes: Callable[[], None], no: str, on_no: Callable[[], None]) -> None:
        """Put a question with two answers."""
        self.text.setText(text)
        self.yes.setText(yes)
        self.no.setText(no)
        self._answers = on_yes, on_no
        self.show()

    def _answer(self, which: int) -> None:
        answers, self._answers = self._answers, None
        self.hide()
        if answers is not None:
            answers[which]()


class MapSaver(QObject):
    """Saves the sheets of a window and watches their files."""

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self.desk = desk
        self._settle = once(self, self.look, SETTLE)
        self._watch = QFileSystemWatcher(self)
        self._watch.fileChanged.connect(lambda _path: self._settle.start())
        self._watch.directoryChanged.connect(lambda _path: self._settle.start())

    # --- saving ---

    def save(self, sheet: MapSheet) -> bool:
        """Save where the map came from, or ask where it may go."""
        document = sheet.document
        if not document.dirty:
            return True
        if document.own:
            return self._write(sheet, document.path)
        if document.packs:
            return self.save_pack(sheet, document.packs[-1])
        return self.save_as(sheet)

    def save_as(self, sheet: MapSheet) -> bool:
        """Save under a name of the designer's choice."""
        document = sheet.document
        start = document.path if document.own else f"{document.data.get('id', 'map')}-map.yaml"
        goal = ask_save_name(self.desk, tr("Save the map as"), start, tr(FILTER), self.desk.store)
        return goal is not None and self._write(sheet, goal)

    def save_pack(self, sheet: MapSheet, folder: Path | None = None) -> bool:
        """Save what differs from the game's map into a data pack."""
        if not is_program(sheet.document.path):
            sheet.notice.emit(
                tr("A data pack holds what differs from the map of a game; this map is a file of its own"), True
            )
            return False
        if folder is None:
            name = QFileDialog.getExistingDirectory(
                self.desk, tr("The folder of the data pack"), str(self.desk.store.folder)
            )
            if not name:
                return False
            folder = Path(name)
        try:
            goal = sheet.document.save_pack(folder)
        except (EditError, OSError) as error:
            sheet.notice.emit(_why(error), True)
            return False
        sheet.notice.emit(tr("Saved in the data pack: {file}", file=goal), False)
        sheet.edited.emit()
        return True

    def _write(self, sheet: MapSheet, goal: Path) -> bool:
        try:
            sheet.document.save(goal)
        except (EditError, OSError) as error:
            sheet.notice.emit(_why(error), True)
            return False
        sheet.notice.emit(tr("Saved: {file}", file=goal.name), False)
        self.watch()
        sheet.edited.emit()
        return True

    def save_all(self) -> bool:
        """Save every map that has unsaved work."""
        return self._save_each([sheet for sheet in self.desk.sheets() if sheet.document.dirty])

    def _save_each(self, sheets: list[MapSheet]) -> bool:
        """Save all of these, whatever becomes of one of them."""
        done = [self.save(sheet) for sheet in sheets]
        return all(done)

    def may_close(self, sheets: list[MapSheet]) -> bool:
        """Ask what becomes of unsaved work; False when the window is to stay."""
        dirty = [sheet for sheet in sheets if sheet.document.dirty]
        if not dirty:
            return True
        names = ", ".join(sheet.game_map.title for sheet in dirty)
        kinds = QMessageBox.StandardButton
        box = QMessageBox(
            QMessageBox.Icon.NoIcon, tr("Unsaved work"), tr("{maps}: not saved yet.", maps=names), parent=self.desk
        )
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setStandardButtons(kinds.Save | kinds.Discard | kinds.Cancel)
        box.setDefaultButton(kinds.Save)
        answer = box.exec()
        if answer == kinds.Save:
            return self._save_each(dirty)
        return answer == kinds.Discard

    # --- what others do ---

    def watch(self) -> None:
        """Follow the files of all sheets; folders too, because editors replace files."""
        wanted = {str(sheet.document.path) for sheet in self.desk.sheets() if sheet.document.own}
        wanted |= {str(Path(path).parent) for path in wanted}
        now = {*self._watch.files(), *self._watch.directories()}
        if now - wanted:
            self._watch.removePaths(sorted(now - wanted))
        there = sorted(path for path in wanted - now if Path(path).exists())
        if there:
            self._watch.addPaths(there)

    def look(self) -> None:
        """See which files are not what they were."""
        self.watch()
        for sheet in self.desk.sheets():
            document = sheet.document
            if not document.own or not document.changed_outside():
                continue
            if not document.dirty:
                sheet.reload()
            elif sheet is self.desk.sheet:
                name = document.path.name
                self.desk.banner.ask(
                    tr("{file} was changed by another program, and there are unsaved edits here.", file=name),
                    tr("Keep mine"), document.keep_mine, tr("Take theirs"), sheet.reload,
                )  # fmt: skip

    def offer_left(self, sheet: MapSheet) -> None:
        """Offer the unsaved work of a session that ended badly."""
        left = sheet.document.left_behind(sheet.home)
        if left is None:
            return
        name = sheet.document.path.name
        when = datetime.fromtimestamp(sheet.document.side_file(sheet.home).stat().st_mtime)
        self.desk.banner.ask(
            tr("There is unsaved work of {day}, {hour} on {file}.", day=date(when), hour=time(when), file=name),
            tr("Restore it"), lambda: sheet.write(tr("restore unsaved work"), left),
            tr("Throw it away"), sheet.document.clear_autosave,
        )  # fmt: skip


def _why(error: EditError | OSError) -> str:
    return str(error) if isinstance(error, EditError) else tr("Cannot be saved: {why}", why=error.strerror or error)
