"""A scan under the map, fitted by three clicks and nudged by keys; real geography as a guide."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from common.gui.designer.guide import Guide, find_room
from common.maps.changing.fitting import apply, inverse, nudge
from common.maps.load import map_path
from tests.gui.drawing import Key, Modifier, click, settled, spot

TRUE = nudge((0.8, 0.0, 25.0, 0.0, 0.8, -15.0), turn=2.0)  # where the pixels of the scan really lie


@pytest.fixture
def scan(tmp_path: Path):
    """A picture with a red dot at the centre of every hex, as a scanner lays it: larger, shifted, a little turned."""

    def make(game_map) -> Path:
        image = QImage(2300, 1500, QImage.Format.Format_RGB32)
        image.fill(QColor("#ffffff"))
        painter = QPainter(image)
        painter.setBrush(QColor("#c00000"))
        for space in game_map.spaces.values():
            x, y = apply(inverse(TRUE), space.center)
            painter.drawEllipse(round(x) - 6, round(y) - 6, 12, 12)
        painter.end()
        path = tmp_path / "scan.png"
        image.save(str(path))
        return path

    return make


def test_three_clicks_fit_a_scan_and_keys_nudge_it(desk, qtbot, scan) -> None:
    window = desk("valley")
    sheet, box = window.sheet, window.underlay
    box.lay(scan(sheet.game_map))
    settled(qtbot, sheet)
    assert box.entry is not None and sheet.pane.underlay is not None
    sheet.view.setFocus()
    QTest.keyClick(sheet.view, Key.Key_U)
    assert box.isVisible()
    first = box.entry.matrix
    for n, id_ in enumerate(("0101", "1201", "0609")):
        pixel = apply(inverse(TRUE), sheet.game_map.spaces[id_].center)
        shown = box.fit.matrix if box.fit is not None else first
        click(sheet, spot(sheet, *apply(shown, pixel)))
        box.list.item(n, 0).setText(id_)
    assert box.fit is not None and box.fit.residual < 3 and "Residual" in box.result.text()
    assert all(box.list.item(n, 2).text().endswith("px") for n in range(3))
    box.keep.click()
    settled(qtbot, sheet)
    kept = box.entry.matrix
    for pixel in ((100, 100), (2000, 1200)):
        assert apply(kept, pixel) == pytest.approx(apply(TRUE, pixel), abs=4)
    sheet.view.setFocus()
    QTest.keyClick(sheet.view, Key.Key_Right)
    QTest.keyClick(sheet.view, Key.Key_Down, Modifier.ShiftModifier)
    settled(qtbot, sheet)
    assert box.entry.matrix[2] - kept[2] == pytest.approx(0.8, abs=0.05)
    assert box.entry.matrix[5] - kept[5] == pytest.approx(8.0, abs=0.3)
    QTest.keyClick(sheet.view, Key.Key_Period)
    settled(qtbot, sheet)
    assert "underlay" in sheet.document.data and "scan.png" in sheet.document.text
    box.remove.click()
    settled(qtbot, sheet)
    assert sheet.pane.underlay is None


@pytest.mark.parametrize("raw", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, b"GIF89a" + b"\xff" * 20])
def test_a_hostile_picture_ends_in_a_clear_line(desk, tmp_path: Path, raw: bytes) -> None:
    window = desk("valley")
    path = tmp_path / "bad.png"
    path.write_bytes(raw)
    window.underlay.lay(path)
    assert "bad.png: no picture that can be read" in window.message.text()
    assert window.sheet.document.data.get("underlay") is None


def test_a_picture_that_is_gone_leaves_the_map_alone(desk, qtbot, scan) -> None:
    window = desk("valley")
    path = scan(window.sheet.game_map)
    window.underlay.lay(path)
    settled(qtbot, window.sheet)
    path.unlink()
    window.underlay._read.clear()
    window.underlay.show_sheet(window.sheet)
    assert window.sheet.pane.underlay is None and "scan.png" in window.underlay.result.text()


def test_real_geography_guides_the_hand(desk, qtbot, tmp_path: Path) -> None:
    coast = {"type": "Feature", "properties": {"name": "Coast"},
             "geometry": {"type": "LineString", "coordinates": [[10.0, 50.0], [12.0, 52.0]]}}  # fmt: skip
    town = {"type": "Feature", "properties": {"name": "Port"}, "geometry": {"type": "Point", "coordinates": [11, 51]}}
    path = tmp_path / "coast.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [coast, town]}), encoding="utf-8")
    window = desk("islands")
    sheet = window.sheet
    assert sheet.earth is None
    window.underlay.guide(path)
    settled(qtbot, sheet)
    assert sheet.pane.guide is not None and sheet.pane.guide.places[0][1] == "Port"
    at = sheet.pane.guide.places[0][0]
    QTest.mouseMove(sheet.view, spot(sheet, at.x(), at.y()))
    window.show_position(sheet.view.camera.to_screen(at.x(), at.y()))
    assert "51.000° N, 11.000° E" in window.where.text()
    path.write_text("no json", encoding="utf-8")
    window.underlay.guide(path)
    assert "not JSON" in window.message.text()


def test_a_map_of_a_game_that_is_fitted_shows_degrees(desk) -> None:
    window = desk(str(map_path("nmc")))
    fort = window.sheet.game_map.spaces["2605"]
    window.show_position(window.sheet.view.camera.to_screen(*fort.center))
    assert "33." in window.where.text() and "° W" in window.where.text()


def test_names_of_a_guide_never_lie_on_each_other_and_the_largest_places_have_theirs(qapp) -> None:
    features = [
        ("Point", [0.0, 0.0], {"name": "Hamlet", "population": 12}),
        ("Point", [4.0, 3.0], {"name": "Metropolis", "population": 900_000}),
        ("Point", [0.0, 200.0], {"name": "Elsewhere"}),
        ("MultiPoint", [[0.0, 400.0], [0.0, 600.0]], {"name": "Twins"}),
        ("LineString", [[0, 0], [9, 9]], {"layer": "river"}),
        ("Polygon", [[[0, 0], [9, 9], [9, 0]]], {"layer": "country"}),
    ]
    guide = Guide.of(Path("x.geojson"), features, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0))
    assert [place.name for place in guide.places] == ["Metropolis", "Hamlet", "Elsewhere", "Twins", "Twins"]
    assert (guide.waters.elementCount(), guide.frontiers.elementCount()) == (2, 3)
    image = QImage(800, 800, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    written = [name for _, name in find_room(guide.places, painter)]
    painter.end()
    assert written == ["Metropolis", "Elsewhere", "Twins", "Twins"]
