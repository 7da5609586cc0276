"""Attacks: which are worth while, with which units, and what follows from their results."""

from __future__ import annotations

from collections.abc import Sequence

from common.bots import Choice, best_of
from common.engine import Action
from common.engine.actions import Add, Confirm, Remove
from somali_pirates.actions import (
    Attack,
    CallOff,
    Choose,
    Double,
    EndPhase,
    Operate,
    PlayChit,
    Retreat,
    Shock,
    StandFast,
    Standoff,
)
from somali_pirates.bot.judgement import Survey
from somali_pirates.rules.asymmetrical import Hijack
from somali_pirates.rules.casualties import Casualties
from somali_pirates.rules.chits import holds
from somali_pirates.rules.muster import EYES, KINETIC, Muster
from somali_pirates.rules.strength import opposers, targets
from somali_pirates.state import COALITION, PIRATE

WORTH = {COALITION: 0.5, PIRATE: 1.2}  # an attack is made from this expected gain on
RAID_WORTH = 0.4  # a raid that is opposed
BOX_WORTH = 1.0  # one that costs an ISR chit
BOLD, DARING, PRIZED = 4, 3, 3  # the column at which Pirates attack, and for a prize of so many points
DRONE_WORTH = 0.3
SPARE = 0.15  # a unit that adds less to an attack is left out
JOINT_WORTH = {COALITION: 1.0, PIRATE: 2.5}  # what Joint Operation or Leader Node must add to an attack
STANDOFF_WORTH = 0.8  # expected losses from which a chit keeps aircraft and ships out of them


def choose_attack(survey: Survey, legal: Sequence[Action]) -> Choice:
    """C1  The best attack of the faction in action while it has one, else the best of any; then the phase is over."""
    choices = [choice for action in legal if (choice := _value(survey, action)) is not None]
    running = [choice for choice in choices if getattr(choice.action, "by", "") == survey.state.active]
    least = WORTH[survey.side]
    best = best_of(running, least=least) or best_of(choices, least=least)
    return best or Choice(EndPhase(), "No attack promises a gain.", 0.0)


def _value(survey: Survey, action: Action) -> Choice | None:
    match action:
        case Attack(by, zone, target, hidden):
            free = hidden and _is_free(survey, by)
            if hidden and not free and not holds(survey.state, survey.side, "isr", 1):
                return None  # 29.2a: two UAV chits are worth more as drones
            muster = Muster(survey.side, KINETIC, by, zone, target, hidden)
            value, units = plan(survey, muster)
            if hidden and not free:
                value -= BOX_WORTH
            name = survey.name
            told = f"{name(by)} can expect {value:.1f} points against {name(target)} in {name(zone)}."
            return Choice(action, told, value) if units else None
        case Operate("drone", _, _, target):
            return _drone(survey, action, target)
        case Operate(kind, by, zone, target):
            muster = Muster(survey.side, kind, by, zone, target)
            value, units = plan(survey, muster)
            told = f"{survey.data.attacks[kind].name} in {survey.name(zone)} promises {value:.1f} points."
            return Choice(action, told, value) if units else None
        case PlayChit("leader_node", "militia"):
            return Choice(action, "Three free Militia fill empty Zones.", 0.6)
    return None


def _is_free(survey: Survey, by: str) -> bool:
    return bool(survey.state.options.get("shock")) and by == "china"


def _drone(survey: Survey, action: Action, target: str) -> Choice:
    """15.7o  The Warlord of the highest value, not in a city."""
    zone = survey.state.units[target].at
    city = survey.data.zones[zone].terrain == "city"
    kill = survey.data.points[target]
    values = [survey.asymmetrical("drone", zone, column, kill) for column in range(6)]
    value = sum(values) / len(values) - (0.5 if city else 0.0) + DRONE_WORTH
    return Choice(action, f"A drone may kill {survey.name(target)}.", value)


# Who takes part


