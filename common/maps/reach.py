"""How far a budget leads: reach over price lists that are worked out once."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence, Set
from itertools import filterfalse
from operator import itemgetter

from common.maps.model import Link, Space

PriceOf = Callable[[Space, Space, Link], int | None]
Steps = tuple[tuple[int, int], ...]  # (to, price) of every way out of a space
Classes = tuple[tuple[int, tuple[str, ...]], ...]  # the same by price: (price, all that it leads to)
NOTHING: frozenset[str] = frozenset()
KNOWN = 4096  # answers kept per price list
Query = tuple["Costs", Container[str], Mapping[str, int] | None]


class Costs:
    """The price of every directed link of a map, worked out once; `classes` has them by price for `reach`."""

    __slots__ = ("_into", "cheapest", "classes", "known", "steps")

    def __init__(self, ids: Sequence[str], steps: Sequence[Steps], shared: dict[Classes, Classes]) -> None:
        """Take the spaces, the ways out of each, and `shared` ways by price, so that equal ones lie in memory once."""
        self.steps = tuple(steps)
        self.cheapest = min((price for ways in steps for _, price in ways), default=1)
        self.known: dict[tuple[str, int], KnownReach] = {}
        every = [_by_price(ids, ways) for ways in steps]
        self.classes = {space: shared.setdefault(classes, classes) for space, classes in zip(ids, every, strict=True)}
        self._into: dict[str, list[tuple[str, int]]] = {}

    @property
    def into(self) -> dict[str, list[tuple[str, int]]]:
        """The ways into every space: where from, and the price."""
        if not self._into:
            into: dict[str, list[tuple[str, int]]] = {space: [] for space in self.classes}
            for here, classes in self.classes.items():
                for price, others in classes:
                    for there in others:
                        into[there].append((here, price))
            self._into = into
        return self._into


def _by_price(ids: Sequence[str], ways: Steps) -> Classes:
    groups: dict[int, list[str]] = {}
    for there, price in ways:
        groups.setdefault(price, []).append(ids[there])
    return tuple((price, tuple(groups[price])) for price in sorted(groups))


class KnownReach:
    """A start's reach on an empty map, and which spaces are reached through which: what a closed space may cost."""

    __slots__ = ("_behind", "_next", "cost")

    def __init__(self, cost: dict[str, int]) -> None:
        self.cost = cost
        self._next: dict[str, list[str]] = {}
        self._behind: dict[str, frozenset[str]] = {}

    def closed(self, closed: Container[str]) -> set[str]:
        """The closed spaces among those reached."""
        if isinstance(closed, (set, frozenset)):
            return self.cost.keys() & closed
        return {space for space in self.cost if space in closed}

    def behind(self, space: str, costs: Costs) -> frozenset[str]:
        """The space itself and all whose cheapest way, in one tree of them, leads through it."""
        found = self._behind.get(space)
        if found is None:
            following = self._next or self._grow(costs)
            members = [space]
            for member in members:
                members += following[member]
            found = self._behind[space] = frozenset(members)
        return found

    def _grow(self, costs: Costs) -> dict[str, list[str]]:
        met: set[str] = set()
        for here, spent in self.cost.items():
            met.add(here)
            branches = self._next[here] = []
            for price, others in costs.classes[here]:
                new = [there for there in others if there not in met and self.cost.get(there) == spent + price]
                branches += new
                met.update(new)
        return self._next


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
    """What a budget leads to; answers for an empty map are kept, and mended where a few spaces are closed."""
    query = costs, stop, surcharge
    if stop or surcharge:
        shut = _shut(ids, closed, start)
        if surcharge:
            cost = _spread_with_care(_buckets(start, budget), shut, costs.classes, start, stop, surcharge)
        else:
            cost = _spread_to_stops(_buckets(start, budget), shut, costs, start, stop)
        return Reach(start, cost, query)
    known = costs.known.get((start, budget))
    if known is None:
        if len(costs.known) >= KNOWN:
            costs.known.clear()
        known = costs.known[start, budget] = KnownReach(_spread(_buckets(start, budget), set(), costs))
    if not closed:
        return Reach(start, known.cost.copy(), query)
    shut = known.closed(closed)
    shut.discard(start)
    if not shut:
        return Reach(start, known.cost.copy(), query)
    return Reach(start, _mend(known, shut, budget, costs) or _spread(_buckets(start, budget), shut, costs), query)


