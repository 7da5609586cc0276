"""Who can sit at the table."""

from __future__ import annotations

import contextlib
from typing import Any

SEAT_NAMES = {"human": "Person", "random": "Bot: random", "policy": "Bot: policy", "solitaire": "Bot: solitaire rules"}


def seat_name(who: str) -> str:
    """What a kind of player is called."""
    return SEAT_NAMES.get(who, f"Bot: {who}")


def bot_levels(game: Any) -> tuple[str, ...]:
    """The bots a game has; only the random one while its own is not there."""
    from common.bots import levels

    with contextlib.suppress(ImportError):
        found: tuple[str, ...] = levels(game)
        return found
    return ("random",)
