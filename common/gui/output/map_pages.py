"""A map on as many pages as its true size needs, with overlap, crop marks and assembly marks."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPageLayout, QPageSize, QPainter, QPen

from common.gui.kit.language import tr
from common.gui.output.render import UNITS_PER_INCH, Sheet, pdf_pages
from common.maps.gamemap import GameMap

MM = 25.4
EDGE = 7.0  # mm of paper that printers cannot reach
MARK = 4.0  # mm, the length of a crop mark
FOOT = 6.0  # mm below the map for its name and a rule
RULE = 50.0  # mm
PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "Letter": (215.9, 279.4)}


class PageChoice(NamedTuple):
    """How a map is cut into pages."""

    paper: str = "A4"
    wide: bool = False
    mm_per_unit: float = MM / UNITS_PER_INCH
    overlap: float = 10.0  # mm that neighbouring pages share


class Tile(NamedTuple):
    """One page: its name, the part of the map on it in mm of the whole, and who lies beside it."""

    name: str
    part: QRectF
    left: str
    right: str
    above: str
    below: str


def hex_scale(game_map: GameMap, hex_mm: float) -> float:
    """Millimetres to a map unit so that a hex is so wide across the flats."""
    grid = game_map.file.grid
    return hex_mm / (grid.width if grid is not None else UNITS_PER_INCH)


def paper_layout(choice: PageChoice) -> QPageLayout:
    """The paper as it lies."""
    size = QPageSize(QSizeF(*PAPERS[choice.paper]), QPageSize.Unit.Millimeter, choice.paper)
    way = QPageLayout.Orientation.Landscape if choice.wide else QPageLayout.Orientation.Portrait
    return QPageLayout(size, way, QMarginsF())


def page_size(layout: QPageLayout) -> QSizeF:
    """The whole paper in mm."""
    return layout.fullRect(QPageLayout.Unit.Millimeter).size()


def room_on(page: QSizeF) -> QRectF:
    """Where the map lies on a page, in mm."""
    low = EDGE + MARK
    return QRectF(low, low, page.width() - 2 * low, page.height() - 2 * low - FOOT)


def cut_tiles(sheet: Sheet, choice: PageChoice, page: QSizeF) -> list[Tile]:
    """The pages from left to right and top to bottom: A1, B1, C1, then A2 …"""
    room = room_on(page)
    width, height = (length * choice.mm_per_unit for length in sheet.scene.size)
    step_x, step_y = room.width() - choice.overlap, room.height() - choice.overlap
    columns = max(1, math.ceil((width - choice.overlap) / step_x - 1e-6))
    rows = max(1, math.ceil((height - choice.overlap) / step_y - 1e-6))

    def name(c: int, r: int) -> str:
        return f"{_letters(c)}{r + 1}" if 0 <= c < columns and 0 <= r < rows else ""

    found = []
    for r in range(rows):
        for c in range(columns):
            part = QRectF(c * step_x, r * step_y, room.width(), room.height())
            part = part.intersected(QRectF(0, 0, width, height))
            found.append(Tile(name(c, r), part, name(c - 1, r), name(c + 1, r), name(c, r - 1), name(c, r + 1)))
    return found


def _letters(number: int) -> str:
    text = ""
    while number >= 0:
        text = chr(ord("A") + number % 26) + text
        number = number // 26 - 1
    return text


def paint_pages(sheet: Sheet, device: Any, choice: PageChoice) -> int:
    """Draw the map on a printer or PDF writer, on the paper that it has; how many pages it took."""
    page = page_size(device.pageLayout())
    painter = QPainter(device)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    dots = device.logicalDpiX() / MM
    tiles = cut_tiles(sheet, choice, page)
    for number, tile in enumerate(tiles):
        if number:
            device.newPage()
        painter.save()
        painter.scale(dots, dots)
        _paint_tile(painter, sheet, tile, choice, page, dots)
        painter.restore()
    painter.end()
    return len(tiles)


def write_pages(sheet: Sheet, path: Path, choice: PageChoice) -> int:
    """Write the pages as a PDF; how many there are."""
    with pdf_pages(path, sheet.title, paper_layout(choice)) as writer:
        return paint_pages(sheet, writer, choice)


def _paint_tile(painter: QPainter, sheet: Sheet, tile: Tile, choice: PageChoice, page: QSizeF, dots: float) -> None:
    room, unit = room_on(page), choice.mm_per_unit
    area = QRectF(room.topLeft(), tile.part.size())
    painter.save()
    painter.setClipRect(area)
    painter.translate(area.topLeft() - tile.part.topLeft())
    painter.scale(unit, unit)
    shown = QRectF(tile.part.topLeft() / unit, tile.part.size() / unit)
    sheet.paint(painter, shown, unit * dots)
    painter.restore()
    _crop_marks(painter, area, tile, choice.overlap)
    _assembly_marks(painter, area, tile, choice.overlap)
    _foot(painter, page, sheet.title, tile, choice)


def _crop_marks(painter: QPainter, area: QRectF, tile: Tile, overlap: float) -> None:
    """Short lines outside the map, where to cut: in the middle of an overlap, or at the edge of the map."""
    half = overlap / 2
    left, right = area.left() + half * bool(tile.left), area.right() - half * bool(tile.right)
    top, low = area.top() + half * bool(tile.above), area.bottom() - half * bool(tile.below)
    painter.setPen(QPen(QColor("#000000"), 0.15))
    for x in (left, right):
        painter.drawLine(QLineF(x, area.top() - MARK, x, area.top() - 0.6))
        painter.drawLine(QLineF(x, area.bottom() + 0.6, x, area.bottom() + MARK))
    for y in (top, low):
        painter.drawLine(QLineF(area.left() - MARK, y, area.left() - 0.6, y))
        painter.drawLine(QLineF(area.right() + 0.6, y, area.right() + MARK, y))


def _assembly_marks(painter: QPainter, area: QRectF, tile: Tile, overlap: float) -> None:
    """A cross with the names of both pages in the middle of each overlap, at the same place of the map on both."""
    half = overlap / 2
    if half < 1.5:
        return
    middle = area.center()
    for other, at, first in (
        (tile.left, QPointF(area.left() + half, middle.y()), False),
        (tile.right, QPointF(area.right() - half, middle.y()), True),
        (tile.above, QPointF(middle.x(), area.top() + half), False),
        (tile.below, QPointF(middle.x(), area.bottom() - half), True),
    ):
        if other:
            names = f"{tile.name}|{other}" if first else f"{other}|{tile.name}"
            _cross(painter, at, names)


def _cross(painter: QPainter, at: QPointF, names: str) -> None:
    arm = 1.4
    for colour, width in (("#ffffff", 0.5), ("#000000", 0.15)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawLine(QLineF(at.x() - arm, at.y(), at.x() + arm, at.y()))
        painter.drawLine(QLineF(at.x(), at.y() - arm, at.x(), at.y() + arm))
    painter.setPen(QColor("#000000"))
    painter.setFont(_font(1.6))
    painter.drawText(QRectF(at.x() - 8, at.y() + 1.2, 16, 2.4), Qt.AlignmentFlag.AlignCenter, names)


def _font(height: float) -> QFont:
    font = QFont("DejaVu Sans")
    font.setPointSizeF(max(1.0, height))
    font.setPixelSize(max(1, round(height)))
    return font


def _foot(painter: QPainter, page: QSizeF, title: str, tile: Tile, choice: PageChoice) -> None:
    """Which page this is, and a rule to check the printer with."""
    line = QRectF(EDGE + MARK, page.height() - EDGE - FOOT, page.width() - 2 * (EDGE + MARK), FOOT)
    painter.setFont(_font(3))
    painter.setPen(QPen(QColor("#000000"), 0.15))
    percent = f"{choice.mm_per_unit * UNITS_PER_INCH / MM * 100:.0f}"
    text = tr(
        "{map}: page {page}, to be printed at 100 % ({n} % of the true size)", map=title, page=tile.name, n=percent
    )
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
    right, y = line.right(), line.center().y()
    painter.drawLine(QLineF(right - RULE, y, right, y))
    for x in (right - RULE, right):
        painter.drawLine(QLineF(x, y - 1.5, x, y + 1.5))
    words = QRectF(right - RULE - 14, line.top(), 12, line.height())
    painter.drawText(words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, tr("{n} mm", n=round(RULE)))
