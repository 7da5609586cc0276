"""23, 24  Airlift of the Coalition: parachute, airmobile and transfer moves, air supply, and the reaction of SOF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from common.engine import Action, Refusal
from common.engine.steps import ReactionWindow
from operation_serval.actions import Aim, Board, CallOff, FlyTo, Load, React, Unload
from operation_serval.rules.bases import base_in, bases, covered, covers
from operation_serval.rules.telling import HandStep, listed, names, tell
from operation_serval.rules.zones import blocked
from operation_serval.state import AIR_BOX, COALITION, FRANCE, STAGING, ServalState, Unit

PARACHUTE, AIRMOBILE, TRANSFER = "parachute", "airmobile", "transfer"
KINDS = (PARACHUTE, AIRMOBILE, TRANSFER)
WORDS = {PARACHUTE: "by parachute", AIRMOBILE: "by helicopter", TRANSFER: "by air transfer"}
RULES = {PARACHUTE: "23.3a", AIRMOBILE: "23.4b", TRANSFER: "23.5b"}
LOAD_RULES = {PARACHUTE: "23.3b", AIRMOBILE: "23.4c", TRANSFER: "23.5c"}
PASSENGER_RULES = ("23.3a", "23.4a", "23.5a", "23.5g", "23.5d")  # what is told of units that stay, the nearest last


def airlift_left(state: ServalState) -> str:
    """23.2  How many airlift points are left, in words."""
    return "1 airlift point left" if state.airlift == 1 else f"{state.airlift or 'no'} airlift points left"


def why_no_airlift(state: ServalState) -> Refusal | None:
    """23.1a, 23.2a  Every airlift needs a point of this turn."""
    if state.airlift:
        return None
    if not state.intervention:
        return Refusal("23.1a", "there is no airlift before International Intervention")
    return Refusal("23.2a", "no airlift point is left in this turn")


def is_battalion(state: ServalState, id_: str) -> bool:
    """23.5c, R41  Whether a unit fills a whole transfer: a task force, and Gamou."""
    counter = state.data.counters[id_]
    return id_ in state.data.task_force_ids or (counter.contingent == "french" and counter.type == "heavy_technical")


def why_not_passenger(state: ServalState, kind: str, id_: str) -> Refusal | None:
    """23.3a, 23.4a, 23.5a  What keeps a unit from flying in this way in this operation."""
    counter, unit = state.data.counters.get(id_), state.units.get(id_)
    if counter is None or unit is None or counter.contingent != state.contingent:
        return Refusal("7.2a", "only units of the contingent that operates are moved")
    if id_ not in state.data.mobile_ids:
        return Refusal("13.1b", f"{counter.title} is not a mobile ground unit")
    if kind == TRANSFER and id_ not in state.data.transferred_ids:
        return Refusal("23.5a", f"{counter.title} cannot be moved by air transfer: only French and US units can")
    if kind != TRANSFER and id_ not in state.data.flyer_ids:
        return Refusal("23.3a" if kind == PARACHUTE else "23.4a", f"{counter.title} has neither wings nor is it SOF")
    if id_ in state.flown:
        return Refusal("23.5d", f"{counter.title} has flown in this operation")
    if state.spent.get(id_) or id_ in state.halted:
        return Refusal("23.5g", f"{counter.title} has moved on the ground in this operation")
    return None


def why_not_origin(state: ServalState, kind: str, origin: str) -> Refusal | None:
    """23.3a, 23.4b, 23.5b  What keeps a flight of a kind from starting in a place."""
    data = state.data
    if kind not in KINDS:
        return Refusal("23.0a", "an airlift is a parachute, airmobile or transfer move")
    if kind == AIRMOBILE:
        if origin not in data.near:
            return Refusal("23.4a", "airmobile moves neither start nor end in a Staging Area")
        if base_in(state, COALITION, origin) or origin in covered(state, COALITION):
            return None
        return Refusal("23.4b", f"no friendly base is in {state.title(origin)} or covers it")
    if origin in data.airports:
        return None
    if kind == PARACHUTE and origin == FRANCE:
        return Refusal("29.2b", "France is left by air transfer only: fly to an occupied airport and jump later")
    if origin in STAGING[COALITION]:
        return None
    if origin in data.near:
        return Refusal(RULES[kind], f"{state.title(origin)} has no airport")
    return Refusal(RULES[kind], "no flight starts there")


def passengers(state: ServalState, kind: str, origin: str) -> list[str]:
    """The units in a place that could fly in this way."""
    units = state.own(COALITION, origin)
    return [unit.id for unit in units if why_not_passenger(state, kind, unit.id) is None]


def has_passengers(state: ServalState, kind: str, origin: str) -> bool:
    """Whether any unit in a place could fly in this way."""
    return any(why_not_passenger(state, kind, unit.id) is None for unit in state.own(COALITION, origin))


def loads(state: ServalState) -> list[Load]:
    """The airlifts that may be prepared now: every unit that could fly is asked once, then where it stands."""
    if not state.airlift:
        return []
    flyers = set(_boarding(state, PARACHUTE))
    origins = {PARACHUTE: flyers, AIRMOBILE: flyers, TRANSFER: set(_boarding(state, TRANSFER))}  # wings serve for both
    return [
        Load(kind, origin)
        for origin in sorted(set().union(*origins.values()))
        for kind in KINDS
        if origin in origins[kind] and why_not_origin(state, kind, origin) is None
    ]


def _boarding(state: ServalState, kind: str) -> Iterator[str]:
    """Where units stand that could fly in this way."""
    units, field = state.units, state.data.field
    busy = state.flown.union(state.halted, state.spent)
    for id_ in state.data.riders[state.contingent, kind == TRANSFER]:  # of these only what they have done keeps one
        here = units[id_].at
        if here in field and (id_ not in busy or why_not_passenger(state, kind, id_) is None):
            yield here


def why_not_load(state: ServalState, kind: str, origin: str) -> Refusal | None:
    """23  What keeps an airlift of a kind from being prepared in a place."""
    refusal = why_no_airlift(state) or why_not_origin(state, kind, origin)
    if refusal is None and not has_passengers(state, kind, origin):
        reasons = [why_not_passenger(state, kind, unit.id) for unit in state.own(COALITION, origin)]
        told = [reason for reason in reasons if reason is not None and reason.rule in PASSENGER_RULES]
        nobody = Refusal(RULES[kind], f"no unit of the contingent that could fly is in {state.title(origin)}")
        return max(told, key=lambda reason: PASSENGER_RULES.index(reason.rule), default=nobody)
    return refusal


def why_overloaded(state: ServalState, kind: str, units: Iterable[str]) -> Refusal | None:
    """23.3b, 23.4c, 23.5c  One task force with few companies, or four companies."""
    loads = state.data.tables.airlift
    extra = {
        PARACHUTE: loads.parachute_with_task_force,
        AIRMOBILE: loads.airmobile_with_task_force,
        TRANSFER: loads.transfer_with_task_force,
    }[kind]
    large = [is_battalion(state, id_) for id_ in units]
    battalions, companies = large.count(True), large.count(False)
    if battalions > 1 or companies > (extra if battalions else loads.companies):
        beside = {0: "alone", 1: "and one company"}.get(extra, f"and {extra} companies")
        return Refusal(LOAD_RULES[kind], f"one airlift carries one task force {beside}, or {loads.companies} companies")
    return None


def why_not_land(state: ServalState, kind: str, origin: str, place: str) -> Refusal | None:
    """23.3-23.5, 29.2, 29.3  What keeps a flight from ending in a place."""
    if place == origin:
        return Refusal(RULES[kind], "the flight starts from there")
    if place in STAGING[COALITION]:
        return _why_not_staging(kind, origin, place, state)
    if place not in state.data.near:
        return Refusal("7.5b", "no Coalition unit lands there")
    if place not in state.data.open[COALITION]:
        rule = "7.5c" if state.data.country[place] == "algeria" else "7.5b"
        return Refusal(rule, f"{state.title(place)} lies in a country closed to the Coalition")
    if place in blocked(state, COALITION):
        return Refusal("23.5f" if kind == TRANSFER else "13.2a", f"enemy units stand in {state.title(place)}")
    if kind == TRANSFER:
        if place not in state.data.airports:
            return Refusal("23.5b", f"{state.title(place)} has no airport")
        if not state.own(COALITION, place):
            return Refusal("23.5b", f"the airport of {state.title(place)} is not occupied by a friendly unit")
    if kind == AIRMOBILE and not has_helicopter_link(state, origin, place):
        return Refusal("23.4b", f"no base links {state.title(origin)} and {state.title(place)} within its radius")
    return None


def _why_not_staging(kind: str, origin: str, place: str, state: ServalState) -> Refusal | None:
    if kind == AIRMOBILE:
        return Refusal("23.4a", "airmobile moves neither start nor end in a Staging Area")
    if kind == PARACHUTE and place == FRANCE:
        return Refusal("29.2b", "France is reached by air transfer only")
    if kind == PARACHUTE and origin in STAGING[COALITION]:
        return Refusal("29.3a", "only air transfer leads from one Staging Area to another")
    return None


def has_helicopter_link(state: ServalState, origin: str, place: str) -> bool:
    """23.4b  Whether a base at one end covers the other end."""
    for base in bases(state, COALITION):
        if (base.at == origin and covers(state, base, place)) or (base.at == place and covers(state, base, origin)):
            return True
    return False


def landings(state: ServalState, kind: str, origin: str) -> Iterator[str]:
    """The places where a flight could end, widely."""
    if kind != AIRMOBILE:
        yield from STAGING[COALITION]
    if kind == TRANSFER:
        yield from sorted(state.data.airports)
    elif kind == PARACHUTE:
        yield from (hex_ for hex_ in state.data.hexes if hex_ in state.data.open[COALITION])
    else:
        hexes = {base.at for base in bases(state, COALITION)}
        for base in bases(state, COALITION):
            if base.at == origin:
                hexes |= state.data.disc(origin, state.radius(base))
        yield from sorted(hexes)


def load_offers(state: ServalState) -> Iterator[Load]:
    """Every airlift that could be prepared now."""
    if not state.airlift:
        return
    places = {unit.at for id_ in state.data.members[state.contingent] if state.in_play(unit := state.units[id_])}
    for origin in sorted(places):
        yield from (Load(kind, origin) for kind in KINDS)


class Loading(HandStep, frozen=True, tag=True):
    """23  Units board an airlift that was prepared, and it flies, or it is called off."""

    kind: str = TRANSFER
    zone: str = ""  # the part of the theater that paratroops are bound for

    def prompt(self, state: ServalState) -> str:
        if self.zone:
            return f"Choose where they drop in {state.data.zone_names[self.zone]} ({RULES[self.kind]})."
        where = state.title(self.place)
        if self.units:
            so_far = len(self.units)
            return f"Choose what else flies {WORDS[self.kind]}, {so_far} so far, or where to ({RULES[self.kind]})."
        return f"Choose what flies {WORDS[self.kind]} from {where}, then where ({RULES[self.kind]})."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(Board, passengers(state, self.kind, self.place))
        yield from map(Unload, self.units)
        if self.units:
            yield from map(FlyTo, self._landings(state))
            yield from map(Aim, state.data.drop_zones)
        yield CallOff()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        able = [id_ for id_ in passengers(state, self.kind, self.place) if self._why_not_board(state, id_) is None]
        if not self.units:
            return (*map(Board, able), CallOff())
        kind, here = self.kind, self.place
        places = [place for place in self._landings(state) if why_not_land(state, kind, here, place) is None]
        zones = [zone for zone in state.data.drop_zones if self._why_not_aim(state, zone) is None]
        return (*map(Board, able), *map(Unload, self.units), *map(FlyTo, places), *map(Aim, zones), CallOff())

    def _landings(self, state: ServalState) -> Iterator[str]:
        """Where the airlift could go now: paratroops to their part of the theater, all others anywhere."""
        if self.kind != PARACHUTE:
            return landings(state, self.kind, self.place)
        drop = state.data.drop_zones.get(self.zone)
        hexes = [hex_ for hex_ in state.data.hexes if hex_ in drop] if drop else []
        return iter((*STAGING[COALITION], *hexes))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Board(id_):
                return self._why_not_board(state, id_)
            case Unload(id_):
                return None if id_ in self.units else Refusal(LOAD_RULES[self.kind], "that unit has not boarded")
            case FlyTo(place):
                if not self.units:
                    return Refusal(LOAD_RULES[self.kind], "nobody has boarded")
                return why_not_land(state, self.kind, self.place, place) or self._why_astray(state, place)
            case Aim(zone):
                return self._why_not_aim(state, zone)
            case CallOff():
                return None
        return Refusal(RULES[self.kind], "fly the airlift or call it off first")

    def _why_not_aim(self, state: ServalState, zone: str) -> Refusal | None:
        if self.kind != PARACHUTE:
            return Refusal(RULES[self.kind], "only a drop has the whole theater to choose from")
        if not self.units:
            return Refusal(LOAD_RULES[self.kind], "nobody has boarded")
        if zone not in state.data.drop_zones:
            return Refusal("23.3a", f"a drop goes to {listed(state.data.zone_names.values(), 'or')}")
        if zone == self.zone:
            return Refusal("23.3a", f"the drop goes to {state.data.zone_names[zone]} already")
        return None

    def _why_astray(self, state: ServalState, place: str) -> Refusal | None:
        """Whether a drop was announced for another part of the theater than a hex lies in."""
        if self.kind != PARACHUTE or place not in state.data.near:
            return None
        zone = next(zone for zone, hexes in state.data.drop_zones.items() if place in hexes)
        if zone == self.zone:
            return None
        where = state.data.zone_names[zone]
        return Refusal("23.3a", f"{state.title(place)} lies in {where}: say first that they drop there")

    def _why_not_board(self, state: ServalState, id_: str) -> Refusal | None:
        refusal = why_not_passenger(state, self.kind, id_)
        if refusal is not None:
            return refusal
        if state.units[id_].at != self.place:
            return Refusal(LOAD_RULES[self.kind], f"{state.name(id_)} is not in {state.title(self.place)}")
        if id_ in self.units:
            return Refusal(LOAD_RULES[self.kind], f"{state.name(id_)} has already boarded")
        return why_overloaded(state, self.kind, (*self.units, id_))

    def play(self, state: ServalState, action: Any) -> None:
        match action:
            case Board(id_):
                state.swap(replace(self, units=(*self.units, id_)))
            case Unload(id_):
                state.swap(replace(self, units=tuple(other for other in self.units if other != id_)))
            case Aim(zone):
                state.swap(replace(self, zone=zone))
            case CallOff():
                state.flow.pop()
            case FlyTo(place):
                state.flow.pop()
                self._fly(state, place)

    def _fly(self, state: ServalState, place: str) -> None:
        state.airlift -= 1
        route = f"{WORDS[self.kind]} from {state.title(self.place)} to {state.title(place)}"
        left = airlift_left(state)
        text = f"{names(state, self.units)} fl{'ies' if len(self.units) == 1 else 'y'} {route}; {left}."
        public = f"{state.data.contingents[state.contingent].name} units fly {route}; {left}."
        tell(state, COALITION, text, public, RULES[self.kind], "23.2a", places=(self.place, place))
        for id_ in self.units:
            state.change(id_, at=place)
        state.flown |= set(self.units)


# Air supply (23.6)


def why_no_supply(state: ServalState) -> Refusal | None:
    """23.6  What keeps air supply from every hex: no airlift, a mission of this operation, or no marker."""
    refusal = why_no_airlift(state)
    if refusal is not None:
        return refusal
    if state.supply:
        return Refusal("23.6b", f"air supply goes to {state.title(state.supply)} in this operation")
    return why_no_marker(state)


def why_no_marker(state: ServalState) -> Refusal | None:
    """23.6a  Air supply is a marker, which waits in the air box."""
    if any(state.units[id_].at == AIR_BOX for id_ in state.data.ids_of["air_supply"]):
        return None
    return Refusal("23.6a", "the air supply marker is not in the air box")


def supplied_hexes(state: ServalState) -> list[str]:
    """Where air supply may go now."""
    return [*state.where(COALITION)] if why_no_supply(state) is None else []


def why_not_supply(state: ServalState, hex_: str) -> Refusal | None:
    """23.6  One hex with Coalition units a mission, one mission an operation, for an airlift point."""
    return why_no_supply(state) or _why_not_supplied(state, hex_)


def _why_not_supplied(state: ServalState, hex_: str) -> Refusal | None:
    """23.6a  What keeps air supply from one hex."""
    if hex_ not in state.data.near or not state.own(COALITION, hex_):
        return Refusal("23.6a", "air supply goes to a hex with Coalition units")
    return None


def supply_by_air(state: ServalState, hex_: str) -> None:
    """23.6a  The marker serves the hex until the operation is over."""
    state.airlift -= 1
    state.supply = hex_
    text = f"Air supply for {state.title(hex_)}; {airlift_left(state)}."
    state.note(text, "23.6a", places=(hex_,))


# The reaction of SOF (24)


def reaction_hexes(state: ServalState, unit: Unit) -> list[str]:
    """24.1a  Where a SOF unit on a base could react to: within that base's radius, to a unit of its contingent."""
    counters = state.data.counters
    found: set[str] = set()
    contingent = counters[unit.id].contingent
    for base in bases(state, COALITION):
        if base.at == unit.at:
            found |= state.data.disc(base.at, state.radius(base))
    friends = (other for hex_ in found for other in state.own(COALITION, hex_))
    hexes = {friend.at for friend in friends if counters[friend.id].contingent == contingent}
    return sorted(hexes - {unit.at})


