"""What the way between two Zones costs ships and ground units of either side."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Refusal, Side
from common.engine.words import several
from common.tabletop import Facts, Way
from common.tabletop.measuring import StepPrice, measure_ways
from somali_pirates.components import Components
from somali_pirates.rules.routes import why_not_pass
from somali_pirates.state import COALITION, ENEMY, PIRATE, SIDE_NAMES, SIDES, PirateState
from somali_pirates.table.known import known_position
from somali_pirates.view import View

GAITS = {"ground": "ground units", "ship": "ships", "sof": "SOF"}


class PirateMeasuring(Facts):
    """The measure between two Zones."""

    def ways(self, view: View, start: str, goal: str) -> Sequence[Way]:
        """For ground units and ships of both sides, and for Coalition SOF; flights count every route."""
        data: Components = self.data
        if start not in data.zones or goal not in data.zones:
            return ()
        state = known_position(data, view)
        found: tuple[Way, ...] = ()
        for side in SIDES:
            gaits = [gait for gait in GAITS if side == COALITION or gait != "sof"]
            prices = {GAITS[gait]: _step_price(state, side, gait, start) for gait in gaits}
            found += measure_ways(data.map, start, goal, SIDE_NAMES[side], prices, side)
        return (*found, Way("Flights", several(data.distance(start, goal), "space")))


def _step_price(state: PirateState, side: Side, gait: str, start: str) -> StepPrice:
    """One for a step that the gait can take, or the rule against it."""
    data = state.data

    def price(here: str, there: str) -> int | Refusal:
        if side == PIRATE and data.zones[there].closed:
            return Refusal("7.10b", f"{data.name(there)} is closed to the Pirates")
        if there not in data.ways[side][gait].get(here, ()):
            return Refusal("11.1a", f"no route of that kind leads from {data.name(here)} to {data.name(there)}")
        if here != start and _is_stop(state, side, gait, here):
            return Refusal("11.4b" if gait == "ground" else "11.3b", f"enemies in {data.name(here)} end the move")
        return why_not_pass(state, side, here, there) or 1

    return price


def _is_stop(state: PirateState, side: Side, gait: str, zone: str) -> bool:
    enemies = state.open_at(zone, ENEMY[side])
    if gait == "ship":
        counters = state.data.counters
        return side == PIRATE and any(
            counters[unit.id].category == "naval" or (counters[unit.id].type == "patrol" and unit.aloft)
            for unit in enemies
        )
    return bool(enemies) and not (gait == "sof" and state.data.zones[zone].kind == "sea")
