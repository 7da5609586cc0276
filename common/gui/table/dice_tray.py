"""The dice tray: the last roll as dice, with reason, modifiers and sum."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from common.engine import D10, Roll
from common.gui.kit import icons, theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import fold_tip

MOST = 6
WORDS, WIDE = (240, 420), 1200  # px that the reasons of all rolls share in a narrow and in a wide window, in two lines
EACH = 160  # px at the most for one of them


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
        self.setToolTip(fold_tip("\n".join(map(str, self.rolls))))
        self.setAccessibleName(tr("Dice: {rolls}", rolls="; ".join(map(str, self.rolls))))
        self.updateGeometry()
        self.update()

    def _parts(self) -> list[tuple[tuple[int, ...], str, int, int]]:
        """The dice of each roll, its sum if that is not the one die, how wide the sum is and how wide all of it."""
        metrics, px = QFontMetrics(theme.serif(17, bold=True)), theme.current().px
        share = px(WORDS[self.window().width() >= px(WIDE)])
        found = []
        for roll in self.rolls:
            total = f"= {roll.total}" if roll.has_sum else ""
            room = metrics.horizontalAdvance(total) + 4 if total else 0
            found.append((roll.dice[:MOST], total, room, width_of(roll, room, share // len(self.rolls))))
        return found

    def sizeHint(self) -> QSize:
        width = sum(wide for *_, wide in self._parts())
        return QSize(width, theme.current().px(34) + 4 + 2 * _line())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dice in a row, the modified sum behind them, the reason below."""
        look = theme.current()
        painter = QPainter(self)
        size, x = look.px(34), 0.0
        for (dice, total, room, wide), roll in zip(self._parts(), self.rolls):
            start = x
            for die in dice:
                ten = roll.faces == len(D10)
                icons.draw_die(painter, QRectF(x, 2, size, size), die, ten, QColor("#fffdf6"), QColor("#1c170e"))
                x += look.px(38)
            if total:
                painter.setFont(theme.serif(17, bold=True))
                painter.setPen(look.color("ink"))
                painter.drawText(QRectF(x, 2, room, size), Qt.AlignmentFlag.AlignVCenter, total)
            x = start + wide
            painter.setFont(theme.sans(10))
            painter.setPen(look.color("soft"))
            for number, line in enumerate(lines_of(roll, painter.fontMetrics(), wide)):
                painter.drawText(QPointF(start, size + 2 + (number + 0.8) * _line()), line)


def width_of(roll: Roll, room: int, most: int) -> int:
    """How wide a roll is: its dice and their sum, or what its reason needs in two lines, at the most so much."""
    px, metrics, words = theme.current().px, QFontMetrics(theme.sans(10)), roll.reason.split()
    breaks = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words) + 1))
    need = min((max(map(metrics.horizontalAdvance, lines)) for lines in breaks), default=0)
    return max(px(38) * len(roll.dice[:MOST]) + room + px(14), min(need + 3, px(EACH), most) + px(8))


def _line() -> int:
    return QFontMetrics(theme.sans(10)).height()


def lines_of(roll: Roll, metrics: QFontMetrics, wide: int) -> list[str]:
    """The reason of a roll that is so wide, in two lines at most."""
    first, text, room = "", roll.reason, wide - theme.current().px(8)

    def cut(line: str) -> str:
        return metrics.elidedText(line, Qt.TextElideMode.ElideRight, room)

    for word in text.split():
        if first and cut(f"{first} {word}") != f"{first} {word}":  # which may be so though it is no wider than the room
            break
        first = f"{first} {word}".strip()
    rest = text[len(first) :].strip()
    return [cut(line) for line in (first, rest) if line]
