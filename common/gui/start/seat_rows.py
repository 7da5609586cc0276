"""The seats of a new game: who plays each side, under which name and colour, and with whose dice."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap, QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QWidget

from common.engine import Game
from common.gui.kit import theme
from common.gui.kit.language import tr, word
from common.gui.kit.widgets import label
from common.gui.kit.wrapping import Flow
from common.gui.session.game_record import LONGEST_NAME, Player
from common.gui.session.seats import SEAT_WORDS, bot_levels, seat_name
from common.maps.pictures.colour_vision import LEAST_DELTA, delta_e, parse_colour

PLAYER_COLOURS = (
    ("", word("The game's color")), ("#0072b2", word("Blue")), ("#e69f00", word("Orange")), ("#009e73", word("Green")),
    ("#d55e00", word("Vermilion")), ("#cc79a7", word("Rose")), ("#56b4e9", word("Sky")), ("#f0e442", word("Yellow")),
)  # fmt: skip
HUMAN, SKILLED = "human", "policy"


class SeatRow(QWidget):
    """One side: the choices of its seat in a row, or a word that the scenario's rules play it."""

    confirmed = Signal()  # Enter in the field for the name

    def __init__(self, game: Game, title: str, who: str, known: Mapping[str, Any]) -> None:
        super().__init__()
        self.by_rule = label(tr("follow the rules of this scenario"), "soft")
        self.who = self._make_who(game, title, who)
        self.name = self._make_name(title, str(known.get("name", "")))
        self.colour = self._make_colour(title, str(known.get("colour", "")))
        self.own_dice = QCheckBox(tr("Own dice"))
        self.own_dice.setChecked(bool(known.get("own_dice", False)))
        self.own_dice.setToolTip(tr("Rolls on the table and enters what the dice show"))
        self.own_dice.setAccessibleName(tr("The player of {side} rolls own dice", side=title))
        self.who.currentIndexChanged.connect(self._allow_dice)
        self._allow_dice()
        row = Flow(self, 8)
        for part in (self.by_rule, self.who, self.name, self.colour, *([self.own_dice] if game.has_dice else [])):
            row.addWidget(part)

    def _make_who(self, game: Game, title: str, who: str) -> QComboBox:
        box = QComboBox()
        for kind in (HUMAN, *bot_levels(game)):
            box.addItem(seat_name(kind), kind)
            if kind in SEAT_WORDS:
                box.setItemData(box.count() - 1, tr(SEAT_WORDS[kind]), Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(max(0, box.findData(who)))
        box.setAccessibleName(tr("Who plays {side}", side=title))
        return box

    def _make_name(self, title: str, text: str) -> QLineEdit:
        field = QLineEdit(text)
        field.setPlaceholderText(tr("Name"))
        field.setMaxLength(LONGEST_NAME)
        field.returnPressed.connect(self.confirmed)
        field.setCursorPosition(0)  # a long one is read from its beginning
        field.setAccessibleName(tr("Name of the player of {side}", side=title))
        field.setMinimumWidth(theme.current().px(150))
        return field

    def _make_colour(self, title: str, chosen: str) -> QComboBox:
        box, look = QComboBox(), theme.current()
        for colour, name in PLAYER_COLOURS:
            box.addItem(tr(name), colour)
            if colour:
                patch = QPixmap(look.px(14), look.px(14))
                patch.fill(QColor(colour))
                box.setItemIcon(box.count() - 1, QIcon(patch))
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.setAccessibleName(tr("Color of the player of {side}", side=title))
        return box

    def _allow_dice(self) -> None:
        """Only people have dice of their own."""
        self.own_dice.setEnabled(self.who.currentData() == HUMAN)

    def set_ruled(self, ruled: bool) -> None:
        """Nobody sits where the scenario's own rules play."""
        self.by_rule.setVisible(ruled)
        for part in (self.who, self.name, *([self.own_dice] if self.own_dice.parent() else [])):
            part.setVisible(not ruled)

    def player(self) -> Player:
        """Name, colour and dice as they are chosen."""
        dice = self.own_dice.isChecked() and self.own_dice.isEnabled()
        return Player(self.name.text().strip(), str(self.colour.currentData()), dice)


def first_player(game: Game, side: str) -> str:
    """Who sits there before anybody has chosen: a newcomer is alone, with the skilled bot on the other side."""
    return HUMAN if side == game.sides[0] or SKILLED not in bot_levels(game) else SKILLED


class SeatForm(QFormLayout):
    """The seats of all sides below each other; no two sides can choose colours that look alike."""

    confirmed = Signal()

    def __init__(self, game: Game, before: Mapping[str, Any]) -> None:
        super().__init__()
        self.setHorizontalSpacing(18)
        self._plain: Mapping[str, str] = game.module("table").open_table(game).colours
        self.rows: dict[str, SeatRow] = {}
        for side in game.sides:
            title, known = str(game.side_names[side]), before.get("players", {}).get(side, {})
            row = SeatRow(game, title, before.get("seats", {}).get(side, first_player(game, side)), known)
            row.confirmed.connect(self.confirmed)
            self.rows[side] = row
            self.addRow(title, row)
        for side, row in self.rows.items():
            if self._is_taken(side, str(row.colour.currentData())):  # as it was left by an older version
                row.colour.setCurrentIndex(0)
            row.colour.currentIndexChanged.connect(self._offer_colours)
        self._offer_colours()

    def __getitem__(self, side: str) -> SeatRow:
        return self.rows[side]

    def set_ruled(self, sides: Collection[str]) -> None:
        """Say which sides are played by the scenario's own rules."""
        for side, row in self.rows.items():
            row.set_ruled(side in sides)
        seated = [row.who for side, row in self.rows.items() if side not in sides]
        if sides and seated and all(who.currentData() != HUMAN for who in seated):
            seated[0].setCurrentIndex(seated[0].findData(HUMAN))  # who plays alone is a person

    def _is_taken(self, side: str, colour: str) -> bool:
        """Whether another side has that colour, or one that looks like it."""
        wished = parse_colour(colour or self._plain[side])
        others = ((other, row.colour.currentData()) for other, row in self.rows.items() if other != side)
        worn = (parse_colour(str(chosen or self._plain[other])) for other, chosen in others)
        return any(delta_e(wished, each) < LEAST_DELTA for each in worn)

    def _offer_colours(self) -> None:
        """A colour that would make two sides look alike cannot be chosen."""
        for side, row in self.rows.items():
            model = row.colour.model()
            assert isinstance(model, QStandardItemModel)
            for number in range(row.colour.count()):
                model.item(number).setEnabled(not self._is_taken(side, str(row.colour.itemData(number))))

    def kinds(self) -> dict[str, str]:
        """Who sits where: a person or the name of a bot."""
        return {side: str(row.who.currentData()) for side, row in self.rows.items()}

    def players(self) -> dict[str, Player]:
        """The players of all sides; of two that chose the same colour, the second has the game's own."""
        found: dict[str, Player] = {}
        for side, row in self.rows.items():
            player = row.player()
            taken = any(other.colour == player.colour for other in found.values())
            found[side] = replace(player, colour="") if taken else player
        return found
