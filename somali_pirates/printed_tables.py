"""The printed tables and charts: combat, terrain, transport, prices, victory, as tables.yaml holds them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from common.data import Sourced
from somali_pirates.counter_sheet import Allegiance

Code = Literal["S1", "S2", "S3", "F"]


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
