"""What was played, and the positions it was played in: some are stored, the others are worked out when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from common.engine.basics import Action, Aside, BrokenState, Concede, Side, Step
from common.engine.state import State

if TYPE_CHECKING:
    from common.engine.game import Game

STORED = 64  # one position in so many is stored
LONGEST_RUN = 20_000  # steps without a decision; a flow that goes on longer never ends


class Moment(msgspec.Struct, eq=False, gc=False):
    """An action that was played, with what is needed to take it back."""

    action: Action
    dice: tuple[int, ...]
    entries: int
    game: Game
    earlier: Moment | None  # what was played before it, if the position follows from that
    stored: Any = None  # the position before it, as soon as somebody has asked for it

    @property
    def before(self) -> Any:
        """The position before it; nobody changes it."""
        if self.stored is None:
            self._work_out()
        return self.stored

    def _work_out(self) -> None:
        """Play on from the last position that is stored, and keep all on the way."""
        wanted: list[Moment] = []
        last: Any = self
        while last.stored is None:
            wanted.append(last)
            last = last.earlier
        log = last.stored.__dict__["log"]
        state = last.stored.clone()
        state.__dict__["log"] = None
        for moment in reversed(wanted):
            carry_out(moment.game, state, last.action, last.dice)
            moment.stored = state.clone(bare=True)
            moment.stored.__dict__["log"] = log
            last = moment

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


def keep_moment(
    game: Game, state: State, past: Sequence[Moment], action: Action, dice: tuple[int, ...], told: int
) -> Moment:
    """What is needed to take an action back that is about to be carried out; `told` entries were in the journal.

    The state is told the number of the action. Where dice or draws are given by hand, which may not fit, and where the
    state did not come from the last action of the past, the position is stored.
    """
    extra, number = state.__dict__, len(past)
    extra["action"] = number + 1
    since: Moment | None = extra.get("since")
    if since is None or not number % STORED or since is not past[-1] or dice or state.script or state.draw_script:
        moment = Moment(action, dice, told, game, None, state.clone(bare=True))
    else:
        moment = Moment(action, dice, told, game, since)
    extra["since"] = moment
    return moment


def carry_out(game: Game, state: Any, action: Action | None, dice: tuple[int, ...]) -> None:
    """Play an action in a position, if there is one, and run on until somebody decides or the game is over."""
    if dice:
        state.script = dice + state.script
    if action is None:
        pass
    elif not action.out_of_turn:
        state.flow[-1].play(state, action)
    elif isinstance(action, Concede):
        state.result = result = game.concession(state, action.side)
        state.note(result.reason, result.rule)
    else:
        game.play_aside(state, action)
    left = LONGEST_RUN
    while state.result is None and state.flow[-1].proceed(state):
        left -= 1
        if not left:
            raise BrokenState("the game goes on without end and nobody decides")
