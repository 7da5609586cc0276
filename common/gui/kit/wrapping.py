"""Layouts that give way: what does not fit beside the rest goes into a row below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QLayoutItem, QScrollArea, QSizePolicy, QWidget

from common.gui.kit.timers import once


class TwoEndedRow(QWidget):
    """Words on the left and buttons on the right; the buttons go below where there is no room for both."""

    def __init__(self, words: QLayout, least: QWidget, buttons: Sequence[QWidget]) -> None:
        super().__init__()
        self._least, self._buttons = least, buttons
        self._bar = QWidget()
        flow = Flow(self._bar)
        for part in buttons:
            flow.addWidget(part)
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.addLayout(words, 1)
        self.row.addWidget(self._bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side, or one below the other."""
        super().resizeEvent(event)
        bar = sum(part.sizeHint().width() + 6 for part in self._buttons)
        air, way = self.row.contentsMargins(), QBoxLayout.Direction
        fits = self._least.sizeHint().width() + self.row.spacing() + bar <= self.width() - air.left() - air.right()
        self._bar.setMinimumWidth(bar if fits else 0)
        self.row.setAlignment(self._bar, Qt.AlignmentFlag.AlignVCenter if fits else Qt.AlignmentFlag(0))
        self.row.setDirection(way.LeftToRight if fits else way.TopToBottom)


class Flow(QLayout):
    """Widgets in rows, as many to a row as fit."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def items(self) -> list[QLayoutItem]:
        """What lies in the rows."""
        return self._items

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), dry=True)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, dry=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size.grownBy(self.contentsMargins())

    def _place(self, rect: QRect, dry: bool) -> int:
        air = self.contentsMargins()
        rect = rect.adjusted(air.left(), air.top(), -air.right(), 0)
        y = rect.y()
        for row in self._split(rect.width()):
            x, height = rect.x(), max(size.height() for _, size in row)
            for item, size in row:
                if not dry:
                    item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + self._gap
            y += height + self._gap
        return max(0, y - self._gap - rect.y()) + air.top() + air.bottom()

    def _split(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """What stands in each row, with the size it gets; in a row all stand level."""
        rows: list[list[tuple[QLayoutItem, QSize]]] = []
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = QSize(min(item.sizeHint().width(), width), item.sizeHint().height())
            if not rows or size.width() > left:
                rows.append([])
                left = width
            rows[-1].append((item, size))
            left -= size.width() + self._gap
        return rows


class FlowArea(QScrollArea):
    """A flow of widgets that takes at most so many rows and scrolls beyond."""

    resized = Signal()  # to another width

    def __init__(self, rows: int = 2, gap: int = 6) -> None:
        super().__init__()
        self._rows, self._gap = rows, gap
        inner = QWidget()
        inner.setObjectName("clear")
        self.flow = Flow(inner, gap)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("clear")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._soon = once(self, self.updateGeometry)  # a layout that is at work does not listen

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Of another width it may need another number of rows."""
        self._need_bar()
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._soon.start(0)
            self.resized.emit()

    def overflows(self) -> bool:
        """Whether not all of it is seen at once, as far as its width is known."""
        return self.isVisible() and self.flow.heightForWidth(self.width()) > self.height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Other widgets may need another number of rows."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._need_bar()
        return super().eventFilter(watched, event)

    def _need_bar(self) -> None:
        """A bar that was needed for a moment goes: it would stay because the rows are narrower beside it."""
        fits = self.flow.heightForWidth(self.width()) <= self.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        row = max((item.sizeHint().height() for item in self.flow.items()), default=0)
        return min(self.flow.heightForWidth(width), self._rows * row + (self._rows - 1) * self._gap)

    def sizeHint(self) -> QSize:
        width = self.width() if self.isVisible() else 600
        return QSize(100, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, max((item.sizeHint().height() for item in self.flow.items()), default=0))
