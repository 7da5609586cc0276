"""Set-ups and map as read from data/, and counters, tables and map with what the rules ask most worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any

from msgspec import Struct

from common.data import Sourced, read
from common.engine import Option, Scenario, Side
from common.engine.pieces import Grouping
from common.maps import Costs, GameMap, Link, Space, load_map
from operation_serval.counters import (
    COMPANIES,
    FLYERS,
    TASK_FORCES,
    TRANSFERRED,
    Contingent,
    Counter,
    NetwarKind,
    Units,
    UnitType,
)
from operation_serval.state import (
    COALITION,
    EVERYBODY,
    ISLAMIST,
    OUT,
    STAGING,
    STAGING_AREAS,
    UNSEEN,
    ZONES,
    Owner,
    Unit,
)
from operation_serval.tables import Tables

FOLDER = Path(__file__).resolve().parent / "data"
Ways = tuple[tuple[str, int], ...]  # neighbours, and the price of the step
FOREIGN_TOWN = "foreign_town"
SETTLEMENTS = ("national_capital", "regional_capital", "town")  # cities and towns of Mali


class StartingPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """C2P at the start: so many dice, plus a number."""

    dice: int
    plus: int


class StartingSharia(Struct, frozen=True, forbid_unknown_fields=True):
    """Where sharia markers stand at the start, and among which towns the rest is chosen."""

    fixed: list[str] = []
    choose: int = 0
    among: list[str] = []


class SetupGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Units that are set up in one zone: numbers by type, or counters by id."""

    rule: str
    contingent: str
    zone: str
    nation: str = ""
    units: dict[str, int] = {}
    ids: list[str] = []
    must: list[str] = []
    disrupted: list[str] = []
    effective: list[str] = []
    limits: dict[str, int] = {}
    bases_in: str = ""


class SideSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """How a side begins."""

    c2p: StartingPoints
    netwar: int
    groups: list[SetupGroup]
    sharia: StartingSharia = StartingSharia()


class Setup(Sourced, kw_only=True, forbid_unknown_fields=True):
    """A scenario's length, state of affairs and forces."""

    first_turn: int
    first_turn_rule: str
    extension_rule: str
    last_turn: int
    max_turn: int
    intervention: bool
    offensive: bool
    coalition: SideSetup
    islamist: SideSetup


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made set-up of both sides: counters by place."""

    coalition: dict[str, list[str]]
    islamist: dict[str, list[str]]
    sharia: list[str] = []


class Placements(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The ready-made set-ups."""

    entries: dict[str, Placement]


class Scenarios(Struct, forbid_unknown_fields=True):
    """scenarios.yaml"""

    scenarios: dict[str, Scenario]
    options: dict[str, Option]
    setups: dict[str, Setup]
    placements: Placements


FILES: dict[str, type] = {"units.yaml": Units, "tables.yaml": Tables, "scenarios.yaml": Scenarios}


class WaysIn(dict[str, Ways]):
    """The neighbours of every place, with the price of the step into it, worked out when they are asked for."""

    def __init__(self, data: Components, bridged: bool) -> None:
        super().__init__()
        self._data, self._bridged = data, bridged

    def __missing__(self, there: str) -> Ways:
        price, near = self._data.step_cost, self._data.map.next_to(there)
        return self.setdefault(there, tuple((here, price(here, there, self._bridged)) for here in near))


