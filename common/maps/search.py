"""Searches over plain integer lists: reach, cheapest route, distance fields, supply lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import filterfalse

from common.maps.model import Link, Space

PriceOf = Callable[[Space, Space, Link], int | None]
Steps = tuple[tuple[int, int], ...]  # (to, price) of every way out of a space
Classes = tuple[tuple[int, tuple[str, ...]], ...]  # the same by price: (price, all that it leads to)
NOTHING: frozenset[str] = frozenset()
KNOWN = 4096  # results kept per price list
Query = tuple["Costs", Container[str], Mapping[str, int] | None]


class Costs:
    """The price of every directed link of a map, worked out once; `classes` has them by price for `reach`."""

    __slots__ = ("cheapest", "classes", "known", "steps")

    def __init__(self, ids: Sequence[str], steps: Sequence[Steps]) -> None:
        self.steps = tuple(steps)
        self.cheapest = min((price for ways in steps for _, price in ways), default=1)
        self.known: dict[tuple[str, int], dict[str, int]] = {}  # reach on an empty map, as asked before
        self.classes = {ids[i]: _by_price(ids, ways) for i, ways in enumerate(steps)}


def _by_price(ids: Sequence[str], ways: Steps) -> Classes:
    groups: dict[int, list[str]] = {}
    for there, price in ways:
        groups.setdefault(price, []).append(ids[there])
    return tuple((price, tuple(groups[price])) for price in sorted(groups))


class Reach:
    """The spaces a budget leads to and what each costs, cheapest first; ways are found when asked for."""

    __slots__ = ("_query", "cost", "start")

    def __init__(self, start: str, cost: dict[str, int], query: Query) -> None:
        self.start, self.cost, self._query = start, cost, query

    def __contains__(self, space: str) -> bool:
        return space in self.cost

    def path(self, to: str) -> list[str]:
        """The spaces from the start to `to`, both included; KeyError if it is out of reach."""
        if to not in self.cost:
            raise KeyError(to)
        way, met = [to], {to}
        branches = [iter(self._before(to))]
        while way[-1] != self.start:
            before = next((space for space in branches[-1] if space not in met), None)
            if before is None:  # only steps that cost nothing can lead in a circle
                way.pop()
                branches.pop()
                continue
            way.append(before)
            met.add(before)
            branches.append(iter(self._before(before)))
        return way[::-1]

    def _before(self, space: str) -> list[str]:
        """The spaces from which a cheapest way comes to this one."""
        costs, stop, surcharge = self._query
        wanted = self.cost[space] - (surcharge or {}).get(space, 0)
        found = []
        for before, spent in self.cost.items():
            if spent <= wanted and (before == self.start or before not in stop):
                found += [
                    before for price, others in costs.classes[before] if spent + price == wanted and space in others
                ]
        return found


def reach(
    ids: Sequence[str],
    start: str,
    budget: int,
    costs: Costs,
    closed: Container[str] = NOTHING,
    stop: Container[str] = NOTHING,
    surcharge: Mapping[str, int] | None = None,
) -> Reach:
    """Dial's algorithm: one bucket per cost, since budgets are small whole numbers."""
    query = costs, stop, surcharge
    if stop or surcharge:
        buckets, cost, shut = _prepared(ids, start, budget, closed)
        _spread_with_care(buckets, cost, costs.classes, start, stop, surcharge or {})
        return Reach(start, _cleared(cost, shut, start), query)
    known = costs.known.get((start, budget))
    if known is None:
        known = _spread(_prepared(ids, start, budget, NOTHING)[0], {}, costs)
        if len(costs.known) >= KNOWN:
            costs.known.clear()
        costs.known[start, budget] = known
    if not closed or (isinstance(closed, (set, frozenset)) and known.keys().isdisjoint(closed)):
        return Reach(start, known.copy(), query)  # nothing closed lies within reach
    buckets, cost, shut = _prepared(ids, start, budget, closed)
    return Reach(start, _cleared(_spread(buckets, cost, costs), shut, start), query)


def _prepared(
    ids: Sequence[str], start: str, budget: int, closed: Container[str]
) -> tuple[list[list[str]], dict[str, int], Iterable[str]]:
    """Empty buckets, and closed spaces that look settled, which costs the loop nothing."""
    shut = [space for space in (closed if isinstance(closed, Iterable) else ids) if space in closed] if closed else []
    cost = dict.fromkeys(shut, -1)
    cost.pop(start, None)
    buckets: list[list[str]] = [[] for _ in range(budget + 1)]
    if buckets:
        buckets[0].append(start)
    return buckets, cost, shut


