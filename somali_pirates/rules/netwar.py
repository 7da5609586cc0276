"""6  The Netwar Index: gains, losses, the limit of 100 and Sudden Death at zero."""

from __future__ import annotations

from common.engine import Refusal, Side
from somali_pirates.rules.victory import sudden_death
from somali_pirates.state import ENEMY, SIDE_NAMES, PirateState


def gain(state: PirateState, side: Side, points: int, why: str, *rules: str) -> None:
    """6.0a, 6.0b  Raise an index; what goes beyond the limit is taken from the enemy instead."""
    if state.result is not None or points <= 0:
        return
    before, limit = state.index[side], state.data.tables.tracks.index_limit
    after = min(before + points, limit)
    state.index = {**state.index, side: after}
    state.note(f"{SIDE_NAMES[side]} +{points} ({why}): index {before} to {after}.", *(rules or ("6.0a",)))
    excess = before + points - after
    if excess:
        lose(state, ENEMY[side], excess, f"beyond {limit} of the {SIDE_NAMES[side]}", "6.0b")


def lose(state: PirateState, side: Side, points: int, why: str, *rules: str) -> None:
    """6.0a, 6.0d  Lower an index; at zero the game is over."""
    if state.result is not None or points <= 0:
        return
    _lower(state, side, points, why, rules or ("6.0a",))
    check_sudden_death(state, side)


def spend(state: PirateState, costs: dict[Side, int], why: str, *rules: str) -> None:
    """6.5a  Pay from one or both indexes at one moment; the First Player is checked first (R21)."""
    order = sorted(costs, key=lambda side: side != state.first)
    for side in order:
        if costs[side]:
            _lower(state, side, costs[side], why, rules)
    for side in order:
        check_sudden_death(state, side)


def why_not_spend(state: PirateState, side: Side, points: int) -> Refusal | None:
    """6.5a  There is no debt."""
    if points <= state.index[side]:
        return None
    return Refusal("6.5a", f"that costs {points} and the index is {state.index[side]}")


def check_sudden_death(state: PirateState, side: Side) -> None:
    """5.2a  A side at zero has lost at once."""
    if state.result is None and state.index[side] <= 0:
        sudden_death(state, ENEMY[side])


def _lower(state: PirateState, side: Side, points: int, why: str, rules: tuple[str, ...]) -> None:
    before = state.index[side]
    state.index = {**state.index, side: max(0, before - points)}
    state.note(f"{SIDE_NAMES[side]} -{points} ({why}): index {before} to {state.index[side]}.", *rules)
