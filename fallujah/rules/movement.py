"""6  Movement: what a step costs, what forbids it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import Struct

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
    Index,
    Unit,
)

ZONE_UNITS = 8  # 4.1.2c


def entry_cost(state: FallujahState, side: str, area: str) -> int:
    """6.1, 6c  MP to enter an area: what the first unit paid this impulse, or the highest cost that applies."""
    entry = state.entries.get(area)
    if entry is not None and entry.cost:
        return entry.cost
    enemies, costs = state.index.stacks[area][side != COALITION], state.data.tables.movement_costs
    if not enemies:
        return costs.free if state.control[area] == side else costs.vacant_enemy
    return costs.enemy_fresh if steady(state, enemies) else costs.enemy_spent


def steady(state: FallujahState, units: Iterable[Unit]) -> bool:
    """Whether one of the units is Fresh and no Support Unit (6.1g, 14.1a)."""
    support = state.data.support_ids
    return any(not unit.spent and unit.id not in support for unit in units)


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
        name = state.data.text(id_) if unit is not None else repr(id_)
        return Refusal("6a", f"{name} is no unit of the acting side")
    return why_not_stir(state, source, unit)


def why_not_stir(state: FallujahState, source: str, unit: Unit) -> Refusal | None:
    """The same for a unit of the acting side."""
    id_, parts = unit.id, state.data
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
    if unit.at != source and id_ not in state.mp:
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
    if state.index.stacks[here][side != COALITION]:
        return True
    entry = state.entries.get(here, NO_ENTRY)
    return entry.fought and not entry.overrun


class Mover(Struct, frozen=True, gc=False):
    """What a march asks of the unit: its MP, what it pays for leaving, and whether enemies are beside it."""

    id: str
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
    soft: bool  # ... and light armor can, since only Militia are there (7.2.1c)


def mover(state: FallujahState, side: str, unit: Unit) -> Mover:
    """The unit's part of a march."""
    here = unit.at
    extra = toll(state, unit) if here in state.entries else 0
    return Mover(unit.id, state.ready(unit), extra, bool(state.index.stacks[here][side != COALITION]))


def door(state: FallujahState, side: str, area: str) -> Door:
    """The area's part of a march, kept until something in the area changes."""
    doors = look(state, side).doors[side]
    way: Door | None = doors.get(area)
    if way is None:
        way = doors[area] = see_door(state, side, area)
    return way


def see_door(state: FallujahState, side: str, area: str) -> Door:
    """The same as it is now."""
    coalition, held = side == COALITION, state.control[area] == side
    stacks, entry = state.index.stacks[area], state.entries.get(area)
    leads = coalition and not held and needs_lead(state, area)
    return Door(
        held and not stacks[not coalition],
        len(stacks[coalition]) >= STACK_LIMIT,
        least_cost(state, side, area),
        entry.attackers if entry is not None and coalition and entry.fought else None,
        leads,
        leads and not state.fighters(area),
    )


def look(state: FallujahState, side: str) -> Index:
    """What is known of a side's marches, less what no longer holds."""
    index = state.index
    if index.touched or index.unseen[side]:
        look_again(state, side)
    return index


def look_again(state: FallujahState, side: str) -> None:
    """Forget the ways from the spaces that were touched, and to those of their doors that are not as they were."""
    index = state.index
    for unseen in index.unseen.values():
        unseen |= index.touched
    index.touched.clear()
    stale, doors, ways = index.unseen[side], index.doors[side], index.ways[side]
    for area in doors.keys() & stale:
        now = see_door(state, side, area)
        if now != doors[area]:
            doors[area] = now
            stale |= state.data.beside[area]
    for space in ways.keys() & stale:
        del ways[space]
    stale.clear()


def marches(
    state: FallujahState, side: str, source: str, units: Iterable[Unit], gate: str = "", exits: int = 0
) -> list[March]:
    """The steps of units one after the other, kept until something changes where they stand or where they may go."""
    found: list[March] = []
    ways = look(state, side).ways[side]
    for unit in units:
        kept = ways[unit.at]
        known = kept.get(unit.id)
        if known is None:
            able = why_not_stir(state, source, unit) is None
            known = kept[unit.id] = steps(unit.id, _goals(state, side, unit, gate, exits, kept)) if able else ()
        found += known
    return found


