"""Q22: what can go wrong around and inside the program; it stays usable, or closes with the game saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from common.data import ROOT
from common.engine import Match, load_game
from common.gui.kit.crash_report import Hook
from common.gui.kit.settings import Store, UserFolders
from common.gui.start.program import Program
from tests.gui import hands
from tests.gui.waiting import rest

CHILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from common.gui.start.program import Program, application
from common.gui.kit.settings import Store
app = application()
program = Program(Store())
table = program.begin("nmc", "", 9, {}, {})
assert table is not None or program.launcher.isVisible()
if table is None:
    print("told", program.launcher.isVisible(), flush=True)
    sys.exit(0)
def look():
    table.session.play(table.session.gestures()[0].action)
    picture = table.grab().toImage()
    colours = {picture.pixel(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)}
    print("played", table.session.length, "seen" if len(colours) > 20 else "blank", flush=True)
    QTimer.singleShot(300, agree)  # where nothing could be kept, closing asks
    table.close()
    app.quit()
def agree():
    box = app.activeModalWidget()
    for each in box.buttons() if box is not None else ():
        if box.buttonRole(each) == QMessageBox.ButtonRole.YesRole:
            each.click()
QTimer.singleShot(50, look)
app.exec()
"""


def run_child(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own plays one action and closes."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "FIVE_FRONTS_HOME": str(tmp_path)}
    return subprocess.run(
        [sys.executable, "-c", CHILD], env={**env, **environment}, capture_output=True, text=True, timeout=120
    )


def test_a_rule_that_fails_is_reported_and_the_game_goes_on(lay, store, tmp_path: Path, monkeypatch) -> None:
    """A press on a button runs into a fault inside a rule: a report, and the next press works."""
    table = lay()
    step, shown = type(table.session.match.state.step), []
    hook = Hook(tmp_path, lambda: table.session.match, lambda text, details: shown.append(text))
    monkeypatch.setattr(sys, "excepthook", hook)
    before = table.session.match.hash()

    def broken(self: object, state: object, action: object) -> None:
        raise ZeroDivisionError("a fault in a rule")

    with monkeypatch.context() as patch:
        patch.setattr(step, "play", broken)
        patch.setattr(sys, "__excepthook__", lambda *_: None)
        hands.press(table, "Begin the campaign")
    assert shown and "saved" in shown[0]
    assert table.session.match.hash() == before and not table.session.match.past
    hands.press(table, "Begin the campaign")
    assert table.session.length == 1
    assert Match.load(table.path).hash() == table.session.match.hash()


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_a_killed_bot_is_started_again(lay, qtbot) -> None:
    table = lay("nmc", seats={"confederate": "policy", "union": "human"})
    session = table.session
    qtbot.waitUntil(lambda: session.length > 2 or session.to_act == "union", timeout=60_000)
    process = session.bots.worker._process
    if process is not None and session.to_act == "confederate":
        os.kill(process.processId(), signal.SIGKILL)
    length = session.length
    qtbot.waitUntil(lambda: session.length > length + 2 or session.to_act == "union", timeout=60_000)
    assert Match.load(table.path).hash() == session.match.hash()


def test_data_that_vanishes_does_not_touch_the_game_on_the_table(lay, tmp_path: Path) -> None:
    """The data was read when the game was opened; a new game without it is refused in one line."""
    pack = tmp_path / "pack"
    pack.mkdir()
    table = lay(match=load_game("nmc", [pack]).new_match(seed=7))
    pack.rmdir()
    hands.press(table, "Begin the campaign")
    assert table.session.length == 1
    store = Store(UserFolders(tmp_path / "home"))
    store.set(packs=[str(pack)])
    program = Program(store)
    assert program.begin("nmc", "", 1, {}, {}) is None
    said = program.launcher.message.text()
    assert program.launcher.isVisible() and "no such data pack" in said and "\n" not in said
    program.launcher.tell("")
    program.launcher._choose("nmc")
    assert program.launcher.message.text() == said and program.launcher.stack.currentIndex() == 0
    program.launcher.close()


def test_without_a_clipboard_copying_does_nothing(lay, monkeypatch) -> None:
    table = lay()
    monkeypatch.setattr(QGuiApplication, "clipboard", lambda: None)
    for name in ("copy_text", "copy_image"):
        table.commands.actions[name].trigger()
    rest(1)
    hands.press(table, "Begin the campaign")
    assert table.session.length == 1


def test_without_fonts_the_table_opens_and_plays(tmp_path: Path) -> None:
    empty = tmp_path / "fonts"
    empty.mkdir()
    config = tmp_path / "fonts.conf"
    config.write_text(f'<?xml version="1.0"?><fontconfig><dir>{empty}</dir></fontconfig>')
    done = run_child(tmp_path, FONTCONFIG_FILE=str(config), QT_QPA_FONTDIR=str(empty))
    assert "played 1 seen" in done.stdout, done.stderr[-800:]
    assert "Traceback" not in done.stderr


def test_in_the_plainest_locale_the_table_opens_and_plays(tmp_path: Path) -> None:
    done = run_child(tmp_path, LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert "played 1 seen" in done.stdout, done.stderr[-800:]
    assert "Traceback" not in done.stderr
    saves = list((tmp_path / "games").glob("*.jsonl"))
    assert len(saves) == 1 and len(Match.load(saves[0]).past) == 1


def test_a_home_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """Nothing can be kept there (a file is in the way, which stops even an administrator): no traceback, one line."""
    blocked = tmp_path / "home"
    blocked.write_text("a file in the way")
    done = run_child(tmp_path, FIVE_FRONTS_HOME=str(blocked))
    assert done.returncode == 0, done.stderr[-800:]
    assert "told True" in done.stdout or "played 1 seen" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_save_that_is_removed_under_a_running_game_does_not_stop_it(lay) -> None:
    table = lay()
    assert table.path is not None
    hands.press(table, "Begin the campaign")
    table.path.unlink()
    table.session.play(table.session.gestures()[0].action)
    assert table.session.length == 2


BOTS = """
import sys
from common.gui.start.program import Program, application
from common.gui.kit.settings import Store
app = application()
store = Store()
store.set(bot_speed=0.0, reduced_motion=True, theme="light")
table = Program(store).begin("fallujah", "", 9, {}, {"insurgent": "random", "coalition": "random"})
table.session.acted.connect(lambda action: print(table.session.length, table.session.match.hash(), flush=True))
app.exec()
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_killed_in_a_bots_turn_the_start_window_brings_the_game_back(tmp_path: Path, qtbot) -> None:
    """The program is killed, started again, and one press in the start window goes on where it was."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "FIVE_FRONTS_HOME": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", BOTS], env=env, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline().split() for _ in range(6)]
        child.kill()
        told += [line.split() for line in child.stdout.read().splitlines() if len(line.split()) == 2]
    program = Program(Store(UserFolders(tmp_path)))
    program.start()
    button = program.launcher.continue_button
    assert button.text() == "Restore" and button.isVisible()
    QTest.mouseClick(button, hands.LEFT)
    (table,) = program.tables
    session = table.session
    session.bots.pause(True)
    assert session.seats == {"insurgent": "random", "coalition": "random"}
    number, digest = int(told[-1][0]), told[-1][1]
    assert session.length >= number
    assert session.match.at(number).hash() == digest
    table.close()
    program.launcher.close()
