"""6  Movement: what a step costs, what forbids it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from msgspec import Struct

from common.engine import Refusal
from common.engine.parts import RuleParts, allow
from fallujah.actions import March
from fallujah.rules import combat, control
from fallujah.rules.movement_cache import Into, MarchCache, MarchesFrom, marches_into
from fallujah.rules.reaction import Arrive, Reaction
from fallujah.state import (
    COALITION,
    INSURGENT,
    NO_ENTRY,
    RIVERINE_BOX,
    STACK_LIMIT,
    ZONES,
    FallujahState,
    Unit,
)

NOWHERE = marches_into(())
ZONE_UNITS = 8  # 4.1.2c
Way = tuple[int, tuple[str, ...]]  # what it costs, and the areas in order


def entry_cost(state: FallujahState, side: str, area: str) -> int:
    """6.1, 6c  MP to enter an area: what the first unit paid this impulse, or the highest cost that applies."""
    entry = state.entries.get(area)
    if entry is not None and entry.cost:
        return entry.cost
    return first_cost(state, state.control[area] == side, state.pieces.by_space[area][side != COALITION])


def first_cost(state: FallujahState, held: bool, enemies: tuple[Unit, ...]) -> int:
    """6.1  MP for the first unit of an impulse to enter an area, its own or not, with these enemies in it."""
    costs = state.data.tables.movement_costs
    if not enemies:
        return costs.free if held else costs.vacant_enemy
    return costs.enemy_fresh if has_fresh_fighter(state, enemies) else costs.enemy_spent


def has_fresh_fighter(state: FallujahState, units: Iterable[Unit]) -> bool:
    """Whether one of the units is Fresh and no Support Unit (6.1g, 14.1a)."""
    support = state.data.support_ids
    return bool([unit for unit in units if not unit.spent and unit.id not in support])


def least_cost(state: FallujahState, side: str, area: str) -> int:
    """The fewest MP with which an area can be entered now; into an Ambush the cost before the Reaction (6.4.2c)."""
    entry = state.entries.get(area)
    if entry is None or not entry.ambush:
        return entry_cost(state, side, area)
    return entry.base


def toll(state: FallujahState, unit: Unit) -> int:
    """6.2j  What a bystander of an Overrun pays for the attack when it leaves the area."""
    entry = state.entries.get(unit.at)
    if entry is None or not entry.toll or unit.id in state.origin or unit.id in entry.attackers:
        return 0
    return entry.toll


def why_not_act(state: FallujahState, side: str, source: str, id_: str) -> Refusal | None:
    """What keeps a unit from doing anything in this impulse (3.3a, 3.7a, 6a)."""
    unit = state.units.get(id_)
    if unit is None or (id_ in state.data.coalition_ids) != (side == COALITION):
        return Refusal("6a", f"{state.data.call(id_)} is not a unit of the acting side")
    rule = disabling_rule(state, unit)
    if rule:
        return Refusal(rule, DISABLED[rule].format(state.data.text(id_)))
    if unit.at != source and id_ not in state.mp:
        return Refusal("6a", f"{state.data.text(id_)} is not activated")
    return None


DISABLED = {
    "6.2g": "{} has attacked without an Overrun and is Spent",
    "3.3a": "{} is Spent",
    "7.2.3a": "{} never leaves its box",
    "6a": "{} is no longer on the map",
    "3.7a": "{} is Dug In",
    "4.1.1d": "{} does nothing else this impulse",
}


def disabling_rule(state: FallujahState, unit: Unit) -> str:
    """The rule that keeps an activated unit from doing anything, if any (3.3a, 3.7a, 4.1.1d)."""
    if unit.spent:
        return "6.2g" if unit.id in state.entry(unit.at).attackers else "3.3a"
    if unit.at not in state.data.near:
        return "7.2.3a" if unit.at == RIVERINE_BOX else "6a"
    if unit.dug:
        return "3.7a"
    return "4.1.1d" if unit.id in state.rested else ""


def why_not_adjacent(state: FallujahState, side: str, here: str, space: str) -> Refusal | None:
    """2.2, 2.3  What keeps a unit from stepping from one space to the other on any map."""
    parts = state.data
    near = parts.near_sets.get(here)
    if near is not None and space in near:
        return None
    if space in ZONES:
        if side == INSURGENT:
            return Refusal("2.3e", "Insurgents never enter an Entry Zone")
        if here in ZONES:
            return Refusal("2.3c", "no unit moves from one Entry Zone to the other")
        return Refusal("2.3d", "no unit moves from an area into an Entry Zone")
    if space not in parts.area_set:
        return Refusal("2b", f"{state.data.call(space)} is not an area of the city")
    if here in parts.area_set and set(parts.map.spaces[here].polygon) & set(parts.map.spaces[space].polygon):
        return Refusal("2.2b", f"{parts.labels[here]} and {parts.labels[space]} meet only at a point")
    if here in ZONES:
        return Refusal("2.3a" if here == "NE" else "2.3b", f"{parts.labels[here]} does not border {space}")
    return Refusal("2.2a", f"{parts.labels.get(here, here)} and {parts.labels[space]} have no common border")


def must_stop(state: FallujahState, side: str, here: str) -> bool:
    """6.2b  Whether a unit that came into this area met enemies there, and no Overrun has swept them away."""
    if state.pieces.by_space[here][side != COALITION]:
        return True
    entry = state.entries.get(here, NO_ENTRY)
    return entry.fought and not entry.overrun


class Mover(Struct, frozen=True, gc=False):
    """What a march asks of the unit: its MP after what it pays for leaving, and whether it leaves enemies behind."""

    unit: Unit
    left: int
    toll: int
    leaves_enemies: bool


class EntryTerms(Struct, frozen=True, gc=False):
    """What a march asks of the area to be entered, the same for every unit of a side."""

    free: bool
    full: bool
    cost: int
    back: tuple[str, ...] | None  # the only units that may come in after combat (6.2d)
    leads: bool  # only a unit that can lead may come in (6.2h)
    soft: bool  # ... and light armor can, since only Militia are there (7.2.1c)


def mover(state: FallujahState, unit: Unit, leaves_enemies: bool) -> Mover:
    """The unit's part of a march."""
    left = state.mp.get(unit.id)
    ready = state.data.counters[unit.id].mf or 0 if left is None else left
    extra = toll(state, unit) if unit.at in state.entries else 0
    return Mover(unit, ready - extra, extra, leaves_enemies)


