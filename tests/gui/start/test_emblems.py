"""The emblems of the games are drawn from their data, by day and by night."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from common.engine import GAMES
from common.engine.about import EMBLEM, data_folder
from common.gui.kit import theme
from common.gui.start.game_emblems import NIGHT, draw_emblem, emblem_svg

SIZE = (120, 88)


@pytest.fixture(autouse=True)
def day_again(qapp):
    yield
    theme.use("light")


def drawn(game: str) -> QImage:
    image = QImage(*SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#ff00ff"))
    painter = QPainter(image)
    draw_emblem(painter, game, QRect(0, 0, *SIZE))
    painter.end()
    return image


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_picture_has_the_colours_of_the_file(mode: str) -> None:
    """The sun of New Mexico is as bright at night; the mesa to its left is darker."""
    theme.use(mode)
    image = drawn("nmc")
    assert image.pixelColor(88, 30).name() == "#c8402a"
    assert image.pixelColor(30, 50).name() == {"light": "#b5764a", "dark": "#865737"}[mode]


@pytest.mark.parametrize("game", GAMES)
def test_every_emblem_fills_its_frame_and_is_darker_at_night(game: str) -> None:
    theme.use("light")
    day = drawn(game)
    theme.use("dark")
    night = drawn(game)
    points = [(x, y) for x in range(10, 111, 10) for y in range(10, 79, 8)]
    assert "#ff00ff" not in {day.pixelColor(*point).name() for point in points}
    light, dark = (sum(image.pixelColor(*point).lightness() for point in points) for image in (day, night))
    assert dark < light * 0.85


@pytest.mark.parametrize("game", GAMES)
def test_a_colour_of_the_night_stands_beside_one_of_the_day(game: str) -> None:
    root = ElementTree.fromstring((data_folder(game) / EMBLEM).read_bytes())
    for element in root.iter():
        if NIGHT in element.attrib:
            assert sum(name in element.attrib for name in ("fill", "stroke", "stop-color")) == 1
    assert NIGHT.encode() not in emblem_svg(game, True)


def test_a_game_without_an_emblem_has_an_empty_frame() -> None:
    theme.use("light")
    assert drawn("chess").pixelColor(60, 44).name() == theme.current().panel
