"""Operation Serval as the engine knows it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from common.engine import Action, Aside, Game, Option, OptionValue, Refusal, Result, Side
from common.engine.about import about_game
from common.tables import Odds
from operation_serval import checks, view
from operation_serval.components import FILES, Components
from operation_serval.odds import odds
from operation_serval.rules import fog, setup, victory
from operation_serval.rules.losses import count_eliminated
from operation_serval.state import ENEMY, SIDE_NAMES, SIDES, TAKEN_UP, ServalState


class OperationServal(Game):
    """Mali, 2012 and 2013."""

    id = "operation_serval"
    title = about_game("operation_serval").title
    sides = SIDES
    side_names: Mapping[Side, str] = SIDE_NAMES
    state_type = ServalState
    components = Components
    files = FILES
    take_back_rule = "6.0a"
    upon = checks.UPON

    @property
    def options(self) -> Mapping[str, Option]:
        options: Mapping[str, Option] = self.data.options
        return options

    def problems(self) -> Iterator[tuple[str, str, str]]:
        return checks.problems(self.data)

    def start(self, scenario: str, options: dict[str, OptionValue]) -> ServalState:
        state = setup.start(self.data, scenario)
        state.options = options
        return state

    def view(self, state: ServalState, side: Side | None) -> view.View:
        return view.view_of(state, side)

    def names(self) -> Mapping[str, Container[str]]:
        return checks.names(self.data)

    def invariants(self, state: ServalState) -> Iterable[str]:
        return checks.invariants(state)

    def hidden(self, state: ServalState, side: Side) -> frozenset[str]:
        return super().hidden(state, side) | view.hidden(state, side)

    def imagine(self, state: ServalState, side: Side, seed: int) -> ServalState:
        other: ServalState = super().imagine(state, side, seed)
        lost, areas = view.forget_unseen(other, side, seed)
        view.deal_unseen(other, lost, areas, seed)
        return other

    def known(self, state: ServalState, side: Side | None) -> ServalState:
        other: ServalState = super().known(state, side)
        view.forget_unseen(other, side, 0)
        return other

    def odds(self, state: ServalState, action: Action) -> Odds | None:
        return odds(state, action)

    def asides(self, state: ServalState, side: Side) -> Iterator[Aside]:
        return fog.asides(state, side)

    def why_not_aside(self, state: ServalState, action: Aside) -> Refusal | None:
        return fog.why_not_aside(state, action)

    def play_aside(self, state: ServalState, action: Aside) -> None:
        fog.play_aside(state, action)

    def reveals(self, before: ServalState, after: ServalState, side: Side) -> bool:
        """Who puts down a counter that he has taken up reveals no more by it than by a march."""
        return bool(self.hidden(before, side) - self.hidden(after, side) - {TAKEN_UP})

    def tells_thoughts(self, state: ServalState, side: Side) -> bool:
        return not view.hidden(state, side)

    def keeps_secrets(self, state: ServalState) -> bool:
        return state.fog

    def is_done(self, before: ServalState, after: ServalState) -> bool:
        finished = bool(before.acting) and before.acting != after.acting  # 6.0a: to begin an action finishes none
        return finished or view.has_shown(before, after)

    def count_losses(self, positions: Sequence[ServalState]) -> Mapping[Side, int]:
        return count_eliminated(positions)

    def concession(self, state: ServalState, side: Side) -> Result:
        level = self.data.tables.victory_points.levels[0].level
        return Result(ENEMY[side], level, victory.conceded(side), "5.0a", victory.whole(state))


def open_game(packs: Sequence[Path] = ()) -> OperationServal:
    """The game with any data packs laid over its own data."""
    return OperationServal(packs)
