"""Painting trays: frames, titles, piles of backs, cards and counters with the marks of what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from common.gui.kit import theme
from common.gui.map import map_signs
from common.gui.map.card_art import RATIO, CardArt, card_margin, outline_card
from common.gui.map.counter_art import margin_of, shared_art
from common.gui.map.plate_art import draw_plate
from common.gui.map.tray_layout import RAISE, TrayItem, TrayPlace, count_of, small_font, title_font
from common.tabletop import Card, CardFace, Piece, Tray

if TYPE_CHECKING:
    from common.gui.map.tray_view import TrayView

GHOST = 0.38
BACK = CardFace(paper="#5b4f3b", ink="#f3ead4", back=True)
PILE = 3  # cards of a pile that are seen below each other
SMALLEST_TITLE = 9  # px at normal text, of a title that has little room


class TrayPainter:
    """Draws trays and what lies in them; images are kept."""

    def __init__(self) -> None:
        self.cards, self.counters = CardArt(), shared_art()

    def paint(self, painter: QPainter, view: TrayView, ratio: float) -> None:
        """Everything a tray view shows."""
        painter.fillRect(QRectF(view.rect()), theme.current().color("window"))
        layout = view.arrangement
        for place in layout.places:
            self._draw_frame(painter, view, place)
            self._draw_head(painter, place)
            self._draw_pile(painter, place, ratio)
        above = view.arrangement.items.get(view.hover.piece or view.marked.piece)
        for item in layout.items.values():
            if item is not above:
                self._draw_item(painter, view, item, item.rect, ratio)
        if above is not None:
            raised = above.rect.translated(0, -RAISE if isinstance(above.content, Card) and not above.is_plate else 0)
            self._draw_item(painter, view, above, raised, ratio)
        for place in layout.places:
            self._draw_target(painter, view, place, ratio)

    def _draw_frame(self, painter: QPainter, view: TrayView, place: TrayPlace) -> None:
        look, name = theme.current(), place.tray.id
        painter.setPen(QPen(look.color("line"), 1.2))
        painter.setBrush(look.color("panel"))
        painter.drawRoundedRect(place.frame, 8, 8)
        frame = place.frame.adjusted(1.5, 1.5, -1.5, -1.5)
        if name in view.targets or name in view.lit_trays:
            wash = QColor(map_signs.REACH if name in view.targets else map_signs.LIT)
            wash.setAlpha(46)
            painter.setBrush(wash)
            painter.setPen(QPen(map_signs.REACH_HALO, 4.4))
            painter.drawRoundedRect(frame, 7, 7)
            pen = QPen(map_signs.REACH if name in view.targets else map_signs.LIT, 2.6)
            if name not in view.targets:
                pen.setDashPattern([3.0, 2.2])
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen)
            painter.drawRoundedRect(frame, 7, 7)
        if view.marked.space == name and view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.color("focus"), 2.4))
            painter.drawRoundedRect(frame, 7, 7)

    def _draw_head(self, painter: QPainter, place: TrayPlace) -> None:
        """The title, and on a plate how much lies in the tray."""
        look, tray = theme.current(), place.tray
        lettering = small_font() if tray.small else title_font()
        painter.setFont(lettering)
        painter.setPen(look.color("ink"))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        count = count_of(tray)
        room = place.head.width() - (QFontMetricsF(lettering).horizontalAdvance(f" {count}") if count else 0)
        needed = QFontMetricsF(lettering).horizontalAdvance(tray.title)
        if needed > room > 0:  # smaller letters first, and only then fewer
            lettering.setPixelSize(max(look.px(SMALLEST_TITLE), int(lettering.pixelSize() * room / needed)))
            painter.setFont(lettering)
        title = QFontMetricsF(lettering).elidedText(tray.title, Qt.TextElideMode.ElideRight, max(room, 20.0))
        painter.drawText(place.head, left, title)
        if count:
            start = place.head.left() + QFontMetricsF(lettering).horizontalAdvance(title + " ")
            painter.setFont(theme.sans(11 if tray.small else 12))
            painter.setPen(look.color("soft"))
            painter.drawText(place.head.adjusted(start - place.head.left() + 2, 0, 20, 0), left, count)

    def _draw_pile(self, painter: QPainter, place: TrayPlace, ratio: float) -> None:
        """What lies face down: a few backs below each other, and their number."""
        tray = place.tray
        if place.pile is None:
            if not place.items:
                self._draw_blank(painter, place)
            return
        for number in range(min(PILE, tray.face_down)):
            rect = place.pile.translated(-number * 1.6 + 1.6, -number * 2.2 + 2.2)
            self.draw(painter, _back_of(tray), rect, ratio)
        high = max(14.0 if tray.small else 18.0, place.pile.width() * 0.24)
        top = place.pile.translated(-1.6, -2.2)
        plate = QRectF(top.right() - high * 1.5, top.bottom() - high * 1.2, high * 1.35, high)
        font = theme.sans(12, bold=True)
        font.setPixelSize(round(high * 0.7))
        painter.setFont(font)
        painter.setPen(QPen(QColor("#ffffff"), 1.2))
        painter.setBrush(QColor("#1c1a17"))
        painter.drawRoundedRect(plate, high / 2, high / 2)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, str(tray.face_down))

    def _draw_blank(self, painter: QPainter, place: TrayPlace) -> None:
        """Where a card would lie in an empty tray."""
        pen = QPen(theme.current().color("edge"), 1.4)
        pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        top, card = place.head.bottom() + (2.5 if place.tray.small else RAISE + 2.5), place.card
        rect = QRectF(place.frame.center().x() - card / 2, top, card, card * RATIO)
        painter.drawPath(outline_card(rect))

    def _draw_item(self, painter: QPainter, view: TrayView, item: TrayItem, rect: QRectF, ratio: float) -> None:
        held = view.gestures.held
        if held is not None and held.by == "drag" and item.id in held.pieces:
            painter.setOpacity(GHOST)
        if item.is_plate and isinstance(item.content, Card):
            draw_plate(painter, item.content, rect)
        else:
            self.draw(painter, item.content, rect, ratio)
        painter.setOpacity(1.0)
        marked = view.marked.piece == item.id and view.hasFocus()
        if item.id in view.selected or item.id in view.lit_items or marked:
            self._draw_ring(painter, rect, item, item.id in view.selected, marked)

    def _draw_ring(self, painter: QPainter, rect: QRectF, item: TrayItem, selected: bool, marked: bool) -> None:
        """Selected: a solid double ring; what an action points at: a dashed one; the keyboard's: in its colour."""
        ring = outline_card(rect.adjusted(-2, -2, 2, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#ffffff"), 5.0))
        painter.drawPath(ring)
        colour = theme.current().color("focus") if marked else QColor("#0d3f73") if selected else map_signs.LIT
        pen = QPen(colour, 2.8)
        if not selected and not marked:
            pen.setDashPattern([2.6, 1.6])
        painter.setPen(pen)
        painter.drawPath(ring)

    def _draw_target(self, painter: QPainter, view: TrayView, place: TrayPlace, ratio: float) -> None:
        """What putting something into a tray means, where it has room; what is held over the tray tells it as well."""
        target = view.targets.get(place.tray.id)
        if target is None or not target.label or view.hover.space == place.tray.id:
            return
        if map_signs.pill_rect(QPointF(), target.label, ratio).width() <= place.frame.width():
            at = QPointF(place.frame.center().x(), place.frame.bottom() - 16)
            map_signs.draw_pill(painter, at, target.label, False, ratio)

    def draw(self, painter: QPainter, content: Card | Piece | CardFace, rect: QRectF, ratio: float) -> None:
        """A card, a back or a counter in a rectangle of its shape."""
        size = max(2, round(rect.width() * ratio))
        if isinstance(content, Piece):
            image, edge = self.counters.image(content, size), margin_of(size)
        elif isinstance(content, Card):
            image, edge = self.cards.image(content.face, size, content.badges), card_margin(size)
        else:
            image, edge = self.cards.image(content, size), card_margin(size)
        corner = QPointF(round(rect.left() * ratio) - edge, round(rect.top() * ratio) - edge) / ratio
        painter.drawImage(QRectF(corner.x(), corner.y(), image.width() / ratio, image.height() / ratio), image)


def _back_of(tray: Tray) -> CardFace:
    """The back of what lies face down in a tray."""
    return tray.back if tray.back is not None else BACK
