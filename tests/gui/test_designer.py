"""The window for designers, driven by mouse and keys."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMessageBox

from common.cli import main
from common.data import ROOT
from common.gui import theme
from common.gui.designer.paint import NewLine
from common.gui.designer.sheet import MapSheet
from common.gui.designer.window import Designer
from common.gui.settings import Store
from common.maps import read_map
from common.maps.check import check_file
from common.maps.load import map_path
from common.maps.samples import SAMPLES, sample_path, sample_text
from tests.gui.test_looks import cut_off

Key, Button, Modifier = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
NONE = Modifier.NoModifier


@pytest.fixture
def desk(qtbot, store: Store, tmp_path: Path) -> Callable[..., Designer]:
    """A window with copies of samples, or a game's own map."""

    def open_(*names: str, size: tuple[int, int] = (1280, 800), packs: tuple[Path, ...] = ()) -> Designer:
        window = Designer(packs, store)
        qtbot.addWidget(window, before_close_func=put_away)
        window.resize(*size)
        for name in names:
            if name in SAMPLES:
                own = tmp_path / f"{name}.yaml"
                own.write_text(sample_text(name), encoding="utf-8")
                name = str(own)
            window.open(name)
        window.show()
        with qtbot.waitActive(window):
            window.activateWindow()
        for sheet in window.sheets():
            settled(qtbot, sheet)
        window.sheet.view.setFocus()
        return window

    return open_


def put_away(window: Designer) -> None:
    """Close without a question."""
    for sheet in window.sheets():
        sheet.close_down()
        sheet.document.saved = sheet.document.text


def settled(qtbot, sheet: MapSheet) -> None:
    """Wait until the picture shows the text."""
    qtbot.waitUntil(lambda: not sheet.shop.busy, timeout=20_000)


def spot(sheet: MapSheet, x: float, y: float) -> QPoint:
    return sheet.view.camera.to_screen(x, y).toPoint()


def at(sheet: MapSheet, space: str) -> QPoint:
    """The middle of a space on screen."""
    return spot(sheet, *sheet.game_map.spaces[space].center)


def between(sheet: MapSheet, a: str, b: str) -> QPoint:
    """The middle of the side between two spaces, a little on the side of the first."""
    border = sheet.game_map.side(a, b)
    x, y = ((border[0][0] + border[-1][0]) / 2, (border[0][1] + border[-1][1]) / 2)
    cx, cy = sheet.game_map.spaces[a].center
    return spot(sheet, x + (cx - x) * 0.15, y + (cy - y) * 0.15)


def drag(sheet: MapSheet, *points: QPoint, keys: Modifier = NONE) -> None:
    """Press at the first point, move through the others, let go at the last."""
    view = sheet.view
    QTest.mousePress(view, Button.LeftButton, keys, points[0])
    for start, end in pairwise(points):
        for n in range(1, 9):
            _move(view, start + (end - start) * n / 8, keys)
    QTest.mouseRelease(view, Button.LeftButton, keys, points[-1])


def _move(view, pos: QPoint, keys: Modifier) -> None:
    """A move with keys held, which QTest.mouseMove cannot say."""
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    where = QPointF(view.mapToGlobal(pos))
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(pos), where, Button.NoButton, Button.LeftButton, keys)
    QApplication.sendEvent(view, event)


def click(sheet: MapSheet, pos: QPoint, keys: Modifier = NONE, button: Button = Button.LeftButton) -> None:
    QTest.mouseClick(sheet.view, button, keys, pos)


def row(sheet: MapSheet, number: str) -> str:
    """A row of terrain letters as the text has it now."""
    return str(sheet.document.data["terrain"]["rows"][number])


# --- tools ------------------------------------------------------------------------------------------------


