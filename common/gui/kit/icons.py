"""Our own icons: strokes on a grid of 24, drawn as vectors in the colours of the theme; and the faces of dice."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPainter, QPainterPath, QPen, QPixmap

from common.gui.kit import cache_files

if TYPE_CHECKING:
    from common.gui.kit.theme import Theme

GRID = 24.0
TOKEN = re.compile(r"[MLQCZOR]|-?\d+(?:\.\d+)?")
COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "O": 3, "R": 4, "Z": 0}

# M move, L line, Q and C curves, Z close, O circle (x y radius), R rectangle (x y width height); after "|" filled.
SHAPES: dict[str, str] = {
    "undo": "M9 5 L4 10 L9 15 M4 10 L14 10 C18 10 20 12 20 15 C20 18 18 20 14 20 L10 20",
    "redo": "M15 5 L20 10 L15 15 M20 10 L10 10 C6 10 4 12 4 15 C4 18 6 20 10 20 L14 20",
    "hint": "M9 17 C9 14 6 13 6 9 C6 5.5 8.7 3 12 3 C15.3 3 18 5.5 18 9 C18 13 15 14 15 17 Z M9.5 20.5 L14.5 20.5",
    "try": "M9 3 L15 3 M10 3 L10 9 L4.5 19 C4 20.5 4.6 21 6 21 L18 21 C19.4 21 20 20.5 19.5 19 L14 9 L14 3"
    " M7 15 L17 15",
    "play": "| M7 4 L20 12 L7 20 Z",
    "pause": "| R6 4 4.5 16 R13.5 4 4.5 16",
    "step": "| M5 5 L14 12 L5 19 Z R16 5 3 14",
    "back": "| M19 5 L10 12 L19 19 Z R5 5 3 14",
    "first": "| M20 5 L12 12 L20 19 Z M12 5 L5 12 L12 19 Z R2.5 5 2 14",
    "last": "| M4 5 L12 12 L4 19 Z M12 5 L19 12 L12 19 Z R19.5 5 2 14",
    "turn_back": "| M20 5 L12 12 L20 19 Z M12 5 L4 12 L12 19 Z",
    "turn_on": "| M4 5 L12 12 L4 19 Z M12 5 L20 12 L12 19 Z",
    "note": "M4 20 L5.5 15 L16.5 4 L20 7.5 L9 18.5 Z M14 6.5 L17.5 10",
    "bookmark": "M7 3 L17 3 L17 21 L12 16.5 L7 21 Z",
    "here": "M12 2.5 L20.2 7.2 L20.2 16.8 L12 21.5 L3.8 16.8 L3.8 7.2 Z | O12 12 2.6",
    "odds": "M3 21 L21 21 | R4.5 13 3.4 6 R10.3 5 3.4 14 R16.1 9 3.4 10",
    "chart": "R3 4 18 16 M3 9.3 L21 9.3 M3 14.6 L21 14.6 M9 4 L9 20 M15 4 L15 20",
    "rules": "M12 6 C10 4 7 3.5 3.5 4 L3.5 18.5 C7 18 10 18.5 12 20.5 C14 18.5 17 18 20.5 18.5 L20.5 4 C17"
    " 3.5 14 4 12 6 Z"
    " M12 6 L12 20",
    "forces": "R3 6 18 12 M3 6 L21 18 M21 6 L3 18 M12 6 L12 3",
    "victory": "M6 21 L6 3 M6 4 C10 2 13 7 19 4.5 L19 13 C13 15.5 10 10.5 6 12.5",
    "stats": "M3 3 L3 21 L21 21 M6 16 L10 11 L14 14 L20 6",
    "journal": "M6 3 L18 3 L18 21 L6 21 Z M9 8 L15 8 M9 12 L15 12 M9 16 L13 16",
    "settings": "O12 12 3.2 O12 12 7 M12 2 L12 5 M12 19 L12 22 M2 12 L5 12 M19 12 L22 12 M4.9 4.9 L7 7 M17 17"
    " L19.1 19.1"
    " M19.1 4.9 L17 7 M7 17 L4.9 19.1",
    "search": "O10.5 10.5 6.5 M15.5 15.5 L21 21",
    "open": "M3 19 L3 5 L9 5 L11 8 L20 8 L20 11 M3 19 L6.5 11 L22 11 L18.5 19 Z",
    "save": "M4 4 L16.5 4 L20 7.5 L20 20 L4 20 Z M8 4 L8 9 L15 9 L15 4 R7 13 10 7",
    "export": "M12 3 L12 15 M7.5 7.5 L12 3 L16.5 7.5 M4 14 L4 21 L20 21 L20 14",
    "print": "M7 8 L7 3 L17 3 L17 8 R3 8 18 9 R7 13.5 10 7.5",
    "dice": "R4 4 16 16 | O8.5 8.5 1.7 O15.5 15.5 1.7 O12 12 1.7 O15.5 8.5 1.7 O8.5 15.5 1.7",
    "clock": "O12 12 9 M12 6.5 L12 12 L16 14.5",
    "bot": "R5 8 14 11 M12 8 L12 4 O12 3.4 1 M2.5 12 L2.5 15.5 M21.5 12 L21.5 15.5 | O9.3 12.6 1.5 O14.7"
    " 12.6 1.5 R9 15.6 6 1.4",
    "human": "O12 7.5 4 M4 21 C4 15.5 7.5 13.5 12 13.5 C16.5 13.5 20 15.5 20 21",
    "seats": "O7 8 3 O17 8 3 M2 19 C2 15 4 13 7 13 C9 13 10.5 14 11.3 15.5 M22 19 C22 15 20 13 17 13 C15 13"
    " 13.5 14 12.7 15.5",
    "curtain": "M3 3 L21 3 M4.5 3 C4.5 12 8 15 4.5 21 M9 3 C9 12 12 14 9.5 21 M15 3 C15 12 12 14 14.5 21 M19.5"
    " 3 C19.5 12"
    " 16 15 19.5 21",
    "home": "M3 12 L12 4 L21 12 M6 10 L6 20 L18 20 L18 10",
    "plus": "M12 5 L12 19 M5 12 L19 12",
    "minus": "M5 12 L19 12",
    "fit": "M3 8 L3 3 L8 3 M16 3 L21 3 L21 8 M21 16 L21 21 L16 21 M8 21 L3 21 L3 16",
    "layers": "M12 3 L21 8 L12 13 L3 8 Z M3 12 L12 17 L21 12 M3 16 L12 21 L21 16",
    "map": "M3 6 L9 3 L15 6 L21 3 L21 18 L15 21 L9 18 L3 21 Z M9 3 L9 18 M15 6 L15 21",
    "warn": "M12 3 L22 20.5 L2 20.5 Z M12 9 L12 14.5 | O12 17.4 1.2",
    "tick": "M4 12.5 L10 18.5 L20 6",
    "area": "M4 8 L12 3 L20 7 L21 16 L13 21 L5 18 Z | O4 8 1.8 O12 3 1.8 O20 7 1.8 O21 16 1.8 O13 21 1.8 O5 18 1.8",
    "picture": "R3 4 18 16 M3 17 L9 10 L13 15 L16 12 L21 17 | O16 8 1.8",
    "palette": "M12 3 C6.5 3 3 7 3 12 C3 17 7 21 12 21 C14 21 14.5 19.5 13.8 18 C13 16.3 14 15 16 15 L18 15 C20 15 21"
    " 13.5 21 11.5 C21 6.5 17 3 12 3 Z | O7.5 11 1.4 O11 7.2 1.4 O16 8.5 1.4",
    "copies": "R3 3 12 12 R9 9 12 12 M12 13 L18 13 M12 17 L18 17",
    "close": "M5 5 L19 19 M19 5 L5 19",
    "more": "| O5 12 2 O12 12 2 O19 12 2",
    "float": "R8 3 13 13 M8 8 L3 8 L3 21 L16 21 L16 16",
    "next": "M4 12 L17 12 M12 6.5 L18 12 L12 17.5",
    "restart": "M19.5 9 C18 5.5 15 4 12 4 C7.5 4 4 7.5 4 12 C4 16.5 7.5 20 12 20 C15.5 20 18.5 18 19.6 15 M20"
    " 3.5 L19.7 9.2 L14 9",
    "key": "O7.5 12 4 M11.5 12 L21 12 L21 16 M17 12 L17 15",
    "brush": "M20.5 3.5 L10 13 M12.6 15.6 L20.5 3.5 M10 13 L12.6 15.6 C12.8 19 9 21 3.5 20.5 C6 19 5 13.5 10 13 Z",
    "edges": "M12 2.5 L20.2 7.2 L20.2 16.8 L12 21.5 M3.8 7.2 L12 2.5 | R1.4 6.6 4.8 10.8 O12 21.5 2.4",
    "points": "M6.5 16.5 L17 7 O5 18 2.6 O18.5 5.5 2.6 M15 15 L15 22 M11.5 18.5 L18.5 18.5",
    "inspect": "M5 3 L5 18 L9 14.5 L11.8 20.5 L14.4 19.3 L11.6 13.5 L17 13 Z",
    "measure": "M3 16 L16 3 L21 8 L8 21 Z M7 12 L9.5 14.5 M10 9 L12 11 M13 6 L15.5 8.5",
    "hand": "M7 12 L7 6.5 C7 4.8 9.4 4.8 9.4 6.5 L9.4 11 L9.4 4.6 C9.4 2.9 11.9 2.9 11.9 4.6 L11.9 11 L11.9 5.2 C11.9"
    " 3.6 14.3 3.6 14.3 5.2 L14.3 11.5 L14.3 7.5 C14.3 6 16.7 6 16.7 7.5 L16.7 15 C16.7 19 14.5 21.5 11.3 21.5 C8 21.5"
    " 6.7 19.5 3.6 14 C3 12.6 4.6 11.5 5.6 12.6 L7 14.4",
    "erase": "M8.5 20 L3 14.5 L13.5 4 L20.5 11 L11.5 20 Z M8 9.5 L15 16.5 M8.5 20 L21 20",
    "fill": "M10 3.5 L18.5 12 L11 19.5 L3.5 12 Z M10 3.5 L7.5 1.5 M3.5 12 L18 12"
    " | M20 14 C22 17 22.5 18 21.8 19.4 C21 20.8 19 20.8 18.3 19.4 C17.6 18 18.3 17 20 14 Z",
    "text": "M8 6 L3 12 L8 18 M16 6 L21 12 L16 18 M14 4 L10 20",
    "save_all": "M3 3 L13 3 L16 6 L16 16 L3 16 Z M6 3 L6 7 L12 7 L12 3 M7 20 L20 20 L20 8",
    "page_width": "M2 12 L22 12 M6.5 7.5 L2 12 L6.5 16.5 M17.5 7.5 L22 12 L17.5 16.5",
    "paper": "R3 3 10 14 M9 21 L21 21 L21 11 L16.5 11",
    "dot": "| O12 12 6",
    "stop": "| R5 5 14 14",
    "arrow_down": "| M3 8 L21 8 L12 18 Z",
    "arrow_up": "| M3 17 L21 17 L12 7 Z",
}


def shape(text: str) -> QPainterPath:
    """The path that a line of the little language stands for."""
    path = QPainterPath()
    tokens = TOKEN.findall(text)
    at = 0
    while at < len(tokens):
        command = tokens[at]
        count = COUNTS[command]
        n = [float(token) for token in tokens[at + 1 : at + 1 + count]]
        at += 1 + count
        if command == "M":
            path.moveTo(*n)
        elif command == "L":
            path.lineTo(*n)
        elif command == "Q":
            path.quadTo(*n)
        elif command == "C":
            path.cubicTo(*n)
        elif command == "O":
            path.addEllipse(QPointF(n[0], n[1]), n[2], n[2])
        elif command == "R":
            path.addRoundedRect(QRectF(*n), 1, 1)
        else:
            path.closeSubpath()
    return path


@lru_cache(maxsize=256)
def _paths(name: str) -> tuple[QPainterPath, QPainterPath]:
    stroked, _, filled = SHAPES[name].partition("|")
    return shape(stroked), shape(filled)


def draw(painter: QPainter, name: str, rect: QRectF, colour: QColor, weight: float = 1.9) -> None:
    """An icon in a rectangle."""
    stroked, filled = _paths(name)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / GRID, rect.height() / GRID)
    pen = QPen(colour, weight)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(stroked, pen)
    painter.fillPath(filled, colour)
    painter.restore()


@lru_cache(maxsize=512)
def _mould(name: str, side: int) -> QImage:
    """An icon in black, which is cast in the colours of any theme."""
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw(painter, name, QRectF(0, 0, side, side), QColor("black"))
    painter.end()
    return image


def pixmap(name: str, colour: str, size: int, ratio: float = 2.0) -> QPixmap:
    """An icon as pixels, sharp on a screen of that ratio."""
    cast = _mould(name, round(size * ratio)).copy()  # pixmaps made of one image would pass for the same picture
    painter = QPainter(cast)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(cast.rect(), QColor(colour))
    painter.end()
    picture = QPixmap.fromImage(cast)
    picture.setDevicePixelRatio(ratio)
    return picture


def icon(name: str, colour: str, size: int = 20, on: str | None = None) -> QIcon:
    """An icon for buttons, menus and lists; `on` is its colour while it is switched on or its line is chosen."""
    result = QIcon(pixmap(name, colour, size))
    if on is not None:
        cast = pixmap(name, on, size)
        result.addPixmap(cast, QIcon.Mode.Normal, QIcon.State.On)
        result.addPixmap(cast, QIcon.Mode.Selected)
    faint = QColor(colour)
    faint.setAlphaF(0.38)
    result.addPixmap(pixmap(name, faint.name(QColor.NameFormat.HexArgb), size), QIcon.Mode.Disabled)
    return result


def small_pictures(theme: Theme) -> dict[str, str]:
    """The arrows and the tick of the style sheet, which can only take them from files."""
    result: dict[str, str] = {}
    for name, colour in (("arrow_down", theme.ink), ("arrow_up", theme.ink), ("tick", theme.on_accent)):
        file = cache_files.make_once(f"{name}-{colour[1:]}.png", partial(_save, name, colour))
        result[name] = file.as_posix()
    return result


def _save(name: str, colour: str, file: Path) -> None:
    image = QImage(48, 48, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw(painter, name, QRectF(4, 4, 40, 40), QColor(colour), 3.2)
    painter.end()
    if not image.save(str(file)):
        raise OSError(f"{file} cannot be written")


PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


def draw_die(painter: QPainter, rect: QRectF, value: int, ten: bool, paper: QColor, ink: QColor) -> None:
    """A die showing `value`: pips on a cube of six, a figure on a kite of ten."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = rect.width()
    painter.setPen(QPen(ink, max(1.0, size * 0.05)))
    painter.setBrush(paper)
    body = rect.adjusted(size * 0.06, size * 0.06, -size * 0.06, -size * 0.06)
    if ten or value not in PIPS:
        kite = QPainterPath()
        kite.moveTo(body.center().x(), body.top())
        for x, y in ((1.0, 0.42), (0.86, 0.78), (0.5, 1.0), (0.14, 0.78), (0.0, 0.42)):
            kite.lineTo(body.left() + x * body.width(), body.top() + y * body.height())
        kite.closeSubpath()
        painter.drawPath(kite)
        font = QFont(painter.font())
        font.setPixelSize(max(6, round(size * 0.52)))
        font.setBold(True)
        painter.setFont(font)
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, str(value))
    else:
        painter.drawRoundedRect(body, size * 0.16, size * 0.16)
        painter.setBrush(ink)
        painter.setPen(Qt.PenStyle.NoPen)
        for x, y in PIPS[value]:
            painter.drawEllipse(body.center() + QPointF(x, y) * size * 0.235, size * 0.085, size * 0.085)
    painter.restore()


@lru_cache(maxsize=128)
def die_image(value: int, ten: bool, size: int, paper: str, ink: str, ratio: float = 2.0) -> QImage:
    """A die as a picture for running text."""
    image = QImage(round(size * ratio), round(size * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw_die(painter, QRectF(0, 0, size * ratio, size * ratio), value, ten, QColor(paper), QColor(ink))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
