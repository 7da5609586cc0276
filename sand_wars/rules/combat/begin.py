"""GC.1  How a ground combat begins."""

from __future__ import annotations

from common.engine import Side, Step
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.rules.control import settle
from sand_wars.state import ENEMY, NAMES, Battle, SandState


def begin_combat(state: SandState, side: Side, space: str, special: bool = False) -> None:
    """Start the combat that a side brings on in a space."""
    state.battle = Battle(space, side, special)
    state.note(f"{NAMES[side]} attacks in {state.title(space)}.", "GC.1", places=(space,))
    state.push(GroundCombat())


def meet(state: SandState, side: Side, space: str, height: int, special: bool = False) -> None:
    """Start the combat now, or after what lies on the flow above a height: a base left behind is rolled for first."""
    if len(state.flow) == height:
        begin_combat(state, side, space, special)
    else:
        state.flow.insert(height, Arrival(side, space, special))


class Arrival(Step, frozen=True, tag=True):
    """GC.1, CAP.1  Pieces have come into a space: what they left behind is settled, then combat begins, if any."""

    side: Side
    space: str
    special: bool = False

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        if state.holds(self.side, self.space) and state.holds(ENEMY[self.side], self.space):
            begin_combat(state, self.side, self.space, self.special)
        else:
            settle(state, self.space)
        return True
