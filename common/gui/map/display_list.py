"""Display lists that a QPainter can draw in part: operations with their extent, found through a coarse grid."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from common.gui.kit import theme
from common.gui.kit.stylesheet import SERIF
from common.gui.map.name_sizes import GrownName, grow_names, touching
from common.maps import GameMap
from common.maps.pictures.drawing import Item, Path, Picture, Symbol, Text, draw, outlines
from common.maps.pictures.picture import Step
from common.maps.pictures.styles import map_palette
from common.maps.pictures.svg import MIDDLE
from common.maps.pictures.themes import Mode

CELLS = 48  # of the grid along the longer side of the map
SMALLEST = 0.6  # px below which a thing is not drawn
THIN = 2.2  # px; thinner lines need no round joins, which cost most of the time of a stroke
HAIR = 1.45  # px; lines thinner than this are drawn as hairlines, fainter the thinner they are
KEPT = 4  # scales whose grown names are remembered
FINE = 64  # px, the size at which letters are taken from the font
LEADING = 1.0  # of their size, from one line of a name to the next
WIDE = 0.12  # of their size: names spaced wider than this are those of whole regions
NAMES = ("numbers", "labels", "furniture")
SIGNS = ("features", *NAMES)  # layers that overlays must not hide (U40)
NO_PEN = QPen(Qt.PenStyle.NoPen)
NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)


class Op:
    """One path with its pen and brush; `upright` ones keep their angle when the board is turned."""

    __slots__ = (
        "_path", "bottom", "brush", "extent", "filed", "finest", "layer", "left", "name", "pen", "right", "sign",
        "thin", "top", "upright", "words",
    )  # fmt: skip

    def __init__(
        self, path: QPainterPath | Text, pen: QPen, brush: QBrush, upright: QPointF | None = None,
        finest: float = 0.0, box: QRectF | None = None,
    ) -> None:  # fmt: skip
        """Take a path, or a text whose letters are outlined when they are first drawn and the box that they fill."""
        self._path, self.pen, self.brush = path, pen, brush
        self.thin: QPen | None = None
        self.filed: tuple[float, list[tuple[int, int]] | None] | None = None  # cells of a grid of this width
        self.layer = ""
        self.name: Text | None = None  # the level name whose letters it draws
        self.words = False  # letters on a level line
        self.sign = False  # a printed name, number or symbol, drawn again above overlays
        self.upright = upright
        self.finest = finest  # the zoom from which it is drawn
        box = self.path.boundingRect() if box is None else box
        grow = pen.widthF() / 2 if pen.style() != Qt.PenStyle.NoPen else 0.0
        self.left, self.top = box.left() - grow, box.top() - grow
        self.right, self.bottom = box.right() + grow, box.bottom() + grow
        self.extent = max(self.right - self.left, self.bottom - self.top)

    @property
    def rect(self) -> QRectF:
        """The room it takes on the map."""
        return QRectF(self.left, self.top, self.right - self.left, self.bottom - self.top)

    @property
    def path(self) -> QPainterPath:
        """What is drawn."""
        if isinstance(self._path, Text):
            self._path = text_path(self._path)
        return self._path


class Scene:
    """Operations in the order of drawing, with an index by place."""

    def __init__(
        self, ops: Iterable[Op], size: tuple[float, float], paper: str, printed: Iterable[QRectF] = (),
        inks: Inks | None = None, names: Iterable[QRectF] = (),
    ) -> None:  # fmt: skip
        self.ops: Sequence[Op] = tuple(ops)
        self.size, self.paper = size, QColor(paper)
        self._paper, self._inks = paper, inks
        self.printed = tuple(printed)  # names and signs that counters should leave free
        self.names = tuple(names)  # of places, with their haloes: lines around lit spaces leave them free
        self.homes: Sequence[QPainterPath] = ()  # the areas of a map, whose names do not cross their borders
        self.layers = frozenset(op.layer for op in self.ops)
        self.cell = max(size[0], size[1], 1.0) / CELLS
        self._grown: OrderedDict[tuple[float, float], dict[Op, GrownName]] = OrderedDict()  # by scale and least letters
        self._room: tuple[tuple[float, float], tuple[QRectF, ...]] = (0.0, 0.0), ()
        self._hairs: dict[tuple[int, int], QPen] = {}
        self._grid: dict[tuple[int, int], list[int]] = {}
        self._wide: list[int] = []
        for number, op in enumerate(self.ops):
            self._file(number, op)

    def dye(self, palette: Mapping[str, str]) -> None:
        """Take the colours a palette gives to the names of colours; nothing is built again."""
        self.paper = QColor(palette.get(self._paper, self._paper))
        self._hairs.clear()
        if self._inks is not None:
            self._inks.dye(palette)

    def _file(self, number: int, op: Op) -> None:
        if op.filed is None or op.filed[0] != self.cell:
            op.filed = self.cell, self._cells(op)
        cells = op.filed[1]
        if cells is None:
            self._wide.append(number)
            return
        for cell in cells:
            self._grid.setdefault(cell, []).append(number)

    def _cells(self, op: Op) -> list[tuple[int, int]] | None:
        """The cells of the grid an operation touches; None for too many."""
        x0, x1 = floor(op.left / self.cell), floor(op.right / self.cell)
        y0, y1 = floor(op.top / self.cell), floor(op.bottom / self.cell)
        if (x1 - x0 + 1) * (y1 - y0 + 1) > CELLS * 2:
            return None
        return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]

    def within(self, rect: QRectF) -> list[Op]:
        """The operations that may show in this part of the map, in order."""
        left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
        found = set(self._wide)
        for y in range(floor(top / self.cell), ceil(bottom / self.cell) + 1):
            for x in range(floor(left / self.cell), ceil(right / self.cell) + 1):
                found.update(self._grid.get((x, y), ()))
        ops = self.ops
        return [
            op
            for op in map(ops.__getitem__, sorted(found))
            if op.left <= right and op.right >= left and op.top <= bottom and op.bottom >= top
        ]

    def paint_signs(
        self, painter: QPainter, rect: QRectF, scale: float, turned: bool, hidden: Collection[str] = (),
        least: float = 0.0,
    ) -> None:  # fmt: skip
        """Only names, numbers and symbols."""
        grown = self._grow(scale, least)
        signs = [op for op in (*self.within(rect), *touching(grown, rect)) if op.sign and op.layer not in hidden]
        self._draw_all(painter, signs, scale, turned, grown)

    def paint(
        self, painter: QPainter, rect: QRectF, scale: float, turned: bool, hidden: Collection[str] = (),
        least: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a part of the map with a painter whose transform is already set; scale is in device pixels.

        The letters of names have at least so many pixels where there is room for them.
        """
        grown = self._grow(scale, least)
        ops = [*self.within(rect), *touching(grown, rect)]
        self._draw_all(painter, [op for op in ops if op.layer not in hidden] if hidden else ops, scale, turned, grown)

    def find_names(self, scale: float, least: float) -> tuple[QRectF, ...]:
        """The room that names take at a scale; worked out once."""
        key = scale, least
        if self._room[0] != key:
            grown = self._grow(scale, least)
            named = [op for op in self.ops if op.name is not None and op.pen is NO_PEN and op.finest <= scale]
            self._room = key, tuple([grown[op].rect if op in grown else op.rect for op in named])
        return self._room[1]

    def _grow(self, scale: float, least: float) -> dict[Op, GrownName]:
        """The names that are drawn larger at a scale; worked out once."""
        key = scale, least
        if key not in self._grown:
            self._grown[key] = grow_names(self, scale, least, in_two_lines)
            while len(self._grown) > KEPT:
                self._grown.popitem(last=False)
        return self._grown[key]

    def _draw_all(
        self, painter: QPainter, ops: Sequence[Op], scale: float, turned: bool, grown: dict[Op, GrownName]
    ) -> None:
        """Draw what is as it was printed, and above it the names that have grown."""
        self._draw(painter, [op for op in ops if op not in grown] if grown else ops, scale, turned)
        for op in dict.fromkeys(op for op in ops if op in grown):
            transform, rect, lines = grown[op]
            painter.save()
            if turned:
                painter.setTransform(half_turn(rect.center()), True)
            painter.setTransform(transform, True)
            self._draw(painter, (op if lines is None else Op(lines, op.pen, op.brush),), scale, False)
            painter.restore()

    def _thin(self, pen: QPen, scale: float) -> QPen:
        """A pen for a line of about a pixel: Qt draws hairlines many times faster than outlines of thin strokes."""
        width = pen.widthF() * scale
        if width >= HAIR or pen.style() != Qt.PenStyle.SolidLine:
            return pen
        strength = min(16, max(1, round(width * 16)))
        hair = self._hairs.get((id(pen), strength))
        if hair is None:
            colour = pen.color()
            colour.setAlphaF(colour.alphaF() * strength / 16)
            hair = self._hairs[id(pen), strength] = QPen(colour, 1.0)
            hair.setCosmetic(True)
        return hair

    def _draw(self, painter: QPainter, ops: Iterable[Op], scale: float, turned: bool) -> None:
        pen: QPen | None = None
        brush: QBrush | None = None
        for op in ops:
            if op.extent * scale < SMALLEST or op.finest > scale:
                continue
            wanted = op.pen if op.thin is None or op.thin.widthF() * scale >= THIN else self._thin(op.thin, scale)
            if wanted is not pen:
                pen = wanted
                painter.setPen(pen)
            if op.brush is not brush:
                brush = op.brush
                painter.setBrush(brush)
            if turned and op.upright is not None:
                painter.save()
                painter.setTransform(half_turn(op.upright), True)
                painter.drawPath(op.path)
                painter.restore()
            else:
                painter.drawPath(op.path)


