"""Counters put anywhere while a position is set up."""

from __future__ import annotations

from common.tabletop.table import TablePart
from somali_pirates.state import PirateState


class PiratePositions(TablePart):
    """Ships take along what they carry."""

    def place(self, state: PirateState, piece: str, space: str) -> bool:
        """Put a unit Open or aloft into a Zone, or into a box beside the map."""
        if piece not in state.units:
            return False
        if space in state.data.zones:
            state.put(piece, space, aloft=state.units[piece].aloft)
        else:
            for unit in state.cargo(piece):
                state.send_to(unit.id, space)
            state.send_to(piece, space)
        return True
