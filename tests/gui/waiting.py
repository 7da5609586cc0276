"""Waiting that ends when everything asked for has happened, not when a slow machine has used up the time."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

ROUNDS = 6  # a layout asks the one around it, and that the next: no window here is deeper


def rest(ms: int) -> None:
    """Let time pass; then whatever is due happens, though one late frame may have taken all that time."""
    QTest.qWait(ms)
    for _ in range(ROUNDS):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
