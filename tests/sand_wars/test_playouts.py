"""Whole games: every position sound, every game ends, and nothing is lost on the way to a file and back."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from common.bots import make_bot, play_out
from common.engine import Match, Seat, load_game
from common.lab.secrecy import compare_secret_choices, compare_worlds
from sand_wars.bot import standing
from sand_wars.state import ALGERIA, MOROCCO, SIDES

pytestmark = pytest.mark.lengthy

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ("peacetime", "tensions", "crisis")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_keep_the_rules(scenario: str, seed: int, tmp_path: Path) -> None:
    game = load_game("sand_wars")
    match = game.new_match(scenario, seed)
    chooser = random.Random(seed)
    count = 0
    while match.to_act is not None:
        legal = match.legal()
        assert len(set(legal)) == len(legal)
        assert len(legal) <= 400
        assert len(match.prompt) <= 120
        match.play(chooser.choice(legal))
        count += 1
        match.check()
        if count % 50 == 0 and match.to_act is not None:
            before = match.hash()
            match.undo()
            match.check()
            match.redo()
            assert match.hash() == before
            assert game.decode(game.encode(match.state)) == match.state
            match.save(tmp_path / "game.jsonl")
            again = Match.load(tmp_path / "game.jsonl")
            assert again.hash() == before
            assert not again.warnings
    assert match.result is not None
    assert all(entry.rules or entry.heading for entry in match.journal)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_legal_lists_agree_with_refusals_and_with_a_fresh_position(scenario: str) -> None:
    match = load_game("sand_wars").new_match(scenario, 5)
    chooser = random.Random(5)
    for number in range(250):
        if match.to_act is None:
            break
        legal = match.legal()
        if number % 4 == 0:
            fresh = match.state.clone(bare=True)
            assert legal == fresh.step.legal(fresh)
            assert all(match.why_not(action) is None for action in legal)
            step = match.state.step
            assert [action for action in step.candidates(match.state) if match.why_not(action) is None] == list(legal)
        match.play(chooser.choice(legal))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_play_whole_games_and_give_reasons(scenario: str) -> None:
    game = load_game("sand_wars")
    match = game.new_match(scenario, 3)
    bots = {side: make_bot("policy", game, side, 3) for side in SIDES}
    guesses = actions = 0
    while match.to_act is not None:
        choice = bots[match.to_act].choose(Seat(match, match.to_act))
        assert choice.reason.endswith(".")
        guesses += choice.guess
        actions += 1
        match.play(choice.action)
        match.check()
    assert match.result is not None
    assert guesses <= actions * 0.02
    assert standing(match.state, ALGERIA) != standing(match.state, MOROCCO)


def fingerprint(actions: int) -> str:
    """Lists, choices of the bots, positions and journals of the beginnings of some games, as one number."""
    game, found = load_game("sand_wars"), sha256()
    for scenario in SCENARIOS:
        match, chooser = game.new_match(scenario, 7), random.Random(7)
        for number in range(actions):
            if match.to_act is None:
                break
            legal = match.legal()
            found.update(repr(legal).encode())
            if number % 20 == 0:
                choice = make_bot("policy", game, match.to_act, number).choose(Seat(match, match.to_act))
                found.update(repr(choice).encode())
            match.play(chooser.choice(legal))
        found.update(f"{match.hash()} {match.journal.text()}".encode())
    return found.hexdigest()


def test_games_do_not_depend_on_hashing() -> None:
    """Q06: lists, dice, journal and bots are the same whatever the order in which Python goes through sets."""
    code = "from tests.sand_wars.test_playouts import fingerprint; print(fingerprint(50))"
    told = set()
    for seed in "12":
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", code]
        told.add(subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert len(told) == 1


def test_the_policy_beats_chance() -> None:
    game = load_game("sand_wars")
    better = []
    for seed in range(4):
        side, other = (ALGERIA, MOROCCO) if seed % 2 else (MOROCCO, ALGERIA)
        match = game.new_match("crisis", seed)
        play_out(match, {side: make_bot("policy", game, side, seed), other: make_bot("random", game, other, seed)})
        better.append(standing(match.state, side) > standing(match.state, other))
    assert sum(better) >= 3


@pytest.mark.parametrize(("scenario", "seed"), [("tensions", 11), ("crisis", 12)])
def test_nobody_is_told_what_he_cannot_know(scenario: str, seed: int) -> None:
    match = load_game("sand_wars").new_match(scenario, seed)
    chooser = random.Random(seed)
    for number in range(150):
        if match.to_act is None:
            break
        if number % 10 == 0:
            compare_secret_choices(match)
            for side in SIDES:
                compare_worlds(match, side, seed + number)
        match.play(chooser.choice(match.legal()))
