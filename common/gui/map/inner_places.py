"""Places within a space, such as underground, in port, aloft or aboard: the signs that tell stacks there apart."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.map import counter_symbols
from common.tabletop import Piece

GROUND = QColor("#1f2b38")  # of the plate below a stack
INK = QColor("#ffffff")
RIM = 0.09  # of a counter's size, how far the plate reaches around its stack
WORDS = 44.0  # px; smaller counters show the sign of their place without its name
ANY = "inside.place"  # the sign of a place that has none of its own


def name_inside(inside: str, pieces: Mapping[str, Piece]) -> str:
    """A place within a space in words; the id of a carrier stands for being aboard it."""
    carrier = pieces.get(inside)
    if carrier is not None:
        return tr("aboard {carrier}", carrier=carrier.name)
    return inside.replace("_", " ")


def sign_inside(inside: str, pieces: Mapping[str, Piece]) -> str:
    """The vector symbol of a place within a space."""
    name = "inside.aboard" if inside in pieces else f"inside.{inside}"
    return name if counter_symbols.symbol(name) is not None else ANY


def draw_plate(painter: QPainter, stack: QRectF, size: float) -> None:
    """The sunken ground below a stack that is not on the surface of its space; `size` is that of a counter."""
    rim = size * RIM
    plate, radius = stack.adjusted(-rim, -rim, rim, rim), size * 0.16
    shade = QColor(GROUND)
    shade.setAlpha(150)
    painter.setPen(QPen(INK, max(size * 0.055, 0.5)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(plate, radius, radius)
    pen = QPen(GROUND, max(size * 0.03, 0.3))
    pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    painter.setBrush(shade)
    painter.drawRoundedRect(plate, radius, radius)


def draw_sign(painter: QPainter, counter: QRectF, symbol: str, name: str = "", room: float = 0.0) -> None:
    """A disc with the sign of the place below the left corner of a counter, and its name where it can be read.

    `room` says how wide the name may be, as a multiple of the counter's size.
    """
    size = counter.width()
    high = max(size * 0.28, min(14.0, size * 0.6))
    disc = QRectF(counter.left() - high * 0.42, counter.bottom() - high * 0.26, high, high)
    if name and size >= WORDS:
        _draw_name(painter, disc, size, name, room)
    painter.setPen(QPen(INK, max(high * 0.08, 0.6)))
    painter.setBrush(GROUND)
    painter.drawEllipse(disc)
    inset = high * 0.22
    counter_symbols.draw(painter, symbol, disc.adjusted(inset, inset, -inset, -inset), INK, None, 11.0)


def _draw_name(painter: QPainter, disc: QRectF, size: float, name: str, room: float) -> None:
    """The name on a strip that begins at the disc; nothing where it would be cut."""
    font = theme.sans(10, bold=True)
    font.setPixelSize(round(max(10.0, min(size * 0.17, 20.0))))
    metrics = QFontMetricsF(font)
    wide, high = metrics.horizontalAdvance(name), metrics.height()
    if wide + disc.width() > size * room:
        return
    middle = QPointF(disc.center().x(), disc.center().y())
    strip = QRectF(middle.x(), middle.y() - high / 2, disc.width() * 0.5 + wide + 10, high)
    painter.setPen(QPen(INK, 1))
    painter.setBrush(GROUND)
    painter.drawRoundedRect(strip, high / 2, high / 2)
    painter.setFont(font)
    text = strip.adjusted(disc.width() * 0.5 + 3, 0, 0, 0)
    painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