def test_the_brush_paints_a_stroke_that_is_one_step(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    before = sheet.document.text
    QTest.keyClick(sheet.view, Key.Key_B)
    assert window.tool.name == "Brush"
    window.paint.take("marsh")
    drag(sheet, at(sheet, "0303"), at(sheet, "0603"))
    assert row(sheet, "03") == "mrwwwwccccrr"
    changed = [
        n for n, (a, b) in enumerate(zip(before.splitlines(), sheet.document.text.splitlines(), strict=True)) if a != b
    ]
    assert len(changed) == 1 and len(sheet.document.history) == 1
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["0503"].kind == "marsh" and not sheet.glass.washes
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    assert sheet.document.text == before and not sheet.document.dirty
    QTest.keyClick(window, Key.Key_Y, Modifier.ControlModifier)
    assert row(sheet, "03") == "mrwwwwccccrr"


def test_shift_draws_a_line_alt_erases_control_fills_right_click_picks(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("mountain")
    bent = (at(sheet, "0307"), at(sheet, "0602"), at(sheet, "0707"))
    drag(sheet, *bent, keys=Modifier.ShiftModifier)
    assert row(sheet, "07") == "ccmmmmmwcccc" and row(sheet, "04") == "rrccccccccrr"
    settled(qtbot, sheet)
    drag(sheet, at(sheet, "0307"), at(sheet, "0707"), keys=Modifier.AltModifier)
    assert row(sheet, "07") == "cccccccwcccc"
    settled(qtbot, sheet)
    click(sheet, at(sheet, "0806"), button=Button.RightButton)
    assert window.paint.kind == "marsh"
    window.paint.take("rough")
    click(sheet, at(sheet, "0806"), keys=Modifier.ControlModifier)
    assert (
        row(sheet, "06") == "ccccccrrrccc" and row(sheet, "05") == "rcccccccrccr" and row(sheet, "07") == "cccccccrcccc"
    )
    assert len(sheet.document.history) == 3


def test_a_wide_brush_and_the_erase_key(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("mountain")
    window.paint.wide.setValue(2)
    click(sheet, at(sheet, "0504"))
    assert sum(text.count("m") for text in sheet.document.data["terrain"]["rows"].values()) == 8 + 7
    QTest.keyClick(sheet.view, Key.Key_X)
    click(sheet, at(sheet, "0504"))
    assert row(sheet, "04")[3:6] == "ccc"


def test_escape_and_right_click_give_a_stroke_up(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("mountain")
    for give_up in (
        lambda: QTest.keyClick(sheet.view, Key.Key_Escape),
        lambda: QTest.mousePress(sheet.view, Button.RightButton, NONE, at(sheet, "0504")),
    ):
        QTest.mousePress(sheet.view, Button.LeftButton, NONE, at(sheet, "0504"))
        _move(sheet.view, at(sheet, "0704"), NONE)
        assert sheet.glass.washes
        give_up()
        QTest.mouseRelease(sheet.view, Button.LeftButton, NONE, at(sheet, "0704"))
        assert not sheet.glass.washes and not sheet.document.dirty


def test_edges_draw_sides_ways_and_the_shortest_line(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    sheet.view.one_to_one()
    QTest.keyClick(sheet.view, Key.Key_E)
    window.paint.take_line({"river"}, {"Orre"})
    click(sheet, between(sheet, "0808", "0908"))
    assert sheet.document.data["sides"][0]["sides"][-1] == "0808-0908"
    settled(qtbot, sheet)
    click(sheet, between(sheet, "0908", "0808"), keys=Modifier.AltModifier)
    assert "0808-0908" not in sheet.document.data["sides"][0]["sides"]
    settled(qtbot, sheet)
    start, end = (sheet.game_map.spaces[s].polygon[3] for s in ("0308", "0608"))
    count = len(sheet.document.data["sides"][0]["sides"])
    drag(sheet, spot(sheet, *start), spot(sheet, *end), keys=Modifier.ShiftModifier)
    assert len(sheet.document.data["sides"][0]["sides"]) == count + 6  # two sides to a hex
    settled(qtbot, sheet)
    assert "river" in sheet.game_map.links["0408", "0409"].kinds | sheet.game_map.links["0308", "0409"].kinds
    window.paint.take_line({"road"})
    drag(sheet, at(sheet, "0904"), at(sheet, "1004"), at(sheet, "1104"))
    assert sheet.document.data["paths"][0]["through"][-3:] == ["0904", "1004", "1104"]
    click(sheet, between(sheet, "0101", "0102"), button=Button.RightButton)
    assert window.paint.line == ("sides", "impassable", "Cliffs")


def test_a_new_line_may_lie_on_one_direction_only(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    sheet.view.one_to_one()

    def answer() -> None:
        asked = window.paint.findChild(NewLine)
        QTest.keyClicks(asked.kind, "slope")
        QTest.keyClicks(asked.name, "Long Slope")
        asked.one_way.setChecked(True)
        QTest.keyClick(asked.name, Key.Key_Return)

    QTimer.singleShot(50, answer)
    QTest.mouseClick(window.paint.new_line, Button.LeftButton)
    assert window.paint.line == ("sides", "slope", "Long Slope") and window.tool.key == "E"
    settled(qtbot, sheet)
    click(sheet, between(sheet, "0505", "0605"))
    settled(qtbot, sheet)
    assert "slope" in sheet.game_map.links["0505", "0605"].kinds
    assert "slope" not in sheet.game_map.links["0605", "0505"].kinds


def test_a_second_stroke_does_not_wait_for_the_picture_of_the_first(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    assert sheet.view.cursor().shape() == Qt.CursorShape.CrossCursor
    window.paint.take("marsh")
    click(sheet, at(sheet, "0404"))
    assert sheet.glass.done  # shown until the map shows it
    QTest.mousePress(sheet.view, Button.LeftButton, NONE, at(sheet, "0604"))
    settled(qtbot, sheet)
    assert not sheet.glass.done and list(sheet.glass.washes) == ["0604"]
    _move(sheet.view, at(sheet, "0704"), NONE)
    QTest.mouseRelease(sheet.view, Button.LeftButton, NONE, at(sheet, "0704"))
    assert row(sheet, "04") == "rrcwcwwcccrr" and len(sheet.document.history) == 2


def test_points_come_are_dragged_and_go(desk, qtbot) -> None:
    window = desk("islands")
    sheet = window.sheet
    before = sheet.document.text
    QTest.keyClick(sheet.view, Key.Key_P)
    click(sheet, spot(sheet, 150, 520))
    assert sheet.selection == ("point_1",)
    settled(qtbot, sheet)
    assert window.focusWidget() is window.facts.name
    QTest.keyClicks(window.facts.name, "West Cape")
    QTest.keyClick(window.facts.name, Key.Key_Return)
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["point_1"].name == "West Cape"
    drag(sheet, at(sheet, "point_1"), spot(sheet, 180, 560))
    settled(qtbot, sheet)
    x, y = sheet.game_map.spaces["point_1"].center
    assert abs(x - 180) < 4 and abs(y - 560) < 4
    drag(sheet, at(sheet, "point_1"), spot(sheet, 240, 570), keys=Modifier.ShiftModifier)
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["point_1"].center[1] == y
    QTest.keyClick(sheet.view, Key.Key_E)
    window.paint.take_line({"track"})
    drag(sheet, at(sheet, "point_1"), at(sheet, "lantern"))
    settled(qtbot, sheet)
    assert sheet.game_map.link("lantern", "point_1")
    QTest.keyClick(sheet.view, Key.Key_P)
    click(sheet, at(sheet, "point_1"), keys=Modifier.AltModifier)
    settled(qtbot, sheet)
    assert "point_1" not in sheet.game_map.spaces and sheet.document.text == before


def test_a_shared_corner_moves_for_both_areas_and_never_folds_them(desk, qtbot) -> None:
    window = desk("harbour")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_P)
    drag(sheet, spot(sheet, 330, 220), spot(sheet, 350, 250))
    settled(qtbot, sheet)
    corners = [set(sheet.game_map.spaces[s].polygon) for s in ("1", "2", "4", "5")]
    moved = set.intersection(*corners)
    assert len(moved) == 1 and (330, 220) not in set.union(*corners)
    text = sheet.document.text
    drag(sheet, spot(sheet, *next(iter(moved))), spot(sheet, 560, 640))
    assert sheet.document.text == text and "would" in window.message.text()
    click(sheet, spot(sheet, 490, 465))  # on the border of 5 and 8: a new corner for both
    settled(qtbot, sheet)
    new = set(sheet.game_map.spaces["5"].polygon) & set(sheet.game_map.spaces["8"].polygon)
    assert len(new) == 3
    fresh = next(corner for corner in new if 450 < corner[0] < 530)
    click(sheet, spot(sheet, *fresh), keys=Modifier.AltModifier)
    assert sheet.document.text == text
    assert not sheet.findings


def test_names_are_added_and_dragged(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_P)
    click(sheet, spot(sheet, 900, 800))
    QTest.keyClicks(window.facts.name, "South Fields")
    QTest.keyClick(window.facts.name, Key.Key_Return)
    settled(qtbot, sheet)
    label = next(label for label in sheet.game_map.labels if label.text == "South Fields")
    drag(sheet, spot(sheet, *label.at), spot(sheet, 700, 820))
    settled(qtbot, sheet)
    label = next(label for label in sheet.game_map.labels if label.text == "South Fields")
    assert abs(label.at[0] - 700) < 4


def test_inspect_selects_copies_and_changes_facts(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    click(sheet, at(sheet, "0305"))
    assert sheet.selection == ("0305",) and QGuiApplication.clipboard().text() == "0305"
    window.open_page(window.facts)
    assert window.facts.title.text() == "Halden (0305)"
    cell = window.facts.attrs.item(0, 1)
    assert (window.facts.attrs.item(0, 0).text(), cell.text()) == ("vp", "3")
    cell.setText("5")
    assert '- {id: "0305", name: Halden, attrs: {vp: 5}}' in sheet.document.text
    window.facts.kind.setCurrentText("rough")
    QTest.keyClick(window.facts.kind, Key.Key_Return)
    assert row(sheet, "05") == "rcrcccccwccr"
    settled(qtbot, sheet)
    assert sheet.findings and "rule.sum" in {finding.code for finding in sheet.findings}
    assert window.count.text() == "0 errors, 1 warning"
    click(sheet, at(sheet, "0505"))
    click(sheet, at(sheet, "0605"), keys=Modifier.ShiftModifier)
    window.facts.kind.setCurrentText("marsh")
    QTest.keyClick(window.facts.kind, Key.Key_Return)
    assert row(sheet, "05") == "rcrcwwccwccr" and len(sheet.document.history) == 3


def test_the_status_bar_tells_place_space_zoom_and_findings(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    _move(sheet.view, at(sheet, "0904"), NONE)
    assert window.here.text() == "0904 Orreby · clear"
    x, y = (float(part) for part in window.where.text().split(","))
    assert abs(x - sheet.game_map.spaces["0904"].center[0]) < 3 and abs(y - sheet.game_map.spaces["0904"].center[1]) < 3
    assert window.zoom.text().endswith("%") and window.count.text() == "no complaints"
    QTest.mouseClick(window.count, Button.LeftButton)
    assert window.pages.page is window.checks


def test_measure_and_hand(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_M)
    click(sheet, at(sheet, "0305"))
    click(sheet, at(sheet, "0904"))
    assert "7 spaces" in window.message.text()
    QTest.keyClick(sheet.view, Key.Key_H)
    before = sheet.view.camera.center
    drag(sheet, at(sheet, "0504"), at(sheet, "0704"))
    assert sheet.view.camera.center != before and not sheet.document.dirty


# --- findings ---------------------------------------------------------------------------------------------


def test_a_finding_jumps_and_is_ignored_with_a_reason(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    sheet.edit("vp", lambda data: data["spaces"][0]["entries"][0]["attrs"].update(vp=9))
    settled(qtbot, sheet)
    sheet.view.zoom_to(["1208"])
    window.open_page(window.checks)
    box = window.checks
    assert [box.table.item(0, c).text() for c in range(1)] == ["rule.sum"]
    sheet.edit("apart", lambda data: data["labels"][0]["entries"].append({"text": "Nowhere", "at": [9000, 9000]}))
    settled(qtbot, sheet)
    codes = [box.table.item(r, 0).text() for r in range(box.table.rowCount())]
    assert len(codes) >= 2
    outside = codes.index("label.outside")
    box.table.setCurrentCell(outside, 0)
    QTest.mouseClick(box.show_it, Button.LeftButton)
    assert sheet.point == ("labels", 0, 1)
    rows = [r for r in range(box.table.rowCount()) if box.table.item(r, 0).text() == "rule.sum"]
    box.table.setCurrentCell(rows[0], 0)
    assert not box.ignore.isEnabled()
    box.reason.setFocus()
    QTest.keyClicks(box.reason, "a variant with more points")
    QTest.mouseClick(box.ignore, Button.LeftButton)
    settled(qtbot, sheet)
    assert "ignored" in window.count.text()
    assert sheet.document.data["ignored"][0]["reason"] == "a variant with more points"
    assert {f.code for f in sheet.findings.ignored} == {"rule.sum"}
    sheet.document.save()
    assert len(check_file(sheet.document.path).ignored) == 1


def test_double_click_on_a_finding_shows_its_place(desk, qtbot) -> None:
    window = desk("islands")
    sheet = window.sheet
    sheet.edit("overlap", lambda data: data["spaces"][1]["entries"][0].update(at=[190, 190]))
    settled(qtbot, sheet)
    window.open_page(window.checks)
    table = window.checks.table
    target = next(r for r in range(table.rowCount()) if sheet.place_of(table.item(r, 1).text()))
    place = sheet.place_of(table.item(target, 1).text())
    rect = table.visualItemRect(table.item(target, 0))
    QTest.mouseClick(table.viewport(), Button.LeftButton, NONE, rect.center())
    QTest.mouseDClick(table.viewport(), Button.LeftButton, NONE, rect.center())
    assert sheet.selection == (place,)


# --- text -------------------------------------------------------------------------------------------------


def test_typing_redraws_the_map_and_an_error_keeps_the_last_good_one(desk, qtbot) -> None:
    window = desk("valley", size=(1600, 900))
    sheet, text = window.sheet, window.text
    assert window.text_dock.isVisible()
    click(sheet, at(sheet, "0305"))
    line = next(n for n, each in enumerate(sheet.document.text.splitlines(), 1) if "Halden" in each)
    assert text.textCursor().blockNumber() + 1 == line
    text.setFocus()
    QTest.keyClick(text, Key.Key_End)
    for _ in range(2):
        QTest.keyClick(text, Key.Key_Left)
    QTest.keyClick(text, Key.Key_Backspace)
    QTest.keyClicks(text, "4")
    qtbot.waitUntil(lambda: sheet.game_map.spaces["0305"].attrs.get("vp") == 4, timeout=5000)
    settled(qtbot, sheet)
    QTest.keyClick(text, Key.Key_Backspace)
    QTest.keyClicks(text, "[")
    qtbot.waitUntil(lambda: sheet.document.error is not None, timeout=5000)
    assert sheet.game_map.spaces["0305"].attrs["vp"] == 4
    assert f"valley.yaml:{sheet.document.error.line}:" in window.message.text()
    assert window.count.text().startswith("1 error,")
    QTest.keyClick(text, Key.Key_Z, Modifier.ControlModifier)
    assert sheet.document.error is None and text.toPlainText() == sheet.document.text
    QTest.keyClick(text, Key.Key_Z, Modifier.ControlModifier)
    assert not sheet.document.dirty


def test_a_stroke_appears_in_the_text(desk) -> None:
    window = desk("valley", size=(1600, 900))
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("marsh")
    click(sheet, at(sheet, "0404"))
    assert '"04": rrcwccccccrr' in window.text.toPlainText()


# --- files ------------------------------------------------------------------------------------------------


def test_documents_in_tabs_each_with_its_own_history(desk, qtbot) -> None:
    window = desk("valley", "harbour")
    first, second = window.sheets()
    assert window.tabs.count() == 2 and window.sheet is second
    second.edit("name", lambda data: data.update(title="Port of Merrow"))
    window.tabs.setCurrentWidget(first)
    QTest.keyClick(first.view, Key.Key_B)
    window.paint.take("marsh")
    click(first, at(first, "0404"))
    assert not window.tabs.tabIcon(0).isNull() and not window.tabs.tabIcon(1).isNull()
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    assert window.tabs.tabIcon(0).isNull() and second.document.dirty
    QTest.keyClick(window, Key.Key_Y, Modifier.ControlModifier)
    window.actions_.save_all.trigger()
    assert not first.document.dirty and not second.document.dirty
    assert window.tabs.tabIcon(0).isNull() and window.tabs.tabIcon(1).isNull()
    assert read_map(first.document.path).spaces["0404"].kind == "marsh"
    settled(qtbot, second)
    assert read_map(second.document.path).title == window.tabs.tabText(1) == "Port of Merrow"


def test_the_programs_own_map_is_saved_elsewhere(desk, qtbot, tmp_path, monkeypatch) -> None:
    window = desk("nmc")
    sheet = window.sheet
    raw = map_path("nmc").read_bytes()
    asked: list[str] = []
    goal = tmp_path / "mine.yaml"

    def ask(*words):
        asked.append(words[1])
        return str(goal), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    sheet.edit("paint", lambda data: data["terrain"]["rows"].update({"50": "M" * 21}))
    QTest.keyClick(window, Key.Key_S, Modifier.ControlModifier)
    assert asked == ["Save the map as"] and goal.is_file() and map_path("nmc").read_bytes() == raw
    assert sheet.document.path == goal and not sheet.document.dirty
    QTest.keyClick(sheet.view, Key.Key_B)
    sheet.edit("paint", lambda data: data["terrain"]["rows"].update({"50": "C" * 21}))
    QTest.keyClick(window, Key.Key_S, Modifier.ControlModifier)
    assert len(asked) == 1 and "C" * 21 in goal.read_text(encoding="utf-8")


def test_with_a_pack_only_what_differs_is_saved(desk, qtbot, tmp_path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    window = desk("nmc", packs=(pack,))
    window.sheet.edit("vp", lambda data: data["spaces"][0]["entries"][4]["attrs"].update(vp=12))
    QTest.keyClick(window, Key.Key_S, Modifier.ControlModifier)
    assert read_map(map_path("nmc"), [pack]).spaces["2605"].attrs["vp"] == 12
    assert len((pack / "nmc" / "map.yaml").read_text(encoding="utf-8").splitlines()) == 2


def test_a_file_changed_outside_is_read_again(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    path, text = sheet.document.path, sheet.document.text
    path.write_text(text.replace("name: Halden", "name: Haldenby"), encoding="utf-8")
    qtbot.waitUntil(lambda: sheet.game_map.spaces["0305"].name == "Haldenby", timeout=5000)
    assert not sheet.document.dirty
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("marsh")
    click(sheet, at(sheet, "0404"))
    other = path.with_suffix(".new")  # editors write another file and put it in place
    other.write_text(text.replace("name: Halden", "name: Third"), encoding="utf-8")
    os.replace(other, path)
    qtbot.waitUntil(window.banner.isVisible, timeout=5000)
    assert sheet.game_map.spaces["0305"].name == "Haldenby"
    QTest.mouseClick(window.banner.no, Button.LeftButton)  # take theirs
    qtbot.waitUntil(lambda: sheet.game_map.spaces["0305"].name == "Third", timeout=5000)
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    assert row(sheet, "04") == "rrcwccccccrr"  # what was mine is one undo away


CRASHER = """
import sys, time
from pathlib import Path
from common.gui.app import application
app = application()
from common.gui.settings import Places, Store
from common.gui.designer.window import Designer
window = Designer((), Store(Places(Path(sys.argv[2]))))
sheet = window.open(sys.argv[1])
window.show()
sheet.edit("paint", lambda data: data["terrain"]["rows"].update({"04": "wwwwwwwwwwww"}))
end = time.monotonic() + 60
side = Path(sys.argv[1] + ".autosave")
while not side.exists() and time.monotonic() < end:
    app.processEvents()
    time.sleep(0.02)
print("kept", flush=True)
time.sleep(60)
"""


def test_unsaved_work_survives_being_killed(desk, qtbot, tmp_path) -> None:
    path = tmp_path / "valley.yaml"
    path.write_text(sample_text("valley"), encoding="utf-8")
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", CRASHER, str(path), str(tmp_path / "home2")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)
    assert process.stdout is not None and process.stdout.readline() == "kept\n"
    os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.wait()
    window = desk(str(path))
    sheet = window.sheet
    assert window.banner.isVisible() and "unsaved work" in window.banner.text.text()
    QTest.mouseClick(window.banner.yes, Button.LeftButton)
    assert row(sheet, "04") == "w" * 12 and sheet.document.dirty
    QTest.keyClick(window, Key.Key_S, Modifier.ControlModifier)
    assert not path.with_name("valley.yaml.autosave").exists()
    assert read_map(path).spaces["0104"].kind == "marsh"


def test_closing_asks_for_unsaved_work(desk, qtbot, monkeypatch) -> None:
    window = desk("valley")
    window.sheet.edit("title", lambda data: data.update(title="Other"))
    kinds = QMessageBox.StandardButton
    answers = [kinds.Cancel, kinds.Save]
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: answers.pop(0))
    path = window.sheet.document.path
    assert not window.close() and window.isVisible()
    assert window.close() and read_map(path).title == "Other"


# --- questions and trials ---------------------------------------------------------------------------------


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


# --- conventions ------------------------------------------------------------------------------------------


def test_keys_are_unique_and_every_entry_has_a_mnemonic(desk) -> None:
    window = desk("valley")
    seen: dict[str, str] = {}
    menus = [action.menu() for action in window.menuBar().actions()]
    for menu in menus:
        for action in menu.actions():
            assert (
                "&" in action.text() or action.isSeparator() or menu.title() in ("&New from a sample", "Map of a &game")
            )
            if action.menu() is not None:
                menus.append(action.menu())
            for key in action.shortcuts():
                assert seen.setdefault(key.toString(), action.text()) == action.text()
    assert {"B", "E", "P", "I", "M", "H", "Ctrl+S", "Ctrl+Z", "Ctrl+Y", "Ctrl+1", "Ctrl+6"} <= set(seen)


@pytest.mark.parametrize(("size", "percent"), [((1024, 700), 100), ((1280, 800), 80), ((1920, 1080), 200)])
def test_nothing_is_cut_off(desk, store, size, percent) -> None:
    theme.use("dark", percent)
    window = desk("valley", size=size)
    window.sheet.select(("0305",))
    window.query.open()
    for page, _ in window.pages.titles():
        window.open_page(page)
        QTest.qWait(10)
        assert cut_off(window) == []
    assert (window.width(), window.height()) == size and window.sheet.view.width() >= 240


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_the_theme_changes_at_once(desk, qtbot, store, theme_name) -> None:
    window = desk("valley")
    store.set(theme=theme_name)
    theme.use(theme_name)
    window._setting("theme")
    settled(qtbot, window.sheet)
    picture = window.grab().toImage()
    paper = picture.pixelColor(spot(window.sheet, 1500, 700) + window.sheet.view.mapTo(window, QPoint(0, 0)))
    assert (paper.lightness() > 128) == (theme_name == "light")


@pytest.mark.parametrize("words", [["design", "nowhere.yaml"], ["nowhere.yaml"]])
def test_a_map_that_cannot_be_read_is_refused_in_one_line(words: list[str], capsys) -> None:
    assert main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith("five-fronts: nowhere.yaml:1: cannot be read") and said.count("\n") == 1


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_sound_and_round_trips(name: str, tmp_path: Path) -> None:
    from common.maps.editing import Document

    assert list(check_file(sample_path(name))) == []
    own = tmp_path / "map.yaml"
    own.write_bytes(sample_path(name).read_bytes())
    Document.open(own).save()
    assert own.read_bytes() == sample_path(name).read_bytes()


def test_findings_follow_every_edit_of_a_large_map(desk, qtbot, tmp_path) -> None:
    rows = "\n".join(f'    "{n:02d}": {"cccrmcccwc" * 5}' for n in range(1, 41))
    text = sample_text("valley")
    head, tail = text.split('    "01":', 1)
    path = tmp_path / "large.yaml"
    path.write_text(f"{head}{rows}\n\n{tail[tail.index('spaces:') :]}", encoding="utf-8")
    window = desk(str(path))
    sheet = window.sheet
    assert len(sheet.game_map.ids) == 2000
    for n in range(2):
        with qtbot.waitSignal(sheet.judged, timeout=10_000):
            sheet.edit(
                "paint", lambda data, n=n: data["terrain"]["rows"].update({"20": "w" * (n + 1) + "c" * (49 - n)})
            )
        settled(qtbot, sheet)
        assert f'"20": {"w" * (n + 1)}c' in sheet.document.text


def test_the_walk_of_ten_minutes(desk, qtbot, tmp_path, monkeypatch, capsys) -> None:
    """docs/designer.md, step by step."""
    steps = [
        line for line in (ROOT / "docs" / "designer.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "
    ]
    walk = Walk(desk(str(sample_path("valley"))), qtbot, tmp_path / "my-valley.yaml")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_words: (str(walk.goal), ""))
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
        drag(self.sheet, at(self.sheet, "0305"), at(self.sheet, "0306"), at(self.sheet, "0307"))
        assert self.sheet.document.data["paths"][0]["through"][:3] == ["0307", "0306", "0305"]

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
        assert self.sheet.game_map.spaces["0607"].attrs["vp"] == 2 and "1 warning" in self.window.count.text()

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
