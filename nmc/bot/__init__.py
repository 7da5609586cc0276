"""A Confederate and a Union player of The New Mexico Campaign: plans derived from the position alone."""

from __future__ import annotations

from common.bots import Choice
from common.engine import Action, Match, Side
from nmc.actions import CreateDepot, Deploy, Destroy, EndPhase, Ready, Substitute, Suffer, Withdraw
from nmc.bot import battle, confederate, marching
from nmc.bot.survey import Survey
from nmc.rules.aftermath import AdvanceChoice, BattleLosses
from nmc.rules.calendar import Withdrawal
from nmc.rules.captures import Retaken, Spoils
from nmc.rules.combat import Attacks, BattleSupply, CombatPhase
from nmc.rules.forces import Divide
from nmc.rules.march import Marches, MarchPhase, Move
from nmc.rules.momentum import Declarations
from nmc.rules.sequence import SetUp
from nmc.rules.supply import Attrition, AttritionLoss, DepotCreation, Destruction
from nmc.state import CONFEDERATE, NmcState

CARRIED = 2  # wagons a Union column keeps with it
SUPPLY_GAIN = 10  # strength points that a new Union depot should bring into supply


def policy(match: Match, side: Side) -> Choice:
    """What the bot plays in a position, and why."""
    state, legal = match.state, match.legal()
    if len(legal) == 1:
        return Choice(legal[0], "There is no other choice.")
    survey, step = Survey(state, side), state.step
    choice = _march(survey, step, legal) or _fight(survey, step, legal) or _supply(survey, step, legal)
    if choice is None or choice.action not in legal:
        return Choice(legal[0], "Any choice will do here.", guess=True)
    return choice


def standing(state: NmcState, side: Side) -> float:
    """4.4: the lead in victory points."""
    return float(2 * state.vp[side] - sum(state.vp.values()))


def _march(survey: Survey, step: object, legal: tuple[Action, ...]) -> Choice | None:
    match step:
        case SetUp():
            return _set_up(survey, step, legal)
        case MarchPhase():
            return marching.choose_hex(survey, step, legal)
        case Divide() if step.purpose != "attack":
            return marching.divide(survey, step, legal, marching.forces_of(survey, step.hex, step.purpose == "forced"))
        case Marches():
            return marching.choose_force(survey, step, legal)
        case Move():
            return marching.choose_step(survey, step, legal, _is_forced(survey))
        case Spoils():
            return marching.keep_spoils(survey)
        case Retaken():
            return Choice(Substitute(True), "A fresh wagon is always welcome.")
    return None


def _fight(survey: Survey, step: object, legal: tuple[Action, ...]) -> Choice | None:
    match step:
        case Declarations():
            return battle.declare(survey, legal)
        case CombatPhase():
            return battle.choose_hex(survey, legal)
        case Divide():
            return battle.divide_for_attack(survey, step, legal)
        case Attacks():
            return battle.choose_attack(survey, step, legal)
        case BattleSupply():
            return battle.choose_supply(survey, step, legal)
        case BattleLosses() | AttritionLoss():
            return battle.choose_losses(survey, legal)
        case AdvanceChoice():
            return battle.choose_advance(survey, step, legal)
    return None


def _supply(survey: Survey, step: object, legal: tuple[Action, ...]) -> Choice | None:
    match step:
        case Attrition():
            return _suffer(survey, legal)
        case Destruction():
            return _destroy(survey, legal)
        case DepotCreation():
            return _create_depot(survey, legal)
        case Withdrawal():
            return _withdraw(survey, legal)
    return None


def _is_forced(survey: Survey) -> bool:
    """Whether the running march is a forced one."""
    return any(isinstance(step, MarchPhase) and step.forced for step in survey.state.flow)


def _set_up(survey: Survey, step: SetUp, legal: tuple[Action, ...]) -> Choice:
    """3.3a: the army assembles in the valley ahead of Fort Thorn, a rear guard stays."""
    here = survey.state.own_at(CONFEDERATE, step.hex)
    order = confederate.deployment(survey.state, here) if here is not None else None
    if order is not None:
        action = Deploy(order[0], order[1], confederate.ASSEMBLY)
        if action in legal:
            return Choice(action, "The army assembles north of Fort Thorn; a rear guard stays for Mesilla.")
    return Choice(Ready(), "The army is ready to march.")


def _suffer(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """10.9: the order matters little; the smallest loss first."""
    rolls = [action for action in legal if isinstance(action, Suffer)]
    best = min(rolls, key=lambda action: (survey.attrition(survey.state.stacks[action.hex], action.hex), action.hex))
    return Choice(best, "The smallest loss comes first.")


def _destroy(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """10.10: burn a wagon or gun only if the enemy is about to take it."""
    for action in legal:
        if isinstance(action, Destroy) and battle.will_be_lost(survey, action.hex):
            return Choice(action, f"The enemy would take it at {survey.name(action.hex)}.")
    return Choice(EndPhase(), "Nothing is in enough danger to be burnt.")


def _create_depot(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """10.11: a depot where it feeds a siege, or enough troops that have none."""
    for action in legal:
        if isinstance(action, CreateDepot) and _wants_depot(survey, action.hex):
            return Choice(action, f"A depot at {survey.name(action.hex)} feeds the army from now on.")
    return Choice(EndPhase(), "The wagons are worth more on the move.")


def _wants_depot(survey: Survey, space: str) -> bool:
    if space in survey.supplied_hexes(survey.side):
        return False
    if survey.side == CONFEDERATE:
        return confederate.wants_depot(survey, space)
    if survey.own[space].supplies <= CARRIED:
        return False  # wagons on the move serve a column better
    near = survey.data.map.within(space, 6)
    return sum(survey.own[hex_].strength for hex_ in near if hex_ in survey.own) >= SUPPLY_GAIN


def _withdraw(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """7.4: the leader in the least useful place, never the army commander if another is left."""
    names = [action for action in legal if isinstance(action, Withdraw)]
    where = {name: stack.strength for stack in survey.own.values() for name in stack.leaders}
    best = min(names, key=lambda each: (each.leader in survey.data.commanders, where[each.leader], each.leader))
    return Choice(best, f"{best.leader} is needed least.")
