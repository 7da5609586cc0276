"""A position set up by hand: counters put anywhere, facts changed, the game's own invariants asked, kept in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from common.bots import make_bot
from common.data import MAX_BYTES, did_you_mean
from common.engine import GAMES, Game, Match, SaveError, Seat, is_playable, load_game, saves
from common.engine.positions import problems_of_position
from common.tabletop.parts import Marker, Piece
from common.tabletop.table import Table

FORMAT = "five-fronts position 1"
SUFFIXES = (".scenario.json", ".position.json")
PLACES = ("at", "space", "area", "hex", "place", "location")  # where a piece says it is
HIDDEN = ("seed", "rolls", "draws", "script", "draw_script", "flow", "options", "scenario")  # no facts of a position
Leaf = str | int | float | bool
DEEPEST = 3  # how far within a field facts are looked for
LONGEST_SET_UP = 2_000
OTHER_DATA = "the position was set up on another map or with other data; a data pack that holds them can be laid over"
UNUSABLE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError)


class PositionError(ValueError):
    """A position that cannot be read or set up so, in one line."""


class PositionFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a scenario file of one's own holds: the game, how it is called, and the whole position."""

    format: str
    game: str
    title: str = ""
    data: str = ""  # fingerprint of the map and the other data it was set up with
    state: msgspec.Raw


class CounterPlace(NamedTuple):
    """A counter of a position and where it lies, on the map, in a box or out of play."""

    id: str
    name: str
    place: str


def is_position_file(path: Path) -> bool:
    """Whether a file is called as scenario files of one's own are."""
    return path.name.endswith(SUFFIXES)


