"""What the prompt bar says in every step that random games reach: a sentence, a rule, and a figure for each choice."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator

import pytest

from common.engine import GAMES, Match, Seat, load_game
from common.gui.session.offers import DIRECT, FIGURES
from common.gui.table.open_table import find_table
from common.gui.table.prompt_words import describe_waiting
from tests.playing import bot_positions

SCENARIOS = (("nmc", "campaign"), ("fallujah", "phantom_fury"), ("fallujah", "solitaire"))
OTHERS = (("operation_serval", "scenario_1"), ("somali_pirates", "campaign"), ("sand_wars", "peacetime"))
MANY = int(os.environ.get("FIVE_FRONTS_SCALE", "1000"))
RULE = re.compile(r"\((\d+[\d.a-zA-Z]*|[A-Z]+\.[\w.]+)\)[.?]?( [\w ]+ is (moving|fighting)\.)?$")


def positions(game: str, scenario: str, seed: int, most: int = 600) -> Iterator[Match]:
    """Every decision of a random game."""
    options = {"attack_momentum": bool(seed % 2)} if game == "nmc" else {}
    match, chance = load_game(game).new_match(scenario, seed, options), random.Random(seed)
    while match.result is None and len(match.past) < most:
        yield match
        match.play(chance.choice(match.legal()))


def judge_prompts(game: str, scenario: str, seeds: range, most: int = 600) -> set[str]:
    """Look at every prompt; the kinds of step that were met."""
    met = set()
    for seed in seeds:
        for match in positions(game, scenario, seed, most):
            step, prompt = type(match.state.step).__name__, match.prompt
            met.add(step)
            assert prompt and len(prompt) <= 90, (step, prompt)
            assert RULE.search(prompt), (step, prompt)
    return met


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_step_asks_one_short_sentence_with_its_rule(game: str, scenario: str) -> None:
    met = judge_prompts(game, scenario, range(4))
    assert len(met) > 5, met


@pytest.mark.parametrize(("game", "scenario"), OTHERS)
def test_every_step_of_the_larger_games_asks_alike(game: str, scenario: str) -> None:
    assert len(judge_prompts(game, scenario, range(2), most=250)) > 5


@pytest.mark.slow
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_step_of_a_thousand_games(game: str, scenario: str) -> None:
    """Whole games, so that the steps of the last turn and of the end are met too."""
    assert len(judge_prompts(game, scenario, range(MANY), most=20_000)) > 6


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_no_two_choices_are_called_the_same(game: str, scenario: str) -> None:
    """A menu with the same line twice leaves the player guessing."""
    for match in positions(game, scenario, 3, 250):
        seat = Seat(match, match.to_act)
        labels = [find_table(match).gesture(seat, action).label for action in match.legal()]
        assert all(labels)
        assert len(set(labels)) == len(labels), sorted(label for label in labels if labels.count(label) > 1)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_choice_has_a_figure(lay, game: str, scenario: str) -> None:
    """However many choices there are, nine keys lead to all of them, also with the cursor on a stack."""
    table = lay(match=load_game(game).new_match(scenario, 3))
    session, hand = table.session, table.hand
    chance = random.Random(3)
    for _ in range(60):
        if session.match.result is not None:
            break
        stacks = [""] + [piece.space for piece in session.pieces() if piece.movable]
        hand.cursor = chance.choice(stacks)
        end, slots = hand.find_end(), hand.slots()
        choices = [choice for choice in hand.choices() if choice != end]
        assert len(slots) <= max(DIRECT, FIGURES), [slot.title for slot in slots]
        assert sorted(c for slot in slots for c in slot.choices) == sorted(choices)
        assert len({slot.number for slot in slots}) == len(slots) and all(slot.number for slot in slots)
        session.match.play(chance.choice(session.match.legal()))
        session.forget()


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS[:2])
def test_the_measure_answers_between_any_two_spaces(game: str, scenario: str) -> None:
    chance = random.Random(8)
    for number, match in enumerate(positions(game, scenario, 8, 160)):
        if number % 8 == 0:
            start, goal = chance.sample(sorted(match.game.data.map.spaces), 2)
            for way in find_table(match).ways(match.view(match.to_act), start, goal):
                assert way.cost or way.blocks, (start, goal)


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_every_place_and_box_has_something_to_read_without_a_fault(game: str) -> None:
    match = load_game(game).new_match(seed=1)
    table, data = find_table(match), match.game.data
    for side in (*match.sides, None):
        view = match.view(side)
        for space in (*data.map.spaces, *data.map.boxes):
            assert all(section.rows for section in table.about_space(view, space))


def test_a_prompt_says_the_outcome_before_it_asks() -> None:
    """Who attacked whom with what result so far stands before the question."""
    windows = set()
    for match in bot_positions("fallujah", 7, 400):
        if type(match.state.step).__name__ == "Window" and match.state.battle is not None:
            battle, where = match.state.battle, match.state.data.map.spaces[match.state.battle.area].name
            attack = battle.offence_value + battle.attack_roll
            defence = battle.defence_value + battle.defence_roll
            assert f"{where}: {attack} against {defence}, " in match.prompt
            assert match.prompt.endswith(". Spend the Advantage? (10.1)")
            windows.add(battle.kind)
    assert windows >= {"assault", "raid"}


def test_a_wagon_is_asked_for_with_what_it_changes() -> None:
    match = next(m for m in bot_positions("nmc", 7, 700) if type(m.state.step).__name__ == "BattleSupply")
    assert match.prompt == "Confederates attack Socorro, 22 SP against 2: use up a wagon, openly? (10.6c)"
    seat = Seat(match, match.to_act)
    labels = [find_table(match).gesture(seat, action).label for action in match.legal()]
    assert [label.split(":")[0] for label in labels] == ["Use up a wagon", "Hold the wagons back"]
    assert all(re.fullmatch(r"[\w ]+: inflict \d\.\d, lose \d\.\d SP", label) for label in labels)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_waits_is_told_by_a_verb_what_the_other_is_about_to_do(name: str) -> None:
    """U57: an article or a number after "to" is a question that was not written for those who wait."""
    game, chance = load_game(name), random.Random(9)
    told: set[str] = set()
    for seed in range(3):
        match = game.new_match(chance.choice(list(game.scenarios)), seed)
        while match.result is None and len(match.past) < 600:
            told.add(describe_waiting("the others", match.prompt))
            match.play(chance.choice(match.legal()))
    wrong = [text for text in told if re.search(r"the others to (an?|the|one|two|no|\d+)\b", text)]
    assert len(told) > 5 and wrong == []
