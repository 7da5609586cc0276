"""What happened since I last decided: a card over the map, built from what I may read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from common.gui import theme
from common.gui.facts import FactSheet
from common.gui.journal_panel import entry_html
from common.gui.widgets import button, label

if TYPE_CHECKING:
    from common.gui.window import TableWindow

MOST = 60


class RecapCard(QFrame):
    """The entries of the other side's turn, with a button that plays them on the map; any click or Esc puts it away."""

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window.map)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        session = window.session
        entries = session.recap()
        sheet = FactSheet()
        lines = [f"<p>{entry_html(entry, '')}</p>" for entry in entries[-MOST:]]
        sheet.show_html("".join(lines) or "<p class='soft'>Nothing has happened since your last decision.</p>")
        sheet.rule_wanted.connect(window.show_rule)
        show, done = button("Show it on the map"), button("Go on", "main")
        show.setEnabled(bool(entries))
        first = entries[0].action - 1 if entries else 0
        show.clicked.connect(self.close)
        show.clicked.connect(lambda: window.journal.replay_from(max(0, first)))
        done.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(show)
        row.addStretch(1)
        row.addWidget(done)
        column = QVBoxLayout(self)
        column.addWidget(label("Since your last decision", "heading"))
        column.addWidget(sheet, 1)
        column.addLayout(row)
        look, area = theme.current(), window.map.rect()
        self.setGeometry(16, 16, min(look.px(420), area.width() - 32), min(look.px(360), area.height() - 32))
        done.setFocus()

    def keyPressEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().closeEvent(event)
        parent = self.parentWidget()
        if parent is not None:
            parent.setFocus()
        self.deleteLater()


def show_recap(window: TableWindow) -> RecapCard:
    """Put the card on the map."""
    for old in window.map.findChildren(RecapCard):
        old.close()
    card = RecapCard(window)
    card.show()
    card.raise_()
    return card
