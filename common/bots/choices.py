"""What a bot would play and why."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from common.engine import Action

BEST = 3  # candidates a bot names


class Choice(msgspec.Struct, frozen=True):
    """What a bot would play and why, what it is worth where the bot counts, and the next best it weighed."""

    action: Action
    reason: str
    value: float | None = None
    others: tuple[Choice, ...] = ()
    guess: bool = False  # the bot has no opinion here


def best_of(choices: Iterable[Choice], least: float = float("-inf")) -> Choice | None:
    """The choice of the highest value above `least`, the first of equals, with the next best behind it."""
    good = [choice for choice in choices if choice.value is not None and choice.value > least]
    good.sort(key=lambda choice: -(choice.value or 0.0))
    return msgspec.structs.replace(good[0], others=tuple(good[1:BEST])) if good else None
