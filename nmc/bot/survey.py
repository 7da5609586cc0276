"""What a bot sees in a position: routes, supply, exchanges of fire, dangers and openings."""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec

from common.engine import D10, Side
from common.maps import Costs, Link, Space, search
from nmc.components import REACH, Components
from nmc.rules.fire import Fire, modifiers
from nmc.rules.march import march_modifiers
from nmc.state import ENEMY, NmcState, Stack

FAR = 99  # more movement points than any way on the map needs
FACES = len(D10)


@lru_cache(maxsize=8)
def reverse_costs(data: Components) -> Costs:
    """The price of every step, searched from its end to its beginning."""

    def price(here: Space, there: Space, link: Link) -> int | None:
        return data.cost.get((there.id, here.id))

    return data.map.costs(price)


@lru_cache(maxsize=512)
def costs_to(data: Components, goal: str) -> dict[str, int]:
    """Movement points from every hex to a goal when nobody is in the way."""
    return data.map.reach(goal, FAR, reverse_costs(data)).cost


@lru_cache(maxsize=256)
def costs_around(data: Components, goal: str, closed: frozenset[str]) -> dict[str, int]:
    """Movement points from every hex to a goal around closed hexes."""
    return data.map.reach(goal, FAR, reverse_costs(data), closed).cost


@lru_cache(maxsize=4096)
def fire_results(data: Components, strength: int, shift: int) -> tuple[int, ...]:
    """The hits of every face of the die."""
    return tuple(data.tables.fire.results(strength, D10, shift))


@lru_cache(maxsize=4096)
def mean_attrition(data: Components, strength: int, shift: int) -> float:
    """Strength points that attrition takes on average."""
    results = data.tables.attrition.results(strength, D10, shift)
    return sum(min(strength, loss) for loss in results) / FACES


class Exchange(msgspec.Struct, frozen=True):
    """What a battle brings on average: losses of both sides, and how likely the hex is cleared."""

    given: float
    taken: float
    cleared: float

    def taken_by_defender(self, stake: float) -> float:
        """What the defender loses on balance, with what he loses beside his troops if the hex falls."""
        return self.given - self.taken + stake * self.cleared


