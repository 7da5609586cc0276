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
SMALL_HEAD = 18.0  # px at normal text, for the title of a small one
EDGE = 9.0  # px around the contents of a tray
SMALL_EDGE = 5.0
GAP = 7.0  # px between trays, and between cards that do not overlap
RAISE = 7.0  # px, how far the card pointed at stands out
LEAST = 30.0  # px, the narrowest card
MOST = 190.0  # px, the widest card
SEEN = (0.2, 0.5)  # of a card's width: what is seen of one below another at least, in a large and in a small hand
SMALL_HAND = 2.3  # cards' widths that the covered cards of a hand may take together before they slide closer
COUNTERS = ((16, 2), (36, 3), (10_000, 4))  # up to how many counters lie in how many rows
PLATES = (3, 4, 5)  # rows of plates that are as high as a card: the fewest that need no more columns than
COLUMNS = 6
PLATE = (1.9, 2.8)  # how much wider than high a plate is, at least and at its best
LOW = 50.0  # px at normal text, the least height of a row of small trays
BESIDE = (0.3, 0.48)  # of the width, for small trays beside others: what they may always have, and the most
MOST_COUNTER = 64.0  # px, the largest counter in a small tray
SHORT_TITLE = 96.0  # px, what is left of the title of a small tray at least
SMALL_SEEN = 0.4  # of a counter's width: what is seen of one below another in a small tray


class TrayItem:
    """A card or counter with its place in a tray."""

    __slots__ = ("content", "id", "rect", "tray")

    def __init__(self, tray: str, content: Card | Piece, rect: QRectF) -> None:
        self.tray, self.content, self.id, self.rect = tray, content, content.id, rect

    @property
    def is_plate(self) -> bool:
        """Whether it is a card that lies in a sheet, lower than wide."""
        return self.rect.width() > self.rect.height()

    @property
    def name(self) -> str:
        """What is printed on it, for tips and assistive technology."""
        return name_card(self.content) if isinstance(self.content, Card) else self.content.name


class TrayPlace:
    """A tray with its frame, its title bar and the pile of what lies face down in it."""

    def __init__(self, tray: Tray, frame: QRectF, head: float, edge: float, card: float) -> None:
        self.tray, self.frame, self.card = tray, frame, card
        self.head = QRectF(frame.left() + edge, frame.top() + 2, frame.width() - 2 * edge, head)
        self.pile: QRectF | None = None
        self.items: list[TrayItem] = []


class TrayLayout:
    """Large trays in one row, with cards as large as the room allows; small ones in low rows beside them."""

    def __init__(self, trays: Sequence[Tray], area: QRectF) -> None:
        large, small = [tray for tray in trays if not tray.small], [tray for tray in trays if tray.small]
        wanted = LargeRow(large, area).best_width + GAP if large else 0.0
        beside = SmallRows(small, area, area.width() - wanted)
        room = area.adjusted(0, 0, -beside.width - (GAP if small and large else 0.0), 0)
        row = LargeRow(large, room) if large else None
        self.card = row.card if row is not None else beside.card
        self.useful_height = row.useful_height if row is not None else area.height()
        self.places = [*(row.places if row is not None else ()), *beside.places]
        self.items = {item.id: item for place in self.places for item in place.items}

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


