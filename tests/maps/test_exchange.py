"""Maps to other programs and back, and files of strangers that end in one clear line."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest

from common.cli import main
from common.maps import load_map, read_map
from common.maps.changing.editing import Document
from common.maps.changing.fitting import FitError, apply, bounds_fit, earth_fit, fit_grid, inverse, nudge
from common.maps.changing.new_map import NewMap, write_map
from common.maps.checking.check import check_map
from common.maps.exchange.exports import write_export, write_geojson, write_graphml, write_links, write_spaces
from common.maps.exchange.import_hexes import FoundHex, chain_steps, find_grid
from common.maps.exchange.imports import ImportTrouble, describe_added, import_into, import_map
from common.maps.load import map_from_text, map_path
from common.maps.samples import SAMPLES, sample_path
from common.maps.versions.compare import compare


def there_and_back(name: str, ending: str, folder: Path):
    old = read_map(sample_path(name))
    write_export(old, folder / f"{name}{ending}")
    new = map_from_text(import_map(folder / f"{name}{ending}"))
    return old, new


@pytest.mark.parametrize("ending", [".geojson", ".graphml", ".csv"])
@pytest.mark.parametrize("name", SAMPLES)
def test_who_is_next_to_whom_survives_every_format(name: str, ending: str, tmp_path: Path) -> None:
    old, new = there_and_back(name, ending, tmp_path)
    assert list(new.spaces) == list(old.spaces) or set(new.spaces) == set(old.spaces)
    assert set(new.links) == set(old.links)
    assert {id_: s.name for id_, s in new.spaces.items()} == {id_: s.name for id_, s in old.spaces.items()}
    assert [finding for finding in check_map(new) if finding.severity == "error"] == []


def test_a_point_map_comes_back_whole(tmp_path: Path) -> None:
    old, new = there_and_back("islands", ".geojson", tmp_path)
    assert [str(each) for each in compare(old, new) if each.what != "sheet"] == []


def test_an_area_map_comes_back_with_its_borders(tmp_path: Path) -> None:
    old, new = there_and_back("harbour", ".geojson", tmp_path)
    assert {k: link.kinds for k, link in new.links.items()} == {k: link.kinds for k, link in old.links.items()}
    for id_, space in old.spaces.items():
        assert set(new.spaces[id_].polygon) == set(space.polygon) and new.spaces[id_].center == space.center


def test_a_map_fitted_to_the_earth_is_written_in_degrees() -> None:
    whole = json.loads(write_geojson(load_map("sand_wars")))
    tangier = next(each for each in whole["features"] if each["properties"].get("id") == "tangier")
    lon, lat = tangier["geometry"]["coordinates"]
    assert abs(lon + 5.8) < 0.4 and abs(lat - 35.77) < 0.4


def test_graphml_and_tables_say_what_the_map_says() -> None:
    map_ = read_map(sample_path("islands"))
    graph = nx.parse_graphml(write_graphml(map_))
    assert graph.number_of_nodes() == 8 and graph.nodes["merrow"]["name"] == "Merrow"
    assert write_spaces(map_).splitlines()[1].startswith("merrow,Merrow,city,harbour,180.0,180.0")
    assert "lantern,sound,track," in write_links(map_) or "sound,lantern,track," in write_links(map_)


def test_areas_of_the_world_become_a_map(tmp_path: Path) -> None:
    def square(x: float, name: str) -> dict:
        ring = [[x, 30], [x + 2, 30], [x + 2, 32], [x, 32], [x, 30]]
        return {"type": "Feature", "properties": {"name": name, "pop": 7},
                "geometry": {"type": "Polygon", "coordinates": [ring]}}  # fmt: skip

    road = {"type": "Feature", "properties": {"kind": "road", "name": "Highway"},
            "geometry": {"type": "LineString", "coordinates": [[0, 31], [4, 31]]}}  # fmt: skip
    town = {"type": "Feature", "properties": {"name": "Fort"}, "geometry": {"type": "Point", "coordinates": [1, 31]}}
    path = tmp_path / "world.geojson"
    features = [square(0, "West"), square(2, "East"), road, town]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    map_ = map_from_text(import_map(path))
    assert map_.kind == "area" and map_.next_to("West") == ("East",) and map_.spaces["East"].attrs == {"pop": 7}
    assert [line.name for line in map_.lines] == ["Highway"] and [label.text for label in map_.labels] == ["Fort"]
    fit = earth_fit(map_)
    assert fit is not None
    lon, lat = apply(inverse(fit), map_.spaces["West"].center)
    assert (round(lon, 2), round(lat, 2)) == (1.0, 31.0)
    assert map_.spaces["East"].center[0] > map_.spaces["West"].center[0]


def test_a_list_of_regions_becomes_points(tmp_path: Path) -> None:
    path = tmp_path / "regions.csv"
    path.write_text("Name;OriginX;OriginY\nNorth Gate;120;80\nSouth Gate;130,5;400\n", encoding="utf-8")
    map_ = map_from_text(import_map(path))
    assert map_.spaces["North_Gate"].name == "North Gate" and map_.spaces["South_Gate"].center == (130.5, 400)


XMLNS = "http://graphml.graphdrawing.org/xmlns"


def feature(kind: str, coordinates: str) -> str:
    geometry = f'{{"type": "{kind}", "coordinates": {coordinates}}}'
    return f'{{"type": "FeatureCollection", "features": [{{"type": "Feature", "geometry": {geometry}}}]}}'


HOSTILE = {
    "empty.geojson": "", "list.geojson": "[]", "deep.geojson": "[" * 100_000, "null.geojson": "null",
    "word.geojson": '{"type": "FeatureCollection", "features": 7}',
    "holes.geojson": '{"type": "FeatureCollection", "features": [{"geometry": {"type": "Polygon"}}]}',
    "text.geojson": feature("Point", '["a", 1]'), "inf.geojson": feature("Point", "[1e999, 1]"),
    "odd.geojson": feature("Sphere", "[1, 1]"), "flat.geojson": feature("Polygon", "[[[0, 0], [1, 1], [2, 2]]]"),
    "nothing.geojson": '{"type": "FeatureCollection", "features": []}',
    "line.geojson": feature("LineString", "[[0, 0], [1, 1]]"),
    "cut.geojson": '{"type": "FeatureCollection", "features": [',
    "bomb.graphml": '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><graphml>&b;</graphml>',
    "torn.graphml": "<graphml><graph", "other.graphml": "<html></html>", "none.graphml": "<graphml></graphml>",
    "bare.graphml": f'<graphml xmlns="{XMLNS}"><graph edgedefault="directed"></graph></graphml>',
    "empty.csv": "", "heads.csv": "space,x,y\n", "words.csv": "space,x,y\na,left,2\n", "columns.csv": "a,b\n1,2\n",
    "huge.csv": "space,x,y\na,1e300,2\n", "notes.txt": "hello",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_in_one_clear_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    path.write_text(HOSTILE[name], encoding="utf-8")
    with pytest.raises(ImportTrouble, match=name.replace(".", r"\.")):
        import_map(path)
    assert main(["import", str(path), str(tmp_path / "out.yaml")]) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and not (tmp_path / "out.yaml").exists()


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "map.geojson"
    path.write_bytes(b"\xff\xfe\x00{")
    with pytest.raises(ImportTrouble, match="not UTF-8"):
        import_map(path)
    with pytest.raises(ImportTrouble, match="cannot be read"):
        import_map(tmp_path / "nowhere.csv")


# --- fits -------------------------------------------------------------------------------------------------


def test_three_clicks_lay_a_scan_under_the_grid() -> None:
    map_ = read_map(sample_path("valley"))
    true = nudge((0.5, 0.0, 30.0, 0.0, 0.5, 20.0), turn=1.5)  # a scan of twice the size, a little turned
    places = [map_.spaces[id_].center for id_ in ("0101", "1201", "0609")]
    pixels = [apply(inverse(true), place) for place in places]
    fit = fit_grid(pixels, places)
    assert fit.residual < 1e-6 and abs(fit.angle - 1.5) < 1e-6 and abs(fit.scale - 0.5) < 1e-9
    assert fit.to_picture(fit.to_map((17.0, 4.0))) == pytest.approx((17, 4))
    wrong = [(pixels[0][0] + 6, pixels[0][1]), *pixels[1:]]
    off = fit_grid(wrong, places)
    assert 1 < off.residual < 6  # a slip of six pixels is seen


@pytest.mark.parametrize("pixels", [[(0, 0), (1, 1)], [(5, 5)] * 3])
def test_places_that_say_nothing_are_refused(pixels) -> None:
    with pytest.raises(FitError):
        fit_grid(pixels, [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)][: len(pixels)])


def test_the_earth_lies_on_the_sheet_with_its_north_up() -> None:
    matrix = bounds_fit((-10, 20, 10, 40), (1000, 1000))
    west, east = apply(matrix, (-10, 30)), apply(matrix, (10, 30))
    north, south = apply(matrix, (0, 40)), apply(matrix, (0, 20))
    assert west[0] < east[0] and north[1] < south[1]
    assert (east[0] - west[0]) / (south[1] - north[1]) == pytest.approx(0.866, abs=0.01)  # degrees are narrower there


# --- the command line -------------------------------------------------------------------------------------


def test_a_map_is_begun_written_and_compared_on_the_command_line(tmp_path: Path, capsys) -> None:
    new = tmp_path / "new.yaml"
    assert main(["new", str(new), "--columns", "6", "--rows", "4", "--title", "Fens"]) == 0
    assert main(["new", str(new)]) == 1  # it is there already
    assert main(["check", str(new), "--strict"]) == 0
    for ending in ("geojson", "graphml", "csv", "svg"):
        assert main(["export-map", str(new), str(tmp_path / f"fens.{ending}")]) == 0
    svg = (tmp_path / "fens.svg").read_text(encoding="utf-8")
    assert main(["export-map", str(new), str(tmp_path / "bare.svg"), "--no-grid", "--no-numbers"]) == 0
    bare = (tmp_path / "bare.svg").read_text(encoding="utf-8")
    assert "0101" in svg and "0101" not in bare and 'id="grid-0"' in svg and 'id="grid-0"' not in bare
    assert main(["import", str(tmp_path / "fens.graphml"), str(tmp_path / "back.yaml")]) == 0
    assert main(["diff", str(new), str(tmp_path / "back.yaml")]) == 1
    assert main(["export-map", str(new), str(tmp_path / "fens.doc")]) == 1
    assert main(["new", str(tmp_path / "x.yaml"), "--theme", "atls"]) == 1


# --- hex grids recognised -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".geojson", ".graphml", ".csv"])
def test_the_hexes_of_an_own_export_are_recognised(ending: str, tmp_path: Path) -> None:
    old, new = there_and_back("valley", ending, tmp_path)
    assert new.kind == "hex" and new.file.grid is not None
    for field in ("orientation", "shifted", "numbering", "first_column", "rows_up", "width", "digits"):
        assert getattr(new.file.grid, field) == getattr(old.file.grid, field)
    found = [str(each) for each in compare(old, new) if each.what in ("space", "link")]
    assert found == []


@pytest.mark.parametrize("game", ["nmc", "operation_serval"])
def test_a_hex_map_of_a_game_comes_back_whole(game: str, tmp_path: Path) -> None:
    old = load_map(game)
    write_export(old, tmp_path / "map.geojson")
    new = map_from_text(import_map(tmp_path / "map.geojson"))
    drawn = ("space", "link", "label", "feature", "line", "region")
    assert [str(each) for each in compare(old, new) if each.what in drawn] == []
    assert (new.size, new.file.theme, new.title) == (old.size, old.file.theme, old.title)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("numbering", ["RRCC", "CCRR"])
@pytest.mark.parametrize(("shifted", "rows_up", "first", "digits"), [("even", True, 0, 2), ("odd", False, 5, 3)])
def test_every_grid_is_told_from_numbers_and_places(orientation, numbering, shifted, rows_up, first, digits) -> None:
    plan = NewMap(
        kind="hex", title="Grid", orientation=orientation, numbering=numbering, shifted=shifted, rows_up=rows_up,
        first_column=first, first_row=3, columns=5, rows=4, hex_mm=17, digits=digits,
    )  # fmt: skip
    old = map_from_text(write_map(plan))
    grid = find_grid(FoundHex(space.id, space.center) for space in old.spaces.values())
    assert grid is not None and old.file.grid is not None
    wanted = old.file.grid
    same = ("orientation", "shifted", "numbering", "rows_up", "first_column", "digits", "width")
    assert [getattr(grid, field) for field in same] == [getattr(wanted, field) for field in same]


def test_numbers_that_lie_anywhere_are_no_grid() -> None:
    places = {"0101": (10, 10), "0102": (70, 20), "0201": (30, 90), "0202": (95, 95), "0303": (140, 7)}
    assert find_grid(FoundHex(id_, at) for id_, at in places.items()) is None
    assert find_grid([FoundHex("0101", (0, 0))]) is None
    words = {"north": (0, 0), "south": (0, 100), "east": (100, 0), "west": (100, 100)}
    assert find_grid(FoundHex(id_, at) for id_, at in words.items()) is None


def test_steps_become_ways() -> None:
    assert chain_steps([("b", "c"), ("a", "b"), ("c", "d")]) == [["a", "b", "c", "d"]]
    ways = chain_steps([("a", "b"), ("b", "c"), ("b", "d")])
    assert sorted(len(way) for way in ways) == [2, 3]
    assert chain_steps([("a", "b"), ("b", "c"), ("c", "a")]) == [["a", "b", "c", "a"]]


# --- into a map that is there -------------------------------------------------------------------------------


def collection(folder: Path, *features: tuple[str, object, dict]) -> Path:
    path = folder / "more.geojson"
    made = [
        {"type": "Feature", "properties": about, "geometry": {"type": kind, "coordinates": at}}
        for kind, at, about in features
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": made}), encoding="utf-8")
    return path


def taken_into(name: str, path: Path, *expected: str):
    document = Document.open(sample_path(name))
    map_ = read_map(sample_path(name))
    told: list[str] = []
    before = document.text
    assert document.edit("import", lambda data: told.append(describe_added(import_into(data, path, map_))))
    new = map_from_text(document.text)
    assert {finding.code for finding in check_map(new) if finding.severity == "error"} == set(expected)
    assert document.undo() and document.text == before
    return map_, new, told[0]


def test_points_and_lines_are_added_to_a_point_map(tmp_path: Path) -> None:
    old = read_map(sample_path("islands"))
    merrow = list(old.spaces["merrow"].center)
    table = tmp_path / "more.csv"
    table.write_text("space,name,x,y\nmerrow,Second Merrow,300,600\nfar,Far Rock,500,650\n", encoding="utf-8")
    old, new, told = taken_into("islands", table, "link.none")
    assert told == "2 points" and set(new.spaces) - set(old.spaces) == {"merrow_2", "far"}
    exact = {"five_fronts": {"size": list(old.size)}, "type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"kind": "ferry"},
         "geometry": {"type": "LineString", "coordinates": [merrow, [300, 300], list(old.spaces["tolla"].center)]}},
        {"type": "Feature", "properties": {"kind": "reef", "name": "Teeth"},
         "geometry": {"type": "LineString", "coordinates": [[5, 5], [40, 40]]}},
    ]}  # fmt: skip
    (tmp_path / "lines.geojson").write_text(json.dumps(exact), encoding="utf-8")
    old, new, told = taken_into("islands", tmp_path / "lines.geojson")
    assert told == "1 route, 1 line" and "ferry" in new.link("merrow", "tolla").kinds
    assert [line.name for line in new.lines][-1] == "Teeth"


@pytest.mark.parametrize("suffix", ["geojson", "graphml", "csv"])
def test_hexes_of_the_same_numbers_take_over_ground_facts_and_lines(tmp_path: Path, suffix: str) -> None:
    assert main(["export-map", str(sample_path("valley")), str(tmp_path / f"valley.{suffix}")]) == 0
    assert main(["new", str(tmp_path / "blank.yaml"), "--columns", "12", "--rows", "9"]) == 0
    assert main(["import", str(tmp_path / f"valley.{suffix}"), str(tmp_path / "blank.yaml"), "--into"]) == 0
    old, new = read_map(sample_path("valley")), read_map(tmp_path / "blank.yaml")
    assert {id_: (each.kind, each.name, each.tags) for id_, each in new.spaces.items()} == {
        id_: (each.kind, each.name, each.tags) for id_, each in old.spaces.items()
    }
    assert {pair: link.kinds for pair, link in new.links.items()} == {p: link.kinds for p, link in old.links.items()}
    assert not new.regions and [each.text for each in new.labels] == (["North Hills"] if suffix == "geojson" else [])


def test_hexes_of_other_numbers_lie_on_the_sheet_as_surfaces(tmp_path: Path) -> None:
    assert main(["export-map", str(sample_path("valley")), str(tmp_path / "valley.geojson")]) == 0
    assert main(["new", str(tmp_path / "small.yaml"), "--columns", "8", "--rows", "9"]) == 0
    assert main(["import", str(tmp_path / "valley.geojson"), str(tmp_path / "small.yaml"), "--into"]) == 0
    small = read_map(tmp_path / "small.yaml")
    assert len(small.regions) == 108 and {space.kind for space in small.spaces.values()} == {"clear"}


def test_areas_are_added_where_there_is_room(tmp_path: Path) -> None:
    old = read_map(sample_path("harbour"))
    east = max(x for space in old.spaces.values() for x, _ in space.polygon)
    ys = [y for space in old.spaces.values() for x, y in space.polygon if x == east]
    ring = [[east, min(ys)], [east + 30, min(ys)], [east + 30, max(ys)], [east, max(ys)], [east, min(ys)]]
    inner = [list(corner) for corner in old.spaces["5"].polygon]
    path = tmp_path / "more.geojson"
    whole = {"five_fronts": {"size": [*old.size]}, "type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"id": "new", "name": "Newtown"},
         "geometry": {"type": "Polygon", "coordinates": [ring]}},
        {"type": "Feature", "properties": {"id": "5"},
         "geometry": {"type": "Polygon", "coordinates": [[*inner, inner[0]]]}},
    ]}  # fmt: skip
    path.write_text(json.dumps(whole), encoding="utf-8")
    old, new, told = taken_into("harbour", path)
    assert told == "1 area; 1 had no room" and new.spaces["new"].name == "Newtown" and new.next_to("new")


def test_on_a_hex_map_areas_are_surfaces_and_points_names(tmp_path: Path) -> None:
    square = [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]]
    path = collection(
        tmp_path, ("Polygon", square, {"name": "Lake", "kind": "lake"}), ("Point", [2, 2], {"name": "Fort"}),
        ("LineString", [[0, 0], [4, 4]], {"kind": "river", "name": "Brook"}),
    )  # fmt: skip
    old, new, told = taken_into("valley", path)
    assert told == "1 surface, 1 line, 1 name"
    assert new.regions[-1].name == "Lake" and new.labels[-1].text == "Fort" and new.lines[-1].name == "Brook"
    assert set(new.spaces) == set(old.spaces)


def test_degrees_fall_where_the_fitted_map_has_them(tmp_path: Path) -> None:
    map_ = load_map("sand_wars")
    path = collection(tmp_path, ("Point", [-5.8, 35.77], {"id": "again"}))
    document = Document.open(map_path("sand_wars"))
    document.edit("import", lambda data: import_into(data, path, map_))
    entry = document.data["spaces"][-1]["entries"][0]
    tangier = map_.spaces["tangier"].center
    assert abs(entry["at"][0] - tangier[0]) < 64 and abs(entry["at"][1] - tangier[1]) < 64


def test_nothing_to_add_is_said_in_one_line(tmp_path: Path, capsys) -> None:
    (tmp_path / "none.geojson").write_text('{"type": "FeatureCollection", "features": []}', encoding="utf-8")
    own = tmp_path / "map.yaml"
    own.write_text(sample_path("islands").read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["import", str(tmp_path / "none.geojson"), str(own), "--into"]) != 0
    said = capsys.readouterr().err
    assert said.startswith("five-fronts: none.geojson: ") and said.count("\n") == 1
    (tmp_path / "more.csv").write_text("space,x,y\nfar,300,600\n", encoding="utf-8")
    assert main(["import", str(tmp_path / "more.csv"), str(own), "--into"]) == 0
    assert "1 point" in capsys.readouterr().out and "far" in read_map(own).spaces