def entry_terms(state: FallujahState, side: str, area: str) -> EntryTerms:
    """The area's part of a march."""
    coalition, held = side == COALITION, state.control[area] == side
    groups, entry = state.pieces.by_space[area], state.entries.get(area)
    own, enemies = groups[coalition], groups[not coalition]
    leads = coalition and not held and (not own or needs_lead(state, area))
    soft = leads and not (enemies and state.fighters(area))
    if entry is None:
        cost, back = first_cost(state, held, enemies), None
    else:
        cost = entry.base if entry.ambush else entry_cost(state, side, area)
        back = entry.attackers if coalition and entry.fought else None
    return EntryTerms(held and not enemies, len(own) >= STACK_LIMIT, cost, back, leads, soft)


class Marches(RuleParts[Mover, str]):
    """The marches of a side's activated units in one position, by the rules that also say why not."""

    __slots__ = ("_closed", "_gate", "_side", "_state", "_terms", "known")

    def __init__(self, state: FallujahState, side: str, gate: str = "", exits: int = 0) -> None:
        self._state, self._side, self._gate, self._closed = state, side, gate, exits >= ZONE_UNITS
        cache = MarchCache.of(state, side, gate, self._closed, entry_terms)
        self._terms, self.known = cache.terms, cache.found

    def first(self, one: Mover) -> str:
        """The rule that keeps a unit where it is (3.3a, 3.7a, 4.1.2c, 6.2b)."""
        state, unit = self._state, one.unit
        rule = disabling_rule(state, unit)
        if rule:
            return rule
        if unit.at in ZONES:
            return "4.1.2c" if self._closed else ""
        return "6.2b" if unit.id in state.origin and must_stop(state, self._side, unit.at) else ""

    second = staticmethod(allow)

    def both(self, one: Mover, area: str) -> str:
        """The rule that keeps a unit which may leave its place from entering an area (5, 6.1, 6.2)."""
        terms = self._terms[area]
        if one.leaves_enemies and not terms.free:
            return "6.2i" if self._side == COALITION else "6.2k"
        if terms.back is not None and one.unit.id not in terms.back:
            return "6.2d"
        if terms.full:
            return "5a"
        if one.left < terms.cost:
            return "6.2j" if one.left + one.toll >= terms.cost else _cost_rule(self._state, terms.cost)
        if terms.leads and not combat.is_lead(self._state, one.unit.id, terms.soft):
            return "3.1b" if self._state.counter(one.unit.id).parentheses else "6.2h"
        return ""

    def explain(self, rule: str, one: Mover, area: str, name: str = "") -> str:
        """A refusal in words, with another name for the unit if one is given."""
        text, label = name or self._state.data.text(one.unit.id), self._state.data.labels[area]
        match rule:
            case "4.1.2c":
                return f"{ZONE_UNITS} units have already left the zone this impulse"
            case "6.2b":
                return f"{text} has met enemy units and must stop"
            case "6.2i" | "6.2k":
                return f"{text} leaves enemy units and may only enter a Free area"
            case "6.2d":
                return f"combat in {label} is over; only its attackers may come back"
            case "5a":
                return f"{label} already holds {STACK_LIMIT} units"
            case "3.1b" | "6.2h":
                return f"{text} cannot lead and so cannot be first into {label}"
            case "6.2j" | "6.1b" | "6.1e" | "6.1f" | "6.1g":
                entry = self._state.entry(area)
                after = " after the Reaction" if entry.reacted and entry.cost != entry.base else ""
                return f"{label} costs {self._terms[area].cost + one.toll} MP{after}; {text} has {one.left + one.toll}"
        return DISABLED[rule].format(text)

    def at(self, space: str) -> MarchesFrom:
        """What is known of the units of a space; it rests on the terms of all areas next to it."""
        known = self.known.get(space)
        if known is None:
            state, side, terms = self._state, self._side, self._terms
            named = False
            for area in state.data.near[space]:
                if area not in terms:
                    terms[area] = entry_terms(state, side, area)
                named = named or terms[area].back is not None
            known = self.known[space] = MarchesFrom(bool(state.enemies(side, space)), named, {}, {})
        return known

    def of(self, unit: Unit) -> tuple[March, ...]:
        """The steps of an activated unit."""
        known = self.known.get(unit.at)
        found = None if known is None else known.by_unit.get(unit.id)
        return self._find(unit, known or self.at(unit.at)) if found is None else found

    def _find(self, unit: Unit, known: MarchesFrom) -> tuple[March, ...]:
        """Look for the steps of a unit; those that wait where nothing has happened keep theirs."""
        id_, state = unit.id, self._state
        if id_ in state.mp or unit.at in state.entries or unit.dug or unit.spent or id_ in state.rested:
            found = self._goals(unit, known)[id_]
        else:
            kept = known.fresh.get(id_)
            found = known.fresh[id_] = self._goals(unit, known)[id_] if kept is None else kept
        known.by_unit[id_] = found
        return found

    def is_open_from(self, space: str) -> bool:
        """Whether the first of the units that wait in a space can step somewhere, without looking where else."""
        known, state = self.at(space), self._state
        for unit in state.own(self._side, space):
            if unit.spent or unit.id in state.mp:
                continue
            one, both = mover(state, unit, known.enemies), self.both
            if not self.first(one):
                for area in within_step(state, space, self._gate):
                    if not both(one, area):
                        return True
            return False
        return False

    def _goals(self, unit: Unit, known: MarchesFrom) -> Into[March]:
        """The areas a unit can step into, the same for all that have its MP and gait where none is named."""
        state = self._state
        one = mover(state, unit, known.enemies)
        if self.first(one):
            return NOWHERE
        key = one.left, state.data.gaits[unit.id], unit.id if known.named else ""
        goals = known.ways.get(key)
        if goals is None:
            both = self.both
            areas = tuple([area for area in within_step(state, unit.at, self._gate) if not both(one, area)])
            goals = known.ways[key] = marches_into(areas)
        return goals

    def of_waiting(self, source: str) -> tuple[March, ...]:
        """The first steps of the units that wait in the activated space, unit by unit."""
        known = self.at(source)
        if known.waiting is None:
            found: list[March] = []
            for unit in waiting_units(self._state, self._side, source):
                found += self.of(unit)
            known.waiting = tuple(found)
        return known.waiting


