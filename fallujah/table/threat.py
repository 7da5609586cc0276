"""Where the enemy can strike in his next impulse, counted from what a player's view knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from common.engine import Side
from common.tables import Modifier, Odds
from common.tabletop import Overlay
from fallujah.components import Components
from fallujah.odds import assault, combat_odds, raid
from fallujah.rules import combat, movement
from fallujah.rules.activation import why_not_raid
from fallujah.rules.impulse import CoalitionImpulse, InsurgentImpulse
from fallujah.state import COALITION, INSURGENT, STACK_LIMIT, Battle, FallujahState, Unit, other_side
from fallujah.table.drops import ways
from fallujah.view import View

COLOUR = "#7d1230"
ATTACK, ENTER, FIRE = "can be attacked", "can be entered", "Fire Mission only"
LEGEND = ((ATTACK, COLOUR, "cross"), (ENTER, COLOUR, "hatch"))
NAMES = {INSURGENT: "Insurgents", COALITION: "Coalition"}


def threat(data: Components, view: View) -> Overlay | None:
    """The areas the other side can attack, enter or shell with its next impulse, and with how many units."""
    side = view.side or view.to_act
    if side is None or view.over:
        return None
    enemy = other_side(side)
    state = position(data, view, enemy)
    able = strikes(state, enemy)
    spaces = {area: ATTACK if state.own(side, area) else ENTER for area in able}
    legend: tuple[tuple[str, str, str], ...] = LEGEND
    if enemy == COALITION:
        shelled = [area for area in data.areas if combat.why_not_fire(state, area) is None]
        spaces = dict.fromkeys(shelled, FIRE) | spaces
        legend = (*LEGEND, (FIRE, COLOUR, "dots"))
    labels = {area: str(count) for area, count in able.items()}
    title = f"{NAMES[enemy]} can strike here next, with so many units"
    return Overlay("threat", title, "V", spaces, legend, (), labels)


def position(data: Components, view: View, enemy: Side) -> FallujahState:
    """The table as the enemy's next impulse finds it: who acted is Spent, or Fresh again if a new day comes first."""
    today = view.phase in ("setup", "action")
    units = {
        piece.id: Unit(piece.id, piece.space, today and (piece.spent or piece.mp is not None), piece.dug)
        for piece in view.pieces
    }
    control = {area.id: area.control for area in view.areas.values()}
    fallen = [area.id for area in view.areas.values() if area.fallen]
    state = FallujahState(scenario=view.scenario, turn=view.turn, units=units, control=control, fallen=fallen,
                          phase="action", active=enemy)  # fmt: skip
    state.flow = [CoalitionImpulse() if enemy == COALITION else InsurgentImpulse()]
    return state.attach(data, None)


def dangers(data: Components, view: View) -> list[Odds]:
    """7.2, 7.3, 7.4  The strongest attack that could come in each of the viewer's areas, and what could be shelled."""
    side = view.side or view.to_act
    if side is None or view.over:
        return []
    enemy = other_side(side)
    state = position(data, view, enemy)
    attacks = bands(state, enemy).items()
    found = [_strongest(state, enemy, area, groups) for area, groups in attacks if state.own(side, area)]
    if enemy == COALITION:
        value = (Modifier(data.tables.fire_mission.offence, "Fire Mission", "7.4d"),)
        shelled = [area for area in data.areas if combat.why_not_fire(state, area) is None]
        found += [combat_odds(state, Battle("fire", area, offence=value)) for area in shelled]
    return [odds for odds in found if odds is not None]


def _strongest(state: FallujahState, side: Side, area: str, groups: list[list[str]]) -> Odds | None:
    """The attack with the highest Offensive Value: one Insurgent, or all that come together under their best lead."""
    if side == INSURGENT:
        units = [id_ for group in groups for id_ in group]
        return raid(state, max(units, key=lambda id_: _sum(combat.raid_value(state, id_, area))), area)
    led = [(group, id_) for group in groups for id_ in group if combat.able_to_lead(state, id_, area)]
    group, lead = max(led, key=lambda pair: _sum(combat.offence(state, area, *pair)))
    return assault(state, area, tuple(group), lead, False)


def _sum(factors: Iterable[Modifier]) -> int:
    return sum(factor.value for factor in factors)


def strikes(state: FallujahState, side: Side) -> dict[str, int]:
    """How many units of one space can come to blows in an area or take it."""
    return {area: max(map(len, groups)) for area, groups in bands(state, side).items()}


def bands(state: FallujahState, side: Side) -> dict[str, list[list[str]]]:
    """For every area the units that can go there, space by space: an impulse activates one space (4.1)."""
    found: dict[str, list[list[str]]] = {}
    for source in state.data.near:
        coming: dict[str, list[str]] = {}
        for id_, area in _comers(state, side, source):
            coming.setdefault(area, []).append(id_)
        for area, units in coming.items():
            if side == INSURGENT or any(combat.able_to_lead(state, id_, area) for id_ in units):  # 6.2h, 7.2.1
                found.setdefault(area, []).append(units)
    return found


def _comers(state: FallujahState, side: Side, source: str) -> Iterator[tuple[str, str]]:
    """The units of a space with the areas of the other side that each can reach, its own area included."""
    known: dict[str, int] | None = None  # the same ways for all that stand together
    for unit in state.own(side, source):
        if movement.why_not_act(state, side, source, unit.id) is not None:
            continue
        if known is None:
            known = {area: cost for area, (cost, _) in ways(state, side, unit.id).items() if _enters(state, side, area)}
        if _may_fight_here(state, side, unit):
            yield unit.id, source
        ready = state.ready(unit)
        yield from ((unit.id, area) for area, cost in known.items() if cost <= ready)


def _enters(state: FallujahState, side: Side, area: str) -> bool:
    return len(state.own(side, area)) < STACK_LIMIT and not state.free(side, area)


def _may_fight_here(state: FallujahState, side: Side, unit: Unit) -> bool:
    if not state.enemies(side, unit.at):
        return False
    if side == INSURGENT:
        return why_not_raid(state, unit.at, unit.id) is None
    return state.ready(unit) >= combat.attack_cost(state, side, unit.at)
