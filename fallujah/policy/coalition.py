"""The Coalition bot: combined teams where they gain most, garrisons behind, the Advantage kept for what matters."""

from __future__ import annotations

from collections.abc import Sequence

from common.bots import Choice
from common.engine import Action, Match
from fallujah.actions import (
    Activate,
    Attack,
    Defend,
    Done,
    EndImpulse,
    FireMission,
    Heroic,
    Join,
    Keep,
    Lead,
    March,
    Mulligan,
    Pass,
    Riverine,
    Shift,
    Withdraw,
)
from fallujah.policy import judge
from fallujah.rules import activation, advantage, combat, movement, reaction
from fallujah.rules.impulse import CoalitionImpulse
from fallujah.rules.losses import capacity
from fallujah.rules.regroup import Regroup
from fallujah.state import COALITION, INSURGENT, STACK_LIMIT, ZONES, FallujahState, Unit

FARTHEST = 10  # no unit has more MP to march with
WORTHWHILE = 0.15  # the least expected gain for which the bot fights
ORDER = (
    "tank",
    "engineer",
    "weapons",
    "antitank",
    "infantry",
    "mech_infantry",
    "sf",
    "armored_amphibious",
    "lar",
    "cavalry",
)


def choose(match: Match) -> Choice:
    """The Coalition's next action."""
    state: FallujahState = match.state
    step = state.step
    match step:
        case CoalitionImpulse():
            return _impulse(match, state)
        case activation.CoalitionActivation():
            return _activation(match, state, step)
        case combat.AttackPlan():
            return _plan(state, step)
        case combat.RiverSupport():
            army = all(state.counter(id_).nation != "marine" for id_ in step.attackers)
            return Choice(Riverine(not army), "boats help Marines" if not army else "boats would mix Army and Marines")
        case combat.FindDefender():
            return _defend(match, state)
        case advantage.Window():
            return _window(state, step)
        case reaction.Scout():
            return _scout(state, step)
        case Regroup():
            return _regroup(match, state, step)
    return Choice(match.legal()[0], "the first of what is possible")


# Plans


class Plan:
    """A target, the team for it, and what it should bring."""

    def __init__(self, score: float, area: str, team: list[str]) -> None:
        self.score, self.area, self.team = score, area, team


class Mind:
    """A position being thought about, with what has already been worked out in it."""

    def __init__(self, state: FallujahState) -> None:
        self.state = state
        self.strikes: dict[tuple[str, int, bool, bool], float] = {}
        self.fields: dict[tuple[str, int], dict[str, tuple[int, list[str]]]] = {}

    def field(self, start: str, toll: int) -> dict[str, tuple[int, list[str]]]:
        """MP and way from a space to every Free area around it; the space itself costs the toll of leaving it."""
        found = self.fields.get((start, toll))
        if found is None:
            found = self.fields[start, toll] = _field(self.state, start, toll)
        return found


def _field(state: FallujahState, start: str, toll: int) -> dict[str, tuple[int, list[str]]]:
    near = state.data.near
    found: dict[str, tuple[int, list[str]]] = {start: (toll, [])}
    front = [start]
    while front:
        here = front.pop(0)
        spent, path = found[here]
        for space in near[here]:
            if not state.free(COALITION, space) or len(state.coalition(space)) >= STACK_LIMIT:
                continue
            cost = spent + movement.entry_cost(state, COALITION, space)
            if cost <= FARTHEST and (space not in found or cost < found[space][0]):
                found[space] = (cost, [*path, space])
                front.append(space)
    return found


def way(mind: Mind, unit: Unit, target: str) -> list[str] | None:
    """The cheapest way of a unit into a target through Free areas, if its MP suffice."""
    state = mind.state
    field = mind.field(unit.at, movement.toll(state, unit))
    bound = unit.at not in ZONES and bool(state.insurgents(unit.at)) and not state.free(COALITION, target)
    left = state.ready(unit) - movement.least_cost(state, COALITION, target)
    best: tuple[int, list[str]] | None = None
    for here in (*state.data.near[target], *state.data.zones_of[target]):
        step = field.get(here)
        if step is None or step[0] > left or (bound and here == unit.at):
            continue
        if best is None or step[0] < best[0]:
            best = step
    return [*best[1], target] if best is not None else None


