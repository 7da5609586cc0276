"""The marches of a stack and the searches behind them: what they cost, and the ways traced back from their ends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from common.engine import Side
from common.maps import Costs
from operation_serval.actions import MARCH_TO, MarchTo
from operation_serval.components import Components
from operation_serval.state import STAGING_AREAS

PLENTY = 10_000  # more half movement points than any way costs
NOWHERE: frozenset[str] = frozenset()
STOPS = frozenset(STAGING_AREAS)  # where everybody stops while no enemy is near (29.4)


class WayBack:
    """The ways of one search, traced back from their ends."""

    __slots__ = ("_bridged", "_cost", "_data", "_start", "_stop")

    def __init__(self, data: Components, start: str, cost: dict[str, int], stop: frozenset[str], bridged: bool) -> None:
        """Take a search from a start, the places that stop everybody, and whether an engineer leads."""
        self._data, self._start, self._cost, self._stop, self._bridged = data, start, cost, stop, bridged

    def with_stops(self, stop: frozenset[str]) -> WayBack:
        """The same ways where other places stop everybody and none of them costs more for it."""
        return WayBack(self._data, self._start, self._cost, stop, self._bridged)

    def path(self, goal: str) -> tuple[str, ...]:
        """The places from the start of the search to a goal; one that stops everybody is only an end."""
        cost, start, stop, ways_in = self._cost, self._start, self._stop, self._data.ways_in[self._bridged]
        way, spent, cost_of = [goal], cost[goal], cost.get
        while goal != start:
            for here, price in ways_in[goal]:
                if cost_of(here) == spent - price and (here not in stop or here == start):
                    break
            else:
                raise KeyError(goal)
            goal = here
            spent -= price
            way.append(here)
        way.reverse()
        return tuple(way)


class Branch:
    """One search among those that find a stack's ways: what it had paid before, its first place, and its costs."""

    __slots__ = ("before", "cost", "start", "ways")

    def __init__(self, before: int, start: str, cost: dict[str, int], ways: WayBack | None) -> None:
        self.before, self.start, self.cost, self.ways = before, start, cost, ways

    def with_stops(self, stop: frozenset[str]) -> Branch:
        """The same search where other places stop everybody and none of them costs more for it."""
        ways = self.ways and self.ways.with_stops(stop)
        return Branch(self.before, self.start, self.cost, ways)


class March:
    """A way to a place: what it costs in half movement points, and the places on it, the start first."""

    __slots__ = ("_goal", "_start", "_ways", "cost")

    def __init__(self, cost: int, goal: str, start: str = "", ways: WayBack | None = None) -> None:
        self.cost, self._goal, self._start, self._ways = cost, goal, start, ways

    @property
    def path(self) -> tuple[str, ...]:
        """The places on the way, worked out when somebody asks for them."""
        steps = (self._goal,) if self._ways is None else self._ways.path(self._goal)
        return (self._start, *steps) if self._start else steps


class Marches(Mapping[str, March]):
    """Every place a stack can reach, with the way there; the ways themselves are made when somebody asks for them."""

    __slots__ = ("_branches", "_budget", "_cost", "_left_out", "offers")

    def __init__(
        self,
        cost: dict[str, int],
        branches: Sequence[Branch],
        offers: tuple[MarchTo, ...],
        left_out: frozenset[str],
        budget: int = PLENTY,
    ) -> None:
        """Take the costs of places, the searches for them, and the ways as actions.

        Some places are no ends of ways: those left out, and those that cost more than the budget.
        """
        self._cost, self._branches, self.offers, self._left_out = cost, branches, offers, left_out
        self._budget = budget

    def without(self, places: frozenset[str]) -> Marches:
        """All ways but those that end in some places."""
        cost, budget, left_out = self._cost, self._budget, self._left_out
        ends = {place for place in cost.keys() & places if cost[place] <= budget and place not in left_out}
        if not ends:
            return self
        offers = tuple([action for action in self.offers if action.place not in ends])
        return Marches(cost, self._branches, offers, left_out | ends, budget)

    def __getitem__(self, place: str) -> March:
        if place in self:
            cost, branches = self._cost[place], self._branches
            for branch in branches:
                if len(branches) == 1 or branch.before + branch.cost.get(place, PLENTY) == cost:
                    return March(cost, place, branch.start, branch.ways)
        raise KeyError(place)

    def __iter__(self) -> Iterator[str]:
        return (action.place for action in self.offers)

    def __len__(self) -> int:
        return len(self.offers)

    def __contains__(self, place: object) -> bool:
        return place in self._cost and self._cost[str(place)] <= self._budget and place not in self._left_out


