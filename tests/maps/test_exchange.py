"""Maps to other programs and back, and files of strangers that end in one clear line."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest

from common.cli import main
from common.maps import load_map, read_map
from common.maps.check import check_map
from common.maps.compare import compare
from common.maps.exports import write_export, write_geojson, write_graphml, write_links, write_spaces
from common.maps.fitting import FitError, apply, bounds_fit, earth_fit, fit_grid, inverse, nudge
from common.maps.imports import ImportTrouble, import_map
from common.maps.load import map_from_text
from common.maps.samples import SAMPLES, sample_path


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
