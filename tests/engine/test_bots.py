"""What every policy bot owes its players: reasons, ranked candidates with values, and nothing but what it may know."""

from __future__ import annotations

import importlib

import pytest

from common.bots import BEST, Choice, best_of, make_bot
from common.bots.ranking import AHEAD, TRIED
from common.engine import Concede, IllegalAction, Match, Seat, load_game, playable_games
from common.lab import batches
from tests.playing import bot_action

GAMES = ("nmc", "fallujah")


def positions(name: str, seed: int, each: int, count: int) -> list[Match]:
    """Positions of one bot game, every so many actions."""
    match, found = load_game(name).new_match(seed=seed), []
    number = 0
    while len(found) < count and match.to_act is not None:
        if number % each == 0:
            found.append(match.clone())
        match.play(bot_action(match, "policy", number))
        number += 1
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_ranks_what_it_would_do(name: str) -> None:
    """F31, F33: the first candidate is the bot's own choice, all are legal, different and have a reason."""
    several = 0
    for number, match in enumerate(positions(name, 3, 7, 40)):
        side, before = match.to_act, match.hash()
        assert side is not None
        bot = make_bot("policy", match.game, side, number)
        ranked = bot.rank(Seat(match, match.to_act))
        actions = [choice.action for choice in ranked]
        assert actions[0] == bot.choose(Seat(match, match.to_act)).action
        assert set(actions) <= set(match.legal())
        assert len(set(actions)) == len(actions) <= BEST
        assert all(len(choice.reason) > 5 for choice in ranked)
        values = [choice.value for choice in ranked if choice.value is not None]
        first = [choice.value for choice in (ranked[0], *ranked[0].others) if choice.value is not None]
        assert first == sorted(first, reverse=True), values
        assert match.hash() == before
        assert len(actions) == min(BEST, len(match.legal()))
        several += any("No plan of the bot" in choice.reason for choice in ranked)
    assert several > 3


@pytest.mark.parametrize("name", GAMES)
def test_what_the_policy_does_not_name_is_ranked_by_what_its_play_makes_of_it(name: str) -> None:
    """F33: the change of the lead that is told is what comes of playing on, the best of all that were tried first."""
    module, seen = importlib.import_module(f"{name}.bot"), 0
    for number, match in enumerate(positions(name, 5, 5, 25)):
        side = match.to_act
        ranked = make_bot("policy", match.game, side, number).rank(Seat(match, match.to_act))
        extra = [choice for choice in ranked if choice.reason.startswith("No plan of the bot")]
        rest = set(match.legal()) - {choice.action for choice in ranked if choice not in extra}
        if not extra or len(rest) > TRIED or seen == 2:
            continue
        changes = {}
        for action in rest:
            copy = match.imagine(side, number)
            before = module.standing(copy.state, side)
            copy.play(action)
            for _ in range(AHEAD // len(rest)):
                copy.play(module.policy(copy, copy.to_act).action)
            changes[action] = module.standing(copy.state, side) - before
        assert [changes[choice.action] for choice in extra] == sorted(changes.values(), reverse=True)[: len(extra)]
        assert all(f"changes by {changes[choice.action]:+.0f}." in choice.reason for choice in extra)
        seen += 1
    assert seen


@pytest.mark.parametrize("name", GAMES)
def test_the_random_bot_ranks_as_well(name: str) -> None:
    match = load_game(name).new_match(seed=1)
    side = match.to_act
    assert side is not None
    ranked = make_bot("random", match.game, side, 1).rank(Seat(match, match.to_act))
    assert len({choice.action for choice in ranked}) == min(BEST, len(match.legal()))


def test_the_best_is_the_first_of_equals_and_names_the_next() -> None:
    choices = [Choice(Concede(str(n)), "why", value) for n, value in enumerate((1.0, 3.0, 3.0, 2.0, -1.0))]
    best = best_of(choices)
    assert best is not None
    assert best.action == choices[1].action
    assert [other.action for other in best.others] == [choices[2].action, choices[3].action]
    assert best_of(choices, 3.0) is None


@pytest.mark.parametrize("game", playable_games())
def test_what_is_ruled_out_can_be_neither_listed_nor_played(game: str) -> None:
    match = load_game(game).new_match(seed=4)
    out = set(match.legal()[:1])
    left = match.without(out)
    assert set(left.legal()) == set(match.legal()) - out
    with pytest.raises(IllegalAction, match="ruled out"):
        left.play(*out)


def test_a_batch_tells_the_points_that_every_game_has() -> None:
    sudden = batches.Played(1, "red", "Decisive", "5.2", {"red": 40, "blue": 0, "total": 90}, 3, 50)
    plain = batches.Played(2, None, "Draw", "4.2", {"red": 30, "blue": 28}, 12, 400)
    told = batches.summary([sudden, plain], ("red", "blue"))
    assert "points red" in told and "mean 35.0, 30 to 40" in told
    assert "total" not in told
