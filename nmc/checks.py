"""What must hold of every position and of the data taken together."""

from __future__ import annotations

from collections.abc import Container, Iterator

from nmc.components import Components
from nmc.rules.sequence import PHASES
from nmc.state import SIDES, TRAINS, TROOPS, UNION, NmcState, Stack

SPREAD = 7  # 3.3a: Fort Thorn and its six neighbours


def names(data: Components) -> dict[str, Container[str]]:
    """The words that fields of a position and of steps may hold."""
    places = ("hex", "hexes", "source", "goal", "stacks", "done", "closed", "fed", "declared")
    sides = ("vp", "spare_wagons", "unused_depots", "asked", "control.*")
    return {
        **dict.fromkeys(places, data.map.spaces),
        **dict.fromkeys(sides, SIDES),
        **dict.fromkeys(("leaders", "fallen"), data.leaders),
        **dict.fromkeys(("lost", "left"), TROOPS),
        "control": data.locales,
    }


def invariants(state: NmcState) -> Iterator[str]:
    """Everything that is wrong with a position, one sentence each."""
    yield from _wrong_troops(state)
    yield from _wrong_leaders(state)
    if sum(state.vp.values()) != sum(state.data.setup.vp.values()):
        yield f"the victory points do not add up: {state.vp}"
    if not 1 <= state.turn <= state.data.setup.last_turn:
        yield f"turn {state.turn} does not exist"
    if not -1 <= state.phase < len(PHASES):
        yield f"phase {state.phase} does not exist"
    yield from _wrong_trains(state)
    for space, stack in state.stacks.items():
        yield from _wrong_stack(state, space, stack)
    for space, units in state.done.items():
        if space not in state.stacks or not state.stacks[space].has(units) or _is_negative(units):
            yield f"units that have acted are not in {space}"


def _wrong_troops(state: NmcState) -> Iterator[str]:
    setup = state.data.setup
    for kind in TROOPS:
        start = sum(getattr(force, kind) for force in (*setup.union, *setup.confederate, setup.free))
        arrived = getattr(setup.reinforcements, kind) if _have_reinforcements(state) else 0
        gone = state.lost.get(kind, 0) + state.left.get(kind, 0)
        there = sum(stack.count(kind) for stack in state.stacks.values())
        if there != start + arrived - gone:
            yield f"{there} {kind} are on the map; {start} + {arrived} - {gone} should be"


def _wrong_trains(state: NmcState) -> Iterator[str]:
    """Guns, wagons and depots: no more than there are counters, whoever has captured them (9.22)."""
    counters = state.data.counters
    stacks = state.stacks.values()
    for kind, there, most in (
        ("guns", sum(stack.guns for stack in stacks), sum(counters.artillery.values())),
        ("wagons", sum(stack.supplies for stack in stacks), sum(counters.wagons.values())),
        ("depots", sum(stack.depot for stack in stacks), sum(counters.depots.values())),
    ):
        if there > most:
            yield f"stacks: {there} {kind} are on the map; there are {most}"
    for field, number in (("spare_wagons", state.spare_wagons), ("unused_depots", state.unused_depots)):
        if min(number.values(), default=0) < 0:
            yield f"{field}: a number is below zero"


def _have_reinforcements(state: NmcState) -> bool:
    arrival = state.data.setup.reinforcements
    phase = next(i for i, phase in enumerate(PHASES) if phase.kind == "march" and phase.side == UNION)
    return (state.turn, state.phase) >= (arrival.turn, phase)


def _wrong_leaders(state: NmcState) -> Iterator[str]:
    present = sorted(name for stack in state.stacks.values() for name in stack.leaders)
    waiting = () if _have_reinforcements(state) else state.data.setup.reinforcements.leaders
    if sorted((*present, *state.fallen, *waiting)) != sorted(state.data.leaders):
        yield "a leader is in two places or nowhere"


def _is_negative(stack: Stack) -> bool:
    return min(stack.count(unit) for unit in (*TROOPS, *TRAINS)) < 0


def _wrong_stack(state: NmcState, space: str, stack: Stack) -> Iterator[str]:
    if space not in state.data.map.spaces:
        yield f"units stand in {space}, which is not on the map"
    if stack.is_empty() or _is_negative(stack):
        yield f"the stack in {space} is empty or negative"
    if any(state.data.leaders[name].side != stack.side for name in stack.leaders):
        yield f"a leader in {space} is on the wrong side"
    loose = state.options["control_by_sp_only"] and not stack.strength
    if space in state.control and state.control[space] != stack.side and not loose:
        yield f"{space} is held by {stack.side} but controlled by {state.control[space]}"


def problems(data: Components) -> Iterator[tuple[str, str, str]]:
    """Names and sums that must fit together: file, place, reason."""
    setup, counters = data.setup, data.counters
    forces = (*setup.union, *setup.confederate, setup.free, setup.reinforcements)
    for force in forces:
        if force.hex not in data.map.spaces:
            yield "scenarios.yaml", force.hex, "no such hex on the map"
        for name in force.leaders:
            if name not in data.leaders:
                yield "scenarios.yaml", name, "no such leader in units.yaml"
    for hex_ in (setup.prize, *setup.keys):
        if hex_ not in data.locales:
            yield "scenarios.yaml", hex_, "not a town or fort on the map"
    for side, points in setup.vp.items():
        held = sum(data.worth[hex_] for hex_, space in data.locales.items() if space.attrs["start_control"] == side)
        if held != points:
            yield "scenarios.yaml", f"vp.{side}", f"the places held at the start are worth {held}, not {points}"
    sheet = [counters.artillery, counters.wagons, counters.depots, counters.markers, *counters.strength.values()]
    total = len(data.leaders) + sum(sum(part.values()) for part in sheet)
    if total != counters.total:
        yield "units.yaml", "counters.total", f"the counters add up to {total}, not {counters.total}"
    if len(data.tables.turns.labels) != setup.last_turn:
        yield "tables.yaml", "turns.labels", f"{setup.last_turn} turns need as many labels"
    fixed = [force for force in forces if force is not setup.free]
    for kind in counters.strength:
        others, free = [getattr(force, kind) for force in fixed], getattr(setup.free, kind)
        if not all(data.can_show(kind, [*spread, *others]) for spread in spreads(free, SPREAD, free)):
            yield "units.yaml", f"counters.strength.{kind}", "the counters cannot show every set-up (2.8b)"


def spreads(number: int, hexes: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Every way to spread so many points over so many hexes, largest first."""
    if number == 0:
        yield ()
    elif hexes:
        for first in range(min(number, largest), 0, -1):
            yield from ((first, *rest) for rest in spreads(number - first, hexes - 1, first))
