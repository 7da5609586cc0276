"""11.1-11.6  Steps along land and sea routes: which routes, how far, and the enemies that stop a move."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Refusal
from somali_pirates.counter_sheet import Counter
from somali_pirates.state import COALITION, ENEMY, PIRATE, PirateState, Unit

EMBARKED = "embarked"  # how a unit moved that went aboard in a port, before the port
SUPPLIED_FLIGHT = 4  # 30.3b


def walks_from(state: PirateState, id_: str) -> tuple[str, ...]:
    """The Zones a unit could step to from where it is, enemies and what it has moved left aside."""
    return state.data.ways_of[id_].get(state.units[id_].at, ())


def why_not_walk(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """What keeps a unit from stepping into a Zone (11.1-11.6, 7.10, 20.3, 20.4)."""
    return why_not_go_on(state, id_) or why_not_take_route(state, id_, zone)


def why_not_go_on(state: PirateState, id_: str) -> Refusal | None:
    """What keeps a unit from going anywhere on its own feet or keel (11.5, 16.2, 22.3)."""
    counter, unit = state.data.counters[id_], state.units[id_]
    if counter.category == "air":
        return Refusal("11.7a", f"{counter.name} flies")
    if "flies_only" in counter.flags:
        return Refusal("20.2a", f"{counter.name} moves only by flying")
    if counter.move == 0:
        return Refusal("11.5a", f"{counter.name} has movement 0")
    if unit.aboard:
        return Refusal("22.3b", f"{counter.name} is aboard {state.data.name(unit.aboard)}")
    if unit.hidden:
        return Refusal("16.2a", f"{counter.name} is Underground and has to come out first")
    refusal = why_not_move_more(state, id_)
    if refusal is not None:
        return refusal
    if state.moved.get(id_) == "unsupplied":
        return Refusal("30.1a", f"{counter.name} began neither at nor next to a base and goes one Zone only")
    spent = state.spent.get(id_)
    if spent and spent >= allowance(state, id_):
        return Refusal("2.11e", f"{counter.name} has used its movement of {counter.move}")
    return None


def why_not_move_more(state: PirateState, id_: str) -> Refusal | None:
    """What its earlier move in this phase forbids a unit (11.3b, 11.4b, 22.3, 24.0c)."""
    moved = state.moved.get(id_)
    if moved is None:
        return None
    name = state.data.name(id_)
    match moved.partition(" ")[0]:  # after embarking its port follows
        case "stopped":
            return Refusal("11.4b" if state.data.counters[id_].walks else "11.3b", f"{name} had to stop for the enemy")
        case "moored":
            return Refusal("22.3a", f"{name} has put a unit ashore and is finished")
        case "hid":
            return Refusal("16.2a", f"{name} has entered or left the Underground, which is its whole move")
        case "carried" | "embarked":
            return Refusal("22.3b", f"{name} has embarked or disembarked, which is its whole move")
        case "lifted":
            return Refusal("23.1b", f"{name} was carried by helicopter and moves no further")
        case "redeployed":
            return Refusal("24.0c", f"{name} was redeployed and moves no further")
        case "flown":
            return Refusal("11.8a", f"{name} has flown in this phase")
    return None


def why_not_take_route(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """What keeps a unit from crossing to a neighbouring Zone by its own kind of route (7.10b, 11.3a, 11.4a, 20.4a)."""
    data, counter, here = state.data, state.data.counters[id_], state.units[id_].at
    if zone not in data.zones:
        return Refusal("2.4a", f"there is no Zone {zone!r}")
    there = data.zones[zone]
    if counter.side == PIRATE and there.closed:
        return Refusal("7.10b", f"{there.name} is closed to the Pirates")
    if zone not in data.ways_of[id_].get(here, ()):
        return _explain_route(state, counter, here, zone)
    return why_not_pass(state, counter.side, here, zone)


def why_not_pass(state: PirateState, side: str, here: str, zone: str) -> Refusal | None:
    """What a chit on the map forbids a unit that goes from one place to another (CHIT.C5, CHIT.P1)."""
    data = state.data
    if not state.shut or here == zone:
        return None
    if side == COALITION:
        for place in (here, zone):
            if place in state.shut:
                return Refusal("CHIT.P1", f"{data.name(place)} is closed by Dar al-Harb this turn")
        return None
    region = data.zones[here].region
    if region in state.shut and data.zones[zone].region != region:
        return Refusal("CHIT.C5", "Somali Civil War: no Pirate unit leaves the Region this turn")
    return None


def _explain_route(state: PirateState, counter: Counter, here: str, zone: str) -> Refusal:
    data = state.data
    names = f"{data.zones[here].name} to {data.zones[zone].name}"
    if zone not in data.near[here]:
        return Refusal("2.4a", f"no route leads from {names}")
    match data.gait(counter):
        case "ship":
            return Refusal("11.3a", f"no ship can go from {names}: there is no port")
        case "river":
            return Refusal("20.4a", f"{counter.name} can enter only ports and the Sea Zones next to them")
        case "sof":
            return Refusal("20.3a", f"{counter.name} goes to sea from a port and stays there until it returns")
    return Refusal("11.4a", f"{counter.name} cannot cross the water from {names}")


def stops_at(state: PirateState, id_: str, zone: str) -> bool:
    """Whether enemies end a unit's move the moment it enters a Zone (11.3b, 11.3c, 11.4b, R39-R41, R46)."""
    counter = state.data.counters[id_]
    enemies = state.open_at(zone, ENEMY[counter.side])
    if counter.category == "naval":
        return counter.side == PIRATE and any(_halts_ships(state, enemy) for enemy in enemies)
    if counter.category == "sof" and state.data.zones[zone].kind == "sea":
        return False
    return bool(enemies)


