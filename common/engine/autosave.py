"""Writing a game down, whole or action by action; what the disk does not take waits and is tried again."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from common.data import plain
from common.engine import save_files
from common.engine.basics import Action
from common.engine.game import Game
from common.engine.match import Match
from common.engine.pools import PooledState
from common.engine.save_files import claim, find_free_name, put_file
from common.engine.save_lines import (
    FORMAT,
    MAX_LINES,
    MAX_REMARK,
    PROGRAM,
    Do,
    Header,
    Redo,
    Remark,
    SaveError,
    Snap,
    Undo,
    checksum,
    encode_line,
    mark_line,
)

CROWDED = MAX_LINES * 3 // 4  # lines after which the file is written anew, without what was taken back


class Source(NamedTuple):
    """The file a match was read from, as it was then, so that play can go on in it."""

    path: Path
    info: os.stat_result
    size: int
    last: int
    tail: bytes


def header_of(match: Match) -> Header:
    """The first line that belongs to a match."""
    if match.header is not None:
        return match.header
    first = match.past[0].before if match.past else match.state
    header = Header(
        format=FORMAT,
        program=PROGRAM,
        game=match.game.id,
        scenario=first.scenario,
        options=dict(first.options),
        seed=first.seed,
        dice=[*match.set_up_dice, *first.script],
        data=match.game.fingerprint,
        base=checksum(match.game.encode(first)),
        created=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        draws=[*match.set_up_draws, *first.draw_script] if isinstance(first, PooledState) else msgspec.UNSET,
        packs=match.game.pack_marks,
    )
    if not _is_set_up(match.game, header):
        header.start = "position"
    return header


def _is_set_up(game: Game, header: Header) -> bool:
    """Whether a game begins as its scenario says, and not with a position of its own."""
    try:
        set_up = game.new_match(header.scenario, header.seed, header.options, header.dice, header.draws or ())
    except (ValueError, KeyError, IndexError):
        return False
    return header.base == checksum(game.encode(set_up.state))


def _snap(game: Game, state: Any, n: int) -> bytes:
    raw = game.encode(state)
    return encode_line(Snap(n, state.turn, checksum(raw), msgspec.Raw(raw)))


def _do(action: Action, dice: Sequence[int], n: int) -> bytes:
    return encode_line(Do(msgspec.Raw(msgspec.json.encode(action)), list(dice), n))


def lines_of(match: Match, remarks: Sequence[str] = ()) -> Iterator[bytes]:
    """The whole save of a match, line by line; what was taken back stays there to be played again."""
    vault, header = match.vault, msgspec.structs.replace(header_of(match), format=FORMAT)
    yield mark_line(encode_line(vault.cover(header) if vault is not None else header), 1)
    for number, body in enumerate(_bodies(match, remarks, header if vault is not None else None), 2):
        yield mark_line(vault.close(body) if vault is not None else body, number)


def _bodies(match: Match, remarks: Sequence[str], header: Header | None) -> Iterator[bytes]:
    if header is not None:  # of a sealed save, whose first line does not tell everything
        yield encode_line(header)
    turn = None
    for number, moment in enumerate(match.past):
        if moment.before.turn != turn:
            turn = moment.before.turn
            yield _snap(match.game, moment.before, number)
        yield _do(moment.action, moment.dice, number)
    end = len(match.past)
    for later, (action, dice) in enumerate(reversed(match.future)):
        yield _do(action, dice, end + later)
    yield from (encode_line(Undo(end + later)) for later in range(len(match.future), 0, -1))
    yield _snap(match.game, match.state, end)
    yield from (encode_line(Remark(text[:MAX_REMARK], end)) for text in remarks)


def write(match: Match, path: Path, remarks: Sequence[str] = ()) -> None:
    """Write a complete save beside the old file, then put it in its place, unless somebody is writing that one."""
    recorder = match.recorder
    if isinstance(recorder, Autosave) and recorder.is_at(path):
        if recorder.sync():
            return
        raise SaveError(path, recorder.trouble)
    try:
        os.close(put_file(path, b"".join(lines_of(match, remarks))))
    except (OSError, ValueError) as error:
        raise SaveError(path, f"cannot be written: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or plain(str(error)))


class Autosave:
    """An open save to which every action is appended as it is played.

    Nothing here raises once the game is open: what could not be written waits, `trouble` says why, and the next action,
    `retry` or `close` try again, with the whole file where appending is not enough. A match that was read from the file
    is continued in it if it plays again as it was recorded; else, and where the name is taken, in a new file beside it.
    """

    def __init__(
        self,
        match: Match,
        path: Path,
        remarks: Callable[[], Sequence[str]] | None = None,
        at_once: bool = True,
    ) -> None:
        self.path, self.trouble = path, ""
        self._said: list[str] = []
        self._match, self._remarks = match, remarks or (lambda: self._said)
        self._file, self._size, self._number = -1, 0, 0
        self._waiting: list[bytes] = []
        self._must_rewrite, self._is_torn, self._most = True, False, CROWDED
        self._turn = match.state.turn
        source = match.source
        match.header = header_of(match)
        if source is not None and match.replays and _same_file(source.path, path):
            self._resume(source)
        else:
            if os.path.lexists(path):
                self._refuse_busy(path)
                self.path = find_free_name(path)
            if at_once:
                self.flush()
        match.recorder = self

    def _refuse_busy(self, path: Path) -> None:
        if save_files.in_use(path):
            raise SaveError(path, "another program is writing this game")

    def _resume(self, source: Source) -> None:
        """Go on in the file the match was read from, without touching it yet."""
        self._size, self._number = source.size, source.last
        self._is_torn = source.info.st_size != source.size
        if source.tail:
            self._waiting.append(source.tail + b"\n")
        try:
            self._file = claim(source.path)
        except OSError as error:
            self.trouble = _reason(error)  # told with the first action that cannot be written
            self._must_rewrite = False
            return
        now = os.fstat(self._file)
        if (now.st_size, now.st_mtime_ns) != (source.info.st_size, source.info.st_mtime_ns):
            os.close(self._file)
            self._file = -1
            raise SaveError(source.path, "another program has changed this game; open it again")
        self._must_rewrite = False

    # What is written

    def remark(self, match: Match, text: str) -> None:
        """Append a player's words."""
        self._said.append(text)
        self._add(encode_line(Remark(text[:MAX_REMARK], len(match.past))))

    def played(self, match: Match, action: Action, dice: tuple[int, ...]) -> None:
        """Append an action, and the whole position when it opened a new turn or ended the game."""
        lines, ends_turn = [_do(action, dice, len(match.past) - 1)], False
        if match.state.turn != self._turn or match.result is not None:
            self._turn, ends_turn = match.state.turn, True
            lines.append(_snap(match.game, match.state, len(match.past)))
        self._add(*lines, sync=ends_turn)

    def undone(self, match: Match) -> None:
        """Append that the last action was taken back."""
        self._turn = match.state.turn
        self._add(encode_line(Undo(len(match.past) + 1)))

    def redone(self, match: Match) -> None:
        """Append that it was played again."""
        self._turn = match.state.turn
        self._add(encode_line(Redo(len(match.past) - 1)))

    def _add(self, *bodies: bytes, sync: bool = False) -> None:
        if self._must_rewrite:  # the whole game is written anew
            self.flush(sync)
            return
        for body in bodies:
            self._number += 1
            vault = self._match.vault
            self._waiting.append(mark_line(vault.close(body) if vault is not None else body, self._number))
        self.flush(sync)

    def rewrite(self) -> bool:
        """Write the whole game anew, as after it was sealed; whether everything is in the file now."""
        self._must_rewrite = True
        return self.flush()

    # How it comes to the disk

    @property
    def is_behind(self) -> bool:
        """Whether something played is not in the file."""
        return bool(self._waiting) or (self._must_rewrite and bool(self.trouble))

    def retry(self) -> bool:
        """Try again to write what waits; whether everything is in the file now."""
        return self.flush() if self.is_behind else True

    def sync(self) -> bool:
        """Have everything in the file and the file on the disk; whether that is so now."""
        if self._file < 0 and not self.is_behind:
            return True  # nothing was to be written so far
        return self.flush(sync=True)

    def flush(self, sync: bool = False) -> bool:
        """Write what waits; whether everything is in the file now."""
        try:
            if self._must_rewrite or self._number > self._most or not self._is_there():
                self._rewrite()
            else:
                self._append()
                if sync:
                    self._sync()
        except (OSError, SaveError) as error:
            self.trouble = error.reason if isinstance(error, SaveError) else _reason(error)
            return False
        self.trouble = ""
        return True

    def _is_there(self) -> bool:
        """Whether the name still leads to the file that is being written; one that was changed by others is left."""
        if self._file < 0:
            if not self.path.exists():
                return False
            self._file = claim(self.path)
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return False
        here = os.fstat(self._file)
        if not os.path.samestat(there, here) or (there.st_size != self._size and not self._is_torn):
            self._leave()
            return False
        return True

    def _leave(self) -> None:
        """Somebody else has changed or replaced the file: it stays as it is, and the game goes on beside it."""
        self._drop()
        self.path = find_free_name(self.path)

    def _append(self) -> None:
        text = b"".join(self._waiting)
        if not text:
            return
        try:
            if self._is_torn:
                save_files.disk.cut(self._file, self._size)
            self._is_torn = True
            save_files.disk.write(self._file, text, self._size)
        except OSError as error:
            self._must_rewrite = error.errno == errno.EBADF
            with contextlib.suppress(OSError):
                save_files.disk.cut(self._file, self._size)
                self._is_torn = False
            raise
        self._is_torn = False
        self._size += len(text)
        self._waiting.clear()

    def _sync(self) -> None:
        try:
            save_files.disk.sync(self._file)
        except OSError:
            self._must_rewrite = True  # nobody knows what of it is on the disk
            raise

    def _rewrite(self) -> None:
        """Write the whole game in the place of the file, or where there is none."""
        lines = list(lines_of(self._match, self._remarks()))
        text = b"".join(lines)
        is_ours = self._file >= 0 and _is_name_of(self.path, self._file)
        if not is_ours and os.path.lexists(self.path):
            self.path = find_free_name(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._drop()
        try:
            self._file = put_file(self.path, text, fresh=not is_ours)
        except FileExistsError:
            self.path = find_free_name(self.path)
            self._file = put_file(self.path, text, fresh=True)
        except OSError:
            if is_ours:
                with contextlib.suppress(OSError, SaveError):
                    self._file = claim(self.path)
            self._must_rewrite = True
            raise
        self._size, self._number, self._turn = len(text), len(lines), self._match.state.turn
        self._must_rewrite = self._is_torn = False
        self._most = max(CROWDED, 2 * len(lines))
        self._waiting.clear()

    def _drop(self) -> None:
        file, self._file, self._must_rewrite = self._file, -1, True
        if file >= 0:
            with contextlib.suppress(OSError):
                os.close(file)

    def close(self) -> bool:
        """Write what waits, have it on the disk, and stop; whether everything is in the file."""
        done = self.sync()
        if self._file >= 0:
            if done:  # play can go on here
                info = os.fstat(self._file)
                self._match.source = Source(self.path, info, self._size, self._number, b"")
                self._match.replays = True
            file, self._file = self._file, -1
            with contextlib.suppress(OSError):
                os.close(file)
        if self._match.recorder is self:
            self._match.recorder = None
        return done

    def is_ours(self) -> bool:
        """Whether the file on the disk is still the one that was written here, and as long as it was left."""
        if self._file < 0 or self.is_behind:
            return True  # nothing is written yet, or it is being tried
        try:
            there, here = self.path.stat(), os.fstat(self._file)
        except OSError:
            return False
        return os.path.samestat(there, here) and (there.st_size == self._size or self._is_torn)

    def is_at(self, path: Path) -> bool:
        """Whether this file is the one being written."""
        return self._file >= 0 and _is_name_of(path, self._file)


def _is_name_of(path: Path, file: int) -> bool:
    with contextlib.suppress(OSError):
        return os.path.samestat(os.stat(path), os.fstat(file))
    return False


def _same_file(one: Path, two: Path) -> bool:
    with contextlib.suppress(OSError):
        return os.path.samefile(one, two)
    return False
