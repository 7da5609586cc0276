"""The emblem of a game: a small landscape that its data hold as vectors, by day and by night."""

from __future__ import annotations

from functools import lru_cache
from xml.etree import ElementTree

from PySide6.QtCore import QByteArray, QRect, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtSvg import QSvgRenderer

from common.engine.about import EMBLEM, data_folder
from common.gui.kit import theme

WIDE, HIGH = 120.0, 88.0  # of an emblem in its own units
NIGHT = "data-night"  # the attribute with the colour of an element in the dark theme
COLOURS = ("fill", "stroke", "stop-color")  # the attributes it stands for


def draw_emblem(painter: QPainter, game: str, rect: QRect) -> None:
    """Draw the emblem of a game in a frame; an empty frame where the game has none."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QPainterPath()
    frame.addRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6)
    painter.setClipPath(frame)
    painter.translate(rect.topLeft())
    scale = max(rect.width() / WIDE, rect.height() / HIGH)
    painter.scale(scale, scale)
    whole, art = QRectF(0, 0, WIDE, HIGH), emblem_svg(game, theme.current().is_dark)
    if art:
        QSvgRenderer(QByteArray(art)).render(painter, whole)
    else:
        painter.fillRect(whole, theme.current().color("panel"))
    painter.restore()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.current().color("brass"), 1.6))
    painter.drawPath(frame)
    painter.restore()


@lru_cache(maxsize=32)
def emblem_svg(game: str, night: bool) -> bytes:
    """The emblem of a game in the colours of day or night; nothing where there is none that can be read."""
    try:
        root = ElementTree.fromstring((data_folder(game) / EMBLEM).read_bytes())
    except (OSError, ElementTree.ParseError):
        return b""
    for element in root.iter() if night else ():
        dark = element.attrib.pop(NIGHT, "")
        for name in COLOURS:
            if dark and name in element.attrib:
                element.set(name, dark)
    return ElementTree.tostring(root)
