"""What is left of a move that was interrupted: the rest of a force follows when the other side has decided."""

from __future__ import annotations

from itertools import dropwhile
from typing import NamedTuple

from common.engine import Action, Side, Step
from common.gui.session.session_view import SessionView
from common.tabletop import Target


class Rest(NamedTuple):
    """The actions of a plan that were not played, and where the game stood then."""

    space: str
    plan: tuple[Action, ...]
    side: Side
    at: int
    step: type[Step]

    @classmethod
    def of(cls, session: SessionView, target: Target, count: int) -> Rest | None:
        """What is left of a target's plan after so many actions of it."""
        past = session.match.past
        if session.whatif.is_on or not past or not 0 < count < len(target.plan):
            return None
        last = past[-1]
        return cls(target.space, target.plan[count:], last.side, len(past), last.step_type)

    def find_plan(self, session: SessionView) -> tuple[Action, ...]:
        """What can be gone on with now; nothing once its player has done something else instead."""
        past = session.match.past
        if session.whatif.is_on or len(past) < self.at or not session.can_act or session.to_act != self.side:
            return ()
        if any(done.side == self.side and done.step_type is self.step for done in past[self.at :]):
            return ()
        return tuple(dropwhile(lambda action: session.board.why_not(action) is not None, self.plan))
