"""Reduced motion, a camera that stays where the eye is, and pointers that tell what would happen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from common.bots import make_bot
from common.gui.canvas import SEEN
from common.gui.settings_dialog import SettingsDialog
from common.gui.window import BUSY, TableWindow
from tests.gui import hands

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
    box = next(b for b in dialog.findChildren(type(dialog._switch("sounds", ""))) if "Nothing glides" in b.text())
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
            session.play(bot.choose(session.match).action)
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
    assert table.inspector.page == "here"
    assert "Confederate cavalry" in table.inspector.here.toPlainText()


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
