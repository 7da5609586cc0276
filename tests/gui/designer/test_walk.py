"""docs/designer.md, done step by step with mouse and keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from common.cli import main
from common.data import ROOT
from common.gui.designer.designer_window import Designer
from common.maps.samples import sample_path
from tests.gui.drawing import NONE, Button, Key, Modifier, at, between, click, drag, row, settled, spot


def test_the_walk_of_ten_minutes(desk, qtbot, tmp_path, monkeypatch, capsys) -> None:
    """docs/designer.md, step by step."""
    steps = [
        line for line in (ROOT / "docs" / "designer.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "
    ]
    walk = Walk(desk(str(sample_path("valley"))), qtbot, tmp_path / "my-valley.yaml")
    monkeypatch.setattr("common.gui.designer.map_files.ask_save_name", lambda *_words: walk.goal)
    for number, step in enumerate(steps, 1):
        name = "_".join(step.removeprefix(f"## {number}. ").lower().replace(",", "").split())
        getattr(walk, name)()
        settled(qtbot, walk.sheet)
    capsys.readouterr()
    assert main(["check", str(walk.goal)]) == 0
    assert "nothing wrong, 1 ignored with a reason" in capsys.readouterr().out


class Walk:
    """What each heading of the walkthrough asks for, done with mouse and keys."""

    def __init__(self, window: Designer, qtbot, goal: Path) -> None:
        self.window, self.qtbot, self.goal = window, qtbot, goal
        self.sheet = window.sheet

    def choose(self, box, text: str) -> None:
        """Click a line of a list."""
        item = box.findItems(text, Qt.MatchFlag.MatchExactly)[0]
        QTest.mouseClick(box.viewport(), Button.LeftButton, NONE, box.visualItemRect(item).center())

    def press(self, key: Key, keys: Modifier = NONE) -> None:
        QTest.keyClick(self.window, key, keys)

    def open_the_sample(self) -> None:
        self.press(Key.Key_S, Modifier.ControlModifier | Modifier.ShiftModifier)
        assert self.sheet.document.path == self.goal and self.sheet.document.own

    def paint_terrain(self) -> None:
        self.press(Key.Key_B)
        self.choose(self.window.paint.kinds, "marsh")
        drag(self.sheet, at(self.sheet, "0307"), at(self.sheet, "0607"))
        assert row(self.sheet, "07") == "ccwwwwcwcccc"

    def draw_a_straight_ridge_and_take_it_back(self) -> None:
        before = self.sheet.document.text
        self.choose(self.window.paint.kinds, "mountain")
        drag(self.sheet, at(self.sheet, "0208"), at(self.sheet, "0708"), keys=Modifier.ShiftModifier)
        assert row(self.sheet, "08") == "rmmmmmmccrrc"
        self.press(Key.Key_Z, Modifier.ControlModifier)
        assert self.sheet.document.text == before

    def let_the_river_go_on(self) -> None:
        self.press(Key.Key_E)
        self.choose(self.window.paint.lines, "river — Orre")
        click(self.sheet, between(self.sheet, "0707", "0807"))
        assert self.sheet.document.data["sides"][0]["sides"][-1] == "0707-0807"

    def build_a_road(self) -> None:
        self.choose(self.window.paint.lines, "road (through spaces)")
        way = ("0305", "0306", "0307", "0407", "0507", "0607")
        drag(self.sheet, *(at(self.sheet, hex_) for hex_ in way))
        assert self.sheet.document.data["paths"][0]["through"][:6] == [*reversed(way)]

    def change_a_fact(self) -> None:
        self.press(Key.Key_I)
        click(self.sheet, at(self.sheet, "0607"))
        assert QGuiApplication.clipboard().text() == "0607"
        self.press(Key.Key_2, Modifier.ControlModifier)
        table = self.window.facts.attrs
        assert self.window.facts.isVisible() and table.item(0, 1).text() == "1"
        QTest.mouseDClick(table.viewport(), Button.LeftButton, NONE, table.visualItemRect(table.item(0, 1)).center())
        editor = table.viewport().findChild(QLineEdit)
        QTest.keyClicks(editor, "2")
        QTest.keyClick(editor, Key.Key_Return)
        settled(self.qtbot, self.sheet)
        assert self.sheet.game_map.spaces["0607"].attrs["vp"] == 2 and "1 error" in self.window.count.text()

    def let_a_finding_alone_with_a_reason(self) -> None:
        QTest.mouseClick(self.window.count, Button.LeftButton)
        box = self.window.checks
        assert box.isVisible() and box.table.item(0, 0).text() == "rule.sum"
        QTest.mouseClick(box.reason, Button.LeftButton)
        QTest.keyClicks(box.reason, "the fen is worth more here")
        QTest.mouseClick(box.ignore, Button.LeftButton)
        settled(self.qtbot, self.sheet)
        assert not self.sheet.findings and "1 ignored" in self.window.count.text()

    def write_in_the_text(self) -> None:
        self.press(Key.Key_F4)
        text = self.window.text
        assert text.isVisible()
        text.show_selected()
        line = text.textCursor().block().text()
        assert "Marsh End" in line
        text.setFocus()
        QTest.keyClick(text, Key.Key_Home)
        for _ in range(line.index("Marsh")):
            QTest.keyClick(text, Key.Key_Right)
        for _ in "Marsh":
            QTest.keyClick(text, Key.Key_Delete)
        QTest.keyClicks(text, "Fen")
        self.qtbot.waitUntil(lambda: self.sheet.game_map.spaces["0607"].name == "Fen End", timeout=10_000)

    def put_a_name_on_the_map(self) -> None:
        self.sheet.view.setFocus()
        self.press(Key.Key_P)
        click(self.sheet, spot(self.sheet, 620, 905))
        QTest.keyClicks(self.window.facts.name, "South Fields")
        QTest.keyClick(self.window.facts.name, Key.Key_Return)
        settled(self.qtbot, self.sheet)
        assert "South Fields" in {label.text for label in self.sheet.game_map.labels}

    def ask_a_question(self) -> None:
        self.press(Key.Key_F, Modifier.ControlModifier)
        QTest.keyClicks(self.window.query.field, "terrain == clear and beside(river) and not road")
        QTest.keyClick(self.window.query.field, Key.Key_Return)
        assert len(self.sheet.selection) > 3 and self.window.query.count.text() == f"{len(self.sheet.selection)} spaces"

    def save_and_check(self) -> None:
        self.press(Key.Key_S, Modifier.ControlModifier)
        assert not self.sheet.document.dirty and "Fen End" in self.goal.read_text(encoding="utf-8")
