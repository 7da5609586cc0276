"""The whole map in a corner, with a frame around what the window shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QTransform
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
        self._corner = 0  # of those it may lie in
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
            corners = self._corners()
            if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:  # what is dragged does not chase it about
                costs = list(map(self._hides, corners))
                self._corner = costs.index(min(costs))
            self.move(corners[self._corner].topLeft())
        self.update()

    def _corners(self) -> list[QRect]:
        """Where it may lie, the best place first: a corner, one of them below a button, or between the lower two."""
        ruler_left, ruler_top = self.view.camera.inset
        left, top = round(ruler_left) + GAP, round(ruler_top) + GAP
        right, bottom = self.view.width() - self.width() - GAP, self.view.height() - self.height() - GAP
        middle = (left + right) // 2
        spots = (right, bottom), (left, bottom), (left, top), (right, top + BELOW_BUTTON), (middle, bottom)
        return [QRect(QPoint(*spot), self.size()) for spot in spots]

    def _hides(self, corner: QRect) -> tuple[bool, bool, int]:
        """What lies below it in a corner: what is pointed out or explained, what can be chosen, what holds counters."""
        board, camera = self.view.board, self.view.camera
        near = QRectF(corner).adjusted(-NEAR, -NEAR, NEAR, NEAR)
        shown = self._shown is not None and near.contains(camera.to_screen(*self._shown))
        legend = bool(board.overlays) and near.contains(0, self.view.height())  # of an overlay
        stacks = {piece.space for piece in map(board.pieces.get, board.lit_pieces) if piece is not None}
        lit = {*board.lit_spaces, *board.targets, *stacks}
        below = camera.rect_to_map(QRectF(corner))
        used = {*board.boxes, *(board.layout.stacks if board.layout else ())}
        hidden = {space for space in lit | used if (place := board.place(space)) and place.rect.intersects(below)}
        return shown or legend, not lit.isdisjoint(hidden), len(hidden & used)

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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look there."""
        self._look(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the frame."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go where it hides least of what is shown now."""
        self.follow()

    def _look(self, at: QPointF) -> None:
        inverse, _ = self._transform().inverted()
        point = inverse.map(at)
        camera = self.view.camera
        width, height = camera.size
        camera.center = (max(0.0, min(point.x(), width)), max(0.0, min(point.y(), height)))
        self.view.camera_moved()
