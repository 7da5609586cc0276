"""How Operation Serval looks and is handled."""

from __future__ import annotations

from typing import Any

from common.tabletop import Table
from operation_serval.table.charts import ServalCharts
from operation_serval.table.closed_choices import ServalClosedChoices
from operation_serval.table.drops import ServalDrops
from operation_serval.table.ending import ServalEnding
from operation_serval.table.faces import ServalFaces
from operation_serval.table.facts import ServalFacts
from operation_serval.table.labels import ServalLabels
from operation_serval.table.measuring import ServalMeasuring
from operation_serval.table.overlays import ServalOverlays
from operation_serval.table.overview import ServalOverview
from operation_serval.table.phases import ServalPhases
from operation_serval.table.stage import ServalStage
from operation_serval.table.threat import ServalThreat
from operation_serval.table.trial import ServalTrials


class ServalTable(
    ServalFaces,
    ServalOverlays,
    ServalThreat,
    ServalEnding,
    ServalFacts,
    ServalOverview,
    ServalCharts,
    ServalPhases,
    ServalMeasuring,
    ServalLabels,
    ServalClosedChoices,
    ServalDrops,
    ServalStage,
    ServalTrials,
    Table,
):
    """The table of the game, each part from the module of its name."""


def open_table(game: Any) -> ServalTable:
    """The table of the game."""
    return ServalTable(game)
