"""RET, LDR.5, R70, R71  Retreat: who ignores it, who is destroyed, where the others go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, SideStep, Step
from sand_wars.actions import FallBack, FallBackTogether
from sand_wars.rules.combat.strength import has_fort, is_behind_berm, the_battle
from sand_wars.rules.forces import eliminate, move_piece, name_of, why_no_room
from sand_wars.rules.frontage import enforce_frontage
from sand_wars.rules.movement import has_enemy_piece, idle_leaders, is_mobile, tell_move, why_not_cross
from sand_wars.state import NAMES, SandState


def led_formations(state: SandState, side: Side, space: str) -> set[str]:
    """LDR.5  The HQs with a Leader attached."""
    return {piece.hq for piece in state.at(side, space) if state.code(piece.id) == "leader" and piece.hq}


def steadfast(state: SandState, side: Side, space: str) -> set[str]:
    """RET.7, RET.8  The ground pieces that ignore a retreat."""
    pieces = state.ground(side, space)
    if has_fort(state, side, space) or state.data.stronghold.get(space) == side or is_behind_berm(state, side):
        return {piece.id for piece in pieces}
    led = led_formations(state, side, space)
    return {piece.id for piece in pieces if state.code(piece.id) == "guards" or piece.hq in led or piece.id in led}


def why_not_fall_back(state: SandState, side: Side, id_: str, here: str, space: str) -> Refusal | None:
    """R63  Withdrawal conditions but for room: adjacent, controlled, without enemy pieces, enterable."""
    if space not in state.data.near[here]:
        return Refusal("RET.2", f"{state.data.names.get(space, space)} is not adjacent to {state.title(here)}")
    if not state.is_friendly(side, space):
        return Refusal("RET.2", f"{NAMES[side]} does not control {state.title(space)}")
    if has_enemy_piece(state, side, space):
        return Refusal("RET.2", f"enemy pieces are in {state.title(space)}")
    return why_not_cross(state, id_, space)


class BeginRetreat(Step, frozen=True, tag=True):
    """RET.1, RET.4, RET.5  Units leave their HQs; static and disrupted ones are destroyed, the others must go."""

    side: Side

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        side, space = self.side, the_battle(state).space
        firm = steadfast(state, side, space)
        leaving = [piece for piece in state.ground(side, space) if piece.id not in firm]
        if not leaving:
            if firm:
                state.note(f"The units of {NAMES[side]} ignore the retreat.", "RET.7")
            return True
        for piece in leaving:
            state.change(piece.id, hq="")
        going = []
        leaving.sort(key=lambda piece: not is_mobile(state, piece.id))  # a Camp still supplies those that go with it
        for piece in leaving:
            if not is_mobile(state, piece.id):
                eliminate(state, piece.id, "RET.4")
            elif piece.disrupted:
                eliminate(state, piece.id, "RET.5")
            elif not any(
                why_not_fall_back(state, side, piece.id, space, there) is None for there in state.data.near[space]
            ):
                eliminate(state, piece.id, "RET.3")
            else:
                going.append(piece.id)
        if going:
            state.push(FallingBack(side, space, tuple(going)))
        return True


class FallingBack(SideStep, frozen=True, tag=True):
    """RET.2  The owner divides the retreating units among the spaces open to them."""

    space: str
    going: tuple[str, ...]
    reached: tuple[str, ...] = ()

    def prompt(self, state: SandState) -> str:
        return f"Retreat from {state.title(self.space)}: choose where the blocks go, {len(self.going)} to go (RET.2)."

    def proceed(self, state: SandState) -> bool:
        if self.going:
            return False
        state.flow.pop()
        for space in self.reached:
            enforce_frontage(state, self.side, space)
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        near = state.data.near[self.space]
        yield from map(FallBackTogether, near)
        leaders = [piece.id for piece in idle_leaders(state, self.side, self.space)]
        yield from (FallBack(id_, space) for id_ in (*self.going, *leaders) for space in near)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case FallBackTogether(space):
                for id_ in self.going:
                    refusal = why_not_fall_back(state, self.side, id_, self.space, space)
                    if refusal is not None:
                        return refusal
                return why_no_room(state, self.side, space, len(self.going))
            case FallBack(id_, space):
                return self._why_not_go(state, id_, space)
        return Refusal("RET.2", "finish the retreat first")

    def _why_not_go(self, state: SandState, id_: str, space: str) -> Refusal | None:
        leads = id_ in (piece.id for piece in idle_leaders(state, self.side, self.space))
        if id_ not in self.going and not leads:
            return Refusal("RET.2", "that unit need not retreat")
        refusal = why_not_fall_back(state, self.side, id_, self.space, space)
        if refusal is not None or leads:
            return refusal
        full = why_no_room(state, self.side, space, 1)
        if full is None:
            return None
        roomy = any(  # R35: a space with room comes first
            why_not_fall_back(state, self.side, id_, self.space, other) is None
            and why_no_room(state, self.side, other, 1) is None
            for other in state.data.near[self.space]
        )
        return full if roomy else None

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case FallBackTogether(space):
                self._go(state, self.going, space)
            case FallBack(id_, space):
                self._go(state, (id_,), space)

    def _go(self, state: SandState, ids: tuple[str, ...], space: str) -> None:
        left = tuple(id_ for id_ in self.going if id_ not in ids)
        reached = self.reached if space in self.reached else (*self.reached, space)
        state.swap(replace(self, going=left, reached=reached))
        for id_ in ids:
            move_piece(state, id_, space)
            state.entered = {**state.entered, id_: "retreat"}
            tell_move(state, id_, self.space, space, "RET.2")
        if not left and not state.holds(self.side, self.space):
            for leader in idle_leaders(state, self.side, self.space):
                move_piece(state, leader.id, space)
                state.note(f"{name_of(state, leader.id)} of {NAMES[self.side]} goes along.", "RET.2")
