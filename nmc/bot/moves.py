"""Where a marching force ends its move: the goal it is sent to, weighed against dangers and openings on the way."""

from __future__ import annotations

import msgspec

from nmc.bot.judgement import capture_value, danger_value, opening_value
from nmc.bot.survey import FAR, Survey
from nmc.state import Stack

HUNGER = 0.9  # price of a strength point that attrition will take
LATER = 0.25  # the price of such a point in a forced march, after which an own march still comes
SHELTER = 0.25  # a town or fort is a good place to stop
CLOSER = 16  # hexes nearest to the goal that are looked at closely
EASY = 0.2  # a force drawn less than this may go anywhere
STAND = 0.02  # who gains nothing by moving stays


class Goal(msgspec.Struct, frozen=True):
    """Where a force is going, how hard it is drawn there (points per movement point), and why."""

    hex: str
    pull: float
    why: str
    caution: float = 1.0


class Stop(msgspec.Struct, frozen=True):
    """The next hex to make for, whether or not the move ends there."""

    hex: str
    value: float
    others: dict[str, float] = {}  # what else was weighed: hexes with their values


def best_stop(survey: Survey, force: Stack, here: str, points: int, goal: Goal, forced: bool) -> Stop:
    """The best end of a move with so many points, or a place worth entering on the way to it."""
    closed = survey.closed_to(force)
    reach = survey.data.map.reach(here, points, survey.data.march_costs, closed)
    way = survey.way_to(goal.hex, force)
    stops = _candidates(survey, here, sorted(reach.cost), goal, way)
    values = {space: _stop_value(survey, force, space, goal, way, forced) for space in stops}
    values[here] += STAND
    best = max(values, key=lambda space: (values[space], -reach.cost[space], space))
    found = Stop(best, values[best], values)
    for via in values:
        gain = _gain_of_entering(survey, force, via) if via != here else 0.0
        if gain <= 0:
            continue
        beyond = survey.data.map.reach(via, points - reach.cost[via], survey.data.march_costs, closed)
        total = gain + max([values[space] for space in beyond.cost if space in values])
        if total > found.value:
            found = Stop(via, total, values)
    return found


def _candidates(survey: Survey, here: str, spaces: list[str], goal: Goal, way: dict[str, int]) -> list[str]:
    """The hexes worth a closer look: those nearest to the goal, places, and where the force stands."""
    if goal.pull < EASY or len(spaces) <= CLOSER:
        return spaces
    nearest = set(sorted(spaces, key=lambda space: (way.get(space, FAR), space))[:CLOSER])
    return [space for space in spaces if space in nearest or space == here or space in survey.data.locales]


def next_step(survey: Survey, force: Stack, here: str, points: int, stop: Stop) -> str | None:
    """The first hex on the way to a stop; None to halt."""
    if stop.hex == here:
        return None
    reach = survey.data.map.reach(here, points, survey.data.march_costs, survey.closed_to(force))
    return reach.path(stop.hex)[1]


def _stop_value(survey: Survey, force: Stack, space: str, goal: Goal, way: dict[str, int], forced: bool) -> float:
    value = -goal.pull * way.get(space, FAR)
    if force.strength:
        value -= (LATER if forced else HUNGER) * survey.attrition(force, space)
        if not forced:
            value += opening_value(survey, force, space)
    if space in survey.data.locales:
        value += SHELTER
    whole = _join_stack(survey, force, space)
    return value - goal.caution * danger_value(survey, whole, space, forced)


def _join_stack(survey: Survey, force: Stack, space: str) -> Stack:
    """The force together with what already stands at a hex."""
    there = survey.state.own_at(force.side, space)
    if there is None or there.has(force):
        return force
    return there.plus(force)


def _gain_of_entering(survey: Survey, force: Stack, space: str) -> float:
    """What a force takes by stepping into a hex."""
    stack = survey.enemies.get(space)
    if stack is not None and not force.strength:
        return 0.0
    takes = survey.is_enemy_locale(space) and survey.takes_control(force)
    if stack is None and not takes:
        return 0.0
    return capture_value(survey, space, force.side)
