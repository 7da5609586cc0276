"""Off-map boxes with links are spaces to searches: neighbours, distance, reach, routes and checks."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from common.maps import GameMap, Link, Space, load_map
from common.maps.build import BuildError
from common.maps.query import find
from tests.maps.samples import R, area_map, built, codes, hex_map, point_map


def with_boxes(document: dict[str, Any], *entries: dict[str, Any], routes: list[dict[str, Any]] | None = None) -> Any:
    """A document with these boxes beside its map, and routes."""
    boxes = [{"rect": [10 + 60 * n, 10, 50, 40], "name": entry["id"], **entry} for n, entry in enumerate(entries)]
    document["boxes"] = [{"id": "boxes", "source": R, "entries": boxes}]
    if routes is not None:
        document.setdefault("routes", []).append({"id": "box_routes", "source": R, "entries": routes})
    return document


@cache
def sample() -> GameMap:
    """The sample hex map, whose pool opens on 0105 and 0205."""
    return built(hex_map())


def step(a: Space, b: Space, link: Link) -> int:
    """Every step costs one."""
    return 1


# --- neighbours and distances -----------------------------------------------------------------------------


def test_a_box_is_next_to_what_it_opens_on() -> None:
    map_ = sample()
    assert map_.next_to("pool") == ("0105", "0205")
    assert map_.next_to("0205")[-1] == "pool"
    assert "pool" not in map_.next_to("0104")
    assert map_.link("pool", "0105") == Link("pool", "0105")
    assert map_.link("pool", "0104") is None


def test_a_box_without_links_is_no_space() -> None:
    map_ = sample()
    assert "turn" not in map_.ids
    assert "turn" in map_.boxes


def test_a_linked_box_is_a_space_of_its_own_kind_but_not_printed_as_one() -> None:
    map_ = sample()
    assert "pool" not in map_.spaces
    space = map_.space("pool")
    assert (space.name, space.kind, space.tags) == ("Pool", "box", {"off_map"})
    assert map_.space("0105") is map_.spaces["0105"]
    assert set(map_.links) == {pair for pair in map_.links if "pool" not in pair}


@pytest.mark.parametrize(("space", "steps"), [("0105", 1), ("0104", 2), ("0101", 5), ("pool", 0)])
def test_distance_to_a_box_is_the_way_to_its_nearest_exit_and_one_more(space: str, steps: int) -> None:
    assert sample().distance(space, "pool") == steps
    assert sample().distance("pool", space) == steps


def test_no_count_of_steps_leads_through_a_box() -> None:
    map_ = built(with_boxes(hex_map(), {"id": "sea", "next_to": ["0101", "0505"]}))
    assert map_.distance("0101", "0505") > 2
    assert map_.field("0101")["0505"] == map_.distance("0101", "0505")
    assert map_.supply_line("0101", {"0505"}, 2) is None
    assert map_.supply_line("0101", {"sea"}, 1) == ["0101", "sea"]
    assert map_.supply_line("sea", {"0505"}, 1) == ["sea", "0505"]
    assert map_.field("0102", closed={"0101"})["sea"] > 2


def test_what_is_within_reach_of_a_box_or_has_one_within() -> None:
    map_ = sample()
    assert set(map_.within("pool", 1)) == {"pool", "0105", "0205"}
    assert "pool" in map_.within("0104", 2)
    assert "pool" not in map_.within("0104", 1)
    far = map_.within("0104", 3)
    assert [map_.distance("0104", space) for space in far] == sorted(map_.distance("0104", space) for space in far)


# --- costs and ways ---------------------------------------------------------------------------------------


def test_reach_leads_into_a_box_and_out_of_it() -> None:
    map_ = sample()
    costs = map_.costs(step)
    assert map_.reach("0105", 1, costs).cost["pool"] == 1
    out = map_.reach("pool", 2, costs)
    assert {space for space, cost in out.cost.items() if cost == 1} == {"0105", "0205"}
    assert out.path("0104") in (["pool", "0105", "0104"], ["pool", "0205", "0104"])


def test_the_price_of_entering_a_box_is_the_games() -> None:
    map_ = sample()
    costs = map_.costs(lambda a, b, link: 3 if "off_map" in b.tags else 1)
    assert "pool" not in map_.reach("0105", 2, costs)
    assert map_.reach("0105", 3, costs).cost["pool"] == 3
    shut = map_.costs(lambda a, b, link: None if "off_map" in b.tags else 1)
    assert "pool" not in map_.reach("0105", 9, shut)


def test_a_route_may_lead_through_a_box_unless_it_is_closed() -> None:
    map_ = built(with_boxes(hex_map(), {"id": "sea", "next_to": ["0101", "0505"]}))
    costs = map_.costs(step)
    assert map_.route("0101", "0505", costs) == (2, ["0101", "sea", "0505"])
    around = map_.route("0101", "0505", costs, closed={"sea"})
    assert around is not None and around[0] == map_.distance("0101", "0505")
    assert map_.reach("0101", 2, costs, stop={"sea"}).cost.get("0505") is None


@pytest.mark.parametrize("document", [area_map, point_map])
def test_areas_and_points_have_boxes_too(document: Any) -> None:
    first = document()["spaces"][0]["entries"][0]["id"]
    map_ = built(with_boxes(document(), {"id": "sea", "next_to": [first]}))
    assert map_.next_to("sea") == (first,)
    other = map_.next_to(first)[0]
    assert map_.distance(other, "sea") == 2
    assert map_.reach("sea", 2, map_.costs(step)).cost[other] == 2


def test_boxes_open_on_boxes_and_routes_to_them_have_kinds() -> None:
    boxes = [{"id": "home", "next_to": ["port"]}, {"id": "port"}, {"id": "store"}]
    route = {"a": "port", "b": "0101", "kind": "sea", "attrs": {"days": 2}}
    map_ = built(with_boxes(hex_map(), *boxes, routes=[route]))
    assert map_.next_to("home") == ("port",)
    assert set(map_.next_to("port")) == {"0101", "home"}
    link = map_.link("0101", "port")
    assert link is not None and link.kinds == {"sea"} and link.attrs["days"] == 2
    assert map_.distance("home", "0101") == -1, "no count leads through the port"
    assert map_.route("home", "0101", map_.costs(step)) == (2, ["home", "port", "0101"])
    assert map_.field("port", barred=frozenset({"sea"})) == {"port": 0, "home": 1}
    with pytest.raises(BuildError, match="there is no space nowhere"):
        built(with_boxes(hex_map(), *boxes, routes=[{**route, "b": "nowhere"}]))


# --- checks and questions ---------------------------------------------------------------------------------


def test_rules_of_a_map_file_can_name_boxes() -> None:
    document = hex_map()
    document["prices"]["march"]["kinds"]["box"] = 3
    document["constraints"] = [
        {"check": "adjacent", "rule": "1", "space": "pool", "to": ["0105", "0205"], "exactly": True},
        {"check": "distance", "rule": "2", "a": "pool", "b": "0101", "equals": 5},
        {"check": "route", "rule": "3", "start": "pool", "goal": "0104", "price": "march", "equals": 4},
        {"check": "route", "rule": "4", "start": "0104", "goal": "pool", "price": "march", "equals": 5},
        {"check": "kind", "rule": "5", "spaces": ["pool"], "equals": "box"},
    ]
    assert codes(document) == set()
    wrong = (("equals", 4), ("equals", 5), ("equals", 4), ("equals", "port"))
    for number, (field, value) in enumerate(wrong, 1):
        broken = {**document, "constraints": [dict(rule) for rule in document["constraints"]]}
        broken["constraints"][number][field] = value
        assert codes(broken) == {f"rule.{document['constraints'][number]['check']}"}


def test_a_part_joined_by_a_box_alone_is_connected() -> None:
    document = point_map()
    roads = document["routes"][0]["entries"]
    document["routes"][0]["entries"] = [road for road in roads if "border" not in road.get("tags", ())]
    document["lines"] = []
    assert codes(document) == {"link.connected"}
    assert codes(with_boxes(document, {"id": "sea", "next_to": ["p6", "p13"]})) == set()


def test_questions_see_boxes() -> None:
    assert find(sample(), "next_to(kind == box)") == ["0105", "0205"]
    assert set(find(sample(), "within(pool, 1)")) == {"0105", "0205"}


# --- a printed map ----------------------------------------------------------------------------------------


def test_staging_areas_are_spaces_of_the_printed_map() -> None:
    map_ = load_map("operation_serval")
    assert set(map_.off_map) == {"algeria_sa", "west_africa_sa", "chad_sa"}
    assert len(map_.next_to("chad_sa")) == 14
    assert map_.distance("2101", "3901") == 18, "ranges are not shortened through a staging area"
    costs = map_.costs(lambda a, b, link: 1)
    turn = map_.reach("2101", 3, costs, stop=map_.off_map)
    assert turn.cost["algeria_sa"] == 1
    assert "3901" not in turn
