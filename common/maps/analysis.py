"""What the shape of a map means for play: parts, passes that cut it, choke points, routes, distances, nets."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any

import msgspec
import networkx as nx
from msgspec import Struct

from common.maps.constraints import price_of
from common.maps.gamemap import GameMap
from common.maps.graph import net_of, priced, two_way
from common.maps.reach import NOTHING, PriceOf

WORK = 500_000  # steps spent on betweenness; larger maps are sampled
FEWEST = 30  # starts of a sample
LOUDEST = 10  # choke points named in a report
SEED = 17


class CutOff(Struct, frozen=True):
    """A space or link without which the map falls apart, and what is then cut off from the largest part."""

    place: str
    cut_off: tuple[str, ...]

    def __str__(self) -> str:
        return f"lose {self.place} and {_list(self.cut_off)} cut off"


class CheapestWay(Struct, frozen=True):
    """One way from a place to another and what it costs."""

    cost: int
    spaces: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.cost}: {' '.join(self.spaces)}"


class SetDistance(Struct, frozen=True):
    """The least cost from any space of one set to any of another, and the way that has it."""

    cost: int  # -1 when no way leads there
    way: tuple[str, ...] = ()


class Net(Struct, frozen=True):
    """Spaces joined by links of one kind."""

    kinds: tuple[str, ...]
    spaces: tuple[str, ...]


class MapReport(Struct, frozen=True):
    """All that can be said of a map without being asked for places."""

    id: str
    spaces: int
    links: int
    parts: tuple[tuple[str, ...], ...]
    passes: tuple[CutOff, ...]  # articulation points
    bridges: tuple[CutOff, ...]
    chokes: tuple[tuple[str, float], ...]  # the busiest spaces, with the share of shortest ways through them
    nets: tuple[Net, ...]
    diameter: int  # steps between the two spaces farthest apart in the largest part, at least

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return msgspec.json.decode(msgspec.json.encode(self), type=dict[str, Any])

    def lines(self) -> list[str]:
        """The report in words."""
        said = [f"{self.id}: {self.spaces} spaces, {self.links} links, {_count(len(self.parts), 'part')}"]
        said += [f"  a part of its own: {_list(part)}" for part in self.parts[1:]]
        said += [f"  pass: {each}" for each in self.passes]
        said += [f"  bridge: {each}" for each in self.bridges]
        said += [f"  choke point: {place}, {share:.1%} of all shortest ways" for place, share in self.chokes]
        said += [f"  net of {' and '.join(net.kinds)}: {_list(net.spaces, 'joined')}" for net in self.nets]
        return [*said, f"  at least {_count(self.diameter, 'step')} from end to end"]


def _list(spaces: Collection[str], verb: str = "") -> str:
    if verb:
        return f"{_count(len(spaces), 'space')} {verb} ({_some(spaces)})"
    return f"{_some(spaces)} {'is' if len(spaces) == 1 else 'are'}"


def _some(spaces: Collection[str], most: int = 8) -> str:
    rest = len(spaces) - most
    return ", ".join(islice(spaces, most)) + (f" and {rest} more" if rest > 0 else "")


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


# --- parts and passes -------------------------------------------------------------------------------------


def find_parts(map_: GameMap) -> list[tuple[str, ...]]:
    """The parts that hang together, the largest first, each in the order of the map."""
    graph = two_way(map_)
    graph.add_nodes_from(map_.ids)
    return [_ordered(map_, part) for part in _by_size(map_, nx.connected_components(graph))]


def find_passes(map_: GameMap) -> list[CutOff]:
    """The spaces without which the map falls apart (articulation points), what costs most first."""
    graph, found = two_way(map_), []
    for place in nx.articulation_points(graph):
        rest = graph.subgraph(nx.node_connected_component(graph, place) - {place})
        found.append(CutOff(place, _lost(map_, nx.connected_components(rest))))
    return sorted(found, key=lambda each: (-len(each.cut_off), map_.index[each.place]))


def find_bridges(map_: GameMap) -> list[CutOff]:
    """The links without which the map falls apart, what costs most first."""
    graph, found = two_way(map_), []
    cuts: list[tuple[str, str]] = list(nx.bridges(graph))  # type: ignore[arg-type]
    for a, b in cuts:
        graph.remove_edge(a, b)
        sides = nx.node_connected_component(graph, a), nx.node_connected_component(graph, b)
        graph.add_edge(a, b)
        first, last = sorted((a, b), key=map_.index.__getitem__)
        found.append(CutOff(f"{first}-{last}", _lost(map_, sides)))
    return sorted(found, key=lambda each: (-len(each.cut_off), each.place))


def _lost(map_: GameMap, parts: Iterable[set[str]]) -> tuple[str, ...]:
    """All spaces but those of the largest part."""
    return _ordered(map_, set().union(*_by_size(map_, parts)[1:]))


def _by_size(map_: GameMap, parts: Iterable[set[str]]) -> list[set[str]]:
    return sorted(parts, key=lambda part: (-len(part), min(map_.index[id_] for id_ in part)))


def _ordered(map_: GameMap, spaces: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(spaces, key=map_.index.__getitem__))


# --- traffic ----------------------------------------------------------------------------------------------


def find_chokes(map_: GameMap, price: PriceOf | None = None) -> dict[str, float]:
    """The share of the cheapest ways between others that lead through each space; a large map is sampled."""
    graph = priced(map_, price)
    sample = max(FEWEST, WORK // max(1, graph.number_of_edges()))
    starts = None if sample >= len(graph) else sample
    weight = None if price is None else "cost"
    return dict(nx.betweenness_centrality(graph, k=starts, weight=weight, seed=SEED))


def find_routes(
    map_: GameMap, start: str, goal: str, count: int, price: PriceOf | None = None, closed: Collection[str] = NOTHING
) -> list[CheapestWay]:
    """The cheapest ways from one place to another, no space twice in one of them."""
    graph = priced(map_, price, frozenset(closed) - {start})
    if start not in graph or goal not in graph or not nx.has_path(graph, start, goal):
        return []
    ways = islice(nx.shortest_simple_paths(graph, start, goal, weight="cost"), count)
    return [CheapestWay(int(nx.path_weight(graph, way, "cost")), tuple(way)) for way in ways]


def find_distance(
    map_: GameMap, starts: Collection[str], goals: Collection[str], price: PriceOf | None = None
) -> SetDistance:
    """How far it is from the nearest of some places to the nearest of others."""
    graph = priced(map_, price)
    known = [space for space in starts if space in graph]
    if not known:
        return SetDistance(-1)
    found: Any = nx.multi_source_dijkstra(graph, set(known), weight="cost")
    cost: dict[str, int] = found[0]
    ways: dict[str, list[str]] = found[1]
    there = [goal for goal in map_.ids if goal in goals and goal in cost]
    if not there:
        return SetDistance(-1)
    best = min(there, key=lambda goal: cost[goal])
    return SetDistance(int(cost[best]), tuple(ways[best]))


def find_nets(map_: GameMap, kinds: Collection[str]) -> list[Net]:
    """The nets that links of these kinds form together, the largest first."""
    graph = net_of(map_, frozenset(kinds))
    named = tuple(sorted(kinds))
    return [Net(named, _ordered(map_, part)) for part in _by_size(map_, nx.connected_components(graph))]


def find_supply(
    map_: GameMap, sources: Collection[str], limit: int, price: PriceOf | None = None, closed: Collection[str] = NOTHING
) -> dict[str, int]:
    """What lies within a limit of any source, with the cost of the cheapest way to it."""
    graph = priced(map_, price, frozenset(closed) - frozenset(sources))
    known = {space for space in sources if space in graph}
    if not known:
        return {}
    return {
        space: int(cost)
        for space, cost in nx.multi_source_dijkstra_path_length(graph, known, cutoff=limit, weight="cost").items()
    }


def unit_classes(map_: GameMap) -> dict[str, PriceOf]:
    """The classes of units a map file prices: name and what a step costs them."""
    return {name: price_of(price) for name, price in map_.file.prices.items()}


def analyse(map_: GameMap, price: PriceOf | None = None) -> MapReport:
    """Everything about the shape of a map."""
    chokes = sorted(find_chokes(map_, price).items(), key=lambda each: (-each[1], map_.index[each[0]]))
    kinds = sorted({kind for link in (*map_.links.values(), *map_.box_links.values()) for kind in link.kinds})
    parts = find_parts(map_)
    return MapReport(
        map_.id,
        len(map_.ids),
        two_way(map_).number_of_edges(),
        tuple(parts),
        tuple(find_passes(map_)),
        tuple(find_bridges(map_)),
        tuple((place, round(share, 4)) for place, share in chokes[:LOUDEST] if share > 0),
        tuple(net for kind in kinds for net in find_nets(map_, (kind,))),
        _far(map_, parts[0]) if parts else 0,
    )


def _far(map_: GameMap, part: tuple[str, ...]) -> int:
    """The steps of a long way through a part: to the farthest space from the farthest space."""
    steps = map_.field(part[0])
    end = max(part, key=lambda space: steps.get(space, -1))
    return max(map_.field(end).values())
