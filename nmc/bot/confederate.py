"""The Confederate plan: up the valley with the train, a depot at Las Vegas, then Fort Union; else points, or Craig."""

from __future__ import annotations

from nmc.bot import siege
from nmc.bot.duties import detach, errand_of, is_party, troops, turns_left
from nmc.bot.judgement import value_attack
from nmc.bot.moves import Goal
from nmc.bot.survey import Survey, costs_to
from nmc.state import CONFEDERATE, NmcState, Stack

BASE, MESILLA, SOCORRO = "1008", "1406", "3005"
ASSEMBLY = "1803"
REAR_GUARD, REAR_LEADER = 4, "Steele"
REAR = {MESILLA: 2, BASE: 2, "1704": 1, "1407": 1}  # guards of the base country
SOUTH = 20  # rows up to here are the base country
WORTH_HOLDING = 3  # a place of so many points gets a garrison
STAFF = 3  # subordinates who stay with the main army
PREY = 5  # movement points within which the army goes after a Union column
DARE = -0.4  # strength points a round of a siege may cost on balance
HOPE = 0.5  # a siege is begun if so much of the garrison can be shot away in time


def army(survey: Survey) -> tuple[str, Stack | None]:
    """The main army and its place."""
    side = survey.side if survey.side == CONFEDERATE else survey.foe
    where = survey.army if side == survey.side else survey.enemy_army
    return where, survey.state.stacks.get(where)


def garrison_size(survey: Survey, here: str, stack: Stack) -> int:
    """Strength points that stay behind in a hex."""
    if here not in survey.data.locales or stack.strength <= 1:
        return 0 if here not in survey.data.locales else stack.strength
    if stack.depot and here != BASE:
        return 3 if stack.strength >= 12 else 1
    if here == siege.CRAIG:
        return _hold_craig(survey, stack)
    if here in REAR:
        return REAR[here]
    return 1 if survey.data.worth[here] >= WORTH_HOLDING and here != SOCORRO else 0


def _hold_craig(survey: Survey, stack: Stack) -> int:
    """What must stay in a captured Fort Craig against the Union columns that can come."""
    near = [
        enemy.strength
        for foe, enemy in survey.enemies.items()
        if costs_to(survey.data, siege.CRAIG).get(foe, 99) <= 7 * (turns_left(survey) + 1)
    ]
    return min(stack.strength, max(3, round(0.5 * max(near, default=0))))


def main_goal(survey: Survey, force: Stack, here: str) -> Goal:
    """Where the main army goes: prey in reach, the better of the two sieges, or points."""
    sieges = [siege.estimate(survey, force, here, fort) for fort in siege.SITES if survey.is_enemy_locale(fort)]
    sieges = [plan for plan in sieges if plan.ratio >= _least_ratio(survey, plan) and plan.balance > DARE]
    best = max(sieges, key=lambda plan: plan.promise, default=None)
    prey = _column_to_catch(survey, force, here)
    if prey is not None and (best is None or survey.distance(here, best.fort) > 3):
        return prey
    if best is None:
        return points_goal(survey, force, here)
    name = survey.name(best.fort)
    if best.site is not None and best.garrison * 5 > force.strength:
        return Goal(best.site, 0.6, f"a depot at {survey.name(best.site)} will feed the siege of {name}", 0.7)
    return Goal(best.fort, 0.6, f"{name} can be taken", 0.6)


def _least_ratio(survey: Survey, plan: siege.Siege) -> float:
    """How much of a garrison must be in reach: less if the siege has begun, or if points alone bring only a draw."""
    if plan.begun:
        return 0.3
    lead = survey.state.vp[CONFEDERATE] - survey.state.vp[survey.foe]
    return HOPE - (0.15 if lead >= 8 else 0.0)


def _column_to_catch(survey: Survey, force: Stack, here: str) -> Goal | None:
    """A Union column in the open that the main army can catch and beat."""
    best, best_value = "", 2.5
    for space, stack in survey.enemies.items():
        if stack.strength < 4 or space in survey.data.forts or stack.strength > force.strength:
            continue
        if survey.distance(here, space) > PREY:
            continue
        price = survey.way_to(space, force).get(here, 99)
        if price > PREY:
            continue
        value = value_attack(survey, force, survey.data.open[space][0], space).value - 0.4 * price
        if value > best_value:
            best, best_value = space, value
    return Goal(best, 0.6, "a Union column can be caught in the open", 0.7) if best else None


