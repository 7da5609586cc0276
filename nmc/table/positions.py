"""Counters put anywhere while a position is set up."""

from __future__ import annotations

from common.tabletop.positions import PositionError
from common.tabletop.table import TablePart
from nmc.state import NmcState, Stack
from nmc.table.faces import counters_in


class NmcPositions(TablePart):
    """Units are kept as stacks, so that a counter stands for a part of one."""

    def place(self, state: NmcState, piece: str, space: str) -> bool:
        """Put what a counter stands for into another hex, and what was noted of its old one out."""
        counter = next((each for each in counters_in(state) if each.id == piece), None)
        if counter is None:
            return False
        here, there = state.stacks[counter.space], state.stacks.get(space)
        if there is not None and there.side != here.side:
            raise PositionError(f"units of the other side are in {state.title(space)}, and both cannot share a hex")
        if counter.unit == "depot" and there is not None and there.depot:
            raise PositionError(f"a depot is in {state.title(space)} already")
        units = Stack(here.side, depot=True) if counter.unit == "depot" else here.part(counter.unit, counter.count)
        state.done.clear()
        state.take(counter.space, units)
        state.add(space, units)
        return True
