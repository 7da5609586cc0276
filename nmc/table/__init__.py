"""How The New Mexico Campaign looks and is handled."""

from __future__ import annotations

from typing import Any

from common.tabletop import Table
from nmc.table.charts import NmcCharts
from nmc.table.drops import NmcDrops
from nmc.table.ending import NmcEnding
from nmc.table.faces import NmcFaces
from nmc.table.facts import NmcFacts
from nmc.table.labels import NmcLabels
from nmc.table.measuring import NmcMeasuring
from nmc.table.overlays import NmcOverlays
from nmc.table.phases import NmcPhases
from nmc.table.positions import NmcPositions
from nmc.table.stage import NmcStage
from nmc.table.threat import NmcThreat
from nmc.table.trial import NmcTrials


class NmcTable(
    NmcFaces,
    NmcOverlays,
    NmcThreat,
    NmcEnding,
    NmcFacts,
    NmcCharts,
    NmcMeasuring,
    NmcPhases,
    NmcLabels,
    NmcDrops,
    NmcStage,
    NmcTrials,
    NmcPositions,
    Table,
):
    """The table of the game: each part is in the module of its name."""


def open_table(game: Any) -> NmcTable:
    """The table of the game."""
    return NmcTable(game)