def plan(survey: Survey, muster: Muster) -> tuple[float, list[str]]:
    """The units that make an attack worth most, and what it is worth; a chit that joins factions must pay."""
    state = survey.state
    joining = [id_ for id_ in muster.pool(state) if muster.why_not_join(state, id_) is None]
    if muster.boxed and not holds(state, survey.side, "isr", 1):  # 33.0a  Chinese units alone do without
        joining = [id_ for id_ in joining if survey.data.counters[id_].faction == muster.by]
    able = [id_ for id_ in joining if _is_of(survey, muster, id_)]
    best = _plan_with(survey, muster, able)
    if len(able) == len(joining):
        return best
    value, units = _plan_with(survey, muster, joining)
    joint = value - JOINT_WORTH[survey.side], units
    return max(best, joint, key=lambda found: found[0])


def _plan_with(survey: Survey, muster: Muster, able: list[str]) -> tuple[float, list[str]]:
    own = [id_ for id_ in able if survey.data.counters[id_].faction == muster.by]
    if not own:
        return 0.0, []
    others = [id_ for id_ in able if id_ not in own]
    if muster.kind == KINETIC:
        return _plan_kinetic(survey, muster, own, others)
    return _plan_operation(survey, muster, own, others)


def _is_of(survey: Survey, muster: Muster, id_: str) -> bool:
    """Whether a unit joins without a chit: own, common, or led by a Warlord."""
    probe = Muster(muster.side, muster.kind, muster.by, muster.zone, muster.target, muster.boxed, chosen=(id_,))
    return not probe.is_mixed(survey.state)


def _plan_kinetic(survey: Survey, muster: Muster, own: list[str], others: list[str]) -> tuple[float, list[str]]:
    """Cheap strength first, one unit more as long as it helps."""
    defenders = targets(survey.state, survey.enemy, muster.zone, muster.target, muster.boxed)
    order = sorted(own, key=lambda id_: _price_of_strength(survey, muster, id_))
    order += sorted(others, key=lambda id_: _price_of_strength(survey, muster, id_))
    prize = max((survey.data.points[id_] for id_ in defenders), default=0)
    bold = 0 if survey.side == COALITION else DARING if prize >= PRIZED else BOLD
    best: tuple[float, list[str]] = (0.0, [])
    for number in range(1, len(order) + 1):
        units = order[:number]
        value = survey.kinetic(muster.zone, units, defenders, muster.boxed)
        if value > best[0] and survey.column(muster.zone, units, defenders, muster.boxed) >= bold:
            best = value, units
    return _trim(survey, muster, defenders, best)


def _trim(
    survey: Survey, muster: Muster, defenders: list[str], best: tuple[float, list[str]]
) -> tuple[float, list[str]]:
    """Leave out units that add nothing: they can attack elsewhere, and too much force overkills."""
    value, units = best
    for id_ in sorted(units, key=lambda id_: -survey.losses[id_]):
        fewer = [other for other in units if other != id_]
        if not any(survey.data.counters[other].faction == muster.by for other in fewer):
            continue
        found = survey.kinetic(muster.zone, fewer, defenders, muster.boxed)
        if found >= value - SPARE:
            value, units = found, fewer
    return value, units


def _price_of_strength(survey: Survey, muster: Muster, id_: str) -> tuple[float, str]:
    strength = survey.strength([id_], muster.zone, attack=True)
    if survey.state.units[id_].at != muster.zone:
        return 0.0, id_  # missiles from afar risk nothing
    return (survey.losses[id_] / strength if strength else 99.0), id_


def _plan_operation(survey: Survey, muster: Muster, own: list[str], others: list[str]) -> tuple[float, list[str]]:
    """A raid that nobody opposes is made by one ship alone; everything else by all who help."""
    battle = muster.battle(survey.state)
    against = sum(survey.data.counters[id_].asym for id_ in opposers(survey.state, battle))
    counters = survey.data.counters
    order = sorted([*own, *others], key=lambda id_: (id_ not in own, survey.losses[id_] / counters[id_].asym, id_))
    best: tuple[float, list[str]] = (0.0, [])
    for number in range(1, len(order) + 1):
        units = order[:number]
        difference = sum(counters[id_].asym for id_ in units) - against
        value = _operation_value(survey, muster, units, difference, against)
        if value > best[0] + (0.6 if muster.kind == "raid" and number > 1 and not against else 0.0):
            best = value, units
        if muster.kind == "raid" and not against:
            break
    return best


