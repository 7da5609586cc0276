"""3, 4  A side moves its blocks and the ferry."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal
from common.engine.parts import Parts
from common.engine.steps import SideStep
from tests.toy.actions import Embark, EndTurn, Land, March, Sail
from tests.toy.rules.combat import Ambush
from tests.toy.state import ENEMY, NAMES, STACK_LIMIT, ToyState


class Campaign(SideStep, frozen=True, tag=True):
    """3, 4  Each block moves once, and the ferry too."""

    moved: frozenset[str] = frozenset()

    def prompt(self, state: ToyState) -> str:
        return "Move a block or the ferry, or end the turn (3)."

    def parts(self, state: ToyState) -> Parts[str, str]:
        """The rules of a march, and of going ashore: about the block, about the place, about both."""
        return Parts(
            lambda block: self._why_not_stir(state, block),
            lambda space: self._why_not_enter(state, space),
            lambda block, space: why_not_go(state, block, space),
        )

    def candidates(self, state: ToyState) -> Iterator[Action]:
        yield EndTurn()
        if state.data.units.ship.side == self.side:
            yield from map(Sail, state.data.lanes[state.ship])
            yield from (Embark(block) for block, piece in state.blocks.items() if piece.side == self.side)

    def legal(self, state: ToyState) -> tuple[Action, ...]:
        return super().legal(state) + tuple(
            Land(block, space) if state.blocks[block].at == state.data.units.ship.name else March(block, space)
            for block, space in self.parts(state).pairs_of(state.blocks, lambda block: targets(state, block))
        )

    def why_not(self, state: ToyState, action: Action) -> Refusal | None:
        ship = state.data.units.ship.name
        match action:
            case EndTurn():
                return None
            case March(block, space) | Land(block, space):
                aboard = block in state.blocks and state.blocks[block].at == ship
                if aboard != isinstance(action, Land):
                    return Refusal("4", "a block aboard lands, others march")
                return self.parts(state).why_not(block, space)
            case Embark(block):
                return self._why_not_stir(state, block) or why_not_embark(state, self.side, block)
            case Sail(space):
                if ship in self.moved or self.side != state.data.units.ship.side:
                    return Refusal("4", "the ferry cannot sail now")
                return None if space in state.data.lanes[state.ship] else Refusal("4", "that sea is not next to it")
        return Refusal("3", "blocks are being moved")

    def _why_not_stir(self, state: ToyState, block: str) -> Refusal | None:
        if block not in state.blocks or state.blocks[block].side != self.side:
            return Refusal("3", "that is no block of this side")
        return Refusal("3", "the block has moved already") if block in self.moved else None

    def _why_not_enter(self, state: ToyState, space: str) -> Refusal | None:
        if space not in state.data.worth:
            return Refusal("3", f"{state.data.names.get(space, space)} is no place on land")
        full = len(state.own(self.side, space)) >= STACK_LIMIT
        return Refusal("3", f"{state.data.names[space]} is full") if full else None

    def play(self, state: ToyState, action: Action) -> None:
        match action:
            case EndTurn():
                state.flow.pop()
            case Sail(space):
                state.swap(replace(self, moved=self.moved | {state.data.units.ship.name}))
                state.ship = space
                state.note(f"The ferry sails to {state.data.names[space]}.", "4", places=(space,))
            case Embark(block):
                state.swap(replace(self, moved=self.moved | {block}))
                state.move(block, state.data.units.ship.name)
                state.note(f"{NAMES[self.side]} puts a block aboard.", "4")
            case March(block, space) | Land(block, space):
                state.swap(replace(self, moved=self.moved | {block}))
                self._go(state, block, space)

    def _go(self, state: ToyState, block: str, space: str) -> None:
        """Enter a place, or attack who holds it (5a)."""
        place = state.data.names[space]
        if state.own(ENEMY[self.side], space):
            state.note(f"{NAMES[self.side]} attacks {place}.", "5a", places=(space,))
            state.push(Ambush(ENEMY[self.side], block, space))
        else:
            state.move(block, space)
            state.note(f"{NAMES[self.side]} enters {place}.", "3", places=(space,))


def targets(state: ToyState, block: str) -> tuple[str, ...]:
    """The places next to a block: along roads, or ashore from the ferry."""
    at = state.blocks[block].at
    found: tuple[str, ...] = (
        state.data.shores[state.ship] if at == state.data.units.ship.name else state.data.roads.get(at, ())
    )
    return found


def why_not_go(state: ToyState, block: str, space: str) -> Refusal | None:
    """What keeps a block from a place: it must be next to it (3, 4)."""
    near = space in targets(state, block)
    return None if near else Refusal("3", f"the block is not next to {state.data.names[space]}")


def why_not_embark(state: ToyState, side: str, block: str) -> Refusal | None:
    """What keeps a block of a side from going aboard (4)."""
    ship = state.data.units.ship
    if side != ship.side or len(state.own(side, ship.name)) >= ship.capacity:
        return Refusal("4", "there is no room on the ferry")
    near = state.blocks[block].at in state.data.piers[state.ship]
    return None if near else Refusal("4", "the block is not next to the ferry")
