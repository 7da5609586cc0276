"""Counters put anywhere while a position is set up."""

from __future__ import annotations

from common.tabletop.table import TablePart
from somali_pirates.rules.air import why_not_land
from somali_pirates.state import PirateState


class PiratePositions(TablePart):
    """Ships take along what they carry."""

    def place(self, state: PirateState, piece: str, space: str) -> bool:
        """Put a unit Open or aloft into a Zone, or into a box beside the map."""
        if piece not in state.units:
            return False
        if space in state.data.zones:
            state.put(piece, space, aloft=_flies_over(state, piece, space))
            state.due = {id_: turn for id_, turn in state.due.items() if id_ != piece}
        else:
            for unit in state.cargo(piece):
                state.send_to(unit.id, space)
            state.send_to(piece, space)
        return True


def _flies_over(state: PirateState, piece: str, space: str) -> bool:
    """Whether an air unit put into a Zone is in the air there: nobody flies over Off-Map bases (21.0a, 21.1a)."""
    if state.data.counters[piece].category != "air" or state.data.zones[space].kind == "off_map":
        return False
    return state.units[piece].aloft or why_not_land(state, piece, space) is not None
