"""What a march between two hexes costs the classes of units, asked of the rules on what a view shows."""

from __future__ import annotations

from common.engine import Refusal
from common.tabletop import Way
from common.tabletop.measuring import StepPrice, measure_ways
from nmc.components import Components
from nmc.game import Nmc, View
from nmc.rules.march import why_not_enter
from nmc.state import SIDES, NmcState, Stack
from nmc.table.threat import position

PLENTY = 10_000  # MP, so that only the map and the enemy forbid


def ways(data: Components, view: View, start: str, goal: str) -> tuple[Way, ...]:
    """For either side the march of troops, and of wagons and guns alone where 8.6c tells them apart."""
    state = position(data, view)
    found: tuple[Way, ...] = ()
    for side in SIDES:
        classes = {"troops": _toll(state, Stack(side=side, regular=1))}
        if any(stack.side != side and not stack.strength for stack in state.stacks.values()):
            classes["wagons and guns alone"] = _toll(state, Stack(side=side, wagons=1))
        found += measure_ways(data.map, start, goal, Nmc.side_names[side], classes, side)
    return found


def _toll(state: NmcState, force: Stack) -> StepPrice:
    def toll(here: str, there: str) -> int | Refusal:
        return why_not_enter(state, force, here, there, PLENTY) or state.data.cost[here, there]

    return toll
