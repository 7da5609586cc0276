"""4.2  Regroup Phase."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, Step
from fallujah.actions import Done, Shift
from fallujah.rules import control, reset
from fallujah.rules.movement import why_not_adjacent
from fallujah.state import COALITION, FRESH_LIMIT, INSURGENT, NOBODY, RIVERINE_BOX, STACK_LIMIT, ZONES, FallujahState


def begin(state: FallujahState) -> None:
    """First the Insurgents, then the Coalition; then Infiltration and Reset."""
    state.phase = "regroup"
    state.note("Regroup Phase.", "4.2a")
    state.push(Regroup(INSURGENT), Regroup(COALITION), reset.Infiltration(), reset.Reset())


def why_not_shift(state: FallujahState, side: str, id_: str, space: str, moved: frozenset[str]) -> Refusal | None:
    """What keeps a unit from regrouping to a space (4.2)."""
    parts = state.data
    unit = state.units.get(id_)
    coalition = side == COALITION
    if unit is None or (id_ in parts.coalition_ids) != coalition:
        return Refusal("4.2a", f"{id_!r} is no unit of the regrouping side")
    if unit.dug:
        return Refusal("3.7a", f"{parts.text(id_)} is Dug In")
    if id_ in moved:
        return Refusal("4.2a", f"{parts.text(id_)} has already regrouped")
    here = unit.at
    near = parts.near_sets.get(here)
    if near is None or space not in near:
        if here == RIVERINE_BOX:
            return Refusal("7.2.3a", f"{parts.text(id_)} never leaves its box")
        if space in ZONES and coalition and here not in ZONES:
            return Refusal("4.2d", "no unit regroups into an Entry Zone")
        return why_not_adjacent(state, side, here, space)
    stacks = state.stacks().get(space, NOBODY)
    if state.control[space] != side or stacks[not coalition]:
        return Refusal("4.2h", f"{parts.labels[space]} is not Free")
    if len(stacks[coalition]) >= STACK_LIMIT:
        return Refusal("4.2c", f"{parts.labels[space]} already holds {STACK_LIMIT} units")
    return None


class Regroup(Step, frozen=True, tag=True):
    """4.2  Units move one at a time, each at most once, to adjacent Free areas."""

    side: str
    moved: frozenset[str] = frozenset()

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
        moved, mine = self.moved, self.side == COALITION
        control, stacks, near_by = state.control, state.stacks(), state.data.near
        for here in (*ZONES, *state.data.areas):
            units = stacks.get(here, NOBODY)[mine]
            if not units:
                continue
            near = []
            for space in near_by[here]:
                if control[space] == self.side:
                    there = stacks.get(space, NOBODY)
                    if not there[not mine] and len(there[mine]) < STACK_LIMIT:
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
        if isinstance(action, Shift):
            return why_not_shift(state, self.side, action.unit, action.space, self.moved)
        return None if isinstance(action, Done) else Refusal("4.2a", "only regrouping is possible now")

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case Done():
                state.flow.pop()
            case Shift(id_, space):
                state.swap(Regroup(self.side, self.moved | {id_}))
                self._shift(state, id_, space)

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
