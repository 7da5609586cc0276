"""How a finished war is told: sudden deaths, the degree of victory, and what it cost both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.engine import Entry, Side
from common.engine.words import several
from common.tabletop import Facts, Figure, VerdictLine
from operation_serval.components import Components
from operation_serval.rules import victory
from operation_serval.rules.telling import does
from operation_serval.state import ELIMINATED, ISLAMIST, SIDE_NAMES, SIDES
from operation_serval.table.overview import leader_of
from operation_serval.view import View

TELLING = {"13.1a", "16.5.1d", "17.1a", "23.2a", "27.0a", "EVT.6", "27.2a", "10.6e"}  # marches, flights, sharia, losses


class ServalEnding(Facts):
    """Verdict and losses, read from a view."""

    def verdict(self, view: View) -> Sequence[VerdictLine]:
        data: Components = self.data
        chart = data.tables.victory_points
        held = [hex_ for hex_ in data.capitals if view.stacks.get(hex_) == ISLAMIST]
        bamako, need = view.stacks.get(data.bamako) == ISLAMIST, chart.capitals_for_sudden_death
        left = [hex_ for hex_, side in view.stacks.items() if side == ISLAMIST and data.country[hex_] == "mali"]
        taken = f"Bamako is {'' if bamako else 'not '}taken, and {len(held)} of the {len(data.capitals)} capitals"
        stand = f"they stand in {several(len(left), 'hex', 'hexes')}" if left else "none is left"
        found = [
            VerdictLine(
                f"Sudden death: Islamists in Bamako and {need} regional capitals; {taken}",
                "5.1a",
                bamako and len(held) >= need,
            ),
            VerdictLine(f"Sudden death: no Islamists in Mali; {stand}", "5.1b", not left),
        ]
        if not any(line.met for line in found):
            return [*found, *self._degrees(view)]
        return [*found, VerdictLine(f"Victory points no longer mattered: {_score(view)}", "5.2a")]

    def _degrees(self, view: View) -> Sequence[VerdictLine]:
        """5.2  The lead against what each degree asks for; the first that is reached counts."""
        levels, lead, leader = self.data.tables.victory_points.levels, abs(view.lead), leader_of(view)
        reached = next(row for row in levels if lead >= row.least)
        ahead = f"the {does(leader, 'lead')} by {lead}" if leader else "nobody leads"
        rounded = ", the half rounded toward a draw" if sum(view.points.values()) % 2 else ""
        lines = [VerdictLine(f"Points at the end: {_score(view)}; {ahead}{rounded}", "5.2a")]
        for row in levels:
            short = f"{row.least - lead} short" if row.least > lead else "reached" if row is reached else "surpassed"
            asked = f"a lead of {row.least} or more: {short}" if row.least else "a smaller lead"
            lines.append(VerdictLine(f"{row.level}: {asked}", "5.2a", row is reached))
        return lines

    def tells_points(self, entry: Entry) -> bool:
        """VPC  Places, sharia and losses bring points; what lines themselves change is C2P and airlift."""
        extensions = {setup.extension_rule for setup in self.data.setups.values()}
        return not entry.changes and "8.0a" not in entry.rules and not (TELLING | extensions).isdisjoint(entry.rules)

    def tide(self, view: View, end: View) -> Sequence[Figure]:
        """VPC  Victory points; nothing while the counters are being set up."""
        return super().tide(view, end) if view.playing else ()

    def losses(self, view: View, counted: Mapping[Side, int]) -> Sequence[Figure]:
        found = [Figure("Counters eliminated", SIDE_NAMES[side], counted.get(side, 0), side) for side in SIDES]
        for title, only_leaders in (("Out of the game for good", False), ("Leaders among them", True)):
            for side in SIDES:
                gone = [id_ for id_, unit in view.units.items() if unit.at == ELIMINATED[side]]
                leaders = [id_ for id_ in gone if self.data.counters[id_].type == "leader"]
                found.append(Figure(title, SIDE_NAMES[side], len(leaders if only_leaders else gone), side))
        return found


def _score(view: View) -> str:
    return " to ".join(f"{SIDE_NAMES[side]} {victory.shown(view.points[side])}" for side in SIDES)
