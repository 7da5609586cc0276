"""Arrows of what moved last, read from the positions."""

from __future__ import annotations

from collections import Counter

from common.bots import make_bot
from common.engine import Seat
from common.gui.session.last_moves import find_move, last_moves


def test_one_march_is_one_arrow_and_a_fight_is_none() -> None:
    before = Counter({("a", "1"): 5, ("a", "2"): 1, ("b", "3"): 4})
    assert find_move(before, Counter({("a", "2"): 6, ("b", "3"): 4})) == ("1", "2")
    assert find_move(before, Counter({("a", "1"): 4, ("a", "2"): 1, ("b", "3"): 3})) is None
    assert find_move(before, before) is None


def test_the_arrows_follow_the_journal(lay) -> None:
    table = lay()
    match = table.session.match
    match.recorder = None
    while match.to_act and "Union" not in match.view(None).phase and len(match.past) < 300:
        bot = make_bot("policy", match.game, match.to_act, len(match.past))
        match.play(bot.choose(Seat(match, match.to_act)).action)
    table.session.refresh()
    arrows = last_moves(table.session)
    assert arrows
    assert [int(number) for _, _, number in arrows] == sorted(int(number) for _, _, number in arrows)
    steps = [entry.text for entry in match.journal if entry.text.startswith("To ")]
    for _, end, _ in arrows:
        assert any(end in text for text in steps) or "set up" in match.journal.text()
