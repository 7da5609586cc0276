"""16.5, 23.4  Retreats: which unit goes, on the ground or by air, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side
from common.engine.steps import SideStep
from operation_serval.actions import RetreatByAir, RetreatTo, RetreatUnit, StopRetreat
from operation_serval.rules.bases import base_in, bases, covers, may_serve
from operation_serval.rules.intervention import arrived, passed
from operation_serval.rules.losses import (
    AllotHits,
    BreakUnderFire,
    TargetStep,
    all_alike,
    eliminate,
    leave_battle,
    reduce,
)
from operation_serval.rules.movement import why_not_stack
from operation_serval.rules.telling import is_seen
from operation_serval.rules.zones import blocked, zoned
from operation_serval.state import EVERYBODY, ISLAMIST, STAGING, ServalState

SHORT_RETREATS = ("french", "us")  # 16.5b


def suffer(state: ServalState, owner: Side, units: tuple[str, ...], hits: int, retreat: bool) -> None:
    """16.2a  Units of an owner suffer a result: hits first, then one unit retreats."""
    steps: list[TargetStep] = [AllotHits(owner, owner, units, hits)] if hits else []
    if retreat:
        steps.append(ChooseRetreat(owner, owner, units))
    state.push(*steps)


def air_refuges(state: ServalState, id_: str) -> list[str]:
    """23.4d  The friendly base hexes to which a unit could fly instead of retreating on the ground."""
    unit, side = state.units[id_], state.data.side_of[id_]
    if id_ not in state.data.flyer_ids or not state.airlift:
        return []
    found = {base.at for base in bases(state, side) if base.at != unit.at and covers(state, base, unit.at)}
    return sorted(found)


def why_not_retreat(state: ServalState, side: Side, id_: str) -> Refusal | None:
    """16.5.1b  A base in the hex keeps everybody there."""
    unit = state.units[id_]
    if base_in(state, side, unit.at):
        return Refusal("16.5.1b", f"the base in {state.title(unit.at)} cancels retreats there")
    return None


class ChooseRetreat(TargetStep, frozen=True, tag=True):
    """16.5a  The owner names the unit that retreats, and whether it goes on the ground or by air."""

    def _able(self, state: ServalState) -> list[str]:
        return [id_ for id_ in self.targets(state) if why_not_retreat(state, self.owner, id_) is None]

    def proceed(self, state: ServalState) -> bool:
        targets, able = self.targets(state), self._able(state)
        if not able:
            state.flow.pop()
            if targets:
                state.note("The base cancels the retreat.", "16.5.1b", places=(state.units[targets[0]].at,))
            return True
        if all_alike(state, able) and not air_refuges(state, able[0]):
            self.play(state, RetreatUnit(able[0]))
            return True
        return False

    def prompt(self, state: ServalState) -> str:
        where = f" at {state.title(state.battle.hex)}" if state.battle is not None else ""
        return f"Fire forces a retreat{where}: choose who goes, and how (16.5a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        for id_ in self.targets(state):
            yield RetreatUnit(id_)
            for hex_ in air_refuges(state, id_):
                yield RetreatByAir(id_, hex_)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if not isinstance(action, RetreatUnit | RetreatByAir):
            return Refusal("16.5a", "one unit must retreat first")
        if action.unit not in self.targets(state):
            return Refusal("16.2.1c", "only a unit of the force that was fired at can retreat")
        refusal = why_not_retreat(state, self.owner, action.unit)
        if refusal is None and isinstance(action, RetreatByAir):
            return self._why_not_fly(state, action.unit, action.hex)
        return refusal

    def _why_not_fly(self, state: ServalState, id_: str, hex_: str) -> Refusal | None:
        if id_ not in state.data.flyer_ids:
            return Refusal("23.4a", f"{state.name(id_)} cannot fly by helicopter")
        if not state.airlift:
            return Refusal("23.4d", "no airlift point is left")
        if hex_ not in air_refuges(state, id_):
            return Refusal("23.4d", "a retreat by air ends at a friendly base whose radius covers the unit")
        return None

    def play(self, state: ServalState, action: RetreatUnit | RetreatByAir) -> None:
        state.flow.pop()
        id_ = action.unit
        here = state.units[id_].at
        leave_battle(state, id_)
        if isinstance(action, RetreatByAir):
            state.airlift -= 1
            text = f"{state.name(id_)} flies back from {state.title(here)} to {state.title(action.hex)}."
            state.note(text, "23.4d", "16.5.1f", places=(here, action.hex))
            state.change(id_, at=action.hex)
        elif id_ not in state.data.mobile_ids:
            eliminate(state, id_, "16.5.1a")
        else:
            state.push(RetreatMove(self.owner, id_, here, retreat_length(state, id_), (here,)))


def retreat_length(state: ServalState, id_: str) -> int:
    """16.5b  French and US units retreat one hex, all others the roll of a die."""
    name = state.name(id_)
    if state.data.counters[id_].nation in SHORT_RETREATS:
        state.note(f"{name} retreats one hex.", "16.5b", places=(state.units[id_].at,))
        return 1
    length = state.roll(f"Retreat of {name}", D6, by=state.data.side_of[id_]).total
    hexes = "one hex" if length == 1 else f"{length} hexes"
    state.note(f"{name} retreats {hexes}.", "16.5b", places=(state.units[id_].at,), brings=hexes)
    return length


def open_ways(state: ServalState, side: Side, here: str, used: tuple[str, ...]) -> list[str]:
    """16.5.1d  The hexes beside a retreating unit that it could enter and has not been in."""
    data, closed = state.data, blocked(state, side)
    return [hex_ for hex_ in data.near[here] if hex_ in data.open[side] and hex_ not in closed and hex_ not in used]


def retreat_ways(state: ServalState, side: Side, here: str, start: str, used: tuple[str, ...]) -> list[str]:
    """16.5.1d, R28, R72  Where a retreat may go next: away from its start and off enemy zones if some hex allows it.

    A Staging Area beside the map may be entered instead, but never has to be.
    """
    data, zones, ways = state.data, zoned(state, side), open_ways(state, side, here, used)
    far = data.distance(start, here)
    good = [hex_ for hex_ in ways if hex_ not in zones and data.distance(start, hex_) > far]
    harbour = data.edges.get(here)
    refuge = [harbour] if harbour in STAGING[side] else []
    return (good or ways) + refuge


def has_refuge(state: ServalState, id_: str, hex_: str) -> bool:
    """16.5.1c, R70  Whether a retreat may stop in a hex: at a base of its side, for Islamists of its contingent."""
    own = [unit for unit in state.own(state.data.side_of[id_], hex_) if unit.id in state.data.base_ids]
    return any(may_serve(state, base, id_) for base in own)


def can_complete(state: ServalState, id_: str, place: str, left: int, used: tuple[str, ...], steps: int) -> bool:
    """16.5.1  Whether a unit with so many steps lives if it goes to a place and so many hexes farther."""
    side, data = state.data.side_of[id_], state.data
    steps -= place in zoned(state, side)
    if not steps:
        return False
    if not left or place not in data.near or data.edges.get(place) in STAGING[side] or has_refuge(state, id_, place):
        return True
    gone = (*used, place)
    return any(can_complete(state, id_, way, left - 1, gone, steps) for way in open_ways(state, side, place, gone))


class RetreatMove(SideStep, frozen=True, tag=True):
    """16.5.1  A unit retreats hex by hex; it may stop at a friendly base and must in a Staging Area."""

    unit: str
    start: str
    left: int
    used: tuple[str, ...]

    def is_public(self, state: ServalState) -> bool:
        """28  As long as everybody sees the unit; under the top of a stack it is lost from sight."""
        return is_seen(state, self.unit)

    def _all_ways(self, state: ServalState) -> list[str]:
        """16.5.1d, R72  The ways on; one that ends nowhere is no way as long as the unit can save itself on another."""
        here = state.units[self.unit].at
        ways = retreat_ways(state, self.side, here, self.start, self.used)
        able = [place for place in ways if self._can_live(state, place)]
        if any(place in state.data.near for place in able):
            return able
        return [*self._other_ways(state), *able] or ways

    def _other_ways(self, state: ServalState) -> list[str]:
        """16.5.1d  The hexes on which the unit could save itself, in enemy zones and nearer to its start as well."""
        ways = open_ways(state, self.side, state.units[self.unit].at, self.used)
        return [place for place in ways if self._can_live(state, place)]

    def _can_live(self, state: ServalState, place: str) -> bool:
        """16.5.1d-e  Whether the unit could complete its retreat if it went to a place next."""
        data, id_ = state.data, self.unit
        whole = not state.units[id_].disrupted and (data.counters[id_].back is not None or id_ in data.task_force_ids)
        return can_complete(state, id_, place, self.left - 1, self.used, 1 + whole)

    def _ways(self, state: ServalState) -> list[str]:
        """The ways on, kept from the question whether there is a choice to the choice itself."""
        caches, key = state.kept[EVERYBODY], (self, state.zones.get(self.side))
        found: list[str] | None = caches.get(key)
        if found is None:
            found = caches[key] = self._last_ways(state) if self.left == 1 else self._all_ways(state)
        return found

    def _last_ways(self, state: ServalState) -> list[str]:
        """R55  The last hex is one without another Islamist contingent if any at all can be entered."""
        ways = self._all_ways(state)
        return self._unmixed(state, ways) or self._unmixed(state, self._other_ways(state)) or ways

    def _unmixed(self, state: ServalState, ways: list[str]) -> list[str]:
        """14.2a  Those of some ways on which no other Islamist contingent stands."""
        return [place for place in ways if why_not_stack(state, self.side, self.unit, place) is None]

    def _may_stop(self, state: ServalState) -> bool:
        here = state.units[self.unit].at
        return here != self.start and has_refuge(state, self.unit, here)

    def proceed(self, state: ServalState) -> bool:
        unit = state.units[self.unit]
        if not state.on_map(unit) or not self.left:
            state.flow.pop()
            if self.side == ISLAMIST and state.on_map(unit):
                arrived(state, (unit.at,))
            return True
        ways = self._ways(state)
        if self._may_stop(state):
            if not ways:
                self.play(state, StopRetreat())
                return True
            return False
        if not ways:
            state.flow.pop()
            state.note(f"{state.name(self.unit)} has nowhere to retreat.", "16.5.1d", places=(unit.at,))
            eliminate(state, self.unit, "16.5.1d")
            return True
        if len(ways) == 1:
            self._go(state, ways[0])
            return True
        return False

    def prompt(self, state: ServalState) -> str:
        hexes = "one hex" if self.left == 1 else f"{self.left} hexes"
        return f"{state.name(self.unit)} falls back: choose its way, {hexes} to go (16.5b)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(RetreatTo, self._ways(state))
        yield StopRetreat()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        found: list[Action] = [*map(RetreatTo, self._ways(state))]
        if self._may_stop(state):
            found.append(StopRetreat())
        return tuple(found)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case RetreatTo(place):
                return self._why_not_go(state, place)
            case StopRetreat():
                if self._may_stop(state):
                    return None
                return Refusal("16.5.1c", "a retreat may end early only at a friendly base")
        return Refusal("16.5b", f"{state.name(self.unit)} has to finish its retreat first")

    def _why_not_go(self, state: ServalState, place: str) -> Refusal | None:
        if place in self._ways(state):
            return None
        data, here = state.data, state.units[self.unit].at
        if place not in data.near[here]:
            where = state.data.titles.get(place, "that place")
            return Refusal("16.5.1d", f"{where} is not next to {state.title(here)}")
        if place in blocked(state, self.side):
            return Refusal("16.5.1d", f"enemy units stand in {state.title(place)}")
        if place not in data.open[self.side]:
            return Refusal("7.6b", f"{state.title(place)} lies in a country closed to the unit")
        if place in self.used:
            return Refusal("16.5.1d", f"the retreat has been in {state.title(place)}")
        if place in self._all_ways(state):
            return why_not_stack(state, self.side, self.unit, place)
        if not self._can_live(state, place):
            return Refusal("16.5.1d", f"by way of {state.title(place)} the unit would be lost, and another way is open")
        return Refusal("16.5.1d", "a hex farther away and outside enemy zones has to be taken first")

    def play(self, state: ServalState, action: RetreatTo | StopRetreat) -> None:
        if isinstance(action, RetreatTo):
            self._go(state, action.place)
            return
        state.flow.pop()
        here = state.units[self.unit].at
        state.note(f"{state.name(self.unit)} stops at the base in {state.title(here)}.", "16.5.1c", places=(here,))
        if self.side == ISLAMIST:
            arrived(state, (here,))

    def _go(self, state: ServalState, place: str) -> None:
        here = state.units[self.unit].at
        state.swap(replace(self, left=self.left - 1, used=(*self.used, place)))
        state.note(f"The retreat leads to {state.title(place)}.", "16.5.1d", places=(here, place))
        state.change(self.unit, at=place)
        if self.side == ISLAMIST and place in state.data.near:
            passed(state, place)
        if place in zoned(state, self.side):
            if self.unit in state.data.task_force_ids:
                state.push(BreakUnderFire(self.side, self.unit))
            else:
                reduce(state, self.unit, "16.5.1e", "11.3b")
