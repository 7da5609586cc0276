"""Tiles: equal to a direct drawing at every scale, turn and pixel ratio; bounded; complete after a moment."""

from __future__ import annotations

from time import sleep

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from common.gui.map.camera import Camera
from common.gui.map.display_list import Scene
from common.gui.map.lit_spaces import LitSpaces
from common.gui.map.places import Places
from common.gui.map.stacks import StackLayout
from common.gui.map.tiles import EDGE, Deadline, TileLayer
from common.tabletop import Face, Piece
from tests.gui.drawn_maps import drawn_in, drawn_once, map_of, measured_once


@pytest.fixture
def scene(qapp) -> Scene:
    return drawn_in(map_of("nmc"), "light")


def camera(scene: Scene, scale: float, turned: bool = False, ratio: float = 1.0) -> Camera:
    made = Camera()
    made.size, made.view = scene.size, (400.0, 300.0)
    made.center = (scene.size[0] * 0.37, scene.size[1] * 0.61)
    made.scale, made.turned, made.ratio = scale, turned, ratio
    return made


def canvas(ratio: float) -> QImage:
    image = QImage(round(400 * ratio), round(300 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("#efe4cb"))
    return image


def direct(scene: Scene, through: Camera) -> QImage:
    image = canvas(through.ratio)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(through.transform())
    scene.paint(painter, through.visible(), through.scale * through.ratio, through.turned)
    painter.end()
    return image


def tiled(layer: TileLayer, through: Camera, deadline: Deadline) -> tuple[QImage, bool]:
    image = canvas(through.ratio)
    painter = QPainter(image)
    whole = layer.draw(painter, through, QRect(0, 0, 400, 300), deadline)
    painter.end()
    return image, whole


def share_off(one: QImage, other: QImage) -> float:
    """The share of pixels that differ clearly in lightness, of every second in every second row."""
    pairs = [pair for rows in zip(grey(one)[::2], grey(other)[::2]) for pair in zip(rows[0][::2], rows[1][::2])]
    return sum(abs(a - b) > 40 for a, b in pairs) / len(pairs)


def grey(image: QImage) -> list[bytes]:
    """The lightness of every pixel, row by row."""
    plain = image.convertToFormat(QImage.Format.Format_Grayscale8)
    raw, step = bytes(plain.constBits()), plain.bytesPerLine()
    return [raw[y * step : y * step + plain.width()] for y in range(plain.height())]


@pytest.mark.parametrize("scale", [0.25, 0.6, 1.0, 2.0, 8.0])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_tiles_are_as_sharp_as_a_direct_drawing(scene: Scene, scale: float, turned: bool, ratio: float) -> None:
    """F55, F67."""
    through = camera(scene, scale, turned, ratio)
    image, whole = tiled(TileLayer(scene.paint, scene.paper), through, Deadline(None))
    assert whole
    assert share_off(image, direct(scene, through)) < 0.004


def test_a_frame_without_time_shows_the_last_level_scaled(scene: Scene) -> None:
    layer = TileLayer(scene.paint, scene.paper)
    tiled(layer, camera(scene, 1.0), Deadline(None))
    zoomed = camera(scene, 1.2)
    image, whole = tiled(layer, zoomed, Deadline(-1.0))
    assert not whole
    assert share_off(image, direct(scene, zoomed)) < 0.12  # blurred, but the same picture
    sharp, whole = tiled(layer, zoomed, Deadline(None))
    assert whole
    assert share_off(sharp, direct(scene, zoomed)) < 0.004


def test_a_tile_that_would_be_late_is_not_begun(qapp) -> None:
    """B08: a frame ends with its time, not one tile later."""
    layer = TileLayer(lambda *_: sleep(0.02), QColor("white"))
    through = Camera()
    through.size, through.view, through.center = (4000.0, 3000.0), (1600.0, 900.0), (2000.0, 1500.0)
    image = QImage(1600, 900, QImage.Format.Format_RGB32)
    for budget, most in ((0.0001, 1), (0.01, 1), (0.07, 3)):
        painter, before = QPainter(image), layer.drawn
        assert not layer.draw(painter, through, QRect(0, 0, 1600, 900), Deadline(budget))
        painter.end()
        assert 1 <= layer.drawn - before <= most


def test_the_number_of_tiles_is_bounded(scene: Scene) -> None:
    layer = TileLayer(scene.paint, scene.paper, limit=12)
    for scale in (0.3, 0.5, 0.7, 0.9, 1.1, 1.3):
        tiled(layer, camera(scene, scale), Deadline(None))
    assert layer.bytes <= 12 * EDGE * EDGE * 4


def test_drawing_ahead_ends(scene: Scene) -> None:
    layer = TileLayer(scene.paint, scene.paper)
    through = camera(scene, 1.0)
    tiled(layer, through, Deadline(None))
    steps = 0
    while layer.prefetch(through, QRect(0, 0, 400, 300)):
        steps += 1
        assert steps < 60
    assert steps > 0
    drawn = layer.drawn
    through.pan(120, 80)
    assert tiled(layer, through, Deadline(-1.0))[1]  # nothing new has to be drawn
    assert layer.drawn == drawn


def test_lit_spaces_are_one_outline_with_its_holes(qapp) -> None:
    places = Places(map_of("nmc"))
    ring = [places[space] for space in places.map.next_to("2105")]
    lit = LitSpaces(ring, True, 46)
    assert len(ring) == 6
    assert not lit._around.contains(places["2105"].rect.center())  # the hole in the middle
    assert all(lit._around.contains(place.rect.center()) for place in ring)


def test_counters_of_roomy_places_lie_beside_one_another(qapp) -> None:
    game_map = map_of("fallujah")
    places = measured_once(game_map)
    box = next(iter(game_map.boxes))
    pieces = [Piece(str(i), "", box, Face(), order=i) for i in range(3)]
    layout = StackLayout(pieces, places, places.counter)
    spots = {(round(counter.x), round(counter.y)) for counter in layout.placed.values()}
    assert len(spots) == 3
    assert all(places[box].rect.contains(counter.x, counter.y) for counter in layout.placed.values())


@pytest.mark.parametrize("game", ["fallujah", "operation_serval", "somali_pirates", "sand_wars"])
@pytest.mark.parametrize("count", [1, 3, 8, 20, 60])
def test_piles_stay_inside_their_box(qapp, game: str, count: int) -> None:
    game_map = map_of(game)
    places = measured_once(game_map)
    size, tried = places.counter, 0
    for box in game_map.boxes.values():
        if box.cells or min(box.rect[2:]) < 1.5 * size:  # tracks carry tokens, not counters
            continue
        pieces = [Piece(str(i), "", box.id, Face(), "ab"[i % 2], order=i) for i in range(count)]
        around, tried = QRectF(), tried + 1
        for counter in StackLayout(pieces, places, size).placed.values():
            around = around.united(counter.rect(size))
        assert places[box.id].rect.contains(around), box.id
    assert tried


def test_two_counters_lie_side_by_side_where_there_is_room(qapp) -> None:
    game_map = map_of("fallujah")
    places = measured_once(game_map)
    size = places.counter
    roomy = [place for place in places if not place.box and place.field.width() >= 2.24 * size]
    assert len(roomy) > 10
    for place in roomy:
        pieces = [Piece(name, "", place.id, Face(), name) for name in "ab"]
        one, other = StackLayout(pieces, places, size).placed.values()
        assert abs(one.x - other.x) >= size or abs(one.y - other.y) >= size, place.id


def test_counters_leave_the_name_of_a_zone_free(qapp) -> None:
    game_map = map_of("fallujah")
    scene, places = drawn_once(game_map), measured_once(game_map)
    size = places.counter
    for zone in ("NW", "NE"):
        pieces = [Piece(str(i), "", zone, Face(), "a", order=i) for i in range(30)]
        placed = StackLayout(pieces, places, size).placed.values()
        names = [rect for rect in scene.printed if places[zone].outline.contains(rect.center()) and rect.width() > 200]
        assert names
        counters = [QRectF(counter.x - size / 2, counter.y - size / 2, size, size) for counter in placed]
        assert not any(name.intersects(counter) for name in names for counter in counters)


@pytest.mark.parametrize("game", ["nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars"])
@pytest.mark.parametrize("count", [1, 2, 5, 12, 40])
def test_counters_stay_with_their_space(qapp, game: str, count: int) -> None:
    """However many there are, the middle of every counter lies in or beside its own space."""
    game_map = map_of(game)
    places = Places(game_map)
    space = game_map.ids[len(game_map.ids) // 2]
    pieces = [Piece(str(i), "", space, Face(), "ab"[i % 2], order=i) for i in range(count)]
    layout = StackLayout(pieces, places, places.counter)
    around = places[space].rect.adjusted(-places.counter, -places.counter, places.counter, places.counter)
    assert len(layout.placed) == count
    assert all(around.contains(counter.x, counter.y) for counter in layout.placed.values())


def test_a_counter_hides_no_sign_of_its_area(qapp) -> None:
    """Every area of the town has room for a counter beside its number, its name and its mosques."""
    game_map = map_of("fallujah")
    scene, places = drawn_once(game_map), measured_once(game_map)
    size = places.counter
    for space in game_map.spaces.values():
        x, y = places[space.id].center
        counter = QRectF(x - size / 2, y - size / 2, size, size)
        hidden = [rect.intersected(counter) for rect in scene.printed if rect.intersects(counter)]
        assert sum(rect.width() * rect.height() for rect in hidden) <= 0.06 * size * size, space.id
        assert places[space.id].outline.contains(QPointF(x, y))
