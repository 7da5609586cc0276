"""Somali Pirates as the engine knows it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from common.engine import Action, Aside, Game, Option, OptionValue, Pool, Refusal, Result, Side
from common.engine.about import about_game
from common.tables import Odds
from somali_pirates import checks, view
from somali_pirates.actions import PassOn
from somali_pirates.components import FILES, Components
from somali_pirates.odds import odds
from somali_pirates.rules.losses import count_eliminated
from somali_pirates.rules.sequence import BeginTurn
from somali_pirates.rules.setup import StartRoll
from somali_pirates.rules.victory import score
from somali_pirates.state import AVAILABLE, ENEMY, SIDE_NAMES, SIDES, PirateState, Unit, does


class SomaliPirates(Game):
    """The Gulf of Aden and Somalia, about 2012."""

    id = "somali_pirates"
    title = about_game("somali_pirates").title
    sides = SIDES
    side_names: Mapping[Side, str] = SIDE_NAMES
    state_type = PirateState
    components = Components
    files = FILES

    @property
    def options(self) -> Mapping[str, Option]:
        options: Mapping[str, Option] = self.data.options
        return options

    def problems(self) -> Iterator[tuple[str, str, str]]:
        return checks.problems(self.data)

    def start(self, scenario: str, options: dict[str, OptionValue]) -> PirateState:
        data: Components = self.data
        return PirateState(
            scenario=scenario,
            options=options,
            units={id_: Unit(id_, AVAILABLE) for id_ in data.counters},
            hands=dict.fromkeys(SIDES, ()),
            index=dict.fromkeys(SIDES, data.tables.tracks.index_base),
            pools={
                side: Pool.of({chit.id: chit.count for chit in kinds.values()}) for side, kinds in data.chits.items()
            },
            flow=[BeginTurn(), StartRoll()],
        )

    def view(self, state: Any, side: Side | None) -> view.View:
        return view.view_of(state, side)

    def names(self) -> Mapping[str, Container[str]]:
        return checks.names(self.data)

    def invariants(self, state: Any) -> Iterable[str]:
        return checks.invariants(state)

    def hidden(self, state: Any, side: Side) -> frozenset[str]:
        return super().hidden(state, side) | view.hidden(state, side)

    def imagine(self, state: Any, side: Side, seed: int) -> PirateState:
        return view.dealt_again(super().imagine(state, side, seed), side, seed)

    def known(self, state: Any, side: Side | None) -> PirateState:
        return view.dealt_again(super().known(state, side), side, 0)

    def odds(self, state: Any, action: Action) -> Odds | None:
        return odds(state, action)

    def asides(self, state: Any, side: Side) -> Iterator[Aside]:
        yield PassOn(side)

    def why_not_aside(self, state: Any, action: Aside) -> Refusal | None:
        if not isinstance(action, PassOn):
            return super().why_not_aside(state, action)
        if not state.hands[action.side]:
            return Refusal("19.3a", "there is no chit in hand to be asked about")
        return Refusal("19.3a", "every window goes by already") if action.side in state.passing else None

    def play_aside(self, state: Any, action: PassOn) -> None:
        state.passing |= {action.side}
        state.note(f"{SIDE_NAMES[action.side]}: no chits until the next phase.", "19.3a", only=(action.side,))

    def count_losses(self, positions: Sequence[Any]) -> Mapping[Side, int]:
        return count_eliminated(positions)

    def concession(self, state: Any, side: Side) -> Result:
        winner = ENEMY[side]
        best = self.data.tables.victory.levels[-1].level
        return Result(winner, best, f"The {does(side, 'give')} up.", "5.2a", score(state))


def open_game(packs: Sequence[Path] = ()) -> SomaliPirates:
    """The game with any data packs laid over its own data."""
    return SomaliPirates(packs)
