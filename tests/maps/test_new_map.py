"""Maps from nothing: blank sheets of each kind, other sizes and numbers, areas drawn, cut and joined, other ids."""

from __future__ import annotations

from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
import shapely
from shapely import Polygon

from common.maps import GameMap
from common.maps.changing import editing_areas as areas
from common.maps.changing import editing_changes as changes
from common.maps.changing import editing_names as names
from common.maps.changing.editing import Document
from common.maps.changing.editing_text import EditError
from common.maps.changing.new_map import NewMap, NewMapError, grid_on, sheet_size, write_map
from common.maps.checking.check import check_map
from common.maps.load import map_from_text
from common.maps.samples import sample_text


def begin(folder: Path, plan: NewMap) -> Document:
    path = folder / "new.yaml"
    path.write_text(write_map(plan), encoding="utf-8")
    return Document.open(path)


def complaints(document: Document) -> list[str]:
    return [str(finding) for finding in check_map(document.built(), document.mark)]


@pytest.mark.parametrize(
    ("orientation", "shifted", "numbering", "rows_up"),
    list(product(("pointy", "flat"), ("even", "odd"), ("RRCC", "CCRR"), (False, True))),
)
def test_a_blank_hex_map_has_no_fault(orientation, shifted, numbering, rows_up, tmp_path: Path) -> None:
    plan = NewMap(
        title="A: first try", orientation=orientation, shifted=shifted, numbering=numbering, rows_up=rows_up,
        columns=7, rows=5, first_column=3, first_row=9,
    )  # fmt: skip
    document = begin(tmp_path, plan)
    map_ = document.built()
    assert complaints(document) == [] and len(map_.spaces) == 35
    corner = (
        "1303" if numbering == "RRCC" and rows_up else "0903" if numbering == "RRCC" else "0313" if rows_up else "0309"
    )
    assert min(map_.spaces, key=lambda id_: map_.spaces[id_].center[::-1]) == corner or orientation == "flat"
    assert map_.spaces[corner].attrs["row"] == (13 if rows_up else 9)


@pytest.mark.parametrize("kind", ["area", "point"])
def test_a_blank_sheet_says_only_that_it_is_blank(kind, tmp_path: Path) -> None:
    document = begin(tmp_path, NewMap(kind=kind, paper="Letter", wide=False))
    assert document.built().size == (850, 1100)
    assert ["the map has no space yet" in text for text in complaints(document)] == [True]


def test_a_map_fills_the_paper() -> None:
    plan = NewMap(paper="A4", hex_mm=20, wide=False)
    plan.columns, plan.rows = grid_on(plan)
    map_, (width, height) = map_from_text(write_map(plan)), sheet_size(plan)
    assert map_.size[0] <= width and map_.size[1] <= height
    hex_ = plan.hex_mm * 100 / 25.4
    assert map_.size[0] + hex_ > width and map_.size[1] + hex_ * 0.9 > height  # one more would not fit


@pytest.mark.parametrize(
    "change", [{"columns": 999, "rows": 999}, {"paper": "B9", "kind": "area"}, {"theme": "baroque"}]
)
def test_what_cannot_be_begun_says_why(change) -> None:
    with pytest.raises(NewMapError):
        write_map(NewMap(**change))


def test_new_sections_are_written_as_a_person_would(tmp_path: Path) -> None:
    document = begin(tmp_path, NewMap(columns=6, rows=4))
    line = ("sides", "river", "River")
    document.edit("river", partial(changes.set_line, line=line, pairs=[("0201", "0202"), ("0202", "0301")], on=True))
    document.edit("road", partial(
        changes.set_line, line=("paths", "road", ""), pairs=[("0101", "0201"), ("0201", "0301")], on=True))  # fmt: skip
    document.edit("name", partial(changes.add_label, text="Hills", at=(200, 200)))
    assert document.text.endswith("""
sides:
  - name: River
    kind: river
    source: original design
    sides: ["0201-0202", "0202-0301"]

paths:
  - name: road 1
    kind: road
    source: original design
    through: ["0101", "0201", "0301"]

labels:
  - id: places
    kind: place
    source: original design
    entries:
      - {text: Hills, at: [200, 200]}
""")
    assert complaints(document) == []


# --- size and numbers -------------------------------------------------------------------------------------


