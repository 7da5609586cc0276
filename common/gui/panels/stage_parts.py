"""Painted parts of the combat panel: the chain of its steps, and counters in rows with their marks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from common.gui.kit import theme
from common.gui.kit.widgets import fold_tip
from common.gui.panels.fact_sheet import face_image
from common.tabletop import Face, StageStep, StageUnit

COUNTER = 36  # px at normal text
GAP = 4
FAINT = 0.45  # how much is left of a counter that does not count
NOTCH = 6  # px, the point of a link of the chain


class StepChain(QWidget):
    """The steps of a fight one after the other: what is done, what goes on, what is ahead."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: tuple[StageStep, ...] = ()
        self.places: list[QRectF] = []

    def show_steps(self, steps: Sequence[StageStep]) -> None:
        """Take the steps of a fight."""
        self.steps = tuple(steps)
        words = ", ".join(f"{phase.title} ({phase.state})" for phase in steps)
        self.setAccessibleName(words)
        self.setVisible(bool(steps))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(240), theme.current().px(22))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, theme.current().px(22))

    def _lay(self, metrics: QFontMetrics) -> None:
        """Each link as wide as its word needs, and a share of what is left over."""
        wants = [metrics.horizontalAdvance(step.title) + 2 * NOTCH for step in self.steps]
        spare = (self.width() - NOTCH / 2 - 1 - sum(wants)) / max(1, len(wants))  # the last point is seen, too
        x, self.places = 0.0, []
        for want in wants:
            wide = want + spare
            self.places.append(QRectF(x, 1, wide, self.height() - 2))
            x += wide

    def paintEvent(self, event: QPaintEvent) -> None:
        """Links with points; the live one in the accent, those that are done struck with a tick's colour."""
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.sans(11)
        painter.setFont(font)
        self._lay(painter.fontMetrics())
        papers = {"now": "accent", "done": "line", "ahead": "raised"}
        inks = {"now": "on_accent", "done": "soft", "ahead": "ink"}
        for phase, place in zip(self.steps, self.places, strict=True):
            painter.setPen(QPen(look.color("edge"), 1))
            painter.setBrush(look.color(papers[phase.state]))
            painter.drawPolygon(_link(place))
            painter.setPen(look.color(inks[phase.state]))
            text = painter.fontMetrics().elidedText(phase.title, Qt.TextElideMode.ElideRight, round(place.width()) - 4)
            painter.drawText(place.adjusted(NOTCH / 2, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """A step tells what came of it, and its rule."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = QPointF(event.pos())
            found = [phase for phase, place in zip(self.steps, self.places, strict=False) if place.contains(at)]
            words = "\n".join(f"{phase.title}: {phase.about or phase.state} ({phase.rule})" for phase in found)
            QToolTip.showText(event.globalPos(), fold_tip(words), self)
            return True
        return super().event(event)


def _link(place: QRectF) -> QPolygonF:
    left, right, top, bottom, middle = (
        place.left(), place.right(), place.top(), place.bottom(), place.center().y(),
    )  # fmt: skip
    points = [
        (left, top), (right - NOTCH / 2, top), (right + NOTCH / 2, middle), (right - NOTCH / 2, bottom),
        (left, bottom), (left + NOTCH, middle),
    ]  # fmt: skip
    return QPolygonF([QPointF(x, y) for x, y in points])


class UnitRow(QWidget):
    """The counters of a force in as many rows as they need; a click names one."""

    clicked = Signal(str)  # piece

    def __init__(self, units: Sequence[StageUnit]) -> None:
        super().__init__()
        self.units = tuple(units)
        self.setMouseTracking(True)
        words = ", ".join(f"{unit.name} {unit.value}".strip() for unit in units)
        self.setAccessibleName(words)

    def _size(self) -> int:
        return theme.current().px(COUNTER)

    def _columns(self) -> int:
        return max(1, (self.width() + GAP) // (self._size() + GAP))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        columns = max(1, (width + GAP) // (self._size() + GAP))
        return -(-len(self.units) // columns) * (self._size() + GAP) if self.units else 0

    def sizeHint(self) -> QSize:
        return QSize(self._size() * 3, self.heightForWidth(max(self.width(), self._size() * 3)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._size(), self._size() if self.units else 0)

    def place_of(self, number: int) -> QRectF:
        """Where a counter lies."""
        size, columns = self._size(), self._columns()
        row, column = divmod(number, columns)
        return QRectF(column * (size + GAP), row * (size + GAP), size, size)

    def unit_at(self, pos: QPointF) -> StageUnit | None:
        """The unit under a point."""
        return next((unit for number, unit in enumerate(self.units) if self.place_of(number).contains(pos)), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Counters; idle ones faint, those that are singled out in a ring."""
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for number, unit in enumerate(self.units):
            place = self.place_of(number)
            painter.setOpacity(FAINT if unit.mark in ("idle", "lost") else 1.0)
            face = unit.face or Face(middle=unit.value)
            painter.drawImage(place.topLeft(), face_image(face, COUNTER))
            painter.setOpacity(1.0)
            if unit.mark == "chosen":
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(look.color("bad"), 2.6))
                painter.drawRoundedRect(place.adjusted(0, 0, -3, -3), 5, 5)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a unit."""
        unit = self.unit_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and unit is not None and unit.piece:
            self.clicked.emit(unit.piece)

    def event(self, event: QEvent) -> bool:
        """A counter says what it is and how it counts."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            unit = self.unit_at(QPointF(event.pos()))
            if unit is not None:
                remark = f"{unit.remark} ({unit.rule})" if unit.rule else unit.remark
                worth = f"{unit.name}: {unit.value}" if unit.value else unit.name
                QToolTip.showText(event.globalPos(), fold_tip("\n".join(filter(None, (worth, remark)))), self)
                return True
        return super().event(event)
