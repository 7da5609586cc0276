"""The Union plan: hold both great forts, save the wagons, strike at the invader's base, retake the towns."""

from __future__ import annotations

from nmc.bot import siege
from nmc.bot.duties import detach, errand_of, is_party, subordinates, troops, turns_left
from nmc.bot.moves import Goal
from nmc.bot.survey import Look, clear_road
from nmc.state import Stack

ALBUQUERQUE = "3907"  # where the wagons of the west meet the column from Fort Craig
COLUMN = 14  # strength points of a column sent out
ARMY = 10  # a column of this strength is led by the army commander
LEAST = 5  # and the least that is sent
PACE = 7.0


def foe_strength(look: Look) -> int:
    """Strength of the invader's main army."""
    return look.strength(look.enemy_army) if look.enemy_army else 0


def keep(look: Look, here: str, stack: Stack) -> int:
    """Strength points that stay behind in a hex."""
    data = look.data
    if here not in data.locales:
        return 0
    if here in siege.SITES:
        besieged = bool(look.enemy_army) and look.distance(look.enemy_army, here) <= 2
        return stack.strength if besieged else siege.needed(look, here)
    return 1 if data.worth[here] >= 3 else 0


def goal(look: Look, force: Stack, here: str) -> Goal:
    """Where a Union force goes."""
    if force.supplies and force.strength < LEAST:
        return _train(look, force, here)
    if is_party(force):
        errand = errand_of(look, force, here)
        if errand is not None:
            return errand
    if force.strength >= 3:
        target = column_target(look, force, here)
        if target is not None:
            return target
    return _home(look, force, here)


def column_target(look: Look, force: Stack, here: str) -> Goal | None:
    """The enemy place a column should march against."""
    best, best_score = "", 0.0
    for space in sorted(look.data.locales):
        if look.is_enemy_locale(space) or _is_meeting(look, force, here, space):
            worth = _target_score(look, force, here, space)
            if worth > best_score:
                best, best_score = space, worth
    if not best:
        return None
    if not look.is_enemy_locale(best):
        return Goal(best, 0.5, "the wagons wait near Albuquerque")
    return Goal(best, 0.5, f"{look.name(best)} can be retaken or raided")


def _is_meeting(look: Look, force: Stack, here: str, space: str) -> bool:
    """Whether a column without wagons should meet those of the west at Albuquerque."""
    if space != ALBUQUERQUE or space == here or force.supplies:
        return False
    way = clear_road(look.data, space)
    return any(stack.supplies and way.get(other, 99) <= 9 for other, stack in look.own.items())


def _target_score(look: Look, force: Stack, here: str, space: str) -> float:
    stack, data = look.enemies.get(space), look.data
    price = clear_road(data, space).get(here, 99)
    if price > PACE * (turns_left(look) + 0.7):
        return -1.0
    worth = float(data.worth[space]) if look.is_enemy_locale(space) else 5.0
    worth += -0.15 * price + (3.0 if space in data.setup.keys else 0.0)
    turns = price / PACE
    if stack is not None and stack.strength:
        rounds = stack.strength / max(0.05, _hits(look, force, stack, space))
        turns += rounds
        if turns > turns_left(look) + 1:
            return -1.0
    if stack is not None:
        worth += 5.0 * stack.depot + 2.0 * stack.supplies
        if stack.depot and any(look.distance(space, fort) <= 6 for fort in siege.SITES):
            worth += 12.0
    worth -= _thrift(look) * look.attrition(force, space) * turns
    foe = look.enemy_army
    if foe and foe != space and look.distance(foe, space) <= 2 and foe_strength(look) > force.strength:
        worth -= 6.0
    return worth - (4.0 if _claimed(look, here, space, price) else 0.0)


def _thrift(look: Look) -> float:
    """The price of a strength point lost to attrition: a side that is behind has little to lose."""
    behind = look.state.vp[look.side] <= look.state.vp[look.foe]
    return 0.4 if behind and turns_left(look) <= 2 else 0.9


