"""Exact chances of the roll that an action would bring: attacks, Fire Missions, Insurgent attacks, end of the phase."""

from __future__ import annotations

from common.engine import D6, Action
from common.tables import Chances, Modifier, Odds
from fallujah.actions import Attack, Defend, EndImpulse, FireMission, Lead, March, Mulligan, Pass, Raid, Riverine
from fallujah.rules import combat
from fallujah.rules.activation import CoalitionActivation, InsurgentActivation
from fallujah.rules.advantage import Window
from fallujah.rules.impulse import CoalitionImpulse
from fallujah.rules.losses import capacity
from fallujah.state import Battle, FallujahState, Unit

ONE_DIE = Chances.even(D6)
TWO_DICE = ONE_DIE.join(ONE_DIE, lambda a, b: a + b)
DIFFERENCE = TWO_DICE.join(TWO_DICE, lambda mine, theirs: mine - theirs)


def _dice_with_sum(total: int) -> tuple[int, int]:
    """Two dice that make a sum."""
    return total // 2, total - total // 2


def _dice_with_difference(difference: int) -> tuple[int, ...]:
    """Two dice each for attacker and defender that differ by so much, none further from seven than it must be."""
    return (*_dice_with_sum(7 + (difference + 1) // 2), *_dice_with_sum(7 - difference // 2))


RAREST_DIFFERENCES_FIRST = sorted(DIFFERENCE.weights, key=abs, reverse=True)
RAREST_SUMS_FIRST = sorted(TWO_DICE.weights, key=TWO_DICE.weights.__getitem__)


def odds(state: FallujahState, action: Action) -> Odds | None:
    """What the action's dice can bring; None if it rolls none, or if the enemy chooses his lead first."""
    step = state.step
    match action:
        case FireMission(area) if isinstance(step, CoalitionImpulse) and step.why_not(state, action) is None:
            value = Modifier(state.data.tables.fire_mission.offence, "Fire Mission", "7.4d")
            return combat_odds(state, Battle("fire", area, offence=(value,)))
        case Lead(lead) if isinstance(step, combat.AttackPlan) and step.why_not(state, action) is None:
            return assault_odds(state, step.area, step.chosen, lead, False)
        case Riverine(support) if isinstance(step, combat.RiverSupport):
            return assault_odds(state, step.area, step.attackers, step.lead, support)
        case Attack(area) if isinstance(step, CoalitionActivation) and step.why_not(state, action) is None:
            return _mandatory_attack_odds(state, area)
        case Raid(id_) if isinstance(step, InsurgentActivation) and step.why_not(state, action) is None:
            return raid_odds(state, id_, state.units[id_].at)
        case March(id_, area) if isinstance(step, InsurgentActivation) and step.why_not(state, action) is None:
            alone = state.coalition(area) and not state.insurgents(area)
            return raid_odds(state, id_, area) if alone else None
        case Defend(id_) if isinstance(step, combat.FindDefender) and step.why_not(state, action) is None:
            assert state.battle is not None
            return combat_odds(state, state.battle, state.units[id_])
        case Mulligan() if isinstance(step, Window) and step.why_not(state, action) is None:
            assert state.battle is not None
            return combat_odds(state, state.battle, state.units[state.battle.defender])
        case Pass() | EndImpulse() if isinstance(step, CoalitionImpulse | CoalitionActivation):
            if step.why_not(state, action) is None:
                return end_of_phase_odds(state, passing=isinstance(action, Pass))
    return None


def _mandatory_attack_odds(state: FallujahState, area: str) -> Odds | None:
    """An attack in which everybody who entered takes part and only one unit can lead."""
    if not state.entry(area).due:
        return None
    force = tuple(unit.id for unit in combat.entered_units(state, area))
    leads = [id_ for id_ in force if combat.able_to_lead(state, id_, area)]
    return assault_odds(state, area, force, leads[0], False) if len(leads) == 1 else None


def assault_odds(state: FallujahState, area: str, force: tuple[str, ...], lead: str, riverine: bool) -> Odds | None:
    """7.2  A Coalition attack by these units under that lead."""
    factors = tuple(combat.offence(state, area, force, lead, riverine))
    return combat_odds(state, Battle("assault", area, force, lead, riverine, offence=factors))


def raid_odds(state: FallujahState, id_: str, area: str) -> Odds | None:
    """7.3  The attack of one Insurgent unit in an area."""
    return combat_odds(state, Battle("raid", area, (id_,), id_, offence=tuple(combat.raid_value(state, id_, area))))


def combat_odds(state: FallujahState, battle: Battle, defender: Unit | None = None) -> Odds | None:
    """The outcomes of a combat by the difference of the two rolls."""
    leads = [defender] if defender is not None else combat.leads_of(state, battle)
    if combat.ordered_by_bot(state, battle):
        leads = leads[:1]
    title = f"{_title_of(battle)} {state.data.labels[battle.area]}"
    if not leads:
        return _certain_odds(f"{title}: Security Lapse", "7.3.5a", "success without dice")
    if len({_effect(state, battle, unit) for unit in leads}) > 1:
        return None
    lead = leads[0]
    factors = tuple(combat.defence(state, battle, lead))
    battle = Battle(battle.kind, battle.area, battle.attackers, battle.lead, offence=battle.offence, defence=factors)
    values = (("Offensive Value", battle.offence), ("Defensive Value", factors))
    if combat.overwhelms(state, battle):
        return _certain_odds(f"{title}: Overwhelming Force", "8.5a", "Overrun without dice", values)
    gap = battle.offence_value - battle.defence_value
    chances = DIFFERENCE.map(lambda difference: _outcome(state, battle, lead, gap + difference))
    rule = {"assault": "7.2.7", "fire": "7.4g", "raid": "7.3.4"}[battle.kind]
    expected = chances.mean(lambda result: result[0])
    dice = {_outcome(state, battle, lead, gap + by): _dice_with_difference(by) for by in RAREST_DIFFERENCES_FIRST}
    return Odds.of(
        title,
        rule,
        chances,
        label=lambda result: result[1],
        key=lambda result: result[0],
        dice=dice,
        modifiers=values,
        expected=f"{expected:+.2f} CP in the attacker's favor{_backlash_words(state, battle)}",
        column=f"{battle.offence_value} against {battle.defence_value}",
    )


def _effect(state: FallujahState, battle: Battle, lead: Unit) -> tuple[tuple[int, str], ...]:
    """What each difference of the dice would bring against a lead defender, by which two that tie can be compared."""
    gap = battle.offence_value - sum(factor.value for factor in combat.defence(state, battle, lead))
    return tuple(_outcome(state, battle, lead, gap + difference) for difference in DIFFERENCE.weights)


def _backlash_words(state: FallujahState, battle: Battle) -> str:
    """7.5  The political point that an attack costs whatever the dice say, as long as it is not paid."""
    fire = battle.kind == "fire" and combat.fire_offends(state, battle.area)
    due = fire or (battle.kind == "assault" and combat.offends(state, battle.area, battle.attackers))
    return "; 1 political point to the Insurgents" if due and state.battle is None else ""


def _title_of(battle: Battle) -> str:
    return {"assault": "Attack in", "fire": "Fire Mission on", "raid": "Attack in"}[battle.kind]


def _certain_odds(title: str, rule: str, label: str, values: tuple[tuple[str, tuple[Modifier, ...]], ...] = ()) -> Odds:
    return Odds.of(title, rule, Chances.even([label]), label=str, key=lambda _: 0, modifiers=values)


def _outcome(state: FallujahState, battle: Battle, lead: Unit, points: int) -> tuple[int, str]:
    """A result as a number for sorting and the words for it."""
    table = state.data.tables.casualties
    if battle.kind == "raid":
        if points <= 0:
            return 0, "no effect"
        medevac = any(state.counter(unit.id).medevac for unit in state.coalition(battle.area))
        suffered = (table.iraqi_lead if lead.id in state.data.iraqi_ids else table.us_lead) - medevac
        return suffered, f"Coalition takes {suffered} CP"
    if points > 0:
        full = sum(capacity(state, unit) for unit in state.insurgents(battle.area))
        if points > full:
            return full + 1, "Overrun"
        if lead.dug and points < table.dug_in:
            return 0, "no effect on the Dug In lead"
        return points, f"Insurgents take {points} CP"
    if battle.kind == "fire":
        return 0, "no effect"
    medevac = any(state.counter(id_).medevac for id_ in battle.attackers)
    suffered = (table.stalled if points == 0 else table.repulsed) - medevac
    return -1 if points == 0 else -2, f"{'stalled' if points == 0 else 'repulsed'}: Coalition takes {suffered} CP"


def end_chance(impulse: int) -> float:
    """4.1.4a  How likely 2D6 are below the impulse number."""
    return float(TWO_DICE.chance(lambda total: total < impulse))


def end_of_phase_odds(state: FallujahState, passing: bool) -> Odds | None:
    """4.1.4  Whether the phase ends with this impulse, by the roll at its end."""
    impulse = state.impulse
    if state.first_roll is not None:
        ends = state.first_roll < impulse
        label = "the phase ends" if ends else "the phase goes on"
        return _certain_odds("End of the Action Phase", "4.1.4a", f"{label}: the first roll was {state.first_roll}")
    if not impulse or (passing and state.passed):
        return None
    chances = TWO_DICE.map(lambda roll: roll < impulse)
    return Odds.of(
        "End of the Action Phase",
        "4.1.4c",
        chances,
        label=lambda ends: "the phase ends" if ends else "the phase goes on",
        key=float,
        dice={total < impulse: _dice_with_sum(total) for total in RAREST_SUMS_FIRST},
        column=f"below {impulse} on 2D6",
    )
