"""Nothing is lost: the program is killed in the middle of a bot's turn, and a fault inside does not end the game."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QPushButton

from common.data import ROOT
from common.engine import Match
from common.gui.kit.crash_report import Hook, report_text
from common.gui.kit.dialogs import ReportDialog
from common.gui.kit.settings import Store, UserFolders
from common.gui.start.program import Program, application
from common.gui.start.saved_games import find_interrupted, list_saved, read_saved
from common.lab.soak import kill_at_random
from tests.gui.waiting import rest

CHILD = """
import sys
from pathlib import Path
from common.gui.start.program import Program, application
from common.gui.kit.settings import UserFolders, Store
app = application()
store = Store(UserFolders(Path(sys.argv[1])))
store.set(bot_speed=0.0, reduced_motion=True, theme="light")
program = Program(store)
table = program.begin("nmc", "", 9, {}, {"confederate": "policy", "union": "policy"})
table.session.acted.connect(lambda action: print(table.session.length, table.session.match.hash(), flush=True))
app.exec()
"""


def play_at_a_table(pipe: Any, seed: int, home: Path) -> None:
    """The whole program with its windows, played at random as fast as it goes."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = application()
    store = Store(UserFolders(home))
    store.set(reduced_motion=True, theme="light", minimap=False, curtain="never")
    program = Program(store)
    table = program.begin("nmc" if seed % 2 else "fallujah", "", seed, {}, {})
    session, chooser = table.session, random.Random(seed)

    def act() -> None:
        legal = session.match.legal()
        if chooser.random() < 0.1 and session.length:
            session.record.add("bookmark", session.length, "here")
        elif legal:
            session.play(chooser.choice(legal), ())
            pipe.send(f"{session.length} {session.match.hash()}")
        QTimer.singleShot(0, act)

    pipe.send("")
    act()
    app.exec()


def test_killed_at_any_instant_the_program_loses_nothing_that_was_played(tmp_path: Path, qapp) -> None:
    """F49, Q11: the window, its autosave and the cards of the shelf; `five-fronts soak Q11` kills a thousand times."""
    for seed in range(int(os.environ.get("FIVE_FRONTS_SCALE", "2"))):
        home = tmp_path / str(seed)
        told = kill_at_random(play_at_a_table, seed, 0.8, home)
        store = Store(UserFolders(home))
        (saved,) = list_saved(store.places.saves, store.now.recent)
        assert not saved.problem
        match = Match.load(saved.path)
        assert not match.warnings
        if told:
            assert find_interrupted([saved]) is not None
            count, position = told[-1].split()
            assert len(match.past) - int(count) in (0, 1)
            while len(match.past) > int(count):
                match.undo()
            assert match.hash() == position


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_killed_in_the_middle_of_a_bots_turn_nothing_is_lost(tmp_path: Path, qapp, qtbot) -> None:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], env=env, stdout=subprocess.PIPE, text=True)
    told: list[tuple[int, str]] = []
    assert child.stdout is not None
    deadline = time.monotonic() + 40
    for line in child.stdout:
        count, digest = line.split()
        told.append((int(count), digest))
        if len(told) >= 25 or time.monotonic() > deadline:
            os.kill(child.pid, signal.SIGKILL)
            break
    rest = child.stdout.read().split()
    child.wait()
    told += [(int(count), digest) for count, digest in zip(rest[::2], rest[1::2])]
    store = Store(UserFolders(tmp_path))
    saved = list_saved(store.places.saves, store.now.recent)
    broken = find_interrupted(saved)
    assert broken is not None
    assert broken.summary.to_act
    match = Match.load(broken.path)
    assert not match.warnings
    assert len(match.past) >= told[-1][0]
    while len(match.past) > told[-1][0]:
        match.undo()
    assert match.hash() == told[-1][1]
    program = Program(store)
    program.start()
    assert program.launcher.continue_button.text() == "Restore"
    table = program.open(str(broken.path))
    assert table is not None
    assert table.session.seats == {"confederate": "policy", "union": "policy"}
    table.session.bots.pause(True)
    table.close()
    program.launcher.close()


def test_a_fault_inside_is_reported_and_the_game_goes_on(lay, tmp_path: Path, capsys) -> None:
    table = lay()
    shown: list[tuple[str, str]] = []
    hook = Hook(tmp_path / "reports", lambda: table.session.match, lambda text, details: shown.append((text, details)))
    try:
        raise ValueError("a fault in a rule")
    except ValueError as error:
        hook(type(error), error, error.__traceback__)
    capsys.readouterr()
    assert "goes on" in shown[0][0]
    assert "a fault in a rule" in shown[0][1]
    assert '"seed":7' in shown[0][1]
    assert list((tmp_path / "reports").glob("*.txt"))
    assert str(Path.home()) not in shown[0][1]
    table.session.play(table.session.gestures()[0].action)
    assert table.session.length == 1


def test_a_report_says_what_happened_what_is_safe_and_what_to_do(lay, tmp_path: Path, capsys) -> None:
    """U33: details are folded away, and can be copied."""
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtTest import QTest

    table = lay()
    shown: list[tuple[str, str]] = []
    hook = Hook(tmp_path / "reports", lambda: table.session.match, lambda *words: shown.append(words))
    hook(ValueError, ValueError("a fault in a rule"), None)
    capsys.readouterr()
    assert "saved" in shown[0][0]
    assert "take the last action back" in shown[0][0]
    assert "What happened: ValueError: a fault in a rule" in shown[0][0]
    dialog = ReportDialog(table, "Something went wrong", *shown[0])
    dialog.show()
    assert not dialog.details.isVisible()
    buttons = {made.text(): made for made in dialog.findChildren(QPushButton)}
    QTest.mouseClick(buttons["Details"], Qt.MouseButton.LeftButton)
    assert dialog.details.isVisible()
    rest(10)
    assert dialog.details.height() > 200
    QTest.mouseClick(buttons["Copy details"], Qt.MouseButton.LeftButton)
    assert "a fault in a rule" in QGuiApplication.clipboard().text()
    dialog.close()


def test_a_report_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    shown: list[str] = []
    hook = Hook(blocked / "reports", lambda: None, lambda text, details: shown.append(text))
    error = RuntimeError("x")
    hook(RuntimeError, error, None)
    assert "No report" in shown[0]
    assert "RuntimeError" in report_text(error, None)


def test_a_missing_and_a_damaged_game_stay_on_the_shelf_with_their_reason(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{not json\n")
    assert read_saved(bad).problem.startswith("line 1: not a line of a saved game")
    assert "no longer there" in read_saved(tmp_path / "gone.jsonl").problem
