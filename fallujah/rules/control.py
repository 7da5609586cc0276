"""9  Control of areas, and 4.3 Infiltration."""

from __future__ import annotations

from common.engine import Change
from fallujah.state import COALITION, INSURGENT, FallujahState


def take(state: FallujahState, area: str, side: str, *rules: str) -> None:
    """Turn a control marker."""
    state.hold(area, side)
    if area in state.fallen:
        state.fallen.remove(area)
    change = Change(f"control of {area}", "Coalition" if side == INSURGENT else "Insurgents", _name(side))
    state.note(f"{state.data.labels[area]} is now {_held(side)}.", *rules, changes=(change,), places=(area,))


def _name(side: str) -> str:
    return "Coalition" if side == COALITION else "Insurgents"


def _held(side: str) -> str:
    return "Coalition-controlled" if side == COALITION else "Insurgent-controlled"


def settle(state: FallujahState, area: str) -> None:
    """9.1a  An area changes hands when only units of the other side are in it."""
    if area not in state.control:
        return
    insurgents, coalition = state.pieces.by_space[area]
    if area in state.fallen:
        support = state.data.support_ids
        if not coalition:
            state.fallen.remove(area)
        elif not insurgents and any(unit.id not in support for unit in coalition):
            take(state, area, COALITION, "9.1a", "9.2d")
        return
    owner = state.control[area]
    if owner == INSURGENT and coalition and not insurgents:
        take(state, area, COALITION, "9.1a")
    elif owner == COALITION and insurgents and not coalition:
        take(state, area, INSURGENT, "9.1c" if state.phase == "action" else "9.1a")


def infiltrated(state: FallujahState) -> list[str]:
    """9.2  The areas that would fall to Infiltration now, in the order of the spreading."""
    near, control = state.data.near, state.control
    front = [area for area in state.data.areas if control[area] == INSURGENT]
    lost: list[str] = []
    seen = set(front)
    while front:
        area = front.pop(0)
        for other in near[area]:
            if other not in seen and not state.garrisoned(other):
                seen.add(other)
                lost.append(other)
                front.append(other)
    return lost


def infiltrate(state: FallujahState) -> None:
    """9.2  Ungarrisoned Coalition areas next to Insurgent control fall, and the loss spreads."""
    lost = infiltrated(state)
    for area in lost:
        take(state, area, INSURGENT, "9.2a")
        if state.coalition(area):
            state.fallen.append(area)
            state.note(f"The Support Units in {state.data.labels[area]} stay where they are.", "9.2d", places=(area,))
    if not lost:
        state.note("No area falls to Infiltration.", "9.2a")
