"""16  Combat firing: columns, shifts and results of one unit's fire."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from common.engine import D6, Side
from common.tables import Modifier
from operation_serval.rules.bases import base_in, is_supported
from operation_serval.rules.telling import names
from operation_serval.state import ISLAMIST, ServalState, Unit


class FireResult(Struct, frozen=True):
    """What one fire does: hits, and whether a unit must retreat (16.2)."""

    hits: int
    retreat: bool


def read_result(code: str) -> FireResult:
    """16.2a  A result of the Kinetic CRT, such as 0, R, 1 or 2+R."""
    number, _, rest = code.partition("+")
    if number == "R":
        return FireResult(0, True)
    return FireResult(int(number), rest == "R")


def terrain_shift(state: ServalState, hex_: str, engineer: bool = False) -> Modifier | None:
    """16.4.1, 25.2  The best single benefit of the defender's hex; engineers ignore cities and towns."""
    chart, space = state.data.tables.terrain, state.data.map.spaces[hex_]
    place = state.data.place_kind.get(hex_)
    found = [(chart.kinds[space.kind].shift, space.kind)]
    if place is not None and not engineer:
        found.append((chart.places[place].shift, place.replace("_", " ")))
    shift, why = min(found)
    return Modifier(shift, why, "16.4.1a") if shift else None


def base_shift(state: ServalState, side: Side, hex_: str) -> Modifier | None:
    """16.4.1c  A base of the defender in his hex adds to the terrain, as long as it is there."""
    if base_in(state, side, hex_):
        return Modifier(state.data.tables.terrain.base_shift, "base", "16.4.1c")
    return None


def logistics_shift(state: ServalState, unit: Unit) -> Modifier | None:
    """16.4.2, 23.6  Air supply, or else the support of a base; never both."""
    chart = state.data.tables.terrain
    if state.supply == unit.at and unit.id in state.data.mobile_ids:
        return Modifier(chart.air_supply_shift, "air supply", "23.6a")
    return Modifier(chart.support_shift, "support", "16.4.2a") if is_supported(state, unit) else None


def sharia_shift(state: ServalState, unit: Unit) -> Modifier | None:
    """27.1  Sharia in the hex from which a unit fires helps Islamists and hinders the Coalition."""
    if unit.at not in state.sharia:
        return None
    chart = state.data.tables.terrain
    if state.data.side_of[unit.id] == ISLAMIST:
        return Modifier(chart.sharia_islamist, "sharia", "27.1a")
    return Modifier(chart.sharia_coalition, "sharia", "27.1c")


def ground_shifts(state: ServalState, unit: Unit, goal: str = "") -> list[Modifier]:
    """R64  Every column shift of a ground unit's fire; `goal` is the hex it attacks, empty for a defender."""
    return list(_ground_shifts(state, unit, goal))


def _ground_shifts(state: ServalState, unit: Unit, goal: str) -> Iterator[Modifier]:
    if goal:
        defender = ISLAMIST if state.data.side_of[unit.id] != ISLAMIST else "coalition"
        if terrain := terrain_shift(state, goal, unit.id in state.data.engineer_ids):
            yield terrain
        if state.data.is_river(unit.at, goal):
            yield Modifier(state.data.tables.terrain.river_shift, "river", "16.4.1b")
        if base := base_shift(state, defender, goal):
            yield base
    if logistics := logistics_shift(state, unit):
        yield logistics
    if sharia := sharia_shift(state, unit):
        yield sharia


def air_shifts(state: ServalState, goal: str) -> list[Modifier]:
    """20.5a  An air attack meets the terrain and the base of the hex, nothing else."""
    found = (terrain_shift(state, goal), base_shift(state, ISLAMIST, goal))
    return [shift for shift in found if shift is not None]


def column_of(state: ServalState, unit: Unit, shifts: list[Modifier]) -> int:
    """16.4  The column of the unit's strength after all shifts, clamped to the table."""
    return state.data.tables.kinetic.column(state.strength(unit), sum(shift.value for shift in shifts))


def can_fire(state: ServalState, id_: str) -> bool:
    """16.0a  A printed strength of one or more fires."""
    return state.strength(state.units[id_]) > 0


def shoot(
    state: ServalState, id_: str, shifts: list[Modifier], where: str, *rules: str, target: str = ""
) -> FireResult:
    """16.1  One unit fires at a hex, or at a target in several: column, die, result, told in one line."""
    table, unit = state.data.tables.kinetic, state.units[id_]
    column = column_of(state, unit, shifts)
    label = table.labels[column]
    die = state.roll(f"{state.name(id_)} fires on column {label}", D6, by=state.data.side_of[id_]).total
    code = table.cells[column][die - 1]
    why = "".join(f", {shift.value:+d} {shift.why} ({shift.rule})" for shift in shifts)
    strength = f"strength {state.strength(unit)}{why}: column {label}"
    text = f"{names(state, (id_,))} fires at {target or state.title(where)} ({strength}): {describe_result(code)}."
    places = (unit.at if unit.at in state.data.near else where, where)
    state.note(text, *rules, "16.1b", places=places, brings=describe_result(code))
    return read_result(code)


def describe_result(code: str) -> str:
    """A result of the Kinetic CRT in words."""
    result = read_result(code)
    hits = {0: "", 1: "one hit", 2: "two hits"}[result.hits]
    if result.retreat:
        return f"{hits} and a retreat" if hits else "a retreat"
    return hits or "no effect"
