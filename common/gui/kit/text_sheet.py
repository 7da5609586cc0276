"""A page of running text in the type and the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolTip, QWidget

from common.gui.kit import theme
from common.gui.kit.stylesheet import SERIF
from common.gui.kit.terms import explain_at, terms_at
from common.gui.kit.themed import Themed


class TextSheet(Themed, QTextBrowser):
    """A page of text that is laid out anew when the theme changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self._html = ""

    def show_html(self, text: str) -> None:
        """Show a page."""
        if text != self._html or self.dressed is not theme.current():
            self._html = text
            self.dress()

    def dress(self) -> None:
        """Lay the page out in the type and the colours of the theme."""
        self.dressed = theme.current()
        place = self.verticalScrollBar().value()
        document = self.document()
        document.clear()
        document.setDefaultStyleSheet(style())
        document.setDocumentMargin(theme.current().px(10))
        self.add_resources()
        self.setHtml(self._html)
        self.verticalScrollBar().setValue(place)

    def add_resources(self) -> None:
        """Give the document the pictures that the page names."""

    def viewportEvent(self, event: QEvent) -> bool:
        """Explain the word under the pointer if the game has it in its list."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cursor = self.cursorForPosition(event.pos())
            words = explain_at(cursor.block().text(), cursor.positionInBlock(), terms_at(self))
            if words and not self.anchorAt(event.pos()):
                QToolTip.showText(event.globalPos(), words, self)
                return True
        return super().viewportEvent(event)


def style() -> str:
    """The style sheet of running text."""
    now = theme.current()
    serif = ", ".join(f"'{family}'" for family in SERIF)
    return (
        f"body {{ color: {now.ink}; }} a {{ color: {now.link}; text-decoration: none; }}"
        f" h2 {{ font-family: {serif}; font-size: {now.px(18)}px; margin: 0 0 {now.px(2)}px 0; }}"
        f" h3 {{ font-family: {serif}; font-size: {now.px(14)}px; color: {now.accent};"
        f" margin: {now.px(10)}px 0 {now.px(3)}px 0; }}"
        f" .soft {{ color: {now.soft}; }} .small {{ color: {now.soft}; font-size: {now.px(12)}px; }}"
        f" td {{ padding: {now.px(2)}px {now.px(8)}px {now.px(2)}px 0; }}"
        f" .live {{ background-color: {now.live}; color: {now.on_live}; }}"
    )
