"""FRT.3, FRT.4, R35  What happens when a retreat leaves too many ground units in a space."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import RetreatExcess
from sand_wars.rules.control import settle
from sand_wars.rules.forces import FRONTAGE, disrupt, eliminate, formation, frontage, move_piece, weight, why_no_room
from sand_wars.rules.movement import why_not_cross
from sand_wars.state import NAMES, REPLACEMENT, SandState

STATIC = ("camp", "guards")


def enforce_frontage(state: SandState, side: Side, space: str) -> None:
    """If a space is too full, all friendly ground units there are disrupted and the excess has to go."""
    if frontage(state, side, space) <= FRONTAGE:
        return
    for piece in state.ground(side, space):
        disrupt(state, piece.id, "FRT.3")
    state.push(Overstacked(side, space))


class Overstacked(SideStep, frozen=True, tag=True):
    """The owner picks what leaves the space until it is no longer too full."""

    space: str

    def prompt(self, state: SandState) -> str:
        over = frontage(state, self.side, self.space) - FRONTAGE
        return f"{state.title(self.space)}: {over} too many, choose what leaves (FRT.3)."

    def proceed(self, state: SandState) -> bool:
        if frontage(state, self.side, self.space) > FRONTAGE:
            return False
        state.flow.pop()
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        places = (*state.data.near[self.space], REPLACEMENT)
        for piece in state.ground(self.side, self.space):
            yield from (RetreatExcess(piece.id, place) for place in places)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, RetreatExcess):
            return Refusal("FRT.3", "the space is too full: choose first what leaves it")
        here = {piece.id: piece for piece in state.ground(self.side, self.space)}
        if action.piece not in here or here[action.piece].hq:
            return Refusal("FRT.3", "that piece does not stand alone in the space")
        if action.place != REPLACEMENT:
            return self._why_not_go(state, action.piece, action.place)
        ways = [near for near in state.data.near[self.space] if self._why_not_go(state, action.piece, near) is None]
        return Refusal("FRT.4", f"it can still go to {state.title(ways[0])}") if ways else None

    def _why_not_go(self, state: SandState, id_: str, space: str) -> Refusal | None:
        if state.code(id_) in STATIC:
            return Refusal("FRT.3", f"{state.facts(id_).name} cannot move")
        if space not in state.data.near[self.space] or not state.is_friendly(self.side, space):
            return Refusal("FRT.3", "the excess goes to an adjacent friendly space")
        return why_not_cross(state, id_, space) or why_no_room(state, self.side, space, weight(state, id_))

    def play(self, state: SandState, action: RetreatExcess) -> None:
        if action.place == REPLACEMENT:
            lost = [part for part in formation(state, action.piece) if part in state.data.occupying]
            for part in reversed(lost):  # a Leader takes no room and stays (R32, R34)
                eliminate(state, part, "FRT.4", REPLACEMENT)
            return
        move_piece(state, action.piece, action.place)
        state.note(f"A piece of {NAMES[self.side]} goes on to {state.title(action.place)}.", "FRT.3")
        settle(state, action.place)
