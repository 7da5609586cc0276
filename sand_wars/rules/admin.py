"""ACT.ADM, R44  Admin move: one or two units along friendly roads, any distance."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal, Side, SideStep
from common.engine.parts import Parts, allowed, allowed_alike
from sand_wars.actions import Carry, Drive, Entrain, Halt, StopShort
from sand_wars.rules.catalogue import action, beginning, can_begin_somewhere
from sand_wars.rules.chips import chip_once
from sand_wars.rules.command import pay_pv, why_not_pay
from sand_wars.rules.forces import attached_units, name_of, weight, why_no_room
from sand_wars.rules.movement import (
    enter,
    has_easy_way,
    has_enemy_piece,
    idle_leaders,
    is_abroad,
    open_spaces,
    tell_move,
    why_not_cross,
    why_not_designate,
    why_not_ride,
    with_easy_way,
)
from sand_wars.state import ENEMY, NAMES, SandState, of_the_place

LOAD = 2  # ACT.ADM.a


def is_open_road(state: SandState, side: Side, space: str) -> bool:
    """ACT.ADM.a  Whether units may drive through a space: friendly and without enemy pieces."""
    return state.control.get(space) == side and not has_enemy_piece(state, side, space)


def drives(state: SandState, side: Side, ids: tuple[str, ...], abroad: bool = True, goal: str = "") -> dict[str, str]:
    """The spaces units can drive to together, each with the one before it on a shortest way.

    Without `abroad` the enemy's home country is avoided; the search may end at a goal.
    """
    start = state.pieces[ids[0]].at
    free, load = open_spaces(state, side), load_of(state, ids)
    if start not in free:
        return {}
    foreign = state.data.countries[ENEMY[side]]
    doubtful = free.intersection(state.held(side) if state.war else (*state.held(side), *foreign))
    closed = [space for space in doubtful if not has_place(state, side, ids, load, space)]  # elsewhere there is place
    free = free.difference(closed, () if abroad else foreign)
    limit = 1 if any(state.pieces[id_].disrupted for id_ in ids) else len(state.data.spaces)
    found: dict[str, str] = {start: ""}
    ring, steps = [start], 0
    while ring and steps < limit and goal not in found:
        following = []
        for here in ring:
            for there in state.data.roads[here]:
                if there in free and there not in found:
                    found[there] = here
                    following.append(there)
        ring, steps = following, steps + 1
    return found


def load_of(state: SandState, ids: tuple[str, ...]) -> int:
    """How much room units take that drive together."""
    return sum([weight(state, id_) for id_ in ids])


def can_enter(state: SandState, side: Side, ids: tuple[str, ...], load: int, space: str) -> bool:
    """Whether units can drive together into a space that a road leads to."""
    return is_open_road(state, side, space) and has_place(state, side, ids, load, space)


def has_place(state: SandState, side: Side, ids: tuple[str, ...], load: int, space: str) -> bool:
    """Whether a space on an open road has room for units that drive together, and is not closed to one of them."""
    if why_no_room(state, side, space, load) is not None:
        return False
    return state.war or not any(why_not_cross(state, id_, space) for id_ in ids)


def stops_on_way(state: SandState, side: Side, ids: tuple[str, ...], start: str, goal: str) -> set[str]:
    """ACT.ADM.e  The spaces on some way from start to goal that visits no space twice.

    They are those that no single space cuts off from both ends (Menger); dead ends are left out before.
    """
    spaces, roads = set(drives(state, side, ids)) | {start, goal}, state.data.roads
    while dead := [s for s in spaces - {start, goal} if len(spaces.intersection(roads[s])) < 2]:
        spaces.difference_update(dead)
    found = set(spaces)
    for barred in spaces:
        reached = {start, goal} - {barred}
        edge = list(reached)
        while edge:
            more = [there for there in state.data.roads[edge.pop()] if there in spaces and there not in reached]
            edge += [there for there in more if there != barred]
            reached.update(edge)
        found &= {*reached, barred}
    return found


@action("Admin move")
class AdminMove(SideStep, frozen=True, tag=True):
    """ACT.ADM.a-d  Up to two units that start together drive to a friendly space."""

    card: str
    units: tuple[str, ...] = ()
    riders: tuple[str, ...] = ()

    def prompt(self, state: SandState) -> str:
        if not self.units:
            return "Admin move: choose the unit to move (ACT.ADM.a)."
        return "Admin move: add a second unit or a Leader, or choose where they go (ACT.ADM.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield from self._first(state) if not self.units else self._more(state)
        yield from map(Drive, self._ways(state))

    def _first(self, state: SandState) -> Iterator[Entrain]:
        """The units of which one may begin."""
        mobile = state.data.mobile
        return (Entrain(piece.id) for piece in state.on_map(self.side) if piece.id in mobile and not piece.hq)

    def _more(self, state: SandState) -> Iterator[Action]:
        """What is where the first unit is and may drive along."""
        here = state.pieces[self.units[0]].at
        yield from (Entrain(piece.id) for piece in state.ground(self.side, here))
        yield from (Carry(piece.id) for piece in idle_leaders(state, self.side, here))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Who can set out from a space is kept; the load is judged once and its ways are looked for once."""
        if not self.units:
            return self._beginnings(state)
        boarding = allowed(self._more(state), lambda action: self.why_not(state, action))
        ways = self._ways(state)
        goals = self._parts(state, ways).partners(self.units, ways)
        return (*boarding, *map(Drive, goals))

    def _beginnings(self, state: SandState) -> tuple[Entrain, ...]:
        """Who may begin: mostly one road out of a space is open to all that stands there."""
        side, free = self.side, open_spaces(state, self.side)
        spaces = [space for space in state.occupied(side) if space in free]
        easy = with_easy_way(state, side, spaces, state.data.roads)
        found: list[Entrain] = []
        for space in spaces:
            if space in easy:
                found += [unit for unit, _ in _drivers(state, side, space)]
            else:
                found += _starters(state, side, space)
        return tuple(found)

    def _ways(self, state: SandState) -> dict[str, str]:
        return drives(state, self.side, self.units) if self.units else {}

    def _parts(self, state: SandState, ways: dict[str, str]) -> Parts[tuple[str, ...], str]:
        """The units must be fit to drive, and a way must lead to the space; where they are none leads."""
        return Parts(
            lambda units: why_not_load(state, units),
            both=lambda units, space: None if ways.get(space) else why_not_goal(state, self.side, units, space),
        )

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Entrain(piece):
                return self._why_not_entrain(state, piece)
            case Drive(space):
                return self._parts(state, self._ways(state)).why_not(self.units, space)
            case Carry(leader):
                if not self.units or leader in self.riders:
                    return Refusal("PCE.18", "that Leader cannot be taken along now")
                return why_not_ride(state, self.side, state.pieces[self.units[0]].at, leader)
        return Refusal("ACT.ADM.a", "choose the units to move first")

    def _why_not_entrain(self, state: SandState, id_: str) -> Refusal | None:
        if not self.units:
            return self.why_not_board(state, id_) or why_no_way_out(state, self.side, id_)
        return self.why_not_board(state, id_) or why_no_road(state, self.side, (*self.units, id_))

    def why_not_board(self, state: SandState, id_: str) -> Refusal | None:
        """What keeps a unit from driving with those chosen, wherever they go."""
        refusal = why_not_drive_alone(state, self.side, id_)
        if refusal is not None:
            return refusal
        if id_ in self.units or len(self.units) == LOAD:
            return Refusal("ACT.ADM.a", "an Admin move takes one or two units")
        here = state.pieces[id_].at
        if self.units and here != state.pieces[self.units[0]].at:
            return Refusal("ACT.ADM.a", "both units start in the same space")
        both = (*self.units, id_)
        if any(is_armor(state, other) for other in both):
            if len(both) == LOAD and not any(state.code(other) == "het0" for other in both):
                return Refusal("ACT.ADM.d", "an armor unit drives only with a HET")
            if len(both) == 1 and not _haulers(state, self.side, here):
                return Refusal("ACT.ADM.d", f"{name_of(state, id_)} needs a HET in {state.title(here)}")
        return None

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case Entrain(piece):
                state.swap(replace(self, units=(*self.units, piece)))
            case Carry(leader):
                state.swap(replace(self, riders=(*self.riders, leader)))
            case Drive(space):
                self._drive(state, space)

    def _drive(self, state: SandState, space: str) -> None:
        start = state.pieces[self.units[0]].at
        at_home = space in drives(state, self.side, self.units, abroad=False, goal=space)
        for id_ in self.units:
            if state.facts(id_).hq is not None:
                pay_pv(state, id_)
        enter(state, (*self.units, *self.riders), space, "road")
        for id_ in self.units:
            tell_move(state, id_, start, space, "ACT.ADM.a")
        if not at_home or is_abroad(state, self.side, start, space):
            chip_once(state, "OPS.5", f"{NAMES[self.side]} drives across the border")
        if len(self.units) == LOAD:
            state.swap(PartWays(self.side, self.units, start, space, self.riders))
        else:
            state.flow.pop()


