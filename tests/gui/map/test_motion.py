"""Reduced motion, a camera that stays where the eye is, and pointers that tell what would happen."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from common.bots import make_bot
from common.engine import Seat
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.map.map_canvas import SEEN
from common.gui.table.choice_buttons import ChoiceButton, EndButton
from common.gui.table.table_window import TableWindow
from common.gui.table.table_wiring import BUSY
from tests.gui import hands
from tests.gui.waiting import rest

Shape = Qt.CursorShape


def moves(table: TableWindow) -> list[str]:
    """What would move for longer than a tenth of a second, if anything."""
    motion = table.map.motion
    found = [name for name, glide in motion.glides.items() if glide.seconds > 0.1]
    return found + [name for name, tween in motion._tweens.items() if tween.seconds > 0.1]


def test_one_switch_stops_everything_that_moves(lay, store, qtbot) -> None:
    """F98: marches, refusals, zoom, jumps and pulses; with the switch off the same things do move."""
    table = lay(seed=3)
    dialog = SettingsDialog(store, table)
    qtbot.addWidget(dialog)
    box = next(b for b in dialog.findChildren(type(dialog._switch("animation", ""))) if "Nothing glides" in b.text())
    dialog.tabs.setCurrentIndex(0)
    dialog.show()
    assert box.isChecked()
    seen: dict[bool, set[str]] = {}
    for reduced in (False, True):
        if store.now.reduced_motion != reduced:
            QTest.mouseClick(box, hands.LEFT, pos=QPoint(8, box.height() // 2))
        assert store.now.reduced_motion is reduced
        seen[reduced] = set()
        for act in (table.map.zoom_in, table.map.fit, lambda: table.map.center_on("5015"), table.map.zoom_out):
            act()
            seen[reduced] |= set(moves(table))
        session = table.session
        for number in range(30):
            bot = make_bot("policy", session.match.game, session.match.to_act, number)
            session.play(bot.choose(Seat(session.match, session.match.to_act)).action)
            seen[reduced] |= set(moves(table))
        assert not reduced or not table.map.motion.running
    assert seen[True] == set()
    assert "camera" in seen[False]
    assert "pulse" in seen[False]
    assert len(seen[False]) > 2


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_the_camera_stays_when_the_place_is_seen(lay, game: str) -> None:
    """F98: to point at what is on screen never shifts the picture; what is not is brought in."""
    table = lay(game)
    view = table.map
    view.zoom_to(sorted(table.game_map.spaces)[:6])
    inner = view.rect().adjusted(SEEN, SEEN, -SEEN, -SEEN)
    before, brought = (view.camera.scale, view.camera.center), 0
    for space in table.game_map.spaces:
        place = view.board.place(space)
        assert place is not None
        seen = inner.contains(view.camera.to_screen(*place.center).toPoint())
        view.center_on(space)
        assert ((view.camera.scale, view.camera.center) == before) == seen
        brought += not seen
        view.camera.scale, view.camera.center = before
    assert brought


def test_a_double_click_never_plays_more_than_its_first_click(lay) -> None:
    """U11: details open; the second click is no action."""
    table = lay(seed=3)
    hands.press(table, "Begin")
    session = table.session
    hands.near(table, "1704")
    at, before = hands.at(table, "1704"), session.match.hash()
    QTest.mouseClick(table.map, hands.LEFT, pos=at)
    QTest.mouseDClick(table.map, hands.LEFT, pos=at)
    assert session.match.hash() == before
    assert table.map.gestures.held is None
    assert table.inspector.page == "place"
    assert "Confederate cavalry" in table.inspector.place.toPlainText()


def second_half(widget: QWidget, at: QPoint) -> None:
    """What follows the first click of a double click, on whatever lies under the pointer by then."""
    QTest.mouseDClick(widget, hands.LEFT, pos=at)
    QTest.mouseRelease(widget, hands.LEFT, pos=at)


def test_a_double_click_where_a_click_acts_acts_once_and_opens_nothing(lay) -> None:
    """U11: put a held counter down with a double click: one gesture is played, and no more."""
    table = lay(seed=3)
    hands.press(table, "Begin")
    session, view = table.session, table.map
    hands.near(table, "1704")
    start = hands.at(table, "1704")
    target = table.hand.targets_for(view.liftable(view.hit(QPointF(start)), True))[0]
    table.inspector.open("rules")
    QTest.mouseClick(view, hands.LEFT, pos=start)
    before = session.length
    goal = hands.middle(table, target.space)
    QTest.mouseClick(view, hands.LEFT, pos=goal)
    second_half(view, goal)
    played = [moment.action for moment in session.match.past[before:]]
    assert played and played == list(target.plan[: len(played)])  # one gesture, as far as its roll took it
    assert table.inspector.page == "rules"


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_no_double_click_does_two_things_or_any_to_a_counter_that_is_taken_up(
    lay, store, game: str, count: int
) -> None:
    """U11: double clicks all over the map at many moments of a game; the second half never acts."""
    store.set(curtain="never")
    table, chance = lay(game, seed=5), random.Random(5)
    session, view, acted = table.session, table.map, 0
    for _ in range(count):
        spaces, pieces = table.hand.find_lit()
        movable = [piece for piece in session.pieces() if piece.movable]
        spots = [hands.at(table, space) for space in sorted(spaces)[:20]]
        spots += [view.board.piece_rect(p).center().toPoint() for p in sorted(pieces)[:20] if p in view.board.pieces]
        taken = [view.board.piece_rect(piece.id).center().toPoint() for piece in movable[:20]]
        at = chance.choice([*spots, *taken, view.rect().center()])
        before = session.length
        QTest.mouseClick(view, hands.LEFT, pos=at)
        menu = QApplication.activePopupWidget()
        after, page = session.length, table.inspector.page
        if isinstance(menu, QMenu):
            over = menu.actionGeometry(menu.actions()[0]).center()
            second_half(menu, over)
            menu.close()
        else:
            second_half(view, at)
        assert session.length == after
        assert view.gestures.held is None or after > before
        acted += after > before
        if after > before:
            assert table.inspector.page == page
        hit = view.hit(QPointF(at))
        if after == before and not isinstance(menu, QMenu) and hit.piece:
            assert table.inspector.page == "place"
        table.inspector.open("rules")
        session.match.play(chance.choice(session.match.legal()))
        session.refresh()
        if session.match.result is not None:
            break
    assert acted


def test_the_second_half_of_a_double_click_presses_no_other_button(lay) -> None:
    """U11: a button of the bar is gone after its click; what stands in its place is not meant."""
    table = lay(seed=3)
    session = table.session
    QTest.mouseClick(table.prompt.buttons[0], hands.LEFT)
    rest(1)
    assert session.length == 1
    for button in [b for b in table.prompt.buttons if isinstance(b, ChoiceButton | EndButton)]:
        second_half(button, button.rect().center())
        assert session.length == 1


def test_the_pointer_has_the_shape_of_what_would_happen(lay, qtbot) -> None:
    """U14: arrow, open and closed hand, forbidden, and busy while a bot thinks for long."""
    table = lay(seed=3)
    hands.press(table, "Begin")
    view = table.map
    hands.near(table, "1704", "3005")
    at, free = hands.at(table, "1704"), hands.middle(table, "1705")
    target = next(t.space for t in table.hand.targets_for(view.liftable(view.hit(QPointF(at)), True)))
    QTest.mouseMove(view, QPoint(2, 2))
    QTest.mouseMove(view, free)
    assert view.cursor().shape() == Shape.ArrowCursor
    QTest.mouseMove(view, at)
    assert view.cursor().shape() == Shape.OpenHandCursor
    QTest.mousePress(view, hands.LEFT, pos=at)
    QTest.mouseMove(view, at + QPoint(8, 0))
    QTest.mouseMove(view, hands.middle(table, target))
    assert view.cursor().shape() == Shape.ClosedHandCursor
    far = hands.middle(table, "3005")
    assert "3005" not in view.board.targets
    QTest.mouseMove(view, far)
    assert view.cursor().shape() == Shape.ForbiddenCursor
    QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(view, hands.LEFT, pos=far)
    QTest.mouseMove(view, free)
    table.session.thinking.emit("union")
    assert view.cursor().shape() == Shape.ArrowCursor
    qtbot.waitUntil(lambda: view.cursor().shape() == Shape.BusyCursor, timeout=BUSY + 2000)
    table.session.thinking.emit("")
    assert view.cursor().shape() == Shape.ArrowCursor