def value_of(mind: Mind, area: str, team: Sequence[str], wary: bool = True) -> float:
    """What a team would achieve in an area, with its best lead."""
    state = mind.state
    leads = [id_ for id_ in team if combat.able_to_lead(state, id_, area)]
    if not leads:
        return -10.0
    lead = max(leads, key=lambda id_: state.counter(id_).cf or 0)
    medevac = any(state.counter(id_).medevac for id_ in team)
    river = area in state.data.river and not state.units[state.data.riverine].spent
    marines = any(state.counter(id_).nation == "marine" for id_ in team)
    offence = sum(factor.value for factor in combat.offence(state, area, team, lead, river and marines))
    key = (area, offence, medevac, wary)
    if key not in mind.strikes:
        mind.strikes[key] = judge.strike(state, area, offence, medevac=medevac, wary=wary)
    score = mind.strikes[key]
    if not state.insurgents(area):
        return score - 0.15 * _watchers(state, area) - 0.05 * (len(team) - 1)
    if area in state.data.mosques and not any(id_ in state.data.iraqi_ids for id_ in team):
        score -= judge.MOSQUE_COST
    return score - 0.02 * len(team)


def _watchers(state: FallujahState, area: str) -> int:
    """Fresh Cadre that could raise Militia against an entry."""
    cadre = state.data.cadre_ids
    return sum(
        1
        for space in (area, *state.data.near[area])
        for unit in state.insurgents(space)
        if unit.id in cadre and not unit.spent and (space == area or state.free(INSURGENT, space))
    )


def team_for(mind: Mind, area: str, pool: Sequence[str], most: int = STACK_LIMIT) -> tuple[float, list[str]]:
    """The best team for an area out of a pool: a lead first, then whoever adds most."""
    state = mind.state
    leads = [id_ for id_ in pool if combat.able_to_lead(state, id_, area)]
    if not leads:
        return -10.0, []
    if not state.insurgents(area):
        lead = min(leads, key=lambda id_: (id_ not in state.data.scout_ids, state.counter(id_).cf or 0))
        return value_of(mind, area, [lead]), [lead]
    best: tuple[float, list[str]] = (-10.0, [])
    for nation in ("marine", "army"):
        own = [id_ for id_ in leads if state.counter(id_).nation == nation]
        if not own:
            continue
        team = [max(own, key=lambda id_: state.counter(id_).cf or 0)]
        score = value_of(mind, area, team)
        rest = sorted((id_ for id_ in pool if id_ not in team), key=lambda id_: _rank(state, id_))
        while len(team) < most:
            gains = []
            seen = set()
            for id_ in rest:
                kind = (state.counter(id_).type, state.counter(id_).nation, state.counter(id_).battalion)
                if kind in seen:
                    continue
                seen.add(kind)
                gains.append((value_of(mind, area, [*team, id_]), id_))
            if not gains:
                break
            better, id_ = max(gains, key=lambda gain: gain[0])
            if better < score + 0.04:
                break
            score = better
            team.append(id_)
            rest.remove(id_)
        if score > best[0]:
            best = (score, team)
    return best


def _rank(state: FallujahState, id_: str) -> int:
    kind = state.counter(id_).type
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def goals(state: FallujahState) -> list[str]:
    """Areas worth a thought: Insurgent-controlled and next to Coalition ground, units or an Entry Zone."""
    parts = state.data
    found = []
    for area in parts.areas:
        if state.control[area] == INSURGENT and not state.entry(area).fought:
            beside = any(state.control[near] == COALITION or state.coalition(near) for near in parts.near[area])
            if area in parts.by_zone or beside or state.coalition(area):
                found.append(area)
    return found


