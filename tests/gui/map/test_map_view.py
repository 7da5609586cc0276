"""The map view with real mouse and key events: camera, hovering, fans, lighting, refusals."""

from __future__ import annotations

import random
from time import sleep

import msgspec
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QTransform, QWheelEvent
from PySide6.QtWidgets import QApplication

from common.gui.map.board import SMALL
from common.gui.map.camera import BEYOND
from common.gui.map.map_canvas import BUDGET
from common.gui.map.map_view import MapView
from common.gui.map.stack_fan import Fan
from common.gui.map.stacks import totals
from common.tabletop import Face, Marker, Overlay, Piece, Target
from tests.gui.drawn_maps import map_of

GAMES = ("nmc", "fallujah", "somali_pirates")
ROUNDING = 2  # of 255: what two layers of soft edges make of one colour


def piece(name: str, space: str, side: str = "union", movable: bool = True, order: int = 0) -> Piece:
    face = Face(symbol="infantry", paper="#2f5d9c" if side == "union" else "#b9b3a2", ink="#ffffff", bottom="3-4")
    return Piece(name, f"Unit {name}", space, face, side, order=order, movable=movable, strength=2)


def shown(qtbot, game: str = "nmc", size: tuple[int, int] = (900, 640)) -> MapView:
    view = MapView()
    view.reduced_motion = True
    view.resize(*size)
    qtbot.addWidget(view)
    view.set_map(map_of(game), "light")
    view.show()
    qtbot.waitExposed(view)
    return view


@pytest.fixture
def table(qtbot) -> MapView:
    """Three movable units and an enemy in a corner of New Mexico, at 1:1."""
    view = shown(qtbot)
    pieces = [piece("a", "2105"), piece("b", "2105", order=1), piece("c", "2107"), piece("e", "2009", "reb", False)]
    view.set_position(pieces, [Marker("2106", "control", "union")], False)
    view.camera.scale = view.camera.unit_scale
    view.center_on("2107", pulse=False)
    view.camera_moved()
    view.settle()
    return view


def spot(view: MapView, space: str) -> QPoint:
    place = view.board.place(space)
    assert place is not None
    return view.camera.to_screen(*place.center).toPoint()


