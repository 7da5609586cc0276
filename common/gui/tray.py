"""The dice tray: the last roll as dice, with reason, modifiers and sum."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from common.engine import D10, Roll
from common.gui import icons, theme

MOST = 6


class DiceTray(QWidget):
    """Shows the dice of the last action; empty when it rolled none."""

    def __init__(self) -> None:
        super().__init__()
        self.rolls: list[Roll] = []
        self.hide()

    def show_rolls(self, rolls: Sequence[Roll]) -> None:
        """Put dice into the tray."""
        self.rolls = list(rolls)[-3:]
        dice = [die for roll in self.rolls for die in roll.dice]
        self.setVisible(bool(dice))
        self.setToolTip("\n".join(map(str, self.rolls)))
        self.setAccessibleName("Dice: " + "; ".join(map(str, self.rolls)))
        self.updateGeometry()
        self.update()

    def _parts(self) -> list[tuple[tuple[int, ...], str]]:
        return [
            (roll.dice[:MOST], f"{roll.total}" if roll.modifiers or len(roll.dice) > 1 else "") for roll in self.rolls
        ]

    def sizeHint(self) -> QSize:
        look = theme.current()
        width = sum(
            look.px(38) * len(dice) + (look.px(40) if total else 0) + look.px(8) for dice, total in self._parts()
        )
        return QSize(width, look.px(58))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dice in a row, the modified sum behind them, the reason below."""
        look = theme.current()
        painter = QPainter(self)
        size, x = look.px(34), 0.0
        for (dice, total), roll in zip(self._parts(), self.rolls):
            start = x
            for die in dice:
                ten = roll.faces == len(D10)
                icons.draw_die(painter, QRectF(x, 2, size, size), die, ten, QColor("#fffdf6"), QColor("#1c170e"))
                x += look.px(38)
            if total:
                painter.setFont(theme.serif(17, bold=True))
                painter.setPen(look.color("ink"))
                painter.drawText(QRectF(x, 2, look.px(40), size), Qt.AlignmentFlag.AlignVCenter, f"= {total}")
                x += look.px(40)
            painter.setFont(theme.sans(10))
            painter.setPen(look.color("soft"))
            room = x - start
            text = painter.fontMetrics().elidedText(roll.reason, Qt.TextElideMode.ElideRight, round(room))
            painter.drawText(QRectF(start, size + 3, room, look.px(18)), Qt.AlignmentFlag.AlignLeft, text)
            x += look.px(8)
