"""Whole games: every position sound, every game ends, and nothing is lost on the way to a file and back."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_type_hints

import pytest

from common.bots import make_bot
from common.engine import Action, Aside, IllegalAction, Match, Seat
from common.engine.positions import BadPosition, read_position
from common.lab.secrecy import compare_secret_choices, compare_worlds
from operation_serval import actions
from operation_serval.state import COALITION, ISLAMIST, SIDES
from tests.operation_serval.positions import game

pytestmark = pytest.mark.lengthy

SCENARIOS = ("scenario_1", "scenario_2")
EVERYTHING = ("jsoc", "africom", "additional_french", "islamist_upgrades", "heavy_weaponry", "robustness")


def begin(scenario: str, seed: int) -> Match:
    """A match whose options depend on the seed: each alone, together, or none, with and without fog."""
    chosen = {name: seed % 8 == 7 or seed % 8 == number for number, name in enumerate(EVERYTHING)}
    return game().new_match(scenario, seed, {"quick_start": seed % 3 > 0, "fog_of_war": seed % 2 == 0, **chosen})


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 7])
def test_random_games_keep_the_rules(scenario: str, seed: int, tmp_path: Path) -> None:
    match, dice, count = begin(scenario, seed), random.Random(seed), 0
    while match.to_act is not None:
        legal = match.legal()
        assert legal and len(set(legal)) == len(legal)
        assert len(match.prompt) <= 110, match.prompt
        match.play(dice.choice(legal))
        count += 1
        match.check()
        if count % 90 == 0:
            before = match.hash()
            match.undo()
            match.check()
            match.redo()
            assert match.hash() == before
            assert game().decode(game().encode(match.state)) == match.state
            match.save(tmp_path / "game.jsonl")
            again = Match.load(tmp_path / "game.jsonl")
            assert again.hash() == before and not again.warnings
            assert again.legal() == match.legal()
    assert match.result is not None and match.result.points["lead"] == match.view(None).lead
    assert all(entry.rules or entry.heading or not entry.rolls for entry in match.journal)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_kept_from_action_to_action_equals_what_is_worked_out_anew(scenario: str) -> None:
    match, dice = begin(scenario, 4), random.Random(4)
    for _ in range(250):
        if match.to_act is None:
            break
        legal, fresh = match.legal(), match.state.clone(bare=True)
        assert legal == fresh.step.legal(fresh)
        wide = fresh.step.candidates(fresh)
        assert legal == tuple(action for action in wide if fresh.step.why_not(fresh, action) is None)
        match.play(dice.choice(legal))


def test_every_rule_quoted_in_a_journal_is_a_clause() -> None:
    known = {clause.id for clause in game().clauses}
    for scenario, seed in product(SCENARIOS, (5, 15)):
        match, dice = begin(scenario, seed), random.Random(seed)
        while match.to_act is not None:
            match.play(dice.choice(match.legal()))
        quoted = {rule for entry in match.journal for rule in entry.rules}
        assert quoted <= known, quoted - known


WORDS = (
    "",
    "x",
    "9999",
    "1233",
    "2924",
    "france_sa",
    "air",
    "ml_pg",
    "fr_ca_gtia1",
    "ad_iyad",
    "french",
    "isr",
    "cyber",
)


def nonsense() -> Iterator[Action]:
    """Every kind of action with fields that fit few positions."""
    for kind in vars(actions).values():
        if not (isinstance(kind, type) and issubclass(kind, Action)) or kind in (Action, Aside):
            continue
        values: list[tuple[object, ...]] = []
        for name, hint in get_type_hints(kind).items():
            if name in kind.__struct_fields__:
                values.append({str: WORDS, int: (-1, 0, 99), bool: (True, False)}.get(hint, ((), ("x",), ("ml_pg",))))
        if issubclass(kind, Aside):
            values[0] = (ISLAMIST, COALITION)
        yield from (kind(*fields) for fields in product(*values))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_asked_is_either_listed_or_refused_with_a_rule(scenario: str) -> None:
    match, dice = begin(scenario, 6), random.Random(6)
    asked = list(nonsense())
    known = {clause.id for clause in game().clauses}
    steps: Counter[str] = Counter()
    while match.to_act is not None:
        name = type(match.state.step).__name__
        steps[name] += 1
        legal = match.legal()
        if steps[name] <= 2:
            for action in asked:
                refusal = match.why_not(action)
                if not isinstance(action, Aside):
                    assert (refusal is None) is (action in legal), (action, refusal)
                assert refusal is None or (refusal.rule in known and refusal.why), (action, refusal)
        match.play(dice.choice(legal))
    with pytest.raises(IllegalAction):
        match.play(actions.Pass())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_play_a_game_to_its_end_with_every_option(scenario: str) -> None:
    options = {"quick_start": False, **dict.fromkeys(EVERYTHING, True)}
    match = game().new_match(scenario, 11, options)
    bots = {side: make_bot("policy", game(), side, 11) for side in match.sides}
    while match.to_act is not None:
        choice = bots[match.to_act].choose(Seat(match, match.to_act))
        assert choice.reason.endswith(".") and not choice.guess, (match.state.step, choice)
        match.play(choice.action)
        if len(match.past) % 10 == 0:
            match.check()
    match.check()
    assert match.result is not None and match.result.level


@pytest.mark.parametrize("level", [("random", "policy"), ("policy", "random")])
def test_the_policy_beats_chance(level: tuple[str, str]) -> None:
    match = game().new_match("scenario_2", 1, {"quick_start": True})
    bots = {side: make_bot(which, game(), side, 1) for side, which in zip(SIDES, level, strict=True)}
    while match.to_act is not None:
        match.play(bots[match.to_act].choose(Seat(match, match.to_act)).action)
    assert match.result is not None
    assert match.result.winner == SIDES[level.index("policy")]


@pytest.mark.parametrize("seed", [2, 5])
def test_dealing_the_unseen_again_changes_nothing_that_a_side_can_ask(seed: int) -> None:
    match = game().new_match(SCENARIOS[seed % 2], seed, {"quick_start": True})
    bots = {side: make_bot("random" if seed % 2 else "policy", game(), side, seed) for side in match.sides}
    compared = 0
    for number in range(600):
        if match.to_act is None:
            break
        if number % 40 == seed:
            compare_secret_choices(match)
            for side in SIDES:
                compare_worlds(match, side, number, hints=number % 200 == seed)
                compared += 1
        match.play(bots[match.to_act].choose(Seat(match, match.to_act)).action)
    assert compared > 15


def test_a_seed_tells_one_story() -> None:
    def told() -> str:
        match = game().new_match("scenario_2", 4, {"quick_start": True})
        dice = random.Random(4)
        for _ in range(200):
            match.play(dice.choice(match.legal()))
        return match.journal.text()

    assert told() == told()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"at":"1233"', '"at":"nowhere"'),
        ('"sharia":[]', '"sharia":["2107"]'),
        ('"eleventh":false', '"eleventh":true'),  # nobody has committed the French reserves
    ],
)
def test_a_stored_position_that_cannot_be_is_refused(old: str, new: str) -> None:
    raw = game().encode(game().new_match("scenario_1", 2, {"quick_start": True}).state).decode()
    assert read_position(game(), raw.encode()) is not None
    assert old in raw
    with pytest.raises(BadPosition):
        read_position(game(), raw.replace(old, new).encode())
