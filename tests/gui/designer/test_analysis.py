"""Analysis and comparison in the window: answers in the list, colours on the map, nothing left behind."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.maps.samples import sample_text
from tests.gui.drawing import Key, Modifier, at, click, settled


def test_the_graph_answers_on_the_map(desk, qtbot) -> None:
    window = desk("islands")
    sheet, box = window.sheet, window.analysis
    QTest.keyClick(sheet.view, Key.Key_7, Modifier.ControlModifier)
    assert box.isVisible() and "1 part, 0 passes" in box.result.text()
    box.mode.setCurrentIndex(box.mode.findData("chokes"))
    assert box.list.item(0, 0).text() == "north_bank"  # the way from the west to Skarn
    assert sheet.shade is not None and sheet.shade.spaces["north_bank"] == "60 % and more of the busiest"
    box.mode.setCurrentIndex(box.mode.findData("routes"))
    QTest.keyClick(sheet.view, Key.Key_I)
    click(sheet, at(sheet, "merrow"))
    click(sheet, at(sheet, "skarn"), keys=Modifier.ShiftModifier)
    assert box.list.rowCount() == 3 and box.list.item(0, 1).text() == "merrow gull_rock north_bank skarn"
    assert len(sheet.pane.line) == 4
    box.mode.setCurrentIndex(box.mode.findData("distance"))
    QTest.keyClicks(box.start, "city")
    QTest.keyClicks(box.goal, "nonsense ==")
    QTest.keyClick(box.goal, Key.Key_Return)
    assert box.result.text() and box.list.rowCount() == 0
    QTest.keyClick(sheet.view, Key.Key_1, Modifier.ControlModifier)
    assert sheet.shade is None and sheet.pane.line == ()


def test_the_window_compares_with_the_saved_file_and_with_others(desk, qtbot, tmp_path: Path) -> None:
    own, other = tmp_path / "own.yaml", tmp_path / "other.yaml"
    own.write_text(sample_text("valley"), encoding="utf-8")
    other.write_text(sample_text("valley").replace("vp: 2", "vp: 5"), encoding="utf-8")
    window = desk(str(own))
    sheet, box = window.sheet, window.compare
    QTest.keyClick(sheet.view, Key.Key_8, Modifier.ControlModifier)
    assert box.isVisible() and box.result.text() == "No difference" and sheet.shade is None
    sheet.edit("marsh", lambda data: data["terrain"]["rows"].update({"05": "rwccccccwccr"}))
    settled(qtbot, sheet)
    assert box.result.text() == "1 space changed" and sheet.shade.spaces == {"0205": "changed"}
    box.compare_with(other)
    assert box.result.text() == "2 spaces changed"
    rows = [box.list.item(r, 0).text() for r in range(box.list.rowCount())]
    assert rows == ["space 0904", "space 0205"]
    box.list.setCurrentCell(0, 0)
    assert sheet.selection == ("0904",)
    assert box.list.item(0, 2).data(Qt.ItemDataRole.DisplayRole) == "vp 5 → 2"
