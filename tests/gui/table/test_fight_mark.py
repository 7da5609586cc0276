"""The place of a fight is marked on the map while it is decided, and what a ruler covers is not part of the view."""

from __future__ import annotations

from tests.gui.table.test_battle_card import fight
from tests.gui.waiting import rest


def test_the_place_of_a_fight_is_outlined_until_it_is_over(lay, store) -> None:
    store.set(curtain="never")
    table = lay("operation_serval", match=fight("operation_serval", None, ("IsrWindow", "AllotHits", "FireRound")))
    session = table.session
    assert table.map.board.fight == session.stage().space
    session.show(0)
    assert table.map.board.fight == ""
    session.show(None)
    assert table.map.board.fight == session.stage().space


def test_a_map_opens_beside_its_rulers(lay) -> None:
    """Nothing of the sheet lies under the strips with the numbers of rows and columns."""
    table = lay("operation_serval")
    table.start()
    rest(5)
    assert table.ruler.isVisible()
    left, top = table.map.camera.inset
    corner = table.map.camera.to_screen(0, 0)
    assert left > 0 and corner.x() >= left - 1
    assert top > 0
