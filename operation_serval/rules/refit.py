"""19  Refit: disrupted units become effective again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from common.engine import Action, Change, Refusal, Side
from operation_serval.actions import Refit, RefitPicked
from operation_serval.counters import Counter
from operation_serval.rules.airlift import why_no_airlift, why_no_marker
from operation_serval.rules.bases import base_units, bases
from operation_serval.rules.telling import does
from operation_serval.state import AIR_BOX, COALITION, ISLAMIST, STAGING, WORN, ServalState, Unit


def worn(state: ServalState, contingent: str) -> list[Unit]:
    """The disrupted units of a contingent that are in play or in the air box."""
    caches = state.kept[contingent, WORN]
    found: list[Unit] | None = caches.get("worn")
    if found is None:
        found = caches["worn"] = _worn(state, contingent)
    return found


def _worn(state: ServalState, contingent: str) -> list[Unit]:
    mine = [unit for id_ in state.data.members[contingent] if (unit := state.units[id_]).disrupted]
    return [unit for unit in mine if unit.at == AIR_BOX or state.in_play(unit)]


def offers(state: ServalState, side: Side, contingent: str) -> Iterator[Action]:
    """Every source at which the contingent could refit, and the extra action of 31.4."""
    tired = worn(state, contingent)
    if tired:
        yield from [Refit(contingent, source) for source in sources(state, side, tired)]
        if state.has("robustness"):
            yield RefitPicked(contingent)


def sources(state: ServalState, side: Side, tired: Iterable[Unit]) -> list[str]:
    """19.3  Where units could be refitted, widely: bases, Staging Areas, the air box and hexes for air supply."""
    found = [*[base.id for base in bases(state, side)], *STAGING[side]]
    if side == COALITION:
        found += [AIR_BOX, *sorted({unit.at for unit in tired} & state.data.near.keys())]
    return found


def refits(state: ServalState, side: Side, contingent: str) -> list[Action]:
    """The offers with content, which hang on the disrupted units, the side's bases, and whether air supply is there.

    A source that serves nobody is not judged.
    """
    if not worn(state, contingent):
        return []
    caches, key = state.kept[contingent, WORN], (base_units(state, side), _is_air_supply_there(state))
    found: list[Action] | None = caches.get(key)
    if found is None:
        found = caches[key] = _refits(state, side, contingent)
    return found


def _is_air_supply_there(state: ServalState) -> bool:
    return bool(state.intervention and state.airlift) and why_no_marker(state) is None


def _refits(state: ServalState, side: Side, contingent: str) -> list[Action]:
    tired = worn(state, contingent)
    places = frozenset([unit.at for unit in tired])
    serving = [one for one in sources(state, side, tired) if not places.isdisjoint(places_served(state, one))]
    able = [source for source in serving if why_not_source(state, side, contingent, source) is None]
    found: list[Action] = [Refit(contingent, source) for source in able]
    if why_not_refit_picked(state, contingent) is None:
        found.append(RefitPicked(contingent))
    return found


def served(state: ServalState, contingent: str, source: str) -> list[Unit]:
    """19.3  The units that a refit at a source restores."""
    places = places_served(state, source)
    return [unit for unit in worn(state, contingent) if unit.at in places]


def places_served(state: ServalState, source: str) -> Collection[str]:
    """19.3  The places in which a source restores units: its own, or those within the radius of a base."""
    base = state.units.get(source)
    return (source,) if base is None else state.data.disc(base.at, state.radius(base))


def why_not_refit(state: ServalState, side: Side, contingent: str, source: str) -> Refusal | None:
    """19.3  A source of the right kind, and a disrupted unit of the contingent at it."""
    wrong = why_not_source(state, side, contingent, source)
    if wrong is not None:
        return wrong
    if served(state, contingent, source):
        return None
    base, name = state.units.get(source), state.data.contingents[contingent].name
    if base is None:
        where = "the air box" if source == AIR_BOX else state.title(source)
        return Refusal("19.3a", f"no disrupted unit of {name} is in {where}")
    radius = state.radius(base)
    reach = "one hex" if radius == 1 else f"{radius} hexes"
    return Refusal("19.3a", f"no disrupted unit of {name} is within {reach} of {state.name(source)}")


def why_not_source(state: ServalState, side: Side, contingent: str, source: str) -> Refusal | None:
    """19.3  What keeps a contingent from refitting at a source, whoever is there."""
    if source in state.units:
        return _why_not_base(state, side, contingent, source)
    if source in state.data.near:
        return why_not_supply(state, side, source)
    if source == AIR_BOX or source in STAGING[side]:
        lone = source == AIR_BOX and side == ISLAMIST
        return Refusal("19.3d", "the Islamists have no air units") if lone else None
    return Refusal("19.3a", "name a base, a Staging Area, the air box or a hex for air supply")


def _why_not_base(state: ServalState, side: Side, contingent: str, source: str) -> Refusal | None:
    """18.3, R79  Islamists need a base of their own contingent, the Coalition any of its bases."""
    base = state.units[source]
    if source not in state.data.base_ids or state.data.side_of[source] != side or not state.on_map(base):
        return Refusal("19.3a", f"{state.name(source)} is not a base of this side on the map")
    if side == ISLAMIST and state.counter(source).contingent != contingent:
        return Refusal("18.3a", f"{state.name(source)} belongs to another contingent")
    return None


def why_not_supply(state: ServalState, side: Side, hex_: str) -> Refusal | None:
    """19.3e, 23.6, R80  Air supply costs an airlift point and needs intervention."""
    if side != COALITION:
        return Refusal("23.6a", "only the Coalition has air supply")
    refusal = why_no_airlift(state) or why_no_marker(state)
    if refusal is None and not state.own(COALITION, hex_):
        return Refusal("23.6a", f"no Coalition unit is in {state.title(hex_)}")
    return refusal


def carry_out(state: ServalState, side: Side, contingent: str, source: str) -> None:
    """19.3a  All disrupted units of the contingent at the one source recover."""
    if source in state.data.near:
        change = Change("Airlift", state.airlift, state.airlift - 1)
        state.airlift -= 1
        state.note(f"Air supply for {state.title(source)}.", "19.3e", "23.6b", changes=(change,))
    restore(state, side, served(state, contingent, source), "19.3a")


def why_not_refit_picked(state: ServalState, contingent: str) -> Refusal | None:
    """31.4a  With the option, and a disrupted SOF or leader of the contingent."""
    if not state.has("robustness"):
        return Refusal("31.4a", "that option is not used")
    if picked(state, contingent):
        return None
    return Refusal("31.4a", f"no SOF or leader of {state.data.contingents[contingent].name} is disrupted")


def picked(state: ServalState, contingent: str) -> list[Unit]:
    """31.4a  The disrupted SOF and leaders of a contingent, wherever they are."""
    return [unit for unit in worn(state, contingent) if is_robust(state.counter(unit.id))]


def is_robust(counter: Counter) -> bool:
    """31.4a, 10.4a  Whether a counter is SOF or a leader; Gamou, a leader in a heavy technical, is one."""
    gamou = counter.contingent == "french" and counter.type == "heavy_technical"
    return gamou or counter.type in ("sof", "leader")


def refit_picked(state: ServalState, contingent: str) -> None:
    """31.4a  All SOF and leaders of one contingent recover."""
    restore(state, state.data.contingents[contingent].side, picked(state, contingent), "31.4a")


def restore(state: ServalState, side: Side, units: Collection[Unit], rule: str) -> None:
    """19.2  Turn units to their effective side; the enemy learns of it only what he can see."""
    names = [state.name(unit.id) for unit in units]
    for unit in units:
        state.change(unit.id, disrupted=False)
    text = f"Effective again: {', '.join(names)}."
    covered = state.fog and any(unit.at != AIR_BOX for unit in units)  # the air box lies open (R100)
    only = (side,) if covered else ()
    state.note(text, rule, only=only, public=f"The {does(side, 'refit')}.", show=("rules",))
