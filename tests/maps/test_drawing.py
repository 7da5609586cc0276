"""The maps are drawn whole, in both lights, and no name lies over another."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from itertools import combinations
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest
import shapely

from common.data import ROOT
from common.maps import load_map
from common.maps.changing import editing_changes as changes
from common.maps.changing.editing import Document
from common.maps.load import map_from_text, map_path
from common.maps.pictures import svg
from common.maps.pictures.drawing import Path, Symbol, Text, draw, outlines
from common.maps.pictures.names import Name, Placer, boxes
from common.maps.pictures.picture import LAYERS, Picture
from common.maps.pictures.symbols import FILLED, LINED
from common.maps.pictures.themes import Mode
from common.maps.samples import SAMPLES, sample_path

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")


def names_of(picture: Picture) -> list[Text]:
    """All placed names."""
    return [
        item for layer in picture.layers if layer.name == "labels" for item in layer.items if isinstance(item, Text)
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_map_is_drawn_as_svg(game: str, mode: Mode, tmp_path: FilePath) -> None:
    picture = draw(load_map(game), mode)
    assert [layer.name for layer in picture.layers] == sorted(
        (layer.name for layer in picture.layers), key=LAYERS.index
    )
    svg.write(picture, tmp_path / "map.svg")
    root = ElementTree.parse(tmp_path / "map.svg").getroot()
    assert len(root.findall("{*}g")) == len(picture.layers)
    assert "nan" not in (tmp_path / "map.svg").read_text(encoding="utf-8").lower().replace("nant", "")


@pytest.mark.parametrize("game", GAMES)
def test_no_name_lies_over_another_or_beyond_the_sheet(game: str) -> None:
    map_ = load_map(game)
    placed = names_of(draw(map_))
    assert len(placed) > 20 or game == "somali_pirates"
    for text in placed:
        for left, top, right, bottom in boxes(text):
            assert 0 <= left < right <= map_.size[0], text.text
            assert 0 <= top < bottom <= map_.size[1], text.text
    for one, other in combinations(placed, 2):
        for a in boxes(one):
            for b in boxes(other):
                w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
                assert w <= 1 or h <= 1 or w * h < 0.06 * (a[2] - a[0]) * (a[3] - a[1]), (one.text, other.text)


def test_no_name_lies_under_the_flag_of_a_place() -> None:
    """The flag of who controls a place stands in the upper left of its hex, 28 units wide."""
    map_ = load_map("nmc")
    flags = [(x - 45, y - 50, x - 17, y - 22) for x, y in (s.center for s in map_.spaces.values() if "vp" in s.attrs)]
    assert len(flags) > 15
    for text in names_of(draw(map_)):
        for a in boxes(text):
            for b in flags:
                w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
                assert w <= 4 or h <= 4, text.text


@pytest.mark.parametrize(
    ("game", "wanted"), [("nmc", ["Fort Craig", "Santa Fe", "Glorieta Pass"]), ("sand_wars", ["Rabat", "Tindouf"])]
)
def test_important_names_are_never_dropped(game: str, wanted: list[str]) -> None:
    found = {text.text for text in names_of(draw(load_map(game)))}
    assert set(wanted) <= found


def test_a_range_and_its_name_stand_in_the_country_they_belong_to() -> None:
    map_ = load_map("sand_wars")
    morocco = shapely.union_all([shapely.Polygon(part.rings[0]) for part in map_.regions if part.name == "Morocco"])
    frontier = [line for line in map_.lines if line.kind == "frontier"]
    ranges = {line.name for line in map_.lines if line.kind == "ridge"}
    names = {text.text: shapely.box(*boxes(text)[0]) for text in names_of(draw(map_)) if text.text in ranges}
    assert len(names) > 10
    assert not [name for name, ground in names.items() if shapely.LineString(frontier[0].points).intersects(ground)]
    (bani,) = [line for line in map_.lines if line.name == "Jebel Bani"]
    assert morocco.contains(shapely.LineString(bani.points))
    assert morocco.contains(names["Jebel Bani"])


@pytest.mark.parametrize("game", GAMES)
def test_no_box_touches_the_frame_of_the_sheet(game: str) -> None:
    """The innermost line of the frame lies 25 units inside."""
    map_ = load_map(game)
    wide, high = map_.size
    for box in map_.boxes.values():
        x, y, w, h = box.rect
        assert min(x, y, wide - x - w, high - y - h) >= 30, box.id


def test_every_number_and_every_named_space_is_on_the_sheet() -> None:
    map_ = load_map("nmc")
    picture = draw(map_)
    texts = {item.text for layer in picture.layers for item in layer.items if isinstance(item, Text)}
    assert set(map_.ids) <= texts
    assert {space.name for space in map_.spaces.values() if space.name != space.id} <= texts


def test_drawing_is_the_same_every_time() -> None:
    assert svg.text(draw(load_map("fallujah"))) == svg.text(draw(load_map("fallujah")))


def test_rivers_follow_their_hexsides() -> None:
    map_ = load_map("nmc")
    water = draw(map_).layer("water").items
    ends = [step[1][-2:] for item in water if isinstance(item, Path) for step in item.steps if step[1]]
    corners = {corner for link in map_.links_of("river") for corner in map_.side(link.a, link.b)}
    for x, y in ends:
        assert min((x - cx) ** 2 + (y - cy) ** 2 for cx, cy in corners) <= 29.0**2


@pytest.mark.parametrize("name", sorted({*FILLED, *LINED}))
def test_signs_keep_their_size(name: str) -> None:
    for path in outlines(Symbol(name, (100, 100), 20, "#fff", "#000", 30)):
        for _, numbers in path.steps:
            assert all(80 <= n <= 120 for n in numbers)


def test_maps_need_no_qt() -> None:
    code = "import common.maps.pictures.drawing, common.maps.checking.check, sys; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_minor_names_give_way() -> None:
    placer = Placer((400, 100), "#fff")
    placer.block((0, 0, 400, 30))
    placer.block((0, 70, 400, 100))
    texts = placer.place(
        [
            Name("Hamlet of no importance at all", (200, 50), 30, "#000", 9),
            Name("Capital City", (200, 50), 30, "#000", 0),
        ]
    )
    assert [text.text for text in texts] == ["Capital City"]
    assert placer.dropped == ["Hamlet of no importance at all"]


@pytest.mark.parametrize("angle", [0.0, 60.0])
def test_the_name_of_a_range_stands_beside_its_slopes(angle: float) -> None:
    """Other names may be written on the same ground, and a range that fills the sheet keeps its name."""
    slope, whole = (170, 170, 230, 230), (0, 0, 400, 400)
    for ground, free in ((slope, True), (whole, False)):
        placer = Placer((400, 400), "#fff")
        placer.avoid(ground)
        names = [Name("Sierra", (200, 200), 20, "#000", 2, angle=angle, beside=beside) for beside in (True, False)]
        (beside,), (upon,) = (placer.place([name]) for name in names)
        overlaps = [_meets(rect, ground) for rect in boxes(beside)]
        assert any(overlaps) is not free
        assert any(_meets(rect, ground) for rect in boxes(upon))


def _meets(rect: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return rect[0] < other[2] and other[0] < rect[2] and rect[1] < other[3] and other[1] < rect[3]


def test_a_changed_hex_leaves_the_rest_of_the_picture_as_it_was() -> None:
    document = Document.open(map_path("operation_serval"))
    before = draw(document.built())
    hex_ = next(space.id for space in document.built().spaces.values() if space.kind == "desert")
    document.edit("paint", partial(changes.paint, layer="terrain", wanted={hex_: "open"}))
    after = draw(document.built())
    for layer in before.layers:
        old, new = set(layer.items), {i for other in after.layers if other.name == layer.name for i in other.items}
        assert len(old - new) <= 2, layer.name  # its ground, and the tile of marks it lies in


def texts_of(picture) -> set[str]:
    return {item.text for layer in picture.layers for item in layer.items if isinstance(item, Text)}


def strokes_of(picture) -> int:
    return sum(isinstance(item, Path) for layer in picture.layers for item in layer.items)


@pytest.mark.parametrize("name", SAMPLES)
def test_lines_and_surfaces_of_kinds_that_no_theme_knows_are_drawn(name: str) -> None:
    text = sample_path(name).read_text(encoding="utf-8")
    line = "{name: Pipe, points: [[90, 90], [400, 300]]}"
    wood = "{name: Wood, rings: [[[99, 99], [300, 99], [200, 300]]]}"
    more = (
        f"lines:\n  - {{id: own, kind: aqueduct, source: original, entries: [{line}]}}\n"
        f"regions:\n  - {{id: own, kind: forest, source: original, entries: [{wood}]}}\n"
    )
    head, _, tail = text.partition("\nspaces:")
    old, new = map_from_text(text), map_from_text(f"{head}\n{more}\nspaces:{tail}")
    before, after = draw(old), draw(new)
    assert texts_of(after) - texts_of(before) == {"Pipe", "Wood"}
    assert strokes_of(after) - strokes_of(before) == 3


def test_sides_of_a_kind_that_no_theme_knows_are_drawn() -> None:
    text = sample_path("valley").read_text(encoding="utf-8")
    wall = 'sides:\n  - {name: Wall, kind: wall, source: original, sides: ["1004-1104", "1005-1105"]}\n'
    new = map_from_text(text.replace("sides:\n", wall, 1))
    assert strokes_of(draw(new)) - strokes_of(draw(map_from_text(text))) == 2


def test_only_the_theme_of_a_city_draws_blocks() -> None:
    text = sample_path("harbour").read_text(encoding="utf-8")
    city, plain = (map_from_text(text.replace("theme: briefing", f"theme: {theme}")) for theme in ("briefing", "plain"))
    blocks = [len(layer.items) for layer in draw(city).layers if layer.name == "terrain"]
    bare = [len(layer.items) for layer in draw(plain).layers if layer.name == "terrain"]
    assert sum(bare) == len(plain.spaces) < sum(blocks)
