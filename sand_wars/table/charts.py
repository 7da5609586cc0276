"""The printed tables of the game, with the live row marked."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tabletop import Chart, Facts
from sand_wars.rules.combat.strength import fire_row, firepower
from sand_wars.state import NAMES, SIDES
from sand_wars.table.seen import position_seen
from sand_wars.view import View

SUMS = tuple(str(total) for total in range(2, 13))
FACES = tuple(str(face) for face in range(1, 7))
PROCEDURES = {
    "interdiction": "Interdiction", "strike": "Strategic strike", "air_defense": "Air defense",
    "interception": "Interception", "unconventional": "Unconventional attack",
}  # fmt: skip


class SandCharts(Facts):
    """Charts and tables."""

    def charts(self, view: View) -> Sequence[Chart]:
        return (
            self._fire(view),
            self._impact(),
            self._intervention(),
            self._terrain(),
            self._ranges(),
            self._discovery(),
            self._types(),
        )

    def _fire(self, view: View) -> Chart:
        table = self.data.tables.fire
        rows = tuple((row, *cells) for row, cells in table.rows.items())
        live: tuple[tuple[int, int], ...] = ()
        if view.battle is not None:
            state = position_seen(self.game, view)
            powers = [firepower(state, side) for side in (view.battle.attacker, view.battle.defender)]
            names = list(table.rows)
            live = tuple((names.index(fire_row(state, power)), -1) for power in powers if power)
        return Chart(
            "fire", table.title, table.rule, table.source, ("Firepower", *SUMS), rows, live,
            ("Steps lost by the target; R: the survivors retreat.",), "{row} firepower, {column}: {value}",
        )  # fmt: skip

    def _impact(self) -> Chart:
        table = self.data.tables.impact
        rows = [(PROCEDURES[row], *cells) for row, cells in table.rows.items()]
        rows += [("SOF defense", *table.sof_defense), ("Capture of a base", *table.base_capture)]
        return Chart("impact", table.title, table.rule, table.source, ("Procedure", *FACES), tuple(rows))

    def _intervention(self) -> Chart:
        table = self.data.tables.intervention
        rows = tuple(
            (roll, *(table.names[row[column]] for column in table.columns)) for roll, row in table.rows.items()
        )
        columns = ("Dice", *table.columns.values())
        notes = tuple(f"{table.names[name]}: {text}" for name, text in table.results.items())
        return Chart("intervention", "Major Power Intervention", "MPI.3", table.source, columns, rows, notes=notes)

    def _terrain(self) -> Chart:
        chart = self.data.tables.terrain
        rows = tuple((row.terrain, row.movement, row.combat, row.base) for row in chart.rows)
        columns = ("Terrain", "Movement", "Combat", "Bases")
        return Chart("terrain", "Terrain Effects", "TER.1", chart.source, columns, rows)

    def _ranges(self) -> Chart:
        ruler = self.data.tables.ranges
        km = self.data.map.file.projection["km_per_unit"] if self.data.map.file.projection else 0
        rows = tuple((name.replace("_", " "), str(band), str(round(band * km))) for name, band in ruler.bands.items())
        return Chart("ranges", "Range Ruler", "RNG.3", ruler.source, ("Mission", "Map units", "km"), rows)

    def _discovery(self) -> Chart:
        table = self.data.tables.discovery
        rows = tuple((face, self._found(table.algeria[face]), self._found(table.morocco[face])) for face in FACES)
        return Chart("discovery", "Mineral discovery", "EVT.MIN.a", table.source, ("Die", "Algeria", "Morocco"), rows)

    def _found(self, found: object) -> str:
        space, kind = getattr(found, "space", ""), getattr(found, "kind", "")
        return f"{self.data.names[space]} ({kind})"

    def _types(self) -> Chart:
        types = self.data.units.types
        rows = tuple(
            (
                kind.name,
                str(kind.cv),
                str(kind.recon),
                "yes" if kind.armor else "",
                *(str(self._count(side, code)) for side in SIDES),
            )
            for code, kind in types.entries.items()
        )
        columns = ("Type", "CV", "Recon", "Armor", *NAMES.values())
        return Chart("types", "Unit types", "PCE.8", types.source, columns, rows)

    def _count(self, side: Side, code: str) -> int:
        return sum(facts.side == side and facts.code == code for facts in self.data.counters.values())
