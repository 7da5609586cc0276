"""Keeps an eye on the save of an open game: what others do to the file, and what the disk does not take."""

from __future__ import annotations

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.gui.session.game_record import Record

QUIET = 200  # ms of quiet before the file is looked at: our own writing also stirs it
AGAIN = 5_000  # ms until what could not be written is tried again


class FileWatch(QObject):
    """Watches one save; says what happened to it, where the game goes on, and whether something is not written yet."""

    noticed = Signal(str)
    behind = Signal(str)  # why the last actions are not in the file; empty when they are

    def __init__(self, record: Record, parent: QObject) -> None:
        super().__init__(parent)
        self.record = record
        self._told = ""
        self._watcher = QFileSystemWatcher(self)
        self._timer = once(self, self.look, QUIET)
        self._again = QTimer(self)
        self._again.setInterval(AGAIN)
        self._again.timeout.connect(self.retry)
        self._watcher.fileChanged.connect(lambda _path: self._timer.start())
        self._follow()

    def _follow(self) -> None:
        path = self.record.path
        if path is not None and str(path) not in self._watcher.files() and path.exists():
            self._watcher.addPath(str(path))

    def check(self) -> None:
        """Something was played: say whether it is in the file, and try again for as long as it is not."""
        self._follow()
        trouble = self.record.trouble
        if trouble and not self._again.isActive():
            self._again.start()
        if not trouble:
            self._again.stop()
        if trouble != self._told:
            self._told = trouble
            self.behind.emit(trouble)

    def retry(self) -> None:
        """Try to write what waits."""
        self.record.retry()
        self.check()

    def look(self) -> None:
        """Compare the file with what was written; a changed one is left alone and the game goes on beside it."""
        path = self.record.path
        if path is None or self.record.is_ours():
            self._follow()
            return
        if self.record.keep():
            other = self.record.path
            if other == path:
                words = tr("{file} was removed by another program; it has been written again.", file=path.name)
            else:
                assert other is not None
                words = tr(
                    "{file} was changed by another program; this game goes on in {other}.",
                    file=path.name, other=other.name,
                )  # fmt: skip
            self.noticed.emit(words)
        self.check()
