"""The reach of a stack as an overlay: where the counters under the pointer can go, without lifting them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.gui.gestures import Hit
from common.tabletop import Overlay

if TYPE_CHECKING:
    from common.gui.hand import Hand
    from common.gui.mapview import MapView

NAME = "reach"
LEGEND = (("can go here", "#1667b7", "cross"),)


def pointed(view: MapView) -> tuple[str, ...]:
    """The counters that would be taken up where the pointer or the keyboard's cursor is."""
    board = view.board
    cursor = Hit(board.cursor, board.marked or board.top(board.cursor), bool(board.marked))
    return board.liftable(board.hover, True) or (board.liftable(cursor, True) if board.cursor else ())


def reach_of(hand: Hand, pieces: Sequence[str]) -> Overlay | None:
    """Every space these counters can go to now, with its cost."""
    targets = hand.targets_for(pieces)
    if not targets:
        return None
    names = [found.name for piece in pieces if (found := hand.piece(piece)) is not None]
    whose = names[0] if len(names) == 1 else f"{len(names)} counters"
    spaces, labels = {t.space: LEGEND[0][0] for t in targets}, {t.space: t.label for t in targets if len(t.label) < 8}
    return Overlay(NAME, f"Reach of {whose}", "R", spaces, LEGEND, (), labels)
