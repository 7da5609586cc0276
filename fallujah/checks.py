"""What must be true of every position, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from fallujah.rules.impulse import CoalitionImpulse, FinishImpulse, InsurgentImpulse
from fallujah.state import (
    COALITION,
    ELIMINATED,
    FORCE_POOL,
    FRESH_LIMIT,
    INSURGENT,
    RESERVE,
    RIVERINE_BOX,
    STACK_LIMIT,
    ZONES,
    FallujahState,
    Unit,
)


def invariants(state: FallujahState) -> Iterator[str]:
    """Everything that is wrong with a position, one sentence each."""
    state.forget()
    yield from _mix(state)
    yield from _tracks(state)
    for id_, unit in state.units.items():
        yield from _unit(state, id_, unit)
    for area in state.data.areas:
        yield from _area(state, area)


def _mix(state: FallujahState) -> Iterator[str]:
    parts = state.data
    fedayeen = parts.setups[state.scenario].fedayeen
    expected = {id_ for id_ in parts.counters if id_ not in parts.fedayeen_ids}
    expected |= {f"F{number}" for number in range(1, fedayeen + 1)}
    wrong = expected ^ set(state.units)
    if wrong:
        yield f"the counter mix is wrong: {', '.join(sorted(wrong))}"
    if set(state.control) != parts.area_set or not set(state.control.values()) <= {INSURGENT, COALITION}:
        yield "not every area has one control marker"


def _tracks(state: FallujahState) -> Iterator[str]:
    tracks = state.data.tables.tracks
    if not 1 <= state.turn <= len(tracks.turns):
        yield f"turn {state.turn} is not on the track"
    if not 0 <= state.impulse <= tracks.impulse:
        yield f"impulse {state.impulse} is not on the track"
    if state.backlash < 0:
        yield f"backlash is {state.backlash}"
    if state.resistance and state.resistance not in state.data.area_set:
        yield f"the Resistance marker is in {state.resistance!r}"
    if state.advantage not in {INSURGENT, COALITION}:
        yield f"the Advantage belongs to {state.advantage!r}"


def _unit(state: FallujahState, id_: str, unit: Unit) -> Iterator[str]:
    parts = state.data
    if unit.id != id_ or id_ not in parts.counters:
        yield f"{id_} is not the unit it should be"
        return
    places: tuple[str, ...]
    if id_ in parts.coalition_ids:
        places = (RIVERINE_BOX,) if id_ == parts.riverine else ZONES
        zone = parts.counters[id_].zone
        if unit.at in ZONES and unit.at != zone:
            yield f"{id_} is in the wrong Entry Zone"
    elif id_ in parts.militia_ids:
        places = (FORCE_POOL,)
    else:
        places = (RESERVE, ELIMINATED)
    off_map = unit.at in places
    if not off_map and (unit.at not in parts.area_set or id_ == parts.riverine):
        yield f"{id_} is in {unit.at!r}"
    if unit.dug and (id_ not in parts.fedayeen_ids or unit.spent or off_map):
        yield f"{id_} is Dug In against the rules"
    if unit.spent and off_map and id_ not in parts.coalition_ids:
        yield f"{id_} is off the map and Spent"


def _area(state: FallujahState, area: str) -> Iterator[str]:
    insurgents, coalition = state.insurgents(area), state.coalition(area)
    if len(insurgents) > STACK_LIMIT or len(coalition) > STACK_LIMIT:
        yield f"area {area} holds more than {STACK_LIMIT} units of a side"
    raided = state.battle is not None and state.battle.kind == "raid" and state.battle.area == area
    if insurgents and coalition and state.control[area] != INSURGENT and not raided:
        yield f"Contested area {area} is Coalition-controlled"
    entering = area in state.entries
    if coalition and not insurgents and state.control[area] == INSURGENT:
        support = all(unit.id in state.data.support_ids for unit in coalition)
        if not (area in state.fallen and support) and not entering:
            yield f"area {area} holds only Coalition units but is Insurgent-controlled"
    if insurgents and not coalition and state.control[area] != INSURGENT:
        yield f"area {area} holds only Insurgents but is Coalition-controlled"
    if area in state.fallen and (not coalition or state.control[area] != INSURGENT):
        yield f"area {area} is marked as fallen without reason"
    settled = (CoalitionImpulse, InsurgentImpulse, FinishImpulse)
    resting = state.phase != "action" or (state.flow and isinstance(state.flow[-1], settled))
    if resting and state.fighters(area, fresh=True) > FRESH_LIMIT:
        yield f"area {area} holds more than {FRESH_LIMIT} Fresh Cadre and Fedayeen"
