"""The fan: a stack spread out piece by piece, by its places within the space, with what it comes to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil, sqrt

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from common.gui.kit import theme
from common.gui.map import map_signs
from common.gui.map.counter_art import CounterArt, margin_of
from common.gui.map.inner_places import name_inside
from common.gui.map.stacks import BETWEEN, Adder
from common.tabletop import Piece

FAN_SIZE = 62.0
MODEST, FEW = 40.0, 8  # px of a counter in a fan of more than so many that lies aside
SMALLEST = 18.0  # px, a counter in a fan of very many
FAN_GAP = 10.0
FAN_EDGE = 12.0
TITLE = 20.0
CAPTION = 17.0  # for the name of a place within the space
FOOT = 16.0  # for a line of the sums
Groups = list[tuple[str, list[Piece]]]  # by place within the space: its name, and the counters from above


def wrap_lines(lines: Iterable[str], metrics: QFontMetricsF, width: float) -> list[str]:
    """Break lines that are too long between two of their parts."""
    found: list[str] = []
    for line in lines:
        first, *rest = line.split(BETWEEN)
        found.append(first)
        for part in rest:
            longer = found[-1] + BETWEEN + part
            if metrics.horizontalAdvance(longer) <= width:
                found[-1] = longer
            else:
                found.append(part)
    return found


class Fan:
    """A stack spread out inside the window, big enough to read and to pick from."""

    def __init__(
        self, title: str, space: str, pieces: Sequence[Piece], anchor: QRectF, window: QRectF, add_up: Adder,
        known: Mapping[str, Piece] | None = None, clear: Sequence[QRectF] = (),
    ) -> None:  # fmt: skip
        self.title, self.space, self.pieces = title, space, tuple(pieces)
        self.anchor, self._add_up = anchor, add_up
        groups = _group_by_place(self.pieces, known or {})
        words = self._measure_words(window.width() - 2 * FAN_EDGE - 8)
        across, height = self._fit(groups, words, window, MODEST if clear and len(pieces) > FEW else FAN_SIZE)
        width = max(across * self._pitch - FAN_GAP, words) + 2 * FAN_EDGE
        self.panel = place_clear(anchor, width, height, window, clear)
        covers = any(self.panel.intersects(place) for place in clear)
        self.stays = bool(clear) and not covers  # it lies aside, and wherever the pointer goes it stays
        self.rects: dict[str, QRectF] = {}
        self.captions: list[tuple[QRectF, str]] = []  # the places within the space
        self._spread(groups, across)

    @property
    def _pitch(self) -> float:
        return self.size + FAN_GAP

    def _measure_words(self, most: float) -> float:
        """How wide the words make the panel, at most so much; and how high its foot is."""
        name = QFontMetricsF(theme.serif(13, bold=True)).horizontalAdvance(self.title)
        metrics = QFontMetricsF(theme.sans(11))
        sums = wrap_lines(self._add_up(self.pieces), metrics, most)
        self.foot = FOOT * len(sums) + 4
        return min(max(name, *(metrics.horizontalAdvance(line) for line in sums), 0.0), most)

    def _fit(self, groups: Groups, words: float, window: QRectF, size: float) -> tuple[int, float]:
        """How many counters lie in a row and how high that makes the panel, with counters as large as fit."""
        count, most_together = len(self.pieces), max(len(group) for _, group in groups)
        captions = CAPTION * sum(bool(caption) for caption, _ in groups)
        self.size = size
        while True:
            room = int((window.width() - 2 * FAN_EDGE - 8) // self._pitch)
            wide = int((words + FAN_GAP) // self._pitch)  # where the words make it that wide anyway
            across = max(1, min(most_together, max(ceil(sqrt(count * 2.2)), 3, wide), room))
            rows = sum(ceil(len(group) / across) for _, group in groups)
            height = rows * self._pitch - FAN_GAP + 2 * FAN_EDGE + TITLE + self.foot + captions
            if height <= window.height() - 8 or self.size <= SMALLEST:
                return across, height
            self.size -= 4

    def _spread(self, groups: Groups, across: int) -> None:
        """Give every counter its place in the panel, and every place within the space its caption."""
        panel, pitch = self.panel, self._pitch
        left, top = panel.center().x() - (across * pitch - FAN_GAP) / 2, panel.top() + FAN_EDGE + TITLE
        for caption, group in groups:
            if caption:
                line = QRectF(panel.left() + FAN_EDGE, top - 3, panel.width() - 2 * FAN_EDGE, CAPTION)
                self.captions.append((line, caption))
                top += CAPTION
            for number, piece in enumerate(group):
                row, column = divmod(number, across)
                self.rects[piece.id] = QRectF(left + column * pitch, top + row * pitch, self.size, self.size)
            top += ceil(len(group) / across) * pitch

    def piece_at(self, point: QPointF) -> str:
        """The piece under the pointer or at its edge, "" for none."""
        edge = FAN_GAP / 2
        near = (piece for piece, rect in self.rects.items() if rect.adjusted(-edge, -edge, edge, edge).contains(point))
        return next(near, "")

    def holds(self, point: QPointF) -> bool:
        """Whether the pointer is still on the fan or the stack it belongs to."""
        return self.panel.adjusted(-6, -6, 6, 6).contains(point) or self.anchor.contains(point)

    def sums(self, selected: Sequence[str] = ()) -> list[str]:
        """What the chosen pieces, or all, add up to, in lines that fit the panel."""
        chosen = [piece for piece in self.pieces if piece.id in selected]
        width = self.panel.width() - 2 * FAN_EDGE
        return wrap_lines(self._add_up(chosen or self.pieces), QFontMetricsF(theme.sans(11)), width + 0.5)

    def draw(
        self, painter: QPainter, art: CounterArt, ratio: float, selected: Sequence[str], marked: str,
        lit: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Draw panel, counters, what can be chosen, selection and totals."""
        look = theme.current()
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        for grow, alpha in ((5, 18), (3, 28), (1, 40)):
            painter.setBrush(QColor(0, 0, 0, alpha))
            painter.drawRoundedRect(self.panel.adjusted(-grow, -grow + 2, grow, grow + 2), 10, 10)
        painter.setBrush(look.color("panel"))
        painter.setPen(QPen(look.color("edge"), 1.2))
        painter.drawRoundedRect(self.panel, 8, 8)
        head = QRectF(self.panel.left() + FAN_EDGE, self.panel.top() + 6, self.panel.width() - 2 * FAN_EDGE, TITLE)
        painter.setPen(look.color("ink"))
        painter.setFont(theme.serif(13, bold=True))
        painter.drawText(head, Qt.AlignmentFlag.AlignCenter, self.title)
        foot = QRectF(head.left(), self.panel.bottom() - self.foot - 4, head.width(), self.foot)
        painter.setPen(look.color("soft"))
        painter.setFont(theme.sans(11))
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, "\n".join(self.sums(selected)))
        painter.setPen(look.color("ink"))
        for place, caption in self.captions:
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, caption)
        for piece in self.pieces:
            if piece.id in lit and piece.id not in selected:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(map_signs.LIT, 3.0, Qt.PenStyle.DashLine))
                painter.drawRoundedRect(self.rects[piece.id].adjusted(-2, -2, 2, 2), 8, 8)
            self._draw_piece(painter, art, ratio, piece, piece.id in selected, piece.id == marked)
        painter.restore()

    def _draw_piece(
        self, painter: QPainter, art: CounterArt, ratio: float, piece: Piece, chosen: bool, marked: bool
    ) -> None:
        rect = self.rects[piece.id]
        size = round(rect.width() * ratio)
        edge = margin_of(size) / ratio
        painter.drawImage(rect.adjusted(-edge, -edge, edge, edge), art.image(piece, size))
        if chosen or marked:
            look = theme.current()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.color("focus" if chosen else "accent"), 3.0 if chosen else 2.0))
            painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), 9, 9)


