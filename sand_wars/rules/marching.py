"""ACT.OPS.a  A ground piece moves space by space."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal
from sand_wars.actions import Advance, Carry, Halt
from sand_wars.rules.combat.begin import meet
from sand_wars.rules.control import settle
from sand_wars.rules.movement import (
    chip_for_crossing,
    enter,
    has_enemy_piece,
    idle_leaders,
    leader_can_end,
    manner,
    must_stop,
    steps_allowed,
    tell_move,
    why_not_ride,
    why_not_step,
)
from sand_wars.state import ENEMY, SandState

STOPS = {
    "MAP.10": "mountains were crossed",
    "MAP.11": "the berm was crossed",
    "ACT.OPS.b": "an enemy base or Leader is there",
}  # what ends a move early, by its rule


class Marching(DiscreetStep, frozen=True, tag=True):
    """ACT.OPS.a  A ground piece moves space by space; Leaders may go along."""

    piece: str
    left: int
    riders: tuple[str, ...] = ()
    moved: bool = False

    def prompt(self, state: SandState) -> str:
        place = state.title(state.pieces[self.piece].at)
        end = ", or halt" if self.moved else ""
        return f"Move the piece on from {place}{end} (ACT.OPS.a)."

    def proceed(self, state: SandState) -> bool:
        """What an event brings while the piece marches: it may be lost, or disrupted after its one space (DIS.2)."""
        if state.pieces[self.piece].at not in state.data.names:
            state.flow.pop()
            state.note("The move ends: the piece is no longer on the map.", "ACT.OPS.a")
        elif self.moved and state.pieces[self.piece].disrupted:
            state.flow.pop()
            where = state.title(state.pieces[self.piece].at)
            state.note(f"The move ends in {where}: who is disrupted goes no further than one space.", "DIS.2")
        return state.flow[-1] is not self

    def candidates(self, state: SandState) -> Iterator[Action]:
        here = state.pieces[self.piece].at
        yield from map(Advance, state.data.near[here])
        yield Halt()
        yield from (Carry(piece.id) for piece in idle_leaders(state, self.side, here))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Every next space is judged, then the end of the move, then the Leaders there are."""
        here = state.pieces[self.piece].at
        spaces = [s for s in state.data.near[here] if self._why_not_advance(state, here, s) is None]
        ends: tuple[Action, ...] = (Halt(),) if self.moved and self.why_not(state, Halt()) is None else ()
        leaders = () if self.moved else idle_leaders(state, self.side, here)
        rides = [Carry(piece.id) for piece in leaders if self._why_not_carry(state, here, piece.id) is None]
        return (*map(Advance, spaces), *ends, *rides)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        here = state.pieces[self.piece].at
        match action:
            case Advance(space):
                return self._why_not_advance(state, here, space)
            case Halt():
                if not self.moved:
                    return Refusal("ACT.OPS.a", "the piece has not moved yet")
                if state.code(self.piece) == "leader" and state.controller(here) == ENEMY[self.side]:
                    return Refusal("LDR.6", "a Leader alone does not stop in an enemy space")
                return None
            case Carry(leader):
                return self._why_not_carry(state, here, leader)
        return Refusal("ACT.OPS.a", "finish moving the piece first")

    def _why_not_advance(self, state: SandState, here: str, space: str) -> Refusal | None:
        if self.moved and steps_allowed(state, self.piece) == 1:  # a unit in the box of an HQ, as nobody else sees
            return Refusal("DIS.2", "a disrupted unit keeps its formation from going further than one space")
        refusal = why_not_step(state, self.side, self.piece, here, space)
        if refusal is None and self.piece in state.data.lone and state.code(self.piece) == "leader":
            left = 0 if must_stop(state, self.side, here, space) else self.left - 1
            if not leader_can_end(state, self.side, space, left):
                return Refusal("LDR.6", "a Leader alone does not stop in an enemy space")
        return refusal

    def _why_not_carry(self, state: SandState, here: str, leader: str) -> Refusal | None:
        if self.moved:
            return Refusal("PCE.18", "the piece has already left")
        if leader in self.riders:
            return Refusal("PCE.18", "that Leader already goes along")
        return why_not_ride(state, self.side, here, leader)

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case Carry(leader):
                state.swap(replace(self, riders=(*self.riders, leader)))
            case Halt():
                state.flow.pop()
            case Advance(space):
                self._advance(state, space)

    def _stopped_by(self, state: SandState, here: str, space: str) -> str:
        """The rule that ends the move in a space, if one does (R42, ACT.OPS.b)."""
        if must_stop(state, self.side, here, space):
            return "MAP.10" if "mountain" in state.data.axis(here, space) else "MAP.11"
        return "ACT.OPS.b" if has_enemy_piece(state, self.side, space) else ""

    def _advance(self, state: SandState, space: str) -> None:
        side, here = self.side, state.pieces[self.piece].at
        riders = [leader for leader in self.riders if state.pieces[leader].at == here]  # an event may have removed one
        enter(state, (self.piece, *riders), space, manner(state, here, space))
        tell_move(state, self.piece, here, space, "ACT.OPS.a")
        chip_for_crossing(state, side, "ACT.OPS.c", here, space)
        if state.holds(ENEMY[side], space) and state.code(self.piece) != "leader":
            state.flow.pop()
            height = len(state.flow)
            settle(state, here)
            meet(state, side, space, height)
            return
        left = self.left - 1
        stop = self._stopped_by(state, here, space) if left else ""
        if left and not stop:
            state.swap(replace(self, left=left, moved=True))
        else:
            state.flow.pop()
        if stop:
            state.note(f"The move ends in {state.title(space)}: {STOPS[stop]}.", stop, places=(space,))
        settle(state, here)
        settle(state, space)
