"""The Confederate plan: up the valley with the train, a depot at Las Vegas, then Fort Union; else points, or Craig."""

from __future__ import annotations

from nmc.bot import siege
from nmc.bot.duties import detach, errand_of, is_party, troops, turns_left
from nmc.bot.judgement import blow
from nmc.bot.moves import Goal
from nmc.bot.survey import Look, clear_road
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


def army(look: Look) -> tuple[str, Stack | None]:
    """The main army and its place."""
    side = look.side if look.side == CONFEDERATE else look.foe
    where = look.army if side == look.side else look.enemy_army
    return where, look.state.stacks.get(where)


def keep(look: Look, here: str, stack: Stack) -> int:
    """Strength points that stay behind in a hex."""
    if here not in look.data.locales or stack.strength <= 1:
        return 0 if here not in look.data.locales else stack.strength
    if stack.depot and here != BASE:
        return 3 if stack.strength >= 12 else 1
    if here == siege.CRAIG:
        return _hold_craig(look, stack)
    if here in REAR:
        return REAR[here]
    return 1 if look.data.worth[here] >= WORTH_HOLDING and here != SOCORRO else 0


def _hold_craig(look: Look, stack: Stack) -> int:
    """What must stay in a captured Fort Craig against the Union columns that can come."""
    near = [
        enemy.strength
        for foe, enemy in look.enemies.items()
        if clear_road(look.data, siege.CRAIG).get(foe, 99) <= 7 * (turns_left(look) + 1)
    ]
    return min(stack.strength, max(3, round(0.5 * max(near, default=0))))


def main_goal(look: Look, force: Stack, here: str) -> Goal:
    """Where the main army goes: prey in reach, the better of the two sieges, or points."""
    sieges = [siege.estimate(look, force, here, fort) for fort in siege.SITES if look.is_enemy_locale(fort)]
    sieges = [plan for plan in sieges if plan.ratio >= _hope(look, plan) and plan.balance > DARE]
    best = max(sieges, key=lambda plan: plan.promise, default=None)
    prey = _prey(look, force, here)
    if prey is not None and (best is None or look.distance(here, best.fort) > 3):
        return prey
    if best is None:
        return points_goal(look, force, here)
    name = look.name(best.fort)
    if best.site is not None and best.garrison * 5 > force.strength:
        return Goal(best.site, 0.6, f"a depot at {look.name(best.site)} will feed the siege of {name}", 0.7)
    return Goal(best.fort, 0.6, f"{name} can be taken", 0.6)


def _hope(look: Look, plan: siege.Siege) -> float:
    """How much of a garrison must be in reach: less if the siege has begun, or if points alone bring only a draw."""
    if plan.begun:
        return 0.3
    lead = look.state.vp[CONFEDERATE] - look.state.vp[look.foe]
    return HOPE - (0.15 if lead >= 8 else 0.0)


def _prey(look: Look, force: Stack, here: str) -> Goal | None:
    """A Union column in the open that the main army can catch and beat."""
    best, best_value = "", 2.5
    for space, stack in look.enemies.items():
        if stack.strength < 4 or space in look.data.forts or stack.strength > force.strength:
            continue
        if look.distance(here, space) > PREY:
            continue
        price = look.way_to(space, force).get(here, 99)
        if price > PREY:
            continue
        value = blow(look, force, look.data.open[space][0], space).value - 0.4 * price
        if value > best_value:
            best, best_value = space, value
    return Goal(best, 0.6, "a Union column can be caught in the open", 0.7) if best else None


def points_goal(look: Look, force: Stack, here: str) -> Goal:
    """The most rewarding enemy place the main army can take, else a place to hold."""
    best, best_score = "", 0.0
    for space in sorted(look.data.locales):
        if not look.is_enemy_locale(space) or space == look.data.setup.prize:
            continue
        price = clear_road(look.data, space).get(here, 99)
        if look.strength(space) * 2 > force.strength or price > siege.PACE * (turns_left(look) + 0.7):
            continue
        worth = look.data.worth[space] - 0.25 * price - 0.4 * look.strength(space)
        if worth > best_score:
            best, best_score = space, worth
    if best:
        return Goal(best, 0.5, f"{look.name(best)} brings points")
    hold = max(
        (space for space in sorted(look.data.locales) if not look.is_enemy_locale(space)),
        key=lambda space: look.data.worth[space] - 0.4 * clear_road(look.data, space).get(here, 99),
        default=here,
    )
    return Goal(hold, 0.3, f"{look.name(hold)} must be held")


def goal(look: Look, force: Stack, here: str) -> Goal:
    """Where a Confederate force goes."""
    where, main = army(look)
    if not force.strength and not force.leaders:
        return Goal(where or here, 0.5, "the train follows the main army")
    south = int(here[:2]) <= SOUTH
    if is_party(force) and not (south and force.strength):
        errand = errand_of(look, force, here)
        if errand is not None:
            return errand
    if south and force.strength < 8 and not force.supplies:
        return _rear_goal(look, here)
    if main is not None and force.strength * 2 < main.strength:
        if here in look.data.locales and force.strength:
            return Goal(here, 0.3, f"{look.name(here)} must be held")
        return Goal(where, 0.4, "the detachment returns to the main army")
    return main_goal(look, force, here)


def _rear_goal(look: Look, here: str) -> Goal:
    """The place in the base country that wants a guard most."""
    raiders = [foe for foe, stack in look.enemies.items() if stack.strength >= 3 and int(foe[:2]) <= SOUTH]
    for space in REAR if not raiders else ():
        if space != here and look.is_enemy_locale(space) and not look.strength(space):
            return Goal(space, 0.4, f"{look.name(space)} must be won back")
    for space, wanted in REAR.items():
        there = look.own.get(space)
        if space != here and (there.strength if there is not None else 0) < wanted and not look.is_enemy_locale(space):
            return Goal(space, 0.4, f"{look.name(space)} needs a guard")
    return Goal(here if here in REAR else MESILLA, 0.4, "the base country needs a guard")


def forces(look: Look, here: str, fresh: Stack, forced: bool) -> list[Stack]:
    """The forces that march out of a hex."""
    whole = look.state.stacks[here]
    where, _ = army(look)
    if here != where:
        return _small(look, here, fresh, whole)
    moving = fresh
    staying = min(keep(look, here, whole), max(0, fresh.strength - 1))
    if main_goal(look, fresh, here).hex == here:
        staying = fresh.strength
    moving = moving.minus(troops(moving, staying))
    size = 1 if look.state.options["control_by_sp_only"] else 0
    spare = len(moving.leaders) - 1 - STAFF
    found = detach(look, moving, here, size, min(2, spare)) if moving.strength > 8 else []
    for party in found:
        moving = moving.minus(party)
    if staying < fresh.strength:
        found.insert(0, moving)
    return found


def _small(look: Look, here: str, fresh: Stack, whole: Stack) -> list[Stack]:
    staying = min(keep(look, here, whole), fresh.strength)
    moving = fresh.minus(troops(fresh, staying))
    if int(here[:2]) <= SOUTH and staying and not moving.strength:
        return []  # the leader of the rear guard stays with it
    if moving.is_empty() or goal(look, moving, here).hex == here:
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


def wants_depot(look: Look, space: str) -> bool:
    """Whether two wagons should become a depot here: where it feeds the siege that the army is bound for."""
    where, stack = army(look)
    if stack is None or look.distance(where, space) > 6:
        return False
    return main_goal(look, stack, where).hex == space
