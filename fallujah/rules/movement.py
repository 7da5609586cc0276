"""6  Movement: what a step costs, what forbids it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from common.engine import Refusal
from fallujah.actions import March
from fallujah.rules import combat, control
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

ZONE_UNITS = 8  # 4.1.2c


def entry_cost(state: FallujahState, side: str, area: str) -> int:
    """6.1, 6c  MP to enter an area: what the first unit paid this impulse, or the highest cost that applies."""
    entry = state.entries.get(area)
    if entry is not None and entry.cost:
        return entry.cost
    parts = state.data
    enemies = state.index[area][side != COALITION]
    if not enemies:
        costs = parts.tables.movement_costs
        return costs.free if state.control[area] == side else costs.vacant_enemy
    support = parts.support_ids
    for unit in enemies:
        if not unit.spent and unit.id not in support:
            return parts.tables.movement_costs.enemy_fresh
    return parts.tables.movement_costs.enemy_spent


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
    parts = state.data
    unit = state.units.get(id_)
    if unit is None or (id_ in parts.coalition_ids) != (side == COALITION):
        return Refusal("6a", f"{id_!r} is no unit of the acting side")
    if unit.spent:
        if id_ in state.entry(unit.at).attackers:
            return Refusal("6.2g", f"{parts.text(id_)} has attacked without an Overrun and is Spent")
        return Refusal("3.3a", f"{parts.text(id_)} is Spent")
    if unit.at == RIVERINE_BOX:
        return Refusal("7.2.3a", f"{parts.text(id_)} never leaves its box")
    if unit.at not in parts.near:
        return Refusal("6a", f"{parts.text(id_)} is no longer on the map")
    if unit.dug:
        return Refusal("3.7a", f"{parts.text(id_)} is Dug In")
    if id_ in state.rested:
        return Refusal("4.1.1d", f"{parts.text(id_)} does nothing else this impulse")
    if id_ not in state.mp and unit.at != source:
        return Refusal("6a", f"{parts.text(id_)} is not activated")
    return None


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
        return Refusal("2b", f"{space!r} is no area of the city")
    if here in parts.area_set and set(parts.map.spaces[here].polygon) & set(parts.map.spaces[space].polygon):
        return Refusal("2.2b", f"{parts.labels[here]} and {parts.labels[space]} meet only in a point")
    if here in ZONES:
        return Refusal("2.3a" if here == "NE" else "2.3b", f"{parts.labels[here]} does not border {space}")
    return Refusal("2.2a", f"{parts.labels.get(here, here)} and {parts.labels[space]} have no common border")


def must_stop(state: FallujahState, side: str, here: str) -> bool:
    """6.2b  Whether a unit that came into this area met enemies there, and no Overrun has swept them away."""
    if state.index[here][side != COALITION]:
        return True
    entry = state.entries.get(here, NO_ENTRY)
    return entry.fought and not entry.overrun


class Mover(Struct, frozen=True, gc=False):
    """What a march asks of the unit: its MP, what it pays for leaving, and whether enemies are beside it."""

    unit: Unit
    ready: int
    toll: int
    beset: bool


class Door(Struct, frozen=True, gc=False):
    """What a march asks of the area to be entered, the same for every unit of a side."""

    free: bool
    full: bool
    cost: int
    back: tuple[str, ...] | None  # the only units that may come in after combat (6.2d)
    leads: bool  # only a unit that can lead may come in (6.2h)


Doors = dict[str, Door]


def mover(state: FallujahState, side: str, unit: Unit) -> Mover:
    """The unit's part of a march."""
    here = unit.at
    extra = toll(state, unit) if here in state.entries else 0
    return Mover(unit, state.ready(unit), extra, bool(state.index[here][side != COALITION]))


def door(state: FallujahState, side: str, area: str) -> Door:
    """The area's part of a march."""
    entry = state.entries.get(area)
    coalition = side == COALITION
    stacks, held = state.index[area], state.control[area] == side
    return Door(
        held and not stacks[not coalition],
        len(stacks[coalition]) >= STACK_LIMIT,
        least_cost(state, side, area),
        entry.attackers if entry is not None and coalition and entry.fought else None,
        coalition and not held and needs_lead(state, area),
    )


