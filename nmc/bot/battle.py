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
from nmc.bot.judgement import SURE, AttackValue, capture_value, danger_value, stake_value, value_attack, wagon_price
from nmc.bot.marching import divide, goal_of
from nmc.bot.survey import Survey
from nmc.rules.aftermath import AdvanceChoice
from nmc.rules.combat import Attacks, BattleSupply, has_depot, targets
from nmc.rules.forces import Divide
from nmc.state import CONFEDERATE, ENEMY, TRAINS, TROOPS, UNION, Stack

BOLD = 0.2  # an attack must promise more than this


def best_attack(survey: Survey, force: Stack, source: str) -> AttackValue | None:
    """The best attack a force can make out of a hex; None if none is worth it."""
    attacks = [value_attack(survey, force, source, goal) for goal in targets(survey.state, force.side, source)]
    best = max(attacks, key=lambda each: (each.value, each.goal), default=None)
    return best if best is not None and best.value > _threshold(survey, best) else None


def _threshold(survey: Survey, found: AttackValue) -> float:
    """What an attack must promise; before the two great forts the besieger dares more."""
    if found.goal in siege.SITES and survey.side == CONFEDERATE:
        return -0.8
    return BOLD


def choose_hex(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """9.6: the next hex to attack from, or the end of the phase."""
    for action in legal:
        if isinstance(action, Occupy):
            return Choice(action, f"{survey.name(action.hex)} was abandoned and must be occupied.")
    found: list[Choice] = []
    for here in sorted((action.hex for action in legal if isinstance(action, Activate)), reverse=True):
        attack = best_attack(survey, survey.state.fresh(here), here)
        if attack is not None:
            text = f"Attacking {survey.name(attack.goal)} promises {attack.value:+.1f} points."
            found.append(Choice(Activate(here), text, attack.value))
    best = best_of(found)
    if best is not None:
        return best
    if EndPhase() in legal:
        return Choice(EndPhase(), "No attack promises enough.")
    return _choose_duty(survey, legal)


def _choose_duty(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """9.26: a declared hex has to be attacked, with as little harm as possible."""
    for action in legal:
        if isinstance(action, Activate) and any(
            goal in survey.state.declared for goal in targets(survey.state, survey.side, action.hex)
        ):
            return Choice(action, "A declared attack has to be made.")
    return Choice(legal[0], "Nothing else is allowed.")


def divide_for_attack(survey: Survey, step: Divide, legal: tuple[Action, ...]) -> Choice:
    """9.6: the whole stack attacks together; lone wagons and leaders beside it are taken by one strength point."""
    fresh = survey.state.fresh(step.hex)
    goals = targets(survey.state, survey.side, step.hex)
    alone = [goal for goal in goals if not survey.strength(goal)]
    duties = [goal for goal in survey.state.declared if goal in goals and goal not in alone]
    wanted: list[Stack] = []
    rest = fresh
    spare = min(rest.strength - 1, len(alone) + max(0, len(duties) - 1))
    for _ in range(spare if len(alone) < len(goals) or spare > 0 else 0):
        one = troops(rest, 1)
        wanted.append(one)
        rest = rest.minus(one)
    wanted.append(rest)
    return divide(survey, step, legal, wanted)


def choose_attack(survey: Survey, step: Attacks, legal: tuple[Action, ...]) -> Choice:
    """9.9b: who fires at whom, or no more attacks out of this hex."""
    choices: list[Choice] = []
    for action in legal:
        if not isinstance(action, Attack):
            continue
        force = step.forces[action.force]
        assert force is not None
        found = value_attack(survey, force, step.hex, action.hex)
        value = found.value - _threshold(survey, found)
        if not survey.strength(action.hex):
            value += 1.0 - 0.1 * force.strength  # a single strength point is enough for lone trains
        choices.append(Choice(action, f"{survey.name(action.hex)} as a target is worth {value:+.1f} points.", value))
    best = best_of(choices, 0.0 if CloseHex() in legal else float("-inf"))
    if best is not None:
        return best
    return Choice(CloseHex(), "No further attack out of this hex is worth it.")


def choose_supply(survey: Survey, step: BattleSupply, legal: tuple[Action, ...]) -> Choice:
    """10.6: use up a wagon if it changes the expected losses by more than its price; the enemy's choice is unknown."""
    battle, side = step.battle, survey.side
    foe = ENEMY[side]
    force = battle.force if side == battle.side else survey.state.stacks[battle.goal]
    gain = _gain_by_wagon(survey, step, side, _is_foe_supplied(survey, step, foe))
    price = wagon_price(survey, side, force, battle.goal)
    if side == UNION and side != battle.side and force.strength >= SURE:
        price = min(price, 0.5)
    commits = [action for action in legal if isinstance(action, Commit)]
    if gain > price and commits:
        best = max(commits, key=lambda action: action.wagon == "exdepots")
        return Choice(best, f"The wagon changes the battle by {gain:.1f} points, more than it is worth.")
    return Choice(Hold(), f"The wagon would change the battle by only {gain:.1f} points.")


def _is_foe_supplied(survey: Survey, step: BattleSupply, foe: str) -> bool:
    """Whether the enemy is taken to fight supplied: openly decided, by a depot, or with a wagon he would use."""
    battle = step.battle
    if has_depot(survey.state, battle, foe):
        return True
    if not step.secret:
        return any(who == foe and choice != "hold" for who, choice in step.choices)
    stack = battle.force if foe == battle.side else survey.state.stacks[battle.goal]
    return stack.strength >= SURE


def _gain_by_wagon(survey: Survey, step: BattleSupply, side: str, foe_supplied: bool) -> float:
    """How much better the battle goes for a side with its wagon used up."""
    battle = step.battle
    defender = survey.state.stacks[battle.goal]
    gain = capture_value(survey, battle.goal, battle.side)
    values: list[float] = []
    for mine in (True, False):
        supplied = (mine, foe_supplied) if side == battle.side else (foe_supplied, mine)
        result = survey.exchange(battle.force, battle.source, defender, battle.goal, supplied)
        balance = result.given - result.taken + min(gain, 12.0) * result.cleared
        values.append(balance if side == battle.side else -balance)
    return values[0] - values[1]


def choose_losses(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """9.21: militia first while they are there; they leave on turn 2 anyway."""
    best = min((action for action in legal if isinstance(action, Lose)), key=lambda action: action.regular)
    if best.regular:
        return Choice(best, f"No more than {best.regular} of the regulars: the militia will go home soon anyway.")
    return Choice(best, "The militia will go home soon, so they take the losses first.")


def choose_advance(survey: Survey, step: AdvanceChoice, legal: tuple[Action, ...]) -> Choice:
    """9.23: who goes into the hex that was cleared."""
    wanted = _advance_force(survey, step)
    if wanted.is_empty() and Stay() in legal:
        return Choice(Stay(), f"{survey.name(step.goal)} is not worth leaving {survey.name(step.source)}.")
    missing = wanted.minus(step.current) if wanted.has(step.current) else Stack(survey.side)
    if missing.is_empty() and Advance() in legal:
        return Choice(Advance(), f"{survey.name(step.goal)} is taken.")
    if missing == step.rest and not missing.is_empty():
        return Choice(AssignAll(), f"Everybody advances into {survey.name(step.goal)}.")
    for unit in (*TROOPS, *TRAINS, *missing.leaders):
        action = Assign(unit, missing.count(unit))
        if action.count and action in legal:
            return Choice(action, f"They advance into {survey.name(step.goal)}.")
    if AssignAll() in legal:
        return Choice(AssignAll(), f"Everybody advances into {survey.name(step.goal)}.")
    return Choice(legal[-1], "Nothing else is allowed.")


def _advance_force(survey: Survey, step: AdvanceChoice) -> Stack:
    """The units that should advance: all, a single strength point, or nobody."""
    force = step.rest.plus(step.current)
    gain = capture_value(survey, step.goal, survey.side)
    stays = survey.state.stacks[step.source].minus(force)
    need = max(0, _garrison_size(survey, step.source, survey.state.stacks[step.source]) - stays.strength)
    one = troops(force, 1)
    if need >= force.strength:
        return one if gain > 1 or step.must else Stack(survey.side)
    moving = force.minus(troops(force, need))
    goal = goal_of(survey, moving, step.source)
    way = survey.way_to(goal.hex, moving)
    closer = way.get(step.goal, 99) < way.get(step.source, 99)
    risk = danger_value(survey, moving, step.goal, False) - danger_value(survey, moving, step.source, False)
    risk += survey.attrition(moving, step.goal) - survey.attrition(moving, step.source)
    if closer or gain >= 3:
        return moving if risk < max(1.5, gain) else one
    return one if gain > 1 or step.must else Stack(survey.side)


def _garrison_size(survey: Survey, space: str, stack: Stack) -> int:
    """Strength points that must stay in a hex, by the plan of the side."""
    if survey.side == CONFEDERATE:
        return confederate.garrison_size(survey, space, stack)
    return union.garrison_size(survey, space, stack)


def declare(survey: Survey, legal: tuple[Action, ...]) -> Choice:
    """9.26: declare only what would be attacked anyway."""
    for action in legal:
        if not isinstance(action, DeclareAttack):
            continue
        for here, stack in survey.own.items():
            if not stack.strength or action.hex not in survey.data.open[here]:
                continue
            best = best_attack(survey, msgspec.structs.replace(stack, depot=False), here)
            if best is not None and best.goal == action.hex and best.value > 1.0:
                return Choice(action, f"{survey.name(action.hex)} will be attacked, so it is declared.")
    return Choice(EndPhase(), "No other attack is certain enough to declare.")


def will_be_lost(survey: Survey, space: str) -> bool:
    """Whether the trains of a hex are likely to fall into enemy hands before they can move."""
    stack = survey.own[space]
    for foe, enemy in survey.enemies.items():
        if enemy.strength < 4 * stack.strength:
            continue
        price = survey.threat_to(space, foe)
        if survey.chance_to_reach(foe, price) >= 0.6:
            free = foe in survey.supplied_hexes(survey.foe) or enemy.supplies > 0
            fed = space in survey.supplied_hexes(survey.side)
            source = next(iter(survey.data.open[space]))
            if (
                survey.exchange(enemy, source, stack, space, (free, fed)).cleared > 0.6
                and stake_value(survey, stack) > 0
            ):
                return True
    return False
