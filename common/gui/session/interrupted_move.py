"""What is left of a move that was interrupted: the rest of a force follows when the other side has decided."""

from __future__ import annotations

from itertools import dropwhile
from typing import NamedTuple

from common.engine import Action, Step
from common.gui.session.session import Session
from common.tabletop import Target


class Rest(NamedTuple):
    """The actions of a plan that were not played, and where the game stood then."""

    space: str
    plan: tuple[Action, ...]
    side: str
    at: int
    step: type[Step]

    @classmethod
    def of(cls, session: Session, target: Target, count: int) -> Rest | None:
        """What is left of a target's plan after so many actions of it."""
        past = session.match.past
        if session.trial is not None or not past or not 0 < count < len(target.plan):
            return None
        last = past[-1].before
        return cls(target.space, target.plan[count:], last.step.actor(last), len(past), type(last.step))

    def able(self, session: Session) -> tuple[Action, ...]:
        """What can be gone on with now; nothing once its player has done something else instead."""
        past = session.match.past
        if session.trial is not None or len(past) < self.at or not session.can_act or session.to_act != self.side:
            return ()
        since = (done.before for done in past[self.at :])
        if any(state.step.actor(state) == self.side and type(state.step) is self.step for state in since):
            return ()
        return tuple(dropwhile(lambda action: session.board.why_not(action) is not None, self.plan))