def _operation_value(survey: Survey, muster: Muster, units: list[str], difference: int, against: int) -> float:
    cheapest = min(survey.losses[id_] for id_ in units)
    kind, zone = muster.kind, muster.zone
    match kind:
        case "raid":
            value = survey.asymmetrical(kind, zone, difference, risk=cheapest if against else 0.0)
            return value + WORTH[PIRATE] - (RAID_WORTH if against else 0.0)  # unopposed it risks nothing
        case "spectacular":
            victim = max((survey.data.points[id_] for id_ in _victims(survey, muster)), default=0)
            return survey.asymmetrical(kind, zone, difference, victim, cheapest) - _isr_worth(survey)
        case "hvt":
            kill = survey.data.points[muster.target] + 1.0
            return survey.asymmetrical(kind, zone, difference, kill) - _isr_worth(survey)
    exposed = survey.state.hidden_at(zone, survey.enemy)
    value = survey.asymmetrical(kind, zone, difference)
    unused = [unit.id for unit in survey.state.open_at(zone, survey.side) if unit.id not in survey.state.attacked]
    rest = sum(survey.data.counters[id_].kinetic for id_ in unused if id_ not in units)
    chance = max(0.0, min(1.0, 0.2 * (difference + 1)))
    worth = 0.5 * survey.gain_of([unit.id for unit in exposed]) if rest else 0.0
    return value + chance * worth - 0.3


def _isr_worth(survey: Survey) -> float:
    """What an ISR chit would bring elsewhere: little if there is a second one."""
    return 0.4 if holds(survey.state, survey.side, "isr", 2) else 1.2


def _victims(survey: Survey, muster: Muster) -> list[str]:
    return targets(survey.state, survey.enemy, muster.zone, muster.target, False)


def muster_units(survey: Survey, step: Muster, legal: Sequence[Action]) -> Choice:
    """Add the planned units one by one, then declare the attack."""
    value, units = plan(survey, Muster(step.side, step.kind, step.by, step.zone, step.target, step.boxed))
    for id_ in step.chosen:
        if id_ not in units and Remove(id_) in legal:
            return Choice(Remove(id_), f"{survey.name(id_)} is not needed.")
    for id_ in units:
        if id_ not in step.chosen and Add(id_) in legal:
            return Choice(Add(id_), f"{survey.name(id_)} strengthens the attack.")
    if step.boxed and Shock() in legal and not holds(survey.state, survey.side, "isr", 1):
        return Choice(Shock(), "Chinese units need no reconnaissance.")
    standoff = _standoff(survey, step, legal)
    if standoff is not None:
        return standoff
    if Confirm() in legal and units:
        return Choice(Confirm(), f"The attack promises {value:.1f} points.", value)
    if Shock() in legal and units:
        return Choice(Shock(), "Chinese units need no reconnaissance.")
    return Choice(CallOff(), "The attack is not worth while after all.")


def _standoff(survey: Survey, step: Muster, legal: Sequence[Action]) -> Choice | None:
    """29.1a  A drone's eyes, or reconnaissance, if mutual damage would cost dear aircraft or ships."""
    offers = [Standoff(chit) for chit in reversed(EYES) if Standoff(chit) in legal]
    if not offers:
        return None
    counters = survey.data.counters
    spared = [id_ for id_ in step.chosen if counters[id_].category in ("air", "naval")]
    column = survey.column(step.zone, step.chosen, step.battle(survey.state).defenders, step.boxed)
    rows = survey.data.tables.kinetic_crt.rows
    chance = sum(row[column] == "MD" for row in rows) / len(rows)
    saved = chance * survey.cost_of(spared) / 2
    return Choice(offers[0], "Aircraft and ships strike from afar.") if saved >= STANDOFF_WORTH else None


# After the roll


