"""LOS, SUB, R69  Losses: one step at a time from the strongest unit, ties for the owner."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, SideStep
from common.engine.words import several
from sand_wars.actions import TakeLoss
from sand_wars.rules.combat.strength import has_armor_or_support, the_battle
from sand_wars.rules.forces import eliminate, lose_step, name_of
from sand_wars.state import ENEMY, NAMES, Block, SandState


def loss_candidates(state: SandState, side: Side) -> list[Block]:
    """LOS.5, LOS.6  The units among which the next step must be taken; Guards only when nobody else is left."""
    pieces = state.ground(side, the_battle(state).space)
    others = [piece for piece in pieces if state.code(piece.id) != "guards"]
    if not others:
        return list(pieces)
    highest = max(piece.cv for piece in others)
    tied = [piece for piece in others if piece.cv == highest]
    armor = [piece for piece in tied if state.facts(piece.id).type.armor]
    return armor if armor and has_armor_or_support(state, ENEMY[side]) else tied


def is_one_choice(state: SandState, pieces: list[Block]) -> bool:
    """Whether it makes no difference which of the units is taken."""
    return len({_kind(state, piece) for piece in pieces}) == 1


def _kind(state: SandState, piece: Block) -> tuple[object, ...]:
    """What tells units of one CV apart: an HQ is one of a kind, and it matters how an attacker came (R66, R68)."""
    name = piece.id if state.facts(piece.id).hq is not None else state.code(piece.id)
    attacks = state.side_of(piece.id) == the_battle(state).attacker
    came = (state.entered.get(piece.id), piece.id in state.fresh) if attacks else None
    return name, piece.hq, piece.disrupted, came


class Casualties(SideStep, frozen=True, tag=True):
    """LOS.1-LOS.8  A side has still so many steps to lose."""

    left: int

    def proceed(self, state: SandState) -> bool:
        found = loss_candidates(state, self.side) if self.left else []
        if not found:
            state.flow.pop()
            return True
        if state.code(found[0].id) == "guards":
            state.flow.pop()
            self._strike_guards(state, found[0])
            return True
        if not is_one_choice(state, found):
            return False
        self._take(state, found[0].id)
        return True

    def _strike_guards(self, state: SandState, piece: Block) -> None:
        """LOS.3  The Guards go as one block of two steps, or not at all."""
        if self.left >= state.facts(piece.id).type.steps:
            eliminate(state, piece.id, "LOS.3")
        else:
            state.note(f"One loss does nothing to the Guards of {NAMES[self.side]}.", "LOS.3")

    def _take(self, state: SandState, id_: str) -> None:
        state.swap(replace(self, left=self.left - 1))
        lose_step(state, id_, "LOS.5" if state.pieces[id_].cv else "SUB.4")

    def prompt(self, state: SandState) -> str:
        enemy, where = NAMES[ENEMY[self.side]], state.title(the_battle(state).space)
        return f"{enemy}'s fire in {where} costs {several(self.left, 'more step')}: choose who loses the next (LOS.6)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return (TakeLoss(piece.id) for piece in loss_candidates(state, self.side))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, TakeLoss):
            return Refusal("GC.20", "take the losses first")
        pieces = state.ground(self.side, the_battle(state).space)
        chosen = next((piece for piece in pieces if piece.id == action.piece), None)
        if chosen is None:
            return Refusal("SUB.2", "that is not a unit of this force")
        found = loss_candidates(state, self.side)
        if chosen in found:
            return None
        if state.code(chosen.id) == "guards":
            return Refusal("ELT.2", "the Guards are lost last")
        if chosen.cv < found[0].cv:
            return Refusal("LOS.5", f"the highest CV loses first: {name_of(state, found[0].id)}")
        return Refusal("LOS.6", "against armor or close support an armor unit loses the step")

    def play(self, state: SandState, action: TakeLoss) -> None:
        self._take(state, action.piece)
