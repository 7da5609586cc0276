"""What is printed on the counters and markers, and how many there are, as read from units.yaml."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from common.data import Sourced
from common.engine import Side

Values = tuple[int, int, int]  # combat strength, tactical value, movement allowance
TASK_FORCES = ("combined_arms_tf", "airborne_tf")
COMPANIES = (
    "airborne_infantry",
    "airborne_armor",
    "airborne_engineer",
    "armor",
    "mechanized_infantry",
    "engineer",
    "sof",
)  # 10.4, VPC
TECHNICALS = ("technical", "heavy_technical")
TRANSFERRED = ("french", "us")  # nations that air transfer (23.5a)
FLYERS = ("airborne_infantry", "airborne_armor", "airborne_engineer", "airborne_tf", "sof")


class Contingent(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a side that acts on its own (7.1)."""

    id: str
    side: Side
    name: str
    short: str
    box: str
    needs_intervention: bool = False
    option: str = ""


class Contingents(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All contingents."""

    entries: list[Contingent]


class UnitType(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of counter can do."""

    id: str
    name: str
    mobile: bool = False
    engineer: bool = False
    air: bool = False
    made_of: dict[str, int] = {}

    @property
    def task_force(self) -> bool:
        """Whether it is made of companies (22.1)."""
        return bool(self.made_of)


class UnitTypes(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All kinds of counters."""

    entries: list[UnitType]


class CounterFace(Struct, frozen=True, gc=False):
    """One side of a counter."""

    strength: int
    tactical: int
    allowance: int
    radius: int


class Counter(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What is printed on a counter; a unit without a back has one step."""

    id: str
    contingent: str
    nation: str
    type: str
    name: str
    title: str
    front: Values = (0, 0, 0)
    back: Values | None = None
    size: str = ""
    zoc: bool = False
    air_defense: bool = False
    wings: bool = False
    radius: tuple[int, int] = (0, 0)
    range: int = 0
    option: str = ""

    @cached_property
    def _faces(self) -> tuple[CounterFace, CounterFace]:
        back = self.front if self.back is None else self.back
        return CounterFace(*self.front, self.radius[0]), CounterFace(*back, self.radius[1])

    def face(self, disrupted: bool) -> CounterFace:
        """The values of the side that is up."""
        return self._faces[disrupted]

    @property
    def steps(self) -> int:
        """How many losses remove the effective unit; a task force has those of its companies (22.4)."""
        return 1 if self.back is None else 2


class CounterMix(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All unit counters."""

    entries: list[Counter]


class NetwarKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Netwar markers of one side that are alike."""

    kind: str
    side: Side
    type: str
    name: str
    value: int
    count: int
    option: str = ""


class NetwarMix(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All netwar markers."""

    entries: list[NetwarKind]


class MarkerCount(Struct, frozen=True, forbid_unknown_fields=True):
    """A play marker and how many there are."""

    id: str
    count: int


class MarkerMix(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All play markers, and the number of counters of the game."""

    entries: list[MarkerCount]
    total: int


class Units(Struct, forbid_unknown_fields=True):
    """units.yaml"""

    contingents: Contingents
    types: UnitTypes
    units: CounterMix
    netwar: NetwarMix
    markers: MarkerMix
