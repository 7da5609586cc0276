"""All other Actions: strikes, raids, insurgents, rebuilding, information, aid, bases and forts."""

from __future__ import annotations

from common.bots import Choice
from common.engine import Action
from sand_wars.actions import (
    AimAt,
    ChooseColumn,
    ClearDisruption,
    DigIn,
    EndSorties,
    JoinSortie,
    LiftBase,
    LookAt,
    LookAtHand,
    PlaceBase,
    PlaceCamp,
    PlaceGuerrilla,
    RaidWith,
    ReturnUnit,
    Skip,
    SofFrom,
    Sortie,
    Spread,
    Strengthen,
    StrikeTerror,
)
from sand_wars.bot.ground import CHIP, crossing_cost
from sand_wars.bot.survey import Survey, around
from sand_wars.rules.air import Aiming, MoreSorties
from sand_wars.rules.airbases import free_markers, why_not_reach
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.missions import Interception, air_defense
from sand_wars.rules.reconstitution import disrupted_things
from sand_wars.rules.resources import COSTLY
from sand_wars.rules.strike import StrategicAttack, Striking
from sand_wars.rules.supply import has_loc
from sand_wars.rules.targets import is_disrupted, place_of
from sand_wars.rules.unconventional import raid_targets, sof_targets

HIT = 0.5  # a die that disrupts a unit
STRIKE = 1 / 3  # a die of a strategic strike that works
AID = 1.4
INSURGENT_DICE = AIRSTRIKE_DICE = 2


def works(dice: int, one: float) -> float:
    """How often at least one of so many dice works."""
    return 1 - (1 - one) ** dice


def gets_through(survey: Survey, space: str) -> float:
    """How often an aircraft survives the air defense of a space."""
    return HIT ** air_defense(survey.state, survey.enemy, space)


def strike_chance(survey: Survey, space: str) -> float:
    """How often the best marker for it disrupts a resource or installation."""
    state = survey.state
    missiles = free_markers(state, survey.side, "ssm")
    if missiles and why_not_reach(state, survey.side, "ssm", space) is None:
        return works(state.facts(missiles[0]).cv, STRIKE)
    return gets_through(survey, space) * works(AIRSTRIKE_DICE, STRIKE)


def target_value(survey: Survey, target: str) -> float:
    """What it is worth to disrupt a target."""
    state = survey.state
    if target in state.pieces and is_disrupted(state, target):
        return 0.0
    kind, at, space = target.partition("@")
    if at and kind == "resource":
        return 0.0 if space in state.wrecked else survey.wreck.get(space, 0.0)
    place = place_of(state, target)
    near = 0.4 + 0.6 * survey.nearness(place)
    if not at:
        return {"base": 1.5, "camp": 1.2, "guerrilla": 1.2, "fort": 1.3, "guards": 1.0}.get(
            state.code(target), 0.8
        ) * near
    worth = {"block": 1.1, "hq": 1.3, "hq_down": 0.3, "hurt_block": 0.4}.get(kind, 0.0)
    return (worth + survey.kill * 0.4) * near


def card_value(survey: Survey, step: object, action: Action) -> Choice | None:
    """What an action of these cards is worth, whichever step it belongs to."""
    return _attack_value(survey, step, action) or _build_value(survey, action) or _word_value(survey, action)


