"""The inspector: pages about the thing pointed at, odds, charts, rules, forces, victory and statistics."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Signal

from common.gui.kit import theme
from common.gui.kit.icon_pages import Pages
from common.gui.kit.language import tr, word
from common.gui.panels.charts_panel import ChartsPanel
from common.gui.panels.forces_panel import ForcesPanel
from common.gui.panels.odds_panel import OddsPanel
from common.gui.panels.place_panel import PlacePanel
from common.gui.panels.rules_panel import RulesPanel
from common.gui.panels.statistics_panel import StatisticsPanel
from common.gui.panels.victory_panel import VictoryPanel
from common.gui.session.session import Session

PAGES = (
    ("place", "here", word("Inspector")),
    ("odds", "odds", word("Odds")),
    ("charts", "chart", word("Charts and tables")),
    ("rules", "rules", word("Rules")),
    ("forces", "forces", word("Order of battle")),
    ("victory", "victory", word("Victory")),
    ("statistics", "stats", word("Statistics")),
)


class Inspector(Pages):
    """Seven pages behind seven icons; only the page that is seen is kept up to date."""

    space_wanted = Signal(str)
    piece_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        self.session = session
        self.place = PlacePanel(session)
        self.odds = OddsPanel(session)
        self.charts = ChartsPanel(session)
        self.rules = RulesPanel(session)
        self.forces = ForcesPanel(session)
        self.victory = VictoryPanel(session)
        self.statistics = StatisticsPanel(session)
        super().__init__([(getattr(self, name), icon, tr(title)) for name, icon, title in PAGES])
        self._connect()
        session.changed.connect(self.refresh)

    def _connect(self) -> None:
        pages: list[Any] = [self.place, self.odds, self.charts, self.forces, self.victory]
        for page in pages:
            page.rule_wanted.connect(self.open_rule)
        for page in (self.place, self.forces, self.victory):
            page.space_wanted.connect(self.space_wanted)
        self.place.piece_wanted.connect(self.piece_wanted)

    @property
    def page(self) -> str:
        """The name of the page that is open."""
        return PAGES[self.stack.currentIndex()][0]

    def open(self, name: str) -> None:
        """Turn to a page."""
        self.turn(getattr(self, name))

    def open_rule(self, rule: str) -> None:
        """Turn to the rules at a clause."""
        self.open("rules")
        self.rules.open(rule)

    def open_chart(self, chart: str) -> None:
        """Turn to a chart."""
        self.open("charts")
        self.charts.open(chart)

    def minimumSizeHint(self) -> QSize:
        """Room for the icons and a few lines; the pages scroll."""
        return QSize(theme.current().px(190), theme.current().px(120))

    def refresh(self) -> None:
        """Read the open page again."""
        page: Any = self.shown
        page.refresh()
