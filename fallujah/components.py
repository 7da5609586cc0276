"""Counters, tables, set-ups and map as read from data/, with what the rules ask most worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from typing import Literal

from msgspec import Struct

from common.data import DataError, Sourced, read
from common.engine import Scenario
from common.engine.pieces import Grouping
from common.maps import GameMap, load_map
from fallujah.state import BOXES, COALITION, ELIMINATED, FORCE_POOL, INSURGENT, RESERVE, ZONES, Unit

FOLDER = Path(__file__).resolve().parent / "data"

Kind = Literal[
    "infantry", "mech_infantry", "tank", "antitank", "weapons", "engineer", "recon", "lar", "cavalry", "mp", "sf",
    "armored_amphibious", "riverine", "fedayeen", "cadre", "militia",
]  # fmt: skip
Gait = Literal["lead", "light", "other"]  # what a march asks of a counter besides its MP: whether it can lead (7.2.1)
SUPPORT = ("tank", "antitank", "weapons", "armored_amphibious", "riverine")  # 3.6a
LEADERS = ("infantry", "mech_infantry", "engineer", "recon")  # 7.2.1b
LIGHT_ARMOR = ("lar", "cavalry")  # 7.2.1c
SCOUTS = ("recon", "lar", "cavalry")  # 6.3.1a


class Counter(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a counter; values are None where the counter has none."""

    id: str
    text: str
    name: str
    type: Kind
    nation: Literal["marine", "army", "iraqi", "insurgent"]
    size: str = ""
    zone: Literal["NW", "NE", "riverine", "none", ""] = ""
    cf: int | None = None
    spent_cf: int | None = None
    mf: int | None = None
    parentheses: bool = False
    offence: int = 0
    medevac: int = 0
    battalion: str = ""
    points: int = 0

    @property
    def side(self) -> str:
        return INSURGENT if self.nation == "insurgent" else COALITION

    @property
    def us(self) -> bool:
        """3.5a  US means Marines or Army."""
        return self.nation in {"marine", "army"}


