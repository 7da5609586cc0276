"""B06, B07, B15: map searches and checks against networkx, scipy and shapely in the same run."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import quantiles
from typing import Any

import networkx as nx
from shapely import Polygon
from shapely.validation import explain_validity

from bench.measure import Extent, Row, rates, timed
from common.maps import GameMap, load_map
from common.maps.checking.check import check_map
from common.maps.constraints import price_of
from common.maps.load import map_from_text

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")
BUDGETS = {"nmc": 12, "fallujah": 6, "operation_serval": 20, "somali_pirates": 4, "sand_wars": 5}


def run(extent: Extent = Extent.FULL) -> list[Row]:
    """All rows; a quick look takes fewer starts, not fewer rounds."""
    rounds = extent.of(2, 7, 7)
    rows = [row for game in GAMES for row in _reach(game, extent.of(1, 8, 40), rounds)]
    return [*rows, *_field(extent.of(1, 4, 20), rounds), *_check(rounds)]


def compare(code: str, name: str, ours: Callable[[], Any], peer: Callable[[], Any], bar: float, rounds: int) -> Row:
    """How many times faster ours is than the peer."""
    return rates(code, name, lambda: 1 / timed(ours), lambda: 1 / timed(peer), bar, rounds)


def _priced(map_: GameMap) -> Callable[[Any, Any, Any], int | None]:
    prices = list(map_.file.prices.values())
    return price_of(prices[0]) if prices else lambda a, b, link: 1


def _digraph(map_: GameMap, price: Callable[[Any, Any, Any], int | None]) -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(map_.ids)
    for (a, b), link in map_.links.items():
        cost = price(map_.spaces[a], map_.spaces[b], link)
        if cost is not None:
            graph.add_edge(a, b, weight=cost)
    return graph


def _reach(game: str, count: int, rounds: int) -> list[Row]:
    """The search itself, a question asked again as a bot does at every node, and one with enemies in the way."""
    map_ = load_map(game)
    price, budget = _priced(map_), BUDGETS[game]
    costs, graph = map_.costs(price), _digraph(map_, price)
    random = Random(game)
    enemies = frozenset(random.sample(map_.ids, round(len(map_.ids) / 50)))
    starts = random.sample(sorted(set(map_.ids) - enemies), min(count, len(map_.ids) - len(enemies)))
    open_ = graph.copy()
    open_.remove_nodes_from(enemies)
    for start in starts[:5]:
        assert map_.reach(start, budget, costs).cost == nx.single_source_dijkstra_path_length(graph, start, budget)
        around = map_.reach(start, budget, costs, enemies).cost
        assert around == nx.single_source_dijkstra_path_length(open_, start, budget)

    def again() -> list[dict[str, int]]:
        return [map_.reach(start, budget, costs).cost for start in starts]

    def first() -> list[dict[str, int]]:
        costs.known.clear()
        return again()

    def past_enemies() -> list[dict[str, int]]:
        return [map_.reach(start, budget, costs, enemies).cost for start in starts]

    def peer(graph: nx.DiGraph[str] = graph) -> list[Any]:
        return [nx.single_source_dijkstra_path_length(graph, start, budget) for start in starts]

    return [
        compare("B06", f"reach {game}, {how}, against networkx dijkstra", ours, theirs, bar, rounds)
        for how, ours, theirs, bar in (
            ("first search", first, peer, 3.0),
            ("from precomputed lists", again, peer, 5.0),
            ("2 % closed", past_enemies, lambda: peer(open_), 5.0),
        )
    ]


def synthetic(rows: int, columns: int) -> GameMap:
    """A plain hex map of any size."""
    lines = [
        "id: synthetic", "title: Synthetic", "kind: hex", "source: reconstructed", "grid:", "  source: reconstructed",
        "  orientation: pointy", "  shifted: odd", "  numbering: RRCC", "  first_column: 0", "terrain:",
        "  source: reconstructed", "  legend: {c: clear}", "  rows:",
        *(f'    "{row}": {"c" * columns}' for row in range(rows)),
    ]  # fmt: skip
    return map_from_text("\n".join(lines))


def _field(count: int, rounds: int) -> list[Row]:
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import dijkstra

    map_ = synthetic(40, 50)
    ids, index, graph = map_.ids, map_.index, map_.graph
    pairs = [(index[a], index[b]) for a, b in map_.links]
    matrix = csr_matrix(([1] * len(pairs), tuple(zip(*pairs, strict=True))), shape=(len(ids), len(ids)))
    starts = Random(7).sample(ids, count)
    field = dijkstra(matrix, indices=index[starts[0]])
    assert map_.field(starts[0]) == {id_: int(n) for id_, n in zip(ids, field, strict=True)}

    def ours() -> list[dict[str, int]]:
        return [map_.field(start) for start in starts]

    def scipy_peer() -> list[Any]:
        return [dijkstra(matrix, indices=index[start]) for start in starts]

    def networkx_peer() -> list[Any]:
        return [dict(nx.single_source_dijkstra_path_length(graph, start)) for start in starts]

    return [
        compare("B07", "distance field, 2,000 hexes, against scipy dijkstra", ours, scipy_peer, 0.3, rounds),
        compare("B07", "distance field, 2,000 hexes, against networkx dijkstra", ours, networkx_peer, 5.0, rounds),
    ]


def _check(rounds: int) -> list[Row]:
    map_ = max((load_map(game) for game in GAMES), key=lambda m: len(m.ids))

    def peer() -> bool:
        valid = [explain_validity(Polygon(space.polygon)) for space in map_.spaces.values()]
        graph = nx.Graph(list(map_.links))
        return nx.is_connected(graph) and all(text == "Valid Geometry" for text in valid)

    seconds: list[float] = []

    def ours() -> None:
        seconds.append(timed(lambda: check_map(map_)))

    row = compare("B15", f"check {map_.id} against shapely validation and networkx", ours, peer, 10.0, rounds)
    times = Row("B15", row.name, 1 / row.ratio, 1 / row.high, 1 / row.low, 10.0, at_most=True)
    low, mid, high = quantiles(seconds, n=4)
    return [times, Row("B15", f"check {map_.id} in seconds", mid, low, high, 2.0, at_most=True)]
