"""11  Zones of control."""

from __future__ import annotations

from common.engine import Side
from operation_serval.state import ENEMY, ServalState


def zoned(state: ServalState, side: Side) -> frozenset[str]:
    """11.1  The hexes that lie in zones of the side's enemy; those of Staging Areas reach nowhere (29.4)."""
    if side in state.zones:
        return state.zones[side]
    caches = state.caches
    found: frozenset[str] | None = caches.get(f"zones {side}")
    if found is None:
        hexes: set[str] = set()
        enemy, near = ENEMY[side], state.data.near
        for hex_ in state.where(enemy):
            if any(state.has_zone(unit) for unit in state.own(enemy, hex_)):
                hexes.update(near[hex_])
        found = caches[f"zones {side}"] = frozenset(hexes)
    return found


def blocked(state: ServalState, side: Side) -> frozenset[str]:
    """13.2  The hexes a side cannot enter because enemy units of any kind stand there."""
    caches = state.caches
    found: frozenset[str] | None = caches.get(f"blocked {side}")
    if found is None:
        found = caches[f"blocked {side}"] = frozenset(state.where(ENEMY[side]))
    return found
