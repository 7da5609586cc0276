"""How counters lie in their spaces: by side, by pile and by place within the space."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, sqrt

from PySide6.QtCore import QRectF

from common.gui.kit.language import trn
from common.gui.map.places import Place, Places
from common.tabletop import Piece, strength_of

OFFSET = 0.11  # of a counter's size, from one counter of a stack to the next
DEEPEST = 0.42  # of a counter's size, the whole offset of a stack
RIM = 0.1  # of a counter's size, for shadow and number around it
CLOSE = 1.06  # of a counter's size, from one to the next in a crowded frame
SCALES = (1.0, 0.86, 0.7, 0.62)  # of the natural size, in turn, until all counters of a frame or a box lie side by side
FRAME = 4.0  # map units along the border of a frame that stay free
NAMES = (1.5, 0.92, 0.0)  # of a counter's size: how wide the name of a place within may be, beside and above others
STRIP = (0.05, 0.2)  # of a counter's size: how far that name reaches up from its lower edge, and down
EDGES = 5  # counters of a stack that can be told apart without fanning it out
BETWEEN = " · "


class PlacedCounter:
    """A counter with its place on the map."""

    __slots__ = ("depth", "height", "piece", "scale", "stack", "strength", "x", "y")

    def __init__(
        self, piece: Piece, x: float, y: float, depth: int, height: int, strength: int = 0, scale: float = 1.0
    ) -> None:
        self.piece, self.x, self.y, self.scale = piece, x, y, scale
        self.stack: Sequence[Piece] = (piece,)  # all that a token stands for
        self.strength = strength  # of the whole stack, where counters have any
        self.depth, self.height = depth, height  # its number from below, and how many there are

    def rect(self, size: float) -> QRectF:
        """The ground a counter covers where they have this size, in map units."""
        size *= self.scale
        return QRectF(self.x - size / 2, self.y - size / 2, size, size)


class InnerStack:
    """A stack in a place within its space, such as underground or aboard a ship, from below."""

    __slots__ = ("counters", "inside", "room")

    def __init__(self, inside: str, counters: Sequence[PlacedCounter]) -> None:
        self.inside, self.counters = inside, tuple(counters)
        self.room = NAMES[0]  # of a counter's size: how wide a name below it may be


class StackLayout:
    """All counters of a position, in the order of drawing."""

    def __init__(self, pieces: Iterable[Piece], places: Places, size: float) -> None:
        self.size = size
        self.inner: list[InnerStack] = []
        self.stacks: dict[str, list[Piece]] = {}
        for piece in pieces:
            if piece.space in places:
                self.stacks.setdefault(piece.space, []).append(piece)
        self.crowded: set[str] = set()  # the frames in which counters lie in rows
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
        self.tokens = [top for top in self.tops if top.piece.space not in self.crowded] + self._sum_up(places)
        for top in self.tops:
            top.stack = self.piles[top.piece.id]
        self._places = places
        self._laid: tuple[float, Sequence[QRectF], list[PlacedCounter]] = (0.0, (), [])  # the tokens of one size

    def _lay_stacks(self, place: Place, stack: Sequence[Piece]) -> None:
        scale = _scale_in_box(place, len(stack), self.size) if place.box else 1.0
        size = self.size * scale
        groups, (across, down) = group_stack(stack), _columns(place, size)
        if place.framed and (len(stack) > across * down or any(group[0].inside for group in groups)):
            self._lay_rows(place, groups)
            return
        if place.box or across > 1 or down > 1:
            groups = _spread(groups, place, size)
        spots = _spots(place, len(groups), size)
        if place.box or 1 < len(groups) <= across * down:
            deep = max(self._back(group, size) for group in groups)
            rim = RIM if place.box else 0.0  # around an area lies more free ground
            spots = _draw_together(spots, place.field, size * (0.5 + rim) + (deep if place.box else deep / 2))
        for spot, group in zip(spots, groups):
            self._lay_group(spot, group, scale)

    def _lay_rows(self, place: Place, groups: list[list[Piece]]) -> None:
        """A crowded frame: smaller counters in rows, the surface on the left and what lies within on the right."""
        rows = next((found for scale in SCALES if (found := Rows(place, groups, self.size, scale)).fits), None)
        rows = rows or Rows(place, groups, self.size, SCALES[-1], deep=True)
        self.crowded.add(place.id)
        before = len(self.inner)
        for spot, group in rows.laid():
            self._lay_group(spot, group, rows.scale)
        laid = [self.placed[piece.id] for group in groups for piece in group]
        for stack in self.inner[before:]:
            stack.room = next(room for room in NAMES if not room or self._is_free(stack, room, laid))

    def _is_free(self, stack: InnerStack, room: float, laid: Sequence[PlacedCounter]) -> bool:
        """Whether a name of that width below a stack lies over none of these counters."""
        low = stack.counters[0].rect(self.size)
        size, (up, down) = low.width(), STRIP
        strip = QRectF(low.left(), low.bottom() - up * size, room * size, (up + down) * size)
        return not any(strip.intersects(other.rect(self.size)) for other in laid if other not in stack.counters)

    def _sum_up(self, places: Places) -> list[PlacedCounter]:
        """What stands for the counters of crowded frames where they are too small to be seen: one for each side."""
        tokens = []
        for space in sorted(self.crowded):
            sides: dict[tuple[bool, str], list[Piece]] = {}
            for piece in self.stacks[space]:
                sides.setdefault((bool(piece.inside), piece.side or ""), []).append(piece)
            field = places[space].field
            for number, key in enumerate(sorted(sides)):
                group = sides[key]
                x = field.left() + field.width() * (number + 0.5) / len(sides)
                strength = sum(piece.strength for piece in group)
                tokens.append(PlacedCounter(group[-1], x, field.center().y(), len(group) - 1, len(group), strength))
                tokens[-1].stack = group
        return tokens

    def tokens_at(self, size: float, names: Sequence[QRectF] = ()) -> list[PlacedCounter]:
        """What stands for the stacks where tokens are so large: within a box as many as lie side by side in it.

        They leave the names free that stand there.
        """
        if self._laid[:2] != (size, names):
            boxes = {space for space in self.stacks if self._places[space].box and space not in self.crowded}
            tokens = [token for token in self.tokens if token.piece.space not in boxes]
            for space in sorted(boxes):
                tokens += _box_tokens(_below_name(self._places[space], names), self.stacks[space], size, self.size)
            self._laid = size, names, tokens
        return self._laid[2]

    def _lay_group(self, spot: tuple[float, float], group: Sequence[Piece], scale: float) -> None:
        """Put one stack down around a spot."""
        seen, back = min(len(group), EDGES), self._back(group, self.size * scale)
        step = 2 * back / max(1, seen - 1)  # the counters below lie exactly under the lowest one seen
        self.piles.update(dict.fromkeys((piece.id for piece in group), group))
        strength = sum(piece.strength for piece in group)
        for depth, piece in enumerate(group):
            rise = max(0, depth - len(group) + seen) * step
            x, y = spot[0] - back + rise, spot[1] + back - rise
            self.placed[piece.id] = PlacedCounter(piece, x, y, depth, len(group), strength, scale)
        if group[0].inside:
            self.inner.append(InnerStack(group[0].inside, [self.placed[piece.id] for piece in group]))

    def _back(self, group: Sequence[Piece], size: float) -> float:
        """How far the lowest counter of a stack lies off its middle."""
        above = min(len(group), EDGES) - 1
        return min(OFFSET, DEEPEST / max(1, above)) * size * above / 2

    def place_of(self, piece: str) -> tuple[float, float] | None:
        """Where a counter lies on the map."""
        counter = self.placed.get(piece)
        return (counter.x, counter.y) if counter else None


class Rows:
    """Rows of cells in a frame for counters of one size: the surface on the left, what lies within on the right."""

    def __init__(self, place: Place, groups: list[list[Piece]], size: float, scale: float, deep: bool = False) -> None:
        self.scale, self.field = scale, place.field.adjusted(FRAME, 0, -FRAME, -FRAME)
        pitch = size * scale * CLOSE
        self.across = max(1, int(self.field.width() / pitch))
        self.down = max(1, int(self.field.height() / pitch))
        ordered = sorted(groups, key=lambda group: (group[0].inside, group[0].side or ""))  # the like lie together
        outer = [group for group in ordered if not group[0].inside]
        inner = [group for group in ordered if group[0].inside]
        self.outer, self.inner = self._cut(outer, 1), self._cut(inner, 1)
        height = 1
        while deep and not self.fits and height < sum(map(len, groups)):
            height += 1
            self.outer, self.inner = self._cut(outer, height), self._cut(inner, height)

    def _cut(self, groups: list[list[Piece]], height: int) -> list[list[Piece]]:
        """The groups as stacks of at most so many counters."""
        return [group[i : i + height] for group in groups for i in range(0, len(group), height)]

    @property
    def fits(self) -> bool:
        """Whether every stack has a cell."""
        return ceil(len(self.outer) / self.down) + ceil(len(self.inner) / self.down) <= self.across

    def laid(self) -> Iterator[tuple[tuple[float, float], list[Piece]]]:
        """Each stack with the middle of its cell, row by row; without anything within, the rows are in the middle."""
        right = ceil(len(self.inner) / self.down)
        left = self.across - right if right else max(1, ceil(len(self.outer) / self.down))
        start = 0.0 if right else (self.across - left) / 2
        yield from self._rows(self.outer, max(1, left), start)
        yield from self._rows(self.inner, max(1, right), float(self.across - right))

    def _rows(
        self, stacks: list[list[Piece]], across: int, start: float
    ) -> Iterator[tuple[tuple[float, float], list[Piece]]]:
        wide, rows = self.field.width() / self.across, ceil(len(stacks) / across)
        high = self.field.height() / max(1, rows)
        for number, stack in enumerate(stacks):
            row, column = divmod(number, across)
            x = self.field.left() + (start + column + 0.5) * wide
            yield (x, self.field.top() + (row + 0.5) * high), stack


def group_stack(stack: Sequence[Piece]) -> list[list[Piece]]:
    """Counters that lie together: of one side, one pile and one place within the space; the surface comes first."""
    groups: dict[tuple[str | None, str, str], list[Piece]] = {}
    for piece in stack:
        groups.setdefault((piece.side, piece.pile, piece.inside), []).append(piece)
    return sorted(groups.values(), key=lambda group: bool(group[0].inside))


def _scale_in_box(place: Place, count: int, size: float) -> float:
    """How small counters lie in a box so that each has a place of its own; where none is enough they are stacked."""
    rooms = ((scale, _columns(place, size * scale)) for scale in SCALES)
    return next((scale for scale, (across, down) in rooms if across * down >= count), 1.0)


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


def _box_tokens(place: Place, stack: Sequence[Piece], size: float, natural: float) -> Iterator[PlacedCounter]:
    """Tokens of one size in a box; a token stands for several counters where there is no room for all."""
    groups = _spread(group_stack(stack), place, size)
    spots = _draw_together(_spots(place, len(groups), size), place.field, size / 2)
    for (x, y), group in zip(spots, groups):
        strength = sum(piece.strength for piece in group)
        token = PlacedCounter(group[-1], x, y, len(group) - 1, len(group), strength, size / natural)
        token.stack = group
        yield token


def _below_name(box: Place, names: Iterable[QRectF]) -> Place:
    """A box with no more room than its name leaves below it, which may be drawn larger than it is printed."""
    ends = [name.bottom() for name in names if name.top() <= box.field.top() and name.intersects(box.rect)]
    field = box.field.adjusted(0, max([0.0, *(end - box.field.top() for end in ends)]), 0, 0)
    middle = field.center()
    place = Place(box.id, box.name, (middle.x(), middle.y()), box.outline, box.room, True)
    place.field = field
    return place


Adder = Callable[[Sequence[Piece]], Sequence[str]]


def totals(pieces: Sequence[Piece], sums: Sequence[str] | None = None) -> str:
    """How many counters there are, what they come to by the game, and how many can act."""
    movable = sum(piece.movable or piece.joins for piece in pieces)
    able = (trn("{n} can act", "{n} can act", movable),) if movable else ()
    words = strength_of(pieces) if sums is None else sums
    return BETWEEN.join((trn("{n} counter", "{n} counters", len(pieces)), *words, *able))
