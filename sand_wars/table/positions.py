"""Counters put anywhere while a position is set up."""

from __future__ import annotations

from common.tabletop.table import TablePart
from sand_wars.state import SandState


class SandPositions(TablePart):
    """An HQ takes along what is attached to it; a block from the stock comes with its printed strength."""

    def place(self, state: SandState, piece: str, space: str) -> bool:
        """Put a piece into a space or a box beside the map."""
        if piece not in state.pieces:
            return False
        facts, old = state.facts(piece), state.pieces[piece]
        onto_map = space in state.data.names
        state.change(piece, at=space, cv=old.cv or facts.cv if onto_map else old.cv, hq="")
        for other in [each for each in state.pieces.values() if each.hq == piece]:
            state.change(other.id, at=space)
        return True
