"""The Union plan: hold both great forts, save the wagons, strike at the invader's base, retake the towns."""

from __future__ import annotations

from nmc.bot import siege
from nmc.bot.duties import detach, errand_of, is_party, subordinates, troops, turns_left
from nmc.bot.moves import Goal
from nmc.bot.survey import Survey, costs_to
from nmc.state import Stack

ALBUQUERQUE = "3907"  # where the wagons of the west meet the column from Fort Craig
COLUMN = 14  # strength points of a column sent out
ARMY = 10  # a column of this strength is led by the army commander
LEAST = 5  # and the least that is sent
PACE = 7.0


def foe_strength(survey: Survey) -> int:
    """Strength of the invader's main army."""
    return survey.strength(survey.enemy_army) if survey.enemy_army else 0


def garrison_size(survey: Survey, here: str, stack: Stack) -> int:
    """Strength points that stay behind in a hex."""
    data = survey.data
    if here not in data.locales:
        return 0
    if here in siege.SITES:
        besieged = bool(survey.enemy_army) and survey.distance(survey.enemy_army, here) <= 2
        return stack.strength if besieged else siege.needed_garrison(survey, here)
    return 1 if data.worth[here] >= 3 else 0


def goal(survey: Survey, force: Stack, here: str) -> Goal:
    """Where a Union force goes."""
    if force.supplies and force.strength < LEAST:
        return _train_goal(survey, force, here)
    if is_party(force):
        errand = errand_of(survey, force, here)
        if errand is not None:
            return errand
    if force.strength >= 3:
        target = column_target(survey, force, here)
        if target is not None:
            return target
    return _home_goal(survey, force, here)


def column_target(survey: Survey, force: Stack, here: str) -> Goal | None:
    """The enemy place a column should march against."""
    best, best_score = "", 0.0
    for space in sorted(survey.data.locales):
        if survey.is_enemy_locale(space) or _is_meeting(survey, force, here, space):
            worth = _target_score(survey, force, here, space)
            if worth > best_score:
                best, best_score = space, worth
    if not best:
        return None
    if not survey.is_enemy_locale(best):
        return Goal(best, 0.5, "the wagons wait near Albuquerque")
    return Goal(best, 0.5, f"{survey.name(best)} can be retaken or raided")


def _is_meeting(survey: Survey, force: Stack, here: str, space: str) -> bool:
    """Whether a column without wagons should meet those of the west at Albuquerque."""
    if space != ALBUQUERQUE or space == here or force.supplies:
        return False
    way = costs_to(survey.data, space)
    return any(stack.supplies and way.get(other, 99) <= 9 for other, stack in survey.own.items())


def _target_score(survey: Survey, force: Stack, here: str, space: str) -> float:
    stack, data = survey.enemies.get(space), survey.data
    price = costs_to(data, space).get(here, 99)
    if price > PACE * (turns_left(survey) + 0.7):
        return -1.0
    worth = float(data.worth[space]) if survey.is_enemy_locale(space) else 5.0
    worth += -0.15 * price + (3.0 if space in data.setup.keys else 0.0)
    turns = price / PACE
    if stack is not None and stack.strength:
        rounds = stack.strength / max(0.05, _hits(survey, force, stack, space))
        turns += rounds
        if turns > turns_left(survey) + 1:
            return -1.0
    if stack is not None:
        worth += 5.0 * stack.depot + 2.0 * stack.supplies
        if stack.depot and any(survey.distance(space, fort) <= 6 for fort in siege.SITES):
            worth += 12.0
    worth -= _attrition_price(survey) * survey.attrition(force, space) * turns
    foe = survey.enemy_army
    if foe and foe != space and survey.distance(foe, space) <= 2 and foe_strength(survey) > force.strength:
        worth -= 6.0
    return worth - (4.0 if _is_claimed(survey, here, space, price) else 0.0)


def _attrition_price(survey: Survey) -> float:
    """The price of a strength point lost to attrition: a side that is behind has little to lose."""
    behind = survey.state.vp[survey.side] <= survey.state.vp[survey.foe]
    return 0.4 if behind and turns_left(survey) <= 2 else 0.9


