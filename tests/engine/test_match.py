"""The interface every user of the engine has, on every playable game."""

from __future__ import annotations

import random

import msgspec
import pytest

from common.engine import Concede, IllegalAction, Match, Refusal, ScriptedDie, UnknownGame, load_game, playable_games
from common.engine.journal import Entry, Journal
from common.engine.state import throw
from nmc.actions import Activate, AssignAll, EndPhase, Lock, March, Ready, StepTo

GAMES = playable_games()


def nmc(**more: object) -> Match:
    return load_game("nmc").new_match(**more)  # type: ignore[arg-type]


def marching(dice: list[int]) -> Match:
    match = nmc(seed=5, dice=dice)
    for action in (Ready(), Activate("1704"), AssignAll(), Lock()):
        match.play(action)
    return match


def test_games_are_found_by_name_and_strangers_refused() -> None:
    assert load_game("nmc").id == "nmc"
    with pytest.raises(UnknownGame, match="unknown game 'chess'"):
        load_game("chess")


def test_scenarios_and_options_are_checked() -> None:
    with pytest.raises(ValueError, match="no scenario 'x'"):
        nmc(scenario="x")
    with pytest.raises(ValueError, match="no option 'y'"):
        nmc(options={"y": True})
    assert nmc(options={"attack_momentum": True}).state.options["attack_momentum"] is True


def test_scripted_dice_come_first_and_in_order() -> None:
    match = marching([7])
    match.play(March(0))
    assert match.journal[-1].rolls[0].dice == (7,)
    assert match.state.script == ()


def test_a_scripted_die_out_of_range_leaves_the_game_as_it_was() -> None:
    match = marching([10])
    before = match.hash()
    with pytest.raises(ScriptedDie, match="10 is not between 0 and 9"):
        match.play(March(0))
    assert match.hash() == before
    assert not match.future


def test_players_own_dice_are_given_with_the_action() -> None:
    match = marching([])
    match.play(March(0), dice=[4])
    assert match.journal[-1].rolls[0].dice == (4,)


def test_an_illegal_action_names_its_rule_and_changes_nothing() -> None:
    match = nmc()
    before = match.hash()
    with pytest.raises(IllegalAction) as caught:
        match.play(StepTo("1803"))
    assert caught.value.refusal.rule == "5.1a"
    assert match.hash() == before
    assert len(match.past) == 0


def test_undo_gives_the_same_dice_again() -> None:
    match = marching([])
    match.play(March(0))
    rolled, after = match.journal[-1].rolls, match.hash()
    match.undo()
    match.play(March(0))
    assert match.journal[-1].rolls == rolled
    assert match.hash() == after


def test_a_new_action_forgets_what_was_taken_back() -> None:
    match = marching([])
    match.undo()
    assert match.future
    match.play(AssignAll()) if match.why_not(AssignAll()) is None else match.play(Lock())
    assert not match.future
    with pytest.raises(IllegalAction, match="nothing was taken back"):
        match.redo()


def test_one_side_alone_may_take_back_plans_but_no_die_and_no_passed_decision() -> None:
    match = marching([5])
    assert match.why_not_undo("confederate") is None
    match.play(March(0))
    refusal = match.why_not_undo("confederate")
    assert refusal is not None
    assert refusal.rule == "5.1b"
    with pytest.raises(IllegalAction, match="consent"):
        match.undo("confederate")
    match.undo()  # both agree
    passing = nmc()
    passing.play(Ready())
    passing.play(EndPhase())
    assert passing.to_act == "union"
    assert passing.why_not_undo("confederate") is not None


def test_nothing_can_be_undone_before_the_first_action() -> None:
    with pytest.raises(IllegalAction, match="nothing has been played"):
        nmc().undo()


def test_giving_up_is_always_possible_never_listed_and_can_be_undone() -> None:
    match = nmc()
    assert not any(isinstance(action, Concede) for action in match.legal())
    match.play(Concede("union"))  # out of turn
    assert match.result is not None
    assert match.result.winner == "confederate"
    assert match.to_act is None
    assert match.legal() == ()
    assert match.why_not(Ready()) == Refusal("4.8", "the game is over")
    match.undo()
    assert match.result is None
    assert match.why_not(Concede("nobody")) is not None


def test_a_clone_lives_its_own_life() -> None:
    match = marching([])
    other = match.clone()
    other.play(March(0))
    assert match.hash() != other.hash()
    assert len(match.journal) < len(other.journal)
    other.undo()
    assert other.hash() == match.hash()
    assert match.clone(seed=9).state.seed == 9


def test_a_quiet_clone_tells_nothing_but_plays_the_same() -> None:
    match = marching([])
    loud, quiet = match.clone(), match.clone(quiet=True)
    loud.play(March(0))
    quiet.play(March(0))
    assert quiet.hash() == loud.hash()
    assert len(quiet.journal) == 0


