"""The toy game in the window: cards go from tray to tray by drag, click and key, and cargo is seen aboard its ship."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from common.engine import Match, load_game, register_game
from common.gui.table.table_window import TableWindow
from tests.toy.actions import Embark
from tests.toy.rules.sequence import Discard

LEFT = Qt.MouseButton.LeftButton
register_game("toy", "tests.toy")


def match_at_discard() -> Match:
    """Blue has put a block aboard and is asked which cards to discard."""
    match = load_game("toy").new_match(seed=3)
    for number in range(60):
        if isinstance(match.state.step, Discard):
            return match
        legal = match.legal()
        aboard = [action for action in legal if isinstance(action, Embark)]
        match.play(aboard[0] if aboard else legal[(number * 7) % len(legal)])
    raise AssertionError("nobody discards")


@pytest.fixture
def table(lay) -> TableWindow:
    """One person at the table, so that no curtain falls."""
    return lay(match=match_at_discard(), seats={"blue": "human", "red": "random"})


def chosen(table: TableWindow) -> tuple[str, ...]:
    step = table.session.match.state.step
    assert isinstance(step, Discard)
    return step.chosen


def at(table: TableWindow, name: str) -> QPoint:
    """A point of a card, or of the title of a tray."""
    layout = table.hand_dock.trays.arrangement
    item, place = layout.items.get(name), layout.place(name)
    rect = item.rect if item is not None else place.head if place is not None else QRectF()
    return QPointF(rect.left() + 8, rect.center().y()).toPoint()


def drag(table: TableWindow, card: str, tray: str) -> None:
    trays, start, end = table.hand_dock.trays, at(table, card), at(table, tray)
    QTest.mousePress(trays, LEFT, pos=start)
    for part in (0.4, 1.0):
        QTest.mouseMove(trays, start + (end - start) * part)
    QTest.mouseRelease(trays, LEFT, pos=end)


def test_a_card_is_dragged_to_the_discards_and_back(table: TableWindow) -> None:
    first, *_ = table.hand_dock.trays.arrangement.items
    drag(table, first, "discards")
    assert chosen(table) == (first.split()[0],)
    moved = next(item for item in table.hand_dock.trays.arrangement.items.values() if item.tray == "discards")
    drag(table, moved.id, "hand")
    assert chosen(table) == ()


def test_a_card_is_discarded_by_two_clicks(table: TableWindow) -> None:
    first, *_ = table.hand_dock.trays.arrangement.items
    trays = table.hand_dock.trays
    QTest.mouseClick(trays, LEFT, pos=at(table, first))
    if not chosen(table):  # a click that is no action of its own takes the card up
        assert "discards" in trays.targets
        QTest.mouseClick(trays, LEFT, pos=at(table, "discards"))
    assert chosen(table) == (first.split()[0],)


def test_a_card_is_discarded_by_keys(table: TableWindow) -> None:
    trays = table.hand_dock.trays
    trays.setFocus()
    QTest.keyClick(trays, Qt.Key.Key_Right)
    card = trays.marked.piece
    assert card
    QTest.keyClick(trays, Qt.Key.Key_Return)
    while not chosen(table) and trays.marked.space != "discards":
        QTest.keyClick(trays, Qt.Key.Key_Down)
    if not chosen(table):
        QTest.keyClick(trays, Qt.Key.Key_Return)
    assert chosen(table) == (card.split()[0],)


def test_a_card_put_on_the_deck_snaps_back_with_the_rule(table: TableWindow) -> None:
    first, *_ = table.hand_dock.trays.arrangement.items
    drag(table, first, "deck")
    bubble = table.hand_dock.trays.bubble
    assert chosen(table) == ()
    assert bubble is not None and bubble.isVisible() and bubble.rule


def test_the_hand_of_the_other_side_is_a_pile_of_backs(table: TableWindow) -> None:
    layout = table.hand_dock.trays.arrangement
    place = layout.place("red hand")
    assert place is not None and place.pile is not None and not place.items


def test_cargo_lies_beside_its_ship_and_is_named_aboard(table: TableWindow) -> None:
    layout = table.map.board.layout
    assert layout is not None
    stack = next(stack for stack in layout.inner)
    cargo = stack.counters[0].piece
    ship = table.map.board.pieces[stack.inside]
    assert cargo.space == ship.space
    assert table.map.board.describe(cargo.space, cargo.id).endswith(f"aboard {ship.name}")


def test_the_box_beside_the_map_is_a_space_to_searches(table: TableWindow) -> None:
    game_map = table.game_map
    assert "abroad" in game_map.off_map
    assert game_map.distance("abroad", "strait") == 2
