"""What happened since I last decided: a card over the map, built from what I may read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.gui.kit.language import tr
from common.gui.kit.popups import Popup, put_away
from common.gui.kit.widgets import button, button_row
from common.gui.panels.fact_sheet import FactSheet, escape
from common.gui.panels.journal_text import entry_html

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

MOST = 60


class RecapCard(Popup):
    """The entries of the other side's turn, with a button that plays them on the map."""

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window, tr("Since your last decision"))
        session = window.session
        entries = session.recap()
        sheet = FactSheet()
        why = session.words("reason") if session.store.now.reasons else {}
        last = {entry.action: entry for entry in entries}  # a bot's reason stands below the last line of its action
        remarks = [escape(why.get(e.action, "")) if last[e.action] is e else "" for e in entries[-MOST:]]
        lines = [f"<p>{entry_html(entry, remark)}</p>" for entry, remark in zip(entries[-MOST:], remarks)]
        nothing = f"<p class='soft'>{escape(tr('Nothing has happened since your last decision.'))}</p>"
        sheet.show_html("".join(lines) or nothing)
        sheet.rule_wanted.connect(window.show_rule)
        show, done = button(tr("Show it on the map")), button(tr("Go on"), "main")
        show.setEnabled(bool(entries))
        first = entries[0].action - 1 if entries else 0
        show.clicked.connect(self.close)
        show.clicked.connect(lambda: window.journal.replay_from(max(0, first)))
        done.clicked.connect(self.close)
        self.column.addWidget(sheet, 1)
        self.column.addLayout(button_row(done, left=[show]))
        self.lay(420, 360)
        done.setFocus()


def show_recap(window: TableWindow) -> RecapCard:
    """Put the card on the map."""
    put_away(window, RecapCard)
    return RecapCard(window)