def half_turn(about: QPointF) -> QTransform:
    """The turn by 180° about a point."""
    return QTransform(-1, 0, 0, -1, 2 * about.x(), 2 * about.y())


def ring_path(points: Iterable[tuple[float, float]], closed: bool = True) -> QPainterPath:
    """The path through these points."""
    path = QPainterPath()
    for number, (x, y) in enumerate(points):
        if number:
            path.lineTo(x, y)
        else:
            path.moveTo(x, y)
    if closed:
        path.closeSubpath()
    return path


# --- pictures of maps ---


def scene_of(game_map: GameMap, mode: Mode, maker: Inks | None = None) -> Scene:
    """The drawing of a map as operations for a painter; a maker that drew it before makes only what is new."""
    # the discs and boxes of a point map are features themselves: overlays must show on them
    picture = _sheet(game_map) if maker is None else draw(game_map, None)
    scene = scene_from(picture, NAMES if game_map.kind == "point" else SIGNS, maker)
    if game_map.kind == "area":
        scene.homes = tuple(ring_path(space.polygon) for space in game_map.spaces.values())
    scene.dye(map_palette(game_map, mode))
    return scene


@lru_cache(maxsize=2)
def _sheet(game_map: GameMap) -> Picture:
    """The picture of a map as it is printed, drawn once for all its tables, papers and files."""
    return draw(game_map, None)