@of_the_place
def _drivers(state: SandState, side: Side, space: str) -> tuple[tuple[Entrain, str | bool], ...]:
    """The units in a space of which one may begin, each with a name that it shares with those that drive alike."""
    step, lone, mobile = AdminMove(side, ""), state.data.lone, state.data.mobile
    free = [piece.id for piece in state.at(side, space) if not piece.hq and piece.id in mobile]
    counters = state.data.counters
    names = {id_: id_ if id_ in lone else counters[id_].type.armor for id_ in free}  # those of a class are alike
    ids = allowed_alike(names.items(), lambda id_: step.why_not_board(state, id_))
    return tuple([(Entrain(id_), names[id_]) for id_ in ids])


def _starters(state: SandState, side: Side, space: str) -> list[Entrain]:
    """The units in a space of which one may begin and find an open road; if none is open to all, they are asked."""
    drivers = _drivers(state, side, space)
    if not drivers or not is_open_road(state, side, space):
        return []
    if has_easy_way(state, side, space, state.data.roads[space]):
        return [unit for unit, _ in drivers]
    return allowed_alike(drivers, lambda unit: why_no_way_out(state, side, unit.piece))


@beginning("Admin move")
def can_begin(state: SandState, side: Side) -> bool:
    """Whether any unit can set out on an Admin move."""
    return can_begin_somewhere(state, side, "Admin move", _starters)


