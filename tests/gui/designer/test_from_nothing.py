"""A map of each kind drawn from nothing by mouse and keys: begun, painted, named, saved, read again, checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.gui.designer import menus_and_toolbar
from common.gui.designer.dialogs.new_map_dialog import NewMapDialog
from common.gui.designer.dialogs.sheet_dialogs import RenameDialog, RenumberDialog, ResizeDialog
from common.maps.checking.check import check_file
from common.maps.load import read_map
from common.maps.versions.compare import compare
from tests.gui.drawing import Button, Key, Modifier, at, between, click, drag, settled, spot


@pytest.fixture
def begin(desk, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Ctrl+N with a kind and a title, as a designer does it; the map lies in front afterwards."""

    def make(kind: str, title: str, **fields: int):
        window = desk("valley")
        goal = tmp_path / f"{title.lower()}.yaml"
        monkeypatch.setattr(menus_and_toolbar, "ask_save_name", lambda *_words: goal)

        def answer() -> None:
            asked = window.findChild(NewMapDialog)
            asked.name.selectAll()
            QTest.keyClicks(asked.name, title)
            asked.kind.setCurrentIndex(asked.kind.findData(kind))
            for name, value in fields.items():
                asked.fills.setChecked(False)
                getattr(asked, name).setValue(value)
            QTest.keyClick(asked.name, Key.Key_Return)

        QTimer.singleShot(50, answer)
        QTest.keyClick(window.sheet.view, Key.Key_N, Modifier.ControlModifier)
        sheet = window.sheet
        assert sheet.document.path == goal and sheet.game_map.title == title
        settled(qtbot, sheet)
        come_back(window, qtbot)
        return window, sheet, goal

    return make


def come_back(window, qtbot) -> None:
    """The window is in front again after a dialog."""
    with qtbot.waitActive(window):
        window.activateWindow()
    window.sheet.view.setFocus()


def type_name(window, text: str) -> None:
    """The name of what was just drawn, and Enter."""
    assert window.facts.name.hasFocus() or window.facts.isVisible()
    window.facts.name.selectAll()
    QTest.keyClicks(window.facts.name, text)
    QTest.keyClick(window.facts.name, Key.Key_Return)


def save_and_read_again(window, sheet, goal: Path, qtbot) -> None:
    settled(qtbot, sheet)
    QTest.keyClick(sheet.view, Key.Key_S, Modifier.ControlModifier)
    assert not sheet.document.dirty
    assert compare(read_map(goal), sheet.game_map) == []
    assert [str(finding) for finding in check_file(goal)] == []


def test_a_hex_map(begin, qtbot) -> None:
    window, sheet, goal = begin("hex", "Fens", columns=8, rows=6)
    view = sheet.view
    assert len(sheet.game_map.spaces) == 48 and window.count.text() == "no complaints"
    QTest.keyClick(view, Key.Key_B)
    window.paint.take("forest")
    drag(sheet, at(sheet, "0202"), at(sheet, "0502"))
    assert sheet.document.data["terrain"]["rows"]["02"] == "cffffccc"
    QTest.keyClick(view, Key.Key_E)
    window.paint.take_line({"river"})
    click(sheet, between(sheet, "0303", "0304"))
    settled(qtbot, sheet)
    assert "river" in sheet.game_map.link("0303", "0304").kinds
    window.paint.take_line({"road"})
    drag(sheet, at(sheet, "0106"), at(sheet, "0206"), at(sheet, "0306"))
    settled(qtbot, sheet)
    assert sheet.document.data["paths"][0]["through"] == ["0106", "0206", "0306"]
    QTest.keyClick(view, Key.Key_I)
    click(sheet, at(sheet, "0306"))
    QTest.keyClick(view, Key.Key_2, Modifier.ControlModifier)
    type_name(window, "Fen Cross")
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["0306"].name == "Fen Cross"
    save_and_read_again(window, sheet, goal, qtbot)


