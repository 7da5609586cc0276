"""The shelf of games: recent and autosaved ones, shown from their cards without loading a position."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from PySide6.QtGui import QPixmap

from common.data import DataError
from common.engine import Game, SaveError, UnknownGame, is_known, load_game
from common.engine.save_files import find_free_name
from common.engine.save_lines import read_bytes
from common.engine.saves import in_use, read_first_line, read_header
from common.gui.kit.language import date, time, tr, trn
from common.gui.kit.settings import Store, write_whole
from common.gui.session.game_record import SaveSummary, picture_path, summary_path
from common.gui.session.seats import seat_kind, seat_name

CARD_BYTES = 64 * 1024


class SavedGame(NamedTuple):
    """One game on the shelf."""

    path: Path
    summary: SaveSummary
    size: int
    when: datetime
    problem: str = ""

    @property
    def picture(self) -> QPixmap | None:
        """The small picture of the position, if there is one."""
        path = picture_path(self.path)
        found = QPixmap(str(path)) if path.is_file() else QPixmap()
        return None if found.isNull() else found

    @property
    def has_summary(self) -> bool:
        """Whether it is known how far the game is; its header alone does not say."""
        return bool(self.summary.turn or self.summary.turn_text)

    @property
    def title(self) -> str:
        """The game's name, or the file's where nothing more is known."""
        return self.summary.game_title or self.summary.game or self.path.name

    @property
    def full_title(self) -> str:
        """The game's name with the day and hour it was last played, which tell it from others."""
        here = self.when.astimezone()
        return self.title if self.problem else f"{self.title} ({date(here)} {time(here)})"

    @property
    def status(self) -> str:
        """Where the game stands, in a line."""
        if self.problem:
            return self.problem
        if self.summary.result:
            return tr("Over: {result}", result=self.summary.result)
        if not self.has_summary:
            return ""
        turn = self.summary.turn_text or tr("Turn {turn}", turn=self.summary.turn)
        return f"{turn} · {tr('{side} to decide', side=self.summary.to_act)}" if self.summary.to_act else turn

    @property
    def seats(self) -> str:
        """Who plays."""
        return ", ".join(f"{self._name_side(side)}: {seat_name(who)}" for side, who in self.summary.seats.items())

    def _name_side(self, side: str) -> str:
        """A side by its name; cards and headers of older saves know only what the program calls it."""
        game = find_game(self.summary.game) if side.islower() else None
        return str(game.side_names.get(side, side)) if game is not None else side

    @property
    def question(self) -> str:
        """Whether to restore it, by the time and place at which it broke off."""
        here, now = self.when.astimezone(), datetime.now().astimezone()
        when = time(here) if here.date() == now.date() else f"{date(here)}, {time(here)}"
        if not self.has_summary:
            return tr("Restore game of {when}?", when=when)
        turn, side = self.summary.turn, self.summary.to_act
        if side:
            return tr("Restore game of {when} (turn {turn}, {side})?", when=when, turn=turn, side=side)
        return tr("Restore game of {when} (turn {turn})?", when=when, turn=turn)

    def lines(self) -> list[str]:
        """All there is to read about the game, one thing a line."""
        if self.problem:
            return [self.problem]
        played = trn("{n} action", "{n} actions", self.summary.actions)
        size = tr("{n} kB", n=max(1, self.size // 1024))
        scenario = self.summary.scenario if self.summary.scenario != self.title else ""
        here = self.when.astimezone()
        parts = [f"{date(here)} {time(here)}", played if self.has_summary else "", size]
        when = " · ".join(part for part in parts if part)
        told = [scenario, self.status, when, self.seats, self.summary.note]
        return [line for line in told if line]


def read_saved(path: Path) -> SavedGame:
    """What is on the shelf under that path; a missing or damaged file is shown with its reason."""
    try:
        info = path.stat()
    except OSError:
        return SavedGame(
            path, SaveSummary(game=""), 0, datetime.fromtimestamp(0, UTC), tr("the file is no longer there")
        )
    when = _date_of(info.st_mtime)
    with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError, SaveError):
        summary = msgspec.json.decode(read_bytes(summary_path(path), CARD_BYTES), type=SaveSummary)
        if is_known(summary.game) and stat.S_ISREG(info.st_mode):
            return SavedGame(path, summary, info.st_size, when)
    try:
        header = read_header(path, read_first_line(path))
    except SaveError as error:
        reason = tr("line {n}: {reason}", n=error.line, reason=error.reason) if error.line else error.reason
        return SavedGame(path, SaveSummary(game=""), info.st_size, when, reason)
    summary, game = SaveSummary(game=header.game, scenario=header.scenario, seats=header.seats), find_game(header.game)
    if game is not None:
        summary.game_title = game.title
        summary.seats = {side: seat_kind(game, header.scenario, side, who) for side, who in header.seats.items()}
        if header.scenario in game.scenarios:
            summary.scenario = game.scenarios[header.scenario].title
    return SavedGame(path, summary, info.st_size, when)


def _date_of(seconds: float) -> datetime:
    """When a file was changed; nonsense of a strange file system is the first day of all."""
    with contextlib.suppress(OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(seconds, UTC)
    return datetime.fromtimestamp(0, UTC)


def find_game(name: str) -> Game | None:
    """A game by what the program calls it, if there is such a game and it can be read."""
    with contextlib.suppress(UnknownGame, DataError):
        return load_game(name)
    return None


def name_sides(path: Path, sides: Sequence[str]) -> dict[str, str]:
    """What the sides of a saved game are called."""
    game = find_game(read_header(path, read_first_line(path)).game)
    return {side: str(game.side_names.get(side, side)) if game is not None else side for side in sides}


def list_saved(folder: Path, recent: list[str], most: int = 40) -> list[SavedGame]:
    """Recent games in their order, then whatever else lies in the folder, newest first; missing ones stay named."""
    known = [Path(name) for name in recent]
    found = sorted(_files_in(folder), key=_age)
    paths = list(dict.fromkeys([*known, *found]))[:most]
    return [read_saved(path) for path in paths]


def _files_in(folder: Path) -> list[Path]:
    """What could be a saved game in a folder: links that lead nowhere, pipes and folders are none."""
    with contextlib.suppress(OSError):
        return [path for path in folder.glob("*.jsonl") if path.is_file()]
    return []


def _age(path: Path) -> float:
    with contextlib.suppress(OSError):
        return -path.stat().st_mtime
    return 0.0


def find_interrupted(saved: list[SavedGame]) -> SavedGame | None:
    """The latest game that was not closed in an orderly way: the program was killed or the machine went down."""
    left = (s for s in saved if not s.problem and not s.summary.closed and not s.summary.result)
    return next((s for s in left if (s.summary.actions or has_actions(s.path)) and not in_use(s.path)), None)


def keep_for_later(saved: SavedGame) -> None:
    """An interrupted game has been offered; from now on it is one of the shelf."""
    saved.summary.closed = True
    _write_summary(saved)


def set_note(saved: SavedGame, text: str) -> None:
    """Have these words in the list of games."""
    saved.summary.note = " ".join(text.split())
    _write_summary(saved)


def _write_summary(saved: SavedGame) -> None:
    with contextlib.suppress(OSError):
        write_whole(summary_path(saved.path), msgspec.json.encode(saved.summary))


def has_actions(path: Path) -> bool:
    """Whether anything was played, told by the save itself when its summary is not up to date."""
    with contextlib.suppress(SaveError):
        return b'"t":"do"' in read_bytes(path)
    return False


def new_path(folder: Path, game: str, scenario: str) -> Path:
    """A fresh name for an autosave; nothing is ever overwritten."""
    stamp = f"{game}_{scenario}_{datetime.now():%Y-%m-%d_%H%M%S}"
    path = folder / f"{stamp}.jsonl"
    number = 2
    while path.exists():
        path = folder / f"{stamp}_{number}.jsonl"
        number += 1
    return path


def set_aside(path: Path) -> list[tuple[Path, Path]]:
    """Take a game with its summary and picture off the shelf, into a folder beside it; what went where.

    Nothing is destroyed: an older one of the same name keeps it.
    """
    aside, moved = path.parent / "removed", list[tuple[Path, Path]]()
    with contextlib.suppress(OSError):
        aside.mkdir(exist_ok=True)
        for each in (path, summary_path(path), picture_path(path)):
            if each.is_file():
                there = aside / each.name
                there = find_free_name(there) if os.path.lexists(there) else there
                each.rename(there)
                moved.append((each, there))
    return moved


class Removal(NamedTuple):
    """A game that was taken off the list, with what puts it back: where its files went, and the list as it was."""

    saved: SavedGame
    moved: list[tuple[Path, Path]]
    recent: list[str]

    def undo(self, store: Store) -> bool:
        """Put the game back; whether that was possible."""
        if any(os.path.lexists(here) for here, _ in self.moved):
            return False
        try:
            for here, there in self.moved:
                there.rename(here)
        except OSError:
            return False
        store.set(recent=list(self.recent))
        return True


def remove_saved(store: Store, saved: SavedGame) -> Removal:
    """Take a game off the list; a file of ours is moved aside with what belongs to it."""
    recent = list(store.now.recent)
    store.set(recent=[name for name in recent if name != str(saved.path)])
    ours = saved.path.parent == store.places.saves and saved.path.is_file()
    return Removal(saved, set_aside(saved.path) if ours else [], recent)
