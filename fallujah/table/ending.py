"""How a finished battle is told: the levels of victory around the total, and what it cost both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.engine import Side
from common.tabletop import Facts, Figure, VerdictLine
from fallujah.state import COALITION, ELIMINATED, INSURGENT, SIDE_NAMES
from fallujah.table.overview import level_spans
from fallujah.view import View


class FallujahEnding(Facts):
    """Verdict and losses, read from a view."""

    def verdict(self, view: View) -> Sequence[VerdictLine]:
        """1.2  The level reached, and how far the levels beside it are."""
        found, total = [], view.total
        for row, most in level_spans(self.data):
            least = row.least
            span = f"{least} points or more" if most is None else f"{most} points or fewer"
            if least is not None and most is not None:
                span = f"{most} points" if least == most else f"{least} to {most} points"
            far = f"the Insurgents have {total}"
            if least is not None and total < least:
                far = f"{least - total} short"
            elif most is not None and total > most:
                far = f"{total - most} too many"
            found.append(VerdictLine(f"{row.level}: {span}; {far}", row.rule, row.level == view.level))
        return found

    def losses(self, view: View, counted: Mapping[Side, int]) -> Sequence[Figure]:
        """8.1a  The Coalition's losses are political points; fighters are eliminated."""
        gone = [piece for piece in view.pieces if piece.space == ELIMINATED]
        spent = {side: sum(piece.spent for piece in view.pieces if piece.side == side) for side in SIDE_NAMES}
        return [
            Figure("Cadre and Fedayeen eliminated", SIDE_NAMES[INSURGENT], len(gone), INSURGENT),
            Figure("Political points suffered", SIDE_NAMES[COALITION], view.backlash, COALITION),
            *(Figure("Spent units at the end", SIDE_NAMES[side], number, side) for side, number in spent.items()),
        ]
