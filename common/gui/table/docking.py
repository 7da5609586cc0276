"""Where the window and its docks are: remembered for each set of screens, and never off all of them."""

from __future__ import annotations

import base64

from PySide6.QtCore import QByteArray, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from common.gui.kit import theme
from common.gui.kit.settings import Store
from common.gui.kit.widgets import beside_frame, room_of

VERSION = 4  # rises when docks change, so that an old layout is not forced on a new window
LARGEST = (1440, 900)
LOW = 940  # pixels at normal text: in a lower window the docks begin as tabs of one, so that a chart is read whole
TIGHT = 640  # pixels at normal text: lower, and two docks cannot stand above each other
SHARES = (550, 450)  # of the inspector and the journal below it
HEAD, GRASP = 30, 120  # pixels of a window's head that a hand needs
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


def layout_key() -> str:
    """The name of a layout: it belongs to the screens that are there."""
    screens = ";".join(f"{s.geometry().width()}x{s.geometry().height()}" for s in QGuiApplication.screens())
    return f"{VERSION}:{screens}"


class Docks:
    """The inspector and the journal beside the map of a window."""

    def __init__(self, window: QMainWindow, store: Store, inspector: QDockWidget, journal: QDockWidget) -> None:
        self.inspector, self.journal = inspector, journal
        self._window, self._store = window, store
        self._squeezed = False  # whether the docks lie behind each other for want of room only
        self._low = False  # whether the window was low for its text when the docks were last arranged
        self._scale = theme.current().scale  # of the text they were last sized for
        self._sizes: dict[tuple[float, object], list[QSize]] = {}  # at each size of text and of the window

    @property
    def are_tabs(self) -> bool:
        """Whether the docks lie behind each other."""
        return self.journal in self._window.tabifiedDockWidgets(self.inspector)

    def show(self, dock: QDockWidget) -> None:
        """Bring a dock before the eyes, out of hiding or from behind the other."""
        dock.show()
        dock.raise_()

    @property
    def both(self) -> list[QDockWidget]:
        """The inspector and the journal."""
        return [self.inspector, self.journal]

    def restore(self) -> None:
        """Put the window where it was, or where a first one goes."""
        window = self._window
        window.resize(QSize(*LARGEST).boundedTo(beside_frame(room_of(window))))
        self.reset()
        stored = self._store.now.layouts.get(layout_key())
        if stored:
            geometry, _, state = stored.partition("|")
            window.restoreGeometry(QByteArray(base64.b64decode(geometry)))
            window.restoreState(QByteArray(base64.b64decode(state)), VERSION)
            self.bring_onto_screen()
            self._squeezed = False
            self._make_room(TIGHT)  # the text may be larger now than when it was stored
            self._squeezed = self._low and self.are_tabs

    def save(self) -> None:
        """Remember where the window is."""
        geometry = base64.b64encode(self._window.saveGeometry().data()).decode()
        state = base64.b64encode(self._window.saveState(VERSION).data()).decode()
        self._store.set(layouts={**self._store.now.layouts, layout_key(): f"{geometry}|{state}"})

    def reset(self) -> None:
        """Inspector above journal on the right; tabs of one dock where the window is low for its text."""
        window = self._window
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for dock in self.both:
            dock.setFloating(False)
            window.removeDockWidget(dock)  # docks that lay elsewhere or behind each other keep their order otherwise
        for dock in self.both:
            window.addDockWidget(RIGHT, dock, Qt.Orientation.Vertical)
            dock.show()
        self._squeezed = False
        look = theme.current()
        self._make_room()
        width = min(look.px(360), window.width() // 2)
        window.resizeDocks(self.both, [width, width], Qt.Orientation.Horizontal)
        window.resizeDocks(self.both, list(SHARES), Qt.Orientation.Vertical)

    def rescale(self) -> None:
        """Docks grow with the text; at a size of text that was seen before, they have the sizes they had then."""
        window, docks, scale = self._window, self.both, theme.current().scale
        self._sizes[self._scale, window.size().toTuple()] = [dock.size() for dock in docks]
        known = self._sizes.get((scale, window.size().toTuple()))
        width = min(round(docks[0].width() * scale / self._scale), window.width() // 2)
        self._scale = scale
        self._make_room()
        widths = [size.width() for size in known] if known else [width, width]
        window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        if known:
            heights = [size.height() for size in known]  # below a head that has yet to take its own
            QTimer.singleShot(0, window, lambda: window.resizeDocks(docks, heights, Qt.Orientation.Vertical))

    def fit_height(self) -> None:
        """The window was made higher or lower: tabs of one dock in a low one; a player's own order stays otherwise."""
        if self._is_low(LOW) != self._low:
            self._make_room()

    def _is_low(self, limit: int) -> bool:
        return self._window.height() < theme.current().px(limit)

    def _make_room(self, limit: int = LOW) -> None:
        """Put one dock behind the other where the window is low for its text, above each other where it is not."""
        window = self._window
        self._low = self._is_low(LOW)
        if any(dock.isFloating() or dock.isHidden() for dock in self.both):
            return
        low, behind = self._is_low(limit), self.are_tabs
        if low and not behind:
            window.tabifyDockWidget(self.inspector, self.journal)
            self.inspector.raise_()
        elif behind and not low and self._squeezed:
            window.removeDockWidget(self.journal)
            window.addDockWidget(RIGHT, self.journal, Qt.Orientation.Vertical)
            self.journal.show()
            window.resizeDocks(self.both, list(SHARES), Qt.Orientation.Vertical)
        self._squeezed = low and (self._squeezed or not behind)

    def leave_half(self) -> None:
        """In a window that was made narrower the docks do not keep more than half of it from the map."""
        docks = [dock for dock in self.both if dock.isVisible() and not dock.isFloating()]
        half = self._window.width() // 2
        if any(dock.width() > half for dock in docks):
            self._window.resizeDocks(docks, [half] * len(docks), Qt.Orientation.Horizontal)

    def bring_onto_screen(self) -> None:
        """Neither the window nor a floating dock may open where no screen is any more, or larger than any."""
        for each in (self._window, *self.both):
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
