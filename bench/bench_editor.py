"""F81, F82, F87: what a designer waits for at the map editor, in ms of own time against the goal's bar."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, SignalInstance
from PySide6.QtWidgets import QApplication

from bench.measure import CLOCK, Extent, Row
from common.gui.designer.designer_window import Designer
from common.gui.designer.map_files import SETTLE
from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.settings import Store, UserFolders
from common.gui.start.program import application
from common.maps.changing import editing_changes as changes
from common.maps.load import map_path
from common.maps.samples import sample_path, sample_text

SERVAL = map_path("operation_serval")


def run(extent: Extent = Extent.FULL) -> list[Row]:
    """All rows, with more or fewer repetitions."""
    application()
    times = extent.of(2, 12, 40)
    return [_findings(times), _reload(times), *_large(extent.of(2, 6, 15))]


@contextmanager
def opened(path: Path) -> Iterator[MapSheet]:
    """A map in a real editor, closed afterwards."""
    window = Designer((), Store(UserFolders(path.parent / "home")))
    window.resize(1600, 900)
    sheet = window.open(str(path))
    window.show()
    _settle(sheet)
    try:
        yield sheet
    finally:
        sheet.close_down()
        sheet.document.saved = sheet.document.text
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _settle(sheet: MapSheet) -> None:
    while sheet.shop.busy:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def _waited(signal: SignalInstance, work: Callable[[], object]) -> float:
    """Milliseconds from a piece of work to the signal that shows it."""
    loop = QEventLoop()
    signal.connect(loop.quit)
    start = CLOCK()
    work()
    loop.exec()
    spent = 1_000 * (CLOCK() - start)
    signal.disconnect(loop.quit)
    return spent


def _row(code: str, name: str, spent: list[float], bar: float) -> Row:
    low, _, high = quantiles(spent, n=4)
    late = sorted(spent)[int(len(spent) * 0.95)]
    return Row(code, f"{name}, p95 in ms", late, low, high, bar, at_most=True)


def _findings(times: int) -> Row:
    """Strokes, sides, facts in turn on a map of two thousand hexes, each until the findings are those of the text."""
    rows = "\n".join(f'    "{n:02d}": {"cccrmcccwc" * 5}' for n in range(1, 41))
    head, tail = sample_text("valley").split('    "01":', 1)
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.yaml"
        path.write_text(f"{head}{rows}\n\n{tail[tail.index('spaces:') :]}", encoding="utf-8")
        with opened(path) as sheet:
            for n in range(times):
                a, b = f"{n + 2:02d}20", f"{n + 2:02d}21"
                change = (
                    partial(changes.paint, layer="terrain", wanted={a: "marsh", b: "rough"}),
                    partial(changes.set_line, line=("sides", "river", "Orre"), pairs=[(a, b)], on=True),
                    partial(changes.set_attr, space=a, key="vp", value=n),
                )[n % 3]
                spent.append(_waited(sheet.judged, partial(sheet.edit, "edit", change)))
                _settle(sheet)
    return _row("F81", "an edit to its findings, 2,000 hexes", spent, 200)


def large_map(folder: Path, columns: int = 100, rows: int = 100) -> Path:
    """A hex map of a hundred by a hundred on the look of the valley."""
    head, _ = sample_text("valley").split('    "01":', 1)
    head = head.replace("first_column: 1", "first_column: 1\n  digits: 3")
    lines = "\n".join(f'    "{n:03d}": {("cccrmcccwc" * columns)[:columns]}' for n in range(1, rows + 1))
    path = folder / "large.yaml"
    path.write_text(f"{head}{lines}\n", encoding="utf-8")
    return path


def _large(times: int) -> list[Row]:
    """Ten thousand hexes: until the file is open, until a stroke is seen, until its findings are there, and panning."""
    seen, judged, frames = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        path = large_map(Path(folder))
        with opened(sample_path("valley")) as other:
            start = CLOCK()
            desk = other.window()
            assert isinstance(desk, Designer)
            sheet = desk.open(str(path))
            _settle(sheet)
            opened_in = CLOCK() - start
            for n in range(times):
                a, b = f"{n + 2:03d}020", f"{n + 2:03d}021"
                change = partial(changes.paint, layer="terrain", wanted={a: "marsh", b: "rough"})
                sheet.pane.washes = {a: "#80a080", b: "#c0a080"}  # as the brush leaves them
                start = thread_time()
                sheet.edit("edit", change)
                sheet.pane.repaint()
                seen.append(1_000 * (thread_time() - start))
                frames += _pan(sheet)
                _settle(sheet)
                judged.append(_waited(sheet.judged, partial(sheet.edit, "edit", partial(
                    changes.set_attr, space=a, key="vp", value=n))))  # fmt: skip
                _settle(sheet)
            sheet.close_down()
            sheet.document.saved = sheet.document.text
    return [
        Row("F81", "open a map of 10,000 hexes, in s", opened_in, opened_in, opened_in, 3, at_most=True),
        _row("F81", "an edit until it is seen, 10,000 hexes", seen, 200),
        _row("F81", "an edit to its findings, 10,000 hexes", judged, 500),
        _row("F81", "a frame of panning while a check runs, 10,000 hexes", frames, 33),
    ]


def _pan(sheet: MapSheet, most: int = 12) -> list[float]:
    """Milliseconds of the window's own time for each frame of a drag while the map is being checked."""
    spent = []
    for n in range(most):
        if n and not sheet.shop.busy:
            break
        start = thread_time()
        sheet.view.pan(6, 3)
        sheet.view.repaint()
        QApplication.processEvents()
        spent.append(1_000 * (thread_time() - start))
    return spent


def _reload(times: int) -> Row:
    """Another program changes terrain and title of the largest map; until the picture shows it, the pause included."""
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "map.yaml"
        for name in ("map.yaml", "geography.yaml"):
            shutil.copy(SERVAL.with_name(name), Path(folder) / name)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        row = next(n for n, line in enumerate(lines) if line.startswith('    "20": '))
        letters = lines[row].split(": ")[1].strip()
        with opened(path) as sheet:
            for n in range(times):
                turned = letters[: 5 + n % 9] + letters[4 + n % 9 :: -1] + letters[10 + 2 * (n % 9) :]
                lines[row] = f'    "20": {turned}\n'
                text = "".join(lines).replace("title: Operation Serval", f"title: Operation Serval {n}", 1)
                spent.append(SETTLE + _waited(sheet.redrawn, partial(path.write_text, text, encoding="utf-8")))
                assert sheet.game_map.title.endswith(f" {n}")
                _settle(sheet)
    return _row("F82", "a file changed outside to its picture, Serval", spent, 500)