def best_plan(mind: Mind, source: str, step: activation.CoalitionActivation | None) -> Plan | None:
    """The best target and team for the units of a source, or those already on their way."""
    state = mind.state
    units = [
        unit
        for unit in activation.acting(state, COALITION, source)
        if not (unit.id in state.origin and state.insurgents(unit.at))
    ]
    best: Plan | None = None
    for area in goals(state):
        if (
            source in ZONES
            and step is None
            and area not in state.data.near_sets[source]
            and not _free_gate(state, source)
        ):
            continue
        pool, price = [], 0
        for unit in units:
            if unit.at == area:
                if area == source and unit.id not in state.origin:
                    pool.append(unit.id)
                continue
            if (
                unit.at in ZONES
                and step is not None
                and step.gate
                and area != step.gate
                and not state.free(COALITION, step.gate)
            ):
                continue
            path = way(mind, unit, area)
            if path is None:
                continue
            if unit.at in ZONES and step is not None and step.gate and path[0] != step.gate:
                continue
            pool.append(unit.id)
            price = max(price, len(path) - 1)
        pool = _spared(state, area, pool)
        room = STACK_LIMIT - len(state.coalition(area))
        if not pool or (room <= 0 and area != source):
            continue
        if area == source:
            pool = [id_ for id_ in pool if state.units[id_].at == area]
            room = len(pool)
        score, team = team_for(mind, area, pool, room)
        score -= 0.05 * price
        if team and (best is None or score > best.score):
            best = Plan(score, area, team)
    return best


def _free_gate(state: FallujahState, zone: str) -> bool:
    return any(state.free(COALITION, area) for area in state.data.near[zone])


def _spared(state: FallujahState, area: str, pool: list[str]) -> list[str]:
    """Leave a combat unit wherever ground or Support Units would otherwise be lost; best an Iraqi battalion or MP."""
    support = state.data.support_ids
    places = dict.fromkeys(state.units[id_].at for id_ in pool)
    for place in places:
        if place in ZONES or place == area or state.control[place] != COALITION or not judge.threatened(state, place):
            continue
        leaving = [id_ for id_ in pool if state.units[id_].at == place and id_ not in support]
        if leaving and len(leaving) == sum(1 for unit in state.coalition(place) if unit.id not in support):
            guard = min(leaving, key=lambda id_: _guard_price(state, id_))
            pool = [id_ for id_ in pool if id_ != guard]
    return pool


def _guard_price(state: FallujahState, id_: str) -> tuple[bool, bool, int]:
    counter = state.counter(id_)
    return (not counter.parentheses, counter.type == "sf", counter.cf or 0)


# Decisions


def _impulse(match: Match, state: FallujahState) -> Choice:
    best: tuple[float, Action, str] = (0.0, Pass(), "nothing promises a gain")
    mind = Mind(state)
    for action in match.legal():
        if isinstance(action, Activate):
            plan = best_plan(mind, action.space, None)
            if plan is not None and plan.score > max(best[0], WORTHWHILE):
                label = state.data.labels[plan.area]
                best = (plan.score, action, f"a team of {len(plan.team)} against {label} promises {plan.score:.1f}")
        elif isinstance(action, FireMission):
            score = _fire(state, action.space)
            if score > max(best[0], WORTHWHILE):
                best = (score, action, f"a Fire Mission there promises {score:.1f}")
    return Choice(best[1], best[2])


def _fire(state: FallujahState, area: str) -> float:
    parts = state.data
    score = judge.strike(state, area, parts.tables.fire_mission.offence, medevac=False, fire=True)
    here = state.coalition(area)
    both = any(u.id in parts.us_ids for u in here) and any(u.id in parts.iraqi_ids for u in here)
    return score - (1.0 if area in parts.mosques and not both else 0.0)


