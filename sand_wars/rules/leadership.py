"""LDR, EVT.ALD, EVT.MLD  Leaders come into play."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import PlaceLeader
from sand_wars.rules.command import own_hqs
from sand_wars.rules.reinforcements import available
from sand_wars.state import ASIDE, NAMES, Block, SandState


def place_leader(state: SandState, side: Side, rule: str) -> None:
    """R88  An available Leader joins an HQ or a unit of the owner's choice."""
    if not available(state, side, "leader", (ASIDE,)):
        state.note(f"{NAMES[side]} has no Leader left.", rule)
    elif not any(state.holds(side, space) for space in state.occupied(side)):
        state.note(f"{NAMES[side]} has nobody to lead.", rule)
    else:
        state.push(NewLeader(side, rule))


class NewLeader(SideStep, frozen=True, tag=True):
    """R88  Any own HQ, whatever its status, or any space with an own ground unit."""

    rule: str

    def prompt(self, state: SandState) -> str:
        return f"Place a Leader with an HQ or with units ({self.rule})."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield from map(PlaceLeader, own_hqs(state, self.side))
        yield from map(PlaceLeader, state.held(self.side))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What is offered are the HQs on the map and the spaces with units there are."""
        return tuple(self.candidates(state))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, PlaceLeader):
            return Refusal(self.rule, "place the Leader first")
        if action.target in state.data.hqs[self.side] and state.pieces[action.target].at in state.data.names:
            return None
        fits = action.target in state.data.names and state.holds(self.side, action.target)
        return None if fits else Refusal(self.rule, "a Leader joins an HQ or a unit of his side on the map")

    def play(self, state: SandState, action: PlaceLeader) -> None:
        state.flow.pop()
        leader = available(state, self.side, "leader", (ASIDE,))[0]
        hq = action.target if action.target in state.data.hqs[self.side] else ""
        space = state.pieces[hq].at if hq else action.target
        state.put(Block(leader, space, hq=hq))
        where = state.title(space)
        state.note(f"A Leader of {NAMES[self.side]} appears in {where}.", self.rule, places=(space,))