class ArrangedPosition:
    """A position in the hands of a designer; every change makes a new state, so that all can be taken back."""

    def __init__(self, game: Game, state: Any, title: str = "", warnings: Sequence[str] = ()) -> None:
        self.game, self.state, self.title, self.warnings = game, state, title, list(warnings)
        self.table: Table = game.module("table").open_table(game)
        self.past: list[bytes] = []
        self._names = {piece.id: piece.name for piece in self.table.counters()}

    @classmethod
    def begin(cls, game: Game, scenario: str | None = None, ready: bool = False) -> ArrangedPosition:
        """The position at the beginning of a scenario, or after its set-up, which the program then does itself."""
        match = game.new_match(scenario=scenario)
        position = cls(game, match.state, game.scenarios[match.state.scenario].title)
        if ready:
            position._set_up(match)
        return position

    def _set_up(self, match: Match) -> None:
        """Play until no step of the set-up is left."""
        steps = self.table.set_up_steps
        bots = {side: make_bot("policy", self.game, side) for side in self.game.sides}
        for _ in range(LONGEST_SET_UP):
            if match.to_act is None or not any(type(step).__name__ in steps for step in match.state.flow):
                break
            match.play(bots[match.to_act].choose(Seat(match, match.to_act)).action)
        self.state = match.state

    # --- what is there ---

    def pieces(self) -> list[Piece]:
        """Every counter that lies on the table, as its owner sees it."""
        views = [(side, self.game.view(self.state, side)) for side in self.game.sides]
        found = [piece for side, view in views for piece in self.table.pieces(view) if piece.side == side]
        return found + [piece for piece in self.table.pieces(views[0][1]) if piece.side is None]

    def counters(self) -> list[CounterPlace]:
        """Every counter of the position, those out of play at the end."""
        found = [CounterPlace(piece.id, piece.name, piece.space) for piece in self.pieces()]
        shown = {counter.id for counter in found}
        for _, id_, entry, where in self._entries(self._plain()):
            if id_ not in shown:
                found.append(CounterPlace(id_, self._names.get(id_, id_), str(entry[where])))
        return found

    def markers(self) -> list[Marker]:
        """The markers as the first side sees them."""
        return list(self.table.markers(self.game.view(self.state, self.game.sides[0])))

    def violations(self) -> list[str]:
        """What the game's own invariants say against the position."""
        try:
            return list(self.game.invariants(self.state))
        except UNUSABLE as error:
            return [f"the rules cannot make anything of this position: {error}"]

    def problems(self) -> list[str]:
        """Everything that keeps the position from being played: invariants, words, steps, and play from here on."""
        found = self.violations()
        if not found:
            found = list(problems_of_position(self.game, self.state.clone()))
        return found

    def facts(self, counter: str = "") -> dict[str, Leaf]:
        """What is a number, a word or a list of words: turn, control, hands; and what is noted of one counter."""
        plain = self._plain()
        found: dict[str, Leaf] = {}
        for key, id_, entry, where in self._entries(plain):
            if id_ == counter:
                inner = {name: value for name, value in entry.items() if name not in (where, "id")}
                found |= dict(_leaves(f"{key}.{id_}", inner, 0))
        pieces = {key for key, *_ in self._entries(plain)}
        for key, value in plain.items():
            if key not in HIDDEN and key not in pieces:
                found |= dict(_leaves(key, value, 0))
        return found

    def places(self) -> list[str]:
        """Where counters can be put: spaces, boxes, and where counters lie beside the map."""
        known = [*self.game.data.map.spaces, *self.game.data.map.boxes]
        beside = (str(entry[where]) for _, _, entry, where in self._entries(self._plain()))
        return list(dict.fromkeys([*known, *beside]))

    # --- changing ---

    def move(self, piece: str, space: str) -> None:
        """Put a counter somewhere else, whatever the rules say of the way there."""
        words, known = self.game.names(), self.places()
        if space not in known and not any(space in words[key] for key in PLACES if key in words):
            raise PositionError(f"there is no space {space}{did_you_mean(space, known)}")
        before = self.game.encode(self.state)
        state = self.game.decode(before)
        if self.table.place(state, piece, space):
            self._take(before, self.game.encode(state))
            return
        plain = json.loads(before)
        for _, id_, entry, where in self._entries(plain):
            if id_ == piece:
                entry[where] = space
                self._take(before, msgspec.json.encode(plain))
                return
        raise PositionError(f"there is no counter {piece}")

    def set_fact(self, name: str, value: Leaf) -> None:
        """Change a number, a word or a list of words, written with commas."""
        plain = self._plain()
        *way, last = name.split(".")
        inner: Any = plain
        for key in way:
            inner = inner.get(key) if isinstance(inner, dict) else None
        if not isinstance(inner, dict) or (not way and name not in self.facts()):
            raise PositionError(f"there is no {name}{did_you_mean(name, self.facts())}")
        old = inner.get(last)
        if isinstance(old, list):
            inner[last] = [word.strip() for word in str(value).split(",") if word.strip()]
        else:
            inner[last] = str(value) if isinstance(old, str) else value
        self._take(self.game.encode(self.state), msgspec.json.encode(plain))

    def undo(self) -> bool:
        """Take the last change back."""
        if not self.past:
            return False
        self.state = self.game.decode(self.past.pop())
        return True

    def _plain(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.game.encode(self.state))
        return found

    @staticmethod
    def _entries(plain: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any], str]]:
        """The counters kept under their ids: field, id, what is noted of each, and which of it is its place."""
        for key, value in plain.items():
            for id_, entry in value.items() if isinstance(value, dict) else ():
                if isinstance(entry, dict) and entry.get("id") == id_:
                    where = next((word for word in PLACES if isinstance(entry.get(word), str)), None)
                    if where is not None:
                        yield key, id_, entry, where

    def _take(self, before: bytes, after: bytes) -> None:
        try:
            self.state = self.game.decode(after)
            self.pieces()
        except msgspec.ValidationError as error:
            raise PositionError(str(error).replace("`", "").replace("$.", "")) from None
        except UNUSABLE as error:
            self.state = self.game.decode(before)
            raise PositionError(f"the game cannot show such a position: {error}") from None
        self.past.append(before)

    # --- files and play ---

    def match(self) -> Match:
        """A game that begins here."""
        match = Match(self.game, self.game.decode(self.game.encode(self.state)))
        match.warnings = list(self.warnings)
        return match

    def save(self, path: Path) -> None:
        """Write the position; OSError when that fails."""
        raw = msgspec.Raw(self.game.encode(self.state))
        mark = self.game.fingerprint
        file = PositionFile(format=FORMAT, game=self.game.id, title=self.title, data=mark, state=raw)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(file)) + b"\n")

    @classmethod
    def open(cls, path: Path, packs: Sequence[Path] = ()) -> ArrangedPosition:
        """Read a position, or the last one of a saved game; a PositionError says in one line what is wrong."""
        if path.suffix == ".jsonl":
            return cls._open_save(path, packs)
        try:
            raw = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b""
        except OSError as error:
            raise PositionError(f"{path.name}: cannot be read: {error.strerror or error}") from None
        try:
            file = msgspec.json.decode(raw, type=PositionFile)
            if file.format != FORMAT:
                raise PositionError(f"{path.name}: not {FORMAT}")
            if file.game not in GAMES or not is_playable(file.game):
                raise PositionError(f"{path.name}: there is no game {file.game!r} to play")
            game = load_game(file.game, packs)
            other = [OTHER_DATA] if file.data and file.data != game.fingerprint else []
            found = cls(game, game.decode(bytes(file.state)), file.title, other)
            found.counters()
            return found
        except (msgspec.DecodeError, RecursionError) as error:
            raise PositionError(f"{path.name}: no position: {str(error).replace('`', '')}") from None
        except PositionError:
            raise
        except UNUSABLE as error:
            raise PositionError(f"{path.name}: the game cannot show this position: {error}") from None

    @classmethod
    def _open_save(cls, path: Path, packs: Sequence[Path]) -> ArrangedPosition:
        """The position that a saved game has come to."""
        try:
            match = saves.load(path, packs)
        except SaveError as error:
            raise PositionError(str(error)) from None
        return cls(match.game, match.state, match.game.scenarios[match.state.scenario].title)


def open_playable(path: Path, packs: Sequence[Path] = ()) -> Match:
    """A game that begins with the position of a file; a PositionError names what the rules have against it."""
    position = ArrangedPosition.open(path, packs)
    wrong = position.problems()
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise PositionError(f"{path.name}: the position cannot be played: {wrong[0]}{more}")
    return position.match()


def _leaves(name: str, value: Any, depth: int) -> Iterator[tuple[str, Leaf]]:
    """The numbers, words and lists of words within a value, each with the way to it."""
    if isinstance(value, (str, int, float, bool)):
        yield name, value
    elif isinstance(value, list) and all(isinstance(each, str) for each in value):
        yield name, ", ".join(value)
    elif isinstance(value, dict) and depth < DEEPEST:
        for key, inner in value.items():
            yield from _leaves(f"{name}.{key}", inner, depth + 1)
