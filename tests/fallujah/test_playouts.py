"""Whole games: every position sound, every game ends, and nothing is lost on the way to a file and back."""

import random
import subprocess
import sys
from collections import Counter

import pytest

from common.bots import make_bot, play_out
from common.data import ROOT
from common.engine import IllegalAction, Match, Seat, load_game
from fallujah import actions
from tests.fallujah.positions import game


@pytest.mark.parametrize("scenario", ["phantom_fury", "solitaire"])
@pytest.mark.parametrize("seed", [1, 2])
def test_random_games_keep_the_rules(scenario, seed, tmp_path):
    match = game().new_match(scenario, seed=seed)
    dice = random.Random(seed)
    count = 0
    while match.to_act is not None:
        legal = match.legal()
        assert legal and len(set(legal)) == len(legal)
        assert len(match.prompt) <= 90
        match.play(dice.choice(legal))
        count += 1
        match.check()
        if count % 60 == 0:
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
    assert match.result.points["total"] == match.view(None).total
    assert all(len(entry.text) <= 120 for entry in match.journal)
    assert all(entry.rules or entry.heading for entry in match.journal)


def held(state):
    """The stacks by space."""
    return {space: stacks for space, stacks in state.pieces.by_space.items() if any(stacks)}


@pytest.mark.parametrize("scenario", ["phantom_fury", "solitaire"])
@pytest.mark.parametrize("seed", [3, 4])
def test_what_is_kept_from_action_to_action_equals_what_is_worked_out_anew(scenario, seed):
    match = game().new_match(scenario, seed=seed)
    dice = random.Random(seed)
    while match.to_act is not None:
        legal, fresh = match.legal(), match.state.clone(bare=True)  # which knows nothing but the position
        assert legal == fresh.step.legal(fresh)
        assert all(match.why_not(action) is None for action in legal)
        assert held(match.state) == held(fresh)
        match.play(dice.choice(legal))


@pytest.mark.parametrize("scenario", ["phantom_fury", "solitaire"])
def test_clones_share_what_is_known_and_keep_their_own_positions(scenario):
    match = game().new_match(scenario, seed=6)
    dice = random.Random(6)
    while match.to_act is not None:
        legal, before = match.legal(), held(match.state)
        other = match.clone(quiet=True)
        assert other.state.pieces is match.state.pieces
        for copy in (other, match.clone(quiet=True)):
            for _ in range(3):
                if copy.to_act is not None:
                    copy.play(dice.choice(copy.legal()))
                    assert copy.result or copy.legal() == copy.state.step.legal(copy.state.clone(bare=True))
        assert held(match.state) == before and match.legal() == legal
        match.play(dice.choice(legal))


def all_actions(state):
    """Every action of the long lists, legal or not, with the units and spaces of the game."""
    areas, units = state.data.areas, state.units
    for space in (*state.data.spaces, "riverine"):
        yield from (actions.Activate(space), actions.Attack(space), actions.Place(space), actions.FireMission(space))
        yield from (actions.Organize(space, count) for count in range(9))
    for id_ in units:
        yield from (kind(id_) for kind in (actions.DigIn, actions.Surface, actions.Raid))
        yield from (kind(id_, space) for kind in (actions.March, actions.Shift) for space in areas)
    yield from (actions.Deploy(plan) for plan in state.data.deployments)


@pytest.mark.parametrize("scenario", ["phantom_fury", "solitaire"])
def test_long_lists_have_exactly_what_nothing_forbids(scenario):
    match = game().new_match(scenario, seed=8)
    dice = random.Random(8)
    steps: Counter[str] = Counter()
    kinds = {type(action) for action in all_actions(match.state)}
    while match.to_act is not None:
        legal, name = match.legal(), type(match.state.step).__name__
        steps[name] += 1
        if steps[name] % 11 == 1:
            fitting = {action for action in all_actions(match.state) if match.why_not(action) is None}
            assert fitting == {action for action in legal if type(action) in kinds}
        match.play(dice.choice(legal))


@pytest.mark.parametrize("scenario", ["phantom_fury", "solitaire"])
def test_the_positions_of_the_past_are_those_that_were_played(scenario):
    match = game().new_match(scenario, seed=9)
    dice = random.Random(9)
    played = []
    while match.to_act is not None:
        if dice.random() < 0.03:
            back = min(len(match.past), dice.randint(1, 40))
            for _ in range(back):
                match.undo()
            assert not back or game().encode(match.state) == played[-back]
            for _ in range(dice.randint(0, back)):
                match.redo()
            del played[len(match.past) :]
        played.append(game().encode(match.state))
        match.play(dice.choice(match.legal()))
    moments = list(enumerate(match.past))
    dice.shuffle(moments)
    assert all(game().encode(moment.before) == played[number] for number, moment in moments)


