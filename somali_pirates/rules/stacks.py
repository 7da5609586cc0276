"""7, 10  Factions and stacks: who stands with whom, and who defends together."""

from __future__ import annotations

from collections.abc import Mapping

from common.engine import Refusal, Side
from somali_pirates.actions import Restack
from somali_pirates.state import BASES, COMMON, PirateState, Unit

MOST_KEPT = 20_000  # lists of changes of stack
BARRED = {"jsotf": (*COMMON, *BASES), "contractors": ("contractors", *BASES)}  # besides the bases, for all (R34)


def why_not_act(state: PirateState, faction: str, rule: str) -> Refusal | None:
    """7.1a, 7.2a  A faction that is finished in this phase does nothing more."""
    if faction in state.acted:
        return Refusal(rule, f"{state.data.factions[faction].name} is finished; another faction has begun")
    return None


def activate(state: PirateState, faction: str, rule: str) -> None:
    """Begin a faction; the one before it is finished (7.1a, 7.2a). Common factions need no activation (R35)."""
    if state.data.factions[faction].common or faction == state.active:
        return
    if state.active:
        state.acted |= {state.active}
        state.note(f"{state.data.factions[state.active].name} is finished.", rule)
    state.active = faction


def is_common(state: PirateState, id_: str) -> bool:
    """7.5a, 7.5b  Whether a unit may be stacked with a faction that is not its own."""
    return id_ in state.data.stackable


def partners(state: PirateState, id_: str, zone: str) -> list[str]:
    """7.5, R34  The factions in a Zone with which a base, JSOTF or Contractor unit could be stacked.

    JSOTF and Contractors count as far as they do not stand with another faction themselves.
    """
    counter = state.data.counters[id_]
    barred = BARRED.get(counter.faction, BASES)  # the own faction is always among them
    return [faction for faction in factions_in(state, counter.side, zone) if faction not in barred]


def marks_for(state: PirateState, id_: str, zone: str) -> tuple[str, ...]:
    """7.3a, 7.5  The stacks that a unit may join in a Zone: one of its own (""), and those of factions there."""
    if not is_common(state, id_) or state.data.counters[id_].category == "air":
        return ("",)
    return ("", *partners(state, id_, zone))


def factions_in(state: PirateState, side: Side, zone: str) -> tuple[str, ...]:
    """The factions of which a side has Open units in a Zone that stand with no other, kept until one there changes."""
    known, asked = state.found_at(zone), ("factions", side)
    found: tuple[str, ...] | None = known.get(asked)
    if found is None:
        counters = state.data.counters
        there = frozenset([counters[unit.id].faction for unit in state.open_at(zone, side) if not unit.mark])
        found = known[asked] = state.data.in_order(there)
    return found


def why_not_mark(state: PirateState, id_: str, zone: str, mark: str) -> Refusal | None:
    """7.3a, 7.5a  What keeps a unit from being stacked with a faction in a Zone."""
    counter = state.data.counters[id_]
    if not mark:
        return None
    if mark in marks_for(state, id_, zone):
        return None
    if not is_common(state, id_) or counter.category == "air":
        return Refusal("7.3a", f"{counter.name} stacks with its own faction only")
    name = state.data.factions[mark].name if mark in state.data.factions else mark
    return Refusal("7.5a", f"{counter.name} cannot be stacked with {name} in {state.data.zones[zone].name}")


def why_not_restack(state: PirateState, id_: str, mark: str) -> Refusal | None:
    """10.0b  Stacks are changed in a friendly Movement or Return Phase; units in the making may still choose (R33)."""
    return why_not_restack_now(state, id_) or why_not_stand_with(state, id_, mark)


def why_not_restack_now(state: PirateState, id_: str) -> Refusal | None:
    """10.0b, R33  What keeps a unit from changing its stack at this moment, whichever it would be."""
    unit, counter = state.units[id_], state.data.counters[id_]
    if unit.at not in state.data.zones or unit.aboard or unit.hidden:
        return Refusal("10.0b", f"{counter.name} does not stand Open in a Zone")
    own_phase = state.phase in ("movement", "return") and state.mover == counter.side
    in_the_making = state.phase == "setup" or (state.phase == "mobilization" and id_ in state.fresh)
    if not own_phase and not in_the_making:
        return Refusal("10.0b", "stacks are changed only in your own Movement or Return Phase")
    return None


def why_not_stand_with(state: PirateState, id_: str, mark: str) -> Refusal | None:
    """7.3a, 7.5a, 10.0b  What keeps a unit on the map from the stack of a faction, or from a stack of its own."""
    unit, counter = state.units[id_], state.data.counters[id_]
    if unit.mark == mark:
        return Refusal("10.0b", f"{counter.name} is already stacked so")
    if not is_common(state, id_):
        return Refusal("7.3a", f"{counter.name} stacks with its own faction only")
    return why_not_mark(state, id_, unit.at, mark)


def restacks_of(state: PirateState, unit: Unit, factions: tuple[str, ...]) -> tuple[Restack, ...]:
    """Every change of stack that a common unit beside these factions may make now; the lists are kept with the data."""
    if why_not_restack_now(state, unit.id) is not None:
        return ()
    known, asked = state.data.restacks, (unit.id, unit.mark, factions)
    found = known.get(asked)
    if found is None:
        if len(known) > MOST_KEPT:
            known.clear()
        marks = marks_for(state, unit.id, unit.at)
        found = known[asked] = tuple([Restack(unit.id, mark) for mark in marks if mark != unit.mark])  # 10.0b
    return found


def restacks_in(state: PirateState, side: Side, zone: str) -> list[Restack]:
    """Every change of stack that units of a side in a Zone may make now."""
    stackable = state.data.stackable
    common = [unit for unit in state.units_at(zone, side) if unit.id in stackable]
    factions = factions_in(state, side, zone) if common else ()
    return [action for unit in common for action in restacks_of(state, unit, factions)]


def restack(state: PirateState, id_: str, mark: str) -> None:
    """Stack a unit with a faction, or alone."""
    unit = state.change(id_, mark=mark)
    whom = f"with {state.data.factions[mark].name}" if mark else "alone"
    state.note(f"{state.data.counters[id_].name} is stacked {whom}.", "10.0b", places=(unit.at,))
    state.tidy_marks(unit.at)


def groups(state: PirateState, side: Side, zone: str) -> Mapping[str, list[str]]:
    """12.2c, 12.4a, 12.5b  The Open units of a side in a Zone by the faction they defend with, aircraft included."""
    known, asked = state.found_at(zone), ("groups", side)
    found: dict[str, list[str]] | None = known.get(asked)
    if found is None:
        counters = state.data.counters
        found = known[asked] = {}
        for unit in state.open_at(zone, side):
            found.setdefault(unit.mark or counters[unit.id].faction, []).append(unit.id)
    return found
