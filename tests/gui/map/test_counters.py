"""Counters: every symbol is drawn, sides differ without colour, badges are signs, images are shared."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from common.gui.map import counter_symbols
from common.gui.map.counter_art import DOT, CounterArt, draw_badge, margin_of, rim
from common.gui.map.stacks import totals
from common.tabletop import Face, Piece

NATO = (
    "infantry", "cavalry", "artillery", "armor", "mechanized", "engineers", "recon", "hq", "leader", "wagon", "depot",
    "insurgent", "cadre", "militia", "mosque", "mortar", "airborne", "marines", "helicopter", "technical",
)  # fmt: skip
Edge = Literal["plain", "double", "dashed", "notched", "thick"]
EDGES: tuple[Edge, ...] = ("plain", "double", "dashed", "notched", "thick")


def piece(face: Face, badges: tuple[str, ...] = ()) -> Piece:
    return Piece("a", "Unit", "0101", face, badges=badges)


def drawn(name: str, size: int = 60) -> QImage:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    assert counter_symbols.draw(painter, name, QRectF(2, 2, size - 4, size - 4), QColor("black"), QColor("white"))
    painter.end()
    return image


def ink(image: QImage) -> int:
    return sum(image.pixel(x, y) >> 24 > 0 for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize("name", sorted(counter_symbols.library()))
def test_every_symbol_of_the_file_is_drawn_inside_its_field(qapp, name: str) -> None:
    assert ink(drawn(name)) > 60
    found = counter_symbols.symbol(name)
    assert found is not None
    box = found.lines.boundingRect().united(found.surfaces.boundingRect())
    assert box.isEmpty() or found.field.adjusted(-2, -4, 2, 42).contains(box)


def test_the_usual_units_look_different(qapp) -> None:
    images = {name: drawn(name) for name in NATO if name != "recon"}
    for one, other in combinations(images, 2):
        assert images[one] != images[other], f"{one} looks like {other}"


def test_an_unknown_symbol_is_no_error(qapp) -> None:
    art = CounterArt()
    image = art.image(piece(Face(symbol="zeppelin", bottom="1")), 60)
    assert not image.isNull()


def test_sides_differ_without_colour(qapp) -> None:
    """The edge patterns differ in black and white, at the size of a fitted map too (F65)."""
    art = CounterArt()
    for size in (20, 44, 80):
        grey = [
            art.image(piece(Face(symbol="infantry", paper="#bbbbbb", ink="#000000", edge=edge)), size) for edge in EDGES
        ]
        for one, other in combinations(grey, 2):
            pixels = [(x, y) for x in range(one.width()) for y in range(one.height())]
            off = sum(abs(QColor(one.pixel(*p)).lightness() - QColor(other.pixel(*p)).lightness()) > 60 for p in pixels)
            assert off >= size * 0.5, f"edges look alike at {size} px"


@pytest.mark.parametrize("name", ["moved", "fired", "unsupplied", "dug_in", "spent", "anything else"])
def test_badges_are_signs_of_their_own(qapp, name: str) -> None:
    plain, badged = (CounterArt().image(piece(Face(symbol="infantry"), badges), 64) for badges in ((), (name,)))
    assert plain != badged
    others = [other for other in ("moved", "fired", "unsupplied", "dug_in", "spent") if other != name]
    mine = badge(name)
    assert all(badge(other) != mine for other in others)


@pytest.mark.parametrize("size", [40, 64, 120])
def test_a_badge_leaves_the_name_free(qapp, size: int) -> None:
    """Companies of a battalion differ in the last letter of their names."""
    face, badges = Face(symbol="infantry", top="1/8 Mar A", left="E", bottom="6 8", stripe="#d08020"), ("moved",)
    plain, badged = (CounterArt().image(piece(face, each), size) for each in ((), badges))
    edge = margin_of(size)
    head = (edge, edge, size, round(size * 0.2))
    assert plain.copy(*head) == badged.copy(*head)
    assert plain != badged


def badge(name: str) -> QImage:
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    draw_badge(painter, name, QRectF(4, 4, 32, 32))
    painter.end()
    return image


def test_figures_are_legible_at_normal_size(qapp) -> None:
    """At 62 px the figures are at least 9 px high and in full contrast to the paper."""
    face = Face(symbol="infantry", paper="#2f5d9c", ink="#ffffff", bottom="88")
    with_figures, without = (CounterArt().image(piece(f), 62) for f in (face, Face(symbol="infantry", paper="#2f5d9c", ink="#ffffff", bottom=" ")))  # fmt: skip  # noqa: E501
    rows = [
        y for y in range(with_figures.height())
        if any(with_figures.pixel(x, y) != without.pixel(x, y) for x in range(with_figures.width()))
    ]  # fmt: skip
    assert max(rows) - min(rows) >= 9
    light = [QColor(with_figures.pixel(x, y)).lightness() for y in rows for x in range(15, with_figures.width() - 15)]
    assert max(light) > 240


def test_equal_counters_share_one_image(qapp) -> None:
    art = CounterArt()
    one, other = piece(Face(symbol="infantry")), Piece("b", "Other", "0202", Face(symbol="infantry"))
    assert art.image(one, 60) is art.image(other, 60)
    assert art.image(one, 60).width() == 60 + 2 * margin_of(60)


def test_the_store_of_images_has_a_limit(qapp) -> None:
    art = CounterArt(limit=200_000)
    for size in range(20, 120):
        art.image(piece(Face(symbol="infantry")), size)
    assert art._bytes <= 200_000 + 4 * 160 * 160


def test_tiny_counters_are_plain_tokens(qapp) -> None:
    full, bare = Face(symbol="infantry", bottom="4"), Face()
    art = CounterArt()
    assert art.image(piece(full), DOT - 3) == art.image(piece(bare), DOT - 3)


def test_totals_of_a_stack() -> None:
    stack = [Piece("a", "A", "1", Face(), strength=3, movable=True), Piece("b", "B", "1", Face(), strength=2)]
    assert totals(stack) == "2 counters · strength 5 · 1 can act"


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("size", [24, 29, 30, 40, 62, 150])
def test_no_edge_crosses_what_is_printed(qapp, edge: Edge, size: int) -> None:
    """Whatever the text changes lies inside the printed edge."""
    blank, full = Face(edge=edge, ink="#000000"), Face(edge=edge, ink="#000000", top="5th TEXAS", bottom="13-4")
    one, other = (CounterArt().image(piece(face), size) for face in (blank, full))
    grid = [(x, y) for x in range(one.width()) for y in range(one.height())]
    changed = [at for at in grid if one.pixel(*at) != other.pixel(*at)]
    assert changed
    inside = margin_of(size) + rim(full, size) * size / 100 - 1.01  # a pixel of antialiasing
    far = one.width() - inside
    assert all(inside <= x < far and inside <= y < far for x, y in changed)


def test_the_kinds_of_unit_differ_on_the_whole_map_of_a_small_window(qapp) -> None:
    """At 1280 by 800 a counter of Second Fallujah is some 14 pixels wide when all of its map is in sight."""
    art = CounterArt()
    assert art.image(piece(Face(symbol="infantry")), 13) != art.image(piece(Face(symbol="armor")), 13)
