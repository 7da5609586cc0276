"""Where the window and its docks are: remembered for each set of screens, and never off all of them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRect, Qt
from PySide6.QtGui import QGuiApplication

from common.gui import theme

if TYPE_CHECKING:
    from common.gui.window import TableWindow

VERSION = 2  # rises when docks change, so that an old layout is not forced on a new window
LARGEST = (1440, 900)


def key() -> str:
    """A layout belongs to the screens that are there."""
    screens = ";".join(f"{s.geometry().width()}x{s.geometry().height()}" for s in QGuiApplication.screens())
    return f"{VERSION}:{screens}"


def restore(window: TableWindow) -> None:
    """Put the window where it was, or where a first one goes."""
    screen = QGuiApplication.primaryScreen().availableGeometry()
    window.resize(min(LARGEST[0], screen.width()), min(LARGEST[1], screen.height()))
    reset(window)
    stored = window.store.now.layouts.get(key())
    if stored:
        geometry, _, state = stored.partition("|")
        window.restoreGeometry(QByteArray(base64.b64decode(geometry)))
        window.restoreState(QByteArray(base64.b64decode(state)), VERSION)
        onto_screen(window)


def keep(window: TableWindow) -> None:
    """Remember where the window is."""
    geometry = base64.b64encode(window.saveGeometry().data()).decode()
    state = base64.b64encode(window.saveState(VERSION).data()).decode()
    window.store.set(layouts={**window.store.now.layouts, key(): f"{geometry}|{state}"})


def reset(window: TableWindow) -> None:
    """Inspector above journal on the right; one behind the other where the window is low for its text."""
    docks = [window.inspector_dock, window.journal_dock]
    for dock in docks:
        dock.setFloating(False)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        dock.show()
    look = theme.current()
    if window.height() < look.px(560):
        window.tabifyDockWidget(window.journal_dock, window.inspector_dock)
    width = min(look.px(360), window.width() // 2)
    window.resizeDocks(docks, [width, width], Qt.Orientation.Horizontal)
    window.resizeDocks(docks, [550, 450], Qt.Orientation.Vertical)


def onto_screen(window: TableWindow) -> None:
    """A window must never open where no screen is any more."""
    here = QRect(window.geometry())
    if not any(screen.availableGeometry().intersects(here) for screen in QGuiApplication.screens()):
        window.move(QGuiApplication.primaryScreen().availableGeometry().topLeft())
