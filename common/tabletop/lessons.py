"""Lessons on the real board: what is said, what is pointed at, what the learner does, and what is played for him.

A lesson is data. An action is written as a line, its class and its fields in order, then the dice that go with it:
"March 0 true", "Attack 0 3005 = 6 2"; an empty field before others is a pair of quotation marks. A step that waits for
actions takes them in their order, or in any order; what else is tried is not carried out but answered with the step's
own sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from common.data import DataError, read, shown
from common.engine import Action, Game, Match, Refusal, State
from common.engine.about import data_folder
from common.engine.basics import OptionValue
from common.engine.guide import LESSONS
from common.engine.positions import BadPosition, read_position

EMPTY = '""'  # an empty field in a line


class LessonStep(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """One thing that is told, and what happens before the next."""

    say: str
    point: tuple[str, ...] = ()  # spaces
    page: str = ""  # of the inspector
    wait: tuple[str, ...] = ()  # actions of the learner
    any_order: bool = False
    otherwise: str = ""  # the answer to anything else
    watch: tuple[str, ...] = ()  # actions that are played for either side once he has read and done his part


class Lesson(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A few minutes about one thing: of a scenario, from a stored position, or where the lesson before it ends.

    One with a scenario may begin in the middle of a game: `draws` are the cards and chits that come first, `opening`
    the actions that lead there, and `arrange` what then is different, as fields of the position with their values.
    """

    id: str
    title: str
    minutes: int
    side: str
    scenario: str = ""
    position: str = ""  # a file beside the lessons with a position as saves store it
    seed: int = 0
    options: dict[str, OptionValue] = {}
    draws: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    arrange: dict[str, Any] = {}
    steps: tuple[LessonStep, ...]


class LessonFile(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The lessons of a game, in the order in which they are taken."""

    lessons: tuple[Lesson, ...] = ()


class LessonPlay(Struct, frozen=True):
    """An action with the dice that go with it."""

    action: Action
    dice: tuple[int, ...] = ()


def lessons_of(game: str, packs: Sequence[Path] = ()) -> tuple[Lesson, ...]:
    """The lessons of a game; none if it has no file of them."""
    path = data_folder(game) / LESSONS
    return read(path, LessonFile, packs).lessons if path.is_file() else ()


def read_play(game: Game, line: str) -> LessonPlay:
    """An action and its dice from a line; a line that cannot be read is a mistake in the data."""
    words, _, dice = line.partition("=")
    name, *values = words.split()
    kind = next((kind for kind in game.action_type.__args__ if kind.__name__ == name), None)
    try:
        if kind is None:
            raise ValueError(f"the game has no action {name!r}")
        names = kind.__struct_fields__
        raw = {"type": name} | dict(zip(names, map(_value, values), strict=False))
        if len(values) > len(names):
            raise ValueError(f"{name} has only {len(names)} fields")
        action = msgspec.convert(raw, kind, strict=False)
        return LessonPlay(action, tuple(int(die) for die in dice.split()))
    except (ValueError, msgspec.ValidationError) as error:
        raise DataError(shown(game.folder / LESSONS), 1, line, str(error)) from None


def _value(text: str) -> Any:
    if text == EMPTY:
        return ""
    return text.split(",") if "," in text else text


class LessonRun:
    """A lesson under way: the match, the step, and what is still to be done in it."""

    def __init__(self, game: Game, lessons: Sequence[Lesson], number: int, step: int = 0) -> None:
        self.game, self.lesson, self.number = game, lessons[number], number
        self.match = _begin(game, lessons, number)
        self.at = 0
        for _ in range(min(step, len(self.lesson.steps) - 1)):
            _play_all(self.match, self._lines())
            self.at += 1
        self._open()

    @property
    def step(self) -> LessonStep:
        """What is told now."""
        return self.lesson.steps[self.at]

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after this step."""
        return self.at + 1 >= len(self.lesson.steps)

    @property
    def is_waiting(self) -> bool:
        """Whether the learner has something to do before the lesson goes on."""
        return bool(self.left)

    def _lines(self) -> Iterator[LessonPlay]:
        for line in (*self.step.wait, *self.step.watch):
            yield read_play(self.game, line)

    def _open(self) -> None:
        self.left = [read_play(self.game, line) for line in self.step.wait]
        self.to_watch = [read_play(self.game, line) for line in self.step.watch]

    def _wanted(self) -> list[LessonPlay]:
        return self.left if self.step.any_order else self.left[:1]

    def judge(self, action: Action) -> LessonPlay | Refusal:
        """The action with its dice if it is what the lesson waits for, else what to say."""
        found = next((play for play in self._wanted() if play.action == action), None)
        if found is not None:
            return found
        return Refusal("", self.step.otherwise or "the lesson asks for something else; read its words once more")

    def note_played(self, action: Action) -> None:
        """The learner has done what was asked for."""
        found = next(play for play in self._wanted() if play.action == action)
        self.left.remove(found)

    def next_step(self) -> bool:
        """Go on to what is told next; False at the end."""
        if self.is_last:
            return False
        self.at += 1
        self._open()
        return True


def _begin(game: Game, lessons: Sequence[Lesson], number: int) -> Match:
    """The match as the lesson finds it: of its own scenario or position, or after all that came before."""
    first = max(n for n in range(number + 1) if lessons[n].scenario or lessons[n].position or n == 0)
    opening = lessons[first]
    match = _open(game, opening)
    for lesson in lessons[first:number]:
        for step in lesson.steps:
            _play_all(match, (read_play(game, line) for line in (*step.wait, *step.watch)))
    return match


def _open(game: Game, lesson: Lesson) -> Match:
    """The match with which a lesson begins that does not go on from another."""
    if lesson.position:
        return Match(game, _stored(game, lesson))
    match = game.new_match(lesson.scenario or None, seed=lesson.seed, options=lesson.options, draws=lesson.draws)
    _play_all(match, (read_play(game, line) for line in lesson.opening))
    return Match(game, _arranged(game, match, lesson.arrange)) if lesson.arrange else match


def _stored(game: Game, lesson: Lesson) -> State:
    """The position in the file that a lesson names."""
    path = game.folder / lesson.position
    try:
        return read_position(game, path.read_bytes())
    except (OSError, BadPosition) as error:
        raise DataError(shown(path), 1, lesson.id, str(error)) from None


def _arranged(game: Game, match: Match, changes: dict[str, Any]) -> State:
    """A position with some of its fields changed; what cannot be read is a mistake in the data."""
    raw = msgspec.json.decode(game.encode(match.state))
    _merge(raw, changes)
    try:
        return game.decode(msgspec.json.encode(raw))
    except msgspec.ValidationError as error:
        raise DataError(shown(game.folder / LESSONS), 1, "arrange", str(error)) from None


def _merge(into: dict[str, Any], changes: dict[str, Any]) -> None:
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def _play_all(match: Match, plays: Iterator[LessonPlay]) -> None:
    for play in plays:
        match.play(play.action, play.dice)
