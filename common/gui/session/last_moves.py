"""What moved last: arrows from space to space, numbered in order, read from the positions themselves."""

from __future__ import annotations

from collections import Counter

from common.engine import Side
from common.gui.map.board import Arrow
from common.gui.session.replay_moments import start_of_shown_turn
from common.gui.session.session_view import SessionView

MOST = 400  # actions looked back at most
Weights = Counter[tuple[Side, str]]


def last_moves(session: SessionView) -> list[Arrow]:
    """The moves of the turn that is shown, as the viewer may see them; one number for each unbroken march."""
    arrows: list[Arrow] = []
    before: Weights | None = None
    number, end = 0, ""
    for moment in range(max(start_of_shown_turn(session), session.shown_moment - MOST), session.shown_moment + 1):
        now = _weigh(session, moment)
        move = find_move(before, now) if before is not None else None
        if move is not None:
            if move[0] != end:
                number += 1
            arrows.append((move[0], move[1], str(number)))
            end = move[1]
        before = now
    return list(dict.fromkeys(arrows))


def _weigh(session: SessionView, moment: int) -> Weights:
    """How much of each side stands where; counters may change their names when they move, their weight stays."""
    found: Weights = Counter()
    for piece in session.table.pieces(session.view_at(moment, session.viewer)):
        if piece.side and piece.space:
            found[piece.side, piece.space] += max(1, piece.strength)
    return found


def find_move(before: Weights, now: Weights) -> tuple[str, str] | None:
    """The one place a side has left for another; None when more or less than that has happened."""
    for side in {side for side, _ in before}:
        places = {space for owner, space in before.keys() | now.keys() if owner == side}
        change = {space: now[side, space] - before[side, space] for space in places}
        left = [space for space, weight in change.items() if weight < 0]
        reached = [space for space, weight in change.items() if weight > 0]
        if len(left) == len(reached) == 1:
            return left[0], reached[0]
    return None