def marches(
    state: FallujahState, side: str, source: str, unit: Unit, doors: Doors, gate: str = "", exits: int = 0
) -> Iterator[March]:
    """Where a unit may step now: the unit is asked once, and so is every area that `doors` does not know yet."""
    if exits >= ZONE_UNITS and unit.at in ZONES:
        return  # 4.1.2c: nothing to offer
    if why_not_act(state, side, source, unit.id) is not None or why_not_leave(state, side, unit, exits) is not None:
        return
    one, here = mover(state, side, unit), unit.at
    ready = one.ready
    for space in (gate,) if gate and here in ZONES else state.data.near[here]:  # 4.1.2e
        way = doors.get(space)
        if way is None:
            way = doors[space] = door(state, side, space)
        if way.cost <= ready and why_not_enter(state, side, one, space, way) is None:
            yield March(unit.id, space)


def why_not_march(
    state: FallujahState, side: str, source: str, id_: str, space: str, gate: str = "", exits: int = 0
) -> Refusal | None:
    """What keeps a unit from stepping into a space now (6, 6.1, 6.2)."""
    refusal = why_not_act(state, side, source, id_)
    if refusal is not None:
        return refusal
    unit = state.units[id_]
    if space not in state.data.near_sets[unit.at]:
        return why_not_adjacent(state, side, unit.at, space)
    if unit.at in ZONES:
        refusal = why_not_gate(state, space, gate)
        if refusal is not None:
            return refusal
    refusal = why_not_leave(state, side, unit, exits)
    if refusal is not None:
        return refusal
    return why_not_enter(state, side, mover(state, side, unit), space, door(state, side, space))


def why_not_gate(state: FallujahState, space: str, gate: str) -> Refusal | None:
    """4.1.2e  All units of a zone go through the same area."""
    if gate and space != gate:
        return Refusal("4.1.2e", f"units leaving the zone must enter {state.data.labels[gate]} first")
    return None


def why_not_leave(state: FallujahState, side: str, unit: Unit, exits: int) -> Refusal | None:
    """What keeps a unit where it is (4.1.2c, 6.2b)."""
    if unit.at in ZONES:
        if exits >= ZONE_UNITS:
            return Refusal("4.1.2c", f"{ZONE_UNITS} units have already left the zone this impulse")
    elif unit.id in state.origin and must_stop(state, side, unit.at):
        return Refusal("6.2b", f"{state.data.text(unit.id)} has met enemy units and must stop")
    return None


def why_not_enter(state: FallujahState, side: str, one: Mover, space: str, way: Door) -> Refusal | None:
    """What keeps a unit that may leave from going through an area's door (5, 6.1, 6.2)."""
    unit, parts, back = one.unit, state.data, way.back
    if one.beset and not way.free:
        rule = "6.2i" if side == COALITION else "6.2k"
        return Refusal(rule, f"{parts.text(unit.id)} leaves enemy units and may only enter a Free area")
    if back is not None and unit.id not in back:
        return Refusal("6.2d", f"combat in {parts.labels[space]} is over; only its attackers may come back")
    if way.full:
        return Refusal("5a", f"{parts.labels[space]} already holds {STACK_LIMIT} units")
    ready, cost, extra = one.ready, way.cost, one.toll
    if ready < cost + extra:
        rule = "6.2j" if extra and ready >= cost else _cost_rule(state, cost)
        return Refusal(rule, f"{parts.labels[space]} costs {cost + extra} MP; {parts.text(unit.id)} has {ready}")
    if way.leads and not combat.able_to_lead(state, unit.id, space):
        text = f"{parts.text(unit.id)} cannot lead and so cannot be first into {parts.labels[space]}"
        return Refusal("3.1b" if state.counter(unit.id).parentheses else "6.2h", text)
    return None


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
    entry = state.entry(space)
    contested = state.contested(space)
    state.origin[id_] = here
    state.mp[id_] = max(0, mp - cost)
    state.change(id_, at=space)
    labels = state.data.labels
    state.note(f"{state.data.text(id_)} moves from {labels[here]} to {labels[space]}.", "6b", places=(here, space))
    state.entries[space] = replace(
        entry, cost=cost, base=entry.base or cost, low=min(entry.low, mp) if entry.low else mp
    )
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
    entry = state.entry(space)
    if entry.reacted:
        state.entries[space] = replace(entry, due=bool(state.insurgents(space)))
        control.settle(state, space)
        return
    state.entries[space] = replace(entry, reacted=True)
    if state.bot:
        from fallujah.solitaire.reaction import BotReaction

        state.push(BotReaction(space), Arrive(id_, space, mp))
    else:
        state.push(Reaction(space), Arrive(id_, space, mp))
