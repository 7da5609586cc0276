"""How a finished campaign is told: the conditions it was judged by, and what it cost both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.engine import Side
from common.tabletop import Facts, Figure, VerdictLine
from nmc.components import Components
from nmc.rules.victory import NAMES
from nmc.state import CONFEDERATE, UNION
from nmc.table.faces import COLOURS
from nmc.view import View

KINDS = (("regular", "Regulars", UNION), ("militia", "Militia", UNION), ("cavalry", "Cavalry", CONFEDERATE))


class NmcEnding(Facts):
    """Verdict and losses, read from a view."""

    def verdict(self, view: View) -> Sequence[VerdictLine]:
        data: Components = self.data
        union, south = view.vp[UNION], view.vp[CONFEDERATE]
        prize, keys = data.locales[data.setup.prize].name, data.setup.keys
        held = [key for key in keys if view.control[key] == CONFEDERATE]
        forts = " and ".join(f"{data.locales[key].name} is {NAMES[view.control[key]]}" for key in keys)
        fallen = view.control[data.setup.prize] == CONFEDERATE
        spent = [side for side in COLOURS if view.vp[side] <= 0]
        empty = f"the {NAMES[spent[0]]} has none left" if spent else f"Union {union}, Confederates {south}"
        return (
            VerdictLine(f"{prize} falls to the Confederates: {'it did' if fallen else 'it did not'}", "4.1", fallen),
            VerdictLine(f"A side runs out of victory points: {empty}", "4.2", bool(spent)),
            VerdictLine(f"The Confederates have more points: {south} against {union}", "4.6", south > union),
            VerdictLine(f"… and hold both forts: {forts}", "4.6", len(held) == len(keys)),
            VerdictLine(f"The Union has more points: {union} against {south}", "4.7", union > south),
            VerdictLine(f"… and holds one fort at least: {forts}", "4.7", len(held) < len(keys)),
            VerdictLine(
                "After the last turn a side wins if both of its conditions hold; otherwise the game is a draw", "4.9a"
            ),
        )

    def losses(self, view: View, counted: Mapping[Side, int]) -> Sequence[Figure]:
        fallen = {side: sum(view.lost.get(kind, 0) for kind, _, owner in KINDS if owner == side) for side in COLOURS}
        leaders = {side: sum(1 for name in view.fallen if self.data.leaders[name].side == side) for side in COLOURS}
        return [
            Figure(title, NAMES[side], number[side], side)
            for title, number in (("Strength points", fallen), ("Leaders", leaders))
            for side in COLOURS
        ]
