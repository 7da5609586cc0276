"""The table's end of the thinking process: ask, hear the answer, stop at once."""

from __future__ import annotations

import os
import sys

import msgspec
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from common.bots.thinker import Answer, Idea, ask_about
from common.data import ROOT
from common.engine import Game, Seat
from common.gui.kit.language import tr


class BotProcess(QObject):
    """One process for all bots of a table; killing it is how thinking is stopped."""

    chosen = Signal(int, object)  # ticket, list of Ideas, the best first
    failed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._rest = b""
        self._ticket = 0
        self._game: Game | None = None  # of what is being thought about

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._game is not None

    def start(self) -> None:
        """Start the process before it is needed."""
        if self._process is not None:
            return
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        paths = [str(ROOT), *filter(None, [environment.value("PYTHONPATH")])]
        environment.insert("PYTHONPATH", os.pathsep.join(paths))
        process.setProcessEnvironment(environment)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(process.readAllStandardError)
        process.finished.connect(self._handle_end)
        self._process, self._rest = process, b""
        process.start(sys.executable, ["-P", "-m", "common.bots.thinker"])

    def ask(self, seat: Seat, level: str, seed: int, hints: int = 0) -> int:
        """Have the bot of that level think about what a seat knows; the ticket comes back with the answer."""
        self.start()
        assert self._process is not None
        self._ticket += 1
        self._game = seat.game
        request = ask_about(seat, self._ticket, level, seed, hints)
        self._process.write(msgspec.json.encode(request) + b"\n")
        return self._ticket

    def stop(self) -> None:
        """End the thinking now, without waiting for the process to be gone; nothing asked is answered any more."""
        process = self._disconnect() if self.busy else None
        if process is not None:
            process.finished.connect(process.deleteLater)
            process.kill()

    def close(self) -> None:
        """End the process."""
        process = self._disconnect()
        if process is not None:
            process.kill()
            process.waitForFinished(500)
            process.deleteLater()

    def _disconnect(self) -> QProcess | None:
        """Listen to the process no longer."""
        process, self._process, self._game = self._process, None, None
        if process is not None:
            process.finished.disconnect(self._handle_end)
            process.readyReadStandardOutput.disconnect(self._read)
        return process

    def _read(self) -> None:
        if self._process is None:
            return
        lines = (self._rest + self._process.readAllStandardOutput().data()).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            self._deliver(msgspec.json.decode(line, type=Answer))

    def _deliver(self, answer: Answer) -> None:
        game = self._game
        if game is None or answer.id != self._ticket:
            return
        self._game = None
        if answer.error:
            self.failed.emit(answer.id, answer.error)
            return
        kind = game.action_type
        ideas = [Idea(msgspec.json.decode(t.action, type=kind), t.reason, t.value) for t in answer.thoughts]
        self.chosen.emit(answer.id, ideas)

    def _handle_end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        if self._game is not None:
            self._game = None
            self.failed.emit(self._ticket, tr("the thinking process ended"))