def _hits(look: Look, force: Stack, stack: Stack, space: str) -> float:
    """Mean hits of one attack of a column on a place."""
    fed = bool(force.supplies) or space in look.fed(look.side)
    source = look.data.open[space][0]
    return look.exchange(force, source, stack, space, (fed, space in look.fed(look.foe))).given


def _claimed(look: Look, here: str, space: str, price: int) -> bool:
    """Whether another column is nearer to a place."""
    way = clear_road(look.data, space)
    columns = [other for other, stack in look.own.items() if stack.strength >= LEAST and other not in siege.SITES]
    return any(other != here and way.get(other, 99) < price for other in columns)


def _train(look: Look, force: Stack, here: str) -> Goal:
    """Where wagons go: to a column in the field, else out of the invader's way."""
    columns = [
        space
        for space, stack in look.own.items()
        if stack.strength >= LEAST and space != here and not stack.supplies and space not in look.fed(look.side)
    ]
    if columns:
        best = min(columns, key=lambda space: (clear_road(look.data, space).get(here, 99), space))
        if clear_road(look.data, best).get(here, 99) <= 16:
            return Goal(best, 0.4, "the wagon is wanted by the column in the field")
    north = clear_road(look.data, look.data.setup.prize).get(here, 99)
    west = clear_road(look.data, ALBUQUERQUE).get(here, 99)
    if west < north and not (look.enemies.get(ALBUQUERQUE) and here == ALBUQUERQUE):
        return Goal(ALBUQUERQUE, 0.4, "the wagons of the west wait for the army near Albuquerque", 2.5)
    return Goal(look.data.setup.prize, 0.4, "the wagon is safest at Fort Union", 1.5)


def _home(look: Look, force: Stack, here: str) -> Goal:
    """The nearest own place that wants troops."""
    places = [space for space in sorted(look.data.locales) if not look.is_enemy_locale(space)]
    if here in places and force.strength:
        return Goal(here, 0.3, f"{look.name(here)} must be held")
    best = min(places, key=lambda space: (clear_road(look.data, space).get(here, 99), space), default=here)
    return Goal(best, 0.3, f"{look.name(best)} gives shelter")


def forces(look: Look, here: str, fresh: Stack, forced: bool) -> list[Stack]:
    """The forces that march out of a hex."""
    whole = look.state.stacks[here]
    if fresh.strength < LEAST:
        return _small(look, here, fresh, whole)
    free = max(0, fresh.regular - keep(look, here, whole))  # the militia will be gone before they are needed
    if here not in look.data.locales:
        return _field(look, here, fresh)
    found: list[Stack] = []
    rest = fresh
    if free >= LEAST:
        column = _column(look, rest, min(free, COLUMN))
        if column.leaders and goal(look, column, here).hex != here:
            found.append(column)
            rest = rest.minus(column)
            free -= column.strength
    spare = len(subordinates(look, rest)) - 1
    if spare > 0 and free > 0:
        found.extend(detach(look, rest, here, 1, min(spare, free, 2)))
    return found


def _field(look: Look, here: str, fresh: Stack) -> list[Stack]:
    return [fresh] if goal(look, fresh, here).hex != here else []


def _column(look: Look, stack: Stack, size: int) -> Stack:
    """A column with a leader and the wagons of the hex."""
    names = subordinates(look, stack)
    chiefs = tuple(name for name in stack.leaders if name in look.data.commanders and size >= ARMY and len(names) > 1)
    column = troops(stack, size).plus(Stack(stack.side, leaders=(*chiefs, *names[:1])))
    return column.plus(Stack(stack.side, wagons=stack.wagons, exdepots=stack.exdepots))


def _small(look: Look, here: str, fresh: Stack, whole: Stack) -> list[Stack]:
    if fresh.supplies:
        moving = fresh
    else:
        moving = fresh.minus(troops(fresh, min(keep(look, here, whole), fresh.strength)))
    if moving.is_empty() or goal(look, moving, here).hex == here:
        return []
    return [moving]
