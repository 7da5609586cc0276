"""Timers that fire once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def once(owner: QObject, call: Callable[[], object], wait: int = 0) -> QTimer:
    """A timer that fires once, `wait` milliseconds after its start."""
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(wait)
    timer.timeout.connect(call)
    return timer
