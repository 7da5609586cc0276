"""Measuring with M and two clicks: spaces, the cost for each class of units, the path, and what is in the way (F64)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.engine import load_game
from common.gui.designer.designer_window import Designer
from common.gui.map.measuring import lines_of
from common.gui.table.table_window import TableWindow
from nmc.rules.march import why_not_enter
from nmc.state import Stack
from tests.gui.hands import middle, near

LEFT = Qt.MouseButton.LeftButton


def measure(table: TableWindow, start: str, end: str) -> None:
    near(table, start, end)
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_M)
    for space in (start, end):
        QTest.mouseClick(table.map, LEFT, pos=middle(table, space))


def test_a_march_costs_what_its_steps_cost(lay) -> None:
    table = lay("nmc")
    before = table.map.grab().toImage()
    measure(table, "2105", "2109")
    data, ways = table.session.match.game.data, table.map.board.ways
    assert {way.side for way in ways} == {"union", "confederate"}
    for way in ways:
        assert (way.path[0], way.path[-1]) == ("2105", "2109")
        assert way.cost == f"{sum(data.cost[step] for step in zip(way.path, way.path[1:]))} MP"
    assert table.map.grab().toImage() != before
    assert "4 spaces" in table.prompt.news.text()


def test_what_bars_the_straight_way_is_named_with_its_rule(lay) -> None:
    table = lay("nmc")
    barred = next(
        (a, b) for (a, b), link in table.game_map.links.items()
        if "impassable" in link.kinds and not table.map.board.stack(a) and not table.map.board.stack(b)
    )  # fmt: skip
    measure(table, *barred)
    way = table.map.board.ways[0]
    assert [block.rule for block in way.blocks] == ["8.15a"]
    assert all(space in way.blocks[0].why for space in barred)
    assert len(way.path) > 2  # round about
    assert any("8.15a" in text for text, kind in lines_of("", table.map.board.ways) if kind == "bar")


def test_an_enemy_bars_one_side_only(lay) -> None:
    table = lay("nmc")
    held = next(s for s, stack in table.session.view.stacks.items() if stack.side == "union" and stack.strength)
    start = next(s for s in table.game_map.next_to(held) if s not in table.session.view.stacks)
    measure(table, start, held)
    ways = {way.side: way for way in table.map.board.ways}
    assert ways["confederate"].cost == ""
    refusal = why_not_enter(table.session.match.state, Stack(side="confederate", regular=1), start, held, 99)
    assert ways["confederate"].blocks == (refusal,)
    assert ways["union"].cost
    assert not ways["union"].blocks


def test_classes_that_fare_differently_are_told_apart() -> None:
    """Fallujah, first impulse: only units that can lead may be the first into Insurgent ground (6.2h)."""
    match = load_game("fallujah").new_match(seed=7)
    table = __import__("fallujah.table", fromlist=["table"]).open_table(match.game)
    area = next(a for a in match.game.data.near["NE"] if match.state.control[a] == "insurgent")
    ways = {way.who: way for way in table.ways(match.view("coalition"), "NE", area)}
    assert ways["Coalition, units that can lead"].cost
    assert ways["Coalition, units that cannot lead"].cost == ""
    assert {block.rule for block in ways["Coalition, units that cannot lead"].blocks} <= {"6.2h", "3.1b"}
    assert not any(who.startswith("Insurgents") for who in ways)  # they are never in a zone (2.3e)


@pytest.mark.parametrize("game", ["operation_serval", "somali_pirates", "sand_wars"])
def test_a_map_without_rules_has_distance_and_path(qtbot, store, game: str) -> None:
    window = Designer((), store)
    qtbot.addWidget(window, before_close_func=lambda _w: window.sheet.close_down())
    view, game_map = window.open(game).view, window.sheet.game_map
    window.show()
    qtbot.waitUntil(lambda: not window.sheet.shop.busy, timeout=20_000)
    start = game_map.ids[len(game_map.ids) // 2]
    end = game_map.within(start, 3)[-1]
    view.zoom_to([start, end])
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_M)
    before = view.grab().toImage()
    with qtbot.waitSignal(view.measured) as got:
        for space in (start, end):
            x, y = game_map.spaces[space].center
            QTest.mouseClick(view, LEFT, pos=view.camera.to_screen(x, y).toPoint())
    assert got.args == [start, end, 3]
    assert view.grab().toImage() != before
    assert not view.board.ways
