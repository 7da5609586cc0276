"""A policy for both sides: take what is worth most, attack when it is likely to work."""

from __future__ import annotations

from common.bots import Choice, best_of
from common.engine import Action, Match, Side
from common.engine.actions import Confirm, Decline, Seal
from tests.toy.actions import Embark, EndTurn, Land, March, PlayCard, Sail
from tests.toy.rules.victory import points
from tests.toy.state import ENEMY, ToyState


def standing(state: ToyState, side: Side) -> float:
    """The lead in points."""
    score = points(state)
    return float(score[side] - score[ENEMY[side]])


def policy(match: Match, side: Side) -> Choice:
    """The best of what can be done, with its value and reason."""
    choices = [value(match, side, action) for action in match.legal()]
    best = best_of(choices)
    assert best is not None
    return best


def value(match: Match, side: Side, action: Action) -> Choice:
    """What an action is worth to a side."""
    state: ToyState = match.state
    match action:
        case March(block, space) | Land(block, space):
            gain = state.data.worth[space] - state.data.worth.get(state.blocks[block].at, 0)
            odds = match.odds(action)
            if odds is None:
                return Choice(action, f"{state.data.names[space]} is free", float(gain))
            chance = sum(outcome.weight for outcome in odds.outcomes if outcome.label == "defender lost") / odds.total
            return Choice(action, f"the attack works with {chance:.0%}", 6 * chance - 3)
        case PlayCard():
            return Choice(action, "an ambush helps the defender", 2.0)
        case Embark():
            return Choice(action, "the ferry should not be empty", 0.5)
        case Sail():
            return Choice(action, "the ferry goes on", 0.2)
        case Seal("attack") | EndTurn() | Confirm() | Decline():
            return Choice(action, "nothing better is left", 0.0)
    return Choice(action, "of no use now", -9.0)
