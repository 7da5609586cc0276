"""A position set up by hand: counters put anywhere, facts changed, the game's own invariants asked, kept in a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from common.data import MAX_BYTES, did_you_mean
from common.engine import GAMES, Game, Match, is_playable, load_game
from common.tabletop.parts import Marker, Piece
from common.tabletop.table import Table

FORMAT = "five-fronts position 1"
PLACES = ("at", "space", "area", "hex", "place", "location")  # where a piece says it is
HIDDEN = ("seed", "rolls", "draws", "script", "draw_script", "flow", "options", "scenario")  # no facts of a position
Leaf = str | int | float | bool


class PositionError(ValueError):
    """A position that cannot be read or set up so, in one line."""


class PositionFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a position file holds: the game, how it is called, and the whole position."""

    format: str
    game: str
    title: str = ""
    state: msgspec.Raw


class ArrangedPosition:
    """A position in the hands of a designer; every change makes a new state, so that all can be taken back."""

    def __init__(self, game: Game, state: Any, title: str = "") -> None:
        self.game, self.state, self.title = game, state, title
        self.table: Table = game.module("table").open_table(game)
        self.past: list[bytes] = []

    @classmethod
    def begin(cls, game: Game, scenario: str | None = None) -> ArrangedPosition:
        """The position at the beginning of a scenario."""
        match = game.new_match(scenario=scenario)
        return cls(game, match.state, game.scenarios[match.state.scenario].title)

    # --- what is there ---

    def pieces(self) -> list[Piece]:
        """Every counter as its owner sees it."""
        views = [(side, self.game.view(self.state, side)) for side in self.game.sides]
        found = [piece for side, view in views for piece in self.table.pieces(view) if piece.side == side]
        return found + [piece for piece in self.table.pieces(views[0][1]) if piece.side is None]

    def markers(self) -> list[Marker]:
        """The markers as the first side sees them."""
        return list(self.table.markers(self.game.view(self.state, self.game.sides[0])))

    def violations(self) -> list[str]:
        """What the game's own invariants say against the position."""
        try:
            return list(self.game.invariants(self.state))
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:
            return [f"the rules cannot make anything of this position: {error}"]

    def facts(self) -> dict[str, Leaf]:
        """Everything of the position that is a number or a word: turn, control, points."""
        found: dict[str, Leaf] = {}
        for key, value in self._plain().items():
            if key in HIDDEN:
                continue
            if isinstance(value, (str, int, float, bool)):
                found[key] = value
            elif isinstance(value, dict):
                found |= {f"{key}.{name}": each for name, each in value.items() if isinstance(each, (str, int, float))}
        return found

    # --- changing ---

    def move(self, piece: str, space: str) -> None:
        """Put a counter somewhere else, whatever the rules say of the way there."""
        known = {*self.game.data.map.spaces, *self.game.data.map.boxes}
        if space not in known:
            raise PositionError(f"there is no space {space}{did_you_mean(space, known)}")
        before = self.game.encode(self.state)
        state = self.game.decode(before)
        if self.table.place(state, piece, space):
            self._take(before, self.game.encode(state))
            return
        plain = json.loads(before)
        for value in plain.values():
            entry: Any = value.get(piece) if isinstance(value, dict) else None
            kept: dict[str, Any] = entry if isinstance(entry, dict) else {}
            where = next((key for key in PLACES if isinstance(kept.get(key), str)), None)
            if where is not None:
                kept[where] = space
                self._take(before, msgspec.json.encode(plain))
                return
        raise PositionError(f"there is no counter {piece}")

    def set_fact(self, name: str, value: Leaf) -> None:
        """Change a number or a word of the position."""
        key, _, inner = name.partition(".")
        plain = self._plain()
        if name not in self.facts() and not (inner and isinstance(plain.get(key), dict)):
            raise PositionError(f"there is no {name}{did_you_mean(name, self.facts())}")
        if inner:
            plain[key][inner] = value
        else:
            plain[key] = value
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

    def _take(self, before: bytes, after: bytes) -> None:
        try:
            self.state = self.game.decode(after)
            self.pieces()
        except msgspec.ValidationError as error:
            raise PositionError(str(error).replace("`", "").replace("$.", "")) from None
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:
            self.state = self.game.decode(before)
            raise PositionError(f"the game cannot show such a position: {error}") from None
        self.past.append(before)

    # --- files and play ---

    def match(self) -> Match:
        """A game that begins here."""
        return Match(self.game, self.game.decode(self.game.encode(self.state)))

    def save(self, path: Path) -> None:
        """Write the position; OSError when that fails."""
        raw = msgspec.Raw(self.game.encode(self.state))
        file = PositionFile(format=FORMAT, game=self.game.id, title=self.title, state=raw)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(file)) + b"\n")

    @classmethod
    def open(cls, path: Path, packs: Sequence[Path] = ()) -> ArrangedPosition:
        """Read a position; a PositionError says in one line what is wrong with the file."""
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
            return cls(game, game.decode(bytes(file.state)), file.title)
        except (msgspec.DecodeError, RecursionError) as error:
            raise PositionError(f"{path.name}: no position: {str(error).replace('`', '')}") from None