class LargeRow:
    """Trays in one row over the whole height; their cards overlap where there are many."""

    def __init__(self, trays: Sequence[Tray], area: QRectF) -> None:
        self.area, self.head = area, HEAD * theme.current().scale
        inner = area.height() - self.head - 2 * EDGE - RAISE
        self.card = max(LEAST, min(MOST, inner / RATIO))
        while self.card > LEAST and sum(self._widths(tray)[0] + GAP for tray in trays) > area.width() + GAP:
            self.card -= 2
        self.places: list[TrayPlace] = []
        self._lay(trays)

    @property
    def best_width(self) -> float:
        """How wide the trays would be if no card covered another."""
        return sum(self._widths(place.tray)[1] + GAP for place in self.places) - GAP

    @property
    def useful_height(self) -> float:
        """How high the trays need to be for cards of this size."""
        return self.head + 2 * EDGE + RAISE + self.card * RATIO

    def _counters(self, tray: Tray) -> tuple[int, int, float]:
        """How many rows and columns of counters a tray has, and how large they are: all rows are as high as a card."""
        count = len(tray.pieces)
        rows = next((rows for most, rows in COUNTERS if count <= most), COUNTERS[-1][1])
        return rows, ceil(count / rows), (self.card * RATIO - GAP * (rows - 1)) / rows

    def _plates(self, tray: Tray) -> tuple[int, int, float]:
        """How many rows and columns of plates a tray has, and how high they are."""
        cards = len(tray.cards)
        rows = next((rows for rows in PLATES if cards <= rows * COLUMNS), PLATES[-1])
        return rows, ceil(cards / rows), (self.card * RATIO - GAP * (rows - 1)) / rows

    def _widths(self, tray: Tray) -> tuple[float, float]:
        """The least and the best width of a tray at the present size of cards."""
        if tray.plates and tray.cards:
            _, columns, high = self._plates(tray)
            least, best = (columns * (high * ratio + GAP) for ratio in PLATE)
        else:
            cards, (_, columns, counter) = len(tray.cards), self._counters(tray)
            fixed = (self.card + GAP if tray.face_down else 0.0) + columns * (counter + GAP)
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
            frame = QRectF(x, self.area.top(), width, self.area.height())
            place = TrayPlace(tray, frame, self.head, EDGE, self.card)
            self._fill(place)
            self.places.append(place)
            x += width + GAP

    def _fill(self, place: TrayPlace) -> None:
        tray, frame = place.tray, place.frame
        x, top = frame.left() + EDGE, frame.top() + self.head + EDGE / 2 + RAISE
        high = self.card * RATIO
        if tray.face_down:
            place.pile = QRectF(x, top, self.card, high)
            x += self.card + GAP
        if tray.plates:
            self._lay_plates(place, x, top)
            return
        rows, columns, counter = self._counters(tray)
        end = frame.right() - EDGE - columns * (counter + GAP) + (GAP if columns and not tray.cards else 0)
        if tray.cards:
            end -= GAP if columns else 0.0
            pitch = min(self.card + GAP, (end - x - self.card) / max(1, len(tray.cards) - 1))
            for number, card in enumerate(tray.cards):
                place.items.append(TrayItem(tray.id, card, QRectF(x + number * pitch, top, self.card, high)))
            x += pitch * (len(tray.cards) - 1) + self.card + GAP
        for number, piece in enumerate(tray.pieces):
            column, row = divmod(number, rows)
            spot = QPointF(x + column * (counter + GAP), top + row * (counter + GAP))
            place.items.append(TrayItem(tray.id, piece, QRectF(spot.x(), spot.y(), counter, counter)))

    def _lay_plates(self, place: TrayPlace, left: float, top: float) -> None:
        """Column by column, as a printed list is read."""
        rows, columns, high = self._plates(place.tray)
        wide = min(high * PLATE[1], (place.frame.width() - 2 * EDGE + GAP) / max(1, columns) - GAP)
        for number, card in enumerate(place.tray.cards):
            column, row = divmod(number, rows)
            rect = QRectF(left + column * (wide + GAP), top + row * (high + GAP), wide, high)
            place.items.append(TrayItem(place.tray.id, card, rect))


