"""What floats above the whole window: cards and counters that are carried, and a card shown large."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from common.gui.kit import theme
from common.gui.map import map_signs
from common.gui.map.card_art import MARGIN, RATIO
from common.gui.map.tray_paint import TrayPainter
from common.tabletop import Card, Piece, Target

MOST = 5  # the uppermost stand for all
SMALLER = 0.6  # of its size, what a card has over the map
BESIDE = 10  # px between the pointer and a card over the map
STEP = 0.14  # of an item's width, from one to the next
ROOM = 16.0  # px around what is carried, for shadows
LARGE = 236.0  # px at normal text, a card to be read
NOT_HERE = "✕"


class _Floating(QWidget):
    """A child of the window that the pointer goes through."""

    def __init__(self, window: QWidget, painter: TrayPainter) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.art = painter
        self.hide()


class FloatingItems(_Floating):
    """Cards and counters at the pointer, and below them what putting them down there means."""

    def __init__(self, window: QWidget, painter: TrayPainter) -> None:
        super().__init__(window, painter)
        self.items: tuple[Card | Piece, ...] = ()
        self.tag = ""
        self._size = 0.0

    def show_at(
        self, where: QPoint, items: Sequence[Card | Piece], width: float, target: Target | None, home: bool, away: bool
    ) -> None:
        """Float at a point of the screen; `home` is over the place where they were lifted.

        `away` from the trays they float small and beside the pointer, so that the space below it can be seen.
        """
        width *= SMALLER if away else 1.0
        self.items, self._size = tuple(items)[-MOST:], width
        label = f"{target.label} ({target.left})" if target is not None and target.left else ""
        self.tag = "" if home else label or (target.label if target is not None else NOT_HERE)
        spread = width * STEP * (len(self.items) - 1)
        wide, high = width + spread + 2 * ROOM, width * RATIO + spread + 2 * ROOM
        tag = map_signs.pill_rect(QPointF(), self.tag, 1.0).width() if self.tag else 0.0
        self.resize(round(max(wide, tag + ROOM)), round(high + 26))
        at = self.window().mapFromGlobal(where)
        corner = at - (QPoint(-BESIDE, round(high)) if away else QPoint(round(wide / 2), round(high / 2)))
        corner.setX(max(0, min(corner.x(), self.window().width() - self.width())))  # the tag stays in sight
        self.move(corner)
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The items one above the other, and the tag."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ratio, step = self.devicePixelRatioF(), self._size * STEP
        base = ROOM + step * (len(self.items) - 1)
        for number, item in enumerate(self.items):
            tall = self._size * RATIO if isinstance(item, Card) else self._size
            rect = QRectF(ROOM + number * step, base - number * step, self._size, tall)
            self.art.draw(painter, item, rect, ratio)
        if self.tag:
            middle = QPointF(self.width() / 2, self.height() - 14)
            map_signs.draw_pill(painter, middle, self.tag, True, ratio)
        painter.end()


class LargeCard(_Floating):
    """One card as large as it takes to read it, above the trays."""

    def __init__(self, window: QWidget, painter: TrayPainter) -> None:
        super().__init__(window, painter)
        self.card: Card | None = None

    def show_card(self, card: Card, middle: int, bottom: int) -> None:
        """Show a card above a line of the window, around a point of it."""
        self.card = card
        room = self.window().rect()
        width = min(LARGE * theme.current().scale, (bottom - 16) / (RATIO + 2 * MARGIN))
        edge = width * MARGIN
        self.resize(round(width + 2 * edge), round(width * RATIO + 2 * edge))
        x = max(4, min(middle - self.width() // 2, room.width() - self.width() - 4))
        self.move(x, bottom - self.height() - 4)
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The card."""
        if self.card is None:
            return
        painter = QPainter(self)
        edge = self.width() * MARGIN / (1 + 2 * MARGIN)
        width = self.width() - 2 * edge
        self.art.draw(painter, self.card, QRectF(edge, edge, width, width * RATIO), self.devicePixelRatioF())
        painter.end()