def scene_from(picture: Picture, signs: Collection[str] = (), maker: Inks | None = None) -> Scene:
    """Any picture as operations for a painter; the layers named as signs can be drawn by themselves."""
    maker = maker or Inks()
    made = maker.picture(picture, signs)
    ops = [op for known in made for op in known.ops]
    printed = [rect for known in made for rect in known.printed]
    names = [rect for known in made for rect in known.names]
    return Scene(ops, picture.size, picture.background, printed, maker, names)


class DrawnScenes(NamedTuple):
    """What was made of an item: operations, where names and signs are that counters should leave free, and names."""

    ops: list[Op]
    printed: list[QRectF]
    names: list[QRectF]


class Inks:
    """Turns items into operations; pens and brushes of one style are shared, so that all can be dyed at once."""

    def __init__(self) -> None:
        self._pens: dict[tuple[str, float, tuple[float, ...], float, bool], QPen] = {}
        self._brushes: dict[tuple[str, float], QBrush] = {}
        self._worn: Mapping[str, str] = {}
        self._known: dict[tuple[str, float, Item], DrawnScenes] = {}

    def dye(self, palette: Mapping[str, str]) -> None:
        """Give every pen and brush the colour its name has in a palette."""
        if palette == self._worn:
            return
        self._worn = palette
        for (colour, _, _, opacity, _), pen in list(self._pens.items()):
            pen.setColor(self._fade(colour, opacity))
        for (colour, opacity), brush in list(self._brushes.items()):
            brush.setColor(self._fade(colour, opacity))

    def _fade(self, colour: str, opacity: float) -> QColor:
        return fade(self._worn.get(colour, colour), opacity)

    def picture(self, picture: Picture, signs: Collection[str]) -> list[DrawnScenes]:
        """What is to be painted of a picture; what was in the last one too is not made again."""
        made, before = [], self._known
        self._known = {}
        for layer in picture.layers:
            for item in layer.items:
                key = (layer.name, layer.min_zoom, item)
                known = before.get(key)
                if known is None:
                    known = DrawnScenes([], [], [])
                    for op in self._ops(item, layer.min_zoom, known):
                        op.layer, op.sign = layer.name, layer.name in signs
                        known.ops.append(op)
                self._known[key] = known
                made.append(known)
        return made

    def _ops(self, item: Item, zoom: float, known: DrawnScenes) -> Iterator[Op]:
        if isinstance(item, Text):
            yield from self._text(item, zoom, known)
        elif isinstance(item, Symbol):
            centre = QPointF(*item.at)
            half = item.size / 2
            known.printed.append(QRectF(centre.x() - half, centre.y() - half, item.size, item.size))
            for path in outlines(item):
                yield self._path(path, zoom, None if item.angle else centre)
        else:
            yield self._path(item, zoom, None)

    def _path(self, item: Path, zoom: float, upright: QPointF | None) -> Op:
        pen = self._pen(item.stroke, item.width, item.dash, item.opacity, item.round)
        op = Op(steps_path(item.steps), pen, self._brush(item.fill, item.opacity), upright, zoom)
        if item.round and pen is not NO_PEN:
            op.thin = self._pen(item.stroke, item.width, item.dash, item.opacity, False)
        return op

    def _text(self, item: Text, zoom: float, known: DrawnScenes) -> Iterator[Op]:
        if zoom and item.text.isdigit() and not item.angle and not item.spacing:
            yield from self._number(item, zoom, known)
            return
        path = text_path(item)
        pivot = path.boundingRect().center()
        if item.spacing < item.size * WIDE:  # names of regions may be covered
            known.printed.append(path.boundingRect())
            if item.halo and not item.angle:
                edge = item.halo_width / 2
                known.names.append(path.boundingRect().adjusted(-edge, -edge, edge, edge))
        ops = [Op(path, NO_PEN, self._brush(item.fill, item.opacity), pivot, zoom)]
        if item.halo and item.halo_width:
            pen = self._pen(item.halo, item.halo_width, (), item.opacity, True)
            ops.insert(0, Op(path, pen, NO_BRUSH, pivot, zoom))
        for op in ops:
            op.words = not item.angle
            if op.words and item.spacing < item.size * WIDE and not item.text.isdigit():
                op.name = item
        yield from ops

    def _number(self, item: Text, zoom: float, known: DrawnScenes) -> Iterator[Op]:
        """A number seen only from near: its box follows from its figures, its outline waits until it is drawn."""
        box = number_box(item)
        known.printed.append(box)
        if item.halo:
            edge = item.halo_width / 2
            known.names.append(box.adjusted(-edge, -edge, edge, edge))
        if item.halo and item.halo_width:
            pen = self._pen(item.halo, item.halo_width, (), item.opacity, True)
            yield Op(item, pen, NO_BRUSH, box.center(), zoom, box)
        yield Op(item, NO_PEN, self._brush(item.fill, item.opacity), box.center(), zoom, box)

    def _pen(self, colour: str, width: float, dash: tuple[float, ...], opacity: float, rounded: bool) -> QPen:
        if not colour or width <= 0:
            return NO_PEN
        key = (colour, width, dash, opacity, rounded)
        pen = self._pens.get(key)
        if pen is None:
            pen = self._pens[key] = QPen(self._fade(colour, opacity), width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap if rounded else Qt.PenCapStyle.FlatCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin if rounded else Qt.PenJoinStyle.BevelJoin)
            if dash:
                even = dash if len(dash) % 2 == 0 else dash * 2
                pen.setDashPattern([max(length / width, 1e-3) for length in even])
        return pen

    def _brush(self, colour: str, opacity: float) -> QBrush:
        if not colour:
            return NO_BRUSH
        brush = self._brushes.get((colour, opacity))
        if brush is None:
            brush = self._brushes[colour, opacity] = QBrush(self._fade(colour, opacity))
        return brush


