"""Q16: tables that are opened and closed, menus and dialogs that are left, leave nothing behind."""

from __future__ import annotations

import gc
import os
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.engine import load_game
from common.gui.kit.settings import Store, UserFolders
from common.gui.start.program import Program
from tests.gui.waiting import rest

TABLES = int(os.environ.get("FIVE_FRONTS_SCALE", "8"))
ROOM = 20 * 1024 * 1024


def settle() -> None:
    """Let everything be deleted that is to be deleted."""
    for _ in range(4):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
    gc.collect()


def memory() -> int:
    """What this process holds, in bytes."""
    pages = Path("/proc/self/statm")
    if not pages.exists():
        pytest.skip("the size of a process is read from /proc")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def widgets() -> Counter[str]:
    return Counter(type(widget).__name__ for widget in QApplication.allWidgets())


def test_tables_opened_and_closed_leave_nothing(tmp_path: Path, qapp) -> None:
    store = Store(UserFolders(tmp_path))
    store.set(theme="light", reduced_motion=True)
    program = Program(store)
    begin, known = 0, Counter[str]()
    for number in range(TABLES):
        table = program.begin(("nmc", "fallujah")[number % 2], "", 3, {}, {})
        QApplication.processEvents()
        table.close()
        settle()
        if number == 3:  # what is loaded once is there now
            begin, known = memory(), widgets()
    grown = widgets() - known
    assert not grown, grown
    assert memory() - begin <= ROOM, f"{(memory() - begin) / 1e6:.1f} MB more after {TABLES - 4} tables"


def test_menus_and_dialogs_that_are_left_are_gone(lay) -> None:
    table = lay(match=load_game("fallujah").new_match(seed=2))

    def leave() -> None:
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if front is not None:
            front.close()

    closer = QTimer(table)
    closer.timeout.connect(leave)
    closer.start(5)
    counts = []
    for _ in range(3):
        for spot in (QPoint(300, 300), QPoint(500, 200)):
            QTest.mouseClick(table.map, Qt.MouseButton.RightButton, pos=spot)
            rest(20)
        for name in ("settings", "keys", "edit_keys", "about", "palette"):
            table.commands.actions[name].trigger()
            rest(20)
        settle()
        counts.append((len(table.findChildren(QObject)), len(QApplication.allWidgets())))
    assert counts[-1] == counts[-2], counts
