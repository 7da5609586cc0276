"""Positions that cannot be are found out."""

from __future__ import annotations

from common.engine import load_game


def test_play_does_not_begin_before_the_set_up_ends() -> None:
    game = load_game("operation_serval")
    state = game.new_match("scenario_1", seed=1).state
    assert list(game.invariants(state)) == []
    state.playing = True
    assert "play has begun, and the set-up goes on" in list(game.invariants(state))