def fade(colour: str, opacity: float) -> QColor:
    """A colour with its opacity."""
    result = QColor(colour)
    result.setAlphaF(result.alphaF() * opacity)
    return result


def steps_path(steps: Iterable[Step]) -> QPainterPath:
    """The path of a display list's steps, holes by the even-odd rule."""
    path = QPainterPath()
    for letter, numbers in steps:
        if letter == "L":
            path.lineTo(*numbers)
        elif letter == "C":
            path.cubicTo(*numbers)
        elif letter == "M":
            path.moveTo(*numbers)
        else:
            path.closeSubpath()
    return path


@lru_cache(maxsize=64)
def _figure(serif: bool, bold: bool, italic: bool, text: str) -> tuple[QRectF, float]:
    """The box of one figure at the size at which letters are taken, and how far it moves the next."""
    at = Text(text, (0, 0), FINE, "", anchor="start", serif=serif, bold=bold, italic=italic)
    both = text_path(replace(at, text=text * 2)).boundingRect()
    alone = text_path(at).boundingRect()
    return alone, both.right() - alone.right()


def number_box(item: Text) -> QRectF:
    """The box that the figures of a number fill, without outlining them."""
    look = item.serif, item.bold, item.italic
    whole, x = QRectF(), 0.0
    for letter in item.text:
        box, step = _figure(*look, letter)
        whole = whole.united(box.translated(x, 0))
        x += step
    scale = item.size / FINE
    start = {"start": 0.0, "middle": -x / 2, "end": -x}[item.anchor]
    left, top = item.at[0] + (whole.left() + start) * scale, item.at[1] + whole.top() * scale
    return QRectF(left, top, whole.width() * scale, whole.height() * scale)


