"""9.4, 9.5, 25.2, 28  Where new units and replacements may be placed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from common.engine import Refusal, Side
from common.engine.actions import Add
from somali_pirates.actions import Place
from somali_pirates.components import Zone
from somali_pirates.counter_sheet import Counter
from somali_pirates.printed_tables import Good
from somali_pirates.rules.air import why_not_land
from somali_pirates.rules.sealift import why_not_carry
from somali_pirates.rules.stacks import marks_for, why_not_mark
from somali_pirates.rules.underground import why_not_box
from somali_pirates.rules.zone_lists import gather
from somali_pirates.state import AVAILABLE, COALITION, ENEMY, PIRATE, WAITING, PirateState

SOMALIA = ("southern_somalia", "puntland", "somaliland")
CARRIERS = ("cvg", "awg")  # 21.2a
UNDER = "under"  # how a unit is placed in the box
Kind = tuple[int, bool]  # of units that are placed alike, and whether they are replacements
Ware = tuple[str, int, int, Add]  # with its price and the greatest number
Sale = tuple[list[Ware], set[int], list[str]]  # the wares, all their prices, and those about which more decides
MOST_NAMED = 4  # so many Zones a refusal names


def is_in_place(state: PirateState, id_: str) -> bool:
    """9.4b  Whether a unit stood on the map when the phase or set-up step began (R20)."""
    return state.units[id_].at in state.data.zones and id_ not in state.fresh


def _base_zones(state: PirateState, side: Side) -> list[str]:
    places = {state.units[id_].at for id_ in state.data.bases[side] if is_in_place(state, id_)}
    return sorted(places.intersection(state.data.lands), key=state.data.grouping.number.__getitem__)


def _garrisoned(state: PirateState, counter: Counter) -> list[str]:
    """R30  Land Zones with a Coalition unit in place that is neither carried nor aloft."""
    fresh, zones = state.fresh, state.data.zones
    return [
        zone
        for zone in state.occupied(COALITION)
        if zones[zone].kind == "land"
        and any(not unit.aboard and not unit.aloft and unit.id not in fresh for unit in state.units_at(zone, COALITION))
    ]


def _haunted(state: PirateState, counter: Counter) -> Sequence[str]:
    """Land Zones of Somalia with an Open Pirate unit in place; in set-up none is needed."""
    somali = _somali(state, counter)
    if state.phase == "setup":
        return somali
    fresh = state.fresh
    return [zone for zone in somali if any(unit.id not in fresh for unit in state.open_at(zone, PIRATE))]


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


def _coalition_bases(state: PirateState, counter: Counter) -> list[str]:
    return _base_zones(state, COALITION)


def _coalition_base_ports(state: PirateState, counter: Counter) -> list[str]:
    return [zone for zone in _base_zones(state, COALITION) if state.data.zones[zone].port]


def _off_map(state: PirateState, counter: Counter) -> tuple[str, ...]:
    return state.data.offmap


Word = Callable[[PirateState, Counter], Iterable[str]]
MAP_WORDS: dict[str, Word] = {
    "any_off_map": _off_map,
    "any_off_map_port": _off_map_ports,
    "sea_zone_next_to_off_map_port": _off_map_seas,
    "any_land_zone_of_own_region": _own,
    "any_land_zone_of_three_regions": _somali,
    "port_of_own_region": _own_ports,
    "sea_zone_next_to_port_of_own_region": _own_coast,
}
UNIT_WORDS: dict[str, Word] = {  # what they mean hangs on units in place
    "any_coalition_base_in_place": _coalition_bases,
    "coalition_base_in_place_with_port": _coalition_base_ports,
    "land_zone_with_coalition_unit_in_place": _garrisoned,
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


def listed_zones(state: PirateState, id_: str) -> tuple[str, ...]:
    """9.4a  The Zones that the chart names for a unit, and for a replacement every base (R28), in the map's order."""
    return known_words(state).zones_for(state, id_)


