"""Counters, chits, tables, set-ups and map as read from data/, with what the rules ask most worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import Literal

from msgspec import Struct

from common.data import DataError, Sourced, read
from common.engine import Option, Scenario
from common.engine.pieces import Grouping
from common.maps import GameMap, load_map
from somali_pirates.state import BOXES, PIRATE, Unit

FOLDER = Path(__file__).resolve().parent / "data"

Allegiance = Literal["coalition", "pirate"]
Category = Literal["ground", "sof", "naval", "air"]
Weight = Literal["heavy", "light", "none"]
Flag = Literal["airmobile", "amphibious", "missile", "carrier_air", "transport", "optional", "flies_only"]
Code = Literal["S1", "S2", "S3", "F"]
RouteKind = Literal["land", "sea", "port", "beach"]
ROUTE_KINDS: tuple[RouteKind, ...] = ("land", "sea", "port", "beach")


# --- units.yaml and chits.yaml ---


class Faction(Struct, frozen=True, forbid_unknown_fields=True):
    """A faction of one side (2.17, 2.18)."""

    id: str
    side: Allegiance
    name: str
    title: str
    code: str
    colour: str
    common: bool


class Factions(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All factions of both sides."""

    entries: list[Faction]


class CounterGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Counters that are alike in everything but their names."""

    faction: str
    category: Category
    type: str
    weight: Weight
    kinetic: int
    asym: int
    move: int
    flags: list[Flag]
    ids: list[str]
    names: list[str]
    range: int = 0


class CounterMix(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All units of the counter sheet."""

    groups: list[CounterGroup]


