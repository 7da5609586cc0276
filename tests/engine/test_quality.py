"""The quality goals in their short form; `five-fronts soak` runs the same functions in the long one."""

from __future__ import annotations

from functools import partial

import pytest

from common.engine import load_game, playable_games
from common.lab import playouts, secrecy, soak

pytestmark = pytest.mark.lengthy

SHORT = {"Q03": 50, "Q05": 3, "Q06": 2, "Q10": 8, "Q12": 80, "Q13": 120}


@pytest.mark.parametrize("goal", SHORT)
def test_goal(goal: str) -> None:
    function, _ = soak.GOALS[goal]
    assert function(SHORT[goal])


def test_the_tests_of_a_long_form_exist() -> None:
    """A soak that names a file which was moved would miss its goal for no reason."""
    named = [path for function, _ in soak.GOALS.values() if isinstance(function, partial) for path in function.args[0]]
    assert len(named) > 10
    assert [path for path in (*named, *soak.CRASHES) if not (soak.ROOT / path).exists()] == []


QUICK = ("nmc", "fallujah")  # their random games are short, and seldom hide anything


@pytest.mark.parametrize("name", playable_games())
@pytest.mark.parametrize("first", [0, 3])
def test_worlds_that_look_the_same_give_the_same_answers(name: str, first: int) -> None:
    """Q09: six games of each, random ones and such of bots, in two parts; two of a game that always hides something."""
    count, dense = (3, 16) if name in QUICK else (1, 8)
    assert secrecy.check_game(load_game(name), count, first, dense) > 30 * count


@pytest.mark.parametrize("kills", [16, pytest.param(50, marks=pytest.mark.slow)])
def test_killed_many_times(kills: int) -> None:
    """Q11: nothing that was played is lost, and a file torn at any byte opens."""
    assert soak.crashes(kills)


@pytest.mark.parametrize("name", playable_games())
@pytest.mark.parametrize("part", [0, 1, *(pytest.param(part, marks=pytest.mark.slow) for part in range(2, 8))])
def test_random_games_keep_the_rules(name: str, part: int) -> None:
    """Q01, Q02: 50 random games of each game, 200 in the long form, fewer of a long game; in parts for both cores."""
    count = 25 if name in QUICK else 5
    for seed in range(part * count, part * count + count):
        game = playouts.play(name, seed, check=seed % 5 == 0)
        assert game.actions < playouts.LONGEST


def test_a_broken_position_is_found() -> None:
    """A check that cannot fail would be no check."""
    from common.engine import BrokenState

    match = load_game("nmc").new_match()
    match.state.vp["union"] += 1
    with pytest.raises(BrokenState, match="victory points"):
        match.check()


def test_a_batch_of_random_games_that_end_with_other_points_is_summed_up() -> None:
    sudden, long = (
        playouts.Playout(seed, "", {}, 10 * seed, 1.0, 0.1, "red", "won", points, 3)
        for seed, points in ((1, {"red": 4, "total": 9}), (2, {"red": 8}))
    )
    told = playouts.summary([sudden, long])
    assert "points red          mean 6.0, 4 to 8" in told and "points total        mean 9.0, 9 to 9" in told
