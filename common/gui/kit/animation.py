"""Things that move for a moment; nothing runs when nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer

MOVE = 0.28  # s, a counter from space to space
BACK = 0.15  # s, a refused counter back to its place (U10)
ZOOM = 0.12  # s, one step of the wheel
TRAVEL = 0.2  # s, the view to another place (U29)
PULSE = 1.1  # s, a ring around what was looked for
FRAME = 16  # ms

Spot = tuple[float, float]


def ease(t: float) -> float:
    """Slow in, slow out."""
    return t * t * (3 - 2 * t)


class Glide:
    """A way along points, from one moment to another."""

    def __init__(self, way: Sequence[Spot], seconds: float) -> None:
        self.way = tuple(way)
        self.start, self.seconds = perf_counter(), seconds
        self._legs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
        self._whole = sum(self._legs)

    @property
    def part(self) -> float:
        """How much of the time has passed, 0 to 1."""
        return 1.0 if self.seconds <= 0 else min(1.0, (perf_counter() - self.start) / self.seconds)

    @property
    def done(self) -> bool:
        """Whether it has arrived."""
        return self.part >= 1.0

    def at(self) -> Spot:
        """Where it is now."""
        left = ease(self.part) * self._whole
        for (ax, ay), (bx, by), leg in zip(self.way, self.way[1:], self._legs):
            if left <= leg and leg > 0:
                return ax + (bx - ax) * left / leg, ay + (by - ay) * left / leg
            left -= leg
        return self.way[-1]


class Tween:
    """Calls `step` with 0 to 1 over some seconds."""

    def __init__(self, seconds: float, step: Callable[[float], None]) -> None:
        self.start, self.seconds, self.step = perf_counter(), seconds, step

    def run(self) -> bool:
        """Do one step; True when it was the last."""
        t = 1.0 if self.seconds <= 0 else min(1.0, (perf_counter() - self.start) / self.seconds)
        self.step(t)
        return t >= 1.0


class Motion(QObject):
    """One timer for everything that moves, stopped as soon as all has arrived."""

    def __init__(self, parent: QObject, frame: Callable[[], None]) -> None:
        super().__init__(parent)
        self.reduced = False
        self.glides: dict[str, Glide] = {}
        self._tweens: dict[str, Tween] = {}
        self._frame = frame
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        """Whether anything moves."""
        return self._timer.isActive()

    def glide(self, piece: str, way: Sequence[Spot], seconds: float = MOVE) -> None:
        """Let a counter move; with reduced motion it is there at once."""
        if self.reduced or len(way) < 2 or way[0] == way[-1]:
            self.glides.pop(piece, None)
            return
        self.glides[piece] = Glide(way, seconds)
        self._timer.start()

    def tween(self, name: str, seconds: float, step: Callable[[float], None]) -> None:
        """Let a value change; one of the same name is replaced."""
        if self.reduced:
            step(1.0)
            return
        self._tweens[name] = Tween(seconds, step)
        self._timer.start()

    def stop(self, name: str) -> None:
        """End a change where it is."""
        self._tweens.pop(name, None)

    def finish(self) -> None:
        """Bring everything to its end at once."""
        self.glides.clear()
        for tween in tuple(self._tweens.values()):
            tween.step(1.0)
        self._tweens.clear()
        self._timer.stop()

    def _tick(self) -> None:
        for name, tween in tuple(self._tweens.items()):
            if tween.run() and self._tweens.get(name) is tween:
                del self._tweens[name]
        for piece in [piece for piece, glide in self.glides.items() if glide.done]:
            del self.glides[piece]
        if not self.glides and not self._tweens:
            self._timer.stop()
        self._frame()
