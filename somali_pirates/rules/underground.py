"""16  Who may be in an Underground box, and what keeps a unit from entering or leaving it."""

from __future__ import annotations

from common.engine import Refusal
from somali_pirates.counter_sheet import Counter
from somali_pirates.state import ENEMY, PIRATE, PirateState


def why_not_qualified(counter: Counter) -> Refusal | None:
    """16.0, 16.5a  Pirates and STFG with an asymmetrical value, and Coalition SOF; never a base."""
    if counter.type == "base":
        return Refusal("16.5a", "bases never go Underground")
    if counter.category == "sof":
        return None
    if counter.side == PIRATE:
        return None if counter.asym else Refusal("16.0a", f"{counter.name} has no asymmetrical value")
    if counter.faction == "stfg" and counter.asym:
        return None
    return Refusal("16.0c", f"{counter.name} is neither SOF nor STFG with an asymmetrical value")


def why_not_box(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """2.3a, 16.0, 16.4b  What keeps a unit out of the box of a Zone, whatever way it comes."""
    counter, place = state.data.counters[id_], state.data.zones[zone]
    refusal = why_not_qualified(counter)
    if refusal is not None:
        return refusal
    if not place.underground:
        return Refusal("2.3a", f"{place.name} has no Underground box")
    if state.hidden_at(zone, ENEMY[counter.side]):
        return Refusal("16.4b", f"enemies are in the box of {place.name}")
    return None


def why_not_box_laden(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """16.0, 22.3f  What keeps a unit with its cargo out of a box: a ship hides only if all that it carries could."""
    whole = (id_, *(unit.id for unit in state.cargo(id_)))
    return next((refusal for one in whole if (refusal := why_not_box(state, one, zone)) is not None), None)


def why_not_hide(state: PirateState, id_: str) -> Refusal | None:
    """16.1a, 16.2a  What keeps a unit from going Underground in a phase of its own."""
    unit = state.units[id_]
    name = state.data.counters[id_].name
    if unit.hidden:
        return Refusal("16.1a", f"{name} is already Underground")
    if unit.aboard:
        return Refusal("22.3f", f"{name} is aboard a ship")
    return _why_not_turn(state, id_) or why_not_box_laden(state, id_, unit.at)


def why_not_emerge(state: PirateState, id_: str) -> Refusal | None:
    """16.1a, 16.2a  What keeps a unit from coming out in a phase of its own."""
    if not state.units[id_].hidden:
        return Refusal("16.1a", f"{state.data.counters[id_].name} is not Underground")
    return _why_not_turn(state, id_)


def _why_not_turn(state: PirateState, id_: str) -> Refusal | None:
    """16.1a, 16.2a  It is the owner's Movement or Return Phase, and the unit has not moved in it."""
    counter = state.data.counters[id_]
    if state.phase not in ("movement", "return") or state.mover != counter.side:
        return Refusal("16.1a", "boxes are entered and left only in your own Movement or Return Phase")
    if id_ in state.moved or id_ in state.spent:
        return Refusal("16.2a", f"{counter.name} has moved in this phase")
    return None