def test_a_heading_gives_way_to_the_next_where_nothing_was_told() -> None:
    march, combat = Entry("march", heading=True), Entry("combat", heading=True)
    told, secret = Entry("a shot"), Entry("a mine", only=("union",))
    assert Journal().view(None) == []
    assert Journal([march]).view(None) == [march]
    assert Journal([march, combat, told]).view(None) == [combat, told]
    assert Journal([march, secret, combat]).view("union") == [march, secret, combat]
    assert Journal([march, secret, combat]).view(None) == [combat]
    assert Journal([march, combat, told]).text() == "combat\na shot\n"


def test_every_roll_is_journalled_with_a_reason_and_a_rule() -> None:
    for name in GAMES:
        game, chooser = load_game(name), random.Random(4)
        match = game.new_match(seed=4)
        while match.result is None and len(match.past) < 800:
            match.play(chooser.choice(match.legal()))
        told = [entry for entry in match.journal if entry.rolls]
        dice, cards = sum(len(roll.dice) for entry in told for roll in entry.rolls), match.state.draws
        assert dice == match.state.rolls or (not match.state.rolls and dice <= 2 * cards), name  # cards can be dice
        for entry in told:
            assert entry.rules, entry
            assert all(roll.reason for roll in entry.rolls)
            assert all(game.clauses_of(modifier.rule) for roll in entry.rolls for modifier in roll.modifiers), entry


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_named_anywhere_is_a_clause(name: str) -> None:
    """F16: journal lines, prompts and refusals point at clauses that exist."""
    from common.lab import fuzz, playouts

    game = load_game(name)
    for seed in range(4):
        scenario, options, chooser = playouts.set_up(game, seed)
        match = game.new_match(scenario, seed, options)
        while match.result is None and len(match.past) < 700:
            prompt = match.prompt
            assert 0 < len(prompt) <= 90, prompt
            if len(match.past) % 25 == 0:
                for action in fuzz.actions(game, match, chooser, 20):
                    refusal = match.why_not(action)
                    assert refusal is None or game.clauses_of(refusal.rule), (action, refusal)
            match.play(chooser.choice(match.legal()))
        for entry in match.journal:
            assert all(game.clauses_of(rule) for rule in entry.rules), entry


@pytest.mark.parametrize("name", GAMES)
def test_actions_survive_json_and_are_hashable(name: str) -> None:
    game, chooser = load_game(name), random.Random(2)
    match = game.new_match(seed=2)
    for _ in range(150):
        if match.result is not None:
            break
        legal = match.legal()
        assert len(set(legal)) == len(legal)
        sample = chooser.sample(legal, min(5, len(legal)))
        for action in sample:
            assert msgspec.json.decode(msgspec.json.encode(action), type=game.action_type) == action
        match.play(sample[0])


@pytest.mark.parametrize("name", GAMES)
def test_a_view_holds_no_seed_no_history_and_is_plain_data(name: str) -> None:
    match = load_game(name).new_match(seed=123456789012345)
    for side in (*match.sides, None):
        text = msgspec.json.encode(match.view(side))
        assert b"123456789012345" not in text
        assert b'"seed"' not in text


def test_dice_are_even_and_independent() -> None:
    """Q18 in short: chi-squared of the generator and of successive pairs."""
    rolls = [throw(7, count, 10) for count in range(100_000)]
    expected = len(rolls) / 10
    single = sum((rolls.count(face) - expected) ** 2 / expected for face in range(10))
    assert 1.7 < single < 29.7  # 0.5 % on either side with 9 degrees of freedom
    pairs = [0] * 100
    for first, second in zip(rolls[::2], rolls[1::2], strict=True):
        pairs[first * 10 + second] += 1
    share = len(rolls) / 2 / 100
    assert sum((count - share) ** 2 / share for count in pairs) < 149  # 0.1 % with 99 degrees of freedom


@pytest.mark.parametrize("game", GAMES)
def test_a_list_counts_only_for_the_position_it_was_made_for(game: str) -> None:
    """What was legal before the last action, or before it was taken back, is judged anew."""
    match, chance, stale = load_game(game).new_match(seed=4), random.Random(4), 0
    while match.result is None and len(match.past) < 120:
        before = match.legal()
        match.play(chance.choice(before))
        if match.result is not None:
            break
        after = match.legal() if chance.random() < 0.5 else ()
        if chance.random() < 0.3:
            match.undo()
        hash_ = match.hash()
        for action in {*before, *after} - set(match.clone().legal()):
            with pytest.raises(IllegalAction):
                match.play(action)
            stale += 1
        assert match.hash() == hash_
    assert stale > 50