def kind_of(state: PirateState, id_: str) -> Kind:
    """The kind of a unit off the map: all of a kind may come into the same Zones."""
    return state.data.place_kinds[id_], id_ in state.due


def ships_for(state: PirateState, id_: str) -> list[str]:
    """The own ships on which a unit may be placed: carriers for aircraft, transports of the same step for the rest."""
    fleet, any_step = _fleet_for(state, id_)
    zones, units, fresh = state.data.zones, state.units, state.fresh
    return [ship for ship in fleet if units[ship].at in zones and (any_step or ship in fresh)] if fleet else []


def _fleet_for(state: PirateState, id_: str) -> tuple[tuple[str, ...], bool]:
    """The ships that the chart names for a unit, wherever they are, and if they may be there from earlier steps."""
    known = state.data.fleets.get(id_)
    if known is None:
        counters, of_faction = state.data.counters, state.data.of_faction
        tokens = tokens_of(state.data.good_of[id_], counters[id_])
        carried = "own_carrier" in tokens
        ships = [ship for ship in of_faction[counters[id_].faction] if counters[ship].category == "naval"]
        if carried:
            ships = [ship for ship in ships if counters[ship].type in CARRIERS]
        elif "aboard_own_transport" not in tokens:
            ships = []
        known = state.data.fleets[id_] = tuple(ships), carried
    return known


# Judging one placement


def why_not_place(state: PirateState, action: Place) -> Refusal | None:
    """9.4, 9.5  What forbids a new unit a place; enemies there never do (9.5a)."""
    if action.unit not in state.data.counters or action.zone not in state.data.zones:
        return Refusal("9.4a", "there is no such unit or Zone")
    counter, zone = state.data.counters[action.unit], state.data.zones[action.zone]
    if action.how and action.mark:
        return Refusal("7.3a", f"{counter.name} cannot be stacked while it is Underground or aboard")
    if action.how and action.how != UNDER:
        return _why_not_aboard(state, action)
    if action.zone not in listed_zones(state, action.unit):
        return Refusal(
            _rule_of(counter), f"{counter.name} may not be placed in {zone.name}: {_lacking(state, counter, zone)}"
        )
    return why_not_enter(state, counter, action.zone, action.how) or why_not_mark(
        state, action.unit, action.zone, action.mark
    )


def why_not_enter(state: PirateState, counter: Counter, zone: str, how: str) -> Refusal | None:
    """What a place itself forbids, whichever rule names it: closed, a second base, no port, no room, no box."""
    place = state.data.zones[zone]
    if state.shut:
        refusal = _why_not_open(state, counter, zone)
        if refusal is not None:
            return refusal
    if counter.type == "base" and any(zone in bases for bases in state.base_zones.values()):
        return Refusal("25.1a", f"there is already a base in {place.name}")
    if counter.category == "naval" and place.kind != "sea" and not place.port:
        return Refusal("25.2d", f"{place.name} has no port")
    if counter.category == "air":
        return why_not_land(state, counter.id, zone, "")
    return why_not_box(state, counter.id, zone) if how == UNDER else None


def _why_not_open(state: PirateState, counter: Counter, zone: str) -> Refusal | None:
    """CHIT.C5, CHIT.P1  Nobody is placed in a closed Off-Map base, and no Pirate in a Region torn by civil war."""
    place = state.data.zones[zone]
    if not state.is_shut(zone) or (place.kind != "off_map" and counter.side != PIRATE):
        return None
    return Refusal("CHIT.P1" if place.kind == "off_map" else "CHIT.C5", f"{place.name} is closed this turn")


