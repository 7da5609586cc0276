"""Cards and boxes beside the map: hands, cards on the table, HQ displays, Off-Map and Replacement boxes, piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine import Side
from common.tabletop import Card, CardFace, Looks, Tray
from sand_wars.components import Components
from sand_wars.rules.cards import NULL
from sand_wars.rules.hand import Discarding
from sand_wars.state import ALGERIA, MOROCCO, NAMES, OFF_MAP, REPLACEMENT, SIDES, WAITING
from sand_wars.table.faces import COLOURS, piece_on_table
from sand_wars.view import View

HAND, TABLE = "hand", "table"
PAPER = {True: "#f6dcd4", False: "#f5efdf"}  # red titles may join a combat
BACKS = {
    side: CardFace(NAMES[side], symbol=sign, paper=COLOURS[side], ink="#f6f0dd", back=True)
    for side, sign in ((ALGERIA, "crescent"), (MOROCCO, "star"))
}
DIE = "\u2680\u2681\u2682\u2683\u2684\u2685"
RINGS = {"event": " \u25efEvent", "turn": " \u25efTurn", "none": ""}
BOX_TITLES = {OFF_MAP: "Off-Map box", REPLACEMENT: "Replacement box", WAITING: "Waiting"}


def discards_of(side: Side) -> str:
    """The tray of a side's discard pile."""
    return f"{side} discards"


def card_face(data: Components, card: str) -> CardFace:
    """An Operations card: Action, Reaction, Event and dice on one face."""
    printed = data.cards[card]
    left, right = printed.dice
    dice = f"{DIE[left - 1]}{DIE[right - 1]}"
    red = printed.action != NULL and data.texts.actions[printed.action].red
    text = (
        f"{data.texts.actions[printed.action].text}\n"
        f"Reaction: {printed.reaction}\nEvent: {printed.event}\nDice: {left} {right}{RINGS[printed.trigger]}"
    )
    return CardFace(printed.action, text, dice, "", PAPER[red], "#241a12", "CRD.4")


class SandTrays(Looks):
    """What lies beside the map."""

    def trays(self, view: View) -> Sequence[Tray]:
        return tuple(self._trays(view))

    def _trays(self, view: View) -> Iterator[Tray]:
        mine = view.side
        if mine is not None:
            yield self._hand(view, mine)
        on_table = [card for side in SIDES for card in (*view.limbo.get(side, ()), *view.left_out.get(side, ()))]
        cards = tuple(Card(card, card_face(self.data, card)) for card in on_table)
        yield Tray(TABLE, "On the table", None, cards, rule="EVP.1")
        yield from self._displays(view)
        for side in sorted(SIDES, key=lambda side: side != mine):
            yield from self._boxes(view, side)
        for side in sorted(SIDES, key=lambda side: side != mine):
            yield from self._piles(view, side)

    def _hand(self, view: View, side: Side) -> Tray:
        chosen = chosen_cards(view)
        left = sort_hand(self.data, [card for card in view.hand if card not in chosen])
        movable = view.to_act == side
        cards = tuple(Card(card, card_face(self.data, card), side, movable) for card in left)
        return Tray(HAND, f"Hand of {NAMES[side]}", side, cards, rule="OPS.4")

    def _displays(self, view: View) -> Iterator[Tray]:
        """DSP.6  The boxes of the HQs whose units the viewer may see."""
        for id_, facts in self.data.counters.items():
            piece = view.pieces.get(id_)
            if facts.hq is None or piece is None or not piece.up or piece.at not in self.data.names:
                continue
            inside = [other for other in view.pieces.values() if other.hq == id_]
            units = tuple(piece_on_table(self.data, other, id_, view.side) for other in inside)
            count = sum(self.data.counters[other.id].is_block for other in inside)
            title = f"{id_}, PV {piece.pv}, {count}/{facts.hq.capacity}, {self.data.names[piece.at]}"
            yield Tray(id_, title, facts.side, pieces=units, rule="HQC.1")

    def _boxes(self, view: View, side: Side) -> Iterator[Tray]:
        for box, title in BOX_TITLES.items():
            inside = [p for p in view.pieces.values() if p.at == box and self.data.counters[p.id].side == side]
            if inside:
                pieces = tuple(piece_on_table(self.data, piece, f"{side} {box}", view.side) for piece in inside)
                yield Tray(f"{side} {box}", f"{title}, {NAMES[side]}", side, pieces=pieces, rule="DSP.5")

    def _piles(self, view: View, side: Side) -> Iterator[Tray]:
        if side != view.side:
            size = view.hand_sizes.get(side, 0)
            yield Tray(f"{side} hand", f"Hand of {NAMES[side]}", side, face_down=size, back=BACKS[side], rule="OPS.4")
        title = f"Deck of {NAMES[side]}"
        yield Tray(f"{side} deck", title, side, face_down=view.decks[side], back=BACKS[side], rule="SET.4")
        gone = [Card(card, card_face(self.data, card)) for card in view.discards[side]]
        leaving = chosen_cards(view) if side == view.side else ()
        marked = [Card(card, card_face(self.data, card), side, True, ("marked",)) for card in leaving]
        title = f"Discards of {NAMES[side]}"
        yield Tray(discards_of(side), title, side, (*gone, *marked), rule="SEQ.19")


def chosen_cards(view: View) -> tuple[str, ...]:
    """The cards that the viewer is about to discard."""
    step = view.step
    return step.chosen if isinstance(step, Discarding) and step.side == view.side else ()


def sort_hand(data: Components, cards: list[str]) -> list[str]:
    """Cards by their Action, the dead ones last."""
    return sorted(cards, key=lambda card: (data.cards[card].action == NULL, data.cards[card].action, card))
