"""The page on which a new game is chosen: scenario, seats, optional rules, seed."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from common.bots import RULED
from common.engine import load_game
from common.engine.about import about_game
from common.gui.kit import theme
from common.gui.kit.dialogs import run_dialog
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.kit.widgets import (
    Page,
    button,
    button_row,
    clear_all,
    fold_tip,
    label,
    make_line,
    make_scrollable,
    remove_margins,
)
from common.gui.panels.guide_page import GuideDialog
from common.gui.start.game_emblems import draw_emblem
from common.gui.start.option_boxes import OptionBoxes
from common.gui.start.seat_rows import SeatForm

WIDEST = 760  # pixels of the page


class Emblem(QWidget):
    """The sign of a game, drawn as vectors."""

    def __init__(self, game: str, size: QSize, about: str) -> None:
        super().__init__()
        self.game, self._size = game, size
        self.setToolTip(fold_tip(about))
        self.grow(1.0)

    def grow(self, times: float) -> None:
        """Be so many times as large as at first."""
        look = theme.current()
        self.setFixedSize(look.px(self._size.width() * times), look.px(self._size.height() * times))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign."""
        draw_emblem(QPainter(self), self.game, self.rect())


def _in_the_middle(part: QWidget) -> QWidget:
    """A part of the page with the same room on both sides of it."""
    middle = QWidget()
    middle.setObjectName("page")
    row = QHBoxLayout(middle)
    remove_margins(row)
    row.addStretch(1)
    row.addWidget(part, 8)
    row.addStretch(1)
    return middle