class Survey:
    """One side's reading of a position; everything is worked out once and only when it is asked for."""

    def __init__(self, state: NmcState, side: Side) -> None:
        self.state, self.data, self.side, self.foe = state, state.data, side, ENEMY[side]
        self._threats: dict[str, dict[str, int]] = {}
        self._supplied: dict[Side, frozenset[str]] = {}
        self._shifts: dict[str, int] = {}
        self._near: dict[tuple[str, str], int] = {}

    # Who is where

    @cached_property
    def own(self) -> dict[str, Stack]:
        """Own stacks by hex, in order of number."""
        return {space: self.state.stacks[space] for space in self.state.hexes_of(self.side)}

    @cached_property
    def enemies(self) -> dict[str, Stack]:
        """Enemy stacks by hex, in order of number."""
        return {space: self.state.stacks[space] for space in self.state.hexes_of(self.foe)}

    @cached_property
    def army(self) -> str:
        """Where the own main army stands: the largest stack of troops."""
        return largest_stack(self.own)

    @cached_property
    def enemy_army(self) -> str:
        """Where the enemy's main army stands."""
        return largest_stack(self.enemies)

    def strength(self, space: str) -> int:
        """Strength points in a hex, whoever owns them."""
        stack = self.state.stacks.get(space)
        return stack.strength if stack is not None else 0

    def is_enemy_locale(self, space: str) -> bool:
        """Whether a place counts for the enemy."""
        return self.state.control.get(space, self.side) != self.side

    def takes_control(self, force: Stack) -> bool:
        """Whether a force that enters a place takes it (3.4b and the house rule)."""
        return force.strength > 0 or not self.state.options["control_by_sp_only"]

    def name(self, space: str) -> str:
        """A hex for a sentence: its name if it has one."""
        name: str = self.data.map.spaces[space].name
        return name or f"hex {space}"

    def distance(self, here: str, there: str) -> int:
        """Hexes between two places."""
        return self.data.map.distance(here, there)

    # Ways and supply

    def closed_to(self, force: Stack) -> frozenset[str]:
        """Hexes a force cannot enter: enemy troops, and for a force without troops any enemy (8.6)."""
        return self._closed_to_troops if force.strength else self._closed_to_trains

    @cached_property
    def _closed_to_troops(self) -> frozenset[str]:
        return frozenset(space for space, stack in self.enemies.items() if stack.strength)

    @cached_property
    def _closed_to_trains(self) -> frozenset[str]:
        return frozenset(self.enemies)

    def way_to(self, goal: str, force: Stack) -> dict[str, int]:
        """Movement points from every hex to a goal for such a force, around the enemy."""
        return costs_around(self.data, goal, self.closed_to(force))

    def supplied_hexes(self, side: Side) -> frozenset[str]:
        """Every hex from which a side can draw on one of its depots (10.4b)."""
        found = self._supplied.get(side)
        if found is None:
            stacks = self.state.stacks
            walls = {space for space, stack in stacks.items() if stack.side != side}
            hexes: set[str] = set()
            for space in sorted(space for space, stack in stacks.items() if stack.side == side and stack.depot):
                hexes.update(search.open_field(self.data.open, space, walls, REACH)[0])
            found = self._supplied[side] = frozenset(hexes)
        return found

    def is_supplied(self, force: Stack, space: str) -> bool:
        """Whether a force would be in supply at a hex."""
        if force.supplies or space in self.supplied_hexes(force.side):
            return True
        here = self.state.own_at(force.side, space)
        return here is not None and here.supplies > 0

    def attrition(self, force: Stack, space: str) -> float:
        """Strength points that attrition takes on average from a force at a hex, nothing if it is supplied."""
        if not force.strength or self.is_supplied(force, space):
            return 0.0
        numbers, data = self.data.tables.attrition_modifiers, self.data
        commanders = sum(name in data.commanders for name in force.leaders)
        shift = numbers.commander * (commanders > 0) + numbers.subordinate * (len(force.leaders) > commanders)
        shift = min(shift, numbers.leaders_at_most)
        if space in data.locales:
            shift += numbers.locale
        elif data.map.spaces[space].kind == "rio_grande_valley":
            shift += numbers.valley
        elif space in data.high:
            shift += numbers.mountain
        return mean_attrition(data, force.strength, shift)

    # Fire

    def exchange(
        self, attacker: Stack, source: str, defender: Stack, goal: str, supplied: tuple[bool, bool]
    ) -> Exchange:
        """The exact expectation of one battle; `supplied` tells attacker and defender."""
        morale = self.state.high_morale()
        attack = Fire(attacker, defender, source, goal, True, *supplied, morale)
        reply = Fire(defender, attacker, goal, source, False, supplied[1], supplied[0], morale)
        hits, back = self._hits(attack), self._hits(reply)
        alive = sum(loss < attacker.strength for loss in back) / FACES
        wiped = sum(loss >= defender.strength for loss in hits) / FACES
        return Exchange(sum(hits) / FACES, sum(back) / FACES, wiped * alive)

    def _hits(self, fire: Fire) -> list[int]:
        shift = sum(modifier.value for modifier in modifiers(self.state, fire))
        cap = fire.target.strength
        return [min(cap, hits) for hits in fire_results(self.data, fire.firer.strength, shift)]

    # Reach of the enemy

    def threat_to(self, space: str, foe: str) -> int:
        """Movement points the enemy stack at `foe` needs to stand next to a hex."""
        known = self._near.get((space, foe))
        if known is not None:
            return known
        field = self._threats.get(foe)
        if field is None:
            reach = self.data.map.reach(foe, FACES + 2, self.data.march_costs, self._closed_to_enemies)
            field = self._threats[foe] = reach.cost
        known = self._near[space, foe] = min([field.get(near, FAR) for near in self.data.open[space]], default=FAR)
        return known

    @cached_property
    def _closed_to_enemies(self) -> frozenset[str]:
        return frozenset(space for space, stack in self.own.items() if stack.strength)

    def chance_to_reach(self, foe: str, price: int) -> float:
        """How likely the enemy stack at `foe` has so many movement points in a march."""
        if price <= 0:
            return 1.0
        shift = self._march_shift(foe)
        return min(1.0, max(0.0, (FACES + shift - price) / FACES))

    def _march_shift(self, foe: str) -> int:
        shift = self._shifts.get(foe)
        if shift is None:
            added = march_modifiers(self.state, self.enemies[foe], foe, False)
            shift = self._shifts[foe] = sum(modifier.value for modifier in added)
        return shift


def largest_stack(stacks: dict[str, Stack]) -> str:
    """The hex with most troops; of equals the one with more leaders, then the first; "" if there are none."""
    best = max(stacks, key=lambda space: (stacks[space].strength, len(stacks[space].leaders)), default="")
    return best if best and stacks[best].strength else ""
