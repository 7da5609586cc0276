"""24, 32  Strategic Redeployment of the Coalition between bases or ports, and infiltration of Al Qaeda."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine import Refusal
from somali_pirates.actions import Redeploy
from somali_pirates.rules.air import based_at
from somali_pirates.rules.evacuation import Evacuation
from somali_pirates.rules.routes import has_base, why_not_move_more, why_not_pass
from somali_pirates.rules.zone_lists import keep
from somali_pirates.state import COALITION, PIRATE, PirateState

JUNCTION_ROOM = 2  # 24.1a, in light units
RULES = {COALITION: "24.0a", PIRATE: "32.0a"}
INFILTRATORS = ("warlord", "terrorist")  # 32.0a


def ways_of(side: str) -> tuple[str, str]:
    """The two kinds of junction that a side redeploys over."""
    return ("base", "port") if side == COALITION else ("airport", "port")


def is_junction(state: PirateState, zone: str, via: str, side: str) -> bool:
    """Whether a Zone is a junction of that kind for a side (24.0a, 32.0a, R49)."""
    there = state.data.zones[zone]
    if via == "port":
        return there.port
    return there.airport if via == "airport" else has_base(state, zone, side)


def why_not_redeploy(state: PirateState, id_: str, zone: str, via: str) -> Refusal | None:
    """What keeps a unit from being redeployed to a Zone over bases, ports or airports (24, 32)."""
    side = state.data.counters[id_].side
    refusal = why_not_leave(state, id_)
    if refusal is not None:
        return refusal
    if zone not in state.data.zones or via not in ways_of(side):
        return Refusal(RULES[side], "redeployment leads from base to base or from port to port")
    return _why_not_depart(state, id_, via) or _why_not_arrive(state, id_, zone, via)


def why_not_leave(state: PirateState, id_: str) -> Refusal | None:
    """What keeps a unit from being redeployed at all (24.0, 32.0a, R48)."""
    counter, unit = state.data.counters[id_], state.units[id_]
    if counter.side == PIRATE:
        if not state.options.get("infiltration") or counter.faction != "al_qaeda" or counter.type not in INFILTRATORS:
            return Refusal("32.0a", f"{counter.name} cannot infiltrate")
    elif not counter.walks:
        return Refusal("24.0a", f"{counter.name} moves by itself and is not redeployed")
    if unit.aboard:
        return Refusal("22.3b", f"{counter.name} is aboard {state.data.name(unit.aboard)}")
    if unit.hidden:
        return Refusal("16.2a", f"{counter.name} is Underground and has to come out first")
    return why_not_move_more(state, id_)


def _why_not_depart(state: PirateState, id_: str, via: str) -> Refusal | None:
    """What keeps a unit from leaving over a junction where it is; leaving an Off-Map base is free (24.1c)."""
    side, here = state.data.counters[id_].side, state.units[id_].at
    if not is_junction(state, here, via, side):
        return Refusal(RULES[side], f"{state.data.name(here)} has no {via}")
    return None if state.data.zones[here].kind == "off_map" else _why_not_load(state, id_, here, via)


def _why_not_arrive(state: PirateState, id_: str, zone: str, via: str) -> Refusal | None:
    """What keeps a unit that can leave from arriving over a junction elsewhere."""
    counter, here = state.data.counters[id_], state.units[id_].at
    if zone == here:
        return Refusal(RULES[counter.side], f"{counter.name} is already in {state.data.name(zone)}")
    refusal = why_not_pass(state, counter.side, here, zone) or _why_not_take_in(state, id_, zone, via)
    return refusal or _why_not_load(state, id_, zone, via)


def _why_not_take_in(state: PirateState, id_: str, zone: str, via: str) -> Refusal | None:
    """What keeps a junction from taking a unit in, wherever it comes from and whatever else has used it."""
    counter, there = state.data.counters[id_], state.data.zones[zone]
    if counter.side == PIRATE and there.closed:
        return Refusal("7.10b", f"{there.name} is closed to the Pirates")
    if not is_junction(state, zone, via, counter.side):
        return Refusal(RULES[counter.side], f"{there.name} has no {via}")
    return _why_not_base(state, id_, zone)


def _why_not_base(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """25.1a  A base goes only where no base stands; at an Off-Map base it is stored (R50)."""
    if state.data.counters[id_].type != "base" or state.data.zones[zone].kind == "off_map":
        return None
    if has_base(state, zone, COALITION) or has_base(state, zone, PIRATE):
        return Refusal("25.1a", f"there is already a base in {state.data.name(zone)}")
    return None


def _why_not_load(state: PirateState, id_: str, zone: str, via: str) -> Refusal | None:
    """24.1  One heavy or two light units a junction, departures and arrivals together."""
    used = state.junctions.get(f"{zone} {via}")
    if used and used + _size(state, id_) > JUNCTION_ROOM:
        name = state.data.name(zone)
        done = "one light unit has" if used < JUNCTION_ROOM else "one heavy or two light units have"
        return Refusal("24.1a", f"{done} used the {via} of {name}, which takes one heavy or two light a phase")
    return None


def _size(state: PirateState, id_: str) -> int:
    return 2 if state.data.counters[id_].weight == "heavy" else 1


def _charged(state: PirateState, id_: str, zone: str) -> tuple[str, ...]:
    """The junctions that a journey counts against; leaving an Off-Map base is free (24.1c)."""
    here = state.units[id_].at
    return (zone,) if state.data.zones[here].kind == "off_map" else (here, zone)


def journeys(state: PirateState, id_: str) -> Iterator[tuple[str, str]]:
    """Every junction that a unit could go to from where it is, as Zone and kind."""
    side, here = state.data.counters[id_].side, state.units[id_].at
    for via in ways_of(side):
        if is_junction(state, here, via, side):
            yield from ((zone, via) for zone in junctions(state, via, side) if zone != here)


def junctions(state: PirateState, via: str, side: str) -> Sequence[str]:
    """Every junction of a kind for a side, in the order of the map."""
    if via == "port":
        return state.data.ports
    if via == "airport":
        return state.data.airports
    bases = state.base_zones[side]
    if side == COALITION:
        bases = bases.union(state.data.offmap)
    return [zone for zone in state.data.zones if zone in bases]


def open_journeys(state: PirateState, id_: str) -> Iterator[tuple[str, str]]:
    """The junctions that take in a unit that can leave, as Zone and kind."""
    side, here = state.data.counters[id_].side, state.units[id_].at
    is_shut, is_used = bool(state.shut), bool(state.junctions)
    for via in ways_of(side):
        if _why_not_depart(state, id_, via) is None:
            for zone in _gates(state, id_, via):
                refusal = why_not_pass(state, side, here, zone) if is_shut else None
                if refusal is None and is_used:
                    refusal = _why_not_load(state, id_, zone, via)
                if refusal is None and zone != here:
                    yield zone, via


def _gates(state: PirateState, id_: str, via: str) -> list[str]:
    """The junctions of a kind that would take in a unit if nobody had used them, kept until a base has moved."""
    counter = state.data.counters[id_]
    known: dict[object, list[str]] = keep(state, "gates", state.base_zones, dict)
    asked = counter.side, via, counter.type == "base"
    found = known.get(asked)
    if found is None:
        zones = junctions(state, via, counter.side)
        found = known[asked] = [zone for zone in zones if _why_not_take_in(state, id_, zone, via) is None]
    return found


def redeployments(state: PirateState, id_: str) -> list[Redeploy]:
    """Every redeployment that nothing forbids; whether the unit can leave is asked once."""
    if why_not_leave(state, id_) is not None:
        return []
    return [Redeploy(id_, zone, via) for zone, via in open_journeys(state, id_)]


def redeploy(state: PirateState, id_: str, zone: str, via: str) -> None:
    """Put a unit down at the other junction; the air units of a base that leaves evacuate (R50)."""
    counter, here = state.data.counters[id_], state.units[id_].at
    for place in _charged(state, id_, zone):
        key = f"{place} {via}"
        state.junctions = {**state.junctions, key: state.junctions.get(key, 0) + _size(state, id_)}
    state.put(id_, zone)
    state.note_move(id_, "redeployed")
    rule = RULES[counter.side]
    verb = "is redeployed" if counter.side == COALITION else "slips"
    state.note(f"{counter.name} {verb} from {via} to {via}, to {state.data.name(zone)}.", rule, places=(here, zone))
    if counter.type == "base" and state.data.zones[here].kind == "land" and based_at(state, here):
        state.push(Evacuation(COALITION, tuple(unit.id for unit in based_at(state, here))))
