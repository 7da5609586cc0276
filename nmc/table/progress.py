"""How far a side is in its phase: the hexes it has dealt with, and those from which it can still march or attack."""

from __future__ import annotations

from common.engine import Match
from common.tabletop import Progress
from nmc.actions import Activate
from nmc.rules.combat import Attacks, CombatPhase
from nmc.rules.forces import Divide
from nmc.rules.march import Marches, MarchPhase
from nmc.state import NmcState


def progress(match: Match) -> Progress | None:
    """Counted in hexes, the one in hand with those that are done; None outside march and combat (6.5c, 9.6b)."""
    state: NmcState = match.state
    phase = next((step for step in state.flow if isinstance(step, (MarchPhase, CombatPhase))), None)
    if phase is None or phase.side != match.to_act:
        return None
    hand = {step.hex for step in state.flow if isinstance(step, (Divide, Marches, Attacks))}
    begun = hand.union(state.closed)
    open_ = {hex_ for hex_ in state.hexes_of(phase.side) if phase.why_not_do(state, Activate(hex_)) is None}
    doing = "attacking" if isinstance(phase, CombatPhase) else "force-marching" if phase.forced else "marching"
    return Progress(doing, len(begun), len(begun | open_))