class NewGamePage(Page):
    """Scenario, options, seats and seed of a new game."""

    begin = Signal(str, str, int, object, object, object)  # game, scenario, seed, options, seats, players
    map_wanted = Signal(str)
    back = Signal()

    def __init__(self, store: Store) -> None:
        super().__init__(margin=0)
        self.store = store
        self.game: Any = None
        self.body = QWidget()
        self.body.setObjectName("page")
        self.lines = QVBoxLayout(self.body)
        self.lines.setContentsMargins(28, 22, 28, 22)
        self.lines.setSpacing(10)
        self.foot = QWidget()
        self.buttons = QVBoxLayout(self.foot)
        self.buttons.setContentsMargins(28, 10, 28, 14)
        self.column.setSpacing(0)
        self.column.addWidget(make_scrollable(_in_the_middle(self.body)), 1)
        self.column.addWidget(make_line())
        self.column.addWidget(_in_the_middle(self.foot))  # below what scrolls: always in sight
        self._limit_width()

    def _limit_width(self) -> None:
        for part in (self.body, self.foot):
            part.setMaximumWidth(theme.current().px(WIDEST))

    def open(self, name: str) -> None:
        """Lay out the choices of a game as they were made the last time."""
        game = load_game(name, [Path(pack) for pack in self.store.now.packs])
        self._lay_out(game, self.store.now.last_new.get(name, {}), str(secrets.randbelow(10**6)))

    def dress(self) -> None:
        """Take another text size or language; what has been chosen stays chosen."""
        self._limit_width()
        if self.game is not None:
            self._lay_out(self.game, self._collect_choices(), self.seed.text())

    def _lay_out(self, game: Any, before: dict[str, Any], seed: str) -> None:
        self.game, name = game, game.id
        clear_all(self.lines)
        clear_all(self.buttons)
        about = about_game(name, game.packs)
        words = QVBoxLayout()
        words.addStretch(1)
        words.addWidget(label(about.heading, "title", wrap=True))
        words.addWidget(label(about.subtitle, "soft"))
        if game.guide.summary:
            words.addWidget(label(game.guide.summary, "small", wrap=True))
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(20)
        head.addWidget(Emblem(name, QSize(136, 100), about.about))
        head.addLayout(words, 1)
        self.lines.addLayout(head)
        self.lines.addWidget(make_line("rule"))
        self._add_scenarios(before)
        self._add_seats(before)
        self._add_options(before)
        self._add_seed(seed)
        self.lines.addStretch(1)
        self._add_buttons(name)

    def _add_scenarios(self, before: dict[str, Any]) -> None:
        self.scenario = QComboBox()
        for key, scenario in self.game.scenarios.items():
            self.scenario.addItem(scenario.title, key)
        self.scenario.setCurrentIndex(max(0, self.scenario.findData(before.get("scenario"))))
        self.about = label("", "soft", wrap=True)
        self.scenario.currentIndexChanged.connect(self._describe_scenario)
        self.scenario.currentIndexChanged.connect(self._rule_seats)
        self.lines.addWidget(label(tr("Scenario"), "section"))
        self.lines.addWidget(self.scenario)
        self.lines.addWidget(self.about)
        self._describe_scenario()

    def _describe_scenario(self) -> None:
        scenario = self.game.scenarios[self.scenario.currentData()]
        self.about.setText(f"{scenario.about} ({scenario.source})" if scenario.about else scenario.source)

    def _add_seats(self, before: dict[str, Any]) -> None:
        self.lines.addWidget(label(tr("Seats"), "section"))
        self.seats = SeatForm(self.game, before)
        self.seats.confirmed.connect(self._begin)
        self.lines.addLayout(self.seats)
        self._rule_seats()

    def _rule_seats(self) -> None:
        """Nobody sits where the scenario's own rules play."""
        self.seats.set_ruled(self.game.scenarios[self.scenario.currentData()].ruled)

    def _add_options(self, before: dict[str, Any]) -> None:
        if self.game.options:
            self.lines.addWidget(label(tr("Optional rules"), "section"))
        self.options = OptionBoxes(self.game.options, before.get("options", {}))
        self.lines.addLayout(self.options)

    def _add_seed(self, text: str) -> None:
        self.seed = QLineEdit(text)
        self.seed.setMaxLength(12)
        self.seed.returnPressed.connect(self._begin)
        self.seed.setAccessibleName(tr("Random seed"))
        self.seed.setToolTip(tr("The same seed and the same actions give the same game"))
        self.seed.setMaximumWidth(theme.current().px(160))
        form = QFormLayout()
        form.addRow(tr("Random seed"), self.seed)
        self.lines.addLayout(form)

    def _add_buttons(self, name: str) -> None:
        start, look, back = button(tr("Begin"), "main"), button(tr("Look at the map")), button(tr("Back"))
        guide = button(tr("In five minutes"), tip=tr("What the game is about, how a turn goes and how one wins"))
        guide.clicked.connect(lambda: run_dialog(GuideDialog(self.game, self)))
        start.clicked.connect(self._begin)
        look.clicked.connect(lambda: self.map_wanted.emit(name))
        back.clicked.connect(self.back)
        self.buttons.addLayout(button_row(start, left=[back, look, guide]))
        start.setFocus()

    def _collect_choices(self) -> dict[str, Any]:
        """Everything on the page but the seed, as it is remembered for the next time."""
        return {
            "scenario": str(self.scenario.currentData()),
            "options": self.options.values(),
            "seats": self.seats.kinds(),
            "players": {side: msgspec.structs.asdict(player) for side, player in self.seats.players().items()},
        }

    def _begin(self) -> None:
        chosen = self._collect_choices()
        scenario, options = chosen["scenario"], chosen["options"]
        taken = chosen["seats"] | dict.fromkeys(self.game.scenarios[scenario].ruled, RULED)
        text = self.seed.text().strip()
        seed = int(text) if text.isdecimal() else sum(ord(char) * 31**n for n, char in enumerate(text)) % 2**32
        self.store.set(last_new={**self.store.now.last_new, self.game.id: chosen})
        self.begin.emit(self.game.id, scenario, seed, options, taken, self.seats.players())
