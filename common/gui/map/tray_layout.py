"""Where trays lie beside each other, and in each of them its pile, its cards and its counters."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from common.gui.kit import theme
from common.gui.map.card_art import RATIO
from common.tabletop import Card, Piece, Tray

HEAD = 25.0  # px at normal text, for the title of a tray
EDGE = 9.0  # px around the contents of a tray
GAP = 7.0  # px between trays, and between cards that do not overlap
RAISE = 7.0  # px, how far the card pointed at stands out
LEAST = 30.0  # px, the narrowest card
MOST = 190.0  # px, the widest card
SEEN = (0.2, 0.5)  # of a card's width: what is seen of one below another at least, in a large and in a small hand
SMALL_HAND = 3.2  # cards' widths that the covered cards of a hand may take together before they slide closer


class TrayItem:
    """A card or counter with its place in a tray."""

    __slots__ = ("content", "id", "rect", "tray")

    def __init__(self, tray: str, content: Card | Piece, rect: QRectF) -> None:
        self.tray, self.content, self.id, self.rect = tray, content, content.id, rect

    @property
    def name(self) -> str:
        """What is printed on it, for tips and assistive technology."""
        return self.content.face.title if isinstance(self.content, Card) else self.content.name


class TrayPlace:
    """A tray with its frame, its title bar and the pile of what lies face down in it."""

    def __init__(self, tray: Tray, frame: QRectF, head: float) -> None:
        self.tray, self.frame = tray, frame
        self.head = QRectF(frame.left() + EDGE, frame.top() + 2, frame.width() - 2 * EDGE, head)
        self.pile: QRectF | None = None
        self.items: list[TrayItem] = []


class TrayLayout:
    """All trays in one row, with cards as large as the room allows."""

    def __init__(self, trays: Sequence[Tray], area: QRectF) -> None:
        self.area, self.head = area, HEAD * theme.current().scale
        inner = area.height() - self.head - 2 * EDGE - RAISE
        self.card = max(LEAST, min(MOST, inner / RATIO))
        while self.card > LEAST and sum(self._widths(tray)[0] + GAP for tray in trays) > area.width() + GAP:
            self.card -= 2
        self.places: list[TrayPlace] = []
        self.items: dict[str, TrayItem] = {}
        self._lay(trays)

    @property
    def useful_height(self) -> float:
        """How high the trays need to be for cards of this size."""
        return self.head + 2 * EDGE + RAISE + self.card * RATIO

    @property
    def counter(self) -> float:
        """The size of a counter: two of them are as high as a card."""
        return (self.card * RATIO - GAP) / 2

    def place(self, tray: str) -> TrayPlace | None:
        """The tray of that id."""
        return next((place for place in self.places if place.tray.id == tray), None)

    def place_at(self, pos: QPointF) -> TrayPlace | None:
        """The tray under a point."""
        return next((place for place in self.places if place.frame.contains(pos)), None)

    def item_at(self, pos: QPointF) -> TrayItem | None:
        """The uppermost card or counter under a point."""
        place = self.place_at(pos)
        return next((item for item in reversed(place.items) if item.rect.contains(pos)), None) if place else None

    def _widths(self, tray: Tray) -> tuple[float, float]:
        """The least and the best width of a tray at the present size of cards."""
        cards, columns = len(tray.cards), ceil(len(tray.pieces) / 2)
        fixed = (self.card + GAP if tray.face_down else 0.0) + columns * (self.counter + GAP)
        best = fixed + cards * (self.card + GAP)
        seen = max(SEEN[0], min(SEEN[1], SMALL_HAND / max(1, cards)))
        least = fixed + (self.card + (cards - 1) * self.card * seen + GAP if cards else 0.0)
        title = QFontMetricsF(title_font()).horizontalAdvance(heading(tray)) + GAP
        blank = max(self.card + GAP, title)  # an empty tray shows where a card would lie
        return max(least, blank) - GAP + 2 * EDGE, max(best, blank) - GAP + 2 * EDGE

    def _lay(self, trays: Sequence[Tray]) -> None:
        widths = [self._widths(tray) for tray in trays]
        room = self.area.width() - GAP * (len(trays) - 1) - sum(least for least, _ in widths)
        wanted = sum(best - least for least, best in widths)
        share = max(0.0, min(1.0, room / wanted)) if wanted else 0.0
        x = self.area.left()
        for tray, (least, best) in zip(trays, widths, strict=True):
            width = least + (best - least) * share
            place = TrayPlace(tray, QRectF(x, self.area.top(), width, self.area.height()), self.head)
            self._fill(place)
            self.places.append(place)
            self.items.update((item.id, item) for item in place.items)
            x += width + GAP

    def _fill(self, place: TrayPlace) -> None:
        tray, frame = place.tray, place.frame
        x, top = frame.left() + EDGE, frame.top() + self.head + EDGE / 2 + RAISE
        high = self.card * RATIO
        if tray.face_down:
            place.pile = QRectF(x, top, self.card, high)
            x += self.card + GAP
        columns = ceil(len(tray.pieces) / 2)
        end = frame.right() - EDGE - columns * (self.counter + GAP) + (GAP if columns and not tray.cards else 0)
        if tray.cards:
            end -= GAP if columns else 0.0
            pitch = min(self.card + GAP, (end - x - self.card) / max(1, len(tray.cards) - 1))
            for number, card in enumerate(tray.cards):
                place.items.append(TrayItem(tray.id, card, QRectF(x + number * pitch, top, self.card, high)))
            x += pitch * (len(tray.cards) - 1) + self.card + GAP
        for number, piece in enumerate(tray.pieces):
            column, row = divmod(number, 2)
            spot = QPointF(x + column * (self.counter + GAP), top + row * (self.counter + GAP))
            place.items.append(TrayItem(tray.id, piece, QRectF(spot.x(), spot.y(), self.counter, self.counter)))


def title_font() -> QFont:
    """The lettering of a tray's title."""
    return theme.serif(13, bold=True)


def heading(tray: Tray) -> str:
    """The title of a tray and how much lies in it."""
    count = len(tray.cards) + len(tray.pieces) + tray.face_down
    return f"{tray.title}  {count}" if count else tray.title
