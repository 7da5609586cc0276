"""3.4 and 4  Control, victory points, morale and the ways the game ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.engine import Change, Result, Side
from nmc.state import CONFEDERATE, ENEMY, UNION, NmcState, Stack

NAMES = {UNION: "Union", CONFEDERATE: "Confederate"}
WINS = {UNION: "Union victory", CONFEDERATE: "Confederate victory"}


def shift_vp(state: NmcState, gainer: Side, points: int) -> tuple[Change, ...]:
    """4.4, 4.5: points leave one total and enter the other, so both always add up to the same."""
    if not points:
        return ()
    changes: list[Change] = []
    for side, change in ((gainer, points), (ENEMY[gainer], -points)):
        before = state.vp[side]
        state.vp[side] = before + change
        changes.append(Change(f"{NAMES[side]} VP", before, before + change))
    return tuple(changes)


def take_control(state: NmcState, side: Side, space: str, units: Stack) -> None:
    """3.4b: a locale changes hands the moment units of the other side enter it."""
    if state.control.get(space, side) == side:
        return
    if state.options["control_by_sp_only"] and not units.strength:
        return
    state.control[space] = side
    changes = shift_vp(state, side, state.data.worth[space])
    state.note(f"{state.title(space)} is now {NAMES[side]}.", "3.4b", "4.4d", changes=changes, places=(space,))
    if space == state.data.setup.prize and side == CONFEDERATE:
        reason = f"Confederate victory: {state.data.map.spaces[space].name} has fallen."
        state.over(CONFEDERATE, WINS[CONFEDERATE], reason, "4.1", dict(state.vp))
    else:
        check_zero(state)


def book_losses(state: NmcState, losses: tuple[tuple[Side, int], ...]) -> tuple[Change, ...]:
    """4.5: strength points lost on either side are booked as one change (ruling 10)."""
    net = sum(number if side == UNION else -number for side, number in losses)
    return shift_vp(state, CONFEDERATE if net > 0 else UNION, abs(net))


def check_zero(state: NmcState) -> None:
    """4.2: the side whose points are used up has lost."""
    for side in (UNION, CONFEDERATE):
        if state.vp[side] <= 0 and state.result is None:
            winner = ENEMY[side]
            reason = f"{WINS[winner]}: the {NAMES[side]} has no victory points left."
            state.over(winner, WINS[winner], reason, "4.2", dict(state.vp))


def final_judgement(keys: Sequence[str], vp: Mapping[str, int], control: Mapping[str, str]) -> Result:
    """4.6, 4.7, 4.9: who has won after the last turn with these points and these forts."""
    lead = vp[UNION] - vp[CONFEDERATE]
    held = [control[key] for key in keys]
    score = f"Union {vp[UNION]} points, Confederates {vp[CONFEDERATE]}"
    points = dict(vp)
    if lead < 0 and all(side == CONFEDERATE for side in held):
        reason = f"Confederate victory: {score}, with Fort Bliss and Fort Craig in Confederate hands."
        return Result(CONFEDERATE, WINS[CONFEDERATE], reason, "4.6", points)
    if lead > 0 and UNION in held:
        reason = f"Union victory: {score}, with Fort Bliss or Fort Craig in Union hands."
        return Result(UNION, WINS[UNION], reason, "4.7", points)
    reason = f"A draw: {score}, and neither side meets its conditions."
    return Result(None, "Draw", reason, "4.9a", points)


def judge(state: NmcState) -> None:
    """5.6: the game ends with the last turn."""
    state.result = final_judgement(state.data.setup.keys, state.vp, state.control)
    state.note(state.result.reason, state.result.rule, "5.6")
