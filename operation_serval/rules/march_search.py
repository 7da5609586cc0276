"""11.2, 13  What a stack can reach: steps, searches, and the marches kept until an enemy moves."""

from __future__ import annotations

from collections.abc import Mapping

from common.engine import Side
from common.maps import Costs
from common.maps.reach import Classes
from operation_serval.actions import MARCH_TO
from operation_serval.components import Components
from operation_serval.rules.ways import (
    NOWHERE,
    PLENTY,
    Branch,
    Grounds,
    Marches,
    WayBack,
    cheapest,
    offers_to,
    with_others,
)
from operation_serval.rules.zones import blocked, held_by_others, in_the_way, stops, zoned
from operation_serval.state import ENEMY, EVERYBODY, FRANCE, ISLAMIST, ServalState


def points_left(state: ServalState, id_: str) -> int:
    """13.0a, R51  The half movement points a unit has not used in this segment."""
    return state.data.half_points[id_][state.units[id_].disrupted] - state.spent.get(id_, 0)


def is_bridged(state: ServalState, units: tuple[str, ...]) -> bool:
    """25.1  Whether an engineer moves with the stack."""
    return not state.data.engineer_ids.isdisjoint(units)


def marches(state: ServalState, side: Side, units: tuple[str, ...]) -> Marches:
    """13, 11.2  Every place a stack can reach from where it stands, with the cheapest way there."""
    spent = state.spent.get(units[0]) if len(units) == 1 else tuple(map(state.spent.get, units))
    caches, key = state.kept[EVERYBODY], (units, state.intervention, spent)
    found: Marches | None = caches.get(key)
    if found is None:
        search = Search(state, side, units)
        every = search.open_marches()
        if every is None:
            every = search.kept_marches()
        found = caches[key] = every.without(search.barred()) if side == ISLAMIST else every
    return found


class Search:
    """One stack's search for all its ways; stacks with the same key have the same ways."""

    __slots__ = (
        "bridged",
        "budget",
        "fresh",
        "quiet",
        "side",
        "start",
        "state",
        "stop",
        "units",
        "zones",
    )

    def __init__(self, state: ServalState, side: Side, units: tuple[str, ...]) -> None:
        self.state, self.side, self.units = state, side, units
        self.start = state.units[units[0]].at
        alone = len(units) == 1
        self.budget = points_left(state, units[0]) if alone else min([points_left(state, id_) for id_ in units])
        self.bridged = is_bridged(state, units)
        self.fresh = state.spent.keys().isdisjoint(units)
        # R16  before intervention a way that does not wake the Coalition is to be preferred
        self.quiet = side == ISLAMIST and not state.intervention and state.data.region.get(self.start) != "s"

    def open_marches(self) -> Marches | None:
        """The ways where nothing makes them difficult and nobody is in the way: they hang on the start alone."""
        state, side, start, budget = self.state, self.side, self.start, self.budget
        if budget < 0 or start == FRANCE or (self.fresh and self._dearest_step() > budget):
            return None
        ground = grounds(state.data, side, self.bridged).around(start, budget)
        if self.quiet and ground.line(state.data.by_the_line) <= budget:
            return None  # R16  some ways may lead across the line
        return ground.marches(budget, in_the_way(state, side), blocked(state, side))

    def kept_marches(self) -> Marches:
        """The ways as they were found for the first stack like this since the enemy's units have changed."""
        caches = self.state.kept[ENEMY[self.side]]
        key = self.start, self.budget, self.bridged, self.fresh, self.quiet  # what else the ways depend on
        found: Marches | None = caches.get(key)
        if found is None:
            found = caches[key] = self.marches()
        return found

    def marches(self) -> Marches:
        """All ways: by one search where nothing makes it difficult."""
        state, start = self.state, self.start
        if start not in state.data.map.index:
            return Marches({}, [], (), NOWHERE)  # nothing joins France (29.2b)
        if not self.fresh and cheapest_steps(state, self.side)[self.bridged][start] > self.budget:
            return Marches({}, [], (), NOWHERE)
        self.zones, self.stop = zoned(state, self.side), stops(state, self.side)
        dear = self.fresh and self._dearest_step() > self.budget
        simple = not dear and not self.quiet and self.budget >= 0 and start not in self.zones
        return self._one_search() if simple else self._searches()

    def _dearest_step(self) -> int:
        """What the dearest first step would cost; 0 if none leads anywhere."""
        ways = ways_out(self.state, self.side, self.bridged).get(self.start)
        return ways[-1][0] if ways else 0

    def _one_search(self) -> Marches:
        """The ways of a stack that stands in no zone, need not mind the line and has no use for the minimum move."""
        closed = blocked(self.state, self.side)
        branch = self._branch(self.start, closed, self.state.data.march_costs[self.side, self.bridged])
        return Marches(branch.cost, [branch], offers_to(branch.cost), frozenset((self.start,)))

    def _searches(self) -> Marches:
        """The quiet ways first, then all others, then the minimum move."""
        data, start, closed = self.state.data, self.start, blocked(self.state, self.side)
        branches = self._branches(closed, data.quiet_costs[self.bridged], data.south_west) if self.quiet else []
        found = cheapest(branches)
        if not self.quiet or start in data.by_the_line or not data.by_the_line.isdisjoint(found):
            others = self._branches(closed, data.march_costs[self.side, self.bridged])
            branches += others
            found = with_others(found, cheapest(others))
        self._add_minimum_moves(found, branches)
        found.pop(start, None)
        return Marches(found, branches, tuple(map(MARCH_TO.__getitem__, found)), NOWHERE)

    def barred(self) -> frozenset[str]:
        """14.2a  Where a stack may not end because another contingent stands there."""
        state = self.state
        return held_by_others(state, state.data.alike[self.units[0]][0])

    def _branches(self, closed: frozenset[str], costs: Costs, shunned: frozenset[str] = NOWHERE) -> list[Branch]:
        """The searches for all ways, or for those that shun some hexes, which the prices leave out."""
        if self.start not in self.zones:
            return [self._branch(self.start, closed, costs)]
        return self._disengage(closed, costs, shunned)

    def _disengage(self, closed: frozenset[str], costs: Costs, shunned: frozenset[str]) -> list[Branch]:
        """11.2b-c, 29.4  Out of an enemy zone the first step leads to a hex outside all of them, or off the map.

        There it ends in a Staging Area.
        """
        steps = first_steps(self.state, self.side, self.start, self.bridged, shunned)
        return [
            Branch(price, self.start, {first: 0}, None)
            if first in self.stop
            else self._branch(first, closed, costs, price, self.start)
            for first, price in steps
            if price <= self.budget
        ]

    def _branch(self, start: str, closed: frozenset[str], costs: Costs, before: int = 0, came_from: str = "") -> Branch:
        data = self.state.data
        cost = data.map.reach(start, self.budget - before, costs, closed, self.stop).cost
        return Branch(before, came_from, cost, WayBack(data, start, cost, self.stop, self.bridged))

    def _add_minimum_moves(self, found: dict[str, int], branches: list[Branch]) -> None:
        """13.1d, R52  A stack that has not moved can always go one hex, for all its points."""
        if self.fresh and self._dearest_step() > self.budget:
            steps = first_steps(self.state, self.side, self.start, self.bridged)
            dear = {first: price for first, price in steps if price > self.budget}
            if dear:
                branches.append(Branch(0, self.start, dear, None))
                found |= {first: price for first, price in dear.items() if first not in found}


