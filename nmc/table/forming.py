"""Lifted counters as a force: the actions by which they become one, and whether it can do anything."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from common.engine import D10, Action, Refusal
from common.tabletop.plans import draft, why_not
from nmc import actions as act
from nmc.rules.combat import Attacks, CombatPhase, targets
from nmc.rules.forces import Divide
from nmc.rules.march import Marches, MarchPhase, closed_hexes, march_modifiers
from nmc.state import TRAINS, TROOPS, NmcState, Stack
from nmc.table.faces import UnitCounter, counters_in


class CountersInHand(NamedTuple):
    """Counters in a player's hand."""

    counters: tuple[UnitCounter, ...]

    @classmethod
    def of(cls, state: NmcState, pieces: Collection[str]) -> CountersInHand:
        """The counters of these names, as they lie in a position."""
        return cls(tuple(counter for counter in counters_in(state) if counter.id in pieces))

    @property
    def space(self) -> str:
        """The hex they come from."""
        return self.counters[0].space if self.counters else ""

    @property
    def units(self) -> dict[str, int]:
        """How many units of each kind they stand for."""
        return count_units(self.counters)

    @property
    def unassigned(self) -> dict[str, int]:
        """The units of those that belong to no force yet."""
        return count_units([counter for counter in self.counters if counter.state != "chosen"])

    @property
    def has_chosen(self) -> bool:
        """Whether some belong to a force that is formed or being formed."""
        return any(counter.state == "chosen" for counter in self.counters)

    @property
    def has_acted(self) -> bool:
        """Whether some have acted in this phase."""
        return any(counter.state == "acted" for counter in self.counters)


def count_units(counters: Sequence[UnitCounter]) -> dict[str, int]:
    """How many units of each kind counters stand for."""
    units: dict[str, int] = {}
    for counter in counters:
        units[counter.unit] = units.get(counter.unit, 0) + counter.count
    return units


class FormedForce(NamedTuple):
    """A position in which lifted units form a force, the number of the force, and the actions that formed it."""

    state: NmcState
    number: int
    plan: tuple[Action, ...]


def form_force(state: NmcState, lifted: CountersInHand, whole: bool = True) -> FormedForce | Refusal:
    """Let the lifted units form a force of their own, or say which rule forbids it.

    Nothing is divided after the first roll (6.5b), so what is left behind forms a force too if it can act by itself;
    who only asks whether the lifted ones can act need not look at the `whole` of the hex.
    """
    plan = _forming_plan(state, lifted, whole)
    if plan is None:
        return why_not(state, act.Activate(lifted.space)) or Refusal("6.5c", "another hex is acting now")
    drafted = draft(state, plan)
    if drafted.refusal is not None:
        return drafted.refusal
    number = _force_number(state, lifted)
    if number is None:
        return Refusal("6.5b", "they belong to no force that was formed in this hex")
    if lifted.has_acted:
        attacks = isinstance(drafted.state.step, Attacks)
        return Refusal("9.3a" if attacks else "8.26", "some of these units have acted in this phase")
    return FormedForce(drafted.state, number, plan)


def _forming_plan(state: NmcState, lifted: CountersInHand, whole: bool) -> tuple[Action, ...] | None:
    """The actions by which the lifted units become a force; None when their hex cannot act now."""
    step, space = state.step, lifted.space
    match step:
        case MarchPhase() | CombatPhase():
            if space not in state.stacks:
                return None
            alone = (act.Activate(space), *assignments(state.fresh(space), lifted.units))
            apart = (*alone, act.NextForce(), act.AssignAll(), act.Lock())
            divided = draft(state, apart) if whole and alone[-1] != act.AssignAll() else None
            if divided is not None and divided.refusal is None and force_can_act(divided.state, 1):
                return apart
            return (*alone, act.Lock())
        case Divide() if step.hex == space:
            units = lifted.unassigned
            return (*(assignments(step.rest, units) if units else ()), act.Lock())
        case Marches() | Attacks() if step.hex == space:
            return ()
    return None


def assignments(rest: Stack, units: dict[str, int]) -> tuple[Action, ...]:
    """The actions that put these units into the force being formed."""
    if all(units.get(kind, 0) == rest.count(kind) for kind in TROOPS + TRAINS) and set(rest.leaders) <= set(units):
        return (act.AssignAll(),)
    return tuple(act.Assign(kind, count) for kind, count in units.items())


def _force_number(state: NmcState, lifted: CountersInHand) -> int | None:
    """Which of the formed forces the lifted units belong to or will form."""
    step, units = state.step, lifted.units
    if isinstance(step, (Marches, Attacks)):
        forces = enumerate(step.forces) if lifted.has_chosen else ()
        return next((n for n, force in forces if force and all(force.count(kind) for kind in units)), None)
    if isinstance(step, Divide):
        earlier = (n for n, force in enumerate(step.forces) if all(force.count(kind) for kind in units))
        return next(earlier, len(step.forces)) if lifted.has_chosen else len(step.forces)
    return 0


def force_can_act(state: NmcState, number: int) -> bool:
    """Whether a formed force has somewhere to go or somebody to fire at."""
    step = state.step
    if isinstance(step, Marches) and why_not(state, act.March(number)) is None:
        force = step.forces[number]
        assert force is not None
        points, closed = most_points(state, step, force), closed_hexes(state, force)
        return any(state.data.cost[step.hex, to] <= points for to in state.data.open[step.hex] if to not in closed)
    if isinstance(step, Attacks):
        goals = targets(state, step.side, step.hex)
        return any(why_not(state, act.Attack(number, goal)) is None for goal in goals)
    return False


def most_points(state: NmcState, step: Marches, force: Stack) -> int:
    """The movement points of a force whose die shows its highest face."""
    return D10[-1] + sum(modifier.value for modifier in march_modifiers(state, force, step.hex, step.forced))
