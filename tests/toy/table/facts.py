"""What there is to know: the points, the sequence of play, the blocks, and the charts."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tabletop import Chart, Facts, Phase, Row, Section, Stat
from common.tabletop.charts import list_chart
from tests.toy.rules.movement import Campaign
from tests.toy.rules.sequence import Discard, Postures
from tests.toy.state import BLUE, NAMES, RED, SIDES
from tests.toy.table.trays import cards_in_hand, chosen_cards
from tests.toy.view import View

PHASES = (
    (Postures, "", "Postures", "2"),
    (Campaign, BLUE, "Blue moves", "3"),
    (Discard, BLUE, "Blue discards", "6"),
    (Campaign, RED, "Red moves", "3"),
    (Discard, RED, "Red discards", "6"),
)


class ToyFacts(Facts):
    """The pages of the inspector."""

    def stats(self, view: View) -> Sequence[Stat]:
        points = [Stat(f"{NAMES[side]} points", str(sum(self._held(view, side).values())), side) for side in SIDES]
        postures = [Stat(f"{NAMES[side]} posture", choice, side) for side, choice in view.posture.items()]
        return (Stat("Turn", str(view.turn)), *points, *postures)

    def sequence(self, view: View) -> Sequence[Phase]:
        waiting = {(type(step), getattr(step, "side", "")) for step in view.flow}
        now = next((n for n, (kind, side, *_) in enumerate(PHASES) if (kind, side) in waiting), len(PHASES))
        return [
            Phase(title, rule, "now" if n == now else "done" if n < now else "ahead")
            for n, (_, _, title, rule) in enumerate(PHASES)
        ]

    def victory(self, view: View) -> Sequence[Section]:
        names = self.data.names
        return [
            Section(NAMES[side], tuple(Row(names[at], str(worth), "7") for at, worth in self._held(view, side).items()))
            for side in SIDES
        ]

    def forces(self, view: View) -> Chart:
        places = [(side, at, count) for side in SIDES for at, (_, count) in view.stacks.get(side, {}).items()]
        names = self.data.names | {self.data.units.ship.name: "the ferry"}
        rows = tuple((NAMES[side], names[at], self._kinds(view, side, at), str(n)) for side, at, n in places)
        columns = ("Side", "Where", "Blocks", "Number")
        spaces = tuple(view.ship if at == self.data.units.ship.name else at for _, at, _ in places)
        return Chart("forces", "Blocks", "1", self.data.units.source, columns, rows, places=spaces)

    def charts(self, view: View) -> Sequence[Chart]:
        units = self.data.units
        lines = [(kind, str(strength), "5c") for kind, strength in units.strength.items()]
        return (list_chart("strength", "Strength of the blocks", "5c", units, ("Block", "Strength"), lines),)

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        worth = self.data.worth.get(space)
        row = Row("Worth", f"{worth} points", "7") if worth is not None else Row("Sea", "only the ferry goes here", "4")
        return (Section(self.data.names[space], (row,)),) if space in self.data.map.spaces else ()

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        block, card = view.blocks.get(piece), dict((*cards_in_hand(view), *chosen_cards(view))).get(piece)
        if block is not None:
            row = Row("Strength", str(self.data.units.strength[block.kind]), "5c", self.data.units.source)
            return (Section("Block", (row,)),)
        if card is not None:
            return (Section("Card", (Row("Use", self.data.cards.text[card], "5b", self.data.cards.source),)),)
        return ()

    def _held(self, view: View, side: Side) -> dict[str, int]:
        """The places on land that a side holds, and what they are worth."""
        return {at: self.data.worth[at] for at in view.stacks.get(side, {}) if at in self.data.worth}

    def _kinds(self, view: View, side: Side, at: str) -> str:
        """The kinds of the blocks in a place, as far as they are seen."""
        own = [block.kind for block in view.blocks.values() if (block.side, block.at) == (side, at)]
        return ", ".join(own) or "hidden"