def _attack_value(survey: Survey, step: object, action: Action) -> Choice | None:
    state, side = survey.state, survey.side
    match action:
        case AimAt(target) if isinstance(step, Aiming):
            return Choice(action, f"Strike at {state.title(target)}.", _interdiction_value(survey, step.marker, target))
        case AimAt(target) if isinstance(step, StrategicAttack):
            place = place_of(state, target)
            value = target_value(survey, target) * strike_chance(survey, place) - crossing_cost(survey, place)
            return Choice(action, f"The target in {state.title(place)} is worth most.", value)
        case AimAt(target) | StrikeTerror(target):
            place = place_of(state, target)
            value = target_value(survey, target)
            if not isinstance(action, StrikeTerror):
                value = value * 0.6 - crossing_cost(survey, place)
            return Choice(action, f"The target in {state.title(place)} is worth most.", value)
        case Sortie(marker, mission):
            value = _sortie_value(survey, marker, mission)
            if isinstance(step, Striking) and state.code(marker) != "ssm":
                value *= gets_through(survey, place_of(state, step.target))
            return Choice(action, f"{state.facts(marker).name} is fit for it.", value)
        case JoinSortie(_, marker) if isinstance(step, MoreSorties | Striking):
            free = state.war or survey.data.home.get(_goal_of(step, survey), "") == side
            more = 0.4 * state.facts(marker).cv if free and len(step.markers) < 3 else -0.5
            return Choice(action, "One more makes it surer.", more)
        case EndSorties() if not isinstance(step, AirStep | Interception):
            return Choice(action, "That is enough.", 0.2)
        case RaidWith(piece):
            best = max((target_value(survey, t) for t in raid_targets(state, side, piece)), default=0.0)
            cost = 0.0 if state.war else CHIP
            return Choice(action, "The insurgents strike.", best * works(INSURGENT_DICE, HIT) - cost)
        case SofFrom(piece, mode):
            best = max((_sof_value(survey, t) for t in sof_targets(state, side, piece, mode)), default=0.0)
            return Choice(action, "Special forces strike.", best * (0.9 if mode == "helicopter" else 1.0))
    return None


def _goal_of(step: MoreSorties | Striking, survey: Survey) -> str:
    return step.space if isinstance(step, MoreSorties) else place_of(survey.state, step.target)


def _sof_value(survey: Survey, target: str) -> float:
    return target_value(survey, target) * works(2, HIT) - crossing_cost(survey, place_of(survey.state, target))


def _interdiction_value(survey: Survey, marker: str, space: str) -> float:
    """Disrupted and destroyed units in front of the own forces."""
    state = survey.state
    strength = survey.strength(survey.enemy, space)
    if not strength:
        return 0.1
    near = any(survey.strength(survey.side, other) > 4 for other in survey.data.near[space])
    worth = (1.0 + survey.kill) * works(state.facts(marker).cv, HIT) * (1.0 if near else 0.5)
    through = gets_through(survey, space)
    near_goal = 0.4 + 0.6 * survey.nearness(space)
    return worth * through * near_goal - 0.5 * (1 - through) - crossing_cost(survey, space)


def _sortie_value(survey: Survey, marker: str, mission: str) -> float:
    state = survey.state
    cv = state.facts(marker).cv
    if mission == "recon":
        return 0.05
    if mission == "strike":
        return 1.0 + works(cv, STRIKE)
    if mission == "insertion":
        return 1.0 - 0.1 * cv  # the Helicopter that is missed least
    front = max((survey.nearness(space) for space in state.occupied(survey.enemy)), default=0.0)
    return (0.5 + survey.kill * 0.5) * cv * 0.6 * front - (0.0 if state.war else CHIP * 0.8)