def test_an_area_map(begin, qtbot) -> None:
    window, sheet, goal = begin("area", "Town")
    view = sheet.view
    assert len(sheet.game_map.spaces) == 0
    QTest.keyClick(view, Key.Key_A)
    for x, y in ((200, 200), (700, 200), (700, 700), (200, 700), (200, 200)):
        click(sheet, spot(sheet, x, y))
    settled(qtbot, sheet)
    type_name(window, "Market")
    settled(qtbot, sheet)
    view.setFocus()
    for x, y in ((700, 200), (1200, 200), (1200, 700), (700, 700)):
        click(sheet, spot(sheet, x, y))
    QTest.keyClick(view, Key.Key_Return)
    settled(qtbot, sheet)
    assert sheet.game_map.next_to("1") == ("2",)
    type_name(window, "Harbour")
    settled(qtbot, sheet)
    view.setFocus()
    click(sheet, spot(sheet, 200, 450))
    click(sheet, spot(sheet, 700, 450))
    click(sheet, spot(sheet, 700, 450), button=Button.RightButton)
    settled(qtbot, sheet)
    assert len(sheet.game_map.spaces) == 3 and set(sheet.game_map.next_to("3")) == {"1", "2"}
    type_name(window, "Close")
    settled(qtbot, sheet)
    view.setFocus()
    QTest.keyClick(view, Key.Key_E)
    window.paint.add_line("sides", "wall", "Old Wall")
    settled(qtbot, sheet)
    click(sheet, between(sheet, "1", "2"))
    settled(qtbot, sheet)
    assert sheet.game_map.link("1", "2").kinds == {"wall"}
    save_and_read_again(window, sheet, goal, qtbot)
    QTest.keyClick(view, Key.Key_I)
    click(sheet, at(sheet, "1"))
    click(sheet, at(sheet, "3"), keys=Modifier.ShiftModifier)
    QTest.keyClick(view, Key.Key_J, Modifier.ControlModifier)
    settled(qtbot, sheet)
    assert len(sheet.game_map.spaces) == 2


def test_a_corner_is_taken_back_and_a_line_to_nowhere_is_refused(begin, qtbot) -> None:
    window, sheet, _ = begin("area", "Yard")
    QTest.keyClick(sheet.view, Key.Key_A)
    click(sheet, spot(sheet, 200, 200))
    click(sheet, spot(sheet, 700, 200))
    QTest.keyClick(sheet.view, Key.Key_Backspace)
    QTest.keyClick(sheet.view, Key.Key_Return)
    assert "three corners" in window.message.text() and not sheet.game_map.spaces
    click(sheet, spot(sheet, 200, 200))
    QTest.keyClick(sheet.view, Key.Key_Escape)
    assert sheet.pane.strokes == []


def test_a_point_map(begin, qtbot) -> None:
    window, sheet, goal = begin("point", "Isles")
    view = sheet.view
    QTest.keyClick(view, Key.Key_P)
    for x, y, name in ((300, 300, "Skarn"), (800, 300, "Tolla"), (550, 700, "Merrow")):
        click(sheet, spot(sheet, x, y))
        settled(qtbot, sheet)
        type_name(window, name)
        settled(qtbot, sheet)
        view.setFocus()
    assert [space.name for space in sheet.game_map.spaces.values()] == ["Skarn", "Tolla", "Merrow"]
    QTest.keyClick(view, Key.Key_E)
    drag(sheet, at(sheet, "point_1"), at(sheet, "point_2"))
    settled(qtbot, sheet)
    window.paint.add_line("routes", "sea lane")
    drag(sheet, at(sheet, "point_2"), at(sheet, "point_3"))
    settled(qtbot, sheet)
    assert sheet.game_map.link("point_1", "point_2").kinds == {"road"}
    assert sheet.game_map.link("point_2", "point_3").kinds == {"sea_lane"}
    sheet.select(("point_1",))

    def answer() -> None:
        asked = window.findChild(RenameDialog)
        QTest.keyClicks(asked.field, "tolla-x")
        QTest.mouseClick(asked.go, Button.LeftButton)
        assert asked.isVisible() and "without a dash" in asked.trouble.text()
        asked.field.setText("skarn")
        QTest.mouseClick(asked.go, Button.LeftButton)

    QTimer.singleShot(50, answer)
    QTest.keyClick(view, Key.Key_F2)
    settled(qtbot, sheet)
    come_back(window, qtbot)
    assert sheet.game_map.link("skarn", "point_2") is not None
    save_and_read_again(window, sheet, goal, qtbot)


def test_a_map_is_resized_and_renumbered_in_dialogs(begin, qtbot) -> None:
    window, sheet, _ = begin("hex", "Fens", columns=8, rows=6)
    resize = ResizeDialog(window, sheet)
    resize.right.setValue(2)
    resize.top.setValue(1)
    resize.kind.setCurrentText("marsh")
    resize.go.click()
    settled(qtbot, sheet)
    assert len(sheet.game_map.spaces) == 70 and sheet.game_map.spaces["1000"].kind == "marsh"
    renumber = RenumberDialog(window, sheet)
    renumber.numbering.setCurrentIndex(renumber.numbering.findData("RRCC"))
    renumber.row_.setValue(1)
    renumber.go.click()
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["0110"].kind == "marsh" and "0007" not in sheet.game_map.spaces
    QTest.keyClick(sheet.view, Key.Key_Z, Modifier.ControlModifier, 0)
    QTest.keyClick(sheet.view, Key.Key_Z, Modifier.ControlModifier, 0)
    settled(qtbot, sheet)
    assert len(sheet.game_map.spaces) == 48 and QApplication.activeModalWidget() is None
