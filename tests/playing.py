"""Matches moved along by bots, for tests that need a position from the middle of a game."""

from __future__ import annotations

from common.bots import make_bot
from common.engine import Action, Match, Seat


def bot_action(match: Match, level: str = "policy", seed: int = 0) -> Action:
    """What the bot of that level plays for the side that decides now."""
    side = match.to_act
    assert side is not None, "the game is over"
    return make_bot(level, match.game, side, seed).choose(Seat(match, side)).action
