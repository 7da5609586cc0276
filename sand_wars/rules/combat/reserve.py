"""REA.COM, R73  The defender's reserves: one piece from an adjacent space for each card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import Carry, Commit
from sand_wars.rules.chips import add_chips
from sand_wars.rules.combat.strength import the_battle
from sand_wars.rules.command import pay_pv, why_not_pay
from sand_wars.rules.forces import weight, why_no_room
from sand_wars.rules.movement import (
    enter,
    idle_leaders,
    is_abroad,
    tell_move,
    why_not_cross,
    why_not_designate,
    why_not_ride,
)
from sand_wars.state import ENEMY, SandState


def why_not_commit(state: SandState, side: Side, id_: str) -> Refusal | None:
    """What keeps a piece from joining the combat as a reserve."""
    refusal = why_not_designate(state, side, id_) or why_not_pay(state, id_)
    if refusal is not None:
        return refusal
    space, here = the_battle(state).space, state.pieces[id_].at
    if state.code(id_) == "leader":
        return Refusal("LDR.1", "a Leader alone is no reserve; he goes along with one")
    if here == space:
        return Refusal("REA.COM.a", "it is in the combat already")
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
    """REA.COM.a, PCE.18  A Commit reserve card was played: which piece joins, and which Leaders go along?"""

    riders: tuple[str, ...] = ()

    def prompt(self, state: SandState) -> str:
        return "Choose the piece that joins the combat (REA.COM.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        able = list(reserves(state, self.side))
        yield from map(Commit, able)
        for here in dict.fromkeys(state.pieces[id_].at for id_ in able):
            yield from (Carry(leader.id) for leader in idle_leaders(state, self.side, here))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Commit(piece):
                refusal = why_not_commit(state, self.side, piece)
                return refusal or self._why_not_together(state, state.pieces[piece].at)
            case Carry(leader):
                return self._why_not_carry(state, leader)
        return Refusal("REA.COM.a", "commit the reserve first")

    def _why_not_together(self, state: SandState, here: str) -> Refusal | None:
        for rider in self.riders:
            if state.pieces[rider].at != here:
                return Refusal("PCE.18", f"the Leader who goes along is in {state.title(state.pieces[rider].at)}")
        return None

    def _why_not_carry(self, state: SandState, leader: str) -> Refusal | None:
        for here in {state.pieces[id_].at for id_ in reserves(state, self.side)}:
            if why_not_ride(state, self.side, here, leader) is None:
                if leader in self.riders:
                    return Refusal("PCE.18", "that Leader already goes along")
                return self._why_not_together(state, here)
        return Refusal("PCE.18", "a Leader goes along with a reserve from his space")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case Carry(leader):
                state.swap(replace(self, riders=(*self.riders, leader)))
            case Commit(piece):
                self._commit(state, piece)

    def _commit(self, state: SandState, piece: str) -> None:
        state.flow.pop()
        here, space = state.pieces[piece].at, the_battle(state).space
        pay_pv(state, piece)
        enter(state, (piece, *self.riders), space, "reserve")
        tell_move(state, piece, here, space, "REA.COM.a")
        if is_abroad(state, self.side, here, space):
            add_chips(state, 1, "OPS.5", "A reserve crosses the border")
