"""What is lit is what is legal, in both directions; who can still act is counted, visited and marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from common.bots import make_bot
from common.engine import Match, Seat
from common.gui.map.map_signs import LIT
from common.gui.session.session import Session
from common.gui.table.table_window import TableWindow
from common.tabletop import Target
from fallujah.actions import Join
from nmc.actions import Assign, Lock
from tests.gui import hands
from tests.gui.hands import LEFT
from tests.playing import bot_action

GAMES = ("nmc", "fallujah")


def reached(table: TableWindow, holds: Callable[[Match], bool]) -> Session:
    """The first position of a bot game of which something holds."""
    session = table.session
    for number in range(900):
        if holds(session.match):
            session.seat_person()
            session.refresh()
            return session
        bot = make_bot("policy", session.match.game, session.match.to_act, number)
        session.match.play(bot.choose(Seat(session.match, session.match.to_act)).action)
    pytest.fail("the game never comes to that")


def wander(table: TableWindow, count: int, each: int = 3) -> Iterator[Session]:
    """Positions of a game in which bots and chance take turns."""
    session, number = table.session, 0
    while count and session.match.to_act is not None:
        level = "policy" if number % 5 else "random"
        session.match.play(bot_action(session.match, level, number))
        number += 1
        if number % each == 0 and session.match.to_act is not None:
            session.seat_person()
            session.refresh()
            yield session
            count -= 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_everything_lit_is_legal_and_everything_legal_is_lit(lay, game: str, count: int) -> None:
    """F03: the sets on the map equal those of `legal()`; what can be taken up can be put down somewhere."""
    table = lay(game, seed=3)
    board, hand = table.map.board, table.hand
    seen = 0
    for session in wander(table, count):
        gestures = [session.table.gesture(session.seat, action) for action in session.match.legal()]
        assert board.lit_spaces == {g.space for g in gestures if g.space and not g.piece}
        assert board.lit_pieces == {g.piece for g in gestures if g.piece}
        placed = [g for g in gestures if g.space or g.piece]
        assert {c.plan for c in hand.find_placeless()} == {(g.action,) for g in gestures if g not in placed}
        for g in placed:  # by the menu of its place or its piece, each can be done
            space = g.space or table.map.space_of(g.piece)
            if g.piece and g.space:
                assert any(t.space == g.space for t in hand.targets_for((g.piece,)))
            else:
                assert any(choice.plan == (g.action,) for choice in hand.offers_at(space, g.piece))
        able = {piece.id for piece in session.pieces() if piece.movable}
        pools = {p.space for p in session.pieces() if p.id in able and p.space not in table.game_map.spaces}
        for piece in session.pieces():
            if piece.side == session.to_act and piece.space not in pools:
                goes = any(target.plan for target in hand.targets_for((piece.id,)))
                assert goes == (piece.id in able), (piece.id, session.match.prompt)
        seen += 1
    assert seen == count


@pytest.mark.parametrize("game", GAMES)
def test_n_visits_each_piece_that_can_act_once_round(lay, game: str) -> None:
    """F10: forwards and backwards, with real keys."""
    table = lay(game, seed=3)
    for session in wander(table, 4, 17):
        usable = table.hand.find_usable()
        able = {p.id for p in session.pieces() if p.movable} | table.hand.find_lit()[1]
        assert set(usable) == able & {p.id for p in session.pieces()}
        if not usable:
            continue
        table.hand.cancel()
        table.map.setFocus()
        seen = []
        for _ in usable:
            QTest.keyClick(table.map, Qt.Key.Key_N)
            seen.append(table.hand.selected[0])
        assert seen == usable
        if len(usable) > 1:
            QTest.keyClick(table.map, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
            assert table.hand.selected[0] == usable[-2]
        table.hand.cancel()


def test_the_guard_counts_and_leads_to_who_can_still_act(lay, store) -> None:
    """F09: one line with a jump, never a question; it can be switched off."""
    table = lay("fallujah", seed=3)
    session = next(wander(table, 1, 30))
    count = len([p for p in table.hand.find_usable() if table.hand.piece(p).space in table.game_map.spaces])
    assert count > 1

    def guard():
        items = [item.widget() for item in table.prompt.flow.items()]
        return next((w for w in items if "can still act" in w.text()), None)

    assert guard().text().startswith(f"{count} units can still act")
    QTest.mouseClick(guard(), LEFT)
    assert table.hand.selected[0] == table.hand.find_usable()[0]
    end = next(g.action for g in session.gestures() if not g.space and not g.piece)
    table.hand.cancel()
    store.set(guard=False)
    assert guard() is None
    store.set(guard=True)
    session.play(end)  # nothing asks: the action is simply done
    assert session.match.past[-1].action == end


def test_attackers_chosen_so_far_carry_a_badge(lay) -> None:
    table = lay("fallujah", seed=3)
    session = reached(table, lambda match: sum(isinstance(action, Join) for action in match.legal()) > 1)
    first, second = [action.unit for action in session.match.legal() if isinstance(action, Join)][:2]
    session.play(Join(first))
    badges = {piece.id: piece.badges for piece in session.pieces()}
    assert "engaged" in badges[first]
    assert "engaged" not in badges[second]


def test_units_of_a_force_being_formed_carry_a_badge_and_can_be_dragged_off(lay) -> None:
    table = lay("nmc", seed=3)
    session = reached(table, lambda match: Assign("cavalry", 3) in match.legal())
    here = session.match.state.step.hex
    session.play(Assign("cavalry", 3))
    chosen = [p for p in session.pieces() if p.space == here and "engaged" in p.badges]
    assert sum(p.strength for p in chosen) == 3
    assert all(p.movable for p in chosen)
    targets = table.hand.targets_for(tuple(p.id for p in chosen))
    assert targets
    assert targets[0].plan[0] == Lock()
    before = session.length
    session.run(targets[0])
    assert session.length > before + 1


@pytest.mark.parametrize("turned", [False, True])
def test_the_line_around_what_is_lit_does_not_run_through_a_name(lay, turned: bool) -> None:
    """U40: Fort Thorn lies across the sides of the lit hexes around it."""
    table = lay("nmc")
    hands.near(table, "1704")
    view = table.map
    view.set_turned(180 if turned else 0)
    outline = view.board.place("1704").outline.boundingRect()
    (name,) = [rect for rect in view.board.names if rect.intersects(outline) and rect.width() > 2 * rect.height()]
    box = view.camera.transform().mapRect(name).toRect()
    image = view.grab().toImage()
    assert any(is_line(image.pixelColor(x, y)) for x in range(image.width()) for y in range(0, image.height(), 3))
    assert not [(x, y) for x in across(box) for y in down(box) if is_line(image.pixelColor(x, y))]


def across(box: QRect) -> range:
    return range(box.left(), box.right() + 1)


def down(box: QRect) -> range:
    return range(box.top(), box.bottom() + 1)


def is_line(colour: QColor) -> bool:
    """Whether a pixel has the colour of the line around lit spaces."""
    return max(abs(one - other) for one, other in zip(colour.getRgb(), LIT.getRgb(), strict=True)) < 12


def test_what_is_lit_is_hardly_duller_than_what_is_not(lay, store) -> None:
    """Where most of a map is left as it is, the spaces that matter are not the dim ones."""
    store.set(curtain="never")
    table = lay("operation_serval", options={"quick_start": True})
    space = "2211"
    hands.near(table, space)
    table.map.settle()
    around = QRect(hands.middle(table, space) - QPoint(6, 6), QSize(12, 12))

    def brightness() -> float:
        image = table.map.grab(around).toImage()
        return sum(image.pixelColor(x, y).lightnessF() for x in range(12) for y in range(12)) / 144

    plain = brightness()
    table.map.show_targets([Target(space, "", ())])
    assert brightness() > 0.95 * plain
