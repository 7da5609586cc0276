"""A game at the table: the one place where actions are played and seats are given; no widget and no rule in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec
from PySide6.QtCore import QTimer, Signal

from common.bots.thinker import Idea
from common.engine import Action, Aside, Concede, Match, Refusal, Seat, Side
from common.engine.actions import Decline
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.session.bot_driver import BotDriver
from common.gui.session.curtain_policy import CurtainPolicy
from common.gui.session.dice_questions import Die, ask_dice
from common.gui.session.fight_pause import closes_fight
from common.gui.session.foresight import compare_stats, foresee
from common.gui.session.game_record import HUMAN, Player, Record
from common.gui.session.session_view import SessionView
from common.gui.session.takeback import TakeBack
from common.gui.session.variations import Variation, line_of
from common.tabletop import Table, Target
from common.tabletop.lessons import LessonPlay

DiceAsker = Callable[[Die, str], int | None]


class Tutor(Protocol):
    """Whoever leads through a lesson: judges what is tried, gives the dice that go with it, hears of what was done."""

    def judge(self, action: Action) -> LessonPlay | Refusal: ...

    def note_played(self, action: Action) -> None: ...


class Session(SessionView):
    """The one place that plays actions; everything on screen reads from here when `changed` is heard."""

    changed = Signal()
    acted = Signal(object)  # the Action just played
    went_on = Signal()  # the outcome of a fight has been looked at
    message = Signal(str, str)  # words that need no answer, and their rule
    refused = Signal(object)  # Refusal
    thinking = Signal(str)  # the side whose bot thinks, "" when none does
    rested = Signal(int)  # the bots have done so many actions, and a person is to decide
    hinted = Signal(object)  # Ideas, the best first
    curtain_falls = Signal(str)  # the side that is to sit down
    trouble = Signal(str)
    foresaw = Signal()  # what a gesture would change, or that nobody asks any more

    def __init__(self, match: Match, table: Table, store: Store, record: Record | None = None) -> None:
        super().__init__(match, table, store, record)
        self.ask_die: DiceAsker = lambda die, label: None
        self.foreseen: Any = None  # the view after the gesture that is being thought of
        self.tutor: Tutor | None = None  # who leads through a lesson and judges what is tried
        self._looked_at = -1  # how long the game was after a fight whose outcome has been looked at
        self.takeback = TakeBack(self)
        self.curtain_policy = CurtainPolicy(self)
        self.bots = BotDriver(self)
        self.whatif.played.connect(self.acted)
        self.whatif.changed.connect(self.refresh)
        self.whatif.ended.connect(self.continue_game)

    def set_seat(self, side: Side, who: str) -> None:
        """Hand a seat to a bot or take it back, at any moment."""
        self.bots.stop()
        self.record.set_seats({**self.seats, side: who})
        self.record.sync()
        self.record.note_position(self)
        self.seat_person()
        self.refresh()
        self.continue_game()

    def set_own_dice(self, side: Side, on: bool) -> None:
        """From now on the person on this seat rolls his own dice, or lets the program roll."""
        player = msgspec.structs.replace(self.record.players.get(side, Player()), own_dice=on)
        self.record.set_players({**self.record.players, side: player})
        self.refresh()

    # Acting

    def play(self, action: Action, dice: Sequence[int] | None = None, within: bool = False) -> bool:
        """Play an action for the person at the table, by itself or within a gesture; False when it was not done."""
        refusal = self.board.why_not(action)
        if self.match.missing:
            refusal = Refusal("", tr("without its data pack this game can only be watched"))
        if refusal is not None:
            self.refused.emit(refusal)
            return False
        if self.whatif.is_on:
            self.whatif.play(action, dice)
            return True
        given = self._dice_for(action) if dice is None else tuple(dice)
        if self.tutor is not None:
            verdict = self.tutor.judge(action)
            if isinstance(verdict, Refusal):
                self.refused.emit(verdict)
                return False
            given = verdict.dice
        if given is None:
            return False
        before = self.match.to_act
        if isinstance(action, Aside):
            before = action.side
            self.bots.stop()  # what a bot thinks about is no longer there
        self.carry_out(action, given, within)
        if before is not None:
            self.seen[before] = self.length
        self.settle()
        if self.tutor is not None:
            self.tutor.note_played(action)
        return True

    def carry_out(self, action: Action, dice: tuple[int, ...], within: bool = False) -> None:
        """Play an action of the game and write it down; nobody is asked and no seat changes yet."""
        line, at = line_of(self.match) if self.match.future else [], len(self.match.past)
        (self.inner.add if within else self.inner.discard)(self.length)
        self.match.play(action, dice)
        if len(line) > at:
            self.forget_variations()
        self.record.note_action(line, at)
        self.rest_at = self.length if self._must_rest() else -1
        self.acted.emit(action)

    def _must_rest(self) -> bool:
        """Whether somebody watches a fight that has just ended while the game has run on into other dice."""
        hasty = self.bots.is_hasty and self.seats.get(self.match.past[-1].side) != HUMAN
        if not self.humans or self.tutor is not None or hasty or self.lent is not None:
            return False
        return closes_fight(self.entries(), self.length, self.table.fight_lines) and self._was_fighting()

    def _was_fighting(self) -> bool:
        """Whether the last action belonged to a fight: it began there, or went on before it."""
        told, before = self.table.fight_lines(self.entries()), self.length - 1
        if told and told[0].action == self.length:
            return True
        return self.table.stage(Seat(self.match.at(before), self.match.past[before].side)) is not None

    def _hides_outcome(self) -> bool:
        """Whether a fight between two people has ended and another one takes the seat before this one could look."""
        led = self.tutor is not None or self.lent is not None
        if led or self._looked_at == self.length or not self.curtain_policy.changes_seats():
            return False
        told = self.table.fight_lines(self.entries())
        return bool(told) and told[-1].action == self.length and self.stage() is None and self._was_fighting()

    def go_on(self) -> None:
        """The outcome of a fight has been seen: tell what came after it and let the game go on."""
        if self.is_resting:
            self.rest_at, self._looked_at = -1, self.length
            self.forget()
            self.went_on.emit()
            self.settle()

    def _dice_for(self, action: Action) -> tuple[int, ...] | None:
        """The dice the players read off the table, as far as they roll themselves; None when one calls it off."""
        return ask_dice(self.match, action, self.rollers, lambda die: self._ask(die, action)) if self.rollers else ()

    def _ask(self, die: Die, action: Action) -> int | None:
        """Ask a player for his die; what it is for, and to which of his actions it belongs."""
        return self.ask_die(die, f"{self.player(die.by)}: {self.label_of(action)}" if die.own else self.player(die.by))

    def begin(self) -> None:
        """The table is opened: what one of the people must not see is hidden until somebody takes a seat."""
        if self.curtain_policy.must_fall_first():
            self.curtain = self.match.to_act
            self.refresh()
            self.curtain_falls.emit(self.curtain)

    def settle(self) -> None:
        """An action is over: settle who looks now, and let the curtain fall where a secret asks for it."""
        self.forget()  # what was asked from the seats before it
        if self._hides_outcome():
            self.rest_at = self.length
        if self.is_resting:
            self.refresh()
            self.record.note_position(self)
            return
        self._spare_the_seat()
        self._show_game()

    def return_to_game(self) -> None:
        """Back in the present, whatever it is now."""
        self.moment = self.variation = None
        self._show_game()

    def _show_game(self) -> None:
        """Hide first what the next person must not see, or show; then have everything read again."""
        if self.curtain_policy.must_fall():
            self.curtain = self.match.to_act
        self.is_shared = self.curtain_policy.shared
        before = self.person
        self.seat_person()
        if self.person != before:
            self.record.sync()
        self.refresh()
        if self.curtain:
            self.curtain_falls.emit(self.curtain)
        self.record.note_position(self)
        self.continue_game()

    def _spare_the_seat(self) -> None:
        """Do what the other player has no choice in, so that nobody changes seats for it."""
        while not self.is_resting and (action := self.curtain_policy.only_choice()) is not None:
            dice = self._dice_for(action)
            if dice is None:
                return
            side, what = self.name(self.match.to_act), self.label_of(action)
            words = tr("{side} has one choice only: {what}.", side=side, what=what)
            self.carry_out(action, dice)
            self.forget()
            self.message.emit(words, "")

    def lift_curtain(self) -> None:
        """The next player is seated."""
        self.curtain = None
        self.refresh()
        self.continue_game()

    def drop_curtain(self) -> None:
        """Hide the table, whoever is to sit down next."""
        side = self.match.to_act if self.match.to_act in self.humans else self.person
        if side is not None:
            self.curtain = side
            self.refresh()
            self.curtain_falls.emit(side)

    def run(self, target: Target) -> int:
        """Play a plan action by action; stop where the game has moved on, and say so. How many were played."""
        for count, action in enumerate(target.plan):
            refusal = self.board.why_not(action) if self.can_act else Refusal("", tr("the decision has passed on"))
            if refusal is not None:
                if count:
                    self.message.emit(*self._explain_stop(target, refusal))
                else:
                    self.refused.emit(refusal)
                return count
            if not self.play(action, within=count > 0):
                return count
            news = self.table.why_halt(self.seat) if action is not target.plan[-1] else None
            if news is not None:
                self.message.emit(tr("The move stops here: {reason}.", reason=news.why), news.rule)
                return count + 1
        return len(target.plan)

    def _explain_stop(self, target: Target, refusal: Refusal) -> tuple[str, str]:
        """Why a plan went no further, in the player's words: what the dice allowed, or who decides first."""
        known = self.table.why_stopped(self.seat, target)
        if known is not None:
            return known.why, known.rule
        if not self.can_act:
            who, prompt = self.name(self.to_act), self.board.prompt
            return tr("The move waits: the {side} decide first. {prompt}", side=who, prompt=prompt), ""
        return tr("The move stops here: {reason}.", reason=refusal.why), refusal.rule

    def concede(self, side: Side) -> bool:
        """Give the game up for a side."""
        return self.play(Concede(side), ())

    # Looking ahead and back

    def foresee(self, plan: Sequence[Action]) -> None:
        """Look at what a plan would certainly bring; an empty plan ends it."""
        side = self.viewer
        seen = foresee(Seat(self.board, side), plan) if plan and side is not None and self.can_act else None
        if seen is not None or self.foreseen is not None:
            self.foreseen = seen
            self.foresaw.emit()

    def foreseen_changes(self) -> list[str]:
        """The figures at a glance that the gesture thought of would change."""
        if self.foreseen is None:
            return []
        stats = self.table.stats(self.view)
        after = compare_stats(stats, self.table.stats(self.foreseen))
        return [f"{new.label} {new.value}" for old, new in zip(stats, after, strict=True) if old != new]

    def show(self, moment: int | None) -> None:
        """Put an earlier moment on the table; None returns to the game."""
        if moment is None:
            self.variation = None
        else:
            moment = max(0, min(moment, self.length))
            self.bots.stop()
        there = moment == self.length and self.variation is None and not self.bots.to_move
        self.moment = None if there else moment
        self.refresh()
        self.continue_game()

    def look_at(self, variation: Variation) -> None:
        """Put the end of a variation on the table; the game itself waits."""
        if not self.whatif.is_on:
            self.variation = variation
            self.show(self.length)

    def fork(self, moment: int) -> Match:
        """A match of its own that goes on from an earlier moment of what is shown; the game stays as it is."""
        other = self.shown_match.clone()
        other.header = None
        while len(other.past) > moment:
            other.undo()
        other.future.clear()
        return other

    # Nobody needs to be asked

    def continue_game(self) -> None:
        """Let whoever needs no person go on: bots, and a player who has nothing to choose, if he wishes."""
        if self.is_held or self.tutor is not None:
            return
        if self.bots.to_move:
            self.bots.go_on()
        elif self.can_act and (self.store.now.auto_pass or self.store.now.skip_idle):
            found = self._find_only_choice() or self._find_idle_choice()
            if found is not None:
                (action, why, rule), moment = found, self.length
                QTimer.singleShot(0, lambda: self._pass(action, why, rule, moment))

    def _find_only_choice(self) -> tuple[Action, str, str] | None:
        """The one thing that can be done, if the player wants it done for him and nobody learns anything by it."""
        legal = self.match.legal() if self.store.now.auto_pass else ()
        if len(legal) == 1 and (len(self.humans) < 2 or not self.match.is_discreet):
            return legal[0], tr("Nothing to choose"), ""
        return None

    def _find_idle_choice(self) -> tuple[Action, str, str] | None:
        """What can be done without a thought, if the player wants that; between two people secrets are asked for."""
        if not self.store.now.skip_idle:
            return None
        asked = self.match.is_discreet or any(isinstance(action, Decline) for action in self.match.legal())
        if asked and len(self.humans) > 1:
            return None
        idle = self.table.idle_choice(self.seat)
        return None if idle is None else (idle.action, idle.why, idle.rule)

    def _pass(self, action: Action, why: str, rule: str, moment: int) -> None:
        label = self.label_of(action)
        if self.length == moment and self.can_act and not self.whatif.is_on and self.play(action):
            self.message.emit(tr("{why}: {what}.", why=why, what=label), rule)

    def dice_against(self, action: Action) -> tuple[int, ...]:
        """The dice that people throw in a bot's action; whoever does not wish to leaves it to the program."""
        return self._dice_for(action) or ()

    def play_for_bot(self, ideas: Sequence[Idea], dice: tuple[int, ...] = ()) -> None:
        """Carry out what a bot has chosen; keep its reason and what it weighed besides."""
        reason = ideas[0].reason
        others = [f"{self.label_of(i.action)} ({i.value:.1f})" for i in ideas[1:] if i.value is not None]
        self.carry_out(ideas[0].action, dice)
        if others:
            reason = f"{reason.rstrip('.')}. Weighed besides: {'; '.join(others)}.".removeprefix(". ")
        if reason:
            self.record.add("reason", self.length, reason)
        self.settle()

    def refresh(self) -> None:
        """Have everything on screen read again."""
        self.forget()
        self.foreseen = None
        self.changed.emit()

    def close(self) -> None:
        """Leave the table; the save is complete already."""
        self.bots.close()
        self.record.close(self)
