"""The graph of a map is its arrays in another form, and says what a pass, a bridge or a road is worth."""

from __future__ import annotations

from functools import cache

import pytest

from common.maps import GameMap, Link, Space, load_map
from common.maps.analysis import (
    analyse,
    find_bridges,
    find_chokes,
    find_distance,
    find_nets,
    find_parts,
    find_passes,
    find_routes,
    find_supply,
    unit_classes,
)
from common.maps.graph import compile_near, compile_steps
from common.maps.load import map_from_text

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")
load = cache(load_map)

# north:  a - b        two rings that meet in the pass p; d hangs on a bridge, e lies apart
#          \ /
#           p
#          / \
#   south: c - f - d          e
POINTS = """
id: ring
title: Two rings
kind: point
source: reconstructed
size: [900, 900]
spaces:
  - id: all
    source: reconstructed
    entries:
      - {id: a, kind: town, at: [100, 100], radius: 20}
      - {id: b, kind: town, at: [300, 100], radius: 20}
      - {id: p, kind: hill, at: [200, 300], radius: 20}
      - {id: c, kind: town, at: [100, 500], radius: 20}
      - {id: f, kind: town, at: [300, 500], radius: 20}
      - {id: d, kind: town, at: [500, 500], radius: 20}
      - {id: e, kind: town, at: [800, 800], radius: 20}
routes:
  - id: all
    source: reconstructed
    entries:
      - {a: a, b: b, kind: road}
      - {a: a, b: p, kind: road}
      - {a: b, b: p, kind: track}
      - {a: p, b: c, kind: track}
      - {a: p, b: f, kind: road}
      - {a: c, b: f, kind: road}
      - {a: f, b: d, kind: track}
prices:
  lorry: {source: reconstructed, kinds: {town: 2, hill: 3}, links: {road: 1}}
  mule: {source: reconstructed, kinds: {town: 2, hill: 2}, closed_links: [road]}
"""


@pytest.fixture
def rings() -> GameMap:
    return map_from_text(POINTS)


def uneven(a: Space, b: Space, link: Link) -> int | None:
    """A price that differs by direction, by what is entered and by what is crossed."""
    if "river" in link.kinds:
        return None if a.id < b.id else 5
    return 1 + len(b.kind) % 3 + len(link.kinds)


@pytest.mark.parametrize("game", GAMES)
def test_the_arrays_of_the_searches_are_the_graph(game: str) -> None:
    map_ = load(game)
    assert compile_near(map_.graph, map_) == {id_: map_.next_to(id_) for id_ in map_.ids}
    assert tuple(compile_steps(map_.graph, map_, uneven)) == map_.costs(uneven).steps


def test_nodes_and_edges_know_what_spaces_and_links_know() -> None:
    map_ = load("nmc")
    fort = map_.graph.nodes["2605"]
    assert (fort["name"], fort["kind"]) == (map_.spaces["2605"].name, map_.spaces["2605"].kind)
    assert "fort" in fort["tags"] and fort["attrs"]["fort_drm"] == -2
    assert map_.graph.edges["2605", "2606"]["kinds"] == {"river"}


def test_parts_passes_and_bridges(rings: GameMap) -> None:
    assert find_parts(rings) == [("a", "b", "p", "c", "f", "d"), ("e",)]
    passes = {each.place: each.cut_off for each in find_passes(rings)}
    assert passes == {"p": ("a", "b"), "f": ("d",)}
    assert {each.place: each.cut_off for each in find_bridges(rings)} == {"f-d": ("d",)}
    assert str(find_passes(rings)[0]) == "lose p and a, b are cut off"


def test_the_pass_is_the_choke_point(rings: GameMap) -> None:
    chokes = find_chokes(rings)
    assert max(chokes, key=lambda place: chokes[place]) == "p"
    assert chokes["e"] == chokes["a"] == 0
    # 7 places: 30 ordered pairs of others; a and b with c, f and d in both directions lead through p
    assert chokes["p"] == pytest.approx(12 / 30)


def test_the_cheapest_routes_for_a_class_of_units(rings: GameMap) -> None:
    classes = unit_classes(rings)
    ways = find_routes(rings, "a", "c", 3, classes["lorry"])
    assert [way.cost for way in ways] == [3, 3, 6]  # by road to the pass, or over b and up the track
    assert {way.spaces for way in ways[:2]} == {("a", "p", "f", "c"), ("a", "p", "c")}
    assert [way.spaces for way in find_routes(rings, "b", "d", 5, classes["mule"])] == []  # the bridge of f is a track
    assert [way.cost for way in find_routes(rings, "b", "c", 5, classes["mule"])] == [4]
    assert find_routes(rings, "a", "e", 2) == []
    assert find_routes(rings, "a", "c", 2, closed={"p"}) == []


def test_the_cheapest_route_is_the_one_the_games_find() -> None:
    map_ = load("nmc")
    price, (start, goal) = unit_classes(map_)["march"], ("2605", "1704")
    found = map_.route(start, goal, map_.costs(price))
    assert found is not None
    assert find_routes(map_, start, goal, 1, price)[0].cost == found[0]


def test_how_far_two_sets_are_apart(rings: GameMap) -> None:
    found = find_distance(rings, {"a", "b"}, {"c", "d"})
    assert (found.cost, found.way[-1]) == (2, "c")
    assert find_distance(rings, {"e"}, {"a"}).cost == -1
    assert find_distance(rings, {"nowhere"}, {"a"}).cost == -1


def test_nets_and_supply(rings: GameMap) -> None:
    assert [net.spaces for net in find_nets(rings, ("track",))] == [("b", "p", "c"), ("f", "d")]
    assert find_supply(rings, {"a"}, 1, unit_classes(rings)["lorry"]) == {"a": 0, "b": 1, "p": 1}
    assert "p" not in find_supply(rings, {"a"}, 9, closed={"p"})


def test_the_report_says_it_all(rings: GameMap) -> None:
    report = analyse(rings)
    text = "\n".join(report.lines())
    assert "7 spaces, 7 links, 2 parts" in text
    assert "pass: lose p and a, b are cut off" in text
    assert "bridge: lose f-d and d is cut off" in text
    assert report.diameter == 3
    assert report.as_json()["passes"][0] == {"place": "p", "cut_off": ["a", "b"]}
