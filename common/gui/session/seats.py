"""Who can sit at the table."""

from __future__ import annotations

import contextlib
from typing import Any

from common.bots import RULED
from common.data import ROOT
from common.engine import Game, Side, is_playable
from common.gui.kit.language import tr, word

BY_RULE = "rules"  # nobody: the rules of the scenario do
SEAT_NAMES = {
    "human": word("Person"),
    "random": word("Random bot"),
    "policy": word("Skilled bot"),
    BY_RULE: word("Played by the rules"),
}
SEAT_WORDS = {
    "random": word("Plays any legal move: easy to beat while you learn the game"),
    "policy": word("Plays to win"),
}


def seat_name(who: str) -> str:
    """What a kind of player is called."""
    return tr(SEAT_NAMES[who]) if who in SEAT_NAMES else tr("Bot: {who}", who=who)


def seat_kind(game: Game, scenario: str, side: Side, who: str) -> str:
    """The kind of player a list names for a seat: where the scenario plays a side, that is its rules, not a bot."""
    found = game.scenarios.get(scenario)
    return BY_RULE if who == RULED and found is not None and side in found.ruled else who


def bot_levels(game: Any) -> tuple[str, ...]:
    """The bots a game has; only the random one while its own is not there."""
    from common.bots import levels

    with contextlib.suppress(ImportError):
        found: tuple[str, ...] = levels(game)
        return found
    return ("random",)


def is_ready(name: str) -> bool:
    """Whether a game can be laid on a table: its rules and its table are there."""
    return is_playable(name) and (ROOT / name / "table" / "__init__.py").is_file()
