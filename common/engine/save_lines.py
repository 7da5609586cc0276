"""The lines of a save: what may stand in one, how each proves that it is whole, and how much is too much.

Saves come from strangers, so everything read is typed and bounded. From format 2 on every line ends with its own number
and a checksum: a damaged, missing, doubled or misplaced line is found and named, and the lines around it stay good.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from common.data import plain
from common.engine.basics import OptionValue

FORMAT = 2
PROGRAM = "five-fronts 0.1"
MAX_FILE = 64 * 2**20
MAX_LINE = 4 * 2**20
MAX_LINES = 300_000
HEAD_BYTES = 64 * 1024
MAX_TEXT = 2000
MAX_REMARK = 2**18

Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Count = Annotated[int, Meta(ge=0, le=10**6)]
Dice = Annotated[list[Annotated[int, Meta(ge=-(10**6), le=10**6)]], Meta(max_length=1000)]
Names = Annotated[dict[Name, Name], Meta(max_length=100)]


class SaveError(Exception):
    """A save that cannot be used, said in one line that names the file, and the line of it that is to blame."""

    def __init__(self, path: Path, reason: str, line: int = 0) -> None:
        self.path, self.reason, self.line = path, reason, line
        place = f"{plain(str(path))}:{line}" if line else plain(str(path))
        super().__init__(f"{place}: {reason}")


class PackMark(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A data pack that a game was played with: what its folder was called, and the checksum of its files in force."""

    name: Name
    mark: Name


class Header(msgspec.Struct, tag="game", tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """The first line: which game this is and how it began."""

    format: Annotated[int, Meta(ge=1, le=10**6)]
    program: Name
    game: Name
    scenario: Name
    options: Annotated[dict[Name, OptionValue], Meta(max_length=100)]
    seed: int
    dice: Dice = []
    data: Name = ""
    base: Name = ""
    seats: Names = {}
    created: Name = ""
    title: Name = ""
    secrets: Name = "plain"
    draws: Annotated[list[Name], Meta(max_length=1000)] | msgspec.UnsetType = msgspec.UNSET
    start: Literal["set-up", "position"] = "set-up"  # whether it begins with the set-up, or with a stored position
    follows: Name = ""  # the file whose game goes on here
    packs: Annotated[list[PackMark], Meta(max_length=20)] = []
    locks: Annotated[dict[Name, Text], Meta(max_length=20)] = {}  # what a sealed save asks of a side's passphrase


class Do(msgspec.Struct, tag="do", tag_field="t", forbid_unknown_fields=True):
    """An action, with the dice the players rolled themselves and the number of actions before it."""

    a: msgspec.Raw
    dice: Dice = []
    n: int = -1  # not known in saves of format 1


class Undo(msgspec.Struct, tag="undo", tag_field="t", forbid_unknown_fields=True):
    """The last of `n` actions was taken back."""

    n: int = -1


class Redo(msgspec.Struct, tag="redo", tag_field="t", forbid_unknown_fields=True):
    """The action taken back last was played again, after `n` others."""

    n: int = -1


class Snap(msgspec.Struct, tag="snap", tag_field="t", forbid_unknown_fields=True):
    """The whole position after `n` actions, with the checksum of its text."""

    n: Count
    turn: int
    hash: Name
    state: msgspec.Raw


class Remark(msgspec.Struct, tag="remark", tag_field="t", forbid_unknown_fields=True):
    """Words a player added: a title, a bookmark, a note."""

    text: Annotated[str, Meta(max_length=MAX_REMARK)]
    n: int = 0


class Closed(msgspec.Struct, tag="closed", tag_field="t", forbid_unknown_fields=True):
    """Another line, which only the passphrases of the game open."""

    box: Annotated[str, Meta(max_length=2 * MAX_LINE)]


class Hole(msgspec.Struct):
    """A place where lines are damaged or missing."""

    what: str


Line = Header | Do | Undo | Redo | Snap | Remark | Closed
Numbered = tuple[int, Line | Hole]
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Line)
_MARK = re.compile(rb',"i":([0-9]{1,9}),"c":"([0-9a-f]{12})"\}\Z')
MOST: tuple[tuple[tuple[type, ...], int, str], ...] = (
    ((Do,), 100_000, "actions"),
    ((Undo, Redo), 100_000, "actions taken back and played again"),
    ((Remark,), 100_000, "remarks"),
    ((Snap,), 20_000, "stored positions"),
)


