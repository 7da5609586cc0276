"""Overlays: colours, patterns, lines and labels laid over the map, and their legend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QTransform

from common.gui.kit import theme
from common.gui.map.map_signs import pill
from common.gui.map.places import Place, Places
from common.tabletop import Overlay

PATTERN = 16  # px, period of hatchings
HALO = 1.8  # times the size of a point
LEAST = 11.0  # px, the radius of a coloured point
FRAME = 0.32  # of the room of a box, the width of a coloured frame around it


@lru_cache(maxsize=64)
def pattern_image(colour: str, pattern: str, mirrored: bool, strength: int) -> QImage:
    """One period of a hatching: coloured lines with a light edge, so that they show on any ground."""
    image = QImage(PATTERN, PATTERN, QImage.Format.Format_ARGB32_Premultiplied)
    tint = QColor(colour)
    tint.setAlpha(round(strength * (0.42 if pattern == "fill" else 0.26)))
    image.fill(tint)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    light, dark = QColor("#ffffff"), QColor(colour)
    light.setAlpha(round(strength * 0.45))  # the tint tells, the pattern only confirms
    dark.setAlpha(round(strength * 0.75))
    for pen, shift in ((QPen(light, 3.4), 0.0), (QPen(dark, 1.6), 0.0)):
        painter.setPen(pen)
        if pattern in ("hatch", "cross"):
            _diagonals(painter, mirrored, shift)
        if pattern == "cross":
            _diagonals(painter, not mirrored, shift)
        if pattern == "dots":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            radius = pen.widthF()
            painter.drawEllipse(QPointF(PATTERN / 2, PATTERN / 2), radius, radius)
    painter.end()
    return image


def _diagonals(painter: QPainter, mirrored: bool, shift: float) -> None:
    p = float(PATTERN)
    for off in (-p, 0.0, p):
        x0, x1 = (off + p + shift, off + shift) if mirrored else (off + shift, off + p + shift)
        painter.drawLine(QPointF(x0 - (x1 - x0), -p), QPointF(x1 + (x1 - x0), 2 * p))


class OverlayPainter:
    """Draws up to two overlays for any part of the map."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.overlays: tuple[Overlay, ...] = ()
        self.strength = 235  # of 255

    def paint(self, painter: QPainter, rect: QRectF, scale: float, turned: bool) -> None:
        """For a tile layer: the painter's transform leads from the map to the tile."""
        for number, overlay in enumerate(self.overlays):
            looks = {category: (colour, pattern) for category, colour, pattern in overlay.legend}
            for category, (colour, pattern) in looks.items():
                self._category(painter, rect, scale, overlay, category, colour, pattern, number)
            for line in overlay.lines:
                self._line(painter, line, scale)
            for space, text in overlay.labels.items():
                place = self.places.get(space)
                if place is not None and place.rect.intersects(rect):
                    self._label(painter, place, text, scale, turned)

    def _category(
        self, painter: QPainter, rect: QRectF, scale: float, overlay: Overlay, category: str, colour: str, pattern: str,
        number: int,
    ) -> None:  # fmt: skip
        brush = QBrush(pattern_image(colour, pattern, number > 0, self.strength))
        brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
        painter.setBrush(brush)
        pen = QPen(QColor(colour), 1.6)
        pen.setCosmetic(True)
        painter.setPen(pen)
        for space, which in overlay.spaces.items():
            place = self.places.get(space) if which == category else None
            shape = _shape(place, scale) if place is not None else None
            if shape is not None and shape.boundingRect().intersects(rect):
                painter.drawPath(shape)

    def _line(self, painter: QPainter, spaces: Sequence[str], scale: float) -> None:
        way = [self.places[space].center for space in spaces if space in self.places]
        path = _smooth(way)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width, dashes in (("#ffffff", 6.0, None), ("#1d1a16", 3.4, None), ("#ffd34d", 2.0, [3.0, 2.0])):
            pen = QPen(QColor(colour), width / scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            if dashes:
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                pen.setDashPattern(dashes)
            painter.strokePath(path, pen)

    def _label(self, painter: QPainter, place: Place, text: str, scale: float, turned: bool) -> None:
        image = pill(text, False, 1.0)
        painter.save()
        painter.translate(*place.center)
        painter.scale((-1 if turned else 1) / scale, (-1 if turned else 1) / scale)
        painter.drawImage(QPointF(-image.width() / 2, place.drop * scale - image.height() / 2), image)
        painter.restore()


def _shape(place: Place, scale: float) -> QPainterPath:
    """What is coloured of a space: its area, a frame around its box, a disc around a point, wider than its counters."""
    if place.sides or place.box:
        return place.outline
    if place.framed:
        edge = max(place.room * FRAME, LEAST / 2 / scale)
        around = QPainterPath()
        around.addRoundedRect(place.rect.adjusted(-edge, -edge, edge, edge), edge, edge)
        return around.subtracted(place.outline)
    radius = max(place.room * HALO, LEAST / scale)
    path = QPainterPath()
    path.addEllipse(QPointF(*place.center), radius, radius)
    return path


def _smooth(way: Sequence[tuple[float, float]]) -> QPainterPath:
    """A line through points with rounded corners."""
    path = QPainterPath()
    if not way:
        return path
    path.moveTo(*way[0])
    for (ax, ay), (bx, by) in pairwise(way[1:]):
        path.quadTo(ax, ay, (ax + bx) / 2, (ay + by) / 2)
    path.lineTo(*way[-1])
    return path


def draw_legend(painter: QPainter, overlays: Sequence[Overlay], corner: QPointF, strength: int) -> QRectF:
    """What the overlays' colours and patterns mean, in a corner of the window."""
    rows: list[tuple[str, str, str, int]] = []
    for number, overlay in enumerate(overlays):
        rows.append((overlay.title, "", "", number))
        rows += [(category, colour, pattern, number) for category, colour, pattern in overlay.legend]
    if not rows:
        return QRectF()
    look = theme.current()
    high = float(look.px(20))
    metrics = QFontMetricsF(theme.sans(12, bold=True))
    width = max(metrics.horizontalAdvance(text) for text, *_ in rows) + 54
    panel = QRectF(corner.x(), corner.y() - high * len(rows) - 12, width, high * len(rows) + 12)
    painter.setPen(QPen(look.color("edge"), 1))
    painter.setBrush(look.color("panel"))
    painter.drawRoundedRect(panel, 6, 6)
    for index, (text, colour, pattern, number) in enumerate(rows):
        y = panel.top() + 6 + index * high
        painter.setFont(theme.sans(12, bold=not colour))
        painter.setPen(look.color("ink"))
        line = QRectF(panel.left() + (38 if colour else 10), y, width, high)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text[:1].upper() + text[1:])
        if colour:
            painter.setBrush(QBrush(pattern_image(colour, pattern, number > 0, strength)))
            painter.setPen(QPen(QColor(colour), 1.6))
            painter.drawRect(QRectF(panel.left() + 10, y + 3, 20, high - 6))
    return panel
