"""6.3, 18  Who controls a Zone, and what the Zones pay."""

from __future__ import annotations

from common.engine import Side
from somali_pirates.rules.zone_lists import gather
from somali_pirates.state import COALITION, ENEMY, PIRATE, SIDES, PirateState

HOLDERS = ("ground", "sof")  # 18.1a
ENGINEERS = "petroleum_engineers"


def controller(state: PirateState, zone: str) -> Side | None:
    """18.1-18.3  The side that alone has units which count: ground and SOF on land, ships at sea."""
    kind = state.data.zones[zone].kind
    if kind == "off_map":
        return COALITION
    if not any(state.pieces.by_space[zone]):
        return None
    kinds = ("naval",) if kind == "sea" else HOLDERS
    there = [side for side in SIDES if _counts(state, zone, side, kinds)]
    return there[0] if len(there) == 1 else None


def _counts(state: PirateState, zone: str, side: Side, categories: tuple[str, ...]) -> bool:
    counters = state.data.counters
    return any(counters[unit.id].category in categories for unit in state.open_at(zone, side))


def has_engineer(state: PirateState, zone: str) -> bool:
    """6.3a  An Open Petroleum Engineer is in the Zone; several count as one (R102)."""
    counters = state.data.counters
    return any(counters[unit.id].type == ENGINEERS for unit in state.open_at(zone, COALITION))


def is_oil_well(state: PirateState, zone: str) -> bool:
    """5.1d, 6.3a  A Petroleum Zone that the Coalition controls and works."""
    petroleum = state.data.zones[zone].petroleum
    return petroleum and has_engineer(state, zone) and controller(state, zone) == COALITION


def zone_income(state: PirateState, zone: str) -> dict[Side, int]:
    """6.2, 6.3a  What a Zone pays to the side that controls it; nothing to the other."""
    side = controller(state, zone)
    if side is None:
        return {COALITION: 0, PIRATE: 0}
    value = state.data.zones[zone].value[side]
    if side == COALITION and is_oil_well(state, zone):
        value *= 2
    return {side: value, ENEMY[side]: 0}


def payments(state: PirateState) -> tuple[tuple[str, dict[Side, int]], ...]:
    """18.4a  What every Zone pays as things stand; asked again only of Zones that have changed."""
    return gather(state, "income", None, (), tuple(state.data.zones), lambda zone: [(zone, zone_income(state, zone))])


def income(state: PirateState, side: Side) -> int:
    """18.4a  What all Zones pay to a side as things stand."""
    return sum([pay[side] for _, pay in payments(state)])
