"""The position editor: real counters dragged anywhere, violations by the game's own rules, saved, opened, played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from common.cli import main
from common.engine import load_game
from common.gui.start.program import Program
from common.maps.load import map_path
from common.tabletop.positions import ArrangedPosition, open_playable
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
    path = tmp_path / "here.scenario.json"
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
    (tmp_path / "bad.scenario.json").write_text("{}", encoding="utf-8")
    box.open_position(tmp_path / "bad.scenario.json")
    assert "no position" in window.message.text()


@pytest.mark.parametrize(
    ("game", "counter", "goal"),
    [
        ("nmc", "Sibley", "1704"),
        ("operation_serval", "ad_tech_1", "2323"),
        ("somali_pirates", "nato_fr_11_para", "djibouti"),
        ("sand_wars", "A-tank4-6", "oran"),
    ],
)
def test_every_game_is_set_up_from_its_boxes_and_stocks(desk, qtbot, tmp_path: Path, game, counter, goal) -> None:
    window = desk(game)
    sheet, box = window.sheet, window.positions
    window.open_page(box)
    ready = [n for n in range(box.scenario.count()) if "set up by the program" in box.scenario.itemText(n)]
    box.scenario.setCurrentIndex(ready[0])
    box.scenario.activated.emit(ready[0])
    assert "the position is sound" in box.result.text() and sheet.pieces
    row = next(r for r in range(box.counters.rowCount()) if box.counters.item(r, 0).data(256) == counter)
    box.counters.setCurrentCell(row, 1)
    if game != "nmc":
        assert any(f".{counter}." in box.facts.item(r, 0).text() for r in range(box.facts.rowCount()))
    box.counters.editItem(box.counters.item(row, 1))
    field = box.counters.findChild(QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, goal)
    QTest.keyClick(field, Key.Key_Return)
    qtbot.waitUntil(lambda: any((each.id, each.space) == (counter, goal) for each in sheet.pieces), timeout=5_000)
    box.save_position(tmp_path / f"{game}.scenario.json")
    box.write_counters(tmp_path / "counters.pdf")
    assert pages(tmp_path / "counters.pdf")
    problems = box.position.problems()
    box.play.click()
    assert ("Not yet" in window.message.text()) == bool(problems)


def test_a_scenario_file_is_opened_in_the_editor_and_at_the_table(desk, qtbot, tmp_path: Path, store) -> None:
    window = desk("valley")
    path = tmp_path / "mine.scenario.json"
    ArrangedPosition.begin(load_game("fallujah"), None, ready=True).save(path)
    window.try_open(str(path))
    assert window.sheet.document.data["id"] == "fallujah" and window.pages.shown is window.positions
    assert window.positions.position is not None and window.sheet.pieces
    window.try_open(str(tmp_path / "none.scenario.json"))
    assert "cannot be read" in window.message.text()
    program = Program(store)
    table = program.open(str(path))
    assert table.session.match.legal() and table.path.parent == store.places.saves
    (tmp_path / "broken.scenario.json").write_text("{}", encoding="utf-8")
    assert program.open(str(tmp_path / "broken.scenario.json"), table) is None
    table.close()


def test_the_command_line_refuses_a_position_against_the_rules(tmp_path: Path, capsys) -> None:
    position = ArrangedPosition.begin(load_game("nmc"))
    position.set_fact("turn", 99)
    position.save(tmp_path / "late.scenario.json")
    assert main(["open", str(tmp_path / "late.scenario.json")]) != 0
    assert "late.scenario.json: the position cannot be played: turn 99" in capsys.readouterr().err


def test_a_scenario_file_knows_the_map_it_was_set_up_on(desk, tmp_path: Path, store) -> None:
    window = desk("nmc")
    sheet, box, path = window.sheet, window.positions, tmp_path / "mine.scenario.json"
    box.begin("campaign")
    box.save_position(path)
    assert window.message.text() == "Saved: mine.scenario.json" and open_playable(path).warnings == []
    sheet.select(("3907",))
    window.facts.name.setText("Old Town")
    window.facts.name.editingFinished.emit()
    box.begin("campaign")
    box.save_position(path)
    assert "save it as a data pack" in window.message.text()
    table = Program(store).open(str(path))
    assert "set up on another map" in table.prompt.warning.text()
    table.close()
    sheet.document.write_pack("nmc", tmp_path / "pack")
    assert open_playable(path, (tmp_path / "pack",)).warnings == []
