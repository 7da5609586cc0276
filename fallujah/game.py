"""Second Fallujah as the engine knows it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from common.engine import Action, Game, OptionValue, Result, Side
from common.engine.about import about_game
from common.tables import Odds
from fallujah import checks
from fallujah.components import FILES, Components
from fallujah.odds import odds
from fallujah.rules import setup, victory
from fallujah.state import COALITION, INSURGENT, SIDE_NAMES, FallujahState, other_side
from fallujah.view import View, view_of


class Fallujah(Game):
    """Iraq, 8 to 14 November 2004."""

    id = "fallujah"
    title = about_game("fallujah").title
    sides = (INSURGENT, COALITION)
    side_names: Mapping[Side, str] = SIDE_NAMES
    state_type = FallujahState
    components = Components
    files = FILES
    upon = checks.UPON
    step_modules = ("rules.solitaire.setup", "rules.solitaire.impulse", "rules.solitaire.reaction")

    def problems(self) -> Iterator[tuple[str, str, str]]:
        return checks.problems(self.data)

    def start(self, scenario: str, options: dict[str, OptionValue]) -> FallujahState:
        state = setup.start(self.data, scenario)
        state.options = options
        return state

    def view(self, state: Any, side: Side | None) -> View:
        return view_of(state, side)

    def names(self) -> Mapping[str, Container[str]]:
        return checks.names(self.data)

    def invariants(self, state: Any) -> Iterable[str]:
        return checks.invariants(state)

    def odds(self, state: Any, action: Action) -> Odds | None:
        return odds(state, action)

    def concession(self, state: Any, side: Side) -> Result:
        winner = other_side(side)
        rows = self.data.tables.victory_levels.rows
        best = rows[0] if winner == INSURGENT else rows[-1]
        points = {score.id: score.points for score in victory.scores(state)}
        total = sum(points.values())
        name = self.side_names[side]
        return Result(winner, best.level, f"The {name} give up.", best.rule, points | {"total": total})


def open_game(packs: Sequence[Path] = ()) -> Fallujah:
    """The game with any data packs laid over its own data."""
    return Fallujah(packs)
