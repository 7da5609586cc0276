"""The ruler of a hex map: columns and rows whichever comes first in the number, only where numbers are too small."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QFrame

from common.gui.map.hex_ruler import FROM_NEAR, find_marks
from tests.gui.waiting import rest


def test_the_order_of_column_and_row_is_measured() -> None:
    column_first = {f"{c:02}{r:02}": (c * 10.0, r * 10.0 + c % 2 * 5) for c in range(4) for r in range(3)}
    marks = find_marks(column_first)
    assert [name for name, _ in marks.columns] == ["00··", "01··", "02··", "03··"]
    assert [at for _, at in marks.columns] == [0, 10, 20, 30]
    assert [name for name, _ in marks.rows] == ["··00", "··01", "··02"]
    row_first = {f"{id_[2:]}{id_[:2]}": at for id_, at in column_first.items()}
    assert [name for name, _ in find_marks(row_first).columns] == ["··00", "··01", "··02", "··03"]


@pytest.mark.parametrize(("game", "hexes"), [("nmc", True), ("operation_serval", True), ("fallujah", False)])
def test_it_is_there_where_the_numbers_are_too_small(lay, game: str, hexes: bool) -> None:
    table = lay(game)
    assert table.map.camera.scale < FROM_NEAR
    rest(5)
    assert table.ruler.isVisible() is hexes
    table.map.zoom_to([next(iter(table.game_map.spaces))])
    table.map.settle()
    rest(5)
    assert table.map.camera.scale > FROM_NEAR
    assert not table.ruler.isVisible()


def test_a_fan_at_the_edge_keeps_off_the_ruler(lay) -> None:
    """The boxes of available counters lie at the left edge of this map, under the rows of the ruler."""
    table = lay("operation_serval")
    view = table.map
    rest(5)
    view.fanning.open("available_mnla")
    left, top = view.camera.inset
    assert table.ruler.isVisible() and left > 0
    assert view.board.fan is not None and view.board.fan.panel.left() > left and view.board.fan.panel.top() > top


def test_a_fan_keeps_off_the_overview_of_the_map(lay, store) -> None:
    store.set(minimap=True)
    table = lay("operation_serval", options={"quick_start": True, "fog_of_war": False})
    view = table.map
    view.minimap.show()
    rest(5)
    stacks = [space for space in table.game_map.spaces if len(view.board.stack(space)) > 1]
    inside = [space for space in stacks if view.rect().contains(view.board.stack_rect(space).toRect())]
    for space in inside:
        view.fanning.open(space)
        assert view.board.fan is not None
        assert not view.board.fan.panel.intersects(QRectF(view.minimap.geometry())), space
    assert len(inside) > 2


def test_a_fan_keeps_off_all_that_lies_beside_it(lay, store) -> None:
    """Of two cards at the left of a stack the one that reaches farther counts, whichever came first."""
    store.set(curtain="never")
    table = lay("operation_serval", options={"quick_start": True, "fog_of_war": False})
    view = table.map
    space = next(space for space in table.game_map.spaces if len(view.board.stack(space)) > 2)
    anchor = view.board.stack_rect(space).toRect()
    cards = [QFrame(view) for _ in range(2)]
    for card, away in zip(cards, (4, 60), strict=True):
        card.setObjectName("card")
        card.setGeometry(anchor.left() - away - 150, anchor.top() - 200, 150, 400)
        card.show()
    view.fanning.open(space)
    assert view.board.fan is not None
    assert not any(view.board.fan.panel.intersects(QRectF(card.geometry())) for card in cards)
