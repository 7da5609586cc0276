"""28  What the journal tells everybody, and what only the owner of the counters may read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from msgspec.structs import replace

from common.engine import Side
from common.engine.steps import SideStep
from operation_serval.state import ServalState


class HandStep(SideStep, frozen=True, tag=True):
    """A step in which a side has counters in hand that the enemy may not know; `place` is where they are taken from."""

    abstract: ClassVar[bool] = True
    place: str
    units: tuple[str, ...] = ()

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else replace(self, units=())

    def imagine(self, state: ServalState, side: Side, seed: int) -> Self:
        if side == self.side:
            return self
        there = [unit.id for unit in state.own(self.side, self.place)]
        return replace(self, units=tuple(there[: len(self.units)]))


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
