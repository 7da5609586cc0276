"""A map file out of the window: pictures, pages in true size, tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage

from common.cli import main
from common.engine import load_game
from common.gui.designer.dialogs import output_dialogs
from common.gui.designer.dialogs.output_dialogs import MapExportDialog, MapPrintDialog, make_map_sheet
from common.gui.output.map_pages import PageChoice, cut_tiles, hex_scale, page_size, paper_layout, write_pages
from common.gui.output.print_preview import Preview
from common.maps import read_map
from common.maps.samples import sample_path
from common.tabletop.positions import ArrangedPosition
from tests.gui.pdf import pages


@pytest.mark.parametrize("kind", ["png", "svg", "pdf", "geojson", "graphml", "csv"])
def test_the_window_writes_every_kind(desk, store, tmp_path: Path, monkeypatch, kind: str) -> None:
    window = desk("harbour")
    goal = tmp_path / f"town.{kind}"
    monkeypatch.setattr(output_dialogs, "ask_save_name", lambda *_words: goal)
    asked = MapExportDialog(window, window.sheet, store)
    asked.kind.setCurrentIndex(asked.kind.findData(kind))
    asked.go.click()
    assert goal.stat().st_size > 200 and "Written" in window.message.text()
    if kind == "png":
        assert QImage(str(goal)).width() == 1500  # ten inches at 150 dots


def test_a_picture_without_grid_and_names_is_another(desk, store, tmp_path: Path) -> None:
    window = desk("valley")
    asked = MapExportDialog(window, window.sheet, store)
    asked.write(tmp_path / "all.png")
    for box in asked.ticks.boxes.values():
        box.setChecked(False)
    asked.write(tmp_path / "bare.png")
    assert (tmp_path / "all.png").read_bytes() != (tmp_path / "bare.png").read_bytes()
    with pytest.raises(ValueError, match="cannot be written"):
        asked.write(tmp_path / "none" / "all.png")


@pytest.mark.parametrize(
    ("hex_mm", "paper", "wide"), [(20.0, "A4", False), (15.0, "Letter", True), (25.4, "A3", False)]
)
def test_hexes_on_paper_are_true_to_a_tenth_of_a_millimetre(
    qapp, tmp_path: Path, hex_mm: float, paper: str, wide: bool
) -> None:
    """The crop marks at the edges of the first page and of the last are as far apart as the map is wide."""
    map_ = read_map(sample_path("valley"))
    choice = PageChoice(paper, wide, hex_scale(map_, hex_mm), 10.0)
    goal = tmp_path / "valley.pdf"
    sheet = make_map_sheet(map_, "light", ())
    count = write_pages(sheet, goal, choice)
    found, tiles = pages(goal), cut_tiles(sheet, choice, page_size(paper_layout(choice)))
    assert len(found) == count == len(tiles)
    unit = hex_mm / 100
    for page, tile in zip(found, tiles, strict=True):
        upright = [line for line in page.lines if abs(line[0] - line[2]) < 0.01 and 3 < abs(line[1] - line[3]) < 4]
        left, right = min(line[0] for line in upright), max(line[0] for line in upright)
        halves = (bool(tile.left) + bool(tile.right)) * choice.overlap / 2
        assert right - left == pytest.approx(tile.part.width() - halves, abs=0.1)
    row = [tile for tile in tiles if tile.name.endswith("1") and len(tile.name) == 2]
    cut = sum(tile.part.width() - (bool(tile.left) + bool(tile.right)) * choice.overlap / 2 for tile in row)
    assert cut == pytest.approx(map_.size[0] * unit, abs=0.01)  # cut and laid together, the map is whole


def test_the_rule_on_each_page_is_fifty_millimetres(qapp, tmp_path: Path) -> None:
    goal = tmp_path / "valley.pdf"
    assert main(["print-map", "valley", str(goal), "--hex-mm", "18", "--paper", "A4"]) == 0
    for page in pages(goal):
        lengths = [abs(line[0] - line[2]) for line in page.lines if abs(line[1] - line[3]) < 0.01]
        assert any(length == pytest.approx(50, abs=0.1) for length in lengths)


@pytest.mark.parametrize("words", [["--hex-mm", "0.5"], ["--overlap", "99"], ["--paper", "B7"]])
def test_what_cannot_be_printed_is_said_in_one_line(tmp_path: Path, capsys, words: list[str]) -> None:
    assert main(["print-map", "valley", str(tmp_path / "x.pdf"), *words]) in (1, 2)
    assert capsys.readouterr().err.count("\n") == 1 and not (tmp_path / "x.pdf").exists()


def test_the_dialog_counts_the_pages_and_shows_them(desk, store, qtbot) -> None:
    window = desk("valley")
    asked = MapPrintDialog(window, window.sheet, store)
    few = asked.pages.text()
    asked.size_.setValue(50)
    assert asked.pages.text() != few
    shown: list[int] = []

    def look() -> None:
        preview = window.findChild(Preview)
        shown.append(preview.pages.pageCount())
        preview.reject()

    QTimer.singleShot(200, look)
    asked.done_with()
    assert shown and f"{shown[0]} pages" == asked.pages.text()


def test_a_picture_is_drawn_with_or_without_the_counters_of_a_position(desk, store, tmp_path: Path) -> None:
    window = desk("nmc")
    window.open_page(window.positions)
    assert not MapExportDialog(window, window.sheet, store).ticks.laid().pieces
    window.positions.begin("campaign")
    asked = MapExportDialog(window, window.sheet, store)
    asked.dpi.setValue(30)
    asked.write(tmp_path / "with.png")
    asked.ticks.counters.setChecked(False)
    asked.write(tmp_path / "without.png")
    assert (tmp_path / "with.png").read_bytes() != (tmp_path / "without.png").read_bytes()


def test_the_command_line_draws_a_position(tmp_path: Path, capsys) -> None:
    position = ArrangedPosition.begin(load_game("nmc"))
    position.save(tmp_path / "own.scenario.json")
    bare, full = tmp_path / "bare.png", tmp_path / "full.png"
    assert main(["export-map", "nmc", str(bare), "--dpi", "30"]) == 0
    asked = ["--dpi", "30", "--position", str(tmp_path / "own.scenario.json")]
    assert main(["export-map", "nmc", str(full), *asked]) == 0
    assert bare.read_bytes() != full.read_bytes()
    assert main(["export-map", "fallujah", str(full), *asked]) != 0
    assert "a position of nmc, not of fallujah" in capsys.readouterr().err
    assert main(["export-map", "nmc", str(full), "--position", str(tmp_path / "none.scenario.json")]) != 0
