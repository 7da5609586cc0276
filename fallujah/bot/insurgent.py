"""The Insurgent bot of the two-player game: Militia bleed the Coalition, Cadre and Fedayeen stay alive."""

from __future__ import annotations

from common.bots import Choice, best_of
from common.engine import Action, Match
from fallujah.actions import (
    Activate,
    Defend,
    Deploy,
    DigIn,
    Done,
    EndImpulse,
    Heroic,
    Keep,
    March,
    Mulligan,
    Organize,
    Pass,
    Proceed,
    Raid,
    Rally,
    Refresh,
    Retreat,
    Shift,
    SlipAway,
    Suffer,
)
from fallujah.bot.judgement import WORTH, format_points, raid_chance
from fallujah.rules import activation, advantage, combat, losses, reaction
from fallujah.rules.control import infiltrated
from fallujah.rules.impulse import InsurgentImpulse
from fallujah.rules.regroup import Regroup
from fallujah.rules.reset import Crowded
from fallujah.rules.setup import PlaceFedayeen
from fallujah.state import COALITION, FORCE_POOL, INSURGENT, STACK_LIMIT, ZONES, FallujahState, Unit

HOPELESS = 0.05  # chance below which no Militia is thrown away
WORTHWHILE = 0.05  # the least gain for which the bot acts
MOVING = 0.3  # the least gain for which it regroups a unit


def choose(match: Match) -> Choice:
    """The Insurgents' next action."""
    state: FallujahState = match.state
    step = state.step
    if state.bot:
        return Choice(Proceed(), "the book's procedure decides")
    match step:
        case PlaceFedayeen():
            plans = [action for action in match.legal() if isinstance(action, Deploy)]
            if plans:
                return Choice(plans[state.seed % len(plans)], "one of the ready-made set-ups")
        case InsurgentImpulse():
            return _choose_impulse(match, state)
        case activation.InsurgentActivation():
            return _choose_move(match, state)
        case reaction.Reaction():
            return _react(match, state, step)
        case combat.FindDefender():
            return _defend(match, state)
        case advantage.Window():
            return _use_advantage(state, step)
        case losses.Losses():
            return _suffer(match, state, step)
        case losses.Retreats():
            return _retreat(match, state)
        case Regroup():
            return _regroup(match, state)
        case Crowded():
            units = [action for action in match.legal() if isinstance(action, Refresh)]
            return Choice(min(units, key=lambda a: a.unit not in state.data.cadre_ids), "Cadre first")
    return Choice(match.legal()[0], "the first of what is possible", guess=True)


# What is good where


def shelter_value(state: FallujahState, area: str) -> float:
    """How well Cadre and Fedayeen are kept in an area."""
    parts = state.data
    score = 0.25 * parts.tem[area]
    for near in (*parts.near[area], *parts.zones_of[area]):
        if state.coalition(near):
            fresh = sum(1 for unit in state.coalition(near) if not unit.spent)
            score -= 0.12 + 0.05 * min(fresh, 6)
    if state.coalition(area):
        score -= 0.8
    exits = sum(1 for near in parts.near[area] if state.free(INSURGENT, near))
    score += 0.1 * min(exits, 3)
    return score - 0.12 * max(0, state.fighters(area) - 2)


def _raid_value(state: FallujahState, id_: str, area: str) -> float:
    chance, points = raid_chance(state, id_, area)
    if chance < HOPELESS or points <= 0:
        return 0.0
    price = 0.02 if id_ in state.data.militia_ids else WORTH[state.counter(id_).type]
    return chance * points - price


def _entry_value(state: FallujahState, area: str) -> float:
    """What moving a Militia into an empty Coalition area is worth."""
    value = 1.0 if state.data.scoring.get(area) else 0.3
    rear = sum(1 for near in state.data.near[area] if state.control[near] == COALITION and not state.garrisoned(near))
    return value + 0.25 * min(rear, 3)


