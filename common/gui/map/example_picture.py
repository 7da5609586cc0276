"""A small part of the board with counters and arrows, drawn from the game's own data for the example of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from common.engine.guide import RuleExample
from common.gui.map.counter_art import draw_counter
from common.gui.map.display_list import Scene
from common.gui.map.places import Places
from common.tabletop import Piece

RATIO = 2.0  # pixels of the picture for one on the screen
AIR = 1.6  # counters around the places shown
ARROW = "#8c1d18"
LEAST = 0.12  # of the width of the picture, for a counter
ABREAST, PITCH = 3, 1.04  # counters in a row, and from one to the next
WORN = "*"  # after the name of a counter that lies on its back


def place_counters(example: RuleExample, counters: Sequence[Piece]) -> list[Piece]:
    """The counters of an example on their spaces, front or back."""
    known = {piece.id: piece for piece in counters}
    found = []
    for space, names in example.counters.items():
        for name in names:
            piece = known[name.removesuffix(WORN)]
            face = piece.back if name.endswith(WORN) and piece.back is not None else piece.face
            found.append(Piece(piece.id, piece.name, space, face, piece.side))
    return found


def draw_example(example: RuleExample, scene: Scene, places: Places, counters: Sequence[Piece], width: int) -> QImage:
    """The part of the map that an example speaks of, so wide on the screen."""
    area = _area(example, places)
    scale = width * RATIO / area.width()
    image = QImage(round(width * RATIO), round(area.height() * scale), QImage.Format.Format_RGB32)
    image.fill(scene.paper)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    scene.paint(painter, area, scale, False)
    size = max(places.counter, area.width() * LEAST)
    for start, end in example.arrows:
        _arrow(painter, places, size, (start, end))
    for piece, at in _spread(place_counters(example, counters), places, size):
        painter.save()
        painter.translate(at.x() - size / 2, at.y() - size / 2)
        painter.scale(size / 100, size / 100)
        draw_counter(painter, piece.face, size * scale)
        painter.restore()
    painter.end()
    image.setDevicePixelRatio(RATIO)
    return image


def _spread(pieces: Sequence[Piece], places: Places, size: float) -> Iterator[tuple[Piece, QPointF]]:
    """Counters of one space side by side, so that each is seen; the rows lie around its middle."""
    for space in dict.fromkeys(piece.space for piece in pieces):
        place, here = places.get(space), [piece for piece in pieces if piece.space == space]
        room = place.rect.width() / size if place is not None and places.map.kind == "hex" else ABREAST
        abreast = max(1, min(ABREAST, int(room)))  # in a hex they stay clear of the next one
        rows = [here[at : at + abreast] for at in range(0, len(here), abreast)]
        for down, row in enumerate(rows):
            for across, piece in enumerate(row):
                x, y = place.center if place is not None else (0.0, 0.0)
                dx, dy = across - (len(row) - 1) / 2, down - (len(rows) - 1) / 2
                yield piece, QPointF(x + dx * size * PITCH, y + dy * size * PITCH)


def _area(example: RuleExample, places: Places) -> QRectF:
    """The places an example names with some air around them, never narrower than high."""
    ends = (space for arrow in example.arrows for space in arrow)
    spaces = dict.fromkeys((*example.spaces, *example.counters, *ends))
    found = [place.rect for space in spaces if (place := places.get(space)) is not None]
    area = QRectF(found[0])
    for rect in found[1:]:
        area = area.united(rect)
    air = places.counter * AIR
    area = area.adjusted(-air, -air * 0.5, air, air * 0.5)
    if area.width() < area.height() * 1.2:
        more = area.height() * 1.2 - area.width()
        area.adjust(-more / 2, 0, more / 2, 0)
    return area.intersected(QRectF(0, 0, *places.map.size))


def _arrow(painter: QPainter, places: Places, size: float, ends: tuple[str, str]) -> None:
    """From the middle of one place most of the way to another."""
    a, b = (places.get(space) for space in ends)
    if a is None or b is None:
        return
    (ax, ay), (bx, by) = a.center, b.center
    length, turn = hypot(bx - ax, by - ay), atan2(by - ay, bx - ax)
    gap = min(size * 0.62, length * 0.3)
    tail = QPointF(ax + gap * cos(turn), ay + gap * sin(turn))
    head = QPointF(bx - gap * cos(turn), by - gap * sin(turn))
    for colour, wide in (("#ffffff", size * 0.17), (ARROW, size * 0.1)):
        painter.setPen(QPen(QColor(colour), wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(tail, head)
    painter.setPen(QPen(QColor("#ffffff"), size * 0.03))
    painter.setBrush(QColor(ARROW))
    wing = size * 0.3
    sides = [QPointF(head.x() - wing * cos(turn + s), head.y() - wing * sin(turn + s)) for s in (pi / 6, -pi / 6)]
    tip = QPointF(head.x() + wing * 0.4 * cos(turn), head.y() + wing * 0.4 * sin(turn))
    painter.drawPolygon(QPolygonF([tip, *sides]))
