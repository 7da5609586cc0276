"""Counters put anywhere while a position is set up."""

from __future__ import annotations

from common.tabletop.table import TablePart
from nmc.state import NmcState
from nmc.table.faces import counters_in


class NmcPositions(TablePart):
    """Units are kept as stacks, so that a counter stands for a part of one."""

    def place(self, state: NmcState, piece: str, space: str) -> bool:
        """Put what a counter stands for into another hex, and what was noted of its old one out."""
        counter = next((each for each in counters_in(state) if each.id == piece), None)
        if counter is None:
            return False
        units = state.stacks[counter.space].part(counter.unit, counter.count)
        state.done.clear()
        state.take(counter.space, units)
        state.add(space, units)
        return True
