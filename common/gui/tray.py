"""The dice tray: the last roll as dice, with reason, modifiers and sum."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from common.engine import D10, Roll
from common.gui import icons, theme
from common.gui.widgets import folded
from common.gui.words import tr

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
        self.setToolTip(folded("\n".join(map(str, self.rolls))))
        self.setAccessibleName(tr("Dice: {rolls}", rolls="; ".join(map(str, self.rolls))))
        self.updateGeometry()
        self.update()

    def _parts(self) -> list[tuple[tuple[int, ...], str, int]]:
        """The dice of each roll, its sum if that is not the one die, and how wide the sum is."""
        metrics = QFontMetrics(theme.serif(17, bold=True))
        found = []
        for roll in self.rolls:
            total = f"= {roll.total}" if roll.modifiers or len(roll.dice) > 1 else ""
            found.append((roll.dice[:MOST], total, metrics.horizontalAdvance(total) + 4 if total else 0))
        return found

    def sizeHint(self) -> QSize:
        width = sum(_wide(dice, room) for dice, _, room in self._parts())
        return QSize(width, theme.current().px(34) + 4 + 2 * _line())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dice in a row, the modified sum behind them, the reason below."""
        look = theme.current()
        painter = QPainter(self)
        size, x = look.px(34), 0.0
        for (dice, total, room), roll in zip(self._parts(), self.rolls):
            start = x
            for die in dice:
                ten = roll.faces == len(D10)
                icons.draw_die(painter, QRectF(x, 2, size, size), die, ten, QColor("#fffdf6"), QColor("#1c170e"))
                x += look.px(38)
            if total:
                painter.setFont(theme.serif(17, bold=True))
                painter.setPen(look.color("ink"))
                painter.drawText(QRectF(x, 2, room, size), Qt.AlignmentFlag.AlignVCenter, total)
            x = start + _wide(dice, room)
            painter.setFont(theme.sans(10))
            painter.setPen(look.color("soft"))
            for number, line in enumerate(_lines(roll.reason, painter.fontMetrics(), round(x - start) - look.px(8))):
                painter.drawText(QPointF(start, size + 2 + (number + 0.8) * _line()), line)


def _wide(dice: Sequence[int], room: int) -> int:
    """How wide a roll is: its dice and their sum, or what its reason needs."""
    px = theme.current().px
    return max(px(38) * len(dice) + room + px(14), px(86))


def _line() -> int:
    return QFontMetrics(theme.sans(10)).height()


def _lines(text: str, metrics: QFontMetrics, room: int) -> list[str]:
    """A text in two lines at most."""
    first = ""
    for word in text.split():
        if first and metrics.horizontalAdvance(f"{first} {word}") > room:
            break
        first = f"{first} {word}".strip()
    rest = text[len(first) :].strip()
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in (first, rest) if line]
