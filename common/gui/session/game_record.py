"""The written side of a game at the table: its save, the words added to it, and its summary in the list of games."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from common.engine import Match, SaveError, Side
from common.engine.saves import MAX_TEXT, Autosave, Remark, header_of, plain, read_lines, write
from common.gui.kit.settings import write_whole
from common.gui.session import variations
from common.gui.session.variations import Done, Variation

if TYPE_CHECKING:
    from common.gui.session.session import Session

HUMAN = "human"
KINDS = ("reason", "hint", "note", "bookmark", "variation")
LONGEST_NAME = 30
ONE_A_MOMENT = ("reason", "bookmark")
LASTING = ("seats", "players", "clock")  # they belong to the table, whatever is taken back; the last word counts
LONGEST_TIME = 10.0**6  # seconds on a clock


class Words(NamedTuple):
    """Something added to the game that is not a move: a bot's reason, a bookmark, a note."""

    kind: str
    moment: int
    text: str

    @property
    def line(self) -> str:
        """The words as a remark in the save."""
        return f"{self.kind} {self.moment} {self.text}"


class Player(msgspec.Struct, frozen=True):
    """What a person calls himself, the colour he chose instead of the game's own, and whether he rolls himself."""

    name: str = ""
    colour: str = ""
    own_dice: bool = False


class SaveSummary(msgspec.Struct, kw_only=True):
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


def summary_path(save: Path) -> Path:
    """Where the summary of a save lies."""
    return save.with_name(save.stem + ".card.json")


def picture_path(save: Path) -> Path:
    """Where the small picture of a save lies."""
    return save.with_name(save.stem + ".card.png")


