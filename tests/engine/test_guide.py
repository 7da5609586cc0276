"""What a newcomer is told about each game."""

import re

import pytest

from common.engine import load_game, playable_games
from common.engine.game import NOT_PLAYED
from common.engine.guide import guide_of
from common.engine.registry import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_tells_for_whom_and_how_long_it_is(name: str) -> None:
    guide = guide_of(name)
    assert guide.summary.endswith(".")
    assert guide.minutes >= 30
    assert len(guide.turn) >= 3
    assert len(guide.mistakes) >= 3
    assert all(line.endswith(".") for line in (*guide.turn, *guide.mistakes))


@pytest.mark.parametrize("name", playable_games())
def test_every_chapter_has_a_name_and_every_side_a_goal(name: str) -> None:
    game = load_game(name)
    chapters = {match[1] for clause in game.clauses if (match := re.match(r"(\d+|[A-Za-z]+\d*[A-Za-z]*)", clause.id))}
    plain = {re.match(r"\d+|[A-Za-z]+", chapter)[0] if chapter[0].isdigit() else chapter for chapter in chapters}
    named = {re.match(r"\d+|[A-Za-z]+", chapter)[0] for chapter in game.guide.chapters}
    assert {re.match(r"\d+|[A-Za-z]+", chapter)[0] for chapter in plain} <= named
    assert set(game.guide.goals) == set(game.sides)


def test_words_for_newcomers_are_no_data_that_a_save_depends_on() -> None:
    assert {"about.yaml", "guide.yaml", "lesson.yaml"} <= set(NOT_PLAYED)
