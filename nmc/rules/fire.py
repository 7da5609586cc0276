"""9.9-9.20  Fire: strength, modifiers and hits."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from common.engine import D10, Side
from common.tables import Chances, Modifier
from nmc.state import CONFEDERATE, UNION, NmcState, Stack

COMMANDER_POINTS = 2  # 9.13b


class Fire(msgspec.Struct, frozen=True):
    """One side's fire in a battle: who fires from where at whom, and how both are supplied."""

    firer: Stack
    target: Stack
    source: str
    goal: str
    offensive: bool
    supplied: bool
    target_supplied: bool
    morale: bool


def leader_points(state: NmcState, force: Stack) -> int:
    """9.13b: a subordinate counts one, the army commander two."""
    return sum(COMMANDER_POINTS if name in state.data.commanders else 1 for name in force.leaders)


def modifiers(state: NmcState, fire: Fire) -> list[Modifier]:
    """9.10: every modifier of one fire, each with its rule."""
    return [*_troops(state, fire), *_spirit(state, fire), *_ground(state, fire)]


def _troops(state: NmcState, fire: Fire) -> Iterator[Modifier]:
    numbers, firer, target = state.data.tables.fire_modifiers, fire.firer, fire.target
    if firer.militia:
        yield Modifier(numbers.own_militia, "own militia", "9.11a")
    if firer.side == CONFEDERATE and target.militia:
        yield Modifier(numbers.target_militia, "militia in the target", "9.11b")
    if firer.guns and fire.supplied:
        yield Modifier(numbers.own_artillery * firer.guns, "artillery", "9.12a")
    if fire.offensive and target.guns and fire.target_supplied:
        yield Modifier(numbers.target_artillery * target.guns, "artillery in the target", "9.12c")


def _spirit(state: NmcState, fire: Fire) -> Iterator[Modifier]:
    numbers = state.data.tables.fire_modifiers
    mine, theirs = leader_points(state, fire.firer), leader_points(state, fire.target)
    if mine > theirs:
        yield Modifier(numbers.leaders, "leadership", "9.13a")
    elif mine < theirs:
        yield Modifier(-numbers.leaders, "enemy leadership", "9.13a")
    if fire.morale:
        if fire.firer.side == CONFEDERATE:
            yield Modifier(numbers.high_morale, "high morale", "9.14a")
        else:
            yield Modifier(-numbers.high_morale, "enemy high morale", "9.14b")
    if not fire.target_supplied:
        yield Modifier(numbers.target_unsupplied, "target unsupplied", "9.16a")
    if not fire.supplied:
        yield Modifier(numbers.firer_unsupplied, "unsupplied", "9.16b")


def _ground(state: NmcState, fire: Fire) -> Iterator[Modifier]:
    numbers, data = state.data.tables.fire_modifiers, state.data
    if fire.goal in data.towns:
        yield Modifier(numbers.town, "town", "9.15")
    if data.is_river(fire.source, fire.goal):
        if fire.offensive:
            yield Modifier(numbers.river_attack, "across a river", "9.17a")
        else:
            yield Modifier(numbers.river_defence, "across a river", "9.17b")
    if not fire.offensive:
        return
    if fire.goal in data.high:
        yield Modifier(numbers.mountain, "mountain or pass", "9.18a")
    if fire.goal in data.forts:
        yield Modifier(data.forts[fire.goal], "fort", "9.19a")


def shoot(state: NmcState, fire: Fire) -> int:
    """9.20: roll one fire; the number of strength points the target loses."""
    table, strength = state.data.tables.fire, fire.firer.strength
    side = name(fire.firer.side)
    kind = f"{side} {'fire' if fire.offensive else 'return fire'}"
    roll = state.roll(f"{kind} from {fire.source}", D10, modifiers(state, fire), by=fire.firer.side)
    hits = table.look_up(strength, roll.total)
    column = table.labels[table.column(strength)]
    text = f"{kind}: {strength} SP (column {column}), final {roll.total}, {hits} hit{'' if hits == 1 else 's'}."
    state.note(text, "9.9", "9.20", places=(fire.source, fire.goal))
    return min(hits, fire.target.strength)


def losses(state: NmcState, fire: Fire) -> list[int]:
    """The strength points lost by the target, face by face of the die."""
    shift = sum(modifier.value for modifier in modifiers(state, fire))
    results = state.data.tables.fire.results(fire.firer.strength, D10, shift)
    return [min(hits, fire.target.strength) for hits in results]


def chances(state: NmcState, fire: Fire) -> Chances[int]:
    """The exact distribution of strength points lost by the target."""
    return Chances.even(losses(state, fire))


def name(side: Side) -> str:
    """A side as the journal names it."""
    return "Union" if side == UNION else "Confederate"
