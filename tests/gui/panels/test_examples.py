"""Examples of the hard rules: right in their data, drawn from the board, and shown below their clause."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument

from common.engine import load_game
from common.gui.map.display_list import scene_of
from common.gui.map.example_picture import draw_example, place_counters
from common.gui.map.places import places_of
from common.gui.session.space_names import map_of
from nmc.actions import StepTo
from tests.nmc.positions import arrange, march, points_left
from tests.sand_wars.gui.test_stage import PLACE

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")
FIVE = 5


@pytest.mark.parametrize("name", GAMES)
def test_every_example_speaks_of_a_rule_and_of_things_that_are_there(name: str) -> None:
    game = load_game(name)
    clauses, spaces = {clause.id for clause in game.clauses}, map_of(game).spaces
    assert len(game.examples) >= FIVE
    for example in game.examples:
        assert example.rule in clauses
        assert example.says.endswith(".") and example.source
        assert {*example.spaces, *example.counters, *(end for arrow in example.arrows for end in arrow)} <= set(spaces)
        placed = place_counters(example, game.table.counters())
        assert len(placed) == sum(map(len, example.counters.values()))
        assert len({piece.id for piece in placed}) == len(placed)  # no counter lies in two places


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_shows_counters_and_arrows_on_the_board(qapp, name: str) -> None:
    game = load_game(name)
    game_map = map_of(game)
    scene = scene_of(game_map, "light")
    places, counters = places_of(game_map, scene.printed), game.table.counters()
    for example in game.examples:
        image = draw_example(example, scene, places, counters, 200)
        assert image.deviceIndependentSize().width() == pytest.approx(200)
        assert 40 < image.deviceIndependentSize().height() < 220
    bare = type(example)(rule=example.rule, says="", source="", spaces=tuple(example.counters))
    assert draw_example(bare, scene, places, counters, 200) != image


@pytest.mark.parametrize(
    ("start", "goal", "cost"),
    [("1906", "1907", 2), ("2006", "1907", 3), ("4411", "4312", 1), ("4311", "4312", 3), ("2606", "2605", 1)],
)
def test_the_costs_in_the_examples_are_those_of_the_rules(start: str, goal: str, cost: int) -> None:
    """What 8.14b, 8.14c and 8.17b say in their examples, marched in the engine."""
    match = arrange(f"{start}: 3 cavalry Sibley depot; 4617: 1 regular depot")
    march(match, start)
    before = points_left(match)
    match.play(StepTo(goal))
    assert before - points_left(match) == cost


def test_the_firepower_of_the_example_is_that_of_a_tested_fight() -> None:
    example = next(each for each in load_game("sand_wars").examples if each.rule == "GC.18")
    assert set(example.counters["oujda"]) == {piece for piece, space in PLACE.items() if space == "oujda"}


def test_the_rules_panel_shows_the_example_below_its_clause(lay) -> None:
    table = lay("nmc")
    table.show_rule("8.14c")
    sheet = table.inspector.rules.sheet
    assert "Example: Along the Santa Fe Trail" in sheet.toPlainText()
    (picture,) = [name for name, example in sheet.examples.items() if example.rule == "8.14c"]
    image = sheet.document().resource(QTextDocument.ResourceType.ImageResource, picture)
    assert not image.isNull()
    assert sheet.horizontalScrollBar().maximum() == 0
