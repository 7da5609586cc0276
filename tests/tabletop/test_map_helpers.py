"""Measuring, trying units and the frame of the threat, on the map of the toy game."""

from __future__ import annotations

import pytest

from common.engine import Refusal, load_game, register_game
from common.tabletop import Target
from common.tabletop.measuring import measure_ways
from common.tabletop.threat import opponents, threat_overlay
from common.tabletop.trial import opening_position, reach_targets
from tests.toy.actions import March

register_game("toy", "tests.toy")
SHUT = Refusal("3", "the ford is flooded")


def on_foot(here: str, there: str) -> int | Refusal:
    """Land costs 2; the sea is closed to everybody on foot."""
    return Refusal("4", "nobody walks on water") if "sea" in there or there == "strait" else 2


def in_the_flood(here: str, there: str) -> int | Refusal:
    return SHUT if "ford" in (here, there) else on_foot(here, there)


def test_classes_that_pay_alike_share_a_way() -> None:
    game_map = load_game("toy").data.map
    (way,) = measure_ways(game_map, "ford", "inn", "Blue", {"guards": on_foot, "armies": on_foot}, "blue")
    assert (way.who, way.cost, way.side, way.blocks) == ("Blue", "4 MP", "blue", ())
    assert (way.path[0], len(way.path), way.path[-1]) == ("ford", 3, "inn")


def test_a_way_that_is_closed_names_what_closes_the_straight_one() -> None:
    game_map = load_game("toy").data.map
    dry, wet = measure_ways(game_map, "cape", "inn", "Blue", {"boats": on_foot, "carts": in_the_flood})
    assert (dry.who, dry.cost) == ("Blue, boats", "6 MP")
    assert (wet.who, wet.cost, wet.path, wet.blocks) == ("Blue, carts", "", (), (SHUT,))


def test_everywhere_the_points_lead_is_a_target() -> None:
    game_map = load_game("toy").data.map
    costs = game_map.costs(lambda here, there, link: 2 if there.kind == "land" and here.kind == "land" else None)
    found = reach_targets(game_map.reach("ford", 3, costs), 3, lambda path: (March("b1", path[-1]),))
    assert {target.space for target in found} == {"cape", "gate", "hill"}
    gate = next(target for target in found if target.space == "gate")
    assert gate == Target("gate", "2 MP", (March("b1", "gate"),), ("ford", "gate"), "1 left", 2)
    assert all(not target.plan for target in reach_targets(game_map.reach("ford", 3, costs), 3))


def test_a_position_for_trials_is_a_copy_of_its_own() -> None:
    game = load_game("nmc")
    state = opening_position(game)
    state.stacks.clear()
    assert opening_position(game).stacks
    assert game.new_match().state.stacks


@pytest.mark.parametrize(
    ("side", "to_act", "found"),
    [("blue", "red", ("blue", "red")), (None, "red", ("red", "blue")), ("blue", None, None)],
)
def test_who_looks_and_whom_he_fears(side, to_act, found) -> None:
    class View:
        pass

    view = View()
    view.side, view.to_act = side, to_act
    assert opponents(view, ("blue", "red")) == found


def test_a_threat_has_one_colour_and_a_pattern_for_each_way() -> None:
    overlay = threat_overlay("Red comes", {"ford": "attack", "gate": "enter"}, [("attack", "cross"), ("enter", "dots")],
                             {"ford": 3})  # fmt: skip
    assert overlay.spaces == {"ford": "attack", "gate": "enter"}
    assert [(way, pattern) for way, _, pattern in overlay.legend] == [("attack", "cross"), ("enter", "dots")]
    assert len({colour for _, colour, _ in overlay.legend}) == 1
    assert overlay.labels == {"ford": "3"}
