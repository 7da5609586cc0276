"""REA.CIN, REA.IND, R96  Reactions that cancel a card: Counter Intel and Info defense."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, ReactionWindow, Refusal
from sand_wars.actions import PlayReaction
from sand_wars.rules.cards import play_reaction, reactions_held, why_not_react_with
from sand_wars.state import ENEMY, NAMES, SandState


class CancelWindow(ReactionWindow, frozen=True, tag=True):
    """The Inactive Player may cancel the card just played; the step below is then dropped."""

    abstract = True
    title: str  # of the card that may be canceled
    answer = ""
    rule = ""

    def prompt(self, state: SandState) -> str:
        return f"{NAMES[ENEMY[self.side]]} plays {self.title}: cancel it with {self.answer}, or decline ({self.rule})."

    def could_react(self, state: SandState) -> bool:
        return bool(state.hands[self.side])

    def reactions(self, state: SandState) -> Iterator[Action]:
        return map(PlayReaction, reactions_held(state, self.side, self.answer))

    def why_not_react(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, PlayReaction):
            return Refusal(self.rule, "play the Reaction, or decline first")
        refusal = why_not_react_with(state, self.side, action.card)
        if refusal is not None:
            return refusal
        title = state.data.cards[action.card].reaction
        return None if title == self.answer else Refusal(self.rule, f"{title} does not cancel {self.title}")

    def react(self, state: SandState, action: PlayReaction) -> None:
        play_reaction(state, self.side, action.card, self.rule)
        state.note(f"{self.title} of {NAMES[ENEMY[self.side]]} is canceled.", self.rule)
        state.flow.pop()
        state.flow.pop()


class CounterIntel(CancelWindow, frozen=True, tag=True):
    """REA.CIN.a  Counter Intel against Tactical or Operational Intel."""

    answer = "Counter Intel"
    rule = "REA.CIN.a"


class InfoDefense(CancelWindow, frozen=True, tag=True):
    """REA.IND.a  Info defense against Info ops."""

    answer = "Info defense"
    rule = "REA.IND.a"
