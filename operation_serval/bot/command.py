"""Which action a side takes, and what it spends on: operations, recruits, refit, netwar, sharia, or a pass."""

from __future__ import annotations

from collections.abc import Iterator

from common.bots import Choice, best_of
from common.engine import Action, Match
from operation_serval.actions import (
    ClearSharia,
    EnactSharia,
    Mobilise,
    NetwarAttack,
    Operate,
    Pass,
    Recruit,
    Refit,
    RefitPicked,
)
from operation_serval.bot.combat import sortie_value
from operation_serval.bot.duties import sites
from operation_serval.bot.moves import WORTHWHILE, Destinations, flight_value
from operation_serval.bot.survey import Survey
from operation_serval.rules import victory
from operation_serval.rules.air import is_in_range, why_not_sortie
from operation_serval.rules.airlift import KINDS, why_not_load
from operation_serval.rules.bases import bases
from operation_serval.rules.recruiting import pool
from operation_serval.rules.refit import picked, served
from operation_serval.rules.sharia import clearable, eligible
from operation_serval.state import COALITION, ISLAMIST, ServalState

LEAST = 0.2  # points an action must promise for each C2P
LAST_WORD = 15.0  # points an action must promise in the last turn while the enemy still acts
RESERVE = 4  # C2P that the Islamists keep for their last turn
RAISING = 0.9  # the same for new fighters and those who recover, for Islamists who face a much stronger enemy
HOARD = 2.6  # points an action must promise Islamists who sit in their strongholds and save for the last turns
SAVED = {ISLAMIST: 10, COALITION: 10}  # C2P at which saving more makes no sense, since the track ends
RECRUIT_VALUES = {"companies": 20.0, "air": 10.0, "base": 1.6, "gamou": 2.5, "chad": 6.0, "brigade": 6.0}
SURE = 30.0  # clearing comes before every operation in the last turns: its points are certain, those of moves are not
LASTING = 0.5  # share of its points that a sharia marker keeps at least while the French are not there
EARLY_SHARIA = 4.0  # points for a marker before intervention: it lasts, and strengthens the fire from the town
ABROAD = 0.6  # share of their worth that recruits have who come by way of Algeria
BESIEGING = 0.6  # the same for those who come while their contingent has a capital to take
AIR_REFIT = 0.9  # points for each strength that an air unit regains: it flies in every operation
STRIKE_VALUES = {1: 0.15, 2: 0.35, 3: 0.6, 4: 0.8, 5: 1.0}  # points that a strike of such a value brings on average


def choose(match: Match, survey: Survey) -> Choice:
    """6.3  The action that brings most for its price; a pass when nothing is worth it."""
    offers = [choice for action in match.legal() for choice in weigh(survey, action)]
    good = [choice for choice in offers if (choice.value or 0.0) > least_value(survey, choice.action)]
    return best_of(good) or Choice(Pass(), "Points are better saved for the next turn.", 0.0)


def least_value(survey: Survey, action: Action) -> float:
    """What an action must promise for each of its C2P, or else the points are saved."""
    points, left = survey.state.c2p, survey.turns_left
    if not left and points[survey.enemy] and survey.side == COALITION and not survey.state.passed:
        return LAST_WORD  # an answer to what the enemy still does is worth more
    if survey.side == ISLAMIST and left == 1 and points[ISLAMIST] <= RESERVE:
        return 1.0  # the last turn needs an operation of each contingent
    if survey.lies_low and points[ISLAMIST] < SAVED[ISLAMIST]:
        return RAISING if survey.is_outmatched and isinstance(action, Recruit | Refit) else HOARD
    return LEAST if left and points[survey.side] < SAVED[survey.side] else 0.05