def checksum(raw: bytes) -> str:
    """The checksum of a stored position."""
    return blake2b(raw, digest_size=16).hexdigest()


def mark_line(body: bytes, number: int) -> bytes:
    """A line with its number and its checksum at the end, ready to be written."""
    head = b'%b,"i":%d' % (body[:-1], number)
    return b'%b,"c":"%b"}\n' % (head, _sum(head))


def _sum(head: bytes) -> bytes:
    return blake2b(head, digest_size=6).hexdigest().encode()


def encode_line(line: Line) -> bytes:
    """A line as text, without its number and checksum."""
    return msgspec.json.encode(line)


class SaveText(NamedTuple):
    """What a file holds: its lines in order with holes where some are lost, and what is odd about it besides."""

    lines: list[Numbered]
    notes: list[str]
    size: int  # bytes up to the end of the last whole line
    last: int  # the number of the last line
    tail: bytes  # a whole last line that only lacks its end

    @property
    def is_whole(self) -> bool:
        """Whether nothing is lost, doubled or out of place."""
        return not self.notes and not any(isinstance(line, Hole) for _, line in self.lines)


def read_bytes(path: Path, first: int = MAX_FILE) -> bytes:
    """The first bytes of a save, or all; only of a regular file that is not too large."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(file, "rb", buffering=0) as opened:
            info = os.fstat(file)
            if not stat.S_ISREG(info.st_mode):
                raise SaveError(path, "not a file")
            if info.st_size > MAX_FILE:
                raise SaveError(path, f"{info.st_size} bytes are too many for a saved game (at most {MAX_FILE})")
            return opened.read(first) or b""
    except IsADirectoryError as error:
        raise SaveError(path, "not a file") from error
    except (OSError, ValueError) as error:
        raise SaveError(path, f"cannot be read: {getattr(error, 'strerror', None) or plain(str(error))}") from error


def read_first_line(path: Path) -> SaveText:
    """The first line alone, from the beginning of the file; what a list of games needs."""
    line = read_bytes(path, HEAD_BYTES).partition(b"\n")[0].rstrip(b"\r")
    if not line:
        raise SaveError(path, "the file is empty")
    return SaveText([(1, _parse(1, line).line)], [], 0, 1, b"")


def read_text(path: Path) -> SaveText:
    """Every line of a save with its number; what cannot be read is a hole, a torn last line is dropped."""
    raw = read_bytes(path)
    if (count := raw.count(b"\n")) > MAX_LINES:
        raise SaveError(path, f"{count} lines are too many for a saved game (at most {MAX_LINES})")
    texts = raw.split(b"\n")
    torn = texts.pop()
    size, tail = len(raw) - len(torn), b""
    if torn and (len(texts) == 0 or _MARK.search(torn)):
        texts.append(torn)
        tail = torn
    if not texts:
        raise SaveError(path, "the file is empty")
    parsed = [_parse(number, text.rstrip(b"\r")) for number, text in enumerate(texts, 1)]
    if tail and isinstance(parsed[-1].line, Hole) and len(parsed) > 1:
        parsed.pop()
        tail = b""
    _refuse_masses(path, parsed)
    lines, notes = _in_order(parsed)
    return SaveText(lines, notes, size, max(each.mark or each.place for each in parsed), tail)


class _Parsed(NamedTuple):
    place: int
    mark: int  # the number the line carries; 0 if it carries none
    line: Line | Hole


def _parse(place: int, text: bytes) -> _Parsed:
    if len(text) > MAX_LINE:
        return _Parsed(place, 0, Hole("the line is too long"))
    found, mark = _MARK.search(text), 0
    if found is not None:
        if _sum(text[: found.start(2) - 6]) != found[2]:
            return _Parsed(place, 0, Hole("the line is damaged: its checksum is wrong"))
        mark, text = int(found[1]), text[: found.start()] + b"}"
    line = parse_body(text)
    return _Parsed(place, mark if not isinstance(line, Hole) else 0, line)


def parse_body(text: bytes) -> Line | Hole:
    """A line without its number and checksum, or the hole where it should be."""
    try:
        line: Line = _decoder.decode(text)
        return line
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
        return Hole(f"not a line of a saved game: {plain(str(error))}")


def _refuse_masses(path: Path, parsed: Sequence[_Parsed]) -> None:
    kinds: dict[type, int] = {}
    for each in parsed:
        kind = type(each.line)
        kinds[kind] = kinds.get(kind, 0) + 1
    for group, most, what in MOST:
        if (count := sum(kinds.get(kind, 0) for kind in group)) > most:
            raise SaveError(path, f"{count} {what} are too many for a saved game (at most {most})")


def _in_order(parsed: Sequence[_Parsed]) -> tuple[list[Numbered], list[str]]:
    """The lines by their own numbers, with a hole for each gap, and what was put right on the way."""
    first = parsed[0].line
    is_old = isinstance(first, Header) and first.format == 1
    return _Ordering(marked_only=not is_old and any(each.mark for each in parsed)).run(parsed)


class _Ordering:
    """One pass over the lines of a file; in a save of format 2 a line without its mark is a damaged one."""

    def __init__(self, marked_only: bool) -> None:
        self.marked_only = marked_only
        self.lines: list[Numbered] = []
        self.notes: list[str] = []

    def run(self, parsed: Sequence[_Parsed]) -> tuple[list[Numbered], list[str]]:
        expected, seen = 1, dict[int, Line | Hole]()
        bad: list[Numbered] = []
        for each in self._sorted(parsed):
            if isinstance(each.line, Hole) or (not each.mark and self.marked_only):
                hole = each.line if isinstance(each.line, Hole) else Hole("the line is damaged: it has no checksum")
                bad.append((each.place, hole))
                continue
            number = each.mark or max(expected + len(bad), 1)
            if number in seen:
                self.notes.append(f"line {each.place}: line {number} stands there twice")
                continue
            self._close(bad, number - expected, each.place)
            bad, expected = [], number + 1
            seen[number] = each.line
            self.lines.append((each.place, each.line))
        self.lines.extend(bad)
        return self.lines, self.notes

    def _sorted(self, parsed: Sequence[_Parsed]) -> Iterable[_Parsed]:
        """The lines as they were written; those that carry no number stay behind the one before them."""
        numbers = [each.mark for each in parsed if each.mark]
        if all(one <= two for one, two in pairwise(numbers)):
            return parsed
        self.notes.append("some lines do not stand where they were written")
        groups: list[tuple[int, list[_Parsed]]] = []
        for each in parsed:
            if each.mark or not groups:
                groups.append((each.mark, [each]))
            else:
                groups[-1][1].append(each)
        return [each for _, group in sorted(groups, key=lambda group: group[0]) for each in group]

    def _close(self, bad: list[Numbered], gap: int, place: int) -> None:
        """What lies between two good lines: damaged ones, missing ones, or something that never belonged there."""
        if gap <= 0:
            for number, hole in bad:
                assert isinstance(hole, Hole)
                self.notes.append(f"line {number}: {hole.what}; it does not belong to the game")
        else:
            self.lines.extend(bad)
            if gap > len(bad):
                lost = gap - len(bad)
                self.lines.append((place, Hole(f"{lost} line{'s are' if lost > 1 else ' is'} missing before this one")))
