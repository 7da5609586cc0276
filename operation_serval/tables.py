"""Tables, charts and tracks as read from tables.yaml."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from msgspec import Struct

from common.data import Sourced
from common.tables import column_limits


class CodeTable(Sourced, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A results table of one die whose cells are codes, one list a column."""

    title: str
    rule: str
    columns: dict[str, list[str]]

    def __post_init__(self) -> None:
        if any(len(column) != 6 for column in self.columns.values()):
            raise ValueError(f"every column of {self.title} needs six rows")

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.columns)

    @cached_property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        return tuple(map(tuple, self.columns.values()))


class StrengthTable(CodeTable, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A table whose columns are strengths such as 5, 6-7 and 13+."""

    def __post_init__(self) -> None:
        super().__post_init__()
        column_limits(tuple(self.columns))

    @cached_property
    def limits(self) -> tuple[int, ...]:
        return column_limits(self.labels)

    def column(self, strength: int, shift: int = 0) -> int:
        """The column of a strength after so many columns of shift, clamped to the ends of the table (16.4)."""
        limits = self.limits
        return max(0, min(bisect_left(limits, strength) + shift, len(limits) - 1))


class ResultCodes(Sourced, kw_only=True, forbid_unknown_fields=True):
    """What the results of the tables mean."""

    kinetic: dict[str, str]
    netwar: dict[str, str]
    air_defense: dict[str, str]


class Effects(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of terrain does: half movement points and columns."""

    half_mp: int
    shift: int


class TerrainChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Terrain Effects Chart, with costs in half movement points."""

    kinds: dict[str, Effects]
    places: dict[str, Effects]
    road: int
    track: int
    river: int
    staging: int
    river_shift: int
    base_shift: int
    support_shift: int
    air_supply_shift: int
    sharia_islamist: int
    sharia_coalition: int


class Theater(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The countries open to each side (7.5)."""

    islamist: list[str]
    coalition: list[str]


class IncomeChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The C2P Generation Charts."""

    cap: int
    islamist: dict[str, int]
    coalition: dict[str, int]
    major_win: int
    major_loss: int
    major_losses: int
    shock: int
    sharia_placed: int
    weather: int


class Prices(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The C2P Expenditure Chart."""

    operation: int
    recruit: int
    refit: int
    mobilise_netwar: int
    special_netwar_attack: int
    enact_sharia: int
    clear_sharia: int
    defensive_gunships: int
    sof_leader_refit: int


class VictoryLevel(Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    """A degree of victory and the lowest lead that brings it."""

    level: str
    least: int


class VictoryChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Victory Points Chart, in half points, and the degrees of victory."""

    islamist: dict[str, int]
    coalition: dict[str, int]
    levels: list[VictoryLevel]
    capitals_for_sudden_death: int


class EventKind(Struct, frozen=True, forbid_unknown_fields=True):
    """An event and the sum of dice that brings it."""

    total: int
    id: str
    name: str
    about: str


class EventChart(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Events Table."""

    entries: list[EventKind]


class TurnBox(Struct, frozen=True, forbid_unknown_fields=True):
    """A box of the turn track."""

    turn: int
    date: str
    note: str = ""


class TrackList(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Turn and airlift tracks."""

    airlift: int
    airlift_track: int
    turns: list[TurnBox]


class AirliftLoads(Sourced, kw_only=True, forbid_unknown_fields=True):
    """How many units one airlift move carries: so many companies, or one task force and so many companies."""

    companies: int
    parachute_with_task_force: int
    airmobile_with_task_force: int
    transfer_with_task_force: int


class Package(Struct, frozen=True, forbid_unknown_fields=True):
    """What choosing an optional force brings: dice of C2P for the other side, airlift, where it arrives."""

    dice: int
    airlift: int = 0
    arrives: str = ""


class Packages(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The optional forces (31.1, 31.3)."""

    jsoc: Package
    africom: Package
    additional_french: Package
    heavy_weaponry: Package


class Tables(Struct, forbid_unknown_fields=True):
    """tables.yaml"""

    kinetic: StrengthTable
    cyber: StrengthTable
    strike: StrengthTable
    air_defense: CodeTable
    codes: ResultCodes
    terrain: TerrainChart
    theater: Theater
    income: IncomeChart
    costs: Prices
    victory_points: VictoryChart
    events: EventChart
    tracks: TrackList
    airlift: AirliftLoads
    options: Packages
