"""How a finished game is told: Sudden Death, the margin, and what it cost both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.engine import Entry, Side
from common.tabletop import Facts, Figure, VerdictLine
from somali_pirates.state import COALITION, DUE, ENEMY, PIRATE, REMOVED, SIDE_NAMES, SIDES, does
from somali_pirates.view import View

INDEX_RULES = frozenset(
    ("3.0Cb", "3.0Ef", "4.1c", "4.1j", "4.1k", "6.0a", "6.0b", "6.1b", "18.4a", "31.1b", "33.1a", "CHIT.C6", "CHIT.P4")
)


class PirateEnding(Facts):
    """Verdict and losses, read from a view."""

    def verdict(self, view: View) -> Sequence[VerdictLine]:
        points = {side: sum(view.points[side].values()) for side in SIDES}
        found = [
            VerdictLine(
                f"Sudden Death: the index of the {SIDE_NAMES[side]} falls to zero; it stands at {view.index[side]}",
                "5.2a",
                view.index[side] <= 0,
            )
            for side in SIDES
        ]
        winner = view.result.winner if view.result is not None else None
        bonus = self.data.tables.victory.sudden_death
        if winner is not None and view.index[ENEMY[winner]] <= 0:
            margin = points[winner] + bonus
            words = f"The {does(winner, 'count')} {points[winner]} points and {bonus} for Sudden Death: {margin}"
            found.append(VerdictLine(words, "5.2b"))
        else:
            margin = abs(points[COALITION] - points[PIRATE])
            leader = COALITION if points[COALITION] > points[PIRATE] else PIRATE
            score = f"{points[leader]} to {points[ENEMY[leader]]}"
            words = f"The {does(leader, 'lead')} {score}, by {margin}" if margin else f"Nobody leads at {score}"
            found.append(VerdictLine(words, "5.1f"))
        return [*found, *self._levels(margin)]

    def _levels(self, margin: int) -> list[VerdictLine]:
        """5.1f  What each level asks for, the best first."""
        levels = self.data.tables.victory.levels
        reached = [row for row in levels if margin >= row.least][-1]
        found = []
        for row in reversed(levels):
            short = f"{row.least - margin} short" if row.least > margin else "reached"
            short = "surpassed" if row.least < reached.least else short
            asked = f"{row.least} or more: {short}" if row.least else "any smaller margin"
            found.append(VerdictLine(f"{row.level}: {asked}", "5.1f", row is reached))
        return found

    def tells_points(self, entry: Entry) -> bool:
        """6.0a  Every change of an index stands under the rule that asks for it."""
        return not INDEX_RULES.isdisjoint(entry.rules)

    def losses(self, view: View, counted: Mapping[Side, int]) -> Sequence[Figure]:
        found = [Figure("Units eliminated", SIDE_NAMES[side], counted.get(side, 0), side) for side in SIDES]
        gone = sum(1 for unit in view.units.values() if unit.at == REMOVED)
        away = sum(1 for unit in view.units.values() if unit.at == DUE)
        return [
            *found,
            Figure("Out of the game for good", SIDE_NAMES[COALITION], gone, COALITION),
            Figure("Yet to return", SIDE_NAMES[COALITION], away, COALITION),
        ]

    def tide(self, view: View, end: View) -> Sequence[Figure]:
        """5.1  Victory points, port bases and oil wells included; nothing while the set-up is being bought."""
        if view.phase == "setup":
            return ()
        return [Figure("Victory points", SIDE_NAMES[side], sum(view.points[side].values()), side) for side in SIDES]
