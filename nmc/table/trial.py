"""One unit alone on the map, for designers: how likely a march from a hex reaches each other hex."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from common.engine import Game
from common.tabletop import Target
from nmc.rules.march import Marches
from nmc.state import SIDES, TROOPS, NmcState, Stack
from nmc.table.drops import march_targets

UNITS = (*TROOPS, "guns", "wagons")


def classes() -> list[tuple[str, str]]:
    """Every kind of unit of either side."""
    return [(f"{side} {kind}", f"{side.capitalize()} {kind}") for side in SIDES for kind in UNITS]


def reach(game: Game, unit: str, space: str) -> Sequence[Target]:
    """8.10 to 8.25 for a march of one unit that has a wagon with it, and so is supplied."""
    side, kind = unit.split()
    state = game.new_match().state.clone()
    assert isinstance(state, NmcState)
    force = replace(Stack(side, wagons=1), **{kind: 1})
    state.stacks = {space: force}
    found = march_targets(state, Marches(side, space, False, (force,)), 0, ())
    return [Target(target.space, target.label, (), target.path, target.left) for target in found]
