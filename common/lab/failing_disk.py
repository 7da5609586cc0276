"""A disk that fails on purpose: full, broken, read-only, at chosen or random instants."""

from __future__ import annotations

import errno
import random
from pathlib import Path
from typing import Any

from common.engine.save_files import Disk

KINDS = (errno.ENOSPC, errno.EIO, errno.EROFS)


class FailingDisk(Disk):
    """Fails while `fault` is set; a full disk takes a part of what it is given."""

    def __init__(self) -> None:
        self.fault = 0
        self.only: frozenset[str] = frozenset()  # what fails; everything if empty
        self.calls: list[str] = []

    def _ask(self, what: str) -> None:
        self.calls.append(what)
        if self.fault and (not self.only or what in self.only):
            raise OSError(self.fault, "a fault on purpose")

    def open(self, path: Path, flags: int, mode: int = 0o666) -> int:
        self._ask("open")
        return super().open(path, flags, mode)

    def write(self, file: int, text: bytes, at: int) -> None:
        if self.fault == errno.ENOSPC:
            super().write(file, text[: len(text) // 2], at)
        self._ask("write")
        super().write(file, text, at)

    def cut(self, file: int, size: int) -> None:
        self._ask("cut")
        super().cut(file, size)

    def sync(self, file: int) -> None:
        self._ask("sync")
        super().sync(file)

    def sync_folder(self, folder: Path) -> None:
        self._ask("sync_folder")
        super().sync_folder(folder)

    def replace(self, old: Path, new: Path) -> None:
        self._ask("replace")
        super().replace(old, new)

    def link(self, old: Path, new: Path) -> None:
        self._ask("link")
        super().link(old, new)


class CapriciousDisk(FailingDisk):
    """Fails for a while at random instants."""

    def __init__(self, seed: int, chance: float = 0.15) -> None:
        super().__init__()
        self._random, self._chance, self.faults = random.Random(seed), chance, 0

    def _ask(self, what: str) -> None:
        roll: Any = self._random
        if self.fault:
            self.fault = self.fault if roll.random() < 0.6 else 0
        elif roll.random() < self._chance:
            self.fault, self.faults = roll.choice(KINDS), self.faults + 1
        super()._ask(what)
