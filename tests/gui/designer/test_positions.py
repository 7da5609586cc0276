"""The position editor: real counters dragged anywhere, violations by the game's own rules, saved, opened, played."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from common.maps.load import map_path
from tests.gui.drawing import Key, at, drag
from tests.gui.pdf import pages


def test_a_position_is_set_up_by_hand_and_played(desk, qtbot, tmp_path: Path) -> None:
    window = desk(str(map_path("fallujah")))
    sheet, box = window.sheet, window.positions
    QTest.keyClick(sheet.view, Key.Key_O)
    assert window.pages.shown is box and box.scenario.count() > 1
    box.begin(str(box.scenario.itemData(1)))
    assert "the position is sound" in box.result.text() and len(sheet.pieces) > 20
    piece = next(each for each in sheet.pieces if each.space in sheet.game_map.spaces)
    goal = sheet.game_map.next_to(piece.space)[0]
    box.move_piece(piece.id, goal)
    assert next(each for each in sheet.pieces if each.id == piece.id).space == goal
    box.back.click()
    assert next(each for each in sheet.pieces if each.id == piece.id).space == piece.space
    row = next(r for r in range(box.counters.rowCount()) if box.counters.item(r, 0).text() == piece.name)
    box.counters.item(row, 1).setText("nowhere")
    assert "no space nowhere" in window.message.text()
    path = tmp_path / "here.position.json"
    box.save_position(path)
    box.open_position(path)
    assert path.is_file() and box.position is not None
    box.write_counters(tmp_path / "counters.pdf")
    assert len(pages(tmp_path / "counters.pdf")) >= 2
    with qtbot.waitSignal(box.play_wanted, timeout=10_000) as played:
        box.play.click()
    assert played.args[0].legal()


def test_a_counter_is_dragged_and_violations_are_listed(desk) -> None:
    window = desk(str(map_path("nmc")))
    sheet, box = window.sheet, window.positions
    box.begin(str(box.scenario.itemData(1)))
    QTest.keyClick(sheet.view, Key.Key_O)
    sheet.view.one_to_one()
    piece = next(each for each in sheet.pieces if each.space in sheet.game_map.spaces)
    sheet.view.center_on(piece.space)
    window.sheet.view.settle()
    goal = next(other for other in sheet.game_map.next_to(piece.space) if other in sheet.game_map.spaces)
    counter = next(each for each in sheet.view.board.layout.order if each.piece.id == piece.id)
    start = sheet.view.camera.to_screen(counter.x, counter.y).toPoint()
    drag(sheet, start, at(sheet, goal))
    assert any(each.space == goal for each in sheet.pieces)
    row = next(r for r in range(box.facts.rowCount()) if box.facts.item(r, 0).text() == "turn")
    box.facts.item(row, 1).setText("99")
    assert "turn 99 does not exist" in box.violations.text()
    box.play.click()
    assert "Not yet" in window.message.text()


def test_a_map_of_no_game_has_no_positions(desk, tmp_path: Path) -> None:
    window = desk("valley")
    box = window.positions
    assert not box.scenario.isEnabled() and not box.play.isEnabled()
    (tmp_path / "bad.position.json").write_text("{}", encoding="utf-8")
    box.open_position(tmp_path / "bad.position.json")
    assert "no position" in window.message.text()
