"""Positions that cannot be are found out."""

from __future__ import annotations

from common.engine import load_game
from common.engine.positions import problems_of_position
from somali_pirates.rules.setup import QuickStart


def test_the_quick_start_comes_before_everything_else() -> None:
    game = load_game("somali_pirates")
    state = game.new_match("quick_start", seed=1).state
    assert list(problems_of_position(game, state.clone())) == []
    state.flow.append(QuickStart())
    assert any("before the quick start" in problem for problem in problems_of_position(game, state))
