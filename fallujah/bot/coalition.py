"""The Coalition bot: combined teams where they gain most, garrisons behind, the Advantage kept for what matters."""

from __future__ import annotations

from common.bots import Choice, best_of
from common.engine import Match
from fallujah.actions import (
    Activate,
    Attack,
    Defend,
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
    Withdraw,
)
from fallujah.bot import plans, regrouping
from fallujah.bot.judgement import format_points, strike_value, units_worth
from fallujah.bot.plans import Analysis, find_best_plan, find_way, leave_guards, pick_team, team_value
from fallujah.rules import activation, advantage, combat, reaction
from fallujah.rules.impulse import CoalitionImpulse
from fallujah.rules.losses import capacity
from fallujah.rules.regroup import Regroup
from fallujah.state import COALITION, STACK_LIMIT, ZONES, FallujahState

FIRE_ON_MOSQUE = 1.0  # what shells on a mosque cost
RELIEF = 0.5  # share of the threat by Militia that a Fire Mission on them lifts
STAY = 0.3  # a scout that expects less goes back
WORTHWHILE = 0.15  # the least expected gain for which the bot fights


def choose(match: Match) -> Choice:
    """The Coalition's next action."""
    state: FallujahState = match.state
    step = state.step
    match step:
        case CoalitionImpulse():
            return _choose_impulse(match, state)
        case activation.CoalitionActivation():
            return _choose_move(match, state, step)
        case combat.AttackPlan():
            return _form_attack(state, step)
        case combat.RiverSupport():
            army = all(state.counter(id_).nation != "marine" for id_ in step.attackers)
            return Choice(Riverine(not army), "boats help Marines" if not army else "boats would mix Army and Marines")
        case combat.FindDefender():
            return _defend(match, state)
        case advantage.Window():
            return _use_advantage(state, step)
        case reaction.Scout():
            return _decide_scout(state, step)
        case Regroup():
            return regrouping.regroup(match, state)
    return Choice(match.legal()[0], "the first of what is possible", guess=True)


# Decisions


def _choose_impulse(match: Match, state: FallujahState) -> Choice:
    analysis = Analysis(state)
    found: list[Choice] = []
    for action in match.legal():
        if isinstance(action, Activate):
            plan = find_best_plan(analysis, action.space, None)
            if plan is not None:
                label = state.data.labels[plan.area]
                text = f"a team of {len(plan.team)} against {label} promises {format_points(plan.score)}"
                found.append(Choice(action, text, plan.score))
        elif isinstance(action, FireMission):
            score = _fire_value(state, action.space)
            found.append(Choice(action, f"a Fire Mission there promises {format_points(score)}", score))
    return best_of(found, WORTHWHILE) or Choice(Pass(), "nothing promises a gain")


def _fire_value(state: FallujahState, area: str) -> float:
    parts = state.data
    score = strike_value(state, area, parts.tables.fire_mission.offence, medevac=False, fire=True)
    score += RELIEF * plans.fire_relief(state, area)
    here = state.coalition(area)
    both = any(u.id in parts.us_ids for u in here) and any(u.id in parts.iraqi_ids for u in here)
    return score - (FIRE_ON_MOSQUE if area in parts.mosques and not both else 0.0)


def _choose_move(match: Match, state: FallujahState, step: activation.CoalitionActivation) -> Choice:
    analysis = Analysis(state)
    for area in activation.areas_due(state):
        return _attack_when_due(match, analysis, step, area)
    contested = {unit.at for unit in activation.acting_units(state, COALITION, step.source) if unit.at not in ZONES}
    for area in sorted(contested, key=state.data.areas.index):
        if state.insurgents(area) and match.why_not(Attack(area)) is None:
            found = _attack_if_worth(match, analysis, step, area)
            if found is not None:
                return found
    plan = find_best_plan(analysis, step.source, step)
    if plan is not None and plan.score > WORTHWHILE:
        for id_ in plan.team:
            unit = state.units[id_]
            path = find_way(analysis, unit, plan.area) if unit.at != plan.area else None
            if path:
                action = March(id_, path[0])
                if match.why_not(action) is None:
                    return Choice(action, f"toward {state.data.labels[plan.area]}, worth {format_points(plan.score)}")
    if match.why_not(EndImpulse()) is None:
        return Choice(EndImpulse(), "nothing more to gain here")
    return Choice(match.legal()[-1], "something must be done with the activated units")


def _attack_if_worth(
    match: Match, analysis: Analysis, step: activation.CoalitionActivation, area: str
) -> Choice | None:
    """An attack in a Contested area, once those who entered it have all the help they can get."""
    state = analysis.state
    came = [unit.id for unit in combat.entered_units(state, area)]
    if came:
        support = _bring_support(match, analysis, step, area, came)
        if support is not None:
            return support
    score, team = pick_team(analysis, area, came or [unit.id for unit in combat.standing_units(state, area)])
    if team and score > 0:
        return Choice(Attack(area), f"the attack promises {format_points(score)}")
    return None