def _hits(survey: Survey, force: Stack, stack: Stack, space: str) -> float:
    """Mean hits of one attack of a column on a place."""
    fed = bool(force.supplies) or space in survey.supplied_hexes(survey.side)
    source = survey.data.open[space][0]
    return survey.exchange(force, source, stack, space, (fed, space in survey.supplied_hexes(survey.foe))).given


def _is_claimed(survey: Survey, here: str, space: str, price: int) -> bool:
    """Whether another column is nearer to a place."""
    way = costs_to(survey.data, space)
    columns = [other for other, stack in survey.own.items() if stack.strength >= LEAST and other not in siege.SITES]
    return any(other != here and way.get(other, 99) < price for other in columns)


def _train_goal(survey: Survey, force: Stack, here: str) -> Goal:
    """Where wagons go: to a column in the field, else out of the invader's way."""
    columns = [
        space
        for space, stack in survey.own.items()
        if stack.strength >= LEAST
        and space != here
        and not stack.supplies
        and space not in survey.supplied_hexes(survey.side)
    ]
    if columns:
        best = min(columns, key=lambda space: (costs_to(survey.data, space).get(here, 99), space))
        if costs_to(survey.data, best).get(here, 99) <= 16:
            return Goal(best, 0.4, "the wagon is wanted by the column in the field")
    north = costs_to(survey.data, survey.data.setup.prize).get(here, 99)
    west = costs_to(survey.data, ALBUQUERQUE).get(here, 99)
    if west < north and not (survey.enemies.get(ALBUQUERQUE) and here == ALBUQUERQUE):
        return Goal(ALBUQUERQUE, 0.4, "the wagons of the west wait for the army near Albuquerque", 2.5)
    return Goal(survey.data.setup.prize, 0.4, "the wagon is safest at Fort Union", 1.5)


def _home_goal(survey: Survey, force: Stack, here: str) -> Goal:
    """The nearest own place that wants troops."""
    places = [space for space in sorted(survey.data.locales) if not survey.is_enemy_locale(space)]
    if here in places and force.strength:
        return Goal(here, 0.3, f"{survey.name(here)} must be held")
    best = min(places, key=lambda space: (costs_to(survey.data, space).get(here, 99), space), default=here)
    return Goal(best, 0.3, f"{survey.name(best)} gives shelter")


def forces(survey: Survey, here: str, fresh: Stack, forced: bool) -> list[Stack]:
    """The forces that march out of a hex."""
    whole = survey.state.stacks[here]
    if fresh.strength < LEAST:
        return _small_forces(survey, here, fresh, whole)
    free = max(0, fresh.regular - garrison_size(survey, here, whole))  # the militia will be gone before they are needed
    if here not in survey.data.locales:
        return _field_forces(survey, here, fresh)
    found: list[Stack] = []
    rest = fresh
    if free >= LEAST:
        column = _form_column(survey, rest, min(free, COLUMN))
        if column.leaders and goal(survey, column, here).hex != here:
            found.append(column)
            rest = rest.minus(column)
            free -= column.strength
    spare = len(subordinates(survey, rest)) - 1
    if spare > 0 and free > 0:
        found.extend(detach(survey, rest, here, 1, min(spare, free, 2)))
    return found


def _field_forces(survey: Survey, here: str, fresh: Stack) -> list[Stack]:
    return [fresh] if goal(survey, fresh, here).hex != here else []


def _form_column(survey: Survey, stack: Stack, size: int) -> Stack:
    """A column with a leader and the wagons of the hex."""
    names = subordinates(survey, stack)
    chiefs = tuple(name for name in stack.leaders if name in survey.data.commanders and size >= ARMY and len(names) > 1)
    column = troops(stack, size).plus(Stack(stack.side, leaders=(*chiefs, *names[:1])))
    return column.plus(Stack(stack.side, wagons=stack.wagons, exdepots=stack.exdepots))


def _small_forces(survey: Survey, here: str, fresh: Stack, whole: Stack) -> list[Stack]:
    if fresh.supplies:
        moving = fresh
    else:
        moving = fresh.minus(troops(fresh, min(garrison_size(survey, here, whole), fresh.strength)))
    if moving.is_empty() or goal(survey, moving, here).hex == here:
        return []
    return [moving]
