"""A map as a networkx graph: every space a node, every link an edge in its own direction, with all that is known of it.

The graph is what a designer analyses and what is exported; games search over plain arrays, which `compile_near` and
`compile_steps` make of it. `GameMap` keeps those arrays ready without loading networkx; a test holds the two equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

from common.maps.model import Link
from common.maps.reach import PriceOf, Steps

if TYPE_CHECKING:
    from common.maps.gamemap import GameMap

MapGraph: TypeAlias = "nx.DiGraph[str]"


def make_graph(map_: GameMap) -> MapGraph:
    """The graph of a map; off-map boxes that have links are nodes with the tag `off_map`."""
    graph: MapGraph = nx.DiGraph(name=map_.id, title=map_.title, kind=map_.kind)
    for space in (*map_.spaces.values(), *map_.off_map.values()):
        x, y = space.center
        graph.add_node(space.id, name=space.name, kind=space.kind, tags=space.tags, x=x, y=y, attrs=space.attrs)
    for (a, b), link in (*map_.links.items(), *map_.box_links.items()):
        graph.add_edge(a, b, kinds=link.kinds, attrs=link.attrs)
    return graph


def compile_near(graph: MapGraph, map_: GameMap) -> dict[str, tuple[str, ...]]:
    """Who is next to whom, as the searches read it: spaces in the order of the map, boxes after them."""
    boxes, order = map_.off_map, map_.index
    return {
        id_: tuple(sorted(graph.successors(id_), key=lambda b, a=id_: ((a, b) in map_.box_links, order[b])))  # type: ignore[misc]
        for id_ in (*map_.spaces, *boxes)
    }


def compile_steps(graph: MapGraph, map_: GameMap, price: PriceOf) -> list[Steps]:
    """The price of every way out of every space by number, as `GameMap.costs` has them."""
    steps: list[Steps] = []
    for a, others in compile_near(graph, map_).items():
        ways = []
        for b in others:
            edge = graph.edges[a, b]
            cost = price(map_.space(a), map_.space(b), Link(a, b, edge["kinds"], edge["attrs"]))
            if cost is not None:
                ways.append((map_.index[b], cost))
        steps.append(tuple(ways))
    return steps


def priced(map_: GameMap, price: PriceOf | None = None, closed: frozenset[str] = frozenset()) -> MapGraph:
    """The ways that may be used, each edge with its `cost`; without a price every step costs 1."""
    graph: MapGraph = nx.DiGraph()
    graph.add_nodes_from(id_ for id_ in map_.ids if id_ not in closed)
    for a, b, edge in map_.graph.edges(data=True):
        cost = 1 if price is None else price(map_.space(a), map_.space(b), Link(a, b, edge["kinds"], edge["attrs"]))
        if cost is not None and a not in closed and b not in closed:
            graph.add_edge(a, b, cost=cost)
    return graph


def two_way(map_: GameMap) -> nx.Graph[str]:
    """Who can be reached from whom at all, whatever lies between and in whichever direction."""
    return nx.Graph(map_.graph.edges) if map_.graph.number_of_edges() else nx.Graph([])


def net_of(map_: GameMap, kinds: frozenset[str]) -> nx.Graph[str]:
    """The links that carry one of these kinds."""
    found: nx.Graph[str] = nx.Graph()
    found.add_edges_from((a, b) for a, b, edge in map_.graph.edges(data=True) if not kinds.isdisjoint(edge["kinds"]))
    return found
