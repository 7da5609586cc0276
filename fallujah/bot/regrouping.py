"""How the Coalition bot regroups: garrisons, Support Units in company, Iraqis where mosques come next."""

from __future__ import annotations

from common.bots import Choice, best_of
from common.engine import Match
from fallujah.actions import Done, Shift
from fallujah.bot.judgement import format_points, is_threatened
from fallujah.state import COALITION, INSURGENT, ZONES, FallujahState

MOVING = 0.05  # the least gain for which a unit is moved
WANTED = 1.0  # what an Iraqi unit is worth where mosques are to be attacked next


def regroup(match: Match, state: FallujahState) -> Choice:
    """Garrisons first, then everybody towards the enemy, nobody's Support Units alone."""
    needs = {area: is_threatened(state, area) and not state.garrisoned(area) for area in state.data.areas}
    fronts = _front_distances(state)
    found: list[Choice] = []
    for action in match.legal():
        if isinstance(action, Shift):
            gain = _shift_gain(state, action, needs, fronts)
            found.append(Choice(action, f"closer to where it is needed ({format_points(gain)})", gain))
    return best_of(found, MOVING) or Choice(Done(), "everybody stands where he is needed")


def _shift_gain(state: FallujahState, action: Shift, needs: dict[str, bool], fronts: dict[str, int]) -> float:
    parts = state.data
    unit, space = state.units[action.unit], action.space
    here = unit.at
    support = unit.id in parts.support_ids
    gain = 0.0
    if not support:
        others = [u for u in state.coalition(here) if u.id != unit.id and u.id not in parts.support_ids]
        if here not in ZONES and state.control[here] == COALITION and not others and is_threatened(state, here):
            gain -= 3.0 if parts.scoring.get(here) else 1.5
        if needs[space] and state.control[space] == COALITION:
            gain += 3.0 if parts.scoring.get(space) else 1.2
    elif not any(u.id not in parts.support_ids for u in state.coalition(space)):
        gain -= 2.0
    elif here not in ZONES and not any(u.id not in parts.support_ids for u in state.coalition(here)):
        gain += 2.0
    gain += 0.3 * (fronts[here] - fronts[space])
    if unit.id in parts.iraqi_ids:
        gain += WANTED * (_needs_iraqis(state, space, unit.id) - _needs_iraqis(state, here, unit.id))
    if here in ZONES:
        gain += 0.3
    gain -= 0.05 * max(0, len(state.coalition(space)) - 5)
    return gain


def _needs_iraqis(state: FallujahState, space: str, id_: str) -> bool:
    """Whether an Iraqi unit is missing where mosques are to be attacked next."""
    parts = state.data
    ahead = any(area in parts.mosques and state.control[area] == INSURGENT for area in parts.near[space])
    return ahead and not any(u.id in parts.iraqi_ids and u.id != id_ for u in state.coalition(space))


def _front_distances(state: FallujahState) -> dict[str, int]:
    """Steps from every space to the nearest Insurgent Cadre or Fedayeen."""
    enemies = [area for area in state.data.areas if state.fighters(area)]
    distance = state.data.map.distance
    return {space: min((distance(space, area) for area in enemies), default=9) for space in state.data.near}
