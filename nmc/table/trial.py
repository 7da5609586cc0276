"""One unit alone on the map, for designers: how likely a march from a hex reaches each other hex."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from common.tabletop import Target, Trials
from common.tabletop.trial import opening_position
from nmc.rules.march import Marches
from nmc.state import SIDES, TROOPS, NmcState, Stack, some
from nmc.table.drops import march_targets

UNITS = (*TROOPS, "guns", "wagons")


class NmcTrials(Trials):
    """Every kind of unit of either side."""

    def trials(self) -> Sequence[tuple[str, str]]:
        return [(name, name.capitalize()) for name in _classes()]

    def trial(self, unit: str, space: str) -> Sequence[Target]:
        """8.10 to 8.25 for a march of one unit that has a wagon with it, and so is supplied."""
        side, kind = _classes()[unit]
        state: NmcState = opening_position(self.game)
        force = some(side, kind).plus(Stack(side, wagons=1)) if kind != "wagons" else some(side, kind)
        state.stacks = {space: force}
        found = march_targets(state, Marches(side, space, False, (force,)), 0, ())
        return [msgspec.structs.replace(target, plan=()) for target in found]


def _classes() -> dict[str, tuple[str, str]]:
    """The side and kind of unit that each name stands for."""
    return {f"{side} {kind}": (side, kind) for side in SIDES for kind in UNITS}
