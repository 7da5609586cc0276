"""What the commands of the Play menu do, and undo and redo: moves, hints, seats, dice, bots."""

from __future__ import annotations

import html

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from common.gui.kit.dialogs import confirm
from common.gui.kit.language import tr
from common.gui.map.map_view import MapView
from common.gui.panels.journal_panel import JournalPanel
from common.gui.session.bot_driver import best_level
from common.gui.session.selection import Selection
from common.gui.table.prompt_bar import PromptBar
from common.gui.table.recap_popup import RecapPopup, show_recap


class PlayCommands(QObject):
    """One method for each command."""

    rule_wanted = Signal(str)
    recap_read = Signal()

    def __init__(
        self, window: QWidget, view: MapView, hand: Selection, prompt: PromptBar, journal: JournalPanel
    ) -> None:
        super().__init__(window)
        self._window, self._map, self._hand, self._prompt, self._journal = window, view, hand, prompt, journal
        self._session = hand.session

    def undo(self) -> None:
        """Take the last gesture back."""
        self._session.takeback.undo()

    def redo(self) -> None:
        """Play again what was taken back."""
        self._session.takeback.redo()

    def restart_turn(self) -> None:
        """Take the whole turn back."""
        self._session.takeback.back_to(self._session.takeback.turn_start())

    def next_unit(self) -> None:
        """Go to the next unit that can act."""
        self._hand.next_piece(1)

    def previous_unit(self) -> None:
        """Go to the unit before it that can act."""
        self._hand.next_piece(-1)

    def hint(self) -> None:
        """Ask a bot what it would do."""
        self._session.bots.hint(best_level(self._session.match.game))

    def finish_phase(self) -> None:
        """Have a bot play the rest of the phase."""
        self._session.bots.finish_phase()

    def try_it(self, on: bool) -> None:
        """Try things out without consequences, or put everything back."""
        if on:
            self._session.whatif.start()
        else:
            self._session.whatif.end()

    def pass_seat(self) -> None:
        """Let the curtain fall for the next player."""
        self._session.drop_curtain()

    def recap(self) -> RecapPopup:
        """Tell what has happened since the viewer's last decision, and offer to show it."""
        popup = show_recap(self._map, self._session)
        popup.rule_wanted.connect(self.rule_wanted)
        popup.replay_wanted.connect(self._journal.replay_from)
        popup.closed.connect(self.recap_read)
        return popup

    def own_dice(self, on: bool) -> None:
        """Have the viewer roll his own dice, or the program."""
        side = self._session.viewer
        if side is not None:
            self._session.set_own_dice(side, on)
            name = html.escape(self._session.player(side))
            own, ours = tr("{name}: own dice from now on.", name=name), tr("{name}: the program rolls.", name=name)
            self._prompt.tell(own if on else ours)

    def clock(self, on: bool) -> None:
        """Show the game clock."""
        self._session.store.set(clock=on)

    def concede(self) -> None:
        """Give the game up, if the viewer means it."""
        side = self._session.viewer
        if side is None:
            return
        text = tr("{side} give the game up.", side=self._session.name(side))
        if confirm(self._window, tr("Concede?"), text, tr("The game ends at once."), tr("Concede")):
            self._session.concede(side)

    def pause(self, on: bool) -> None:
        """Hold the bots or let them go on."""
        self._session.bots.pause(on)

    def step(self) -> None:
        """Let a bot do one action."""
        self._session.bots.step()

    def stop_bot(self) -> None:
        """Skip what the bots do until the viewer decides."""
        self._session.bots.skip()
