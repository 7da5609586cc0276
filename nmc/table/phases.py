"""The sequence of play: where it stands, how far a side is in its phase, and what each phase will bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from common.engine import Seat, Step
from common.tabletop import Facts, Handling, Phase, Progress
from nmc.actions import Activate, CreateDepot
from nmc.components import Components
from nmc.rules.combat import Attacks, CombatPhase, targets
from nmc.rules.forces import Divide
from nmc.rules.march import Marches, MarchPhase
from nmc.rules.sequence import PHASES, TurnPhase
from nmc.rules.supply import DepotCreation, open_attrition
from nmc.state import TRAINS, UNION, NmcState, describe
from nmc.view import View, known_position, position_of

ABOUT = {
    "march": "Each force rolls a die for its movement points and moves.",
    "forced": "Forces with a leader may move again, in the enemy's turn.",
    "combat": "Each force may fire once at an adjacent hex.",
    "withdrawal": "The militia leave on turn 2, a leader on turn 5.",
    "attrition": "Every unsupplied hex rolls for losses.",
    "destruction": "The player may destroy his wagons and guns.",
    "depots": "Two wagons in a town or fort may become a depot.",
}


class NmcPhases(Facts, Handling):
    """The phases of a turn."""

    def sequence(self, view: View) -> Sequence[Phase]:
        now, setup = view.phase_number, self.data.setup
        found: list[Phase] = []
        for number, phase in enumerate(PHASES):
            if phase.kind == "withdrawal" and view.turn not in (setup.militia_leave, setup.leader_leaves.turn):
                continue
            state: Literal["done", "now", "ahead"] = "now" if number == now else "done" if number < now else "ahead"
            found.append(Phase(phase.name, phase.rule, state, ABOUT[phase.kind]))
        return found

    def preview(self, view: View, phase: str) -> Sequence[str]:
        return next((_coming(self.data, view, known) for known in PHASES if known.name == phase), ())

    def progress(self, seat: Seat) -> Progress | None:
        """Counted in hexes, the one in hand with those that are done; None outside march and combat (6.5c, 9.6b)."""
        state = position_of(seat)
        phase = next((step for step in state.flow if isinstance(step, (MarchPhase, CombatPhase))), None)
        if phase is None or phase.side != seat.to_act:
            return None
        in_hand = {step.hex for step in state.flow if isinstance(step, (Divide, Marches, Attacks))}
        begun = in_hand.union(state.closed)
        open_ = {hex_ for hex_ in state.hexes_of(phase.side) if phase.why_not_do(state, Activate(hex_)) is None}
        doing = "attacking" if isinstance(phase, CombatPhase) else "force-marching" if phase.forced else "marching"
        return Progress(doing, len(begun), len(begun | open_))


def _coming(data: Components, view: View, phase: TurnPhase) -> tuple[str, ...]:
    """Every hex that the phase would ask about if it began now, and what the calendar brings."""
    state = known_position(data, view)
    state.done.clear()
    state.closed.clear()
    lines = [*_calendar(data, view, phase), *_hexes(state, phase)]
    return tuple(lines) or ("Nothing, as things stand.",)


def _hexes(state: NmcState, phase: TurnPhase) -> Iterator[str]:
    side = phase.side
    match phase.kind:
        case "march":
            yield from _marches(state, MarchPhase(side, False))
        case "forced":
            yield from _marches(state, MarchPhase(side, True))
        case "combat":
            for hex_ in _open_hexes(state, CombatPhase(side)):
                goals = ", ".join(map(state.title, targets(state, side, hex_)))
                yield f"{state.title(hex_)} may fire at {goals}"
        case "attrition":
            for space in open_attrition(state, side).hexes:
                yield f"{state.title(space)} is unsupplied and rolls for {state.stacks[space].strength} SP"
        case "destruction":
            held = {unit: sum(state.stacks[hex_].count(unit) for hex_ in state.hexes_of(side)) for unit in TRAINS}
            yield f"{held['wagons'] + held['exdepots']} wagons and {held['guns']} guns could be destroyed"
        case "depots":
            spaces = {action.hex for action in DepotCreation(side).legal(state) if isinstance(action, CreateDepot)}
            yield from (f"Two wagons in {state.title(space)} can become a depot" for space in sorted(spaces))


def _marches(state: NmcState, phase: MarchPhase) -> Iterator[str]:
    for hex_ in _open_hexes(state, phase):
        yield f"{state.title(hex_)}: {describe(state.fresh(hex_))}"


def _open_hexes(state: NmcState, phase: Step) -> list[str]:
    return [action.hex for action in phase.legal(state) if isinstance(action, Activate)]


def _calendar(data: Components, view: View, phase: TurnPhase) -> Iterator[str]:
    setup = data.setup
    arrival = setup.reinforcements
    if phase.kind == "march" and phase.side == UNION and view.turn == arrival.turn:
        yield f"Reinforcements at {data.titles[arrival.hex]}: {describe(arrival.stack(UNION))}"
    if phase.kind == "withdrawal" and view.turn == setup.militia_leave:
        militia = sum(stack.militia for stack in view.stacks.values())
        yield f"All {militia} SP of militia go home"
    if phase.kind == "withdrawal" and view.turn == setup.leader_leaves.turn:
        yield f"{setup.leader_leaves.name}, or another leader in his place, leaves"