class Components:
    """Everything that comes in the box, and what follows from it alone."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.map: GameMap = load_map("operation_serval", packs)
        self.units = read(FOLDER / "units.yaml", Units, packs)
        self.tables = read(FOLDER / "tables.yaml", Tables, packs)
        book = read(FOLDER / "scenarios.yaml", Scenarios, packs)
        self.scenarios, self.options, self.setups = book.scenarios, book.options, book.setups
        self.placements = book.placements.entries
        self._number_counters()
        self._read_map()
        self.derived: dict[Any, Any] = {}  # what rules have worked out from the components alone
        self.host_owners: dict[str, tuple[Owner, str]] = {}  # the same by counter, for what is asked most

    def _number_counters(self) -> None:
        self.contingents: dict[str, Contingent] = {one.id: one for one in self.units.contingents.entries}
        self.contingents_of: dict[Side, tuple[str, ...]] = {
            side: tuple(one.id for one in self.contingents.values() if one.side == side)
            for side in (ISLAMIST, COALITION)
        }
        self.forces: tuple[str, ...] = tuple(one.option for one in self.contingents.values() if one.option)
        self.types: dict[str, UnitType] = {one.id: one for one in self.units.types.entries}
        self.counters: dict[str, Counter] = {counter.id: counter for counter in self.units.units.entries}
        self.order: tuple[str, ...] = tuple(self.counters)
        self.rank: dict[str, int] = {id_: number for number, id_ in enumerate(self.order)}
        self.side_of: dict[str, Side] = {
            id_: self.contingents[counter.contingent].side for id_, counter in self.counters.items()
        }
        self.alike: dict[str, tuple[str, str, str]] = {
            id_: (counter.contingent, counter.nation, counter.type) for id_, counter in self.counters.items()
        }
        self.owners: dict[str, tuple[Owner, ...]] = {
            id_: (EVERYBODY, side := self.side_of[id_], group, (group, type_), (side, type_), *self._zones_of(id_))
            for id_, (group, _, type_) in self.alike.items()
        }  # whose kept answers a change of the counter makes void
        self.counters_of: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_ in self.order if self.side_of[id_] == side) for side in (ISLAMIST, COALITION)
        }
        mobile = {one.id for one in self.units.types.entries if one.mobile}
        self.mobile_ids = frozenset(id_ for id_, counter in self.counters.items() if counter.type in mobile)
        self.engineer_ids = frozenset(id_ for id_, one in self.counters.items() if self.types[one.type].engineer)
        self.air_ids = frozenset(id_ for id_, counter in self.counters.items() if self.types[counter.type].air)
        self.zone_ids_of: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_ in ids if self.counters[id_].zoc) for side, ids in self.counters_of.items()
        }
        self.base_ids = frozenset(id_ for id_, counter in self.counters.items() if counter.type == "base")
        self.leader_ids = frozenset(id_ for id_, counter in self.counters.items() if counter.type == "leader")
        self.task_force_ids = frozenset(id_ for id_, one in self.counters.items() if one.type in TASK_FORCES)
        self.flyer_ids = frozenset(
            id_ for id_, counter in self.counters.items() if counter.wings or counter.type in FLYERS
        )
        self.company_ids = frozenset(
            id_ for id_, one in self.counters.items() if one.type in COMPANIES and one.nation in ("french", "us")
        )
        self.transferred_ids = frozenset(id_ for id_, one in self.counters.items() if one.nation in TRANSFERRED)
        self.bases_of: dict[Side, tuple[str, ...]] = {
            side: tuple(id_ for id_ in self.order if id_ in self.base_ids and self.side_of[id_] == side)
            for side in (ISLAMIST, COALITION)
        }
        self.ids_of: dict[str, tuple[str, ...]] = {
            kind: tuple(id_ for id_, counter in self.counters.items() if counter.type == kind) for kind in self.types
        }
        self.leaders_of: dict[str, tuple[str, ...]] = {
            group: tuple(id_ for id_ in self.order if id_ in self.leader_ids and self.alike[id_][0] == group)
            for group in self.contingents
        }
        self.members: dict[str, tuple[str, ...]] = {
            group: tuple(id_ for id_, counter in self.counters.items() if counter.contingent == group)
            for group in self.contingents
        }
        self.mobile_members: dict[str, tuple[str, ...]] = {
            group: tuple(id_ for id_ in members if id_ in self.mobile_ids) for group, members in self.members.items()
        }
        self.riders: dict[tuple[str, bool], tuple[str, ...]] = {
            (group, transfer): tuple(
                id_ for id_ in members if id_ in (self.transferred_ids if transfer else self.flyer_ids)
            )
            for group, members in self.mobile_members.items()
            for transfer in (False, True)
        }  # the mobile units of a contingent that can be flown, by air transfer and otherwise (23.3a, 23.4a, 23.5a)
        self.half_points: dict[str, tuple[int, int]] = {
            id_: (2 * counter.face(False).allowance, 2 * counter.face(True).allowance)
            for id_, counter in self.counters.items()
        }
        self.dates: dict[int, str] = {box.turn: box.date for box in self.tables.tracks.turns}
        self.netwar: dict[tuple[Side, str], NetwarKind] = {
            (one.side, one.kind): one for one in self.units.netwar.entries
        }
        self.markers: dict[str, NetwarKind] = {
            self.marker_id(one, number): one for one in self.units.netwar.entries for number in range(1, one.count + 1)
        }
        self.pool_boxes = frozenset(group.box for group in self.contingents.values())

    def _zones_of(self, id_: str) -> tuple[str, ...]:
        """11.1  What is kept about the zones of a side hangs on a counter that can have one."""
        return (ZONES[self.side_of[id_]],) if self.counters[id_].zoc else ()

    @staticmethod
    def marker_id(kind: NetwarKind, number: int) -> str:
        """The name of one of the netwar markers that are alike, as a piece on the table."""
        return f"netwar {kind.side} {kind.kind} {number}"

    def _read_map(self) -> None:
        spaces = self.map.spaces
        self.hexes: tuple[str, ...] = tuple(spaces)
        self.near: dict[str, tuple[str, ...]] = {
            hex_: tuple(other for other in self.map.next_to(hex_) if other in spaces) for hex_ in spaces
        }
        self.country: dict[str, str] = {hex_: str(space.attrs["country"]) for hex_, space in spaces.items()}
        self.mali = frozenset(hex_ for hex_ in spaces if self.country[hex_] == "mali")
        letters = {"north_left_bank": "N", "north_right_bank": "n", "south_west": "s"}
        self.region: dict[str, str] = {
            hex_: letters.get(str(space.attrs.get("region", "")), "") for hex_, space in spaces.items()
        }
        self.south_west = frozenset(hex_ for hex_, region in self.region.items() if region == "s")
        self.by_the_line = frozenset(
            hex_ for hex_ in spaces if self.region[hex_] != "s" and not self.south_west.isdisjoint(self.near[hex_])
        )
        theater = self.tables.theater
        self.open: dict[Side, frozenset[str]] = {
            side: frozenset(hex_ for hex_ in spaces if self.country[hex_] in countries)
            for side, countries in ((ISLAMIST, theater.islamist), (COALITION, theater.coalition))
        }
        self.place_kind: dict[str, str] = {
            hex_: kind for hex_, space in spaces.items() for kind in (*SETTLEMENTS, FOREIGN_TOWN) if kind in space.tags
        }
        self.settlements = frozenset(hex_ for hex_, kind in self.place_kind.items() if kind in SETTLEMENTS)
        self.capitals = frozenset(hex_ for hex_, kind in self.place_kind.items() if kind == "regional_capital")
        self.bamako = next(hex_ for hex_, kind in self.place_kind.items() if kind == "national_capital")
        self.timbuktu = next(hex_ for hex_, space in spaces.items() if space.attrs.get("place") == "timbuktu")
        self.airports = frozenset(self.map.having("airport"))
        self.mines = frozenset(self.map.having("mines"))
        self.mountains = frozenset(hex_ for hex_, space in spaces.items() if space.kind == "mountain")
        self.on_line = frozenset(end for link in self.map.links_of("intervention_line") for end in (link.a, link.b))
        self.north_east = tuple(hex_ for hex_ in spaces if self.region[hex_] in ("N", "n"))
        self.algeria = tuple(hex_ for hex_ in spaces if self.country[hex_] == "algeria")
        self.prizes: dict[str, str] = {
            hex_: kind for hex_ in spaces if self.country[hex_] == "mali" and (kind := self._prize(hex_))
        }
        self.edges: dict[str, str] = {
            hex_: box for box in STAGING_AREAS if box in self.map.off_map for hex_ in self.map.next_to(box)
        }
        self.titles: dict[str, str] = {
            hex_: f"{space.name} ({hex_})" if space.name and space.name != hex_ else hex_
            for hex_, space in spaces.items()
        }
        self.titles |= {box.id: box.name for box in self.map.boxes.values()} | {
            OUT: "out of play",
            UNSEEN: "an unseen place",
        }
        owners = {id_: int(side == COALITION) for id_, side in self.side_of.items()}
        self.grouping: Grouping[Unit] = Grouping(self.hexes, self.map.boxes, owners, attrgetter("at"), sparse=True)
        self.field = frozenset((*self.hexes, *STAGING_AREAS))  # where units are in play
        self._discs: dict[tuple[str, int], frozenset[str]] = {}
        self._distances: dict[tuple[str, str], int] = {}
        self.ways_in: dict[bool, WaysIn] = {bridged: WaysIn(self, bridged) for bridged in (False, True)}

    def _prize(self, hex_: str) -> str:
        """VPC: what a hex of Mali counts as for victory points; "" if nothing."""
        if hex_ in (self.bamako, self.timbuktu):
            return "bamako" if hex_ == self.bamako else "timbuktu"
        if hex_ in self.settlements:
            return "capital" if hex_ in self.capitals else "town"
        return "mines_or_mountain" if hex_ in self.mines or hex_ in self.mountains else ""

    @cached_property
    def zones(self) -> dict[str, frozenset[str]]:
        """30.1, 30.2: the places meant by the set-up instructions; a box stands for itself."""
        north = frozenset(hex_ for hex_, region in self.region.items() if region in ("N", "n"))
        south = frozenset(hex_ for hex_ in self.settlements if self.region[hex_] == "s")
        diabaly = frozenset(hex_ for hex_ in south if self.map.spaces[hex_].attrs.get("place") == "diabaly")
        crowded = self.settlements.union(*(self.near[hex_] for hex_ in self.settlements))
        left_bank = frozenset(hex_ for hex_ in north if self.region[hex_] == "N")
        found = {box: frozenset({box}) for box in self.map.boxes}
        return found | {
            "ne_settlements": self.settlements & north,
            "sw_settlements": south,
            "sw_settlements_not_diabaly": south - diabaly,
            "bamako": frozenset({self.bamako}),
            "diabaly": diabaly,
            "ne_away": north - crowded,
            "zone_s1": left_bank - self.on_line,
        }

    @cached_property
    def drop_zones(self) -> dict[str, frozenset[str]]:
        """The parts of the theater of the Coalition among which a drop chooses first (23.3a)."""
        mali = self.open[COALITION] & self.mali
        north = frozenset(hex_ for hex_ in mali if self.region[hex_] == "N")
        return {"north": north, "south": mali - north, "abroad": self.open[COALITION] - mali}

    @cached_property
    def zone_names(self) -> dict[str, str]:
        """What players call the parts of the theater."""
        return {
            "north": "Mali north of the Niger",
            "south": "Mali south of the Niger",
            "abroad": "a neighboring country",
        }

    @cached_property
    def setup_groups(self) -> dict[str, dict[str, list[SetupGroup]]]:
        """30.1, 30.2: by scenario and counter, the parts of the set-up that the counter can belong to."""
        return {name: {id_: self._groups_of(setup, id_) for id_ in self.order} for name, setup in self.setups.items()}

    def _groups_of(self, setup: Setup, id_: str) -> list[SetupGroup]:
        counter = self.counters[id_]
        if counter.option:
            return []
        every = setup.coalition.groups if self.side_of[id_] == COALITION else setup.islamist.groups
        named = [group for group in every if id_ in group.ids]
        return named or [
            group
            for group in every
            if group.contingent == counter.contingent
            and counter.type in group.units
            and group.nation in ("", counter.nation)
        ]

    @cached_property
    def setup_members(self) -> dict[str, dict[tuple[str, str], tuple[str, ...]]]:
        """30.1, 30.2: by scenario, contingent and type, the counters that have a part in the set-up."""
        found: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {}
        for name, by_id in self.setup_groups.items():
            types = found[name] = {}
            for id_ in [id_ for id_, groups in by_id.items() if groups]:
                owner = self.counters[id_].contingent, self.counters[id_].type
                types[owner] = (*types.get(owner, ()), id_)
        return found

    @cached_property
    def setup_grounds(self) -> dict[str, dict[tuple[str, str], frozenset[str]]]:
        """30.1, 30.2: by scenario, contingent and type, everywhere its counters could be set up."""
        return {
            name: {
                owner: frozenset(place for id_ in ids for place, _ in self.setup_places[name][id_])
                for owner, ids in by_owner.items()
            }
            for name, by_owner in self.setup_members.items()
        }

    @cached_property
    def setup_zones(self) -> dict[str, dict[str, dict[str, tuple[str, ...]]]]:
        """30.1, 30.2: by scenario and counter, everywhere it could be set up, and the zones that lie there."""
        return {
            name: {
                id_: {place: tuple(one.zone for one in groups if place in self.zones[one.zone]) for place, _ in places}
                for (id_, groups), places in zip(by_id.items(), self.setup_places[name].values(), strict=True)
            }
            for name, by_id in self.setup_groups.items()
        }

    @cached_property
    def setup_places(self) -> dict[str, dict[str, tuple[tuple[str, SetupGroup], ...]]]:
        """30.1, 30.2: by scenario and counter, everywhere it could be set up, and by which part of the set-up."""
        return {
            name: {id_: tuple(self._places_of(groups)) for id_, groups in by_id.items()}
            for name, by_id in self.setup_groups.items()
        }

    def _places_of(self, groups: list[SetupGroup]) -> Iterator[tuple[str, SetupGroup]]:
        zones = [self.zones[group.zone] for group in groups]
        for place in sorted(frozenset().union(*zones)):
            yield next((place, group) for group, zone in zip(groups, zones, strict=True) if place in zone)

    @cached_property
    def reserved(self) -> dict[tuple[str, Side], dict[str, frozenset[str]]]:
        """30.1e: by scenario and side, the hexes that wait for a base, and the contingents it can belong to."""
        found: dict[tuple[str, Side], dict[str, frozenset[str]]] = {}
        for name, setup in self.setups.items():
            for side, own in ((ISLAMIST, setup.islamist), (COALITION, setup.coalition)):
                places = {group.bases_in for group in own.groups if group.bases_in}
                found[name, side] = {
                    place: frozenset(group.contingent for group in own.groups if group.bases_in == place)
                    for place in places
                }
        return found

    @cached_property
    def setup_kinds(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """By scenario and counter, what tells it from others in the set-up; counters named there differ from all."""
        return {
            name: {
                id_: (id_,) if any(id_ in group.ids or id_ in group.must for group in groups) else self.alike[id_]
                for id_, groups in by_id.items()
            }
            for name, by_id in self.setup_groups.items()
        }

    def kinds(self, here: str, there: str) -> frozenset[str]:
        """What lies on the hexside between two neighbours: river, road, track, intervention_line."""
        link = self.map.link(here, there)
        return frozenset() if link is None else link.kinds

    def is_river(self, here: str, there: str) -> bool:
        """Whether a river runs between two neighbours."""
        return "river" in self.kinds(here, there)

    def disc(self, hex_: str, radius: int) -> frozenset[str]:
        """The hexes at most so many hexes away."""
        found = self._discs.get((hex_, radius))
        if found is None:
            inside = (other for other in self.map.within(hex_, radius) if other in self.near)
            found = self._discs[hex_, radius] = frozenset(inside)
        return found

    def distance(self, here: str, there: str) -> int:
        """Hexes from one hex to another."""
        found = self._distances.get((here, there))
        if found is None:
            found = self._distances[here, there] = self.map.distance(here, there)
        return found

    def terrain_cost(self, hex_: str) -> int:
        """13.3, R54: half movement points for a hex without road or track; a town costs its own price."""
        kind = self.place_kind.get(hex_)
        terrain = self.tables.terrain
        return terrain.places[kind].half_mp if kind else terrain.kinds[self.map.spaces[hex_].kind].half_mp

    def step_cost(self, here: str, there: str, bridged: bool = False) -> int:
        """13.3: half movement points for a step to a neighbour; `bridged` spares the river (25.1)."""
        terrain = self.tables.terrain
        if there not in self.near:
            return terrain.staging  # 29.4
        if here not in self.near:
            return self.terrain_cost(there)  # R26
        kinds = self.kinds(here, there)
        if "road" in kinds:
            return terrain.road
        if "track" in kinds:
            return terrain.track
        river = terrain.river if "river" in kinds and not bridged else 0
        return self.terrain_cost(there) + river

    def _price(
        self, side: Side, bridged: bool, closed: frozenset[str] = frozenset()
    ) -> Callable[[Space, Space, Link], int | None]:
        ground = self.open[side].union(STAGING[side]) - closed

        def price(here: Space, there: Space, link: Link) -> int | None:
            if here.id not in ground or there.id not in ground:
                return None
            return self.step_cost(here.id, there.id, bridged)

        return price

    @cached_property
    def march_costs(self) -> dict[tuple[Side, bool], Costs]:
        """The price of every step a side may make, for units alone and for those led by an engineer."""
        return {
            (side, bridged): self.map.costs(self._price(side, bridged))
            for side in (ISLAMIST, COALITION)
            for bridged in (False, True)
        }

    @cached_property
    def quiet_costs(self) -> dict[bool, Costs]:
        """The prices for Islamists who stay north-east of the Intervention Line (R16)."""
        return {bridged: self.map.costs(self._price(ISLAMIST, bridged, self.south_west)) for bridged in (False, True)}
