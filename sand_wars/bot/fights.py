"""Ground combat and missions: reactions, support, fire, losses, withdrawal and retreat."""

from __future__ import annotations

from common.bots import Choice
from common.engine import Action
from common.engine.actions import Decline
from sand_wars.actions import (
    AddCard,
    Commit,
    EndRecon,
    EndSorties,
    Engage,
    FallBack,
    FallBackTogether,
    HoldGround,
    Intercept,
    JoinSortie,
    LiftOut,
    OpenFire,
    PlayReaction,
    PullOut,
    SailOut,
    Shoot,
    Skip,
    TakeLoss,
    WithdrawTo,
)
from sand_wars.bot.survey import Survey, mean_loss
from sand_wars.rules.combat.fire import FireOrder, FireWindow
from sand_wars.rules.combat.recon import recon_bonus
from sand_wars.rules.combat.strength import fire_row, firepower, shelter, the_battle
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.rules.missions import AirDefense
from sand_wars.rules.unconventional import SofDefense

HOPELESS = 0.6  # an attacker with so little of the defender's firepower goes home
OVERRUN = 0.4  # a defender who would lose so much of his CV goes
DOUBLE = 2.0


def fight_value(survey: Survey, step: object, action: Action) -> Choice | None:
    """What an action of a combat or mission is worth."""
    return _fire_value(survey, step, action) or _move_value(survey, step, action) or _air_value(survey, step, action)


def _fire_value(survey: Survey, step: object, action: Action) -> Choice | None:
    match action:
        case PlayReaction(card):
            title = survey.state.data.cards[card].reaction
            return Choice(action, f"{title} answers this.", _reaction_value(survey, step, title))
        case Decline() | OpenFire() | EndRecon():
            return Choice(action, "There is nothing to add.", 0.0)
        case AddCard(card) if isinstance(step, FireOrder):
            gain = _row_gain(survey, survey.side)
            return Choice(action, "Combat logistics lifts the fire to a better row.", gain)
        case AddCard(card):
            return _extra_value(survey, action, card)
        case TakeLoss(piece):
            return Choice(action, "This one can bear the loss.", _loss_value(survey, piece))
        case Commit(piece):
            cv = survey.formation_cv(piece)
            return Choice(action, "The reserve goes in.", cv)
    return None


def _reaction_value(survey: Survey, step: object, title: str) -> float:
    state = survey.state
    if isinstance(step, SofDefense) or state.battle is None:
        return 1.0
    if isinstance(step, FireWindow):
        if title == "Combat logistics":
            return _row_gain(survey, survey.side)
        return 0.4 if title == "Commit reserve" else -1.0
    battle = the_battle(state)
    mine, theirs = firepower(state, survey.side), firepower(state, battle.attacker)
    if title == "Counterattack":
        return mean_loss(state, mine) - 1.2
    if title == "Withdraw":
        outgunned = theirs > DOUBLE * max(1, mine) and not shelter(state)[0]
        return 1.0 if outgunned and survey.fear.get(battle.space, 0.0) < 6 else -1.0
    if title == "Commit reserve":
        return 0.8 if theirs > mine else -0.2
    return 0.5


def _row_gain(survey: Survey, side: str) -> float:
    """How much better a fire becomes with one more Combat logistics card."""
    state = survey.state
    now, then = firepower(state, side), firepower(state, side, 1)
    if then <= now or fire_row(state, max(1, now)) == fire_row(state, then):
        return -0.5
    return mean_loss(state, then) - mean_loss(state, now) + 0.1


def _extra_value(survey: Survey, action: AddCard, card: str) -> Choice:
    """Cards added to the recon or air step."""
    state = survey.state
    title = state.data.cards[card].action
    if title == "C2 jamming":
        return Choice(action, "Jamming spoils his reconnaissance.", 0.8)
    if title == "Tactical Intel":
        behind = recon_bonus(state, survey.side) <= recon_bonus(state, survey.enemy)
        return Choice(action, "Better eyes may win the first fire.", 0.5 if behind else -0.5)
    return Choice(action, "The card is worth more later.", -0.5)


