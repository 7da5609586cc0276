"""What a newcomer wants to know about a game, as its data say: names of chapters, words, goals and mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from common.data import read
from common.engine.about import data_folder

GUIDE, LESSONS, EXAMPLES = "guide.yaml", "lesson.yaml", "examples.yaml"


class GameGuide(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """How long and how hard a game is, how a turn goes, how each side wins, and what its words mean."""

    players: str = ""
    minutes: int = 0
    level: str = ""
    chapters: dict[str, str] = {}  # by the beginning of rule ids
    turn: tuple[str, ...] = ()
    goals: dict[str, tuple[str, ...]] = {}  # by side
    mistakes: tuple[str, ...] = ()
    terms: dict[str, str] = {}
    unit_names: dict[str, str] = {}  # what is abbreviated on counters

    @property
    def glossary(self) -> dict[str, str]:
        """Everything that can be explained where it stands: the words and the names on counters."""
        return self.terms | self.unit_names

    @property
    def summary(self) -> str:
        """For whom and how long, in a line."""
        length = f"About {self.minutes} minutes; {self.level}." if self.minutes else ""
        return " ".join(filter(None, (self.players, length)))


class RuleExample(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A hard rule at work, told in our own words, with the part of the board that it speaks of."""

    rule: str
    says: str
    source: str
    counters: dict[str, tuple[str, ...]] = {}  # by space, ids of the game's counters; a star shows the back
    arrows: tuple[tuple[str, str], ...] = ()  # from one space to another
    spaces: tuple[str, ...] = ()  # others that are to be seen


class ExampleFile(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The examples of a game."""

    examples: tuple[RuleExample, ...] = ()


def examples_of(game: str, packs: Sequence[Path] = ()) -> tuple[RuleExample, ...]:
    """The examples of a game's rules; none if it has no file of them."""
    path = data_folder(game) / EXAMPLES
    return read(path, ExampleFile, packs).examples if path.is_file() else ()


def guide_of(game: str, packs: Sequence[Path] = ()) -> GameGuide:
    """The guide of a game; one without any has an empty one."""
    path = data_folder(game) / GUIDE
    return read(path, GameGuide, packs) if path.is_file() else GameGuide()
