"""Objectives, war, events, reinforcements and the draw: the decisions between operations."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from common.bots import Choice
from common.engine import Action
from common.engine.actions import Add, Confirm, Seal
from common.engine.pools import pick
from sand_wars.actions import (
    ChangeObjective,
    DeclareWar,
    DiscardCard,
    DrawForUranium,
    KeepObjective,
    KeepPeace,
    LiftTerror,
    PlaceLeader,
    PlaceUnit,
    RetreatExcess,
    Wait,
)
from sand_wars.bot.goals import effort
from sand_wars.bot.survey import CALM, RESTLESS, Survey
from sand_wars.rules.events import garrison
from sand_wars.rules.forces import attached_units
from sand_wars.rules.hand import hand_limit
from sand_wars.rules.victory import progress
from sand_wars.state import ALGERIA, MOROCCO, SandState

PREFERRED = {  # three that suit the armies as they stand; Morocco leaves out two that fail against who stays at home
    (ALGERIA, False): ("AO4", "AO6", "AO1"),
    (ALGERIA, True): ("AO3", "AO7", "AO5"),
    (MOROCCO, False): ("MO3", "MO6", "MO5"),
    (MOROCCO, True): ("MO5", "MO2", "MO3"),
}
ACTION_WORTH = {
    "Ops and Plans": 1.0,
    "C2 improvement": 0.6,
    "Air operations": 0.6,
    "Combat logistics": 0.7,
    "Reconstitution": 0.7,
    "Reconstitution (-)": 0.5,
    "Insurgent Ops": 0.6,
    "Strategic attack": 0.6,
    "SOF attack": 0.6,
    "Call for Aid": 0.6,
    "Info ops": 0.4,
    "Special move": 0.4,
    "Admin move": 0.25,
    "Command confusion": 0.0,
}
GOAL_WORTH = {  # what a card is worth more for the sake of a condition that is not yet met
    "resources_lost_at_least": {"Insurgent Ops": 0.5, "Strategic attack": 0.5, "SOF attack": 0.4, "Special move": 0.2},
    "insurgent_spaces_at_least": {"Insurgent Ops": 0.6},
    "controls_at_least": {"Combat logistics": 0.2, "C2 improvement": 0.2},
    "chain": {"Combat logistics": 0.2, "C2 improvement": 0.2},
}
REACTION_WORTH = {"Counterattack": 0.6, "Combat logistics": 0.6, "Withdraw": 0.3, "Commit reserve": 0.4}
OTHER = 0.3
THROWN = 0.55  # cards worth less are discarded
LONG_GONE, LOST, BETTER = 0.6, 0.1, 0.3  # when an objective is changed: share of the game, its own share, the gain
HALF, ENDGAME = 0.4, 0.9  # shares of the game: before, nothing is changed; after, one that is met beats one that is not
NEARER = 2.0  # cards that must be saved if a begun objective is given up for another
QUIET = {ALGERIA: 0.1, MOROCCO: 0.03}  # an enemy who is hardly nearer to his objectives than at the start
SOON, LATE = 2, 7  # Strategic boxes: a war that may come anyway is begun from here on, and any war from there on


def card_worth(survey: Survey, card: str) -> float:
    """What a card in the hand is worth to keep: for what it does, and for what the objective still asks for."""
    face = survey.data.cards[card]
    reaction = REACTION_WORTH.get(face.reaction, 0.1)
    missing = {GOAL_WORTH.get(check, {}).get(face.action, 0.0) for check in survey.missing}
    worth = ACTION_WORTH.get(face.action, OTHER) + max(missing, default=0.0)
    return worth + reaction * (0.7 if survey.state.war else 0.25)


def objective_choice(state: SandState, side: str, legal: Iterable[Action]) -> Choice:
    """One of the three objectives that suit the level of mobilization."""
    crisis = state.scenario == "crisis"
    names = PREFERRED[side, crisis]
    name = names[pick(state.seed, 0, len(names), b"goal")]
    title = state.data.objectives[name].title
    seals = [action for action in legal if isinstance(action, Seal)]
    chosen = next((action for action in seals if action.choice == name), seals[0])
    return Choice(chosen, f"{title} suits the situation.", 1.0)


def change_choice(survey: Survey, legal: Iterable[Action]) -> Choice:
    """The objective is changed when it is as good as lost, for one at hand, or for a nearer one if nobody disturbs."""
    state, legal = survey.state, tuple(legal)
    elapsed = state.box / state.data.tables.tracks.turns if state.war else 0.0
    cards = state.data.objective_deck[survey.side]
    if not survey.met and elapsed >= HALF:
        near = {name: _nearness(state, name) for name in cards}
        best = max(near, key=lambda name: near[name])
        hopeless = elapsed > LONG_GONE and _share(state, survey.goal) < LOST and near[best] > near[survey.goal] + BETTER
        quiet = _enemy_nearness(survey) < QUIET[survey.enemy]
        if hopeless or (quiet and elapsed >= ENDGAME and near[best] == 1):
            return _change_to(survey, best, legal)
        if quiet:
            efforts = {name: effort(survey, name) for name in cards}
            best = min(efforts, key=lambda name: efforts[name])
            if efforts[best] + NEARER <= efforts[survey.goal]:
                return _change_to(survey, best, legal)
    return Choice(KeepObjective(), "The objective still stands.", 0.0)


def _change_to(survey: Survey, objective: str, legal: tuple[Action, ...]) -> Choice:
    if ChangeObjective(objective) not in legal:
        return Choice(KeepObjective(), "The objective still stands.", 0.0)
    title = survey.data.objectives[objective].title
    return Choice(ChangeObjective(objective), f"{title} can still be reached.", 1.0)


def _enemy_nearness(survey: Survey) -> float:
    """How near the enemy is to all of his objectives on average; one that is open can still be changed."""
    cards = survey.data.objective_deck[survey.enemy]
    return sum(_nearness(survey.state, card) for card in cards) / len(cards)


def _share(state: SandState, objective: str) -> float:
    """How much of an objective is reached, its conditions taken together."""
    parts = [part.part for part in progress(state, objective)]
    return sum(parts) / len(parts)


def _nearness(state: SandState, objective: str) -> float:
    """How much of an objective is reached: each condition must hold, so a single empty one leaves nothing."""
    return prod(part.part for part in progress(state, objective))


def war_choice(survey: Survey) -> Choice:
    """War when the spearheads are ready and the objective needs conquest, or when time runs out."""
    state, side = survey.state, survey.side
    if survey.met:
        return Choice(KeepPeace(), "Peace keeps what has been won.", 1.0)
    ready = 0
    for hq in state.data.hqs[side]:
        piece = state.pieces[hq]
        if piece.at in state.data.names and piece.up and piece.pv >= 2 and survey.nearness(piece.at) > 0.25:
            ready += sum(unit.cv for unit in attached_units(state, hq)) >= 7
    moves = sum(state.data.cards[card].action == "Ops and Plans" for card in state.hands[side])
    if survey.conquers and ready >= 1 and moves >= 2:
        return Choice(DeclareWar(), "The spearhead is ready and the hand is good.", 1.0)
    if survey.conquers and moves >= 2 and state.chips >= state.data.tables.tracks.war and state.box >= SOON:
        return Choice(DeclareWar(), "War may break out at any moment; better to choose it.", 0.7)
    if state.box >= LATE and moves >= 1:
        return Choice(DeclareWar(), "Only a war can still bring the objective.", 0.5)
    return Choice(KeepPeace(), "It is too early for war.", 0.5)


def discard_choice(survey: Survey, legal: Iterable[Action]) -> Choice:
    """Useless cards go, the worst first; then the hand is filled."""
    state = survey.state
    adds = sorted(
        (action for action in legal if isinstance(action, Add)), key=lambda a: (card_worth(survey, a.item), a.item)
    )
    chosen = len(state.step.chosen)  # type: ignore[attr-defined]
    over = len(state.hands[survey.side]) - chosen - hand_limit(state, survey.side)
    if adds and (over > 0 or card_worth(survey, adds[0].item) < THROWN):
        title = state.data.cards[adds[0].item].action
        return Choice(adds[0], f"{title} is not worth its place in the hand.", 1.0)
    return Choice(Confirm(), "The rest is worth keeping.", 0.0)


def event_value(survey: Survey, action: Action) -> Choice | None:
    """What the decisions of events and reinforcements are worth."""
    state, side = survey.state, survey.side
    match action:
        case PlaceLeader(target):
            cv = survey.formation_cv(target) if target in state.pieces else survey.strength(side, target) * 0.3
            at = state.pieces[target].at if target in state.pieces else target
            return Choice(action, "The strongest formation gets the Leader.", cv * (0.3 + survey.nearness(at)))
        case PlaceUnit(piece, "off_map"):
            facts = state.facts(piece)
            return Choice(action, f"The best {facts.name} there is.", facts.cv + 0.5 * facts.recon)
        case PlaceUnit(piece, space):
            return Choice(action, f"{state.title(space)} needs it most.", _placing_value(survey, piece, space))
        case Wait():
            return Choice(action, "It waits for a better place.", 0.05)
        case DiscardCard(card):
            return Choice(action, "The least useful of them.", -card_worth(survey, card))
        case DrawForUranium():
            return Choice(action, "Cards are always welcome.", 1.0)
        case LiftTerror():
            return Choice(action, "The old marker has done its work.", 0.5)
        case RetreatExcess(piece, place):
            here = place in state.data.names
            return Choice(action, "Something has to go.", (1.0 if here else 0.0) - 0.1 * survey.formation_cv(piece))
    return None


def _placing_value(survey: Survey, piece: str, space: str) -> float:
    state, side = survey.state, survey.side
    code = state.code(piece)
    if code in ("camp", "guerrilla"):
        from sand_wars.bot.deeds import camp_value

        return camp_value(survey, space) + 0.2
    value = 0.3 + survey.nearness(space)
    if space in RESTLESS[side] and garrison(state, side, space) < CALM:
        value += 1.5
    if survey.fear.get(space, 0.0) > 2 and survey.strength(side, space) == 0:
        value += 0.8
    return value
