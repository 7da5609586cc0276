"""What happened since the viewer last decided: a popup over the map, built from what he may read."""

from __future__ import annotations

from PySide6.QtCore import Signal

from common.gui.kit.language import tr
from common.gui.kit.popups import Popup, close_popups
from common.gui.kit.widgets import button, button_row
from common.gui.map.map_view import MapView
from common.gui.panels.fact_sheet import escape
from common.gui.panels.journal_text import entry_html
from common.gui.session.session import Session
from common.gui.table.battle_card import CardSheet

MOST = 60


class RecapPopup(Popup):
    """The entries of the other side's turn, with a button that plays them on the map."""

    rule_wanted = Signal(str)
    replay_wanted = Signal(int)  # the moment from which it is to be shown

    def __init__(self, view: MapView, session: Session) -> None:
        super().__init__(view, tr("Since your last decision"))
        entries = session.recap()
        sheet = CardSheet()  # with the dice
        why = session.words("reason") if session.store.now.reasons else {}
        last = {entry.action: entry for entry in entries}  # a bot's reason stands below the last line of its action
        remarks = [escape(why.get(e.action, "")) if last[e.action] is e else "" for e in entries[-MOST:]]
        lines = [f"<p>{entry_html(entry, remark)}</p>" for entry, remark in zip(entries[-MOST:], remarks)]
        nothing = f"<p class='soft'>{escape(tr('Nothing has happened since your last decision.'))}</p>"
        sheet.show_html("".join(lines) or nothing)
        sheet.rule_wanted.connect(self.rule_wanted)
        show, done = button(tr("Show it on the map")), button(tr("Go on"), "main")
        show.setEnabled(bool(entries))
        first = entries[0].action - 1 if entries else 0
        show.clicked.connect(self.close)
        show.clicked.connect(lambda: self.replay_wanted.emit(max(0, first)))
        done.clicked.connect(self.close)
        self.column.addWidget(sheet, 1)
        self.column.addLayout(button_row(done, left=[show]))
        self.open_in_corner(420, 360)
        done.setFocus()


def show_recap(view: MapView, session: Session) -> RecapPopup:
    """Put the popup on the map."""
    close_popups(view, RecapPopup)
    return RecapPopup(view, session)
