"""The bots: they finish every game legally, repeat themselves, give reasons, cannot see secrets, and beat chance."""

from __future__ import annotations

import msgspec
import pytest

from common.bots import Choice, PolicyBot, RandomBot, play_out
from common.engine import Game, Match, Seat, load_game
from nmc.bot import policy
from nmc.bot.confederate import MESILLA, goal
from nmc.bot.judgement import danger_value, value_attack
from nmc.bot.survey import Survey
from nmc.rules.combat import HELD, Battle, BattleSupply
from nmc.rules.forces import Divide
from nmc.rules.march import MarchPhase
from nmc.state import CONFEDERATE, SIDES, UNION, Stack

OPTIONS = ({}, {"attack_momentum": True}, {"control_by_sp_only": True})


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("nmc")


def played(game: Game, seed: int, options: dict[str, bool]) -> tuple[Match, list[Choice]]:
    """A whole game between the two bots, checked after every action."""
    match = game.new_match(seed=seed, options=options)
    bots = {side: PolicyBot(game, side, seed) for side in SIDES}
    choices: list[Choice] = []
    while match.to_act is not None:
        choice = bots[match.to_act].choose(Seat(match, match.to_act))
        choices.append(choice)
        match.play(choice.action)
        match.check()
        assert len(choices) < 3000, "the bots do not come to an end"
    return match, choices


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "plain")
def test_bots_finish_a_game_legally_and_say_why(game: Game, options: dict[str, bool]) -> None:
    match, choices = played(game, 11, options)
    assert match.result is not None
    for choice in choices:
        assert len(choice.reason) > 8 and choice.reason.endswith((".", "!"))


def test_bots_never_fall_back_on_any_choice(game: Game) -> None:
    _, choices = played(game, 12, {"attack_momentum": True, "control_by_sp_only": True})
    assert not [choice for choice in choices if choice.reason == "Any choice will do here."]


def test_same_seed_same_game(game: Game) -> None:
    first, second = (played(game, 5, {})[1] for _ in range(2))
    assert first == second


def test_the_choice_needs_no_memory(game: Game) -> None:
    """A seat can be handed to the bot in the middle of a game: a fresh bot answers as one that played on."""
    match = game.new_match(seed=3)
    old = {side: PolicyBot(game, side, 3) for side in SIDES}
    for _ in range(150):
        side = match.to_act
        assert side is not None
        choice = old[side].choose(Seat(match, match.to_act))
        assert PolicyBot(game, side, 3).choose(Seat(match, match.to_act)) == choice
        match.play(choice.action)


def test_the_bot_takes_over_from_a_random_player(game: Game) -> None:
    for seed in range(6):
        match = game.new_match(seed=seed, options={"attack_momentum": True})
        chance = {side: RandomBot(seed) for side in SIDES}
        bots = {side: PolicyBot(game, side, seed) for side in SIDES}
        for number in range(240):
            side = match.to_act
            if side is None:
                break
            match.play((bots if number // 7 % 2 else chance)[side].choose(Seat(match, match.to_act)).action)
            match.check()


def battle_at_4316(game: Game, hidden: str) -> Match:
    """A battle in which both sides depend on a wagon; the Confederate attacker has decided secretly."""
    match = game.new_match(seed=1)
    state = match.state
    attacker = Stack(CONFEDERATE, cavalry=18, wagons=1, exdepots=1, leaders=("Green",))
    state.stacks["3308"] = attacker
    state.stacks["3309"] = Stack(UNION, regular=9, wagons=1, leaders=("Carson",))
    battle = Battle(CONFEDERATE, "3308", "3309", attacker, False)
    step = BattleSupply(battle, (UNION,), True, ((CONFEDERATE, hidden),))
    state.flow.append(step)
    return match


def test_a_hidden_wagon_decision_does_not_change_the_answer(game: Game) -> None:
    """The other side's secret declaration cannot influence the choice (10.6d)."""
    answers = {
        msgspec.json.encode(policy(view, UNION))
        for hidden in (HELD, "wagons", "exdepots")
        for view in (battle_at_4316(game, hidden), battle_at_4316(game, hidden).imagine(UNION, 0))
    }
    answers |= {
        msgspec.json.encode(PolicyBot(game, UNION, seed).choose(Seat(battle_at_4316(game, hidden), UNION)))
        for hidden in (HELD, "wagons")
        for seed in (0, 1)
    }
    assert len(answers) == 1


@pytest.mark.parametrize("side", SIDES)
def test_a_bot_beats_chance(game: Game, side: str) -> None:
    for seed in range(900, 912):
        match = game.new_match(seed=seed)
        bots = {who: PolicyBot(game, who, seed) if who == side else RandomBot(seed) for who in SIDES}
        assert play_out(match, bots).result is not None
        assert match.result is not None and match.result.winner == side, f"seed {seed}: {match.result}"


def test_the_army_assembles_before_play(game: Game) -> None:
    match = game.new_match(seed=0)
    bot = PolicyBot(game, CONFEDERATE, 0)
    while not isinstance(match.state.step, MarchPhase):
        match.play(bot.choose(Seat(match, match.to_act)).action)
    main, rear = match.state.stacks["1803"], match.state.stacks["1704"]
    assert main.supplies == 2 and main.guns == 2 and "Sibley" in main.leaders
    assert main.strength > 3 * rear.strength > 0


def test_a_division_begun_by_somebody_else_is_finished(game: Game) -> None:
    match = game.new_match(seed=0)
    bot = PolicyBot(game, CONFEDERATE, 0)
    while not isinstance(match.state.step, MarchPhase):
        match.play(bot.choose(Seat(match, match.to_act)).action)
    state = match.state
    rest = state.stacks["1803"]
    odd = Stack(CONFEDERATE, guns=1)
    state.flow.append(Divide(CONFEDERATE, "1803", "march", rest.minus(odd), odd))
    for _ in range(12):
        match.play(bot.choose(Seat(match, match.to_act)).action)
        match.check()
        if not isinstance(match.state.step, Divide):
            return
    raise AssertionError("the division was not finished")


def test_worth_of_attacks_and_dangers(game: Game) -> None:
    """An attack on lone wagons is always good; 21 SP beside Fort Craig with its 38 are in danger."""
    state = game.new_match(seed=0).state
    state.stacks["3105"] = Stack(UNION, wagons=1)
    army = Stack(CONFEDERATE, cavalry=21, guns=2, leaders=("Sibley",))
    survey = Survey(state, CONFEDERATE)
    assert value_attack(survey, army, "3205", "3105").value > 1
    assert danger_value(survey, army, "2705", False) > danger_value(survey, army, "1603", False)


def test_a_guard_stays_where_it_is_the_guard(game: Game) -> None:
    """Counted as its own relief, it went to and fro between Mesilla and the next fort until its points were used up."""
    state = game.new_match(seed=1).state
    for space in (MESILLA, "1307", "1407"):
        state.stacks.pop(space, None)
    guard = Stack(CONFEDERATE, cavalry=2)
    state.stacks[MESILLA] = guard
    assert goal(Survey(state, CONFEDERATE), guard, MESILLA).hex == MESILLA
    state.stacks.pop(MESILLA)
    state.stacks["1307"] = guard
    assert goal(Survey(state, CONFEDERATE), guard, "1307").hex == MESILLA
    state.stacks[MESILLA] = Stack(CONFEDERATE, cavalry=4)
    there = goal(Survey(state, CONFEDERATE), guard, MESILLA).hex
    assert there != MESILLA, "two of four are enough there"
