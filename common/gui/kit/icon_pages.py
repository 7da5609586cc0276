"""Pages behind icons: the inspector of the table, the panel of the map editor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from common.gui.kit.widgets import IconButton, label, make_line, remove_margins


class Pages(QWidget):
    """One page at a time; Ctrl and its number turns to it."""

    turned = Signal()

    def __init__(self, pages: Sequence[tuple[QWidget, str, str]]) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.stack = QStackedWidget()
        self.title = label("", "heading")
        self._pages = list(pages)
        self.buttons: list[IconButton] = []
        self._group = QButtonGroup(self)
        row = QHBoxLayout()
        remove_margins(row, 0)
        for number, (page, icon, title) in enumerate(pages, 1):
            made = IconButton(icon, f"{title} (Ctrl+{number % 10})" if number <= 10 else title, "tab")
            made.setCheckable(True)
            made.setAccessibleName(title)
            made.clicked.connect(lambda _=False, page=page: self.turn(page))
            self._group.addButton(made)
            self.buttons.append(made)
            row.addWidget(made, 1)
            self.stack.addWidget(page)
        column = QVBoxLayout(self)
        remove_margins(column)
        column.addLayout(row)
        column.addWidget(make_line())
        column.addWidget(self.stack, 1)
        self.turn(pages[0][0])

    def titles(self) -> list[tuple[QWidget, str]]:
        """Every page with its title."""
        return [(page, title) for page, _, title in self._pages]

    @property
    def shown(self) -> QWidget:
        """The page that is open."""
        return self._pages[self.stack.currentIndex()][0]

    def turn(self, page: QWidget) -> None:
        """Turn to a page."""
        number = next(n for n, each in enumerate(self._pages) if each[0] is page)
        self.buttons[number].setChecked(True)
        self.title.setText(self._pages[number][2])
        self.stack.setCurrentWidget(page)
        self.turned.emit()
