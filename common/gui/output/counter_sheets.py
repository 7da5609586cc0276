"""Counter sheets for scissors: fronts and backs on the two sides of a page, in true size, with marks to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLineF, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPageLayout, QPageSize, QPainter, QPen

from common.engine import Game
from common.gui.kit.language import tr
from common.gui.map.counter_art import draw_counter
from common.gui.map.display_list import scene_of
from common.gui.map.places import Places
from common.gui.output.render import PDF_DPI, UNITS_PER_INCH, pdf_pages
from common.maps import load_map
from common.tabletop import Piece

MM = 25.4
PAGE = QSizeF(595 / 72 * MM, 842 / 72 * MM)  # A4 in mm, made of whole points as in every PDF
MARGIN = 14.0
MARK, GAP = 6.0, 1.0  # the length of a cut mark, and how far it keeps from the counters


class CounterSheets:
    """Where every counter lies on the pages; a back lies behind its front when the page is turned on its long side."""

    def __init__(self, title: str, pieces: Sequence[Piece], units: float) -> None:
        self.title, self.pieces = title, list(pieces)
        self.size = units / UNITS_PER_INCH * MM  # as large as on the map printed at 100 %
        self.columns = int((PAGE.width() - 2 * MARGIN) // self.size)
        self.rows = int((PAGE.height() - 2 * MARGIN - 6) // self.size)

    @property
    def pages(self) -> list[list[Piece]]:
        """The counters page by page."""
        most = self.columns * self.rows
        return [self.pieces[start : start + most] for start in range(0, len(self.pieces), most)]

    def rect(self, number: int, back: bool) -> QRectF:
        """Where the counter of that number lies, in mm; backs are mirrored."""
        row, column = divmod(number, self.columns)
        left = (PAGE.width() - self.columns * self.size) / 2
        x = left + (self.columns - 1 - column if back else column) * self.size
        return QRectF(x, MARGIN + row * self.size, self.size, self.size)

    def write(self, path: Path) -> int:
        """Write all pages, fronts and backs by turns; how many there are."""
        size = QPageSize(PAGE, QPageSize.Unit.Millimeter)
        paper = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF())
        with pdf_pages(path, tr("{game}: counters", game=self.title), paper) as writer:
            painter = QPainter(writer)
            painter.scale(PDF_DPI / MM, PDF_DPI / MM)
            for number, pieces in enumerate(self.pages):
                for back in (False, True):
                    if number or back:
                        writer.newPage()
                    self._page(painter, pieces, back, tr("{n} of {all}", n=number + 1, all=len(self.pages)))
            painter.end()
        return 2 * len(self.pages)

    def _page(self, painter: QPainter, pieces: Sequence[Piece], back: bool, which: str) -> None:
        for number, piece in enumerate(pieces):
            self._counter(painter, piece, self.rect(number, back), back)
        self._marks(painter, len(pieces), back)
        font = QFont("DejaVu Sans")
        font.setPixelSize(3)
        painter.setFont(font)
        painter.setPen(QColor("#000000"))
        size = tr("counters of {size} mm, to be printed at 100 %", size=f"{self.size:.1f}")
        side = tr("backs, sheet {which}", which=which) if back else tr("fronts, sheet {which}", which=which)
        text = f"{self.title}: {side}; {size}"
        painter.drawText(QRectF(0, PAGE.height() - 10, PAGE.width(), 6), Qt.AlignmentFlag.AlignCenter, text)

    def _counter(self, painter: QPainter, piece: Piece, rect: QRectF, back: bool) -> None:
        face = piece.back if back else piece.face
        painter.fillRect(rect, QColor((face or piece.face).paper))
        if face is not None:
            painter.save()
            painter.translate(rect.topLeft())
            painter.scale(rect.width() / 100, rect.height() / 100)
            draw_counter(painter, face, self.size / MM * PDF_DPI, shadow=False)
            painter.restore()

    def _marks(self, painter: QPainter, count: int, back: bool) -> None:
        """Lines outside the counters, one for each cut."""
        rows = -(-count // self.columns)
        columns = min(count, self.columns)
        first, last = self.rect(0, back), self.rect(columns - 1, back)
        left, right = min(first.left(), last.left()), max(first.right(), last.right())
        top, low = first.top(), first.top() + rows * self.size
        painter.setPen(QPen(QColor("#000000"), 0.1))
        for n in range(columns + 1):
            x = left + n * self.size
            painter.drawLine(QLineF(x, top - GAP - MARK, x, top - GAP))
            painter.drawLine(QLineF(x, low + GAP, x, low + GAP + MARK))
        for n in range(rows + 1):
            y = top + n * self.size
            painter.drawLine(QLineF(left - GAP - MARK, y, left - GAP, y))
            painter.drawLine(QLineF(right + GAP, y, right + GAP + MARK, y))


def write_sheets(game: Game, path: Path) -> int:
    """Write the counters of a game, as large as they lie on its map; how many pages it took."""
    game_map = load_map(game.id, game.packs)
    units = Places(game_map, scene_of(game_map, "light").printed).counter
    return CounterSheets(game.title, game.table.counters(), units).write(path)
