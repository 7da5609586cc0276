"""Signs on the map: labels, outlines, ways, arrows, markers of the game and pins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atan2, cos, hypot, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from common.gui.kit import theme
from common.gui.map import counter_symbols
from common.gui.map.camera import Camera
from common.gui.map.places import Place, Places
from common.tabletop import Marker

PIN = 26.0  # px, the head of a pin
REACH = QColor("#1667b7")  # outline of a space that may be entered
REACH_HALO = QColor("#ffffff")
LIT = QColor("#b8860b")
FIGHT = QColor("#b3201b")  # around the place of a fight


@lru_cache(maxsize=512)
def _pill(text: str, strong: bool, ratio: float, scale: float) -> QImage:
    font = theme.sans(13 if strong else 12, bold=True)
    metrics = QFontMetricsF(font)
    height = metrics.height() + 4
    width = max(metrics.horizontalAdvance(text) + 12, height)
    image = QImage(round((width + 2) * ratio), round((height + 2) * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paper, ink = (QColor("#0d3f73"), QColor("#ffffff")) if strong else (QColor("#fffdf5"), QColor("#12273d"))
    painter.setPen(QPen(QColor("#ffffff") if strong else REACH, 1.4))
    painter.setBrush(paper)
    rect = QRectF(1, 1, width, height).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(rect, height / 2, height / 2)
    painter.setPen(ink)
    painter.setFont(font)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
    return image


def pill(text: str, strong: bool, ratio: float) -> QImage:
    """A small label, kept as an image because the same numbers come again and again."""
    return _pill(text, strong, ratio, theme.current().scale)


def pill_width(text: str, ratio: float) -> float:
    """How wide a label is on screen."""
    return pill(text, False, ratio).width() / ratio


def pill_rect(at: QPointF, text: str, ratio: float) -> QRectF:
    """The room that a label takes, with its middle at a point of the screen."""
    image = pill(text, True, ratio)
    wide, high = image.width() / ratio + 2, image.height() / ratio + 2
    return QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)


def draw_pill(painter: QPainter, at: QPointF, text: str, strong: bool, ratio: float) -> None:
    """A label with its middle at a point of the screen."""
    image = pill(text, strong, ratio)
    x, y = at.x() - image.width() / ratio / 2, at.y() - image.height() / ratio / 2
    painter.drawImage(QPointF(round(x * ratio) / ratio, round(y * ratio) / ratio), image)


def round_pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def draw_outline(painter: QPainter, camera: Camera, place: Place, colour: QColor, width: float) -> None:
    """One space outlined, with a halo in black or white so that it shows on any ground."""
    path = camera.transform().map(place.outline)
    halo = QColor("#ffffff") if colour.lightnessF() < 0.5 else QColor("#141210")
    halo.setAlpha(190)
    for tint, wide in ((halo, width + 2.4), (colour, width)):
        painter.strokePath(path, round_pen(tint, wide))


def draw_way(painter: QPainter, camera: Camera, places: Places, way: Sequence[str], colour: QColor = REACH) -> None:
    """The path of a move with an arrow head."""
    points = [camera.to_screen(*places[space].center) for space in way if space in places]
    if len(points) < 2:
        return
    end, before = points[-1], points[-2]
    angle = atan2(end.y() - before.y(), end.x() - before.x())
    tip = QPointF(end.x(), end.y())
    points[-1] = QPointF(end.x() - 9 * cos(angle), end.y() - 9 * sin(angle))
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    head = _head(tip, angle, 15.0)
    for tint, width in ((QColor("#ffffff"), 7.5), (colour, 4.0)):
        pen = QPen(tint, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
        if width > 5:
            painter.strokePath(head, QPen(tint, 4.0))
    painter.fillPath(head, colour)


def _head(tip: QPointF, angle: float, size: float) -> QPainterPath:
    path = QPainterPath(tip)
    for spread in (0.42, -0.42):
        path.lineTo(tip.x() - size * cos(angle + spread), tip.y() - size * sin(angle + spread))
    path.closeSubpath()
    return path


def draw_arrow(
    painter: QPainter, camera: Camera, a: tuple[float, float], b: tuple[float, float], text: str, colour: QColor,
    ratio: float,
) -> None:  # fmt: skip
    """An arrow of the last moves, bent a little so that to and fro do not lie on each other, with its number."""
    start, end = camera.to_screen(*a), camera.to_screen(*b)
    dx, dy = end.x() - start.x(), end.y() - start.y()
    length = hypot(dx, dy)
    if length < 4:
        return
    bend = QPointF((start.x() + end.x()) / 2 - dy * 0.12, (start.y() + end.y()) / 2 + dx * 0.12)
    angle = atan2(end.y() - bend.y(), end.x() - bend.x())
    path = QPainterPath(start)
    path.quadTo(bend, QPointF(end.x() - 8 * cos(angle), end.y() - 8 * sin(angle)))
    head = _head(end, angle, 14.0)
    round_cap = (Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.strokePath(path, QPen(QColor(255, 255, 255, 220), 6.0, *round_cap))
    painter.strokePath(head, QPen(QColor(255, 255, 255, 220), 3.0))
    painter.strokePath(path, QPen(colour, 3.2, *round_cap))
    painter.fillPath(head, colour)
    if text:
        draw_pill(painter, path.pointAtPercent(0.45), text, True, ratio)


def draw_link(painter: QPainter, start: QPointF, end: QPointF, reach: float, colour: QColor) -> None:
    """A straight arrow from the edge of one ring to that of another."""
    length = hypot(end.x() - start.x(), end.y() - start.y())
    if length < 2 * reach + 6:
        return
    step = (end - start) / length
    a, b = start + step * reach, end - step * reach
    head = _head(b, atan2(step.y(), step.x()), 9.0)
    for tint, width in ((QColor(255, 255, 255, 220), 4.4), (colour, 2.2)):
        painter.setPen(round_pen(tint, width))
        painter.drawLine(a, b)
    painter.fillPath(head, colour)


def draw_marker(painter: QPainter, marker: Marker, rect: QRectF, colour: QColor, plain: bool) -> None:
    """A sign on a space: a small plate with symbol or text; the two sides differ by the plate's shape."""
    painter.save()
    ink = QColor(theme.ink_on(colour.name()))
    painter.setPen(QPen(ink, max(1.0, rect.width() * 0.06)))
    painter.setBrush(colour)
    if plain:
        painter.drawRoundedRect(rect, rect.width() * 0.2, rect.width() * 0.2)
    else:
        painter.drawEllipse(rect)
    inset = rect.width() * 0.2
    sign = rect.adjusted(inset, inset, -inset, -inset)
    if marker.text:
        font = theme.sans(12, bold=True)
        font.setPixelSize(max(6, round(rect.height() * (0.56 if len(marker.text) < 3 else 0.4))))
        painter.setFont(font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, marker.text)
    elif not counter_symbols.draw(painter, marker.symbol, sign, ink, None, 9.0):
        counter_symbols.draw(painter, "flag", sign, ink, None, 9.0)
    painter.restore()


