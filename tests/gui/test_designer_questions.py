"""Questions to a map, and units tried on it."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from tests.gui.drawing import Button, Key, Modifier, at, click, settled


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
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words: (str(goal), ""))
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
    assert not other.trial.go.isVisible()
