"""Signs laid over the map: overlays, lit spaces, costs, paths, arrows, markers and the keyboard's cursor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, pairwise
from math import atan2, cos, hypot, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QRegion, QTransform

from common.gui.kit import theme
from common.gui.map import counter_symbols
from common.gui.map.camera import Camera
from common.gui.map.display_list import ring_path
from common.gui.map.places import Corner, EdgeRun, Place, Places
from common.tabletop import Marker, Overlay

PIN = 26.0  # px, the head of a pin
REACH = QColor("#1667b7")  # outline of a space that may be entered
REACH_HALO = QColor("#ffffff")
LIT = QColor("#b8860b")
PATTERN = 16  # px, period of hatchings


@lru_cache(maxsize=64)
def pattern_image(colour: str, pattern: str, mirrored: bool, strength: int) -> QImage:
    """One period of a hatching: coloured lines with a light edge, so that they show on any ground."""
    image = QImage(PATTERN, PATTERN, QImage.Format.Format_ARGB32_Premultiplied)
    tint = QColor(colour)
    tint.setAlpha(round(strength * (0.42 if pattern == "fill" else 0.16)))
    image.fill(tint)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    light, dark = QColor("#ffffff"), QColor(colour)
    light.setAlpha(round(strength * 0.85))
    dark.setAlpha(strength)
    for pen, shift in ((QPen(light, 4.4), 0.0), (QPen(dark, 2.0), 0.0)):
        painter.setPen(pen)
        if pattern in ("hatch", "cross"):
            _diagonals(painter, mirrored, shift)
        if pattern == "cross":
            _diagonals(painter, not mirrored, shift)
        if pattern == "dots":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            radius = pen.widthF() * 1.15
            painter.drawEllipse(QPointF(PATTERN / 2, PATTERN / 2), radius, radius)
    painter.end()
    return image


def _diagonals(painter: QPainter, mirrored: bool, shift: float) -> None:
    p = float(PATTERN)
    for off in (-p, 0.0, p):
        x0, x1 = (off + p + shift, off + shift) if mirrored else (off + shift, off + p + shift)
        painter.drawLine(QPointF(x0 - (x1 - x0), -p), QPointF(x1 + (x1 - x0), 2 * p))


BELOW = 0.62  # of the room of a space, from its middle to a label that leaves its counter free


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
            if place is not None and place.rect.intersects(rect):
                painter.drawPath(place.outline)

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
        painter.drawImage(QPointF(-image.width() / 2, place.room * scale * BELOW - image.height() / 2), image)
        painter.restore()


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


def crossed(line: QPainterPath, names: Iterable[QRectF]) -> list[QRectF]:
    """The names that lines around spaces, and between them, could run through."""
    if line.isEmpty():
        return []
    bounds = line.controlPointRect()
    return [name for name in names if bounds.intersects(name) and line.intersects(name)]


@contextmanager
def sparing(painter: QPainter, camera: Camera, names: Sequence[QRectF]) -> Iterator[None]:
    """While this lasts a line is broken where a name stands, rather than drawn through it (U40)."""
    if not names:
        yield
        return
    painter.save()
    free = QRegion(QRectF(0, 0, *camera.view).toAlignedRect())
    for name in names:
        free -= QRegion(camera.transform().mapRect(name).toAlignedRect())
    painter.setClipRegion(free, Qt.ClipOperation.IntersectClip)
    yield
    painter.restore()


class Lit:
    """Lit spaces: a light wash, a double line around all of them and thin lines between; built once, drawn often."""

    def __init__(self, places: Iterable[Place], solid: bool, wash: int, names: Iterable[QRectF] = ()) -> None:
        self._solid, self._colour = solid, REACH if solid else LIT
        self._wash = QColor(self._colour)
        self._wash.setAlpha(wash if solid else wash // 2)
        self._around = QPainterPath()  # one path, because filling many small ones is what costs
        places = tuple(places)
        count = Counter(chain.from_iterable(place.sides for place in places))
        for place in places:
            if not place.sides:
                self._around.addPath(place.outline)
        self._around.addPath(_rings([side for side, n in count.items() if n == 1]))
        self._inner = [side.line for side, n in count.items() if n > 1]
        self._names = crossed(self._around, names)

    def draw(self, painter: QPainter, camera: Camera, visible: QRectF) -> None:
        """Draw it if it touches the visible part of the map."""
        if not self._around.controlPointRect().intersects(visible):
            return
        transform = camera.transform()
        around = transform.map(self._around)  # strokes in pixels: Qt is slow with wide pens under a scale
        painter.fillPath(around, self._wash)
        with sparing(painter, camera, self._names):
            if self._inner:
                painter.save()
                painter.setTransform(transform, True)
                hair = QPen(self._colour, 1.0)
                hair.setCosmetic(True)
                painter.setPen(hair)
                painter.drawLines(self._inner)
                painter.restore()
            painter.strokePath(around, _rounded(REACH_HALO, 5.0))
            painter.strokePath(around, self._line())

    def _line(self) -> QPen:
        pen = _rounded(self._colour, 2.6)
        if not self._solid:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3.0, 2.2])
        return pen


def _rings(sides: Sequence[EdgeRun]) -> QPainterPath:
    """Sides joined into closed lines; where four meet any way through is right, because holes are told by parity."""
    ends: dict[Corner, list[Corner]] = {}
    for side in sides:
        ends.setdefault(side.a, []).append(side.b)
        ends.setdefault(side.b, []).append(side.a)
    path = QPainterPath()
    for start, left in ends.items():
        while left:
            here, points = start, [start]
            while ends[here]:
                there = ends[here].pop()
                ends[there].remove(here)
                here = there
                points.append(here)
            path.addPath(ring_path(points[:-1] if points[-1] == start else points, points[-1] == start))
    return path


def _rounded(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def draw_outline(painter: QPainter, camera: Camera, place: Place, colour: QColor, width: float) -> None:
    """One space outlined, with a halo in black or white so that it shows on any ground."""
    path = camera.transform().map(place.outline)
    halo = QColor("#ffffff") if colour.lightnessF() < 0.5 else QColor("#141210")
    halo.setAlpha(190)
    for tint, wide in ((halo, width + 2.4), (colour, width)):
        painter.strokePath(path, _rounded(tint, wide))


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
    round_pen = (Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.strokePath(path, QPen(QColor(255, 255, 255, 220), 6.0, *round_pen))
    painter.strokePath(head, QPen(QColor(255, 255, 255, 220), 3.0))
    painter.strokePath(path, QPen(colour, 3.2, *round_pen))
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
        painter.setPen(_rounded(tint, width))
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


def side_colour(side: str | None, colours: Mapping[str, str]) -> QColor:
    """The colour a game gives to a side."""
    return QColor(colours.get(side or "", "#6d675c"))
