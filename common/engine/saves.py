"""Saved games: JSON lines that strangers may have written, so everything read is typed, bounded and checked."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

import msgspec

from common.engine.basics import Action, IllegalAction, OptionValue
from common.engine.game import Game
from common.engine.match import Match
from common.engine.pools import PooledState
from common.engine.registry import UnknownGame, load_game

FORMAT = 1
PROGRAM = "five-fronts 0.1"
MAX_FILE = 64 * 2**20
MAX_LINE = 4 * 2**20
MAX_TEXT = 2000
MAX_REMARK = 2**18


class SaveError(Exception):
    """A save that cannot be used, said in one line that names the file, and the line of it that is to blame."""

    def __init__(self, path: Path, reason: str, line: int = 0) -> None:
        self.path, self.reason, self.line = path, reason, line
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")


class Header(msgspec.Struct, tag="game", tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """The first line: which game this is and how it began."""

    format: int
    program: str
    game: str
    scenario: str
    options: dict[str, OptionValue]
    seed: int
    dice: list[int] = []
    data: str = ""
    base: str = ""
    seats: dict[str, str] = {}
    created: str = ""
    title: str = ""
    secrets: str = "plain"
    draws: list[str] | msgspec.UnsetType = msgspec.UNSET


class Do(msgspec.Struct, tag="do", tag_field="t", forbid_unknown_fields=True):
    """An action, with the dice the players rolled themselves."""

    a: msgspec.Raw
    dice: list[int] = []


class Undo(msgspec.Struct, tag="undo", tag_field="t", forbid_unknown_fields=True):
    """The last action was taken back."""


class Redo(msgspec.Struct, tag="redo", tag_field="t", forbid_unknown_fields=True):
    """The action taken back last was played again."""


class Snap(msgspec.Struct, tag="snap", tag_field="t", forbid_unknown_fields=True):
    """The whole position after `n` actions, with the checksum of its text."""

    n: int
    turn: int
    hash: str
    state: msgspec.Raw


class Remark(msgspec.Struct, tag="remark", tag_field="t", forbid_unknown_fields=True):
    """Words a player added: a title, a bookmark, a note."""

    text: str
    n: int = 0


Line = Header | Do | Undo | Redo | Snap | Remark
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Line)


def checksum(raw: bytes) -> str:
    """The checksum of a stored position."""
    return blake2b(raw, digest_size=16).hexdigest()


def plain(text: str) -> str:
    """Text from a file made safe to show: no control characters, not endless."""
    return "".join(char if char.isprintable() else "?" for char in text[:MAX_TEXT])


# Writing


def header_of(match: Match) -> Header:
    """The first line that belongs to a match."""
    if match.header is not None:
        return match.header
    first = match.past[0].before if match.past else match.state
    return Header(
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
    )


def _snap(game: Game, state: Any, n: int) -> bytes:
    raw = game.encode(state)
    return msgspec.json.encode(Snap(n, state.turn, checksum(raw), msgspec.Raw(raw)))


def _do(action: Action, dice: Sequence[int]) -> bytes:
    return msgspec.json.encode(Do(msgspec.Raw(msgspec.json.encode(action)), list(dice)))


def lines_of(match: Match, remarks: Sequence[str] = ()) -> Iterator[bytes]:
    """The whole save of a match, line by line; what was taken back stays there to be played again."""
    header = header_of(match)
    yield msgspec.json.encode(header)
    turn = None
    for number, moment in enumerate(match.past):
        if moment.before.turn != turn:
            turn = moment.before.turn
            yield _snap(match.game, moment.before, number)
        yield _do(moment.action, moment.dice)
    yield from (_do(action, dice) for action, dice in reversed(match.future))
    yield from (msgspec.json.encode(Undo()) for _ in match.future)
    yield _snap(match.game, match.state, len(match.past))
    yield from (msgspec.json.encode(Remark(text[:MAX_REMARK], len(match.past))) for text in remarks)


def write(match: Match, path: Path, remarks: Sequence[str] = ()) -> None:
    """Write a complete save beside the old file, then put it in its place."""
    text = b"\n".join(lines_of(match, remarks)) + b"\n"
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise SaveError(path, f"cannot be written: {error.strerror or error}") from error


class Autosave:
    """An open save to which every action is appended and flushed as it is played."""

    def __init__(self, match: Match, path: Path, remarks: Sequence[str] = ()) -> None:
        self.path = path
        match.header = header_of(match)
        if path.is_file():
            _claimed(path).close()  # what another program is writing is not replaced
        write(match, path, remarks)
        self._file: IO[bytes] = _claimed(path)
        self._file.seek(0, os.SEEK_END)
        self._turn = match.state.turn
        match.recorder = self

    def close(self) -> None:
        """Stop writing."""
        self._file.close()

    def is_ours(self) -> bool:
        """Whether the file on the disk is still the one that was written here, and as long as it was left."""
        try:
            there, here = self.path.stat(), os.fstat(self._file.fileno())
        except (OSError, ValueError):
            return False
        return os.path.samestat(there, here) and there.st_size == self._file.tell()

    def remark(self, match: Match, text: str) -> None:
        """Append a player's words."""
        self._append(msgspec.json.encode(Remark(text[:MAX_REMARK], len(match.past))))

    def played(self, match: Match, action: Action, dice: tuple[int, ...]) -> None:
        """Append an action, and the whole position when it opened a new turn or ended the game."""
        lines = [_do(action, dice)]
        if match.state.turn != self._turn or match.result is not None:
            self._turn = match.state.turn
            lines.append(_snap(match.game, match.state, len(match.past)))
        self._append(*lines)

    def undone(self, match: Match) -> None:
        """Append that the last action was taken back."""
        self._turn = match.state.turn
        self._append(msgspec.json.encode(Undo()))

    def redone(self, match: Match) -> None:
        """Append that it was played again."""
        self._turn = match.state.turn
        self._append(msgspec.json.encode(Redo()))

    def _append(self, *lines: bytes) -> None:
        end = self._file.tell()
        try:
            self._file.write(b"".join(line + b"\n" for line in lines))
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.seek(end)
                self._file.truncate()
            raise SaveError(self.path, f"the last action could not be saved: {error.strerror or error}") from error


