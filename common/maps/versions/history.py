"""The history of a map file in git, as a list of what each version changed on the map."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from common.data import DataError
from common.maps.build import BuildError
from common.maps.gamemap import GameMap
from common.maps.load import map_from_text
from common.maps.versions.compare import Difference, compare

SEPARATOR = "\x1f"
PATIENCE = 30  # seconds a call of git may take


class HistoryError(Exception):
    """A file whose history cannot be read, in one line."""


class Version(Struct, frozen=True):
    """One commit of a map file and what it changed; `trouble` where it holds no map."""

    commit: str
    date: str
    author: str
    subject: str
    differences: tuple[Difference, ...] = ()
    trouble: str = ""


def versions(path: Path, limit: int = 50) -> Iterator[Version]:
    """The versions of a file, the newest first, each compared with the one before."""
    folder = path.resolve().parent
    top = Path(_git(folder, "rev-parse", "--show-toplevel").strip())
    name = path.resolve().relative_to(top).as_posix()
    form = SEPARATOR.join(("%H", "%ad", "%an", "%s"))
    log = _git(top, "log", f"-{limit + 1}", "--date=short", f"--format={form}", "--", name).splitlines()
    if not log:
        raise HistoryError(f"{path}: git knows no version of this file")
    entries = [line.split(SEPARATOR) for line in log]
    read = [_read(top, entry[0], name) for entry in entries]
    for n, ((commit, date, author, subject), (made, trouble)) in enumerate(zip(entries, read, strict=True)):
        if n == limit:
            return
        before = next((older for older, _ in read[n + 1 :] if older is not None), None)
        found = compare(before, made) if before is not None and made is not None else []
        yield Version(commit[:10], date, author, subject, tuple(found), trouble)


def _read(top: Path, commit: str, name: str) -> tuple[GameMap | None, str]:
    try:
        return map_from_text(_git(top, "show", f"{commit}:{name}"), name), ""
    except (DataError, BuildError, HistoryError) as error:
        return None, str(error).splitlines()[0]


def read_version(path: Path, commit: str) -> GameMap:
    """A map file as it was in a commit."""
    folder = path.resolve().parent
    top = Path(_git(folder, "rev-parse", "--show-toplevel").strip())
    return map_from_text(_git(top, "show", f"{commit}:{path.resolve().relative_to(top).as_posix()}"), path.name)


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise HistoryError("git is not installed, so there is no history") from None
    except subprocess.TimeoutExpired:
        raise HistoryError("git takes too long") from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise HistoryError(f"git: {why[-1] if why else 'failed'}")
    return done.stdout.decode("utf-8", "replace")
