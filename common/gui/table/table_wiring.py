"""What the parts of a table tell each other: the session, the map, the hand of the player and the panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject

from common.bots.thinker import Idea
from common.engine import Action, Entry, Refusal
from common.gui.kit.language import tr, trn
from common.gui.kit.popups import close_popups
from common.gui.kit.sounds import Sounds
from common.gui.kit.timers import once
from common.gui.map.map_view import MapView
from common.gui.map.measuring import span
from common.gui.panels.inspector import Inspector
from common.gui.panels.journal_panel import JournalPanel
from common.gui.session.fight_pause import split_at_phase
from common.gui.session.selection import Selection
from common.gui.table.dice_tray import DiceTray
from common.gui.table.hint_popup import show_hints
from common.gui.table.hover import Hover, make_sentence
from common.gui.table.prompt_bar import PromptBar
from common.gui.table.recap_popup import RecapPopup

BUSY = 300  # ms of thinking after which the pointer says so (U29)
ROW = 130  # letters of the row for news


class SessionFollower(QObject):
    """Shows on the table what the session tells: actions and their dice, refusals, thinking bots, hints."""

    def __init__(
        self, hand: Selection, view: MapView, prompt: PromptBar, journal: JournalPanel, tray: DiceTray, sounds: Sounds
    ) -> None:
        super().__init__(view)
        self._session, self._hand, self._map = hand.session, hand, view
        self._prompt, self._journal, self._tray, self._sounds = prompt, journal, tray, sounds
        self._busy = once(view, lambda: view.set_busy(True), BUSY)
        session = hand.session
        session.foresaw.connect(self._show_foreseen)
        session.acted.connect(self._show_action)
        session.went_on.connect(self._show_rest)
        session.message.connect(prompt.tell)
        session.refused.connect(self._show_refusal)
        session.trouble.connect(lambda text: prompt.tell(text, "", "bad"))
        session.thinking.connect(self._show_thinking)
        session.rested.connect(self._offer_recap)
        session.hinted.connect(self._show_hints)

    def _show_foreseen(self) -> None:
        then = self._session.foreseen
        self._map.foresee_tokens(self._session.table.tokens(then) if then is not None else ())

    def _show_action(self, _action: Action) -> None:
        """News, dice and sound of what was played, and the place of what a bot did."""
        session = self._session
        self._map.bubble.hide()  # why something else could not be done
        if session.whatif.is_on:  # what was told and rolled before is no news of this
            self._tray.show_rolls([])
            self._prompt.tell("")
            return
        close_popups(self._map, RecapPopup)
        gesture = session.last_gesture_entries()
        self._tell(gesture)
        side = session.match.past[-1].side
        places = [place for entry in gesture if entry.action == session.length for place in entry.places]
        if places and session.seats.get(side) != "human":
            self._map.center_on(places[-1], pulse=session.store.moving)

    def _show_rest(self) -> None:
        """News and dice of the phases that came after a fight."""
        self._tell(split_at_phase(self._session.last_gesture_entries())[1])

    def _tell(self, gesture: Sequence[Entry]) -> None:
        """The dice of some lines of the journal, the last of them as news, and their sound."""
        session = self._session
        self._tray.show_rolls([roll for entry in gesture for roll in entry.rolls])
        entries = [entry for entry in gesture if entry.action == session.length]
        news = entries if session.board.result is None else []  # the end is in the question already
        lines = [entry for entry in news if not entry.heading]  # the strip tells the phase
        self._prompt.tell(*word_news(lines))
        places = [place for entry in entries for place in entry.places]
        rolled = any(entry.rolls for entry in entries)
        if rolled or places:
            self._sounds.play("dice" if rolled else "counters")

    def _show_refusal(self, refusal: Refusal) -> None:
        self._prompt.tell(make_sentence(refusal), refusal.rule, "bad")

    def _show_thinking(self, side: str) -> None:
        if side:
            self._busy.start()
        else:
            self._busy.stop()
            self._map.set_busy(False)
        if side and not self._session.can_act:
            self._prompt.refresh()

    def _offer_recap(self, count: int) -> None:
        """The bots are through: tell what only the viewer was shown meanwhile, and offer a list of what they did."""
        session = self._session
        if session.can_act:
            done = trn("The bot did one thing.", "The bot did {n} things.", count)
            shown = [e for e in session.match.journal if e.action > session.length - count and session.viewer in e.only]
            self._prompt.tell(shown[-1].text if shown else "", after=done, offer=tr("What did it do?"))

    def _show_hints(self, ideas: Sequence[Idea]) -> None:
        popup = show_hints(self._map, self._hand, ideas, self._journal.refresh)
        if popup is not None:
            popup.pointed.connect(self._prompt.pointed_at)
        self._journal.refresh()


def word_news(lines: Sequence[Entry]) -> tuple[str, str]:
    """As many of the last lines of an action as fit a row, and the rule of the last; with dice what these brought."""
    rolled = next((n for n in reversed(range(len(lines))) if lines[n].rolls), None)
    for end in range(len(lines), (rolled or 0) + 1, -1) if rolled is not None else ():
        told = " ".join(entry.text for entry in lines[rolled:end])
        if len(told) <= ROW:
            return told, "".join(lines[rolled or 0].rules[:1])
    first = 0 if rolled is None else len(lines) - 1
    while first < len(lines) - 1 and len(" ".join(entry.text for entry in lines[first:])) > ROW:
        first += 1
    return " ".join(entry.text for entry in lines[first:]), "".join(lines[-1].rules[:1]) if lines else ""


class MapFollower(QObject):
    """Brings gestures on the map to the hand of the player, and to the map what the hand holds."""

    def __init__(self, view: MapView, hand: Selection, prompt: PromptBar, inspector: Inspector, hover: Hover) -> None:
        super().__init__(view)
        self._map, self._hand, self._prompt, self._inspector = view, hand, prompt, inspector
        view.hovered.connect(hover.point_at)
        view.clicked.connect(self._click)
        view.looked_into.connect(hand.move_cursor)  # what can be done there stands in the bar
        view.context.connect(hover.show_menu)
        view.lifted.connect(lambda pieces: hand.lift(tuple(pieces)))
        view.dropped.connect(lambda pieces, space: hand.drop(tuple(pieces), space, view.board.hover.piece))
        view.cancelled.connect(hand.cancel)
        view.measured.connect(self._measure)
        view.tip = hover.describe
        view.add_up = hand.session.describe_stack
        hand.held.connect(view.show_targets)
        hand.changed.connect(self._show_hand)
        view.laid.connect(self._hold_again)
        hand.pointed.connect(inspector.place.pin)
        hand.menu_wanted.connect(hover.offer_choices)
        hand.refused_at.connect(self._refuse_at)
        hand.go_to.connect(self._go_to)

    def _click(self, space: str, piece: str, _modifiers: Any) -> None:
        if self._hand.click(space, piece, picked=bool(piece) and self._map.clicked_in_fan):
            self._map.use_click()

    def _measure(self, start: str, end: str, steps: int) -> None:
        session, spaces = self._hand.session, self._hand.spaces
        known = start in spaces and end in spaces
        ways = session.table.ways(session.view, start, end) if known else ()
        self._map.measuring.show(ways)
        words = [span(steps), *(f"{way.who} {way.cost or tr('no way')}" for way in ways)]
        rules = [block.rule for way in ways for block in way.blocks]
        text = tr("From {start} to {end}: {ways}.", start=start, end=end, ways="; ".join(words))
        self._prompt.tell(text, rules[0] if rules else "")

    def _show_hand(self) -> None:
        spaces, pieces = self._hand.find_lit()
        self._map.light(spaces, pieces)
        self._map.set_selected(self._hand.selected)
        self._inspector.odds.refresh()

    def _hold_again(self) -> None:
        """The counters have been laid anew: what the hand holds can be put down from where it lies now."""
        if self._hand.selected and self._map.gestures.held is None:
            self._map.set_selected(self._hand.selected)
            self._map.show_targets(self._hand.targets)

    def _refuse_at(self, space: str, why: str, rule: str) -> None:
        text = make_sentence(Refusal(rule, why))
        self._map.refuse(space, text, rule)
        self._prompt.tell(text, rule, "bad")

    def _go_to(self, space: str) -> None:
        self._map.set_cursor(space)
        self._map.center_on(space)
        self._map.setFocus()
