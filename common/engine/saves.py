"""Reading saved games: replayed and compared; where that fails, as much of the game as there is, and never a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from common.data import DataError, plain
from common.engine.autosave import Autosave, Source, header_of, lines_of, write
from common.engine.basics import IllegalAction
from common.engine.game import Game
from common.engine.journal import Entry
from common.engine.match import Match
from common.engine.positions import BadPosition, read_position
from common.engine.registry import UnknownGame, load_game, playable_games
from common.engine.save_files import in_use
from common.engine.save_lines import (
    FORMAT,
    MAX_REMARK,
    MAX_TEXT,
    PROGRAM,
    Do,
    Header,
    Hole,
    Line,
    Redo,
    Remark,
    SaveError,
    SaveText,
    Snap,
    Undo,
    checksum,
    read_first_line,
    read_text,
)
from common.engine.sealing import SealedSave, Vault, open_lines, open_vault

__all__ = [
    "FORMAT", "MAX_REMARK", "MAX_TEXT", "PROGRAM", "Autosave", "Do", "Header", "Line", "Remark", "SaveError",
    "SealedSave", "Snap", "checksum", "header_of", "in_use", "lines_of", "load", "plain", "read_first_line",
    "read_header", "read_remarks", "read_text", "write",
]  # fmt: skip

MOST_JUMPS, MOST_TRIES = 20, 12  # from position to position, and positions that are of no use at one of them
NOBODY = ("nobody",)  # no side's line: it is read by who reads everything


def read_header(path: Path, text: SaveText) -> Header:
    """The first line, if this is a save this program can read."""
    number, header = text.lines[0]
    if isinstance(header, Hole):
        raise SaveError(path, header.what, number)
    if not isinstance(header, Header):
        raise SaveError(path, "the file does not begin with the line that names the game", 1)
    if header.format > FORMAT:
        made = f"written by {plain(header.program)} on {plain(header.created) or 'an unknown day'}"
        raise SaveError(path, f"save format {header.format}, {made}; this program reads up to {FORMAT}: update it", 1)
    if not 0 <= header.seed < 2**64:
        raise SaveError(path, "the seed is out of range", 1)
    return header


def read_remarks(path: Path, vault: Vault | None = None) -> list[str]:
    """The words that were added to a game, in their order; none of a file that cannot be read."""
    try:
        text = read_text(path)
    except SaveError:
        return []
    lines = open_lines(vault, text.lines) if vault is not None else text.lines
    return [line.text for _, line in lines if isinstance(line, Remark)]


def load(
    path: Path, packs: Sequence[Path] = (), phrases: Mapping[str, str] | None = None, before_damage: bool = False
) -> Match:
    """Replay a save; where it no longer replays, go on from the next good position and say so in `warnings`.

    Asked for, the match ends before the first damage instead. The file itself is only read.
    """
    text = read_text(path)
    info = path.stat()
    try:
        header = read_header(path, text)
    except SaveError as error:
        if not isinstance(text.lines[0][1], Hole):
            raise
        return _load_headless(path, packs, text, error)
    vault = None
    if header.secrets != "plain":
        vault = open_vault(path, header, phrases or {})
        text = text._replace(lines=open_lines(vault, text.lines))
        header = read_header(path, text)
    try:
        game = load_game(header.game, packs)
        match = game.new_match(header.scenario, header.seed, header.options, header.dice, header.draws or ())
    except (UnknownGame, DataError, ValueError) as error:
        raise SaveError(path, plain(str(error)), 1) from error
    replay = Replay(path, game, match, header, text)
    replay.before_damage = before_damage
    found = replay.run()
    found.vault = vault
    found.source = Source(path, info, text.size, text.last, text.tail)
    return found


def _load_headless(path: Path, packs: Sequence[Path], text: SaveText, error: SaveError) -> Match:
    """A game whose first line is lost: whichever game knows its first stored position, from there on."""
    snap = next((line for _, line in text.lines if isinstance(line, Snap)), None)
    for name in playable_games() if snap is not None else ():
        assert snap is not None
        try:
            game = load_game(name, packs)
            state: Any = read_position(game, bytes(snap.state))
        except (BadPosition, DataError):
            continue
        header = Header(
            format=FORMAT, program=PROGRAM, game=name, scenario=state.scenario, options=dict(state.options),
            seed=state.seed, start="position",
        )  # fmt: skip
        replay = Replay(path, game, Match(game, state), header, text)
        replay.index = 0
        return replay.run()
    raise error


class Replay:
    """One pass over the lines of a save."""

    def __init__(self, path: Path, game: Game, match: Match, header: Header, text: SaveText) -> None:
        self.path, self.game, self.match, self.header = path, game, match, header
        self.text, self.lines = text, text.lines
        self.warnings: list[str] = list(text.notes)
        self.index = 1
        self.before_damage = False
        self._jumps = 0
        self._is_new_line = False  # the match begins with a position stored in the middle of the game

    def run(self) -> Match:
        """The match, with `warnings` about everything that is not as it was recorded."""
        sound = self.text.is_whole
        self._compare_data()
        trouble = self._begin()
        while trouble is not None or self.index < len(self.lines):
            if trouble is not None:
                sound = False
                if not self._go_on(trouble):
                    break
            if self.index < len(self.lines):
                trouble = self._take(self.index)
                self.index += trouble is None
            else:
                trouble = None
        match = self.match
        match.header = self._header() if not sound or self._is_new_line else self.header
        match.warnings, match.replays = self.warnings, sound
        return match

    def _header(self) -> Header:
        """The first line of the file in which a game goes on that cannot go on where it was."""
        self.match.header = None
        made = header_of(self.match) if self._is_new_line else self.header
        return msgspec.structs.replace(
            made, follows=self.path.name[:200], seats=self.header.seats, title=self.header.title
        )

    def _compare_data(self) -> None:
        game, header = self.game, self.header
        lost = [pack.name for pack in header.packs if pack not in game.pack_marks]
        if lost:
            names = ", ".join(map(plain, lost))
            self.warnings.append(f"the data pack {names} it was played with is not in use: it can only be watched")
            self.match.missing = tuple(map(plain, lost))
        elif header.data and header.data != game.fingerprint:
            self.warnings.append("the game's data have changed since this game was saved")

    def _begin(self) -> str | None:
        """Take what the game begins with; what is wrong with it, if anything."""
        header = self.header
        if header.start == "position":
            return self._begin_at_position()
        if header.base and header.base != checksum(self.game.encode(self.match.state)):
            return "the set-up has changed since this game was saved"
        return None

    def _begin_at_position(self) -> str | None:
        number, line = self.lines[self.index] if self.index < len(self.lines) else (1, None)
        if isinstance(line, Hole) and self.index == 0:
            self.warnings.append(f"line {number}: {line.what}; what the game is was seen from its positions")
            return "the first line is lost"
        if not isinstance(line, Snap):
            return f"line {number}: the position it begins with is not there"
        try:
            self._put(line)
        except BadPosition as error:
            return f"line {number}: {error}"
        self.index += 1
        return None

    def _put(self, snap: Snap, journal: Sequence[Entry] = ()) -> None:
        raw = bytes(snap.state)
        if checksum(raw) != snap.hash:
            raise BadPosition("the checksum of the position is wrong")
        state = read_position(self.game, raw)
        missing = self.match.missing
        self.match = Match(self.game, state, journal)
        self.match.missing = missing

    def _take(self, index: int) -> str | None:
        """Do what one line says; what went wrong, if anything."""
        number, line = self.lines[index]
        try:
            return self._do(index, line)
        except (IllegalAction, msgspec.MsgspecError, ValueError, RecursionError) as error:
            return f"line {number}: {plain(str(error))}"  # bad dice and bad text are ValueErrors

    def _do(self, index: int, line: Line | Hole) -> str | None:
        match, number = self.match, self.lines[index][0]
        if isinstance(line, (Do, Undo, Redo)) and line.n >= 0 and line.n != self._count():
            return f"line {number}: an action before this one is missing"
        if isinstance(line, Do):
            match.play(msgspec.json.decode(line.a, type=self.game.action_type), line.dice)
        elif isinstance(line, Undo):
            match.undo()
        elif isinstance(line, Redo):
            match.redo()
        elif isinstance(line, Header):
            return f"line {number}: a second beginning"
        elif isinstance(line, Snap) and line.n == self._count() and line.hash != match.hash():
            return f"line {number}: the replay differs from the position stored for turn {line.turn}"
        elif isinstance(line, Hole):
            if not self._is_harmless(index):
                return f"line {number}: {line.what}"
            self.warnings.append(f"line {number}: {line.what}; nothing that was played is lost with it")
        return None

    def _count(self) -> int:
        return len(self.match.past) + self._skipped

    _skipped = 0  # actions before the position that the match begins with

    def _is_harmless(self, index: int) -> bool:
        """Whether the next line goes on where the one before a hole ended: only words were lost."""
        for _, line in self.lines[index + 1 :]:
            if isinstance(line, Snap):
                return line.n == self._count() and line.hash == self.match.hash()
            if isinstance(line, (Do, Undo, Redo)):
                return line.n == self._count()
        return False

    def _go_on(self, trouble: str) -> bool:
        """Go on from the next good position after some trouble; False if the match ends here."""
        if not self.before_damage and self._jump(trouble):
            return True
        if self.index <= 1 and not self.match.past and not self.before_damage and self.index < len(self.lines):
            number, reason = self.lines[self.index][0], f"{trouble}, and no stored position can be used"
            raise SaveError(self.path, reason.removeprefix(f"line {number}: "), number)
        lost = sum(isinstance(line, Do) for _, line in self.lines[self.index :])
        self.warnings.append(f"{trouble}; {lost} later action(s) could not be replayed")
        return False

    def _jump(self, trouble: str) -> bool:
        self._jumps += 1
        if self._jumps > MOST_JUMPS:
            return False
        later = [n for n in range(self.index, len(self.lines)) if isinstance(self.lines[n][1], Snap)]
        told, why = [msgspec.structs.replace(entry, action=0) for entry in self.match.journal.entries], ""
        for place in [*later[:MOST_TRIES], *later[MOST_TRIES:][-MOST_TRIES:]]:
            number, snap = self.lines[place]
            assert isinstance(snap, Snap)
            lost = [line for _, line in self.lines[self.index : place] if isinstance(line, Do)]
            try:
                self._put(snap, [*told, *map(_describe_lost, lost)])
            except BadPosition as error:
                why = why or f"; the position in line {number} is of no use: {error}"
                continue
            self._skipped, self._is_new_line = snap.n - len(self.match.past), True
            state = self.match.state
            state.note(f"The game goes on from the position stored at turn {state.turn}.", heading=True)
            self.match.tell()
            self.warnings.append(f"{trouble}{why}; continued from the position stored in line {number}")
            self.index = place + 1
            return True
        if why:
            self.warnings.append(why.removeprefix("; "))
        return False


def _describe_lost(line: Do) -> Entry:
    """An action that stands in the file but could not be replayed, for who reads everything."""
    return Entry(f"Not replayed: {plain(bytes(line.a).decode('utf-8', 'replace'))[:300]}", only=NOBODY)
