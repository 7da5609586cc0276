"""A new theme dyes the map that is there: the same picture as one drawn for it, and at once (U36)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from common.gui.kit.theme import contrast
from common.gui.map.map_view import MapView
from common.maps import load_map
from common.maps.pictures.drawing import draw
from common.maps.pictures.styles import map_palette
from common.maps.pictures.themes import Mode, heighten, palette

ROUNDING = 4  # of 255: edges of letters come out a shade otherwise, depending on what was drawn before
GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_names_of_colours_stand_for_the_colours_of_a_theme(game: str, mode: Mode) -> None:
    game_map = load_map(game)
    named, drawn, colours = draw(game_map, None), draw(game_map, mode), palette(game_map.theme, mode)
    assert colours.get(named.background, named.background) == drawn.background
    for one, other in zip(named.layers, drawn.layers, strict=True):
        assert (one.name, one.min_zoom) == (other.name, other.min_zoom)
        for item, wanted in zip(one.items, other.items, strict=True):
            inks = {ink: getattr(item, ink) for ink in ("fill", "stroke", "halo") if hasattr(item, ink)}
            assert replace(item, **{ink: colours.get(name, name) for ink, name in inks.items()}) == wanted


@pytest.mark.parametrize("game", ["nmc", "fallujah", "somali_pirates"])
def test_a_dyed_map_is_the_map_drawn_for_that_theme(qtbot, game: str) -> None:
    grabbed = []
    for themes in (("light", "dark"), ("dark",)):
        view, game_map = MapView(), load_map(game)  # a map of its own, and so a drawing of its own
        qtbot.addWidget(view)
        view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # wherever the pointer was left
        view.resize(500, 380)
        view.show()
        for name in themes:
            view.set_map(game_map, name)
            view.settle()
            grabbed.append(view.grab().toImage())
    light, dyed, drawn = grabbed
    assert light != dyed
    pairs = zip(dyed.constBits(), drawn.constBits(), strict=True)
    assert dyed == drawn or max(abs(one - other) for one, other in pairs) <= ROUNDING


def test_a_new_theme_comes_rough_and_then_sharp(qtbot) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(1200, 800)
    view.show()
    view.set_map(load_map("fallujah"), "light")
    view.grab()
    view.set_map(view.board.places.map, "dark")  # type: ignore[union-attr]
    first = view.grab().toImage()
    view.settle()
    sharp = view.grab().toImage()
    rough, fine = (lightness(image) for image in (first, sharp))
    assert sum(abs(a - b) > 25 for a, b in zip(rough, fine, strict=True)) < 8  # no hole, no old colour


def lightness(image: QImage) -> list[int]:
    small = image.scaled(24, 16, mode=Qt.TransformationMode.SmoothTransformation)
    return [small.pixelColor(x, y).lightness() for x in range(24) for y in range(16)]


@pytest.mark.parametrize("game", GAMES)
def test_high_contrast_changes_the_map_too(game: str) -> None:
    """Letters and lines stand out more from every ground than by lamplight."""
    plain = map_palette(load_map(game), "dark")
    strong = heighten(plain)
    for ground in ("paper", "water", "mountain", "clear"):
        assert contrast(strong["ink"], strong[ground]) > contrast(plain["ink"], plain[ground])
        assert contrast(strong["ink"], strong[ground]) >= 7