def _why_not_aboard(state: PirateState, action: Place) -> Refusal | None:
    """22.2a, 21.2a  A unit placed on a ship of its faction."""
    counter, ship = state.data.counters[action.unit], action.how
    if ship not in ships_for(state, action.unit) or state.units[ship].at != action.zone:
        return Refusal("9.4a", f"{counter.name} may not be placed on that ship")
    refusal = _why_not_open(state, counter, action.zone)
    if refusal is not None:
        return refusal
    if counter.category == "air":
        return why_not_land(state, action.unit, action.zone, ship)
    return why_not_carry(state, ship, action.unit)


def _rule_of(counter: Counter) -> str:
    """The rule that a wrong place breaks."""
    needing = ("mothership", "technical", "base")
    return "9.4b" if counter.type in needing and (counter.side == PIRATE or counter.type == "base") else "9.4a"


def _lacking(state: PirateState, counter: Counter, zone: Zone) -> str:
    """What a unit needs for its place, or the Zones that the chart names for it."""
    if counter.type == "base" and (zone.kind != "land" or (counter.side == PIRATE and zone.region not in SOMALIA)):
        where = "the three Somali Regions" if counter.side == PIRATE else "Land Zones"
        return f"such bases stand only in {where}"
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


def ways(state: PirateState, id_: str) -> Iterator[Place]:
    """Every placement of a unit that could be legal."""
    for zone in listed_zones(state, id_):
        yield from ways_into(state, id_, zone)
    for ship in ships_for(state, id_):
        yield Place(id_, state.units[ship].at, ship)


def ways_into(state: PirateState, id_: str, zone: str) -> list[Place]:
    """Every placement of a unit in a Zone that is open to it: in any stack that it may join, and Underground."""
    found = [Place(id_, zone, "", mark) for mark in marks_for(state, id_, zone)]
    if state.data.zones[zone].underground and state.data.counters[id_].category != "air":
        found.append(Place(id_, zone, UNDER))
    return found


class KnownWords:
    """What words of the Mobilization Chart mean as long as the units in place stay where they are.

    A unit becomes fresh when it is placed, and fresh ones are not in place, so that placements change no meaning.
    """

    __slots__ = ("fresh", "listed", "phase", "shifts", "words")

    def __init__(self, state: PirateState) -> None:
        self.shifts, self.phase, self.fresh = state.shifts, state.phase, state.fresh
        self.words: dict[tuple[str, str], tuple[str, ...]] = {}  # by faction
        self.listed: dict[Kind, tuple[str, ...]] = {}

    def hold(self, state: PirateState) -> bool:
        """Whether the units in place are where they were."""
        if self.shifts != state.shifts or self.phase != state.phase:
            return False
        return self.fresh is state.fresh or self.fresh <= state.fresh

    def meaning(self, state: PirateState, token: str, counter: Counter) -> tuple[str, ...]:
        """The Zones that a word of the Mobilization Chart means at this moment."""
        if token in state.data.zones:
            return (token,)
        find, key = MAP_WORDS.get(token), (token, counter.faction)
        words = state.data.map_words if find else self.words
        zones = words.get(key)
        if zones is None:
            find = find or UNIT_WORDS.get(token)
            zones = words[key] = tuple(find(state, counter)) if find else ()
        return zones

    def zones_for(self, state: PirateState, id_: str) -> tuple[str, ...]:
        """9.4a  The Zones that the chart names for a unit, put in the map's order again only if a word means others."""
        kind = kind_of(state, id_)
        zones = self.listed.get(kind)
        if zones is None:
            zones = state.data.listed.get(kind)
            if zones is None:
                zones = self._list_zones(state, id_, kind)
            self.listed[kind] = zones
        return zones

    def _list_zones(self, state: PirateState, id_: str, kind: Kind) -> tuple[str, ...]:
        """The Zones that the chart names for a kind of unit, kept with the data if it names them by the map alone."""
        counter = state.data.counters[id_]
        tokens = tokens_of(state.data.good_of[id_], counter)
        if id_ in state.due:
            tokens += ("any_coalition_base_in_place", "any_off_map")
        meant = [self.meaning(state, token, counter) for token in tokens]
        ordered = state.memos.setdefault("listed", {})
        entry = ordered.get(kind)
        if entry is None or entry[0] != meant:
            named = set[str]().union(*meant)
            entry = ordered[kind] = meant, tuple(sorted(named, key=state.data.grouping.number.__getitem__))
            if UNIT_WORDS.keys().isdisjoint(tokens):
                state.data.listed[kind] = entry[1]
        zones: tuple[str, ...] = entry[1]
        return zones


