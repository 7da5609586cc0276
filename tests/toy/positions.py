"""Positions of the toy game from which tests begin."""

from __future__ import annotations

from typing import Any

from common.engine import Match, OptionValue, load_game
from common.engine.actions import Confirm, Seal
from tests.toy.actions import EndTurn, March

# b1, b2, b3 and r1, r2, r3 by kind, then two cards each: Red can ambush, Blue can not.
DRAWS = ("army", "guard", "decoy", "guard", "army", "decoy", "rumour", "rumour", "ambush", "rumour")


def new(seed: int = 1, draws: tuple[str, ...] = DRAWS, dice: tuple[int, ...] = (), **options: OptionValue) -> Match:
    return load_game("toy").new_match(seed=seed, options=options, dice=dice, draws=draws)


def after(match: Match, *actions: Any) -> Match:
    for action in actions:
        match.play(action)
        match.check()
    return match


def in_campaign(**more: Any) -> Match:
    return after(new(**more), Seal("attack"), Seal("hold"))


def before_inn(**more: Any) -> Match:
    """Blue's army stands at the ford, its guard next to the inn; one action before the attack."""
    turn = EndTurn(), Confirm(), EndTurn(), Confirm(), Seal("attack"), Seal("hold")
    return after(in_campaign(**more), March("b2", "gate"), *turn)
