"""The sequence of play: where the game is, what each phase will bring, and how far a side is in its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from common.engine import Seat
from common.tabletop import Facts, Handling, Phase, Progress
from operation_serval.components import Components
from operation_serval.rules.movement import Movement, can_step, why_not_march
from operation_serval.rules.setup import SetUp
from operation_serval.rules.setup_places import groups, missing
from operation_serval.rules.telling import does
from operation_serval.state import ISLAMIST, SIDE_NAMES, SIDES, ServalState
from operation_serval.view import View, position_of


class PlannedPhase(NamedTuple):
    """A part of the turn: its title, its rule, what it is about, and what it will bring."""

    title: str
    rule: str
    about: str
    outlook: Callable[[Components, View], Iterator[str]]


def _setup(_data: Components, view: View) -> Iterator[str]:
    yield "The Coalition sets up first, then the Islamists; each may take the ready-made set-up"


def _events(data: Components, view: View) -> Iterator[str]:
    first = view.turn == data.setups[view.scenario].first_turn
    yield "No event on the first turn" if first else "Each side rolls one die; the sum names the event"


def _income(data: Components, view: View) -> Iterator[str]:
    for side in SIDES:
        yield f"{SIDE_NAMES[side]}: {view.c2p[side]} C2P now, one die and bonuses more"


def _actions(data: Components, view: View) -> Iterator[str]:
    yield f"{does(view.initiative, 'act')} first; sides alternate until both pass or have no C2P"
    for side in SIDES:
        yield f"{SIDE_NAMES[side]}: {view.c2p[side]} C2P"


def _operation(data: Components, view: View) -> Iterator[str]:
    if view.contingent:
        name = data.contingents[view.contingent].name
        yield f"{name}: {len(view.spent)} units have moved, {len(view.attacked)} have attacked"


def _end(data: Components, view: View) -> Iterator[str]:
    setup = data.setups[view.scenario]
    left = setup.last_turn - view.turn
    yield f"{left} turns are left" if left > 0 else "The Coalition decides whether to play on"


PHASES: dict[str, PlannedPhase] = {
    "setup": PlannedPhase("Set-up", "30.0", "Both sides place their forces.", _setup),
    "events": PlannedPhase("Events", "8.0", "Two dice name the event of the turn.", _events),
    "income": PlannedPhase(
        "C2P", "9.1", "Both sides gain command points; the higher total has the initiative.", _income
    ),
    "actions": PlannedPhase("Operations", "6.3", "The sides take single actions in turn, or pass.", _actions),
    "reorganise": PlannedPhase("Reorganize", "22.0", "Companies combine, task forces break down.", _operation),
    "move": PlannedPhase("Move", "13.1", "Units of one contingent march and fly.", _operation),
    "air": PlannedPhase("Air attacks", "20.1", "Air units attack before the ground.", _operation),
    "fight": PlannedPhase("Ground combat", "15.0", "Attacks hex by hex.", _operation),
    "end": PlannedPhase("End of turn", "6.1", "The next turn, or the end of the game.", _end),
}
ORDER = tuple(PHASES)
STEPS = {
    "SetUp": "setup", "Events": "events", "EventPlacing": "events", "GuerrillaPlacing": "events",
    "JihadMarker": "events", "Returning": "events",
    "Rotation": "events", "Reorganization": "reorganise", "Movement": "move", "Marching": "move", "Loading": "move",
    "SofReaction": "move", "AirSegment": "air", "AirAttacks": "air", "AirFire": "air", "AirLoss": "air",
    "GroundCombat": "fight", "AttackForce": "fight", "GunshipWindow": "fight", "IsrWindow": "fight",
    "CounterIsr": "fight", "FireRound": "fight", "AdvanceChoice": "fight", "Capture": "fight", "Extension": "end",
}  # fmt: skip


class ServalPhases(Facts, Handling):
    """The sequence of play of the game."""

    def sequence(self, view: View) -> Sequence[Phase]:
        """Every part of the turn, with the segments of the operation that runs."""
        now = ORDER.index(current_phase(view))
        left_out = set() if not view.playing else {"setup"}
        group = self.data.contingents.get(view.contingent)
        if group is None:
            left_out |= {"reorganise", "move", "air", "fight"}
        elif group.side == ISLAMIST:
            left_out |= {"reorganise", "air"}
        found: list[Phase] = []
        for number, (name, phase) in enumerate(PHASES.items()):
            if name not in left_out or number == now:
                state: Literal["done", "now", "ahead"] = "now" if number == now else "done" if number < now else "ahead"
                found.append(Phase(phase.title, phase.rule, state, phase.about))
        return found

    def preview(self, view: View, phase: str) -> Sequence[str]:
        """What the phase of that title is about, as things stand."""
        planned = next(one for one in PHASES.values() if one.title == phase)
        return tuple(planned.outlook(self.data, view)) or ("Nothing, as things stand.",)

    def progress(self, seat: Seat) -> Progress | None:
        """Counters that are set up, or units that have moved among those that still can."""
        state = position_of(seat)
        step = state.step if state.result is None else None
        if isinstance(step, SetUp):
            every = groups(state, step.side)
            total = sum(sum(group.units.values()) + len(group.ids) for group in every)
            return Progress("setting up", total - sum(missing(state, group) for group in every), total)
        if isinstance(step, Movement):
            return _movement_progress(state, step)
        return None


def _movement_progress(state: ServalState, step: Movement) -> Progress:
    moved = {*state.spent, *state.flown}
    members = state.data.members[state.contingent]
    able = {id_ for id_ in members if why_not_march(state, step.side, id_) is None and can_step(state, step.side, id_)}
    return Progress("moving", len(moved), len(moved | able))


def current_phase(view: View) -> str:
    """The name of the phase that the game is in."""
    if view.result is not None:
        return "end"
    for step in reversed(view.flow):
        name = STEPS.get(type(step).__name__)
        if name is not None:
            return name
    return "actions"
