"""One unit alone on the map, for designers: where it goes, what its zone covers, and what a base supports."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tabletop import Route, Target, TrialAnswer, Trials, TrialTest
from common.tabletop.trial import deal_enemies, opening_position
from operation_serval.components import Components
from operation_serval.counters import Counter
from operation_serval.rules.bases import bases, covers, may_serve
from operation_serval.rules.march_search import marches
from operation_serval.rules.movement import in_points
from operation_serval.rules.zones import zoned
from operation_serval.state import ENEMY, OUT, SIDE_NAMES, ServalState, Unit


class ServalTrials(Trials):
    """Units of the game tried on the map."""

    set_up_steps = ("SetUpDice", "SetUp")

    def trials(self) -> Sequence[tuple[str, str]]:
        """One counter for each contingent, type and movement allowance."""
        data: Components = self.data
        found: dict[tuple[str, str, int], Counter] = {}
        for counter in data.counters.values():
            if counter.id in data.mobile_ids:
                found.setdefault((counter.contingent, counter.type, counter.front[2]), counter)
        return [(one.id, f"{self._class(one)}, {one.front[2]} MP") for one in found.values()]

    def trial(self, unit: str, space: str, enemies: Sequence[str] = ()) -> Sequence[Target]:
        """13  Every hex within the allowance of one unit if only enemies with zones were on the map."""
        state = self._alone(unit, space, enemies)
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

    def tests(self) -> Sequence[TrialTest]:
        data: Components = self.data
        units: dict[str, str] = {}  # title -> the first counter of its class
        stocks: dict[str, str] = {}
        for counter in data.counters.values():
            if counter.id in data.mobile_ids:
                units.setdefault(self._class(counter), counter.id)
            elif counter.id in data.base_ids:
                stocks.setdefault(f"{self._class(counter)}, radius {counter.face(False).radius}", counter.id)
        mobile = tuple((id_, title) for title, id_ in units.items())
        return (
            TrialTest(
                "supply", "Support radius of a base", "18.1", tuple((id_, title) for title, id_ in stocks.items())
            ),
            TrialTest("support", "Support of a unit", "18.2", mobile),
            TrialTest("zones", "Zones of control", "11.1", mobile),
            TrialTest("sight", "Line of sight", "15.2", none="Units fight from hex to hex, and need no sight."),
        )

    def test(self, test: str, unit: str, space: str, enemies: Sequence[str] = ()) -> TrialAnswer:
        """11.1, 18.1, 18.2  What a zone or a radius covers, or which base of the first scenario supports a unit."""
        if test == "support":
            return self._find_support(unit, space)
        state = self._alone(unit, space, enemies)
        if test == "zones":
            return _find_zone(state, unit)
        base = state.units[unit]
        found = [hex_ for hex_ in state.data.near if covers(state, base, hex_)]
        steps = {hex_: state.data.distance(space, hex_) for hex_ in found}
        text = f"{state.name(unit)} supports units in {len(found)} hexes, at most {state.radius(base)} away"
        return TrialAnswer(text, tuple(Target(hex_, str(n), (), cost=n) for hex_, n in steps.items()))

    def _find_support(self, unit: str, space: str) -> TrialAnswer:
        """18.2  The nearest base on the map at the beginning that serves the unit where it is tried."""
        state: ServalState = opening_position(self.game)
        data, side = state.data, state.data.side_of[unit]
        serving = [base for base in bases(state, side) if may_serve(state, base, unit)]
        serving.sort(key=lambda base: data.distance(base.at, space))
        near = next((base for base in serving if covers(state, base, space)), None)
        if near is not None:
            why = f"within the radius of {state.name(near.id)} in {state.title(near.at)}"
            return TrialAnswer(f"Supported: {why}", route=Route("Support", (near.at, space), "18.1a", why))
        why = "no base of the first scenario that serves it covers this hex"
        return TrialAnswer(f"Not supported: {why}", route=Route("Support", (space,), "18.1a", why, space))

    def _alone(self, unit: str, space: str, enemies: Sequence[str]) -> ServalState:
        """A position with one unit, and enemies with zones of control in other hexes."""
        state: ServalState = opening_position(self.game)
        data = state.data
        foe: Side = ENEMY[data.side_of[unit]]
        others = (id_ for id_ in data.order if data.side_of[id_] == foe and data.counters[id_].zoc)
        state.units = {id_: Unit(id_, OUT) for id_ in data.order}
        state.units |= {id_: Unit(id_, hex_) for id_, hex_ in deal_enemies(others, enemies).items()}
        state.units[unit] = Unit(unit, space)
        state.zones, state.intervention = {}, 1
        state.forget()
        return state

    def _class(self, counter: Counter) -> str:
        data: Components = self.data
        return f"{data.contingents[counter.contingent].name} {data.types[counter.type].name}"


def _find_zone(state: ServalState, unit: str) -> TrialAnswer:
    """11.1  The hexes in which a unit makes its enemies stop."""
    side = state.data.side_of[unit]
    held = sorted(zoned(state, ENEMY[side]))
    if not held:
        return TrialAnswer(f"{state.name(unit)} has no zone of control")
    text = f"Units of the {SIDE_NAMES[ENEMY[side]]} have to stop in {len(held)} hexes around {state.name(unit)}"
    return TrialAnswer(text, tuple(Target(hex_, "zone", ()) for hex_ in held))
