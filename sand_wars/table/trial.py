"""One unit alone on the map, for designers: where it goes, its line of communication, and how far markers reach."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tabletop import Target, TrialAnswer, Trials, TrialTest
from common.tabletop.trial import deal_enemies, opening_position
from sand_wars.counters import MARKER_NAMES
from sand_wars.rules.movement import STEPS
from sand_wars.rules.supply import linked_bases, within_reach
from sand_wars.state import ENEMY, NAMES, SIDES, Block, SandState
from sand_wars.table.measuring import reach_on_foot
from sand_wars.table.overlays import loc_route

PLAIN = ("mot2", "tank4", "abn2", "guerrilla")
BASE, UNIT = "base", "unit"


class SandTrials(Trials):
    """Units and bases of the game tried on the map."""

    set_up_steps = ("ChooseObjectives", "DealHands")

    def trials(self) -> Sequence[tuple[str, str]]:
        types = self.data.types
        return [(f"{side} {code}", f"{types[code].name}, {NAMES[side]}") for side in SIDES for code in PLAIN]

    def trial(self, unit: str, space: str, enemies: Sequence[str] = ()) -> Sequence[Target]:
        """ACT.OPS, R42  Where one Ops and Plans card brings a unit; enemies, mountains and berms stop it."""
        side = unit.partition(" ")[0]
        reached = reach_on_foot(self._alone(side, enemies), side, space)
        return [Target(there, f"{steps} of {STEPS}", (), cost=steps) for there, steps in reached.items() if steps]

    def tests(self) -> Sequence[TrialTest]:
        places = [(f"{side} {BASE}", f"A Logistics Base, {NAMES[side]}") for side in SIDES]
        units = [(f"{side} {UNIT}", f"A unit, {NAMES[side]}") for side in SIDES]
        bands = [(code, MARKER_NAMES.get(code, code)) for code in self.data.tables.ranges.bands]
        return (
            TrialTest("supply", "Lines of communication", "SUP.2", (*places, *units)),
            TrialTest(
                "zones", "Zones of control", "ACT.OPS.b", none="Units stop others only in the space they are in."
            ),
            TrialTest("sight", "Line of sight", "RNG.1", none="Nothing needs sight; what flies needs range."),
            TrialTest("range", "Range of air missions", "RNG.1", tuple(bands)),
        )

    def test(self, test: str, unit: str, space: str, enemies: Sequence[str] = ()) -> TrialAnswer:
        """SUP.2, SUP.4, RNG.1  What a base supplies, which base supplies a unit, or what a band reaches."""
        if test == "range":
            found = sorted(self.data.in_band(unit, space) - {space})
            text = f"{len(found)} spaces are within range"
            return TrialAnswer(text, tuple(Target(there, "in range", ()) for there in found))
        side, _, what = unit.partition(" ")
        state = self._alone(side, enemies)
        if what == BASE:
            return self._find_supplied(state, side, space)
        state.put(Block(self._counter(side), space, cv=1))
        for piece in opening_position(self.game).pieces.values():
            if piece.id in self.data.bases[side] and piece.at in self.data.names:
                state.put(piece)
        route = loc_route(state, side, space)
        return TrialAnswer(route.why[:1].upper() + route.why[1:], route=route)

    def _find_supplied(self, state: SandState, side: Side, space: str) -> TrialAnswer:
        """LOG.2, R20  The spaces that trace to a base, if its own chain leads home."""
        state.put(Block(self.data.bases[side][0], space))
        if space not in linked_bases(state, side):
            return TrialAnswer("No chain leads home from a base here, so it supplies nobody")
        found = [there for there in within_reach(state, side, space) if there != space]
        text = f"A base here is linked, and supplies units in {len(found)} spaces around"
        return TrialAnswer(text, tuple(Target(there, "LOC", (), (space, there)) for there in found))

    def _counter(self, side: Side) -> str:
        return next(str(id_) for id_, facts in self.data.counters.items() if facts.side == side and facts.is_block)

    def _alone(self, side: Side, enemies: Sequence[str]) -> SandState:
        """The ground as it is held at the beginning, with no pieces but enemies in some spaces."""
        state: SandState = opening_position(self.game)
        state.unshare()
        blocks = (f.id for f in self.data.counters.values() if f.side == ENEMY[side] and f.is_block)
        state.pieces = {id_: Block(id_, "aside") for id_ in state.pieces}
        state.pieces |= {id_: Block(id_, at, cv=1) for id_, at in deal_enemies(blocks, enemies).items()}
        for there in enemies:
            state.control[there] = ENEMY[side]
        state.forget()
        return state
