"""Counters, chits, tables, set-ups and map as read from data/, with what the rules ask most worked out once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from common.data import DataError, read
from common.engine.pieces import Grouping
from common.maps import GameMap, load_map
from somali_pirates.actions import Fly, Place, Restack, Walk
from somali_pirates.counter_sheet import ChitKind, ChitsFile, Counter, Faction, UnitsFile, group_name
from somali_pirates.deployments import ScenariosFile
from somali_pirates.printed_tables import AttackKind, Good, KineticResult, TablesFile, TerrainRow, Transport
from somali_pirates.state import BASES, BOXES, COALITION, COMMON, PIRATE, Unit

FOLDER = Path(__file__).resolve().parent / "data"

RouteKind = Literal["land", "sea", "port", "beach"]
ROUTE_KINDS: tuple[RouteKind, ...] = ("land", "sea", "port", "beach")

FILES: dict[str, type] = {
    "units.yaml": UnitsFile,
    "chits.yaml": ChitsFile,
    "tables.yaml": TablesFile,
    "scenarios.yaml": ScenariosFile,
}


class Zone(Struct, frozen=True):
    """A Land Zone, Sea Zone or Off-Map base (2.1-2.8)."""

    id: str
    name: str
    kind: Literal["land", "sea", "off_map"]
    region: str
    terrain: str
    affiliation: str
    value: dict[str, int]
    port: bool
    airport: bool
    petroleum: bool
    underground: bool
    coastal: bool
    closed: bool  # to the Pirates (7.10b)


class Components:
    """Everything that comes in the box."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.map: GameMap = load_map("somali_pirates", packs)
        self.units = read(FOLDER / "units.yaml", UnitsFile, packs)
        chits = read(FOLDER / "chits.yaml", ChitsFile, packs)
        self.chits: dict[str, dict[str, ChitKind]] = {
            "coalition": {chit.id: chit for chit in chits.coalition.chits},
            "pirate": {chit.id: chit for chit in chits.pirate.chits},
        }
        self.tables = read(FOLDER / "tables.yaml", TablesFile, packs)
        book = read(FOLDER / "scenarios.yaml", ScenariosFile, packs)
        self.scenarios, self.options, self.setup = book.scenarios, book.options, book.setup
        self.deployments = book.deployments
        self._read_counters()
        self._read_map()
        self._read_tables()
        self._read_goods()
        named: list[Mapping[str, Any]] = [self.goods, self.factions, self.zones, self.counters]  # the last go first
        self._names: dict[str, str] = {id_: str(thing.name) for things in named for id_, thing in things.items()}

    def _read_goods(self) -> None:
        chart = self.tables.mobilization
        self.goods: dict[str, Good] = {}
        for row in chart.factions:
            zones, naval, air = tuple(row.zones), tuple(row.naval), tuple(row.air)
            units = [self.counters[id_] for id_ in self.of_faction[row.faction]]
            plain = tuple(unit.id for unit in units if "optional" not in unit.flags)
            name, side = self.factions[row.faction].name, self.factions[row.faction].side
            self.goods[row.faction] = Good(
                row.faction, name, side, row.faction, row.cost, plain, zones, False, naval, air
            )
            for unit in units:
                if "optional" in unit.flags:
                    price = row.optional_extra
                    self.goods[unit.type] = Good(
                        unit.type, unit.name, side, row.faction, price, (unit.id,), zones, True, naval, air
                    )
        for price_row in chart.units:
            for group, ids in self.groups.items():
                unit = self.counters[ids[0]]
                if unit.type == price_row.type and unit.faction in price_row.factions:
                    whose = f"{self.factions[unit.faction].code} " if len(price_row.factions) > 1 else ""
                    name = f"{whose}{price_row.name}" if len(ids) > 1 else unit.name
                    self.goods[group] = Good(
                        group, name, unit.side, unit.faction, price_row.cost, ids, tuple(price_row.zones)
                    )
        self.wares: dict[str, tuple[str, ...]] = {
            side: tuple(good.id for good in self.goods.values() if good.side == side) for side in self.chits
        }
        self.kinds_of_goods: dict[str, tuple[str, str]] = {  # faction and type of its first unit
            good.id: (good.faction, self.counters[good.ids[0]].type) for good in self.goods.values() if good.ids
        }
        self.free_goods: dict[str, list[str]] = {}  # what may be among the free units of a faction (3.0E)
        self.good_of: dict[str, Good] = {id_: good for good in self.goods.values() for id_ in good.ids}
        self.place_kinds: dict[str, int] = {}  # units with the same number may be placed in the same Zones (9.4, 16.0)
        kinds: dict[object, int] = {}
        for id_, good in self.good_of.items():
            unit, places = self.counters[id_], (good.zones, good.naval, good.air)
            alike = (unit.faction, unit.category, unit.type == "base", bool(unit.asym), places)
            self.place_kinds[id_] = kinds.setdefault(alike, len(kinds))
        self.openings: dict[tuple[tuple[int, bool], str], list[Place]] = {}  # into Zones where nothing matters, by kind
        self.fleets: dict[str, tuple[tuple[str, ...], bool]] = {}  # the ships on which a unit may be placed
        self.listed: dict[tuple[int, bool], tuple[str, ...]] = {}  # the Zones of a kind that the chart names by the map
        self.map_words: dict[tuple[str, str], tuple[str, ...]] = {}  # what words of the chart mean for a faction
        self.usual_places: dict[tuple[str, ...], list[Place]] = {}  # of the quick start, by the factions bought
        self.defaults: dict[str, tuple[str, str]] = {}  # zone and ship of the ready-made Coalition deployment
        ready = self.deployments
        for faction in ready.coalition.values():
            self.defaults |= {id_: (zone, "") for zone, ids in faction.zones.items() for id_ in ids}
            self.defaults |= {
                id_: (self.defaults[ship][0], ship) for ship, ids in faction.aboard.items() for id_ in ids
            }
        for what, zone in ready.extras.items():
            self.defaults |= dict.fromkeys(self.of_faction.get(what, (what,)), (zone, ""))

    def _read_counters(self) -> None:
        self.factions: dict[str, Faction] = {faction.id: faction for faction in self.units.factions.entries}
        self.counters: dict[str, Counter] = {}
        groups: dict[str, list[str]] = {}
        for printed in self.units.counters.groups:
            if printed.faction not in self.factions or len(printed.ids) != len(printed.names):
                what = f"{printed.faction} is no faction, or there are not as many names as ids"
                raise DataError("somali_pirates/data/units.yaml", 1, "counters", what)
            group = group_name(printed)
            for id_, name in zip(printed.ids, printed.names, strict=True):
                groups.setdefault(group, []).append(id_)
                self.counters[id_] = Counter(
                    id=id_,
                    name=name,
                    side=self.factions[printed.faction].side,
                    faction=printed.faction,
                    category=printed.category,
                    type=printed.type,
                    weight=printed.weight,
                    kinetic=printed.kinetic,
                    asym=printed.asym,
                    move=printed.move,
                    flags=frozenset(printed.flags),
                    group=group,
                    range=printed.range,
                )
        self.groups: dict[str, tuple[str, ...]] = {name: tuple(ids) for name, ids in groups.items()}
        self.order: tuple[str, ...] = tuple(self.counters)
        self.rank: dict[str, int] = {id_: number for number, id_ in enumerate(self.order)}
        self.sides: dict[str, tuple[str, ...]] = {
            side: tuple(id_ for id_ in self.order if self.counters[id_].side == side) for side in self.chits
        }
        self.of_faction: dict[str, tuple[str, ...]] = {
            faction: tuple(id_ for id_ in self.order if self.counters[id_].faction == faction)
            for faction in self.factions
        }
        self.bases: dict[str, tuple[str, ...]] = {
            side: tuple(id_ for id_ in ids if self.counters[id_].type == "base") for side, ids in self.sides.items()
        }
        self.air_units = tuple(id_ for id_ in self.order if self.counters[id_].category == "air")
        self.homing = tuple(  # Coalition units that may have to come back in a Return Phase (17.0)
            id_
            for id_ in self.sides["coalition"]
            if self.counters[id_].category in ("air", "sof") or "airmobile" in self.counters[id_].flags
        )
        self.base_units = frozenset(id_ for ids in self.bases.values() for id_ in ids)
        self.missiles: dict[str, tuple[str, ...]] = {
            side: tuple(id_ for id_ in ids if "missile" in self.counters[id_].flags) for side, ids in self.sides.items()
        }
        self.stackable = frozenset(id_ for id_ in self.order if self.counters[id_].faction in (*COMMON, *BASES))
        self.stackable_of: dict[str, tuple[str, ...]] = {
            side: tuple(id_ for id_ in ids if id_ in self.stackable) for side, ids in self.sides.items()
        }
        self.warlords = frozenset(id_ for id_ in self.order if self.counters[id_].type == "warlord")
        self.at_rest: dict[Hashable, dict[Unit, Any]] = {}  # what rules have found for units that have done nothing
        self._ordered: dict[frozenset[str], tuple[str, ...]] = {}
        self.load_kinds: dict[str, str] = {  # units with the same word use junctions alike (24.1a, 25.1a)
            id_: "base" if counter.type == "base" else counter.weight for id_, counter in self.counters.items()
        }
        self.landfalls: dict[tuple[frozenset[str], str, bool, bool], list[tuple[str, str]]] = {}  # of airmobile units
        self.ways_home: dict[tuple[str, int], list[str]] = {}  # of SOF at sea, by Zone and movement (20.3a)
        self.sorties: dict[Unit, tuple[Fly, ...]] = {}  # of air units while nothing is closed
        self.walks: dict[tuple[str, str], tuple[Walk, ...]] = {}  # of units from Zones while nothing is closed
        self.restacks: dict[tuple[str, str, tuple[str, ...]], tuple[Restack, ...]] = {}  # by unit, stack and factions
        self.common: dict[str, frozenset[str]] = {
            side: frozenset(f.id for f in self.factions.values() if f.side == side and f.common) for side in self.chits
        }

    def _read_map(self) -> None:
        self.zones: dict[str, Zone] = {}
        for space in self.map.spaces.values():
            kind: Literal["land", "sea", "off_map"] = (
                "sea" if "sea" in space.tags else "off_map" if "off_map" in space.tags else "land"
            )
            self.zones[space.id] = Zone(
                id=space.id,
                name=space.name,
                kind=kind,
                region=str(space.attrs["region"]),
                terrain=space.kind,
                affiliation=str(space.attrs["affiliation"]),
                value={side: int(space.attrs[f"netwar_{side}"]) for side in ("coalition", "pirate")},
                port="port" in space.tags,
                airport="airport" in space.tags,
                petroleum="petroleum" in space.tags,
                underground="underground" in space.tags,
                coastal="coastal" in space.tags,
                closed="coalition_only" in space.tags,
            )
        zones = self.zones.values()
        self.lands = tuple(zone.id for zone in zones if zone.kind == "land")
        self.seas = tuple(zone.id for zone in zones if zone.kind == "sea")
        self.open_sea = frozenset(self.seas)
        self.offmap = tuple(zone.id for zone in zones if zone.kind == "off_map")
        self.regions: dict[str, tuple[str, ...]] = {}
        for zone in zones:
            self.regions[zone.region] = (*self.regions.get(zone.region, ()), zone.id)
        self.near: dict[str, tuple[str, ...]] = {id_: self.map.next_to(id_) for id_ in self.zones}
        self.routes: dict[str, dict[str, tuple[str, ...]]] = {
            kind: {id_: tuple(to for to in near if self._is_joined(id_, to, kind)) for id_, near in self.near.items()}
            for kind in ROUTE_KINDS
        }
        self.naval: dict[str, tuple[str, ...]] = {
            id_: self.routes["sea"][id_] + self.routes["port"][id_] for id_ in self.zones
        }
        owners = {id_: int(counter.side == PIRATE) for id_, counter in self.counters.items()}
        self.grouping: Grouping[Unit] = Grouping(self.zones, BOXES, owners, attrgetter("at"))
        self.distances: dict[str, dict[str, int]] = {
            one: {other: self.map.distance(one, other) for other in self.zones} for one in self.zones
        }
        self.ports = tuple(zone.id for zone in zones if zone.port)
        self.airports = tuple(zone.id for zone in zones if zone.airport)
        self.river: frozenset[str] = frozenset(sea for sea in self.seas if self.routes["port"][sea])  # 20.4a, R47

        self._find_ways()

    def _find_ways(self) -> None:
        """Where each kind of mover can step from each Zone (11.3, 11.4, 20.3a, 20.4a), enemies left aside."""
        zones, land, sea = self.zones, self.routes["land"], self.routes["sea"]
        ways = {
            "ground": dict(land),
            "ship": dict(self.naval),
            "sof": {
                id_: tuple(to for to in sea[id_] if zones[to].kind == "sea")
                if zone.kind == "sea"
                else land[id_] + tuple(to for to in self.naval[id_] if zones[to].kind == "sea")
                for id_, zone in zones.items()
            },
            "river": {
                id_: tuple(to for to in self.naval[id_] if to in self.river or zones[to].kind != "sea") for id_ in zones
            },
        }
        self.ways: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {
            "coalition": ways,
            "pirate": {
                gait: {id_: tuple(to for to in near if not zones[to].closed) for id_, near in steps.items()}
                for gait, steps in ways.items()
            },
        }
        self.ways_of: dict[str, dict[str, tuple[str, ...]]] = {
            counter.id: {} if counter.flies else self.ways[counter.side][self.gait(counter)]
            for counter in self.counters.values()
        }
        self.flights_of: dict[str, dict[str, Fly]] = {
            id_: {zone: Fly(id_, zone) for zone in zones}
            for id_, counter in self.counters.items()
            if "airmobile" in counter.flags
        }

    def gait(self, counter: Counter) -> str:
        """How a unit that is not in the air goes from Zone to Zone."""
        if counter.category == "naval":
            return "ship"
        return "river" if counter.type == "riverine" else "sof" if counter.category == "sof" else "ground"

    def _is_joined(self, one: str, other: str, kind: str) -> bool:
        link = self.map.link(one, other)
        return link is not None and kind in link.kinds

    def _read_tables(self) -> None:
        self.terrain: dict[str, TerrainRow] = {row.id: row for row in self.tables.terrain.rows}
        self.transport: dict[str, Transport] = {row.type: row for row in self.tables.transport.rows}
        self.decks = tuple(id_ for id_, counter in self.counters.items() if self._takes_flights(counter))
        self.landing_ships: dict[str, tuple[str, ...]] = {
            id_: tuple(ship for ship in self.decks if self._is_base_for(counter, self.counters[ship]))
            for id_, counter in self.counters.items()
        }
        self.carriers: dict[str, tuple[str, ...]] = {
            side: tuple(id_ for id_ in ids if self.counters[id_].type in self.transport)
            for side, ids in self.sides.items()
        }
        self.can_carry = frozenset(id_ for ids in self.carriers.values() for id_ in ids)
        self.results: dict[str, KineticResult] = {row.code: row for row in self.tables.kinetic_crt.results}
        self.attacks: dict[str, AttackKind] = {row.id: row for row in self.tables.asymmetrical_results.rows}
        self.doubled: dict[str, dict[str, frozenset[str]]] = {
            "attack": {row.id: self._units_of(row.attack) for row in self.tables.terrain.rows},
            "defence": {row.id: self._units_of(row.defence) for row in self.tables.terrain.rows},
        }
        self.points: dict[str, int] = {id_: self._points_of(counter) for id_, counter in self.counters.items()}

    def _takes_flights(self, counter: Counter) -> bool:
        """Whether air or airmobile units land on a ship (2.16a)."""
        row = self.transport.get(counter.type)
        return row is not None and bool(row.carrier_air or row.airmobile_base)

    def _is_base_for(self, counter: Counter, deck: Counter) -> bool:
        """11.9, R42  Whether airmobile units land on a ship of their own faction or of a common one."""
        if not self.transport[deck.type].airmobile_base or deck.side != COALITION:
            return False
        common = self.common[COALITION]
        return deck.faction == counter.faction or deck.faction in common or counter.faction in common

    def _units_of(self, tokens: Sequence[str]) -> frozenset[str]:
        """The counters that words of the terrain chart mean: a type, all SOF, or all light ground units."""
        return frozenset(
            counter.id
            for counter in self.counters.values()
            if counter.type in tokens
            or ("sof" in tokens and counter.category == "sof")
            or ("light_ground" in tokens and counter.category == "ground" and counter.weight == "light")
        )

    def _points_of(self, counter: Counter) -> int:
        """What the enemy gains when a unit is lost in combat (6.1a)."""
        table = self.tables.combat_points
        if counter.side == "pirate":
            if counter.type == "warlord" and counter.faction == "al_qaeda":
                return table.al_qaeda_warlord
            return table.pirate_types[counter.type]
        if counter.type in ("base", "petroleum_engineers"):
            return table.coalition_types[counter.type]
        if counter.category == "ground" and counter.faction in table.coalition_factions:
            return table.coalition_factions[counter.faction]
        if counter.type in table.coalition_types:
            return table.coalition_types[counter.type]
        category = counter.weight if counter.category == "ground" else counter.category
        return table.coalition_categories[category]

    @cached_property
    def last_column(self) -> int:
        """The number of the last column of the Kinetic table."""
        return len(self.tables.kinetic_crt.columns) - 1

    def in_order(self, factions: frozenset[str]) -> tuple[str, ...]:
        """Factions in the order of the list."""
        found = self._ordered.get(factions)
        if found is None:
            found = self._ordered[factions] = tuple(faction for faction in self.factions if faction in factions)
        return found

    def distance(self, one: str, other: str) -> int:
        """Steps between two Zones over routes of any kind (2.21a)."""
        return self.distances[one][other]

    def name(self, id_: str) -> str:
        """What a unit, Zone, faction or kind of goods is called in a sentence."""
        return self._names.get(id_, id_)
