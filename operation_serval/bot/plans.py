"""Attacks worth making with one contingent: the target, who could take part, and what it promises."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from operation_serval.bot.survey import Survey
from operation_serval.rules.battle import why_not_fight
from operation_serval.state import COALITION, ISLAMIST, Unit

ENOUGH, TOGETHER = 1.4, 2.5  # hits for each step of the defender after which nobody else is sent
LIMITS = {ISLAMIST: (0.7, 0.8), COALITION: (0.5, 0.45)}  # least ratio before and after intervention
HANDFUL = 3  # steps of a defender for whom no whole body is sent
CHASE = 0.4  # share of its worth for which the Coalition goes after an enemy who stands in no place that scores
RAID = 4  # hexes that Islamists go from their main body for an attack after intervention
LASTING_SIEGE = 1.3  # ratio for which a siege counts, since it goes on until the place falls
SIEGE = 0.25  # least ratio for Islamists who attack the same capital again and again
PATIENT = 1.2  # least ratio for Islamists who lie low


class Plan(Struct, frozen=True):
    """An attack on a hex by units that are there or could come."""

    hex: str
    units: tuple[str, ...]
    ratio: float
    value: float


def plans(survey: Survey, contingent: str) -> list[Plan]:
    """The attacks of a contingent that promise a gain, the best first; every unit is in one of them at most."""
    found: list[Plan] = []
    free = fighters(survey, contingent)
    targets = [hex_ for hex_ in survey.state.where(survey.enemy) if any(hex_ in near for near in free.values())]
    targets = [hex_ for hex_ in targets if not survey.crosses(hex_)]  # nobody could advance without waking the French
    if survey.side == ISLAMIST and survey.keeps_together(contingent) and survey.state.intervention:
        rally = survey.rally(contingent)
        targets = [hex_ for hex_ in targets if rally and survey.data.distance(hex_, rally) <= RAID]
    if (siege := survey.siege(contingent)) in targets:
        targets.remove(siege)
        if (plan := weigh(survey, contingent, siege, free)) is not None:
            found.append(plan)
            free = {id_: near for id_, near in free.items() if id_ not in plan.units}
    offers = {hex_: weigh(survey, contingent, hex_, free) for hex_ in targets}
    while True:
        best = max((plan for plan in offers.values() if plan), key=lambda plan: (plan.value, plan.hex), default=None)
        if best is None:
            return found
        found.append(best)
        del offers[best.hex]
        changed = set().union(*(free.pop(id_) for id_ in best.units)) & offers.keys()  # the others are as they were
        offers |= {hex_: weigh(survey, contingent, hex_, free) for hex_ in changed}


def fighters(survey: Survey, contingent: str) -> dict[str, set[str]]:
    """The units of a contingent that could still attack, with the enemy hexes they stand next to or can get next to."""
    state, data = survey.state, survey.data
    enemies = set(state.where(survey.enemy))
    posts = {place for hex_ in enemies for place in data.near[hex_] if not survey.crosses(place)}
    found: dict[str, set[str]] = {}
    for id_ in survey.mobile(contingent):
        unit = state.units[id_]
        if id_ in state.attacked or state.strength(unit) == 0 or hangs_back(survey, id_) or survey.stays(id_):
            continue
        near = set(data.near.get(unit.at, ())) & enemies
        if not survey.lies_low and id_ not in state.halted and id_ not in state.flown and not state.spent.get(id_):
            for place in posts & survey.reach(id_).keys():
                near |= enemies & set(data.near[place])
        if near:
            found[id_] = near
    return found


def hangs_back(survey: Survey, id_: str) -> bool:
    """Leaders of the Islamists let others fight, those of the Coalition when they are hurt."""
    return id_ in survey.data.leader_ids and (survey.side == ISLAMIST or survey.state.units[id_].disrupted)


def weigh(survey: Survey, contingent: str, hex_: str, free: dict[str, set[str]]) -> Plan | None:
    """An attack on one hex with the units that are free, as few as needed; None if it is not worth it."""
    state = survey.state
    steps = survey.expected_steps(hex_)
    able = [id_ for id_, near in free.items() if hex_ in near and not survey.is_last_guard(id_)]
    able.sort(key=lambda id_: (-state.strength(state.units[id_]), id_))
    air = survey.air_assault(hex_, contingent) if survey.side == COALITION else 0.0
    team, power = [], air
    enough = TOGETHER if survey.keeps_together(contingent) and steps > HANDFUL else ENOUGH
    for id_ in able:
        if power >= enough * steps:
            break
        power += survey.assault((id_,), hex_)
        team.append(id_)
    if not team:
        return None
    ratio = power / max(1, steps)
    own = survey.steps(state.units[id_] for id_ in team)
    answer = survey.defence_fire(hex_) * max(0.25, 1.0 - 0.5 * ratio)
    if ratio < least_ratio(survey, contingent, hex_) or own < 1.5 * answer:
        return None
    likely = max(ratio, LASTING_SIEGE) if hex_ == survey.siege(contingent) else ratio
    value = _value(survey, hex_, likely, power) - answer * hit_price(survey, [state.units[id_] for id_ in team])
    return Plan(hex_, tuple(team), ratio, value) if value > 0.2 else None


def least_ratio(survey: Survey, contingent: str, hex_: str) -> float:
    """The hits for each step of the defender that an attack must promise; a siege wears him down over several."""
    if survey.lies_low:
        return PATIENT
    if hex_ == survey.siege(contingent):
        return SIEGE
    return LIMITS[survey.side][bool(survey.state.intervention)]


def _value(survey: Survey, hex_: str, ratio: float, power: float) -> float:
    """Points that an attack promises: the hex if it falls, and steps of the enemy."""
    likely: float = min(1.0, max(0.0, ratio - 0.35) / 1.1) ** 1.5
    open_ = hex_ in survey.data.open[survey.side]
    gain = (survey.worth(hex_) if open_ else 0.5 * survey.worth(hex_)) * likely
    if survey.side == COALITION and hex_ not in survey.data.prizes:
        gain *= CHASE
    defenders = survey.state.own(survey.enemy, hex_)
    hits = min(power, float(survey.steps(defenders)))
    return gain * survey.haste + hits * hit_price(survey, defenders)


def hit_price(survey: Survey, units: Sequence[Unit]) -> float:
    """What a hit costs the owner of these units on average; companies count points when they are lost."""
    if not units:
        return 0.0
    total = 0.0
    for unit in units:
        counter = survey.data.counters[unit.id]
        total += 0.15 + 0.1 * counter.front[0] + 0.3 * (unit.id in survey.data.company_ids)
    return min(0.9, total / len(units))


def is_able(survey: Survey, id_: str) -> bool:
    """Whether a unit may attack in the operation that runs."""
    return why_not_fight(survey.state, survey.side, id_) is None
