"""Tabs, saving, files that others change, and work that must not be lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from common.data import ROOT
from common.maps import read_map
from common.maps.load import map_path
from common.maps.samples import sample_text
from tests.gui.drawing import Button, Key, Modifier, at, click, row, settled


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
        return goal

    monkeypatch.setattr("common.gui.designer.map_files.ask_save_name", ask)
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
from common.gui.start.program import application
app = application()
from common.gui.kit.settings import UserFolders, Store
from common.gui.designer.designer_window import Designer
window = Designer((), Store(UserFolders(Path(sys.argv[2]))))
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


def test_another_program_s_file_is_added_to_the_open_map_as_one_step(desk, qtbot, tmp_path, monkeypatch) -> None:
    window = desk("islands")
    sheet = window.sheet
    path = tmp_path / "more.csv"
    path.write_text("space,name,x,y\nfar,Far Rock,300,600\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_words, **_more: (str(path), ""))
    actions = {each.text().replace("&", ""): each for each in window.findChildren(QAction)}
    action = actions["Import into this map …"]
    before = sheet.document.text
    action.trigger()
    settled(qtbot, sheet)
    assert "far" in sheet.game_map.spaces and "more.csv: 1 point" in window.message.text()
    sheet.undo()
    assert sheet.document.text == before
    path.write_text("nothing", encoding="utf-8")
    action.trigger()
    assert "more.csv" in window.message.text() and sheet.document.text == before
