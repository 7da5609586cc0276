"""The printed tables of Sand Wars, typed."""

from __future__ import annotations

import msgspec

from common.data import Sourced


class FireTable(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The Ground Combat Adjudication Table: cells for two dice from 2 to 12, rows by firepower."""

    title: str
    rule: str
    rows: dict[str, list[str]]


class ImpactTable(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The Impact Marker Adjudication Table: what the faces 1 to 6 mean."""

    title: str
    rule: str
    rows: dict[str, list[str]]
    dice: dict[str, int]
    sof_defense: list[str]
    base_capture: list[str]


class InterventionTable(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The Major Power Intervention table."""

    columns: dict[str, str]
    powers: dict[str, str]
    rows: dict[str, dict[str, str]]
    names: dict[str, str]
    results: dict[str, str]


class Discovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a resource is discovered, and what kind."""

    space: str
    kind: str


class DiscoveryTable(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The tables on the Mineral discovery cards."""

    algeria: dict[str, Discovery]
    morocco: dict[str, Discovery]


class RangeRuler(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The bands of the Range Ruler in map units."""

    bands: dict[str, int]


class TrackNumbers(Sourced, forbid_unknown_fields=True, kw_only=True):
    """Length of the turn tracks, limit of the hand, thresholds of the Pool."""

    turns: int
    hand: int
    two_events: int
    war: int


class TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Terrain Effects chart."""

    terrain: str
    movement: str
    combat: str
    base: str = ""


class TerrainChart(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The Terrain Effects chart."""

    rows: list[TerrainRow]


class TablesFile(msgspec.Struct, forbid_unknown_fields=True):
    """tables.yaml"""

    fire: FireTable
    impact: ImpactTable
    intervention: InterventionTable
    discovery: DiscoveryTable
    ranges: RangeRuler
    tracks: TrackNumbers
    terrain: TerrainChart
