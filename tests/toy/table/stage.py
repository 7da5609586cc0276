"""An attack as a stage: both blocks as far as they are seen, what is added to the die, and what it has to reach."""

from __future__ import annotations

from common.engine import Entry, Seat, Side
from common.tables import Modifier
from common.tabletop import CombatStage, Handling, StageForce, StageStep, StageSum, StageUnit
from tests.toy.rules.combat import ENOUGH, Ambush
from tests.toy.state import ENEMY, NAMES
from tests.toy.table.faces import draw_back, name_block
from tests.toy.view import View


class ToyStage(Handling):
    """The attack that the defender may react to; the die is thrown at once afterwards."""

    def stage(self, seat: Seat) -> CombatStage | None:
        view: View = seat.view
        step = view.step
        if not isinstance(step, Ambush):
            return None
        defender, place = step.side, step.space
        return CombatStage(
            place,
            f"Attack on {self.data.names[place]}",
            "5a",
            seat.prompt,
            seat.to_act,
            (StageStep("Reaction", "5b", "now"), StageStep("Die", "5c")),
            (
                self._force(view, ENEMY[defender], "Attacker", step.block),
                self._force(view, defender, "Defender", view.stacks[defender][place][0]),
            ),
            (Modifier(0, f"The attacker wins with {ENOUGH} or more", "5c"),),
        )

    def opens_fight(self, entry: Entry) -> bool:
        return entry.rules == ("5a",)

    def _force(self, view: View, side: Side, part: str, block: str) -> StageForce:
        """One block: its strength is known to its owner only, the posture to both."""
        own = view.blocks.get(block)
        posture = (Modifier(1, "attacking posture", "2"),) if view.posture.get(side) == "attack" else ()
        title = f"{part}: {NAMES[side]}"
        if own is None:
            hidden = StageUnit(f"A block of {NAMES[side]}", face=draw_back(side), piece=block)
            return StageForce(side, title, (hidden,), "Its strength is shown in the fight")
        strength = self.data.units.strength[own.kind]
        parts = (Modifier(strength, f"the {own.kind}", "5c"), *(posture if part == "Attacker" else ()))
        total = str(sum(modifier.value for modifier in parts))
        face = next(piece.face for piece in self.pieces(view) if piece.id == block)
        unit = StageUnit(name_block(side, own.kind), str(strength), face, block)
        return StageForce(side, title, (unit,), "", (StageSum("Strength", parts, total, "5c"),))