def known_words(state: PirateState) -> KnownWords:
    """What the words of the chart mean in this position."""
    known: KnownWords | None = state.memos.get("words")
    if known is None or not known.hold(state):
        known = state.memos["words"] = KnownWords(state)
    return known


class KnownWays:
    """What is known of placements, and the position for which it holds."""

    __slots__ = (
        *("changes", "due", "factions", "fresh", "phase", "shut"),
        *("able", "on_sale", "openings", "stock", "turns", "words"),
    )

    def __init__(self, state: PirateState) -> None:
        self.changes, self.phase, self.factions = state.changes, state.phase, state.factions
        self.fresh, self.shut, self.due = state.fresh, state.shut, state.due
        self.words = known_words(state)
        self.openings: dict[Kind, tuple[Place, ...]] = {}  # with any unit of the kind
        self.able: dict[Kind, bool] = {}  # whether any Zone is open, where no list was needed yet
        self.turns: dict[tuple[Side, str], list[str]] = {}  # the units of the faction to place, by side and deployment
        self.stock: dict[str, tuple[int, int]] = {}
        self.on_sale: dict[tuple[type, Side], Sale] = {}

    def hold(self, state: PirateState) -> bool:
        """Whether nothing has changed that decides about placements."""
        if self.changes != state.changes or self.phase != state.phase or self.factions != state.factions:
            return False
        return self.fresh is state.fresh and self.shut is state.shut and self.due is state.due

    def ways_of(self, state: PirateState, id_: str) -> list[Place]:
        """Every placement of a unit off the map that nothing forbids."""
        kind = kind_of(state, id_)
        ways = self.openings.get(kind)
        if ways is None:
            zones = self.words.zones_for(state, id_)
            find: Callable[[str], Sequence[Place]] = partial(openings_in, state, id_)
            ways = self.openings[kind] = gather(state, ("openings", kind), self.shut, (), zones, find)
        known: dict[str, tuple[tuple[Place, ...], list[Place]]] = state.memos.setdefault("placements", {})
        entry = known.get(id_)
        if entry is None or (entry[0] is not ways and entry[0] != ways):
            entry = known[id_] = ways, [Place(id_, way.zone, way.how, way.mark) for way in ways]
        aboard = decks(state, id_)
        return entry[1] + aboard if aboard else entry[1]

    def has_way(self, state: PirateState, id_: str) -> bool:
        """Whether there is any legal placement of a unit off the map: no box is open where the Zone is not."""
        kind = kind_of(state, id_)
        able = self.able.get(kind)
        if able is None:
            counter, zones = state.data.counters[id_], self.words.zones_for(state, id_)
            able = self.able[kind] = any(why_not_enter(state, counter, zone, "") is None for zone in zones)
        return able or bool(decks(state, id_))

    def stock_of(self, state: PirateState, good: str) -> tuple[int, int]:
        """9.4b, 9.7a  How many units of a ware are left; whether a Zone takes one, and how many a base."""
        stock = self.stock.get(good)
        if stock is None:
            left = [id_ for id_ in state.data.goods[good].ids if state.units[id_].at == AVAILABLE]
            zones = 0
            if left:
                counter = state.data.counters[left[0]]
                is_base, listed = counter.type == "base", self.words.zones_for(state, left[0])
                zones = (
                    len([zone for zone in listed if why_not_enter(state, counter, zone, "") is None])
                    if is_base
                    else self.has_way(state, left[0])
                )
            stock = self.stock[good] = len(left), zones
        return stock


