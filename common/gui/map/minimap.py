"""The whole map in a corner, with a frame around what the window shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QWidget

from common.gui.kit import theme
from common.gui.kit.language import tr

if TYPE_CHECKING:
    from common.gui.map.map_canvas import MapCanvas

WIDE, HIGH = 220, 160
SHARE = (0.22, 0.28)  # of the width and the height of the map, at most
LEAST = 60
GAP = 12
BELOW_BUTTON = 40  # px, of the layers in the upper right corner
CORNERS = 4  # of the spots where it may lie
BETWEEN = 24  # steps from one lower corner to the other
NEAR = 24  # px around it in which a place counts as hidden


class MiniMap(QWidget):
    """Follows a map; press or drag in it to look elsewhere. Shows only what the big map shows."""

    def __init__(self, view: MapCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent or view)
        self.view = view
        self.setAccessibleName(tr("Overview map"))
        self.setToolTip(tr("Overview: drag to look elsewhere"))
        self.setFixedSize(WIDE, HIGH)
        self._image: QImage | None = None
        self._still = False  # while something is dragged, which must not chase it about
        self._spot = 0  # of those where it may lie
        self._shown: tuple[float, float] | None = None  # the place of the map that must not be hidden
        view.moved.connect(self.follow)

    def sizeHint(self) -> QSize:
        """Small."""
        return QSize(WIDE, HIGH)

    def forget(self) -> None:
        """The map or its theme has changed."""
        self._image = None
        self.follow()

    def _fit(self) -> None:
        """As large as it may be on this map without hiding much of it."""
        width, height = self.view.camera.size
        most = (WIDE, HIGH)
        if self.parentWidget() is self.view:
            most = (min(WIDE, round(self.view.width() * SHARE[0])), min(HIGH, round(self.view.height() * SHARE[1])))
        scale = min(most[0] / width, most[1] / height)
        size = QSize(max(LEAST, round(width * scale)), max(LEAST, round(height * scale)))
        if size != self.size():
            self.setFixedSize(size)

    def keep_off(self, place: tuple[float, float]) -> None:
        """A place of the map is pointed out: go to another corner while it lies below."""
        self._shown = place
        self.follow()

    def follow(self) -> None:
        """The map, the window or what can be chosen has changed."""
        self._fit()
        if self.parentWidget() is self.view:
            spots = self._spots()
            if not self._still:
                self._spot = self._choose(spots)
            self.move(spots[self._spot].topLeft())
        self.update()

    def _choose(self, spots: Sequence[QRect]) -> int:
        """The first spot that hides nothing, else the one that hides least; between the corners names count too."""
        costs: list[tuple[int, ...]] = []
        lit, used = self._find_lit(), self._find_used()
        for number, spot in enumerate(spots):
            hides = self._hides(spot, lit, used)
            costs.append((*hides, 0 if number < CORNERS else 1 + self._count_names(spot)))
            if number < CORNERS and not any(hides):
                break
        return costs.index(min(costs))

    def _spots(self) -> list[QRect]:
        """Where it may lie, the best place first: a corner, one of them below a button, or between the lower two."""
        ruler_left, ruler_top = self.view.camera.inset
        left, top = round(ruler_left) + GAP, round(ruler_top) + GAP
        right, bottom = self.view.width() - self.width() - GAP, self.view.height() - self.height() - GAP
        corners = [(right, bottom), (left, bottom), (left, top), (right, top + BELOW_BUTTON)]
        between = [(left + (right - left) * part // BETWEEN, bottom) for part in range(BETWEEN - 1, 0, -1)]
        return [QRect(QPoint(*spot), self.size()) for spot in corners + between]

    def _count_names(self, spot: QRect) -> int:
        """How many names of places lie below it there."""
        below = self.view.camera.rect_to_map(QRectF(spot))
        return sum(name.intersects(below) for name in self.view.board.names)

    def _find_lit(self) -> list[QRectF]:
        """The ground of all that can be chosen."""
        board = self.view.board
        stacks = {piece.space for piece in map(board.pieces.get, board.lit_pieces) if piece is not None}
        spaces = {*board.lit_spaces, *board.targets, *stacks}
        return [place.rect for place in map(board.place, spaces) if place is not None]

    def _find_used(self) -> list[QRectF]:
        """The ground of boxes, and of places with counters."""
        board = self.view.board
        spaces = {*board.boxes, *(board.layout.stacks if board.layout else ())}
        return [place.rect for place in map(board.place, spaces) if place is not None]

    def _hides(self, spot: QRect, lit: Sequence[QRectF], used: Sequence[QRectF]) -> tuple[bool, bool, int]:
        """What lies below it at a spot: what is pointed out or explained, what can be chosen, what is used."""
        board, camera = self.view.board, self.view.camera
        near = QRectF(spot).adjusted(-NEAR, -NEAR, NEAR, NEAR)
        shown = self._shown is not None and near.contains(camera.to_screen(*self._shown))
        legend = bool(board.overlays) and near.contains(0, self.view.height())  # of an overlay
        below = camera.rect_to_map(QRectF(spot))
        return shown or legend, any(map(below.intersects, lit)), sum(map(below.intersects, used))

    def _transform(self) -> QTransform:
        width, height = self.view.camera.size
        sx, sy = self.width() / width, self.height() / height
        if self.view.camera.turned:
            return QTransform(-sx, 0, 0, -sy, self.width(), self.height())
        return QTransform(sx, 0, 0, sy, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map, dots for counters, and the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        transform = self._transform()
        if self._image is None or self._image.size() != self.size() * self.devicePixelRatioF():
            self._image = self._drawn()
        if self.view.camera.turned:
            painter.drawImage(QPointF(0, 0), self._image.flipped(Qt.Orientation.Horizontal | Qt.Orientation.Vertical))
        else:
            painter.drawImage(QPointF(0, 0), self._image)
        self._dots(painter, transform)
        frame = transform.mapRect(self.view.camera.visible()).intersected(QRectF(self.rect()).adjusted(2, 2, -2, -2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for tint, width in ((QColor("#ffffff"), 4.0), (QColor("#9d2020"), 2.0)):
            painter.setPen(QPen(tint, width))
            painter.drawRect(frame)
        painter.setPen(QPen(theme.current().color("edge"), 2))
        painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _dots(self, painter: QPainter, transform: QTransform) -> None:
        layout = self.view.board.layout
        if layout is None or self.view.board.shown < 1:
            return
        for counter in layout.tops:
            at = transform.map(QPointF(counter.x, counter.y))
            painter.setPen(QPen(QColor(counter.piece.face.ink), 0.8))
            painter.setBrush(QColor(counter.piece.face.paper))
            if counter.piece.face.edge in ("plain", "double", "thick"):
                painter.drawRect(QRectF(at.x() - 2.5, at.y() - 2.5, 5, 5))
            else:
                painter.drawEllipse(at, 3, 3)

    def _drawn(self) -> QImage:
        ratio = self.devicePixelRatioF()
        image = QImage(self.size() * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(self.view.scene.paper)
        width, height = self.view.camera.size
        scale = self.width() / width
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, self.height() / height)
        self.view.scene.paint(painter, QRectF(0, 0, width, height), scale * ratio, False)
        painter.end()
        return image

    def keep_still(self, on: bool) -> None:
        """Stay while a button is held, then go where it hides least of what is shown."""
        self._still = on
        if not on:
            self.follow()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look there."""
        self.keep_still(True)
        self._look(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the frame."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a drag in it."""
        self.keep_still(False)

    def _look(self, at: QPointF) -> None:
        inverse, _ = self._transform().inverted()
        point = inverse.map(at)
        camera = self.view.camera
        width, height = camera.size
        camera.center = (max(0.0, min(point.x(), width)), max(0.0, min(point.y(), height)))
        self.view.camera_moved()