class MarkerList(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The markers of the tracks."""

    entries: list[str]


class SheetErratum(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The air units whose printed carrier sign is a mistake (2.11)."""

    strike_units: list[str]


class UnitsFile(Struct, forbid_unknown_fields=True):
    """units.yaml"""

    factions: Factions
    counters: CounterMix
    markers: MarkerList
    sheet: SheetErratum


class ChitKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of Netwar chit: how many there are, when it can be played and what it does."""

    id: str
    name: str
    count: int
    rule: str
    when: str
    effect: str


class ChitMix(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Netwar chits of a side."""

    chits: list[ChitKind]


class ChitsFile(Struct, forbid_unknown_fields=True):
    """chits.yaml"""

    coalition: ChitMix
    pirate: ChitMix


# --- tables.yaml ---


class KineticResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A result of kinetic combat: percent lost by either side, and who retreats."""

    code: str
    name: str
    meaning: str
    attacker_loss: int = 0
    defender_loss: int = 0
    attacker_retreats: bool = False
    defender_retreats: bool = False


class KineticTable(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Kinetic Combat Resolution Table: a row for each face of the die."""

    columns: list[str]
    rows: list[list[str]]
    results: list[KineticResult]


class AsymmetricalTable(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Asymmetrical Combat Resolution Table; the first column serves `lowest` and less."""

    lowest: int
    columns: list[str]
    rows: list[list[Code]]


class AsymmetricalResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What a result brings: points for a side, plain or by the Zone's value, and what happens to units."""

    meaning: str
    pirate: int = 0
    pirate_city: int = 0
    pirate_zone: int = 0
    pirate_if_defending: int = 0
    coalition: int = 0
    coalition_zone: int = 0
    attacker: int = 0
    hijack: bool = False
    kill: bool = False
    expose: Literal["", "one", "half", "all", "warlord"] = ""
    lose_attacker: Literal["", "opposed", "always"] = ""


class AttackKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of asymmetrical attack and its row of the results chart."""

    id: str
    name: str
    rule: str
    results: dict[Code, AsymmetricalResult]


class AsymmetricalChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Asymmetrical Warfare Results chart."""

    rows: list[AttackKind]


class IndecisivePoints(Struct, frozen=True, forbid_unknown_fields=True):
    """What the Pirates gain by an indecisive action."""

    points: int
    city: int


class OverkillPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """What the defender gains by an overkill."""

    least: int
    city_factor: int


class CombatPoints(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Netwar Points for Combat."""

    coalition_types: dict[str, int]
    coalition_factions: dict[str, int]
    coalition_categories: dict[str, int]
    pirate_types: dict[str, int]
    al_qaeda_warlord: int
    indecisive: IndecisivePoints
    overkill: OverkillPoints


class TerrainRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Which units a terrain doubles."""

    id: str
    name: str
    attack: list[str]
    defence: list[str]
    other: str


class SymbolRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a symbol of the map means."""

    id: str
    effect: str


class TerrainChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Terrain Effects Chart."""

    rows: list[TerrainRow]
    symbols: list[SymbolRow]


class Transport(Struct, frozen=True, forbid_unknown_fields=True):
    """What a type of unit can carry."""

    type: str
    capacity: int
    carries: list[str]
    carrier_air: int
    airmobile_base: bool


class TransportChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Transport Capacity Chart."""

    points: dict[str, int]
    rows: list[Transport]


class FactionPrice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a Coalition faction costs and where its units are placed."""

    faction: str
    cost: int
    zones: list[str]
    naval: list[str] = []
    air: list[str] = []
    optional_extra: int = 0


class UnitPrice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit bought singly costs and where it is placed."""

    name: str
    type: str
    factions: list[str]
    cost: int
    zones: list[str]


class MobilizationChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Prices and places of factions and units."""

    factions: list[FactionPrice]
    units: list[UnitPrice]


class VictoryLevel(Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    """A level of victory and the smallest lead that brings it."""

    least: int
    level: str


class VictoryTable(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Points on the map and levels of victory."""

    port_base: int
    oil_well: int
    sudden_death: int
    levels: list[VictoryLevel]


class ReplacementTable(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Turns until a lost unit returns, by the die; a die beyond the list removes it for good."""

    delays: list[int]
    never: list[str]


class NetwarTracks(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The turns and the Netwar Index."""

    turns: int
    index_limit: int
    index_base: int
    index_step: int


class TablesFile(Struct, forbid_unknown_fields=True):
    """tables.yaml"""

    kinetic_crt: KineticTable
    asymmetrical_crt: AsymmetricalTable
    asymmetrical_results: AsymmetricalChart
    combat_points: CombatPoints
    terrain: TerrainChart
    transport: TransportChart
    mobilization: MobilizationChart
    victory: VictoryTable
    replacement: ReplacementTable
    tracks: NetwarTracks


# --- scenarios.yaml ---


class SetupRules(Sourced, kw_only=True, forbid_unknown_fields=True):
    """What is placed without payment before the first turn (3.0)."""

    free_base: str
    somali_types: list[str]
    al_qaeda_types: list[str]


class FactionPlaces(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the units of a faction stand in the ready-made deployment, and who is aboard which ship."""

    zones: dict[str, list[str]]
    aboard: dict[str, list[str]] = {}


class FreePlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A free Pirate unit of the ready-made deployment."""

    type: str
    zone: str
    hidden: bool = False


class Purchase(Struct, frozen=True, forbid_unknown_fields=True):
    """A Pirate purchase of the ready-made deployment."""

    type: str
    faction: str
    zone: str


class ReadyDeployments(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Ready-made purchases and places of both sides."""

    quick_factions: list[str]
    quick_reserve: int
    pirate_budget: int
    coalition: dict[str, FactionPlaces]
    extras: dict[str, str]
    pirate: dict[str, list[FreePlace]]
    purchases: list[Purchase]


class ScenariosFile(Struct, forbid_unknown_fields=True):
    """scenarios.yaml"""

    scenarios: dict[str, Scenario]
    options: dict[str, Option]
    setup: SetupRules
    deployments: ReadyDeployments


FILES: dict[str, type] = {
    "units.yaml": UnitsFile,
    "chits.yaml": ChitsFile,
    "tables.yaml": TablesFile,
    "scenarios.yaml": ScenariosFile,
}


# --- what the rules ask for ---


class Counter(Struct, frozen=True):
    """What is printed on a unit's counter (2.11)."""

    id: str
    name: str
    side: Allegiance
    faction: str
    category: Category
    type: str
    weight: Weight
    kinetic: int
    asym: int
    move: int
    flags: frozenset[str]
    group: str
    range: int = 0

    @property
    def walks(self) -> bool:
        """2.11b  Whether it is a ground unit, or SOF, which act as land units."""
        return self.category in ("ground", "sof")

    @property
    def lift(self) -> str:
        """What it counts as for transport and redeployment."""
        return "attack_craft" if self.type == "attack_craft" else self.weight


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


class Good(Struct, frozen=True):
    """Something on the Mobilization Chart: a faction with all its units, or a unit bought singly."""

    id: str
    name: str
    side: Allegiance
    faction: str
    cost: int
    ids: tuple[str, ...]
    zones: tuple[str, ...]
    single: bool = True
    naval: tuple[str, ...] = ()
    air: tuple[str, ...] = ()


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
                    name = price_row.name if len(ids) > 1 else unit.name
                    self.goods[group] = Good(
                        group, name, unit.side, unit.faction, price_row.cost, ids, tuple(price_row.zones)
                    )
        self.good_of: dict[str, Good] = {id_: good for good in self.goods.values() for id_ in good.ids}
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
            group = _group_name(printed)
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
        self.warlords = frozenset(id_ for id_ in self.order if self.counters[id_].type == "warlord")
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
        self.results: dict[str, KineticResult] = {row.code: row for row in self.tables.kinetic_crt.results}
        self.attacks: dict[str, AttackKind] = {row.id: row for row in self.tables.asymmetrical_results.rows}
        self.doubled: dict[str, dict[str, frozenset[str]]] = {
            "attack": {row.id: self._units_of(row.attack) for row in self.tables.terrain.rows},
            "defence": {row.id: self._units_of(row.defence) for row in self.tables.terrain.rows},
        }
        self.points: dict[str, int] = {id_: self._points_of(counter) for id_, counter in self.counters.items()}

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

    def distance(self, one: str, other: str) -> int:
        """Steps between two Zones over routes of any kind (2.21a)."""
        return self.map.distance(one, other)

    def name(self, id_: str) -> str:
        """What a unit, Zone or faction is called in a sentence."""
        for named in (self.counters, self.zones, self.factions):
            if id_ in named:
                return str(named[id_].name)
        return id_


def _group_name(printed: CounterGroup) -> str:
    """The name under which counters that are bought as one kind are counted."""
    first = printed.ids[0]
    return first.rstrip("0123456789").rstrip("_") if len(printed.ids) > 1 and first[-1].isdigit() else first
