"""14  Insurgent impulse: infiltrate empty ground, attack weak spots, organize resistance, or pass."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import D6, Action, Refusal, Side, Step
from fallujah.actions import Proceed
from fallujah.rules import combat, movement
from fallujah.rules.impulse import FinishImpulse, most_militia, organize
from fallujah.rules.solitaire.priorities import at_random, choose, having, least, most
from fallujah.state import COALITION, INSURGENT, STACK_LIMIT, ZONES, FallujahState

MOVES_IN = 2  # 14a: a Militia moves in on 1-2
ATTACKS = 4  # 14b: the bot attacks on 1-4


def fresh_militia(state: FallujahState, area: str) -> list[str]:
    """The Fresh Militia of an area."""
    militia = state.data.militia_ids
    return [unit.id for unit in state.insurgents(area) if unit.id in militia and not unit.spent]


def ways_in(state: FallujahState) -> dict[str, tuple[str, ...]]:
    """14a  For "origin>target" the shortest way of a Fresh Militia into an empty Coalition-controlled area."""
    ways: dict[str, tuple[str, ...]] = {}
    empty = empty_ground(state)
    for origin in state.where(INSURGENT) if empty else ():
        militia = fresh_militia(state, origin)
        if militia:
            budget = state.data.counters[militia[0]].mf or 0
            for way in _search(state, origin, budget, empty):
                ways.setdefault(f"{origin}>{way[-1]}", way)
    return ways


def empty_ground(state: FallujahState) -> set[str]:
    """The Vacant areas that the Coalition controls."""
    return {area for area, side in state.control.items() if side == COALITION and state.vacant(area)}


def _search(state: FallujahState, origin: str, budget: int, empty: set[str]) -> Iterator[tuple[str, ...]]:
    """Ways through Free areas that end in an empty one of the Coalition, shortest first."""
    near, costs = state.data.near, state.data.tables.movement_costs
    seen = {origin}
    front: list[tuple[int, tuple[str, ...]]] = [(budget, ())]
    for left, way in front:
        here = way[-1] if way else origin
        bound = not way and bool(state.coalition(origin))  # 6.2k: leaving enemy units, a Free area comes first
        further = left >= costs.free + costs.vacant_enemy
        if not further and empty.isdisjoint(near[here]):
            continue
        for space in near[here]:
            if space in seen:
                continue
            if space in empty:
                if not bound and left >= costs.vacant_enemy:
                    seen.add(space)
                    yield (*way, space)
            elif further and state.is_open(INSURGENT, space):
                seen.add(space)
                front.append((left - costs.free, (*way, space)))


def origins(state: FallujahState, target: str) -> list[str]:
    """14.1b  Where Fresh Militia can attack a target from: the area itself or adjacent Free areas."""
    found = [target] if fresh_militia(state, target) else []
    if len(state.insurgents(target)) < STACK_LIMIT:
        cost = movement.entry_cost(state, INSURGENT, target)
        for area in state.data.near[target]:
            militia = fresh_militia(state, area)
            if militia and state.free(INSURGENT, area) and (state.data.counters[militia[0]].mf or 0) >= cost:
                found.append(area)
    return found


def targets(state: FallujahState) -> list[str]:
    """14.1a  Areas where every Coalition unit is Spent or a Support Unit, within reach of Fresh Militia."""
    held = [area for area in state.where(COALITION) if area not in ZONES]
    return [
        area for area in held if not movement.has_fresh_fighter(state, state.coalition(area)) and origins(state, area)
    ]


class BotImpulse(Step, frozen=True, tag=True):
    """14  The four steps of the Insurgent impulse."""

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        return f"Impulse {state.impulse}: carry out the Insurgent procedure (14)."

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        yield Proceed()

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        return None if isinstance(action, Proceed) else Refusal("12a", "the Insurgents act by the solitaire procedure")

    def play(self, state: FallujahState, action: Proceed) -> None:
        if not (self._move_in(state) or self._attack(state) or self._organize(state)):
            state.note("The Insurgents have nothing to do and pass.", "14d")
            state.swap(FinishImpulse(INSURGENT, True))

    def _move_in(self, state: FallujahState) -> bool:
        ways = ways_in(state)
        if not ways:
            return False
        die = state.roll("Move into empty ground on 1-2", D6, by=INSURGENT).total
        if die > MOVES_IN:
            state.note("No Militia moves into empty Coalition ground.", "14a", "14e")
            return False
        state.note("A Militia moves into empty Coalition ground.", "14a")
        pairs = list(ways)
        pair = pairs[0] if len(pairs) == 1 else at_random(state, "Which Militia and which area", pairs)
        origin = pair.split(">", 1)[0]
        militia = fresh_militia(state, origin)[0]
        state.swap(FinishImpulse(INSURGENT))
        for space in ways[pair]:
            movement.march(state, INSURGENT, militia, space)
        return True

    def _attack(self, state: FallujahState) -> bool:
        found = targets(state)
        if not found:
            return False
        die = state.roll("Attack on 1-4", D6, by=INSURGENT).total
        if die > ATTACKS:
            state.note("The Militia do not attack.", "14b", "14e")
            return False
        state.note("The Militia attack.", "14b")
        target = choose_target(state, found)
        origin = choose_origin(state, target)
        state.swap(BotRaids(target, tuple(fresh_militia(state, origin))), FinishImpulse(INSURGENT))
        return True

    def _organize(self, state: FallujahState) -> bool:
        found = [area for area in state.where(INSURGENT) if most_militia(state, area) > 0]
        if not found:
            return False
        area = choose_resistance(state, found)
        organize(state, area, most_militia(state, area), "14c", "4.1.1e")
        state.resistance = area
        state.swap(FinishImpulse(INSURGENT))
        return True


def lead_cf(state: FallujahState, area: str) -> int:
    """The Combat Factor with which an area would be defended; Support Units alone count as none at all."""
    factors = [cf for unit in state.coalition(area) if (cf := state.cf(unit)) is not None]
    return max(factors, default=-1)


def choose_target(state: FallujahState, found: list[str]) -> str:
    """14.1.1  Which area the Militia attack."""
    support, tem = state.data.support_ids, state.data.tem
    return choose(state, "Target of the attack", found, (
        having("14.1.1a", "Support Units only", lambda a: all(u.id in support for u in state.coalition(a))),
        having("14.1.1b", "Contested area", state.contested),
        least("14.1.1c", "weakest lead defender", lambda a: lead_cf(state, a)),
        most("14.1.1d", "highest TEM", lambda a: tem[a]),
        most("14.1.1e", "most attackers", lambda a: sum(len(fresh_militia(state, o)) for o in origins(state, a))),
    ))  # fmt: skip


def choose_origin(state: FallujahState, target: str) -> str:
    """14.1.2  Where the attack comes from."""
    tem = state.data.tem
    return choose(state, "Origin of the attack", origins(state, target), (
        having("14.1.2a", "Contested area", state.contested),
        most("14.1.2b", "most Militia", lambda a: len(fresh_militia(state, a))),
        least("14.1.2c", "lowest TEM", lambda a: tem[a]),
    ))  # fmt: skip


def choose_resistance(state: FallujahState, found: list[str]) -> str:
    """14.2  Where Cadre organize, never twice in a row in one area if there is another."""
    if state.resistance in found and len(found) > 1:
        found = [area for area in found if area != state.resistance]
        state.note(f"{state.data.labels[state.resistance]} holds the Resistance marker and is left out.", "14.2g")
    tem = state.data.tem
    return choose(state, "Resistance", found, (
        having("14.2a", "Contested area", state.contested),
        most("14.2b", "most neighbors with Spent Coalition units", lambda a: _neighbours(state, a, True)),
        most("14.2c", "most neighbors with Coalition units", lambda a: _neighbours(state, a, False)),
        most("14.2d", "most Militia to place", lambda a: most_militia(state, a)),
        least("14.2e", "fewest Insurgent units", lambda a: len(state.insurgents(a))),
        most("14.2f", "highest TEM", lambda a: tem[a]),
    ))  # fmt: skip


def _neighbours(state: FallujahState, area: str, spent: bool) -> int:
    """How many adjacent areas and Entry Zones hold Coalition units, or Spent ones."""
    stacks, count = state.pieces.by_space, 0
    for space in (*state.data.near[area], *state.data.zones_of[area]):
        for unit in stacks[space][1]:
            if unit.spent or not spent:
                count += 1
                break
    return count


class BotRaids(Step, frozen=True, tag=True):
    """14.1.2d  All Fresh Militia of the origin attack the target, one after the other."""

    target: str
    militia: tuple[str, ...]

    def proceed(self, state: FallujahState) -> bool:
        if not self.militia or not state.coalition(self.target):
            state.flow.pop()
            return True
        first, rest = self.militia[0], self.militia[1:]
        state.swap(BotRaids(self.target, rest))
        if state.units[first].at == self.target:
            state.set_mp(first, 0)
            combat.raid(state, first)
        else:
            movement.march(state, INSURGENT, first, self.target)
            if state.battle is None:
                combat.raid(state, first)  # into a Contested area, where the entry alone forces no attack
        return True
