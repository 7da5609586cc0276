"""22  Sealift: what a ship can carry, embarking, disembarking and amphibious landings."""

from __future__ import annotations

from common.engine import Refusal
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.routes import EMBARKED, why_not_move_more
from somali_pirates.state import PIRATE, PirateState


def why_not_carry(state: PirateState, ship: str, id_: str) -> Refusal | None:
    """What keeps a unit out of a ship wherever both are: type, faction and room (7.4, 11.5a, 22.2-22.4)."""
    data, counter, carrier = state.data, state.data.counters[id_], state.data.counters[ship]
    row = data.transport.get(carrier.type)
    if row is None or not row.capacity or carrier.category != "naval" or carrier.side != counter.side:
        return Refusal("2.16a", f"{carrier.name} cannot transport {counter.name}")
    if counter.move == 0:
        return Refusal("11.5a", f"{counter.name} has movement 0 and is never transported")
    refusal = _why_not_mix(state, counter, carrier)
    if refusal is not None:
        return refusal
    if counter.lift not in row.carries and not ("heavy_airmobile" in row.carries and _is_heavy_airmobile(counter)):
        return Refusal("22.2a", f"{carrier.name} cannot carry {counter.name}")
    room = row.capacity - load(state, ship, without=id_)
    if data.tables.transport.points[counter.lift] > room:
        return Refusal("22.2a", f"{carrier.name} has room for {room} of {row.capacity} points")
    return None


def _is_heavy_airmobile(counter: Counter) -> bool:
    return counter.weight == "heavy" and "airmobile" in counter.flags


def _why_not_mix(state: PirateState, counter: Counter, carrier: Counter) -> Refusal | None:
    """What the factions of ship, unit and other cargo forbid (7.4a, 22.3d, R54)."""
    common = state.data.common[counter.side]
    own = counter.faction == carrier.faction
    if counter.side == PIRATE:
        return None if own else Refusal("7.4a", f"{carrier.name} carries only units of its own faction")
    if not own and counter.faction not in common and carrier.faction not in common:
        return Refusal("7.4a", f"{carrier.name} and {counter.name} are of different factions")
    others = {state.data.counters[unit.id].faction for unit in state.cargo(carrier.id)} - common - {counter.faction}
    if others and counter.faction not in common:
        return Refusal("22.3d", f"{carrier.name} already carries units of another faction")
    return None


def load(state: PirateState, ship: str, without: str = "") -> int:
    """The transport points that a ship carries; aircraft on its deck are none (R107)."""
    counters, points = state.data.counters, state.data.tables.transport.points
    cargo = (counters[unit.id] for unit in state.cargo(ship) if unit.id != without)
    return sum(points[counter.lift] for counter in cargo if counter.category != "air")


def why_not_embark(state: PirateState, id_: str, ship: str) -> Refusal | None:
    """What keeps a unit from going aboard now (22.1-22.5)."""
    counter, unit = state.data.counters[id_], state.units[id_]
    if ship not in state.units or state.units[ship].at not in state.data.zones:
        return Refusal("22.1a", "there is no such ship on the map")
    if unit.aboard:
        return Refusal("22.3b", f"{counter.name} is aboard {state.data.name(unit.aboard)}")
    if unit.hidden or state.units[ship].hidden:
        return Refusal("16.2a", f"{counter.name if unit.hidden else state.data.name(ship)} is Underground")
    refusal = why_not_move_more(state, id_)
    if refusal is not None:
        return refusal
    if id_ in state.moved:
        return Refusal("22.3b", f"{counter.name} has already moved and cannot embark")
    return why_not_carry(state, ship, id_) or _why_not_cross(state, counter, unit.at, state.units[ship].at)


def why_not_disembark(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """What keeps a unit from leaving its ship for a Zone now (22.1-22.5)."""
    counter, unit = state.data.counters[id_], state.units[id_]
    if not unit.aboard or counter.category == "air":
        return Refusal("22.1a", f"{counter.name} is not carried by a ship")
    if zone not in state.data.zones:
        return Refusal("2.4a", f"there is no Zone {zone!r}")
    if state.units[unit.aboard].hidden:
        return Refusal("16.2a", f"{state.data.name(unit.aboard)} is Underground and has to come out first")
    return _why_not_leave(state, id_, zone) or _why_not_cross(state, counter, zone, unit.at)


def _why_not_leave(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """What its earlier move forbids a unit aboard; if it embarked it may leave the ship in another port (22.3b)."""
    counter, here = state.data.counters[id_], state.units[id_].at
    how, _, port = state.moved.get(id_, "").partition(" ")
    if how != EMBARKED or port == here:
        return why_not_move_more(state, id_)
    if zone != here and "amphibious" in counter.flags:
        return Refusal("22.5b", f"{counter.name} has embarked in this phase and cannot land as well")
    return None


def _why_not_cross(state: PirateState, counter: Counter, shore: str, ship_at: str) -> Refusal | None:
    """What forbids the way between a Zone and a ship: port, open sea or beach (22.3e, 22.4a, 22.5a)."""
    data = state.data
    if shore == ship_at:
        if data.zones[shore].port or counter.type == "attack_craft":
            return None
        rule = "22.4a" if counter.side == PIRATE else "22.3e"
        return Refusal(rule, f"there is no port in {data.name(shore)}")
    beside = data.routes["port"][ship_at] + data.routes["beach"][ship_at]
    if data.zones[ship_at].kind != "sea" or shore not in beside:
        return Refusal("22.1a", f"the ship is not in {data.name(shore)} nor offshore")
    if "amphibious" not in counter.flags:
        return Refusal("2.11g", f"{counter.name} is not amphibious and needs a port")
    return None


def shores(state: PirateState, id_: str) -> tuple[str, ...]:
    """The Zones that a unit aboard could be put into, judged by the map alone."""
    data, here = state.data, state.units[id_].at
    return (here, *data.routes["port"][here], *data.routes["beach"][here])


def ships_for(state: PirateState, id_: str) -> list[str]:
    """The ships within reach of a unit that wants to go aboard, judged by the map alone."""
    data, unit, side = state.data, state.units[id_], state.data.counters[id_].side
    zones = (unit.at, *data.routes["port"][unit.at], *data.routes["beach"][unit.at])
    found = [ship.id for zone in zones for ship in state.units_at(zone, side)]
    return [ship for ship in found if data.counters[ship].category == "naval" and ship != id_]


def embark(state: PirateState, id_: str, ship: str) -> None:
    """Take a unit aboard; it makes no move of its own in this phase, but a ship may put it ashore in another port."""
    amphibious = state.units[id_].at != state.units[ship].at
    zone = state.units[ship].at
    state.put(id_, zone, aboard=ship)
    state.note_move(id_, "carried" if amphibious else f"{EMBARKED} {zone}")
    state.note(f"{state.data.name(id_)} embarks on {state.data.name(ship)}.", "22.5a" if amphibious else "22.1a")


def disembark(state: PirateState, id_: str, zone: str) -> None:
    """Put a unit ashore, or an Attack Craft into the water; its ship goes no further."""
    ship = state.units[id_].aboard
    amphibious = zone != state.units[ship].at
    state.put(id_, zone)
    state.note_move(id_, "carried")
    state.note_move(ship, "moored")
    name = state.data.name
    rule = "22.5a" if amphibious else "22.1a"
    state.note(f"{name(id_)} leaves {name(ship)} for {name(zone)}.", rule, places=(zone,))