def wheel(view: MapView, at: QPointF, steps: int, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    event = QWheelEvent(
        at, view.mapToGlobal(at), QPoint(), QPoint(0, 120 * steps), Qt.MouseButton.NoButton, modifiers,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


@pytest.mark.parametrize("game", GAMES)
def test_the_wheel_zooms_about_the_pointer(qtbot, game: str) -> None:
    view = shown(qtbot, game)
    at = QPointF(view.width() / 2 + 11, view.height() / 2 - 7)
    wheel(view, at, 5)  # from here on the map is larger than the window, both ways
    for steps in (1, 1, 2, 3, -1, -2, 1, -4):
        x, y = view.camera.to_map(at)
        wheel(view, at, steps)
        now = view.camera.to_screen(x, y)
        assert abs(now.x() - at.x()) <= 1.5
        assert abs(now.y() - at.y()) <= 1.5


def test_the_wheel_zooms_smoothly_and_still_about_the_pointer(qtbot, table: MapView) -> None:
    table.reduced_motion = False
    at, before = QPointF(300, 300), table.camera.scale
    point = table.camera.to_map(at)
    wheel(table, at, 1)
    wheel(table, at, 1)
    qtbot.waitUntil(lambda: not table.motion.running, timeout=2000)
    assert table.camera.scale == pytest.approx(before * 1.25**2)
    now = table.camera.to_screen(*point)
    assert abs(now.x() - at.x()) <= 1
    assert abs(now.y() - at.y()) <= 1


def test_the_map_is_never_lost_in_emptiness(qtbot) -> None:
    """However far it is shoved, little of the table is seen beyond its edges; smaller than the window it is centred."""
    view = shown(qtbot, "nmc")
    camera, size = view.camera, QRectF(0, 0, *view.camera.size)
    for _ in range(3):
        view.zoom_in()
    for dx, dy in ((5000, 0), (0, 5000), (-9000, -9000), (9000, -9000)):
        view.pan(dx, dy)
        sheet = camera.transform().mapRect(size)
        across, down = (sheet.left(), sheet.right(), view.width()), (sheet.top(), sheet.bottom(), view.height())
        for near, far, room in (across, down):
            if far - near > room:
                assert near <= BEYOND + 1 and far >= room - BEYOND - 1
            else:
                assert abs((near + far) / 2 - room / 2) <= 1
    wheel(view, QPointF(20, 20), -9)
    sheet = camera.transform().mapRect(size)
    assert abs(sheet.center().x() - view.width() / 2) <= 1
    assert abs(sheet.center().y() - view.height() / 2) <= 1


def test_shift_and_wheel_scroll_sideways(table: MapView) -> None:
    wheel(table, QPointF(300, 300), 5)
    before = table.camera.center
    wheel(table, QPointF(300, 300), 1, Qt.KeyboardModifier.ShiftModifier)
    assert table.camera.center[0] != before[0]
    assert table.camera.center[1] == before[1]


def test_fit_shows_the_whole_map_and_follows_the_window(qtbot, table: MapView) -> None:
    table.fit()
    assert table.camera.visible().contains(QRectF(0, 0, *table.camera.size))
    table.resize(500, 400)
    qtbot.waitUntil(lambda: table.camera.view == (500, 400))
    assert table.camera.visible().contains(QRectF(0, 0, *table.camera.size))


def test_one_space_can_fill_the_window(table: MapView) -> None:
    for _ in range(30):
        table.zoom_in()
    place = table.board.place("2107")
    assert place is not None
    assert place.rect.width() * table.camera.scale >= min(table.width(), table.height())


@pytest.mark.parametrize("how", ["middle", "space", "empty map"])
def test_the_map_can_be_shoved(qtbot, table: MapView, how: str) -> None:
    start = QPoint(600, 500)
    point = table.camera.to_map(QPointF(start))
    button = Qt.MouseButton.MiddleButton if how == "middle" else Qt.MouseButton.LeftButton
    table.setFocus()
    if how == "space":
        qtbot.keyPress(table, Qt.Key.Key_Space)
    qtbot.mousePress(table, button, pos=start)
    for step in range(1, 11):
        qtbot.mouseMove(table, start - QPoint(6 * step, 4 * step))
    qtbot.mouseRelease(table, button, pos=start - QPoint(60, 40))
    now = table.camera.to_screen(*point)
    assert abs(now.x() - 540) <= 1.5
    assert abs(now.y() - 460) <= 1.5


def test_panning_never_loses_the_map(table: MapView) -> None:
    for _ in range(200):
        table.pan(900, 700)
    assert table.camera.visible().intersects(QRectF(0, 0, *table.camera.size))


def test_hovering_tells_space_and_piece(qtbot, table: MapView) -> None:
    seen: list[tuple[str, str]] = []
    table.hovered.connect(lambda space, name: seen.append((space, name)))
    qtbot.mouseMove(table, spot(table, "2107"))
    qtbot.mouseMove(table, spot(table, "2110"))
    assert seen[0] == ("2107", "c")
    assert seen[-1] == ("2110", "")


def test_a_hovered_stack_fans_out_after_a_moment(qtbot, table: MapView) -> None:
    qtbot.mouseMove(table, table.board.stack_rect("2105").center().toPoint())
    assert table.board.fan is None
    qtbot.waitUntil(lambda: table.board.fan is not None, timeout=1000)
    fan = table.board.fan
    assert fan is not None
    assert set(fan.rects) == {"a", "b"}
    qtbot.mouseMove(table, QPoint(20, 20))
    assert table.board.fan is None


def test_a_fan_never_leaves_the_window(qtbot) -> None:
    view = shown(qtbot, size=(640, 480))
    rng = random.Random(5)
    ids = list(view.board.places.map.ids)  # type: ignore[union-attr]
    for _ in range(500):
        space, count = rng.choice(ids), rng.randint(2, 30)
        view.set_position([piece(f"p{i}", space, order=i) for i in range(count)], (), False)
        view.camera.scale = rng.uniform(0.1, 3.0)
        view.camera.center = view.camera.to_map(QPointF(320, 240))
        at = view.board.place(space).center  # type: ignore[union-attr]
        view.camera.center = (at[0] + rng.uniform(-300, 300), at[1] + rng.uniform(-200, 200))
        view.fanning.open(space)
        fan = view.board.fan
        assert fan is not None
        assert QRectF(view.rect()).contains(fan.panel)
        assert len(fan.rects) == count
        assert all(fan.panel.contains(rect) for rect in fan.rects.values())


def test_a_fan_that_is_wide_for_its_words_lays_its_counters_side_by_side(qtbot) -> None:
    """Four counters lay in two rows in a panel that had room for five."""
    sums = "a line of words that is wider than three counters, however small it is"
    room = QRectF(0, 0, 900, 640)
    fan = Fan("Here", "a", [piece(n, "a") for n in "abcd"], QRectF(450, 320, 20, 20), room, lambda _: (sums,))
    assert len({rect.top() for rect in fan.rects.values()}) == 1
    assert all(fan.panel.contains(rect) for rect in fan.rects.values())


def test_a_fan_stays_open_after_an_action_in_its_stack(qtbot, table: MapView) -> None:
    qtbot.mouseMove(table, table.board.stack_rect("2105").center().toPoint())
    qtbot.waitUntil(lambda: table.board.fan is not None, timeout=1000)
    turned = [piece(p.id, p.space, movable=False, order=p.order) for p in table.board.pieces.values()]
    table.set_position(turned, (), True)
    fan = table.board.fan
    assert fan is not None
    assert set(fan.rects) == {"a", "b"}
    assert not any(p.movable for p in fan.pieces)  # what it shows is new
    table.set_position([p for p in turned if p.id != "a"], (), False)
    assert table.board.fan is not None
    assert set(table.board.fan.rects) == {"b"}
    table.set_position([p for p in turned if p.space != "2105"], (), False)
    assert table.board.fan is None


def test_the_fan_tells_what_its_pieces_add_up_to(table: MapView) -> None:
    assert totals(table.board.stack("2105")) == "2 counters · strength 4 · 2 can act"


@pytest.mark.parametrize("game", ["nmc", "fallujah", "operation_serval"])
def test_a_small_counter_is_hit_within_sixteen_pixels(qtbot, game: str) -> None:
    """U12: at fit zoom a stack answers to 16 by 16 pixels, and one of several counters opens the chooser."""
    view = shown(qtbot, game, (900, 560))
    space = view.board.places.map.ids[len(view.board.places.map.ids) // 2]  # type: ignore[union-attr]
    view.set_position([piece("a", space), piece("b", space, order=1)], (), False)
    at = view.board.piece_rect("b").center()
    for dx, dy in ((0, 0), (7, 7), (-7, 7), (7, -7), (-7, -7)):
        hit = view.hit(QPointF(at.x() + dx, at.y() + dy))
        assert (hit.space, hit.piece in ("a", "b")) == (space, True)
    if view.board.size * view.camera.scale < 16:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round(at.x() + 6), round(at.y() - 6)))
        assert view.board.fan is not None
        assert view.board.fan.space == space


def test_lit_targets_show_and_go_with_the_next_position(qtbot, table: MapView) -> None:
    before = table.grab(spot_rect(table, "2108")).toImage()
    table.show_targets([Target("2108", "3", ())])
    lit = table.grab(spot_rect(table, "2108")).toImage()
    assert before != lit
    table.set_position(list(table.board.pieces.values()), (), False)
    assert not table.board.targets


def spot_rect(view: MapView, space: str):
    return view.board.place_rect(space, 0).toAlignedRect()


def test_a_refusal_names_the_rule_and_its_link_can_be_clicked(qtbot, table: MapView) -> None:
    table.refuse("2108", "Too far for infantry.", "8.16a")
    assert table.bubble.isVisible()
    assert "Too far for infantry." in table.bubble.text.text()
    assert table.rect().contains(table.bubble.geometry())
    with qtbot.waitSignal(table.rule_clicked) as got:
        table.bubble.text.linkActivated.emit("8.16a")
    assert got.args == ["8.16a"]
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert not table.bubble.isVisible()


def test_counters_hide_while_tab_is_held(qtbot, table: MapView) -> None:
    table.setFocus()
    with_counters = table.grab(spot_rect(table, "2107")).toImage()
    qtbot.keyPress(table, Qt.Key.Key_Tab)
    assert table.hasFocus()
    assert table.board.shown <= 0.3
    assert table.grab(spot_rect(table, "2107")).toImage() != with_counters
    qtbot.keyRelease(table, Qt.Key.Key_Tab)
    assert table.board.shown == 1


@pytest.mark.parametrize(("asked", "got"), [(20, 60), (60, 60), (130, 130), (400, 160)])
def test_counters_are_sized_apart_from_the_map(table: MapView, asked: int, got: int) -> None:
    natural, scale = table.board.size, table.camera.scale
    table.counters_scale = asked
    assert table.counters_scale == got
    assert table.board.size == pytest.approx(natural * got / 100)
    assert table.camera.scale == scale


def test_a_turned_board_has_the_other_edge_up_and_upright_counters(table: MapView) -> None:
    low, high = spot(table, "2105"), spot(table, "2110")
    table.set_turned(180)
    assert (spot(table, "2105").x() < spot(table, "2110").x()) == (low.x() > high.x())
    table.settle()


def _apart(one: QImage, other: QImage) -> int:
    """How much two pictures differ where they agree best, shifted by some pixels at most."""

    def off(dx: int, dy: int) -> int:
        inner = [(x, y) for x in range(8, one.width() - 8, 2) for y in range(8, one.height() - 8, 2)]
        pairs = ((one.pixelColor(x, y), other.pixelColor(x + dx, y + dy)) for x, y in inner)
        return sum(abs(a.lightness() - b.lightness()) for a, b in pairs)

    return min(off(dx, dy) for dx in range(-4, 5) for dy in range(-4, 5))


def test_names_stay_upright_on_a_turned_board(table: MapView) -> None:
    """The letters of a name look the same from either edge, each name about its own middle."""
    table.set_position([], (), False)
    numbers = [op for op in table.scene.ops if op.layer == "numbers" and op.pen.style() == Qt.PenStyle.NoPen]
    places = table.board.places
    assert places is not None
    name = next(op for op in numbers if places.at(op.upright.x(), op.upright.y()) == "2009")  # on clear ground
    table.camera.scale *= 3
    seen = []
    for degrees in (0, 180):
        table.set_turned(degrees)
        table.camera.center = (name.upright.x(), name.upright.y())
        table.camera_moved()
        table.settle()
        middle = table.camera.to_screen(*table.camera.center).toPoint()
        seen.append(table.grab(QRect(middle - QPoint(60, 24), middle + QPoint(60, 24))).toImage())
    seen.append(seen[1].transformed(QTransform().rotate(180)))
    off, down = _apart(seen[0], seen[1]), _apart(seen[0], seen[2])
    assert off < down / 2


def test_measuring_takes_two_clicks(qtbot, table: MapView) -> None:
    table.setFocus()
    table.measuring.start()
    with qtbot.waitSignal(table.measured) as got:
        qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=spot(table, "2105"))
        qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=spot(table, "2109"))
    assert got.args == ["2105", "2109", 4]
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert table.board.measure is None


