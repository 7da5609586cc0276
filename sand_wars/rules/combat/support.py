"""GC.6, CAS, ACT.SPEC.b  The air step of a combat: close support, ships and landings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal, SideStep
from common.engine.words import several
from sand_wars.actions import AddCard, Board, Carry, EndSorties, JoinSortie
from sand_wars.rules.airbases import count_over_border, free_markers, is_free, why_not_over_border, why_not_reach
from sand_wars.rules.cards import might_hold, play_extra, why_not_hold, why_not_title
from sand_wars.rules.chips import add_chips
from sand_wars.rules.combat.strength import both_there, the_battle
from sand_wars.rules.forces import weight, why_no_room
from sand_wars.rules.missions import ImpactMission, begin_mission, execution, go_home
from sand_wars.rules.movement import idle_leaders, is_abroad, why_not_ride
from sand_wars.rules.transport import (
    board,
    boardings,
    is_still_carried,
    land_lifted,
    might_be_brought,
    why_not_board,
    why_not_land,
)
from sand_wars.state import ENEMY, NAMES, SandState

AIR, NAVAL, SPECIAL = "Air operations", "Naval operations", "Special move"
SUPPORT = {AIR: ("airstrike", "helicopter", "uav", "elint"), NAVAL: ("naval",)}  # CAS.1, NAV.1


class AirStep(DiscreetStep, frozen=True, tag=True):
    """GC.6  The attacker commits markers, one card each, and lands units by Special move."""

    markers: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    lifts: tuple[tuple[str, str], ...] = ()

    def prompt(self, state: SandState) -> str:
        where = state.title(the_battle(state).space)
        return f"Air step in {where}: add support, or go on (GC.6)."

    def proceed(self, state: SandState) -> bool:
        if both_there(state) and (self.lifts or self._might_support(state) or self._might_land(state)):
            return False  # who has played a Special move may still take a Leader along
        self._end(state)
        return True

    def _might_support(self, state: SandState) -> bool:
        """Whether, as far as everybody knows, the attacker could send one more marker."""
        for title, codes in SUPPORT.items():
            if might_hold(state, self.side, title):
                markers = free_markers(state, self.side, *codes)
                if any(self._why_not_join(state, title, marker) is None for marker in markers):
                    return True
        return False

    def _might_land(self, state: SandState) -> bool:
        """Whether, as far as everybody knows, the attacker could bring in a unit by a Special move."""
        battle, side = the_battle(state), self.side
        if battle.special or not might_hold(state, side, SPECIAL) or why_not_title(state, SPECIAL) is not None:
            return False
        return why_no_room(state, side, battle.space, 1) is None and might_be_brought(state, side, battle.space)

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield EndSorties()
        for card in state.hands[self.side]:
            title = state.data.cards[card].action
            if title == SPECIAL:
                yield AddCard(card)
            elif title in SUPPORT:
                yield from (JoinSortie(card, marker) for marker in free_markers(state, self.side, *SUPPORT[title]))
        for here in dict.fromkeys(state.pieces[piece].at for piece, _ in self.lifts):
            yield from (Carry(piece.id) for piece in idle_leaders(state, self.side, here))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case EndSorties():
                return None
            case JoinSortie(card, marker):
                refusal = why_not_hold(state, self.side, card)
                return refusal or self._why_not_join(state, state.data.cards[card].action, marker)
            case AddCard(card):
                refusal = why_not_hold(state, self.side, card)
                if refusal is None and state.data.cards[card].action != SPECIAL:
                    refusal = Refusal("SEQ.16", "that card cannot be added here")
                return refusal or why_not_title(state, SPECIAL) or self._why_not_special(state)
            case Carry(leader):
                if self._ride_of(state, leader) is None:
                    return Refusal("LDR.7", "a Leader flies with a unit that is lifted from his space")
                return None
        return Refusal("GC.6", "finish the air step first")

    def _ride_of(self, state: SandState, leader: str) -> str | None:
        """LDR.7  The marker that takes a Leader along with a unit of his space, ships by no name, if there is one."""
        if any(leader == piece for piece, _ in self.lifts):
            return None
        for piece, marker in self.lifts:
            if why_not_ride(state, self.side, state.pieces[piece].at, leader) is None:
                return marker
        return None

    def _why_not_join(self, state: SandState, title: str, marker: str) -> Refusal | None:
        space = the_battle(state).space
        if title not in SUPPORT:
            return Refusal("CAS.2", "each marker needs its own Air operations or Naval operations card")
        if not is_free(state, self.side, marker, SUPPORT[title]) or marker in (*self.markers, *self.ships):
            return Refusal("CAS.1", "that marker is not available for support")
        if title == NAVAL and not state.war and is_abroad(state, self.side, space):
            return Refusal("OH.6", "no Naval operations against the enemy's home before Open Hostilities")
        refusal = why_not_title(state, title) or why_not_reach(state, self.side, state.code(marker), space)
        if refusal is not None:
            return Refusal("CAS.3", refusal.why) if refusal.rule == "AIR.11" else refusal
        return why_not_over_border(state, self.side, space) if title == AIR else None

    def _why_not_special(self, state: SandState) -> Refusal | None:
        if the_battle(state).special:
            return Refusal("ACT.SPEC.b", "a combat begun by a Special move takes no second one")
        return None if joinable(state, self) else Refusal("ACT.SPEC.b", "no unit can be brought in")

    def play(self, state: SandState, action: Action) -> None:
        space = the_battle(state).space
        match action:
            case EndSorties():
                self._end(state)
            case AddCard(card):
                play_extra(state, self.side, card, "ACT.SPEC.b")
                state.push(Reinforce(self.side))
            case Carry(leader):
                state.swap(replace(self, lifts=(*self.lifts, (leader, self._ride_of(state, leader) or ""))))
            case JoinSortie(card, marker):
                title = state.data.cards[card].action
                play_extra(state, self.side, card, "GC.6")
                if title == NAVAL:
                    state.swap(replace(self, ships=(*self.ships, marker)))
                else:
                    count_over_border(state, self.side, space)
                    if is_abroad(state, self.side, space):
                        add_chips(state, 1, "ACT.AIR.c", "Air operations across the border")
                    state.swap(replace(self, markers=(*self.markers, marker)))
                state.change(marker, at=space)

    def _end(self, state: SandState) -> None:
        state.flow.pop()
        space = the_battle(state).space
        flying = tuple(dict.fromkeys(marker for _, marker in self.lifts if marker))
        if self.ships:
            begin_mission(state, ImpactMission(self.side, space, "support", self.ships, naval=True))
        if self.markers or self.lifts:
            begin_mission(state, ImpactMission(self.side, space, "support", (*self.markers, *flying), lifts=self.lifts))


def joinable(state: SandState, step: AirStep) -> list[tuple[str, str]]:
    """ACT.SPEC.b  The units that can be brought into the combat, each with its marker."""
    space = the_battle(state).space
    taken = {part for lift in step.lifts for part in lift if part}
    return [
        (piece, marker)
        for piece, marker in boardings(state, step.side)
        if not taken & {piece, marker}
        and why_not_board(state, step.side, piece, marker) is None
        and why_not_land(state, step.side, piece, marker, space) is None
        and _why_no_room_beside(state, step, piece) is None
    ]


def _why_no_room_beside(state: SandState, step: AirStep, id_: str) -> Refusal | None:
    """FRT.1  Units that are on their way count as if they had landed."""
    units = [piece for piece, _ in step.lifts] + [id_]
    return why_no_room(state, step.side, the_battle(state).space, sum(weight(state, unit) for unit in units))


class Reinforce(SideStep, frozen=True, tag=True):
    """ACT.SPEC.b  A Special move joins the combat: which unit, and how?"""

    def prompt(self, state: SandState) -> str:
        return "Choose the unit that joins the combat and its transport (ACT.SPEC.b)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return (Board(piece, marker) for piece, marker in joinable(state, self._air_step(state)))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What is offered is what can join: nothing is judged twice."""
        return tuple(self.candidates(state))

    def _air_step(self, state: SandState) -> AirStep:
        step = state.flow[-2]
        assert isinstance(step, AirStep)
        return step

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, Board):
            return Refusal("ACT.SPEC.b", "bring the unit into the combat first")
        refusal = why_not_board(state, self.side, action.piece, action.marker)
        if refusal is not None:
            return refusal
        if (action.piece, action.marker) in joinable(state, self._air_step(state)):
            return None
        space = the_battle(state).space
        refusal = why_not_land(state, self.side, action.piece, action.marker, space)
        refusal = refusal or _why_no_room_beside(state, self._air_step(state), action.piece)
        return refusal or Refusal("ACT.SPEC.b", "the unit or the marker is already taken")

    def play(self, state: SandState, action: Board) -> None:
        step, space = self._air_step(state), the_battle(state).space
        here = state.pieces[action.piece].at
        board(state, self.side, action.piece, action.marker, here, space)
        if action.marker:
            state.change(action.marker, at=space)
        state.flow[-2] = replace(step, lifts=(*step.lifts, (action.piece, action.marker)))
        state.flow.pop()


@execution("support")
def give_support(state: SandState, mission: ImpactMission) -> None:
    """CAS.4, R56  Surviving markers count in this round; lifted units whose transport got through join."""
    battle = the_battle(state)
    carriers = {marker for _, marker in mission.lifts}
    support = tuple(id_ for id_ in mission.markers if id_ not in carriers)
    cover = battle.cover if mission.naval else (*battle.cover, *mission.interceptors)
    state.battle = replace(battle, support=(*battle.support, *support), cover=cover)
    if mission.naval:
        go_home(state, mission.interceptors)
    for piece, marker in mission.lifts:
        if (not marker or marker in mission.markers) and is_still_carried(state, piece):
            land_lifted(state, piece, battle.space, "sea" if not marker else "lift")
    go_home(state, carriers & set(mission.markers))
    if support:
        told = f"{NAMES[mission.side]} has support against {NAMES[ENEMY[mission.side]]}"
        state.note(
            f"{told} in {state.title(battle.space)}: {several(len(support), 'marker')}.",
            "CAS.4",
        )