def why_not_react(state: ServalState, id_: str, hex_: str) -> Refusal | None:
    """24.1a  What keeps a SOF unit from reacting into a hex."""
    counter, unit = state.data.counters.get(id_), state.units.get(id_)
    if counter is None or unit is None or counter.type != "sof":
        return Refusal("24.1a", "only a SOF unit can react")
    if state.initiative != COALITION:
        return Refusal("24.1a", "a reaction needs the initiative")
    refusal = why_no_airlift(state)
    if refusal is not None:
        return refusal
    if not state.on_map(unit) or not base_in(state, COALITION, unit.at):
        return Refusal("24.1a", f"{state.name(id_)} is not in a hex with a base")
    if hex_ not in reaction_hexes(state, unit):
        return Refusal("24.1a", "a reaction goes to a unit of the same contingent within the radius of the base")
    return None


class SofReaction(ReactionWindow, frozen=True, tag=True):
    """24.1  After the movement of the Islamists one SOF unit may fly to a friend, before any attack is declared."""

    def could_react(self, state: ServalState) -> bool:
        return state.initiative == COALITION and state.airlift > 0 and bool(bases(state, COALITION))

    def depends_on_hidden(self, state: ServalState) -> bool:
        return state.fog

    def prompt(self, state: ServalState) -> str:
        return "Let one SOF unit react before the Islamists attack, or not (24.1a)."

    def reactions(self, state: ServalState) -> Iterator[Action]:
        for hex_ in sorted({base.at for base in bases(state, COALITION)}):
            for unit in state.own(COALITION, hex_):
                if state.data.counters[unit.id].type == "sof":
                    yield from (React(unit.id, goal) for goal in reaction_hexes(state, unit))

    def why_not_react(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, React):
            return why_not_react(state, action.unit, action.hex)
        return Refusal("24.1a", "the decision about the reaction comes first")

    def react(self, state: ServalState, action: React) -> None:
        state.flow.pop()
        state.airlift -= 1
        here = state.units[action.unit].at
        route = f"from {state.title(here)} to {state.title(action.hex)}; {airlift_left(state)}"
        text, public = f"{state.name(action.unit)} reacts {route}.", f"A SOF unit reacts {route}."
        tell(state, COALITION, text, public, "24.1a", "24.1b", places=(here, action.hex))
        state.change(action.unit, at=action.hex)
