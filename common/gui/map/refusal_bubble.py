"""The bubble that says why something is not possible, with the rule as a link."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.timers import once

STAYS = 7000  # ms
WIDEST = 320


class Bubble(QWidget):
    """A short message beside a space; it goes by itself, by Esc or with the next gesture."""

    rule_clicked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rule = ""
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.text = QLabel(self)
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.text.linkActivated.connect(self.rule_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 9, 14, 9)
        layout.addWidget(self.text)
        self._timer = once(self, self.hide, STAYS)
        self.hide()

    def tell(self, text: str, rule: str, at: QPointF, window: QRectF) -> None:
        """Show a reason near a point, inside the window."""
        look = theme.current()
        self.rule = rule
        word = tr("rule {rule}", rule=rule).replace(" ", "\u00a0")
        link = f' <a style="color:{look.link}" href="{escape(rule)}">{escape(word)}</a>' if rule else ""
        self.text.setText(f'<span style="color:{look.ink}">{escape(text)}</span>{link}')
        self.setAccessibleName(f"{text} {word}" if rule else text)
        self.text.setFont(theme.sans(13))
        width = min(WIDEST * look.scale, window.width() - 16)
        needed = self.text.fontMetrics().horizontalAdvance(f"{text} {word}") + 14
        self.text.setFixedWidth(round(min(needed, width - 28)))
        self.text.setFixedHeight(self.text.heightForWidth(self.text.width()))
        self.adjustSize()
        x = max(window.left() + 8, min(at.x() - self.width() / 2, window.right() - 8 - self.width()))
        y = at.y() + 14
        if y + self.height() > window.bottom() - 8:
            y = max(window.top() + 8, at.y() - 14 - self.height())
        self.move(round(x), round(y))
        self.show()
        self.raise_()
        self._timer.start()

    def hideEvent(self, event: object) -> None:
        """Stop waiting."""
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A sheet with a strong edge, so that it is seen on any map."""
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(look.color("raised"))
        painter.setPen(QPen(look.color("bad"), 1.6))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        painter.fillRect(QRectF(1.5, 9, 4, self.height() - 18), look.color("bad"))
        painter.end()
