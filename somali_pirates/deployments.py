"""Scenarios, options, the rules of the set-up and ready-made deployments, as scenarios.yaml holds them."""

from __future__ import annotations

from msgspec import Struct

from common.data import Sourced
from common.engine import Option, Scenario


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
