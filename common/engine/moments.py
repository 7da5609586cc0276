"""What was played, with the positions that are kept so that it can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from common.engine.basics import Action, Aside, Side, Step
from common.engine.state import State, storer

WHOLE = 32  # so many positions are stored by what was written between them, then comes a whole one


class Moment(msgspec.Struct, frozen=True, gc=False):
    """An action that was played, with what is needed to take it back."""

    action: Action
    dice: tuple[int, ...]
    stored: Any  # the position before it, without the game's data as long as nobody has asked for it
    entries: int
    data: Any
    quiet: bool
    earlier: Moment | None = None  # the one before it, if the position has only the writes since then (State.logged)
    writes: dict[str, Any] | None = None  # none if nothing was written

    @property
    def before(self) -> Any:
        """The position before it."""
        stored = self.stored
        if "data" not in stored.__dict__:
            if self.earlier is not None:
                setattr(stored, stored.logged, getattr(self.earlier.before, stored.logged) | (self.writes or {}))
            stored.attach(self.data, None if self.quiet else ())
        return stored

    @property
    def side(self) -> Side:
        """Who played it: out of turn the side it names, else whose decision it was."""
        action, before = self.action, self.before
        return action.side if isinstance(action, Aside) else before.flow[-1].actor(before)

    @property
    def turn(self) -> int:
        """The game turn in which it was played."""
        return int(self.before.turn)

    @property
    def step_type(self) -> type[Step]:
        """The kind of step that asked for it."""
        return type(self.before.flow[-1])

    @property
    def is_secret(self) -> bool:
        """Whether it was a decision that the other side must not see."""
        return bool(self.before.flow[-1].secret)


def keep_moment(state: State, past: Sequence[Moment], action: Action, dice: tuple[int, ...], told: int) -> Moment:
    """What is needed to take an action back that is about to be carried out; `told` entries were in the journal.

    The state is told the number of the action.
    """
    extra, number = state.__dict__, len(past)
    extra["action"] = number + 1
    since: Moment | None = extra.get("since")
    if since is not None and number % WHOLE and since is past[-1]:
        stored, writes = storer(type(state))(state, since.stored), extra["writes"]
        moment = extra["since"] = Moment(action, dice, stored, told, since.data, since.quiet, since, writes or None)
        if writes:
            extra["writes"] = {}
        return moment
    stored = state.store(past[-1].stored) if past else state.clone(bare=True)
    moment = Moment(action, dice, stored, told, extra["data"], extra["log"] is None)
    if state.logged:
        extra["since"], extra["writes"] = moment, {}
    return moment
