"""What a side may see of the toy game, and the unseen dealt again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from common.engine import Result, Side
from common.engine.pools import deal_again, redistribute
from tests.toy.state import ENEMY, SIDES, Block, ToyState


class View(msgspec.Struct, frozen=True):
    """Own blocks and cards; of any stack the block on top and how many there are, and the size of the hands."""

    side: Side | None
    turn: int
    to_act: Side | None
    prompt: str
    flow: tuple[Any, ...]
    blocks: dict[str, Block]
    stacks: dict[Side, dict[str, tuple[str, int]]]
    hand: tuple[str, ...]
    hand_sizes: dict[Side, int]
    deck: int
    discards: tuple[str, ...]
    ship: str
    posture: dict[Side, str]
    result: Result | None

    @property
    def step(self) -> Any:
        """Where the sequence of play stands; None when the game is over."""
        return None if self.result is not None else self.flow[-1]


def view_of(state: ToyState, side: Side | None) -> View:
    """The position as one side sees it."""
    places = {who: sorted({block.at for block in state.blocks.values() if block.side == who}) for who in SIDES}
    stacks = {who: {place: state.own(who, place) for place in found} for who, found in places.items()}
    return View(
        side=side,
        turn=state.turn,
        to_act=None if state.result else state.step.actor(state),
        prompt=state.result.reason if state.result else state.step.prompt(state),
        flow=tuple(step.seen_by(side) for step in state.flow),
        blocks={id_: block for id_, block in state.blocks.items() if block.side == side},
        stacks={who: {at: (stack[0], len(stack)) for at, stack in found.items()} for who, found in stacks.items()},
        hand=state.hands.get(side or "", ()),
        hand_sizes={who: len(hand) for who, hand in state.hands.items()},
        deck=len(state.pools["deck"].content),
        discards=state.pools["deck"].discards,
        ship=state.ship,
        posture=dict(state.posture),
        result=state.result,
    )


def hidden(state: ToyState, side: Side) -> frozenset[str]:
    """The other side's kinds of blocks and its cards."""
    enemy = ENEMY[side]
    blocks = {f"kind of {id_}" for id_, block in state.blocks.items() if block.side == enemy}
    cards = Counter(state.hands.get(enemy, ()))
    return frozenset(blocks | {f"{card} {number} of {enemy}" for card in cards for number in range(cards[card])})


def dealt_again(state: ToyState, side: Side | None, seed: int) -> ToyState:
    """The position with everything that a side cannot see dealt again, on the same state."""
    unseen = [who for who in SIDES if who != side]
    for who in unseen:
        kinds = {id_: (block.kind,) for id_, block in state.blocks.items() if block.side == who}
        for id_, (kind,) in redistribute(kinds, seed).items():
            state.blocks[id_] = replace(state.blocks[id_], kind=kind)
    pool, hands = deal_again(state.pools["deck"], {who: state.hands.get(who, ()) for who in unseen}, seed)
    state.pools["deck"] = pool
    state.hands |= hands
    return state
