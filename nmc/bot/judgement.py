"""Prices of things in victory points: prizes, wagons, attacks, dangers."""

from __future__ import annotations

import msgspec

from nmc.bot.survey import Exchange, Survey
from nmc.state import CONFEDERATE, UNION, Stack

GUN, LEADER, COMMANDER, DEPOT = 1.2, 0.9, 3.0, 4.0
WAGON = {"confederate": 2.5, "union": 1.5}
VICTORY = 60.0
DECIDES = 30.0
LOSS = {"confederate": 1.1, "union": 1.0}  # the invader cannot replace what he loses
SIEGE_HIT = 1.5  # what a strength point of Fort Union's garrison is worth to the besieger
CRAIG = "2605"
HORIZON = 10  # hexes beyond which no enemy is feared
SURE = 5  # defenders of this strength are taken to use up a wagon


class AttackValue(msgspec.Struct, frozen=True):
    """An attack that could be made: what it is worth with and without a wagon of one's own."""

    goal: str
    value: float
    commit: bool
    exchange: Exchange | None


def capture_value(survey: Survey, space: str, taker: str) -> float:
    """What the taker gains by entering an enemy hex once its troops are gone."""
    stack, data = survey.state.stacks.get(space), survey.data
    gain = 0.0
    if survey.state.control.get(space, taker) != taker:
        gain += data.worth[space]
        if space == data.setup.prize and taker == CONFEDERATE:
            gain += VICTORY
        if space in data.setup.keys:
            gain += DECIDES if _decides(survey, space, taker) else 4.0
    if stack is not None and stack.side != taker:
        gain += stake_value(survey, stack)
    return gain


def _decides(survey: Survey, space: str, taker: str) -> bool:
    """4.6: whether a key fort wins the game on points for the Confederates in the last turns."""
    state, setup = survey.state, survey.data.setup
    if taker != CONFEDERATE or state.turn < setup.last_turn - 2:
        return False
    others = [state.control[key] for key in setup.keys if key != space]
    lead = state.vp[CONFEDERATE] - state.vp[UNION] + 2 * survey.data.worth[space]
    return lead > 0 and all(side == CONFEDERATE for side in others)


def stake_value(survey: Survey, stack: Stack) -> float:
    """What is lost with a stack besides its troops."""
    chiefs = sum(name in survey.data.commanders for name in stack.leaders)
    leaders = COMMANDER * chiefs + LEADER * (len(stack.leaders) - chiefs)
    return leaders + GUN * stack.guns + WAGON[stack.side] * stack.supplies + DEPOT * stack.depot


def wagon_price(survey: Survey, side: str, stack: Stack, goal: str = "") -> float:
    """What it costs to use up a wagon in battle."""
    if side != CONFEDERATE:
        return 1.0
    late = survey.state.turn >= survey.data.setup.last_turn - 2
    if stack.supplies >= 3 or (late and goal in (survey.data.setup.prize, CRAIG)):
        return 1.0
    if any(
        survey.supplied_hexes(side) & frozenset(survey.data.open[fort]) for fort in (survey.data.setup.prize, CRAIG)
    ):
        return 1.5  # a depot already feeds a siege
    return 4.0 if survey.state.turn <= 8 else 1.0


def value_attack(survey: Survey, force: Stack, source: str, goal: str, defender: Stack | None = None) -> AttackValue:
    """The worth of attacking a hex with a force, in the attacker's eyes."""
    side, state = force.side, survey.state
    target = defender if defender is not None else state.stacks[goal]
    gain = capture_value(survey, goal, side) if defender is None else stake_value(survey, target)
    if not target.strength:
        return AttackValue(goal, gain + 0.5, False, None)
    foe_fed = goal in survey.supplied_hexes(target.side) or goal in state.fed
    foe_fed = foe_fed or (target.supplies > 0 and target.strength >= SURE)
    free = source in survey.supplied_hexes(side)
    best = _value_with(force, survey.exchange(force, source, target, goal, (free, foe_fed)), gain, 0.0)
    if free or not force.supplies:
        return msgspec.structs.replace(best, goal=goal)
    price = wagon_price(survey, side, force, goal)
    burnt = _value_with(force, survey.exchange(force, source, target, goal, (True, foe_fed)), gain, price)
    return msgspec.structs.replace(burnt if burnt.value > best.value else best, goal=goal)


def _value_with(force: Stack, result: Exchange, gain: float, price: float) -> AttackValue:
    kill = SIEGE_HIT if gain >= VICTORY else 1.0
    value = kill * result.given - LOSS[force.side] * result.taken + gain * result.cleared - price
    return AttackValue("", value, price > 0, result)


def danger_value(survey: Survey, force: Stack, space: str, forced: bool) -> float:
    """What the enemy can expect to gain in his next combat phase from a force that stands at a hex."""
    worst, strength, chance = 0.0, force.strength, 0.0
    for foe, stack in survey.enemies.items():
        if not stack.strength or stack.strength * 4 < strength or survey.distance(foe, space) > HORIZON:
            continue
        chance = _chance_of_attack(survey, force, space, foe, forced)
        if chance <= 0:
            continue
        loss = _loss_in_defeat(survey, force, space, foe, stack) if strength else stake_value(survey, force)
        worst = max(worst, chance * loss)
    return worst


def _chance_of_attack(survey: Survey, force: Stack, space: str, foe: str, forced: bool) -> float:
    """How likely an enemy stack gets to attack a hex: now if it stands beside it, later if it can march there."""
    price = 0 if foe in survey.data.open[space] else survey.threat_to(space, foe)
    if forced:
        return 1.0 if price == 0 else 0.0
    evade = 0.5 if force.leaders else 1.0
    return survey.chance_to_reach(foe, price) * evade


def _loss_in_defeat(survey: Survey, force: Stack, space: str, foe: str, stack: Stack) -> float:
    """What the enemy gains on balance if he attacks."""
    source = foe if foe in survey.data.open[space] else _best_source(survey, space)
    fed = space in survey.supplied_hexes(force.side)
    foe_fed = source in survey.supplied_hexes(stack.side) or stack.supplies > 0
    gain = stake_value(survey, force)
    if space in survey.data.locales:
        gain += survey.data.worth[space]
    result = survey.exchange(stack, source, force, space, (foe_fed, fed))
    loss = result.taken_by_defender(gain)
    if not fed and force.supplies:
        saved = survey.exchange(stack, source, force, space, (foe_fed, True)).taken_by_defender(gain)
        loss = min(loss, saved + wagon_price(survey, force.side, force))
    return max(0.0, loss)


def _best_source(survey: Survey, space: str) -> str:
    """The neighbour from which a hex is attacked best: one without a river between, if there is any."""
    sides = survey.data.open[space]
    dry = [near for near in sides if not survey.data.is_river(near, space)]
    return (dry or list(sides))[0]


def opening_value(survey: Survey, force: Stack, space: str) -> float:
    """What a force gains if it stands at a hex in its own combat phase."""
    if not force.strength:
        return 0.0
    best = 0.0
    for goal in survey.data.open[space]:
        target = survey.enemies.get(goal)
        if target is None or not target.strength:
            continue
        stays = 1.0 if not target.leaders else 0.9 if goal in survey.data.locales else 0.5
        best = max(best, stays * value_attack(survey, force, space, goal).value)
    return best
