"""Counters drawn from their faces: paper, edge, symbol, figures and badges, at any size and kept as images."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QLinearGradient, QPainter, QPainterPath, QPen

from common.gui.kit import theme
from common.gui.map import counter_symbols
from common.tabletop import Face, Piece

MARGIN = 0.14  # of the counter's size, for shadow and badges around it
DOT = 12  # px; smaller counters are drawn as plain tokens
SMALLEST = 10  # px; a counter of a crowded place, smaller than all others, shows its sign down to this
BARE = 24  # px; smaller counters show their symbol only, because figures could not be read
SHORT = 30  # px; smaller counters show symbol and main figures only
WHOLE = QRectF(0, 0, 100, 100)
BADGES = 3  # signs shown; further ones become a plus
RIMS = {"plain": (3.2, 5.0), "notched": (3.2, 5.0), "dashed": (5.0, 9.0), "thick": (8.0, 14.0), "double": (8.1, 16.5)}
CORNER = {"square": 11.0, "block": 5.0, "round": 50.0}


def outline(face: Face, rect: QRectF = WHOLE, inset: float = 0.0) -> QPainterPath:
    """The edge of the counter, or a line so far inside it."""
    path = QPainterPath()
    whole, rect = rect.width(), rect.adjusted(inset, inset, -inset, -inset)
    if face.shape == "round":
        path.addEllipse(rect)
    elif face.edge == "notched":
        _cut_corners(path, rect, whole * 0.2 - inset * 0.59)
    else:
        radius = max(0.0, CORNER[face.shape] * whole / 100 - inset)
        path.addRoundedRect(rect, radius, radius)
    return path


def rim(face: Face, size: float) -> float:
    """How far the printed edge reaches into a counter of this size, of 100."""
    return RIMS[face.edge][size < SHORT]


def _cut_corners(path: QPainterPath, rect: QRectF, cut: float) -> None:
    """A rectangle with its corners cut off: another outline for the other side."""
    x0, y0, x1, y1 = rect.left(), rect.top(), rect.right(), rect.bottom()
    path.moveTo(x0 + cut, y0)
    for x, y in ((x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut), (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut)):
        path.lineTo(x, y)
    path.lineTo(x0, y0 + cut)
    path.closeSubpath()


def draw_counter(painter: QPainter, face: Face, size: float, badges: tuple[str, ...] = (), shadow: bool = True) -> None:
    """Draw a counter of this size (device pixels, for the level of detail) into (0, 0, 100, 100)."""
    painter.save()
    if shadow:
        _draw_shadow(painter, face, size)
    _draw_body(painter, face, size)
    if size >= SMALLEST:
        _draw_print(painter, face, size)
    if badges and size >= SMALLEST:
        _draw_badges(painter, face, badges, size)
    painter.restore()


def _draw_shadow(painter: QPainter, face: Face, size: float) -> None:
    """Layers that add up to a soft edge, the more the larger the counter is drawn."""
    layers = max(3, min(16, round(size / 14)))
    painter.setPen(Qt.PenStyle.NoPen)
    for number in range(layers):
        grow = 5.5 - 5.0 * number / (layers - 1)
        rect = WHOLE.adjusted(-grow, -grow, grow, grow).translated(2.0, 3.4)
        painter.fillPath(outline(face, rect), QColor(0, 0, 0, max(3, round(70 / layers))))


def _draw_body(painter: QPainter, face: Face, size: float) -> None:
    paper = QColor(face.paper)
    shape = outline(face)
    light = QLinearGradient(0, 0, 0, 100)
    light.setColorAt(0, paper.lighter(112))
    light.setColorAt(0.5, paper)
    light.setColorAt(1, paper.darker(109))
    painter.fillPath(shape, light)
    if face.stripe and size >= SMALLEST:
        _draw_stripe(painter, face, shape, _head(face, size).bottom() + 1.5)
    ink = QColor(face.ink)
    small = size < SHORT
    solid = RIMS["plain"][small]
    pen = QPen(ink, solid, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
    if face.edge in ("thick", "dashed"):
        pen.setWidthF(rim(face, size))
    if face.edge == "dashed":
        pen.setDashPattern([2.0, 1.5] if small else [2.6, 1.8])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPath(outline(face, inset=pen.widthF() / 2))
    if face.edge == "double" and size >= SMALLEST:
        line = 5.0 if small else 2.2
        painter.setPen(QPen(ink, line))
        painter.drawPath(outline(face, inset=rim(face, size) - line / 2))
    if face.shape == "block" and size >= SHORT:
        painter.setPen(QPen(paper.lighter(150), 2.0))
        painter.drawLine(QPointF(8, 5.5), QPointF(92, 5.5))


def _draw_stripe(painter: QPainter, face: Face, shape: QPainterPath, low: float) -> None:
    """The colour of the formation, a band below the name, bounded by lines so that it is a sign too."""
    band = QPainterPath()
    band.addRect(QRectF(0, 0, 100, low))
    colour = QColor(face.stripe)
    if colour.isValid():
        painter.fillPath(shape.intersected(band), colour)
        painter.setPen(QPen(QColor(face.ink), 1.6))
        painter.drawLine(QPointF(3, low), QPointF(97, low))


def _head(face: Face, size: float) -> QRectF:
    """Where the name is printed: below the edge, whatever that is."""
    inner = rim(face, size) + 1.0
    top = max(3.5, inner + 0.5)
    side = inner + (12.0 if face.edge == "notched" and face.shape != "round" else 0.0)
    return QRectF(side, top, 100 - 2 * side, max(21.5, top + 13.5) - top)


def _draw_print(painter: QPainter, face: Face, size: float) -> None:
    ink = QColor(face.ink)
    full = size >= SHORT
    inner, top = rim(face, size) + 1.0, _head(face, size)
    low = min(95.0, 99.0 - inner)
    bottom = QRectF(inner, min(66.0, low - 23), 100 - 2 * inner, low - min(66.0, low - 23))
    if face.shape == "round":
        top, bottom = top.adjusted(14, 5, -14, 4), bottom.adjusted(12, -4, -12, -6)
    has_top, has_bottom = bool(face.top) and full, bool(face.bottom) and (size >= BARE or not face.symbol)
    y0 = top.bottom() + 3.5 if has_top or (face.stripe and full) else inner + 5
    y1 = bottom.top() - 1 if has_bottom else 100 - inner - 5
    middle = QRectF(inner + 2, y0, 96 - 2 * inner, y1 - y0)
    if has_top:
        stripe = QColor(face.stripe) if face.stripe else QColor()
        over = QColor(theme.ink_on(stripe.name())) if stripe.isValid() else ink
        _draw_text(painter, face.top, top, over, 15.5, False)
    if has_bottom:
        _draw_text(painter, face.bottom, bottom, ink, 28 if full else 33, True)
    _draw_centre(painter, face, middle, ink, full)


def _draw_centre(painter: QPainter, face: Face, middle: QRectF, ink: QColor, full: bool) -> None:
    sides = full and (face.left or face.right)
    if sides:
        # two letters beside the symbol get as much room as the symbol can spare
        wide = 17.0 if face.symbol else middle.width() / 3
        if face.left:
            _draw_text(painter, face.left, QRectF(middle.left(), middle.top(), wide, middle.height()), ink, 15, True)
        if face.right:
            right = QRectF(middle.right() - wide, middle.top(), wide, middle.height())
            _draw_text(painter, face.right, right, ink, 15, True)
        middle = middle.adjusted(wide + 1, 0, -wide - 1, 0)
    if face.symbol:
        room = _trim(middle.adjusted(3, 0, -3, 0), face.symbol)
        if face.middle and full:
            room.setBottom(room.top() + room.height() * 0.62)
        paper = QColor(face.paper).lighter(118)
        known = counter_symbols.draw(painter, face.symbol, room, ink, paper, 8.0 if full else 12.0)
        if not known:
            _draw_text(painter, face.symbol[:4].replace("_", " "), room, ink, 22, True)
        if face.middle and full:
            below = QRectF(middle.left(), room.bottom(), middle.width(), middle.bottom() - room.bottom())
            _draw_text(painter, face.middle, below, ink, 17, True)
    elif face.middle:
        _draw_text(painter, face.middle, middle, ink, 40 if len(face.middle) < 4 else 22, True)


def _trim(room: QRectF, name: str) -> QRectF:
    """Symbols keep away from the edge, however much room there is."""
    found = counter_symbols.symbol(name)
    widest, highest = (68.0, 45.0) if found is not None and found.framed else (62.0, 62.0)
    width, height = min(room.width(), widest), min(room.height(), highest)
    return QRectF(room.center().x() - width / 2, room.center().y() - height / 2, width, height)


def _draw_text(painter: QPainter, text: str, rect: QRectF, ink: QColor, size: float, bold: bool) -> None:
    """Text in the middle of a rectangle, made smaller and then narrower until it fits."""
    font = counter_font(size, bold)
    metrics = QFontMetricsF(font)
    lines = text.split("\n")
    wide = max(metrics.horizontalAdvance(line) for line in lines)
    high = metrics.capHeight() * (1 + 1.45 * (len(lines) - 1))
    shrink = min(1.0, rect.height() / max(high, 1e-6))
    narrow = min(1.0, rect.width() / max(wide * shrink, 1e-6))
    if narrow < 0.72:
        shrink, narrow = shrink * narrow / 0.72, 0.72
    painter.save()
    painter.translate(rect.center())
    painter.scale(shrink * narrow, shrink)
    y = metrics.capHeight() / 2 - metrics.capHeight() * 1.45 * (len(lines) - 1) / 2
    for line in lines:
        path = QPainterPath()
        path.addText(-metrics.horizontalAdvance(line) / 2, y, font, line)
        painter.fillPath(path, ink)
        y += metrics.capHeight() * 1.45
    painter.restore()


def counter_font(size: float, bold: bool) -> QFont:
    """The face of figures on counters, in the counter's own units."""
    font = QFont()
    font.setFamilies(list(theme.SANS))
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.DemiBold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def _draw_badges(painter: QPainter, face: Face, badges: tuple[str, ...], size: float) -> None:
    """Signs of a counter's state down its right edge, each a disc with its own sign; they leave the name free."""
    radius = 13.0 if size >= SHORT else 19.0
    top = _head(face, size).bottom() if face.top and size >= SHORT else -radius * 0.45
    shown = badges if len(badges) <= BADGES else (*badges[: BADGES - 1], "+")
    for number, name in enumerate(shown):
        place = QRectF(100 - radius * 1.55, top + number * radius * 1.9, radius * 2, radius * 2)
        draw_badge(painter, name, place)


