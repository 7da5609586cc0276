"""7  Who has won."""

from __future__ import annotations

from tests.toy.state import ENEMY, NAMES, SIDES, ToyState


def points(state: ToyState) -> dict[str, int]:
    """What the places held are worth (7)."""
    worth = state.data.worth
    return {side: sum(value for space, value in worth.items() if state.own(side, space)) for side in SIDES}


def end_if_destroyed(state: ToyState) -> None:
    """A side without blocks has lost (7)."""
    for side in SIDES:
        if not any(block.side == side for block in state.blocks.values()):
            state.over(ENEMY[side], "Destruction", f"{NAMES[side]} has no blocks left.", "7", points(state))


def end_by_points(state: ToyState) -> None:
    """The last turn is over (7)."""
    score = points(state)
    best = max(score.values())
    winners = [side for side in SIDES if score[side] == best]
    winner = winners[0] if len(winners) == 1 else None
    told = f"{NAMES[winner]} holds more." if winner else "Both hold the same."
    state.over(winner, "Points" if winner else "Draw", told, "7", score)