def draw_marks(painter: QPainter, camera: Camera, places: Places, marks: Sequence[tuple[str, str]]) -> None:
    """Signs on pins that stand on spaces, their heads side by side where they would cover one another."""
    heads: list[QPointF] = []
    for space, sign in marks:
        place = places.get(space)
        if place is None:
            continue
        tip = camera.to_screen(*place.center) - QPointF(0, place.room * camera.scale * 0.35)
        head = tip - QPointF(0, PIN)
        while any((head - other).manhattanLength() < PIN * 1.1 for other in heads):
            head += QPointF(PIN * 0.3, 0)
        heads.append(head)
        _pin(painter, tip, head, sign)


def _pin(painter: QPainter, tip: QPointF, head: QPointF, sign: str) -> None:
    path, point = QPainterPath(), QPainterPath(tip)
    path.addEllipse(head, PIN / 2, PIN / 2)
    point.lineTo(head + QPointF(-PIN * 0.42, PIN * 0.27))
    point.lineTo(head + QPointF(PIN * 0.42, PIN * 0.27))
    point.closeSubpath()
    painter.setPen(QPen(QColor("#ffffff"), 2.0))
    painter.setBrush(QColor("#4a1d6b"))
    painter.drawPath(path.united(point))
    font = theme.sans(14, bold=True)
    font.setPixelSize(round(PIN * 0.62))
    painter.setFont(font)
    painter.drawText(QRectF(head.x() - PIN / 2, head.y() - PIN / 2, PIN, PIN), Qt.AlignmentFlag.AlignCenter, sign)


def side_colour(side: str | None, colours: Mapping[str, str]) -> QColor:
    """The colour a game gives to a side."""
    return QColor(colours.get(side or "", "#6d675c"))
