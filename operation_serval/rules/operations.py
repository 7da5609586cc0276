"""12, 14  Operations of one contingent: their segments in order, and stacking when the action is over."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side
from common.engine.steps import SideStep
from operation_serval.actions import Disband
from operation_serval.rules.air import AirSegment, sorties
from operation_serval.rules.airlift import SofReaction, loads
from operation_serval.rules.battle import GroundCombat
from operation_serval.rules.intervention import is_asleep, why_asleep
from operation_serval.rules.losses import eliminate
from operation_serval.rules.movement import Movement, movers, steppers
from operation_serval.rules.reorganize import Reorganization
from operation_serval.rules.victory import sudden_death
from operation_serval.rules.zones import blocked, standing, zoned
from operation_serval.state import COALITION, EVERYBODY, ISLAMIST, ServalState


def begin_operation(state: ServalState, side: Side, contingent: str) -> None:
    """12.1  The segments of an operation, one after the other."""
    state.clear_operation()
    state.contingent = contingent
    if side == ISLAMIST:
        state.push(Movement(side), SofReaction(COALITION), GroundCombat(side), EndOperation(ISLAMIST))
        return
    movement = (Movement(side), AirSegment(side), GroundCombat(side), EndOperation(ISLAMIST))
    state.push(*((Reorganization(side),) if has_task_forces(state, contingent) else ()), *movement)


def has_task_forces(state: ServalState, contingent: str) -> bool:
    """22.0a  Whether a contingent reorganises: the French and the US."""
    return any(id_ in state.data.task_force_ids for id_ in state.data.members[contingent])


def why_not_operate(state: ServalState, side: Side, contingent: str) -> Refusal | None:
    """7.4b, R8  An operation needs a contingent that is awake and something it could do."""
    asleep = why_asleep(state, contingent)
    if asleep is not None:
        return asleep
    if _could_act(state, side, contingent) if state.contingent == contingent else can_begin(state, side, contingent):
        return None
    name = state.data.contingents[contingent].name
    return Refusal("12.0a", f"no {name} unit could move, fly or attack")


def may_begin(state: ServalState, side: Side, contingent: str) -> bool:
    """7.4b, R8  Whether a contingent is awake and would have something to do in a new operation."""
    return not is_asleep(state, contingent) and can_begin(state, side, contingent)


def can_begin(state: ServalState, side: Side, contingent: str) -> bool:
    """R8  Whether a contingent would have something to do in a new operation.

    Marches and attacks hang on its own units and on the enemy's hexes and zones, flights on everybody.
    """
    own, fronts = state.kept[contingent], ("operation", blocked(state, side), zoned(state, side))
    able: bool | None = own.get(fronts)
    if able is None:
        running = state.spent or state.halted or state.flown  # what keeps units from marching in an operation
        trial = _new_operation(state, contingent) if running else state
        able = own[fronts] = _could_march_or_attack(trial, side, contingent)
    if able or side == ISLAMIST:
        return able
    every, airlift = state.kept[EVERYBODY], ("flights", contingent, state.airlift, state.intervention)
    able = every.get(airlift)
    if able is None:
        able = every[airlift] = _could_fly_or_reorganize(_new_operation(state, contingent), side)
    return able


def _new_operation(state: ServalState, contingent: str) -> ServalState:
    """The position to look at, as it would be at the beginning of an operation."""
    trial = state.glance()
    trial.clear_operation()
    trial.contingent = contingent
    return trial


def as_if_operating(state: ServalState, contingent: str) -> ServalState:
    """The position as it will be when the operation has begun."""
    trial = state.clone()
    trial.clear_operation()
    trial.contingent = contingent
    return trial


def _could_act(state: ServalState, side: Side, contingent: str) -> bool:
    able = _could_march_or_attack(state, side, contingent)
    return able or (side == COALITION and _could_fly_or_reorganize(state, side))


def _could_march_or_attack(state: ServalState, side: Side, contingent: str) -> bool:
    near, enemies, ids = state.data.near, blocked(state, side), movers(state, contingent)
    if steppers(state, side, ids[:1]) or steppers(state, side, ids[1:]):  # the first is nearly always enough
        return True
    for id_ in ids:
        here = state.units[id_].at
        if here in near and not enemies.isdisjoint(near[here]):
            return True
    return False


def _could_fly_or_reorganize(state: ServalState, side: Side) -> bool:
    return bool(loads(state)) or any(True for _ in sorties(state)) or Reorganization(side).has_offers(state)


class EndOperation(SideStep, frozen=True, tag=True):
    """14.2b-c  The operation is over: where two Islamist contingents stand together, one of them must go."""

    def _mixed(self, state: ServalState) -> Iterator[tuple[str, list[str]]]:
        alike = state.data.alike
        met: set[str] = set()
        shared: set[str] = set()
        for one in state.data.contingents_of[ISLAMIST]:
            shared |= met & standing(state, one)
            met |= standing(state, one)
        for hex_ in sorted(shared, key=state.data.grouping.number.__getitem__):
            yield hex_, list(dict.fromkeys(alike[unit.id][0] for unit in state.own(ISLAMIST, hex_)))

    def proceed(self, state: ServalState) -> bool:
        if any(True for _ in self._mixed(state)):
            return False
        state.flow.pop()
        state.clear_operation()
        sudden_death(state)
        return True

    def prompt(self, state: ServalState) -> str:
        mixed = () if state.fog else self._mixed(state)  # both sides read it, and stacks are covered again (28)
        where = next((f" in {state.title(hex_)}" for hex_, _ in mixed), "")
        return f"Islamist contingents may not share a hex: choose whose units are eliminated{where} (14.2c)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        for hex_, groups in self._mixed(state):
            yield from (Disband(hex_, group) for group in groups)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Disband) and action in set(self.candidates(state)):
            return None
        return Refusal("14.2c", "eliminate the units of one contingent in the wrongly stacked hex first")

    def play(self, state: ServalState, action: Disband) -> None:
        for unit in state.own(ISLAMIST, action.hex):
            if state.data.counters[unit.id].contingent == action.contingent:
                eliminate(state, unit.id, "14.2c")
