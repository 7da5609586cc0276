"""What must be true of every position, whatever was played, and of the data files taken together."""

from __future__ import annotations

from collections.abc import Container, Iterator

from fallujah.components import Components
from fallujah.rules.impulse import CoalitionImpulse, FinishImpulse, InsurgentImpulse
from fallujah.state import BOXES, COALITION, FRESH_LIMIT, INSURGENT, SIDE_NAMES, STACK_LIMIT, FallujahState, Unit

_OPENING = ("PlaceFedayeen", "BotSetup", "CoalitionImpulse", "InsurgentImpulse", "BotImpulse", "FinishImpulse")
UPON: dict[str, tuple[str, ...]] = {  # what the steps of the sequence of play lie upon
    **dict.fromkeys((*_OPENING, "Verdict", "Reset"), ("",)),
    **dict.fromkeys(("CoalitionActivation", "InsurgentActivation", "BotRaids"), ("FinishImpulse",)),
    **dict.fromkeys(("Arrive", "Scout", "AttackPlan", "RiverSupport"), ("CoalitionActivation",)),
    **dict.fromkeys(("Reaction", "BotReaction"), ("Arrive",)),
    **dict.fromkeys(("Losses", "Retreats"), ("Aftermath",)),
    "EndRoll": ("Verdict",),
    "Throw": ("Outcome",),
    "FindDefender": ("Throw",),
    "Infiltration": ("Reset",),
    "Regroup": ("Infiltration", "Regroup"),
}


OWN_IMPULSE = {  # steps that stand only in an impulse of their side
    "InsurgentImpulse": INSURGENT, "InsurgentActivation": INSURGENT, "BotImpulse": INSURGENT, "BotRaids": INSURGENT,
    "CoalitionImpulse": COALITION, "CoalitionActivation": COALITION,
}  # fmt: skip


def names(data: Components) -> dict[str, Container[str]]:
    """The words that fields of a position and of steps may hold."""
    places = frozenset((*data.map.spaces, *BOXES, ""))
    units = frozenset((*data.homes, ""))
    return {
        **dict.fromkeys(("at", "area", "source", "gate", "target", "origin.*", "resistance"), places),
        **dict.fromkeys(("control", "fallen", "entries"), data.area_set),
        **dict.fromkeys(("units", "id", "unit", "mp", "origin", "attackers", "chosen", "militia", "moved"), units),
        **dict.fromkeys(("rested", "lead", "defender"), units),
        **dict.fromkeys(("active", "advantage", "control.*"), SIDE_NAMES),
    }


def invariants(state: FallujahState) -> Iterator[str]:
    """Everything that is wrong with a position, one sentence each."""
    state.forget()
    yield from _mix_faults(state)
    yield from _track_faults(state)
    homes = state.data.homes
    for id_, unit in state.units.items():
        if unit.id != id_ or id_ not in homes:
            yield f"{id_} is not the unit it should be"
        elif unit.at not in state.control or unit.dug or unit.id == state.data.riverine:
            yield from _unit_faults(state, unit, homes[id_])
    settled = (CoalitionImpulse, InsurgentImpulse, FinishImpulse)
    resting = state.phase != "action" or bool(state.flow and isinstance(state.flow[-1], settled))
    for area, (insurgents, coalition) in list(state.pieces.by_space.items()):
        if area in state.control:
            yield from _area_faults(state, area, insurgents, coalition, resting)
    for area in state.fallen:
        if not state.coalition(area) or state.control[area] != INSURGENT:
            yield f"area {area} is marked as fallen without reason"


def _mix_faults(state: FallujahState) -> Iterator[str]:
    wrong = state.units.keys() ^ state.data.mix[state.scenario]
    if wrong:
        yield f"the counter mix is wrong: {', '.join(sorted(wrong))}"
    if state.control.keys() != state.data.area_set or not {INSURGENT, COALITION}.issuperset(state.control.values()):
        yield "not every area has one control marker"


def _track_faults(state: FallujahState) -> Iterator[str]:
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
    if any(OWN_IMPULSE.get(type(step).__name__, state.active) != state.active for step in state.flow):
        yield f"it is the impulse of the {SIDE_NAMES.get(state.active, state.active)}, and the enemy acts in it"
    strangers = [id_ for id_ in state.mp if (id_ in state.data.coalition_ids) != (state.active == COALITION)]
    if strangers:
        yield f"{strangers[0]} has acted in an impulse of the enemy"


def _unit_faults(state: FallujahState, unit: Unit, homes: tuple[str, ...]) -> Iterator[str]:
    off_map = unit.at in homes
    if not off_map and (unit.at not in state.control or unit.id == state.data.riverine):
        yield f"{unit.id} is in {unit.at!r}"
    if unit.dug and (unit.id not in state.data.fedayeen_ids or unit.spent or off_map):
        yield f"{unit.id} is Dug In against the rules"
    if unit.spent and off_map and unit.id not in state.data.coalition_ids:
        yield f"{unit.id} is off the map and Spent"


def _area_faults(
    state: FallujahState, area: str, insurgents: tuple[Unit, ...], coalition: tuple[Unit, ...], resting: bool
) -> Iterator[str]:
    owner = state.control[area]
    if len(insurgents) > STACK_LIMIT or len(coalition) > STACK_LIMIT:
        yield f"area {area} holds more than {STACK_LIMIT} units of a side"
    if insurgents and owner != INSURGENT:
        raided = state.battle is not None and state.battle.kind == "raid" and state.battle.area == area
        if not coalition:
            yield f"area {area} holds only Insurgents but is Coalition-controlled"
        elif not raided:
            yield f"Contested area {area} is Coalition-controlled"
    if coalition and not insurgents and owner == INSURGENT and area not in state.entries:
        support = all(unit.id in state.data.support_ids for unit in coalition)
        if not (area in state.fallen and support):
            yield f"area {area} holds only Coalition units but is Insurgent-controlled"
    if resting and len(insurgents) > FRESH_LIMIT and state.fighters(area, fresh=True) > FRESH_LIMIT:
        yield f"area {area} holds more than {FRESH_LIMIT} Fresh Cadre and Fedayeen"


# Data

Problem = tuple[str, str, str]  # file, place, reason
SCENARIOS = "scenarios.yaml"


def problems(data: Components) -> Iterator[Problem]:
    """What is wrong with the data files taken together."""
    yield from _setup_problems(data)
    for plan in data.deployments.values():
        for area in plan.areas:
            if area not in data.area_set:
                yield SCENARIOS, f"deployments.{plan.id}", f"no such area: {area}"
    for name, scenario in data.scenarios.items():
        for side in set(scenario.ruled) - SIDE_NAMES.keys():
            yield SCENARIOS, f"scenarios.{name}.ruled", f"no such side: {side}"
    for name in data.scenarios.keys() ^ data.setups.keys():
        yield SCENARIOS, name, "a scenario needs a set-up and a set-up a scenario"


def _setup_problems(data: Components) -> Iterator[Problem]:
    for name, setup in data.setups.items():
        for area in setup.cadre:
            if area not in data.area_set:
                yield SCENARIOS, f"setups.{name}.cadre", f"no such area: {area}"
        if len(setup.cadre) != len(data.cadre_ids):
            yield SCENARIOS, f"setups.{name}.cadre", f"{len(data.cadre_ids)} Cadre have to be placed"
        if setup.fedayeen > len(data.fedayeen_ids):
            yield SCENARIOS, f"setups.{name}.fedayeen", "there are not so many Fedayeen counters"
