"""Who can sit at the table."""

from __future__ import annotations

import contextlib
from typing import Any

from common.data import ROOT
from common.engine import is_playable
from common.gui.words import tr, word

SEAT_NAMES = {
    "human": word("Person"),
    "random": word("Bot: random"),
    "policy": word("Bot: policy"),
}


def seat_name(who: str) -> str:
    """What a kind of player is called."""
    return tr(SEAT_NAMES[who]) if who in SEAT_NAMES else tr("Bot: {who}", who=who)


def bot_levels(game: Any) -> tuple[str, ...]:
    """The bots a game has; only the random one while its own is not there."""
    from common.bots import levels

    with contextlib.suppress(ImportError):
        found: tuple[str, ...] = levels(game)
        return found
    return ("random",)


def is_ready(name: str) -> bool:
    """Whether a game can be laid on a table: its rules and its table.py are there."""
    return is_playable(name) and (ROOT / name / "table.py").is_file()
