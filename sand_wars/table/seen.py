"""A position made of what a view tells, so that sums and lines can be worked out on it."""

from __future__ import annotations

from typing import Any

from common.engine import Pool, Side
from sand_wars.state import Block, SandState
from sand_wars.view import View


def position_seen(game: Any, view: View, stand_ins: bool = True) -> SandState:
    """The open part of a position: hidden blocks stand in it as plain blocks of their side without strength."""
    state = SandState(
        scenario="",
        pieces=dict(view.pieces),
        control=dict(view.control),
        wrecked=frozenset(view.wrecked),
        lost_steps=dict(view.lost_steps),
        hand_base=dict(view.hand_base),
        hands=dict.fromkeys(view.hand_sizes, ()),
        oil_down=dict(view.pending["oil_down"]),
        oil_up=dict(view.pending["oil_up"]),
        phosphate=dict(view.pending["phosphate"]),
        objectives=dict(view.objectives),
        revealed=frozenset(view.revealed),
        active=view.active,
        war=view.war,
        chips=view.chips,
        box=view.box,
        battle=view.battle,
        entered=dict(view.entered),
        fresh=frozenset(view.fresh),
        pools={side: Pool() for side in view.decks},
    )
    state.attach(game.data, None)
    if stand_ins:
        _stand_in(state, view)
    return state


def _stand_in(state: SandState, view: View) -> None:
    """Put as many unnamed blocks into each space as are seen there; which ones they are does not matter."""
    spare = {side: iter([id_ for id_ in _blocks_of(state, side) if id_ not in view.pieces]) for side in view.stacks}
    for side, stacks in view.stacks.items():
        for space, stack in stacks.items():
            for _ in range(stack.blocks + stack.hqs + stack.hqs_down):
                id_ = next(spare[side])
                state.pieces[id_] = Block(id_, space)


def _blocks_of(state: SandState, side: Side) -> list[str]:
    return [id_ for id_, facts in state.data.counters.items() if facts.side == side and facts.is_block]
