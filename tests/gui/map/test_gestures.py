"""Drag, click-and-click and keyboard on the real widget; the same pieces go to the same space in all three ways."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.bots import make_bot
from common.engine import Seat
from common.gui.map.map_signs import pill_rect
from common.gui.map.map_view import MapView
from common.tabletop import Face, Piece, Target
from tests.gui.drawn_maps import map_of

LEFT = Qt.MouseButton.LeftButton
RIGHT = Qt.MouseButton.RightButton


def piece(name: str, space: str, side: str = "union", movable: bool = True, order: int = 0) -> Piece:
    face = Face(symbol="infantry", paper="#2f5d9c", ink="#ffffff", bottom="3-4")
    return Piece(name, f"Unit {name}", space, face, side, order=order, movable=movable)


class Player:
    """Plays part B: answers a lift with targets, a drop with a new position or a refusal."""

    def __init__(self, view: MapView) -> None:
        self.view = view
        self.said: list[tuple[object, ...]] = []
        view.lifted.connect(self.lifted)
        view.dropped.connect(self.dropped)
        view.cancelled.connect(lambda: self.said.append(("cancelled",)))
        view.clicked.connect(lambda space, name, _: self.said.append(("clicked", space, name)))
        view.activated.connect(lambda space, name: self.said.append(("activated", space, name)))
        view.context.connect(lambda space, name, _: self.said.append(("context", space, name)))

    def lifted(self, pieces: tuple[str, ...]) -> None:
        self.said.append(("lifted", pieces))
        self.view.show_targets([Target("2106", "1", ()), Target("2108", "3", (), ("2105", "2106", "2107", "2108"))])

    def dropped(self, pieces: tuple[str, ...], space: str) -> None:
        self.said.append(("dropped", pieces, space))
        if space in ("2106", "2108"):
            now = self.view.board.pieces.values()
            moved = [piece(p.id, space, p.side or "", p.movable, p.order) if p.id in pieces else p for p in now]
            self.view.set_position(moved, (), True)
        else:
            self.view.refuse(space, "out of reach", "8.6")

    def told(self, word: str) -> list[tuple[object, ...]]:
        return [line for line in self.said if line[0] == word]


@pytest.fixture
def view(qtbot) -> MapView:
    result = MapView()
    result.reduced_motion = True
    result.resize(900, 640)
    qtbot.addWidget(result)
    result.set_map(map_of("nmc"), "light")
    result.show()
    qtbot.waitExposed(result)
    pieces = [piece("a", "2105"), piece("b", "2105", order=1), piece("c", "2110"), piece("e", "2009", "reb", False)]
    result.set_position(pieces, (), False)
    result.camera.scale = result.camera.unit_scale
    result.center_on("2107", pulse=False)
    result.camera_moved()
    return result


@pytest.fixture
def player(view: MapView) -> Player:
    return Player(view)


def spot(view: MapView, space: str) -> QPoint:
    place = view.board.place(space)
    assert place is not None
    return view.camera.to_screen(*place.center).toPoint()


def drag(view: MapView, start: QPoint, end: QPoint, release: bool = True) -> None:
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, 11):
        QTest.mouseMove(view, start + (end - start) * step / 10)
    if release:
        QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, end)


def test_dragging_a_stack_takes_all_that_can_move(view: MapView, player: Player) -> None:
    drag(view, spot(view, "2105"), spot(view, "2108"))
    assert player.said == [("lifted", ("a", "b")), ("dropped", ("a", "b"), "2108")]
    assert {p.space for p in view.board.pieces.values() if p.id in "ab"} == {"2108"}
    assert not view.board.targets


def test_clicking_does_the_same(view: MapView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=spot(view, "2105"))
    assert view.gestures.held is not None
    QTest.mouseClick(view, LEFT, pos=spot(view, "2108"))
    assert player.told("lifted") == [("lifted", ("a", "b"))]
    assert player.told("dropped") == [("dropped", ("a", "b"), "2108")]
    assert view.gestures.held is None


def test_the_keyboard_does_the_same(view: MapView, player: Player) -> None:
    view.setFocus()
    view.set_cursor("2105")
    QTest.keyClick(view, Qt.Key.Key_Return)
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.board.cursor == "2108"
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert player.told("lifted") == [("lifted", ("a", "b"))]
    assert player.told("dropped") == [("dropped", ("a", "b"), "2108")]


def test_a_ghost_stays_and_targets_are_lit_while_dragging(view: MapView, player: Player) -> None:
    drag(view, spot(view, "2105"), spot(view, "2107"), release=False)
    assert set(view.board.targets) == {"2106", "2108"}
    assert view.board.held is not None
    assert view.cursor().shape() == Qt.CursorShape.ForbiddenCursor
    QTest.mouseMove(view, spot(view, "2106"))
    assert view.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    QTest.mouseRelease(view, LEFT, pos=spot(view, "2106"))
    assert player.told("dropped") == [("dropped", ("a", "b"), "2106")]


def test_a_refused_drop_goes_back_and_says_why(view: MapView, player: Player) -> None:
    drag(view, spot(view, "2105"), spot(view, "1909"))
    assert player.told("dropped") == [("dropped", ("a", "b"), "1909")]
    assert view.bubble.isVisible()
    assert "8.6" in view.bubble.text.text()
    assert view.gestures.held is None
    assert view.board.pieces["a"].space == "2105"


def test_a_refused_drop_glides_back_quickly(qtbot, view: MapView, player: Player) -> None:
    view.reduced_motion = False
    drag(view, spot(view, "2105"), spot(view, "1909"))
    assert set(view.motion.glides) == {"a", "b"}
    assert all(glide.seconds <= 0.15 for glide in view.motion.glides.values())
    qtbot.waitUntil(lambda: not view.motion.running, timeout=1000)


def test_what_was_picked_by_click_stays_in_the_hand_after_a_refusal(view: MapView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=spot(view, "2105"))
    QTest.mouseClick(view, LEFT, pos=spot(view, "1909"))
    assert view.gestures.held is not None
    assert set(view.board.targets) == {"2106", "2108"}
    QTest.mouseClick(view, LEFT, pos=spot(view, "2106"))
    assert player.told("dropped")[-1] == ("dropped", ("a", "b"), "2106")


@pytest.mark.parametrize("how", ["escape", "right click", "leaving", "another program", "its own space"])
def test_a_drag_can_be_given_up(view: MapView, player: Player, how: str) -> None:
    before = dict(view.board.pieces)
    drag(view, spot(view, "2105"), spot(view, "2107"), release=False)
    if how == "escape":
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Escape)
    elif how == "right click":
        QTest.mousePress(view, RIGHT, pos=spot(view, "2107"))
    elif how == "leaving":
        QTest.mouseMove(view, QPoint(-30, 200))
    elif how == "another program":
        QApplication.sendEvent(view, QEvent(QEvent.Type.WindowDeactivate))
    else:
        QTest.mouseMove(view, spot(view, "2105"))
        QTest.mouseRelease(view, LEFT, pos=spot(view, "2105"))
    assert player.told("cancelled") == [("cancelled",)]
    assert not player.told("dropped")
    assert not player.told("context")
    assert view.gestures.held is None
    assert not view.board.targets
    assert view.board.pieces == before


def test_escape_gives_a_drag_up_before_it_puts_a_bubble_away(view: MapView, player: Player) -> None:
    """U1: the gesture first."""
    drag(view, spot(view, "2105"), spot(view, "1909"))
    assert view.bubble.isVisible()
    drag(view, spot(view, "2105"), spot(view, "2107"), release=False)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert player.told("cancelled") == [("cancelled",)]
    assert not view.bubble.isVisible()
    QTest.mouseRelease(view, LEFT, pos=spot(view, "2107"))
    assert len(player.told("dropped")) == 1


def test_jittered_clicks_move_nothing(view: MapView, player: Player) -> None:
    """F07: a thousand clicks with up to 4 px of shake, at every zoom, never become a drag."""
    rng = random.Random(7)
    for number in range(1000):
        if number % 100 == 0:
            view.camera.scale = view.camera.unit_scale * rng.uniform(0.5, 4)
            view.camera.center = view.board.place("2105").center  # type: ignore[union-attr]
            view.camera_moved()
        at = spot(view, "2105")
        QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, at)
        angle = QPoint(rng.randint(-2, 2), rng.randint(-3, 3))
        QTest.mouseMove(view, at + angle)
        QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, at + angle)
    assert not player.told("dropped")
    assert view.board.pieces["a"].space == "2105"


def test_a_drag_begins_at_six_pixels(view: MapView, player: Player) -> None:
    at = spot(view, "2105")
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseMove(view, at + QPoint(5, 0))
    assert not player.told("lifted")
    QTest.mouseMove(view, at + QPoint(6, 0))
    assert player.told("lifted")


def test_holding_lifts_without_moving(qtbot, view: MapView, player: Player) -> None:
    QTest.mousePress(view, LEFT, pos=spot(view, "2105"))
    qtbot.waitUntil(lambda: view.gestures.state == "dragging", timeout=1000)
    assert player.told("lifted") == [("lifted", ("a", "b"))]
    QTest.mouseRelease(view, LEFT, pos=spot(view, "2105"))
    assert not player.told("dropped")  # a slow click: the pieces are picked up instead
    assert view.gestures.held is not None
    assert view.gestures.held.by == "click"


def test_part_of_a_stack_is_chosen_in_the_fan(view: MapView, player: Player) -> None:
    view.fanning.open("2105")
    fan = view.board.fan
    assert fan is not None
    QTest.mouseClick(view, LEFT, pos=fan.rects["b"].center().toPoint())
    assert player.told("lifted")[-1] == ("lifted", ("b",))
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.ShiftModifier, fan.rects["a"].center().toPoint())
    assert set(player.told("lifted")[-1][1]) == {"a", "b"}  # type: ignore[call-overload]
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.ShiftModifier, fan.rects["b"].center().toPoint())
    assert player.told("lifted")[-1] == ("lifted", ("a",))
    view.fanning.close()
    QTest.mouseClick(view, LEFT, pos=spot(view, "2106"))
    assert player.told("dropped") == [("dropped", ("a",), "2106")]
    assert view.board.pieces["b"].space == "2105"


def test_a_single_piece_is_dragged_out_of_the_fan(view: MapView, player: Player) -> None:
    view.fanning.open("2105")
    fan = view.board.fan
    assert fan is not None
    drag(view, fan.rects["a"].center().toPoint(), spot(view, "2108"))
    assert player.said == [("lifted", ("a",)), ("dropped", ("a",), "2108")]


def test_the_keyboard_chooses_part_of_a_stack(view: MapView, player: Player) -> None:
    view.setFocus()
    view.set_cursor("2105")
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.board.marked == "a"
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert player.told("lifted") == [("lifted", ("a",))]


def test_small_counters_are_chosen_from_the_fan(view: MapView, player: Player) -> None:
    view.fit()
    assert view.board.size * view.camera.scale < 16
    QTest.mouseClick(view, LEFT, pos=spot(view, "2105"))
    assert view.board.fan is not None
    assert not player.said
    rect = view.board.fan.rects["a"]
    assert rect.width() >= 24
    QTest.mouseClick(view, LEFT, pos=rect.center().toPoint())
    assert player.told("lifted") == [("lifted", ("a",))]


def test_a_piece_that_cannot_move_can_be_dragged_to_be_told_why(view: MapView, player: Player) -> None:
    drag(view, spot(view, "2009"), spot(view, "1909"))
    assert player.told("dropped") == [("dropped", ("e",), "1909")]
    assert view.bubble.isVisible()


def test_clicking_what_cannot_move_only_clicks(view: MapView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=spot(view, "2009"))
    assert player.said == [("clicked", "2009", "e")]


def test_picking_another_piece_changes_hands(view: MapView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=spot(view, "2105"))
    QTest.mouseClick(view, LEFT, pos=spot(view, "2110"))
    assert player.told("lifted")[-1] == ("lifted", ("c",))
    assert not player.told("dropped")


def test_a_double_click_opens_details_and_nothing_else(view: MapView, player: Player) -> None:
    at = spot(view, "2105")
    QTest.mouseClick(view, LEFT, pos=at)
    QTest.mouseDClick(view, LEFT, pos=at)
    assert player.told("activated")[-1][1] == "2105"
    assert not player.told("dropped")
    assert view.gestures.held is None


def test_a_right_click_asks_what_can_be_done(view: MapView, player: Player) -> None:
    QTest.mouseClick(view, RIGHT, pos=spot(view, "2105"))
    assert player.said == [("context", "2105", "b")]


@pytest.mark.parametrize("game", ["nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars"])
def test_the_cursor_walks_to_every_space(qtbot, game: str) -> None:
    """F93: over all three kinds of map the arrow keys lead to every space, End to every box beside it."""
    view = MapView()
    qtbot.addWidget(view)
    view.reduced_motion = True
    view.set_map(map_of(game), "light")
    places = view.board.places
    assert places is not None
    ids = [place.id for place in places]
    seen, frontier = {ids[0]}, [ids[0]]
    while frontier:
        here = frontier.pop()
        for direction in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            found = places.towards(here, direction, places[here].center)
            if found and found not in seen:
                seen.add(found)
                frontier.append(found)
    boxes = {place.id for place in places if place.box}
    assert seen >= set(ids) - boxes
    walked = set()
    for _ in boxes:
        QTest.keyClick(view, Qt.Key.Key_End)
        walked.add(view.board.cursor)
    assert walked == boxes


def test_walking_up_keeps_the_column(view: MapView) -> None:
    view.setFocus()
    view.set_cursor("2105")
    x = view.board.place("2105").center[0]  # type: ignore[union-attr]
    for _ in range(6):
        QTest.keyClick(view, Qt.Key.Key_Up)
        assert abs(view.board.place(view.board.cursor).center[0] - x) <= 51  # type: ignore[union-attr]
    assert view.board.cursor != "2105"


def test_in_a_roomy_place_a_drag_takes_the_pile_under_the_pointer(lay) -> None:
    """An entry zone holds many piles: one is lifted, all of them only with Shift."""
    table = lay("fallujah", seed=3, size=(1600, 1000))
    session = table.session
    while session.match.to_act == "insurgent":
        bot = make_bot("policy", session.match.game, "insurgent", session.length)
        session.match.play(bot.choose(Seat(session.match, session.match.to_act)).action)
    session.seat_person()
    session.refresh()
    view = table.map
    view.zoom_to(["NE"])
    zone = [p.id for p in view.board.stack("NE") if p.movable or p.joins]
    name = [p.id for p in view.board.stack("NE") if p.movable][-1]
    pile = [p.id for p in view.board.layout.piles[name] if p.movable or p.joins]
    assert 0 < len(pile) < len(zone)
    lifted: list[tuple[str, ...]] = []
    view.lifted.connect(lifted.append)
    start = view.board.piece_rect(name).center().toPoint()
    drag(view, start, start + QPoint(0, 60), release=False)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert sorted(lifted[-1]) == sorted(pile)
    QTest.mouseRelease(view, LEFT, pos=start)
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.ShiftModifier, start)
    for step in range(1, 5):
        QTest.mouseMove(view, start + QPoint(0, 15 * step))
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert sorted(lifted[-1]) == sorted(zone)
    QTest.mouseRelease(view, LEFT, pos=start)


def test_the_map_scrolls_while_dragging_at_its_edge(qtbot, view: MapView, player: Player) -> None:
    before = view.camera.center
    drag(view, spot(view, "2105"), QPoint(view.width() - 10, 300), release=False)
    qtbot.wait(100)
    assert view.camera.center == before  # not at once
    qtbot.waitUntil(lambda: view.camera.center[0] > before[0] + 20, timeout=2000)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    after = view.camera.center
    qtbot.wait(80)
    assert view.camera.center == after


def test_the_carried_counter_follows_the_pointer(view: MapView, player: Player) -> None:
    drag(view, spot(view, "2105"), spot(view, "2107"), release=False)
    rect = view.painted.carried_rect()
    assert rect.contains(QPointF(spot(view, "2107")))
    QTest.keyClick(view, Qt.Key.Key_Escape)


def test_what_is_written_below_the_carried_counter_stays_inside_the_window(view: MapView, player: Player) -> None:
    words = "a long line that tells what would come of it"
    view.lifted.disconnect(player.lifted)
    view.lifted.connect(lambda _: view.show_targets([Target("2106", words, ())]))
    beyond = (spot(view, "2106").x() - view.width() + 8) / view.camera.scale
    view.camera.center = (view.camera.center[0] + beyond, view.camera.center[1])
    assert view.width() - 10 < spot(view, "2106").x() < view.width()  # at the very edge
    drag(view, spot(view, "2105"), spot(view, "2106"), release=False)
    wide = pill_rect(QPointF(), words, view.camera.ratio).width()
    rect = view.painted.carried_rect()  # what is painted anew when the pointer moves on
    assert wide > 200
    assert rect.width() >= wide
    assert rect.left() <= view.width() - wide
    QTest.keyClick(view, Qt.Key.Key_Escape)