def _goals(
    state: FallujahState, side: str, unit: Unit, gate: str, exits: int, kept: dict[Any, Any]
) -> tuple[str, ...]:
    """Where a unit that may act can step; those of one gait that wait where nothing has happened go the same ways."""
    if unit.id in state.mp or unit.at in state.entries:
        return _spaces(state, side, unit, gate, exits)
    gait = state.data.gaits[unit.id]
    spaces: tuple[str, ...] | None = kept.get(gait)
    if spaces is None:
        spaces = kept[gait] = _spaces(state, side, unit, gate, exits)
    return spaces


@lru_cache(4096)
def steps(id_: str, spaces: tuple[str, ...]) -> tuple[March, ...]:
    """A unit's marches into some areas."""
    return tuple([March(id_, space) for space in spaces])


def can_march(state: FallujahState, side: str, unit: Unit) -> bool:
    """Whether a unit that may act can step anywhere."""
    return bool(_spaces(state, side, unit, first=True))


def _spaces(
    state: FallujahState, side: str, unit: Unit, gate: str = "", exits: int = 0, first: bool = False
) -> tuple[str, ...]:
    """Where a unit that may act can step now, or only the first of these spaces."""
    if why_not_leave(state, side, unit, exits) is not None:
        return ()
    found: list[str] = []
    one, doors = mover(state, side, unit), state.index.doors[side]
    for space in within_step(state, unit.at, gate):
        if not bar(state, side, one, space, doors.get(space) or door(state, side, space)):
            found.append(space)
            if first:
                break
    return tuple(found)


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
    refusal = why_not_leave(state, side, unit, exits)
    if refusal is not None:
        return refusal
    return why_not_enter(state, side, mover(state, side, unit), space, door(state, side, space))


def why_not_leave(state: FallujahState, side: str, unit: Unit, exits: int) -> Refusal | None:
    """What keeps a unit where it is (4.1.2c, 6.2b)."""
    if unit.at in ZONES:
        if exits >= ZONE_UNITS:
            return Refusal("4.1.2c", f"{ZONE_UNITS} units have already left the zone this impulse")
    elif unit.id in state.origin and must_stop(state, side, unit.at):
        return Refusal("6.2b", f"{state.data.text(unit.id)} has met enemy units and must stop")
    return None


def why_not_enter(state: FallujahState, side: str, one: Mover, space: str, way: Door) -> Refusal | None:
    """What keeps a unit that may leave from going through an area's door, in words."""
    rule = bar(state, side, one, space, way)
    if not rule:
        return None
    text, label = state.data.text(one.id), state.data.labels[space]
    match rule:
        case "6.2i" | "6.2k":
            return Refusal(rule, f"{text} leaves enemy units and may only enter a Free area")
        case "6.2d":
            return Refusal(rule, f"combat in {label} is over; only its attackers may come back")
        case "5a":
            return Refusal(rule, f"{label} already holds {STACK_LIMIT} units")
        case "3.1b" | "6.2h":
            return Refusal(rule, f"{text} cannot lead and so cannot be first into {label}")
    return Refusal(rule, f"{label} costs {way.cost + one.toll} MP; {text} has {one.ready}")


def bar(state: FallujahState, side: str, one: Mover, space: str, way: Door) -> str:
    """The rule that keeps a unit from going through an area's door, if any (5, 6.1, 6.2)."""
    if one.beset and not way.free:
        return "6.2i" if side == COALITION else "6.2k"
    if way.back is not None and one.id not in way.back:
        return "6.2d"
    if way.full:
        return "5a"
    if one.ready < way.cost + one.toll:
        return "6.2j" if one.toll and one.ready >= way.cost else _cost_rule(state, way.cost)
    if way.leads and not combat.is_lead(state, one.id, way.soft):
        return "3.1b" if state.counter(one.id).parentheses else "6.2h"
    return ""


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
    state.mark(space, cost=cost, base=entry.base or cost, low=min(entry.low, mp) if entry.low else mp)
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
