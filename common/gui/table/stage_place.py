"""Where the combat panel stands: beside the map where there is room for both, else as a tab of the docks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QBoxLayout, QDockWidget, QMainWindow, QTabBar, QWidget

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.panels.stage_panel import StagePanel
from common.gui.table.docking import Docks

NEEDED = 360  # pixels at normal text for the steps of a fight side by side
WIDE = 1600  # pixels at normal text: in a narrower window the map would be too small beside the panel


class StagePlace(QObject):
    """Moves the combat panel when a fight begins or ends, when it is folded and when the window changes its width."""

    def __init__(self, window: QMainWindow, panel: StagePanel, beside: QBoxLayout, docks: Docks) -> None:
        super().__init__(window)
        self._window, self._panel, self._beside, self._docks = window, panel, beside, docks
        self._before: QDockWidget | None = None  # the dock that lay uppermost before the fight
        self.dock = QDockWidget(tr("Combat"))
        self.dock.setObjectName("combat")
        self.dock.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self.dock.setTitleBarWidget(QWidget())
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self.dock.hide()
        panel.shown.connect(self.settle)
        panel.folding.connect(self.settle)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The window may have become wide enough, or too narrow."""
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self.settle()
        return False

    @property
    def is_docked(self) -> bool:
        """Whether the panel is a tab of the docks now."""
        return self.dock.widget() is self._panel

    def settle(self) -> None:
        """Bring the panel where it belongs now."""
        panel, inspector = self._panel, self._docks.inspector
        narrow = self._window.width() < theme.current().px(WIDE)
        home = not inspector.isFloating() and not inspector.isHidden()
        wanted = panel.told is not None and not panel.folded and narrow and home
        if wanted != self.is_docked:
            self._dock() if wanted else self._undock()
        elif not wanted:
            self.dock.hide()  # a layout stored during a fight would leave an empty tab

    def _dock(self) -> None:
        """A tab before the others; which of them lay uppermost is remembered."""
        both = self._docks.both
        self._before = next((dock for dock in both if not dock.visibleRegion().isEmpty()), None)
        self._panel.docked = True
        self.dock.setWidget(self._panel)
        self._window.tabifyDockWidget(both[-1] if self._docks.are_tabs else both[0], self.dock)
        self.dock.show()
        if both[0].width() < theme.current().px(NEEDED):
            self._window.resizeDocks([both[0]], [theme.current().px(NEEDED)], Qt.Orientation.Horizontal)
        self.come_forward()

    def come_forward(self) -> None:
        """Lie before the other tabs, once they have been laid out."""
        if self.is_docked:
            QTimer.singleShot(0, self.dock, self._raise)

    def _raise(self) -> None:
        """In a layout that was stored during a fight raising the dock does nothing: then its tab is chosen."""
        self.dock.raise_()
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            for tab in range(bar.count()):
                if bar.tabText(tab) == self.dock.windowTitle():
                    bar.setCurrentIndex(tab)

    def _undock(self) -> None:
        """Beside the map, and what lay uppermost before lies there again, unless another was chosen since."""
        chosen = self.dock.visibleRegion().isEmpty()
        self._panel.docked = False
        self._beside.addWidget(self._panel)
        self.dock.hide()
        if self._before is not None and not chosen:
            self._before.raise_()
        self._panel.setVisible(self._panel.told is not None)
