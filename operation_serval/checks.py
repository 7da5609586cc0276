"""What is always true of a position of Operation Serval, and of its data."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Container, Iterator

from operation_serval.components import Components
from operation_serval.rules.intervention import capacity
from operation_serval.rules.options import Arrival, eleventh_airborne
from operation_serval.rules.setup import FillBoxes, Opening, SetUp, SetUpDice, start
from operation_serval.state import (
    AIR_BOX,
    COALITION,
    ELIMINATED,
    ISLAMIST,
    OUT,
    SIDES,
    STAGING,
    TASK_FORCE_BOX,
    WITHDRAWN,
    ServalState,
    Unit,
)

UPON: dict[str, tuple[str, ...]] = {
    "EndOfTurn": ("",),
    "ActionStep": ("EndOfTurn",),
    "Extension": ("",),
    "FireOrder": ("GroundCombat",),
    "FireRound": ("GroundCombat",),
    "IsrWindow": ("IsrWindow", "FireOrder"),
    "CounterIsr": ("IsrWindow", "FireOrder"),
    "EndBattle": ("GroundCombat",),
    "AdvanceChoice": ("EndBattle",),
}  # what steps lie upon
SETTING_UP = {FillBoxes, SetUp, SetUpDice, Opening}


def invariants(state: ServalState) -> Iterator[str]:
    """Everything that is wrong with a position, one sentence each."""
    yield from check_opening(state)
    yield from check_places(state)
    yield from check_stacks(state)
    yield from check_task_forces(state)
    yield from check_arrival(state)
    yield from check_tracks(state)
    yield from check_markers(state)


def check_opening(state: ServalState) -> Iterator[str]:
    """30.0  The set-up ends before the first turn begins, and until then nothing else is due."""
    due = [type(step) for step in state.flow]
    if SETTING_UP.isdisjoint(due):
        return
    if state.playing:
        yield "play has begun, and the set-up goes on"
    sides = [getattr(step, "side", "") for step in state.flow]
    order = start(state.data, state.scenario).flow[: len(due)]
    if due != [type(step) for step in order] or sides != [getattr(step, "side", "") for step in order]:
        yield "the set-up does not go on in its order"


def check_places(state: ServalState) -> Iterator[str]:
    """10.9a, 7.5  Every counter is there once, and where it may be."""
    data = state.data
    if state.units.keys() != data.counters.keys():
        yield "the counter mix does not add up"
    for unit in state.units.values():
        if not _fits(state, unit):
            yield f"{unit.id} cannot be in {unit.at}"
        if unit.disrupted and data.counters[unit.id].back is None:
            yield f"{unit.id} has no disrupted side"
        if unit.disrupted and not (state.in_play(unit) or unit.at == AIR_BOX):
            yield f"{unit.id} is disrupted in {unit.at}"
        asleep = data.contingents[data.counters[unit.id].contingent].needs_intervention and not state.intervention
        if asleep and unit.at in data.near:
            yield f"{unit.id} is on the map before intervention"


def _fits(state: ServalState, unit: Unit) -> bool:
    """Whether a counter may lie in its place at all."""
    data, counter = state.data, state.data.counters[unit.id]
    side, box = data.side_of[unit.id], data.contingents[counter.contingent].box
    if unit.id in data.air_ids:
        return unit.at in (AIR_BOX, box, OUT)
    if unit.id in data.task_force_ids:
        return unit.at in (TASK_FORCE_BOX, WITHDRAWN, OUT) or unit.at in data.open[side] or unit.at in STAGING[side]
    if unit.at in (box, ELIMINATED[side], OUT):
        return True
    if unit.at in STAGING[side]:
        return unit.id in data.mobile_ids
    if unit.at in (TASK_FORCE_BOX, WITHDRAWN):
        return unit.id in data.company_ids
    return unit.at in data.open[side]


def check_stacks(state: ServalState) -> Iterator[str]:
    """13.2, 14.2, 28  No hex with both sides; contingents of the Islamists apart; a top counter in each stack."""
    data = state.data
    for hex_ in state.where(ISLAMIST):
        stack = state.own(ISLAMIST, hex_)
        if state.own(COALITION, hex_):
            yield f"both sides are in {hex_}"
        if not state.contingent and len({data.counters[unit.id].contingent for unit in stack}) > 1:
            yield f"two Islamist contingents are in {hex_}"
    for side in SIDES:
        for hex_ in state.where(side):
            if state.tops.get(hex_) not in {unit.id for unit in state.own(side, hex_)}:
                yield f"no counter of the stack is on top in {hex_}"
    occupied = {*state.where(ISLAMIST), *state.where(COALITION)}
    yield from (f"{hex_} has a top counter without a stack" for hex_ in state.tops if hex_ not in occupied)
    for hex_ in state.sharia - data.settlements:
        yield f"sharia outside a city or town of Mali: {hex_}"


def check_task_forces(state: ServalState) -> Iterator[str]:
    """22.2  For every task force in play its companies lie in the task force box, effective."""
    data = state.data
    if not state.playing:
        return
    needed: Tally[tuple[str, str]] = Tally()
    for id_ in data.task_force_ids:
        if state.in_play(state.units[id_]):
            for type_, count in data.types[data.counters[id_].type].made_of.items():
                needed[data.counters[id_].contingent, type_] += count
    box = [data.counters[unit.id] for unit in state.own(COALITION, TASK_FORCE_BOX)]
    there = Tally((one.contingent, one.type) for one in box if one.id not in data.task_force_ids)
    if needed != there:
        yield f"embodied companies {dict(there)} do not make up the task forces in play {dict(needed)}"


def check_arrival(state: ServalState) -> Iterator[str]:
    """31.1f  The 11th Airborne can combine while its companies wait in one Staging Area and its counter in its box."""
    due = [step for step in state.flow if isinstance(step, Arrival)]
    if state.eleventh:
        due.append(eleventh_airborne(state))
    for step in due:
        wrong = [id_ for id_ in step.companies if state.units[id_].at != step.place]
        if wrong or step.place not in STAGING[step.side] or state.units[step.task_force].at != TASK_FORCE_BOX:
            yield f"{step.task_force} cannot be about to arrive"


def check_tracks(state: ServalState) -> Iterator[str]:
    """9.2a, 23.1  The tracks stay within their ends."""
    cap = state.data.tables.income.cap
    for side, points in state.c2p.items():
        if not 0 <= points <= cap:
            yield f"{side} has {points} C2P"
    if not 0 <= state.airlift <= capacity(state):
        yield f"airlift {state.airlift} of {capacity(state)}"
    setup = state.data.setups[state.scenario]
    if not setup.first_turn <= state.turn <= setup.max_turn:
        yield f"turn {state.turn}"


def check_markers(state: ServalState) -> Iterator[str]:
    """21.1  Every netwar marker is in its pool or in its box."""
    for side in state.pools:
        found = Tally((*state.pools[side].content, *state.drawn[side]))
        kinds = (one for (owner, _), one in state.data.netwar.items() if owner == side)
        mix = Tally({one.kind: one.count for one in kinds if not one.option or one.kind in found})
        if found != mix:
            yield f"netwar markers of {side} do not add up: {dict(found)}"


def problems(data: Components) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the data taken together."""
    units = data.units
    total = len(data.counters) + sum(one.count for one in data.netwar.values())
    total += sum(marker.count for marker in units.markers.entries)
    if total != units.markers.total:
        yield "units.yaml", "markers", f"{total} counters instead of {units.markers.total}"
    for scenario, placement in data.placements.items():
        for places in (placement.coalition, placement.islamist):
            for place, ids in places.items():
                if place not in data.zones and place not in data.near:
                    yield "scenarios.yaml", f"placements.{scenario}", f"there is no place {place}"
                for id_ in ids:
                    if id_ not in data.counters:
                        yield "scenarios.yaml", f"placements.{scenario}", f"there is no counter {id_}"
    for scenario, setup in data.setups.items():
        for group in (*setup.coalition.groups, *setup.islamist.groups):
            if group.zone not in data.zones:
                yield "scenarios.yaml", f"setups.{scenario}", f"there is no zone {group.zone}"