def waiting_units(state: FallujahState, side: str, source: str) -> list[Unit]:
    """The Fresh units of the activated space that have done nothing yet."""
    mp = state.mp
    return [unit for unit in state.own(side, source) if not unit.spent and unit.id not in mp]


def moving_units(state: FallujahState) -> list[Unit]:
    """The units that have acted and may go on."""
    near = state.data.near
    return [unit for unit in map(state.units.__getitem__, state.mp) if not unit.spent and unit.at in near]


def within_step(state: FallujahState, here: str, gate: str) -> tuple[str, ...]:
    """2.2, 4.1.2e  The areas one step away; all units of a zone go through the same area."""
    return (gate,) if gate and here in ZONES else state.data.near[here]


def why_not_march(
    state: FallujahState, side: str, source: str, id_: str, space: str, gate: str = "", exits: int = 0
) -> Refusal | None:
    """What keeps a unit from stepping into a space now (6, 6.1, 6.2)."""
    refusal = why_not_act(state, side, source, id_)
    if refusal is not None:
        return refusal
    unit = state.units[id_]
    if space not in within_step(state, unit.at, gate):
        other = Refusal("4.1.2e", f"units leaving the zone must enter {state.data.labels.get(gate)} first")
        return why_not_adjacent(state, side, unit.at, space) or other
    marches = Marches(state, side, gate, exits)
    return marches.why_not(mover(state, unit, marches.at(unit.at).enemies), space)


