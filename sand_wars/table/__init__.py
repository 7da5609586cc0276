"""How Sand Wars looks and is handled at any table."""

from __future__ import annotations

from typing import Any

from common.tabletop import Table
from sand_wars.table.charts import SandCharts
from sand_wars.table.drops import SandDrops
from sand_wars.table.ending import SandEnding
from sand_wars.table.faces import SandFaces
from sand_wars.table.facts import SandFacts
from sand_wars.table.labels import SandLabels
from sand_wars.table.measuring import SandMeasuring
from sand_wars.table.overlays import SandOverlays
from sand_wars.table.positions import SandPositions
from sand_wars.table.stage import SandStage
from sand_wars.table.trays import SandTrays
from sand_wars.table.trial import SandTrials


class SandTable(
    SandFaces,
    SandTrays,
    SandOverlays,
    SandEnding,
    SandFacts,
    SandCharts,
    SandMeasuring,
    SandLabels,
    SandDrops,
    SandStage,
    SandTrials,
    SandPositions,
    Table,
):
    """The table of the game: each part is in the module of its name."""


def open_table(game: Any) -> SandTable:
    """The table of the game."""
    return SandTable(game)
