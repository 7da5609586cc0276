"""4.2  Regroup Phase."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, Step
from fallujah.actions import Done, Shift
from fallujah.rules import control, reset
from fallujah.rules.movement import why_not_adjacent
from fallujah.state import COALITION, FRESH_LIMIT, INSURGENT, RIVERINE_BOX, STACK_LIMIT, ZONES, FallujahState


def begin(state: FallujahState) -> None:
    """First the Insurgents, then the Coalition; then Infiltration and Reset."""
    state.phase = "regroup"
    state.note("Regroup Phase.", "4.2a")
    state.push(Regroup(INSURGENT), Regroup(COALITION), reset.Infiltration(), reset.Reset())


def why_not_shift(state: FallujahState, side: str, id_: str, space: str, moved: tuple[str, ...]) -> Refusal | None:
    """What keeps a unit from regrouping to a space (4.2)."""
    parts = state.parts
    unit = state.units.get(id_)
    if unit is None or (id_ in parts.coalition_ids) != (side == COALITION):
        return Refusal("4.2a", f"{id_!r} is no unit of the regrouping side")
    if unit.dug:
        return Refusal("3.7a", f"{parts.text(id_)} is Dug In")
    if unit.at == RIVERINE_BOX:
        return Refusal("7.2.3a", f"{parts.text(id_)} never leaves its box")
    if id_ in moved:
        return Refusal("4.2a", f"{parts.text(id_)} has already regrouped")
    if space in ZONES and side == COALITION and unit.at not in ZONES:
        return Refusal("4.2d", "no unit regroups into an Entry Zone")
    refusal = why_not_adjacent(state, side, unit.at, space)
    if refusal is not None:
        return refusal
    if not state.free(side, space):
        return Refusal("4.2h", f"{parts.labels[space]} is not Free")
    if len(state.own(side, space)) >= STACK_LIMIT:
        return Refusal("4.2c", f"{parts.labels[space]} already holds {STACK_LIMIT} units")
    return None


class Regroup(Step, frozen=True, tag=True):
    """4.2  Units move one at a time, each at most once, to adjacent Free areas."""

    side: str
    moved: tuple[str, ...] = ()

    def proceed(self, state: FallujahState) -> bool:
        if self.side == INSURGENT and state.bot:
            state.flow.pop()  # the bot's procedures know no regrouping
            return True
        state.active = self.side
        for action in self._shifts(state):
            if why_not_shift(state, self.side, action.unit, action.space, self.moved) is None:
                return False
        state.flow.pop()
        return True

    def actor(self, state: FallujahState) -> Side:
        return self.side

    def prompt(self, state: FallujahState) -> str:
        return "Move a unit to an adjacent Free area, or finish regrouping (4.2a)."

    def _shifts(self, state: FallujahState) -> Iterator[Shift]:
        side, moved = self.side, self.moved
        parts = state.parts
        open_: dict[str, bool] = {}
        spaces = (*ZONES, *parts.areas) if side == COALITION else parts.areas
        for here in spaces:
            units = state.own(side, here)
            if not units:
                continue
            near = []
            for space in parts.near[here]:
                free = open_.get(space)
                if free is None:
                    free = open_[space] = state.free(side, space) and len(state.own(side, space)) < STACK_LIMIT
                if free:
                    near.append(space)
            if near:
                for unit in units:
                    if not unit.dug and unit.id not in moved:
                        for space in near:
                            yield Shift(unit.id, space)

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        yield Done()
        yield from self._shifts(state)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case Shift(id_, space):
                return why_not_shift(state, self.side, id_, space, self.moved)
        return Refusal("4.2a", "only regrouping is possible now")

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case Done():
                state.flow.pop()
            case Shift(id_, space):
                state.swap(Regroup(self.side, (*self.moved, id_)))
                self._shift(state, id_, space)

    def _shift(self, state: FallujahState, id_: str, space: str) -> None:
        parts = state.parts
        unit = state.units[id_]
        fighter = self.side == INSURGENT and id_ not in parts.militia_ids
        crowded = fighter and not unit.spent and state.fighters(space, fresh=True) >= FRESH_LIMIT
        state.change(id_, at=space, spent=unit.spent or crowded)
        text = f"{parts.text(id_)} regroups from {parts.labels[unit.at]} to {parts.labels[space]}"
        state.note(f"{text} and turns Spent." if crowded else f"{text}.", "5.1d" if crowded else "4.2a", places=(space,))
        control.settle(state, unit.at)
