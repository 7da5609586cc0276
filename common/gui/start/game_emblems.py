"""The signs of the five games: small landscapes drawn as vectors, day and night."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from common.gui.kit import theme

WIDE, HIGH = 120.0, 88.0
Points = Sequence[tuple[float, float]]


def draw(painter: QPainter, game: str, rect: QRect) -> None:
    """The sign of a game in a frame."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QPainterPath()
    frame.addRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6)
    painter.setClipPath(frame)
    painter.translate(rect.topLeft())
    scale = max(rect.width() / WIDE, rect.height() / HIGH)
    painter.scale(scale, scale)
    SCENES.get(game, _blank)(painter)
    painter.restore()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.current().color("brass"), 1.6))
    painter.drawPath(frame)
    painter.restore()


def _sky(painter: QPainter, top: str, low: str) -> None:
    sky = QLinearGradient(0, 0, 0, HIGH)
    night = theme.current().is_dark
    sky.setColorAt(0, QColor(top).darker(190 if night else 100))
    sky.setColorAt(0.75, QColor(low).darker(150 if night else 100))
    painter.fillRect(QRectF(0, 0, WIDE, HIGH), sky)


def _shape(painter: QPainter, colour: str, points: Points) -> None:
    tone = QColor(colour).darker(135 if theme.current().is_dark else 100)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))


def _disc(painter: QPainter, colour: str, x: float, y: float, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QPointF(x, y), radius, radius)


def _waves(painter: QPainter, colour: str, low: float, height: float, length: float, shift: float) -> None:
    """A dune or a swell."""
    points = [(0.0, HIGH)]
    points += [(x, low - height * math.sin((x + shift) / length * math.tau)) for x in range(0, int(WIDE) + 3, 3)]
    _shape(painter, colour, [*points, (WIDE + 3, HIGH)])


def _blank(painter: QPainter) -> None:
    painter.fillRect(QRectF(0, 0, WIDE, HIGH), theme.current().color("panel"))


def _new_mexico(painter: QPainter) -> None:
    """Mesas over the river, and the sun of the desert."""
    _sky(painter, "#e9b872", "#f6dfb0")
    _disc(painter, "#c8402a", 88, 30, 12)
    _shape(painter, "#b5764a", [(0, 62), (8, 40), (14, 34), (44, 34), (50, 41), (62, 62)])
    _shape(painter, "#9c5f3b", [(48, 64), (60, 48), (66, 44), (92, 44), (97, 50), (120, 64)])
    _shape(painter, "#c89a62", [(0, 58), (120, 60), (120, 88), (0, 88)])
    _shape(painter, "#5d8aa0", [(58, 60), (64, 60), (50, 70), (74, 78), (60, 88), (42, 88), (58, 78), (38, 70)])
    for x, y in ((18, 70), (96, 74), (26, 80)):
        _shape(painter, "#4f6b46", [(x - 1.6, y), (x - 1.6, y - 12), (x + 1.6, y - 12), (x + 1.6, y)])
        _shape(painter, "#4f6b46", [(x + 1, y - 5), (x + 5, y - 5), (x + 5, y - 10), (x + 3, y - 10), (x + 3, y - 7)])


def _fallujah(painter: QPainter) -> None:
    """Roofs and minarets in the dust."""
    _sky(painter, "#b9a88c", "#e8d7b4")
    _disc(painter, "#f2e6c4", 26, 24, 9)
    for x, y, w in ((0, 56, 22), (20, 50, 20), (38, 58, 24), (76, 52, 22), (96, 58, 26)):
        _shape(painter, "#9c8a6a", [(x, 88), (x, y), (x + w, y), (x + w, 88)])
    _shape(painter, "#7a8f76", [(46, 52), (48, 44), (56, 37), (64, 44), (66, 52)])
    for x in (40, 72):
        _shape(painter, "#86745a", [(x - 2.4, 70), (x - 2, 30), (x + 2, 30), (x + 2.4, 70)])
        _shape(painter, "#7a8f76", [(x - 3, 30), (x, 20), (x + 3, 30)])
    for x, y, w in ((-4, 66, 30), (24, 70, 26), (52, 64, 30), (84, 68, 40)):
        _shape(painter, "#6f5f49", [(x, 88), (x, y), (x + w, y), (x + w, 88)])
        for n in range(3):
            _shape(
                painter,
                "#2f2a22",
                [(x + 5 + n * 8, y + 10), (x + 5 + n * 8, y + 5), (x + 8 + n * 8, y + 5), (x + 8 + n * 8, y + 10)],
            )


def _serval(painter: QPainter) -> None:
    """An acacia on the Sahel under a low sun."""
    _sky(painter, "#e79a5a", "#f8dca0")
    _disc(painter, "#fff1c9", 34, 48, 14)
    _waves(painter, "#c58a4a", 62, 3, 120, 20)
    _shape(
        painter, "#3c3524", [(80, 74), (82, 50), (72, 40), (74, 39), (83.5, 47), (86, 38), (88, 39), (86, 52), (85, 74)]
    )
    for x, y, w, h in ((58, 38, 34, 7), (74, 32, 36, 8), (86, 40, 26, 6)):
        painter.setBrush(QColor("#4d5b34").darker(130 if theme.current().is_dark else 100))
        painter.drawEllipse(QRectF(x, y, w, h))
    _waves(painter, "#a8703a", 76, 3, 90, 60)


def _pirates(painter: QPainter) -> None:
    """A dhow on the swell of the Gulf."""
    _sky(painter, "#8fb8c9", "#dcebe6")
    _disc(painter, "#fdf3d2", 92, 22, 10)
    _waves(painter, "#5d97ab", 58, 2.4, 44, 4)
    _shape(painter, "#f4ead2", [(60, 14), (62, 56), (92, 56), (78, 34)])
    _shape(painter, "#e2d3b2", [(57, 22), (57, 56), (36, 56)])
    _shape(painter, "#4a3626", [(58.6, 10), (60.4, 10), (61, 60), (58, 60)])
    _shape(painter, "#5b3d29", [(28, 58), (96, 58), (86, 70), (42, 70)])
    _waves(painter, "#3f7d93", 68, 2.6, 40, 16)
    _waves(painter, "#2c6478", 78, 3, 56, 30)


def _sand_wars(painter: QPainter) -> None:
    """Dunes, a border of stones and two tracks that meet it."""
    _sky(painter, "#d9c08c", "#f7ead0")
    _disc(painter, "#f0a23a", 60, 30, 12)
    _shape(
        painter, "#b98c5e", [(0, 56), (20, 42), (36, 50), (58, 38), (80, 50), (98, 40), (120, 54), (120, 88), (0, 88)]
    )
    _waves(painter, "#d6ab6d", 62, 5, 80, 0)
    _waves(painter, "#c2924f", 74, 5, 100, 50)
    pen = QPen(QColor("#7b2d1e"), 2.2, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawPolyline([QPointF(64, 52), QPointF(58, 62), QPointF(66, 72), QPointF(56, 88)])
    for x, colour in ((38, "#9d2020"), (86, "#2a6436")):
        painter.setPen(QPen(QColor("#2a2217"), 1.6))
        painter.drawLine(QPointF(x, 74), QPointF(x, 50))
        _shape(painter, colour, [(x, 50), (x + 14, 53), (x, 58)])


SCENES: dict[str, Callable[[QPainter], None]] = {
    "nmc": _new_mexico,
    "fallujah": _fallujah,
    "operation_serval": _serval,
    "somali_pirates": _pirates,
    "sand_wars": _sand_wars,
}
