"""The New Mexico Campaign, 1862, as the engine sees it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from common.engine import Action, Game, Option, OptionValue, Result, Side
from common.engine.about import about_game
from common.tables import Odds
from nmc import checks, view
from nmc.components import FILES, Components
from nmc.odds import odds
from nmc.rules.march import Move
from nmc.rules.sequence import Sequence as SequenceOfPlay
from nmc.rules.sequence import SetUp
from nmc.rules.victory import NAMES, WINS
from nmc.state import CONFEDERATE, ENEMY, SIDES, UNION, NmcState


class Nmc(Game):
    """The game with its data."""

    id = "nmc"
    title = about_game("nmc").title
    sides = SIDES
    side_names = {UNION: "Union", CONFEDERATE: "Confederates"}
    state_type = NmcState
    components = Components
    files = FILES
    take_back_rule = "5.1b"
    upon = {"Sequence": ("",), "SetUp": ("Sequence",)}

    def problems(self) -> Iterator[tuple[str, str, str]]:
        return checks.problems(self.data)

    @property
    def options(self) -> Mapping[str, Option]:
        options: Mapping[str, Option] = self.data.options
        return options

    def start(self, scenario: str, options: dict[str, OptionValue]) -> NmcState:
        """3.2-3.5: both armies, control by the line between rows 17 and 18, points as stated in 4.4."""
        data, setup = self.data, self.data.setup
        stacks = {force.hex: force.stack(UNION) for force in setup.union}
        stacks |= {force.hex: force.stack(CONFEDERATE) for force in (*setup.confederate, setup.free)}
        wagons = {side: sum(stack.wagons for stack in stacks.values() if stack.side == side) for side in SIDES}
        wagons[UNION] += setup.reinforcements.wagons
        depots = {side: sum(stack.depot for stack in stacks.values() if stack.side == side) for side in SIDES}
        return NmcState(
            scenario=scenario,
            options=options,
            stacks=stacks,
            control={space.id: space.attrs["start_control"] for space in data.locales.values()},
            vp=dict(setup.vp),
            spare_wagons={side: data.counters.wagons[side] - wagons[side] for side in SIDES},
            unused_depots={side: data.counters.depots[side] - depots[side] for side in SIDES},
            flow=[SequenceOfPlay(), SetUp(setup.free.hex)],
        )

    def view(self, state: NmcState, side: Side | None) -> view.View:
        return view.view_of(state, side)

    def known(self, state: NmcState, side: Side | None) -> NmcState:
        return view.known_position(self.data, view.view_of(state, side))

    def is_done(self, before: NmcState, after: NmcState) -> bool:
        """5.1b, 8.3f: a phase that was ended, a hex that was entered, a move that was halted."""
        if before.phase < 0:
            return False
        ended = (after.turn, after.phase) != (before.turn, before.phase)
        return ended or after.stacks != before.stacks or isinstance(before.step, Move)

    def odds(self, state: NmcState, action: Action) -> Odds | None:
        return odds(state, action)

    def concession(self, state: NmcState, side: Side) -> Result:
        winner = ENEMY[side]
        reason = f"{WINS[winner]}: the {NAMES[side]} player concedes."
        return Result(winner, WINS[winner], reason, "4.8", dict(state.vp))

    def names(self) -> Mapping[str, Container[str]]:
        return checks.names(self.data)

    def invariants(self, state: NmcState) -> Iterator[str]:
        return checks.invariants(state)


def open_game(packs: Sequence[Path] = ()) -> Nmc:
    """The game, with any data packs."""
    return Nmc(packs)