def _shut(ids: Sequence[str], closed: Container[str], start: str) -> Set[str]:
    """The closed spaces but for the start; a set is taken as it is, anything else is asked about every space."""
    shut = closed if isinstance(closed, (set, frozenset)) else {space for space in ids if space in closed}
    return shut - {start} if start in shut else shut


def _mend(known: KnownReach, shut: set[str], budget: int, costs: Costs) -> dict[str, int] | None:
    """Forget what was reached through closed spaces and find other ways to it; None where that is most of all."""
    lost: set[str] = set()
    for space in shut:
        if space not in lost:
            lost |= known.behind(space, costs)
    if len(lost) * 3 > len(known.cost):
        return None
    cost = known.cost.copy()
    for space in lost:
        del cost[space]
    lost -= shut
    into, beyond = costs.into, budget + 1
    buckets: list[list[str]] = [[] for _ in range(beyond + 1)]
    for space in lost:
        best = beyond
        for before, price in into[space]:
            if before in cost and cost[before] + price < best:
                best = cost[before] + price
        buckets[best].append(space)
    if len(buckets[beyond]) == len(lost):
        return cost
    del buckets[beyond]
    _resettle(buckets, cost, lost, costs)
    return dict(sorted(cost.items(), key=itemgetter(1)))


def _resettle(buckets: list[list[str]], cost: dict[str, int], lost: set[str], costs: Costs) -> None:
    last = len(buckets) - 1
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if here in lost:
                lost.remove(here)
                cost[here] = spent
                for price, others in costs.classes[here]:
                    if spent + price > last:
                        break
                    buckets[spent + price] += [there for there in others if there in lost]


def _buckets(start: str, budget: int) -> list[list[str]]:
    """Dial's algorithm: one bucket per cost, since budgets are small whole numbers."""
    buckets: list[list[str]] = [[] for _ in range(budget + 1)]
    if buckets:
        buckets[0].append(start)
    return buckets


def _spread(buckets: list[list[str]], shut: set[str], costs: Costs) -> dict[str, int]:
    """Settle bucket after bucket; a step that costs nothing lengthens the bucket while it is read."""
    cost = dict.fromkeys(shut, -1)  # closed spaces look settled, which costs the loop nothing
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
    for space in shut:
        del cost[space]
    return cost


def _spread_to_stops(
    buckets: list[list[str]], shut: Set[str], costs: Costs, start: str, stop: Container[str]
) -> dict[str, int]:
    """Settle bucket after bucket where some spaces are entered but not left again."""
    cost = dict.fromkeys(shut, -1)  # closed spaces look settled, which costs the loop nothing
    classes, last, met = costs.classes, len(buckets) - 1, cost.__contains__
    for spent, left in zip(range(last + 1), range(last, costs.cheapest - 1, -1)):
        for here in filterfalse(met, buckets[spent]):
            cost[here] = spent
            if here in stop and here != start:
                continue
            for price, others in classes[here]:
                if price > left:
                    break
                buckets[spent + price] += others
    for spent in range(max(last - costs.cheapest + 1, 0), last + 1):  # too little is left for any step
        cost.update(dict.fromkeys(filterfalse(met, buckets[spent]), spent))
    for space in shut:
        del cost[space]
    return cost


def _spread_with_care(
    buckets: list[list[str]],
    shut: Set[str],
    classes: Mapping[str, Classes],
    start: str,
    stop: Container[str],
    surcharge: Mapping[str, int],
) -> dict[str, int]:
    """Settle bucket after bucket where spaces cannot be left again or cost extra to enter."""
    cost: dict[str, int] = {}
    due: dict[str, int] = {}  # when a space that costs extra may be entered: the first to come is the cheapest
    last = len(buckets) - 1
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if here in cost or here in shut:
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
    return cost
