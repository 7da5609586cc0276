"""One unit alone on the map, for designers: what it pays to enter areas, and where it sees for the guns."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.maps.model import Link, Space
from common.tabletop import Target, TrialAnswer, Trials, TrialTest
from common.tabletop.trial import deal_enemies, opening_position, reach_targets
from fallujah.components import Components, Counter
from fallujah.rules.combat import spotted_areas
from fallujah.rules.movement import entry_cost
from fallujah.state import FallujahState, Unit


class FallujahTrials(Trials):
    """Units of the game tried on the map."""

    set_up_steps = ("PlaceFedayeen", "BotSetup")

    def trials(self) -> Sequence[tuple[str, str]]:
        """One counter for each nation, type and movement factor."""
        data: Components = self.data
        found: dict[tuple[str, str, int], Counter] = {}
        for counter in data.counters.values():
            if counter.mf:
                found.setdefault((counter.nation, counter.type, counter.mf), counter)
        return [(c.id, f"{c.nation.capitalize()} {c.type.replace('_', ' ')}, {c.mf} MP") for c in found.values()]

    def trial(self, unit: str, space: str, enemies: Sequence[str] = ()) -> Sequence[Target]:
        """6.1, 6.2b from area to area, on the ground as it is held at the start."""
        state: FallujahState = opening_position(self.game)
        counter = state.data.counters[unit]
        state.units = {unit: Unit(unit, space)} | _enemy_units(state.data, counter.side, enemies)
        state.forget()
        points = counter.mf or 0

        def price(_here: Space, there: Space, _link: Link | None) -> int | None:
            return entry_cost(state, counter.side, there.id) if there.id in state.control else None  # no way back (2.3)

        found = state.data.map.reach(space, points, state.data.map.costs(price), stop=frozenset(enemies))
        return reach_targets(found, points)

    def tests(self) -> Sequence[TrialTest]:
        spotter = next(id_ for id_, _ in self.trials() if id_ in self.data.us_ids)
        return (
            TrialTest("supply", "Supply", "", none="The game has no rule of supply."),
            TrialTest("zones", "Zones of control", "6.2b", none="Units stop others only in the area they are in."),
            TrialTest("sight", "Sight for a Fire Mission", "7.4b", ((spotter, "A US unit"),)),
        )

    def test(self, test: str, unit: str, space: str, enemies: Sequence[str] = ()) -> TrialAnswer:
        """7.4b  The areas that a US unit adds to those seen from the Entry Zones."""
        state: FallujahState = opening_position(self.game)
        state.units = {}
        state.forget()
        always = spotted_areas(state)
        state.units = {unit: Unit(unit, space)}
        state.forget()
        seen = sorted(spotted_areas(state) & state.control.keys())
        labels = {area: "from an Entry Zone" if area in always else "by this unit" for area in seen}
        mine = sum(area not in always for area in seen)
        text = f"A Fire Mission can strike {len(seen)} areas, {mine} of them only because of this unit"
        return TrialAnswer(text, tuple(Target(area, labels[area], ()) for area in seen))


def _enemy_units(data: Components, side: Side, areas: Sequence[str]) -> dict[str, Unit]:
    """A fighting unit of the other side in each of the areas."""
    fighters = (c.id for c in data.counters.values() if c.side != side and c.mf and c.id not in data.support_ids)
    return {id_: Unit(id_, area) for id_, area in deal_enemies(fighters, areas).items()}
