"""ACT.SPEC  Special move: by helicopter, air transport or sea."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, SideStep
from common.engine.parts import allowed_alike
from sand_wars.actions import Board, Carry, Land
from sand_wars.rules.catalogue import action
from sand_wars.rules.combat.begin import meet
from sand_wars.rules.control import settle
from sand_wars.rules.frontage import enforce_frontage
from sand_wars.rules.missions import ImpactMission, begin_mission, execution, go_home
from sand_wars.rules.movement import enter, idle_leaders, why_not_ride
from sand_wars.rules.transport import (
    board,
    boardings,
    is_still_carried,
    land_lifted,
    landings,
    landings_of,
    lifts,
    why_not_board,
    why_not_land,
)
from sand_wars.state import ENEMY, Block, SandState


@action("Special move")
class SpecialMove(SideStep, frozen=True, tag=True):
    """ACT.SPEC.a  Which unit, airborne HQ or base goes, and by what."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Special move: choose the unit or base and its transport (ACT.SPEC.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return (Board(piece, marker) for piece, marker in boardings(state, self.side))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Of units of a type in a space one is asked for all, and of markers that carry alike."""
        named = (((unit.id, markers), _alike(state, unit, markers[0])) for unit, markers in lifts(state, self.side))
        able = allowed_alike(named, lambda lift: self.why_not(state, Board(lift[0], lift[1][0])))
        return tuple([Board(id_, marker) for id_, markers in able for marker in markers])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, Board):
            return Refusal("ACT.SPEC.a", "choose what is carried first")
        refusal = why_not_board(state, self.side, action.piece, action.marker)
        if refusal is not None:
            return refusal
        side, piece, marker = self.side, action.piece, action.marker
        for space in landings_of(state, side, piece, marker):
            if why_not_land(state, side, piece, marker, space) is None:
                return None
        return Refusal("ACT.SPEC.c", "there is no space it could go to")

    def play(self, state: SandState, action: Board) -> None:
        state.swap(Lifting(self.side, action.piece, action.marker))


def _alike(state: SandState, unit: Block, marker: str) -> tuple[object, ...]:
    """A name that a unit and its transport share with all that are carried as they are."""
    id_, counters = unit.id, state.data.counters
    kind = counters[marker].code if marker else ""
    return (id_, kind) if id_ in state.data.lone else (unit.at, counters[id_].code, unit.hq, unit.disrupted, kind)


class Lifting(SideStep, frozen=True, tag=True):
    """ACT.SPEC.c, LDR.7  Where it goes, and which Leaders go along."""

    piece: str
    marker: str
    riders: tuple[str, ...] = ()

    def prompt(self, state: SandState) -> str:
        return "Choose where the Special move goes (ACT.SPEC.c)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        reach = landings(state, self.piece, self.marker)
        yield from (Land(space) for space in state.data.spaces if space in reach)
        if state.code(self.piece) != "base":
            here = state.pieces[self.piece].at
            yield from (Carry(piece.id) for piece in idle_leaders(state, self.side, here))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Every space in reach is judged, then the Leaders that are there."""
        side, piece, marker, reach = self.side, self.piece, self.marker, landings(state, self.piece, self.marker)
        near = [space for space in state.data.spaces if space in reach]
        fit = [space for space in near if why_not_land(state, side, piece, marker, space) is None]
        rides = [Carry(leader.id) for leader in idle_leaders(state, side, state.pieces[piece].at)]
        return (*map(Land, fit), *[ride for ride in rides if self.why_not(state, ride) is None])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Land(space):
                if space not in state.data.near:
                    return Refusal("ACT.SPEC.c", "there is no such space")
                return why_not_land(state, self.side, self.piece, self.marker, space)
            case Carry(leader):
                if leader in self.riders or state.code(self.piece) == "base":
                    return Refusal("LDR.7", "that Leader cannot be taken along")
                return why_not_ride(state, self.side, state.pieces[self.piece].at, leader)
        return Refusal("ACT.SPEC.c", "choose where the unit goes first")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case Carry(leader):
                state.swap(replace(self, riders=(*self.riders, leader)))
            case Land(space):
                state.flow.pop()
                board(state, self.side, self.piece, self.marker, state.pieces[self.piece].at, space)
                markers = (self.marker,) if self.marker else ()
                lifts = ((self.piece, self.marker),)
                begin_mission(state, ImpactMission(self.side, space, "lift", markers, lifts=lifts, riders=self.riders))


@execution("lift")
def land(state: SandState, mission: ImpactMission) -> None:
    """R59, ACT.SPEC.b  The unit lands if its transport got through; enemy units there bring on combat."""
    go_home(state, (*mission.markers, *mission.interceptors))
    ((piece, marker),) = mission.lifts
    if marker and marker not in mission.markers:
        state.note("The transport did not get through; nothing lands.", "ACT.SPEC.c")
        return
    if not is_still_carried(state, piece):
        return
    how = "lift" if marker else "sea"
    height = len(state.flow)
    land_lifted(state, piece, mission.space, how)
    enter(state, [rider for rider in mission.riders if is_still_carried(state, rider)], mission.space, how)
    enforce_frontage(state, mission.side, mission.space)  # an event may have brought others there in the meantime
    if state.code(piece) != "base" and state.holds(ENEMY[mission.side], mission.space):
        meet(state, mission.side, mission.space, height, special=True)
    else:
        settle(state, mission.space)