def draw_badge(painter: QPainter, name: str, place: QRectF) -> None:
    """One badge: white sign on a dark disc with a light rim, so that it shows on any counter."""
    painter.save()
    painter.setPen(QPen(QColor("#ffffff"), place.width() * 0.07))
    painter.setBrush(QColor("#1c1a17"))
    painter.drawEllipse(place)
    inset = place.width() * 0.24
    sign = place.adjusted(inset, inset, -inset, -inset)
    if not counter_symbols.draw(painter, f"badge.{name}", sign, QColor("#ffffff"), None, 14.0):
        _draw_text(painter, name[:2].upper(), sign, QColor("#ffffff"), place.width() * 0.5, True)
    painter.restore()


class CounterArt:
    """Images of counters by face, badges and size; equal counters share one, and no theme changes them."""

    def __init__(self, limit: int = 48 * 1024 * 1024) -> None:
        self.limit = limit
        self._images: OrderedDict[tuple[Face, tuple[str, ...], int], QImage] = OrderedDict()
        self._bytes = 0
        self._near: dict[tuple[Face, tuple[str, ...]], int] = {}

    def image(self, piece: Piece, size: int) -> QImage:
        """The image of a counter, `size` device pixels wide without its margin."""
        key = (piece.face, piece.badges, size)
        found = self._images.get(key)
        if found is None:
            found = self._make(piece.face, piece.badges, size)
            self._images[key] = found
            self._near[piece.face, piece.badges] = size
            self._bytes += found.sizeInBytes()
            while self._bytes > self.limit and len(self._images) > 1:
                self._bytes -= self._images.popitem(last=False)[1].sizeInBytes()
        else:
            self._images.move_to_end(key)
        return found

    def ready(self, piece: Piece, size: int) -> QImage | None:
        """The image at this size, or the last one drawn at another, or None."""
        found = self._images.get((piece.face, piece.badges, size))
        if found is None:
            other = self._near.get((piece.face, piece.badges), 0)
            found = self._images.get((piece.face, piece.badges, other))
        return found

    def _make(self, face: Face, badges: tuple[str, ...], size: int) -> QImage:
        edge = margin_of(size)
        image = QImage(size + 2 * edge, size + 2 * edge, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(edge, edge)
        painter.scale(size / 100, size / 100)
        draw_counter(painter, face, size, badges)
        painter.end()
        return image


@cache
def shared_art() -> CounterArt:
    """The images of counters that all maps and trays of the program use together."""
    return CounterArt()


def margin_of(size: int) -> int:
    """The margin of a counter's image in device pixels."""
    return max(2, round(size * MARGIN))
