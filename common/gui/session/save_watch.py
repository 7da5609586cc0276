"""Notices when somebody else changes the save of an open game, and sees to it that neither version is lost."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from common.engine import SaveError
from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.gui.session.game_record import Record

QUIET = 200  # ms of quiet before the file is looked at: our own writing also stirs it


class FileWatch(QObject):
    """Watches one save; says what happened to it and where the game goes on."""

    noticed = Signal(str)

    def __init__(self, record: Record, parent: QObject) -> None:
        super().__init__(parent)
        self.record = record
        self._watcher = QFileSystemWatcher(self)
        self._timer = once(self, self.look, QUIET)
        self._watcher.fileChanged.connect(lambda _path: self._timer.start())
        self._follow()

    def _follow(self) -> None:
        if self.record.path is not None and str(self.record.path) not in self._watcher.files():
            self._watcher.addPath(str(self.record.path))

    def look(self) -> None:
        """Compare the file with what was written; a changed one is left alone and the game goes on beside it."""
        path = self.record.path
        if path is None or self.record.is_ours():
            self._follow()
            return
        gone = not path.exists()
        other = path if gone else find_free_name(path)
        try:
            self.record.move(other)
        except SaveError as error:
            text = tr(
                "{file} was changed by another program, and this game cannot be kept: {reason}",
                file=path.name,
                reason=error,
            )
            self.noticed.emit(text)
            return
        if gone:
            self.noticed.emit(tr("{file} was removed by another program; it has been written again.", file=path.name))
        else:
            text = tr(
                "{file} was changed by another program; this game goes on in {other}.", file=path.name, other=other.name
            )
            self.noticed.emit(text)
        self._follow()


def find_free_name(path: Path) -> Path:
    """A free name like the old one."""
    number = 2
    while (found := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return found
