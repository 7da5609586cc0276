"""What both bots weigh: chances of a combat, worth of units and areas, and what a force would achieve."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fallujah.odds import DIFFERENCE
from fallujah.rules import combat
from fallujah.rules.losses import capacity, destinations
from fallujah.state import COALITION, INSURGENT, Battle, FallujahState, Unit

WORTH = {"cadre": 2.0, "fedayeen": 1.0, "militia": 0.3}
OVERRUN_BONUS = 1.2
MOSQUE_COST = 1.6
LATE = 6  # from this turn on plain ground is hardly worth a fight
DIFFERENCES = {value: weight / DIFFERENCE.total for value, weight in sorted(DIFFERENCE.weights.items())}
ABOVE = {margin: sum(c for value, c in DIFFERENCES.items() if value > margin) for margin in DIFFERENCES}


def chance_above(margin: int) -> float:
    """How likely the attacker's dice beat the defender's by more than `margin`."""
    return ABOVE.get(margin, 1.0 if margin < 0 else 0.0)


def format_points(value: float) -> str:
    """What a bot reckons, in victory points and shares of them."""
    return f"{value:.1f} points"


def units_worth(state: FallujahState, units: Iterable[Unit]) -> float:
    """What Insurgent units are worth to either side."""
    return sum(WORTH[state.counter(unit.id).type] for unit in units)


def ground_value(state: FallujahState, area: str) -> float:
    """What an Insurgent area is worth to the Coalition now."""
    points = state.data.scoring.get(area, 0)
    value = 1.3 * points if points else (0.1 if state.turn >= LATE else 0.35)
    front = sum(1 for near in state.data.near[area] if state.control[near] == COALITION)
    return value + 0.12 * front


def points_to_clear(state: FallujahState, units: Sequence[Unit]) -> int:
    """The fewest points that empty an area."""
    total = 0
    for unit in units:
        full = capacity(state, unit)
        total += full if unit.dug or unit.id in state.data.militia_ids else full - 1
    return total


def defence_value(state: FallujahState, area: str, fire: bool = False, wary: bool = False) -> int:
    """The Defensive Value to expect; `wary` foresees that Fresh Fedayeen dig in where it pays."""
    battle = Battle("fire" if fire else "assault", area)
    leads = combat.leads_of(state, battle)
    if not leads:
        return 0
    value = sum(factor.value for factor in combat.defence(state, battle, leads[0]))
    lead = leads[0]
    digs = wary and not fire and lead.id in state.data.fedayeen_ids and not lead.spent and not lead.dug
    return value + (1 if digs and state.data.tem[area] > 2 else 0)


def strike_value(
    state: FallujahState, area: str, offence: int, *, medevac: bool, fire: bool = False, wary: bool = False
) -> float:
    """The expected gain of an attack or Fire Mission with this Offensive Value, in points for the Coalition."""
    units = state.insurgents(area)
    value, land = units_worth(state, units), 0.0 if fire and not state.coalition(area) else ground_value(state, area)
    if not units:
        return land
    defence = defence_value(state, area, fire, wary)
    militia_only = all(unit.id in state.data.militia_ids for unit in units)
    if militia_only and offence - defence >= combat.OVERWHELMING:
        return value + land + (0.0 if fire else OVERRUN_BONUS)
    full, clear = sum(capacity(state, unit) for unit in units), points_to_clear(state, units)
    open_ = bool(destinations(state, area))
    power, factor = (1.3, 0.8) if open_ else (0.8, 1.0)
    dug = any(unit.dug for unit in combat.leads_of(state, Battle("assault", area)))
    table = state.data.tables.casualties
    total = 0.0
    for difference, chance in DIFFERENCES.items():
        points = offence - defence + difference
        if points > full:
            gain = value + land + (0.0 if fire else OVERRUN_BONUS)
        elif points > 0:
            gain = 0.0 if dug and points < table.dug_in else (points / full) ** power * factor * value
            gain += land if points >= clear else 0.0
        elif fire:
            gain = 0.0
        else:
            gain = -float((table.stalled if points == 0 else table.repulsed) - medevac)
        total += chance * gain
    return total


def raid_chance(state: FallujahState, id_: str, area: str) -> tuple[float, int]:
    """How likely an Insurgent attack succeeds, and the points it then brings."""
    table = state.data.tables.casualties
    battle = Battle("raid", area)
    medevac = any(state.counter(unit.id).medevac for unit in state.coalition(area))
    leads = combat.leads_of(state, battle)
    if not leads:
        return 1.0, table.us_lead - medevac
    iraqi = any(unit.id in state.data.iraqi_ids for unit in leads)
    offence = sum(factor.value for factor in combat.raid_value(state, id_, area))
    points = (table.iraqi_lead if iraqi else table.us_lead) - medevac
    return chance_above((state.cf(leads[0]) or 0) - offence), points


def is_threatened(state: FallujahState, area: str) -> bool:
    """Whether Coalition ground touches Insurgent control."""
    return any(state.control[near] == INSURGENT for near in state.data.near[area])
