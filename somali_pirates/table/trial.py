"""One unit alone on the map, for designers: the Zones it reaches by its own movement, and its supply."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tabletop import Target, TrialAnswer, Trials, TrialTest
from common.tabletop.trial import deal_enemies, opening_position
from somali_pirates.components import Components
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.air import FLIGHT, flights
from somali_pirates.rules.routes import SUPPLIED_FLIGHT, is_supplied, reach
from somali_pirates.state import AVAILABLE, COALITION, PirateState, Unit
from somali_pirates.table.faces import type_name


class PirateTrials(Trials):
    """Units of the game tried on the map."""

    set_up_steps = ("BuyFactions", "FreeBase", "Deploy", "FreeRoll", "BuyPirates")

    def trials(self) -> Sequence[tuple[str, str]]:
        """One counter for each side, type and movement."""
        return [(each.id, f"{each.side.capitalize()} {type_name(each)}, {each.move}") for each in self._classes()]

    def trial(self, unit: str, space: str, enemies: Sequence[str] = ()) -> Sequence[Target]:
        """11.3, 11.4  Along routes, on a map with no others than the enemies named."""
        state = self._alone(unit, space, enemies)
        counter = state.data.counters[unit]
        state.moved, state.spent, state.phase, state.mover = {}, {}, "movement", counter.side
        found = []
        for zone, path in reach(state, unit).items():
            left = counter.move - len(path)
            found.append(Target(zone, f"{len(path)}", (), (space, *path), f"{left} left", len(path)))
        return found

    def tests(self) -> Sequence[TrialTest]:
        kinds: dict[tuple[str, ...], tuple[str, str]] = {}
        for each in self._classes():
            if each.side == COALITION and each.walks:
                lift = tuple(sorted({"airmobile", "amphibious"} & set(each.flags)))
                kinds.setdefault(lift, (each.id, f"{' '.join(lift) or 'other'} ground units".capitalize()))
        fliers = {each.type: (each.id, type_name(each)) for each in reversed(self._fliers())}
        return (
            TrialTest("flight", "Flight of an airmobile unit", "11.8", tuple(fliers.values())),
            TrialTest("supply", "Supply from a base (option Logistics)", "30", tuple(kinds.values())),
            TrialTest("zones", "Zones of control", "11.4b", none="Units stop others only in the Zone they are in."),
            TrialTest("sight", "Line of sight", "12.1", none="Units fight within a Zone, and need no sight."),
        )

    def _fliers(self) -> list[Counter]:
        data: Components = self.data
        return [each for each in data.counters.values() if each.side == COALITION and "airmobile" in each.flags]

    def test(self, test: str, unit: str, space: str, enemies: Sequence[str] = ()) -> TrialAnswer:
        return (self._flight if test == "flight" else self._supply)(unit, space, enemies)

    def _flight(self, unit: str, space: str, enemies: Sequence[str]) -> TrialAnswer:
        """11.8  Where an airmobile unit comes down that takes off here, from a base if the Zone can have one."""
        data: Components = self.data
        state = self._alone(unit, space, enemies)
        if data.zones[space].kind == "sea":
            return TrialAnswer("An airmobile unit takes off at sea only from a ship (11.9a)", ())
        state.put(self._base(), space)
        zones = dict.fromkeys(zone for zone, _ in flights(state, unit))
        found = [Target(zone, str(steps), (), cost=steps) for zone in zones if (steps := data.distance(space, zone))]
        near = sum(data.distance(space, target.space) <= FLIGHT for target in found)
        text = f"From a base here it comes down in {near} Zones within {FLIGHT} spaces"
        return TrialAnswer(f"{text}, at Off-Map bases in {len(found) - near} more", tuple(found))

    def _base(self) -> str:
        data: Components = self.data
        return next(each.id for each in data.counters.values() if each.side == COALITION and each.type == "base")

    def _supply(self, unit: str, space: str, enemies: Sequence[str]) -> TrialAnswer:
        """30.1, 30.3  Where a Coalition unit keeps its movement and strength by a base in a Zone, and nothing else."""
        data: Components = self.data
        state = self._alone(unit, space, enemies)
        state.put(self._base(), space)
        found: list[Target] = []
        always: list[Target] = []
        for zone in data.zones.values():
            if zone.kind == "off_map" or zone.kind == "sea":
                continue
            state.put(unit, zone.id)
            if is_supplied(state, unit):
                steps = data.distance(space, zone.id)
                beyond = steps > (SUPPLIED_FLIGHT if "airmobile" in data.counters[unit].flags else 1)
                (always if beyond else found).append(Target(zone.id, str(steps), (), cost=steps))
        text = f"A base here supplies them in {len(found)} Zones on land, Off-Map bases in {len(always)} more"
        return TrialAnswer(text, (*found, *always))

    def _classes(self) -> list[Counter]:
        data: Components = self.data
        found: dict[tuple[str, str, int], Counter] = {}
        for counter in data.counters.values():
            if counter.move and "flies_only" not in counter.flags:
                found.setdefault((counter.side, counter.type, counter.move), counter)
        return list(found.values())

    def _alone(self, unit: str, space: str, enemies: Sequence[str]) -> PirateState:
        """A position with one unit, and enemies in other Zones: ships at sea, ground units on land."""
        state: PirateState = opening_position(self.game)
        data, side = state.data, state.data.counters[unit].side
        at_sea = [zone for zone in enemies if data.zones[zone].kind == "sea"]
        on_land = [zone for zone in enemies if zone not in at_sea]
        state.units = {id_: Unit(id_, AVAILABLE) for id_ in state.units}
        for naval, zones in ((True, at_sea), (False, on_land)):
            foes = deal_enemies(_foes(data, side, naval), zones)
            state.units |= {id_: Unit(id_, zone) for id_, zone in foes.items()}
        state.units[unit] = Unit(unit, space)
        state.forget()
        return state


def _foes(data: Components, side: Side, naval: bool) -> list[str]:
    """The enemy's ships, or its ground units."""
    return [
        each.id
        for each in data.counters.values()
        if each.side != side and (each.category == "naval" if naval else each.category == "ground") and each.move
    ]
