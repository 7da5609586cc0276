"""Charts and rules in windows of their own, for a second screen or beside the table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from common.gui.kit.language import tr
from common.gui.kit.terms import set_terms
from common.gui.kit.widgets import fit_screen, remove_margins
from common.gui.panels.charts_panel import ChartsPanel
from common.gui.panels.inspector import Inspector
from common.gui.panels.rules_panel import RulesPanel
from common.gui.session.session import Session

CHARTS, RULES = (720, 620), (560, 680)  # pixels at normal text


class PanelWindow(QWidget):
    """One panel in a window that stays above the table and goes with it."""

    def __init__(self, table: QWidget, title: str, panel: ChartsPanel | RulesPanel, size: tuple[int, int]) -> None:
        super().__init__(table, Qt.WindowType.Window)
        self.panel = panel
        self.setWindowTitle(title)
        set_terms(self, panel.session.match.game.guide.glossary)
        panel.apart.hide()
        column = QVBoxLayout(self)
        remove_margins(column)
        column.addWidget(panel)
        fit_screen(self, *size)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it away."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


class PanelWindows(QObject):
    """Opens a panel of the inspector in a window of its own; asked for again, the window comes to the front."""

    def __init__(self, table: QWidget, session: Session, inspector: Inspector) -> None:
        super().__init__(table)
        self._table, self._session, self._inspector = table, session, inspector
        self.open_windows: dict[str, PanelWindow] = {}
        self._hidden: list[PanelWindow] = []
        inspector.charts.window_wanted.connect(self.open_charts)
        inspector.rules.window_wanted.connect(self.open_rules)
        session.changed.connect(self._refresh)

    def open_charts(self) -> PanelWindow:
        """Show the charts in a window, at the chart that is open in the inspector."""
        shown = self._inspector.charts.picker.currentData()
        window = self._open("charts", lambda: self._make(tr("Charts and tables"), ChartsPanel(self._session), CHARTS))
        if shown is not None and isinstance(window.panel, ChartsPanel):
            window.panel.open(shown)
        return window

    def open_rules(self) -> PanelWindow:
        """Show the rules in a window, where they are open in the inspector."""
        window = self._open("rules", lambda: self._make(tr("Rules"), RulesPanel(self._session), RULES))
        if self._inspector.rules.opened and isinstance(window.panel, RulesPanel):
            window.panel.open(self._inspector.rules.opened)
        return window

    def _make(self, title: str, panel: ChartsPanel | RulesPanel, size: tuple[int, int]) -> PanelWindow:
        window = PanelWindow(self._table, f"{title} — {self._session.match.game.title}", panel, size)
        if isinstance(panel, ChartsPanel):
            panel.rule_wanted.connect(self._inspector.open_rule)
        return window

    def _open(self, name: str, make: Callable[[], PanelWindow]) -> PanelWindow:
        window = self.open_windows.get(name)
        if window is None:
            window = self.open_windows[name] = make()
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def _refresh(self) -> None:
        """Read again what is seen; behind a curtain nothing is."""
        if self._session.curtain:
            self._hidden += [window for window in self.open_windows.values() if window.isVisible()]
            for window in self._hidden:
                window.hide()
            return
        for window in self._hidden:
            window.show()
        self._hidden = []
        for window in self.open_windows.values():
            window.panel.refresh()