def _loss_value(survey: Survey, piece: str) -> float:
    """Spare scouts and self-propelled guns; take from units that can be rebuilt."""
    facts = survey.state.facts(piece)
    return {"arec2": -2.0, "rec1": -2.0, "spa3": -1.0, "het0": 1.0}.get(facts.code, 0.1 * facts.cv)


def _move_value(survey: Survey, step: object, action: Action) -> Choice | None:
    state = survey.state
    match action:
        case HoldGround():
            return Choice(action, "The ground is held.", 0.0)
        case PullOut(space):
            wish = _withdrawal_wish(survey, step)
            return Choice(action, f"Better to fall back to {state.title(space)}.", wish + 0.05 * _refuge(survey, space))
        case WithdrawTo(_, space) if isinstance(step, FreeWithdrawal):
            wish = _withdrawal_wish(survey, step) - 0.3
            return Choice(action, f"Save it to {state.title(space)}.", wish + 0.04 * _refuge(survey, space))
        case WithdrawTo(_, space) | FallBack(_, space):
            return Choice(action, f"Back to {state.title(space)}.", _refuge(survey, space))
        case FallBackTogether(space):
            return Choice(action, f"All together to {state.title(space)}.", _refuge(survey, space) + 0.5)
        case LiftOut() | SailOut():
            return Choice(action, "It can be taken off.", _withdrawal_wish(survey, step) - 0.5)
    return None


def _withdrawal_wish(survey: Survey, step: object) -> float:
    """Above zero when staying costs too much (R63)."""
    state = survey.state
    battle, side = the_battle(state), survey.side
    mine, theirs = firepower(state, side), firepower(state, survey.enemy)
    if isinstance(step, FreeWithdrawal) and step.returning and mine:
        return 0.5 if mean_loss(state, theirs) > DOUBLE * mean_loss(state, mine) + 1 else -1.0
    if side == battle.attacker:
        return 0.5 if mine < HOPELESS * theirs else -1.0
    own = max(1.0, survey.strength(side, battle.space))
    precious = survey.fear.get(battle.space, 0.0) + survey.want.get(battle.space, 0.0) > 6
    overrun = 2 * mean_loss(state, theirs) > OVERRUN * own
    return 0.5 if overrun and not shelter(state)[0] and not precious and mine < theirs else -1.0


def _refuge(survey: Survey, space: str) -> float:
    """Friends, a base and a stronghold make a good place to fall back to."""
    state, side = survey.state, survey.side
    base = any(state.code(piece.id) == "base" for piece in state.at(side, space))
    return 0.1 * survey.strength(side, space) + base + 0.5 * survey.nearness(space)


def _air_value(survey: Survey, step: object, action: Action) -> Choice | None:
    state = survey.state
    match action:
        case JoinSortie(_, marker):
            facts = state.facts(marker)
            mine = firepower(state, survey.side) if state.battle else 0
            lifted = state.battle and facts.cv and fire_row(state, max(1, mine)) != fire_row(state, mine + facts.cv)
            chip = 0.0 if state.war else 0.4
            value = (0.7 if lifted else 0.1) + 0.15 * facts.cv + 0.1 * facts.recon - chip
            return Choice(action, f"{facts.name} supports the attack.", value)
        case EndSorties():
            return Choice(action, "The ground force fights with what it has.", 0.3)
        case Shoot(marker):
            return Choice(action, "The strongest aircraft is the best target.", 1.0 + state.facts(marker).cv)
        case Skip() if isinstance(step, AirDefense):
            return Choice(action, "Hold fire.", 0.0)
        case Intercept(_, marker, target):
            ours, theirs = state.facts(marker).cv, state.facts(target).cv
            at_home = survey.data.home.get(state.pieces[target].at) == survey.side
            value = 0.3 * ours + 0.2 * theirs - (0.4 if at_home else 0.9)
            return Choice(action, "The intruder can be stopped.", value)
        case Engage(_, target):
            return Choice(action, "The best target.", _engage_value(survey, target))
    return None


def _engage_value(survey: Survey, target: str) -> float:
    state = survey.state
    piece, facts = state.pieces[target], state.facts(target)
    if facts.type.block == "marker":
        return 1.0 + facts.cv
    return (0.3 if piece.disrupted else 1.0) * (1.5 if facts.hq else 1.0 + piece.cv)