def is_armor(state: SandState, id_: str) -> bool:
    """PCE.9  Whether a unit is armor-class; HQs are not (HQC.7)."""
    return state.data.counters[id_].type.armor


def _haulers(state: SandState, side: Side, space: str) -> list[str]:
    """The HETs in a space that belong to no HQ and can drive."""
    free = [piece.id for piece in state.ground(side, space) if state.code(piece.id) == "het0" and not piece.hq]
    return [id_ for id_ in free if why_not_drive_alone(state, side, id_) is None]


def why_no_way_out(state: SandState, side: Side, id_: str) -> Refusal | None:
    """What keeps a unit that is chosen first in its space: it sets out alone, an armor unit with a HET (ACT.ADM.d)."""
    if not is_armor(state, id_):
        return why_no_road(state, side, (id_,))
    haulers = _haulers(state, side, state.pieces[id_].at)
    refusals = [why_no_road(state, side, (id_, het)) for het in haulers]
    return None if None in refusals else refusals[0]


def why_no_road(state: SandState, side: Side, ids: tuple[str, ...]) -> Refusal | None:
    """ACT.ADM.a  What keeps units that fit together in their space: no road that is open to them leads out."""
    here = state.pieces[ids[0]].at
    if not is_open_road(state, side, here):
        return Refusal("ACT.ADM.a", f"{state.title(here)} is not both friendly and free of enemies")
    load = load_of(state, ids)
    for there in state.data.roads[here]:
        if can_enter(state, side, ids, load, there):
            return None
    return Refusal("ACT.ADM.a", f"no friendly road leads out of {state.title(here)}")


def why_not_load(state: SandState, ids: tuple[str, ...]) -> Refusal | None:
    """ACT.ADM.d  What keeps the chosen units from setting out."""
    if not ids:
        return Refusal("ACT.ADM.a", "choose the units first")
    if any(is_armor(state, id_) for id_ in ids) and len(ids) < LOAD:
        return Refusal("ACT.ADM.d", "an armor unit drives only with a HET")
    return None


