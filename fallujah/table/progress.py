"""How far a side is in its impulse, its regrouping or its set-up, counted in units."""

from __future__ import annotations

from common.engine import Match
from common.tabletop import Progress
from fallujah.actions import Attack, DigIn, March, Raid, Shift, Surface
from fallujah.rules.activation import CoalitionActivation, InsurgentActivation
from fallujah.rules.movement import ZONE_UNITS
from fallujah.rules.regroup import Regroup
from fallujah.rules.setup import PlaceFedayeen
from fallujah.state import RESERVE, ZONES, FallujahState


def progress(match: Match) -> Progress | None:
    """The units that have acted, among those and the ones that still can; None where nothing can be counted."""
    state: FallujahState = match.state
    step = state.flow[-1]
    if isinstance(step, PlaceFedayeen):
        total = state.data.setups[state.scenario].fedayeen
        return Progress("setting up", total - len(state.insurgents(RESERVE)), total)
    if isinstance(step, Regroup):
        able = {action.unit for action in match.legal() if isinstance(action, Shift)}
        return Progress("regrouping", len(step.moved), len(step.moved | able))
    impulse = next((s for s in state.flow if isinstance(s, (CoalitionActivation, InsurgentActivation))), None)
    if impulse is None or impulse.actor(state) != match.to_act:
        return None
    acted = {*state.mp, *state.rested}
    more = len(_able(state, impulse) - acted)
    if isinstance(impulse, CoalitionActivation) and impulse.source in ZONES:
        more = min(more, ZONE_UNITS - impulse.exits)
    return Progress("moving", len(acted), len(acted) + more)


def _able(state: FallujahState, impulse: CoalitionActivation | InsurgentActivation) -> set[str]:
    """The units that the impulse lets do something by themselves or in an attack."""
    found: set[str] = set()
    for action in impulse.legal(state):
        match action:
            case March(id_) | Raid(id_) | DigIn(id_) | Surface(id_):
                found.add(id_)
            case Attack(area):
                found.update(unit.id for unit in state.coalition(area) if not unit.spent)
    return found
