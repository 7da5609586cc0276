"""What the games ask their maps, on the real maps and against networkx."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.maps import Costs, GameMap, Link, Space, load_map
from common.maps.constraints import price_of
from common.maps.load import map_from_text

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")
SPACES = {"nmc": 903, "fallujah": 53, "operation_serval": 1599, "somali_pirates": 49, "sand_wars": 102}
load = cache(load_map)


@cache
def march() -> Costs:
    """The prices of New Mexico."""
    return load("nmc").costs(price_of(load("nmc").file.prices["march"]))


@pytest.mark.parametrize("game", GAMES)
def test_the_maps_load(game: str) -> None:
    map_ = load(game)
    assert len(map_.spaces) == SPACES[game]
    assert map_.ids == (*map_.spaces, *map_.off_map)
    assert all((b, a) in map_.links for a, b in map_.links)
    assert [map_.at(*space.center) for space in map_.spaces.values()] == list(map_.spaces)
    assert map_.at(-50, -50) is None
    assert set(map_.graph.nodes) == set(map_.ids)
    assert map_.graph.number_of_edges() == len(map_.links) + len(map_.box_links)


def test_what_lies_on_a_hexside() -> None:
    map_ = load("nmc")
    assert map_.spaces["2605"].name == "Fort Craig"
    assert map_.spaces["2605"].attrs["fort_drm"] == -2
    river = map_.link("2605", "2606")
    assert river is not None
    assert "river" in river.kinds
    assert river.attrs["river"] == "Rio Grande"
    assert river.attrs["toward"] == "E"
    assert map_.link("2605", "3005") is None
    assert len(map_.links_of("river")) == 162
    assert map_.having("fort", start_control="confederate") == ("1704", "1407", "1008")


def test_areas_are_neighbours_by_border_not_by_point() -> None:
    map_ = load("fallujah")
    assert map_.next_to("NE") == ("18", "19", "24", "25")
    assert map_.link("25", "30") is None
    assert map_.side("25", "30") == ((2036.0, 520.0),)
    assert len(map_.side("25", "26")) == 4
    assert map_.distance("NE", "1") == 7


@pytest.mark.parametrize("game", GAMES)
def test_distances_agree_with_networkx(game: str) -> None:
    map_ = load(game)
    starts = list(map_.spaces)[:: max(1, len(map_.spaces) // 5)]
    for start in (*starts, *map_.off_map):
        graph = nx.DiGraph(map_.graph)
        graph.remove_edges_from([(a, b) for a, b in map_.box_links if a in map_.off_map and a != start])
        lengths = nx.single_source_shortest_path_length(graph, start)
        assert map_.field(start) == dict(lengths)
        assert {b: map_.distance(start, b) for b in map_.ids} == dict(lengths)
        assert set(map_.within(start, 2)) == {b for b, n in lengths.items() if n <= 2}


def digraph(map_: GameMap, costs: Costs, closed: frozenset[str] = frozenset()) -> nx.DiGraph[str]:
    """The same prices for networkx."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(map_.ids)
    for i, ways in enumerate(costs.steps):
        graph.add_weighted_edges_from((map_.ids[i], map_.ids[j], n) for j, n in ways if map_.ids[j] not in closed)
    return graph


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 902), st.integers(0, 14), st.sets(st.integers(0, 902), max_size=40))
def test_reach_is_what_dijkstra_finds(start: int, budget: int, shut: set[int]) -> None:
    map_, costs = load("nmc"), march()
    closed = frozenset(map_.ids[i] for i in shut if i != start)
    reach = map_.reach(map_.ids[start], budget, costs, closed)
    graph = digraph(map_, costs, closed)
    assert reach.cost == nx.single_source_dijkstra_path_length(graph, map_.ids[start], budget)
    for space, cost in list(reach.cost.items())[-3:]:
        path = reach.path(space)
        assert (path[0], path[-1]) == (map_.ids[start], space)
        assert nx.path_weight(graph, path, "weight") == cost
        found = map_.route(map_.ids[start], space, costs, closed)
        assert found is not None
        assert found[0] == cost


@pytest.mark.parametrize("game", GAMES)
def test_reach_finds_its_way_round_what_is_closed(game: str) -> None:
    """One to eight spaces closed in the middle of the reach, on prices that may be nothing, asked again and again."""
    map_, random = load(game), Random(game)
    price = {link: random.choice((0, 1, 1, 2, 3)) for link in (*map_.links, *map_.box_links)}
    costs = map_.costs(lambda a, b, link: price[a.id, b.id])
    for start in random.sample(map_.ids, 8):
        everything = list(map_.reach(start, 5, costs).cost)
        for number in range(1, 9):
            closed = frozenset(random.sample(everything, min(number, len(everything)))) - {start}
            found = map_.reach(start, 5, costs, closed).cost
            graph = digraph(map_, costs, closed)
            assert found == nx.single_source_dijkstra_path_length(graph, start, 5)
            assert list(found.values()) == sorted(found.values())


def test_reach_can_be_asked_for_with_any_container() -> None:
    map_, costs = load("nmc"), march()
    closed = {"2705", "2604", "2505"}
    by_set = map_.reach("2605", 6, costs, closed)
    assert map_.reach("2605", 6, costs, sorted(closed)).cost == by_set.cost
    assert not closed & by_set.cost.keys()
    assert "2605" in by_set
    assert map_.reach("2605", 6, costs, {"2605"}).cost["2605"] == 0
    with pytest.raises(KeyError):
        by_set.path("0808")


