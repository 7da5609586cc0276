"""The badge at the head of the prompt bar: which side decides, and who sits there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from common.gui.kit import icons, theme
from common.gui.kit.themed import Themed
from common.gui.kit.widgets import label
from common.gui.session.seats import seat_name

SIGN = 24  # px, for the sign above the name of a side


class Badge(Themed, QWidget):
    """The side to decide: its colour, its name, and whether a person or a bot sits there."""

    def __init__(self) -> None:
        super().__init__()
        self._colour, self._who = "#555555", "human"
        self._texts: Sequence[str] = ("",)  # what it has room for
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.name = label("", "strong")
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 6, 14, 8)
        column.addStretch()
        column.addSpacing(SIGN)
        column.addWidget(self.name)
        column.addStretch()

    def show_side(self, name: str, colour: str, who: str, person: str = "") -> None:
        """Take the colours of a side; the name of whoever plays it stands below."""
        self._colour, self._who = colour, who
        self.name.setText(f"{name}\n{person}" if person else name)
        self.name.setStyleSheet(f"color: {theme.ink_on(colour)};")
        self.setAccessibleName(name if who == "over" else f"{name}, {seat_name(who)}")
        self.fit((self.name.text(),))
        self.update()

    def fit(self, texts: Sequence[str]) -> None:
        """As wide as the widest of these needs, so that nothing beside it moves when the decision passes on."""
        self._texts = texts
        metrics = QFontMetrics(theme.sans(bold=True))
        lines = [line for text in texts for line in text.split("\n")]
        widest = max(metrics.horizontalAdvance(line) for line in lines)
        self.setMinimumWidth(max(theme.current().px(96), widest + 32))

    def dress(self) -> None:
        """As wide as the text of another size needs."""
        self.dressed = theme.current()
        self.fit(self._texts)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A field of the side's colour with the sign of who sits there."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._colour))
        size = theme.current().px(20)
        rect = QRectF((self.width() - size) / 2, self.name.y() - size - 4, size, size)
        sign = {"human": "human", "over": "victory"}.get(self._who, "bot")
        icons.draw(painter, sign, rect, QColor(theme.ink_on(self._colour)))
