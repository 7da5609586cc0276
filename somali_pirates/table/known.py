"""The position that a view or a seat knows, for the rules to be asked about it."""

from __future__ import annotations

from common.engine import Pool, Seat
from somali_pirates.components import Components
from somali_pirates.state import SIDES, PirateState
from somali_pirates.view import View


def position_of(seat: Seat) -> PirateState:
    """The position as far as a seat can know it; it must not be changed."""
    state = seat.known
    assert isinstance(state, PirateState)
    return state


def known_position(data: Components, view: View) -> PirateState:
    """A position made of what a view shows: the own chits, and nobody else's."""
    state = PirateState(
        scenario="campaign",
        options=dict(view.options),
        turn=view.turn,
        flow=list(view.flow),
        result=view.result,
        units=dict(view.units),
        due=dict(view.due),
        index=dict(view.index),
        hands={side: view.hand if side == view.side else () for side in SIDES},
        pools=dict.fromkeys(SIDES, Pool()),
        shut=dict(view.shut),
        factions=view.factions,
        first=view.first,
        phase=view.phase,
        mover=view.mover,
        fresh=view.fresh,
        moved=dict(view.moved),
        attacked=view.attacked,
        acted=view.acted,
        active=view.active,
        dice=view.dice,
        battle=view.battle,
    )
    return state.attach(data, None)