def weigh(survey: Survey, action: Action) -> Iterator[Choice]:
    """What an action promises for each of its C2P, in words."""
    state, names = survey.state, survey.data.contingents
    costs = survey.data.tables.costs
    match action:
        case Operate(contingent):
            value, why = operation_value(survey, contingent)
            yield Choice(
                action, f"The {names[contingent].name} contingent should operate: {why}.", value / costs.operation
            )
        case Recruit(contingent, group):
            value = recruit_value(survey, contingent, group) / costs.recruit
            yield Choice(action, f"The {names[contingent].name} contingent needs new units.", value)
        case Refit(contingent, source):
            value = refit_value(survey, [unit.id for unit in served(state, contingent, source)])
            yield Choice(action, f"{names[contingent].name} units can recover.", value / costs.refit)
        case RefitPicked(contingent):
            value = refit_value(survey, [unit.id for unit in picked(state, contingent)])
            yield Choice(action, "SOF and leaders can recover.", value / costs.sof_leader_refit)
        case Mobilise():
            value = max(0.0, 0.9 - 0.25 * len(state.drawn[survey.side])) if survey.turns_left else 0.1
            yield Choice(action, "Few netwar markers are left in the box.", value)
        case NetwarAttack(attack, hex_):
            where = f" against {survey.name(hex_)}" if hex_ else ""
            yield Choice(
                action, f"A {attack.replace('_', ' ')} attack{where} may hurt.", netwar_value(survey, attack, hex_)
            )
        case EnactSharia(contingent):
            yield Choice(action, "Sharia markers bring points at the end.", sharia_value(survey, contingent))
        case ClearSharia():
            value = len(clearable(state)) * (SURE if survey.turns_left < 2 else 1.6 * survey.haste)
            yield Choice(action, "Markers under our units can go.", value)


def operation_value(survey: Survey, contingent: str) -> tuple[float, str]:
    """The best attack and the moves that improve the position, and why."""
    trial = survey.state.clone()
    trial.clear_operation()
    trial.contingent = contingent
    other = Survey(trial, survey.side)
    wishes = Destinations(other, contingent)
    best = wishes.plans[0] if wishes.plans else None
    attack = sum(plan.value for plan in wishes.plans[:3])
    gains = sorted((wishes.best(id_)[0] for id_ in other.mobile(contingent) if id_ not in wishes.targets), reverse=True)
    moves = sum(gain for gain in gains[:6] if gain > WORTHWHILE)
    flights = flights_value(other, wishes) + bombs_value(other) if survey.side == COALITION else 0.0
    if best is not None and attack >= moves + flights:
        return attack + 0.5 * (
            moves + flights
        ), f"an attack on {survey.name(best.hex)} promises {best.value:.1f} points"
    return attack + 0.7 * moves + 0.8 * flights, "its units stand badly"


def flights_value(survey: Survey, wishes: Destinations) -> float:
    """What the airlift could gain in an operation."""
    state = survey.state
    if not state.airlift:
        return 0.0
    places = {state.units[id_].at for id_ in survey.mobile(state.contingent)}
    gains = [
        flight_value(survey, wishes, kind, origin)[0]
        for origin in sorted(places)
        for kind in KINDS
        if why_not_load(state, kind, origin) is None
    ]
    return sum(sorted(gains, reverse=True)[: state.airlift])


def bombs_value(survey: Survey) -> float:
    """What the air units of the contingent could do in an operation."""
    state, total = survey.state, 0.0
    for id_ in survey.data.members[state.contingent]:
        if id_ in survey.data.air_ids and why_not_sortie(state, id_) is None:
            hexes = [hex_ for hex_ in state.where(ISLAMIST) if is_in_range(state, id_, hex_)]
            total += max((sortie_value(survey, id_, hex_) for hex_ in hexes), default=0.0)
    return total


def recruit_value(survey: Survey, contingent: str, group: str) -> float:
    """What recruits are worth, less towards the end and when the pool is nearly empty."""
    state = survey.state
    fading = min(1.0, 0.25 + 0.3 * survey.turns_left)
    if group in ("jsoc", "africom"):
        return 2.5 * fading
    waiting = pool(state, contingent, group)
    if group:
        share = min(1.0, len(waiting) / 2)
        sleeping = 0.4 if survey.side == COALITION and not state.intervention else 1.0
        return RECRUIT_VALUES[group] * share * fading * sleeping
    number = min(3.5, len(waiting))
    strength = sum(sorted((survey.data.counters[id_].front[0] for id_ in waiting), reverse=True)[:3])
    crowded = 0.7 if sum(1 for id_ in survey.mobile(contingent)) > 10 else 1.0
    need = 1.6 if survey.side == ISLAMIST else 1.0
    abroad = ABROAD if survey.side == ISLAMIST and not has_home(survey, contingent) else 1.0
    busy = BESIEGING if survey.siege(contingent) else 1.0
    return (0.35 * number + 0.2 * strength) * fading * crowded * need * abroad * busy


