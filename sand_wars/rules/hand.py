"""DRW  The Discard and Draw Phase and how many cards a side may hold."""

from __future__ import annotations

from typing import NamedTuple

from common.engine import Action, Refusal, Side, Subset
from common.engine.actions import Add, Confirm, Remove
from sand_wars.rules.cards import discard, draw_cards, take_from_hand
from sand_wars.rules.resources import COSTLY, PRICE, discoveries_held, lost_resources, resources_held
from sand_wars.state import ALGERIA, NAMES, SandState, of_the_lines

OIL_DOWN = 2  # EVT.OILD.a
OIL_SPACES_A_CARD = 3  # EVT.OILU.b


class LimitPart(NamedTuple):
    """A part of the hand limit."""

    what: str
    cards: int
    rule: str


def limit_parts(state: SandState, side: Side) -> tuple[LimitPart, ...]:
    """R36  What makes up the hand limit of a side."""
    words = (
        ("hand size track", "DRW.5"),
        ("discovered resources", "DRW.8"),
        ("lost resources", "DRW.6" if side == ALGERIA else "DRW.7"),
        ("Oil demand down", "EVT.OILD.a"),
        ("Oil demand up", "EVT.OILU.a"),
        ("Phosphate boom", "EVT.PHO.a"),
    )
    parts = zip(words, _cards_of_limit(state, side), strict=True)
    return tuple([LimitPart(what, cards, rule) for (what, rule), cards in parts if cards])


def _cards_of_limit(state: SandState, side: Side) -> tuple[int, ...]:
    """The cards that each part of the hand limit gives or takes, in the order of the parts."""
    lost = len(lost_resources(state, side, COSTLY[side])) * PRICE[side]
    oil_down, oil_up, phosphate = state.oil_down.get(side, 0), state.oil_up.get(side, 0), state.phosphate.get(side, 0)
    rise = boom = 0
    if oil_up:
        oil = resources_held(state, side, "oil", "oil")
        rise = (oil // OIL_SPACES_A_CARD if side == ALGERIA else min(oil, 1)) * oil_up
    if phosphate:
        boom = resources_held(state, side, "phosphate", "mineral") * phosphate
    return state.hand_base[side], discoveries_held(state, side), -lost, -OIL_DOWN * oil_down, rise, boom


def hand_limit(state: SandState, side: Side) -> int:
    """How many cards a side holds after its Draw Phase, at least one (R36)."""
    pending: tuple[int, ...] = ()
    if state.oil_down or state.oil_up or state.phosphate:
        pending = state.oil_down.get(side, 0), state.oil_up.get(side, 0), state.phosphate.get(side, 0)
    return _hand_limit(state, side, state.hand_base[side], pending, state.wrecked)


@of_the_lines
def _hand_limit(state: SandState, side: Side, base: int, pending: tuple[int, ...], wrecked: frozenset[str]) -> int:
    """The limit, kept by all that it follows from besides who holds which resources."""
    return max(1, sum(_cards_of_limit(state, side)))


class Discarding(Subset, frozen=True, tag=True):
    """SEQ.18, DRW.2  The Active Player discards what he likes, then draws to exactly his limit."""

    rule = "DRW.2"

    @property
    def secret(self) -> bool:
        return True

    def prompt(self, state: SandState) -> str:
        return f"Choose cards to discard, then draw to {hand_limit(state, self.side)} (DRW.2)."

    def items(self, state: SandState) -> tuple[str, ...]:
        return state.hands[self.side]

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Every card of a hand is another one, so that what was not chosen can be; the limit is asked for once."""
        hand = state.hands[self.side]
        free = [card for card in hand if card not in self.chosen] if self.chosen else hand
        ends = (Confirm(),) if self.why_not_confirm(state) is None else ()
        return (*map(Add, free), *map(Remove, self.chosen), *ends)

    def why_not_add(self, state: SandState, item: str) -> Refusal | None:
        return Refusal("DRW.2", f"{item} is already among the discards") if item in self.chosen else None

    def why_not_confirm(self, state: SandState) -> Refusal | None:
        limit = hand_limit(state, self.side)
        over = len(state.hands[self.side]) - len(self.chosen) - limit
        if over <= 0:
            return None
        return Refusal("DRW.3", f"the limit is {limit}: discard {over} more")

    def confirm(self, state: SandState) -> None:
        side = self.side
        if self.chosen:
            take_from_hand(state, side, *self.chosen)
            discard(state, side, *self.chosen)
            state.note(f"{NAMES[side]} discards {', '.join(self.chosen)}.", "DRW.2")
        draw_cards(state, side, hand_limit(state, side) - len(state.hands[side]), "DRW.3")
        for pending in ("oil_down", "oil_up", "phosphate"):
            if side in getattr(state, pending):
                left = {other: cards for other, cards in getattr(state, pending).items() if other != side}
                setattr(state, pending, left)
