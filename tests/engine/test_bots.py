"""What every policy bot owes its players: reasons, ranked candidates with values, and nothing but what it may know."""

from __future__ import annotations

import pytest

from common.bots import BEST, Choice, best_of, make_bot
from common.engine import Concede, Match, load_game

GAMES = ("nmc", "fallujah")


def positions(name: str, seed: int, each: int, count: int) -> list[Match]:
    """Positions of one bot game, every so many actions."""
    match, found = load_game(name).new_match(seed=seed), []
    number = 0
    while len(found) < count and match.to_act is not None:
        if number % each == 0:
            found.append(match.clone())
        match.play(make_bot("policy", match.game, match.to_act, number).choose(match).action)
        number += 1
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_ranks_what_it_would_do(name: str) -> None:
    """F31, F33: the first candidate is the bot's own choice, all are legal, different and have a reason."""
    several = 0
    for number, match in enumerate(positions(name, 3, 7, 60)):
        side, before = match.to_act, match.hash()
        assert side is not None
        bot = make_bot("policy", match.game, side, number)
        ranked = bot.rank(match)
        actions = [choice.action for choice in ranked]
        assert actions[0] == bot.choose(match).action
        assert set(actions) <= set(match.legal())
        assert len(set(actions)) == len(actions) <= BEST
        assert all(len(choice.reason) > 5 for choice in ranked)
        values = [choice.value for choice in ranked if choice.value is not None]
        first = [choice.value for choice in (ranked[0], *ranked[0].others) if choice.value is not None]
        assert first == sorted(first, reverse=True), values
        assert match.hash() == before
        several += len(actions) == min(BEST, len(match.legal()))
    assert several > 30


@pytest.mark.parametrize("name", GAMES)
def test_the_random_bot_ranks_as_well(name: str) -> None:
    match = load_game(name).new_match(seed=1)
    side = match.to_act
    assert side is not None
    ranked = make_bot("random", match.game, side, 1).rank(match)
    assert len({choice.action for choice in ranked}) == min(BEST, len(match.legal()))


def test_the_best_is_the_first_of_equals_and_names_the_next() -> None:
    choices = [Choice(Concede(str(n)), "why", value) for n, value in enumerate((1.0, 3.0, 3.0, 2.0, -1.0))]
    best = best_of(choices)
    assert best is not None
    assert best.action == choices[1].action
    assert [other.action for other in best.others] == [choices[2].action, choices[3].action]
    assert best_of(choices, 3.0) is None
