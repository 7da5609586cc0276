"""Lit spaces: one outline around all of them that breaks where a name stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QRegion

from common.gui.map.camera import Camera
from common.gui.map.display_list import ring_path
from common.gui.map.map_signs import LIT, REACH, REACH_HALO, round_pen
from common.gui.map.places import Corner, EdgeRun, Place

LIGHTER = 190  # per cent: the wash must not make what is lit duller than what is not
SMALL = 36.0  # px, the width of a space whose outline is too short for dashes


def find_crossed_names(line: QPainterPath, names: Iterable[QRectF]) -> list[QRectF]:
    """The names that lines around spaces, and between them, could run through."""
    if line.isEmpty():
        return []
    bounds = line.controlPointRect()
    return [name for name in names if bounds.intersects(name) and line.intersects(name)]


@contextmanager
def keep_off_names(painter: QPainter, camera: Camera, names: Sequence[QRectF]) -> Iterator[None]:
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


class LitSpaces:
    """Lit spaces: a light wash, a double line around all of them and thin lines between; built once, drawn often."""

    def __init__(self, places: Iterable[Place], solid: bool, wash: int, names: Iterable[QRectF] = ()) -> None:
        self._solid, self._colour = solid, REACH if solid else LIT
        self._wash = QColor(self._colour).lighter(LIGHTER)
        self._wash.setAlpha(wash if solid else wash // 2)
        self._around = QPainterPath()  # one path, because filling many small ones is what costs
        places = tuple(places)
        self._least = min((place.outline.boundingRect().width() for place in places), default=0.0)
        count = Counter(chain.from_iterable(place.sides for place in places))
        for place in places:
            if not place.sides:
                self._around.addPath(place.outline)
        self._around.addPath(_rings([side for side, n in count.items() if n == 1]))
        self._inner = [side.line for side, n in count.items() if n > 1]
        self._names = find_crossed_names(self._around, names)

    def draw(self, painter: QPainter, camera: Camera, visible: QRectF) -> None:
        """Draw it if it touches the visible part of the map."""
        if not self._around.controlPointRect().intersects(visible):
            return
        transform = camera.transform()
        around = transform.map(self._around)  # strokes in pixels: Qt is slow with wide pens under a scale
        painter.fillPath(around, self._wash)
        with keep_off_names(painter, camera, self._names):
            if self._inner:
                painter.save()
                painter.setTransform(transform, True)
                hair = QPen(self._colour, 1.0)
                hair.setCosmetic(True)
                painter.setPen(hair)
                painter.drawLines(self._inner)
                painter.restore()
            small = self._least * camera.scale < SMALL
            painter.strokePath(around, round_pen(REACH_HALO, 4.2 if small else 5.0))
            painter.strokePath(around, self._line(small))

    def _line(self, small: bool) -> QPen:
        pen = round_pen(self._colour, 2.2 if small else 2.6)
        if not self._solid and not small:  # around a small disc the dashes would look like a sign of their own
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
