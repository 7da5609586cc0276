"""Moments of a match: any of them can be asked and looked at, and the game goes on as if nobody had."""

from __future__ import annotations

import random

import pytest

from common.bots.thinker import ask_about
from common.engine import Match, Seat, load_game, playable_games
from common.engine.match import BARRIERS, NEEDS_CONSENT
from common.engine.moments import STORED
from common.engine.state import digest
from tests.engine.test_secrecy import secret_position


def play_some(game: str, count: int) -> tuple[Match, list[tuple[str, int, str | None, bool, str]]]:
    """A game of some actions, with what was known of every position on the way."""
    match, chance, known = load_game(game).new_match(seed=3), random.Random(3), []
    for _ in range(count):
        known.append((match.hash(), match.turn, match.to_act, match.is_secret, match.prompt))
        match.play(chance.choice(match.legal()))
    known.append((match.hash(), match.turn, match.to_act, match.is_secret, match.prompt))
    return match, known


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_every_moment_can_be_asked_again(game: str) -> None:
    match, known = play_some(game, 120)
    for moment, expected in enumerate(known):
        there = match.at(moment)
        assert (there.hash(), there.turn, there.to_act, there.is_secret, there.prompt) == expected
        assert not there.past and not there.journal
    for done, (_, turn, side, is_secret, _) in zip(match.past, known, strict=False):
        assert (done.turn, done.side, done.is_secret) == (turn, side, is_secret)


@pytest.mark.parametrize("game", playable_games())
def test_few_positions_are_stored_and_the_others_follow_from_what_was_played(game: str) -> None:
    match, known = play_some(game, 100)
    stored = [number for number, done in enumerate(match.past) if done.stored is not None]
    assert stored == list(range(0, 100, STORED))
    assert [digest(done.before) for done in reversed(match.past)] == [seen[0] for seen in known[-2::-1]]


def test_a_position_that_was_changed_by_hand_is_stored() -> None:
    match, _ = play_some("nmc", 20)
    match.state.turn += 1
    match.state.forget()
    changed = match.hash()
    match.play(match.legal()[0])
    match.undo()
    assert match.hash() == changed


def test_other_dice_from_here_on_do_not_change_what_was_played() -> None:
    match, known = play_some("nmc", 20)
    other = match.clone(seed=99)
    for _ in range(5):
        other.play(other.legal()[0])
    for _ in range(5):
        other.undo()
    assert (other.state.seed, match.hash()) == (99, known[-1][0])
    other.undo()
    assert other.hash() == known[-2][0]


def test_a_moment_that_was_looked_at_is_told_again_after_undo() -> None:
    match, _ = play_some("nmc", 40)
    text, before = match.journal.text(), match.hash()
    for moment in range(40):
        there = match.at(moment)
        there.play(there.legal()[0])
    assert match.hash() == before
    while match.past:
        match.undo()
    while match.future:
        match.redo()
    assert (match.journal.text(), match.hash()) == (text, before)


def test_the_program_says_beforehand_what_it_will_roll() -> None:
    match, chance, dice = load_game("nmc").new_match(seed=8), random.Random(8), 0
    for _ in range(300):
        action = chance.choice(match.legal())
        given: list[int] = []
        while (die := match.pending_die(action, given)) is not None:
            given.append(match.throw_ahead(die.low, die.high, len(given)))
        before, rolls = len(match.journal), match.rolls
        match.play(action)
        thrown = [face for entry in match.journal[before:] for roll in entry.rolls for face in roll.dice]
        assert thrown == given
        assert match.rolls - rolls == len(given)
        dice += len(given)
    assert dice > 20


def test_undo_over_a_roll_says_what_stands_against_it() -> None:
    match, _ = play_some("nmc", 60)
    found = 0
    while match.past:
        barrier, refusal = match.barrier(), match.why_not_undo(match.past[-1].side)
        if barrier == "roll":
            assert refusal is not None and refusal.why == f"{BARRIERS['roll']}: {NEEDS_CONSENT}"
            found += 1
        match.undo()
    assert found


def test_the_rule_of_a_prompt() -> None:
    match, _ = play_some("nmc", 0)
    assert match.prompt == "Spread the army at Fort Thorn over the hexes around it, or begin (3.3a)."
    assert match.prompt_rule == "3.3a"


def test_the_thinking_process_is_asked_the_same_in_every_world() -> None:
    """What leaves the program for a bot holds nothing that its side cannot know."""
    match, side = secret_position()
    worlds = [match, *(match.imagine(side, seed) for seed in range(6))]
    assert len({world.hash() for world in worlds[1:]}) > 1, "the worlds compared must differ"
    asked = [ask_about(Seat(world, side), 1, "policy", 7) for world in worlds]
    states = [match.game.decode(bytes(request.state)) for request in asked]
    assert all(state == states[0] for state in states)
    assert states[0].seed != match.state.seed or match.state.seed == 7
