"""How the toy game looks and is handled."""

from __future__ import annotations

from typing import Any

from common.tabletop import Table
from tests.toy.table.drops import ToyDrops
from tests.toy.table.ending import ToyEnding
from tests.toy.table.faces import ToyFaces
from tests.toy.table.facts import ToyFacts
from tests.toy.table.labels import ToyLabels
from tests.toy.table.stage import ToyStage
from tests.toy.table.trays import ToyTrays


class ToyTable(ToyFaces, ToyTrays, ToyFacts, ToyEnding, ToyStage, ToyLabels, ToyDrops, Table):
    """The table of the game: each part is in the module of its name."""


def open_table(game: Any) -> ToyTable:
    """The table of the game."""
    return ToyTable(game)