def cheapest_ways(state: FallujahState, side: str, id_: str, gate: str = "") -> dict[str, Way]:
    """The cheapest way of a unit to every space, whatever its MP: through Free ground, ending anywhere (6)."""
    unit = state.units[id_]
    start, leaves_enemies = unit.at, bool(state.enemies(side, unit.at))
    best: dict[str, Way] = {}
    front: list[Way] = [(toll(state, unit), ())]
    while front:
        spent, way = heappop(front)
        here = way[-1] if way else start
        if way and best[here][0] < spent:
            continue
        for space in state.data.near.get(here, ()) if way else within_step(state, start, gate):
            if not way and leaves_enemies and not state.free(side, space):
                continue  # 6.2i, 6.2k: out of enemy contact a Free area comes first
            cost = spent + least_cost(state, side, space)
            if space != start and (space not in best or cost < best[space][0]):
                best[space] = (cost, (*way, space))
                if _leads_on(state, side, space):
                    heappush(front, best[space])
    return best


def _leads_on(state: FallujahState, side: str, space: str) -> bool:
    """Whether a unit can be counted on to move on from there: Free ground, for Insurgents also empty ground."""
    if len(state.own(side, space)) >= STACK_LIMIT or state.entry(space).fought:
        return False
    return state.free(side, space) or (side == INSURGENT and state.vacant(space))


def _cost_rule(state: FallujahState, cost: int) -> str:
    costs = state.data.tables.movement_costs
    if cost == costs.enemy_fresh:
        return "6.1g"
    if cost == costs.enemy_spent:
        return "6.1f"
    return "6.1e" if cost == costs.vacant_enemy else "6.1b"


def needs_lead(state: FallujahState, area: str) -> bool:
    """6.2h  The first Coalition unit into uncontested Insurgent ground must be able to lead."""
    if state.control[area] == COALITION:
        return False
    here = state.coalition(area)
    if not here:
        return True
    if state.insurgents(area) and not state.entry(area).due:
        return False  # Contested before this impulse
    origin = state.origin
    return not any(unit.id in origin and combat.able_to_lead(state, unit.id, area) for unit in here)


def march(state: FallujahState, side: str, id_: str, space: str) -> None:
    """One step of one unit, up to the decision it brings about."""
    unit = state.units[id_]
    here = unit.at
    mp = state.ready(unit) - toll(state, unit)
    cost = entry_cost(state, side, space)
    entry = state.entries.get(space, NO_ENTRY)
    contested = state.contested(space)
    state.advance(id_, space, max(0, mp - cost))
    labels = state.data.labels
    state.note(f"{state.data.text(id_)} moves from {labels[here]} to {labels[space]}.", "6b", places=(here, space))
    base, low = entry.base or cost, min(entry.low, mp) if entry.low else mp
    if entry.low != low or entry.base != base or entry.cost != cost:
        state.mark(space, cost=cost, base=base, low=low)
    control.settle(state, here)
    if side == INSURGENT:
        _insurgent_arrives(state, id_, space, contested)
    elif state.control[space] == INSURGENT and not contested:
        _coalition_arrives(state, id_, space, mp)


def _insurgent_arrives(state: FallujahState, id_: str, space: str, contested: bool) -> None:
    if not state.coalition(space):
        control.settle(state, space)
    elif not contested:
        combat.raid(state, id_)  # 6.3a: at once, before another unit enters


def _coalition_arrives(state: FallujahState, id_: str, space: str, mp: int) -> None:
    """4.1.3a  The first unit into uncontested Insurgent ground: the Insurgents react, once per area and impulse."""
    if state.entry(space).reacted:
        state.mark(space, due=bool(state.insurgents(space)))
        control.settle(state, space)
        return
    state.mark(space, reacted=True)
    if state.bot:
        from fallujah.rules.solitaire.reaction import BotReaction

        state.push(BotReaction(space), Arrive(id_, space, mp))
    else:
        state.push(Reaction(space), Arrive(id_, space, mp))
