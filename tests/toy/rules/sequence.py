"""1, 2, 6  Set-up, the turns, the secret postures and the cards."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from common.engine import Refusal, Side, Step
from common.engine.steps import SealedChoices, Subset
from tests.toy.rules.movement import Campaign
from tests.toy.rules.victory import end_by_points
from tests.toy.state import NAMES, SIDES, ToyState


class SetUp(Step, frozen=True, tag=True):
    """1  Chance deals the kinds of the blocks and the first hands."""

    def proceed(self, state: ToyState) -> bool:
        for id_, block in sorted(state.blocks.items()):
            (kind,) = state.draw_from(f"{block.side} blocks")
            state.blocks[id_] = replace(block, kind=kind)
            state.note(f"The block in {state.data.names[block.at]} is the {kind}.", "1", only=(block.side,))
        for side in SIDES:
            fill_hand(state, side, "1")
        begin_turn(state)
        return True


def begin_turn(state: ToyState) -> None:
    """Put the steps of a turn on the flow in place of the present one."""
    state.posture = {}
    state.note(f"Turn {state.turn}", heading=True)
    turns = [step for side in SIDES for step in (Campaign(side), Discard(side))]
    state.swap(Postures(asked=SIDES), *turns, EndOfTurn())


def fill_hand(state: ToyState, side: Side, rule: str) -> None:
    """Draw up to the size of a hand; the side alone reads what."""
    missing = state.data.cards.hand - len(state.hands.get(side, ()))
    drawn = state.draw_from("deck", missing, refill=True)
    state.hands[side] = (*state.hands.get(side, ()), *drawn)
    if drawn:
        public = f"{NAMES[side]} draws {len(drawn)}."
        state.note(f"{NAMES[side]} draws {', '.join(drawn)}.", rule, only=(side,), public=public, show=("rules",))


class Postures(SealedChoices, frozen=True, tag=True):
    """2  Both choose secretly whether to attack or to hold."""

    rule = "2"

    def prompt(self, state: ToyState) -> str:
        return "Choose secretly: attack or hold (2)."

    def offers(self, state: ToyState, side: Side) -> tuple[str, ...]:
        return ("attack", "hold")

    def note_sealed(self, state: ToyState, side: Side) -> None:
        state.note(f"{NAMES[side]} has chosen.", "2")

    def reveal(self, state: ToyState, choices: Mapping[Side, tuple[str, ...]]) -> None:
        state.posture = {side: choice for side, (choice,) in choices.items()}
        state.note(f"Blue: {state.posture['blue']}, Red: {state.posture['red']}.", "2")


class Discard(Subset, frozen=True, tag=True):
    """6  Any cards of the hand are discarded, then the hand is filled."""

    rule = "6"

    @property
    def secret(self) -> bool:
        return True

    def prompt(self, state: ToyState) -> str:
        return "Choose the cards to discard (6)."

    def items(self, state: ToyState) -> tuple[str, ...]:
        return state.hands[self.side]

    def why_not_add(self, state: ToyState, item: str) -> Refusal | None:
        spare = state.hands[self.side].count(item) - self.chosen.count(item)
        return None if spare else Refusal("6", f"there is no other {item} in the hand")

    def confirm(self, state: ToyState) -> None:
        hand = list(state.hands[self.side])
        for card in self.chosen:
            hand.remove(card)
        state.hands[self.side] = tuple(hand)
        state.pools["deck"] = state.pools["deck"].discard(*self.chosen)
        if self.chosen:
            state.note(f"{NAMES[self.side]} discards {', '.join(self.chosen)}.", "6")
        fill_hand(state, self.side, "6")


class EndOfTurn(Step, frozen=True, tag=True):
    """7  The next turn, or the end."""

    def proceed(self, state: ToyState) -> bool:
        if state.turn >= state.data.book.turns[str(state.options["length"])]:
            end_by_points(state)
        else:
            state.turn += 1
            begin_turn(state)
        return True
