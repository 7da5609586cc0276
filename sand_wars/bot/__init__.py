"""The policy of Sand Wars for both sides: every action has a value in the same coin, and the best one is played."""

from __future__ import annotations

from common.bots import Choice, best_of
from common.engine import Action, Match, Side
from sand_wars.actions import Pass, PlayCard, RevealObjective
from sand_wars.bot import decisions, deeds, fights, ground
from sand_wars.bot.survey import CARD, FEAR, GOAL, STEP, Survey
from sand_wars.rules.admin import AdminMove, PartWays
from sand_wars.rules.cards import title_of
from sand_wars.rules.catalogue import ACTIONS
from sand_wars.rules.command import Attaching, Detaching
from sand_wars.rules.hand import Discarding
from sand_wars.rules.hostilities import Declaration
from sand_wars.rules.marching import Marching
from sand_wars.rules.objectives import ObjectiveChange
from sand_wars.rules.resources import COSTLY, PRICE, lost_resources
from sand_wars.rules.sequence import Operations
from sand_wars.rules.setup import ChooseObjectives
from sand_wars.rules.victory import is_met, progress
from sand_wars.state import ENEMY, SandState

WORTH_PLAYING = 0.25  # what an action must bring to be played at all
REVEAL_FROM = 4  # the Operational box from which reinforcements are worth more than the secret
SUPPORT = 0.45  # what a card that can only support combats is worth to keep


def policy(match: Match, side: Side) -> Choice:
    """The best action for a side in a position that looks to it as the true one does, with its reason."""
    state, legal = match.state, match.legal()
    if len(legal) == 1:
        return Choice(legal[0], "There is no other choice.")
    step = state.step
    if isinstance(step, ChooseObjectives):
        return decisions.objective_choice(state, side, legal)
    survey = Survey(state, side)
    found = _by_step(survey, step, legal)
    if found is None or found.action not in legal:
        found = best_of(_valued(survey, step, legal))
    return found or Choice(legal[0], "Any choice will do here.", guess=True)


def standing(state: SandState, side: Side) -> float:
    """How a side stands: its objective, the enemy's seven, steps, resources."""
    if not state.objectives:
        return 0.0
    own = _reached(state, state.objectives[side]) * GOAL
    own += GOAL * is_met(state, state.objectives[side])
    enemy = ENEMY[side]
    cards = (state.objectives[enemy],) if enemy in state.shown else state.data.objective_deck[enemy]
    theirs = sum(_reached(state, card) for card in cards) / len(cards) * FEAR
    steps = state.lost_steps.get(enemy, 0) - state.lost_steps.get(side, 0)
    lost = {who: len(lost_resources(state, who, COSTLY[who])) * PRICE[who] for who in (side, enemy)}
    return own - theirs + STEP * steps + CARD * (lost[enemy] - lost[side])


def _reached(state: SandState, objective: str) -> float:
    parts = progress(state, objective)
    return sum(part.part for part in parts) / len(parts)


def _by_step(survey: Survey, step: object, legal: tuple[Action, ...]) -> Choice | None:
    match step:
        case ObjectiveChange():
            return decisions.change_choice(survey, legal)
        case Declaration():
            return decisions.war_choice(survey)
        case Discarding():
            return decisions.discard_choice(survey, legal)
        case Operations():
            return _operation(survey, step, legal)
        case Marching():
            return ground.march_choice(survey, step, legal)
        case Attaching() | Detaching():
            return ground.attach_choice(survey, legal)
    return None


def _valued(survey: Survey, step: object, legal: tuple[Action, ...]) -> list[Choice]:
    return [found for action in legal if (found := _value(survey, step, action)) is not None]


def _value(survey: Survey, step: object, action: Action) -> Choice | None:
    """What an action is worth, asked of one chapter after the other."""
    if isinstance(step, AdminMove | PartWays):
        found = ground.admin_value(survey, step, action) if isinstance(step, AdminMove) else None
        return found or Choice(action, "Both go the whole way.", 0.0)
    return (
        ground.ops_value(survey, action)
        or ground.special_value(survey, action, step)
        or deeds.card_value(survey, step, action)
        or fights.fight_value(survey, step, action)
        or decisions.event_value(survey, action)
    )


def _operation(survey: Survey, step: Operations, legal: tuple[Action, ...]) -> Choice:
    """The card whose best use is worth most, or a pass."""
    state = survey.state
    choices = [Choice(Pass(), "The other cards are worth more in the hand.", WORTH_PLAYING)]
    if RevealObjective() in legal and state.war and state.box >= REVEAL_FROM and survey.side not in state.reinforced:
        choices.append(Choice(RevealObjective(), "The reinforcements are needed now.", 2.0))
    seen: dict[str, Choice | None] = {}
    for action in legal:
        if isinstance(action, PlayCard):
            title = title_of(state, action.card)
            if title not in seen:
                seen[title] = _best_use(survey, title, action.card)
            use = seen[title]
            if use is not None and use.value is not None:
                cost = SUPPORT if title in ("Combat logistics", "Tactical Intel") and state.war else 0.0
                choices.append(Choice(action, f"{title}: {use.reason}", use.value - cost))
    best = best_of(choices)
    assert best is not None
    return best


def _best_use(survey: Survey, title: str, card: str) -> Choice | None:
    inner = ACTIONS[title](survey.side, card)
    return best_of(_valued(survey, inner, inner.legal(survey.state)))
