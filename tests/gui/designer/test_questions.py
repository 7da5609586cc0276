"""Questions to a map, and units tried on it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from common.gui.start.program import Program
from common.maps.changing import editing_changes as changes
from tests.gui.drawing import NONE, Button, Key, Modifier, at, click, put_away, settled


def test_a_question_selects_counts_and_exports(desk, qtbot, tmp_path, monkeypatch) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(window, Key.Key_F, Modifier.ControlModifier)
    field = window.query.field
    assert window.query.isVisible() and window.focusWidget() is field
    QTest.keyClicks(field, "terrain == clear and beside(river) and not road")
    QTest.keyClick(field, Key.Key_Return)
    by_hand = {
        space for pair, link in sheet.game_map.links.items() if "river" in link.kinds for space in pair
        if sheet.game_map.spaces[space].kind == "clear" and space not in sheet.game_map.file.paths[0].through
    }  # fmt: skip
    assert set(sheet.selection) == by_hand and window.query.count.text() == f"{len(by_hand)} spaces"
    goal = tmp_path / "hits.csv"
    monkeypatch.setattr("common.gui.designer.pages.query_bar.ask_save_name", lambda *_words: goal)
    QTest.mouseClick(window.query.export, Button.LeftButton)
    lines = goal.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(by_hand) + 1 and lines[0].startswith("space,name,kind")
    field.clear()
    QTest.keyClicks(field, "terrain == (")
    QTest.keyClick(field, Key.Key_Return)
    assert "value is expected" in window.message.text()
    QTest.keyClick(field, Key.Key_Escape)
    assert not window.query.isVisible()


def test_a_unit_is_tried_on_the_map_as_it_is_drawn(desk, qtbot) -> None:
    from common.engine import load_game

    window = desk("nmc")
    sheet = window.sheet
    click(sheet, at(sheet, "2605"))
    window.open_page(window.trial)
    lit = sheet.view.board.targets
    price = load_game("nmc").data.cost
    assert lit["2606"].label == f"{price['2605', '2606']} MP" and len(lit) > 20
    sheet.edit("paint", lambda data: data["terrain"]["rows"].update({"26": "CCMMCVMCCMCCCCMMCCCCC"}))
    settled(qtbot, sheet)
    qtbot.waitUntil(lambda: sheet.view.board.targets.get("2606") is not None, timeout=10_000)
    assert sheet.view.board.targets["2606"].label == f"{price['2605', '2606'] + 1} MP"
    window.open_page(window.paint)
    assert not sheet.view.board.targets


def test_the_trial_of_an_area_game_and_of_a_map_without_rules(desk) -> None:
    window = desk("fallujah")
    sheet = window.sheet
    click(sheet, at(sheet, "36"))
    window.open_page(window.trial)
    near = set(sheet.game_map.next_to("36"))
    assert near <= set(sheet.view.board.targets) and window.trial.units.count() >= 4
    other = desk("islands")
    other.open_page(other.trial)
    assert other.trial.mode.findData("reach") < 0 and not other.trial.play.isVisible()


def turn(window, mode: str) -> None:
    """Choose a test by keys."""
    box = window.trial.mode
    box.setFocus()
    QTest.keyClick(box, Key.Key_Home)
    for _ in range(box.findData(mode)):
        QTest.keyClick(box, Key.Key_Down)
    assert box.currentData() == mode


@pytest.mark.parametrize(
    ("name", "here", "ring"),
    [
        ("valley", "0505", {"0405", "0605", "0404", "0504", "0406", "0506"}),
        ("harbour", "5", {"2", "4", "6", "8"}),
        ("islands", "lantern", {"merrow", "sound", "tolla"}),
    ],
)
def test_distances_are_lit_as_rings(desk, name: str, here: str, ring: set[str]) -> None:
    window = desk(name)
    sheet = window.sheet
    click(sheet, at(sheet, here))
    window.open_page(window.trial)
    turn(window, "rings")
    lit = sheet.view.board.targets
    assert {space for space, target in lit.items() if target.label == "1"} == ring
    assert all(sheet.game_map.distance(here, space) == int(target.label) for space, target in lit.items())
    assert max(int(target.label) for target in lit.values()) <= 3 and here not in lit
    box = window.trial.far
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "1")
    assert set(sheet.view.board.targets) == ring
    assert f"{len(ring)} at 1" in window.trial.result.text()


def test_a_line_tells_what_it_crosses_and_what_cuts_it(desk, qtbot) -> None:
    window = desk("valley")
    sheet, box = window.sheet, window.trial
    click(sheet, at(sheet, "0305"))
    window.open_page(box)
    turn(window, "line")
    assert "Say where the line leads" in box.result.text()
    click(sheet, at(sheet, "0904"), keys=Modifier.ShiftModifier)
    assert box.list.rowCount() == sheet.game_map.distance("0305", "0904") == 7 and "7 steps" in box.result.text()
    assert sheet.pane.line[0] == sheet.game_map.spaces["0305"].center and not sheet.pane.cuts
    crossed = {box.list.item(r, 1).text() for r in range(box.list.rowCount())}
    way = ["0305", *(box.list.item(r, 0).text() for r in range(box.list.rowCount()))]
    kinds = {kind for pair in pairwise(way) for kind in sheet.game_map.links[pair].kinds}
    assert kinds == {kind for text in crossed for kind in text.split(", ")} - {"open ground"}
    item = box.barred.findItems("river", Qt.MatchFlag.MatchExactly)[0]
    QTest.mouseClick(box.barred.viewport(), Button.LeftButton, NONE, tick(box.barred, item))
    assert item.checkState() == Qt.CheckState.Checked
    now = [box.list.item(r, 1).text() for r in range(box.list.rowCount())]
    assert "river" in kinds and not any("river" in text for text in now) and len(now) > 7  # the way round
    box.closed.setFocus()
    QTest.keyClicks(box.closed, "next_to(id == 0904)")
    QTest.keyClick(box.closed, Key.Key_Return)
    assert "no open line" in box.result.text() and set(sheet.pane.closed) == set(sheet.game_map.next_to("0904"))
    assert any(box.list.item(r, 2).text().startswith("closed") for r in range(box.list.rowCount()))
    box.closed.selectAll()
    QTest.keyClicks(box.closed, "next_to(")
    QTest.keyClick(box.closed, Key.Key_Return)
    assert "\n" not in box.result.text() and not sheet.pane.line and box.list.rowCount() == 0
    box.closed.clear()
    box.goal.setFocus()
    QTest.keyClicks(box.goal, "town")
    QTest.keyClick(box.goal, Key.Key_Return)
    assert sheet.pane.line[-1] == sheet.game_map.spaces["0607"].center  # the nearest of them
    window.open_page(window.paint)
    assert not sheet.pane.line and not sheet.pane.closed


def tick(box: QListWidget, item: QListWidgetItem) -> QPoint:
    """The middle of the square to be ticked."""
    rect = box.visualItemRect(item)
    return rect.topLeft() + QPoint(11, rect.height() // 2)


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_a_game_is_played_on_the_map_as_it_is_drawn(desk, qtbot, store, game: str) -> None:
    program = Program(store)
    window = program.open_map(game)
    qtbot.addWidget(window, before_close_func=put_away)
    with qtbot.waitActive(window):
        window.activateWindow()
    sheet = window.sheet
    settled(qtbot, sheet)
    first = next(space for space in sheet.game_map.spaces.values() if space.name != space.id)
    sheet.edit("name", partial(changes.set_space, space=first.id, key="name", value="Elsewhere"))
    settled(qtbot, sheet)
    window.open_page(window.trial)
    QTest.mouseClick(window.trial.play, Button.LeftButton)
    (table,) = program.tables
    assert table.game_map.spaces[first.id].name == "Elsewhere" and table.isVisible()
    legal = table.session.match.legal()
    assert legal and not list(store.places.saves.glob("*.jsonl")) and not store.now.recent
    sheet.edit("gone", lambda data: data.update(kind="area") if game == "nmc" else data["spaces"][0]["entries"].pop())
    QTest.mouseClick(window.trial.play, Button.LeftButton)
    assert len(program.tables) == 1 and "\n" not in window.message.text()
    assert window.message.text().startswith("The rules cannot use the map")
    table.close()


@pytest.mark.parametrize(
    ("name", "here", "test", "rule"),
    [
        ("nmc", "2605", "supply", "10.4"),
        ("fallujah", "31", "sight", "7.4b"),
        ("operation_serval", "2323", "zones", "11.1"),
        ("somali_pirates", "garowe", "supply", "30"),
        ("sand_wars", "oran", "supply", "SUP.2"),
    ],
)
def test_the_rules_of_each_game_are_asked_on_its_map(desk, qtbot, name: str, here: str, test: str, rule: str) -> None:
    window = desk(name)
    sheet, box = window.sheet, window.trial
    sheet.select([here])
    window.open_page(box)
    turn(window, test)
    titles = [box.units.itemText(n) for n in range(box.units.count())]
    box.units.setCurrentIndex(titles.index("Ansar Dine technical") if test == "zones" else 0)
    box.units.activated.emit(box.units.currentIndex())
    assert sheet.view.board.targets and f"({rule})" in box.result.text()
    assert box.list.rowCount() == len(sheet.view.board.targets)
    lacking = [n for n in range(box.mode.count()) if "not in this game" in box.mode.itemText(n)]
    assert len(lacking) == {"operation_serval": 1}.get(name, 2)
    box.mode.setCurrentIndex(lacking[0])
    assert not box.units.isVisible() and not sheet.view.board.targets and box.result.text()
    turn(window, "reach")
    free = set(sheet.view.board.targets)
    box.enemies.setFocus()
    QTest.keyClicks(box.enemies, ", ".join(sorted(free & set(sheet.game_map.next_to(here)))[:3]))
    QTest.keyClick(box.enemies, Key.Key_Return)
    assert set(sheet.view.board.targets) < free
    box.enemies.setText("nobody knows")
    box.run()
    assert not sheet.view.board.targets and "nobody" in box.result.text()
