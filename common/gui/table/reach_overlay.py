"""The reach of a stack as an overlay: where the counters under the pointer can go, without lifting them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.gui.kit.language import tr, trn
from common.gui.map.mouse_gestures import Hit
from common.tabletop import Overlay

if TYPE_CHECKING:
    from common.gui.map.map_view import MapView
    from common.gui.session.selection import Selection

NAME = "reach"
TINT = "#1667b7"


def pointed(view: MapView) -> tuple[str, ...]:
    """The counters that would be taken up where the pointer or the keyboard's cursor is."""
    board = view.board
    cursor = Hit(board.cursor, board.marked or board.top(board.cursor), bool(board.marked))
    return board.liftable(board.hover, True) or (board.liftable(cursor, True) if board.cursor else ())


def reach_of(hand: Selection, pieces: Sequence[str]) -> Overlay | None:
    """Every space these counters can go to now, with its cost."""
    targets = hand.targets_for(pieces)
    if not targets:
        return None
    names = [found.name for piece in pieces if (found := hand.piece(piece)) is not None]
    whose = names[0] if len(names) == 1 else trn("{n} counter", "{n} counters", len(names))
    here = tr("can go here")
    labels = {t.space: t.label for t in targets if len(t.label) < 8}
    spaces, legend = {t.space: here for t in targets}, ((here, TINT, "cross"),)
    return Overlay(NAME, tr("Reach of {piece}", piece=whose), "R", spaces, legend, (), labels)