def choose_losses(survey: Survey, step: Casualties, legal: Sequence[Action]) -> Choice | None:
    """14.1b  The cheapest units that make up half the strength, never a base if others will do."""
    if Confirm() in legal:
        return Choice(Confirm(), "That is enough.")
    adds = [action for action in legal if isinstance(action, Add)]
    if not adds:  # all are chosen, and the question is what else could be done
        return None
    best = min(adds, key=lambda action: _regret(survey, action.item))
    return Choice(best, f"{survey.name(best.item)} is missed least.")


def _regret(survey: Survey, id_: str) -> tuple[bool, float, str]:
    counter = survey.data.counters[id_]
    return counter.type in ("base", "warlord"), survey.losses[id_] / max(counter.kinetic, 1), id_


def choose_retreat(survey: Survey, legal: Sequence[Action]) -> Choice:
    """14.2, 14.4b  Stay with the base, then Underground, then towards friends and away from enemies."""
    for action in legal:
        if isinstance(action, StandFast):
            return Choice(action, f"{survey.name(action.unit)} stays with the base.")
    retreats = [action for action in legal if isinstance(action, Retreat)]
    best = max(retreats, key=lambda action: (_refuge(survey, action), action.zone, action.how))
    where = "Underground" if best.how == "under" else survey.name(best.zone)
    return Choice(best, f"{survey.name(best.unit)} is safest in {where}.")


def _refuge(survey: Survey, action: Retreat) -> float:
    if action.how == "under":
        return 50.0
    counters = survey.data.counters
    friends = sum(counters[unit.id].kinetic for unit in survey.state.open_at(action.zone, survey.side))
    enemies = sum(counters[unit.id].kinetic for unit in survey.state.open_at(action.zone, survey.enemy))
    return friends - 2.0 * enemies + survey.holding(action.zone, action.unit)


def choose_double(survey: Survey, legal: Sequence[Action]) -> Choice:
    """12.7b  The strongest unit of his faction, each only as often as it counts."""
    battle = survey.state.battle
    taken = [unit for _, unit in battle.warlords] if battle else []
    doubles = [action for action in legal if isinstance(action, Double)]
    counters = survey.data.counters
    best = max(doubles, key=lambda action: (taken.count(action.unit) < 2, counters[action.unit].kinetic, action.unit))
    return Choice(best, f"{survey.name(best.unit)} gains most from its Warlord.")


def choose_unit(survey: Survey, step: object, legal: Sequence[Action]) -> Choice:
    """15.7  A victim of the enemy is the dearest, an own loss the cheapest, a ship that of the nearest craft."""
    picks = [action for action in legal if isinstance(action, Choose)]
    own = [action for action in picks if survey.data.counters[action.unit].side == survey.side]
    if isinstance(step, Hijack):
        best = max(picks, key=lambda action: (_craft(survey, action.unit), action.unit))
        return Choice(best, f"{survey.name(best.unit)} finds most craft of its faction near.")
    if own:
        best = min(own, key=lambda action: (survey.losses[action.unit], action.unit))
        return Choice(best, f"{survey.name(best.unit)} is missed least.")
    best = max(picks, key=lambda action: (_loot(survey, action.unit), action.unit))
    return Choice(best, f"{survey.name(best.unit)} is the dearest of them.")


def _craft(survey: Survey, ship: str) -> int:
    faction = survey.data.counters[ship].faction
    ids = survey.data.of_faction[faction]
    return sum(1 for id_ in ids if "attack_craft" in id_ and survey.state.units[id_].at in survey.data.zones)


def _loot(survey: Survey, id_: str) -> float:
    return survey.gain_of([id_, *(unit.id for unit in survey.state.cargo(id_))]) + 0.1 * survey.data.counters[id_].asym


def choose_exposed(survey: Survey, legal: Sequence[Action]) -> Choice | None:
    """15.7k  The owner brings out what is worth least, the attacker what is worth most."""
    if Confirm() in legal:
        return Choice(Confirm(), "That is what the result asks for.")
    adds = [action for action in legal if isinstance(action, Add)]
    if not adds:
        return None
    mine = survey.data.counters[adds[0].item].side == survey.side
    best = min(adds, key=lambda action: ((1 if mine else -1) * survey.losses[action.item], action.item))
    return Choice(best, f"{survey.name(best.item)} {'is missed least' if mine else 'is the best target'}.")
