"""The line of news under the question: what happened last, its rule, and a link to what else was done."""

from __future__ import annotations

import html

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent, QTextDocumentFragment

from common.gui.kit.themed import LinkLabel
from common.gui.kit.widgets import fold_tip


class NewsLine(LinkLabel):
    """A line that is as high with words as without, so that what lies below the bar does not stir.

    News that are too long for it end in dots; the links behind them are always there, and the tip has all words.
    """

    def __init__(self) -> None:
        super().__init__("soft")
        self._told, self._links = "", ""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.fontMetrics().height() + 1)  # of a line with a link

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def tell(self, text: str, rule: str, after: str, offer: str, role: str) -> None:
        """Show news with their rule, then words that are never cut short and the link that they lead to."""
        link = f' <a href="rule:{html.escape(rule)}">{html.escape(rule)}</a>' if rule else ""
        more = f' <a href="recap:">{html.escape(offer, quote=False)}</a>' if offer else ""
        words = f" {html.escape(after, quote=False)}" if after and text else html.escape(after, quote=False)
        self._told, self._links = text, link + words + more
        self.setToolTip(fold_tip(text))
        self.setProperty("role", role)
        self.style().polish(self)
        self._lay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay()

    def _lay(self) -> None:
        """All words, or as many of the first ones as leave room for the links."""
        words = self._told.split(" ")
        text = html.escape(self._told, quote=False) + self._links
        while len(words) > 1 and measure_text(text, self.font(), self.width()) > self.height():
            words.pop()
            text = html.escape(" ".join(words).rstrip(",.;:"), quote=False) + " …" + self._links
        if text != self.text():
            self.setText(text)


def measure_text(marked_up: str, font: QFont, width: int) -> int:
    """How high a text with links is when it is so wide."""
    plain = QTextDocumentFragment.fromHtml(marked_up).toPlainText()
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, 0), int(Qt.TextFlag.TextWordWrap), plain).height()
