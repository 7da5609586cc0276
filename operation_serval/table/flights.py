"""23  Units put down where they can only fly: the kinds of airlift, and what is said where none leads."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal
from common.tabletop import Target
from common.tabletop.plans import why_not
from operation_serval import actions as act
from operation_serval.rules import airlift
from operation_serval.rules.airlift import Loading
from operation_serval.state import FRANCE, ServalState


def flights(state: ServalState, ids: tuple[str, ...], before: tuple[Action, ...]) -> Iterator[Target]:
    """23  Where the units can fly: by transfer, helicopter or parachute, whichever is first allowed."""
    places = {state.units[id_].at for id_ in ids if id_ in state.units}
    if len(places) != 1 or not state.airlift:
        return
    origin = places.pop()
    seen: set[str] = set()
    for kind in (airlift.TRANSFER, airlift.AIRMOBILE, airlift.PARACHUTE):
        if airlift.why_not_origin(state, kind, origin) is not None or airlift.why_overloaded(state, kind, ids):
            continue
        if any(airlift.why_not_passenger(state, kind, id_) is not None for id_ in ids):
            continue
        boarding = tuple(act.Board(id_) for id_ in ids)
        for place in airlift.landings(state, kind, origin):
            if place not in seen and airlift.why_not_land(state, kind, origin, place) is None:
                seen.add(place)
                plan = (*before, act.Load(kind, origin), *boarding, *_landing(state, kind, place))
                yield Target(place, f"{airlift.WORDS[kind]}, 1 airlift", plan)


def loaded_flights(state: ServalState, step: Loading, ids: tuple[str, ...]) -> Iterator[Target]:
    """23  Where an airlift that is being loaded can go: with those in hand and all that have boarded before."""
    missing = tuple(id_ for id_ in ids if id_ not in step.units)
    if any(why_not(state, act.Board(id_)) for id_ in missing) or airlift.why_overloaded(
        state, step.kind, (*step.units, *missing)
    ):
        return
    boarding = tuple(map(act.Board, missing))
    for place in airlift.landings(state, step.kind, step.place):
        if airlift.why_not_land(state, step.kind, step.place, place) is None:
            plan = (*boarding, *_landing(state, step.kind, place, step.zone))
            yield Target(place, f"{airlift.WORDS[step.kind]}, 1 airlift", plan)


def _landing(state: ServalState, kind: str, place: str, aimed: str = "") -> tuple[Action, ...]:
    """23.3a  Paratroops name the part of the theater in which they land first."""
    zones = state.data.drop_zones.items() if kind == airlift.PARACHUTE else ()
    return (*(act.Aim(zone) for zone, hexes in zones if place in hexes and zone != aimed), act.FlyTo(place))


def widest_flight(state: ServalState, ids: tuple[str, ...]) -> str:
    """23  How units that could fly from where they stand get farthest, if they fly at all."""
    origin = state.units[ids[0]].at
    for kind in airlift.KINDS:
        if airlift.why_not_origin(state, kind, origin) is None and not any(
            airlift.why_not_passenger(state, kind, id_) for id_ in ids
        ):
            return kind
    return ""


def also_by_air(state: ServalState, kind: str, ids: tuple[str, ...], space: str, ground: Refusal) -> Refusal:
    """Why units that could fly do not reach a place: on the ground, and by air."""
    origin = state.units[ids[0]].at
    air = (
        airlift.why_no_airlift(state)
        or airlift.why_overloaded(state, kind, ids)
        or airlift.why_not_land(state, kind, origin, space)
    )
    if air is None or air.rule in (ground.rule, "7.5b", "7.5c"):
        return ground
    by_air = "" if origin == FRANCE else f"; {airlift.WORDS[kind]}"  # which is all there is from France
    return Refusal(ground.rule, f"{ground.why}{by_air}: {air.why}")
