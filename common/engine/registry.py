"""The games by name: the five of the program, and any a test adds."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from common.data import ROOT, DataError

if TYPE_CHECKING:
    from common.engine.game import Game

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")

_added: dict[str, str] = {}  # packages of games that are not of the program, by name


class UnknownGame(ValueError):
    """No game of that name, or one whose rules are not there."""


def register_game(name: str, package: str) -> None:
    """Let `load_game`, saves and the protocol find a game in another package, such as the toy game of the tests."""
    if name in GAMES or _added.get(name, package) != package:
        raise ValueError(f"there is already a game {name!r}")
    _added[name] = package


def load_game(name: str, packs: Sequence[Path] = ()) -> Game:
    """The game of that name, with any data packs laid over its own data."""
    if not is_known(name):
        raise UnknownGame(f"unknown game {name!r}; there are: {', '.join((*GAMES, *_added))}")
    if not is_playable(name):
        raise UnknownGame(f"{name} has no rules; only its map can be opened")
    gone = next((pack for pack in packs if not Path(pack).is_dir()), None)
    if gone is not None:  # to go on without it would be another game
        raise DataError(str(gone), 1, "", "there is no such data pack")
    return _standard(name) if not packs else _open(name, packs)


def _open(name: str, packs: Sequence[Path]) -> Game:
    game: Game = importlib.import_module(f"{package_of(name)}.game").open_game(packs)
    return game


@cache
def _standard(name: str) -> Game:
    """A game without packs: read once, since nothing in it ever changes."""
    return _open(name, ())


def is_known(name: str) -> bool:
    """Whether there is a game of that name, with rules or with a map only."""
    return name in GAMES or name in _added


def package_of(name: str) -> str:
    """The package that a game is in."""
    return _added.get(name, name)


def folder_of(name: str) -> Path:
    """Where the package of a game is."""
    return ROOT.joinpath(*package_of(name).split("."))


def is_playable(name: str) -> bool:
    """Whether the rules of the game are there, not only its map."""
    return (folder_of(name) / "game.py").is_file()


def playable_games() -> tuple[str, ...]:
    """The games of the program that can be played."""
    return tuple(name for name in GAMES if is_playable(name))
