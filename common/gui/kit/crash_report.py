"""When something goes wrong: a report with journal, seed and versions, and a friendly word; the game goes on."""

from __future__ import annotations

import contextlib
import platform
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from common.engine import Match
from common.engine.saves import PROGRAM, lines_of
from common.gui.kit.language import tr

LONGEST = 200  # letters of a fault


def versions() -> str:
    """What runs here; nothing private."""
    import msgspec
    import PySide6

    return (
        f"{PROGRAM}, Python {platform.python_version()}, PySide6 {PySide6.__version__}, msgspec {msgspec.__version__}, "
        f"{platform.system()} {platform.machine()}"
    )


def report_text(error: BaseException, match: Match | None) -> str:
    """Everything that helps to find the fault: what failed, where in our code, and the game so far."""
    frames = traceback.extract_tb(error.__traceback__)
    where = "\n".join(f"  {Path(f.filename).name}:{f.lineno} in {f.name}: {f.line}" for f in frames)
    parts = [versions(), f"{type(error).__name__}: {error}", where]
    if match is not None:
        parts.append("--- the game, readable by five-fronts ---")
        with contextlib.suppress(Exception):  # a report must not fail on a broken position
            parts.append("\n".join(line.decode() for line in lines_of(match)))
    return "\n".join(parts) + "\n"


def write_report(folder: Path, text: str) -> Path | None:
    """Put the report into a file; None when the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"report-{datetime.now():%Y%m%d-%H%M%S}.txt"
        path.write_text(text, encoding="utf-8")
    except OSError:
        return None
    return path


class Hook:
    """Stands where Python would print a traceback and leave the player alone with it."""

    def __init__(self, folder: Path, match: Callable[[], Match | None], show: Callable[[str, str], None]) -> None:
        self.folder, self.match, self.show = folder, match, show
        self._busy = False

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt) or self._busy:
            sys.__excepthook__(kind, error, trace)
            return
        self._busy = True
        try:
            sys.__excepthook__(kind, error, trace)
            text = report_text(error.with_traceback(trace), self.match())
            path = write_report(self.folder, text)
            fault = " ".join(f"{kind.__name__}: {error}".split())[:LONGEST]
            happened = tr("What happened: {fault}", fault=fault)
            safe = tr("Your game is saved up to the last action, and goes on.")
            where = tr("A report was written to {file}.", file=path) if path else tr("No report could be written.")
            todo = tr("Should it happen again, take the last action back and play it in another way.")
            self.show("\n\n".join((happened, f"{safe} {todo}", where)), text)
        finally:
            self._busy = False
