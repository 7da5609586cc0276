"""Cards laid on the map: something to read or to choose from that holds nobody up; Esc puts one away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import IconButton, label

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

AIR = 16  # px between a card and the edge of the map

T = TypeVar("T", bound="Popup")


class Popup(QFrame):
    """A sheet with a title in the corner of the map."""

    def __init__(self, window: TableWindow, title: str) -> None:
        super().__init__(window.map)
        self.window_ = window
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

    def lay(self, wide: int, high: int | None = None, clear: Sequence[str] = (), least: int = 0) -> None:
        """Take a corner of the map, the one that hides fewest of the spaces to be kept clear; as high as needed.

        What it holds may need a least width, in pixels as they are.
        """
        look, area = theme.current(), self.window_.map.rect()
        width = min(max(look.px(wide), least), area.width() - 2 * AIR)
        self.setFixedWidth(width)
        needed = look.px(high) if high else self.column.totalHeightForWidth(width)
        size = QSize(width, min(needed, area.height() - 2 * AIR))
        left, top, right, low = AIR, AIR, area.width() - AIR - size.width(), area.height() - AIR - size.height()
        corners = [QRect(QPoint(x, y), size) for x, y in ((left, top), (right, top), (left, low), (right, low))]
        board = self.window_.map.board
        self.setGeometry(min(corners, key=lambda c: sum(board.place_rect(s).intersects(QRectF(c)) for s in clear)))
        self.show()
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.window_.map.setFocus()
        self.setParent(None)
        self.deleteLater()


def put_away(window: TableWindow, kind: type[T]) -> None:
    """Close the cards of a kind."""
    for card in window.map.findChildren(kind):
        card.close()
