"""The map or the position as a picture file: PNG in strips of any size, SVG, PDF."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QTransform
from PySide6.QtSvg import QSvgGenerator

from common.gui.kit.language import tr
from common.gui.map.counter_art import CounterArt, draw_counter
from common.gui.map.display_list import Scene
from common.gui.map.inner_places import draw_plate, draw_sign, name_inside, sign_inside
from common.gui.map.map_signs import draw_marker, side_colour
from common.gui.map.places import Places
from common.gui.map.stacks import StackLayout
from common.gui.map.track_tokens import draw_printed
from common.maps import GameMap
from common.tabletop import Marker, Piece, Token

STRIP = 128  # rows drawn at a time
MOST_PIXELS = 40_000  # along one side
UNITS_PER_INCH = 100.0  # map units printed on an inch at 100 %
PDF_DPI = 1200

Progress = Callable[[float], bool]  # told how much is done; False stops


class Sheet:
    """A map with a position on it, ready to be drawn at any scale; only what it was given can appear."""

    def __init__(
        self, game_map: GameMap, scene: Scene, pieces: list[Piece] | None = None, markers: list[Marker] | None = None,
        percent: int = 100, colours: dict[str, str] | None = None, places: Places | None = None,
        tokens: Sequence[Token] = (), hidden: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.scene, self.places = scene, places or Places(game_map, scene.printed)
        self.title = game_map.title
        self.size = self.places.counter * percent / 100
        self.layout = StackLayout(pieces or (), self.places, self.size)
        self.markers, self.colours = tuple(markers or ()), dict(colours or {})
        self.tokens = tuple(tokens)
        self.hidden = frozenset(hidden)  # layers of the drawing that are left out

    @property
    def whole(self) -> QRectF:
        """The sheet in map units."""
        return QRectF(0, 0, *self.scene.size)

    def paint(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Draw a part of the sheet in map units; `scale` is device pixels per unit."""
        painter.fillRect(rect, self.scene.paper)
        self.scene.paint(painter, rect, scale, False, self.hidden)
        self.paint_position(painter, rect, scale)

    def paint_position(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Draw what lies on the map."""
        draw_printed(painter, self.places, self.tokens, rect)
        for marker in self.markers:
            self._marker(painter, marker, rect)
        half = self.size * 0.7
        for stack in self.layout.inner:
            lowest, highest = stack.counters[0].rect(self.size), stack.counters[-1].rect(self.size)
            draw_plate(painter, lowest.united(highest), self.size * stack.counters[0].scale)
        for counter in self.layout.order:
            if rect.intersects(QRectF(counter.x - half, counter.y - half, 2 * half, 2 * half)):
                size = self.size * counter.scale
                painter.save()
                painter.translate(counter.x - size / 2, counter.y - size / 2)
                painter.scale(size / 100, size / 100)
                draw_counter(painter, counter.piece.face, size * scale, counter.piece.badges)
                painter.restore()
        known = {counter.piece.id: counter.piece for counter in self.layout.order}
        for stack in self.layout.inner:
            place, inside = stack.counters[0].rect(self.size), stack.inside
            draw_sign(painter, place, sign_inside(inside, known), name_inside(inside, known), stack.room)

    def _marker(self, painter: QPainter, marker: Marker, rect: QRectF) -> None:
        place = self.places.get(marker.space)
        if place is None:
            return
        (x, y), size = place.center, self.size * 0.42
        plate = QRectF(x - place.room * 0.62 - size / 2, y - place.room * 0.72 - size / 2, size, size)
        if plate.intersects(rect):
            first = next(iter(self.colours), None)
            colour = side_colour(marker.side, self.colours)
            draw_marker(painter, marker, plate, colour, marker.side in (None, first))


def pixels(sheet: Sheet, dpi: float) -> tuple[int, int]:
    """The size of a picture at so many dots to an inch."""
    width, height = (max(1, round(length * dpi / UNITS_PER_INCH)) for length in sheet.scene.size)
    return width, height


def write_png(sheet: Sheet, path: Path, dpi: float, progress: Progress | None = None) -> bool:
    """Write the sheet strip by strip, so that memory does not grow with the picture; False when stopped."""
    width, height = pixels(sheet, dpi)
    if max(width, height) > MOST_PIXELS:
        raise ValueError(
            tr(
                "{size} pixels are too many: at most {most} along one side",
                size=f"{width} × {height}",
                most=MOST_PIXELS,
            )
        )
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            done = _png(file, (width, height), _strips(sheet, width, height), dpi, progress)
        if done:
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return done


def _strips(sheet: Sheet, width: int, height: int) -> Iterator[tuple[int, bytes]]:
    """Rows of RGB bytes, some at a time."""
    scale = width / sheet.scene.size[0]
    image = QImage(width, STRIP, QImage.Format.Format_RGB888)
    for top in range(0, height, STRIP):
        rows = min(STRIP, height - top)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(QTransform(scale, 0, 0, scale, 0, -top))
        sheet.paint(painter, QRectF(0, top / scale, width / scale, STRIP / scale), scale)
        painter.end()
        stride, view = image.bytesPerLine(), image.constBits()
        data = b"".join(b"\x00" + bytes(view[row * stride : row * stride + width * 3]) for row in range(rows))
        yield top + rows, data


def _png(
    file: BinaryIO, size: tuple[int, int], strips: Iterator[tuple[int, bytes]], dpi: float, progress: Progress | None
) -> bool:
    per_metre = round(dpi / 0.0254)
    file.write(b"\x89PNG\r\n\x1a\n")
    _chunk(file, b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0))
    _chunk(file, b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))
    packer = zlib.compressobj(6)
    for done, data in strips:
        packed = packer.compress(data)
        if packed:
            _chunk(file, b"IDAT", packed)
        if progress is not None and not progress(done / size[1]):
            return False
    _chunk(file, b"IDAT", packer.flush())
    _chunk(file, b"IEND", b"")
    return True


def _chunk(file: BinaryIO, kind: bytes, data: bytes) -> None:
    file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


def write_svg(sheet: Sheet, path: Path) -> None:
    """Write the sheet as an SVG drawing in map units."""
    width, height = sheet.scene.size
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setTitle(sheet.title)
    generator.setSize(QSize(round(width), round(height)))
    generator.setViewBox(QRectF(0, 0, width, height))
    painter = QPainter(generator)
    sheet.paint(painter, QRectF(0, 0, width, height), 1.0)
    painter.end()
    path.write_bytes(bytes(buffer.data().data()))


def write_pdf(sheet: Sheet, path: Path, percent: float = 100.0) -> None:
    """Write the sheet as one PDF page in its true size."""
    width, height = (length / UNITS_PER_INCH * percent / 100 for length in sheet.scene.size)
    size = QPageSize(QSizeF(width, height), QPageSize.Unit.Inch)
    with pdf_pages(path, sheet.title, QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF())) as writer:
        painter = QPainter(writer)
        scale = PDF_DPI * percent / 100 / UNITS_PER_INCH
        painter.scale(scale, scale)
        sheet.paint(painter, sheet.whole, scale)
        painter.end()


@contextmanager
def pdf_pages(path: Path, title: str, paper: QPageLayout) -> Iterator[QPdfWriter]:
    """Pages to draw on; they are written when all is drawn, so that a failure leaves the old file and tells itself."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setResolution(PDF_DPI)
    writer.setPageLayout(paper)
    yield writer
    path.write_bytes(buffer.data().data())


def thumbnail(sheet: Sheet, width: int, height: int, ground: QColor) -> QImage:
    """A small picture of the position, for lists of saved games."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(ground)
    scale = min(width / sheet.scene.size[0], height / sheet.scene.size[1])
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate((width - sheet.scene.size[0] * scale) / 2, (height - sheet.scene.size[1] * scale) / 2)
    painter.scale(scale, scale)
    sheet.paint(painter, sheet.whole, scale)
    painter.end()
    return image


def counter_image(piece: Piece, size: int, back: bool = False) -> QImage:
    """One counter by itself, its back if it has one, for lists and the inspector."""
    if back and piece.back is not None:
        piece = Piece(piece.id, piece.name, piece.space, piece.back, piece.side)
    image = CounterArt().image(piece, size)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied, Qt.ImageConversionFlag.AutoColor)
