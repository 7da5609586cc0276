"""docs/designer.md, done step by step with mouse and keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from common.cli import main
from common.data import ROOT
from common.gui.designer import menus_and_toolbar
from common.gui.designer.designer_window import Designer
from common.gui.designer.dialogs.new_map_dialog import NewMapDialog
from common.gui.designer.dialogs.output_dialogs import MapPrintDialog, make_map_sheet
from common.gui.output.map_pages import write_pages
from common.maps.samples import sample_path
from tests.gui.drawing import NONE, Button, Key, Modifier, at, between, click, drag, row, settled, spot
from tests.gui.pdf import pages


def test_the_walk_of_ten_minutes(desk, qtbot, tmp_path, monkeypatch, capsys) -> None:
    """docs/designer.md, step by step."""
    text = (ROOT / "docs" / "designer.md").read_text(encoding="utf-8")
    steps = [line for line in text.splitlines() if line[:3] == "## "]
    walk = Walk(desk(str(sample_path("valley"))), qtbot, tmp_path / "my-valley.yaml")
    monkeypatch.setattr(menus_and_toolbar, "ask_save_name", lambda *_words: walk.goal)
    for number, step in enumerate(steps, 1):
        name = "_".join(step.removeprefix(f"## {number}. ").lower().replace(",", "").split())
        getattr(walk, name)()
        settled(qtbot, walk.sheet)
    capsys.readouterr()
    assert main(["check", str(walk.goal), "--strict"]) == 0
    assert "nothing wrong, 1 ignored with a reason" in capsys.readouterr().out
    for line in text.splitlines():
        if line.startswith("!["):
            assert (ROOT / "docs" / line.partition("(")[2].rstrip(")")).is_file()


class Walk:
    """What each heading of the walkthrough asks for, done with mouse and keys."""

    def __init__(self, window: Designer, qtbot, goal: Path) -> None:
        self.window, self.qtbot, self.goal = window, qtbot, goal

    @property
    def sheet(self):
        return self.window.sheet

    def press(self, key: Key, keys: Modifier = NONE) -> None:
        QTest.keyClick(self.sheet.view, key, keys)

    def choose(self, box, text: str) -> None:
        """Click a line of a list."""
        (item,) = box.findItems(text, Qt.MatchFlag.MatchExactly)
        box.scrollToItem(item)
        QTest.mouseClick(box.viewport(), Button.LeftButton, NONE, box.visualItemRect(item).center())

    def begin_a_map(self) -> None:
        def answer() -> None:
            asked = self.window.findChild(NewMapDialog)
            asked.name.selectAll()
            QTest.keyClicks(asked.name, "My Valley")
            asked.fills.setChecked(False)
            asked.columns.setValue(12)
            asked.rows.setValue(9)
            asked.go.click()

        QTimer.singleShot(50, answer)
        self.press(Key.Key_N, Modifier.ControlModifier)
        with self.qtbot.waitActive(self.window):
            self.window.activateWindow()
        settled(self.qtbot, self.sheet)
        self.sheet.view.setFocus()
        assert self.goal.is_file() and len(self.sheet.game_map.spaces) == 108 and not self.sheet.findings

    def paint_terrain(self) -> None:
        self.press(Key.Key_B)
        assert self.window.paint.isVisible()
        self.choose(self.window.paint.kinds, "marsh")
        drag(self.sheet, at(self.sheet, "0307"), at(self.sheet, "0607"))
        assert row(self.sheet, "07") == "ccssssccccccc"[:12]

    def draw_a_straight_ridge_and_take_it_back(self) -> None:
        before = self.sheet.document.text
        self.choose(self.window.paint.kinds, "mountain")
        drag(self.sheet, at(self.sheet, "0208"), at(self.sheet, "0708"), keys=Modifier.ShiftModifier)
        assert row(self.sheet, "08") == "cmmmmmmccccc"
        self.press(Key.Key_Z, Modifier.ControlModifier)
        assert self.sheet.document.text == before

    def draw_a_river(self) -> None:
        self.press(Key.Key_E)
        self.choose(self.window.paint.lines, "river — River")
        click(self.sheet, between(self.sheet, "0404", "0405"))
        assert self.sheet.document.data["sides"][0]["sides"] == ["0404-0405"]

    def build_a_road(self) -> None:
        self.choose(self.window.paint.lines, "road (through spaces)")
        drag(self.sheet, *(at(self.sheet, hex_) for hex_ in ("0106", "0206", "0306")))
        settled(self.qtbot, self.sheet)
        assert self.window.count.text() == "0 errors, 1 warning"

    def found_a_town(self) -> None:
        self.press(Key.Key_I)
        click(self.sheet, at(self.sheet, "0306"))
        assert QGuiApplication.clipboard().text() == "0306"
        self.press(Key.Key_2, Modifier.ControlModifier)
        QTest.keyClicks(self.window.facts.name, "Halden")
        QTest.keyClick(self.window.facts.name, Key.Key_Return)
        self.qtbot.waitUntil(self.sheet.view.hasFocus, timeout=5000)
        settled(self.qtbot, self.sheet)
        assert self.sheet.game_map.spaces["0306"].name == "Halden" and not self.sheet.findings
        QTest.keyClicks(self.window.facts.tags, "town")
        QTest.keyClick(self.window.facts.tags, Key.Key_Return)
        settled(self.qtbot, self.sheet)
        assert self.sheet.game_map.spaces["0306"].tags == {"town"} and not self.sheet.findings

    def let_a_finding_alone_with_a_reason(self) -> None:
        self.press(Key.Key_E)
        drag(self.sheet, at(self.sheet, "0306"), at(self.sheet, "0406"))
        settled(self.qtbot, self.sheet)
        QTest.mouseClick(self.window.count, Button.LeftButton)
        box = self.window.checks
        assert box.isVisible() and box.table.item(0, 0).text() == "path.dead-end"
        QTest.mouseClick(box.reason, Button.LeftButton)
        QTest.keyClicks(box.reason, "a logging road")
        QTest.mouseClick(box.ignore, Button.LeftButton)
        settled(self.qtbot, self.sheet)
        assert not self.sheet.findings and "1 ignored" in self.window.count.text()

    def write_in_the_text(self) -> None:
        self.sheet.select(("0306",))
        self.press(Key.Key_F4)
        text = self.window.text
        assert text.isVisible()
        text.show_selected()
        line = text.textCursor().block().text()
        assert "Halden" in line
        text.setFocus()
        QTest.keyClick(text, Key.Key_Home)
        for _ in range(line.index("Halden") + len("Halden")):
            QTest.keyClick(text, Key.Key_Right)
        QTest.keyClicks(text, "burg")
        self.qtbot.waitUntil(lambda: self.sheet.game_map.spaces["0306"].name == "Haldenburg", timeout=10_000)

    def put_a_name_on_the_map(self) -> None:
        self.sheet.view.setFocus()
        self.press(Key.Key_P)
        click(self.sheet, spot(self.sheet, 620, 860))
        QTest.keyClicks(self.window.facts.name, "South Fields")
        QTest.keyClick(self.window.facts.name, Key.Key_Return)
        settled(self.qtbot, self.sheet)
        assert "South Fields" in {label.text for label in self.sheet.game_map.labels}

    def give_it_a_look(self) -> None:
        self.sheet.view.setFocus()
        self.press(Key.Key_0, Modifier.ControlModifier)
        box = self.window.styles
        self.choose(box.list, "Ground: marsh")
        QTest.keyClicks(box.fill.field, "#9fc3b0")
        QTest.keyClick(box.fill.field, Key.Key_Return)
        settled(self.qtbot, self.sheet)
        box.texture.setCurrentIndex(box.texture.findData("reeds"))
        box.texture.activated.emit(box.texture.currentIndex())
        settled(self.qtbot, self.sheet)
        assert self.sheet.document.data["styles"] == [{"shows": "kind:marsh", "fill": "#9fc3b0", "texture": "reeds"}]

    def ask_a_question(self) -> None:
        self.sheet.view.setFocus()
        self.press(Key.Key_F, Modifier.ControlModifier)
        QTest.keyClicks(self.window.query.field, "terrain == marsh")
        QTest.keyClick(self.window.query.field, Key.Key_Return)
        assert len(self.sheet.selection) == 4 and self.window.query.count.text() == "4 spaces"
        QTest.keyClicks(self.window.query.value, "fog = 1")
        QTest.keyClick(self.window.query.value, Key.Key_Return)
        settled(self.qtbot, self.sheet)
        assert self.sheet.game_map.spaces["0407"].attrs["fog"] == 1

    def see_what_it_means(self) -> None:
        self.press(Key.Key_7, Modifier.ControlModifier)
        box = self.window.analysis
        box.mode.setCurrentIndex(box.mode.findData("chokes"))
        assert box.isVisible() and self.sheet.shade is not None and box.list.rowCount() > 10

    def save_and_check(self) -> None:
        self.press(Key.Key_S, Modifier.ControlModifier)
        assert not self.sheet.document.dirty and "Haldenburg" in self.goal.read_text(encoding="utf-8")

    def print_it(self) -> None:
        asked = MapPrintDialog(self.window, self.sheet, self.window.store)
        asked.size_.setValue(20)
        paper = self.goal.with_suffix(".pdf")
        count = write_pages(make_map_sheet(self.sheet.game_map, "light", ()), paper, asked.choice())
        assert len(pages(paper)) == count and asked.pages.text() == f"{count} pages"
