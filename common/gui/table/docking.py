"""Where the window and its docks are: remembered for each set of screens, and never off all of them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from common.gui.kit import theme
from common.gui.kit.widgets import beside_frame, room_of

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

VERSION = 2  # rises when docks change, so that an old layout is not forced on a new window
LARGEST = (1440, 900)
LOW = 640  # pixels at normal text: lower, and two docks do not stand above each other
HEAD, GRASP = 30, 120  # pixels of a window's head that a hand needs


class Docked:
    """How large the docks were at each size of text and of the window."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.sizes: dict[tuple[float, object], list[QSize]] = {}


def key() -> str:
    """A layout belongs to the screens that are there."""
    screens = ";".join(f"{s.geometry().width()}x{s.geometry().height()}" for s in QGuiApplication.screens())
    return f"{VERSION}:{screens}"


def restore(window: TableWindow) -> None:
    """Put the window where it was, or where a first one goes."""
    window.resize(QSize(*LARGEST).boundedTo(beside_frame(room_of(window))))
    reset(window)
    stored = window.store.now.layouts.get(key())
    if stored:
        geometry, _, state = stored.partition("|")
        window.restoreGeometry(QByteArray(base64.b64decode(geometry)))
        window.restoreState(QByteArray(base64.b64decode(state)), VERSION)
        onto_screen(window)
        make_room(window)  # the text may be larger now than when it was stored


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
        window.removeDockWidget(dock)  # docks that lay elsewhere or behind each other keep their order otherwise
    for dock in docks:
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock, Qt.Orientation.Vertical)
        dock.show()
    window.squeezed = False
    look = theme.current()
    make_room(window)
    width = min(look.px(360), window.width() // 2)
    window.resizeDocks(docks, [width, width], Qt.Orientation.Horizontal)
    window.resizeDocks(docks, [550, 450], Qt.Orientation.Vertical)


def rescale(window: TableWindow) -> None:
    """Docks grow with the text; at a size of text that was seen before, they have the sizes they had then."""
    docks, seen, scale = [window.inspector_dock, window.journal_dock], window.docked, theme.current().scale
    seen.sizes[seen.scale, window.size().toTuple()] = [dock.size() for dock in docks]
    known = seen.sizes.get((scale, window.size().toTuple()))
    width = min(round(docks[0].width() * scale / seen.scale), window.width() // 2)
    seen.scale = scale
    make_room(window)
    window.resizeDocks(docks, [size.width() for size in known] if known else [width, width], Qt.Orientation.Horizontal)
    if known:
        heights = [size.height() for size in known]  # below a head that has yet to take its own
        QTimer.singleShot(0, window, lambda: window.resizeDocks(docks, heights, Qt.Orientation.Vertical))


def make_room(window: TableWindow) -> None:
    """Put one dock behind the other where the window is low for its text, and above each other again when it is not."""
    inspector, journal = window.inspector_dock, window.journal_dock
    if any(dock.isFloating() or dock.isHidden() for dock in (inspector, journal)):
        return
    low, behind = window.height() < theme.current().px(LOW), bool(window.tabifiedDockWidgets(inspector))
    if low and not behind:
        window.tabifyDockWidget(journal, inspector)
    elif behind and not low and window.squeezed:
        window.removeDockWidget(journal)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, journal, Qt.Orientation.Vertical)
        journal.show()
    window.squeezed = low and (window.squeezed or not behind)


def leave_half(window: TableWindow) -> None:
    """In a window that was made narrower the docks do not keep more than half of it from the map."""
    both = (window.inspector_dock, window.journal_dock)
    docks = [dock for dock in both if dock.isVisible() and not dock.isFloating()]
    half = window.width() // 2
    if any(dock.width() > half for dock in docks):
        window.resizeDocks(docks, [half] * len(docks), Qt.Orientation.Horizontal)


def onto_screen(window: TableWindow) -> None:
    """Neither the window nor a floating dock may open where no screen is any more, or larger than any."""
    for each in (window, window.inspector_dock, window.journal_dock):
        if each.isWindow():
            _rescue(each)


def _rescue(widget: QWidget) -> None:
    """Bring a window back when its head cannot be grasped, and make it fit the screen it is on."""
    head = QRect(widget.x(), widget.y(), widget.width(), HEAD)
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    areas = [area.intersected(head) for area in screens]
    best = max(range(len(screens)), key=lambda n: areas[n].width() * areas[n].height())
    grasp = areas[best]
    if grasp.width() < min(GRASP, widget.width()) or grasp.height() < HEAD // 2:
        best = 0
        widget.move(QGuiApplication.primaryScreen().availableGeometry().topLeft())
    if not widget.isMaximized() and not widget.isFullScreen():
        widget.resize(widget.size().boundedTo(beside_frame(screens[best].size())))