def grounds(data: Components, side: Side, bridged: bool) -> Grounds:
    """What stacks of a side reach while nobody is in the way."""
    key = "grounds", side, bridged
    found: Grounds | None = data.derived.get(key)
    if found is None:
        found = data.derived[key] = Grounds(data, side, bridged)
    return found


def shut_from(state: ServalState, side: Side, here: str) -> frozenset[str]:
    """11.2b, 13.2  Where a stack may not step to: hexes with enemies and, out of an enemy zone, all such zones."""
    return in_the_way(state, side) if here in zoned(state, side) else blocked(state, side)


def ways_out(state: ServalState, side: Side, bridged: bool) -> Mapping[str, Classes]:
    """The ways of a side out of every place, by price, the cheapest first; France has none (29.2b)."""
    return state.data.march_costs[side, bridged].classes


def first_steps(
    state: ServalState, side: Side, here: str, bridged: bool, shunned: frozenset[str] = NOWHERE
) -> list[tuple[str, int]]:
    """11.2b, 13.2  The neighbours a stack may step to at all, with their price."""
    shut, ways = shut_from(state, side, here).union(shunned), ways_out(state, side, bridged).get(here, ())
    prices = {there: price for price, others in ways for there in others if there not in shut}
    return [(there, prices[there]) for there in state.data.map.next_to(here) if there in prices] if prices else []


class CheapestSteps(dict[str, int]):
    """The price of the cheapest step that stacks may make out of a place at all; plenty where there is none."""

    def __init__(self, state: ServalState, side: Side, bridged: bool) -> None:
        super().__init__()
        self._ways, self._zones = ways_out(state, side, bridged), zoned(state, side)
        self._blocked, self._in_the_way = blocked(state, side), in_the_way(state, side)

    def __missing__(self, here: str) -> int:
        shut = self._in_the_way if here in self._zones else self._blocked
        for price, others in self._ways.get(here, ()):
            if not shut.issuperset(others):
                self[here] = price
                return price
        self[here] = PLENTY
        return PLENTY


def cheapest_steps(state: ServalState, side: Side) -> tuple[CheapestSteps, CheapestSteps]:
    """The cheapest steps by place found since the enemy's units have changed, for stacks without and with engineers."""
    caches = state.kept[ENEMY[side]]
    found: tuple[CheapestSteps, CheapestSteps] | None = caches.get("steps")
    if found is None:
        found = caches["steps"] = CheapestSteps(state, side, False), CheapestSteps(state, side, True)
    return found
