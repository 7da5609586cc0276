"""SEQ.20, TRG.4, DRW.5  The turn marker and what its boxes do to the size of the hands."""

from __future__ import annotations

from sand_wars.rules.victory import end_game
from sand_wars.state import SandState


def advance_marker(state: SandState, rule: str) -> None:
    """Move the marker one box; from the last box the game ends at once (R8)."""
    if state.box >= state.data.tables.tracks.turns:
        state.note(f"The turn marker leaves {state.where()}: the game is over.", rule)
        end_game(state)
        return
    state.box += 1
    state.note(f"The turn marker moves to {state.where()}.", rule)
    if state.box % 2 == 0:
        grow_hands(state)


def grow_hands(state: SandState) -> None:
    """DRW.5, R10  Both sides may hold one card more, up to the limit."""
    limit = state.data.tables.tracks.hand
    state.hand_base = {side: min(limit, size + 1) for side, size in state.hand_base.items()}
    sizes = f"Algeria {state.hand_base['algeria']}, Morocco {state.hand_base['morocco']}"
    state.note(f"Even-numbered turn: the base hand sizes are {sizes}.", "DRW.5")
