"""One unit alone on the map, for designers: what it pays to enter the areas within its movement."""

from __future__ import annotations

from collections.abc import Sequence

from common.maps.model import Link, Space
from common.tabletop import Target, Trials
from common.tabletop.trial import opening_position, reach_targets
from fallujah.components import Components, Counter
from fallujah.rules.movement import entry_cost
from fallujah.state import FallujahState, Unit


class FallujahTrials(Trials):
    """Units of the game tried on the map."""

    def trials(self) -> Sequence[tuple[str, str]]:
        """One counter for each nation, type and movement factor."""
        data: Components = self.data
        found: dict[tuple[str, str, int], Counter] = {}
        for counter in data.counters.values():
            if counter.mf:
                found.setdefault((counter.nation, counter.type, counter.mf), counter)
        return [(c.id, f"{c.nation.capitalize()} {c.type.replace('_', ' ')}, {c.mf} MP") for c in found.values()]

    def trial(self, unit: str, space: str) -> Sequence[Target]:
        """6.1 from area to area, on the ground as it is held at the start."""
        state: FallujahState = opening_position(self.game)
        counter = state.data.counters[unit]
        state.units = {unit: Unit(unit, space)}
        state.forget()
        points = counter.mf or 0

        def price(_here: Space, there: Space, _link: Link | None) -> int | None:
            return entry_cost(state, counter.side, there.id) if there.id in state.control else None  # no way back (2.3)

        return reach_targets(state.data.map.reach(space, points, state.data.map.costs(price)), points)
