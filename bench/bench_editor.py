"""F81, F82: what a designer waits for at the map editor, in ms of own time against the goal's bar."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, SignalInstance
from PySide6.QtWidgets import QApplication

from bench.measure import CLOCK, Extent, Row
from common.gui.designer.designer_window import Designer
from common.gui.designer.map_files import SETTLE
from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.settings import Store, UserFolders
from common.gui.start.program import application
from common.maps import editing_changes as changes
from common.maps.load import map_path
from common.maps.samples import sample_text

SERVAL = map_path("operation_serval")


def run(extent: Extent = Extent.FULL) -> list[Row]:
    """All rows, with more or fewer repetitions."""
    application()
    times = extent.of(3, 12, 40)
    return [_findings(times), _reload(times)]


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
