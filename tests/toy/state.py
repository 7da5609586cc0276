"""The position of the toy game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from common.engine import PooledState, Side

if TYPE_CHECKING:
    from tests.toy.components import Components

BLUE, RED = "blue", "red"
SIDES = (BLUE, RED)
NAMES = {BLUE: "Blue", RED: "Red"}
ENEMY = {BLUE: RED, RED: BLUE}
STACK_LIMIT = 2  # 3


class Block(msgspec.Struct, frozen=True):
    """A block: whose it is, what it is, and the place, box or ship it is in."""

    side: Side
    kind: str
    at: str


class ToyState(PooledState, kw_only=True):
    """Blocks, hands, the ship, and which block of two is on top."""

    blocks: dict[str, Block] = {}
    hands: dict[Side, tuple[str, ...]] = {}
    ship: str = ""
    tops: dict[str, str] = {}
    posture: dict[Side, str] = {}

    if TYPE_CHECKING:
        data: ClassVar[Components]  # attached by the engine

    def own(self, side: Side, place: str) -> tuple[str, ...]:
        """The blocks of a side in a place, the one on top first."""
        there = [id_ for id_, block in self.blocks.items() if block.side == side and block.at == place]
        return tuple(sorted(there, key=lambda id_: (id_ != self.tops.get(place), id_)))

    def move(self, id_: str, place: str) -> None:
        """Put a block into another place, below what is there."""
        block = self.blocks[id_]
        self._forget_top(id_)
        self.blocks[id_] = msgspec.structs.replace(block, at=place)
        there = self.own(block.side, place)
        self.tops[place] = next(other for other in (*there, id_) if len(there) == 1 or other != id_)

    def lose(self, id_: str) -> None:
        """Take a block from the game."""
        self._forget_top(id_)
        del self.blocks[id_]

    def _forget_top(self, id_: str) -> None:
        place = self.blocks[id_].at
        if self.tops.get(place) == id_:
            del self.tops[place]
            for other in self.own(self.blocks[id_].side, place):
                if other != id_:
                    self.tops[place] = other