def _activation(match: Match, state: FallujahState, step: activation.CoalitionActivation) -> Choice:
    mind = Mind(state)
    for area in activation.pending(state):
        return _due(match, mind, step, area)
    contested = {unit.at for unit in activation.acting(state, COALITION, step.source) if unit.at not in ZONES}
    for area in sorted(contested, key=state.data.areas.index):
        if state.insurgents(area) and match.why_not(Attack(area)) is None:
            group = [u.id for u in combat.comers(state, area)] or [u.id for u in combat.stayers(state, area)]
            score, team = team_for(mind, area, group)
            if team and score > 0:
                return Choice(Attack(area), f"the attack promises {score:.1f}")
    plan = best_plan(mind, step.source, step)
    if plan is not None and plan.score > WORTHWHILE:
        for id_ in plan.team:
            unit = state.units[id_]
            path = way(mind, unit, plan.area) if unit.at != plan.area else None
            if path:
                action = March(id_, path[0])
                if match.why_not(action) is None:
                    return Choice(action, f"towards {state.data.labels[plan.area]}, worth {plan.score:.1f}")
    if match.why_not(EndImpulse()) is None:
        return Choice(EndImpulse(), "nothing more to gain here")
    return Choice(match.legal()[-1], "something must be done with the activated units")


def _due(match: Match, mind: Mind, step: activation.CoalitionActivation, area: str) -> Choice:
    """Bring up whoever helps before a mandatory attack is made."""
    state = mind.state
    inside = [unit.id for unit in combat.comers(state, area)]
    now = value_of(mind, area, inside, wary=False)
    best: tuple[float, March] | None = None
    for unit in activation.acting(state, COALITION, step.source):
        if unit.at == area or (unit.id in state.origin and state.insurgents(unit.at)):
            continue
        path = way(mind, unit, area)
        if path is None or len(state.coalition(area)) >= STACK_LIMIT:
            continue
        if not _spared(state, area, [unit.id]):
            continue
        gain = value_of(mind, area, [*inside, unit.id], wary=False) - now
        action = March(unit.id, path[0])
        if gain > 0.04 and (best is None or gain > best[0]) and match.why_not(action) is None:
            best = (gain, action)
    if best is not None:
        return Choice(best[1], f"support for the attack in {state.data.labels[area]}, worth {best[0]:.2f}")
    if match.why_not(Attack(area)) is None:
        return Choice(Attack(area), f"the attack is due and promises {now:.1f}")
    return Choice(EndImpulse(), "no unit there can lead")


def _plan(state: FallujahState, step: combat.AttackPlan) -> Choice:
    area, mind = step.area, Mind(state)
    if state.entry(area).due:
        team = list(step.chosen)
    else:
        came = [unit.id for unit in combat.comers(state, area)]
        stood = [unit.id for unit in combat.stayers(state, area)] if area == step.source else []
        pools = [pool for pool in (came, stood) if any(combat.able_to_lead(state, id_, area) for id_ in pool)]
        if step.chosen:
            pools = [pool for pool in pools if step.chosen[0] in pool]
        score, team = max((team_for(mind, area, pool) for pool in pools), key=lambda found: found[0])
        for id_ in team:
            if id_ not in step.chosen:
                return Choice(Join(id_), f"part of a team that promises {score:.1f}")
    leads = [id_ for id_ in step.chosen if combat.able_to_lead(state, id_, area)]
    lead = max(leads, key=lambda id_: sum(f.value for f in combat.offence(state, area, step.chosen, id_)))
    return Choice(Lead(lead), "the lead that gives the highest Offensive Value")


def _defend(match: Match, state: FallujahState) -> Choice:
    for action in match.legal():
        if isinstance(action, Defend) and action.unit in state.data.iraqi_ids:
            return Choice(action, "an Iraqi lead costs one point less")
    return Choice(match.legal()[0], "equal units")


