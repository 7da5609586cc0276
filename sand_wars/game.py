"""Sand Wars as the engine sees it."""

from __future__ import annotations

import importlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from common.engine import Action, Game, OptionValue, Result, Side
from common.engine.about import about_game
from common.tables import Odds
from sand_wars import checks, view
from sand_wars.components import FILES, Components
from sand_wars.odds import odds
from sand_wars.rules import CHAPTERS
from sand_wars.rules.sequence import SetUp
from sand_wars.rules.setup import first_position
from sand_wars.rules.victory import concession_words, is_met
from sand_wars.state import NAMES, SIDES, SandState

for chapter in CHAPTERS:  # each says which Actions and events it carries out
    importlib.import_module(f"sand_wars.rules.{chapter}")


class SandWars(Game):
    """The game with its data."""

    id = "sand_wars"
    title = about_game("sand_wars").title
    sides = SIDES
    side_names = NAMES
    state_type = SandState
    components = Components
    files = FILES
    take_back_rule = "SEQ.1"
    has_dice = False
    upon = checks.UPON

    def problems(self) -> Iterator[tuple[str, str, str]]:
        return checks.problems(self.data)

    def start(self, scenario: str, options: dict[str, OptionValue]) -> SandState:
        state = first_position(self.data, scenario, options)
        state.flow = [SetUp()]
        return state

    def view(self, state: SandState, side: Side | None) -> view.View:
        return view.view_of(state, side)

    def hidden(self, state: SandState, side: Side) -> frozenset[str]:
        return super().hidden(state, side) | view.hidden(state, side)

    def imagine(self, state: SandState, side: Side, seed: int) -> SandState:
        return view.dealt_again(super().imagine(state, side, seed), side, seed)

    def known(self, state: SandState, side: Side | None) -> SandState:
        return view.dealt_again(super().known(state, side), side, 0)

    def tells_thoughts(self, state: SandState, side: Side) -> bool:
        return not view.hidden(state, side)

    def odds(self, state: SandState, action: Action) -> Odds | None:
        return odds(state, action)

    def concession(self, state: SandState, side: Side) -> Result:
        winner, level, reason = concession_words(side)
        points = {who: int(bool(state.objectives) and is_met(state, state.objectives[who])) for who in SIDES}
        return Result(winner, level, reason, "SEQ.6", points)

    def names(self) -> Mapping[str, Container[str]]:
        return checks.names(self.data)

    def invariants(self, state: SandState) -> Iterable[str]:
        return checks.invariants(state)


def open_game(packs: Sequence[Path] = ()) -> SandWars:
    """The game, with any data packs."""
    return SandWars(packs)
