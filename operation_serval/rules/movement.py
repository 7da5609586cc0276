"""13  Ground movement: what a stack can reach, and the segment in which units march and fly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from common.engine import Action, Refusal, Side
from common.engine.steps import SideStep
from operation_serval.actions import (
    DROP_OFF,
    FINISH,
    HALT,
    MARCH_WITH,
    SUPPLY_BY_AIR,
    TAKE_ALONG,
    DeclareAttack,
    DropOff,
    Finish,
    Halt,
    Load,
    MarchTo,
    MarchWith,
    SupplyByAir,
    TakeAlong,
)
from operation_serval.rules.airlift import (
    Loading,
    load_offers,
    loads,
    supplied_hexes,
    supply_by_air,
    why_not_load,
    why_not_supply,
)
from operation_serval.rules.intervention import arrived, passed
from operation_serval.rules.march_search import cheapest_steps, is_bridged, marches, points_left
from operation_serval.rules.telling import HandStep, names, tell
from operation_serval.rules.victory import sudden_death
from operation_serval.rules.ways import PLENTY, March
from operation_serval.rules.zones import blocked, held_by_others, stops, zoned
from operation_serval.state import (
    COALITION,
    FRANCE,
    ISLAMIST,
    POOL,
    STAGING,
    STAGING_AREAS,
    ServalState,
    Unit,
)

STAYS = {
    "7.2a": "only units of the contingent that operates are moved",
    "13.1b": "{} is static and never moves",
    "10.1a": "{} is not in play",
    "23.5d": "{} has flown in this operation and does not drive",
    "11.2a": "{} has had to stop in this segment",
    "29.4a": "{} has moved into a Staging Area and goes no farther in this segment",
    "13.0a": "{} has no movement points left",
}  # what is said of a unit that stays, by the rule that keeps it
HALTING = (HALT,)


def stays(state: ServalState, id_: str) -> str:
    """7.2a, 13.1  The rule that keeps a unit from moving on the ground in this operation, wherever to; "" if none."""
    data, unit = state.data, state.units.get(id_)
    if unit is None or data.alike[id_][0] != state.contingent:
        return "7.2a"
    if id_ not in data.mobile_ids:
        return "13.1b"
    return rests(state, id_) if unit.at in data.field else "10.1a"


def rests(state: ServalState, id_: str) -> str:
    """11.2a, 13.0a, 23.5d, 29.4a  The rule that keeps a mobile unit in play from moving on; "" if none."""
    if id_ in state.flown:
        return "23.5d"
    if id_ in state.halted:
        return "29.4a" if state.units[id_].at in STAGING_AREAS else "11.2a"
    return "" if state.spent.get(id_, 0) < state.data.half_points[id_][state.units[id_].disrupted] else "13.0a"


def movers(state: ServalState, contingent: str) -> list[str]:
    """10.1a, 13.1b  The mobile units of a contingent that are in play, wherever they move there."""
    caches = state.kept[contingent, POOL]
    found: list[str] | None = caches.get("movers")
    if found is None:
        found = caches["movers"] = _in_play(state, state.data.mobile_members[contingent])
    return found


def _in_play(state: ServalState, ids: Iterable[str]) -> list[str]:
    units, field = state.units, state.data.field
    return [id_ for id_ in ids if units[id_].at in field]


def why_not_march(state: ServalState, side: Side, id_: str) -> Refusal | None:
    """7.2a, 13.1  What keeps a unit from moving on the ground in this operation, wherever to."""
    rule = stays(state, id_)
    if rule == "13.1b" and id_ in state.data.air_ids:
        return Refusal("20.0a", f"{state.name(id_)} flies from the air box and does not march")
    return Refusal(rule, STAYS[rule].format(state.name(id_) if id_ in state.units else id_)) if rule else None


def why_not_stack(state: ServalState, side: Side, id_: str, place: str) -> Refusal | None:
    """7.3a, 14.2a  Islamist contingents do not stand together on the map; passing through is free."""
    counters = state.data.counters
    own = counters[id_].contingent
    if side != ISLAMIST or place not in held_by_others(state, own):
        return None
    for unit in state.own(ISLAMIST, place):
        other = counters[unit.id].contingent
        if other != own:
            name = state.data.contingents[other].name
            return Refusal("14.2a", f"{name} units stand in {state.title(place)}")
    return None


def why_not_reach(state: ServalState, side: Side, units: tuple[str, ...], place: str) -> Refusal | None:
    """13, 11, 7.5  What keeps a stack from marching to a place, in the words of the nearest rule."""
    if place in marches(state, side, units):
        return None
    data, here = state.data, state.units[units[0]].at
    if place == here:
        return Refusal("13.1a", "the stack is there already")
    if here == FRANCE:
        return Refusal("29.2b", "France is left by air transfer only")
    if place in STAGING_AREAS:
        return _why_not_enter_staging(state, side, here, place) or _why_too_far(state, side, units, place)
    if place not in data.near:
        return Refusal("13.1a", "units move on the map and into Staging Areas")
    if place not in data.open[side]:
        rule = "7.5a" if side == ISLAMIST else "7.5c" if data.country[place] == "algeria" else "7.5b"
        return Refusal(rule, f"{state.title(place)} lies in a country closed to the unit")
    if place in blocked(state, side):
        return Refusal("13.2a", f"enemy units stand in {state.title(place)}")
    mixed = why_not_stack(state, side, units[0], place)
    if mixed is not None:
        return mixed
    zones = zoned(state, side)
    if here in zones and place in zones and place in data.near[here]:
        return Refusal("11.2b", "out of an enemy zone the first step leads outside all enemy zones")
    return _why_too_far(state, side, units, place)


def _why_not_enter_staging(state: ServalState, side: Side, here: str, place: str) -> Refusal | None:
    if place not in STAGING[side]:
        return Refusal("29.1a" if side == COALITION else "29.2a", f"{state.title(place)} belongs to the enemy")
    if here in STAGING_AREAS:
        return Refusal("29.3a", "only air transfer leads from one Staging Area to another")
    if place == FRANCE:
        return Refusal("29.2b", "France is reached by air transfer only")
    return None


def _why_too_far(state: ServalState, side: Side, units: tuple[str, ...], place: str) -> Refusal:
    """13.0a  The cheapest way costs more than is left, or zones and enemies bar every way."""
    data, here = state.data, state.units[units[0]].at
    costs = data.march_costs[side, is_bridged(state, units)]
    way = data.map.route(here, place, costs, blocked(state, side))
    left = min(points_left(state, id_) for id_ in units)
    if way is None:
        return Refusal("13.2a", f"no way leads to {state.title(place)}")
    if way[0] > left:
        return Refusal("13.0a", f"{state.title(place)} costs {in_points(way[0])} MP; {in_points(left)} left")
    return Refusal("11.2a", f"enemy zones stop the unit on its way to {state.title(place)}")


def in_points(halves: int) -> str:
    """Half movement points as players write them."""
    return f"{halves // 2}½" if halves % 2 and halves > 1 else "½" if halves == 1 else str(halves // 2)


class Movement(SideStep, frozen=True, tag=True):
    """13.1, 23.0  Units march and fly one stack after the other, until the segment is ended."""

    def _members(self, state: ServalState) -> tuple[str, ...]:
        return state.data.members[state.contingent]

    def prompt(self, state: ServalState) -> str:
        name = state.data.contingents[state.contingent].name
        return f"Move {name} units, or end the movement (13.1)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(MarchWith, self._members(state))
        if self.side == COALITION:
            yield from load_offers(state)
            yield from map(SupplyByAir, state.where(COALITION) if state.airlift and not state.supply else ())
        yield Finish()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        side = self.side
        found: list[Action] = [MARCH_WITH[id_] for id_ in steppers(state, side, movers(state, state.contingent))]
        if side == COALITION and state.airlift:
            found += loads(state)
            found += map(SUPPLY_BY_AIR.__getitem__, supplied_hexes(state))
        found.append(FINISH)
        return tuple(found)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case MarchWith(id_):
                return why_not_march(state, self.side, id_) or self._why_stuck(state, id_)
            case Load(kind, origin):
                return why_not_load(state, kind, origin) if self.side == COALITION else NO_AIRLIFT
            case SupplyByAir(hex_):
                return why_not_supply(state, hex_) if self.side == COALITION else NO_AIRLIFT
            case Finish():
                return None
            case DeclareAttack():
                return Refusal("12.1a", "attacks come after the movement; end the movement first")
        return Refusal("12.1a", "this is the movement segment: move units or end it")

    def _why_stuck(self, state: ServalState, id_: str) -> Refusal | None:
        """11.2b  A unit that starts in an enemy zone with zones all around cannot move."""
        if can_step(state, self.side, id_):
            return None
        if state.units[id_].at == FRANCE:
            return Refusal("29.2b", "France is left by air transfer only")
        if state.units[id_].at in zoned(state, self.side):
            return Refusal("11.2b", f"{state.name(id_)} stands in an enemy zone with no free hex beside it")
        return Refusal(
            "13.0a", f"{state.name(id_)} has {in_points(points_left(state, id_))} MP left, too few for a step"
        )

    def play(self, state: ServalState, action: Any) -> None:
        match action:
            case MarchWith(id_):
                state.push(Marching(self.side, state.units[id_].at, (id_,)))
            case Load(kind, origin):
                state.push(Loading(self.side, origin, kind=kind))
            case SupplyByAir(hex_):
                supply_by_air(state, hex_)
            case Finish():
                state.flow.pop()
                if self.side == ISLAMIST:
                    arrived(state, state.where(ISLAMIST))
                sudden_death(state)


NO_AIRLIFT = Refusal("23.0a", "only the Coalition has airlift")


def can_step(state: ServalState, side: Side, id_: str) -> bool:
    """Whether a mobile unit in play may move on and has a neighbour to go to, through which it can at least pass."""
    return bool(steppers(state, side, (id_,)))


def steppers(state: ServalState, side: Side, ids: Iterable[str]) -> list[str]:
    """Those of some mobile units in play that can make a step; one that has moved needs the points for the cheapest."""
    units, points, spent, engineers = state.units, state.data.half_points, state.spent, state.data.engineer_ids
    cheapest, bridged = cheapest_steps(state, side)
    resting, found = state.flown | state.halted, []
    for id_ in ids:
        unit = units[id_]
        here = unit.at
        if cheapest[here] == PLENTY or id_ in resting:
            continue
        left = points[id_][unit.disrupted]
        if id_ in spent:
            left -= spent[id_]
            if left < (bridged if id_ in engineers else cheapest)[here]:
                continue
        if left:
            found.append(id_)
    return found


class Marching(HandStep, frozen=True, tag=True):
    """13.1  A stack about to move: it takes units along, leaves some behind, and goes to its place.

    There it is put down; units with movement points left can be taken up again, alone or with others.
    """

    def prompt(self, state: ServalState) -> str:
        return f"Move the stack from {state.title(self.place)}, or put it down (13.1a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from marches(state, self.side, self.units).offers
        yield from (TakeAlong(unit.id) for unit in state.own(self.side, self.place) if unit.id not in self.units)
        if len(self.units) > 1:
            yield from map(DropOff, self.units)
        yield Halt()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        if not self.units:
            return ()  # the enemy does not know who is moving
        offers, there = marches(state, self.side, self.units).offers, state.own(self.side, self.place)
        if len(there) == 1:
            return offers + HALTING  # nobody to take along or to drop off
        others = [unit.id for unit in there if unit.id not in self.units]
        found: list[Action] = [TAKE_ALONG[id_] for id_ in others if not stays(state, id_)]
        if len(self.units) > 1:
            found += map(DROP_OFF.__getitem__, self.units)
        return (*offers, *found, HALT)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case MarchTo(place):
                return why_not_reach(state, self.side, self.units, place)
            case TakeAlong(id_):
                return self._why_not_take(state, id_)
            case DropOff(id_):
                if id_ in self.units and len(self.units) > 1:
                    return None
                return Refusal("13.1c", "only one of several units that move together can be left behind")
            case Halt():
                return None
            case MarchWith():
                return Refusal("13.1a", "put the stack in hand down first")
        return Refusal("13.1a", "move the stack, or put it down first")

    def _why_not_take(self, state: ServalState, id_: str) -> Refusal | None:
        refusal = why_not_march(state, self.side, id_)
        if refusal is not None:
            return refusal
        if id_ in self.units or state.units[id_].at != self.place:
            return Refusal("13.1c", "only another unit in the same place can come along")
        return None

    def play(self, state: ServalState, action: Any) -> None:
        match action:
            case MarchTo(place):
                self._march(state, marches(state, self.side, self.units)[place])
            case TakeAlong(id_):
                state.swap(replace(self, units=(*self.units, id_)))
            case DropOff(id_):
                state.swap(replace(self, units=tuple(other for other in self.units if other != id_)))
            case Halt():
                state.flow.pop()

    def _march(self, state: ServalState, march: March) -> None:
        """13.1, 11.2a  Everybody pays and moves; a unit that enters an enemy zone or a Staging Area stops."""
        path, cost, side, ids, data = march.path, march.cost, self.side, self.units, state.data
        goal = path[-1]
        verb = "moves" if len(ids) == 1 else "move"
        route = f"from {data.titles[path[0]]} to {data.titles[goal]}"
        text = f"{names(state, ids)} {verb} {route} for {in_points(cost)} MP."
        public = f"{data.contingents[state.contingent].name} units move {route}."
        tell(state, side, text, public, "13.1a", places=path)
        points, units = data.half_points, state.units
        state.spent = spent = dict(state.spent)
        for id_ in ids:
            disrupted = units[id_].disrupted
            spent[id_] = min(spent.get(id_, 0) + cost, points[id_][disrupted])
            state.put(Unit(id_, goal, disrupted))
        if goal in stops(state, side):
            state.halted = state.halted.union(ids)
        state.flow.pop()
        if side == ISLAMIST and not state.intervention:
            for place in path[1:]:
                passed(state, place)
