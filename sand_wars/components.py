"""The data files of Sand Wars, typed, and what follows from them alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import dist
from operator import attrgetter
from pathlib import Path
from typing import Literal

import msgspec

from common.data import Sourced, read
from common.engine import Option, Scenario, Side
from common.engine.pieces import Grouping
from common.maps import read_map
from sand_wars.counters import MARKER_NAMES, PieceFacts, PieceType, SideMix, UnitsFile
from sand_wars.state import ALGERIA, MOROCCO, PLACES_BESIDE, SIDES, Block
from sand_wars.tables import TablesFile

FOLDER = Path(__file__).resolve().parent / "data"
DISPUTED = "tripoint"  # the space astride the border (MAP.17)
INSURGENT = ("camp", "guerrilla")
TOWNS = ("city", "resource_city")  # AIR.4, R94
WORKS = ("base", "fort", "camp", "resource_marker")  # what is built or found in a space and stays there
MARKED = ("sof", "terror_attack", "terror_spectacular", "c2_jamming")  # counters that only mark a place (PCE.21)


class ActionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card says under Action."""

    red: bool
    only: list[Side]
    text: str


class ReactionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card says under Reaction."""

    red: bool
    text: str


class EventText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card says under Event."""

    combat: bool
    text: str


class CardTexts(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The texts of the cards by title."""

    actions: dict[str, ActionText]
    reactions: dict[str, ReactionText]
    events: dict[str, EventText]


class OpsCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Operations card (CRD.4)."""

    action: str
    reaction: str
    event: str
    dice: tuple[int, int]
    trigger: Literal["none", "event", "turn"] = "none"


class OpsDeck(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The Operations deck of a side."""

    cards: dict[str, OpsCard]


class CardsFile(msgspec.Struct, forbid_unknown_fields=True):
    """cards.yaml"""

    texts: CardTexts
    decks: dict[Side, OpsDeck]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the things an objective asks for; `check` says which of the other fields count."""

    check: str
    side: Side = ""
    spaces: tuple[str, ...] = ()
    count: int = 0
    start: str = ""
    owner: Side = ""
    kinds: tuple[str, ...] = ()
    loser: Side = ""
    winner: Side = ""
    home: Side = ""
    of: Side = ""


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Strategic Objective card (WIN.4)."""

    id: str
    title: str
    situation: str
    victory: str
    conditions: tuple[Condition, ...]
    reveal: dict[str, int]


class ObjectivesFile(Sourced, forbid_unknown_fields=True, kw_only=True):
    """objectives.yaml"""

    algeria: list[Objective]
    morocco: list[Objective]


class PlacedHq(msgspec.Struct, forbid_unknown_fields=True):
    """An HQ of a set-up."""

    id: str
    up: bool = False
    pv: int = 0
    attached: dict[str, int] = {}


class PlacedForce(msgspec.Struct, forbid_unknown_fields=True):
    """What a set-up puts into a space."""

    space: str
    units: dict[str, int] = {}
    hqs: list[PlacedHq] = []


class SideSetup(msgspec.Struct, forbid_unknown_fields=True):
    """A side's order of battle."""

    on_map: list[PlacedForce]
    off_map: list[str]


class SandSetup(Sourced, forbid_unknown_fields=True, kw_only=True):
    """How a level of mobilization begins."""

    first_player: Side
    chips: int
    hands: dict[Side, int]
    algeria: SideSetup
    morocco: SideSetup

    def of(self, side: Side) -> SideSetup:
        """A side's order of battle."""
        return self.algeria if side == ALGERIA else self.morocco


class ScenariosFile(msgspec.Struct, forbid_unknown_fields=True):
    """scenarios.yaml"""

    scenarios: dict[str, Scenario]
    setups: dict[str, SandSetup]
    options: dict[str, Option] = {}


FILES: dict[str, type] = {
    "units.yaml": UnitsFile,
    "cards.yaml": CardsFile,
    "objectives.yaml": ObjectivesFile,
    "tables.yaml": TablesFile,
    "scenarios.yaml": ScenariosFile,
}


class Components:
    """All data of the game."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.map = read_map(FOLDER / "map.yaml", packs)
        self.units = read(FOLDER / "units.yaml", UnitsFile, packs)
        self.cards_file = read(FOLDER / "cards.yaml", CardsFile, packs)
        self.objectives_file = read(FOLDER / "objectives.yaml", ObjectivesFile, packs)
        self.tables = read(FOLDER / "tables.yaml", TablesFile, packs)
        self.book = read(FOLDER / "scenarios.yaml", ScenariosFile, packs)
        self.scenarios = self.book.scenarios
        self.options = self.book.options
        self.setups = self.book.setups
        self.texts = self.cards_file.texts
        self.types = self.units.types.entries
        self.bands = cache(self._bands)
        self.starts_for = cache(self._starts_for)
        self.flights_from = cache(self._flights_from)
        self._rings: dict[tuple[str, int], tuple[str, ...]] = {}
        self.ids_of, self.cards_with = cache(self._ids_of), cache(self._cards_with)
        self._read_map()
        self._read_counters()
        self._read_cards()

    def _read_map(self) -> None:
        spaces = self.map.spaces
        self.spaces: tuple[str, ...] = tuple(spaces)
        self.names: dict[str, str] = {id_: space.name for id_, space in spaces.items()}
        self.home: dict[str, Side] = {
            id_: space.attrs["home"] if space.attrs["home"] in SIDES else "" for id_, space in spaces.items()
        }
        self.kind: dict[str, str] = {id_: space.kind for id_, space in spaces.items()}
        self.coastal = frozenset(self.map.having("coastal"))
        self.coast: tuple[str, ...] = tuple(sorted(self.coastal))
        self.airbases = frozenset(self.map.having("airbase"))
        self.home_airbases: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_ in spaces if id_ in self.airbases and self.home[id_] == side) for side in SIDES
        }
        self.near: dict[str, tuple[str, ...]] = {id_: self.map.next_to(id_) for id_ in spaces}
        self._axes: dict[tuple[str, str], frozenset[str]] = {}
        for link in self.map.links_of():
            self._axes[link.a, link.b] = self._axes[link.b, link.a] = link.kinds
        self.roads: dict[str, tuple[str, ...]] = {
            here: tuple(there for there in self.near[here] if "road" in self._axes[here, there]) for here in spaces
        }
        resource = {id_: space.attrs.get("resource", "none") for id_, space in spaces.items()}
        self.resource: dict[str, str] = {id_: kind for id_, kind in resource.items() if kind != "none"}
        self.resources_of: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_ in self.resource if self.home[id_] == side) for side in SIDES
        }
        self.resources: dict[str, tuple[str, ...]] = {
            kind: tuple(id_ for id_, printed in self.resource.items() if printed == kind)
            for kind in sorted(set(self.resource.values()))
        }
        self.capital: dict[Side, str] = {
            self.home[id_]: id_
            for id_, space in spaces.items()
            if space.attrs.get("capital") or "capital" in space.tags
        }
        self.stronghold: dict[str, Side] = {
            id_: space.attrs["stronghold"] for id_, space in spaces.items() if "stronghold" in space.attrs
        }
        self.groups: dict[str, tuple[str, ...]] = {name: tuple(ids) for name, ids in self.map.file.groups.items()}
        self.countries: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_ in spaces if self.home[id_] == side) for side in SIDES
        }
        self.towns: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_ in spaces if self.home[id_] == side and self.kind[id_] in TOWNS) for side in SIDES
        }
        self.deployment: dict[Side, tuple[str, ...]] = {
            ALGERIA: self.groups["algerian_deployment"],
            MOROCCO: self.groups["moroccan_deployment"],
        }

    def axis(self, here: str, there: str) -> frozenset[str]:
        """What the axis between two neighbours is: road or track, mountain, berm, frontier."""
        return self._axes[here, there]

    def within_axes(self, space: str, most: int) -> tuple[str, ...]:
        """The spaces at most so many axes away, whoever controls what lies between, the nearer first."""
        found = self._rings.get((space, most))
        if found is None:
            seen, ring = [space], [space]
            for _ in range(most):
                ring = list(dict.fromkeys([end for here in ring for end in self.near[here] if end not in seen]))
                seen += ring
            found = self._rings[space, most] = tuple(seen)
        return found

    def in_band(self, mission: str, space: str) -> frozenset[str]:
        """RNG.1-RNG.3  The spaces within the band of a mission, measured from edge to edge."""
        return self.bands(mission)[space]

    def _bands(self, mission: str) -> dict[str, frozenset[str]]:
        """The spaces within the band of a mission from each space."""
        spaces, band = self.map.spaces.values(), self.tables.ranges.bands[mission]
        return {
            here.id: frozenset([s.id for s in spaces if dist(here.center, s.center) - here.radius - s.radius <= band])
            for here in spaces
        }

    def _flights_from(self, space: str) -> tuple[str, ...]:
        """The spaces within the band of helicopters, in the order of their names."""
        return tuple(sorted(self.in_band("helicopter", space)))

    def _starts_for(self, mission: str) -> dict[str, frozenset[str]]:
        """For each space the spaces from which it is within the band of a mission."""
        bands = self.bands(mission)
        return {there: frozenset([here for here in self.spaces if there in bands[here]]) for there in self.spaces}

    def _read_counters(self) -> None:
        self.counters: dict[str, PieceFacts] = {
            facts.id: facts for side in SIDES for facts in self._counters_of(side, self.units.counters.sides[side])
        }
        self.full_cv: dict[str, int] = {  # of what can lose CV and get it back (ACT.REC.a)
            id_: facts.cv if facts.type.block == "small" else 0 for id_, facts in self.counters.items()
        }
        self.occupying = frozenset(
            id_ for id_, facts in self.counters.items() if facts.is_block or facts.code in ("guards", *INSURGENT)
        )
        self.mobile = frozenset(  # PCE.12, VAL.3
            id_ for id_, facts in self.counters.items() if facts.is_block or facts.code in ("guerrilla", "leader")
        )
        self.works = frozenset(id_ for id_, facts in self.counters.items() if facts.code in WORKS)
        self.lone = frozenset(  # pieces that do not go as any unit beside them goes
            id_ for id_, facts in self.counters.items() if facts.hq or facts.code in ("guerrilla", "leader")
        )
        self.modes = {id_: facts.modes for id_, facts in self.counters.items()}
        self.liftable = frozenset(
            id_ for id_, modes in self.modes.items() if modes or self.counters[id_].code == "base"
        )
        self.sof_codes = tuple(code for code, kind in self.types.items() if kind.sof)
        self.hqs: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_, facts in self.counters.items() if facts.hq and facts.side == side)
            for side in SIDES
        }
        self.bases: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_, facts in self.counters.items() if facts.code == "base" and facts.side == side)
            for side in SIDES
        }
        owners = {
            id_: int(facts.side == MOROCCO) + 2 * (id_ not in self.occupying) for id_, facts in self.counters.items()
        }
        self.grouping: Grouping[Block] = Grouping(self.spaces, PLACES_BESIDE, owners, attrgetter("at"))

    def _ids_of(self, side: Side, *codes: str) -> tuple[str, ...]:
        """The counters of a side with these codes, in the order of the counter list."""
        return tuple(f.id for f in self.counters.values() if f.side == side and f.code in codes)

    def _counters_of(self, side: Side, mix: SideMix) -> Iterator[PieceFacts]:
        letter = side[0].upper()
        numbers: dict[str, int] = {}
        for hq in mix.hqs:
            code = "hq_div" if hq.division else "hq_bde"
            numbers[code] = numbers.get(code, 0) + 1
            yield PieceFacts(hq.id, side, code, self.types[code], 0, 0, hq, numbers[code])
        for code, count in mix.units.items():
            kind = self.types[code]
            for number in range(1, count + 1):
                yield PieceFacts(f"{letter}-{code}-{number}", side, code, kind, kind.cv, kind.recon, number=number)
        for marker in mix.markers:
            kind = PieceType(MARKER_NAMES[marker.kind], "marker", marker.cv, 0, marker.recon)
            for _ in range(marker.count):
                numbers[marker.kind] = number = numbers.get(marker.kind, 0) + 1
                id_ = f"{letter}-{marker.kind}-{number}"
                yield PieceFacts(id_, side, marker.kind, kind, marker.cv, marker.recon, number=number)

    def _cards_with(self, side: Side, title: str) -> tuple[str, ...]:
        """The cards of a deck with that Action."""
        return tuple(card for card in self.decks[side] if self.titles[card] == title)

    def _read_cards(self) -> None:
        decks = self.cards_file.decks
        self.cards: dict[str, OpsCard] = {id_: card for side in SIDES for id_, card in decks[side].cards.items()}
        self.titles: dict[str, str] = {id_: card.action for id_, card in self.cards.items()}
        self.decks: dict[Side, tuple[str, ...]] = {side: tuple(decks[side].cards) for side in SIDES}
        self.deck_of: dict[str, Side] = {card: side for side in SIDES for card in self.decks[side]}
        both = {ALGERIA: self.objectives_file.algeria, MOROCCO: self.objectives_file.morocco}
        self.objectives: dict[str, Objective] = {card.id: card for side in SIDES for card in both[side]}
        self.objective_deck: dict[Side, tuple[str, ...]] = {
            side: tuple(card.id for card in both[side]) for side in SIDES
        }
