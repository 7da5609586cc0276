"""The written side of a game at the table: its save, the words added to it, and the card by which a list shows it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from common.engine import Match, SaveError, Side
from common.engine.saves import MAX_TEXT, Autosave, Remark, header_of, read_lines

if TYPE_CHECKING:
    from common.gui.session import Session

HUMAN = "human"
KINDS = ("reason", "hint", "note", "bookmark", "variation")


class Words(NamedTuple):
    """Something added to the game that is not a move: a bot's reason, a bookmark, a note."""

    kind: str
    moment: int
    text: str


class Card(msgspec.Struct, kw_only=True):
    """What a list of games shows, so that nothing else need be read."""

    game: str
    game_title: str = ""
    scenario: str = ""
    turn: int = 0
    turn_text: str = ""
    to_act: str = ""
    seats: dict[str, str] = {}
    actions: int = 0
    result: str = ""
    note: str = ""
    changed: str = ""
    closed: bool = False


def card_path(save: Path) -> Path:
    """Where the card of a save lies."""
    return save.with_name(save.stem + ".card.json")


def picture_path(save: Path) -> Path:
    """Where the small picture of a save lies."""
    return save.with_name(save.stem + ".card.png")


class Record:
    """Writes everything down as it happens; without a path it only remembers."""

    def __init__(self, match: Match, path: Path | None = None, seats: dict[Side, str] | None = None) -> None:
        header = header_of(match)
        self.match, self.path = match, path
        self.seats: dict[Side, str] = dict.fromkeys(match.sides, HUMAN)
        self.seats.update({side: who for side, who in (seats or header.seats).items() if side in self.seats})
        self.seed = header.seed
        self.words: list[Words] = []
        self.note = ""
        self._save: Autosave | None = None
        header.seats = dict(self.seats)
        match.header = header
        if path is not None:
            self.words = remembered(path)
            self._seats_from_words()
            path.parent.mkdir(parents=True, exist_ok=True)
            self._save = Autosave(match, path)
            for words in list(self.words):
                self._write(words)

    def _seats_from_words(self) -> None:
        for words in self.words:
            if words.kind == "seats":
                with contextlib.suppress(msgspec.MsgspecError):
                    found = msgspec.json.decode(words.text.encode(), type=dict[str, str])
                    self.seats.update({side: who for side, who in found.items() if side in self.seats})
        self.words = [words for words in self.words if words.kind in KINDS]

    def set_seats(self, seats: dict[Side, str]) -> None:
        """Who sits where from now on."""
        self.seats = dict(seats)
        self._write(Words("seats", len(self.match.past), msgspec.json.encode(self.seats).decode()))

    def add(self, kind: str, moment: int, text: str) -> None:
        """Keep words; a reason or bookmark for the same moment replaces the older one."""
        if kind in ("reason", "bookmark"):
            self.words = [words for words in self.words if (words.kind, words.moment) != (kind, moment)]
        words = Words(kind, moment, " ".join(text.split()))
        self.words.append(words)
        self._write(words)

    def remove(self, kind: str, moment: int) -> None:
        """Forget words."""
        self.words = [words for words in self.words if (words.kind, words.moment) != (kind, moment)]
        self._write(Words(f"no-{kind}", moment, ""))

    def of(self, kind: str) -> dict[int, str]:
        """The words of a kind by the moment they belong to."""
        return {words.moment: words.text for words in self.words if words.kind == kind}

    def variation(self, match: Match, labels: Sequence[str]) -> None:
        """Keep the names of moves that were taken back and are now played differently."""
        self.add("variation", len(match.past), "; ".join(labels))

    def _write(self, words: Words) -> None:
        if self._save is not None:
            text = f"{words.kind} {words.moment} {words.text}"[:MAX_TEXT]
            with contextlib.suppress(SaveError):  # words are a comfort; the next action reports a full disk
                self._save.remark(self.match, text)

    def note_position(self, session: Session, closed: bool = False) -> None:
        """Bring the card up to date."""
        if self.path is None:
            return
        match = session.match
        stats = session.table.stats(match.view(None))
        card = Card(
            game=match.game.id,
            game_title=match.game.title,
            scenario=match.game.scenarios[match.state.scenario].title,
            turn=match.state.turn,
            turn_text=f"{stats[0].label} {stats[0].value}" if stats else f"Turn {match.state.turn}",
            to_act=session.name(match.to_act) if match.to_act else "",
            seats=dict(self.seats),
            actions=len(match.past),
            result=match.result.reason if match.result else "",
            note=self.note,
            changed=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            closed=closed,
        )
        with contextlib.suppress(OSError):  # a missing card is made good from the save itself
            part = card_path(self.path).with_suffix(".part")  # a program killed here leaves the old card whole
            part.write_bytes(msgspec.json.encode(card))
            part.replace(card_path(self.path))

    def close(self, session: Session) -> None:
        """Stop writing."""
        self.note_position(session, closed=True)
        if self._save is not None:
            self._save.close()
            self._save = None
            self.match.recorder = None


def remembered(path: Path) -> list[Words]:
    """The words stored in a save, if there are any."""
    try:
        lines = read_lines(path)
    except SaveError:
        return []
    found: list[Words] = []
    for _, line in lines:
        if not isinstance(line, Remark):
            continue
        kind, _, rest = line.text.partition(" ")
        number, _, text = rest.partition(" ")
        if kind.startswith("no-"):
            found = [words for words in found if (words.kind, str(words.moment)) != (kind[3:], number)]
        elif number.isdigit():
            found.append(Words(kind, int(number), text))
    return found