def neighbours_by_name(map_: GameMap) -> set[tuple[str, ...]]:
    """Who is next to whom among the named hexes, and what lies between, whatever their numbers."""
    named = {space.id: space.name for space in map_.spaces.values() if space.name != space.id}
    return {
        (named[a], named[b], *sorted(link.kinds)) for (a, b), link in map_.links.items() if a in named and b in named
    }


@pytest.fixture
def named(tmp_path: Path) -> Document:
    """The valley with a name on every hex."""
    path = tmp_path / "valley.yaml"
    path.write_text(sample_text("valley"), encoding="utf-8")
    document = Document.open(path)

    def name_all(data) -> None:
        for space in document.built().spaces:
            changes.set_space(data, space, "name", f"n{space}")

    document.edit("names", name_all)
    return document


@pytest.mark.parametrize("sides", [(2, 1, 0, 0), (0, 0, 3, 2), (1, 0, 0, 0), (0, 1, 0, 0), (0, 3, 1, 1)])
def test_a_map_grows_and_what_was_there_stays_together(named: Document, sides) -> None:
    before = neighbours_by_name(named.built())
    label = named.built().labels[0]
    here = named.built().at(*label.at)
    old_name = named.built().spaces[here].name
    assert named.edit("resize", partial(names.resize, left=sides[0], top=sides[1], right=sides[2], bottom=sides[3]))
    map_ = named.built()
    assert neighbours_by_name(map_) == before
    assert len(map_.spaces) == (12 + sides[0] + sides[2]) * (9 + sides[1] + sides[3])
    assert map_.spaces[map_.at(*map_.labels[0].at)].name == old_name  # a name lies where it lay
    rows = [int(row) for row in named.data["terrain"]["rows"]]
    assert rows == sorted(rows)


def test_a_map_shrinks_and_loses_what_lay_there(named: Document) -> None:
    assert named.edit("resize", partial(names.resize, left=-1, top=0, right=-3, bottom=-2))
    map_ = named.built()
    assert len(map_.spaces) == 8 * 7 and "0305" in map_.spaces and "0105" not in map_.spaces
    assert named.data["paths"][0]["through"][-1] == "0904"
    assert named.data["sides"][1]["sides"] == []  # the cliffs were in the corner
    with pytest.raises(EditError):
        named.edit("resize", partial(names.resize, left=-8, top=0, right=0, bottom=0))


@pytest.mark.parametrize(
    ("numbering", "column", "row", "digits", "up"),
    [("RRCC", 1, 1, 2, False), ("CCRR", 10, 5, 2, False), ("RRCC", 0, 0, 3, True), ("CCRR", 2, 2, 2, True)],
)
def test_hexes_get_other_numbers_and_nothing_else(named: Document, numbering, column, row, digits, up) -> None:
    old = named.built()
    wanted = {"numbering": numbering, "first_column": column, "first_row": row, "digits": digits, "rows_up": up}
    assert named.edit("renumber", partial(names.renumber, **wanted))
    new = named.built()
    assert neighbours_by_name(new) == neighbours_by_name(old)
    assert {s.name: (s.center, s.kind) for s in new.spaces.values()} == {
        s.name: (s.center, s.kind) for s in old.spaces.values()
    }
    assert all(len(id_) == 2 * digits for id_ in new.spaces)
    assert not [text for text in complaints(named) if "rule." in text]  # the rules name the hexes by their new numbers


def test_too_few_digits_are_refused(named: Document) -> None:
    with pytest.raises(EditError):
        named.edit("renumber", partial(names.renumber, numbering="RRCC", first_column=95, first_row=1, digits=2))


def test_an_id_changes_wherever_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "islands.yaml"
    more = """
paths:
  - {name: Post road, kind: post, source: reconstructed, through: [merrow, gull_rock, north_bank]}
groups: {west: [merrow, lantern]}
constraints:
  - {check: distance, rule: "1", a: merrow, b: skarn, equals: 3}
  - {check: adjacent, rule: "2", space: merrow, to: [gull_rock, lantern]}
ignored:
  - {check: name.blank, place: merrow, reason: because}
"""
    path.write_text(sample_text("islands") + more, encoding="utf-8")
    document = Document.open(path)
    assert document.edit("rename", partial(names.rename_space, old="merrow", new="great_merrow"))
    assert "great_merrow" in document.built().spaces
    assert document.text.count("great_merrow") == sample_text("islands").count("merrow") + 5
    assert document.data["spaces"][0]["entries"][0]["name"] == "Merrow"
    for wrong in ("skarn", "a-b", " x", ""):
        with pytest.raises(EditError):
            document.edit("rename", partial(names.rename_space, old="great_merrow", new=wrong))


