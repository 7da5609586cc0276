"""The New Mexico Campaign, 1862, as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from common.engine import Action, Game, Option, OptionValue, Result, Scenario, Side
from common.engine.about import about_game
from common.tables import Odds
from nmc.components import FILES, Components, problems
from nmc.odds import odds
from nmc.rules.combat import HELD, BattleSupply
from nmc.rules.march import Move
from nmc.rules.sequence import PHASES, SetUp
from nmc.rules.sequence import Sequence as SequenceOfPlay
from nmc.rules.victory import NAMES, WINS
from nmc.state import CONFEDERATE, ENEMY, SIDES, TROOPS, UNION, NmcState, Stack


class View(msgspec.Struct, frozen=True):
    """What a player may know: everything but a wagon decision that is still secret (6.4, 10.6d)."""

    game: str
    side: Side | None
    scenario: str
    options: dict[str, OptionValue]
    turn: int
    phase: str
    to_act: Side | None
    prompt: str
    stacks: dict[str, Stack]
    control: dict[str, Side]
    vp: dict[str, int]
    lost: dict[str, int]
    left: dict[str, int]
    fallen: dict[str, str]
    spare_wagons: dict[str, int]
    unused_depots: dict[str, int]
    done: dict[str, Stack]
    closed: tuple[str, ...]
    nine: bool
    fed: tuple[str, ...]
    declared: tuple[str, ...]
    step: Any
    high_morale: bool
    result: Result | None


class Nmc(Game):
    """The game with its data."""

    id = "nmc"
    title = about_game("nmc").title
    sides = SIDES
    side_names = {UNION: "Union", CONFEDERATE: "Confederates"}
    state_type = NmcState
    take_back_rule = "5.1b"

    @cached_property
    def data(self) -> Components:
        return Components(self.packs)

    @property
    def files(self) -> Mapping[str, Any]:
        return FILES

    def problems(self) -> Iterator[tuple[str, str, str]]:
        return problems(self.data)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return self.data.scenarios

    @property
    def options(self) -> Mapping[str, Option]:
        return self.data.options

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

    def view(self, state: NmcState, side: Side | None) -> View:
        return View(
            game=self.id,
            side=side,
            scenario=state.scenario,
            options=dict(state.options),
            turn=state.turn,
            phase=PHASES[state.phase].name if state.phase >= 0 else "Set-up",
            to_act=None if state.result else state.step.actor(state),
            prompt=state.result.reason if state.result else state.step.prompt(state),
            stacks=dict(state.stacks),
            control=dict(state.control),
            vp=dict(state.vp),
            lost=dict(state.lost),
            left=dict(state.left),
            fallen=dict(state.fallen),
            spare_wagons=dict(state.spare_wagons),
            unused_depots=dict(state.unused_depots),
            done=dict(state.done),
            closed=tuple(state.closed),
            nine=state.nine,
            fed=tuple(state.fed),
            declared=tuple(state.declared),
            step=None if state.result else seen_by(state.step, side),
            high_morale=state.high_morale(),
            result=state.result,
        )

    def hidden(self, state: NmcState, side: Side) -> frozenset[str]:
        step = state.flow[-1]
        if isinstance(step, BattleSupply) and step.secret:
            return frozenset(f"wagon decision of {who}" for who, _ in step.choices if who != side)
        return frozenset()

    def is_done(self, before: NmcState, after: NmcState) -> bool:
        """5.1b, 8.3f: a phase that was ended, a hex that was entered, a move that was halted."""
        if before.phase < 0:
            return False
        ended = (after.turn, after.phase) != (before.turn, before.phase)
        return ended or after.stacks != before.stacks or isinstance(before.step, Move)

    def imagine(self, state: NmcState, side: Side, seed: int) -> NmcState:
        other = state.clone()
        other.seed, other.script = seed, ()
        step = state.flow[-1]
        if isinstance(step, BattleSupply) and self.hidden(state, side):
            guess = HELD if seed % 2 else "wagons"
            enemy = step.battle.force if step.battle.side == ENEMY[side] else state.stacks[step.battle.goal]
            if guess == "wagons" and not enemy.wagons:
                guess = "exdepots"
            choices = tuple((who, choice if who == side else guess) for who, choice in step.choices)
            other.flow[-1] = msgspec.structs.replace(step, choices=choices)
        return other

    def known(self, state: NmcState, side: Side | None) -> NmcState:
        """10.6d: everything but the other side's secret decision about a wagon, which counts as not made."""
        other = state.clone()
        other.seed, other.script = 0, ()
        other.flow = [seen_by(step, side) for step in state.flow]
        return other

    def odds(self, state: NmcState, action: Action) -> Odds | None:
        return odds(state, action)

    def concession(self, state: NmcState, side: Side) -> Result:
        winner = ENEMY[side]
        reason = f"{WINS[winner]}: the {NAMES[side]} player concedes."
        return Result(winner, WINS[winner], reason, "4.8", dict(state.vp))

    def invariants(self, state: NmcState) -> Iterator[str]:
        yield from self._troops(state)
        yield from self._leaders(state)
        if sum(state.vp.values()) != sum(self.data.setup.vp.values()):
            yield f"the victory points do not add up: {state.vp}"
        if not 1 <= state.turn <= self.data.setup.last_turn:
            yield f"turn {state.turn} does not exist"
        for space, stack in state.stacks.items():
            yield from self._stack(state, space, stack)
        for space, units in state.done.items():
            if space not in state.stacks or not state.stacks[space].has(units):
                yield f"units that have acted are not in {space}"

    def _troops(self, state: NmcState) -> Iterator[str]:
        setup = self.data.setup
        for kind in TROOPS:
            start = sum(getattr(force, kind) for force in (*setup.union, *setup.confederate, setup.free))
            arrived = getattr(setup.reinforcements, kind) if self._arrived(state) else 0
            gone = state.lost.get(kind, 0) + state.left.get(kind, 0)
            there = sum(stack.count(kind) for stack in state.stacks.values())
            if there != start + arrived - gone:
                yield f"{there} {kind} are on the map; {start} + {arrived} - {gone} should be"

    def _arrived(self, state: NmcState) -> bool:
        arrival = self.data.setup.reinforcements
        phase = next(i for i, phase in enumerate(PHASES) if phase.kind == "march" and phase.side == UNION)
        return (state.turn, state.phase) >= (arrival.turn, phase)

    def _leaders(self, state: NmcState) -> Iterator[str]:
        present = sorted(name for stack in state.stacks.values() for name in stack.leaders)
        waiting = () if self._arrived(state) else self.data.setup.reinforcements.leaders
        if sorted((*present, *state.fallen, *waiting)) != sorted(self.data.leaders):
            yield "a leader is in two places or nowhere"

    def _stack(self, state: NmcState, space: str, stack: Stack) -> Iterator[str]:
        if space not in self.data.map.spaces:
            yield f"units stand in {space}, which is not on the map"
        if stack.is_empty() or min(stack.count(unit) for unit in (*TROOPS, "guns", "wagons", "exdepots")) < 0:
            yield f"the stack in {space} is empty or negative"
        if any(self.data.leaders[name].side != stack.side for name in stack.leaders):
            yield f"a leader in {space} is on the wrong side"
        loose = state.options["control_by_sp_only"] and not stack.strength
        if space in state.control and state.control[space] != stack.side and not loose:
            yield f"{space} is held by {stack.side} but controlled by {state.control[space]}"


def seen_by(step: Any, side: Side | None) -> Any:
    """The present step without the other side's secret decision."""
    if isinstance(step, BattleSupply) and step.secret:
        return msgspec.structs.replace(step, choices=tuple((w, c) if w == side else (w, "") for w, c in step.choices))
    return step


def open_game(packs: Sequence[Path] = ()) -> Nmc:
    """The game, with any data packs."""
    return Nmc(packs)
