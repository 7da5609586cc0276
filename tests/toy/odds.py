"""The exact chances of an attack, as far as the attacker can know them."""

from __future__ import annotations

from common.engine import D6, Action
from common.tables import Chances, Odds
from tests.toy.actions import Land, March
from tests.toy.rules.combat import ENOUGH, modifiers
from tests.toy.state import ENEMY, ToyState


def odds(state: ToyState, action: Action) -> Odds | None:
    """5c  Without an ambush, over the kinds that the enemy has left; which block is which nobody knows."""
    if not isinstance(action, March | Land) or action.block not in state.blocks:
        return None
    block = state.blocks[action.block]
    if not state.own(ENEMY[block.side], action.space):
        return None
    kinds = Chances.even([other.kind for other in state.blocks.values() if other.side != block.side])

    def wins(die: int, kind: str) -> bool:
        return die + sum(part.value for part in modifiers(state, block.side, block.kind, kind, False)) >= ENOUGH

    result = Chances.even(D6).join(kinds, wins)
    return Odds.of("Battle", "5c", result, lambda won: "defender lost" if won else "attacker lost", float)
