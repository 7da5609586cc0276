"""ACT.AIR, INTD, ARC  Air operations outside combat: interdiction and air recon."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import AimAt, EndSorties, JoinSortie, Sortie
from sand_wars.rules.airbases import count_over_border, free_markers, reach_of, why_not_over_border, why_not_reach
from sand_wars.rules.cards import actions_held, play_extra, why_not_hold
from sand_wars.rules.catalogue import action
from sand_wars.rules.chips import add_chips
from sand_wars.rules.missions import ImpactMission, begin_mission, execution, go_home
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.secrets import examine
from sand_wars.rules.targets import OPEN, belongs_to
from sand_wars.state import ENEMY, SandState

FLYERS = ("airstrike", "helicopter", "uav", "elint")  # AIR.2
MISSIONS = ("interdiction", "recon")
NOT_INTERDICTED = ("fort", "resource_marker")  # R55


def has_interdiction_target(state: SandState, side: Side, space: str) -> bool:
    """R55  Whether a space holds enemy ground units or a Logistics Base."""
    if state.holds(ENEMY[side], space):
        return True
    pieces = (*state.at(ENEMY[side], space), *state.at(side, space))
    return any(
        state.code(piece.id) in OPEN
        and state.code(piece.id) not in NOT_INTERDICTED
        and belongs_to(state, ENEMY[side], piece)
        for piece in pieces
    )


def why_not_fly(state: SandState, side: Side, marker: str, mission: str, joins: bool = False) -> Refusal | None:
    """INTD.1, ARC.1, SSM.1  What keeps a marker from a mission, wherever it goes."""
    if marker in state.pieces and state.code(marker) == "ssm":
        return Refusal("SSM.1", "SSMs conduct Strategic Strikes only")
    if marker not in free_markers(state, side, *FLYERS):
        return Refusal("AIR.2", "that marker is not available")
    facts = state.facts(marker)
    if mission == "recon":
        return None if facts.recon else Refusal("ARC.1", f"this {facts.name} has no recon value")
    if mission != "interdiction":
        return Refusal("STK.1", f"Air operations is no card for {mission}")
    if facts.cv or (joins and facts.code == "elint"):
        return None
    return Refusal("INTD.1", f"this {facts.name} has no CV to attack with")


def why_not_aim(state: SandState, side: Side, marker: str, mission: str, space: str) -> Refusal | None:
    """AIR.11, OH.4  What keeps a marker on a mission from a space."""
    if space not in state.data.near:
        return Refusal("AIR.11", "there is no such space")
    if mission == "interdiction" and not has_interdiction_target(state, side, space):
        return Refusal("INTD.1", f"no enemy unit or base is in {state.title(space)}")
    if mission == "recon" and not state.holds(ENEMY[side], space):
        return Refusal("ARC.1", f"no enemy unit is in {state.title(space)}")
    refusal = why_not_reach(state, side, state.code(marker), space)
    return refusal or why_not_over_border(state, side, space)


@action("Air operations")
class AirOperations(SideStep, frozen=True, tag=True):
    """ACT.AIR.a  Which marker flies, and what for."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Air operations: choose a marker and its mission (ACT.AIR.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        markers = free_markers(state, self.side, *FLYERS)
        return (Sortie(marker, mission) for marker in markers for mission in MISSIONS)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, Sortie):
            return Refusal("ACT.AIR.a", "a marker is to be sent")
        refusal = why_not_fly(state, self.side, action.marker, action.mission)
        if refusal is not None:
            return refusal
        targets = reach_of(state, self.side, state.code(action.marker))
        if any(why_not_aim(state, self.side, action.marker, action.mission, space) is None for space in targets):
            return None
        return Refusal("AIR.11", "no target is in its range")

    def play(self, state: SandState, action: Sortie) -> None:
        state.swap(Aiming(self.side, action.marker, action.mission))


class Aiming(SideStep, frozen=True, tag=True):
    """AIR.11  Where the marker goes."""

    marker: str
    mission: str

    def prompt(self, state: SandState) -> str:
        return f"Choose the space for {self.mission} by {state.facts(self.marker).name} (AIR.11)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(AimAt, sorted(reach_of(state, self.side, state.code(self.marker))))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, AimAt):
            return Refusal("AIR.11", "the marker needs its space")
        return why_not_aim(state, self.side, self.marker, self.mission, action.target)

    def play(self, state: SandState, action: AimAt) -> None:
        pay_for_air(state, self.side, action.target)
        state.swap(MoreSorties(self.side, self.mission, action.target, (self.marker,)))


def pay_for_air(state: SandState, side: Side, space: str) -> None:
    """ACT.AIR.c, R49, R51  A chip for the card and the count of air pieces across the border."""
    count_over_border(state, side, space)
    if is_abroad(state, side, space):
        add_chips(state, 1, "ACT.AIR.c", "Air operations across the border")


class MoreSorties(SideStep, frozen=True, tag=True):
    """INTD.2, ACT.AIR.b  More cards send more markers to the same space."""

    mission: str
    space: str
    markers: tuple[str, ...]

    def prompt(self, state: SandState) -> str:
        return f"Send another marker to {state.title(self.space)}, one card each, or go on (INTD.2)."

    def proceed(self, state: SandState) -> bool:
        if len(self.legal(state)) > 1:
            return False
        self._end(state)
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield EndSorties()
        for card in actions_held(state, self.side, "Air operations"):
            yield from (JoinSortie(card, marker) for marker in free_markers(state, self.side, *FLYERS))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case EndSorties():
                return None
            case JoinSortie(card, marker):
                refusal = why_not_hold(state, self.side, card)
                if refusal is None and state.data.cards[card].action != "Air operations":
                    refusal = Refusal("ACT.AIR.b", "each marker needs its own Air operations card")
                if refusal is None and marker in self.markers:
                    refusal = Refusal("ACT.AIR.b", "that marker flies already")
                refusal = refusal or why_not_fly(state, self.side, marker, self.mission, joins=True)
                return refusal or why_not_aim(state, self.side, marker, self.mission, self.space)
            case AimAt(space):
                where = state.data.names.get(space, "another space")
                return Refusal("INTD.3", f"all markers of this round go to {state.title(self.space)}, not {where}")
        return Refusal("INTD.2", "a mission is being prepared")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case EndSorties():
                self._end(state)
            case JoinSortie(card, marker):
                play_extra(state, self.side, card, "INTD.2")
                pay_for_air(state, self.side, self.space)
                state.swap(replace(self, markers=(*self.markers, marker)))

    def _end(self, state: SandState) -> None:
        state.flow.pop()
        begin_mission(state, ImpactMission(self.side, self.space, self.mission, self.markers))


@execution("recon")
def look(state: SandState, mission: ImpactMission) -> None:
    """ARC.1  A surviving marker lets its owner examine the space."""
    go_home(state, (*mission.markers, *mission.interceptors))
    if mission.markers:
        examine(state, mission.side, mission.space, "ARC.1")