def points_goal(survey: Survey, force: Stack, here: str) -> Goal:
    """The most rewarding enemy place the main army can take, else a place to hold."""
    best, best_score = "", 0.0
    for space in sorted(survey.data.locales):
        if not survey.is_enemy_locale(space) or space == survey.data.setup.prize:
            continue
        price = costs_to(survey.data, space).get(here, 99)
        if survey.strength(space) * 2 > force.strength or price > siege.PACE * (turns_left(survey) + 0.7):
            continue
        worth = survey.data.worth[space] - 0.25 * price - 0.4 * survey.strength(space)
        if worth > best_score:
            best, best_score = space, worth
    if best:
        return Goal(best, 0.5, f"{survey.name(best)} brings points")
    hold = max(
        (space for space in sorted(survey.data.locales) if not survey.is_enemy_locale(space)),
        key=lambda space: survey.data.worth[space] - 0.4 * costs_to(survey.data, space).get(here, 99),
        default=here,
    )
    return Goal(hold, 0.3, f"{survey.name(hold)} must be held")


def goal(survey: Survey, force: Stack, here: str) -> Goal:
    """Where a Confederate force goes."""
    where, main = army(survey)
    if not force.strength and not force.leaders:
        return Goal(where or here, 0.5, "the train follows the main army")
    south = int(here[:2]) <= SOUTH
    if is_party(force) and not (south and force.strength):
        errand = errand_of(survey, force, here)
        if errand is not None:
            return errand
    if south and force.strength < 8 and not force.supplies:
        return _rear_goal(survey, force, here)
    if main is not None and force.strength * 2 < main.strength:
        if here in survey.data.locales and force.strength:
            return Goal(here, 0.3, f"{survey.name(here)} must be held")
        return Goal(where, 0.4, "the detachment returns to the main army")
    return main_goal(survey, force, here)


def _rear_goal(survey: Survey, force: Stack, here: str) -> Goal:
    """The place in the base country that wants a guard most; where the force is that guard itself, it stays."""
    raiders = [foe for foe, stack in survey.enemies.items() if stack.strength >= 3 and int(foe[:2]) <= SOUTH]
    for space in REAR if not raiders else ():
        if space != here and survey.is_enemy_locale(space) and not survey.strength(space):
            return Goal(space, 0.4, f"{survey.name(space)} must be won back")
    for space, wanted in REAR.items():
        there = survey.own.get(space)
        others = (there.strength if there is not None else 0) - (force.strength if space == here else 0)
        if others < wanted and not survey.is_enemy_locale(space):
            return Goal(space, 0.4, f"{survey.name(space)} needs a guard")
    return Goal(here if here in REAR else MESILLA, 0.4, "the base country needs a guard")


def forces(survey: Survey, here: str, fresh: Stack, forced: bool) -> list[Stack]:
    """The forces that march out of a hex."""
    whole = survey.state.stacks[here]
    where, _ = army(survey)
    if here != where:
        return _small_forces(survey, here, fresh, whole)
    moving = fresh
    staying = min(garrison_size(survey, here, whole), max(0, fresh.strength - 1))
    if main_goal(survey, fresh, here).hex == here:
        staying = fresh.strength
    moving = moving.minus(troops(moving, staying))
    size = 1 if survey.state.options["control_by_sp_only"] else 0
    spare = len(moving.leaders) - 1 - STAFF
    found = detach(survey, moving, here, size, min(2, spare)) if moving.strength > 8 else []
    for party in found:
        moving = moving.minus(party)
    if staying < fresh.strength:
        found.insert(0, moving)
    return found


def _small_forces(survey: Survey, here: str, fresh: Stack, whole: Stack) -> list[Stack]:
    staying = min(garrison_size(survey, here, whole), fresh.strength)
    moving = fresh.minus(troops(fresh, staying))
    if int(here[:2]) <= SOUTH and staying and not moving.strength:
        return []  # the leader of the rear guard stays with it
    if moving.is_empty() or goal(survey, moving, here).hex == here:
        return []
    return [moving]


def deployment(state: NmcState, here: Stack) -> tuple[str, int] | None:
    """What is put next into the hex of assembly before play; None when the army is ready."""
    if here.cavalry > REAR_GUARD:
        return "cavalry", here.cavalry - REAR_GUARD
    for unit in ("guns", "wagons"):
        if here.count(unit):
            return unit, here.count(unit)
    for name in here.leaders:
        if name != REAR_LEADER:
            return name, 1
    return None


def wants_depot(survey: Survey, space: str) -> bool:
    """Whether two wagons should become a depot here: where it feeds the siege that the army is bound for."""
    where, stack = army(survey)
    if stack is None or survey.distance(where, space) > 6:
        return False
    return main_goal(survey, stack, where).hex == space
