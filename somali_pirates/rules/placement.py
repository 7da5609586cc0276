"""9.4, 9.5, 25.2, 28  Where new units and replacements may be placed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import islice

from common.engine import Refusal, Side
from common.engine.parts import Parts
from somali_pirates.actions import Place
from somali_pirates.counter_sheet import Counter
from somali_pirates.printed_tables import Good
from somali_pirates.rules.air import why_not_land
from somali_pirates.rules.sealift import why_not_carry
from somali_pirates.rules.stacks import is_common, partners, why_not_mark
from somali_pirates.rules.underground import why_not_box
from somali_pirates.state import AVAILABLE, COALITION, PIRATE, WAITING, PirateState

SOMALIA = ("southern_somalia", "puntland", "somaliland")
CARRIERS = ("cvg", "awg")  # 21.2a
UNDER = "under"  # how a unit is placed in the box
MOST_NAMED = 4  # so many Zones a refusal names


def is_in_place(state: PirateState, id_: str) -> bool:
    """9.4b  Whether a unit stood on the map when the phase or set-up step began (R20)."""
    return state.units[id_].at in state.data.zones and id_ not in state.fresh


def zones_of(state: PirateState, token: str, counter: Counter) -> tuple[str, ...]:
    """The Zones that a word of the Mobilization Chart means at this moment."""
    if token in state.data.zones:
        return (token,)
    known, key = known_ways(state).zones, (token, counter.faction)
    zones = known.get(key)
    if zones is None:
        find = TOKENS.get(token)
        zones = known[key] = tuple(find(state, counter)) if find else ()
    return zones


def _base_zones(state: PirateState, side: Side) -> Iterator[str]:
    places = {state.units[id_].at for id_ in state.data.bases[side] if is_in_place(state, id_)}
    return (zone for zone in state.data.lands if zone in places)


def _garrisoned(state: PirateState, counter: Counter) -> Iterator[str]:
    """R30  Land Zones with a Coalition unit in place that is neither carried nor aloft."""
    for zone in state.data.lands:
        units = state.units_at(zone, COALITION)
        if any(is_in_place(state, unit.id) and not unit.aboard and not unit.aloft for unit in units):
            yield zone


def _haunted(state: PirateState, counter: Counter) -> Iterator[str]:
    """Land Zones of Somalia with an Open Pirate unit in place; in set-up none is needed."""
    for zone in _somali(state, counter):
        if state.phase == "setup" or any(is_in_place(state, unit.id) for unit in state.open_at(zone, PIRATE)):
            yield zone


def _somali(state: PirateState, counter: Counter) -> list[str]:
    return [zone for region in SOMALIA for zone in state.data.regions[region]]


def _own(state: PirateState, counter: Counter) -> tuple[str, ...]:
    return state.data.regions.get(counter.faction, ())


def _own_ports(state: PirateState, counter: Counter) -> list[str]:
    return [zone for zone in _own(state, counter) if state.data.zones[zone].port]


def _own_coast(state: PirateState, counter: Counter) -> list[str]:
    ports = _own_ports(state, counter)
    return [sea for sea in state.data.seas if any(port in ports for port in state.data.routes["port"][sea])]


def _own_strongholds(state: PirateState, counter: Counter) -> Iterator[str]:
    """Zones of the own Region with a Pirate base or a Warlord of the faction in place."""
    warlords = [id_ for id_ in state.data.of_faction[counter.faction] if id_ in state.data.warlords]
    bases = set(_base_zones(state, PIRATE))
    for zone in _own(state, counter):
        lords = [id_ for id_ in warlords if state.units[id_].at == zone and not state.units[id_].aboard]
        if zone in bases or any(is_in_place(state, id_) for id_ in lords):
            yield zone


def _own_harbours(state: PirateState, counter: Counter) -> list[str]:
    bases = set(_base_zones(state, PIRATE))
    return [zone for zone in _own_ports(state, counter) if zone in bases]


def _off_map_ports(state: PirateState, counter: Counter) -> list[str]:
    return [zone for zone in state.data.offmap if state.data.zones[zone].port]


def _off_map_seas(state: PirateState, counter: Counter) -> list[str]:
    ports = _off_map_ports(state, counter)
    return [sea for sea in state.data.seas if any(near in ports for near in state.data.near[sea])]


def _coalition_bases(state: PirateState, counter: Counter) -> Iterator[str]:
    return _base_zones(state, COALITION)


def _coalition_base_ports(state: PirateState, counter: Counter) -> list[str]:
    return [zone for zone in _base_zones(state, COALITION) if state.data.zones[zone].port]


def _off_map(state: PirateState, counter: Counter) -> tuple[str, ...]:
    return state.data.offmap


TOKENS: dict[str, Callable[[PirateState, Counter], Iterator[str] | list[str] | tuple[str, ...]]] = {
    "any_off_map": _off_map,
    "any_off_map_port": _off_map_ports,
    "sea_zone_next_to_off_map_port": _off_map_seas,
    "any_coalition_base_in_place": _coalition_bases,
    "coalition_base_in_place_with_port": _coalition_base_ports,
    "land_zone_with_coalition_unit_in_place": _garrisoned,
    "any_land_zone_of_own_region": _own,
    "any_land_zone_of_three_regions": _somali,
    "port_of_own_region": _own_ports,
    "sea_zone_next_to_port_of_own_region": _own_coast,
    "zone_of_own_region_with_pirate_base_or_own_warlord_in_place": _own_strongholds,
    "port_of_own_region_with_pirate_base_in_place": _own_harbours,
    "land_zone_of_the_three_regions_with_open_pirate_unit_in_place": _haunted,
}


def tokens_of(good: Good, counter: Counter) -> tuple[str, ...]:
    """The words of the chart that are for a unit of this category."""
    if counter.category == "naval" and good.naval:
        return good.naval
    if counter.category == "air" and good.air:
        return good.air
    return good.zones


def listed_zones(state: PirateState, id_: str) -> set[str]:
    """9.4a  The Zones that the chart names for a unit, and for a replacement every base (R28)."""
    counter = state.data.counters[id_]
    tokens = tokens_of(state.data.good_of[id_], counter)
    if id_ in state.due:
        tokens += ("any_coalition_base_in_place", "any_off_map")
    return {zone for token in tokens for zone in zones_of(state, token, counter)}


def ships_for(state: PirateState, id_: str) -> list[str]:
    """The own ships on which a unit may be placed: carriers for aircraft, transports of the same step for the rest."""
    counter = state.data.counters[id_]
    tokens = tokens_of(state.data.good_of[id_], counter)
    counters = state.data.counters
    fleet = [
        ship
        for ship in state.data.of_faction[counter.faction]
        if counters[ship].category == "naval" and state.units[ship].at in state.data.zones
    ]
    if "own_carrier" in tokens:
        return [ship for ship in fleet if counters[ship].type in CARRIERS]
    return [ship for ship in fleet if ship in state.fresh] if "aboard_own_transport" in tokens else []


# Judging one placement


def placing(state: PirateState) -> Parts[str, Place]:
    """9.4  What forbids units their places; the Zones that the chart names for a unit are looked up once."""
    listed: dict[str, set[str]] = {}

    def why_not(unit: str, action: Place) -> Refusal | None:
        if unit not in listed:
            listed[unit] = listed_zones(state, unit)
        return why_not_place(state, action, listed[unit])

    return Parts(both=why_not)


def why_not_place(state: PirateState, action: Place, listed: Container[str] | None = None) -> Refusal | None:
    """9.4, 9.5  What forbids a new unit a place; enemies there never do (9.5a). The Zones listed may be known."""
    if action.unit not in state.data.counters or action.zone not in state.data.zones:
        return Refusal("9.4a", "there is no such unit or Zone")
    counter, zone = state.data.counters[action.unit], state.data.zones[action.zone]
    if action.how and action.mark:
        return Refusal("7.3a", f"{counter.name} cannot be stacked while it is Underground or aboard")
    if action.how and action.how != UNDER:
        return _why_not_aboard(state, action)
    if action.zone not in (listed_zones(state, action.unit) if listed is None else listed):
        return Refusal(
            _rule_of(counter), f"{counter.name} may not be placed in {zone.name}: {_lacking(state, counter)}"
        )
    return why_not_enter(state, counter, action.zone, action.how) or why_not_mark(
        state, action.unit, action.zone, action.mark
    )


def why_not_enter(state: PirateState, counter: Counter, zone: str, how: str) -> Refusal | None:
    """What a place itself forbids, whichever rule names it: closed, a second base, no port, no room, no box."""
    place = state.data.zones[zone]
    if state.is_shut(zone):
        rule = "CHIT.P1" if place.kind == "off_map" else "CHIT.C5"
        if place.kind == "off_map" or counter.side == PIRATE:
            return Refusal(rule, f"{place.name} is closed this turn")
    if counter.type == "base" and any(zone in bases for bases in state.base_zones.values()):
        return Refusal("25.1a", f"there is already a base in {place.name}")
    if counter.category == "naval" and place.kind != "sea" and not place.port:
        return Refusal("25.2d", f"{place.name} has no port")
    if counter.category == "air":
        return why_not_land(state, counter.id, zone, "")
    return why_not_box(state, counter.id, zone) if how == UNDER else None


def _why_not_aboard(state: PirateState, action: Place) -> Refusal | None:
    """22.2a, 21.2a  A unit placed on a ship of its faction."""
    counter, ship = state.data.counters[action.unit], action.how
    if ship not in ships_for(state, action.unit) or state.units[ship].at != action.zone:
        return Refusal("9.4a", f"{counter.name} may not be placed on that ship")
    if state.is_shut(action.zone):
        return Refusal("CHIT.P1", f"{state.data.zones[action.zone].name} is closed this turn")
    if counter.category == "air":
        return why_not_land(state, action.unit, action.zone, ship)
    return why_not_carry(state, ship, action.unit)


def _rule_of(counter: Counter) -> str:
    """The rule that a wrong place breaks."""
    needing = ("mothership", "technical", "base")
    return "9.4b" if counter.type in needing and (counter.side == PIRATE or counter.type == "base") else "9.4a"


def _lacking(state: PirateState, counter: Counter) -> str:
    """What a unit needs for its place, or the Zones that the chart names for it."""
    needs = {
        "mothership": "it needs a Pirate base in place in a port of its Region",
        "technical": "it needs a Pirate base or its Warlord in place in its Region",
        "base": "it needs an Open Pirate unit in place there",
    }
    if counter.side == PIRATE and counter.type in needs:
        return needs[counter.type]
    if counter.type == "base":
        return "no Coalition unit is in place there"
    listed = listed_zones(state, counter.id)
    names = [zone.name for zone in state.data.zones.values() if zone.id in listed]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"its places are {', '.join(names[:MOST_NAMED])}{more}"


def ways(state: PirateState, id_: str, known: set[str] | None = None) -> Iterator[Place]:
    """Every placement of a unit that could be legal; the Zones listed for it may be known."""
    counter = state.data.counters[id_]
    listed = listed_zones(state, id_) if known is None else known
    for zone in (zone for zone in state.data.zones if zone in listed):
        marks = partners(state, id_, zone) if is_common(state, id_) and counter.category != "air" else []
        for mark in ("", *marks):
            yield Place(id_, zone, "", mark)
        if state.data.zones[zone].underground and counter.category != "air":
            yield Place(id_, zone, UNDER)
    for ship in ships_for(state, id_):
        yield Place(id_, state.units[ship].at, ship)


class KnownWays:
    """The legal placements found so far, by kind of counter, and the position for which they hold."""

    __slots__ = ("able", "changes", "found", "fresh", "listed", "phase", "shut", "stock", "zones")

    def __init__(self, state: PirateState) -> None:
        self.changes, self.phase = state.changes, state.phase
        self.fresh, self.shut = state.fresh.copy(), state.shut.copy()
        self.found: dict[tuple[str, bool], list[Place]] = {}
        self.zones: dict[tuple[str, str], tuple[str, ...]] = {}  # what words of the chart mean for a faction
        self.listed: dict[tuple[str, bool], set[str]] = {}
        self.able: dict[tuple[str, bool], bool] = {}  # whether there is any, where no list was needed yet
        self.stock: dict[str, tuple[int, int]] = {}

    def hold(self, state: PirateState) -> bool:
        """Whether nothing has changed that decides about placements."""
        same = self.changes == state.changes and self.phase == state.phase
        return same and self.fresh == state.fresh and self.shut == state.shut

    def stock_of(self, state: PirateState, good: str) -> tuple[int, int]:
        """9.4b, 9.7a  How many more of a ware are left; whether a Zone could take a unit, and how many Zones a base."""
        stock = self.stock.get(good)
        if stock is None:
            ware = state.data.goods[good]
            left = [id_ for id_ in ware.ids if state.units[id_].at == AVAILABLE]
            ways: Iterable[Place] = open_ways(state, left[0]) if left and ware.single else ()
            if left and state.data.counters[left[0]].type != "base":
                ways = islice(ways, 1)  # one is enough
            stock = self.stock[good] = len(left), len({way.zone for way in ways})
        return stock


def known_ways(state: PirateState) -> KnownWays:
    """What is known of placements in this position."""
    known: KnownWays | None = state.memos.get("ways")
    if known is None or not known.hold(state):
        known = state.memos["ways"] = KnownWays(state)
    return known


def open_ways(state: PirateState, id_: str) -> Iterator[Place]:
    """Every placement that nothing forbids, found one by one."""
    known, kind = known_ways(state).listed, (state.data.counters[id_].group, id_ in state.due)
    listed = known.get(kind)
    if listed is None:
        listed = known[kind] = listed_zones(state, id_)
    return (action for action in ways(state, id_, listed) if why_not_place(state, action, listed) is None)


def legal_ways(state: PirateState, id_: str) -> list[Place]:
    """Every placement of a unit off the map that nothing forbids; units of one kind have the same."""
    known, kind = known_ways(state), (state.data.counters[id_].group, id_ in state.due)
    found = known.found.get(kind)
    if found is None:
        found = known.found[kind] = list(open_ways(state, id_))
    if not found or found[0].unit == id_:
        return found
    return [Place(id_, way.zone, way.how, way.mark) for way in found]


def has_way(state: PirateState, id_: str) -> bool:
    """Whether there is any legal placement of a unit off the map."""
    known, kind = known_ways(state), (state.data.counters[id_].group, id_ in state.due)
    able = known.able.get(kind)
    if able is None:
        able = known.able[kind] = next(open_ways(state, id_), None) is not None
    return able


def place(state: PirateState, action: Place, rule: str = "9.4a") -> None:
    """Set a new unit down."""
    ship = "" if action.how == UNDER else action.how
    state.put(action.unit, action.zone, action.how == UNDER, ship)
    if action.mark:
        state.change(action.unit, mark=action.mark)
    state.fresh.add(action.unit)
    state.due.pop(action.unit, None)
    where = state.data.zones[action.zone].name
    detail = ", Underground" if action.how == UNDER else f", aboard {state.data.counters[ship].name}" if ship else ""
    state.note(f"{state.data.counters[action.unit].name} is placed in {where}{detail}.", rule, places=(action.zone,))


def first_left(state: PirateState, good: str) -> str:
    """9.7a  The next counter of a kind that is not in play, or nothing."""
    return next((id_ for id_ in state.data.goods[good].ids if state.units[id_].at == "available"), "")


def waiting(state: PirateState, side: Side) -> list[str]:
    """The units of a side that are to be placed."""
    return [unit.id for unit in state.units_at(WAITING, side)]
