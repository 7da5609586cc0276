"""18  Bases: where they stand and what lies in their support radius."""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import Side
from operation_serval.state import ISLAMIST, STAGING, ServalState, Unit


def bases(state: ServalState, side: Side) -> tuple[Unit, ...]:
    """The bases of a side on the map."""
    caches = state.kept[side, "base"]
    found: tuple[Unit, ...] | None = caches.get("bases")
    if found is None:
        found = caches["bases"] = _on_map(state, state.data.bases_of[side])
    return found


def _on_map(state: ServalState, ids: Iterable[str]) -> tuple[Unit, ...]:
    units, near = state.units, state.data.near
    return tuple([unit for id_ in ids if (unit := units[id_]).at in near])


def base_units(state: ServalState, side: Side) -> frozenset[Unit]:
    """The bases of a side on the map, to name what hangs on them: a set that is compared and hashed quickly."""
    caches = state.kept[side, "base"]
    found: frozenset[Unit] | None = caches.get("units")
    if found is None:
        found = caches["units"] = frozenset(bases(state, side))
    return found


def base_in(state: ServalState, side: Side, hex_: str) -> bool:
    """16.5.1b  Whether a base of the side stands in the hex; a Staging Area counts as one for its owner (29.4c)."""
    if hex_ in STAGING[side]:
        return True
    return any(unit.id in state.data.base_ids for unit in state.own(side, hex_))


def covered(state: ServalState, side: Side) -> frozenset[str]:
    """18.1, R95  The hexes within the support radius of any base of a side."""
    caches = state.kept[side, "base"]
    found: frozenset[str] | None = caches.get("covered")
    if found is None:
        discs = [state.data.disc(base.at, state.radius(base)) for base in bases(state, side)]
        found = caches["covered"] = frozenset().union(*discs)
    return found


def covers(state: ServalState, base: Unit, hex_: str) -> bool:
    """18.1  Whether a hex lies within the support radius of a base; nothing blocks it."""
    return hex_ in state.data.near and state.data.distance(base.at, hex_) <= state.radius(base)


def may_serve(state: ServalState, base: Unit, id_: str) -> bool:
    """18.2b, 18.3a  An Islamist base serves its own contingent, a Coalition base everybody of the Coalition."""
    counters = state.data.counters
    same = counters[base.id].contingent == counters[id_].contingent
    return same or state.data.side_of[base.id] != ISLAMIST


def is_supported(state: ServalState, unit: Unit) -> bool:
    """16.4.2, 18.2  Whether a unit on the map is within the radius of a base that serves it."""
    side = state.data.side_of[unit.id]
    return any(covers(state, base, unit.at) and may_serve(state, base, unit.id) for base in bases(state, side))