def openings_in(state: PirateState, id_: str, zone: str) -> Sequence[Place]:
    """The open placements of a unit's kind in a Zone, kept with the data while nothing there or closed matters."""
    if state.shut or _is_taken(state, id_, zone):
        return _judge_openings(state, id_, zone)
    known, asked = state.data.openings, (kind_of(state, id_), zone)
    found = known.get(asked)
    if found is None:
        found = known[asked] = _judge_openings(state, id_, zone)
    return found


def _is_taken(state: PirateState, id_: str, zone: str) -> bool:
    """Whether units in a Zone matter for a placement: any for bases, common and air units, else enemies in the box."""
    counter = state.data.counters[id_]
    if counter.category == "air" or id_ in state.data.stackable:
        return any(state.pieces.by_space[zone])
    return any(unit.hidden for unit in state.units_at(zone, ENEMY[counter.side]))


def _judge_openings(state: PirateState, id_: str, zone: str) -> list[Place]:
    ways, counter = ways_into(state, id_, zone), state.data.counters[id_]
    hows = {how for how in {way.how for way in ways} if why_not_enter(state, counter, zone, how) is None}
    return [way for way in ways if way.how in hows]


def known_ways(state: PirateState) -> KnownWays:
    """What is known of placements in this position."""
    known: KnownWays | None = state.memos.get("ways")
    if known is None or not known.hold(state):
        known = state.memos["ways"] = KnownWays(state)
    return known


def decks(state: PirateState, id_: str) -> list[Place]:
    """The open placements of a unit aboard ships."""
    ships = ships_for(state, id_)
    if not ships:
        return []
    offers = [Place(id_, state.units[ship].at, ship) for ship in ships]
    return [way for way in offers if _why_not_aboard(state, way) is None]


def legal_ways(state: PirateState, id_: str) -> list[Place]:
    """Every placement of a unit off the map that nothing forbids; units of one kind may come into the same Zones."""
    return known_ways(state).ways_of(state, id_)


def first_way(state: PirateState, id_: str) -> Place | None:
    """The first of the legal placements of a unit, for whoever needs no other."""
    for zone in listed_zones(state, id_):
        for way in openings_in(state, id_, zone):
            return Place(id_, zone, way.how, way.mark)
    return next(iter(decks(state, id_)), None)


def place(state: PirateState, action: Place, rule: str = "9.4a") -> None:
    """Set a new unit down."""
    ship = "" if action.how == UNDER else action.how
    state.fresh |= {action.unit}
    state.put(action.unit, action.zone, action.how == UNDER, ship)
    if action.mark:
        state.change(action.unit, mark=action.mark)
    if action.unit in state.due:
        state.due = {id_: turn for id_, turn in state.due.items() if id_ != action.unit}
    where = state.data.zones[action.zone].name
    detail = ", Underground" if action.how == UNDER else f", aboard {state.data.counters[ship].name}" if ship else ""
    state.note(f"{state.data.counters[action.unit].name} is placed in {where}{detail}.", rule, places=(action.zone,))


def first_left(state: PirateState, good: str) -> str:
    """9.7a  The next counter of a kind that is not in play, or nothing."""
    return next((id_ for id_ in state.data.goods[good].ids if state.units[id_].at == "available"), "")


def why_not_first(state: PirateState, id_: str, goods: Iterable[str]) -> Refusal | None:
    """9.7a  Of counters that are alike the first one that is left is taken."""
    good = state.data.good_of.get(id_)
    if good is None or good.id not in goods or state.units[id_].at != AVAILABLE:
        return None
    first = first_left(state, good.id)
    name = state.data.name
    return Refusal("9.7a", f"{name(id_)} is like {name(first)}; take that one first") if first != id_ else None


def waiting(state: PirateState, side: Side) -> list[str]:
    """The units of a side that are to be placed."""
    return [unit.id for unit in state.units_at(WAITING, side)]
