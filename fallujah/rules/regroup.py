"""4.2  Regroup Phase."""

from __future__ import annotations

from functools import lru_cache

from common.engine import Action, Refusal, Side, Step
from fallujah.actions import Done, Shift
from fallujah.rules import control, reset
from fallujah.rules.movement import why_not_adjacent
from fallujah.state import (
    COALITION,
    FRESH_LIMIT,
    INSURGENT,
    RIVERINE_BOX,
    STACK_LIMIT,
    ZONES,
    FallujahState,
    Unit,
)


def begin(state: FallujahState) -> None:
    """First the Insurgents, then the Coalition; then Infiltration and Reset."""
    state.phase = "regroup"
    state.head("Regroup Phase", "4.2a")
    for kept in state.index.shifts.values():
        kept.clear()  # it still knows who regrouped the day before, and not who has come since
    state.push(Regroup(INSURGENT), Regroup(COALITION), reset.Infiltration(), reset.Reset())


def why_not_shift(state: FallujahState, side: str, id_: str, space: str, moved: frozenset[str]) -> Refusal | None:
    """What keeps a unit from regrouping to a space (4.2)."""
    parts = state.data
    unit = state.units.get(id_)
    coalition = side == COALITION
    if unit is None or (id_ in parts.coalition_ids) != coalition:
        return Refusal("4.2a", f"{id_!r} is no unit of the regrouping side")
    refusal = why_not_leave(state, unit, moved)
    if refusal is not None:
        return refusal
    here = unit.at
    near = parts.near_sets.get(here)
    if near is None or space not in near:
        if here == RIVERINE_BOX:
            return Refusal("7.2.3a", f"{parts.text(id_)} never leaves its box")
        if space in ZONES and coalition and here not in ZONES:
            return Refusal("4.2d", "no unit regroups into an Entry Zone")
        return why_not_adjacent(state, side, here, space)
    return why_not_receive(state, side, here, space)


def why_not_leave(state: FallujahState, unit: Unit, moved: frozenset[str]) -> Refusal | None:
    """The part of the unit: what keeps it from regrouping anywhere (3.7a, 4.2a)."""
    if unit.dug:
        return Refusal("3.7a", f"{state.data.text(unit.id)} is Dug In")
    if unit.id in moved:
        return Refusal("4.2a", f"{state.data.text(unit.id)} has already regrouped")
    return None


def why_not_receive(state: FallujahState, side: str, here: str, space: str) -> Refusal | None:
    """The part of the area: what keeps it from taking in any unit of the side (4.2c, 4.2h)."""
    if space in state.open_near(side, here):
        return None
    label = state.data.labels[space]
    if state.free(side, space):
        return Refusal("4.2c", f"{label} already holds {STACK_LIMIT} units")
    return Refusal("4.2h", f"{label} is not Free")


def shifts(state: FallujahState, side: str, here: str, moved: frozenset[str]) -> list[Shift]:
    """The ways of the units of a space, kept until one of them goes or an area opens or closes: who comes has moved."""
    kept = state.index.shifts[side]
    found: list[Shift] | None = kept.get(here)
    if found is None:
        found = kept[here] = []
        spaces = state.open_near(side, here)
        for unit in state.own(side, here) if spaces else ():
            if why_not_leave(state, unit, moved) is None:
                found += ways(unit.id, spaces)
    return found


@lru_cache(4096)
def ways(id_: str, spaces: tuple[str, ...]) -> tuple[Shift, ...]:
    """A unit's ways into some areas."""
    return tuple([Shift(id_, space) for space in spaces])


class Regroup(Step, frozen=True, tag=True):
    """4.2  Units move one at a time, each at most once, to adjacent Free areas."""

    side: str
    moved: frozenset[str] = frozenset()

    def proceed(self, state: FallujahState) -> bool:
        if self.side == INSURGENT and state.bot:
            state.flow.pop()  # the bot's procedures know no regrouping
            return True
        state.active = self.side
        kept = state.index.shifts[self.side]
        for here in state.where(self.side):
            known = kept.get(here)
            if known or (known is None and shifts(state, self.side, here, self.moved)):
                return False
        state.flow.pop()
        return True

    def actor(self, state: FallujahState) -> Side:
        return self.side

    def prompt(self, state: FallujahState) -> str:
        return "Move a unit to an adjacent Free area, or finish regrouping (4.2a)."

    def legal(self, state: FallujahState) -> tuple[Action, ...]:
        found: list[Action] = [Done()]
        kept = state.index.shifts[self.side]
        for here in state.where(self.side):
            known = kept.get(here)
            found += shifts(state, self.side, here, self.moved) if known is None else known
        return tuple(found)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if isinstance(action, Shift):
            return why_not_shift(state, self.side, action.unit, action.space, self.moved)
        return None if isinstance(action, Done) else Refusal("4.2a", "only regrouping is possible now")

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case Done():
                state.flow.pop()
            case Shift():
                state.swap(Regroup(self.side, self.moved | {action.unit}))
                self._shift(state, action.unit, action.space)

    def _shift(self, state: FallujahState, id_: str, space: str) -> None:
        parts = state.data
        unit = state.units[id_]
        fighter = self.side == INSURGENT and id_ not in parts.militia_ids
        crowded = fighter and not unit.spent and state.fighters(space, fresh=True) >= FRESH_LIMIT
        state.change(id_, at=space, spent=unit.spent or crowded)
        text = f"{parts.text(id_)} regroups from {parts.labels[unit.at]} to {parts.labels[space]}"
        if crowded:
            state.note(f"{text} and turns Spent.", "5.1d", places=(space,))
        else:
            state.note(f"{text}.", "4.2a", places=(space,))
        control.settle(state, unit.at)