def move_value(state: FallujahState, action: Action) -> float:
    """What one deed of an activated unit is worth."""
    match action:
        case Raid(id_):
            return _raid_value(state, id_, state.units[id_].at)
        case DigIn(id_):
            area = state.units[id_].at
            close = any(state.coalition(near) for near in (*state.data.near[area], *state.data.zones_of[area]))
            return 0.2 * (state.data.tem[area] - 2) if close and state.data.tem[area] > 2 else 0.0
        case March(id_, space):
            return _march_value(state, state.units[id_], space)
    return 0.0


def _march_value(state: FallujahState, unit: Unit, space: str) -> float:
    militia = unit.id in state.data.militia_ids
    if state.coalition(space):
        return _raid_value(state, unit.id, space) if militia else 0.0
    if state.control[space] == COALITION:
        return _entry_value(state, space) if militia else 0.0
    if militia:
        return 0.0
    gain = shelter_value(state, space) - shelter_value(state, unit.at)
    return gain - 0.4 if state.coalition(unit.at) or gain > 1.0 else 0.0


def _choose_impulse(match: Match, state: FallujahState) -> Choice:
    found: list[Choice] = []
    for action in match.legal():
        score, why = 0.0, ""
        if isinstance(action, Organize):
            score, why = _organize_value(state, action), "more Militia near the enemy"
        elif isinstance(action, Activate):
            step = activation.InsurgentActivation(action.space)
            deeds = [move_value(state, deed) for deed in step.legal(state)]
            militia = sum(1 for u in state.insurgents(action.space) if u.id in state.data.militia_ids and not u.spent)
            top = max(deeds, default=0.0)
            score, why = top * (1 + 0.5 * max(0, militia - 1)) if top > 0 else 0.0, "the units there can do some harm"
        found.append(Choice(action, f"{why} ({format_points(score)})", score))
    return best_of(found, WORTHWHILE) or Choice(Pass(), "nothing is worth an impulse")


def _organize_value(state: FallujahState, action: Organize) -> float:
    area = action.space
    there = sum(1 for unit in state.insurgents(area) if unit.id in state.data.militia_ids)
    near = (area, *state.data.near[area], *state.data.zones_of[area])
    spent = any(unit.spent for space in near if space not in ZONES for unit in state.coalition(space))
    close = any(state.coalition(space) for space in near)
    each = 0.3 if spent or state.contested(area) else 0.2 if close else 0.05
    return action.militia * each * (0.5 if there >= 3 else 1.0)


def _choose_move(match: Match, state: FallujahState) -> Choice:
    legal = match.legal()
    values = [(action, move_value(state, action)) for action in legal]
    best = best_of((Choice(action, f"worth {format_points(value)}", value) for action, value in values), WORTHWHILE)
    if best is None and EndImpulse() in legal:
        return Choice(EndImpulse(), "enough for this impulse")
    return best or Choice(max(values, key=lambda pair: pair[1])[0], "something must be done there")


# Reaction


def _react(match: Match, state: FallujahState, step: reaction.Reaction) -> Choice:
    area = step.area
    tem = state.data.tem[area]
    legal = match.legal()
    slips = [a for a in legal if isinstance(a, SlipAway)]
    for action in legal:
        if isinstance(action, DigIn) and tem > 2:
            return Choice(action, "dug in behind strong walls")
    if slips and tem < 4:
        best = max(slips, key=lambda a: (a.unit in state.data.cadre_ids, shelter_value(state, a.space)))
        if shelter_value(state, best.space) > 0.0 or best.unit in state.data.cadre_ids:
            return Choice(best, "away from a fight that cannot be won")
    rallies = [a for a in legal if isinstance(a, Rally)]
    for rally in rallies:
        if rally.space == area:
            return Choice(rally, "Militia make the entry costly")
    for action in legal:
        if isinstance(action, DigIn):
            return Choice(action, "dug in for want of a way out")
    if rallies:
        return Choice(rallies[0], "Militia for the next days")
    return Choice(Done(), "the others stay as they are")


# Combat


def _defend(match: Match, state: FallujahState) -> Choice:
    leads = [a for a in match.legal() if isinstance(a, Defend)]
    best = min(leads, key=lambda a: (not state.units[a.unit].dug, WORTH[state.counter(a.unit).type]))
    return Choice(best, "Dug In units first, then what is worth least")


