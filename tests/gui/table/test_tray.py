"""The dice tray: what was rolled for can be read."""

from __future__ import annotations

import random

import pytest
from PySide6.QtGui import QFontMetrics

from common.engine import Roll, load_game
from common.gui.kit import theme
from common.gui.table.dice_tray import WORDS, lines_of, width_of


@pytest.mark.parametrize(("game", "seed"), [("nmc", 3), ("fallujah", 5)])
def test_the_reason_of_a_roll_is_not_cut(game: str, seed: int, store) -> None:
    match, chance = load_game(game).new_match(seed=seed), random.Random(seed)
    while match.to_act is not None and len(match.past) < 600:
        match.play(chance.choice(match.legal()))
    rolls = {roll.reason: roll for entry in match.journal.entries for roll in entry.rolls}
    assert len(rolls) > 5
    for percent in (100, 200):
        theme.use("light", percent)
        metrics, wide = QFontMetrics(theme.sans(10)), theme.current().px(WORDS[1] // 3)  # three rolls in a wide window
        cut = [
            reason for reason, roll in rolls.items() if "…" in "".join(lines_of(roll, metrics, width_of(roll, 0, wide)))
        ]
        assert not cut


@pytest.mark.parametrize("reason", ["UAV attack", "Terror attack", "Cyber attack", "Recruits"])
def test_two_short_words_are_broken_rather_than_cut(reason: str, store) -> None:
    roll = Roll(reason, (2,), faces=6)
    for percent in range(80, 210, 10):
        theme.use("light", percent)
        lines = lines_of(roll, QFontMetrics(theme.sans(10)), width_of(roll, 0, theme.current().px(WORDS[0])))
        assert " ".join(lines) == reason