def _build_value(survey: Survey, action: Action) -> Choice | None:
    state, side = survey.state, survey.side
    match action:
        case PlaceCamp(space):
            return Choice(action, f"Insurgents in {state.title(space)} hurt the enemy.", camp_value(survey, space))
        case PlaceGuerrilla(space):
            value = 0.5 + survey.camp * 0.35
            near = max((survey.wreck.get(s, 0.0) for s in around(survey.data.map, space)), default=0.0)
            return Choice(action, f"Guerrillas gather in {state.title(space)}.", value + 0.15 * near)
        case PlaceBase(space):
            return Choice(action, f"A base in {state.title(space)} feeds the front.", _base_value(survey, space))
        case LiftBase():
            return Choice(action, "The base is needed elsewhere.", -0.5)
        case DigIn(space):
            worth = survey.fear.get(space, 0.0) * 0.25 + survey.want.get(space, 0.0) * 0.15
            threat = min(1.0, survey.danger(space) / 8)
            held = 1.0 if survey.strength(side, space) >= 3 else 0.3
            return Choice(action, f"{state.title(space)} must be held.", worth * threat * held)
        case ClearDisruption(space):
            return Choice(action, f"{state.title(space)} recovers.", _clearing_value(survey, space))
        case Strengthen(piece):
            near = survey.nearness(state.pieces[piece].at)
            return Choice(action, f"{state.facts(piece).name} is rebuilt.", 0.5 + 0.5 * near)
        case ReturnUnit(piece, space):
            facts = state.facts(piece)
            worth = 1.2 if facts.type.block == "marker" else 0.6 + 0.2 * facts.cv
            near = survey.nearness(space) if space in state.data.names else 0.0
            return Choice(action, f"{facts.name} comes back.", worth + 0.3 * near)
    return None


def camp_value(survey: Survey, space: str) -> float:
    """What a Camp in a space of the enemy is worth."""
    state = survey.state
    empty = not state.holds(survey.enemy, space)
    value = 0.4 + (survey.camp + survey.value(space) * 0.8 if empty else 0.0)
    if survey.wreck.get(space):
        occupied = empty or survey.data.home[space] == "algeria"  # there even a disputed resource is lost
        value += survey.wreck[space] * (0.9 if occupied else 0.3)
    safe = 1.0 if survey.danger(space) == 0 else 0.6 if empty else 0.35
    return value * safe


def _base_value(survey: Survey, space: str) -> float:
    """A base abroad near units without a line of communication; at home one near the goals."""
    state, side = survey.state, survey.side
    abroad = survey.data.home[space] != side
    stranded = sum(
        1
        for other in around(survey.data.map, space)
        for piece in state.ground(side, other)
        if survey.data.home[other] != side and not has_loc(state, piece.id)
    )
    if stranded:
        return min(2.5, 0.6 * stranded)
    covered = any(state.code(p.id) == "base" for s in around(survey.data.map, space) for p in state.at(side, s))
    return 0.0 if covered or abroad else 0.5 * survey.nearness(space)


def _clearing_value(survey: Survey, space: str) -> float:
    state, side = survey.state, survey.side
    value = 0.0
    for thing in disrupted_things(state, side, space):
        if thing == space:
            costly = state.data.resource[space] in COSTLY[side]
            value += survey.fear.get(space, 0.0) if costly and state.controller(space) == side else 0.3
        else:
            value += 0.7 + 0.1 * state.pieces[thing].cv
    return value


def _word_value(survey: Survey, action: Action) -> Choice | None:
    state = survey.state
    match action:
        case Spread(effect):
            return Choice(action, f"Info ops: {effect}.", _info_value(survey, effect))
        case ChooseColumn(column):
            worth = {"united_states": 1.3, "russia": 1.5, "europe": 1.2, "arab_states": 1.4}
            return Choice(action, "Friends abroad may help.", worth.get(column, AID))
        case LookAtHand():
            return Choice(action, "To know his hand is worth a card.", 0.35)
        case LookAt(space):
            value = 0.1 + 0.25 * survey.nearness(space) * min(1.0, survey.strength(survey.enemy, space) / 6)
            return Choice(action, f"It is worth knowing what is in {state.title(space)}.", value)
        case Skip():
            return Choice(action, "Nothing is gained by it.", 0.0)
    return None


def _info_value(survey: Survey, effect: str) -> float:
    state = survey.state
    last = state.box >= state.data.tables.tracks.turns
    if effect == "advance":
        if last:
            return 30.0 if survey.met else -30.0
        late = state.box / state.data.tables.tracks.turns if state.war else 0.2
        return 1.5 * late if survey.met else -1.5
    if effect == "discard":
        return 0.8
    ready = survey.conquers
    return 0.3 if (effect == "add") == ready and state.chips < 6 else -0.2
