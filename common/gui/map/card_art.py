"""Playing cards drawn from their faces: paper, value, title, symbol and text, or a back, crisp at any size."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
)

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.map import counter_symbols
from common.gui.map.counter_art import draw_badge
from common.tabletop import CardFace

WIDE, HIGH = 200.0, 280.0  # the units a card is drawn in
RATIO = HIGH / WIDE
CORNER = 15.0
MARGIN = 0.08  # of the width, for the shadow around a card
READ = 84.0  # px; narrower cards show value, symbol and title only, because their text could not be read
RULE = 120.0  # px; narrower cards leave out the small print with their rule
NARROW = 40.0  # px; narrower cards show their value and symbol only
BADGES = 3  # signs shown on a card
LEAST = 4.5  # contrast between ink and paper; a face with less gets black or white ink
WHOLE = QRectF(0, 0, WIDE, HIGH)


def outline_card(rect: QRectF) -> QPainterPath:
    """The edge of a card of any size."""
    path = QPainterPath()
    radius = CORNER * rect.width() / WIDE
    path.addRoundedRect(rect, radius, radius)
    return path


def draw_card(painter: QPainter, face: CardFace, width: float, badges: tuple[str, ...] = ()) -> None:
    """Draw a card of this width (device pixels, for the level of detail) into (0, 0, 200, 280)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_shadow(painter)
    ink = ink_of(face)
    _draw_paper(painter, face, ink)
    if face.back:
        _draw_back(painter, face, ink, width)
    else:
        _draw_front(painter, face, ink, width)
    for number, name in enumerate(badges[:BADGES]):
        draw_badge(painter, name, QRectF(WIDE - 58, 66 + number * 46, 44, 44))
    painter.restore()


def ink_of(face: CardFace) -> QColor:
    """The ink of a face; black or white where its own could not be read on its paper."""
    paper, ink = QColor(face.paper).name(), QColor(face.ink).name()
    return QColor(ink if theme.contrast(paper, ink) >= LEAST else theme.ink_on(paper))


def _draw_shadow(painter: QPainter) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for grow in (7.0, 4.5, 2.0):
        painter.fillPath(outline_card(WHOLE.adjusted(-grow, -grow, grow, grow).translated(1.5, 4)), QColor(0, 0, 0, 22))


def _draw_paper(painter: QPainter, face: CardFace, ink: QColor) -> None:
    """The sheet, a little lighter above, with a light edge and a line inside it."""
    paper = QColor(face.paper)
    shade = QLinearGradient(0, 0, 0, HIGH)
    shade.setColorAt(0, paper.lighter(104))
    shade.setColorAt(1, paper.darker(106))
    painter.fillPath(outline_card(WHOLE), shade)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#ffffff") if ink.lightnessF() > 0.5 else QColor("#fffdf6"), 4))
    painter.drawPath(outline_card(WHOLE.adjusted(2, 2, -2, -2)))
    painter.setPen(QPen(QColor("#1c1a17"), 1.6))
    painter.drawPath(outline_card(WHOLE.adjusted(0.8, 0.8, -0.8, -0.8)))
    line = QColor(ink)
    line.setAlpha(150)
    painter.setPen(QPen(line, 1.8))
    painter.drawPath(outline_card(WHOLE.adjusted(9, 9, -9, -9)))


def _draw_front(painter: QPainter, face: CardFace, ink: QColor, width: float) -> None:
    """Value in the corner, title beside or below it, symbol, and below a line the text with its rule."""
    value = _draw_value(painter, face, ink, width)
    top = value.bottom() + 8
    if width < NARROW:
        _draw_symbol(painter, face, QRectF(34, top, WIDE - 68, HIGH - top - 40), ink)
        return
    reads = bool(face.text) and width >= READ
    left = max(18.0, value.right() + 6)
    if reads:
        head = QRectF(left, 14, WIDE - left - 18, 54)
    elif face.symbol:
        head = QRectF(18, HIGH - 104, WIDE - 36, 84)
    else:
        head = QRectF(18, top, WIDE - 36, HIGH - top - 24)
    draw_lines(painter, face.title, head, ink, (26.0, 13.0), bold=True)
    if reads:
        low = 150.0 if face.symbol else 76.0
        if face.symbol:
            _draw_symbol(painter, face, QRectF(40, 74, WIDE - 80, 66), ink)
        _draw_text(painter, face, QRectF(18, low, WIDE - 36, HIGH - low - 16), ink, width)
    elif face.symbol:
        _draw_symbol(painter, face, QRectF(34, top, WIDE - 68, HIGH - top - 112), ink)


