"""How a finished game is told: both ways of winning, the blocks that were lost, and the points over the turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.engine import Side
from common.tabletop import Facts, Figure, VerdictLine
from tests.toy.state import NAMES, SIDES
from tests.toy.view import View


class ToyEnding(Facts):
    """Verdict, losses and tide, read from views."""

    def verdict(self, view: View) -> Sequence[VerdictLine]:
        left = {side: self._count(view, side) for side in SIDES}
        gone = [VerdictLine(f"{NAMES[side]} has {left[side]} blocks left", "7", not left[side]) for side in SIDES]
        score = {side: self._points(view, side) for side in SIDES}
        best = [side for side in SIDES if score[side] == max(score.values())]
        text = ", ".join(f"{NAMES[side]} {score[side]}" for side in SIDES)
        return [*gone, VerdictLine(f"Points of the places held: {text}", "7", len(best) == 1 and all(left.values()))]

    def losses(self, view: View, counted: Mapping[Side, int]) -> Sequence[Figure]:
        whole = sum(self.data.units.kinds.values())
        return [Figure("Blocks", NAMES[side], whole - self._count(view, side), side) for side in SIDES]

    def tide(self, view: View, end: View) -> Sequence[Figure]:
        return [Figure("points", NAMES[side], self._points(view, side), side) for side in SIDES]

    def _count(self, view: View, side: Side) -> int:
        return sum(count for _, count in view.stacks.get(side, {}).values())

    def _points(self, view: View, side: Side) -> int:
        worth = self.data.worth
        return sum(worth[at] for at in view.stacks.get(side, {}) if at in worth)
