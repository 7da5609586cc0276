"""What the commands of the Inspector menu do, and the ways of finding things: pages, rules, the palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partialmethod

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDockWidget, QWidget

from common.gui.panels.inspector import Inspector
from common.gui.table.docking import Docks
from common.gui.table.palette import Palette, PaletteEntry
from common.gui.table.panel_windows import PanelWindows
from common.gui.table.rule_help import RuleHelp


class InspectorCommands(QObject):
    """One method for each command."""

    rule_wanted = Signal(str)

    def __init__(
        self, window: QWidget, inspector: Inspector, docks: Docks, panel_windows: PanelWindows, rule_help: RuleHelp,
        find_all: Callable[[], Iterator[PaletteEntry]],
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._inspector, self._docks = window, inspector, docks
        self._panel_windows, self._rule_help, self._find_all = panel_windows, rule_help, find_all
        self.open_palette: Palette | None = None  # the one that was opened last

    def open_page(self, name: str) -> None:
        """Turn the inspector to a page, wherever it was."""
        self._docks.show(self._docks.inspector)
        self._inspector.open(name)

    page_here = partialmethod(open_page, "place")
    page_odds = partialmethod(open_page, "odds")
    page_charts = partialmethod(open_page, "charts")
    page_rules = partialmethod(open_page, "rules")
    page_forces = partialmethod(open_page, "forces")
    page_victory = partialmethod(open_page, "victory")
    page_statistics = partialmethod(open_page, "statistics")

    def window_charts(self) -> None:
        """Open the charts in a window of their own."""
        self._panel_windows.open_charts()

    def window_rules(self) -> None:
        """Open the rules in a window of their own."""
        self._panel_windows.open_rules()

    def dock_inspector(self, on: bool) -> None:
        """Show or hide the inspector."""
        self._switch(self._docks.inspector, on)

    def dock_journal(self, on: bool) -> None:
        """Show or hide the journal."""
        self._switch(self._docks.journal, on)

    def _switch(self, dock: QDockWidget, on: bool) -> None:
        """Bring a dock before the eyes; one that is there already but behind the other comes forward first."""
        behind = not on and self._docks.are_tabs and dock.visibleRegion().isEmpty()
        if on or behind:
            self._docks.show(dock)
        else:
            dock.hide()

    def find(self) -> None:
        """Search the rules."""
        self.open_page("rules")
        self._inspector.rules.focus_search()

    def palette(self) -> None:
        """Go to anything by its name."""
        self.open_palette = Palette(self._window, self._find_all())
        self.open_palette.show()
        self.open_palette.field.setFocus()

    def help(self) -> None:
        """Show the rule behind what is pointed at, or behind the question that is asked now."""
        self.rule_wanted.emit(self._rule_help.find_rule())