def _use_advantage(state: FallujahState, step: advantage.Window) -> Choice:
    fresh = sum(1 for unit in state.units.values() if unit.id in state.data.coalition_ids and not unit.spent)
    if step.kind == "end":
        if state.first_roll == state.impulse and state.impulse <= 5 and fresh > 15:
            return Choice(Heroic("end", -1), "the day ends while many Coalition units are Fresh")
        return Choice(Keep(), "the Advantage is worth more later")
    battle = state.battle
    assert battle is not None
    if battle.kind == "raid":
        if battle.difference == 0 and battle.defender in state.data.us_ids:
            return Choice(Heroic("attack", 1), "that makes the attack a success")
        return Choice(Keep(), "the Advantage is worth more later")
    units = state.insurgents(battle.area)
    full = sum(losses.capacity(state, unit) for unit in units)
    fighters = state.fighters(battle.area)
    if battle.difference == full + 1 and fighters:
        return Choice(Heroic("attack", -1), "that prevents an Overrun")
    if battle.difference > full and fighters >= 2 and battle.attack_roll - battle.defence_roll >= 3:
        return Choice(Mulligan(), "too much would be lost")
    return Choice(Keep(), "the Advantage is worth more later")


def _suffer(match: Match, state: FallujahState, step: losses.Losses) -> Choice:
    """Whoever can flip or retreat does so, Cadre first; Militia shield what would die."""
    way_out = bool(losses.destinations(state, step.area))

    def price(action: Suffer) -> float:
        unit = state.units[action.unit]
        kind = state.counter(unit.id).type
        if kind == "militia":
            return 0.3
        taken = step.hits.count(unit.id)
        rungs = losses.capacity(state, unit) - taken
        if unit.dug:
            return WORTH[kind] + 0.2
        if rungs == 1 or (rungs == 2 and not way_out):
            return WORTH[kind] + 0.5
        return (0.15 if rungs == 2 else 0.25) + (0.05 if kind == "fedayeen" else 0.0)

    options = [action for action in match.legal() if isinstance(action, Suffer)]
    prices = (Choice(a, f"taking the point there costs {format_points(price(a))}", -price(a)) for a in options)
    return best_of(prices) or Choice(match.legal()[0], "no unit is left to choose")


def _retreat(match: Match, state: FallujahState) -> Choice:
    options = [action for action in match.legal() if isinstance(action, Retreat)]
    best = max(options, key=lambda a: (a.unit in state.data.cadre_ids, shelter_value(state, a.space)))
    return Choice(best, "the safest area in reach")


# Regroup


def _regroup(match: Match, state: FallujahState) -> Choice:
    found: list[Choice] = []
    militia_room = len(state.insurgents(FORCE_POOL)) < 10
    lost = set(infiltrated(state))
    for action in match.legal():
        if not isinstance(action, Shift):
            continue
        unit = state.units[action.unit]
        if unit.id in state.data.militia_ids:
            gain = _militia_gain(state, unit, action.space) + (0.1 if militia_room else 0.0)
        else:
            gain = shelter_value(state, action.space) - shelter_value(state, unit.at)
            if state.contested(unit.at) and len(state.insurgents(unit.at)) == 1 and state.data.scoring.get(unit.at):
                gain -= 0.5  # leaving would hand a scoring area over
            if len(state.insurgents(action.space)) >= STACK_LIMIT - 2:
                gain -= 0.3
        found.append(Choice(action, f"better by {format_points(gain)}", gain))
    stay = Choice(Done(), f"everybody is where he should be; {len(lost)} areas will fall back")
    return best_of(found, MOVING) or stay


def _militia_gain(state: FallujahState, unit: Unit, space: str) -> float:
    """Militia gather next to Spent stacks and empty Coalition ground."""

    def pull(area: str) -> float:
        near = state.data.near[area]
        spent = sum(1 for other in near if any(u.spent for u in state.coalition(other)))
        empty = sum(1 for other in near if state.control[other] == COALITION and state.vacant(other))
        return 0.3 * min(spent, 2) + 0.3 * min(empty, 2) + (0.5 if state.coalition(area) else 0.0)

    return pull(space) - pull(unit.at) - 0.1