def test_the_number_of_a_hex_is_not_renamed(named: Document) -> None:
    with pytest.raises(EditError, match="renumber"):
        named.edit("rename", partial(names.rename_space, old="0305", new="town"))


# --- areas ------------------------------------------------------------------------------------------------


def test_areas_are_drawn_cut_and_joined(tmp_path: Path) -> None:
    document = begin(tmp_path, NewMap(kind="area"))
    assert document.edit("a", partial(areas.add_area, id_="1", points=[(100, 100), (500, 100), (500, 500), (100, 500)]))
    assert document.edit("b", partial(areas.add_area, id_="2", points=[(450, 200), (900, 200), (900, 400), (450, 400)]))
    map_ = document.built()
    assert map_.next_to("1") == ("2",) and complaints(document) == []
    assert Polygon(map_.spaces["2"].polygon).bounds[0] == 500  # what lay on the first was cut away
    cut = [(300, 100), (320, 300), (300, 500)]
    assert document.edit("cut", partial(areas.split_area, id_="1", line=cut, new_id="3"))
    map_ = document.built()
    assert set(map_.next_to("3")) == {"1", "2"} and map_.next_to("2") == ("3",) and complaints(document) == []
    wall = partial(changes.set_line, line=("sides", "wall", "Wall"), pairs=[("1", "3"), ("3", "2")], on=True)
    assert document.edit("wall", wall)
    assert document.edit("join", partial(areas.merge_areas, ids=["1", "3"]))
    map_ = document.built()
    assert set(map_.spaces) == {"1", "2"} and complaints(document) == []
    assert document.data["sides"][0]["sides"] in (["1-2"], ["2-1"])
    for wrong in ([(600, 250), (700, 300)], [(500, 300), (700, 300)]):
        with pytest.raises(EditError):
            document.edit("cut", partial(areas.split_area, id_="2", line=wrong, new_id="4"))
    with pytest.raises(EditError):
        document.edit("again", partial(areas.add_area, id_="3", points=[(120, 120), (300, 120), (300, 300)]))


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_many_edits_leave_no_sliver(tmp_path: Path, count: int) -> None:
    """Areas drawn anywhere over each other, cut and joined at random: never a gap of a hair, never an overlap."""
    chance, document = Random(17), begin(tmp_path, NewMap(kind="area"))
    for n in range(count):
        _edit_at_random(document, chance, n)
        if n % 20 == 19:
            _need_clean(document.built())
    assert len(document.built().spaces) > 5


def _edit_at_random(document: Document, chance: Random, n: int) -> None:
    ids = [entry["id"] for _, _, entry in changes.entries(document.data, "spaces")]
    try:
        way = chance.random()
        if way < 0.5 or len(ids) < 3:
            x, y = chance.randrange(60, 1300, 20), chance.randrange(60, 900, 20)
            w, h = chance.randrange(60, 260, 20), chance.randrange(60, 220, 20)
            ring = [(x, y), (x + w, y + chance.choice((0, 20))), (x + w, y + h), (x, y + h)]
            document.edit("add", partial(areas.add_area, id_=f"a{n}", points=ring))
        elif way < 0.7:
            id_ = chance.choice(ids)
            a, b = chance.sample(changes.entry_of(document.data, id_)["polygon"], 2)
            document.edit("cut", partial(areas.split_area, id_=id_, line=[tuple(a), tuple(b)], new_id=f"s{n}"))
        else:
            document.edit("join", partial(areas.merge_areas, ids=chance.sample(ids, 2)))
    except EditError:
        pass


def _need_clean(map_: GameMap) -> None:
    shapes = [Polygon(space.polygon) for space in map_.spaces.values()]
    assert all(shape.is_valid and shape.area > 1 for shape in shapes)
    total, union = sum(shape.area for shape in shapes), shapely.union_all(shapes)
    assert abs(total - union.area) < 1e-3 * total
    for part in shapely.get_parts(union):
        assert all(Polygon(ring).area > 1 for ring in part.interiors)
