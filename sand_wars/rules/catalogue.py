"""The Actions of the Operations cards by title; the modules of the Actions fill the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from common.engine import Side, Step

ACTIONS: dict[str, Any] = {}  # steps that are made with a side and a card
BEGINNINGS: dict[str, Callable[[Any, Side], bool]] = {}  # whether a side can do anything with a title, if that is kept

Kind = TypeVar("Kind", bound=type[Step])
Question = TypeVar("Question", bound=Callable[[Any, Side], bool])


def action(title: str) -> Callable[[Kind], Kind]:
    """Say that a step carries out the Action of that title."""

    def keep(step: Kind) -> Kind:
        ACTIONS[title] = step
        return step

    return keep


def beginning(title: str) -> Callable[[Question], Question]:
    """Say that a function knows whether the Action of that title has anything to do: whether its list is not empty."""

    def keep(question: Question) -> Question:
        BEGINNINGS[title] = question
        return question

    return keep


def finds_something(state: Any, side: Side, title: str) -> bool:
    """Whether an Action has anything to do: what could be done the last time is asked about first."""
    started, likely = _started(side, title), state.answers.likely
    last = likely.get((side, title))
    if last is not None and started.why_not(state, last) is None:
        return True
    for deed in started.candidates(state):
        if started.why_not(state, deed) is None:
            likely[side, title] = deed
            return True
    return False


@cache
def _started(side: Side, title: str) -> Any:
    """The step that carries out an Action, played with a card that makes no difference."""
    return ACTIONS[title](side, "")


def can_begin_somewhere(state: Any, side: Side, title: str, deeds: Callable[[Any, Side, str], list[Any]]) -> bool:
    """Whether there are deeds in a space that a side occupies: where there were some the last time is asked first."""
    likely = state.answers.likely_spaces
    last = likely.get((side, title))
    if last is not None and deeds(state, side, last):
        return True
    for space in state.occupied(side):
        if deeds(state, side, space):
            likely[side, title] = space
            return True
    return False
