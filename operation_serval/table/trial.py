"""One unit alone on the map, for designers: what it pays to go everywhere within its allowance."""

from __future__ import annotations

from collections.abc import Sequence

from common.tabletop import Target, Trials
from common.tabletop.trial import opening_position
from operation_serval.components import Components
from operation_serval.counters import Counter
from operation_serval.rules.movement import in_points, marches
from operation_serval.state import OUT, ServalState, Unit


class ServalTrials(Trials):
    """Units of the game tried on the map."""

    def trials(self) -> Sequence[tuple[str, str]]:
        """One counter for each contingent, type and movement allowance."""
        data: Components = self.data
        found: dict[tuple[str, str, int], Counter] = {}
        for counter in data.counters.values():
            if counter.id in data.mobile_ids:
                found.setdefault((counter.contingent, counter.type, counter.front[2]), counter)
        return [
            (one.id, f"{data.contingents[one.contingent].name} {data.types[one.type].name}, {one.front[2]} MP")
            for one in found.values()
        ]

    def trial(self, unit: str, space: str) -> Sequence[Target]:
        """13  Every hex within the allowance of one unit if nobody else were on the map."""
        state: ServalState = opening_position(self.game)
        state.units = {id_: Unit(id_, OUT) for id_ in state.data.order}
        state.units[unit] = Unit(unit, space)
        state.zones, state.intervention = {}, 1
        state.forget()
        side, points = state.data.side_of[unit], 2 * state.data.counters[unit].front[2]
        return [
            Target(
                place,
                f"{in_points(way.cost)} MP",
                (),
                way.path,
                f"{in_points(max(0, points - way.cost))} left",
                way.cost,
            )
            for place, way in marches(state, side, (unit,)).items()
        ]
