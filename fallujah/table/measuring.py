"""What a move between two areas costs the classes of units, asked of the rules on what a view shows."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Refusal
from common.tabletop import Facts, Way
from common.tabletop.measuring import PLENTY, StepPrice, measure_ways
from fallujah.components import Components
from fallujah.rules import movement
from fallujah.state import COALITION, INSURGENT, SIDE_NAMES, ZONES, FallujahState, Unit
from fallujah.table.threat import next_impulse
from fallujah.view import View


class FallujahMeasuring(Facts):
    """The measure between two areas."""

    def ways(self, view: View, start: str, goal: str) -> Sequence[Way]:
        """For the Insurgents, and for Coalition units by whether they can lead (7.2.1)."""
        data: Components = self.data
        found: tuple[Way, ...] = ()
        for side in (COALITION, INSURGENT):
            state = next_impulse(data, view, side)
            classes = {
                _class_name(data, piece.id): state.units[piece.id]
                for piece in view.pieces
                if piece.side == side and piece.mf and (start not in ZONES or side == COALITION)
            }
            prices = {name: _step_price(state, side, start, unit) for name, unit in sorted(classes.items())}
            found += measure_ways(data.map, start, goal, SIDE_NAMES[side], prices, side)
        return found


def _class_name(data: Components, id_: str) -> str:
    if id_ in data.lead_ids:
        return "units that can lead"
    return "light armor" if id_ in data.light_ids else "units that cannot lead"


def _step_price(state: FallujahState, side: str, start: str, unit: Unit) -> StepPrice:
    """What a step costs units like this one, or the rule against it."""
    marches = movement.Marches(state, side)

    def price(here: str, there: str) -> int | Refusal:
        refusal = movement.why_not_adjacent(state, side, here, there)
        if refusal is not None:
            return refusal
        if here != start and movement.must_stop(state, side, here):
            return Refusal("6.2b", f"{state.data.labels[here]} holds enemy units, where a move ends")
        one = movement.Mover(unit, PLENTY, 0, marches.at(here).enemies)
        rule = marches.both(one, there)
        if rule:
            return Refusal(rule, marches.explain(rule, one, there, "such a unit"))
        return movement.entry_cost(state, side, there)

    return price
