"""How Second Fallujah looks and is handled."""

from __future__ import annotations

from typing import Any

from common.tabletop import Table
from fallujah.table.charts import FallujahCharts
from fallujah.table.drops import FallujahDrops
from fallujah.table.ending import FallujahEnding
from fallujah.table.faces import FallujahFaces
from fallujah.table.facts import FallujahFacts
from fallujah.table.labels import FallujahLabels
from fallujah.table.measuring import FallujahMeasuring
from fallujah.table.overlays import FallujahOverlays
from fallujah.table.overview import FallujahOverview
from fallujah.table.phases import FallujahPhases
from fallujah.table.stage import FallujahStage
from fallujah.table.threat import FallujahThreat
from fallujah.table.trial import FallujahTrials


class FallujahTable(
    FallujahFaces,
    FallujahOverlays,
    FallujahThreat,
    FallujahEnding,
    FallujahFacts,
    FallujahOverview,
    FallujahCharts,
    FallujahPhases,
    FallujahMeasuring,
    FallujahLabels,
    FallujahDrops,
    FallujahStage,
    FallujahTrials,
    Table,
):
    """The table of the game, each part from the module of its name."""


def open_table(game: Any) -> FallujahTable:
    """The table of the game."""
    return FallujahTable(game)
