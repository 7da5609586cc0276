"""Second Fallujah as the engine knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from common.engine import Action, Game, Option, OptionValue, Result, Scenario, Side
from common.engine.about import about_game
from common.tables import Odds
from fallujah import checks, odds
from fallujah.components import FILES, Components
from fallujah.rules import setup, victory
from fallujah.rules.solitaire.impulse import BotImpulse
from fallujah.rules.solitaire.reaction import BotReaction
from fallujah.rules.solitaire.setup import BotSetup
from fallujah.state import COALITION, INSURGENT, FallujahState, other_side
from fallujah.view import View, view_of


class Fallujah(Game):
    """Iraq, 8 to 14 November 2004."""

    id = "fallujah"
    title = about_game("fallujah").title
    sides = (INSURGENT, COALITION)
    side_names: Mapping[Side, str] = {INSURGENT: "Insurgents", COALITION: "Coalition"}
    state_type = FallujahState

    @cached_property
    def data(self) -> Components:
        return Components(self.packs)

    @property
    def files(self) -> Mapping[str, Any]:
        return FILES

    def problems(self) -> Iterator[tuple[str, str, str]]:
        data = self.data
        for name, setup_ in data.setups.items():
            for area in setup_.cadre:
                if area not in data.area_set:
                    yield "scenarios.yaml", f"setups.{name}.cadre", f"no such area: {area}"
            if len(setup_.cadre) != len(data.cadre_ids):
                yield "scenarios.yaml", f"setups.{name}.cadre", f"{len(data.cadre_ids)} Cadre have to be placed"
            if setup_.fedayeen > len(data.fedayeen_ids):
                yield "scenarios.yaml", f"setups.{name}.fedayeen", "there are not so many Fedayeen counters"
        for plan in data.deployments.values():
            for area in plan.areas:
                if area not in data.area_set:
                    yield "scenarios.yaml", f"deployments.{plan.id}", f"no such area: {area}"
        for name, scenario in data.scenarios.items():
            for side in set(scenario.ruled) - set(self.sides):
                yield "scenarios.yaml", f"scenarios.{name}.ruled", f"no such side: {side}"
        for name in data.scenarios.keys() ^ data.setups.keys():
            yield "scenarios.yaml", name, "a scenario needs a set-up and a set-up a scenario"

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return self.data.scenarios

    @property
    def options(self) -> Mapping[str, Option]:
        return {}

    def start(self, scenario: str, options: dict[str, OptionValue]) -> FallujahState:
        state = setup.start(self.data, scenario)
        state.options = options
        return state

    def view(self, state: Any, side: Side | None) -> View:
        return view_of(state, side)

    def invariants(self, state: Any) -> Iterable[str]:
        return checks.invariants(state)

    def odds(self, state: Any, action: Action) -> Odds | None:
        return odds.of(state, action)

    def concession(self, state: Any, side: Side) -> Result:
        winner = other_side(side)
        rows = self.data.tables.victory_levels.rows
        best = rows[0] if winner == INSURGENT else rows[-1]
        points = {score.id: score.points for score in victory.scores(state)}
        total = sum(points.values())
        name = self.side_names[side]
        return Result(winner, best.level, f"The {name} give up.", best.rule, points | {"total": total})


SOLITAIRE = (BotSetup, BotImpulse, BotReaction)  # loaded with the game, so that a saved position finds its steps


def open_game(packs: Sequence[Path] = ()) -> Fallujah:
    """The game with any data packs laid over its own data."""
    return Fallujah(packs)
