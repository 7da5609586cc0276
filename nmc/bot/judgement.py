"""Prices of things in victory points: prizes, wagons, attacks, dangers."""

from __future__ import annotations

import msgspec

from nmc.bot.survey import Exchange, Look
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


class Blow(msgspec.Struct, frozen=True):
    """An attack that could be made: what it is worth with and without a wagon of one's own."""

    goal: str
    value: float
    commit: bool
    exchange: Exchange | None


def prize(look: Look, space: str, taker: str) -> float:
    """What the taker gains by entering an enemy hex once its troops are gone."""
    stack, data = look.state.stacks.get(space), look.data
    gain = 0.0
    if look.state.control.get(space, taker) != taker:
        gain += data.worth[space]
        if space == data.setup.prize and taker == CONFEDERATE:
            gain += VICTORY
        if space in data.setup.keys:
            gain += DECIDES if _decides(look, space, taker) else 4.0
    if stack is not None and stack.side != taker:
        gain += stakes(look, stack)
    return gain


def _decides(look: Look, space: str, taker: str) -> bool:
    """4.6: whether a key fort wins the game on points for the Confederates in the last turns."""
    state, setup = look.state, look.data.setup
    if taker != CONFEDERATE or state.turn < setup.last_turn - 2:
        return False
    others = [state.control[key] for key in setup.keys if key != space]
    lead = state.vp[CONFEDERATE] - state.vp[UNION] + 2 * look.data.worth[space]
    return lead > 0 and all(side == CONFEDERATE for side in others)


def stakes(look: Look, stack: Stack) -> float:
    """What is lost with a stack besides its troops."""
    chiefs = sum(name in look.data.commanders for name in stack.leaders)
    leaders = COMMANDER * chiefs + LEADER * (len(stack.leaders) - chiefs)
    return leaders + GUN * stack.guns + WAGON[stack.side] * stack.supplies + DEPOT * stack.depot


def wagon_price(look: Look, side: str, stack: Stack, goal: str = "") -> float:
    """What it costs to use up a wagon in battle."""
    if side != CONFEDERATE:
        return 1.0
    late = look.state.turn >= look.data.setup.last_turn - 2
    if stack.supplies >= 3 or (late and goal in (look.data.setup.prize, CRAIG)):
        return 1.0
    if any(look.fed(side) & frozenset(look.data.open[fort]) for fort in (look.data.setup.prize, CRAIG)):
        return 1.5  # a depot already feeds a siege
    return 4.0 if look.state.turn <= 8 else 1.0


def blow(look: Look, force: Stack, source: str, goal: str, defender: Stack | None = None) -> Blow:
    """The worth of attacking a hex with a force, in the attacker's eyes."""
    side, state = force.side, look.state
    target = defender if defender is not None else state.stacks[goal]
    gain = prize(look, goal, side) if defender is None else stakes(look, target)
    if not target.strength:
        return Blow(goal, gain + 0.5, False, None)
    foe_fed = goal in look.fed(target.side) or goal in state.fed
    foe_fed = foe_fed or (target.supplies > 0 and target.strength >= SURE)
    free = source in look.fed(side)
    best = _value(look, force, target, look.exchange(force, source, target, goal, (free, foe_fed)), gain, 0.0)
    if free or not force.supplies:
        return msgspec.structs.replace(best, goal=goal)
    price = wagon_price(look, side, force, goal)
    burnt = _value(look, force, target, look.exchange(force, source, target, goal, (True, foe_fed)), gain, price)
    return msgspec.structs.replace(burnt if burnt.value > best.value else best, goal=goal)


def _value(look: Look, force: Stack, target: Stack, result: Exchange, gain: float, price: float) -> Blow:
    kill = SIEGE_HIT if gain >= VICTORY else 1.0
    value = kill * result.given - LOSS[force.side] * result.taken + gain * result.cleared - price
    return Blow("", value, price > 0, result)


def danger(look: Look, force: Stack, space: str, forced: bool) -> float:
    """What the enemy can expect to gain in his next combat phase from a force that stands at a hex."""
    worst, strength, chance = 0.0, force.strength, 0.0
    for foe, stack in look.enemies.items():
        if not stack.strength or stack.strength * 4 < strength or look.distance(foe, space) > HORIZON:
            continue
        chance = _chance_of_attack(look, force, space, foe, forced)
        if chance <= 0:
            continue
        loss = _defeat(look, force, space, foe, stack) if strength else stakes(look, force)
        worst = max(worst, chance * loss)
    return worst


def _chance_of_attack(look: Look, force: Stack, space: str, foe: str, forced: bool) -> float:
    """How likely an enemy stack gets to attack a hex: now if it stands beside it, later if it can march there."""
    price = 0 if foe in look.data.open[space] else look.threat_to(space, foe)
    if forced:
        return 1.0 if price == 0 else 0.0
    evade = 0.5 if force.leaders else 1.0
    return look.chance_to_reach(foe, price) * evade


def _defeat(look: Look, force: Stack, space: str, foe: str, stack: Stack) -> float:
    """What the enemy gains on balance if he attacks."""
    source = foe if foe in look.data.open[space] else _open_side(look, space)
    fed = space in look.fed(force.side)
    foe_fed = source in look.fed(stack.side) or stack.supplies > 0
    gain = stakes(look, force)
    if space in look.data.locales:
        gain += look.data.worth[space]
    result = look.exchange(stack, source, force, space, (foe_fed, fed))
    loss = result.taken_by_defender(gain)
    if not fed and force.supplies:
        saved = look.exchange(stack, source, force, space, (foe_fed, True)).taken_by_defender(gain)
        loss = min(loss, saved + wagon_price(look, force.side, force))
    return max(0.0, loss)


def _open_side(look: Look, space: str) -> str:
    """The neighbour from which a hex is attacked best: one without a river between, if there is any."""
    sides = look.data.open[space]
    dry = [near for near in sides if not look.data.is_river(near, space)]
    return (dry or list(sides))[0]


def opening(look: Look, force: Stack, space: str) -> float:
    """What a force gains if it stands at a hex in its own combat phase."""
    if not force.strength:
        return 0.0
    best = 0.0
    for goal in look.data.open[space]:
        target = look.enemies.get(goal)
        if target is None or not target.strength:
            continue
        stays = 1.0 if not target.leaders else 0.9 if goal in look.data.locales else 0.5
        best = max(best, stays * blow(look, force, space, goal).value)
    return best
