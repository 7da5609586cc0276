"""Cards as low plates with value, symbol and title, for sheets on which many of them are read at once."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from common.gui.kit import theme
from common.gui.map import counter_symbols
from common.gui.map.card_art import draw_lines, ink_of
from common.gui.map.counter_art import draw_badge
from common.gui.map.tray_layout import name_card
from common.tabletop import Card

CORNER = 5.0
EDGE = 4.0  # px between the rim of a plate and what is printed on it
LOW = 30.0  # px of height inside the rim; a lower plate has no room for its symbol


def draw_plate(painter: QPainter, card: Card, rect: QRectF) -> None:
    """Draw a card as a plate: value on a disc, symbol below it, title beside them, a badge in the corner."""
    face, ink = card.face, ink_of(card.face)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#1c1a17"), 1.0))
    painter.setBrush(QColor(face.paper))
    painter.drawRoundedRect(rect, CORNER, CORNER)
    inner = rect.adjusted(EDGE, EDGE, -EDGE, -EDGE)
    low = inner.height() < LOW
    half = inner.height() * (0.7 if low else 0.5)
    disc = QRectF(inner.left(), inner.center().y() - half / 2 if low else inner.top(), half * 1.4, half)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawRoundedRect(disc, half / 2, half / 2)
    draw_lines(painter, face.value, disc.adjusted(2, 1, -2, -1), QColor(theme.ink_on(ink.name())), (13.0, 8.0), True)
    if not low:
        symbol = QRectF(disc.left(), disc.bottom() + 2, disc.width(), half - 2)
        counter_symbols.draw(painter, face.symbol, symbol, ink, QColor(face.paper).lighter(112), 7.0)
    title = inner.adjusted(disc.width() + EDGE, 0, -half * 0.7 if card.badges else 0, 0)
    draw_lines(painter, name_card(card), title, ink, (13.0, 8.0), True)
    for name in card.badges[:1]:
        draw_badge(painter, name, QRectF(inner.right() - half * 0.8, inner.top(), half * 0.8, half * 0.8))
    painter.restore()
