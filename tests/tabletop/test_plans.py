"""Plans on trial: judged action by action, never across a roll or a draw, and never on the position itself."""

from __future__ import annotations

import pytest

from common.engine import Concede, Match, Seat, load_game, register_game
from common.engine.actions import Add, Confirm, Seal
from common.tabletop.plans import draft, legal, why_not
from nmc.actions import Activate, AssignAll, Lock, Ready, StepTo
from nmc.actions import March as RollToMarch
from tests.toy.actions import EndTurn, March
from tests.toy.rules.combat import Ambush
from tests.toy.rules.movement import Campaign

register_game("toy", "tests.toy")


def campaign() -> Match:
    """Blue may move: b1 and b2 stand at the ford, red blocks at the inn."""
    match = load_game("toy").new_match(seed=1)
    match.play(Seal("attack"))
    match.play(Seal("hold"))
    return match


def test_a_plan_is_tried_on_a_copy() -> None:
    state = Seat(campaign(), "blue").known
    before = state.clone()
    found = draft(state, (March("b2", "gate"),))
    assert (found.refusal, found.plan) == (None, (March("b2", "gate"),))
    assert found.state.blocks["b2"].at == "gate"
    assert state == before


def test_the_first_forbidden_action_ends_a_plan() -> None:
    state = Seat(campaign(), "blue").known
    found = draft(state, (March("b2", "gate"), March("b2", "inn"), EndTurn()))
    assert found.plan == (March("b2", "gate"),)
    assert found.refusal == why_not(found.state, March("b2", "inn"))
    assert found.refusal is not None
    assert found.refusal.why == "the block has moved already"


def test_nothing_happens_after_the_last_action() -> None:
    """The turn that ends would bring the choice of cards, and then the other side."""
    state = Seat(campaign(), "blue").known
    found = draft(state, (EndTurn(),))
    assert found.state.flow == state.flow[:-1]


@pytest.mark.parametrize(("passing", "then"), [((), Ambush), ((March,), Campaign)])
def test_a_plan_goes_on_after_actions_that_open_a_decision_for_others(passing, then) -> None:
    match = campaign()
    match.play(March("b2", "gate"))
    turn = EndTurn(), Confirm(), EndTurn(), Confirm(), Seal("attack"), Seal("hold")
    for action in turn:
        match.play(action)
    state, plan = Seat(match, "blue").known, (March("b2", "inn"), EndTurn())
    assert isinstance(draft(state, plan[:1], passing).state.step, then)
    assert draft(state, plan, passing).plan == (plan if passing else plan[:1])


def test_a_plan_is_not_carried_across_a_roll() -> None:
    match = load_game("nmc").new_match(seed=1)
    match.play(Ready())
    hex_ = next(action.hex for action in match.legal() if isinstance(action, Activate))
    plan = (Activate(hex_), AssignAll(), Lock(), RollToMarch(0), StepTo("1603"))
    found = draft(Seat(match, match.to_act).known, plan)
    assert (found.plan, found.refusal) == (plan[:3], None)
    assert found.state.rolls == 0
    assert why_not(found.state, RollToMarch(0)) is None


def test_a_plan_is_not_carried_across_a_draw() -> None:
    match = campaign()
    match.play(EndTurn())
    state = Seat(match, "blue").known
    card = state.hands["blue"][0]
    found = draft(state, (Add(card), Confirm(), EndTurn()))
    assert (found.plan, found.refusal, found.state.draws) == ((Add(card),), None, state.draws)
    assert found.state.hands == state.hands


def test_a_plan_ends_where_another_side_decides() -> None:
    """Without a card to discard nothing is drawn; what follows is Red's turn, of which Blue plans nothing."""
    match = campaign()
    match.play(EndTurn())
    found = draft(Seat(match, "blue").known, (Confirm(), EndTurn()))
    assert (found.plan, found.refusal) == ((Confirm(),), None)


def test_after_the_end_nothing_is_legal() -> None:
    match = campaign()
    match.play(Concede("blue"))
    state = Seat(match, "red").known
    assert legal(state) == ()
    refusal = why_not(state, EndTurn())
    assert refusal is not None
    assert refusal.why == "the game is over"