def _halts_ships(state: PirateState, unit: Unit) -> bool:
    counter = state.data.counters[unit.id]
    return counter.category == "naval" or (counter.type == "patrol" and unit.aloft)


def allowance(state: PirateState, id_: str) -> int:
    """How many Zones a unit may go in this phase (2.11e, 30.1a)."""
    counter = state.data.counters[id_]
    limited = state.options.get("logistics") and counter.side == COALITION and counter.walks and counter.move > 1
    if limited and id_ not in state.spent and not is_supplied(state, id_):
        return 1
    return counter.move


def is_supplied(state: PirateState, id_: str) -> bool:
    """Whether a Coalition unit is in supply where it is (30.1a, 30.3a, 30.3b)."""
    data, counter, unit = state.data, state.data.counters[id_], state.units[id_]
    if counter.side == PIRATE or not counter.walks or counter.type == "base" or unit.aboard:
        return True
    if unit.at not in data.zones:  # lost in the attack that is being shown
        return True
    near = (unit.at, *data.near[unit.at])
    if any(has_base(state, zone, COALITION) for zone in near):
        return True
    if "airmobile" in counter.flags:
        return any(data.distance(unit.at, zone) <= SUPPLIED_FLIGHT for zone in base_zones(state))
    if "amphibious" in counter.flags and data.zones[unit.at].coastal:
        return any(_is_depot_ship(state, ship, counter) for zone in near for ship in state.units_at(zone, COALITION))
    return False


def _is_depot_ship(state: PirateState, ship: Unit, counter: Counter) -> bool:
    """30.3b, R53  An AWG at sea, of the unit's own side; no port is needed."""
    return state.data.counters[ship.id].type == "awg" and state.data.zones[ship.at].kind == "sea"


def base_zones(state: PirateState) -> Iterator[str]:
    """Every Zone with a Coalition base, and every Off-Map base."""
    return (zone for zone in state.data.zones if has_base(state, zone, COALITION))


def has_base(state: PirateState, zone: str, side: str) -> bool:
    """11.8f, 26.0a  Whether a base unit of the side stands in a Zone, or the Zone is an Off-Map base."""
    if state.data.zones[zone].kind == "off_map":
        return side == COALITION
    return zone in state.base_zones[side]


def walk(state: PirateState, id_: str, zone: str) -> None:
    """Step into a Zone with all cargo, and stop if enemies are there."""
    data, counter = state.data, state.data.counters[id_]
    is_cut = allowance(state, id_) < counter.move
    state.spent = {**state.spent, id_: state.spent.get(id_, 0) + (counter.move if is_cut else 1)}
    state.move(id_, zone)
    stopped = stops_at(state, id_, zone)
    state.note_move(id_, "stopped" if stopped else "unsupplied" if is_cut else "moving")
    verb = "sails" if counter.category == "naval" else "goes"
    halt = " and stops for the enemy" if stopped else ""
    rule = ("11.3b" if counter.category == "naval" else "11.4b") if stopped else "11.1a"
    state.note(f"{counter.name} {verb} to {data.name(zone)}{halt}.", rule, places=(zone,))


def reach(state: PirateState, id_: str) -> dict[str, tuple[str, ...]]:
    """Every Zone a unit can still walk or sail to in this phase, with the Zones on its way there."""
    if why_not_go_on(state, id_) is not None:
        return {}
    counter, here = state.data.counters[id_], state.units[id_].at
    left = allowance(state, id_) - state.spent.get(id_, 0)
    ways = state.data.ways[counter.side][state.data.gait(counter)]
    found: dict[str, tuple[str, ...]] = {here: ()}
    frontier = [here]
    for _ in range(left):
        onward: list[str] = []
        for zone in frontier:
            for to in ways.get(zone, ()):
                if to not in found and why_not_pass(state, counter.side, zone, to) is None:
                    found[to] = (*found[zone], to)
                    if not stops_at(state, id_, to):
                        onward.append(to)
        frontier = onward
    del found[here]
    return found
