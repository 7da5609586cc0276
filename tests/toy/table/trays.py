"""The trays beside the map: the hands, the deck and what has been discarded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from common.tabletop import Card, CardFace, Looks, Tray
from tests.toy.rules.combat import CARD, Ambush
from tests.toy.rules.sequence import Discard
from tests.toy.state import NAMES, SIDES
from tests.toy.view import View

HAND, DISCARDS = "hand", "discards"
SYMBOL = {"ambush": "attack", "rumour": "question"}
PAPER = {"ambush": "#f0d9c8", "rumour": "#f4efe2"}
BACK = CardFace(title="The Crossing", symbol="anchor", paper="#3d4d5c", ink="#f3ead4", back=True)


class ToyTrays(Looks):
    """Cards, each where it lies; those a side is about to discard already lie with the discards."""

    def trays(self, view: View) -> Sequence[Tray]:
        hands = [self._hand(view, side) for side in sorted(SIDES, key=lambda side: side != view.side)]
        deck = Tray("deck", "Deck", face_down=view.deck, back=BACK, rule="6")
        gone = [Card(f"{DISCARDS} {n}", self._face(card)) for n, card in enumerate(view.discards)]
        leaving = [Card(id_, self._face(card), view.side, True, ("marked",)) for id_, card in chosen_cards(view)]
        return (hands[0], Tray(DISCARDS, "Discards", cards=(*gone, *leaving), rule="6"), deck, *hands[1:])

    def _hand(self, view: View, side: str) -> Tray:
        if side != view.side:
            return Tray(f"{side} hand", f"{NAMES[side]}'s hand", side, face_down=view.hand_sizes[side], back=BACK)
        cards = (Card(id_, self._face(card), side, can_leave(view, card)) for id_, card in cards_in_hand(view))
        return Tray(HAND, f"{NAMES[side]}'s hand", side, tuple(cards), rule="6")

    def _face(self, card: str) -> CardFace:
        text: str = self.data.cards.text[card]
        return CardFace(card.capitalize(), text, symbol=SYMBOL[card], paper=PAPER[card], rule="5b")


def cards_in_hand(view: View) -> list[tuple[str, str]]:
    """The cards left in the viewer's hand: the id of each as a piece, and what it is."""
    left = Counter(view.hand) - Counter(_chosen(view))
    return list(_number("", left.elements()))


def chosen_cards(view: View) -> list[tuple[str, str]]:
    """The cards that the viewer has chosen to discard."""
    return list(_number("chosen ", _chosen(view)))


def can_leave(view: View, card: str) -> bool:
    """Whether a card of the hand can be put somewhere now."""
    step = view.step
    return view.side == view.to_act and (isinstance(step, Discard) or (isinstance(step, Ambush) and card == CARD))


def _chosen(view: View) -> tuple[str, ...]:
    return view.step.chosen if isinstance(view.step, Discard) and view.step.side == view.side else ()


def _number(prefix: str, cards: Iterable[str]) -> Iterator[tuple[str, str]]:
    """An id for each card; cards that are alike are counted."""
    seen: Counter[str] = Counter()
    for card in cards:
        yield f"{prefix}{card} {seen[card]}", card
        seen[card] += 1