def _find_helpers(analysis: Analysis, source: str, area: str, team: list[str]) -> list[tuple[float, str, str]]:
    """Units that could join a team in an area: what each adds, and its first step."""
    state = analysis.state
    now = team_value(analysis, area, team, wary=False)
    found = []
    if len(state.coalition(area)) + sum(state.units[id_].at != area for id_ in team) >= STACK_LIMIT:
        return []
    for unit in activation.acting_units(state, COALITION, source):
        if unit.id in team or unit.at == area or (unit.id in state.origin and state.insurgents(unit.at)):
            continue
        path = find_way(analysis, unit, area)
        if path is None or not leave_guards(state, area, [unit.id]):
            continue
        found.append((team_value(analysis, area, [*team, unit.id], wary=False) - now, unit.id, path[0]))
    return sorted(found, key=lambda item: -item[0])


def _gather_team(analysis: Analysis, source: str, area: str, team: list[str]) -> list[str]:
    """A team with everybody who could still follow and would help."""
    while True:
        helpers = _find_helpers(analysis, source, area, team)
        if not helpers or helpers[0][0] <= plans.LEAST_HELP:
            return team
        team = [*team, helpers[0][1]]


def _bring_support(
    match: Match, analysis: Analysis, step: activation.CoalitionActivation, area: str, inside: list[str]
) -> Choice | None:
    """The next unit that should join those in an area before they attack."""
    for gain, id_, space in _find_helpers(analysis, step.source, area, inside):
        action = March(id_, space)
        if gain > plans.LEAST_HELP and match.why_not(action) is None:
            label = analysis.state.data.labels[area]
            return Choice(action, f"support for the attack in {label}, worth {format_points(gain)}")
    return None


def _attack_when_due(match: Match, analysis: Analysis, step: activation.CoalitionActivation, area: str) -> Choice:
    """Bring up whoever helps before a mandatory attack is made."""
    inside = [unit.id for unit in combat.entered_units(analysis.state, area)]
    support = _bring_support(match, analysis, step, area, inside)
    if support is not None:
        return support
    if match.why_not(Attack(area)) is None:
        now = team_value(analysis, area, inside, wary=False)
        return Choice(Attack(area), f"the attack is due and promises {format_points(now)}")
    return Choice(EndImpulse(), "no unit there can lead")


def _form_attack(state: FallujahState, step: combat.AttackPlan) -> Choice:
    area, analysis = step.area, Analysis(state)
    if state.entry(area).due:
        team = list(step.chosen)
    else:
        came = [unit.id for unit in combat.entered_units(state, area)]
        stood = [unit.id for unit in combat.standing_units(state, area)] if area == step.source else []
        pools = [pool for pool in (came, stood) if any(combat.able_to_lead(state, id_, area) for id_ in pool)]
        if step.chosen:
            pools = [pool for pool in pools if step.chosen[0] in pool]
        score, team = max((pick_team(analysis, area, pool) for pool in pools), key=lambda found: found[0])
        text = f"part of a team that promises {format_points(score)}"
        join = best_of(Choice(Join(id_), text, score) for id_ in team if id_ not in step.chosen)
        if join is not None:
            return join
    leads = [id_ for id_ in step.chosen if combat.able_to_lead(state, id_, area)]
    values = {id_: sum(f.value for f in combat.offence(state, area, step.chosen, id_)) for id_ in leads}
    best = best_of(Choice(Lead(id_), f"this lead gives an Offensive Value of {n}", n) for id_, n in values.items())
    assert best is not None  # the step asks only where somebody can lead
    return best


def _defend(match: Match, state: FallujahState) -> Choice:
    for action in match.legal():
        if isinstance(action, Defend) and action.unit in state.data.iraqi_ids:
            return Choice(action, "an Iraqi lead costs one point less")
    return Choice(match.legal()[0], "equal units")


def _use_advantage(state: FallujahState, step: advantage.Window) -> Choice:
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
    if gap == full and units_worth(state, units) >= 3:
        return Choice(Heroic("attack", 1), "that makes it an Overrun")
    if battle.kind == "assault" and gap <= -3 and units_worth(state, units) >= 2:
        return Choice(Mulligan(), "a clear repulse can hardly get worse")
    return Choice(Keep(), "the Advantage is worth more later")


def _decide_scout(state: FallujahState, step: reaction.Scout) -> Choice:
    analysis = Analysis(state)
    source = next(s.source for s in reversed(state.flow) if isinstance(s, activation.CoalitionActivation))
    team = _gather_team(analysis, source, step.area, [step.unit])
    score = team_value(analysis, step.area, team, wary=False)
    back = score < STAY
    why = "others will deal with them" if back else f"the attack promises {format_points(score)}"
    return Choice(Withdraw(back), why)
