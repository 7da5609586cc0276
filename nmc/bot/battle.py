"""Choices in the combat phase: what to attack, wagons, losses, advances, and declared attacks."""

from __future__ import annotations

import msgspec

from common.bots import Choice, best_of
from common.engine import Action
from nmc.actions import (
    Activate,
    Advance,
    Assign,
    AssignAll,
    Attack,
    CloseHex,
    Commit,
    DeclareAttack,
    EndPhase,
    Hold,
    Lose,
    Occupy,
    Stay,
)
from nmc.bot import confederate, siege, union
from nmc.bot.duties import troops
from nmc.bot.judgement import SURE, Blow, blow, danger, prize, stakes, wagon_price
from nmc.bot.marching import divide, goal_of
from nmc.bot.survey import Look
from nmc.rules.aftermath import AdvanceChoice
from nmc.rules.combat import Attacks, BattleSupply, has_depot, targets
from nmc.rules.forces import Divide
from nmc.state import CONFEDERATE, ENEMY, TRAINS, TROOPS, UNION, Stack

BOLD = 0.2  # an attack must promise more than this


def best_blow(look: Look, force: Stack, source: str) -> Blow | None:
    """The best attack a force can make out of a hex; None if none is worth it."""
    blows = [blow(look, force, source, goal) for goal in targets(look.state, force.side, source)]
    best = max(blows, key=lambda each: (each.value, each.goal), default=None)
    return best if best is not None and best.value > _threshold(look, best) else None


def _threshold(look: Look, found: Blow) -> float:
    """What an attack must promise; before the two great forts the besieger dares more."""
    if found.goal in siege.SITES and look.side == CONFEDERATE:
        return -0.8
    return BOLD


def choose_hex(look: Look, legal: tuple[Action, ...]) -> Choice:
    """9.6: the next hex to attack from, or the end of the phase."""
    for action in legal:
        if isinstance(action, Occupy):
            return Choice(action, f"{look.name(action.hex)} was abandoned and must be occupied.")
    found: list[Choice] = []
    for here in sorted((action.hex for action in legal if isinstance(action, Activate)), reverse=True):
        blow_there = best_blow(look, look.state.fresh(here), here)
        if blow_there is not None:
            text = f"Attacking {look.name(blow_there.goal)} promises {blow_there.value:+.1f} points."
            found.append(Choice(Activate(here), text, blow_there.value))
    best = best_of(found)
    if best is not None:
        return best
    if EndPhase() in legal:
        return Choice(EndPhase(), "No attack promises enough.")
    return _duty(look, legal)


def _duty(look: Look, legal: tuple[Action, ...]) -> Choice:
    """9.26: a declared hex has to be attacked, with as little harm as possible."""
    for action in legal:
        if isinstance(action, Activate) and any(
            goal in look.state.declared for goal in targets(look.state, look.side, action.hex)
        ):
            return Choice(action, "A declared attack has to be made.")
    return Choice(legal[0], "Nothing else is allowed.")


def divide_for_attack(look: Look, step: Divide, legal: tuple[Action, ...]) -> Choice:
    """9.6: the whole stack attacks together; lone wagons and leaders beside it are taken by one strength point."""
    fresh = look.state.fresh(step.hex)
    goals = targets(look.state, look.side, step.hex)
    alone = [goal for goal in goals if not look.strength(goal)]
    duties = [goal for goal in look.state.declared if goal in goals and goal not in alone]
    wanted: list[Stack] = []
    rest = fresh
    spare = min(rest.strength - 1, len(alone) + max(0, len(duties) - 1))
    for _ in range(spare if len(alone) < len(goals) or spare > 0 else 0):
        one = troops(rest, 1)
        wanted.append(one)
        rest = rest.minus(one)
    wanted.append(rest)
    return divide(look, step, legal, wanted)


def choose_attack(look: Look, step: Attacks, legal: tuple[Action, ...]) -> Choice:
    """9.9b: who fires at whom, or no more attacks out of this hex."""
    choices: list[Choice] = []
    for action in legal:
        if not isinstance(action, Attack):
            continue
        force = step.forces[action.force]
        assert force is not None
        found = blow(look, force, step.hex, action.hex)
        value = found.value - _threshold(look, found)
        if not look.strength(action.hex):
            value += 1.0 - 0.1 * force.strength  # a single strength point is enough for lone trains
        choices.append(Choice(action, f"{look.name(action.hex)} as a target is worth {value:+.1f} points.", value))
    best = best_of(choices, 0.0 if CloseHex() in legal else float("-inf"))
    if best is not None:
        return best
    return Choice(CloseHex(), "No further attack out of this hex is worth it.")


def choose_supply(look: Look, step: BattleSupply, legal: tuple[Action, ...]) -> Choice:
    """10.6: use up a wagon if it changes the expected losses by more than its price; the enemy's choice is unknown."""
    battle, side = step.battle, look.side
    foe = ENEMY[side]
    force = battle.force if side == battle.side else look.state.stacks[battle.goal]
    swing = _swing(look, step, side, _foe_supplied(look, step, foe))
    price = wagon_price(look, side, force, battle.goal)
    if side == UNION and side != battle.side and force.strength >= SURE:
        price = min(price, 0.5)
    commits = [action for action in legal if isinstance(action, Commit)]
    if swing > price and commits:
        best = max(commits, key=lambda action: action.wagon == "exdepots")
        return Choice(best, f"The wagon changes the battle by {swing:.1f} points, more than it is worth.")
    return Choice(Hold(), f"The wagon would change the battle by only {swing:.1f} points.")