class SmallRows:
    """Low trays in rows at the right: boxes, displays and piles that are looked at now and then."""

    def __init__(self, trays: Sequence[Tray], area: QRectF, spare: float) -> None:
        scale = theme.current().scale
        self.places: list[TrayPlace] = []
        self.head = SMALL_HEAD * scale
        self.width = 0.0
        enough = max(spare, area.width() * BESIDE[0])
        for rows in range(1, 1 + max(1, min(int(area.height() / (LOW * scale)), len(trays)))):
            self._measure(rows, area)
            if not trays or self._length(self._break(trays), 1) <= enough:
                break  # fewer rows have larger counters
        if trays:
            self._lay(trays, area, spare)

    def _measure(self, rows: int, area: QRectF) -> None:
        """The height of so many rows, and the counters in them."""
        self.rows = rows
        self.high = (area.height() - GAP * (rows - 1)) / rows
        self.counter = max(14.0, min(MOST_COUNTER, self.high - self.head - 2 * SMALL_EDGE))
        self.card = self.counter / RATIO

    def _length(self, lines: Sequence[Sequence[Tray]], kind: int) -> float:
        """How long the longest line is: at the least (0), or at its best (1)."""
        return max(sum(self._widths(tray)[kind] for tray in line) + GAP * (len(line) - 1) for line in lines)

    def _widths(self, tray: Tray) -> tuple[float, float]:
        """The least and the best width of a tray."""
        title = QFontMetricsF(small_font()).horizontalAdvance(heading(tray)) + GAP
        cards, pieces = len(tray.cards) + bool(tray.face_down), len(tray.pieces)
        best = cards * (self.card + GAP) + pieces * (self.counter + GAP / 2)
        least = cards * (self.card + GAP) + (self.counter * (1 + SMALL_SEEN * (pieces - 1)) if pieces else 0.0)
        return max(least, min(title, SHORT_TITLE)) + 2 * SMALL_EDGE, max(best, title) + 2 * SMALL_EDGE

    def _lay(self, trays: Sequence[Tray], area: QRectF, spare: float) -> None:
        """Rows of about one length, in what the large trays leave over; counters slide closer where that is little."""
        lines = self._break(trays)
        least, best = self._length(lines, 0), self._length(lines, 1)
        most = max(spare, area.width() * BESIDE[1])
        self.width = min(best, max(least, spare, area.width() * BESIDE[0]), most)
        top = area.top()
        for line in lines:
            self._lay_line(line, area.right() - self.width, top)
            top += self.high + GAP

    def _break(self, trays: Sequence[Tray]) -> list[list[Tray]]:
        """Trays in their order on so many lines, each as long as a fair share."""
        widths = [self._widths(tray)[1] for tray in trays]
        share, filled = sum(widths) / self.rows, 0.0
        lines: list[list[Tray]] = [[]]
        for tray, width in zip(trays, widths, strict=True):
            if lines[-1] and filled + width / 2 > share and len(lines) < self.rows:
                lines.append([])
                filled = 0.0
            lines[-1].append(tray)
            filled += width
        return lines

    def _lay_line(self, line: Sequence[Tray], left: float, top: float) -> None:
        widths = [self._widths(tray) for tray in line]
        room = self.width - GAP * (len(line) - 1) - sum(least for least, _ in widths)
        wanted = sum(best - least for least, best in widths)
        share = max(0.0, min(1.0, room / wanted)) if wanted else 0.0
        tight = min(1.0, (self.width - GAP * (len(line) - 1)) / max(1.0, sum(least for least, _ in widths)))
        for tray, (least, best) in zip(line, widths, strict=True):
            width = (least + (best - least) * share) * tight
            place = TrayPlace(tray, QRectF(left, top, width, self.high), self.head, SMALL_EDGE, self.card)
            self._fill(place)
            self.places.append(place)
            left += width + GAP

    def _fill(self, place: TrayPlace) -> None:
        tray, frame = place.tray, place.frame
        x, top = frame.left() + SMALL_EDGE, frame.top() + self.head + SMALL_EDGE
        if tray.face_down:
            place.pile = QRectF(x, top, self.card, self.counter)
            x += self.card + GAP
        for card in tray.cards:
            place.items.append(TrayItem(tray.id, card, QRectF(x, top, self.card, self.counter)))
            x += self.card + GAP
        spare = frame.right() - SMALL_EDGE - x - self.counter
        pitch = min(self.counter + GAP / 2, spare / max(1, len(tray.pieces) - 1))
        for number, piece in enumerate(tray.pieces):
            rect = QRectF(x + number * max(4.0, pitch), top, self.counter, self.counter)
            place.items.append(TrayItem(tray.id, piece, rect))


def name_card(card: Card) -> str:
    """The title of a card, and how many of it lie on each other."""
    return f"{card.face.title} ×{card.count}" if card.count > 1 else card.face.title


def title_font() -> QFont:
    """The lettering of a tray's title."""
    return theme.serif(13, bold=True)


def small_font() -> QFont:
    """The lettering of a small tray's title."""
    return theme.serif(11, bold=True)


def heading(tray: Tray) -> str:
    """The title of a tray and how much lies in it."""
    return f"{tray.title}  {count_of(tray)}".rstrip()


def count_of(tray: Tray) -> str:
    """How much lies in a tray, and of how much it holds; nothing for an empty one without a limit."""
    count = sum(card.count for card in tray.cards) + len(tray.pieces) + tray.face_down
    return f"{count}/{tray.room}" if tray.room else str(count) if count else ""
