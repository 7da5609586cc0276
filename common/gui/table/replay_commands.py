"""What the commands of the Replay menu do: earlier moments, bookmarks, notes, variations."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from common.gui.kit.language import tr
from common.gui.panels.journal_panel import JournalPanel
from common.gui.panels.journal_text import describe_variation
from common.gui.session.session import Session
from common.gui.session.variations import Variation
from common.gui.table.choice_menus import open_menu

LONGEST = 70  # letters of a variation in a menu
FIGURES = 9  # variations with a number key


class ReplayCommands(QObject):
    """One method for each command, and the menus of a line of the journal and of a variation."""

    fork_wanted = Signal(object)  # Match

    def __init__(self, window: QWidget, session: Session, journal: JournalPanel) -> None:
        super().__init__(window)
        self._window, self._session, self._journal = window, session, journal

    def replay_back(self) -> None:
        """Show the moment one action earlier."""
        self._journal.go(self._session.shown_moment - 1)

    def replay_on(self) -> None:
        """Show the moment one action later."""
        self._journal.go(self._session.shown_moment + 1)

    def replay_phase_back(self) -> None:
        """Show the phase before."""
        self._journal.go_phase(-1)

    def replay_phase_on(self) -> None:
        """Show the next phase."""
        self._journal.go_phase(1)

    def replay_turn_back(self) -> None:
        """Show the turn before."""
        self._journal.go_turn(-1)

    def replay_turn_on(self) -> None:
        """Show the next turn."""
        self._journal.go_turn(1)

    def replay_play(self) -> None:
        """Play or hold the replay."""
        self._journal.toggle()

    def replay_first(self) -> None:
        """Show the set-up."""
        self._journal.go(0)

    def replay_last(self) -> None:
        """Go back to the present."""
        self._journal.leave()

    def bookmark(self) -> None:
        """Put a bookmark at the moment shown, or take it away."""
        self._journal.bookmark()

    def next_bookmark(self) -> None:
        """Show the moment of the next bookmark; after the last, of the first."""
        marks = sorted(self._session.record.texts("bookmark"))
        if marks:
            self._journal.go(next((mark for mark in marks if mark > self._session.shown_moment), marks[0]))

    def note_here(self) -> None:
        """Write a note on the moment shown."""
        self._journal.note()

    def play_from_here(self) -> None:
        """Play on from the moment shown in a game of its own."""
        self.fork_wanted.emit(self._session.fork(self._session.shown_moment))

    def back_to_here(self) -> None:
        """Take everything after the moment shown back, or play the variation that is looked at."""
        session = self._session
        if session.variation is not None:
            session.takeback.go_to(session.variation)
        elif session.moment is not None:
            session.takeback.back_to(session.moment)

    # Menus

    def open_journal_menu(self, moment: int, at: QPoint) -> None:
        """Offer what can be done with a line of the journal."""
        session, menu = self._session, QMenu(self._window)
        menu.addAction(tr("&Show this moment")).triggered.connect(lambda: self._journal.go(moment))
        back = menu.addAction(tr("&Take back to here"))
        back.setEnabled(session.variation is None and 0 <= moment < session.length)
        back.triggered.connect(lambda: session.takeback.back_to(moment))
        menu.addAction(tr("Play on &from here")).triggered.connect(lambda: self.fork_wanted.emit(session.fork(moment)))
        hanging = [each for each in session.record.variations if each.base == moment and session.variation is None]
        for number, variation in enumerate(hanging[:FIGURES], 1):
            text = tr("Taken back: {what}", what=self.name_variation(variation))
            self.fill_variation_menu(menu.addMenu(f"&{number}  {text}"), variation)
        self._menu = open_menu(menu, at)

    def name_variation(self, variation: Variation) -> str:
        """What a variation begins with, short enough for a menu."""
        return describe_variation(self._session, variation)[:LONGEST].replace("&", "&&")

    def fill_variation_menu(self, menu: QMenu, variation: Variation) -> None:
        """Offer what can be done with a variation."""
        session = self._session
        menu.addAction(tr("&Look at it")).triggered.connect(lambda: session.look_at(variation))
        menu.addAction(tr("&Go to this variation")).triggered.connect(lambda: session.takeback.go_to(variation))
        menu.addAction(tr("&Forget it")).triggered.connect(lambda: self.forget(variation))

    def forget(self, variation: Variation) -> None:
        """Drop a variation for good."""
        record = self._session.record
        record.set_variations([each for each in record.variations if each != variation])
        self._session.show(None)
