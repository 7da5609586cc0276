"""What a march between two hexes costs the classes of units, asked of the rules on what a view shows."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Refusal
from common.tabletop import Facts, Way
from common.tabletop.measuring import PLENTY, StepPrice, measure_ways
from nmc.rules.march import why_not_enter
from nmc.state import SIDES, NmcState, Stack
from nmc.view import View, known_position


class NmcMeasuring(Facts):
    """The measure between two hexes."""

    def ways(self, view: View, start: str, goal: str) -> Sequence[Way]:
        """For either side the march of troops, and of wagons and guns alone where 8.6c sets them apart."""
        state = known_position(self.data, view)
        found: tuple[Way, ...] = ()
        for side in SIDES:
            classes = {"troops": _price_for(state, Stack(side=side, regular=1))}
            if any(stack.side != side and not stack.strength for stack in state.stacks.values()):
                classes["wagons and guns alone"] = _price_for(state, Stack(side=side, wagons=1))
            found += measure_ways(state.data.map, start, goal, self.game.side_names[side], classes, side)
        return found


def _price_for(state: NmcState, force: Stack) -> StepPrice:
    def price(here: str, there: str) -> int | Refusal:
        return why_not_enter(state, force, here, there, PLENTY) or state.data.cost[here, there]

    return price
