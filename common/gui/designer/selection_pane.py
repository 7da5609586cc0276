"""A pane over the map: what is selected, what the tool points at, and strokes before the map is drawn anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from common.gui.designer.guide import Guide
from common.gui.kit import theme
from common.gui.map.map_view import MapView
from common.maps.model import Point

HANDLE = 4.5  # px, half the size of a handle
HALO = 3.0  # px


class Underlay(NamedTuple):
    """A picture, where its pixels lie on the map, and how opaque it is."""

    picture: QPixmap
    matrix: tuple[float, float, float, float, float, float]
    opacity: float


class SelectionPane(QWidget):
    """Draws over a map view and lets every event through."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.selected: tuple[str, ...] = ()
        self.aim: tuple[Point, ...] = ()  # the side under the tool
        self.washes: dict[str, str] = {}  # spaces of a stroke, and the colour they get
        self.strokes: list[tuple[tuple[Point, ...], bool]] = []  # lines of a stroke; True where they are erased
        self.done: list[tuple[dict[str, str], list[tuple[tuple[Point, ...], bool]]]] = []  # strokes not yet drawn
        self.handles: tuple[Point, ...] = ()
        self.grip: Point | None = None
        self.line: tuple[Point, ...] = ()  # of a test
        self.closed: tuple[str, ...] = ()  # spaces a test may not enter
        self.cuts: tuple[tuple[Point, ...], ...] = ()  # borders that cut the line
        self.frame: QRectF | None = None  # on screen, while spaces are gathered
        self.underlay: Underlay | None = None
        self.guide: Guide | None = None
        view.moved.connect(self.update)
        view.installEventFilter(self)
        self.resize(view.size())
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the map."""
        if watched is self.view and event.type() == QEvent.Type.Resize:
            self.resize(self.view.size())
        return False

    def clear_stroke(self) -> None:
        """The stroke was given up."""
        self.washes, self.strokes, self.grip = {}, [], None
        self.update()

    def keep_stroke(self) -> None:
        """The stroke is in the text; it is shown until the map shows it."""
        self.done.append((self.washes, self.strokes))
        self.clear_stroke()

    def drawn(self) -> None:
        """The map shows every stroke that is in the text."""
        self.done.clear()
        self.update()

    def set_underlay(self, underlay: Underlay | None) -> None:
        """Show a picture with the map, or none."""
        self.underlay = underlay
        self.update()

    def set_guide(self, guide: Guide | None) -> None:
        """Show real geography with the map, or none."""
        self.guide = guide
        self.update()

    def select(self, spaces: Iterable[str]) -> None:
        """Outline these spaces."""
        self.selected = tuple(spaces)
        self.update()

    def show_line(
        self, line: tuple[Point, ...] = (), closed: tuple[str, ...] = (), cuts: tuple[tuple[Point, ...], ...] = ()
    ) -> None:
        """Show the line of a test, or none."""
        self.line, self.closed, self.cuts = line, closed, cuts
        self.update()

    # --- painting ---

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Everything that is only pointed at or not yet in the picture."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = theme.current()
        self._draw_under(painter)
        strokes = [*self.done, (self.washes, self.strokes)]
        for washes, _ in strokes:
            for space, colour in washes.items():
                self._draw_wash(painter, space, QColor(colour))
        self._draw_closed(painter, look.color("bad"))
        self._draw_selection(painter, look.color("focus"))
        if len(self.line) > 1:
            self._draw_line(painter, self.line, look.color("live"), 4.0)
            self._draw_dots(painter, (self.line[0], self.line[-1]), look.color("raised"), look.color("live"), HANDLE)
        for cut in self.cuts:
            self._draw_line(painter, cut, look.color("bad"), 6.0)
        for _, lines in strokes:
            for line, gone in lines:
                self._draw_line(painter, line, look.color("bad" if gone else "focus"), 5.0, dashed=gone)
        if len(self.aim) > 1:
            self._draw_line(painter, self.aim, look.color("focus"), 4.0)
        if self.handles:
            self._draw_dots(painter, self.handles, look.color("raised"), look.color("focus"), HANDLE)
        if self.grip is not None:
            self._draw_dots(painter, (self.grip,), look.color("live"), look.color("ink"), HANDLE + 2)
        if self.frame is not None:
            wash = look.color("focus")
            wash.setAlpha(40)
            painter.fillRect(self.frame, wash)
            painter.setPen(QPen(look.color("focus"), 1.6))
            painter.drawRect(self.frame)
        painter.end()

    def _draw_under(self, painter: QPainter) -> None:
        """The picture and the geography that a designer draws after."""
        if self.underlay is not None:
            a, b, c, d, e, f = self.underlay.matrix
            painter.save()
            painter.setOpacity(self.underlay.opacity)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setTransform(QTransform(a, d, b, e, c, f) * self.view.camera.transform())
            painter.drawPixmap(0, 0, self.underlay.picture)
            painter.restore()
        if self.guide is not None:
            self.guide.draw(painter, self.view.camera, QRectF(self.rect()))

    def _draw_wash(self, painter: QPainter, space: str, colour: QColor) -> None:
        place = self.view.board.place(space)
        if place is None:
            return
        painter.save()
        painter.setTransform(self.view.camera.transform())
        colour.setAlpha(205)
        painter.fillPath(place.outline, colour)
        painter.restore()

    def _draw_closed(self, painter: QPainter, colour: QColor) -> None:
        """Hatch the spaces that may not be entered."""
        painter.save()
        painter.setTransform(self.view.camera.transform())
        brush = QBrush(colour, Qt.BrushStyle.BDiagPattern)
        brush.setTransform(QTransform.fromScale(*(2 / self.view.camera.scale,) * 2))
        for space in self.closed:
            place = self.view.board.place(space)
            if place is not None:
                painter.fillPath(place.outline, brush)
        painter.restore()

    def _draw_selection(self, painter: QPainter, colour: QColor) -> None:
        painter.save()
        painter.setTransform(self.view.camera.transform())
        visible = self.view.camera.visible()
        wash = QColor(colour)
        wash.setAlpha(46)
        for space in self.selected:
            place = self.view.board.place(space)
            if place is None or not place.rect.intersects(visible):
                continue
            painter.fillPath(place.outline, wash)
            for paint, width in ((theme.current().color("raised"), 5.0), (colour, 2.6)):
                pen = QPen(paint, width)
                pen.setCosmetic(True)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.strokePath(place.outline, pen)
        painter.restore()

    def _draw_line(
        self, painter: QPainter, points: Sequence[Point], colour: QColor, width: float, dashed: bool = False
    ) -> None:
        line = QPolygonF([self.view.camera.to_screen(*point) for point in points])
        for paint, wide in ((theme.current().color("raised"), width + HALO), (colour, width)):
            pen = QPen(paint, wide)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if dashed and paint is colour:
                pen.setDashPattern([1.6, 1.4])
            painter.setPen(pen)
            painter.drawPolyline(line)

    def _draw_dots(self, painter: QPainter, points: Iterable[Point], paper: QColor, ink: QColor, half: float) -> None:
        painter.setPen(QPen(ink, 1.6))
        painter.setBrush(paper)
        inside = QRectF(self.rect())
        for point in points:
            at: QPointF = self.view.camera.to_screen(*point)
            if inside.contains(at):
                painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
        painter.setBrush(Qt.BrushStyle.NoBrush)
