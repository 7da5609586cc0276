"""What a move between two hexes costs each side, asked of the rules on what a view shows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from common.engine import Refusal, Side
from common.tabletop import Facts, Way
from common.tabletop.measuring import StepPrice, measure_ways
from operation_serval.components import Components
from operation_serval.rules.movement import in_points
from operation_serval.rules.zones import blocked, zoned
from operation_serval.state import SIDE_NAMES, SIDES, STAGING, ServalState
from operation_serval.table.position import shown_position
from operation_serval.view import View


class ServalMeasuring(Facts):
    """The measure between two hexes."""

    def ways(self, view: View, start: str, goal: str) -> Sequence[Way]:
        """For both sides, with and without an engineer."""
        data: Components = self.data
        if start not in data.map.index or goal not in data.map.index:
            return ()
        state = shown_position(data, view)
        found: list[Way] = []
        for side in SIDES:
            prices = {
                "units": _price(state, side, start, False),
                "units with an engineer": _price(state, side, start, True),
            }
            found += [
                _in_points(data, way) for way in measure_ways(data.map, start, goal, SIDE_NAMES[side], prices, side)
            ]
        return found


def _in_points(data: Components, way: Way) -> Way:
    """A way with its cost in movement points; the measure counts halves."""
    if not way.path:
        return way
    bridged = "engineer" in way.who and " and " not in way.who
    cost = sum(data.step_cost(here, there, bridged) for here, there in pairwise(way.path))
    return replace(way, cost=f"{in_points(cost)} MP")


def _price(state: ServalState, side: Side, start: str, bridged: bool) -> StepPrice:
    """What a step costs, or the rule against it."""
    data = state.data
    shut, zones, ground = blocked(state, side), zoned(state, side), data.open[side].union(STAGING[side])

    def price(here: str, there: str) -> int | Refusal:
        if here in STAGING[side] and here != start:
            return Refusal("29.4a", f"units that enter {state.title(here)} go no farther")
        if there not in ground or here not in ground:
            return Refusal("7.5a" if side == SIDES[0] else "7.5b", f"{state.title(there)} is closed to this side")
        if there in shut:
            return Refusal("13.2a", f"enemy units stand in {state.title(there)}")
        if here in zones and (here != start or there in zones):
            return Refusal("11.2a", f"an enemy zone stops units in {state.title(here)}")
        return data.step_cost(here, there, bridged)

    return price
