"""11  Zones of control."""

from __future__ import annotations

from common.engine import Side
from operation_serval.state import ENEMY, ISLAMIST, STAGING_AREAS, ZONES, ServalState


def zoned(state: ServalState, side: Side) -> frozenset[str]:
    """11.1  The hexes that lie in zones of the side's enemy; those of Staging Areas reach nowhere (29.4)."""
    given = state.zones
    if given and side in given:
        return given[side]
    caches = state.kept[ZONES[ENEMY[side]]]
    found: frozenset[str] | None = caches.get("zones")
    if found is None:
        found = caches["zones"] = _zones_of(state, ENEMY[side])
    return found


def _zones_of(state: ServalState, side: Side) -> frozenset[str]:
    units, near = state.units, state.data.near
    places = {unit.at for id_ in state.data.zone_ids_of[side] if not (unit := units[id_]).disrupted}
    return frozenset().union(*[near[place] for place in places if place in near])


def stops(state: ServalState, side: Side) -> frozenset[str]:
    """11.2a, 29.4  The places in which a moving stack has to stop: enemy zones and Staging Areas."""
    caches, key = state.kept[ENEMY[side]], ("stops", state.zones.get(side))
    found: frozenset[str] | None = caches.get(key)
    if found is None:
        found = caches[key] = zoned(state, side).union(STAGING_AREAS)
    return found


def blocked(state: ServalState, side: Side) -> frozenset[str]:
    """13.2  The hexes a side cannot enter because enemy units of any kind stand there."""
    caches = state.kept[ENEMY[side]]
    found: frozenset[str] | None = caches.get("hexes")
    if found is None:
        found = caches["hexes"] = frozenset(state.where(ENEMY[side]))
    return found


def in_the_way(state: ServalState, side: Side) -> frozenset[str]:
    """11.2, 13.2  The hexes with enemies, and those in enemy zones."""
    caches, key = state.kept[ENEMY[side]], ("in the way", state.zones.get(side))
    found: frozenset[str] | None = caches.get(key)
    if found is None:
        found = caches[key] = zoned(state, side) | blocked(state, side)
    return found


def standing(state: ServalState, contingent: str) -> frozenset[str]:
    """The hexes in which units of a contingent stand."""
    caches = state.kept[contingent]
    found: frozenset[str] | None = caches.get("standing")
    if found is None:
        found = caches["standing"] = _hexes_of(state, contingent)
    return found


def _hexes_of(state: ServalState, contingent: str) -> frozenset[str]:
    units, near = state.units, state.data.near
    places = [units[id_].at for id_ in state.data.members[contingent]]
    return frozenset([place for place in places if place in near])


def held_by_others(state: ServalState, contingent: str) -> frozenset[str]:
    """7.3a, 14.2  The hexes in which other contingents of the Islamists stand."""
    one, *others = [standing(state, other) for other in state.data.contingents_of[ISLAMIST] if other != contingent]
    return one.union(*others)
