"""What both bots weigh: expected fire, steps, threat, the worth of hexes, and what a stack can reach."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any

from common.engine import Side
from operation_serval.rules.bases import base_in, bases, covered
from operation_serval.rules.fire import air_shifts, read_result, terrain_shift
from operation_serval.rules.march_search import marches
from operation_serval.rules.ways import March
from operation_serval.rules.zones import blocked, zoned
from operation_serval.state import AIR_BOX, COALITION, ENEMY, FRANCE, ISLAMIST, STAGING_AREAS, ServalState, Unit
from operation_serval.tables import StrengthTable

RETREAT = 0.9  # hits that a retreat is worth where no base cancels it
TASK_FORCE_STEPS = 6
INVADER = 0.5  # points for each Islamist unit south-west of the line that can run on to the next town
TYPICAL = 4  # strength of fire by which shelter is judged
RAIDED, RAIDS = 16, 0.15  # hexes that technicals drive on roads for a place that scores, and the share that does
NEAR, FAR = 4, 6  # hexes within which enemies threaten fully, and by half
AIR_SHARE = 0.6
IN_ALGERIA = 0.15  # share of the threat that reaches Islamists across the border
BODIES = ("french", "mali", "africom")  # contingents of the Coalition that march in one body
TIMBUKTU = 6  # hexes that Islamists go farther for Timbuktu than for another capital
HIGH = -2  # columns that high ground takes from an attacker
WAY = 0.25  # hits for which a refuge may be a hex farther away
STRONGER, MUCH_STRONGER = 1.0, 1.3  # how much stronger the Coalition must be for the Islamists to lie low
PATIENCE = 2  # turns to come until which Islamists lie low and keep together; the weak wait longer
DEAR, STRONG = 3.0, 3  # points of a hex that is never left, strength of a unit that is no mere guard
MARKED = 3.5  # points for which the Coalition takes a place under sharia: the marker's two, and income and fire with it
LATE = {ISLAMIST: 2, COALITION: 4}  # turns before the end from which points count more: towns are taken one by one

WALLED, UNSEEN_GARRISON = ("bamako", "timbuktu", "capital"), 5  # where garrisons stand, and the hits that remove one

KEPT = 3  # steps of a garrison that Islamists leave in a capital before intervention
MEMORY = 400  # searches for ways that are remembered
_ways: dict[Hashable, Mapping[str, March]] = {}
_effects: dict[int, tuple[StrengthTable, dict[tuple[int, int, bool], float]]] = {}


def _recall(key: Hashable, search: Callable[[], Mapping[str, March]]) -> Mapping[str, March]:
    """The ways of a search that was made before on a map with the same obstacles, or of a new one."""
    found = _ways.get(key)
    if found is None:
        if len(_ways) >= MEMORY:
            _ways.clear()
        found = _ways[key] = search()
    return found


def _effects_of(table: StrengthTable) -> dict[tuple[int, int, bool], float]:
    """The fires on a table that were reckoned before; the table is kept, so that no other takes its number."""
    return _effects.setdefault(id(table), (table, {}))[1]


class Survey:
    """A position as one side weighs it."""

    def __init__(self, state: ServalState, side: Side) -> None:
        self.state, self.side, self.data = state, side, state.data
        self.enemy: Side = ENEMY[side]
        self._fire = state.data.tables.kinetic
        self._effects = _effects_of(self._fire)
        self._reach: dict[tuple[str, int, bool, bool, str], Mapping[str, March]] = {}
        self._threat: dict[tuple[Side, str], float] = {}
        self._stacks: dict[Side, list[tuple[str, float]]] = {}
        self._supported: dict[tuple[Side, str], frozenset[str]] = {}
        self._shelter: dict[tuple[Side, str], float] = {}
        self._refuge: dict[str, str] = {}
        self._sieges: dict[str, str] = {}
        self._garrisons: dict[str, set[str]] = {}

    # Time

    @cached_property
    def turns_left(self) -> int:
        """Turns to come after this one."""
        return max(0, self.data.setups[self.state.scenario].last_turn - self.state.turn)

    @cached_property
    def haste(self) -> float:
        """How much more points count now that the end is near."""
        return 1.6 if self.turns_left < LATE[self.side] else 1.0

    @cached_property
    def hold(self) -> float:
        """How much it counts to stand in a place now: points are given at the end, so little while that is far."""
        return (1.6, 1.2, 0.8, 0.6)[self.turns_left] if self.turns_left < 4 else 0.45

    @cached_property
    def lies_low(self) -> bool:
        """Whether the Islamists sit out a stronger enemy in strongholds, a much stronger one until the last turn."""
        if self.side != ISLAMIST or not self.state.intervention or not self.turns_left:
            return False
        return self.is_outmatched or (self.turns_left >= PATIENCE and self.odds > STRONGER)

    @cached_property
    def is_outmatched(self) -> bool:
        """Whether the Islamists face a much stronger enemy, so that they raise fighters and wait for the last turn."""
        early = self.side != ISLAMIST or not self.state.intervention
        return not early and bool(self.turns_left) and self.odds > MUCH_STRONGER

    @cached_property
    def odds(self) -> float:
        """How much stronger the Coalition is, air units counted twice since they fly in every operation."""
        return (self.power(COALITION) + 2.0 * self.air_power) / max(1.0, self.power(ISLAMIST))

    def keeps_together(self, contingent: str) -> bool:
        """Whether a contingent marches in one body: always but for the last turns, when all spread out to score."""
        if self.side == ISLAMIST:
            return self.turns_left >= PATIENCE
        return contingent in BODIES and self.turns_left > 0 and bool(self.state.intervention)

    def siege(self, contingent: str) -> str:
        """The nearest northern capital of the enemy, which Islamists attack with all they have before intervention."""
        if self.side != ISLAMIST or self.state.intervention or self.turns_left < PATIENCE:
            return ""
        if contingent not in self._sieges:
            here = [at for id_ in self.mobile(contingent) if (at := self.state.units[id_].at) in self.data.near]
            held = sorted(hex_ for hex_ in self.data.capitals if self.state.own(COALITION, hex_))
            north = [hex_ for hex_ in held if not self.crosses(hex_)] if here else []
            way: Callable[[str], int] = lambda hex_: sum(self.data.distance(hex_, at) for at in here)  # noqa: E731
            self._sieges[contingent] = min(north, key=way, default="")
        return self._sieges[contingent]

    def stays(self, id_: str) -> bool:
        """Whether an Islamist is of the garrison that keeps a northern capital while the others go on."""
        hex_ = self.state.units[id_].at
        if self.side != ISLAMIST or self.state.intervention or hex_ not in self.data.capitals:
            return False
        if hex_ not in self._garrisons:
            there = [unit for unit in self.state.own(ISLAMIST, hex_) if unit.id not in self.data.leader_ids]
            there.sort(key=lambda unit: (unit.id in self.data.mobile_ids, self.state.strength(unit), unit.id))
            number = next((n for n in range(len(there)) if self.steps(there[:n]) >= KEPT), len(there))
            self._garrisons[hex_] = {unit.id for unit in there[:number]}
        return id_ in self._garrisons[hex_]

    def rally(self, contingent: str) -> str:
        """Where the fighters of a contingent come together: its strongest stack, or a stronghold for Islamists."""
        if self.lies_low:
            return self.refuge(contingent)
        if (
            self.side == ISLAMIST
            and self.homes.get(contingent)
            and not self.state.own(COALITION, self.homes[contingent])
        ):
            return self.homes[contingent]
        stacks: dict[str, int] = {}
        for id_ in self.mobile(contingent):
            unit = self.state.units[id_]
            if unit.at in self.data.near:
                stacks[unit.at] = stacks.get(unit.at, 0) + self.state.strength(unit)
        return max(sorted(stacks), key=lambda hex_: stacks[hex_], default="")

    @cached_property
    def homes(self) -> dict[str, str]:
        """The northern capital that each Islamist contingent makes its own before intervention, the strongest first."""
        groups = {one.id: self.mobile(one.id) for one in self.data.contingents.values() if one.side == ISLAMIST}
        free = sorted(hex_ for hex_ in self.data.capitals if self.data.region[hex_] != "s")
        found: dict[str, str] = {}
        for contingent in sorted(groups, key=lambda group: (-len(groups[group]), group)):
            here = [at for id_ in groups[contingent] if (at := self.state.units[id_].at) in self.data.near]
            if here and free and not self.state.intervention:

                def way(home: str, here: list[str] = here) -> float:
                    dear = TIMBUKTU if home == self.data.timbuktu else 0
                    return sum(self.data.distance(home, hex_) for hex_ in here) / len(here) - dear

                found[contingent] = min(free, key=way)
                free.remove(found[contingent])
        return found

    def refuge(self, contingent: str) -> str:
        """The hex in which an Islamist contingent is hardest to get at: a mountain or one of its bases, not far."""
        if contingent not in self._refuge:
            here = [self.state.units[id_].at for id_ in self.mobile(contingent)]
            here = [hex_ for hex_ in here if hex_ in self.data.near]
            hexes = [hex_ for hex_ in self.data.prizes if self._may_gather(contingent, hex_)]

            def merit(hex_: str) -> float:
                way = sum(self.data.distance(hex_, other) for other in here) / max(1, len(here))
                friends = self.steps(self.state.own(ISLAMIST, hex_))
                stake = 0.3 * (self.points(hex_, ISLAMIST) + self.points(hex_, COALITION))
                return stake - self.threat(hex_) - WAY * way + 0.1 * friends

            self._refuge[contingent] = max(hexes, key=lambda hex_: (merit(hex_), hex_), default="")
        return self._refuge[contingent]

    def _may_gather(self, contingent: str, hex_: str) -> bool:
        """Whether a contingent could make a hex its stronghold: high ground or a base of its own in the north-east."""
        state = self.state
        there = state.own(ISLAMIST, hex_)
        if self.data.region.get(hex_) == "s" or state.own(COALITION, hex_):
            return False
        if there and self._contingent(hex_) != contingent:
            return False
        shift = terrain_shift(state, hex_)
        return base_in(state, ISLAMIST, hex_) or (shift is not None and shift.value <= HIGH)

    def power(self, side: Side) -> float:
        """The fire of all mobile units of a side in play."""
        units = (self.state.units[id_] for id_ in self.data.mobile_ids if self.data.side_of[id_] == side)
        return sum(self.effect(self.state.strength(unit), 0, False) for unit in units if self.state.in_play(unit))

    # Fire

    def effect(self, strength: int, shift: int, sheltered: bool) -> float:
        """The expected hits of one fire, retreats included unless a base cancels them."""
        if strength <= 0:
            return 0.0
        key = strength, shift, sheltered
        found = self._effects.get(key)
        if found is None:
            results = [read_result(code) for code in self._fire.cells[self._fire.column(strength, shift)]]
            hits, retreats = sum(r.hits for r in results) / 6, sum(r.retreat for r in results) / 6
            found = self._effects[key] = hits + (0.0 if sheltered else RETREAT * retreats)
        return found

    def steps(self, units: Iterable[Unit]) -> int:
        """How many hits remove these units."""
        total = 0
        for unit in units:
            if unit.id in self.data.task_force_ids:
                total += TASK_FORCE_STEPS
            else:
                total += 1 if unit.disrupted or self.data.counters[unit.id].back is None else 2
        return total

    def expected_steps(self, hex_: str) -> int:
        """How many hits remove the enemy in a hex; a stack in a capital that was never seen is taken for a garrison."""
        there = self.state.own(self.enemy, hex_)
        found = self.steps(there)
        if self.side == COALITION or self.data.prizes.get(hex_) not in WALLED or not self.state.fog:
            return found
        seen = any(self.state.sighted.get(unit.id) == hex_ for unit in there)
        return found if seen else max(found, UNSEEN_GARRISON)

    def is_supported(self, side: Side, contingent: str, hex_: str) -> bool:
        """Whether units of a contingent in a hex, or next to it, are within reach of a base."""
        if side == COALITION:
            return hex_ in covered(self.state, side)
        key = side, contingent
        if key not in self._supported:
            own = [base for base in bases(self.state, side) if self.data.counters[base.id].contingent == contingent]
            discs = [self.data.disc(base.at, self.state.radius(base)) for base in own]
            self._supported[key] = frozenset().union(*discs)
        return hex_ in self._supported[key]

    def assault(self, ids: Iterable[str], hex_: str) -> float:
        """What units would do to the defenders of a hex in one attack."""
        state, side = self.state, self.side
        sheltered = base_in(state, self.enemy, hex_)
        terrain = terrain_shift(state, hex_)
        engineers = terrain_shift(state, hex_, True)
        total = 0.0
        for id_ in ids:
            unit, counter = state.units[id_], self.data.counters[id_]
            ground = engineers if id_ in self.data.engineer_ids else terrain
            shift = (ground.value if ground else 0) - sheltered
            shift += self.is_supported(side, counter.contingent, hex_)
            total += self.effect(state.strength(unit), shift, sheltered)
        return total

    def defence_fire(self, hex_: str) -> float:
        """What the enemy in a hex would do to attackers in the open."""
        state, total = self.state, 0.0
        for unit in state.own(self.enemy, hex_):
            contingent = self.data.counters[unit.id].contingent
            shift = int(self.is_supported(self.enemy, contingent, hex_))
            if hex_ in state.sharia:
                shift += 1 if self.enemy == ISLAMIST else -1
            total += self.effect(state.strength(unit), shift, False)
        return total

    def air_assault(self, hex_: str, contingent: str) -> float:
        """What the air units of a contingent could add against a hex."""
        shifts = sum(shift.value for shift in air_shifts(self.state, hex_))
        box = [unit for unit in self.state.own(COALITION, AIR_BOX) if unit.id not in self.state.sortied]
        mine = [unit for unit in box if self.data.counters[unit.id].contingent == contingent]
        sheltered = base_in(self.state, ISLAMIST, hex_)
        return sum(self.effect(self.state.strength(unit), shifts, sheltered) for unit in mine)

    # Threat

    def threat(self, hex_: str, side: Side | None = None) -> float:
        """Expected hits that the enemy of a side could bring against a hex soon."""
        who = side or self.side
        key = who, hex_
        found = self._threat.get(key)
        if found is None:
            found = self._threat[key] = self._reckon_threat(hex_, who) if hex_ in self.data.near else 0.0
        return found

    def _reckon_threat(self, hex_: str, who: Side) -> float:
        enemy, found = ENEMY[who], 0.0
        raided = enemy == ISLAMIST and hex_ in self.data.prizes
        for stack, power in self._mobile_stacks(enemy):
            way = self.data.distance(stack, hex_)
            if way <= FAR:
                found += power if way <= NEAR else power / 2
            elif raided and way <= RAIDED:
                found += RAIDS * power
        if self.data.country[hex_] == "algeria":
            found *= IN_ALGERIA
        if who == ISLAMIST:
            found += AIR_SHARE * self.air_power
        return found * self.shelter(hex_, who) if found else 0.0

    def shelter(self, hex_: str, side: Side) -> float:
        """The share of enemy fire that still tells in a hex: terrain and a base shift it, a base cancels retreats."""
        key = side, hex_
        if key not in self._shelter:
            based = base_in(self.state, side, hex_)
            shift = terrain_shift(self.state, hex_)
            weakened = self.effect(TYPICAL, (shift.value if shift else 0) - based, based)
            self._shelter[key] = weakened / self.effect(TYPICAL, 0, False)
        return self._shelter[key]

    def _mobile_stacks(self, side: Side) -> list[tuple[str, float]]:
        """The hexes in which a side has mobile units, with the fire of those."""
        if side not in self._stacks:
            self._stacks[side] = []
            for hex_ in self.state.where(side):
                mobile = [unit for unit in self.state.own(side, hex_) if unit.id in self.data.mobile_ids]
                power = sum(self.effect(self.state.strength(unit), 0, False) for unit in mobile)
                if power:
                    self._stacks[side].append((hex_, power))
        return self._stacks[side]

    @cached_property
    def air_power(self) -> float:
        """What the Coalition could throw at any hex from the air."""
        box = self.state.own(COALITION, AIR_BOX)
        power = sum(self.effect(self.state.strength(unit), 0, False) for unit in box)
        return power if self.state.intervention else 0.5 * power  # it may come any turn

    # Worth

    def points(self, hex_: str, side: Side) -> float:
        """The victory points a side has for occupying a hex."""
        kind = self.data.prizes.get(hex_)
        if kind is None:
            return 0.0
        chart = self.data.tables.victory_points
        return (chart.islamist if side == ISLAMIST else chart.coalition)[kind] / 2

    def is_barren(self, hex_: str) -> bool:
        """Whether a hex scores for the enemy alone and the end is too far for keeping him out."""
        return bool(self.turns_left) and not self.points(hex_, self.side) and not self.state.own(self.enemy, hex_)

    def worth(self, hex_: str) -> float:
        """What taking a hex from the enemy is worth: both sides' points there, sharia, leaders and counters."""
        total = self.points(hex_, self.side) + self.points(hex_, self.enemy)
        there = self.state.own(self.enemy, hex_)
        total += 0.3 * len(there)
        if self.side == COALITION:
            total += MARKED * (hex_ in self.state.sharia)
            total += 3.0 * sum(unit.id in self.data.leader_ids for unit in there)
            if self.data.region.get(hex_) == "s":
                total += INVADER * sum(unit.id in self.data.mobile_ids for unit in there)
        total += 0.6 * sum(unit.id in self.data.base_ids for unit in there)
        return total

    # Reach

    def reach(self, id_: str) -> Mapping[str, March]:
        """Every place a unit could march to in this operation, or in the next one."""
        state, unit = self.state, self.state.units[id_]
        spent = state.spent.get(id_, 0)
        left = 2 * state.allowance(unit) - spent
        if left <= 0 or unit.at == FRANCE:
            return {}
        contingent = self.data.counters[id_].contingent if self.side == ISLAMIST else ""
        key = unit.at, left, bool(spent), id_ in self.data.engineer_ids, contingent
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = _recall((*key, *self._obstacles), lambda: marches(state, self.side, (id_,)))
        return found

    @cached_property
    def _obstacles(self) -> tuple[Any, ...]:
        """All that ways depend on besides the unit itself."""
        state, side = self.state, self.side
        own = tuple((hex_, self._contingent(hex_)) for hex_ in state.where(ISLAMIST)) if side == ISLAMIST else ()
        return id(self.data), side, bool(state.intervention), blocked(state, side), zoned(state, side), own

    def _contingent(self, hex_: str) -> str:
        return self.data.counters[self.state.own(ISLAMIST, hex_)[0].id].contingent

    def mobile(self, contingent: str) -> list[str]:
        """The mobile units of a contingent in play."""
        ids = (id_ for id_ in self.data.members[contingent] if id_ in self.data.mobile_ids)
        return [id_ for id_ in ids if self.state.in_play(self.state.units[id_])]

    def others(self, id_: str, hex_: str) -> tuple[Unit, ...]:
        """The own units in a hex besides one."""
        return tuple(unit for unit in self.state.own(self.side, hex_) if unit.id != id_)

    def is_last_guard(self, id_: str) -> bool:
        """Whether a unit alone holds a hex that scores and is not worth more elsewhere."""
        unit = self.state.units[id_]
        if unit.at not in self.data.prizes or self.others(id_, unit.at):
            return False
        dear = self.points(unit.at, self.side) >= DEAR
        return dear or not self.turns_left or self.state.strength(unit) < STRONG

    def crosses(self, hex_: str) -> bool:
        """Whether Islamists would wake the Coalition by going to a hex."""
        return self.side == ISLAMIST and not self.state.intervention and self.data.region.get(hex_) == "s"

    def in_staging(self, id_: str) -> bool:
        """Whether a unit is in a Staging Area."""
        return self.state.units[id_].at in STAGING_AREAS

    def name(self, hex_: str) -> str:
        """What players call a hex."""
        return self.state.title(hex_)
