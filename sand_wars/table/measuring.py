"""What a way costs: for a unit, a division and a drive on roads, and where the enemy could strike."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from common.engine import Refusal, Side
from common.tabletop import Facts, Looks, Overlay, Way
from common.tabletop.measuring import StepPrice, measure_ways
from common.tabletop.threat import opponents, threat_overlay
from sand_wars.rules.admin import is_open_road
from sand_wars.rules.movement import STEPS, has_enemy_piece, is_abroad, must_stop
from sand_wars.state import NAMES, SIDES, SandState
from sand_wars.table.seen import position_seen
from sand_wars.view import View

ONE, TWO = "after one step", "after two steps"


class SandMeasuring(Looks, Facts):
    """The measure between two spaces, and the enemy's reach."""

    def ways(self, view: View, start: str, goal: str) -> Sequence[Way]:
        state = position_seen(self.game, view)
        found: tuple[Way, ...] = ()
        for side in SIDES if view.side is None else (view.side,):
            classes = {
                "unit or brigade": _step_price(state, side, division=False),
                "division": _step_price(state, side, division=True),
                "Admin move": _road_price(state, side),
            }
            found += measure_ways(state.data.map, start, goal, NAMES[side], classes, side)
        return [replace(way, cost=way.cost.replace(" MP", " spaces")) for way in found]

    def threat(self, view: View) -> Overlay | None:
        """The spaces that enemy blocks can attack with one Ops and Plans."""
        sides = opponents(view, self.game.sides)
        if sides is None:
            return None
        state = position_seen(self.game, view)
        spaces: dict[str, str] = {}
        strength: dict[str, int] = {}
        for start in state.occupied(sides.enemy):
            count = len(state.ground(sides.enemy, start))
            for space, steps in reach_on_foot(state, sides.enemy, start).items():
                if count and space != start:
                    title = ONE if steps == 1 else TWO
                    spaces[space] = ONE if ONE in (title, spaces.get(space)) else TWO
                    strength[space] = strength.get(space, 0) + count
        title = f"{NAMES[sides.enemy]} can attack here with one card, from so many blocks"
        return threat_overlay(title, spaces, [(ONE, "fill"), (TWO, "hatch")], strength)


def reach_on_foot(state: SandState, side: Side, start: str) -> dict[str, int]:
    """ACT.OPS.a, R42  The spaces a plain unit can enter with one Ops and Plans, and after how many steps."""
    found, ring = {start: 0}, [start]
    for number in range(1, STEPS + 1):
        following = []
        for here in ring:
            for there in state.data.near[here]:
                if there not in found:
                    found[there] = number
                    if not must_stop(state, side, here, there) and not has_enemy_piece(state, side, there):
                        following.append(there)
        ring = following
    return found


def _step_price(state: SandState, side: Side, division: bool) -> StepPrice:
    def price(here: str, there: str) -> int | Refusal:
        if division and not state.war and is_abroad(state, side, there):
            return Refusal("OH.5", "divisions stay home until Open Hostilities")
        return 1

    return price


def _road_price(state: SandState, side: Side) -> StepPrice:
    def price(here: str, there: str) -> int | Refusal:
        if "road" not in state.data.axis(here, there):
            return Refusal("ACT.ADM.b", "Admin moves keep to roads")
        if not is_open_road(state, side, there):
            return Refusal("ACT.ADM.a", f"{state.title(there)} is not friendly and free of enemies")
        return 1

    return price
