"""Where the enemy can strike in his next impulse, counted from what a player's view knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from common.engine import Side
from common.tables import Modifier, Odds
from common.tabletop import Facts, Looks, Overlay
from common.tabletop.threat import opponents, threat_overlay
from fallujah.components import Components
from fallujah.odds import assault_odds, combat_odds, raid_odds
from fallujah.rules import combat, movement
from fallujah.rules.activation import why_not_raid
from fallujah.rules.impulse import CoalitionImpulse, InsurgentImpulse
from fallujah.rules.movement import cheapest_ways
from fallujah.state import COALITION, INSURGENT, SIDE_NAMES, STACK_LIMIT, Battle, FallujahState, Unit
from fallujah.view import View, known_position

SIDES = tuple(SIDE_NAMES)

ATTACK, ENTER, FIRE = "can be attacked", "can be entered", "Fire Mission only"
PATTERNS = ((ATTACK, "cross"), (ENTER, "hatch"))
FIRE_PATTERN = (FIRE, "dots")


class FallujahThreat(Looks, Facts):
    """What the viewer's enemy can do with his next impulse."""

    def threat(self, view: View) -> Overlay | None:
        """The areas the other side can attack, enter or shell with its next impulse, and with how many units."""
        found = opponents(view, SIDES)
        if found is None:
            return None
        state = next_impulse(self.data, view, found.enemy)
        able = count_strikes(state, found.enemy)
        spaces = {area: ATTACK if state.own(found.viewer, area) else ENTER for area in able}
        patterns: tuple[tuple[str, str], ...] = PATTERNS
        if found.enemy == COALITION:
            spaces = dict.fromkeys(_fire_targets(state), FIRE) | spaces
            patterns = (*PATTERNS, FIRE_PATTERN)
        title = f"{SIDE_NAMES[found.enemy]} can strike here next, with so many units"
        return threat_overlay(title, spaces, patterns, able)

    def dangers(self, view: View) -> Sequence[Odds]:
        """7.2, 7.3, 7.4  The strongest attack on each of the viewer's areas, and what could be shelled."""
        found = opponents(view, SIDES)
        if found is None:
            return ()
        state = next_impulse(self.data, view, found.enemy)
        attacks = {area: groups for area, groups in group_strikers(state, found.enemy).items()
                   if state.own(found.viewer, area)}  # fmt: skip
        odds = [_strongest(state, found.enemy, area, groups) for area, groups in attacks.items()]
        if found.enemy == COALITION:
            value = (Modifier(state.data.tables.fire_mission.offence, "Fire Mission", "7.4d"),)
            odds += [combat_odds(state, Battle("fire", area, offence=value)) for area in _fire_targets(state)]
        return [one for one in odds if one is not None]


def next_impulse(data: Components, view: View, side: Side) -> FallujahState:
    """The table as a side's next impulse finds it: who acted is Spent, or Fresh again if a new day comes first."""
    state = known_position(data, view)
    today = view.phase in ("setup", "action")
    for id_, unit in state.units.items():
        state.units[id_] = replace(unit, spent=today and (unit.spent or id_ in state.mp))
    state.phase, state.active, state.first_roll, state.battle = "action", side, None, None
    state.mp, state.entries = {}, {}
    state.flow = [CoalitionImpulse() if side == COALITION else InsurgentImpulse()]
    return state


def _fire_targets(state: FallujahState) -> list[str]:
    """7.4  The areas on which a Fire Mission can be ordered."""
    return [area for area in state.data.areas if combat.why_not_fire(state, area) is None]


def _strongest(state: FallujahState, side: Side, area: str, groups: list[list[str]]) -> Odds | None:
    """The attack with the highest Offensive Value: one Insurgent, or all that come together under their best lead."""
    if side == INSURGENT:
        units = [id_ for group in groups for id_ in group]
        return raid_odds(state, max(units, key=lambda id_: _total(combat.raid_value(state, id_, area))), area)
    led = [(group, id_) for group in groups for id_ in group if combat.able_to_lead(state, id_, area)]
    group, lead = max(led, key=lambda pair: _total(combat.offence(state, area, *pair)))
    return assault_odds(state, area, tuple(group), lead, False)


def _total(factors: Iterable[Modifier]) -> int:
    return sum(factor.value for factor in factors)


def count_strikes(state: FallujahState, side: Side) -> dict[str, int]:
    """How many units of one space can come to blows in an area or take it."""
    return {area: max(map(len, groups)) for area, groups in group_strikers(state, side).items()}


def group_strikers(state: FallujahState, side: Side) -> dict[str, list[list[str]]]:
    """For every area the units that can go there, space by space: an impulse activates one space (4.1)."""
    found: dict[str, list[list[str]]] = {}
    for source in state.data.near:
        coming: dict[str, list[str]] = {}
        for id_, area in _find_strikers(state, side, source):
            coming.setdefault(area, []).append(id_)
        for area, units in coming.items():
            if side == INSURGENT or any(combat.able_to_lead(state, id_, area) for id_ in units):  # 6.2h, 7.2.1
                found.setdefault(area, []).append(units)
    return found


def _find_strikers(state: FallujahState, side: Side, source: str) -> Iterator[tuple[str, str]]:
    """The units of a space with the areas of the other side that each can reach, its own area included."""
    known: dict[str, int] | None = None  # the same ways for all that stand together
    for unit in state.own(side, source):
        if movement.why_not_act(state, side, source, unit.id) is not None:
            continue
        if known is None:
            ways = cheapest_ways(state, side, unit.id)
            known = {area: cost for area, (cost, _) in ways.items() if _can_take(state, side, area)}
        if _can_fight_here(state, side, unit):
            yield unit.id, source
        ready = state.ready(unit)
        yield from ((unit.id, area) for area, cost in known.items() if cost <= ready)


def _can_take(state: FallujahState, side: Side, area: str) -> bool:
    return len(state.own(side, area)) < STACK_LIMIT and not state.free(side, area)


def _can_fight_here(state: FallujahState, side: Side, unit: Unit) -> bool:
    if not state.enemies(side, unit.at):
        return False
    if side == INSURGENT:
        return why_not_raid(state, unit.at, unit.id) is None
    return state.ready(unit) >= combat.attack_cost(state, side, unit.at)
