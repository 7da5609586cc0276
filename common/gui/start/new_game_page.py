"""The page on which a new game is chosen: scenario, seats, optional rules, seed."""

from __future__ import annotations

import importlib
import secrets
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap, QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from common.bots import RULED
from common.engine import load_game
from common.engine.about import about_game
from common.gui.kit import theme
from common.gui.kit.colour_vision import LEAST_DELTA, delta_e, parsed
from common.gui.kit.language import tr, word
from common.gui.kit.settings import Store
from common.gui.kit.widgets import Page, button, button_row, clear_all, folded, hair, label, no_margins, scrolled
from common.gui.kit.wrapping import Flow
from common.gui.session.game_record import LONGEST_NAME, Player
from common.gui.session.seats import SEAT_WORDS, bot_levels, seat_name
from common.gui.start.game_emblems import draw_emblem

WIDEST = 760  # pixels of the page
PLAYER_COLOURS = (
    ("", word("The game's colour")), ("#0072b2", word("Blue")), ("#e69f00", word("Orange")), ("#009e73", word("Green")),
    ("#d55e00", word("Vermilion")), ("#cc79a7", word("Rose")), ("#56b4e9", word("Sky")), ("#f0e442", word("Yellow")),
)  # fmt: skip


class Emblem(QWidget):
    """The sign of a game, drawn as vectors."""

    def __init__(self, game: str, size: QSize) -> None:
        super().__init__()
        self.game, self._size = game, size
        self.grow(1.0)

    def grow(self, times: float) -> None:
        """Be so many times as large as at first."""
        look = theme.current()
        self.setFixedSize(look.px(self._size.width() * times), look.px(self._size.height() * times))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign."""
        draw_emblem(QPainter(self), self.game, self.rect())


class NewGame(Page):
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
        self.body.setMaximumWidth(theme.current().px(WIDEST))
        middle = QWidget()
        middle.setObjectName("page")
        row = QHBoxLayout(middle)
        no_margins(row)
        row.addStretch(1)
        row.addWidget(self.body, 8)
        row.addStretch(1)
        self.column.addWidget(scrolled(middle))

    def open(self, name: str) -> None:
        """Lay out the choices of a game as they were made the last time."""
        game = load_game(name, [Path(pack) for pack in self.store.now.packs])
        self._lay_out(game, self.store.now.last_new.get(name, {}), str(secrets.randbelow(10**6)))

    def dress(self) -> None:
        """Take another text size or language; what has been chosen stays chosen."""
        self.body.setMaximumWidth(theme.current().px(WIDEST))
        if self.game is not None:
            self._lay_out(self.game, self._chosen(), self.seed.text())

    def _lay_out(self, game: Any, before: dict[str, Any], seed: str) -> None:
        self.game, name = game, game.id
        clear_all(self.lines)
        about = about_game(name, game.packs)
        words = QVBoxLayout()
        words.addStretch(1)
        words.addWidget(label(about.heading, "title", wrap=True))
        words.addWidget(label(about.subtitle, "soft"))
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(20)
        head.addWidget(Emblem(name, QSize(136, 100)))
        head.addLayout(words, 1)
        self.lines.addLayout(head)
        self.lines.addWidget(hair("rule"))
        self._scenarios(before)
        self._seats(before)
        self._options(before)
        self._seed(seed)
        self.lines.addStretch(1)
        self._buttons(name)

    def _scenarios(self, before: dict[str, Any]) -> None:
        self.scenario = QComboBox()
        for key, scenario in self.game.scenarios.items():
            self.scenario.addItem(scenario.title, key)
        self.scenario.setCurrentIndex(max(0, self.scenario.findData(before.get("scenario"))))
        self.about = label("", "soft", wrap=True)
        self.scenario.currentIndexChanged.connect(self._about)
        self.scenario.currentIndexChanged.connect(self._rule_seats)
        self.lines.addWidget(label(tr("Scenario"), "section"))
        self.lines.addWidget(self.scenario)
        self.lines.addWidget(self.about)
        self._about()

    def _about(self) -> None:
        scenario = self.game.scenarios[self.scenario.currentData()]
        self.about.setText(f"{scenario.about} ({scenario.source})" if scenario.about else scenario.source)

    def _seats(self, before: dict[str, Any]) -> None:
        self.lines.addWidget(label(tr("Seats"), "section"))
        self.seats: dict[str, QComboBox] = {}
        self.names: dict[str, QLineEdit] = {}
        self.colours: dict[str, QComboBox] = {}
        self.own_dice: dict[str, QCheckBox] = {}
        self.ruled: dict[str, QLabel] = {}
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        for side in self.game.sides:
            title = str(self.game.side_names[side])
            known = before.get("players", {}).get(side, {})
            self.seats[side] = box = QComboBox()
            for who in ("human", *bot_levels(self.game)):
                box.addItem(seat_name(who), who)
                if who in SEAT_WORDS:
                    box.setItemData(box.count() - 1, tr(SEAT_WORDS[who]), Qt.ItemDataRole.ToolTipRole)
            box.setCurrentIndex(max(0, box.findData(before.get("seats", {}).get(side, "human"))))
            box.setAccessibleName(tr("Who plays {side}", side=title))
            self.names[side] = name = QLineEdit(str(known.get("name", "")))
            name.setPlaceholderText(tr("Name"))
            name.setMaxLength(LONGEST_NAME)
            name.returnPressed.connect(self._begin)
            name.setCursorPosition(0)  # a long one is read from its beginning
            name.setAccessibleName(tr("Name of the player of {side}", side=title))
            self.colours[side] = self._colours(title, str(known.get("colour", "")))
            self.own_dice[side] = dice = QCheckBox(tr("Own dice"))
            dice.setChecked(bool(known.get("own_dice", False)))
            dice.setToolTip(tr("Rolls on the table and enters what the dice show"))
            dice.setAccessibleName(tr("The player of {side} rolls own dice", side=title))
            box.currentIndexChanged.connect(partial(self._seat_taken, side))
            self._seat_taken(side)
            name.setMinimumWidth(theme.current().px(150))
            seat = QWidget()
            row = Flow(seat, 8)
            self.ruled[side] = by_rule = label(tr("follow the rules of this scenario"), "soft")
            for part in (by_rule, box, name, self.colours[side], dice):
                row.addWidget(part)
            form.addRow(title, seat)
        self.lines.addLayout(form)
        for side, box in self.colours.items():
            if self._taken(side, str(box.currentData())):  # as it was left by an older version
                box.setCurrentIndex(0)
            box.currentIndexChanged.connect(self._offer_colours)
        self._offer_colours()
        self._rule_seats()

    def _rule_seats(self) -> None:
        """Nobody sits where the scenario's own rules play."""
        ruled = self.game.scenarios[self.scenario.currentData()].ruled
        for side in self.game.sides:
            self.ruled[side].setVisible(side in ruled)
            for part in (self.seats[side], self.names[side], self.own_dice[side]):
                part.setVisible(side not in ruled)

    def _seat_taken(self, side: str, _index: int = 0) -> None:
        """Only people have dice of their own."""
        self.own_dice[side].setEnabled(self.seats[side].currentData() == "human")

    def _colours(self, title: str, chosen: str) -> QComboBox:
        box, look = QComboBox(), theme.current()
        for colour, name in PLAYER_COLOURS:
            box.addItem(tr(name), colour)
            if colour:
                patch = QPixmap(look.px(14), look.px(14))
                patch.fill(QColor(colour))
                box.setItemIcon(box.count() - 1, QIcon(patch))
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.setAccessibleName(tr("Colour of the player of {side}", side=title))
        return box

    def _taken(self, side: str, colour: str) -> bool:
        """Whether another side has that colour, or one that looks like it."""
        plain = importlib.import_module(f"{self.game.id}.table").open_table(self.game).colours
        wished = parsed(colour or plain[side])
        worn = (str(box.currentData() or plain[other]) for other, box in self.colours.items() if other != side)
        return any(delta_e(wished, parsed(each)) < LEAST_DELTA for each in worn)

    def _offer_colours(self) -> None:
        """A colour that would make two sides look alike cannot be chosen."""
        for side, box in self.colours.items():
            model = box.model()
            assert isinstance(model, QStandardItemModel)
            for row in range(box.count()):
                model.item(row).setEnabled(not self._taken(side, str(box.itemData(row))))

    def _players(self) -> dict[str, Player]:
        """Names, colours and dice; of two that chose the same colour, the second has the game's own."""
        found: dict[str, Player] = {}
        for side in self.game.sides:
            colour = str(self.colours[side].currentData())
            taken = any(player.colour == colour for player in found.values())
            dice = self.own_dice[side].isChecked() and self.own_dice[side].isEnabled()
            found[side] = Player(self.names[side].text().strip(), "" if taken else colour, dice)
        return found

    def _options(self, before: dict[str, Any]) -> None:
        self.options: dict[str, QCheckBox] = {}
        if self.game.options:
            self.lines.addWidget(label(tr("Optional rules"), "section"))
        for key, option in self.game.options.items():
            box = QCheckBox(f"{option.title} ({option.rule})")
            box.setChecked(bool(before.get("options", {}).get(key, option.default)))
            box.setToolTip(folded(f"{option.about} — {option.source}"))
            self.options[key] = box
            self.lines.addWidget(box)
            if option.about:
                about = label(option.about, "small", wrap=True)
                about.setContentsMargins(26, 0, 0, 4)
                self.lines.addWidget(about)

    def _seed(self, text: str) -> None:
        self.seed = QLineEdit(text)
        self.seed.setMaxLength(12)
        self.seed.returnPressed.connect(self._begin)
        self.seed.setAccessibleName(tr("Seed of the dice"))
        self.seed.setToolTip(tr("The same seed and the same actions give the same game"))
        self.seed.setMaximumWidth(theme.current().px(160))
        form = QFormLayout()
        form.addRow(tr("Seed of the dice"), self.seed)
        self.lines.addLayout(form)

    def _buttons(self, name: str) -> None:
        start, look, back = button(tr("Begin"), "main"), button(tr("Look at the map")), button(tr("Back"))
        start.clicked.connect(self._begin)
        look.clicked.connect(lambda: self.map_wanted.emit(name))
        back.clicked.connect(self.back)
        self.lines.addLayout(button_row(start, left=[back, look]))
        start.setFocus()

    def _chosen(self) -> dict[str, Any]:
        """Everything on the page but the seed, as it is remembered for the next time."""
        return {
            "scenario": str(self.scenario.currentData()),
            "options": {key: box.isChecked() for key, box in self.options.items()},
            "seats": {side: str(box.currentData()) for side, box in self.seats.items()},
            "players": {side: msgspec.structs.asdict(player) for side, player in self._players().items()},
        }

    def _begin(self) -> None:
        chosen = self._chosen()
        scenario, options = chosen["scenario"], chosen["options"]
        taken = chosen["seats"] | dict.fromkeys(self.game.scenarios[scenario].ruled, RULED)
        text = self.seed.text().strip()
        seed = int(text) if text.isdecimal() else sum(ord(char) * 31**n for n, char in enumerate(text)) % 2**32
        self.store.set(last_new={**self.store.now.last_new, self.game.id: chosen})
        self.begin.emit(self.game.id, scenario, seed, options, taken, self._players())
