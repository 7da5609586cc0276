"""11.7-11.9, 21  Flights of air units and of airmobile ground units, and the bases and ships they use."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Refusal
from somali_pirates.actions import Fly
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.routes import has_base, why_not_move_more, why_not_pass
from somali_pirates.rules.sealift import why_not_carry
from somali_pirates.rules.zone_lists import keep
from somali_pirates.state import COALITION, PirateState, Unit

BASE_ROOM = 3  # 21.0a
FLIGHT = 4  # 11.8c, 11.8d
MOST_KEPT = 5_000  # lists of Zones, one for each Zone and set of bases
BASE = "base"  # the perch of an air unit that lands in a Zone with a base


# Air units


def based_at(state: PirateState, zone: str) -> list[Unit]:
    """The air units on the base of a Zone, those on ships left out (21.0a)."""
    counters = state.data.counters
    return [
        unit
        for unit in state.units_at(zone, COALITION)
        if counters[unit.id].category == "air" and not unit.aloft and not unit.aboard
    ]


def landings(state: PirateState, id_: str) -> list[tuple[str, str]]:
    """Every base and carrier where an air unit may land, as Zone and perch."""
    return list(open_perches(state, id_))


def open_perches(state: PirateState, id_: str) -> Iterator[tuple[str, str]]:
    """The bases and carriers where an air unit may land, one after the other."""
    return (place for place in perches(state) if why_not_land(state, id_, *place) is None)


def perches(state: PirateState) -> tuple[tuple[str, str], ...]:
    """Every base, Off-Map base and carrier on the map, as Zone and perch, found again when one of them has moved."""
    terms = state.base_zones, [state.units[id_].at for id_ in state.data.decks]
    return keep(state, "perches", terms, lambda: tuple(_find_perches(state)))


def _find_perches(state: PirateState) -> Iterator[tuple[str, str]]:
    counters, transport = state.data.counters, state.data.transport
    harbours = {state.units[id_].at for id_ in state.data.decks}
    bases = state.base_zones[COALITION].union(state.data.offmap)
    for zone in state.data.zones:
        if zone in bases:
            yield zone, BASE
        if zone in harbours:
            for unit in state.units_at(zone, COALITION):
                row = transport.get(counters[unit.id].type)
                if row is not None and row.carrier_air:
                    yield zone, unit.id


def why_not_land(state: PirateState, id_: str, zone: str, perch: str = BASE) -> Refusal | None:
    """What keeps an air unit from landing on a base or ship (21.0a, 21.2)."""
    data, counter, unit = state.data, state.data.counters[id_], state.units[id_]
    if counter.category != "air":
        return Refusal("21.0a", f"{counter.name} is not an air unit")
    if zone not in data.zones:
        return Refusal("2.4a", f"there is no Zone {zone!r}")
    refusal = why_not_pass(state, COALITION, unit.at, zone)
    if refusal is not None:
        return refusal
    if perch not in ("", BASE):
        return why_not_use_deck(state, counter, zone, perch)
    if not has_base(state, zone, COALITION):
        return Refusal("21.0a", f"{data.name(zone)} has no base")
    on_map = data.zones[zone].kind != "off_map"
    if on_map and len([other for other in based_at(state, zone) if other.id != id_]) >= BASE_ROOM:
        return Refusal("21.0a", f"the base in {data.name(zone)} already holds {BASE_ROOM} air units")
    return None


def why_not_use_deck(state: PirateState, counter: Counter, zone: str, ship: str) -> Refusal | None:
    """What keeps an air unit from a ship's deck (2.11a, 7.3a, 21.2a)."""
    data = state.data
    deck = data.counters.get(ship)
    if deck is None or state.units[ship].at != zone:
        return Refusal("21.0a", f"there is no base or ship of that name in {data.name(zone)}")
    row = data.transport.get(deck.type)
    if row is None or not row.carrier_air:
        return Refusal("21.2a", f"{deck.name} is not a carrier or amphibious group")
    if "carrier_air" not in counter.flags:
        return Refusal("21.2a", f"{counter.name} is not a carrier air unit")
    if deck.faction != counter.faction:
        return Refusal("7.3a", f"{deck.name} is of another faction")
    aboard = [
        unit for unit in state.cargo(ship) if state.data.counters[unit.id].category == "air" and unit.id != counter.id
    ]
    if len(aboard) >= row.carrier_air:
        return Refusal("21.2a", f"{deck.name} already has an air unit on its deck")
    return None


