"""The blocks and the ferry as pieces on the table: own blocks with their front, others with their back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from common.engine import Side
from common.tabletop import Face, Looks, Piece
from tests.toy.rules.movement import Campaign
from tests.toy.state import BLUE, NAMES, RED, SIDES
from tests.toy.view import View

COLOURS = {BLUE: "#2f5d9b", RED: "#a8322d"}
EDGE: dict[Side, Literal["plain", "double"]] = {BLUE: "plain", RED: "double"}
SYMBOL = {"army": "infantry", "guard": "shield", "decoy": "camp"}
ABOVE, BELOW = 1, 0  # where a block lies in its stack


class ToyFaces(Looks):
    """What lies on the map."""

    colours = COLOURS

    def counters(self) -> Sequence[Piece]:
        units = self.data.units
        kinds = [(side, kind) for side in SIDES for kind, count in units.kinds.items() for _ in range(count)]
        blocks = [
            Piece(f"{side} {n}", name_block(side, kind), "", self._front(side, kind), side, draw_back(side))
            for n, (side, kind) in enumerate(kinds)
        ]
        return (*blocks, self._ferry(units.ship.at, ()))

    def pieces(self, view: View) -> Sequence[Piece]:
        moved = view.step.moved if isinstance(view.step, Campaign) else frozenset()
        return (*self._own(view, moved), *self._others(view), self._ferry(view.ship, moved))

    def _own(self, view: View, moved: frozenset[str]) -> Iterator[Piece]:
        for id_, block in view.blocks.items():
            top, _ = view.stacks[block.side][block.at]
            space, inside = self._place(view, block.at)
            yield Piece(
                id_, name_block(block.side, block.kind), space, self._front(block.side, block.kind), block.side,
                draw_back(block.side), ("moved",) if id_ in moved else (), ABOVE if id_ == top else BELOW,
                id_ not in moved, self.data.units.strength[block.kind], inside=inside,
            )  # fmt: skip

    def _others(self, view: View) -> Iterator[Piece]:
        """Of the other side only the block on top has a name."""
        for side, stacks in view.stacks.items():
            for at, (top, count) in stacks.items() if side != view.side else ():
                space, inside = self._place(view, at)
                for n in range(count):
                    id_, order = (top, ABOVE) if n == 0 else (f"{side} {at} {n}", BELOW)
                    yield Piece(
                        id_, f"A block of {NAMES[side]}", space, draw_back(side), side, order=order, inside=inside
                    )

    def _place(self, view: View, at: str) -> tuple[str, str]:
        """The space of the map, and the carrier of what is aboard."""
        return (view.ship, at) if at == self.data.units.ship.name else (at, "")

    def _front(self, side: Side, kind: str) -> Face:
        strength = str(self.data.units.strength[kind])
        return Face(SYMBOL[kind], COLOURS[side], "#ffffff", EDGE[side], bottom=strength, top=kind, shape="block")

    def _ferry(self, space: str, moved: frozenset[str] | tuple[()]) -> Piece:
        ship = self.data.units.ship
        face = Face("ship", "#e9e2cf", COLOURS[ship.side], EDGE[ship.side], bottom=ship.name.capitalize())
        badges = ("moved",) if ship.name in moved else ()
        return Piece(ship.name, f"The {ship.name}", space, face, ship.side, None, badges, ABOVE, not badges)


def draw_back(side: Side) -> Face:
    """What the other side sees of a block."""
    return Face("question", COLOURS[side], "#ffffff", EDGE[side], shape="block")


def name_block(side: Side, kind: str) -> str:
    """A block that is seen, in words."""
    return f"{kind.capitalize()} of {NAMES[side]}"
