"""4.2  Regroup Phase."""

from __future__ import annotations

from itertools import chain

from common.engine import Action, Refusal, Side, Step
from common.engine.parts import RuleParts, allow
from fallujah.actions import Done, Shift
from fallujah.rules import control, reset
from fallujah.rules.movement import why_not_adjacent
from fallujah.rules.movement_cache import ShiftCache, shifts_into
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

DONE = Done()


def begin(state: FallujahState) -> None:
    """First the Insurgents, then the Coalition; then Infiltration and Reset."""
    state.phase = "regroup"
    state.head("Regroup Phase", "4.2a")
    state.push(Regroup(INSURGENT), Regroup(COALITION), reset.Infiltration(), reset.Reset())


def why_not_shift(state: FallujahState, side: str, id_: str, space: str, moved: frozenset[str]) -> Refusal | None:
    """What keeps a unit from regrouping to a space (4.2)."""
    parts = state.data
    unit = state.units.get(id_)
    coalition = side == COALITION
    if unit is None or (id_ in parts.coalition_ids) != coalition:
        return Refusal("4.2a", f"{state.data.call(id_)} is not a unit of the regrouping side")
    judge = Shifts(state, side, moved)
    rule = judge.first(unit)
    if rule:
        return Refusal(rule, judge.explain(rule, unit, space))
    here = unit.at
    near = parts.near_sets.get(here)
    if near is None or space not in near:
        if here == RIVERINE_BOX:
            return Refusal("7.2.3a", f"{parts.text(id_)} never leaves its box")
        if space in ZONES and coalition and here not in ZONES:
            return Refusal("4.2d", "no unit regroups into an Entry Zone")
        return why_not_adjacent(state, side, here, space)
    return judge.why_not(unit, space)


def closing_rule(state: FallujahState, side: str, space: str) -> str:
    """The area's part: the rule that keeps it from taking in any unit of the side, if any (4.2c, 4.2h)."""
    groups, coalition = state.pieces.by_space[space], side == COALITION
    if state.control[space] != side or groups[not coalition]:
        return "4.2h"
    return "4.2c" if len(groups[coalition]) >= STACK_LIMIT else ""


class Shifts(RuleParts[Unit, str]):
    """The regrouping of a side in one position, by the rules that also say why not."""

    __slots__ = ("_cache", "_moved", "_side", "_state")

    def __init__(self, state: FallujahState, side: str, moved: frozenset[str]) -> None:
        cache = ShiftCache.of(state, side, moved, closing_rule)
        self._state, self._side, self._moved, self._cache = state, side, moved, cache

    def first(self, unit: Unit) -> str:
        """The rule that keeps a unit from regrouping anywhere (3.7a, 4.2a)."""
        if unit.dug:
            return "3.7a"
        return "4.2a" if unit.id in self._moved else ""

    def second(self, area: str) -> str:
        """The rule that keeps an area from taking in any unit (4.2c, 4.2h)."""
        return self._cache.terms[area]

    both = staticmethod(allow)

    def explain(self, rule: str, unit: Unit, space: str) -> str:
        """A refusal in words."""
        match rule:
            case "3.7a":
                return f"{self._state.data.text(unit.id)} is Dug In"
            case "4.2a":
                return f"{self._state.data.text(unit.id)} has already regrouped"
            case "4.2h":
                return f"{self._state.data.labels[space]} is not Free"
        return f"{self._state.data.labels[space]} already holds {STACK_LIMIT} units"

    def listed(self) -> tuple[Action, ...]:
        """All that can be done: finish, and the shifts of all units in the order of the map."""
        cache = self._cache
        if cache.listed is None:
            cache.find_again(self._find, self._state.data.grouping.number)
            cache.listed = (DONE, *chain.from_iterable(cache.found.values()))
        return cache.listed

    def _find(self, space: str) -> tuple[Shift, ...]:
        cache, moved = self._cache, self._moved
        units = cache.units.get(space)
        if units is None:
            units = [unit for unit in self._state.own(self._side, space) if unit.id not in moved]
            cache.units[space] = units
        if not units:
            return ()
        goals, shifts = cache.goals.get(space), list[Shift]()
        if goals is None:
            near, rules = self._state.data.near.get(space, ()), cache.terms
            goals = cache.goals[space] = shifts_into(tuple([area for area in near if not rules[area]]))
        for unit in units if goals.areas else ():
            if not unit.dug or not self.first(unit):
                shifts += goals[unit.id]
        return tuple(shifts)


class Regroup(Step, frozen=True, tag=True):
    """4.2  Units move one at a time, each at most once, to adjacent Free areas."""

    side: str
    moved: frozenset[str] = frozenset()

    def proceed(self, state: FallujahState) -> bool:
        if self.side == INSURGENT and state.bot:
            state.flow.pop()  # the bot's procedures know no regrouping
            return True
        state.active = self.side
        if len(Shifts(state, self.side, self.moved).listed()) > 1:
            return False
        state.flow.pop()
        return True

    def actor(self, state: FallujahState) -> Side:
        return self.side

    def prompt(self, state: FallujahState) -> str:
        return "Move a unit to an adjacent Free area, or finish regrouping (4.2a)."

    def legal(self, state: FallujahState) -> tuple[Action, ...]:
        return Shifts(state, self.side, self.moved).listed()

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if isinstance(action, Shift):
            return why_not_shift(state, self.side, action.unit, action.space, self.moved)
        return None if isinstance(action, Done) else Refusal("4.2a", "only regrouping is possible now")

    def play(self, state: FallujahState, action: Action) -> None:
        if isinstance(action, Shift):
            state.flow[-1] = Regroup(self.side, self.moved | {action.unit})
            self._shift(state, action.unit, action.space)
        else:
            state.flow.pop()

    def _shift(self, state: FallujahState, id_: str, space: str) -> None:
        parts = state.data
        unit = state.units[id_]
        fighter = self.side == INSURGENT and id_ not in parts.militia_ids
        crowded = fighter and not unit.spent and state.fighters(space, fresh=True) >= FRESH_LIMIT
        state.put(Unit(id_, space, unit.spent or crowded, unit.dug))
        text = f"{parts.text(id_)} regroups from {parts.labels[unit.at]} to {parts.labels[space]}"
        if crowded:
            state.note(f"{text} and turns Spent.", "5.1d", places=(space,))
        else:
            state.note(f"{text}.", "4.2a", places=(space,))
        control.settle(state, unit.at)
