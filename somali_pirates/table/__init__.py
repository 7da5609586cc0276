"""How Somali Pirates looks and is handled."""

from __future__ import annotations

from typing import Any

from common.tabletop import Table
from somali_pirates.table.charts import PirateCharts
from somali_pirates.table.drops import PirateDrops
from somali_pirates.table.ending import PirateEnding
from somali_pirates.table.faces import PirateFaces
from somali_pirates.table.facts import PirateFacts
from somali_pirates.table.labels import PirateLabels
from somali_pirates.table.measuring import PirateMeasuring
from somali_pirates.table.overlays import PirateOverlays
from somali_pirates.table.overview import PirateOverview
from somali_pirates.table.phases import PiratePhases
from somali_pirates.table.positions import PiratePositions
from somali_pirates.table.stage import PirateStage
from somali_pirates.table.threat import PirateThreat
from somali_pirates.table.trays import PirateTrays
from somali_pirates.table.trial import PirateTrials


class PirateTable(
    PirateFaces,
    PirateTrays,
    PirateOverlays,
    PirateThreat,
    PirateEnding,
    PirateFacts,
    PirateOverview,
    PirateCharts,
    PiratePhases,
    PirateMeasuring,
    PirateLabels,
    PirateDrops,
    PirateStage,
    PirateTrials,
    PiratePositions,
    Table,
):
    """The table of the game, each part from the module of its name."""


def open_table(game: Any) -> PirateTable:
    """The table of the game."""
    return PirateTable(game)
