"""The toy game as the engine knows it: small, with one of everything that games are made of."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from common.engine import Action, Aside, Game, Option, OptionValue, Pool, Refusal, Result, Scenario, Side
from common.tables import Odds
from tests.toy import view
from tests.toy.actions import Reorder
from tests.toy.checks import invariants
from tests.toy.components import FILES, Components
from tests.toy.odds import odds
from tests.toy.rules.combat import Ambush
from tests.toy.rules.sequence import SetUp
from tests.toy.rules.victory import points
from tests.toy.state import ENEMY, NAMES, SIDES, Block, ToyState


class Toy(Game):
    """A crossing in three turns."""

    id = "toy"
    package = "tests.toy"
    title = "The Crossing"
    sides = SIDES
    side_names: Mapping[Side, str] = NAMES
    state_type = ToyState
    components = Components
    files = FILES

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        scenarios: Mapping[str, Scenario] = self.data.book.scenarios
        return scenarios

    @property
    def options(self) -> Mapping[str, Option]:
        options: Mapping[str, Option] = self.data.book.options
        return options

    def start(self, scenario: str, options: dict[str, OptionValue]) -> ToyState:
        units = self.data.units
        places = {id_: Block(side, "", at) for side, blocks in units.blocks.items() for id_, at in blocks.items()}
        pools = {f"{side} blocks": Pool.of(units.kinds) for side in SIDES} | {"deck": Pool.of(self.data.cards.deck)}
        state = ToyState(scenario=scenario, options=options, pools=pools, ship=units.ship.at, flow=[SetUp()])
        for id_, block in places.items():
            state.blocks[id_] = block
            state.tops.setdefault(block.at, id_)
        return state

    def view(self, state: ToyState, side: Side | None) -> view.View:
        return view.view_of(state, side)

    def names(self) -> Mapping[str, Container[str]]:
        blocks = frozenset(id_ for ids in self.data.units.blocks.values() for id_ in ids)
        places = (*self.data.names, self.data.units.ship.name, "")
        return {
            **dict.fromkeys(("at", "space", "ship", "tops"), places),
            **dict.fromkeys(("blocks", "block", "tops.*"), blocks),
            "moved": {*blocks, self.data.units.ship.name},
            **dict.fromkeys(("hands", "posture", "asked"), SIDES),
        }

    def invariants(self, state: ToyState) -> Iterable[str]:
        return invariants(state)

    def hidden(self, state: ToyState, side: Side) -> frozenset[str]:
        return super().hidden(state, side) | view.hidden(state, side)

    def imagine(self, state: ToyState, side: Side, seed: int) -> ToyState:
        return view.dealt_again(super().imagine(state, side, seed), side, seed)

    def known(self, state: ToyState, side: Side | None) -> ToyState:
        return view.dealt_again(super().known(state, side), side, 0)

    def odds(self, state: ToyState, action: Action) -> Odds | None:
        return odds(state, action)

    def asides(self, state: ToyState, side: Side) -> Iterator[Aside]:
        return (Reorder(side, id_) for id_ in state.blocks)

    def why_not_aside(self, state: ToyState, action: Aside) -> Refusal | None:
        block = state.blocks.get(action.block) if isinstance(action, Reorder) else None
        if block is None or block.side != action.side:
            return Refusal("8", "that is no block of this side")
        if any(isinstance(step, Ambush) for step in state.flow):
            return Refusal("8", "there is a battle")
        return Refusal("8", "it is on top") if state.tops[block.at] == action.block else None  # type: ignore[attr-defined]

    def play_aside(self, state: ToyState, action: Reorder) -> None:
        block = state.blocks[action.block]
        state.tops[block.at] = action.block
        public = f"{NAMES[action.side]} reorders a stack."
        state.note(f"The {block.kind} goes on top.", "8", only=(action.side,), public=public, show=("rules",))

    def concession(self, state: ToyState, side: Side) -> Result:
        return Result(ENEMY[side], "Concession", f"{NAMES[side]} gives up.", "7", points(state))


def open_game(packs: Sequence[Path] = ()) -> Toy:
    """The game with any data packs laid over its own data."""
    return Toy(packs)
