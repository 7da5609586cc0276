"""Answers are worked out once and kept beside what they follow from; a change there has them worked out again."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import Any

from common.engine.answers import kept


class Ground:
    """A position of no game: heights of hills, and a dict beside them."""

    def __init__(self, **heights: int) -> None:
        self.heights = heights
        self.beside: dict[Any, Any] = {}
        self.worked: Counter[str] = Counter()

    def dig(self, hill: str, height: int) -> None:
        self.heights[hill], self.beside = height, {}


@kept(attrgetter("beside"))
def higher_than(ground: Ground, height: int) -> tuple[str, ...]:
    """The hills above a height."""
    ground.worked["higher"] += 1
    return tuple(hill for hill, high in ground.heights.items() if high > height)


@kept(attrgetter("beside"))
def lower_than(ground: Ground, height: int) -> tuple[str, ...]:
    """The hills below a height."""
    ground.worked["lower"] += 1
    return tuple(hill for hill, high in ground.heights.items() if high < height)


def test_each_question_is_worked_out_once_for_its_arguments() -> None:
    ground = Ground(north=3, south=1)
    assert [higher_than(ground, 2), higher_than(ground, 2), higher_than(ground, 0)] == [
        ("north",),
        ("north",),
        ("north", "south"),
    ]
    assert ground.worked["higher"] == 2
    assert lower_than(ground, 2) == ("south",)  # rules with equal arguments are told apart


def test_a_change_has_it_worked_out_again_and_nothing_is_an_answer_too() -> None:
    ground = Ground(north=3)
    assert higher_than(ground, 5) == higher_than(ground, 5) == () and ground.worked["higher"] == 1
    ground.dig("north", 9)
    assert higher_than(ground, 5) == ("north",) and ground.worked["higher"] == 2


def test_a_copy_that_shares_the_part_shares_the_answer_until_one_changes() -> None:
    ground, copy = Ground(north=3), Ground(north=3)
    copy.beside = ground.beside
    assert higher_than(ground, 2) == higher_than(copy, 2) == ("north",) and copy.worked["higher"] == 0
    copy.dig("north", 1)
    assert higher_than(copy, 2) == () and higher_than(ground, 2) == ("north",)
    assert ground.worked["higher"] == copy.worked["higher"] == 1


@kept(attrgetter("beside"))
def between(ground: Ground, low: int, high: int) -> tuple[str, ...]:
    """The hills above one height and below another."""
    ground.worked["between"] += 1
    return tuple(hill for hill in higher_than(ground, low) if hill in lower_than(ground, high))


def test_questions_with_several_arguments_are_told_apart_by_all_of_them() -> None:
    ground = Ground(north=3, south=1)
    assert [between(ground, 0, 2), between(ground, 0, 4), between(ground, 2, 4), between(ground, 0, 2)] == [
        ("south",),
        ("north", "south"),
        ("north",),
        ("south",),
    ]
    assert ground.worked["between"] == 3
