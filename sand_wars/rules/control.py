"""CTL, CAP, LOG.6  Who controls a space, and what becomes of the bases, forts and leaders in it."""

from __future__ import annotations

from common.engine import Side, Step
from sand_wars.rules.dice import CAPTURE, roll_dice
from sand_wars.rules.forces import eliminate
from sand_wars.state import ALGERIA, ASIDE, ENEMY, MOROCCO, NAMES, SIDES, Block, SandState


def settle(state: SandState, space: str) -> None:
    """Carry out what follows from the pieces now in a space; call it last, for it may begin a capture roll."""
    groups = state.index.by_space[space]
    alone = not groups[2] and not groups[3]  # nothing but ground pieces is there
    if not alone:
        _catch_lone_leaders(state, space)
        groups = state.index.by_space[space]
    if bool(groups[0]) == bool(groups[1]):
        return  # nobody is there, or both
    side = ALGERIA if groups[0] else MOROCCO
    if state.control.get(space) != side:
        state.take(side, space)
        state.note(f"{NAMES[side]} controls {state.title(space)}.", "CTL.5", places=(space,))
    if not alone:
        _take_installations(state, side, space)


def _catch_lone_leaders(state: SandState, space: str) -> None:
    """LDR.6  A Leader without a friendly ground unit falls to enemy ground units."""
    for side in SIDES:
        if state.holds(ENEMY[side], space) and not state.holds(side, space):
            for piece in state.at(side, space):
                if state.code(piece.id) == "leader":
                    eliminate(state, piece.id, "LDR.6")


def _take_installations(state: SandState, side: Side, space: str) -> None:
    """R26, R72, CAP.4  Enemy forts are pulled down, enemy bases rolled for, own bases taken back."""
    for piece in state.at(ENEMY[side], space):
        code = state.code(piece.id)
        if code == "fort":
            eliminate(state, piece.id, "ACT.DIG.a")
        elif code == "base" and not piece.captured:
            reason = f"Capture of the Logistics Base in {state.title(space)}"
            roll_dice(state, side, 1, reason, CAPTURE, CaptureRoll(side, piece.id))
    for piece in state.at(side, space):
        if piece.captured:
            state.change(piece.id, captured=False)
            state.note(f"{NAMES[side]} has its Logistics Base in {state.title(space)} back.", "CAP.4")


class CaptureRoll(Step, frozen=True, tag=True):
    """CAP.2  One die decides whether the base is destroyed or captured."""

    side: Side
    base: str
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        piece = state.pieces[self.base]
        if piece.at not in state.data.names or piece.captured or state.controller(piece.at) != self.side:
            state.note("The Logistics Base is no longer to be captured.", "CAP.1")
            return True  # an event during the roll has changed the space
        space = state.title(piece.at)
        if state.data.tables.impact.base_capture[self.dice[0] - 1] == "captured":
            state.change(self.base, captured=True)
            state.note(f"{NAMES[self.side]} captures the Logistics Base in {space}.", "CAP.2")
        else:
            state.put(Block(self.base, ASIDE))
            state.note(f"The Logistics Base in {space} is destroyed and goes back to stock.", "CAP.2")
        return True


def return_captured_bases(state: SandState) -> None:
    """CAP.5  At the end of the Game Turn captured bases go back to their first owners' stock."""
    for side in SIDES:
        for piece in state.works(side, "base"):
            if piece.captured:
                state.put(Block(piece.id, ASIDE))
                state.note(f"The captured base in {state.title(piece.at)} goes back to stock.", "CAP.5")