def _draw_value(painter: QPainter, face: CardFace, ink: QColor, width: float) -> QRectF:
    """The value on a disc in the corner, as wide as it needs; the place it takes."""
    if not face.value:
        return QRectF(0, 0, 0, 16)
    size = 46.0 if width >= READ else 72.0
    disc = QRectF(14, 14, size, size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    wide = max(size, _advance(face.value, size * 0.6) + 16)
    disc.setWidth(min(wide, WIDE - 28))
    painter.drawRoundedRect(disc, size / 2, size / 2)
    paper = QColor(theme.ink_on(ink.name()))
    draw_lines(painter, face.value, disc.adjusted(4, 3, -4, -3), paper, (size * 0.6, 12.0), bold=True)
    return disc


def _draw_symbol(painter: QPainter, face: CardFace, room: QRectF, ink: QColor) -> None:
    """The symbol in the middle of a room; what hangs below its frame, such as a staff, stays in it too."""
    found = counter_symbols.symbol(face.symbol)
    if found is not None:
        below = max(0.0, found.lines.boundingRect().bottom() - found.field.bottom()) / found.field.height()
        room = QRectF(room.left(), room.top(), room.width(), room.height() / (1 + below))
        counter_symbols.draw(painter, face.symbol, room, ink, QColor(face.paper).lighter(112), 7.0)


def _draw_text(painter: QPainter, face: CardFace, room: QRectF, ink: QColor, width: float) -> None:
    """What the card does, below a line, and in small print its rule."""
    line = QColor(ink)
    line.setAlpha(110)
    painter.setPen(QPen(line, 1.4))
    painter.drawLine(room.topLeft() - QPointF(0, 5), room.topRight() - QPointF(0, 5))
    if face.rule and width >= RULE:
        foot = QRectF(room.left(), room.bottom() - 16, room.width(), 16)
        painter.setPen(ink)
        painter.setFont(_font(13))
        words = tr("rule {rule}", rule=face.rule)
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        room = room.adjusted(0, 0, 0, -18)
    draw_lines(painter, face.text, room, ink, (20.0, 11.0), bold=False)


def _draw_back(painter: QPainter, face: CardFace, ink: QColor, width: float) -> None:
    """A lattice that no front has, the symbol of the deck in its middle and its title below."""
    field = WHOLE.adjusted(16, 16, -16, -16)
    painter.save()
    painter.setClipRect(field)
    lattice = QColor(ink)
    lattice.setAlpha(95)
    painter.setPen(QPen(lattice, 2.4))
    for start in range(-14, 20):
        x = start * 20.0
        painter.drawLine(QPointF(x, 0), QPointF(x + HIGH, HIGH))
        painter.drawLine(QPointF(x + HIGH, 0), QPointF(x, HIGH))
    painter.restore()
    painter.setPen(QPen(ink, 2.4))
    painter.setBrush(QColor(face.paper))
    plate = QRectF(40, 70, WIDE - 80, HIGH - 140)
    painter.drawRoundedRect(plate, 12, 12)
    titled = bool(face.title) and width >= NARROW
    room = plate.adjusted(16, 14, -16, -52 if titled else -14)
    if face.symbol:
        _draw_symbol(painter, face, room, ink)
    elif not titled:
        draw_lines(painter, "?", room, ink, (90.0, 20.0), bold=True)
    if titled:
        below = QRectF(plate.left() + 6, plate.bottom() - 50, plate.width() - 12, 44) if face.symbol else plate
        draw_lines(painter, face.title, below.adjusted(2, 2, -2, -2), ink, (24.0, 11.0), bold=True)


# --- lettering --------------------------------------------------------------------------------------------


def _font(size: float, bold: bool = False) -> QFont:
    font = QFont()
    font.setFamilies(list(theme.SANS))
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def _advance(text: str, size: float) -> float:
    return QFontMetricsF(_font(size, True)).horizontalAdvance(text)


def draw_lines(painter: QPainter, text: str, room: QRectF, ink: QColor, sizes: tuple[float, float], bold: bool) -> None:
    """Text in whole words in the middle of a room, as large as it fits; past the least size it is squeezed, not cut."""
    if not text:
        return
    size = sizes[0]
    lines, wide, high = fit_lines(text, room.width(), size, bold)
    while (high > room.height() or wide > room.width()) and size > sizes[1]:
        size -= 1
        lines, wide, high = fit_lines(text, room.width(), size, bold)
    painter.save()
    painter.setPen(ink)
    painter.setFont(_font(size, bold))
    painter.translate(room.center())
    shrink = min(1.0, room.width() / max(wide, 1.0), room.height() / max(high, 1.0))
    painter.scale(shrink, shrink)
    step = high / max(1, len(lines))
    for number, line in enumerate(lines):
        row = QRectF(-wide, -high / 2 + number * step, 2 * wide, step)
        painter.drawText(row, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, line)
    painter.restore()


def fit_lines(text: str, width: float, size: float, bold: bool) -> tuple[list[str], float, float]:
    """Text broken between words to a width: its lines, how wide the widest is, and how high all are."""
    font = _font(size, bold)
    metrics = QFontMetricsF(font)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and metrics.horizontalAdvance(longer) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    widest = max((metrics.horizontalAdvance(line) for line in lines), default=0.0)
    return lines, widest, metrics.height() * len(lines)


class CardArt:
    """Images of cards by face, badges and width; equal cards share one."""

    def __init__(self, limit: int = 24 * 1024 * 1024) -> None:
        self.limit = limit
        self._images: OrderedDict[tuple[CardFace, tuple[str, ...], int], QImage] = OrderedDict()
        self._bytes = 0

    def image(self, face: CardFace, width: int, badges: tuple[str, ...] = ()) -> QImage:
        """The image of a card, `width` device pixels wide without its margin."""
        key = (face, badges, width)
        found = self._images.get(key)
        if found is None:
            found = self._images[key] = _paint_card(face, width, badges)
            self._bytes += found.sizeInBytes()
            while self._bytes > self.limit and len(self._images) > 1:
                self._bytes -= self._images.popitem(last=False)[1].sizeInBytes()
        else:
            self._images.move_to_end(key)
        return found


def card_margin(width: int) -> int:
    """The margin of a card's image in device pixels."""
    return max(2, round(width * MARGIN))


def _paint_card(face: CardFace, width: int, badges: tuple[str, ...]) -> QImage:
    edge = card_margin(width)
    size = width + 2 * edge, round(width * RATIO) + 2 * edge
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.translate(edge, edge)
    painter.scale(width / WIDE, width / WIDE)
    draw_card(painter, face, width, badges)
    painter.end()
    return image