class Ground:
    """What can be reached from a place while nobody is in the way, cheapest first, by any budget up to the most."""

    __slots__ = ("_branches", "_classes", "_cost", "_line", "_next", "_number", "_offers", "_places", "_start", "most")

    def __init__(self, data: Components, costs: Costs, start: str, bridged: bool, most: int) -> None:
        self._classes, self._start, self.most = costs.classes, frozenset((start,)), most
        self._cost = cost = data.map.reach(start, most, costs, NOWHERE, STOPS).cost
        self._places = frozenset(cost)
        self._offers = offers_to(cost)
        self._branches = [Branch(0, "", cost, WayBack(data, start, cost, STOPS, bridged))]
        self._next: dict[str, int] = {}
        spent = list(cost.values())
        self._number = [bisect_right(spent, budget) for budget in range(most + 1)]
        self._line = -1  # not yet asked for

    def line(self, by_the_line: frozenset[str]) -> int:
        """What the way to the nearest of the places by the Intervention Line costs; plenty if none is reached."""
        if self._line < 0:
            self._line = min([self._cost[place] for place in by_the_line.intersection(self._cost)], default=PLENTY)
        return self._line

    def marches(self, budget: int, in_the_way: frozenset[str], blocked: frozenset[str]) -> Marches | None:
        """What a budget leads to; None where somebody is at the start, or in the way of anything within the budget."""
        cost, number, met = self._cost, self._number[budget], in_the_way & self._places
        if budget < self.most:
            met = frozenset([place for place in met if cost[place] <= budget])
        if not met:
            return Marches(cost, self._branches, self._offers[: number - 1], self._start, budget)
        if not self._start.isdisjoint(met):
            return None
        for place in met:
            if self._leads_on(place) <= budget:
                return None
        branch = self._branches[0].with_stops(in_the_way | STOPS)
        return Marches(cost, [branch], self._offers[: number - 1], self._start, budget).without(blocked)

    def _leads_on(self, place: str) -> int:
        """What the first place costs to which a cheapest way leads through another; plenty if there is none."""
        found = self._next.get(place)
        if found is None:
            found = self._next[place] = self._least_behind(place)
        return found

    def _least_behind(self, place: str) -> int:
        cost, before = self._cost, self._cost[place]
        for price, others in self._classes[place]:
            for there in others:
                if cost.get(there) == before + price:
                    return before + price
        return PLENTY


class Grounds(dict[str, Ground]):
    """The ground of a side's stacks, with or without an engineer, by the place where they start."""

    def __init__(self, data: Components, side: Side, bridged: bool) -> None:
        super().__init__()
        self._data, self._bridged, self._costs = data, bridged, data.march_costs[side, bridged]
        self._most = max(points for id_ in data.counters_of[side] for points in data.half_points[id_])
        MARCH_TO.prepare(hex_ for hex_ in data.hexes if hex_ in data.open[side])

    def around(self, start: str, budget: int) -> Ground:
        """The ground around a place, at least as far as a budget leads; when asked for more, as far as any leads."""
        found = self.get(start)
        if found is None or found.most < budget:
            most = budget if found is None else max(budget, self._most)
            found = self[start] = Ground(self._data, self._costs, start, self._bridged, most)
        return found


def offers_to(cost: dict[str, int]) -> tuple[MarchTo, ...]:
    """The ways of a search as actions; the start comes first and is no end of a way."""
    return tuple(map(MARCH_TO.__getitem__, islice(cost, 1, None)))


def cheapest(branches: list[Branch]) -> dict[str, int]:
    """The least cost of every place that any of the searches has found."""
    if len(branches) == 1 and not branches[0].before:
        return branches[0].cost.copy()
    found: dict[str, int] = {}
    for branch in branches:
        before = branch.before
        for place, cost in branch.cost.items():
            if place not in found or before + cost < found[place]:
                found[place] = before + cost
    return found


def with_others(found: dict[str, int], others: dict[str, int]) -> dict[str, int]:
    """The places that were found first, then all others."""
    for place in found:
        others.pop(place, None)
    return {**found, **others} if found else others
