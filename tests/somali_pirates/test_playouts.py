"""Whole games: random play keeps the rules with every option, saves and undo lose nothing, bots finish their games."""

from __future__ import annotations

import random

import pytest

from common.bots import make_bot
from common.engine import Match, Seat, Step
from common.lab.playouts import set_up
from somali_pirates.state import COALITION, PIRATE
from tests.somali_pirates.positions import game

pytestmark = pytest.mark.lengthy

OPTIONS = ("optional_units", "standoff", "logistics", "full_spectrum", "infiltration", "shock")
SELDOM = {"Restack": 0.1, "Add": 0.3, "EndPhase": 0.6}  # what chance would do too often
EAGER = {"Confirm": 6.0, "PayTurn": 20.0, "PlaceRest": 3.0, "PlayChit": 4.0, "Attack": 4.0, "Operate": 4.0}


def step(match: Match, rng: random.Random) -> None:
    """One random move; attacks and chits more often than chance would have it, purchases less."""
    legal = match.legal()
    weights = [(SELDOM | EAGER).get(type(action).__name__, 1.0) for action in legal]
    match.play(rng.choices(legal, weights)[0])


@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_the_rules(seed: int) -> None:
    scenario, options, rng = set_up(game(), seed)
    match = game().new_match(scenario, seed, options)
    for _ in range(500):
        if match.result is not None:
            break
        step(match, rng)
        match.check()
    assert len(match.past) > 3


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_the_lists_that_are_kept_hold_all_that_nothing_refuses(seed: int) -> None:
    """A copy knows nothing of what was worked out before, and asks every candidate."""
    scenario, options, rng = set_up(game(), seed)
    match = game().new_match(scenario, seed, options)
    for number in range(160):
        if match.result is not None:
            break
        bare = match.state.clone(bare=True)
        assert match.legal() == Step.legal(bare.step, bare), type(bare.step).__name__
        step(match, rng)
        if number % 7 == 6:
            match.undo()
    assert len(match.past) > 3


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_alone_plays(option: str) -> None:
    match, rng = game().new_match("quick_start", 5, {option: True}), random.Random(5)
    for _ in range(250):
        if match.result is not None:
            break
        step(match, rng)
        match.check()
    assert match.options == {name: name == option for name in match.options}


def test_all_options_play_together() -> None:
    match, rng = game().new_match("campaign", 8, dict.fromkeys(OPTIONS, True)), random.Random(8)
    for _ in range(400):
        if match.result is not None:
            break
        step(match, rng)
        match.check()
    assert match.rolls


def test_a_position_survives_saving_and_undo() -> None:
    match, rng = game().new_match("quick_start", 11), random.Random(11)
    for _ in range(120):
        before = match.hash()
        if match.result is not None:
            break
        step(match, rng)
        raw = game().encode(match.state)
        assert game().encode(game().decode(raw)) == raw
        after = match.hash()
        match.undo()
        assert match.hash() == before
        match.redo()
        assert match.hash() == after


@pytest.mark.parametrize("scenario", ["campaign", "quick_start"])
def test_bots_know_what_they_do_and_say_why(scenario: str) -> None:
    match = game().new_match(scenario, 4)
    bots = {side: make_bot("policy", game(), side, 4) for side in (COALITION, PIRATE)}
    kinds = set()
    for _ in range(420):
        side = match.to_act
        if side is None:
            break
        choice = bots[side].choose(Seat(match, side))
        assert not choice.guess, type(match.state.step).__name__
        assert choice.reason.endswith(".")
        kinds.add(type(choice.action).__name__)
        match.play(choice.action)
        match.check()
    assert {"Move", "Walk", "Attack", "Add", "Confirm", "EndPhase"} <= kinds
