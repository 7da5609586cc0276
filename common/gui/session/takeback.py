"""Taking back and playing again: whole gestures; past dice and secrets with the consent of the other person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from common.engine import Action, Match, Refusal
from common.engine.match import BARRIERS, NEEDS_CONSENT
from common.gui.kit.language import tr
from common.gui.session.variations import Variation

if TYPE_CHECKING:
    from common.gui.session.session import Session

Consent = Callable[[str], bool]


class Objection(NamedTuple):
    """What stands against taking something back: what has happened since, and what that calls for."""

    reason: str
    demand: str
    rule: str

    @property
    def refusal(self) -> Refusal:
        """The objection as the player reads it."""
        return Refusal(self.rule, f"{self.reason}: {self.demand}")


def _find_elsewhere(legal: Iterable[Action], action: Action, origin: str) -> Iterator[tuple[str, Action]]:
    """The actions that are like one that names a space but name another, each with that space."""
    named = [field for field in action.__struct_fields__ if getattr(action, field) == origin]
    for other in legal:
        if type(other) is type(action):
            space = getattr(other, named[0])
            if space != origin and other == msgspec.structs.replace(action, **dict.fromkeys(named, space)):
                yield space, other


class TakeBack:
    """Goes back in the game of a session, and forward again."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.consent: Consent = lambda question: False

    @property
    def _match(self) -> Match:
        return self._session.match

    # What can be taken back

    def last_gesture(self) -> str:
        """What undo would take back: the first thing done, and how many followed from it."""
        return self._describe_since(self._last_own_moment()) if self._match.past else ""

    def turn_start(self) -> int:
        """The moment at which the run of decisions of the side to act began."""
        past, side = self._match.past, self._match.to_act
        moment = len(past)
        while moment > 0 and past[moment - 1].side == side:
            moment -= 1
        return moment

    def _describe_since(self, moment: int) -> str:
        more = len(self._match.past) - moment - 1
        first = self._session.label_at(moment)
        return tr("{first}, and {n} more", first=first, n=more) if more else first

    def _last_own_moment(self) -> int:
        """The moment before the last gesture of a person, or simply the last action; never across a roll within it."""
        past, humans = self._match.past, self._session.humans
        moment = next((n for n in reversed(range(len(past))) if past[n].side in humans), len(past) - 1)
        while moment in self._session.inner and self._match.barrier(moment - 1) is None:
            moment -= 1
        return moment

    def _is_free(self) -> bool:
        """Whether nobody need be asked: an onlooker, a person among bots, or players who have settled that."""
        session, rule = self._session, self._session.store.now.take_back
        alone = not any(side != session.person for side in session.humans)
        return session.person is None or rule == "free" or (alone and rule == "ask")

    def _objection_to(self, moment: int) -> Objection | None:
        """The last thing done since that moment that cannot be taken back alone."""
        if self._session.tutor is not None:
            return Objection(tr("nothing goes wrong in a lesson"), tr("go on, or leave it"), "")
        return None if self._is_free() else self._barrier_since(moment)

    def _barrier_since(self, moment: int) -> Objection | None:
        """The last roll, secret or decision of another since that moment."""
        barriers = (self._match.barrier(n) for n in reversed(range(moment, len(self._match.past))))
        found = next((barrier for barrier in barriers if barrier is not None), None)
        return Objection(BARRIERS[found], NEEDS_CONSENT, self._match.game.take_back_rule) if found else None

    # Going back

    def undo(self) -> bool:
        """Take the last gesture back; against bots back to the person's own last decision."""
        session = self._session
        if session.whatif.is_on or self._match.missing:
            return False
        session.bots.stop()
        session.lent = None
        if not self._match.past:
            session.message.emit(tr("Nothing has been played yet."), "")
            return False
        return self.back_to(self._last_own_moment())

    def back_to(self, moment: int) -> bool:
        """Take back everything after that moment, with the other player's consent where it is needed."""
        session = self._session
        if not 0 <= moment < len(self._match.past):
            return False
        objection, what = self._objection_to(moment), self._describe_since(moment)
        if objection is not None and not self._ask_consent(objection, what):
            return False
        session.moment = session.variation = None
        self._undo_to(moment, objection or self._barrier_since(moment))
        session.return_to_game()
        session.message.emit(tr("Taken back: {what}.", what=what), "")
        return True

    def _undo_to(self, moment: int, objection: Objection | None) -> None:
        """Undo as far as that moment; going back past a roll or a secret is noted in the journal."""
        session, match = self._session, self._match
        session.bots.stop()
        session.variation = None
        count = len(match.past) - moment
        while len(match.past) > moment:
            match.undo()
        if objection is not None:
            what = "one action" if count == 1 else f"{count} actions"
            agreed = "" if self._is_free() else " by agreement"
            session.record.add("note", moment, f"Taken back{agreed}: {what}, although {objection.reason}.")
        session.seen = {side: min(seen, session.length) for side, seen in session.seen.items()}

    def _ask_consent(self, objection: Objection, what: str = "") -> bool:
        """Whether the other player lets it be taken back, knowing what it is."""
        session, refusal = self._session, objection.refusal
        if session.tutor is not None:
            session.refused.emit(refusal)
            return False
        if session.store.now.take_back == "never":
            why = tr("{reason}: by your settings that stands", reason=objection.reason)
            session.refused.emit(Refusal(refusal.rule, why))
            return False
        question = [f"{refusal.why[:1].upper()}{refusal.why[1:]}."]
        if what:
            question.append(tr("To be taken back: {what}.", what=what))
        return self.consent("\n".join(question))

    # Placing anew

    def find_anew(self, pieces: Sequence[str], origin: str) -> dict[str, tuple[int, Action]]:
        """In a set-up: where pieces placed on one space could lie instead, by which action at which moment."""
        session, match = self._session, self._match
        if not session.is_set_up or not session.can_act or session.is_held or session.tutor is not None:
            return {}
        for moment in reversed(range(self.turn_start(), len(match.past))):
            if match.barrier(moment) is not None:
                break
            action = match.past[moment].action
            if origin in msgspec.structs.astuple(action):
                before = session.fork(moment)
                others = dict(_find_elsewhere(before.legal(), action, origin))
                ends = {space: end for space in others if (end := self._play_on(before, moment, others[space]))}
                first = next(iter(ends.values()), None)
                if first is not None and self._are_gone(first, pieces, origin):
                    return {space: (moment, others[space]) for space in ends}
        return {}

    def place_anew(self, pieces: Sequence[str], origin: str, space: str) -> bool:
        """In a set-up: pieces that were placed on one space go to another, as if they had been placed there at once."""
        session = self._session
        moment, action = self.find_anew(pieces, origin).get(space, (0, None))
        if action is None:
            return False
        later = [each.action for each in self._match.past[moment + 1 :]]
        self._undo_to(moment, None)
        for each in (action, *later):
            session.carry_out(each, ())
        session.return_to_game()
        session.message.emit(tr("Placed again: {what}.", what=session.label_at(moment)), "")
        return True

    def _play_on(self, before: Match, moment: int, action: Action) -> Match | None:
        """The set-up with another action at that moment and all that came after it; None where it could not be so."""
        trial = before.clone(quiet=True)
        for each in (action, *(later.action for later in self._match.past[moment + 1 :])):
            if trial.why_not(each) is not None:
                return None
            trial.play(each)
        return trial if trial.to_act == self._match.to_act else None

    def _are_gone(self, match: Match, pieces: Sequence[str], origin: str) -> bool:
        """Whether none of the pieces lies on the space in that match."""
        table = self._session.table
        return not any(piece.id in pieces and piece.space == origin for piece in table.pieces(match.view(match.to_act)))

    # Going forward

    def redo(self) -> bool:
        """Play the gesture again that was taken back last."""
        session, match = self._session, self._match
        if session.whatif.is_on or not match.future or match.missing:
            return False
        moment = session.length
        match.redo()
        while match.future and session.length in session.inner:
            match.redo()
        session.settle()
        if session.length > moment:
            session.message.emit(tr("Done again: {what}.", what=self._describe_since(moment)), "")
        return True

    def go_to(self, variation: Variation) -> bool:
        """Play a variation instead of what was played: back to where it leaves the game, then on along it."""
        session = self._session
        line, common = session.match_of(variation), min(variation.base, len(self._match.past))
        objection = self._objection_to(common)
        if objection is None and not self._is_free() and any(line.barrier(n) for n in range(common, len(line.past))):
            reason = tr("the variation passes a roll or a decision")
            demand = tr("playing it needs the other player's consent")
            objection = Objection(reason, demand, self._match.game.take_back_rule)
        if objection is not None and not self._ask_consent(objection):
            return False
        self._undo_to(common, objection or self._barrier_since(common))
        for moment in line.past[common:]:
            session.carry_out(moment.action, moment.dice)
        session.return_to_game()
        return True
