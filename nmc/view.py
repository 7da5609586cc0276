"""What a player may see, and the position he can know from it."""

from __future__ import annotations

from typing import Any

import msgspec

from common.engine import OptionValue, Result, Seat, Side
from nmc.components import Components
from nmc.rules.sequence import PHASES
from nmc.state import NmcState, Stack

SET_UP = "Set-up"
PHASE_NAMES = tuple(phase.name for phase in PHASES)


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
    flow: tuple[Any, ...]
    high_morale: bool
    result: Result | None

    @property
    def step(self) -> Any:
        """Where the sequence of play stands; None when the game is over."""
        return None if self.result is not None else self.flow[-1]

    @property
    def phase_number(self) -> int:
        """Which entry of the sequence of play is the present one; -1 during set-up (5.2)."""
        return -1 if self.phase == SET_UP else PHASE_NAMES.index(self.phase)


def view_of(state: NmcState, side: Side | None) -> View:
    """The position as a side sees it, field by field; None is an onlooker."""
    return View(
        game="nmc",
        side=side,
        scenario=state.scenario,
        options=dict(state.options),
        turn=state.turn,
        phase=PHASE_NAMES[state.phase] if state.phase >= 0 else SET_UP,
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
        flow=tuple(step.seen_by(side) for step in state.flow),
        high_morale=state.high_morale(),
        result=state.result,
    )


def known_position(data: Components, view: View) -> NmcState:
    """The view as a position for the rules' own questions; a secret decision counts as not made (10.6d)."""
    state = NmcState(
        scenario=view.scenario,
        options=view.options,
        turn=view.turn,
        flow=list(view.flow),
        result=view.result,
        stacks=dict(view.stacks),
        control=dict(view.control),
        vp=dict(view.vp),
        lost=dict(view.lost),
        left=dict(view.left),
        fallen=dict(view.fallen),
        spare_wagons=dict(view.spare_wagons),
        unused_depots=dict(view.unused_depots),
        phase=view.phase_number,
        done=dict(view.done),
        closed=list(view.closed),
        nine=view.nine,
        fed=list(view.fed),
        declared=list(view.declared),
    )
    return state.attach(data, None)


def position_of(seat: Seat) -> NmcState:
    """The position as far as a seat can know it; it must not be changed."""
    state = seat.known
    assert isinstance(state, NmcState)
    return state