class Record:
    """Writes everything down as it happens; without a path it only remembers."""

    def __init__(
        self,
        match: Match,
        path: Path | None = None,
        seats: dict[Side, str] | None = None,
        players: dict[Side, Player] | None = None,
    ) -> None:
        header = header_of(match)
        self.match, self.path = match, path
        self.seats: dict[Side, str] = dict.fromkeys(match.sides, HUMAN)
        self.seats.update({side: who for side, who in (seats or header.seats).items() if side in self.seats})
        self.seed = header.seed
        self.words: list[Words] = []
        self.variations: list[Variation] = []
        self.players: dict[Side, Player] = dict(players or {})
        self.clock: dict[Side, float] = {}  # seconds left; empty until a clock has run
        self.note = ""
        self._save: Autosave | None = None
        header.seats = dict(self.seats)
        match.header = header
        if path is not None:
            self._recall(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._save = Autosave(match, path, self.remarks())

    def _recall(self, path: Path) -> None:
        """Read the words of an earlier sitting: seats, bookmarks, notes, variations."""
        found = read_words(path)
        for words in found:
            with contextlib.suppress(msgspec.MsgspecError):
                self._recall_table(words)
        self.players = {side: make_safe(player) for side, player in self.players.items() if side in self.seats}
        self.words = [words for words in found if words.kind in KINDS and words.kind != "variation"]
        read = [variations.read_variation(self.match.game, w.moment, w.text) for w in found if w.kind == "variation"]
        length = len(self.match.past) + len(self.match.future)
        self.variations = [each for each in read if each is not None and each.base <= length]
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            self.note = msgspec.json.decode(summary_path(path).read_bytes(), type=SaveSummary).note

    def _recall_table(self, words: Words) -> None:
        """What belongs to the table: who sits where, who they are, and what their clocks showed."""
        text = words.text.encode()
        if words.kind == "seats":
            seats = msgspec.json.decode(text, type=dict[str, str])
            self.seats.update({side: who for side, who in seats.items() if side in self.seats})
        elif words.kind == "players":
            self.players = msgspec.json.decode(text, type=dict[str, Player])
        elif words.kind == "clock":
            left = msgspec.json.decode(text, type=dict[str, float])
            self.clock = {side: time for side, time in left.items() if side in self.seats and abs(time) < LONGEST_TIME}

    def remarks(self) -> list[str]:
        """All words as the save keeps them."""
        seats = Words("seats", len(self.match.past), msgspec.json.encode(self.seats).decode())
        lines = [Words("variation", each.base, each.text()) for each in self.variations]
        clock = [self._clock_words()] if self.clock else []
        return [words.line for words in (seats, self._player_words(), *clock, *self.words, *lines)]

    def _player_words(self) -> Words:
        return Words("players", 0, msgspec.json.encode(self.players).decode())

    def copy_to(self, path: Path) -> None:
        """Write the game with all its words into another file."""
        write(self.match, path, self.remarks())

    def set_seats(self, seats: dict[Side, str]) -> None:
        """Who sits where from now on."""
        self.seats = dict(seats)
        self._write(Words("seats", len(self.match.past), msgspec.json.encode(self.seats).decode()))

    def set_players(self, players: dict[Side, Player]) -> None:
        """What is known of the people from now on."""
        self.players = dict(players)
        self._write(self._player_words())

    def _clock_words(self) -> Words:
        return Words("clock", 0, msgspec.json.encode(self.clock).decode())

    def set_clock(self, left: dict[Side, float]) -> None:
        """What the clocks show, in seconds."""
        self.clock = dict(left)
        self._write(self._clock_words())

    def add(self, kind: str, moment: int, text: str) -> None:
        """Keep words; a reason or bookmark for the same moment replaces the older one."""
        if kind in ONE_A_MOMENT:
            self.words = [words for words in self.words if (words.kind, words.moment) != (kind, moment)]
        words = Words(kind, moment, " ".join(text.split())[:MAX_TEXT])
        self.words.append(words)
        self._write(words)

    def remove(self, kind: str, moment: int) -> None:
        """Forget words."""
        self.words = [words for words in self.words if (words.kind, words.moment) != (kind, moment)]
        self._write(Words(f"no-{kind}", moment, ""))

    def texts(self, kind: str) -> dict[int, str]:
        """The words of a kind by the moment they belong to."""
        if kind == "variation":
            return {each.base: each.text() for each in self.variations}
        found: dict[int, str] = {}
        for words in self.words:
            if words.kind == kind:
                found[words.moment] = f"{found[words.moment]}\n{words.text}" if words.moment in found else words.text
        return found

    # Variations

    def note_action(self, line: Sequence[Done], at: int) -> None:
        """An action was played after `at` others; where it left the old line, the rest of that becomes a variation."""
        known = self.variations
        if len(line) > at:
            known = variations.branch_off(known, line, at)
            self.words = [words for words in self.words if words.moment <= at]
            self._write(Words("cut", at, ""))
        elif not any(each.base == at for each in known):
            return
        self.set_variations(variations.drop_played(known, variations.line_of(self.match)))

    def set_variations(self, known: Iterable[Variation]) -> None:
        """Have these variations from now on, and write down what is different."""
        old, self.variations = set(self.variations), list(known)
        for base in sorted({each.base for each in old ^ set(self.variations)}):
            self._write(Words("no-variation", base, ""))
            for each in self.variations:
                if each.base == base:
                    self._write(Words("variation", base, each.text()))

    def _write(self, words: Words) -> None:
        if self._save is not None:
            with contextlib.suppress(SaveError):  # words are a comfort; the next action reports a full disk
                self._save.remark(self.match, words.line)

    def note_position(self, session: Session, closed: bool = False) -> None:
        """Bring the summary up to date."""
        if self.path is None:
            return
        match = session.match
        stats = session.table.stats(match.view(None))
        summary = SaveSummary(
            game=match.game.id,
            game_title=match.game.title,
            scenario=match.game.scenarios[match.scenario].title,
            turn=match.turn,
            turn_text=f"{stats[0].label} {stats[0].value}" if stats else "",
            to_act=session.name(match.to_act) if match.to_act else "",
            seats={session.player(side): session.player_kind(side) for side in self.seats},
            actions=len(match.past),
            result=match.result.reason if match.result else "",
            note=self.note,
            changed=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            closed=closed,
        )
        with contextlib.suppress(OSError):  # a missing summary is made good from the save itself
            write_whole(summary_path(self.path), msgspec.json.encode(summary))

    def has_content(self) -> bool:
        """Whether there is anything to come back to: an action, also one taken back, a word, or somebody's name."""
        actions = self.match.past or self.match.future or self.variations
        people = any(player != Player() for player in self.players.values())
        return bool(actions or self.words or people or self.note)

    def is_ours(self) -> bool:
        """Whether nobody else has touched the file."""
        return self._save is None or self._save.is_ours()

    def move(self, path: Path) -> None:
        """Go on in another file; the old one is left as it is."""
        if self._save is not None:
            self._save.close()
        self.path = path
        self._save = Autosave(self.match, path, self.remarks())

    def close(self, session: Session) -> None:
        """Stop writing."""
        self.note_position(session, closed=True)
        if self._save is not None:
            self._save.close()
            self._save = None
            self.match.recorder = None


def make_safe(player: Player) -> Player:
    """A player from a stranger's file made safe to show."""
    colour = player.colour if re.fullmatch("#[0-9a-fA-F]{6}", player.colour) else ""
    return Player(plain(player.name)[:LONGEST_NAME].strip(), colour, player.own_dice)


def read_words(path: Path) -> list[Words]:
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
        if not number.isdecimal() or len(number) > 9:
            continue
        moment = int(number)
        if kind.startswith("no-"):
            found = [words for words in found if (words.kind, words.moment) != (kind[3:], moment)]
        elif kind == "cut":
            found = [words for words in found if words.moment <= moment or words.kind in LASTING]
        else:
            if kind in ONE_A_MOMENT:
                found = [words for words in found if (words.kind, words.moment) != (kind, moment)]
            found.append(Words(kind, moment, text if kind == "variation" else plain(text)))
    return found
