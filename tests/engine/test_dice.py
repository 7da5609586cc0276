"""The die an action asks for next, with its range, reason and thrower as fields."""

from __future__ import annotations

import pytest

from common.engine import PendingDie, ScriptedDie, State, load_game
from nmc.actions import Activate, AssignAll, Lock, March, Ready
from tests.engine.bare_game import Go, Turn, begin


def test_a_die_that_does_not_fit_says_what_was_asked() -> None:
    state = State(scenario="", script=(9,)).attach(None, [])
    with pytest.raises(ScriptedDie, match="scripted die 9 is not between 1 and 6") as caught:
        state.roll("the weather", range(1, 7), by="red")
    error = caught.value
    assert (error.die, error.low, error.high, error.reason, error.by) == (9, 1, 6, "the weather", "red")


def test_the_die_that_is_asked_for_next() -> None:
    match = begin(Turn("blue"))
    assert match.pending_die(Go("roll")) == PendingDie("a test", 1, 6, "red")
    assert match.pending_die(Go("roll"), [4]) is None
    assert match.pending_die(Go("plan")) is None
    assert match.pending_die(Go("draw")) is None


def test_asking_changes_nothing_and_a_wrong_die_is_still_wrong() -> None:
    match = begin(Turn("blue"))
    before = match.hash()
    match.pending_die(Go("roll"))
    with pytest.raises(ScriptedDie, match="scripted die 7"):
        match.pending_die(Go("roll"), [7])
    assert match.hash() == before
    assert not match.past


def test_who_decides_throws_unless_the_roll_says_otherwise() -> None:
    match = load_game("nmc").new_match(seed=5, dice=[3])
    for action in (Ready(), Activate("1704"), AssignAll(), Lock()):
        match.play(action)
    die = match.pending_die(March(0))
    assert die is not None
    assert (die.low, die.high, die.by) == (0, 9, match.to_act)
    match.play(March(0))
    assert match.journal[-1].rolls[0].reason == die.reason