def _group_by_place(pieces: Sequence[Piece], known: Mapping[str, Piece]) -> Groups:
    """The counters of a stack from above by their place within the space, each with its name, the surface first.

    Those of a side lie together.
    """
    groups: dict[str, list[Piece]] = {}
    above = pieces[::-1]
    sides = list(dict.fromkeys(piece.side for piece in above))
    for piece in sorted(above, key=lambda piece: sides.index(piece.side)):
        groups.setdefault(piece.inside, []).append(piece)
    return [(capitalise(name_inside(inside, known)), group) for inside, group in groups.items()]


def capitalise(words: str) -> str:
    """Words that begin a line, the first letter large."""
    return words[:1].upper() + words[1:]


def place_beside(anchor: QRectF, width: float, height: float, window: QRectF) -> QRectF:
    """A rectangle above the anchor if it fits there, else below, else beside, always inside the window."""
    x = anchor.center().x() - width / 2
    above, below = anchor.top() - height + 2, anchor.bottom() - 2
    y = above if above >= window.top() + 4 else below
    if y + height > window.bottom() - 4:
        y = anchor.center().y() - height / 2
        x = anchor.right() - 2 if anchor.right() - 2 + width <= window.right() - 4 else anchor.left() + 2 - width
    x = max(window.left() + 4, min(x, window.right() - 4 - width))
    y = max(window.top() + 4, min(y, window.bottom() - 4 - height))
    return QRectF(x, y, width, height)


def place_clear(anchor: QRectF, width: float, height: float, window: QRectF, clear: Sequence[QRectF]) -> QRectF:
    """Beside the anchor, or wherever in the window it covers the fewest of the places that are to be seen."""
    first = place_beside(anchor, width, height, window)
    lefts = (window.left() + 4, anchor.center().x() - width / 2, window.right() - 4 - width)
    tops = (window.top() + 4, anchor.center().y() - height / 2, window.bottom() - 4 - height)
    others = [QRectF(x, y, width, height) for x in lefts for y in tops]
    inside = [panel for panel in others if window.contains(panel)] if clear else []

    def cost(panel: QRectF) -> tuple[int, float]:
        covered = sum(panel.contains(place.center()) for place in clear)
        return covered, (panel.center() - anchor.center()).manhattanLength()

    return min((first, *inside), key=cost)