def test_overlays_never_hide_names(qtbot, table: MapView) -> None:
    """What is printed is drawn again above the overlay: not one solid pixel of a sign changes (U40)."""
    table.set_position([], (), False)
    spaces = dict.fromkeys(table.board.places.map.within("2105", 9), "held")  # type: ignore[union-attr]
    table.settle()
    plain = table.grab().toImage()
    table.set_overlay(Overlay("c", "Control", "C", spaces, (("held", "#0072b2", "hatch"),)))
    table.settle()
    shaded = table.grab().toImage()
    signs = solid_signs(table)
    assert len(signs) > 200
    assert plain != shaded
    legend = QRect(0, table.height() - 80, 200, 80)
    assert not [at for at in signs if differ(plain, shaded, at) > ROUNDING and not legend.contains(at)]
    table.set_overlay(None)
    assert not table.board.overlays


def differ(one: QImage, other: QImage, at: QPoint) -> int:
    """By how much the colours of a pixel differ at most."""
    a, b = one.pixelColor(at), other.pixelColor(at)
    return max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue()))


def solid_signs(view: MapView) -> list[QPoint]:
    image = QImage(view.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(view.camera.transform())
    view.scene.paint_signs(painter, view.camera.visible(), view.camera.scale, False)
    painter.end()
    solid = image.convertToFormat(QImage.Format.Format_Alpha8)
    raw, step = bytes(solid.constBits()), solid.bytesPerLine()
    return [QPoint(at % step, at // step) for at, alpha in enumerate(raw) if alpha == 255 and at % step < image.width()]


def test_nothing_runs_when_nothing_happens(qtbot, table: MapView) -> None:
    """B18: once the view is drawn, no timer is active and no frame is painted."""

    def active() -> list[QTimer]:
        return [timer for timer in table.findChildren(QTimer) if timer.isActive()]

    qtbot.waitUntil(lambda: not active(), timeout=5000)
    watch = PaintCount(table)
    table.installEventFilter(watch)
    qtbot.wait(200)
    assert watch.painted == 0


class PaintCount(QObject):
    painted = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.painted += event.type() == QEvent.Type.Paint
        return False


def test_moved_counters_glide_and_arrive(qtbot, table: MapView) -> None:
    table.reduced_motion = False
    pieces = [p if p.id != "c" else piece("c", "2109") for p in table.board.pieces.values()]
    table.set_position(pieces, (), True)
    assert "c" in table.motion.glides
    qtbot.waitUntil(lambda: not table.motion.running, timeout=2000)
    rect = table.board.piece_rect("c")
    assert rect.contains(QPointF(spot(table, "2109")))


@pytest.mark.parametrize("small", [False, True])
def test_a_counter_on_its_way_is_not_under_the_pointer(qtbot, table: MapView, small: bool) -> None:
    """Seen at the table: what glided back from a drop opened its stack's fan over the place of the drop."""
    if small:  # they are hit within some pixels around them, and the reason of a refused drop went at once
        table.fit(False)
    assert (table.board.size * table.camera.scale < SMALL) == small
    table.reduced_motion = False
    pieces = [p if p.id != "c" else piece("c", "2109") for p in table.board.pieces.values()]
    start = table.board.piece_rect("c").center()
    table.set_position(pieces, (), True)
    assert "c" in table.motion.glides
    assert table.hit(start).piece != "c"
    assert table.hit(QPointF(spot(table, "2109"))).piece == "c"


def test_centering_does_not_move_what_is_already_seen(table: MapView) -> None:
    before = table.camera.center
    table.center_on("2107")
    assert table.camera.center == before
    table.center_on("4010", pulse=False) if table.board.place("4010") else table.center_on("1010", pulse=False)
    assert table.camera.center != before


def test_a_place_at_the_edge_is_brought_in_without_an_empty_strip_beside_the_map(table: MapView) -> None:
    table.zoom_to(["2107"])
    sheet = QRectF(0, 0, *table.camera.size).adjusted(-1, -1, 1, 1)
    for space in ("1001", "5015"):
        table.center_on(space, pulse=False)
        assert sheet.contains(table.camera.visible())
        assert table.rect().contains(spot(table, space))


@pytest.mark.parametrize("game", ["nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_map_is_drawn_in_both_themes(qtbot, game: str, mode: str) -> None:
    view = shown(qtbot, game, (480, 360))
    view.set_map(view.board.places.map, mode)  # type: ignore[union-attr]
    view.settle()
    image = view.grab().toImage()
    colours = {image.pixel(x, y) for x in range(0, 480, 7) for y in range(0, 360, 7)}
    assert len(colours) > 40


def test_a_machine_too_slow_for_its_frames_still_comes_to_rest(qtbot, table: MapView, monkeypatch) -> None:
    """B18: where all the time of a frame is gone before the counters' turn, each frame still draws some of them."""
    markers, frames = table.painted._draw_markers, []

    def slowly(*given: object) -> None:
        frames.append(given)
        sleep(2 * BUDGET)
        markers(*given)

    monkeypatch.setattr(table.painted, "_draw_markers", slowly)
    ids = [f"{row}{column:02}" for row in range(19, 24) for column in range(4, 12)]
    faces = [Face(symbol="infantry", bottom=str(number)) for number in range(len(ids))]
    dressed = [msgspec.structs.replace(piece(f"p{n}", ids[n]), face=face) for n, face in enumerate(faces)]
    table.set_position(dressed, (), False)
    table.camera.scale *= 0.7
    table.settle()
    table.camera.scale *= 0.9  # every counter is wanted at another size
    table.camera_moved()
    frames.clear()
    qtbot.waitUntil(lambda: bool(frames) and not table._unfinished, timeout=8000)
    count = len(frames)
    qtbot.wait(200)
    assert len(frames) == count  # nothing more is painted
