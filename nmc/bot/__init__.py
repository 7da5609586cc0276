"""A Confederate and a Union player of The New Mexico Campaign: plans derived from the position alone."""

from __future__ import annotations

from common.bots import Choice
from common.engine import Action, Match, Side
from nmc.actions import CreateDepot, Deploy, Destroy, EndPhase, Ready, Substitute, Suffer, Withdraw
from nmc.bot import battle, confederate, marching
from nmc.bot.survey import Look
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
    look, step = Look(state, side), state.step
    choice = _march(look, step, legal) or _fight(look, step, legal) or _supply(look, step, legal)
    if choice is None or choice.action not in legal:
        return Choice(legal[0], "Any choice will do here.", guess=True)
    return choice


def standing(state: NmcState, side: Side) -> float:
    """4.4: the lead in victory points."""
    return float(2 * state.vp[side] - sum(state.vp.values()))


def _march(look: Look, step: object, legal: tuple[Action, ...]) -> Choice | None:
    match step:
        case SetUp():
            return _set_up(look, step, legal)
        case MarchPhase():
            return marching.choose_hex(look, step, legal)
        case Divide() if step.purpose != "attack":
            return marching.divide(look, step, legal, marching.forces_of(look, step.hex, step.purpose == "forced"))
        case Marches():
            return marching.choose_force(look, step, legal)
        case Move():
            return marching.choose_step(look, step, legal, _is_forced(look))
        case Spoils():
            return marching.keep_spoils(look)
        case Retaken():
            return Choice(Substitute(True), "A fresh wagon is always welcome.")
    return None


def _fight(look: Look, step: object, legal: tuple[Action, ...]) -> Choice | None:
    match step:
        case Declarations():
            return battle.declare(look, legal)
        case CombatPhase():
            return battle.choose_hex(look, legal)
        case Divide():
            return battle.divide_for_attack(look, step, legal)
        case Attacks():
            return battle.choose_attack(look, step, legal)
        case BattleSupply():
            return battle.choose_supply(look, step, legal)
        case BattleLosses() | AttritionLoss():
            return battle.choose_losses(look, legal)
        case AdvanceChoice():
            return battle.choose_advance(look, step, legal)
    return None


def _supply(look: Look, step: object, legal: tuple[Action, ...]) -> Choice | None:
    match step:
        case Attrition():
            return _suffer(look, legal)
        case Destruction():
            return _destroy(look, legal)
        case DepotCreation():
            return _create_depot(look, legal)
        case Withdrawal():
            return _withdraw(look, legal)
    return None


def _is_forced(look: Look) -> bool:
    """Whether the running march is a forced one."""
    return any(isinstance(step, MarchPhase) and step.forced for step in look.state.flow)


def _set_up(look: Look, step: SetUp, legal: tuple[Action, ...]) -> Choice:
    """3.3a: the army assembles in the valley ahead of Fort Thorn, a rear guard stays."""
    here = look.state.own_at(CONFEDERATE, step.hex)
    order = confederate.deployment(look.state, here) if here is not None else None
    if order is not None:
        action = Deploy(order[0], order[1], confederate.ASSEMBLY)
        if action in legal:
            return Choice(action, "The army assembles north of Fort Thorn; a rear guard stays for Mesilla.")
    return Choice(Ready(), "The army is ready to march.")


def _suffer(look: Look, legal: tuple[Action, ...]) -> Choice:
    """10.9: the order matters little; the smallest loss first."""
    rolls = [action for action in legal if isinstance(action, Suffer)]
    best = min(rolls, key=lambda action: (look.attrition(look.state.stacks[action.hex], action.hex), action.hex))
    return Choice(best, "The smallest loss comes first.")


def _destroy(look: Look, legal: tuple[Action, ...]) -> Choice:
    """10.10: burn a wagon or gun only if the enemy is about to take it."""
    for action in legal:
        if isinstance(action, Destroy) and battle.will_be_lost(look, action.hex):
            return Choice(action, f"The enemy would take it at {look.name(action.hex)}.")
    return Choice(EndPhase(), "Nothing is in enough danger to be burnt.")


def _create_depot(look: Look, legal: tuple[Action, ...]) -> Choice:
    """10.11: a depot where it feeds a siege, or enough troops that have none."""
    for action in legal:
        if isinstance(action, CreateDepot) and _wants_depot(look, action.hex):
            return Choice(action, f"A depot at {look.name(action.hex)} feeds the army from now on.")
    return Choice(EndPhase(), "The wagons are worth more on the move.")


def _wants_depot(look: Look, space: str) -> bool:
    if space in look.fed(look.side):
        return False
    if look.side == CONFEDERATE:
        return confederate.wants_depot(look, space)
    if look.own[space].supplies <= CARRIED:
        return False  # wagons on the move serve a column better
    near = look.data.map.within(space, 6)
    return sum(look.own[hex_].strength for hex_ in near if hex_ in look.own) >= SUPPLY_GAIN


def _withdraw(look: Look, legal: tuple[Action, ...]) -> Choice:
    """7.4: the leader in the least useful place, never the army commander if another is left."""
    names = [action for action in legal if isinstance(action, Withdraw)]
    where = {name: stack.strength for stack in look.own.values() for name in stack.leaders}
    best = min(names, key=lambda each: (each.leader in look.data.commanders, where[each.leader], each.leader))
    return Choice(best, f"{best.leader} is needed least.")