@lru_cache(maxsize=3000)
def in_two_lines(item: Text) -> QPainterPath | None:
    """A name of several words in two lines about the middle of its one, the longer as short as can be."""
    words = item.text.split(" ")
    if len(words) < 2:
        return None
    splits = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    above, below = min(splits, key=lambda lines: max(map(len, lines)))
    (x, y), step = item.at, item.size * LEADING / 2
    path = QPainterPath(text_path(replace(item, text=above, at=(x, y - step))))
    path.addPath(text_path(replace(item, text=below, at=(x, y + step))))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def text_path(item: Text) -> QPainterPath:
    """Letters as outlines, so that they are equally sharp and equally wide at every zoom; nobody changes them."""
    font = QFont()
    font.setFamilies(list(SERIF if item.serif else theme.SANS))
    font.setPixelSize(FINE)
    font.setBold(item.bold)
    font.setItalic(item.italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    scale = item.size / FINE
    if item.spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, item.spacing / scale)
    width = QFontMetricsF(font).horizontalAdvance(item.text)
    start = {"start": 0.0, "middle": -width / 2, "end": -width}[item.anchor]
    letters = QPainterPath()
    letters.addText(start, FINE * MIDDLE, font, item.text)
    place = QTransform().translate(*item.at).rotate(item.angle).scale(scale, scale)
    result: QPainterPath = place.map(letters)
    result.setFillRule(Qt.FillRule.WindingFill)
    return result