def in_use(path: Path) -> bool:
    """Whether some program is writing this game now."""
    try:
        _claimed(path).close()
    except SaveError:
        return path.is_file() and os.access(path, os.W_OK)
    return False


def _claimed(path: Path) -> IO[bytes]:
    """The file opened for writing and claimed for this program, where the platform can."""
    try:
        file = path.open("r+b")
    except OSError as error:
        raise SaveError(path, f"cannot be opened for autosaving: {error.strerror or error}") from error
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise SaveError(path, "another program is writing this game") from error
    return file


# Reading


def read_lines(path: Path) -> list[tuple[int, Line]]:
    """Every line of a save with its number; a torn last line is dropped."""
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise SaveError(path, "not a file")
        if info.st_size > MAX_FILE:
            raise SaveError(path, f"{info.st_size} bytes are too many for a saved game (at most {MAX_FILE})")
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        raise SaveError(path, f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    texts = raw.split(b"\n")
    torn = texts.pop()
    lines: list[tuple[int, Line]] = []
    for number, text in enumerate(texts, 1):
        lines.append((number, _line(path, number, text)))
    if torn and not lines:
        lines.append((1, _line(path, 1, torn)))
    if not lines:
        raise SaveError(path, "the file is empty")
    return lines


def _line(path: Path, number: int, text: bytes) -> Line:
    if len(text) > MAX_LINE:
        raise SaveError(path, "the line is too long", number)
    try:
        line: Line = _decoder.decode(text)
        return line
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise SaveError(path, f"not a line of a saved game: {plain(str(error))}", number) from error


def read_header(path: Path, lines: Sequence[tuple[int, Line]]) -> Header:
    """The first line, if this is a save this program can read."""
    header = lines[0][1]
    if not isinstance(header, Header):
        raise SaveError(path, "the file does not begin with the line that names the game", 1)
    if header.format > FORMAT:
        made = f"written by {plain(header.program)} on {plain(header.created) or 'an unknown day'}"
        raise SaveError(path, f"save format {header.format}, {made}; this program reads up to {FORMAT}: update it", 1)
    if not 0 <= header.seed < 2**64:
        raise SaveError(path, "the seed is out of range", 1)
    return header


def load(path: Path, packs: Sequence[Path] = ()) -> Match:
    """Replay a save; where it no longer replays, go on from the last good position and say so in `warnings`."""
    lines = read_lines(path)
    header = read_header(path, lines)
    try:
        game = load_game(header.game, packs)
        draws = header.draws or ()
        match = game.new_match(header.scenario, header.seed, header.options, header.dice, draws)
    except (UnknownGame, ValueError) as error:
        raise SaveError(path, plain(str(error)), 1) from error
    return _Replay(path, game, match, header, lines).run()


class _Replay:
    """One pass over the lines of a save."""

    def __init__(self, path: Path, game: Game, match: Match, header: Header, lines: list[tuple[int, Line]]) -> None:
        self.path, self.game, self.match, self.header, self.lines = path, game, match, header, lines
        self.warnings: list[str] = []

    def run(self) -> Match:
        if self.header.data and self.header.data != self.game.fingerprint:
            self.warnings.append("the game's data have changed since this game was saved")
        index = 1
        if self.header.base and self.header.base != checksum(self.game.encode(self.match.state)):
            index = self._jump(1, "the set-up has changed since this game was saved")
        while index < len(self.lines):
            trouble = self._take(index)
            index = self._jump(index, trouble) if trouble else index + 1
        self.match.header = self.header
        self.match.warnings = self.warnings
        return self.match

    def _take(self, index: int) -> str | None:
        """Do what one line says; what went wrong, if anything."""
        number, line = self.lines[index]
        match = self.match
        try:
            if isinstance(line, Do):
                match.play(msgspec.json.decode(line.a, type=self.game.action_type), line.dice)
            elif isinstance(line, Undo):
                match.undo()
            elif isinstance(line, Redo):
                match.redo()
            elif isinstance(line, Header):
                return f"line {number}: a second beginning"
            elif isinstance(line, Snap) and line.n == len(match.past) and line.hash != match.hash():
                return f"line {number}: the replay differs from the position stored for turn {line.turn}"
        except IllegalAction as error:
            return f"line {number}: {plain(str(error))}"
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # bad dice and bad text are ValueErrors
            return f"line {number}: {plain(str(error))}"
        return None

    def _jump(self, index: int, trouble: str) -> int:
        """Go on from the last good stored position after the trouble; the index of the line to read next."""
        for later in range(len(self.lines) - 1, index - 1, -1):
            number, line = self.lines[later]
            if isinstance(line, Snap) and (state := self._position(line)) is not None:
                self.match = Match(self.game, state)
                self.match.journal.entries.clear()
                state.note(f"The game goes on from the position stored at turn {state.turn}.", heading=True)
                self.match.tell()
                self.warnings.append(f"{trouble}; continued from the position stored in line {number}")
                return later + 1
        if self.lines[index : index + 1] and not self.match.past and index == 1:
            raise SaveError(self.path, f"{trouble}, and no stored position can be used", self.lines[index][0])
        lost = sum(isinstance(line, Do) for _, line in self.lines[index:])
        self.warnings.append(f"{trouble}; {lost} later action(s) could not be replayed")
        return len(self.lines)

    def _position(self, snap: Snap) -> Any:
        """The stored position, if it is whole and legal."""
        raw = bytes(snap.state)
        if checksum(raw) != snap.hash:
            return None
        try:
            state = self.game.decode(raw)
            Match(self.game, state.clone()).check()
        except Exception:  # a stranger's position may break any rule code; it is then simply not used
            return None
        return state
