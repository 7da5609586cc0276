"""Trays in the window of a game: the dock asks the selection as the map does; games without trays have none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from common.engine import Refusal
from common.gui.table import open_table
from common.gui.table.table_window import TableWindow
from common.tabletop import Card, CardFace, Target, Tray

LEFT = Qt.MouseButton.LeftButton
GOAL, ELSEWHERE = "3805", "3810"
BACK = CardFace("Deck", symbol="shield", paper="#1f5a3a", ink="#ffffff", back=True)


def with_trays(plain: type) -> type:
    """A table that has a deck, a hand and a discard pile besides: each card stands for the first legal action."""

    class CardTable(plain):  # type: ignore[misc]
        """Cards can be put on the discard pile and on one hex."""

        def trays(self, view: Any) -> Sequence[Tray]:
            cards = tuple(Card(name, CardFace(f"Card {name}", "Read me.", "2"), movable=name != "c3") for name in NAMES)
            return (
                Tray("deck", "Deck", face_down=20, back=BACK),
                Tray("hand", "Hand", cards=cards),
                Tray("discard", "Discard"),
            )

        def lift(self, seat: Any, pieces: Sequence[str]) -> Sequence[Target]:
            if pieces and pieces[0] in NAMES:
                return tuple(Target(space, "Play it", (seat.legal()[0],)) for space in ("discard", GOAL))
            return super().lift(seat, pieces)

        def refuse(self, seat: Any, pieces: Sequence[str], space: str) -> Refusal | None:
            if pieces and pieces[0] in NAMES:
                return Refusal("8.6", "no card goes there")
            return super().refuse(seat, pieces, space)

    return CardTable


NAMES = ("c1", "c2", "c3")


@pytest.fixture
def table(lay, monkeypatch) -> TableWindow:
    made = open_table.find_table

    def table_of(match: Any) -> Any:
        found = made(match)
        found.__class__ = with_trays(type(found))
        return found

    monkeypatch.setattr(open_table, "find_table", table_of)
    window = lay("nmc")
    window.map.center_on(GOAL, pulse=False)
    return window


def at(table: TableWindow, name: str) -> QPoint:
    """A point of a card or of a tray."""
    layout = table.hand_dock.trays.arrangement
    item, place = layout.items.get(name), layout.place(name)
    rect = item.rect if item is not None else place.frame if place is not None else QRectF()
    return QPointF(rect.left() + 8, rect.center().y()).toPoint()


def on_map(table: TableWindow, space: str) -> QPoint:
    place = table.map.board.place(space)
    assert place is not None
    return table.map.camera.to_screen(*place.center).toPoint()


def drag(table: TableWindow, card: str, end: QPoint) -> None:
    """From a card to a point of the trays."""
    trays = table.hand_dock.trays
    start = at(table, card)
    QTest.mousePress(trays, LEFT, pos=start)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(trays, start + (end - start) * part)
    QTest.mouseRelease(trays, LEFT, pos=end)


def played(table: TableWindow) -> int:
    return len(table.session.match.past)


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_a_game_without_trays_has_no_dock(lay, game: str) -> None:
    window = lay(game)
    assert not window.hand_dock.isVisible()
    assert window.dockWidgetArea(window.hand_dock) == Qt.DockWidgetArea.NoDockWidgetArea


def test_trays_lie_below_the_map(table: TableWindow) -> None:
    dock = table.hand_dock
    assert dock.isVisible()
    assert [place.tray.id for place in dock.trays.arrangement.places] == ["deck", "hand", "discard"]
    assert dock.geometry().top() >= table.map.mapTo(table, table.map.rect().bottomLeft()).y()
    assert not dock.trays.rect().isEmpty()


def test_the_layout_of_another_game_neither_hides_nor_widens_the_trays(lay) -> None:
    plain = lay("fallujah")
    plain.docks.save()
    cards = lay("sand_wars")
    assert cards.hand_dock.isVisible()
    assert cards.hand_dock.geometry().right() < cards.inspector_dock.geometry().left()
    cards.hand_dock.step_aside(True)  # as a result page lets it
    cards.docks.save()
    assert lay("sand_wars").hand_dock.isVisible()
    assert not lay("fallujah").hand_dock.isVisible()


def test_a_card_is_dragged_to_another_tray(table: TableWindow) -> None:
    legal = table.session.seat.legal()[0]
    drag(table, "c1", at(table, "discard"))
    assert played(table) == 1
    assert table.session.match.past[0].action == legal


def test_a_card_is_dragged_onto_the_map(table: TableWindow) -> None:
    trays = table.hand_dock.trays
    spot = on_map(table, GOAL)
    assert table.map.rect().contains(spot)
    drag(table, "c1", trays.mapFromGlobal(table.map.mapToGlobal(spot)))
    assert played(table) == 1


def test_while_a_card_is_dragged_its_targets_are_lit_in_trays_and_on_the_map(table: TableWindow) -> None:
    trays = table.hand_dock.trays
    start = at(table, "c1")
    QTest.mousePress(trays, LEFT, pos=start)
    QTest.mouseMove(trays, start + QPoint(12, 0))
    assert GOAL in table.map.board.targets
    assert "discard" in trays.targets
    spot = trays.mapFromGlobal(table.map.mapToGlobal(on_map(table, GOAL)))
    QTest.mouseMove(trays, spot)
    assert table.map.board.hover.space == GOAL
    QTest.mouseRelease(trays, LEFT, pos=start)
    assert played(table) == 0
    assert not table.map.board.targets and not trays.targets


def test_a_drop_that_is_not_allowed_says_why(table: TableWindow) -> None:
    trays = table.hand_dock.trays
    drag(table, "c1", at(table, "deck"))
    assert played(table) == 0
    assert trays.bubble is not None and trays.bubble.isVisible() and trays.bubble.rule == "8.6"
    spot = on_map(table, ELSEWHERE)
    drag(table, "c1", trays.mapFromGlobal(table.map.mapToGlobal(spot)))
    assert played(table) == 0
    assert table.map.bubble.isVisible() and table.map.bubble.rule == "8.6"


def test_a_click_on_a_card_and_a_click_on_the_map(table: TableWindow) -> None:
    QTest.mouseClick(table.hand_dock.trays, LEFT, pos=at(table, "c2"))
    assert table.hand.selected == ("c2",)
    assert GOAL in table.map.board.targets
    QTest.mouseClick(table.map, LEFT, pos=on_map(table, GOAL))
    assert played(table) == 1
    assert table.hand_dock.trays.gestures.held is None


def test_a_click_on_a_card_and_a_click_on_a_tray(table: TableWindow) -> None:
    trays = table.hand_dock.trays
    QTest.mouseClick(trays, LEFT, pos=at(table, "c2"))
    QTest.mouseClick(trays, LEFT, pos=at(table, "discard"))
    assert played(table) == 1


def test_escape_on_the_map_lets_go_of_a_card(table: TableWindow) -> None:
    trays = table.hand_dock.trays
    QTest.mouseClick(trays, LEFT, pos=at(table, "c2"))
    QTest.keyClick(table.map, Qt.Key.Key_Escape)
    assert table.hand.selected == ()
    assert trays.gestures.held is None and trays.selected == ()


def test_a_card_is_played_by_keyboard(table: TableWindow) -> None:
    trays = table.hand_dock.trays
    trays.setFocus()
    QTest.keyClick(trays, Qt.Key.Key_Right)
    QTest.keyClick(trays, Qt.Key.Key_Right)
    assert trays.marked.piece == "c1"
    QTest.keyClick(trays, Qt.Key.Key_Return)
    assert table.hand.selected == ("c1",)
    assert table.map.hasFocus() and table.map.board.cursor == GOAL
    QTest.keyClick(table.map, Qt.Key.Key_Return)
    assert played(table) == 1


def test_counters_of_the_map_are_dragged_into_a_tray(table: TableWindow, monkeypatch) -> None:
    view, dropped = table.map, list[tuple[tuple[str, ...], str]]()
    view.dropped.connect(lambda pieces, space: dropped.append((pieces, space)))
    piece = next(p for p in table.session.pieces() if p.movable and p.space in table.game_map.spaces)
    view.center_on(piece.space, pulse=False)
    start = view.board.piece_rect(piece.id).center().toPoint()
    end = view.mapFromGlobal(table.hand_dock.trays.mapToGlobal(at(table, "discard")))
    QTest.mousePress(view, LEFT, pos=start)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(view, start + (end - start) * part)
    floating = table.hand_dock._floating
    assert floating is not None and floating.isVisible()
    assert floating.tag == "✕"
    QTest.mouseRelease(view, LEFT, pos=end)
    assert dropped[0][1] == "discard"
    assert not floating.isVisible()
    bubble = table.hand_dock.trays.bubble
    assert bubble is not None and bubble.isVisible(), "the reason stands at the tray"


def test_a_card_that_cannot_be_played_tells_why_in_its_tip(table: TableWindow) -> None:
    tip = table.hand_dock._tip("hand", "c3")
    assert tip.startswith("Card c3 (2)\nRead me.\nHand")
    assert "No card goes there. (8.6)" in tip


def test_trays_and_cards_have_names(table: TableWindow) -> None:
    assert table.session.space_name("discard") == "Discard"
    card = next(piece for piece in table.session.pieces() if piece.id == "c1")
    assert (card.name, card.space, card.movable) == ("Card c1", "hand", True)


def test_behind_the_curtain_there_are_no_cards(table: TableWindow) -> None:
    table.session.drop_curtain()
    assert table.hand_dock.trays.trays == ()
    assert "Card c1" not in table.hand_dock.trays.accessibleDescription()
