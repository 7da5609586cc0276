"""What is always true of a position, and what is wrong with the data taken together."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Container, Iterator

from somali_pirates.components import Components
from somali_pirates.rules.air import BASE_ROOM, based_at
from somali_pirates.rules.evacuation import Evacuation
from somali_pirates.rules.losses import Replacement, Replacements
from somali_pirates.rules.purchases import CHIT
from somali_pirates.rules.sealift import load
from somali_pirates.rules.stacks import factions_in
from somali_pirates.rules.underground import why_not_qualified
from somali_pirates.state import BASES, BOXES, COALITION, COMMON, DUE, PIRATE, SIDES, WAITING, PirateState, Unit

UNITS, CHITS_A_SIDE = 190, 17


def names(data: Components) -> dict[str, Container[str]]:
    """The words that fields of a position and of steps may hold."""
    units, sides, factions = data.counters, SIDES, data.factions
    chits = {chit for kinds in data.chits.values() for chit in kinds}
    codes = {*data.results, "S1", "S2", "S3", "F", ""}
    held = ("due", "fresh", "moved", "spent", "attacked", "attackers", "defenders", "helpers", "lost", "warlords")
    return {
        **dict.fromkeys(("units", "id", "unit", "passenger", "among", "shares", *held), units),
        **dict.fromkeys(
            ("index", "hands", "seen", "orders", "spent_on", "passing", "doubled", "raised", "gains"), sides
        ),
        **dict.fromkeys(("first", "mover"), (*sides, "")),
        **dict.fromkeys(("hands.*", "seen.*", "shut.*", "chit"), chits),
        **dict.fromkeys(("chits", "played"), (*chits, "")),
        **dict.fromkeys(("acted", "faction"), factions),
        **dict.fromkeys(("active", "mark", "by"), (*factions, "")),
        "at": {*data.zones, *BOXES},
        "zone": {*data.zones, ""},
        "aboard": {*units, ""},
        "shut": {*data.zones, *data.regions},
        "target": {*data.zones, *data.regions, *factions, *units, *map(str, range(7)), ""},
        "orders.*": {*data.goods, CHIT},
        "result": codes,
    }


def invariants(state: PirateState) -> Iterator[str]:
    """Everything that is wrong with a position."""
    if set(state.units) != set(state.data.counters):
        yield "the counters are not those of the sheet"
    for unit in state.units.values():
        yield from _of_unit(state, unit)
    for zone in state.data.zones:
        yield from _of_zone(state, zone)
    yield from _of_chits(state)
    yield from _of_indexes(state)
    yield from _of_replacements(state)


def _of_unit(state: PirateState, unit: Unit) -> Iterator[str]:
    data, counter = state.data, state.data.counters[unit.id]
    if unit.at in BOXES:
        if unit.hidden or unit.aboard or unit.aloft or unit.mark:
            yield f"{unit.id} is in a box and still {unit}"
        return
    if unit.at not in data.zones:
        yield f"{unit.id} is nowhere: {unit.at}"
        return
    zone = data.zones[unit.at]
    if counter.side == PIRATE and zone.closed:
        yield f"{unit.id} is in {zone.name}, which is closed to Pirates (7.10b)"
    if unit.hidden and (not zone.underground or why_not_qualified(counter) is not None):
        yield f"{unit.id} cannot be Underground in {zone.name} (16.0)"
    if unit.aloft and counter.category != "air":
        yield f"{unit.id} is aloft (21.1a)"
    if unit.aboard:
        yield from _of_cargo(state, unit)
    elif counter.category == "naval" and zone.kind != "sea" and not zone.port:
        yield f"{unit.id} is in {zone.name}, which has no port (11.3a)"
    elif counter.category == "ground" and zone.kind == "sea" and counter.type != "riverine":
        yield f"{unit.id} is in the water (11.4a)"
    if unit.mark and counter.faction not in (*COMMON, *BASES):
        yield f"{unit.id} is stacked with {unit.mark} (7.3a)"


def _of_cargo(state: PirateState, unit: Unit) -> Iterator[str]:
    ship = state.units.get(unit.aboard)
    if ship is None or ship.at != unit.at:
        yield f"{unit.id} is aboard {unit.aboard}, which is not there"
        return
    row = state.data.transport.get(state.data.counters[ship.id].type)
    if row is None:
        yield f"{unit.id} is aboard {unit.aboard}, which carries nothing (2.16a)"
    elif load(state, ship.id) > row.capacity:
        yield f"{ship.id} is overloaded (22.2a)"


def _of_zone(state: PirateState, zone: str) -> Iterator[str]:
    units = state.units_at(zone)
    counters = state.data.counters
    bases = [unit.id for unit in units if counters[unit.id].type == "base"]
    place = state.data.zones[zone]
    if len(bases) > 1 and place.kind != "off_map":
        yield f"{zone} has more than one base: {bases} (25.1a)"
    for unit in units:
        if unit.mark and unit.mark not in factions_in(state, counters[unit.id].side, zone):
            yield f"{unit.id} is stacked with {unit.mark} in {zone}, where nobody of it is (10.0b)"
    if len({counters[unit.id].side for unit in units if unit.hidden}) > 1:
        yield f"both sides are in the box of {zone} (16.4b)"
    based = based_at(state, zone)
    has_base = any(counters[id_].side == COALITION for id_ in bases)
    settled = place.kind != "off_map" and state.battle is None and not _is_evacuating(state)
    if based and settled and (not has_base or len(based) > BASE_ROOM):
        yield f"{zone}: {len(based)} air units on {'a' if has_base else 'no'} base (21.0a)"


def _is_evacuating(state: PirateState) -> bool:
    """Whether air units are being relocated at this moment (21.4a)."""
    return any(isinstance(step, Evacuation) for step in state.flow)


def _of_chits(state: PirateState) -> Iterator[str]:
    for side in SIDES:
        pool = state.pools[side]
        kinds = state.data.chits[side]
        lying = [chit for chit in state.shut.values() if chit in kinds]
        found = Tally((*pool.content, *pool.removed, *state.hands[side], *lying))
        if found != Tally({chit.id: chit.count for chit in kinds.values()}):
            yield f"the chits of {side} do not add up: {dict(found)}"
        known = Tally(state.seen.get(side, ()))
        if not known <= Tally(state.hands[PIRATE if side == COALITION else COALITION]):
            yield f"{side} knows chits that are not in the enemy's hand: {dict(known)}"


def _of_indexes(state: PirateState) -> Iterator[str]:
    limit = state.data.tables.tracks.index_limit
    for side in SIDES:
        if not 0 <= state.index[side] <= limit:
            yield f"the index of {side} is {state.index[side]} (2.9b)"
        if state.index[side] <= 0 and state.result is None:
            yield f"the index of {side} is zero and the game goes on (6.0d)"


def _of_replacements(state: PirateState) -> Iterator[str]:
    rolling = {id_ for step in state.flow if isinstance(step, Replacements) for id_ in step.units}
    rolling |= {step.unit for step in state.flow if isinstance(step, Replacement)}
    for unit in state.units.values():
        if unit.at == DUE and unit.id not in state.due and unit.id not in rolling:
            yield f"{unit.id} is due and nobody knows when (9.10b)"
        if unit.id in state.due and unit.at not in (DUE, WAITING):
            yield f"{unit.id} is due on Turn {state.due[unit.id]} but is in {unit.at} (9.10b)"


def problems(data: Components) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the data taken together: file, place, reason."""
    if len(data.counters) != UNITS:
        yield "units.yaml", "counters", f"{len(data.counters)} units instead of {UNITS}"
    for side in SIDES:
        number = sum(chit.count for chit in data.chits[side].values())
        if number != CHITS_A_SIDE:
            yield "chits.yaml", side, f"{number} chits instead of {CHITS_A_SIDE}"
    for id_, (zone, ship) in data.defaults.items():
        if id_ not in data.counters or zone not in data.zones or (ship and ship not in data.counters):
            yield "scenarios.yaml", "deployments", f"{id_} cannot be in {zone} {ship}"
