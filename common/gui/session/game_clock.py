"""An optional chess clock: one time for each side, running only while its person decides."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from common.engine import Side
from common.gui.session.session import Session

WRITTEN_EVERY = 10.0  # seconds that are lost at most when the program is killed


class GameClock(QObject):
    """Counts down for the side to decide; it ticks only while it is shown and running, so that idling costs nothing."""

    ticked = Signal()
    flag = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self._minutes = session.store.now.clock_minutes
        self.left: dict[Side, float] = dict.fromkeys(session.match.sides, self._minutes * 60.0) | session.record.clock
        self._since = self._written = monotonic()
        self._running: Side | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self.settle)
        session.changed.connect(self.settle)
        session.store.changed.connect(self._read_setting)

    def _read_setting(self, name: str) -> None:
        if name == "clock_minutes":
            more = (self.session.store.now.clock_minutes - self._minutes) * 60.0
            self._minutes = self.session.store.now.clock_minutes
            self.left = {side: left + more for side, left in self.left.items()}
            if self.session.record.clock:
                self.write()
        if name in ("clock", "clock_minutes"):
            self.settle()

    def settle(self) -> None:
        """Book the time that has passed, and look whose time runs now."""
        on = self.session.store.now.clock and self.session.can_act and not self.session.whatif.is_on
        self._book(self.session.to_act if on else None)
        if (self._running is not None) != self._timer.isActive():
            self._timer.start() if self._running is not None else self._timer.stop()
        self.ticked.emit()

    def _book(self, following: Side | None) -> None:
        """The time since the last look belongs to who had it; from now on another's may run."""
        now, running = monotonic(), self._running
        if running is not None:
            before = self.left[running]
            self.left[running] = before - (now - self._since)
            if before > 0 >= self.left[running]:
                self.flag.emit(running)
            if running != following or now - self._written >= WRITTEN_EVERY:
                self.write()
        self._since, self._running = now, following

    def write(self) -> None:
        """Have what the clocks show written down with the game."""
        self._written = monotonic()
        self.session.record.set_clock({side: round(left, 1) for side, left in self.left.items()})

    def close(self) -> None:
        """Stop for this sitting."""
        self._book(None)
        self._timer.stop()

    def text(self) -> str:
        """Both times."""
        sides, name = self.session.match.sides, self.session.player
        return "   ".join(f"{name(side)} {clock_text(self.left[side])}" for side in sides)


def clock_text(seconds: float) -> str:
    """A time as clocks show it; overdrawn times with a minus."""
    whole = abs(int(seconds))
    sign = "−" if seconds < 0 else ""
    hours, rest = divmod(whole, 3600)
    return f"{sign}{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{sign}{rest // 60}:{rest % 60:02d}"
