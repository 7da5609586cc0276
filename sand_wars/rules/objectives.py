"""WIN.10-WIN.15  Revealing and changing objectives, and the reinforcements they bring."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import ChangeObjective, KeepObjective
from sand_wars.rules.reinforcements import receive
from sand_wars.state import ASIDE, NAMES, SandState


def why_not_reveal(state: SandState, side: Side) -> Refusal | None:
    """WIN.12  An objective can be revealed once."""
    return Refusal("WIN.12", "the objective is already open") if side in state.shown else None


def reveal_objective(state: SandState, side: Side) -> None:
    """WIN.12  The objective is shown; its reinforcements arrive at once."""
    state.shown |= {side}
    title = state.data.objectives[state.objectives[side]].title
    state.note(f"{NAMES[side]} reveals its objective: {title}.", "WIN.12")
    _reinforce(state, side)


def _reinforce(state: SandState, side: Side) -> None:
    """WIN.5, WIN.14  The reinforcements of the present objective, once in the game."""
    if side in state.reinforced:
        state.note(f"{NAMES[side]} has had reinforcements for an objective before.", "WIN.14")
        return
    state.reinforced |= {side}
    granted = state.data.objectives[state.objectives[side]].reveal
    for code, count in reversed(granted.items()):  # each goes on top of the flow
        for number in range(count):
            _grant(state, side, code, number)


def _grant(state: SandState, side: Side, code: str, number: int) -> None:
    """One piece; of several alike, each is another one."""
    boxes = (ASIDE,) if code == "ssm" else (ASIDE, "replacement")  # a fired SSM comes back by aid only (SSM.4)
    state.push(Granted(side, code, boxes, number))


class Granted(SideStep, frozen=True, tag=True):
    """WIN.6  One reinforcement of an objective arrives, from what is there at that moment."""

    code: str
    boxes: tuple[str, ...]
    number: int = 0

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        receive(state, self.side, self.code, "WIN.6", self.boxes)
        return True


class ObjectiveChange(SideStep, frozen=True, tag=True):
    """WIN.13  At the end of an Events Phase a player may change his objective; old and new are shown."""

    def prompt(self, state: SandState) -> str:
        return "Keep your objective, or change it and show both (WIN.13)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield KeepObjective()
        yield from map(ChangeObjective, state.data.objective_deck[self.side])

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """All cards of the deck but the present one."""
        present, deck = state.objectives[self.side], state.data.objective_deck[self.side]
        return (KeepObjective(), *[ChangeObjective(card) for card in deck if card != present])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case KeepObjective():
                return None
            case ChangeObjective(objective):
                if objective not in state.data.objective_deck[self.side]:
                    return Refusal("WIN.13", f"{objective} is not an objective of {NAMES[self.side]}")
                same = objective == state.objectives[self.side]
                return Refusal("WIN.13", "that is the present objective") if same else None
        return Refusal("WIN.13", "decide about the objective first")

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        if isinstance(action, ChangeObjective):
            titles = [state.data.objectives[id_].title for id_ in (state.objectives[self.side], action.objective)]
            state.objectives = {**state.objectives, self.side: action.objective}
            state.shown |= {self.side}
            state.note(f"{NAMES[self.side]} changes its objective from {titles[0]} to {titles[1]}.", "WIN.13")
            _reinforce(state, self.side)
