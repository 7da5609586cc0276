"""What a phase will bring, as things stand now: for whoever asks the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Step
from nmc.actions import Activate, CreateDepot
from nmc.components import Components
from nmc.game import View
from nmc.rules.combat import CombatPhase, targets
from nmc.rules.march import MarchPhase
from nmc.rules.sequence import Phase
from nmc.rules.supply import DepotCreation, open_attrition
from nmc.state import TRAINS, UNION, NmcState, describe
from nmc.table.threat import position


def coming(data: Components, view: View, phase: Phase) -> tuple[str, ...]:
    """Every hex that the phase would ask about, and what the calendar brings."""
    state = position(data, view)
    lines = [*_calendar(data, view, phase), *_hexes(state, phase)]
    return tuple(lines) or ("Nothing, as things stand.",)


def _hexes(state: NmcState, phase: Phase) -> Iterator[str]:
    side = phase.side
    match phase.kind:
        case "march":
            yield from _able(state, MarchPhase(side, False))
        case "forced":
            yield from _able(state, MarchPhase(side, True))
        case "combat":
            for action in CombatPhase(side).legal(state):
                if isinstance(action, Activate):
                    goals = ", ".join(map(state.title, targets(state, side, action.hex)))
                    yield f"{state.title(action.hex)} may fire at {goals}"
        case "attrition":
            for space in open_attrition(state, side).hexes:
                yield f"{state.title(space)} is unsupplied: a roll for {state.stacks[space].strength} SP"
        case "destruction":
            held = {unit: sum(state.stacks[hex_].count(unit) for hex_ in state.hexes_of(side)) for unit in TRAINS}
            yield f"{held['wagons'] + held['exdepots']} wagons and {held['guns']} guns could be destroyed"
        case "depots":
            spaces = {action.hex for action in DepotCreation(side).legal(state) if isinstance(action, CreateDepot)}
            yield from (f"Two wagons in {state.title(space)} can become a depot" for space in sorted(spaces))


def _able(state: NmcState, step: Step) -> Iterator[str]:
    for action in step.legal(state):
        if isinstance(action, Activate):
            yield f"{state.title(action.hex)}: {describe(state.fresh(action.hex))}"


def _calendar(data: Components, view: View, phase: Phase) -> Iterator[str]:
    setup = data.setup
    arrival = setup.reinforcements
    if phase.kind == "march" and phase.side == UNION and view.turn == arrival.turn:
        yield f"Reinforcements at {data.titles[arrival.hex]}: {describe(arrival.stack(UNION))}"
    if phase.kind == "withdrawal" and view.turn == setup.militia_leave:
        militia = sum(stack.militia for stack in view.stacks.values())
        yield f"All {militia} SP of militia go home"
    if phase.kind == "withdrawal" and view.turn == setup.leader_leaves.turn:
        yield f"{setup.leader_leaves.name}, or another leader in his place, leaves"
