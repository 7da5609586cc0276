"""Invariants of the toy game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.toy.state import SIDES, STACK_LIMIT, ToyState


def invariants(state: ToyState) -> Iterator[str]:
    """Everything that is wrong with a position."""
    data, deck = state.data, state.pools["deck"]
    cards = Counter((*deck.content, *deck.discards, *(card for hand in state.hands.values() for card in hand)))
    if cards != data.cards.deck:
        yield f"the deck does not add up: {dict(cards)}"
    for side in SIDES:
        kinds = Counter(block.kind for block in state.blocks.values() if block.side == side)
        if not kinds <= Counter(data.units.kinds):
            yield f"{side} has too many blocks: {dict(kinds)}"
    for id_, block in state.blocks.items():
        if block.at not in data.names and block.at != data.units.ship.name:
            yield f"{id_} is nowhere"
    for place in {block.at for block in state.blocks.values()}:
        stacks = [state.own(side, place) for side in SIDES]
        if place in data.worth and all(stacks):
            yield f"both sides are in {place}"
        if max(map(len, stacks)) > (data.units.ship.capacity if place == data.units.ship.name else STACK_LIMIT):
            yield f"{place} is too full"
        top = state.blocks.get(state.tops.get(place, ""))
        if top is None or top.at != place:
            yield f"nothing is on top in {place}"