def _foe_supplied(look: Look, step: BattleSupply, foe: str) -> bool:
    """Whether the enemy is taken to fight supplied: openly decided, by a depot, or with a wagon he would use."""
    battle = step.battle
    if has_depot(look.state, battle, foe):
        return True
    if not step.secret:
        return any(who == foe and choice != "hold" for who, choice in step.choices)
    stack = battle.force if foe == battle.side else look.state.stacks[battle.goal]
    return stack.strength >= SURE


def _swing(look: Look, step: BattleSupply, side: str, foe_supplied: bool) -> float:
    """How much better the battle goes for a side with its wagon used up."""
    battle = step.battle
    defender = look.state.stacks[battle.goal]
    gain = prize(look, battle.goal, battle.side)
    values: list[float] = []
    for mine in (True, False):
        supplied = (mine, foe_supplied) if side == battle.side else (foe_supplied, mine)
        result = look.exchange(battle.force, battle.source, defender, battle.goal, supplied)
        balance = result.given - result.taken + min(gain, 12.0) * result.cleared
        values.append(balance if side == battle.side else -balance)
    return values[0] - values[1]


def choose_losses(look: Look, legal: tuple[Action, ...]) -> Choice:
    """9.21: militia first while they are there; they leave on turn 2 anyway."""
    best = min((action for action in legal if isinstance(action, Lose)), key=lambda action: action.regular)
    if best.regular:
        return Choice(best, f"No more than {best.regular} of the regulars: the militia will go home soon anyway.")
    return Choice(best, "The militia will go home soon, so they take the losses first.")


def choose_advance(look: Look, step: AdvanceChoice, legal: tuple[Action, ...]) -> Choice:
    """9.23: who goes into the hex that was cleared."""
    wanted = _advancing(look, step)
    if wanted.is_empty() and Stay() in legal:
        return Choice(Stay(), f"{look.name(step.goal)} is not worth leaving {look.name(step.source)}.")
    missing = wanted.minus(step.current) if wanted.has(step.current) else Stack(look.side)
    if missing.is_empty() and Advance() in legal:
        return Choice(Advance(), f"{look.name(step.goal)} is taken.")
    if missing == step.rest and not missing.is_empty():
        return Choice(AssignAll(), f"Everybody advances into {look.name(step.goal)}.")
    for unit in (*TROOPS, *TRAINS, *missing.leaders):
        action = Assign(unit, missing.count(unit))
        if action.count and action in legal:
            return Choice(action, f"They advance into {look.name(step.goal)}.")
    if AssignAll() in legal:
        return Choice(AssignAll(), f"Everybody advances into {look.name(step.goal)}.")
    return Choice(legal[-1], "Nothing else is allowed.")


def _advancing(look: Look, step: AdvanceChoice) -> Stack:
    """The units that should advance: all, a single strength point, or nobody."""
    force = step.rest.plus(step.current)
    gain = prize(look, step.goal, look.side)
    stays = look.state.stacks[step.source].minus(force)
    need = max(0, _keep(look, step.source, look.state.stacks[step.source]) - stays.strength)
    one = troops(force, 1)
    if need >= force.strength:
        return one if gain > 1 or step.must else Stack(look.side)
    moving = force.minus(troops(force, need))
    goal = goal_of(look, moving, step.source)
    way = look.way_to(goal.hex, moving)
    closer = way.get(step.goal, 99) < way.get(step.source, 99)
    risk = danger(look, moving, step.goal, False) - danger(look, moving, step.source, False)
    risk += look.attrition(moving, step.goal) - look.attrition(moving, step.source)
    if closer or gain >= 3:
        return moving if risk < max(1.5, gain) else one
    return one if gain > 1 or step.must else Stack(look.side)


def _keep(look: Look, space: str, stack: Stack) -> int:
    """Strength points that must stay in a hex, by the plan of the side."""
    if look.side == CONFEDERATE:
        return confederate.keep(look, space, stack)
    return union.keep(look, space, stack)


def declare(look: Look, legal: tuple[Action, ...]) -> Choice:
    """9.26: declare only what would be attacked anyway."""
    for action in legal:
        if not isinstance(action, DeclareAttack):
            continue
        for here, stack in look.own.items():
            if not stack.strength or action.hex not in look.data.open[here]:
                continue
            best = best_blow(look, msgspec.structs.replace(stack, depot=False), here)
            if best is not None and best.goal == action.hex and best.value > 1.0:
                return Choice(action, f"{look.name(action.hex)} will be attacked, so it is declared.")
    return Choice(EndPhase(), "No other attack is certain enough to declare.")


def will_be_lost(look: Look, space: str) -> bool:
    """Whether the trains of a hex are likely to fall into enemy hands before they can move."""
    stack = look.own[space]
    for foe, enemy in look.enemies.items():
        if enemy.strength < 4 * stack.strength:
            continue
        price = look.threat_to(space, foe)
        if look.chance_to_reach(foe, price) >= 0.6:
            free = foe in look.fed(look.foe) or enemy.supplies > 0
            fed = space in look.fed(look.side)
            source = next(iter(look.data.open[space]))
            if look.exchange(enemy, source, stack, space, (free, fed)).cleared > 0.6 and stakes(look, stack) > 0:
                return True
    return False
