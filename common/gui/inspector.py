"""The inspector: pages about the thing pointed at, odds, charts, rules, forces, victory and statistics."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from common.gui import theme
from common.gui.charts import ChartsPanel
from common.gui.forces import ForcesPanel
from common.gui.here import HerePanel
from common.gui.odds import OddsPanel
from common.gui.rules_panel import RulesPanel
from common.gui.session import Session
from common.gui.statistics import StatisticsPanel
from common.gui.victory import VictoryPanel
from common.gui.widgets import IconButton, hair, label, no_margins
from common.gui.words import tr, word

PAGES = (
    ("here", "here", word("Inspector")),
    ("odds", "odds", word("Odds")),
    ("charts", "chart", word("Charts and tables")),
    ("rules", "rules", word("Rules")),
    ("forces", "forces", word("Order of battle")),
    ("victory", "victory", word("Victory")),
    ("statistics", "stats", word("Statistics")),
)


class Inspector(QWidget):
    """Seven pages behind seven icons; only the page that is seen is kept up to date."""

    space_wanted = Signal(str)
    piece_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.session = session
        self.here = HerePanel(session)
        self.odds = OddsPanel(session)
        self.charts = ChartsPanel(session)
        self.rules = RulesPanel(session)
        self.forces = ForcesPanel(session)
        self.victory = VictoryPanel(session)
        self.statistics = StatisticsPanel(session)
        self.stack = QStackedWidget()
        self.title = label("", "heading")
        self.buttons: dict[str, IconButton] = {}
        self._build()
        self._connect()
        session.changed.connect(self.refresh)
        self.open("here")

    def _build(self) -> None:
        self._group = QButtonGroup(self)
        row = QHBoxLayout()
        no_margins(row, 0)
        for number, (name, icon, title) in enumerate(PAGES, 1):
            made = IconButton(icon, f"{tr(title)} (Ctrl+{number})", "tab")
            made.setCheckable(True)
            made.setAccessibleName(tr(title))
            made.clicked.connect(lambda _=False, name=name: self.open(name))
            self._group.addButton(made)
            self.buttons[name] = made
            row.addWidget(made, 1)
            self.stack.addWidget(getattr(self, name))
        column = QVBoxLayout(self)
        no_margins(column)
        column.addLayout(row)
        column.addWidget(hair())
        column.addWidget(self.stack, 1)

    def _connect(self) -> None:
        pages: list[Any] = [self.here, self.odds, self.charts, self.forces, self.victory]
        for page in pages:
            page.rule_wanted.connect(self.open_rule)
        for page in (self.here, self.forces, self.victory):
            page.space_wanted.connect(self.space_wanted)
        self.here.piece_wanted.connect(self.piece_wanted)

    @property
    def page(self) -> str:
        """The name of the page that is open."""
        return PAGES[self.stack.currentIndex()][0]

    def open(self, name: str) -> None:
        """Turn to a page."""
        number = next(i for i, page in enumerate(PAGES) if page[0] == name)
        self.buttons[name].setChecked(True)
        self.title.setText(tr(PAGES[number][2]))
        self.stack.setCurrentIndex(number)

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
        page: Any = self.stack.currentWidget()
        page.refresh()
