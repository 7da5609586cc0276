"""A position built from a view alone, so that the table can ask the rules what a player can know."""

from __future__ import annotations

from operation_serval.components import Components
from operation_serval.state import UNSEEN, ServalState, Unit
from operation_serval.view import View


def shown_position(data: Components, view: View) -> ServalState:
    """What the view shows as a position; counters that it does not show are nowhere."""
    state = ServalState(scenario=view.scenario, turn=view.turn)
    state.attach(data, None)
    state.options = dict(view.options)
    state.units = {id_: view.units.get(id_) or Unit(id_, UNSEEN) for id_ in data.order}
    state.tops, state.sharia, state.c2p = dict(view.tops), view.sharia, dict(view.c2p)
    state.drawn = {side: view.drawn.get(side, ()) for side in view.c2p}
    state.initiative, state.intervention, state.airlift = view.initiative, view.intervention, view.airlift
    state.playing, state.extensions, state.committed = view.playing, view.extensions, view.committed
    state.contingent, state.supply = view.contingent, view.supply
    state.spent, state.halted, state.flown = dict(view.spent), view.halted, view.flown
    state.battle, state.revealed = view.battle, view.revealed
    state.zones = dict(view.zones)
    state.flow = list(view.flow)
    return state
