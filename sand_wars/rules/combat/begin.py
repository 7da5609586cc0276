"""GC.1  How a ground combat begins."""

from __future__ import annotations

from common.engine import Side
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.state import NAMES, Battle, SandState


def begin_combat(state: SandState, side: Side, space: str, special: bool = False) -> None:
    """Start the combat that a side brings on in a space."""
    state.battle = Battle(space, side, special)
    state.note(f"{NAMES[side]} attacks in {state.title(space)}.", "GC.1", places=(space,))
    state.push(GroundCombat())
