"""What takes on every theme anew: its colours are worked into what it shows, as those of links are into their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from common.gui.kit import theme
from common.gui.kit.timers import once

if TYPE_CHECKING:
    Shown = QWidget  # what is mixed into a widget
else:
    Shown = object


class Themed(Shown):
    """What must be made anew for a new theme: at once where it is seen, otherwise when it comes into sight."""

    dressed: theme.Theme | None = None  # what it was made in

    def dress(self) -> None:
        """Make it anew."""
        raise NotImplementedError

    def undress(self) -> None:
        """Between two themes: what will be made anew need not be fitted to the bare widget."""

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange and theme.is_bare() and self.isVisible():
            self.dressed = None
            self.undress()
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and not theme.is_bare():
            self._follow()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def _follow(self) -> None:
        if self.dressed is not theme.current() and self.isVisible():
            self.dress()


class LinkLabel(Themed, QLabel):
    """Text with links, which take their colour when they are laid; the keyboard reaches them."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self.setProperty("role", role)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click on a link leaves the keys with the map

    def dress(self) -> None:
        """Lay the text again."""
        self.dressed, text = theme.current(), self.text()
        self.clear()
        self.setText(text)


class WrappedFooter(QScrollArea):
    """Words with links below a table: as high as they are, and scrolled where that leaves too little of the table."""

    def __init__(self, words: QLabel) -> None:
        super().__init__()
        self._words = words
        self._soon = once(self, self.updateGeometry)  # a layout that is at work does not listen
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.setObjectName("clear")
        self.setWidget(words)
        words.setObjectName("clear")
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        words.installEventFilter(self)

    def sizeHint(self) -> QSize:
        return QSize(100, self._words.heightForWidth(max(60, self.viewport().width())) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, min(self.sizeHint().height(), 2 * self._words.fontMetrics().lineSpacing()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay()

    def _lay(self) -> None:
        """The words wrap at the bar; an area that resizes them itself lets them run on below it."""
        width = self.viewport().width()
        self._words.resize(width, self._words.heightForWidth(width))
        self._soon.start(0)

    def viewportEvent(self, event: QEvent) -> bool:
        """Other words may need another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay()
        return super().viewportEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """So may another face."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Polish):
            self._lay()
        return super().eventFilter(watched, event)
