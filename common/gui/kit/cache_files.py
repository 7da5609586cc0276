"""Files the program makes for itself: in the player's cache, where a program that was killed leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

TRIAL = "trial-"
OLD = 24 * 60 * 60  # seconds: a trial older than this belongs to no program that still runs


class _CurrentCache:
    folder: Path | None = None
    spare: TemporaryDirectory[str] | None = None  # where the cache cannot be written; it goes with the program
    made: set[Path] = set()


def use(folder: Path) -> None:
    """Keep files there from now on, and clear away what killed programs have left of their trials."""
    _CurrentCache.folder = folder
    with contextlib.suppress(OSError):
        for trial in folder.glob(f"{TRIAL}*"):
            if time.time() - trial.stat().st_mtime > OLD:
                shutil.rmtree(trial, ignore_errors=True)


def make_once(name: str, write: Callable[[Path], object]) -> Path:
    """The file of that name, made anew once in a run; other programs find it whole or not at all."""
    if _CurrentCache.folder is not None:
        with contextlib.suppress(OSError):
            return _make_file(_CurrentCache.folder, name, write)
    if _CurrentCache.spare is None:
        _CurrentCache.spare = TemporaryDirectory(prefix="five-fronts-", ignore_cleanup_errors=True)
    return _make_file(Path(_CurrentCache.spare.name), name, write)


def _make_file(folder: Path, name: str, write: Callable[[Path], object]) -> Path:
    path = folder / name
    if path in _CurrentCache.made and path.is_file():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{os.getpid()}-{name}"
    try:
        write(part)
        part.replace(path)
    except OSError:
        if not path.is_file():
            raise
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    _CurrentCache.made.add(path)
    return path


def make_scratch_folder() -> TemporaryDirectory[str]:
    """A folder for something that is only tried."""
    if _CurrentCache.folder is not None:
        with contextlib.suppress(OSError):
            _CurrentCache.folder.mkdir(parents=True, exist_ok=True)
            return TemporaryDirectory(prefix=TRIAL, dir=_CurrentCache.folder)
    return TemporaryDirectory(prefix="five-fronts-")
