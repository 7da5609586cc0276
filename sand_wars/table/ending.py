"""How a finished war is told: both objectives condition by condition, and what it cost both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from common.engine import Side
from common.tabletop import Facts, Figure, VerdictLine
from sand_wars.rules.victory import is_met, progress
from sand_wars.state import NAMES, SIDES
from sand_wars.table.facts import words_for
from sand_wars.table.seen import position_seen
from sand_wars.view import View


class SandEnding(Facts):
    """Verdict, losses and how far the objectives were met, read from views."""

    def verdict(self, view: View) -> Sequence[VerdictLine]:
        return tuple(self._verdict(view))

    def _verdict(self, view: View) -> Iterator[VerdictLine]:
        state = position_seen(self.game, view)
        for side, card in view.objectives.items():
            objective = self.data.objectives[card]
            met = is_met(state, card)
            yield VerdictLine(f"{NAMES[side]}, {objective.title}: {'met' if met else 'not met'}", "WIN.2", met)
            for condition, part in zip(objective.conditions, progress(state, card), strict=True):
                amount = f"{part.have}, {'at most ' if part.at_most else ''}{part.need} asked for"
                yield VerdictLine(f"… {words_for(self.data, condition)}: {amount}", "WIN.2", part.met)
        if not view.objectives:
            yield VerdictLine("The objectives had not been dealt yet", "WIN.1")
        if len(view.objectives) == len(SIDES):
            words = "One objective met wins decisively; both are a marginal victory for each, none is a draw"
            yield VerdictLine(words, "WIN.7")

    def losses(self, view: View, counted: Mapping[Side, int]) -> Sequence[Figure]:
        steps = [Figure("Steps", NAMES[side], view.lost_steps.get(side, 0), side) for side in SIDES]
        wrecked = {side: sum(self.data.home[space] == side for space in view.wrecked) for side in SIDES}
        return [*steps, *(Figure("Resources disrupted", NAMES[side], number, side) for side, number in wrecked.items())]

    def tide(self, view: View, end: View) -> Sequence[Figure]:
        """WIN.2  How far each objective that the end has shown was met, in per cent."""
        state = position_seen(self.game, view)
        found = []
        for side, card in end.objectives.items():
            parts = [part.part for part in progress(state, card)]
            found.append(Figure("Objectives in percent", NAMES[side], round(100 * sum(parts) / len(parts)), side))
        return found
