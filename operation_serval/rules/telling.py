"""28  What the journal tells everybody, and what only the owner of the counters may read."""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import Side
from operation_serval.state import ServalState


def names(state: ServalState, ids: Iterable[str]) -> str:
    """Counters in words: 'Gamou, CM and CPA 10'."""
    words = [state.name(id_) for id_ in ids]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nobody"


def is_seen(state: ServalState, id_: str) -> bool:
    """28  Whether the enemy sees a counter: no fog, shown at this moment, or on top of its stack."""
    if not state.fog or id_ in state.revealed:
        return True
    unit, side = state.units[id_], state.data.side_of[id_]
    top = state.top(side, unit.at) if state.on_map(unit) else None
    return top is not None and top.id == id_


def tell(
    state: ServalState, side: Side, text: str, public: str, *rules: str, places: tuple[str, ...] = (), hide: bool = True
) -> None:
    """A line for everybody, or under fog of war for the side alone with a public form for the other."""
    if state.fog and hide:
        state.note(text, *rules, only=(side,), public=public, places=places, show=("rules", "places"))
    else:
        state.note(text, *rules, places=places)
