"""The written side of a game at the table: its save, the words added to it, and its summary in the list of games."""

from __future__ import annotations

import contextlib
import heapq
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from common.engine import Match, Side
from common.engine.saves import MAX_TEXT, Autosave, header_of, plain, read_remarks, write
from common.engine.sealing import Vault
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
        self.match, self._path = match, path
        self.seats: dict[Side, str] = dict.fromkeys(match.sides, HUMAN)
        self.seats.update({side: who for side, who in (seats or header.seats).items() if side in self.seats})
        self.seed = header.seed
        self.words: list[Words] = []
        self.variations: list[Variation] = []
        self.players: dict[Side, Player] = dict(players or {})
        self.clock: dict[Side, float] = {}  # seconds left; empty until a clock has run
        self.note = ""
        self.was_opened = match.source is not None  # it was there before this table
        self._save: Autosave | None = None
        header.seats = dict(self.seats)
        match.header = header
        if path is not None:
            if match.source is not None:
                self._recall(path)
            if not match.missing:  # what can only be watched is not written
                self._save = Autosave(match, path, self.remarks, at_once=match.source is None)

    @property
    def path(self) -> Path | None:
        """The file the game is kept in; one that could not go on in its own file is kept in a new one."""
        return self._save.path if self._save is not None else self._path

    @property
    def trouble(self) -> str:
        """Why something that was played is not in the file; empty while all is well."""
        return self._save.trouble if self._save is not None and self._save.is_behind else ""

    def retry(self) -> bool:
        """Try again to write what waits; whether everything is in the file now."""
        return self._save is None or self._save.retry()

    def seal(self, phrases: Mapping[Side, str]) -> None:
        """Close the save with the passphrases of the sides that have one; without any it is open again."""
        self.match.vault = Vault.make(phrases) if phrases else None
        if self._save is not None:
            self._save.rewrite()

    def sync(self) -> None:
        """Have everything on the disk now."""
        if self._save is not None:
            self._save.sync()

    def _recall(self, path: Path) -> None:
        """Read the words of an earlier sitting: seats, bookmarks, notes, variations."""
        found = read_words(path, self.match.vault)
        if not self.match.replays:  # what was said of moments that are no longer there belongs to the old file
            found = [words for words in found if words.kind in LASTING or words.moment <= self._kept_moments()]
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

    def _kept_moments(self) -> int:
        """How many of the moments that words name are still the same: all that was replayed from the set-up on."""
        return len(self.match.past) if header_of(self.match).start == "set-up" else -1

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
        found: dict[int, list[str]] = {}
        for words in self.words:
            if words.kind == kind:
                found.setdefault(words.moment, []).append(words.text)
        return {moment: "\n".join(texts) for moment, texts in found.items()}

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
            self._save.remark(self.match, words.line)

    def note_position(self, session: Session, closed: bool = False) -> None:
        """Bring the summary up to date."""
        if self._save is None or self.path is None or not self.path.exists():
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

    def keep(self) -> bool:
        """Write the game again where somebody else has removed its file, or beside one that somebody has changed."""
        return self._save is None or self._save.flush()

    def close(self, session: Session) -> None:
        """Stop writing."""
        self.note_position(session, closed=True)
        if self._save is not None:
            self._path = self._save.path
            self._save.close()
            self._save = None


def make_safe(player: Player) -> Player:
    """A player from a stranger's file made safe to show."""
    colour = player.colour if re.fullmatch("#[0-9a-fA-F]{6}", player.colour) else ""
    return Player(plain(player.name)[:LONGEST_NAME].strip(), colour, player.own_dice)


def read_words(path: Path, vault: Vault | None = None) -> list[Words]:
    """The words stored in a save, if there are any."""
    found = _WordList()
    for text in read_remarks(path, vault):
        kind, _, rest = text.partition(" ")
        number, _, text = rest.partition(" ")
        if number.isdecimal() and len(number) <= 9:
            found.read(kind, int(number), text)
    return list(found.words.values())


class _WordList:
    """Words as they are read, with those gone that later ones take back; thousands of them take no time."""

    def __init__(self) -> None:
        self.words: dict[int, Words] = {}  # in the order they were said
        self._at: dict[tuple[str, int], list[int]] = {}
        self._passing: list[tuple[int, int]] = []  # latest moment first: what a cut takes away
        self._count = 0

    def read(self, kind: str, moment: int, text: str) -> None:
        """Take the next words in."""
        if kind.startswith("no-"):
            self._remove(kind[3:], moment)
        elif kind == "cut":
            while self._passing and -self._passing[0][0] > moment:
                self.words.pop(heapq.heappop(self._passing)[1], None)
        else:
            if kind in (*ONE_A_MOMENT, *LASTING):
                self._remove(kind, 0 if kind in LASTING else moment)
            self._add(Words(kind, moment, text if kind == "variation" else plain(text)))

    def _remove(self, kind: str, moment: int) -> None:
        for number in self._at.pop((kind, moment), ()):
            self.words.pop(number, None)

    def _add(self, words: Words) -> None:
        self._count += 1
        self.words[self._count] = words
        lasting = words.kind in LASTING  # the last word counts, whatever its moment
        self._at.setdefault((words.kind, 0 if lasting else words.moment), []).append(self._count)
        if not lasting:
            heapq.heappush(self._passing, (-words.moment, self._count))