def why_not_drive_alone(state: SandState, side: Side, id_: str) -> Refusal | None:
    """ACT.ADM.c  What keeps a piece from any Admin move."""
    refusal = why_not_designate(state, side, id_)
    if refusal is not None:
        return refusal
    facts = state.data.counters[id_]
    if facts.code == "leader":
        return Refusal("ACT.ADM.a", "only units and HQs drive; Leaders ride along")
    if facts.hq is not None and attached_units(state, id_):
        return Refusal("ACT.ADM.c", f"{id_} has units attached")
    return why_not_pay(state, id_)


def why_not_goal(state: SandState, side: Side, ids: tuple[str, ...], space: str) -> Refusal:
    """Why a space cannot be the end of an Admin move."""
    if space not in state.data.near:
        return Refusal("ACT.ADM.a", "there is no such space")
    if not state.data.roads[space]:
        return Refusal("ACT.ADM.b", "Admin moves keep to roads; use Ops and Plans here")
    if not is_open_road(state, side, space):
        return Refusal("ACT.ADM.a", f"{state.title(space)} is not both friendly and free of enemies")
    for id_ in ids:
        refusal = why_not_cross(state, id_, space)
        if refusal is not None:
            return refusal
    full = why_no_room(state, side, space, load_of(state, ids))
    if full is not None:
        return full
    if any(state.pieces[id_].disrupted for id_ in ids) and space not in state.data.roads[state.pieces[ids[0]].at]:
        return Refusal("DIS.2", "a disrupted unit drives one space at most")
    return Refusal("ACT.ADM.a", f"no friendly road leads to {state.title(space)}")


def why_not_stop(state: SandState, space: str) -> Refusal:
    """ACT.ADM.e  A unit stops early only on the way of both."""
    return Refusal("ACT.ADM.e", f"{state.data.names.get(space, space)} is not on the common way")


class PartWays(DiscreetStep, frozen=True, tag=True):
    """ACT.ADM.e  One of two units may have stopped earlier on the common way; nobody else sees whether one is a HET."""

    units: tuple[str, ...]
    start: str
    goal: str
    riders: tuple[str, ...] = ()  # Leaders who went along
    stop: str = ""  # where one unit has stopped; Leaders may have stayed with it (PCE.18)

    def prompt(self, state: SandState) -> str:
        if self.stop:
            return f"A unit has stopped in {state.title(self.stop)}; Leaders may stay with it (PCE.18)."
        return "Both have arrived; one of them may have stopped on the way (ACT.ADM.e)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield Halt()
        for space in sorted(state.data.spaces):
            yield from (StopShort(id_, space) for id_ in (self.riders if self.stop else self.units))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """The common way is looked for once."""
        stops = self._parts(state).pairs(sorted(state.data.spaces), self.riders if self.stop else self.units)
        return (Halt(), *(StopShort(id_, space) for space, id_ in stops))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Halt():
                return None
            case StopShort(id_, space):
                return self._parts(state).why_not(space, id_)
        return Refusal("ACT.ADM.e", "finish the Admin move first")

    def _parts(self, state: SandState) -> Parts[str, str]:
        """The space must lie on the common way, and the unit must be one of those that drove; a HET keeps to armor."""
        if self.stop:
            elsewhere = Refusal("PCE.18", f"Leaders stop only with the unit in {state.title(self.stop)}, or go on")
            return Parts(
                lambda space: None if space == self.stop else elsewhere,
                lambda id_: None if id_ in self.riders else elsewhere,
            )
        if any(is_armor(state, id_) for id_ in self.units):
            together = Refusal("ACT.ADM.d", "the HET goes all the way with the armor unit")
            return Parts(lambda space: together, lambda id_: together)
        way = stops_on_way(state, self.side, self.units, self.start, self.goal) - {self.start, self.goal}
        strange = Refusal("ACT.ADM.e", "that unit is not part of the Admin move")
        return Parts(
            lambda space: None if space in way else why_not_stop(state, space),
            lambda id_: None if id_ in self.units else strange,
        )

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        if isinstance(action, StopShort):
            enter(state, (action.piece,), action.space, "road")
            tell_move(state, action.piece, self.goal, action.space, "ACT.ADM.e")
            if is_abroad(state, self.side, action.space):
                chip_once(state, "OPS.5", f"{NAMES[self.side]} drives across the border")
            riders = tuple([leader for leader in self.riders if leader != action.piece])
            if riders:
                state.push(replace(self, riders=riders, stop=action.space))
