"""What moved last: arrows from space to space, numbered in order, read from the positions and the journal."""

from __future__ import annotations

from common.gui.board import Arrow
from common.gui.session import Session

MOST = 400  # actions looked back at most


def last_moves(session: Session) -> list[Arrow]:
    """The moves of the last run of decisions of each side, as the viewer may see them."""
    start = _last_run(session)
    moves: list[tuple[str, str]] = []
    where: dict[str, str] = {}
    for moment in range(start, session.shown + 1):
        view = session.match.game.view(session.state_at(moment), session.viewer)
        here = {piece.id: piece.space for piece in session.table.pieces(view)}
        for piece, space in here.items():
            before = where.get(piece, space)
            if before != space and before and space:
                moves.append((before, space))
        where = here
    if not moves:
        moves = _from_journal(session, start)
    arrows: list[Arrow] = []
    for move in dict.fromkeys(moves):
        arrows.append((move[0], move[1], str(len(arrows) + 1)))
    return arrows


def _last_run(session: Session) -> int:
    """Where the last run of one side's decisions that moved anything began."""
    past = session.match.past[: session.shown]
    moment = len(past)
    if not past:
        return 0
    turn = past[-1].before.turn
    while moment > 0 and past[moment - 1].before.turn == turn and len(past) - moment < MOST:
        moment -= 1
    return moment


def _from_journal(session: Session, start: int) -> list[tuple[str, str]]:
    """Entries that name two places and more tell a way."""
    moves: list[tuple[str, str]] = []
    for entry in session.entries():
        if start < entry.action <= session.shown:
            moves += [(a, b) for a, b in zip(entry.places, entry.places[1:]) if a != b]
    return moves
