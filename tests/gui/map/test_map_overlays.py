"""Overlays, each on its own key and with its legend: control, supply, terrain, reach, threat (F63)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from common.gui.map import map_signs
from common.gui.table.table_window import TableWindow
from tests.gui import hands
from tests.gui.hands import at, near


def press(table: TableWindow, key: str) -> None:
    pressed = QKeySequence(key)[0]
    table.map.setFocus()
    QTest.keyClick(table.map, pressed.key(), pressed.keyboardModifiers())


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_every_overlay_has_its_key_and_its_legend(lay, game: str) -> None:
    table = lay(game)
    offered = table.session.table.overlays(table.session.view)
    assert {"control", "terrain"} <= {overlay.id for overlay in offered}
    assert len({overlay.key for overlay in offered}) == len(offered)
    assert not [name for overlay in offered for name, _, _ in overlay.legend if "_" in name]  # words, not keys of data
    corner = QRect(0, table.map.height() - 60, 160, 60)
    bare = table.map.grab(corner).toImage()
    for overlay in offered:
        press(table, overlay.key)
        assert [shown.id for shown in table.map.board.overlays] == [overlay.id]
        assert table.map.grab(corner).toImage() != bare  # the legend
        press(table, overlay.key)
        assert not table.map.board.overlays


def test_at_most_two_lie_on_the_map(lay) -> None:
    table = lay("nmc")
    for key in ("C", "T", "S"):
        press(table, key)
    assert [overlay.key for overlay in table.map.board.overlays] == ["T", "S"]


def test_the_reach_of_a_stack_is_what_a_lift_would_light(lay) -> None:
    table = lay("nmc")
    piece = next(piece for piece in table.session.pieces() if piece.movable)
    near(table, piece.space)
    QTest.mouseMove(table.map, at(table, piece.space))
    press(table, "R")
    shown = table.map.board.overlays
    assert [overlay.id for overlay in shown] == ["reach"]
    assert set(shown[0].spaces) == {target.space for target in table.hand.targets_for(table.overlays.reaching)}
    assert not table.hand.selected  # nothing was lifted
    press(table, "R")
    assert not table.map.board.overlays


def test_the_reach_key_takes_what_is_in_the_hand_where_nothing_is_pointed_at(lay) -> None:
    table = lay("nmc")
    piece = next(piece for piece in table.session.pieces() if piece.movable)
    QTest.mouseMove(table.map, table.map.rect().topLeft())
    table.hand.select((piece.id,))
    press(table, "R")
    assert table.overlays.reaching == (piece.id,)
    assert [overlay.id for overlay in table.map.board.overlays] == ["reach"]


def test_where_nothing_can_move_there_is_no_reach(lay) -> None:
    table = lay("nmc")
    QTest.mouseMove(table.map, table.map.rect().topLeft())
    press(table, "R")
    assert not table.map.board.overlays
    assert "Point at" in table.prompt.news.text()
    assert not table.commands.actions["reach"].isChecked()


def test_costs_lose_their_unit_where_spaces_are_narrow(lay, monkeypatch) -> None:
    table = lay(seed=5)
    hands.press(table, "Begin the campaign")
    drawn: list[str] = []
    draw = map_signs.draw_pill
    monkeypatch.setattr(map_signs, "draw_pill", lambda *words: (drawn.append(words[2]), draw(*words)))
    pieces = tuple(piece.id for piece in table.session.pieces() if piece.space == "1704")
    for spaces, unit in ((("1704", "1804"), True), (("1004", "2904"), False)):
        table.map.zoom_to(spaces)
        table.hand.lift(pieces)
        drawn.clear()
        table.map.repaint()
        assert drawn and all(text.endswith(" MP") == unit for text in drawn)
        table.hand.cancel()
