"""One unit alone on the map, for designers: where it marches, and how it is supplied."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from common.engine import Side
from common.tabletop import Target, TrialAnswer, Trials, TrialTest
from common.tabletop.trial import opening_position
from nmc.components import BARRED
from nmc.rules.march import Marches
from nmc.rules.supply import has_depot_line
from nmc.state import CONFEDERATE, SIDES, TROOPS, UNION, NmcState, Stack, some
from nmc.table.drops import march_targets
from nmc.table.overlays import supply_line

UNITS = (*TROOPS, "guns", "wagons")
ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}


class NmcTrials(Trials):
    """Every kind of unit of either side."""

    set_up_steps = ("SetUp",)

    def trials(self) -> Sequence[tuple[str, str]]:
        return [(name, name.capitalize()) for name in _classes()]

    def trial(self, unit: str, space: str, enemies: Sequence[str] = ()) -> Sequence[Target]:
        """8.10 to 8.25 for a march of one unit that has a wagon with it, and so is supplied."""
        side, kind = _classes()[unit]
        state: NmcState = opening_position(self.game)
        force = some(side, kind).plus(Stack(side, wagons=1)) if kind != "wagons" else some(side, kind)
        state.stacks = _enemy_stacks(side, enemies) | {space: force}
        found = march_targets(state, Marches(side, space, False, (force,)), 0, ())
        return [msgspec.structs.replace(target, plan=()) for target in found]

    def tests(self) -> Sequence[TrialTest]:
        units = [(f"{side} {kind}", f"{side} {kind}".capitalize()) for kind in ("depot", "troops") for side in SIDES]
        return (
            TrialTest("supply", "Supply", "10.4", tuple(units)),
            TrialTest("zones", "Zones of control", "1.4c", none="Units bar only the hex in which they stand."),
            TrialTest("sight", "Line of sight", "9.1b", none="Fire reaches the next hex, and needs no sight."),
        )

    def test(self, test: str, unit: str, space: str, enemies: Sequence[str] = ()) -> TrialAnswer:
        """10.4  What a depot supplies, or what supplies troops from the depots of the first scenario."""
        side, _, kind = unit.partition(" ")
        state: NmcState = opening_position(self.game)
        own = {hex_: stack for hex_, stack in state.stacks.items() if stack.side == side and hex_ not in enemies}
        if kind == "depot":
            state.stacks = _enemy_stacks(side, enemies) | {space: Stack(side, depot=True)}
            return _supplied_by_depot(state, side, space)
        state.stacks = own | _enemy_stacks(side, enemies)
        here = state.stacks.get(space, Stack(side))
        state.stacks[space] = Stack(side, regular=1, depot=here.depot) if here.side == side else Stack(side, regular=1)
        line = supply_line(self.data, self.game.view(state, side), space)
        assert line is not None
        return TrialAnswer(("Not supplied: " if line.cut else "Supplied: ") + line.why, route=line)


def _supplied_by_depot(state: NmcState, side: Side, space: str) -> TrialAnswer:
    """10.4b  Every hex that can trace a line to the depot, with its length."""
    enemies = {hex_ for hex_, stack in state.stacks.items() if stack.side != side}
    steps = state.data.map.field(space, enemies, BARRED)
    found = [hex_ for hex_ in steps if hex_ != space and has_depot_line(state, side, hex_)]
    targets = [Target(hex_, str(steps[hex_]), (), cost=steps[hex_]) for hex_ in found]
    return TrialAnswer(f"A depot here supplies {len(found)} other hexes", tuple(targets))


def _enemy_stacks(side: Side, spaces: Sequence[str]) -> dict[str, Stack]:
    """Troops of the other side in each of the hexes."""
    kind = TROOPS[0] if ENEMY[side] == UNION else "cavalry"
    return {space: some(ENEMY[side], kind) for space in spaces}


def _classes() -> dict[str, tuple[str, str]]:
    """The side and kind of unit that each name stands for."""
    return {f"{side} {kind}": (side, kind) for side in SIDES for kind in UNITS}
