"""Plans on trial: how far the rules let a series of actions through, tried on what a seat can know.

A plan is tried on a copy whose flow is never run on, and never across a roll or a draw, so that no future is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from common.engine import Action, Refusal, Seat, Side, State, Step

S = TypeVar("S", bound=State)


class Draft(msgspec.Struct, Generic[S], frozen=True):
    """A plan as far as it can be tried: the position after it, the actions let through, and what forbids the next."""

    state: S
    plan: tuple[Action, ...]
    refusal: Refusal | None = None


def why_not(state: Any, action: Action) -> Refusal | None:
    """What forbids an action in a position that a seat can know."""
    if state.result is not None:
        return Refusal(state.result.rule, "the game is over")
    refusal: Refusal | None = state.step.why_not(state, action)
    return refusal


def legal(state: Any) -> tuple[Action, ...]:
    """Every move that may be made in a position that a seat can know; none when the game is over."""
    return () if state.result is not None else state.step.legal(state)


def draft(state: S, plan: Sequence[Action], passing: tuple[type[Action], ...] = ()) -> Draft[S]:
    """Try a plan on a copy of a position, as far as it is certain.

    After an action of the types `passing` the plan goes on at once, whatever decisions the action opens for others. An
    action that throws dice or draws cards is judged, but not carried out: the position is the one before it. What
    comes after something that does not wait for the side that plans is not judged.
    """
    copy = state.clone()
    copy.__dict__["log"] = None
    side = copy.step.actor(copy) if plan and copy.result is None else ""
    for number, action in enumerate(plan):
        if number and not _waits_for(copy, side):
            return Draft(copy, tuple(plan[:number]))
        refusal = why_not(copy, action)
        if refusal is not None:
            return Draft(copy, tuple(plan[:number]), refusal)
        chance = copy.rolls, copy.draws
        _carry_out(copy, action, passing)
        if (copy.rolls, copy.draws) != chance:
            return draft(state, plan[:number], passing)
    return Draft(copy, tuple(plan))


def add_all(seat: Seat, kinds: tuple[type[Action], ...]) -> tuple[Action, ...]:
    """Every action of these kinds that a seat may do one after the other, each judged after those before it."""
    copy = seat.known.clone()
    copy.__dict__["log"] = None
    plan: list[Action] = []
    for action in seat.legal():
        if isinstance(action, kinds) and why_not(copy, action) is None:
            copy.step.play(copy, action)
            plan.append(action)
    return tuple(plan)


def _waits_for(state: State, side: Side) -> bool:
    """Whether the next step is a decision of that side."""
    step = state.step if state.result is None and state.flow else None
    return step is not None and type(step).actor is not Step.actor and step.actor(state) == side


def _carry_out(state: State, action: Action, passing: tuple[type[Action], ...]) -> None:
    height = len(state.flow)
    state.step.play(state, action)
    if isinstance(action, passing):
        del state.flow[height:]
