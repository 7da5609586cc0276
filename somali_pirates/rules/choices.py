"""Sets of units or goods that a side builds item by item."""

from __future__ import annotations

from common.engine.steps import Subset
from somali_pirates.state import PirateState


class NamedSubset(Subset, frozen=True, tag=True, kw_only=True):
    """A set of units or goods, which refusals call by their names."""

    abstract = True

    def called(self, state: PirateState, item: str) -> str:
        return state.data.name(item)
