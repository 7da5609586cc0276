"""Positions that cannot be are found out."""

from __future__ import annotations

from common.engine import load_game
from operation_serval.rules.battle import FireRound
from operation_serval.rules.setup import FillBoxes, SetUp
from operation_serval.state import COALITION


def test_play_does_not_begin_before_the_set_up_ends() -> None:
    game = load_game("operation_serval")
    state = game.new_match("scenario_1", seed=1).state
    assert list(game.invariants(state)) == []
    state.playing = True
    assert "play has begun, and the set-up goes on" in list(game.invariants(state))


def test_nothing_else_is_due_while_the_sides_set_up() -> None:
    game = load_game("operation_serval")
    for foreign in (FillBoxes(), FireRound(), SetUp(COALITION)):
        state = game.new_match("scenario_1", seed=1).state
        state.flow.insert(1, foreign)
        assert "the set-up does not go on in its order" in list(game.invariants(state))
