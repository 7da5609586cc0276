"""The counter mix of Sand Wars, typed, and what is printed on one counter."""

from __future__ import annotations

from typing import Literal

import msgspec

from common.data import Sourced
from common.engine import Side


class PieceType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of piece as the Unit Type chart has it."""

    name: str
    block: Literal["small", "large", "counter", "marker"]
    cv: int
    steps: int
    recon: int
    armor: bool = False
    attachable: bool = False
    unconventional: bool = False
    sof: bool = False
    modes: tuple[str, ...] = ()


class PieceTypes(Sourced, forbid_unknown_fields=True, kw_only=True):
    """All types by code."""

    entries: dict[str, PieceType]


class Headquarters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An HQ block."""

    id: str
    division: bool
    kind: str
    airborne: bool
    capacity: int


class MarkerMix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Impact markers of one kind and value."""

    kind: str
    cv: int
    recon: int
    count: int


class SideMix(msgspec.Struct, forbid_unknown_fields=True):
    """The pieces of a side."""

    hqs: list[Headquarters]
    units: dict[str, int]
    markers: list[MarkerMix]


class CounterMix(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The counter mix, a limit (REP.4)."""

    chips: int
    sides: dict[Side, SideMix]


class UnitsFile(msgspec.Struct, forbid_unknown_fields=True):
    """units.yaml"""

    types: PieceTypes
    counters: CounterMix


class PieceFacts(msgspec.Struct, frozen=True):
    """What never changes about one counter."""

    id: str
    side: Side
    code: str
    type: PieceType
    cv: int
    recon: int
    hq: Headquarters | None = None
    number: int = 0  # among the pieces of its side and kind

    @property
    def short(self) -> str:
        """An HQ as it is called among those of its side: its echelon and number."""
        return f"{'D' if self.hq is not None and self.hq.division else 'B'}{self.number}"

    @property
    def name(self) -> str:
        """What the piece is called in a sentence."""
        return f"{self.type.name} {self.id}" if self.hq else self.type.name

    @property
    def is_block(self) -> bool:
        """Whether it is one of the wooden blocks."""
        return self.type.block in ("small", "large")

    @property
    def modes(self) -> tuple[str, ...]:
        """ACT.SPEC.a  How it can be carried."""
        if self.hq is not None:
            return ("helicopter", "air_transport") if self.hq.airborne else ()
        return self.type.modes


MARKER_NAMES = {
    "airstrike": "Airstrike",
    "helicopter": "Helicopter",
    "uav": "UAV",
    "elint": "ELINT",
    "ssm": "SSM",
    "air_supply": "Air Supply",
    "naval": "Naval support",
    "sof": "SOF operation",
    "terror_attack": "Terrorist attack",
    "terror_spectacular": "Terrorist spectacular",
    "c2_jamming": "C2 jamming",
}
