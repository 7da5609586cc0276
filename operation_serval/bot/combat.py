"""Battles: attacks, air units, markers, hits, retreats and advances."""

from __future__ import annotations

from common.bots import Choice
from common.engine import Action, Match
from common.engine.actions import Decline
from operation_serval.actions import (
    Advance,
    Assault,
    CallOff,
    CommitIsr,
    DeclareAttack,
    DirectAction,
    Disband,
    Embody,
    Finish,
    Fire,
    JoinAttack,
    React,
    RetreatByAir,
    RetreatTo,
    RetreatUnit,
    Sortie,
    StopRetreat,
    Strike,
    Support,
    TakeHit,
    Upgrade,
    Wear,
)
from operation_serval.bot.plans import least_ratio, plans
from operation_serval.bot.survey import Survey
from operation_serval.rules.aftermath import AdvanceChoice
from operation_serval.rules.air import GunshipWindow, is_capable
from operation_serval.rules.bases import base_in
from operation_serval.rules.battle import AttackForce, fighters
from operation_serval.rules.fire import air_shifts
from operation_serval.rules.movement import why_not_stack
from operation_serval.rules.retreat import RetreatMove
from operation_serval.state import COALITION, ISLAMIST

WEAR = {"airstrike": (0.3, 0.45), "helicopter": (0.3, 0.9)}  # points that air defense takes, without and with weapons
WORN, ALONG = 2.0, 0.4  # the same for a unit that the next hit removes, and for one more unit of a type
FEW = 3  # steps around a leader that will not save him


def declare(match: Match, survey: Survey) -> Choice:
    """15  The most promising attack on a neighbour, or none."""
    found = [plan for plan in plans(survey, survey.state.contingent) if _stands_ready(survey, plan.hex, plan.units)]
    for plan in found:
        if match.why_not(DeclareAttack(plan.hex)) is None:
            reason = f"The attack on {survey.name(plan.hex)} promises {plan.value:.1f} points."
            return Choice(DeclareAttack(plan.hex), reason, plan.value)
    return Choice(Finish(), "No attack is worth its losses.", 0.0)


def _stands_ready(survey: Survey, hex_: str, units: tuple[str, ...]) -> bool:
    """Whether enough of those who should attack a hex stand next to it."""
    near = [id_ for id_ in units if survey.state.units[id_].at in survey.data.near[hex_]]
    power = survey.assault(near, hex_)
    least = least_ratio(survey, survey.state.contingent, hex_)
    return power >= least * survey.expected_steps(hex_)


def gather(match: Match, survey: Survey, step: AttackForce) -> Choice:
    """15.2  Everybody joins who can hurt the enemy and is no leader of the Islamists."""
    offers = [id_ for id_ in fighters(survey.state, survey.side, step.place) if id_ not in step.units]
    for id_ in offers:
        weak = survey.state.strength(survey.state.units[id_]) == 0
        if not weak and not (id_ in survey.data.leader_ids and survey.side == ISLAMIST):
            return Choice(JoinAttack(id_), f"{survey.state.name(id_)} adds its fire.")
    if match.why_not(Assault()) is None:
        return Choice(Assault(), "The force is complete.")
    return Choice(CallOff(), "Nobody is left to attack.")


# Air units


def place_air(match: Match, survey: Survey) -> Choice:
    """20.1  Air units fly against the hex that will be attacked, or the richest one without air defense."""
    state = survey.state
    goals = {plan.hex: plan.value for plan in plans(survey, state.contingent)}
    offers = []
    for action in match.legal():
        if isinstance(action, Sortie):
            value = _sortie_value(survey, action, goals)
            if value > 0.3:
                offers.append(Choice(action, f"{survey.name(action.hex)} is the best target from the air.", value))
    if offers:
        return max(offers, key=lambda choice: choice.value or 0.0)
    return Choice(Finish(), "No target is worth the risk to the air units.", 0.0)


def _sortie_value(survey: Survey, action: Sortie, goals: dict[str, float]) -> float:
    goal = min(1.0, 0.2 * goals.get(action.hex, 0.0))
    return sortie_value(survey, action.unit, action.hex) + goal * _power(survey, action.unit, action.hex)


def sortie_value(survey: Survey, id_: str, hex_: str) -> float:
    """What one air unit may do to a hex: steps, more where few hits kill a leader or empty a place that scores."""
    state = survey.state
    there = state.own(ISLAMIST, hex_)
    stake = 0.45 + survey.worth(hex_) / (1.5 + survey.steps(there))
    return _power(survey, id_, hex_) * stake - _wear(
        survey, id_, hex_, is_capable(state, (other.id for other in there))
    )


def _power(survey: Survey, id_: str, hex_: str) -> float:
    """The hits that an air unit brings on average."""
    state = survey.state
    shifts = sum(shift.value for shift in air_shifts(state, hex_))
    return survey.effect(state.strength(state.units[id_]), shifts, base_in(state, ISLAMIST, hex_))