def has_home(survey: Survey, contingent: str) -> bool:
    """Whether recruits of an Islamist contingent can come to the map: to a base, or where one can be built."""
    based = any(survey.data.counters[base.id].contingent == contingent for base in bases(survey.state, ISLAMIST))
    return based or bool(sites(survey, contingent))


def refit_value(survey: Survey, ids: list[str]) -> float:
    """What strength a refit gives back, more where the unit is dear."""
    total = 0.0
    for id_ in ids:
        counter = survey.data.counters[id_]
        back = counter.back or counter.front
        if id_ in survey.data.air_ids:
            total += AIR_REFIT * (counter.front[0] - back[0]) * min(1.0, 0.3 + 0.25 * survey.turns_left)
            continue
        total += 0.22 * (counter.front[0] - back[0]) + 0.25
        total += 0.6 * (counter.type == "leader") + 0.3 * (id_ in survey.data.company_ids)
    return total


def netwar_value(survey: Survey, attack: str, hex_: str) -> float:
    """What a netwar attack may bring: points of the enemy, or steps in a hex that matters."""
    state, side = survey.state, survey.side
    markers = [survey.data.netwar[side, kind] for kind in state.drawn[side]]
    if attack == "cyber":
        return 0.16 * sum(marker.type == "cyber" for marker in markers)
    types = ("uav", "global_strike") if attack == "uav" else (attack,)
    total = sum(marker.value for marker in markers if marker.type in types)
    there = state.own(survey.enemy, hex_)
    brittle = sum(unit.disrupted or survey.data.counters[unit.id].back is None for unit in there)
    leaders = sum(unit.id in survey.data.leader_ids for unit in there)
    dear = sum(unit.id in survey.data.company_ids for unit in there)
    few = 1.0 if len(there) <= 2 else 0.6
    return STRIKE_VALUES[min(5, total)] * few * (0.5 + 0.3 * min(2, brittle) + 0.5 * leaders + 0.15 * min(3, dear))


def sharia_value(survey: Survey, contingent: str) -> float:
    """27  Two points a marker, less where the Coalition will soon clear it, and a C2P for the enemy."""
    total = 0.0
    for hex_ in eligible(survey.state, contingent):
        there = survey.steps(survey.state.own(ISLAMIST, hex_))
        shaky = min(1.0, survey.threat(hex_) / max(1, 2 * there))
        keeps = 1.0 - shaky * min(1.0, 0.35 * survey.turns_left)
        keeps = keeps if survey.state.intervention else max(LASTING, keeps)
        total += max(0.0, (EARLY_SHARIA if not survey.state.intervention else 1.8) * keeps * survey.haste - 0.3)
    return total


def standing(state: ServalState, side: str) -> float:
    """8.2 of the plan: points if scored now, C2P, strength, bases, leaders and markers."""
    survey = Survey(state, COALITION)
    data = state.data
    points = {COALITION: 0.0, ISLAMIST: 0.0}
    for who, halves in victory.points(state).items():
        points[who] = halves / 2
    total = (points[COALITION] - points[ISLAMIST]) * survey.haste
    total += 0.35 * (state.c2p[COALITION] - state.c2p[ISLAMIST])
    total += 0.25 * (len(state.drawn[COALITION]) - len(state.drawn[ISLAMIST]))
    for id_, unit in state.units.items():
        if not state.in_play(unit):
            continue
        sign = 1 if data.side_of[id_] == COALITION else -1
        total += sign * 0.12 * state.strength(unit) - sign * 0.25 * unit.disrupted
        if id_ in data.base_ids:
            total += 0.6 if sign > 0 else -0.8
        if sign < 0 and id_ in data.leader_ids and (unit.at in data.capitals or unit.at == data.bamako):
            total -= 1.8 if unit.at in (data.timbuktu, data.bamako) else 0.9
    if not state.own(COALITION, data.bamako):
        total -= 15.0
    if not state.intervention and state.turn < 6:
        total -= 3.0
    return total if side == COALITION else -total
