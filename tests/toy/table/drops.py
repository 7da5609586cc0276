"""What lifted blocks and cards can do: where they may be put down, and what forbids it elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from common.engine import Action, Refusal, Seat
from common.engine.actions import Add, Remove
from common.tabletop import Gesture, Handling, Piece, Target
from common.tabletop.plans import draft
from tests.toy.actions import Embark, Land, March, PlayCard, Sail
from tests.toy.rules.sequence import Discard
from tests.toy.table.labels import position_of
from tests.toy.table.trays import HAND, cards_in_hand, chosen_cards


class ToyDrops(Handling):
    """Blocks and cards taken up and put down: each has the legal actions that name it."""

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        return {gesture.piece for gesture in self._gestures(seat)}.intersection(piece.id for piece in pieces)

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        """Two blocks march together where the second may still follow the first."""
        gestures = self._gestures(seat)
        found: list[Target] = []
        for space in dict.fromkeys(gesture.space for gesture in gestures if gesture.piece == pieces[0]):
            steps = [g for piece in pieces for g in gestures if (g.piece, g.space) == (piece, space)]
            plan = tuple(step.action for step in steps)
            if len(steps) == len(pieces) and (len(plan) == 1 or draft(position_of(seat), plan).refusal is None):
                odds = seat.odds(plan[0])
                found.append(Target(space, steps[0].group, plan, left=odds.expected if odds is not None else ""))
        return found

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        plan = [action for piece in pieces if (action := self._meant(seat, piece, space)) is not None]
        first = next((refusal for action in plan if (refusal := seat.why_not(action)) is not None), None)
        return first or draft(position_of(seat), plan).refusal

    def _gestures(self, seat: Seat) -> list[Gesture]:
        """The legal actions that bring something somewhere."""
        made = (self.gesture(seat, action) for action in seat.legal())
        return [gesture for gesture in made if gesture.piece and gesture.space]

    def _meant(self, seat: Seat, piece: str, space: str) -> Action | None:
        """The action that a drop would stand for."""
        view, ship = seat.view, self.data.units.ship.name
        hand, chosen = dict(cards_in_hand(view)), dict(chosen_cards(view))
        if piece in hand:
            return Add(hand[piece]) if isinstance(view.step, Discard) else PlayCard(hand[piece])
        if piece in chosen:
            return Remove(chosen[piece]) if space == HAND else None
        if piece == ship:
            return Sail(space)
        if piece in view.blocks and view.blocks[piece].at == ship:
            return Land(piece, space)
        return Embark(piece) if space == view.ship else March(piece, space)