def test_results_cannot_be_spoilt_by_a_caller() -> None:
    map_, costs = load("nmc"), march()
    before = map_.reach("3005", 4, costs).cost
    map_.reach("3005", 4, costs).cost.clear()
    assert map_.reach("3005", 4, costs).cost == before


@pytest.mark.parametrize("game", GAMES)
def test_a_search_with_stops_finds_what_a_plain_one_finds(game: str) -> None:
    """Spaces that are entered but not left again, others closed, on prices that may be nothing."""
    map_, random = load(game), Random(game)
    price = {link: random.choice((0, 1, 1, 2, 3)) for link in (*map_.links, *map_.box_links)}
    costs = map_.costs(lambda a, b, link: price[a.id, b.id])
    for start in random.sample(map_.ids, 6):
        near = list(map_.reach(start, 4, costs).cost)
        for number in range(1, 9):
            stop = frozenset(random.sample(near, min(number, len(near))))
            closed = frozenset(random.sample(near, min(number, len(near)))) - {start}
            found = map_.reach(start, 5, costs, closed, stop).cost
            graph = digraph(map_, costs, closed)
            graph.remove_edges_from([(a, b) for a in stop - {start} for b in list(graph.successors(a))])
            assert found == nx.single_source_dijkstra_path_length(graph, start, 5)
            assert list(found.values()) == sorted(found.values())


def test_stop_and_surcharge() -> None:
    map_ = load("fallujah")
    costs = map_.costs(lambda a, b, link: 1)
    free = map_.reach("NW", 3, costs)
    held = map_.reach("NW", 3, costs, stop={"31", "33", "41"})
    assert held.cost["31"] == 1
    assert "30" in free
    assert "30" not in held
    dear = map_.reach("NW", 3, costs, surcharge={"42": 1, "43": 5})
    assert dear.cost["42"] == 2
    assert "43" not in dear
    assert dear.path("42") == ["NW", "42"]


def test_steps_that_cost_nothing_make_no_circle() -> None:
    map_ = load("sand_wars")
    costs = map_.costs(lambda a, b, link: 0 if "road" in link.kinds else 1)
    reach = map_.reach("alger", 0, costs)
    assert len(reach.cost) > 50
    for space in reach.cost:
        path = reach.path(space)
        assert path[0] == "alger"
        assert all("road" in map_.links[a, b].kinds for a, b in pairwise(path))


def test_a_supply_line_counts_its_goal_and_keeps_off_what_is_closed() -> None:
    map_ = load("nmc")
    barred = frozenset({"impassable"})
    line = map_.supply_line("1507", {"1008"}, 5, barred=barred)
    assert line is not None
    assert (line[0], line[-1], len(line) - 1) == ("1507", "1008", 5)
    assert map_.supply_line("1507", {"1008"}, 4, barred=barred) is None
    around = set(map_.next_to("1507"))
    assert map_.supply_line("1507", {"1008"}, 5, closed=around, barred=barred) is None
    assert map_.supply_line("1507", {"1507"}, 0) == ["1507"]
    assert map_.supply_line("2207", {"2208"}, 1, barred=barred) is None
    assert map_.supply_line("2207", {"2208"}, 1) == ["2207", "2208"]


def test_a_field_keeps_off_what_is_closed() -> None:
    map_ = load("somali_pirates")
    by_sea = map_.field("sea_red", barred=frozenset({"land", "port", "beach"}))
    assert "mogadishu" not in by_sea
    assert by_sea["off_diego"] == 7
    assert "sea_ind" not in map_.field("sea_red", closed={"sea_bab"}, barred=frozenset())


def test_a_price_may_not_be_negative() -> None:
    with pytest.raises(ValueError, match="negative price"):
        load("fallujah").costs(lambda a, b, link: -1)


def test_a_kind_can_be_on_one_direction_only() -> None:
    map_ = map_from_text(
        """
id: x
title: X
kind: hex
source: reconstructed
grid: {source: reconstructed, orientation: flat, shifted: odd, numbering: CCRR, first_column: 1}
terrain: {source: reconstructed, legend: {c: clear}, rows: {"1": ccc, "2": ccc}}
sides:
  - {name: Cliff, kind: down, source: reconstructed, one_way: true, sides: ["0101-0102"]}
"""
    )

    def price(a: Space, b: Space, link: Link) -> int | None:
        return 1 if "down" in link.kinds else 3

    costs = map_.costs(price)
    assert map_.route("0101", "0102", costs) == (1, ["0101", "0102"])
    assert map_.route("0102", "0101", costs) == (3, ["0102", "0101"])
    assert map_.graph.edges["0101", "0102"]["kinds"] == {"down"}
    assert map_.graph.edges["0102", "0101"]["kinds"] == set()


def test_serval_roads_take_precedence_over_tracks() -> None:
    map_ = load("operation_serval")
    assert not [link for link in map_.links_of("road") if "track" in link.kinds]
    assert map_.spaces["2323"].tags >= {"regional_capital", "airport"}
    assert map_.spaces["2323"].attrs["country"] == "mali"
    assert map_.boxes["algeria_sa"].next_to[0] == "1901"
    assert map_.boxes["turn"].cells[-1] == "12"


def test_sand_wars_axes_keep_their_flags() -> None:
    map_ = load("sand_wars")
    berm = map_.link("mahbes", "bir_lehlou")
    assert berm is not None
    assert berm.kinds >= {"berm"}
    assert berm.attrs["berm_inside"] == "mahbes"
    assert map_.groups["nuclear"] == {"ain_oussera", "eglab"}
