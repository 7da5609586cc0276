"""What the map shows, remembered per game and seat: layers, sizes, the edge one sits at (F59, F57, U40, U54)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from common.gui.kit.settings import Store
from common.gui.table.table_window import TableWindow
from common.tabletop import Overlay

LEFT = Qt.MouseButton.LeftButton


def opened(table: TableWindow) -> None:
    QTest.mouseClick(table.layers.button, LEFT)
    assert table.layers.card is not None
    assert table.layers.card.isVisible()


def click(table: TableWindow, layer: str) -> None:
    card = table.layers.card
    assert card is not None
    QTest.mouseClick(card.boxes[layer], LEFT, pos=QPoint(8, card.boxes[layer].height() // 2))


def picture(table: TableWindow) -> QImage:
    table.map.settle()
    return table.map.grab().toImage()


@pytest.mark.parametrize("layer", ["labels", "grid", "roads", "water", "terrain", "borders", "markers"])
def test_a_layer_goes_and_comes_back(lay, layer: str) -> None:
    table = lay("nmc")
    whole = picture(table)
    opened(table)
    click(table, layer)
    assert "1 off" in table.layers.button.text()
    table.layers.button.hide()
    bare = picture(table)
    click(table, layer)
    table.layers.button.show()
    assert not table.layers.button.text()
    assert bare.copy(0, 0, 600, bare.height()) != whole.copy(0, 0, 600, whole.height())
    assert picture(table) == whole


def test_the_counters_of_one_side_can_be_hidden(lay) -> None:
    table = lay("nmc")
    board = table.map.board
    mine = next(piece for piece in board.pieces.values() if piece.side == "union")
    other = next(piece for piece in board.pieces.values() if piece.side == "confederate")
    opened(table)
    click(table, "side:union")
    assert board.piece_rect(mine.id).isEmpty()
    assert not board.piece_rect(other.id).isEmpty()
    assert not board.hit(table.map.camera.to_screen(*board.place(mine.space).center)).piece  # type: ignore[union-attr]
    table.session.changed.emit()  # the next position keeps to it
    assert board.piece_rect(mine.id).isEmpty()
    click(table, "side:union")
    assert not board.piece_rect(mine.id).isEmpty()


def test_layers_are_remembered_for_their_game_alone(lay, store: Store) -> None:
    opened(first := lay("nmc"))
    click(first, "roads")
    assert "roads" in lay("nmc").map.board.hidden
    assert "roads" not in lay("fallujah").map.board.hidden
    assert Store(store.places).now.hidden_layers == {"nmc": ["roads"]}


def test_everything_comes_back_at_once(lay) -> None:
    table = lay("nmc")
    opened(table)
    for layer in ("roads", "labels", "side:union"):
        click(table, layer)
    assert len(table.layers.hidden) == 3
    table.layers.card._everything()
    assert not table.map.board.hidden


def test_the_card_sizes_counters_and_overlays(lay, store: Store) -> None:
    table = lay("nmc")
    space = table.game_map.ids[0]
    table.map.set_overlay(Overlay("o", "All", "", dict.fromkeys(table.game_map.ids, "x"), (("x", "#0072b2", "fill"),)))
    opened(table)
    card, board = table.layers.card, table.map.board
    assert card is not None
    strong, natural = picture(table), board.size
    card.strength.setFocus()
    QTest.keyClick(card.strength, Qt.Key.Key_Home)
    assert store.now.overlay_strength == 20
    at = table.map.camera.to_screen(*table.game_map.spaces[space].center).toPoint() + QPoint(3, 2)
    weak = picture(table)
    assert weak.pixelColor(at).blue() != strong.pixelColor(at).blue()
    QTest.keyClick(card.scale, Qt.Key.Key_End)
    assert store.now.counter_size == {"nmc": 160}
    assert board.size == pytest.approx(natural * 1.6)


def test_each_seat_looks_from_its_own_edge(lay, store: Store) -> None:
    store.set(curtain="never")
    table = lay("nmc")
    first = table.session.viewer
    QTest.keyClick(table, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert table.map.camera.turned
    assert store.now.turned == {"nmc": [first]}
    other = next(side for side in table.session.match.sides if side != first)
    while table.session.match.to_act == first:
        table.session.play(table.session.match.legal()[-1])
    assert table.session.viewer == other
    assert not table.map.camera.turned
    while table.session.match.to_act == other:
        table.session.play(table.session.match.legal()[-1])
    assert table.session.viewer == first
    assert table.map.camera.turned
    QTest.keyClick(table, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert not table.map.camera.turned
