"""Counters, tables, set-up and map of the game as read from data/, with the costs of every step worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec

from common.data import Sourced, read
from common.engine import Option, Scenario, Side
from common.maps import Costs, GameMap, Link, Space, load_map
from common.tables import ResultsTable
from nmc.state import Stack

REACH = 6  # 10.4b
BARRED = frozenset({"impassable"})  # 8.15c
FOLDER = Path(__file__).resolve().parent / "data"


class Leader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named leader counter."""

    name: str
    side: Side
    commander: bool = False


class Leaders(Sourced, kw_only=True, forbid_unknown_fields=True):
    """All leader counters."""

    names: list[Leader]


class Counters(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The counter mix."""

    strength: dict[str, dict[str, int]]
    artillery: dict[str, int]
    wagons: dict[str, int]
    depots: dict[str, int]
    markers: dict[str, int]
    total: int


class Units(msgspec.Struct, forbid_unknown_fields=True):
    """units.yaml"""

    leaders: Leaders
    counters: Counters


class Numbers(Sourced, kw_only=True, forbid_unknown_fields=True):
    """What stands under the Attrition Table."""

    commander: int
    subordinate: int
    leaders_at_most: int
    locale: int
    valley: int
    mountain: int


class MarchNumbers(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The list of march modifiers."""

    no_leader: int
    militia: int
    unsupplied_march: int
    unsupplied_forced: int
    commander: int
    high_morale: int


class FireNumbers(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The list of fire modifiers."""

    own_militia: int
    target_militia: int
    own_artillery: int
    target_artillery: int
    leaders: int
    high_morale: int
    town: int
    target_unsupplied: int
    firer_unsupplied: int
    river_attack: int
    river_defence: int
    mountain: int


class TerrainCosts(Sourced, kw_only=True, forbid_unknown_fields=True):
    """Movement points by terrain."""

    clear: int
    rio_grande_valley: int
    mountain: int
    pass_: int = msgspec.field(name="pass")
    pass_by_arrow: int
    locale: int
    trail: int
    river: int


class Turns(Sourced, kw_only=True, forbid_unknown_fields=True):
    """The turn track."""

    labels: list[str]


class Tables(msgspec.Struct, forbid_unknown_fields=True):
    """tables.yaml"""

    fire: ResultsTable
    attrition: ResultsTable
    attrition_modifiers: Numbers
    march_modifiers: MarchNumbers
    fire_modifiers: FireNumbers
    terrain: TerrainCosts
    turns: Turns


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that start or arrive in a hex."""

    hex: str
    regular: int = 0
    militia: int = 0
    cavalry: int = 0
    guns: int = 0
    wagons: int = 0
    depot: bool = False
    leaders: tuple[str, ...] = ()

    def stack(self, side: Side) -> Stack:
        """The units of the force as a stack of that side."""
        return Stack(
            side,
            self.regular,
            self.militia,
            self.cavalry,
            self.guns,
            self.wagons,
            leaders=self.leaders,
            depot=self.depot,
        )


class Arrival(Force, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that arrive on a turn."""

    turn: int


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A leader who is called away."""

    turn: int
    name: str


class Setup(Sourced, kw_only=True, forbid_unknown_fields=True):
    """How the game begins and what the calendar brings."""

    last_turn: int
    vp: dict[str, int]
    union: list[Force]
    confederate: list[Force]
    free: Force
    reinforcements: Arrival
    militia_leave: int
    leader_leaves: Leave
    prize: str
    keys: list[str]


class Scenarios(msgspec.Struct, forbid_unknown_fields=True):
    """scenarios.yaml"""

    scenarios: dict[str, Scenario]
    options: dict[str, Option]
    setup: Setup


FILES: dict[str, type] = {"units.yaml": Units, "tables.yaml": Tables, "scenarios.yaml": Scenarios}


class Components:
    """All data of the game, and what follows from them alone."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.map: GameMap = load_map("nmc", packs)
        units = read(FOLDER / "units.yaml", Units, packs)
        self.counters = units.counters
        self.tables = read(FOLDER / "tables.yaml", Tables, packs)
        book = read(FOLDER / "scenarios.yaml", Scenarios, packs)
        self.scenarios, self.options, self.setup = book.scenarios, book.options, book.setup
        self.leaders = {leader.name: leader for leader in units.leaders.names}
        self.leader_source = units.leaders.source
        self.commanders = frozenset(leader.name for leader in units.leaders.names if leader.commander)
        spaces = self.map.spaces.values()
        self.locales: dict[str, Space] = {space.id: space for space in spaces if "locale" in space.tags}
        self.towns = frozenset(space.id for space in spaces if "town" in space.tags)
        self.forts = {space.id: int(space.attrs["fort_drm"]) for space in spaces if "fort" in space.tags}
        self.worth = {space.id: int(space.attrs["vp"]) for space in self.locales.values()}
        self.high = frozenset(space.id for space in spaces if space.kind in ("mountain", "pass"))
        self.titles = {s.id: f"{s.name} ({s.id})" if s.name and s.name != s.id else s.id for s in spaces}
        self.near: dict[str, tuple[str, ...]] = {space: self.map.next_to(space) for space in self.map.ids}
        self.open: dict[str, tuple[str, ...]] = {
            here: tuple(there for there in near if "impassable" not in self._kinds(here, there))
            for here, near in self.near.items()
        }
        self._circles: dict[str, frozenset[str]] = {}
        self.cost: dict[tuple[str, str], int] = {
            (here, there): self.step_cost(here, there) for here, near in self.open.items() for there in near
        }

    def _kinds(self, here: str, there: str) -> frozenset[str]:
        link = self.map.link(here, there)
        assert link is not None
        return link.kinds

    def is_river(self, here: str, there: str) -> bool:
        """Whether a river runs between two neighbours."""
        return "river" in self._kinds(here, there)

    def step_cost(self, here: str, there: str) -> int:
        """8.11-8.19: the hex entered plus the river crossed; a town or fort at either end cancels the river."""
        terrain, kinds, space = self.tables.terrain, self._kinds(here, there), self.map.spaces[there]
        if there in self.locales:
            price = terrain.locale
        elif "trail" in kinds:
            price = terrain.trail
        elif space.kind == "pass":
            price = terrain.pass_by_arrow if "arrow" in kinds else terrain.pass_
        else:
            price = getattr(terrain, space.kind)
        if "river" in kinds and here not in self.locales and there not in self.locales:
            price += terrain.river  # the trail replaces only the price of the hex: ruling 26
        return price

    def depot_circle(self, depot: str) -> frozenset[str]:
        """10.4b, 8.15c: every hex whose supply line could end at a depot there, if no enemy stood in the way."""
        circle = self._circles.get(depot)
        if circle is None:
            near = self.map.field(depot, (), BARRED).items()
            circle = self._circles[depot] = frozenset(space for space, steps in near if steps <= REACH)
        return circle

    @cached_property
    def march_costs(self) -> Costs:
        """The price of every step (8.10), for searches over the whole map."""

        def price(here: Space, there: Space, link: Link) -> int | None:
            return self.cost.get((here.id, there.id))

        return self.map.costs(price)

    @cached_property
    def mix(self) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
        """The strength point counters of each kind: their values, highest first, and the number of each."""
        found: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for kind, counters in self.counters.strength.items():
            values = sorted(map(int, counters), reverse=True)
            found[kind] = tuple(values), tuple(counters[str(value)] for value in values)
        return found

    def can_show(self, kind: str, groups: Iterable[int]) -> bool:
        """2.8b: whether the counters that exist can show all these groups of one kind at the same time."""
        return _can_show(tuple(groups), self.mix[kind])

    def change(self, kind: str, groups: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Counters that show the groups at the same time, with small ones in each where the mix allows (2.8a)."""
        return _change(tuple(groups), *self.mix[kind])


@lru_cache(maxsize=256)
def _change(groups: tuple[int, ...], values: tuple[int, ...], numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Counters of these values and numbers for each group, the largest group served first."""
    order = sorted(range(len(groups)), key=lambda index: -groups[index])
    shown: list[tuple[int, ...]] = [()] * len(groups)
    for place, index in enumerate(order):
        later = tuple(groups[other] for other in order[place + 1 :] if groups[other])
        ways = [rest for rest in _ways(groups[index], values, numbers) if _showable(later, values, rest)]
        if not ways:
            return tuple((size,) if size else () for size in groups)  # more than the mix holds: one plain figure each
        best = min(ways, key=lambda rest: _clumsiness(values, numbers, rest))
        used = (had - left for had, left in zip(numbers, best, strict=True))
        shown[index] = tuple(value for value, number in zip(values, used, strict=True) for _ in range(number))
        numbers = best
    return tuple(shown)


def _clumsiness(values: tuple[int, ...], numbers: tuple[int, ...], rest: tuple[int, ...]) -> tuple[int, ...]:
    """Few counters, but among them a one and a two so that parts can be picked up by hand."""
    used = [had - left for had, left in zip(numbers, rest, strict=True)]
    small = [number for value, number in zip(values, used, strict=True) if value in (1, 2)]
    lacking = sum(1 for number in small if not number) if sum(used) > 1 else 0
    return (3 * lacking + sum(used), *used[::-1])


@lru_cache(maxsize=65536)
def _can_show(groups: tuple[int, ...], mix: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    return _showable(tuple(sorted([size for size in groups if size], reverse=True)), *mix)


@lru_cache(maxsize=65536)
def _showable(sizes: tuple[int, ...], values: tuple[int, ...], numbers: tuple[int, ...]) -> bool:
    """Whether counters of these values and numbers can be shared out so that each group is matched exactly."""
    if not sizes:
        return True
    if sum(sizes) > sum(value * number for value, number in zip(values, numbers, strict=True)):
        return False
    return any(_showable(sizes[1:], values, rest) for rest in _ways(sizes[0], values, numbers))


@lru_cache(maxsize=65536)
def _ways(size: int, values: tuple[int, ...], numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """What can be left of the counters after showing one group, large counters used first."""
    if not values:
        return ((),) if size == 0 else ()
    found: list[tuple[int, ...]] = []
    for used in range(min(numbers[0], size // values[0]), -1, -1):
        rest = size - used * values[0]
        found.extend((numbers[0] - used, *tail) for tail in _ways(rest, values[1:], numbers[1:]))
    return tuple(found)
