"""A game at the table: the one place where actions are played, taken back and tried; no widget and no rule in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QTimer, Signal

from common.bots.thinker import Idea
from common.engine import Action, Concede, Entry, Match, Refusal, SaveError, Seat, Side
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.session.bot_driver import Driver
from common.gui.session.dice_questions import Die, ExpectedThrow, dice_of, throw_of
from common.gui.session.foresight import changed_stats, foresee
from common.gui.session.game_record import Player, Record
from common.gui.session.session_view import SessionView
from common.gui.session.variations import Variation, line_of
from common.tables import Outcome
from common.tabletop import Table, Target

DiceAsker = Callable[[Die, str], int | None]
Consent = Callable[[str], bool]


class Session(SessionView):
    """The one place that plays actions; everything on screen reads from here when `changed` is heard."""

    changed = Signal()
    acted = Signal(object)  # the Action just played
    told = Signal(str, str)  # a message that needs no answer, and its rule
    refused = Signal(object)  # Refusal
    thinking = Signal(str)  # the side whose bot thinks, "" when none does
    rested = Signal(int)  # the bots have done so many actions, and a person is to decide
    hinted = Signal(object)  # Ideas, the best first
    curtain_falls = Signal(str)  # the side that is to sit down
    trouble = Signal(str)
    foresaw = Signal()  # what a gesture would change, or that nobody asks any more

    def __init__(self, match: Match, table: Table, store: Store, record: Record | None = None) -> None:
        super().__init__(match, table, store, record)
        self.throw: ExpectedThrow | None = None  # the roll that was last tried out
        self.ask_die: DiceAsker = lambda die, label: None
        self.consent: Consent = lambda question: False
        self._alone: Side | None = None  # the person who is making a secret decision
        self._inner: set[int] = set()  # moments within a gesture of several actions
        self.foreseen: Any = None  # the view after the gesture that is being thought of
        self.bots = Driver(self)

    def set_seat(self, side: Side, who: str) -> None:
        """Hand a seat to a bot or take it back, at any moment."""
        self.bots.stop()
        self.record.set_seats({**self.seats, side: who})
        self.record.note_position(self)
        self._look_around()
        self.refresh()
        self.drive()

    def set_own_dice(self, side: Side, on: bool) -> None:
        """From now on the person on this seat rolls his own dice, or lets the program roll."""
        player = msgspec.structs.replace(self.record.players.get(side, Player()), own_dice=on)
        self.record.set_players({**self.record.players, side: player})
        self.refresh()

    # Acting

    def play(self, action: Action, dice: Sequence[int] | None = None, within: bool = False) -> bool:
        """Play an action for the person at the table, by itself or within a gesture; False when it was not done."""
        board = self.board
        refusal = board.why_not(action)
        if refusal is not None:
            self.refused.emit(refusal)
            return False
        self.throw = throw_of(board, action) if self.trial is not None else None
        given = self._dice_for(board, action) if dice is None else tuple(dice)
        if given is None:
            return False
        before = board.to_act
        self._carry_out(action, given, within)
        if before is not None and self.trial is None:
            self._seen[before] = self.length
        self._after(before)
        return True

    def _carry_out(self, action: Action, dice: tuple[int, ...], within: bool = False) -> None:
        trouble = ""
        line, at = line_of(self.match) if self.match.future else [], len(self.match.past)
        if self.trial is None:
            (self._inner.add if within else self._inner.discard)(self.length)
        try:
            self.board.play(action, dice)
        except SaveError as error:  # the action stands; only writing it down failed
            trouble = str(error)
        if self.trial is None:
            if len(line) > at:
                self._tales.clear()
            self.record.played(line, at)
        self.acted.emit(action)
        if trouble:
            self.trouble.emit(trouble)

    def _dice_for(self, board: Match, action: Action) -> tuple[int, ...] | None:
        """The dice to use: the generator's, what is to be expected, or those the players read off the table."""
        if self.trial is not None:
            return self.throw.dice if self.throw is not None else ()
        return dice_of(board, action, self.rollers, lambda die: self._ask(die, action)) if self.rollers else ()

    def _ask(self, die: Die, action: Action) -> int | None:
        """Ask a player for his die; what it is for, and to which of his actions it belongs."""
        return self.ask_die(die, f"{self.player(die.by)}: {self.label_of(action)}" if die.own else self.player(die.by))

    def _after(self, before: Side | None) -> None:
        """Settle who looks now, and let the curtain fall where a secret asks for it."""
        if self.trial is None:
            self._spare_the_seat()
            self._change_seats()
        self.refresh()
        if self.curtain:
            self.curtain_falls.emit(self.curtain)
        if self.trial is None:
            self.record.note_position(self)
        self.drive()

    def _change_seats(self) -> None:
        """Somebody else may have to look now; what he must not see, or show, is hidden first."""
        side = self.match.to_act
        if side in self.humans and len(self.humans) > 1 and self._must_hide(side):
            self.curtain = side
        self._look_around()

    def _spare_the_seat(self) -> None:
        """Do what the other player has no choice in, so that nobody changes seats for it; secrets are always asked."""
        while not self.store.now.always_ask and len(self.humans) > 1 and self.match.to_act in self.humans:
            if self.match.to_act == self._eyes or not self.needs_curtain() or self.table.secret(self.match):
                return
            legal = self.match.legal()
            dice = self._dice_for(self.match, legal[0]) if len(legal) == 1 else None
            if dice is None:
                return
            side, what = self.name(self.match.to_act), self.label_of(legal[0])
            words = tr("{side}: nothing to choose but {what}.", side=side, what=what)
            self._carry_out(legal[0], dice)
            self.told.emit(words, "")

    def _must_hide(self, side: Side | None) -> bool:
        """Whether the table must be hidden before this person sits down, or looks on alone."""
        secret = self.table.secret(self.match) and self.store.now.curtain != "never"
        alone, self._alone = self._alone, side if secret else None
        if secret and alone != side:
            return True
        return side != self._eyes and self._eyes in self.humans and self.needs_curtain()

    def needs_curtain(self) -> bool:
        """Whether the next player must not see what this one saw, or the other way round."""
        mode = self.store.now.curtain
        if mode != "secrets":
            return mode == "always"
        state = self.match.state
        return self.table.secret(self.match) or any(self.match.game.hidden(state, side) for side in self.humans)

    def lift_curtain(self) -> None:
        """The next player is seated."""
        self.curtain = None
        self.refresh()
        self.drive()

    def drop_curtain(self) -> None:
        """Hide the table, whoever is to sit down next."""
        side = self.match.to_act if self.match.to_act in self.humans else self._eyes
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
                    self.told.emit(*self._stopped(target, refusal))
                else:
                    self.refused.emit(refusal)
                return count
            if not self.play(action, within=count > 0):
                return count
            news = self.table.halt(self.seat) if action is not target.plan[-1] else None
            if news is not None:
                self.told.emit(tr("The move stops here: {reason}.", reason=news.why), news.rule)
                return count + 1
        return len(target.plan)

    def _stopped(self, target: Target, refusal: Refusal) -> tuple[str, str]:
        """Why a plan went no further, in the player's words: what the dice allowed, or who decides first."""
        known = self.table.stopped(self.seat, target)
        if known is not None:
            return known.why, known.rule
        if not self.can_act:
            who, prompt = self.name(self.to_act), self.board.prompt
            return tr("The move waits: the {side} decide first. {prompt}", side=who, prompt=prompt), ""
        return tr("The move stops here: {reason}.", reason=refusal.why), refusal.rule

    def concede(self, side: Side) -> bool:
        """Give the game up for a side."""
        return self.play(Concede(side), ())

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
        after = changed_stats(stats, self.table.stats(self.foreseen))
        return [f"{new.label} {new.value}" for old, new in zip(stats, after, strict=True) if old != new]

    # Taking back

    def undo(self) -> bool:
        """Take the last gesture back; against bots back to the person's own last decision."""
        if self.trial is not None:
            return False
        self.bots.stop()
        if not self.match.past:
            self.told.emit(tr("Nothing has been played yet."), "")
            return False
        return self.back_to(self._own_last())

    def last_gesture(self) -> str:
        """What undo would take back: the first thing done, and how many followed from it."""
        return self._done_since(self._own_last()) if self.match.past else ""

    def _done_since(self, moment: int) -> str:
        more = len(self.match.past) - moment - 1
        first = self.label_at(moment)
        return tr("{first}, and {n} more", first=first, n=more) if more else first

    def _own_last(self) -> int:
        """The moment before the last gesture of a person, or simply the last action; never across a roll within it."""
        past = self.match.past
        moment = next(
            (n for n in reversed(range(len(past))) if past[n].before.flow[-1].actor(past[n].before) in self.humans),
            len(past) - 1,
        )
        while moment in self._inner and self.match.barrier(moment - 1) is None:
            moment -= 1
        return moment

    def gesture(self) -> list[Entry]:
        """What the viewer may read of the gesture made so far: the last action, and those it follows from."""
        start = self.length - 1
        while start in self._inner:
            start -= 1
        return [entry for entry in self.entries() if entry.action > start]

    def why_not_back_to(self, moment: int) -> Refusal | None:
        """What keeps the viewer from going back there alone."""
        side = self.viewer
        barriers = [found for n in range(moment, len(self.match.past)) if (found := self.match.barrier(n))]
        if not barriers or side is None or self.store.now.take_back == "free":
            return None
        probe = self.match.clone(quiet=False)
        while len(probe.past) > moment:
            refusal = probe.why_not_undo(side)
            if refusal is not None:
                return refusal
            probe.undo()
        return None

    def back_to(self, moment: int) -> bool:
        """Take back everything after that moment, with the other player's consent where it is needed."""
        if not 0 <= moment < len(self.match.past):
            return False
        refusal, what = self.why_not_back_to(moment), self._done_since(moment)
        if refusal is not None and not self._agreed(refusal, what):
            return False
        self.moment = self.variation = None
        self._take_back(moment, refusal)
        self._settle()
        self.told.emit(tr("Taken back: {what}.", what=what), "")
        return True

    def _take_back(self, moment: int, refusal: Refusal | None) -> None:
        """Undo as far as that moment; what was agreed on is noted in the journal."""
        self.bots.stop()
        self.variation = None
        count = len(self.match.past) - moment
        try:
            while len(self.match.past) > moment:
                self.match.undo()
        except SaveError as error:
            self.trouble.emit(str(error))
        if refusal is not None and self.store.now.take_back == "ask":
            what = "one action" if count == 1 else f"{count} actions"
            self.record.add("note", moment, f"Taken back by agreement: {what}, although {refusal.why.split(':')[0]}.")
        self._seen = {side: min(seen, self.length) for side, seen in self._seen.items()}

    def _settle(self) -> None:
        """Back in the present, whatever it is now."""
        self.moment = self.variation = None
        self._change_seats()
        self.refresh()
        if self.curtain:
            self.curtain_falls.emit(self.curtain)
        self.record.note_position(self)
        self.drive()

    def go_to(self, variation: Variation) -> bool:
        """Play a variation instead of what was played: back to where it leaves the game, then on along it."""
        tale, common = self.told_in(variation), min(variation.base, len(self.match.past))
        refusal = self.why_not_back_to(common)
        alone = self.viewer is None or self.store.now.take_back == "free"
        if refusal is None and not alone and any(tale.barrier(n) for n in range(common, len(tale.past))):
            why = tr("the variation passes a roll or a decision: playing it needs the other player's consent")
            refusal = Refusal(self.match.game.take_back_rule, why)
        if refusal is not None and not self._agreed(refusal):
            return False
        self._take_back(common, refusal)
        for moment in tale.past[common:]:
            self._carry_out(moment.action, moment.dice)
        self._settle()
        return True

    def _agreed(self, refusal: Refusal, what: str = "") -> bool:
        """Whether the other player lets it be taken back, having been told what."""
        other = [side for side in self.humans if side != self.viewer]
        if self.store.now.take_back == "never":
            self.refused.emit(refusal)
            return False
        if not other:
            reason = refusal.why.split(":")[0]
            why = tr("{reason}: against a bot that stands, unless Settings let you take back freely", reason=reason)
            self.refused.emit(Refusal(refusal.rule, why))
            return False
        told = [f"{refusal.why[:1].upper()}{refusal.why[1:]}."]
        if what:
            told.append(tr("To be taken back: {what}.", what=what))
        return self.consent("\n".join(told))

    def redo(self) -> bool:
        """Play the gesture again that was taken back last."""
        if self.trial is not None or not self.match.future:
            return False
        before, moment = self.match.to_act, self.length
        try:
            self.match.redo()
            while self.match.future and self.length in self._inner:
                self.match.redo()
        except SaveError as error:
            self.trouble.emit(str(error))
        self._after(before)
        if self.length > moment:
            self.told.emit(tr("Done again: {what}.", what=self._done_since(moment)), "")
        return True

    def turn_start(self) -> int:
        """The moment at which the run of decisions of the side to act began."""
        past, side = self.match.past, self.match.to_act
        moment = len(past)
        while moment > 0 and past[moment - 1].before.flow[-1].actor(past[moment - 1].before) == side:
            moment -= 1
        return moment

    # Trying, replaying

    def start_trial(self) -> None:
        """Go on with a copy that holds only what the viewer knows; rolls come out as is to be expected."""
        side = self.viewer
        if side is None or self.trial is not None or not self.can_act:
            return
        self.trial = self.match.imagine(side, 0)
        self.refresh()

    def end_trial(self) -> None:
        """Put everything back as it was."""
        self.trial = self.throw = None
        self.refresh()
        self.drive()

    def try_outcome(self, outcome: Outcome) -> None:
        """Go on from another result of the roll that was last tried out."""
        if self.trial is None or self.throw is None:
            return
        self.throw = self.throw._replace(outcome=outcome)
        self.trial = self.throw.before.clone()
        self._carry_out(self.throw.action, self.throw.dice)
        self.refresh()

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
        self.drive()

    def look_at(self, variation: Variation) -> None:
        """Put the end of a variation on the table; the game itself waits."""
        if self.trial is None:
            self.variation = variation
            self.show(self.length)

    def fork(self, moment: int) -> Match:
        """A match of its own that goes on from an earlier moment of what is shown; the game stays as it is."""
        other = self.tale.clone()
        other.header = None
        while len(other.past) > moment:
            other.undo()
        other.future.clear()
        return other

    # Nobody needs to be asked

    @property
    def is_held(self) -> bool:
        """Whether the game waits because something else is on the table: an earlier moment, a trial, the curtain."""
        return self.moment is not None or self.trial is not None or bool(self.curtain)

    def drive(self) -> None:
        """Let whoever needs no person go on: bots, and a player who has nothing to choose, if he wishes."""
        if self.is_held:
            return
        if self.bots.to_move:
            self.bots.go_on()
        elif self.can_act and self.store.now.auto_pass and not self.table.secret(self.match):
            legal = self.match.legal()
            if len(legal) == 1:
                QTimer.singleShot(0, lambda: self._pass(legal[0], self.length))

    def _pass(self, action: Action, moment: int) -> None:
        label = self.label_of(action)
        if self.length == moment and self.can_act and self.trial is None and self.play(action):
            self.told.emit(tr("Nothing to choose: {what}.", what=label), "")

    def dice_against(self, action: Action) -> tuple[int, ...]:
        """The dice that people throw in a bot's action; whoever does not wish to leaves it to the program."""
        return self._dice_for(self.match, action) or ()

    def played_by_bot(self, ideas: Sequence[Idea], dice: tuple[int, ...] = ()) -> None:
        """Carry out what a bot has chosen; keep its reason and what it weighed besides."""
        side, reason = self.match.to_act, ideas[0].reason
        others = [f"{self.label_of(i.action)} ({i.value:.1f})" for i in ideas[1:] if i.value is not None]
        self._carry_out(ideas[0].action, dice)
        if others:
            reason = f"{reason.rstrip('.')}. Weighed besides: {'; '.join(others)}.".removeprefix(". ")
        if reason:
            self.record.add("reason", self.length, reason)
        self._after(side)

    def refresh(self) -> None:
        """Have everything on screen read again."""
        self._cache.clear()
        self.foreseen = None
        self.changed.emit()

    def close(self) -> None:
        """Leave the table; the save is complete already."""
        self.bots.close()
        self.record.close(self)