def _wear(survey: Survey, id_: str, hex_: str, capable: bool) -> float:
    """20.6  What air defense may cost: one roll for a hex, and only one unit of a type suffers."""
    state, counters = survey.state, survey.data.counters
    type_ = counters[id_].type
    price = WEAR[type_][capable] * (WORN if state.units[id_].disrupted else 1.0)
    along = any(goal == hex_ and counters[other].type == type_ for other, goal in state.sorties.items() if other != id_)
    return price * ALONG if along else price


def strike(match: Match, survey: Survey) -> Choice:
    """R81  The hex with most at stake first."""
    hexes = [action for action in match.legal() if isinstance(action, Strike)]
    best = max(hexes, key=lambda action: (survey.worth(action.hex), action.hex))
    return Choice(best, f"{survey.name(best.hex)} matters most.")


def gunships(match: Match, survey: Survey, step: GunshipWindow) -> Choice:
    """20.7  Gunships defend Bamako and French stacks, and others when points are plenty."""
    state = survey.state
    offers = [action for action in match.legal() if isinstance(action, Support)]
    here = state.own(COALITION, step.hex)
    dear = step.hex == survey.data.bamako or any(unit.id in survey.data.company_ids for unit in here)
    if not offers or not (dear or state.c2p[COALITION] >= 3 or state.sorties):
        return Choice(Decline(), "The point is needed elsewhere.")
    origins = [state.units[id_].at for id_ in step.units]
    best = max(offers, key=lambda action: (origins.count(action.hex), action.hex, action.unit))
    return Choice(best, f"{state.name(best.unit)} thins out the attackers of {survey.name(step.hex)}.")


def react(match: Match, survey: Survey) -> Choice:
    """24.1  SOF reinforce the stack of their contingent that is threatened most."""
    offers = [action for action in match.legal() if isinstance(action, React)]

    def need(action: React) -> float:
        there = survey.steps(survey.state.own(COALITION, action.hex))
        return survey.threat(action.hex) / max(1, there) - (0.5 if survey.is_last_guard(action.unit) else 0.0)

    best = max(offers, key=lambda action: (need(action), action.hex), default=None)
    if best is not None and 0.6 < need(best) < 1.5:
        return Choice(best, f"{survey.name(best.hex)} is about to be attacked.")
    return Choice(Decline(), "No stack needs the SOF more than its base does.")


# Markers


def commit_isr(match: Match, survey: Survey) -> Choice:
    """15.4d  ISR where both sides have units of equal value and the enemy would fire first."""
    state, battle = survey.state, survey.state.battle
    if CommitIsr() in match.legal() and battle is not None and state.initiative != survey.side:
        values: dict[str, set[int]] = {survey.side: set(), survey.enemy: set()}
        strength = 0
        for id_ in (*battle.attackers, *battle.defenders):
            values[survey.data.side_of[id_]].add(state.tactical(state.units[id_]))
            strength += state.strength(state.units[id_])
        if values[survey.side] & values[survey.enemy] and strength > 4:
            return Choice(CommitIsr(), "Firing first among equals saves losses.")
    return Choice(Decline(), "ISR would change little here.")


def counter(match: Match, survey: Survey) -> Choice:
    """21.6i  Direct action against the markers of the Islamists whenever there is one."""
    if DirectAction() in match.legal():
        return Choice(DirectAction(), "Their marker is worth more than ours.")
    return Choice(Decline(), "Nothing can be done against it.")


# Fire, hits and retreats


def fire(match: Match, survey: Survey) -> Choice:
    """15.4c  The strongest fires first."""
    offers = [action for action in match.legal() if isinstance(action, Fire)]
    best = max(offers, key=lambda action: (survey.state.strength(survey.state.units[action.unit]), action.unit))
    return Choice(best, f"{survey.state.name(best.unit)} hits hardest.")


def take_hit(match: Match, survey: Survey) -> Choice:
    """16.2.1  The cheapest loss of one's own, the dearest of the enemy."""
    offers = [action for action in match.legal() if isinstance(action, TakeHit)]
    own = survey.data.side_of[offers[0].unit] == survey.side
    best = min(offers, key=lambda action: (loss(survey, action.unit) * (1 if own else -1), action.unit))
    why = "costs least" if own else "hurts the enemy most"
    return Choice(best, f"A hit on {survey.state.name(best.unit)} {why}.")


def loss(survey: Survey, id_: str) -> float:
    """What a hit on a unit costs its owner."""
    state, counter_ = survey.state, survey.data.counters[id_]
    unit, battle = state.units[id_], state.battle
    fired = battle is not None and id_ in battle.fired
    if id_ in survey.data.task_force_ids:
        return 2.0 if fired else 3.0
    dies = unit.disrupted or counter_.back is None
    if dies:
        dear = {"leader": 9.0, "base": 2.0, "guerrilla": 0.8, "militia": 0.9}.get(counter_.type, 2.5)
        return dear + (1.5 if id_ in survey.data.company_ids else 0.0)
    weight = 0.3 * state.strength(unit) * (0.4 if fired else 1.0)
    return weight + (1.5 if counter_.type == "leader" else 0.0)


