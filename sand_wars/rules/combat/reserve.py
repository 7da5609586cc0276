"""REA.COM, R73  The defender's reserves: one piece from an adjacent space for each card."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import Commit
from sand_wars.rules.chips import add_chips
from sand_wars.rules.combat.strength import the_battle
from sand_wars.rules.command import pay_pv, why_not_pay
from sand_wars.rules.forces import weight, why_no_room
from sand_wars.rules.movement import enter, is_abroad, tell_move, why_not_cross, why_not_designate
from sand_wars.state import ENEMY, SandState


def why_not_commit(state: SandState, side: Side, id_: str) -> Refusal | None:
    """What keeps a piece from joining the combat as a reserve."""
    refusal = why_not_designate(state, side, id_) or why_not_pay(state, id_)
    if refusal is not None:
        return refusal
    space, here = the_battle(state).space, state.pieces[id_].at
    if state.code(id_) in ("leader", "guerrilla"):
        rule, who = ("LDR.1", "Leaders") if state.code(id_) == "leader" else ("GUE.2", "Guerrillas")
        return Refusal(rule, f"{who} cannot be a reserve")
    if here not in state.data.near[space]:
        return Refusal("REA.COM.a", f"{state.title(here)} is not adjacent to {state.title(space)}")
    if state.holds(ENEMY[side], here):
        return Refusal("REA.COM.b", f"enemy units are in {state.title(here)}")
    return why_not_cross(state, id_, space) or why_no_room(state, side, space, weight(state, id_))


def reserves(state: SandState, side: Side) -> Iterator[str]:
    """The pieces that could be committed."""
    for here in state.data.near[the_battle(state).space]:
        for piece in state.at(side, here):
            if not piece.hq and why_not_commit(state, side, piece.id) is None:
                yield piece.id


class Reserve(SideStep, frozen=True, tag=True):
    """REA.COM.a  A Commit reserve card was played: which piece joins?"""

    def prompt(self, state: SandState) -> str:
        return "Choose the piece that joins the combat (REA.COM.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(Commit, reserves(state, self.side))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if isinstance(action, Commit):
            return why_not_commit(state, self.side, action.piece)
        return Refusal("REA.COM.a", "commit the reserve first")

    def play(self, state: SandState, action: Commit) -> None:
        state.flow.pop()
        here, space = state.pieces[action.piece].at, the_battle(state).space
        pay_pv(state, action.piece)
        enter(state, (action.piece,), space, "reserve")
        tell_move(state, action.piece, here, space, "REA.COM.a")
        if is_abroad(state, self.side, here, space):
            add_chips(state, 1, "OPS.5", "A reserve crosses the border")