def why_not_sortie(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """What keeps an air unit from flying out over a Zone (11.7a, 21.1)."""
    data, counter, unit = state.data, state.data.counters[id_], state.units[id_]
    if counter.category != "air":
        return Refusal("11.7a", f"{counter.name} is not an air unit")
    if zone not in data.zones or data.zones[zone].kind == "off_map":
        return Refusal("21.1a", f"no mission is flown over {data.name(zone)}; land there instead")
    if unit.aloft and unit.at == zone:
        return Refusal("21.1a", f"{counter.name} is over {data.name(zone)} already")
    return why_not_pass(state, COALITION, unit.at, zone)


# Airmobile units


def is_base_for(state: PirateState, counter: Counter, ship: str) -> bool:
    """11.9, R42  Whether a ship that carries units is of the airmobile unit's own faction or of a common one."""
    return ship in state.data.landing_ships[counter.id]


def starts_at_base(state: PirateState, id_: str) -> bool:
    """Whether a flight begins at a friendly base, one that did not arrive in this phase (11.8, 11.9)."""
    unit = state.units[id_]
    if unit.aboard:
        return is_base_for(state, state.data.counters[id_], unit.aboard)
    if state.data.zones[unit.at].kind == "off_map":
        return True
    return any(
        state.units[id_].at == unit.at and state.moved.get(id_) != "redeployed" for id_ in state.data.bases[COALITION]
    )


def flights(state: PirateState, id_: str) -> list[tuple[str, str]]:
    """Every place an airmobile unit may fly to, as Zone and ship ("" on the ground), in the order of the map."""
    if _why_not_lift(state, id_) is not None:
        return []
    from_base, zones, units = starts_at_base(state, id_), state.data.zones, state.units
    decks = [(units[ship].at, ship) for ship in state.data.landing_ships[id_] if units[ship].at in zones]
    aboard = [deck for deck in decks if why_not_come_to(state, id_, *deck, from_base) is None]
    ashore = landfalls(state, id_, from_base)
    if not aboard:
        return ashore
    number = state.data.grouping.number
    return sorted([*ashore, *aboard], key=lambda place: number[place[0]])


def open_flights(state: PirateState, id_: str) -> list[Fly]:
    """The flights that nothing forbids an airmobile unit; those to the ground are the same objects in all lists."""
    to_zone = state.data.flights_of[id_]
    return [Fly(id_, zone, ship) if ship else to_zone[zone] for zone, ship in flights(state, id_)]


def landfalls(state: PirateState, id_: str, from_base: bool) -> list[tuple[str, str]]:
    """The Zones that an airmobile unit may fly to, the same for all in a Zone or aboard there while no base moves.

    What is found while nothing is closed is kept with the data.
    """
    unit, known = state.units[id_], {} if state.shut else state.data.landfalls
    asked = state.base_zones[COALITION], unit.at, bool(unit.aboard), from_base
    found = known.get(asked)
    if found is None:
        if len(known) > MOST_KEPT:
            known.clear()
        found = known[asked] = [
            (zone, ship)
            for zone, ship in airfields(state, unit.at, from_base)
            if not ship and why_not_come_to(state, id_, zone, ship, from_base) is None
        ]
    return found


def airfields(state: PirateState, here: str, from_base: bool = True) -> Iterator[tuple[str, str]]:
    """Every base and ship that carries units, and from a base every Zone near enough, for an airmobile unit."""
    data, bases = state.data, state.base_zones[COALITION]
    harbours = {state.units[id_].at for id_ in data.decks}
    for zone, distance in data.distances[here].items():
        kind = data.zones[zone].kind
        if kind == "off_map" or (kind == "land" and (zone in bases or (from_base and distance <= FLIGHT))):
            yield zone, ""
        if zone in harbours:
            for unit in state.units_at(zone, COALITION):
                row = data.transport.get(data.counters[unit.id].type)
                if row is not None and row.airmobile_base:
                    yield zone, unit.id


def why_not_fly(state: PirateState, id_: str, zone: str, ship: str = "") -> Refusal | None:
    """What keeps an airmobile unit from a flight (11.8, 11.9, 22.43a)."""
    return _why_not_lift(state, id_) or why_not_come_to(state, id_, zone, ship, starts_at_base(state, id_))


def _why_not_lift(state: PirateState, id_: str) -> Refusal | None:
    """What keeps a unit from flying as an airmobile one wherever it would go (11.8a, 16.2a)."""
    counter = state.data.counters[id_]
    if "airmobile" not in counter.flags:
        return Refusal("11.8a", f"{counter.name} is not airmobile")
    if state.units[id_].hidden:
        return Refusal("16.2a", f"{counter.name} is Underground and has to come out first")
    return None


def why_not_come_to(state: PirateState, id_: str, zone: str, ship: str, from_base: bool) -> Refusal | None:
    """What keeps an airmobile unit from flying to a Zone or ship, from a base or not (11.8, 11.9, 22.43a)."""
    data, counter, unit = state.data, state.data.counters[id_], state.units[id_]
    if zone not in data.zones:
        return Refusal("2.4a", f"there is no Zone {zone!r}")
    if (zone, ship) == (unit.at, unit.aboard):
        return Refusal("11.8a", f"{counter.name} is there already")
    refusal = why_not_pass(state, COALITION, unit.at, zone) or _why_not_come_down(state, id_, zone, ship)
    if refusal is not None:
        return refusal
    ends_at_base = bool(ship) or has_base(state, zone, COALITION)
    return why_not_span(state, from_base, ends_at_base, data.distances[unit.at][zone], counter.name)


def _why_not_come_down(state: PirateState, id_: str, zone: str, ship: str) -> Refusal | None:
    data, counter = state.data, state.data.counters[id_]
    if not ship:
        at_sea = data.zones[zone].kind == "sea"
        return Refusal("11.8d", f"{counter.name} must come down on land, a base or a ship") if at_sea else None
    if ship not in state.units or state.units[ship].at != zone:
        return Refusal("11.9a", f"there is no such ship in {data.name(zone)}")
    if not is_base_for(state, counter, ship):
        return Refusal("11.9b", f"{data.name(ship)} cannot be a base for {counter.name}")
    return why_not_carry(state, ship, id_)


def why_not_span(state: PirateState, from_base: bool, to_base: bool, distance: int, name: str) -> Refusal | None:
    """What the ends and the length of an airmobile flight forbid (11.8b-e)."""
    if from_base and to_base:
        return None
    if not from_base and not to_base:
        return Refusal("11.8e", f"{name} must begin or end its flight at a friendly base")
    if distance > FLIGHT:
        rule = "11.8d" if from_base else "11.8c"
        return Refusal(rule, f"that is {distance} spaces; without a base at both ends {name} flies {FLIGHT} at most")
    return None


# Carrying it out


def why_not_fly_now(state: PirateState, id_: str, zone: str, perch: str) -> Refusal | None:
    """What keeps a unit from flying in a Movement Phase, after what it has done already (11.7, 11.8)."""
    return why_not_take_off(state, id_) or why_not_fly_to(state, id_, zone, perch)


def why_not_take_off(state: PirateState, id_: str) -> Refusal | None:
    """What keeps a unit from flying at all, after what it has done already (11.7, 11.8)."""
    refusal, counter = why_not_move_more(state, id_), state.data.counters[id_]
    if refusal is None and id_ in state.moved:
        refusal = Refusal("11.8a", f"{counter.name} has already moved and cannot fly as well")
    return refusal if refusal is not None or counter.category == "air" else _why_not_lift(state, id_)


def why_not_fly_to(state: PirateState, id_: str, zone: str, perch: str) -> Refusal | None:
    """What keeps a unit that can fly from flying over a Zone, or from landing on a base or ship (11.7, 11.8)."""
    counter, unit = state.data.counters[id_], state.units[id_]
    if counter.category != "air":
        return why_not_come_to(state, id_, zone, perch, starts_at_base(state, id_))
    if perch:
        there = (zone, perch) == (unit.at, unit.aboard or BASE) and not unit.aloft
        return Refusal("21.1a", f"{counter.name} is there already") if there else why_not_land(state, id_, zone, perch)
    return why_not_sortie(state, id_, zone)


def fly(state: PirateState, id_: str, zone: str, perch: str) -> None:
    """Fly to a Zone: an air unit stays aloft or lands, an airmobile unit comes down or boards a ship."""
    counter, unit, data = state.data.counters[id_], state.units[id_], state.data
    ship = "" if perch == BASE else perch
    if unit.aboard and counter.category != "air":
        state.note_move(unit.aboard, "moored")  # R121
    aloft = counter.category == "air" and not perch
    state.put(id_, zone, aboard=ship, aloft=aloft)
    state.note_move(id_, "carried" if ship and counter.category != "air" else "flown")
    where = f"over {data.name(zone)}" if aloft else f"onto {data.name(ship)}" if ship else f"to {data.name(zone)}"
    state.note(f"{counter.name} flies {where}.", "11.7a" if counter.category == "air" else "11.8a", places=(zone,))
