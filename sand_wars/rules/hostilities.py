"""OH  The commencement of Open Hostilities."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, SideStep
from sand_wars.actions import DeclareWar, KeepPeace
from sand_wars.state import NAMES, SIDES, SandState


class Declaration(SideStep, frozen=True, tag=True):
    """OH.7, SEQ.13  At the end of his Events Phase the Active Player may begin the war."""

    def proceed(self, state: SandState) -> bool:
        if state.war:
            state.flow.pop()
        return state.flow[-1] is not self

    def prompt(self, state: SandState) -> str:
        return "Declare Open Hostilities, or keep the peace (OH.7)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield KeepPeace()
        yield DeclareWar()

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        fits = isinstance(action, KeepPeace | DeclareWar)
        return None if fits else Refusal("SEQ.13", "decide first whether to declare Open Hostilities")

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        if isinstance(action, DeclareWar):
            state.note(f"{NAMES[self.side]} declares Open Hostilities.", "OH.7", heading=True)
            commence(state)


def commence(state: SandState) -> None:
    """OH.9-OH.12, R4  The war begins: decks reshuffled, marker on Operational 1, the Active Player becomes first."""
    state.war = True
    for side in SIDES:
        state.pools[side] = state.pools[side].reshuffle()
    state.track, state.box = "operational", 1
    state.first = state.active
    state.note(
        f"Open Hostilities: both decks are reshuffled, the marker stands on {state.where()}, "
        f"{NAMES[state.active]} is first player from now on.",
        "OH.10",
        "OH.11",
        "OH.12",
    )