class CoalitionCounters(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Coalition order of battle."""

    units: list[Counter]
    battalions: dict[str, str] = {}


class InsurgentType(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of Insurgent counter."""

    id: Literal["fedayeen", "cadre", "militia"]
    letter: str
    name: str
    count: int
    two_player: int
    cf: int
    spent_cf: int
    mf: int
    points: int


class InsurgentCounters(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Insurgent counter mix."""

    types: list[InsurgentType]


class MarkerKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A marker and how many there are."""

    id: str
    text: str
    count: int
    faces: list[str] = []


class Markers(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All markers."""

    kinds: list[MarkerKind]


class Units(Struct, forbid_unknown_fields=True):
    """units.yaml"""

    coalition: CoalitionCounters
    unused: CoalitionCounters
    insurgent: InsurgentCounters
    markers: Markers


class PointGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Areas that score while the Insurgents control them."""

    id: str
    title: str
    rule: str
    areas: list[str]
    points: int


class VictoryPoints(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Areas worth points (1.1)."""

    groups: list[PointGroup]


class Level(Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    """A level of victory and the lowest total that brings it."""

    level: str
    winner: str | None
    rule: str
    least: int | None


class VictoryLevels(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Levels of victory from the highest total down (1.2)."""

    rows: list[Level]


class MovementCosts(Sourced, kw_only=True, forbid_unknown_fields=True):
    """MP for steps and attacks (6.1)."""

    free: int
    attack_spent: int
    attack_fresh: int
    vacant_enemy: int
    enemy_spent: int
    enemy_fresh: int


class CoalitionOffence(Sourced, kw_only=True, forbid_unknown_fields=True):
    """What adds to a Coalition Offensive Value (7.2.4)."""

    company: int
    companies_at_most: int
    weapons: int
    tank: int
    light_armor: int
    engineer: int
    special_forces: int
    riverine: int
    integrity: int
    mixed: int


class InsurgentOffence(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Insurgent Offensive Value (7.3.1)."""

    by_tem: list[int]
    fedayeen: int


class FireMissionValues(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Fire Mission values (7.4)."""

    offence: int
    terrain_with_us: int
    terrain_without_us: int


class Casualties(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Casualty Points inflicted and absorbed (7.2.7, 7.3.4, 8)."""

    stalled: int
    repulsed: int
    us_lead: int
    iraqi_lead: int
    medevac: int
    dug_in: int
    fresh: int
    spent: int
    militia: int


class Tracks(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Turn, impulse and backlash tracks."""

    turns: list[str]
    impulse: int
    backlash: int


class SolitaireSetup(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The lowest die that places a Fedayeen, by TEM (13)."""

    fedayeen_from: dict[str, int]


class BotFedayeen(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Fedayeen Reaction: highest score that retreats and that does nothing (17, step 1)."""

    retreat_to: int
    nothing_to: int


Effect = Literal["R", "r", "+M", "+F", "+D", "adjM", "adjF"]


class BotCadre(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Cadre Reaction Table (17)."""

    in_area: dict[str, list[Effect]]
    adjacent: dict[str, list[Effect]]


class Tables(Struct, forbid_unknown_fields=True):
    """tables.yaml"""

    victory_points: VictoryPoints
    victory_levels: VictoryLevels
    movement_costs: MovementCosts
    coalition_offence: CoalitionOffence
    insurgent_offence: InsurgentOffence
    fire_mission: FireMissionValues
    casualties: Casualties
    tracks: Tracks
    bot_setup: SolitaireSetup
    bot_fedayeen: BotFedayeen
    bot_cadre: BotCadre


class Setup(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The Insurgent set-up of a scenario."""

    cadre: list[str]
    fedayeen: int
    fedayeen_per_area: int
    bot: bool


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made Fedayeen set-up."""

    id: str
    title: str
    areas: dict[str, int]


class Deployments(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Ready-made Fedayeen set-ups."""

    plans: list[Deployment]


class Scenarios(Struct, forbid_unknown_fields=True):
    """scenarios.yaml"""

    scenarios: dict[str, Scenario]
    setups: dict[str, Setup]
    deployments: Deployments


FILES: dict[str, type] = {"units.yaml": Units, "tables.yaml": Tables, "scenarios.yaml": Scenarios}


class Components:
    """Everything that comes in the box."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.map: GameMap = load_map("fallujah", packs)
        self.units = read(FOLDER / "units.yaml", Units, packs)
        self.tables = read(FOLDER / "tables.yaml", Tables, packs)
        scenarios = read(FOLDER / "scenarios.yaml", Scenarios, packs)
        self.scenarios, self.setups = scenarios.scenarios, scenarios.setups
        self.deployments = {plan.id: plan for plan in scenarios.deployments.plans}
        self._number_counters()
        self._read_city()

    def _number_counters(self) -> None:
        counters = list(self.units.coalition.units)
        for kind in self.units.insurgent.types:
            counters += [_insurgent(kind, number) for number in range(1, kind.count + 1)]
        self.counters: dict[str, Counter] = {counter.id: counter for counter in counters}
        self.order: tuple[str, ...] = tuple(self.counters)
        self.rank: dict[str, int] = {id_: i for i, id_ in enumerate(self.order)}
        self.coalition_ids = frozenset(c.id for c in counters if c.side == COALITION)
        self.support_ids = frozenset(c.id for c in counters if c.type in SUPPORT)
        self.us_ids = frozenset(c.id for c in counters if c.us)
        self.iraqi_ids = frozenset(c.id for c in counters if c.nation == "iraqi")
        self.scout_ids = frozenset(c.id for c in counters if c.type in SCOUTS)
        self.lead_ids = frozenset(
            c.id for c in counters if c.type in LEADERS and c.us and not c.parentheses and c.cf is not None
        )
        self.light_ids = frozenset(c.id for c in counters if c.type in LIGHT_ARMOR and not c.parentheses)
        self.militia_ids = frozenset(c.id for c in counters if c.type == "militia")
        self.cadre_ids = frozenset(c.id for c in counters if c.type == "cadre")
        self.fedayeen_ids = frozenset(c.id for c in counters if c.type == "fedayeen")
        self.gaits: dict[str, Gait] = {
            c.id: "lead" if c.id in self.lead_ids else "light" if c.id in self.light_ids else "other" for c in counters
        }  # units of one gait that stand together with the same MP go the same ways
        self.riverine = next(c.id for c in counters if c.type == "riverine")
        self.battalions: dict[str, frozenset[str]] = {
            name: frozenset(c.id for c in counters if c.battalion == name) for name in self.units.coalition.battalions
        }

        self.homes: dict[str, tuple[str, ...]] = {id_: _home(counter) for id_, counter in self.counters.items()}
        self.mix: dict[str, frozenset[str]] = {name: self._mix(setup) for name, setup in self.setups.items()}

    def _mix(self, setup: Setup) -> frozenset[str]:
        """The counters that a scenario uses: all of them, but not all Fedayeen (11.1d)."""
        fedayeen = [id_ for id_ in self.order if id_ in self.fedayeen_ids]
        return frozenset(self.order) - frozenset(fedayeen[setup.fedayeen :])

    def _read_city(self) -> None:
        spaces = self.map.spaces
        self.areas: tuple[str, ...] = tuple(space.id for space in spaces.values() if space.kind == "area")
        self.area_set = frozenset(self.areas)
        self.spaces: tuple[str, ...] = (*ZONES, *self.areas)
        self.tem: dict[str, int] = {area: int(spaces[area].attrs["tem"]) for area in self.areas}
        self.near: dict[str, tuple[str, ...]] = {
            space: tuple(other for other in self.map.next_to(space) if other in self.area_set) for space in spaces
        }
        self.near_sets = {space: frozenset(near) for space, near in self.near.items()}
        self.by_zone = frozenset(area for zone in ZONES for area in self.near[zone])
        self.zones_of: dict[str, tuple[str, ...]] = {
            area: tuple(zone for zone in ZONES if area in self.near_sets[zone]) for area in self.areas
        }
        self.beside = {area: frozenset((*self.near[area], *self.zones_of[area])) for area in self.areas}
        self.grouping: Grouping[Unit] = Grouping(
            self.spaces,
            (*BOXES, *self.map.boxes),
            {id_: int(id_ in self.coalition_ids) for id_ in self.order},
            attrgetter("at"),
        )
        self.mosques = frozenset(self.map.having("mosque"))
        self.river = frozenset(self.map.having("river"))
        self.scoring: dict[str, int] = {
            area: group.points for group in self.tables.victory_points.groups for area in group.areas
        }
        self.labels: dict[str, str] = {area: f"{area} {spaces[area].name}" for area in self.areas}
        self.labels |= {zone: spaces[zone].name for zone in ZONES}
        unknown = [area for area in self.scoring if area not in self.area_set]
        if unknown:
            raise DataError("fallujah/data/tables.yaml", 1, "victory_points", f"no such area: {', '.join(unknown)}")

    def text(self, id_: str) -> str:
        """What a unit is called in a sentence."""
        return self.counters[id_].text

    def call(self, id_: str) -> str:
        """What a player calls a unit or a space; what nobody knows is quoted."""
        counter = self.counters.get(id_)
        return counter.text if counter is not None else self.labels.get(id_, repr(id_))


def _home(counter: Counter) -> tuple[str, ...]:
    """Where a counter may be besides the areas of the city."""
    if counter.side == COALITION:
        return (counter.zone,)
    return (FORCE_POOL,) if counter.type == "militia" else (RESERVE, ELIMINATED)


def _insurgent(kind: InsurgentType, number: int) -> Counter:
    return Counter(
        id=f"{kind.letter}{number}",
        text=f"{kind.name} {number}",
        name=kind.name,
        type=kind.id,
        nation="insurgent",
        cf=kind.cf,
        spent_cf=kind.spent_cf,
        mf=kind.mf,
        points=kind.points,
    )
