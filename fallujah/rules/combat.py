"""7  Combat: Coalition attacks, Insurgent attacks and Fire Missions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from common.engine.words import several
from common.tables import Modifier
from fallujah.actions import Defend, Join, Lead, Riverine
from fallujah.rules import advantage
from fallujah.rules.counters import backlash, names
from fallujah.rules.outcome import Outcome
from fallujah.state import COALITION, INSURGENT, Battle, FallujahState, Unit

OVERWHELMING = 5  # 8.5a


# 7.2  Coalition attacks


def is_lead(state: FallujahState, id_: str, soft: bool) -> bool:
    """7.2.1  US infantry, mechanized, engineers, recon; LAR and cavalry only against Militia alone."""
    return id_ in state.data.lead_ids or (soft and id_ in state.data.light_ids)


def able_to_lead(state: FallujahState, id_: str, area: str) -> bool:
    """7.2.1  Whether a unit can lead an attack in an area."""
    return is_lead(state, id_, not state.fighters(area))


def why_not_lead(state: FallujahState, id_: str, area: str) -> Refusal | None:
    """7.2.1  What keeps a unit from leading an attack in an area."""
    if able_to_lead(state, id_, area):
        return None
    parts = state.data
    if id_ in parts.light_ids:
        return Refusal("7.2.1c", f"{parts.text(id_)} may lead only if all defenders are Militia")
    return Refusal("7.2.1d", f"{parts.text(id_)} can never lead an attack")


def entered_units(state: FallujahState, area: str) -> list[Unit]:
    """The Coalition units that entered the area in this impulse and may still fight."""
    origin = state.origin
    return [unit for unit in state.coalition(area) if unit.id in origin and not unit.spent]


def standing_units(state: FallujahState, area: str) -> list[Unit]:
    """The Fresh Coalition units that have stood in the area since the impulse began."""
    origin = state.origin
    return [unit for unit in state.coalition(area) if unit.id not in origin and not unit.spent]


def attack_cost(state: FallujahState, side: str, area: str) -> int:
    """6.1c, 6.1d  MP for an attack in the area where the unit stands."""
    costs = state.data.tables.movement_costs
    fresh = any(not unit.spent for unit in state.enemies(side, area))
    return costs.attack_fresh if fresh else costs.attack_spent


def why_not_attack(state: FallujahState, source: str, area: str) -> Refusal | None:
    """What forbids a Coalition attack in an area now (6.3, 7.2)."""
    labels = state.data.labels
    if area not in state.control:
        return Refusal("7a", f"{state.data.call(area)} is not an area of the city")
    if not state.coalition(area):
        return Refusal("7a", f"no Coalition unit is in {labels[area]}")
    if not state.insurgents(area):
        return Refusal("7a", f"no Insurgent unit is in {labels[area]}")
    if state.entry(area).fought:
        return Refusal("7.2b", f"{labels[area]} has already seen a Coalition attack this impulse")
    entered = entered_units(state, area)
    standing = standing_units(state, area) if area == source else []
    if not entered and not standing:
        return Refusal("7c", f"no activated unit in {labels[area]} can attack")
    soft = not state.fighters(area)
    if any(is_lead(state, unit.id, soft) for unit in (*entered, *standing)):
        return None
    if entered and not state.entry(area).due:
        return Refusal("6.3d", f"none of the units that entered {labels[area]} can lead an attack")
    return Refusal("7.2.1a", f"no unit in {labels[area]} can lead an attack")


def offence(
    state: FallujahState, area: str, attackers: Sequence[str], lead: str, riverine: bool = False
) -> list[Modifier]:
    """7.2.4  The Coalition Offensive Value, one entry per factor."""
    parts = state.data
    table = parts.tables.coalition_offence
    counters = parts.counters
    others = [counters[id_] for id_ in attackers if id_ != lead]
    kinds = {counter.type for counter in others}
    found = [Modifier(counters[lead].cf or 0, f"CF of {counters[lead].text}", "7.2.4a")]
    companies = sum(1 for counter in others if counter.us and counter.type in {"infantry", "mech_infantry"})
    if companies:
        value = table.company * min(companies, table.companies_at_most)
        found.append(Modifier(value, "supporting companies", "7.2.4b"))
    if kinds & {"weapons", "antitank"}:
        found.append(Modifier(table.weapons, "weapons or AT", "7.2.4c"))
    if "tank" in kinds:
        found.append(Modifier(table.tank, "tanks", "7.2.4d"))
    elif kinds & {"lar", "cavalry"}:
        found.append(Modifier(table.light_armor, "LAR or cavalry", "7.2.4d"))
    if "engineer" in kinds:
        found.append(Modifier(table.engineer, "engineers", "7.2.4e"))
    if any(counter.type == "sf" and counter.nation == "iraqi" for counter in others):
        found.append(Modifier(table.special_forces, "Iraqi SF", "7.2.4f"))
    if riverine:
        found.append(Modifier(table.riverine, "riverine unit", "7.2.4g"))
    if any(companies_ <= frozenset(attackers) for companies_ in parts.battalions.values()):
        found.append(Modifier(table.integrity, "battalion integrity", "7.2.4h"))
    nations = {counters[id_].nation for id_ in attackers} | ({"marine"} if riverine else set())
    if {"army", "marine"} <= nations:
        found.append(Modifier(table.mixed, "Army and Marines mixed", "7.2.4i"))
    entry = state.entry(area)
    if entry.ambush:
        found.append(Modifier(entry.low - parts.tables.movement_costs.enemy_fresh, "Ambush", "7.2.4j"))
    return found


class AttackPlan(Step, frozen=True, tag=True):
    """7.1  The Coalition names the attackers, then the lead; in a mandatory attack all that entered take part."""

    area: str
    source: str
    chosen: tuple[str, ...] = ()

    def proceed(self, state: FallujahState) -> bool:
        if not state.entry(self.area).due:
            return False
        if not self.chosen:
            state.swap(replace(self, chosen=tuple(unit.id for unit in entered_units(state, self.area))))
            return True
        leads = [id_ for id_ in self.chosen if able_to_lead(state, id_, self.area)]
        if len(leads) > 1:
            return False
        self._complete(state, leads[0])
        return True

    def actor(self, state: FallujahState) -> Side:
        return COALITION

    def prompt(self, state: FallujahState) -> str:
        if state.entry(self.area).due:
            return f"Name the lead unit of the attack in {state.data.labels[self.area]} (7.2.1a)."
        return f"Add attackers in {state.data.labels[self.area]}, then name the lead (7.2.1a)."

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        if not state.entry(self.area).due:
            for unit in state.coalition(self.area):
                yield Join(unit.id)
        for id_ in self.chosen:
            yield Lead(id_)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        match action:
            case Join(id_):
                return self._why_not_join(state, id_)
            case Lead(id_):
                if id_ not in self.chosen:
                    return Refusal("7.2.1a", "the lead must be one of the attacking units")
                return why_not_lead(state, id_, self.area)
        return Refusal("7.1a", "the attack that was begun must be completed first")

    def _why_not_join(self, state: FallujahState, id_: str) -> Refusal | None:
        unit = state.units.get(id_)
        if unit is None or id_ not in state.data.coalition_ids or unit.at != self.area:
            return Refusal("7a", f"{state.data.call(id_)} is not a Coalition unit in {state.data.labels[self.area]}")
        text = state.data.text(id_)
        if id_ in self.chosen:
            return Refusal("7.2a", f"{text} already takes part")
        if unit.spent:
            return Refusal("3.3a", f"{text} is Spent")
        entered = id_ in state.origin
        if not entered and self.area != self.source:
            return Refusal("6.3c", f"{text} was in the area before and may not join the units that entered")
        if not self.chosen:
            group = entered_units(state, self.area) if entered else standing_units(state, self.area)
            if not any(able_to_lead(state, other.id, self.area) for other in group):
                return Refusal("6.3d", f"no unit other than {text} could lead the attack")
        elif (self.chosen[0] in state.origin) != entered:
            return Refusal("6.3c", "units that entered and units that stood there cannot attack together")
        if not entered and state.ready(unit) < attack_cost(state, COALITION, self.area):
            return Refusal("7c", f"{text} does not have enough MP to attack")
        return None

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case Join(id_):
                state.swap(replace(self, chosen=(*self.chosen, id_)))
            case Lead(id_):
                self._complete(state, id_)

    def _complete(self, state: FallujahState, lead: str) -> None:
        river = state.data.river
        if self.area in river and not state.units[state.data.riverine].spent:
            state.swap(RiverSupport(self.area, self.chosen, lead))
        else:
            state.flow.pop()
            assault(state, self.area, self.chosen, lead, False)


class RiverSupport(Step, frozen=True, tag=True):
    """7.2.3b  On the river the Small Craft Company may support the attack."""

    area: str
    attackers: tuple[str, ...]
    lead: str

    def actor(self, state: FallujahState) -> Side:
        return COALITION

    def prompt(self, state: FallujahState) -> str:
        bonus = state.data.tables.coalition_offence.riverine
        return f"{state.data.labels[self.area]}: send the Small Craft Company, {bonus:+d}, then Spent? (7.2.3b)"

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        yield Riverine(True)
        yield Riverine(False)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if isinstance(action, Riverine) and action.support in {True, False}:
            return None
        return Refusal("7.2.3b", "first decide on the support of the Small Craft Company")

    def play(self, state: FallujahState, action: Riverine) -> None:
        state.flow.pop()
        assault(state, self.area, self.attackers, self.lead, action.support)


def offends(state: FallujahState, area: str, attackers: Sequence[str]) -> bool:
    """7.5a  Whether an attack by these units costs a political point: on mosques, and no Iraqi takes part."""
    return area in state.data.mosques and not any(id_ in state.data.iraqi_ids for id_ in attackers)


def fire_offends(state: FallujahState, area: str) -> bool:
    """7.5b  Whether a Fire Mission costs a political point: on mosques, unless US and Iraqi units are there."""
    parts, here = state.data, state.coalition(area)
    both = any(u.id in parts.us_ids for u in here) and any(u.id in parts.iraqi_ids for u in here)
    return area in parts.mosques and not both


def assault(state: FallujahState, area: str, attackers: tuple[str, ...], lead: str, riverine: bool) -> None:
    """Declare a Coalition attack: MP of units that attack in place, mosque penalty, Offensive Value."""
    parts = state.data
    cost = attack_cost(state, COALITION, area)
    if lead not in state.origin:
        for id_ in attackers:
            state.set_mp(id_, state.ready(state.units[id_]) - cost)
    state.mark(area, toll=cost)
    factors = offence(state, area, attackers, lead, riverine)
    with_ = len(attackers) - 1
    also = f" with {several(with_, 'unit')}" if with_ else ""
    state.note(f"{parts.text(lead)} leads an attack{also} in {parts.labels[area]}.", "7.2.1a", places=(area,))
    if with_:
        state.note(f"Taking part: {names(state, (id_ for id_ in attackers if id_ != lead))}.", "7.2.2a")
    if riverine:
        state.river_used = True
    if offends(state, area, attackers):
        backlash(state, 1, f"No Iraqi unit takes part in the attack on the mosques of {parts.labels[area]}.", "7.5a")
    state.battle = Battle("assault", area, attackers, lead, riverine, offence=tuple(factors))
    state.push(FindDefender(), Throw(), Outcome())


# 7.3  Insurgent attacks


def raid_value(state: FallujahState, id_: str, area: str) -> list[Modifier]:
    """7.3.1  The Insurgent Offensive Value."""
    table = state.data.tables.insurgent_offence
    tem = state.data.tem[area]
    found = [Modifier(table.by_tem[tem], f"TEM {tem}", "7.3.1a")]
    if id_ in state.data.fedayeen_ids:
        found.append(Modifier(table.fedayeen, "Fedayeen", "7.3.1b"))
    return found


def raid(state: FallujahState, id_: str) -> None:
    """An Insurgent unit attacks the Coalition units where it stands (7.3)."""
    area = state.units[id_].at
    state.note(f"{state.data.text(id_)} attacks in {state.data.labels[area]}.", "7.3a", places=(area,))
    state.battle = Battle("raid", area, (id_,), id_, offence=tuple(raid_value(state, id_, area)))
    state.push(FindDefender(), Throw(), Outcome())


# 7.4  Fire Missions


def why_not_fire(state: FallujahState, area: str) -> Refusal | None:
    """7.4b  What forbids a Fire Mission on an area."""
    if area not in state.control:
        return Refusal("4.1.2g", f"{state.data.call(area)} is not an area of the city")
    if not state.insurgents(area):
        return Refusal("4.1.2g", f"no Insurgent unit is in {state.data.labels[area]}")
    if area in spotted_areas(state):
        return None
    return Refusal("7.4b", f"{state.data.labels[area]} is next to neither a US unit nor an Entry Zone")


def spotted_areas(state: FallujahState) -> set[str]:
    """7.4b  Where Insurgents can be fired at: in and next to areas with a US unit, and next to an Entry Zone."""
    us, near, by_space = state.data.us_ids, state.data.near, state.pieces.by_space
    seen = set(state.data.by_zone)
    for space in state.where(COALITION):
        for unit in by_space[space][1]:
            if unit.id in us:
                seen.add(space)
                seen.update(near[space])
                break
    return seen


def fire_terrain(state: FallujahState, area: str) -> int:
    """7.4e, 7.4f  How often the TEM counts in the defence against a Fire Mission."""
    values, us = state.data.tables.fire_mission, state.data.us_ids
    there = any(unit.id in us for unit in state.coalition(area))
    return values.terrain_with_us if there else values.terrain_without_us


def fire_mission(state: FallujahState, area: str) -> None:
    """7.4  Artillery and aircraft strike."""
    parts = state.data
    value = Modifier(parts.tables.fire_mission.offence, "Fire Mission", "7.4d")
    state.note(f"A Fire Mission strikes {parts.labels[area]}.", "7.4", places=(area,))
    if fire_offends(state, area):
        backlash(state, 1, f"The mosques of {parts.labels[area]} are hit without US and Iraqi units there.", "7.5b")
    state.battle = Battle("fire", area, offence=(value,))
    state.push(FindDefender(), Throw(), Outcome())


# Resolution


def leads_of(state: FallujahState, battle: Battle) -> list[Unit]:
    """The defenders with the highest Combat Factor (7.2.5a, 7.3.2a); none if only Support Units defend."""
    if battle.kind == "raid":
        units = [unit for unit in state.coalition(battle.area) if state.cf(unit) is not None]
    else:
        units = [*state.insurgents(battle.area)]
    if not units:
        return []
    best = max(state.cf(unit) or 0 for unit in units)
    leads = [unit for unit in units if (state.cf(unit) or 0) == best]
    if ordered_by_bot(state, battle):
        leads.sort(key=lambda unit: (not unit.dug, unit.id not in state.data.fedayeen_ids))
    return leads


def ordered_by_bot(state: FallujahState, battle: Battle) -> bool:
    """12a  Whether the solitaire rules put the lead defender first, so that nobody chooses."""
    return state.bot and battle.kind != "raid"


def defence(state: FallujahState, battle: Battle, defender: Unit) -> list[Modifier]:
    """7.2.6, 7.3.3, 7.4e, 7.4f  The Defensive Value, one entry per factor."""
    parts = state.data
    tem = parts.tem[battle.area]
    if battle.kind == "raid":
        return [Modifier(state.cf(defender) or 0, f"CF of {parts.text(defender.id)}", "7.3.3a")]
    found = [Modifier(state.cf(defender) or 0, f"CF of {parts.text(defender.id)}", "7.2.6a")]
    if battle.kind == "fire":
        times = fire_terrain(state, battle.area)
        rule = "7.4e" if times == parts.tables.fire_mission.terrain_with_us else "7.4f"
        found.append(Modifier(times * tem, f"{times} x TEM {tem}", rule))
        return found
    found.append(Modifier(tem, f"TEM {tem}", "7.2.6a"))
    if defender.dug:
        found.append(Modifier(1, "Dug In", "3.7c"))
    return found


class FindDefender(Step, frozen=True, tag=True):
    """7.2.5, 7.3.2  The strongest defender leads; its side chooses among equals that differ."""

    def proceed(self, state: FallujahState) -> bool:
        battle = state.battle
        assert battle is not None
        leads = leads_of(state, battle)
        if not leads:
            state.flow.pop()
            return True
        if len(leads) > 1 and len({_likeness(state, unit) for unit in leads}) > 1:
            if not ordered_by_bot(state, battle):
                return False
            state.note(f"{state.data.text(leads[0].id)} leads the defense: Dug In first, then Fedayeen.", "12a")
        self._settle(state, battle, leads[0])
        return True

    def actor(self, state: FallujahState) -> Side:
        assert state.battle is not None
        return COALITION if state.battle.kind == "raid" else INSURGENT

    def prompt(self, state: FallujahState) -> str:
        battle = state.battle
        assert battle is not None
        rule = "7.3.2a" if battle.kind == "raid" else "7.2.5a"
        who = {"assault": "Coalition attacks", "fire": "Fire Mission on", "raid": "Insurgents attack"}[battle.kind]
        where = f"{who} {state.data.labels[battle.area]} with {battle.offence_value}"
        return f"{where}: choose the lead defender ({rule})."

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        assert state.battle is not None
        for unit in leads_of(state, state.battle):
            yield Defend(unit.id)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        assert state.battle is not None
        rule = "7.3.2a" if state.battle.kind == "raid" else "7.2.5a"
        if not isinstance(action, Defend):
            return Refusal(rule, "first the lead defender must be chosen")
        if action.unit not in {unit.id for unit in leads_of(state, state.battle)}:
            return Refusal(rule, "the lead defender must have the highest Combat Factor in the area")
        return None

    def play(self, state: FallujahState, action: Defend) -> None:
        assert state.battle is not None
        self._settle(state, state.battle, state.units[action.unit])

    def _settle(self, state: FallujahState, battle: Battle, unit: Unit) -> None:
        state.battle = battle = replace(battle, defender=unit.id, defence=tuple(defence(state, battle, unit)))
        first = {"assault": "7.2.4", "raid": "7.3.1a", "fire": "7.4d"}[battle.kind]
        second = battle.defence[-1].rule if battle.kind == "fire" else battle.defence[0].rule
        text = f"Offensive Value {battle.offence_value} against Defensive Value {battle.defence_value}"
        state.note(f"{text}; {state.data.text(unit.id)} leads the defense.", first, second)
        state.flow.pop()


def _likeness(state: FallujahState, unit: Unit) -> tuple[str | bool, ...]:
    """What tells two lead defenders of equal Combat Factor apart."""
    if unit.id in state.data.coalition_ids:
        return (unit.id in state.data.us_ids,)
    return (state.counter(unit.id).type, unit.spent, unit.dug)


def overwhelms(state: FallujahState, battle: Battle) -> bool:
    """8.5a  Only Militia defend and the attack is five or more above the defence."""
    return (
        battle.kind != "raid"
        and battle.offence_value - battle.defence_value >= OVERWHELMING
        and not state.fighters(battle.area)
    )


class Throw(Step, frozen=True, tag=True):
    """7.1  Both sides roll, unless the result is certain."""

    def proceed(self, state: FallujahState) -> bool:
        battle = state.battle
        assert battle is not None
        state.flow.pop()
        if not battle.defender:
            state.note("Only Support Units defend: the attack succeeds without dice.", "7.3.5a")
        elif overwhelms(state, battle):
            state.note("Overwhelming Force: the Militia are swept away without dice.", "8.5a")
            state.battle = replace(battle, overrun=True)
        else:
            state.battle = advantage.throw(state, battle)
            advantage.tell(state, state.battle, "7.1a")
            if advantage.available(state):
                state.push(advantage.Window("combat"))
        return True
