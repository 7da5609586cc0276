"""B09, B10 and B18: how long the start window and a game take to their first frame, what they weigh, what idling costs.

The peer is an empty PySide6 window in a process of its own. Both are measured in their own processor time from the
start of the interpreter to the first painted frame, because a busy machine disturbs the wall clock; byte code is kept
between runs, as it is for every user after the first start.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from statistics import quantiles

from bench.measure import Extent, Row
from common.data import ROOT

START, TABLE, MEMORY, DRIFT_MB, IDLE_SECONDS = 5.0, 12.0, 4.5, 20.0, 0.2

CHILD = """
import sys, time
from pathlib import Path
kind, home, seconds, actions = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])

def rss():
    for line in open("/proc/self/status", encoding="ascii") if Path("/proc/self/status").exists() else ():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    import resource
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

if kind == "empty":
    from PySide6.QtWidgets import QApplication, QMainWindow
    app = QApplication([])
    window = QMainWindow()
    window.resize(1280, 800)
    window.show()
else:
    from common.gui.start.program import Program, application
    from common.gui.kit.settings import Store, UserFolders
    app = application()
    program = Program(Store(UserFolders(Path(home))))
    if kind == "start":
        program.start()
        window = program.launcher
    else:
        window = program.begin("nmc", "", 7, {}, {})
        window.resize(1280, 800)

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer

class FirstFrame(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            window.removeEventFilter(self)
            QTimer.singleShot(0, painted)
        return False

def wait(seconds):
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()

def painted():
    print("first", time.process_time(), flush=True)
    QTimer.singleShot(1500, settled)

def settled():
    print("rss", rss(), flush=True)
    if kind == "whole":
        whole_game()
    if seconds:
        before = time.process_time()
        wait(seconds)
        print("idle", time.process_time() - before, flush=True)
    app.exit(0)

def whole_game():
    from common.bots import make_bot
    from common.engine import Seat
    session, match = window.session, window.session.match
    def play():
        for number in range(actions):
            if match.to_act is None:
                break
            match.play(make_bot("policy", match.game, match.to_act, number).choose(Seat(match, match.to_act)).action)
        session.refresh()
        wait(0.3)
    play()
    session.store.set(take_back="free")
    print("played", rss(), flush=True)
    for _ in range(10):
        while match.past:
            match.undo()
        session.refresh()
        while match.future:
            match.redo()
        session.refresh()
    wait(0.3)
    print("redone", rss(), flush=True)

watch = FirstFrame()
window.installEventFilter(watch)
sys.exit(app.exec())
"""


def measured(kind: str, cache: str, seconds: float = 0.0, actions: int = 5000) -> dict[str, float]:
    """What a process of that kind says about itself."""
    with tempfile.TemporaryDirectory() as home:
        env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env |= {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": cache}
        command = [sys.executable, "-c", CHILD, kind, home, str(seconds), str(actions)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def compared(code: str, name: str, kind: str, key: str, bar: float, cache: str, rounds: int) -> Row:
    """Ours by the empty window's, in turn, after one round that fills the caches and counts if there is no other."""

    def ratio() -> float:
        return measured(kind, cache)[key] / measured("empty", cache)[key]

    first, *ratios = [ratio() for _ in range(rounds + 1)]
    low, mid, high = quantiles(ratios, n=4) if ratios else [first] * 3
    return Row(code, name, mid, low, high, bar, at_most=True)


def run(extent: Extent = Extent.FULL) -> Iterator[Row]:
    """All rows."""
    rounds = extent.of(0, 3, 7)
    starts = [
        ("B09", "start window to its first frame", "start", "first", START),
        ("B09", "game table to its first frame", "table", "first", TABLE),
        ("B10", "memory with a table open", "table", "rss", MEMORY),
    ]
    with tempfile.TemporaryDirectory() as fresh:
        cache = extent.of("", fresh, fresh)
        for start in starts[: extent.of(1, 3, 3)]:
            yield compared(*start, cache, rounds)
        least, seconds = extent is Extent.LEAST, extent.of(0.1, 10.0, 60.0)
        found = measured("whole", cache, seconds if least else 0.0, extent.of(20, 5000, 5000))
        grown = max(0.0, found["played"] - found["rss"]) / DRIFT_MB
        yield Row("B10", f"growth by a whole bot game, by {DRIFT_MB:g} MB", grown, grown, grown, 1, True)
        drift = max(0.0, found["redone"] - found["played"]) / DRIFT_MB
        yield Row("B10", f"drift after ten times undone and redone, by {DRIFT_MB:g} MB", drift, drift, drift, 1, True)
        rested = found if least else measured("table", cache, seconds)
        idle = rested["idle"] * 60 / seconds / IDLE_SECONDS
        yield Row("B18", f"idle table, processor time a minute by {IDLE_SECONDS:g} s", idle, idle, idle, 1, True)


if __name__ == "__main__":
    missed = 0
    for result in run(Extent.QUICK if "--quick" in sys.argv else Extent.FULL):
        print(result, flush=True)
        missed += not result.passed
    sys.exit(1 if missed else 0)
