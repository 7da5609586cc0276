"""Popups in a corner of a widget: something to read or to choose from that holds nobody up; Esc closes one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import IconButton, label

AIR = 16  # px between a popup and the edge of what it lies on

T = TypeVar("T", bound="Popup")


class Popup(QFrame):
    """A sheet with a title in the corner of the widget it lies on."""

    closed = Signal()

    def __init__(self, ground: QWidget, title: str) -> None:
        super().__init__(ground)
        self._ground = ground
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(title)
        away = IconButton("close", tr("Put away (Esc)"), "tab", 13)
        away.clicked.connect(self.close)
        head = QHBoxLayout()
        head.addWidget(label(title, "heading", wrap=True), 1)
        head.addWidget(away, 0, Qt.AlignmentFlag.AlignTop)
        self.column = QVBoxLayout(self)
        self.column.addLayout(head)

    def open_in_corner(self, wide: int, high: int | None = None, clear: Sequence[QRectF] = (), least: int = 0) -> None:
        """Take the corner that hides fewest of the places to be kept clear; as high as needed.

        What it holds may need a least width, in pixels as they are.
        """
        look, area = theme.current(), self._ground.rect()
        width = min(max(look.px(wide), least), area.width() - 2 * AIR)
        self.setFixedWidth(width)
        needed = look.px(high) if high else self.column.totalHeightForWidth(width)
        size = QSize(width, min(needed, area.height() - 2 * AIR))
        left, top, right, low = AIR, AIR, area.width() - AIR - size.width(), area.height() - AIR - size.height()
        corners = [QRect(QPoint(x, y), size) for x, y in ((left, top), (right, top), (left, low), (right, low))]
        self.setGeometry(min(corners, key=lambda c: sum(place.intersects(QRectF(c)) for place in clear)))
        self.show()
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self._ground.setFocus()
        self.closed.emit()
        self.setParent(None)
        self.deleteLater()


def close_popups(ground: QWidget, kind: type[T]) -> None:
    """Close the popups of a kind that lie on a widget."""
    for popup in ground.findChildren(kind):
        popup.close()
