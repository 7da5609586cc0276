"""CRD, DRW  Hands, decks and discard piles: every card of a side is always in exactly one of its places."""

from __future__ import annotations

from common.engine import Refusal, Side
from sand_wars.state import NAMES, SandState

BANNED_BY_WEATHER = ("Admin move", "Special move", "Air operations", "Air intercept", "Combat logistics")
NULL = "Command confusion"


def title_of(state: SandState, card: str) -> str:
    """The Action of a card."""
    return state.data.titles[card]


def reactions_held(state: SandState, side: Side, *titles: str) -> list[str]:
    """The cards of a hand with one of those Reactions."""
    cards = state.data.cards
    return [card for card in state.hands[side] if cards[card].reaction in titles]


def actions_held(state: SandState, side: Side, title: str) -> tuple[str, ...]:
    """The cards of a hand with that Action."""
    titles = state.data.titles
    return tuple([card for card in state.hands[side] if titles[card] == title])


def might_hold(state: SandState, side: Side, title: str) -> bool:
    """R97  Whether, as far as everybody knows, a hand may contain a card with that Action: not all of them lie open."""
    if not state.hands[side]:
        return False
    seen = {*state.pools[side].discards, *state.limbo.get(side, ()), *state.left_out.get(side, ())}
    return any(card not in seen for card in state.data.cards_with(side, title))


def why_not_title(state: SandState, title: str) -> Refusal | None:
    """What keeps everybody from playing a title now (R79, R85)."""
    if title == NULL:
        return Refusal("ACT.CONF.a", "Command confusion cannot be played")
    if state.weather and title in BANNED_BY_WEATHER:
        return Refusal("EVT.WEA.a", f"bad weather forbids {title} for the rest of the Game Turn")
    return None


def why_not_hold(state: SandState, side: Side, card: str) -> Refusal | None:
    """A card can only be played from the hand it is in."""
    return None if card in state.hands[side] else Refusal("CRD.3", f"{card} is not in the hand of {NAMES[side]}")


def why_not_react_with(state: SandState, side: Side, card: str) -> Refusal | None:
    """REA.CONF.a  A Reaction is played from the hand, and Command confusion is none."""
    refusal = why_not_hold(state, side, card)
    if refusal is None and state.data.cards[card].reaction == NULL:
        return Refusal("REA.CONF.a", "Command confusion cannot be played")
    return refusal


def take_from_hand(state: SandState, side: Side, *cards: str) -> None:
    """Take cards out of a hand."""
    hand = list(state.hands[side])
    for card in cards:
        hand.remove(card)
    state.hands = {**state.hands, side: tuple(hand)}


def discard(state: SandState, side: Side, *cards: str) -> None:
    """Put cards of a side on its discard pile."""
    state.pools[side] = state.pools[side].discard(*cards)


def hold_in_limbo(state: SandState, side: Side, card: str) -> None:
    """Lay a card on the table while it is resolved."""
    state.limbo = {**state.limbo, side: (*state.limbo.get(side, ()), card)}


def _take_from_limbo(state: SandState, side: Side, card: str) -> None:
    cards = list(state.limbo[side])
    cards.remove(card)
    state.limbo = {**state.limbo, side: tuple(cards)}


def release(state: SandState, side: Side, card: str) -> None:
    """Put a card that was being resolved on the discard pile (R13)."""
    _take_from_limbo(state, side, card)
    discard(state, side, card)


def leave_out(state: SandState, side: Side, card: str) -> None:
    """Leave an event card face up as a reminder until the player turn ends (EVP.2)."""
    _take_from_limbo(state, side, card)
    state.left_out = {**state.left_out, side: (*state.left_out.get(side, ()), card)}


def play_reaction(state: SandState, side: Side, card: str, rule: str = "SEQ.17") -> None:
    """Play a card for its Reaction."""
    take_from_hand(state, side, card)
    discard(state, side, card)
    state.note(f"{NAMES[side]} reacts with {state.data.cards[card].reaction} ({card}).", rule)


def play_extra(state: SandState, side: Side, card: str, rule: str = "ADD.1") -> None:
    """Play one more card for its Action in the same round (R102)."""
    take_from_hand(state, side, card)
    discard(state, side, card)
    state.note(f"{NAMES[side]} adds {title_of(state, card)} ({card}).", rule)


def turn_cards(state: SandState, side: Side, count: int = 1) -> tuple[str, ...]:
    """Take cards from the top of a deck; when it runs out the discards are shuffled into a new one (SEQ.19)."""
    pool = state.pools[side]
    if len(pool.content) < count and pool.discards:
        state.note(f"The deck of {NAMES[side]} runs out: its discards are shuffled into a new one.", "SEQ.19")
    return state.draw_from(side, count, refill=True)


def draw_cards(state: SandState, side: Side, count: int, rule: str) -> None:
    """Draw cards into a hand, the discards shuffled in when the deck runs out (SEQ.19)."""
    drawn = turn_cards(state, side, count)
    state.hands = {**state.hands, side: (*state.hands.get(side, ()), *drawn)}
    if drawn:
        titles = state.data.titles
        words = ", ".join([f"{titles[card]} ({card})" for card in drawn])
        cards = "a card" if len(drawn) == 1 else f"{len(drawn)} cards"
        public = f"{NAMES[side]} draws {cards}."
        state.note(f"{NAMES[side]} draws {words}.", rule, only=(side,), public=public, show=("rules", "rolls"))


def discard_at_random(state: SandState, side: Side, count: int, rule: str) -> None:
    """Chance takes cards out of a hand; everybody sees them on the pile."""
    for _ in range(min(count, len(state.hands[side]))):
        card = state.pick_of(state.hands[side], f"the hand of {side}")
        take_from_hand(state, side, card)
        discard(state, side, card)
        state.note(f"{NAMES[side]} loses {title_of(state, card)} ({card}) at random.", rule)
