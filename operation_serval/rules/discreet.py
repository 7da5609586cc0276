"""28  Decisions that are asked in fog of war even where nothing is left to choose."""

from __future__ import annotations

from typing import ClassVar

from common.engine import DiscreetStep
from operation_serval.state import ServalState


class CoveredStep(DiscreetStep, frozen=True, tag=True):
    """A decision about covered counters: to pass it by would tell the enemy what they can do, or cannot."""

    abstract: ClassVar[bool] = True

    def depends_on_hidden(self, state: ServalState) -> bool:
        return state.fog
