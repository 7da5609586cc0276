"""The counter sheet: factions, units and Netwar chits as units.yaml and chits.yaml hold them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from common.data import Sourced

Allegiance = Literal["coalition", "pirate"]
Category = Literal["ground", "sof", "naval", "air"]
Weight = Literal["heavy", "light", "none"]
Flag = Literal["airmobile", "amphibious", "missile", "carrier_air", "transport", "optional", "flies_only"]


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
    moment: str  # what a refusal says of the moment for it
    effect: str


class ChitMix(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Netwar chits of a side."""

    chits: list[ChitKind]


class ChitsFile(Struct, forbid_unknown_fields=True):
    """chits.yaml"""

    coalition: ChitMix
    pirate: ChitMix


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
    def flies(self) -> bool:
        """11.7a, 20.2a  Whether it moves from Zone to Zone only by air."""
        return self.category == "air" or "flies_only" in self.flags

    @property
    def lift(self) -> str:
        """What it counts as for transport and redeployment."""
        return "attack_craft" if self.type == "attack_craft" else self.weight


def group_name(printed: CounterGroup) -> str:
    """The name under which counters that are bought as one kind are counted."""
    first = printed.ids[0]
    return first.rstrip("0123456789").rstrip("_") if len(printed.ids) > 1 and first[-1].isdigit() else first