def _cleared(cost: dict[str, int], shut: Iterable[str], start: str) -> dict[str, int]:
    for space in shut:
        if space != start:
            cost.pop(space, None)
    return cost


def _spread(buckets: list[list[str]], cost: dict[str, int], costs: Costs) -> dict[str, int]:
    """Settle bucket after bucket; a step that costs nothing lengthens the bucket while it is read."""
    classes, last, met = costs.classes, len(buckets) - 1, cost.__contains__
    for spent, left in zip(range(last + 1), range(last, costs.cheapest - 1, -1)):
        for here in filterfalse(met, buckets[spent]):
            cost[here] = spent
            for price, others in classes[here]:
                if price > left:
                    break
                buckets[spent + price] += others
    for spent in range(max(last - costs.cheapest + 1, 0), last + 1):  # too little is left for any step
        cost.update(dict.fromkeys(filterfalse(met, buckets[spent]), spent))
    return cost


def _spread_with_care(
    buckets: list[list[str]],
    cost: dict[str, int],
    classes: Mapping[str, Classes],
    start: str,
    stop: Container[str],
    surcharge: Mapping[str, int],
) -> None:
    """The same with spaces that cannot be left again and spaces that cost extra to enter."""
    due: dict[str, int] = {}  # when a space that costs extra may be entered: the first to come is the cheapest
    last = len(buckets) - 1
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if here in cost:
                continue
            if here in surcharge and here != start:
                if here not in due:
                    due[here] = spent + surcharge[here]
                    if spent < due[here] <= last:
                        buckets[due[here]].append(here)
                if spent < due[here]:
                    continue
            cost[here] = spent
            if here in stop and here != start:
                continue
            for price, others in classes[here]:
                if spent + price > last:
                    break
                buckets[spent + price] += others


def route(
    ids: Sequence[str],
    start: int,
    goal: int,
    steps: Sequence[Steps],
    closed: Container[str] = NOTHING,
    surcharge: Mapping[str, int] | None = None,
) -> tuple[int, list[str]] | None:
    """Dijkstra with a heap, ending at the goal: the least cost and one way that has it."""
    best = {start: 0}
    came: dict[int, int] = {}
    frontier = [(0, start)]
    while frontier:
        spent, here = heappop(frontier)
        if here == goal:
            way = [here]
            while way[-1] != start:
                way.append(came[way[-1]])
            return spent, [ids[i] for i in reversed(way)]
        if spent > best[here]:
            continue
        for there, price in steps[here]:
            total = spent + price
            if surcharge is not None:
                total += surcharge.get(ids[there], 0)
            if (there not in best or total < best[there]) and not (closed and ids[there] in closed):
                best[there] = total
                came[there] = here
                heappush(frontier, (total, there))
    return None


def distances(near: Sequence[Sequence[int]], start: int) -> list[int]:
    """Steps from the start to every space, -1 where no way leads."""
    found = [-1] * len(near)
    found[start] = 0
    frontier, n = [start], 0
    while frontier:
        n += 1
        following: list[int] = []
        for here in frontier:
            for there in near[here]:
                if found[there] < 0:
                    found[there] = n
                    following.append(there)
        frontier = following
    return found


def open_field(
    near: Mapping[str, Sequence[str]],
    start: str,
    closed: Container[str],
    limit: int | None = None,
) -> tuple[dict[str, int], dict[str, str]]:
    """Steps from the start through spaces that are not closed, and where each was reached from."""
    found, came = {start: 0}, {start: start}
    frontier, n = [start], 0
    while frontier and (limit is None or n < limit):
        n += 1
        following: list[str] = []
        for here in frontier:
            for there in near[here]:
                if there not in found and there not in closed:
                    found[there] = n
                    came[there] = here
                    following.append(there)
        frontier = following
    return found, came


def shortest(
    near: Mapping[str, Sequence[str]],
    start: str,
    goals: Container[str],
    limit: int,
    closed: Container[str],
) -> list[str] | None:
    """The shortest way to any goal, the goal counted and the start not; None when it is too far."""
    if start in goals:
        return [start]
    came = {start: start}
    frontier = [start]
    for _ in range(limit):
        following: list[str] = []
        for here in frontier:
            for there in near[here]:
                if there in came or there in closed:
                    continue
                came[there] = here
                if there in goals:
                    way = [there]
                    while way[-1] != start:
                        way.append(came[way[-1]])
                    return way[::-1]
                following.append(there)
        frontier = following
    return None
