"""Pictures of map and position: right size, right content, little memory."""

from __future__ import annotations

import resource
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QColor, QImage, QImageReader

from common.gui.output import render
from common.tabletop import Face, Marker, Piece
from tests.gui.drawn_maps import drawn_in, map_of

FACE = Face(symbol="infantry", paper="#2040ff", ink="#ffffff", top="Tex", bottom="4-6")
PIECE = Piece("a", "2nd Texas", "2105", FACE, "union")


def sheet(game: str = "nmc", pieces: list[Piece] | None = None) -> render.Sheet:
    game_map = map_of(game)
    return render.Sheet(game_map, drawn_in(game_map, "light"), pieces, [Marker("2106", "control", "union")])


def opened(path: Path) -> QImage:
    image = QImageReader(str(path)).read()
    assert not image.isNull()
    return image


def test_a_png_has_the_size_and_the_counter(qapp, tmp_path: Path) -> None:
    drawn = sheet(pieces=[PIECE])
    path = tmp_path / "position.png"
    told: list[float] = []

    def tell(part: float) -> bool:
        told.append(part)
        return True

    assert render.write_png(drawn, path, 40, tell)
    image = opened(path)
    assert (image.width(), image.height()) == render.pixels(drawn, 40)
    assert image.dotsPerMeterX() == round(40 / 0.0254)
    assert told == sorted(told)
    assert told[-1] == 1.0
    counter = drawn.layout.placed["a"]
    x, y = (counter.x - drawn.size * 0.3) * 0.4, (counter.y + drawn.size * 0.3) * 0.4
    assert QColor(image.pixel(round(x), round(y))).blue() > 180


def test_strips_join_without_a_seam(qapp, tmp_path: Path) -> None:
    drawn = sheet("fallujah")
    path = tmp_path / "map.png"
    render.write_png(drawn, path, 20)
    image = opened(path)
    whole = render.thumbnail(drawn, image.width(), image.height(), QColor("white"))
    off = 0
    for y in (render.STRIP - 1, render.STRIP, 2 * render.STRIP - 1, 2 * render.STRIP):
        for x in range(image.width()):
            one, other = QColor(image.pixel(x, y)), QColor(whole.pixel(x, y))
            off += abs(one.lightness() - other.lightness()) > 24
    assert off <= 4 * image.width() * 0.005  # the phase of a dash may differ where a line is cut


def test_stopping_leaves_no_file(qapp, tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    assert not render.write_png(sheet(), path, 30, lambda part: part < 0.3)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_beyond_reason_is_refused(qapp, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="too many"):
        render.write_png(sheet(), tmp_path / "map.png", 5000)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_huge_png_needs_little_memory(qapp, tmp_path: Path) -> None:
    """F69: at 12,000 pixels along the longer side the memory in use grows by at most 150 MB."""
    drawn = sheet("fallujah", [PIECE])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    render.write_png(drawn, tmp_path / "map.png", 12_000 / 3400 * 100)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown <= 150
    reader = QImageReader(str(tmp_path / "map.png"))
    assert reader.size().width() == 12_000


def test_svg_is_well_formed_and_in_map_units(qapp, tmp_path: Path) -> None:
    drawn = sheet("fallujah", [PIECE])
    path = tmp_path / "map.svg"
    render.write_svg(drawn, path)
    root = ElementTree.parse(path).getroot()
    assert root.attrib["viewBox"].split()[2:] == [f"{length:g}" for length in drawn.scene.size]
    assert len(root.findall(".//{http://www.w3.org/2000/svg}path")) > 300


def test_pdf_has_one_page_of_true_size(qapp, tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    drawn = sheet("fallujah")
    render.write_pdf(drawn, path, 50)
    data = path.read_bytes()
    assert data.startswith(b"%PDF")
    box = data.split(b"/MediaBox [")[1].split(b"]")[0].split()
    width = float(box[2]) / 72
    assert width == pytest.approx(drawn.scene.size[0] / 100 / 2, abs=0.02)


def test_only_what_was_given_is_drawn(qapp) -> None:
    """Two sheets from equal views are equal, whatever else the position may hide (U49)."""
    one = render.thumbnail(sheet(pieces=[PIECE]), 300, 400, QColor("black"))
    other = render.thumbnail(sheet(pieces=[PIECE]), 300, 400, QColor("black"))
    assert one == other
    assert one != render.thumbnail(sheet(), 300, 400, QColor("black"))


def test_a_counter_alone_can_be_shown_front_and_back(qapp, tmp_path: Path) -> None:
    back = Piece("a", "2nd Texas", "2105", FACE, "union", back=Face(symbol="infantry", paper="#ff2020"))
    front, behind = render.counter_image(back, 80), render.counter_image(back, 80, back=True)
    assert front != behind
    assert front.save(str(tmp_path / "counter.png"))
