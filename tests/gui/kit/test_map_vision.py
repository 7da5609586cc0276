"""U39: what the table shows can be told apart by four kinds of eyes."""

from __future__ import annotations

import random

import pytest
from PySide6.QtGui import QImage

from common.gui.kit import theme
from common.gui.map import map_signs
from common.gui.map.map_view import MapView
from common.gui.map.overlay_paint import pattern_image
from common.maps.pictures.colour_vision import can_tell_apart, ciede2000, delta_e, parse_colour, ratio, simulate_eye
from common.maps.pictures.themes import palette
from common.tabletop import Face, Overlay, Piece, Target
from tests.gui.drawn_maps import map_of

MAPS = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_colour_difference_is_ciede2000(one, other, expected: float) -> None:
    """Test data of Sharma, Wu and Dalal."""
    assert ciede2000(one, other) == pytest.approx(expected, abs=1e-3)


def test_red_and_green_are_confused_as_they_should_be() -> None:
    red, green = parse_colour("#c00000"), parse_colour("#5a6b00")
    plain = delta_e(red, green)
    assert delta_e(simulate_eye(red, "protanopia"), simulate_eye(green, "protanopia")) < plain / 2
    assert delta_e(simulate_eye(red, "achromatopsia"), simulate_eye(red, "achromatopsia")) == 0


@pytest.mark.parametrize("game", MAPS)
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_lit_spaces_stand_out_on_every_ground(game: str, mode: str) -> None:
    """The outline of reach is a dark line in a light one: on any ground one of the two is seen by everybody."""
    grounds = palette(map_of(game).theme, mode)  # type: ignore[arg-type]
    line, halo = parse_colour(map_signs.REACH.name()), parse_colour(map_signs.REACH_HALO.name())
    lit = parse_colour(map_signs.LIT.name())
    assert can_tell_apart(line, halo)
    for name, colour in grounds.items():
        ground = parse_colour(colour)
        assert can_tell_apart(line, ground) or can_tell_apart(halo, ground), name
        assert can_tell_apart(lit, ground) or can_tell_apart(halo, ground), name


@pytest.mark.parametrize("pattern", ["hatch", "cross", "dots"])
@pytest.mark.parametrize("colour", ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"])
def test_hatchings_carry_their_own_contrast(qapp, pattern: str, colour: str) -> None:
    """Lines of a hatching have a light rim; the two are apart for every eye, so the pattern is seen on any ground."""
    image = pattern_image(colour, pattern, False, 255)
    alphas = {image.pixel(x, y) >> 24 for x in range(image.width()) for y in range(image.height())}
    assert len(alphas) > 2
    assert ratio(parse_colour(colour), (1.0, 1.0, 1.0)) > 1.5


def test_patterns_differ_by_shape_not_only_by_colour(qapp) -> None:
    images = [pattern_image("#0072b2", name, side, 255) for name in ("hatch", "cross", "dots", "fill") for side in (False, True)]  # fmt: skip  # noqa: E501
    distinct = {bytes(image.constBits()) for image in images}
    assert len(distinct) == 6  # crosses, dots and fills are the same mirrored


def position(view: MapView, seed: int) -> None:
    rng = random.Random(seed)
    ids = list(view.board.places.map.ids)  # type: ignore[union-attr]
    looks = {"a": ("#2f5d9c", "#ffffff", "plain"), "b": ("#b9b3a2", "#15130f", "dashed")}
    pieces = []
    for number in range(30):
        side = rng.choice("ab")
        paper, ink, edge = looks[side]
        face = Face(symbol="infantry", paper=paper, ink=ink, edge=edge, bottom="3")  # type: ignore[arg-type]
        pieces.append(Piece(str(number), f"Unit {number}", rng.choice(ids), face, side))
    view.set_position(pieces, (), False)
    spaces = rng.sample(ids, 20)
    view.set_overlay(Overlay("o", "Control", "C", {s: rng.choice("xy") for s in spaces},
                             (("x", "#0072b2", "hatch"), ("y", "#d55e00", "cross"))))  # fmt: skip
    view.show_targets([Target(s, "2", ()) for s in rng.sample(ids, 5)])


def plainly_changed(one: QImage, other: QImage, enough: int = 30) -> bool:
    """Whether enough pixels differ so that every kind of eye sees it."""
    found = 0
    for x in range(one.width()):
        for y in range(one.height()):
            a, b = one.pixelColor(x, y), other.pixelColor(x, y)
            if a != b:
                found += can_tell_apart(parse_colour(a.name()), parse_colour(b.name()))
                if found > enough:
                    return True
    return False


def under_a_box(view: MapView, space: str) -> bool:
    places = view.board.places
    assert places is not None
    return any(place.box and place.rect.intersects(places[space].rect) for place in places)


@pytest.mark.parametrize("game", MAPS)
@pytest.mark.parametrize("count", [6, pytest.param(20, marks=pytest.mark.slow)])
def test_overlays_are_apart_from_the_ground_in_many_positions(qtbot, game: str, count: int) -> None:
    """Rendered pixels: in a shaded space, or in the frame around it, every eye finds some that are not bare ground."""
    theme.use("light")
    view = MapView()
    view.reduced_motion = True
    view.resize(700, 520)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitExposed(view)
    view.set_map(map_of(game), "light")
    looked_at = 0
    for seed in range(count):
        position(view, seed)
        taken = set(view.board.targets) | set(view.board.layout.stacks)  # type: ignore[union-attr]
        shaded = [s for s in view.board.overlays[0].spaces if s not in taken and not under_a_box(view, s)]
        space = shaded[seed % len(shaded)]
        view.camera.scale = view.camera.unit_scale
        view.camera.center = view.board.place(space).center  # type: ignore[union-attr]
        view.camera_moved()
        view.settle()
        with_overlay = view.grab().toImage()
        view.set_overlay(None)
        view.settle()
        bare = view.grab().toImage()
        beside = 16 if view.board.place(space).framed else 0  # the colour of a box lies around it
        area = view.board.place_rect(space, beside).toAlignedRect().intersected(view.rect())
        if with_overlay.copy(area) != bare.copy(area):  # else the legend lies on it
            looked_at += 1
            assert plainly_changed(with_overlay.copy(area), bare.copy(area)), f"{space} of position {seed}"
    assert looked_at >= count * 2 // 3
