"""A ruler along two edges of a hex map: where its printed numbers are too small to read, it tells row and column."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean, pstdev
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from common.gui.kit import theme
from common.gui.map.map_canvas import MapCanvas

FROM_NEAR = 0.38  # the scale from which the printed numbers are drawn
HALF = 2  # figures of a number that name the column or the row
STEPS = (1, 2, 5, 10)
APART = 30  # px between two marks, at least
STRIP, WIDER = 15, 1.9  # px, and how much wider the one with the rows is


class RulerMarks(NamedTuple):
    """What the two edges tell: the middle of each column and row on the map, by the text that stands there."""

    columns: tuple[tuple[str, float], ...] = ()
    rows: tuple[tuple[str, float], ...] = ()


def find_marks(centers: dict[str, tuple[float, float]]) -> RulerMarks:
    """Columns and rows of a map whose spaces have numbers of four figures; whether the column comes first is measured.

    Dots stand for the figures that the other edge tells.
    """
    named = {id_: at for id_, at in centers.items() if len(id_) == 2 * HALF and id_.isdigit()}
    if not named:
        return RulerMarks()
    heads, tails = defaultdict(list), defaultdict(list)
    for id_, at in named.items():
        heads[f"{id_[:HALF]}··"].append(at)
        tails[f"··{id_[HALF:]}"].append(at)
    across = [fmean(pstdev(at[0] for at in found) for found in group.values()) for group in (heads, tails)]
    columns, rows = (heads, tails) if across[0] < across[1] else (tails, heads)
    return RulerMarks(
        tuple(sorted((name, fmean(at[0] for at in found)) for name, found in columns.items())),
        tuple(sorted((name, fmean(at[1] for at in found)) for name, found in rows.items())),
    )


class HexRuler(QWidget):
    """Lies over the upper and the left edge of a map and lets the pointer through."""

    def __init__(self, view: MapCanvas) -> None:
        super().__init__(view)
        self._view = view
        self._known: object = None  # the places the marks were read from
        self.marks = RulerMarks()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        view.moved.connect(self.follow)

    def follow(self) -> None:
        """Be there where the printed numbers are not, as large as the map."""
        view, places = self._view, self._view.board.places
        if places is None:
            return
        if places is not self._known:
            self._known = places
            self.marks = find_marks({space.id: space.center for space in places.map.spaces.values()})
        told = bool(self.marks.columns) and "numbers" not in view.board.hidden
        thick = float(theme.current().px(STRIP)) if told else 0.0
        view.camera.inset = round(thick * WIDER), thick
        self.setVisible(told and view.camera.scale < FROM_NEAR)
        self.setGeometry(view.rect())
        self.setMask(self._strips())
        self.update()

    def _strips(self) -> QRegion:
        """Only the two edges, so that the map between them is not painted again."""
        thick = theme.current().px(STRIP)
        return QRegion(0, 0, round(thick * WIDER), self.height()).united(QRegion(0, 0, self.width(), thick))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A strip with the columns above and one with the rows on the left."""
        now, painter = theme.current(), QPainter(self)
        painter.setFont(theme.sans(10))
        paper = now.color("panel")
        paper.setAlphaF(0.85)
        painter.fillRect(self.rect(), paper)
        painter.setPen(now.color("ink"))
        thick = now.px(STRIP)
        side = thick * WIDER
        for text, x in self._spread(self.marks.columns, 0):
            if x > side + APART / 2:
                painter.drawText(QRectF(x - 30, 0, 60, thick), Qt.AlignmentFlag.AlignCenter, text)
        for text, y in self._spread(self.marks.rows, 1):
            if y > thick:
                painter.drawText(QRectF(0, y - 10, side, 20), Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def _spread(self, marks: tuple[tuple[str, float], ...], way: int) -> list[tuple[str, float]]:
        """The marks of one edge that have room, at their places on the screen."""
        frame = self._view.camera.frame()
        shown = [(text, frame[way] + at * frame[2]) for text, at in marks]
        if len(shown) < 2:
            return shown
        gap = abs(shown[-1][1] - shown[0][1]) / (len(shown) - 1)
        apart = theme.current().px(APART) * (1.0 if way == 0 else 0.6)
        step = next((step for step in STEPS if step * gap >= apart), STEPS[-1])
        return [mark for mark in shown if int(mark[0].strip("·")) % step == 0]
