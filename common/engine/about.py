"""What a game is called and what it is about, as its data say: read without loading its rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from common.data import Sourced, read
from common.engine.registry import folder_of

ABOUT, EMBLEM = "about.yaml", "emblem.svg"


class AboutGame(Sourced, forbid_unknown_fields=True, kw_only=True):
    """Title, place and years of a game, and a sentence on what it is about."""

    title: str
    short_title: str = ""  # where there is little room
    place: str
    years: str
    about: str

    @property
    def heading(self) -> str:
        """The title for lists and heads of pages."""
        return self.short_title or self.title

    @property
    def subtitle(self) -> str:
        """Where and when it is set."""
        return f"{self.place}, {self.years}"


def data_folder(game: str) -> Path:
    """Where the data files of a game are."""
    return folder_of(game) / "data"


def about_game(game: str, packs: Sequence[Path] = ()) -> AboutGame:
    """What the data of a game say about it, also of one that has only a map so far."""
    return read(data_folder(game) / ABOUT, AboutGame, packs)