def test_every_rule_quoted_in_a_journal_is_a_clause():
    known = {clause.id for clause in game().clauses}
    chapters = {id_.rstrip("abcdefghijklmnop") for id_ in known}
    for scenario in ("phantom_fury", "solitaire"):
        match = game().new_match(scenario, seed=5)
        dice = random.Random(5)
        while match.to_act is not None:
            match.play(dice.choice(match.legal()))
        quoted = {rule for entry in match.journal for rule in entry.rules}
        assert quoted <= known | chapters


def nonsense():
    """Every kind of action with fields that fit no position."""
    words = (
        "",
        "x",
        "99",
        "NW",
        "NE",
        "riverine",
        "force_pool",
        "eliminated",
        "m_scc",
        "m_3_1_i",
        "C1",
        "F1",
        "M1",
        "M60",
        "42",
    )
    for kind in vars(actions).values():
        if isinstance(kind, type) and issubclass(kind, actions.Action) and kind is not actions.Action:
            fields = kind.__struct_fields__
            if fields == ("space", "militia"):
                yield from (kind(word, number) for word in words for number in (-1, 0, 99))
            elif fields == ("roll", "by"):
                yield from (kind(word, number) for word in ("attack", "end", "x") for number in (-9, 0, 9))
            elif fields in (("support",), ("back",)):
                yield kind(None)
            elif len(fields) == 2:
                yield from (kind(one, other) for one in words for other in words)
            elif len(fields) == 1:
                yield from (kind(word) for word in words)
            else:
                yield kind()


@pytest.mark.parametrize("scenario", ["phantom_fury", "solitaire"])
def test_whatever_is_asked_is_either_listed_or_refused_with_a_rule(scenario):
    match = game().new_match(scenario, seed=3)
    dice = random.Random(3)
    asked = list(nonsense())
    known = {clause.id for clause in game().clauses}
    steps: Counter[str] = Counter()
    while match.to_act is not None:
        name = type(match.state.step).__name__
        steps[name] += 1
        legal = match.legal()
        if steps[name] <= 3:
            for action in asked:
                refusal = match.why_not(action)
                assert (refusal is None) is (action in legal), action
                assert refusal is None or (refusal.rule in known and refusal.why)
        match.play(dice.choice(legal))
    with pytest.raises(IllegalAction):
        match.play(actions.Pass())


@pytest.mark.parametrize("scenario", ["phantom_fury", "solitaire"])
def test_bots_play_a_game_to_its_end(scenario):
    match = game().new_match(scenario, seed=11)
    bots = {side: make_bot("policy", game(), side, 11) for side in match.sides}
    while match.to_act is not None:
        choice = bots[match.to_act].choose(Seat(match, match.to_act))
        assert choice.reason
        match.play(choice.action)
        match.check()
    assert match.result.level


def test_a_seed_tells_one_story():
    def told():
        match = load_game("fallujah").new_match("solitaire", seed=4)
        bots = {side: make_bot("random", match.game, side, 4) for side in match.sides}
        return play_out(match, bots).journal.text()

    assert told() == told()


def test_what_a_side_sees_is_everything_but_the_dice_to_come():
    match = game().new_match("phantom_fury", seed=9)
    match.play(actions.Deploy("depth"))
    mine, theirs = match.view("insurgent"), match.view("coalition")
    assert mine.pieces == theirs.pieces and mine.areas == theirs.areas
    assert not {"seed", "script", "rolls"} & set(mine.__struct_fields__)
    other = match.imagine("coalition", 77)
    assert other.view("coalition") == theirs and other.state.seed == 77


READ = """
import sys
from common.engine import load_game
print(*(type(step).__name__ for step in load_game("fallujah").decode(sys.stdin.buffer.read()).flow))
"""

pytestmark = pytest.mark.lengthy


def test_a_solitaire_position_is_read_by_a_program_that_has_not_played():
    state = game().new_match("solitaire", seed=4).state
    raw, program = game().encode(state), [sys.executable, "-c", READ]
    done = subprocess.run(program, cwd=ROOT, input=raw, capture_output=True, check=True)
    assert done.stdout.decode().split() == [type(step).__name__ for step in state.flow]