def names(data: Components) -> dict[str, Container[str]]:
    """The words that fields of a position and of its steps may hold."""
    ids, hexes, none = set(data.counters), set(data.near), {""}
    places = {*hexes, *data.map.boxes, OUT}
    kinds = {kind for _, kind in data.netwar}
    options = set(data.options)
    found: dict[str, Container[str]] = dict.fromkeys(
        ("units", "id", "tops.*", "spent", "halted", "flown", "attacked", "sortied", "sorties", "revealed"),
        ids,
    )
    found |= dict.fromkeys(("sighted", "attackers", "defenders", "fired", "companies", "targets", "task_force"), ids)
    found |= dict.fromkeys(("tops", "sharia", "hexes", "zones.*", "sorties.*", "origins"), hexes)
    found |= dict.fromkeys(("c2p", "drawn", "pools", "initiative", "owner", "isr", "zones"), SIDES)
    found |= dict.fromkeys(("acting", "first"), (*SIDES, ""))
    found |= dict.fromkeys(("drawn.*", "content", "discards", "removed", "markers", "chosen"), kinds)
    found |= {
        "at": places,
        "sighted.*": places,
        "place": places | none,
        "unit": ids | none,
        "hex": hexes | none,
        "supply": hexes | none,
    }
    return found | {"contingent": {*data.contingents, ""}, "committed": options, "zone": {*data.drop_zones, ""}}
