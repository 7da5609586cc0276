"""What a stack adds up to, for the fan and the inspector: a line for each side in it."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.gui.map.stacks import totals
from common.gui.session.session_view import SessionView
from common.tabletop import Piece


def sums(sight: SessionView, pieces: Sequence[Piece]) -> list[str]:
    """Counters, what the game adds up for them, and how many can act; enemies are not added together."""
    sides: dict[Side | None, list[Piece]] = {}
    for piece in pieces:
        sides.setdefault(piece.side, []).append(piece)
    lines = {side: totals(group, sight.table.totals(sight.view, group)) for side, group in sides.items()}
    return [f"{sight.name(side)}: {line}" if side and len(lines) > 1 else line for side, line in lines.items()]