def retreat(match: Match, survey: Survey) -> Choice:
    """16.5  A leader whose stack will not last, else the weakest that has fired; by air where that is possible."""
    flights = [action for action in match.legal() if isinstance(action, RetreatByAir)]
    if flights:
        return Choice(flights[0], "The helicopters take the unit out.")
    offers = [action for action in match.legal() if isinstance(action, RetreatUnit)]

    def cost(action: RetreatUnit) -> tuple[float, str]:
        counter_ = survey.data.counters[action.unit]
        if counter_.type in ("base", "militia"):
            return 5.0, action.unit
        others = survey.others(action.unit, survey.state.units[action.unit].at)
        doomed = counter_.type == "leader" and survey.side == ISLAMIST and survey.steps(others) <= FEW
        return (-9.0 if doomed else 0.0) + loss(survey, action.unit), action.unit

    best = min(offers, key=cost)
    return Choice(best, f"{survey.state.name(best.unit)} is the one to go.")


def retreat_to(match: Match, survey: Survey, step: RetreatMove) -> Choice:
    """16.5.1  Away from the enemy, towards a base of the same contingent, and stop there."""
    here = survey.state.units[step.unit].at
    if match.why_not(StopRetreat()) is None and why_not_stack(survey.state, survey.side, step.unit, here) is None:
        return Choice(StopRetreat(), "The base is a good place to stop.")
    offers = [action for action in match.legal() if isinstance(action, RetreatTo)]

    def worth(action: RetreatTo) -> tuple[float, str]:
        if action.place not in survey.data.near:
            return 1.0, action.place
        there = survey.state.own(survey.side, action.place)
        mixed = why_not_stack(survey.state, survey.side, step.unit, action.place) is not None
        value = -survey.threat(action.place) + (-8.0 if mixed else 2.0 * bool(there))
        value += 0.5 * (action.place in survey.data.prizes) - 9.0 * survey.crosses(action.place)
        return value, action.place

    best = max(offers, key=worth)
    return Choice(best, f"{survey.name(best.place)} is the safest way back.")


def embody(match: Match, survey: Survey) -> Choice:
    """22.4  Any companies will do."""
    offers = [action for action in match.legal() if isinstance(action, Embody)]
    return Choice(offers[0], "These companies stand in for the task force.")


def wear(match: Match, survey: Survey) -> Choice:
    """20.6  The air unit that can bear it."""
    offers = [action for action in match.legal() if isinstance(action, Wear)]
    best = min(offers, key=lambda action: (survey.state.units[action.unit].disrupted, action.unit))
    return Choice(best, f"{survey.state.name(best.unit)} can bear it.")


def advance(match: Match, survey: Survey, step: AdvanceChoice) -> Choice:
    """17.1  Enough units go forward to hold the hex; nobody leaves a town that scores."""
    state, hex_ = survey.state, step.hex
    there = state.own(survey.side, hex_)
    enough = survey.steps(there) >= 1.2 * survey.threat(hex_) and bool(there)
    worth = survey.points(hex_, survey.side) + survey.points(hex_, survey.enemy) > 0 or hex_ in state.sharia
    offers = [action for action in match.legal() if isinstance(action, Advance)]
    good = [action for action in offers if not survey.is_last_guard(action.unit) and not survey.crosses(hex_)]
    together = survey.side == ISLAMIST and survey.keeps_together(state.contingent)
    good = [action for action in good if action.unit not in survey.data.leader_ids or (together and there)]
    if good and (together or not enough) and (worth or not there):
        best = max(good, key=lambda action: (state.strength(state.units[action.unit]), action.unit))
        return Choice(best, f"{state.name(best.unit)} holds {survey.name(hex_)}.")
    return Choice(Finish(), "The rest stays where it is.")


def upgrade(match: Match, survey: Survey) -> Choice:
    """31.2  A guerrilla becomes a technical, or a technical a heavy one."""
    offers: list[Action] = [action for action in match.legal() if isinstance(action, Upgrade)]
    return Choice((offers or list(match.legal()))[0], "Captured trucks and guns are put to use.")


def disband(match: Match, survey: Survey) -> Choice:
    """14.2c  The contingent that loses less goes."""
    offers = [action for action in match.legal() if isinstance(action, Disband)]

    def weight(action: Disband) -> float:
        there = survey.state.own(ISLAMIST, action.hex)
        return sum(loss(survey, u.id) for u in there if survey.data.counters[u.id].contingent == action.contingent)

    return Choice(min(offers, key=weight), "The smaller part gives way.")