def _window(state: FallujahState, step: advantage.Window) -> Choice:
    if step.kind == "end":
        fresh = sum(1 for u in state.units.values() if u.id in state.data.coalition_ids and not u.spent)
        if state.first_roll == state.impulse - 1 and state.impulse <= 7 and fresh > 12:
            return Choice(Heroic("end", 1), "one more impulse for many Fresh units")
        return Choice(Keep(), "the Advantage is worth more later")
    battle = state.battle
    assert battle is not None
    gap = battle.difference
    if battle.kind == "raid":
        if gap == 1 and battle.defender in state.data.us_ids:
            return Choice(Heroic("attack", -1), "that turns the attack into a failure")
        return Choice(Keep(), "the Advantage is worth more later")
    units = state.insurgents(battle.area)
    full = sum(capacity(state, unit) for unit in units)
    if battle.kind == "assault" and gap == 0:
        return Choice(Heroic("attack", 1), "a stall becomes a success")
    if gap == full and judge.worth(state, units) >= 3:
        return Choice(Heroic("attack", 1), "that makes it an Overrun")
    if battle.kind == "assault" and gap <= -3 and judge.worth(state, units) >= 2:
        return Choice(Mulligan(), "a clear repulse can hardly get worse")
    return Choice(Keep(), "the Advantage is worth more later")


def _scout(state: FallujahState, step: reaction.Scout) -> Choice:
    score = value_of(Mind(state), step.area, [step.unit], wary=False)
    back = score < 0.3
    return Choice(Withdraw(back), "others will deal with them" if back else f"the attack promises {score:.1f}")


def _regroup(match: Match, state: FallujahState, step: Regroup) -> Choice:
    """Garrisons first, then everybody towards the enemy, nobody's Support Units alone."""
    best: tuple[float, Action] = (0.05, Done())
    needs = {area: judge.threatened(state, area) and not state.garrisoned(area) for area in state.data.areas}
    fronts = _fronts(state)
    for action in match.legal():
        if isinstance(action, Shift):
            gain = _shift_gain(state, action, needs, fronts)
            if gain > best[0]:
                best = (gain, action)
    text = "everybody stands where he is needed" if isinstance(best[1], Done) else "closer to where it is needed"
    return Choice(best[1], text)


def _shift_gain(state: FallujahState, action: Shift, needs: dict[str, bool], fronts: dict[str, int]) -> float:
    parts = state.data
    unit, space = state.units[action.unit], action.space
    here = unit.at
    support = unit.id in parts.support_ids
    gain = 0.0
    if not support:
        others = [u for u in state.coalition(here) if u.id != unit.id and u.id not in parts.support_ids]
        if here not in ZONES and state.control[here] == COALITION and not others and judge.threatened(state, here):
            gain -= 3.0 if parts.scoring.get(here) else 1.5
        if needs[space] and state.control[space] == COALITION:
            gain += 3.0 if parts.scoring.get(space) else 1.2
    elif not any(u.id not in parts.support_ids for u in state.coalition(space)):
        gain -= 2.0
    elif here not in ZONES and not any(u.id not in parts.support_ids for u in state.coalition(here)):
        gain += 2.0
    gain += 0.3 * (fronts[here] - fronts[space])
    if unit.id in parts.iraqi_ids:
        gain += 0.5 * (_wanted(state, space, unit.id) - _wanted(state, here, unit.id))
    if here in ZONES:
        gain += 0.3
    gain -= 0.05 * max(0, len(state.coalition(space)) - 5)
    return gain


def _wanted(state: FallujahState, space: str, id_: str) -> bool:
    """Whether an Iraqi unit is missing where mosques are to be attacked next."""
    parts = state.data
    ahead = any(area in parts.mosques and state.control[area] == INSURGENT for area in parts.near[space])
    return ahead and not any(u.id in parts.iraqi_ids and u.id != id_ for u in state.coalition(space))


def _fronts(state: FallujahState) -> dict[str, int]:
    """Steps from every space to the nearest Insurgent Cadre or Fedayeen."""
    enemies = [area for area in state.data.areas if state.fighters(area)]
    distance = state.data.map.distance
    return {space: min((distance(space, area) for area in enemies), default=9) for space in state.data.near}
