"""Files that are never half written: locked while somebody writes them, replaced only as a whole, and on the disk."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from pathlib import Path

from common.engine.save_lines import SaveError

_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # a FIFO that nobody reads must not hold us up
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class Disk:
    """What is asked of the disk, in one place, so that a test can put a failing one there."""

    def open(self, path: Path, flags: int, mode: int = 0o666) -> int:
        """A descriptor of the file."""
        return os.open(path, flags | _PLAIN, mode)

    def write(self, file: int, text: bytes, at: int) -> None:
        """Put all of the text at a place of the file."""
        os.lseek(file, at, os.SEEK_SET)
        rest = memoryview(text)
        while rest:
            rest = rest[os.write(file, rest) :]

    def cut(self, file: int, size: int) -> None:
        """Make the file as long as this."""
        os.ftruncate(file, size)

    def sync(self, file: int) -> None:
        """Have everything on the disk before this returns."""
        if sys.platform == "darwin":
            import fcntl

            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
        else:
            os.fsync(file)

    def sync_folder(self, folder: Path) -> None:
        """Have the names in a folder on the disk, where the system can."""
        if os.name == "nt":
            return
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)

    def replace(self, old: Path, new: Path) -> None:
        """Give a file another name, whatever had it."""
        os.replace(old, new)

    def link(self, old: Path, new: Path) -> None:
        """Give a file another name that nothing had; FileExistsError if something has it."""
        if os.name == "nt":
            os.rename(old, new)
            return
        try:
            os.link(old, new)
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS) or new.exists():
                raise
            os.replace(old, new)  # a file system without links


disk = Disk()


def lock(file: int) -> bool:
    """Claim an open file for this program; False if another has it. Where nothing can be locked nobody has it."""
    try:
        if os.name == "nt":
            import msvcrt

            os.lseek(file, 0, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _HELD
    return True


def claim(path: Path) -> int:
    """The file opened for writing and locked for this program; OSError or, if another writes it, SaveError."""
    file = disk.open(path, os.O_RDWR)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise SaveError(path, "not a file")
    if not lock(file):
        os.close(file)
        raise SaveError(path, "another program is writing this game")
    return file


def in_use(path: Path) -> bool:
    """Whether some program is writing this game now."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        os.close(claim(path))
    except OSError:
        return False
    except SaveError:
        return True
    return False


def find_free_name(path: Path) -> Path:
    """A free name like the old one."""
    number = 2
    while os.path.lexists(found := path.with_name(f"{path.stem}-{number}{path.suffix}")):
        number += 1
    return found


def put_file(path: Path, text: bytes, fresh: bool = False) -> int:
    """Write a whole file beside its place, then put it there; its descriptor, locked.

    A link stays one and its file is replaced; what is no file is left alone. A fresh file takes nobody's place.
    """
    path = Path(os.path.realpath(path))
    held = claim(path) if os.path.lexists(path) and not fresh else -1
    mode = stat.S_IMODE(os.fstat(held).st_mode) if held >= 0 else None
    beside = path.with_name(f".{path.name[:200]}.{secrets.token_hex(6)}.part")
    file = -1
    try:
        file = disk.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(file, mode)
        lock(file)
        disk.write(file, text, 0)
        disk.sync(file)
        file, held = _release(file), _release(held)
        (disk.link if fresh else disk.replace)(beside, path)
        file = claim(path) if file < 0 else file
    except BaseException:
        if file >= 0:
            os.close(file)
        raise
    finally:
        with contextlib.suppress(OSError):  # a failed one, or the first of the two names of a fresh one
            beside.unlink()
        if held >= 0:
            os.close(held)
    with contextlib.suppress(OSError):  # not every file system lets a folder be synced
        disk.sync_folder(path.parent)
    return file


def _release(file: int) -> int:
    """On Windows no open file can be renamed or replaced: close it first. Elsewhere it stays open."""
    if os.name != "nt" or file < 0:
        return file
    os.close(file)
    return -1
