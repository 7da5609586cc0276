"""How counters lie in their spaces, and the fan that shows a stack piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, sqrt

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from common.gui.kit import theme
from common.gui.kit.language import trn
from common.gui.map.counter_art import CounterArt, margin_of
from common.gui.map.inner_places import name_inside
from common.gui.map.places import Place, Places
from common.tabletop import Piece, strength_of

OFFSET = 0.11  # of a counter's size, from one counter of a stack to the next
DEEPEST = 0.42  # of a counter's size, the whole offset of a stack
RIM = 0.1  # of a counter's size, for shadow and number around it
EDGES = 5  # counters of a stack that can be told apart without fanning it out
FAN_SIZE = 62.0
FAN_GAP = 10.0
FAN_EDGE = 12.0
TITLE = 20.0
CAPTION = 17.0  # for the name of a place within the space
FOOT = 16.0  # for a line of the sums
BETWEEN = " · "


class PlacedCounter:
    """A counter with its place on the map."""

    __slots__ = ("depth", "height", "piece", "strength", "x", "y")

    def __init__(self, piece: Piece, x: float, y: float, depth: int, height: int, strength: int = 0) -> None:
        self.piece, self.x, self.y = piece, x, y
        self.strength = strength  # of the whole stack, where counters have any
        self.depth, self.height = depth, height  # its number from below, and how many there are

    def rect(self, size: float) -> QRectF:
        """The ground a counter of this size covers, in map units."""
        return QRectF(self.x - size / 2, self.y - size / 2, size, size)


class InnerStack:
    """A stack in a place within its space, such as underground or aboard a ship, from below."""

    __slots__ = ("counters", "inside")

    def __init__(self, inside: str, counters: Sequence[PlacedCounter]) -> None:
        self.inside, self.counters = inside, tuple(counters)


class StackLayout:
    """All counters of a position, in the order of drawing."""

    def __init__(self, pieces: Iterable[Piece], places: Places, size: float) -> None:
        self.size = size
        self.inner: list[InnerStack] = []
        self.stacks: dict[str, list[Piece]] = {}
        for piece in pieces:
            if piece.space in places:
                self.stacks.setdefault(piece.space, []).append(piece)
        self.placed: dict[str, PlacedCounter] = {}
        self.piles: dict[str, Sequence[Piece]] = {}  # by each counter of it; a roomy place holds several
        for space, stack in self.stacks.items():
            stack.sort(key=lambda piece: (not piece.inside, piece.inside, piece.order))  # the surface lies above
            self._lay_stacks(places[space], stack)
        self.order: list[PlacedCounter] = sorted(
            self.placed.values(), key=lambda counter: (counter.y + counter.depth * 0.01 * size, counter.x)
        )
        self.order.sort(key=lambda counter: counter.depth)
        self.tops = [counter for counter in self.order if counter.depth == counter.height - 1]

    def _lay_stacks(self, place: Place, stack: Sequence[Piece]) -> None:
        groups, (across, down) = group_stack(stack), _columns(place, self.size)
        if place.box or across > 1 or down > 1:
            groups = _spread(groups, place, self.size)
        spots = _spots(place, len(groups), self.size)
        if place.box or 1 < len(groups) <= across * down:
            deep, rim = max(map(self._back, groups)), RIM if place.box else 0.0  # around an area lies more free ground
            spots = _draw_together(spots, place.field, self.size * (0.5 + rim) + (deep if place.box else deep / 2))
        for spot, group in zip(spots, groups):
            seen, back = min(len(group), EDGES), self._back(group)
            step = 2 * back / max(1, seen - 1)  # the counters below lie exactly under the lowest one seen
            self.piles.update(dict.fromkeys((piece.id for piece in group), group))
            for depth, piece in enumerate(group):
                rise = max(0, depth - len(group) + seen) * step
                x, y = spot[0] - back + rise, spot[1] + back - rise
                self.placed[piece.id] = PlacedCounter(piece, x, y, depth, len(group), sum(p.strength for p in group))
            if group[0].inside:
                self.inner.append(InnerStack(group[0].inside, [self.placed[piece.id] for piece in group]))

    def _back(self, group: Sequence[Piece]) -> float:
        """How far the lowest counter of a stack lies off its middle."""
        above = min(len(group), EDGES) - 1
        return min(OFFSET, DEEPEST / max(1, above)) * self.size * above / 2

    def place_of(self, piece: str) -> tuple[float, float] | None:
        """Where a counter lies on the map."""
        counter = self.placed.get(piece)
        return (counter.x, counter.y) if counter else None


def group_stack(stack: Sequence[Piece]) -> list[list[Piece]]:
    """Counters that lie together: of one side, one pile and one place within the space; the surface comes first."""
    groups: dict[tuple[str | None, str, str], list[Piece]] = {}
    for piece in stack:
        groups.setdefault((piece.side, piece.pile, piece.inside), []).append(piece)
    return sorted(groups.values(), key=lambda group: bool(group[0].inside))


def _columns(place: Place, size: float) -> tuple[int, int]:
    """How many counters fit beside and below one another."""
    pitch = size * 1.12
    return max(1, int(place.field.width() / pitch)), max(1, int(place.field.height() / pitch))


def _spread(groups: list[list[Piece]], place: Place, size: float) -> list[list[Piece]]:
    """Where there is room, counters lie beside one another; what does not fit is stacked."""
    across, down = _columns(place, size)
    room, wanted = across * down, sum(len(group) for group in groups)
    if room <= len(groups):
        return groups
    deep = max(1, ceil(wanted / room))
    while sum(ceil(len(group) / deep) for group in groups) > room:
        deep += 1
    return [group[i : i + deep] for group in groups for i in range(0, len(group), deep)]


def _spots(place: Place, count: int, size: float) -> list[tuple[float, float]]:
    """Centres of so many stacks in a place."""
    x, y = place.center
    if count <= 1:
        return [(x, y)]
    pitch = size * 1.12
    most, down = _columns(place, size)
    if count == 2 and not place.box and most < 2 <= down:
        middle = place.field.center()
        return [(middle.x(), middle.y() - pitch / 2), (middle.x(), middle.y() + pitch / 2)]
    if count == 2 and not place.box and most < 2:
        half = min(pitch / 2, max(place.room - size * 0.35, size * 0.2))
        return [(x - half, y), (x + half, y)]
    across = max(1, min(most, count) if most * most >= count or place.box else max(most, ceil(sqrt(count))))
    rows = ceil(count / across)
    wide, high = max(place.field.width(), size * 1.6), max(place.field.height(), size * 1.6)
    tight_x = min(pitch, wide / across)
    tight_y = min(pitch, high / rows)
    if most > 1:
        x, y = place.field.center().x(), place.field.center().y()
    spots = []
    for number in range(count):
        row, column = divmod(number, across)
        width = min(across, count - row * across)
        spots.append((x + (column - (width - 1) / 2) * tight_x, y + (row - (rows - 1) / 2) * tight_y))
    return spots


def _draw_together(spots: list[tuple[float, float]], field: QRectF, reach: float) -> list[tuple[float, float]]:
    """Stacks that reach so far around their middles, drawn together until they lie in a field."""
    xs, ys = zip(*spots)
    x = _line_up(xs, field.left() + reach, field.right() - reach)
    y = _line_up(ys, field.top() + reach, field.bottom() - reach)
    return list(zip(x, y))


def _line_up(values: Sequence[float], least: float, most: float) -> list[float]:
    low, high = min(values), max(values)
    if least >= most:
        return [(least + most) / 2] * len(values)
    if high - low > most - least:
        return [least + (value - low) * (most - least) / (high - low) for value in values]
    shift = max(least - low, 0.0) - max(high - most, 0.0)
    return [value + shift for value in values]


Adder = Callable[[Sequence[Piece]], Sequence[str]]


def totals(pieces: Sequence[Piece], sums: Sequence[str] | None = None) -> str:
    """How many counters there are, what they come to by the game, and how many can act."""
    movable = sum(piece.movable or piece.joins for piece in pieces)
    able = (trn("{n} can act", "{n} can act", movable),) if movable else ()
    words = strength_of(pieces) if sums is None else sums
    return BETWEEN.join((trn("{n} counter", "{n} counters", len(pieces)), *words, *able))


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
        known: Mapping[str, Piece] | None = None,
    ) -> None:  # fmt: skip
        self.title, self.space, self.pieces = title, space, tuple(pieces)
        groups = _group_by_place(self.pieces, known or {})
        self.anchor, self._add_up = anchor, add_up
        count, most_together = len(self.pieces), max(len(group) for _, group in groups)
        name = QFontMetricsF(theme.serif(13, bold=True)).horizontalAdvance(title)
        metrics, most = QFontMetricsF(theme.sans(11)), window.width() - 2 * FAN_EDGE - 8
        sums = wrap_lines(add_up(self.pieces), metrics, most)
        foot = max((metrics.horizontalAdvance(line) for line in sums), default=0.0)
        self.foot = FOOT * len(sums) + 4
        size, across = FAN_SIZE, 0
        while True:
            pitch = size + FAN_GAP
            room = int((window.width() - 2 * FAN_EDGE - 8) // pitch)
            wide = int((min(max(name, foot), most) + FAN_GAP) // pitch)  # where the words make it that wide anyway
            across = max(1, min(most_together, max(ceil(sqrt(count * 2.2)), 3, wide), room))
            rows = sum(ceil(len(group) / across) for _, group in groups)
            captions = CAPTION * sum(bool(caption) for caption, _ in groups)
            height = rows * pitch - FAN_GAP + 2 * FAN_EDGE + TITLE + self.foot + captions
            if height <= window.height() - 8 or size <= 18:
                break
            size -= 4
        width = max(across * pitch - FAN_GAP, min(max(name, foot), most)) + 2 * FAN_EDGE
        self.size = size
        self.panel = place_beside(anchor, width, height, window)
        left = self.panel.center().x() - (across * pitch - FAN_GAP) / 2
        self.rects: dict[str, QRectF] = {}
        self.captions: list[tuple[QRectF, str]] = []  # the places within the space
        top = self.panel.top() + FAN_EDGE + TITLE
        for caption, group in groups:
            if caption:
                row_width = self.panel.width() - 2 * FAN_EDGE
                self.captions.append((QRectF(self.panel.left() + FAN_EDGE, top - 3, row_width, CAPTION), caption))
                top += CAPTION
            for number, piece in enumerate(group):
                row, column = divmod(number, across)
                self.rects[piece.id] = QRectF(left + column * pitch, top + row * pitch, size, size)
            top += ceil(len(group) / across) * pitch

    def piece_at(self, point: QPointF) -> str:
        """The piece under the pointer, "" for none."""
        return next((piece for piece, rect in self.rects.items() if rect.contains(point)), "")

    def holds(self, point: QPointF) -> bool:
        """Whether the pointer is still on the fan or the stack it belongs to."""
        return self.panel.adjusted(-6, -6, 6, 6).contains(point) or self.anchor.contains(point)

    def sums(self, selected: Sequence[str] = ()) -> list[str]:
        """What the chosen pieces, or all, add up to, in lines that fit the panel."""
        chosen = [piece for piece in self.pieces if piece.id in selected]
        width = self.panel.width() - 2 * FAN_EDGE
        return wrap_lines(self._add_up(chosen or self.pieces), QFontMetricsF(theme.sans(11)), width + 0.5)

    def draw(self, painter: QPainter, art: CounterArt, ratio: float, selected: Sequence[str], marked: str) -> None:
        """Draw panel, counters, selection and totals."""
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
            self._piece(painter, art, ratio, piece, piece.id in selected, piece.id == marked)
        painter.restore()

    def _piece(
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


def _group_by_place(pieces: Sequence[Piece], known: Mapping[str, Piece]) -> list[tuple[str, list[Piece]]]:
    """The counters of a stack from above by their place within the space, each with its name, the surface first."""
    groups: dict[str, list[Piece]] = {}
    for piece in reversed(pieces):
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
