"""What happens to single counters and tracks: leaving the map, placing Militia, political points (8.1, 11.1)."""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import Change
from fallujah.state import ELIMINATED, FORCE_POOL, STACK_LIMIT, FallujahState, Unit


def eliminate(state: FallujahState, id_: str) -> None:
    """Militia go back to the Force Pool, all others leave the game (11.1e, 11.1f)."""
    state.put(Unit(id_, FORCE_POOL if id_ in state.data.militia_ids else ELIMINATED))


def room(state: FallujahState, area: str) -> int:
    """How many more Insurgent units fit into an area (5a)."""
    return STACK_LIMIT - len(state.insurgents(area))


def place_militia(state: FallujahState, area: str) -> str:
    """Take a Militia from the Force Pool, Fresh, and say which (11.1e)."""
    militia = state.insurgents(FORCE_POOL)[0].id
    state.put(Unit(militia, area))
    return militia


def backlash(state: FallujahState, points: int, why: str, *rules: str) -> None:
    """Advance the Political Backlash Track."""
    before = state.backlash
    state.backlash += points
    state.note(why, *rules, changes=(Change("backlash", before, state.backlash),))


def names(state: FallujahState, ids: Iterable[str]) -> str:
    """Units in a sentence."""
    return ", ".join(state.data.text(id_) for id_ in ids)
