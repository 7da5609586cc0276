"""4, 8  The sequence of play: initiative, phases of both players, control, protracted conflict, the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from common.engine import Action, Refusal, Side, Step
from common.engine.steps import SideStep
from somali_pirates.actions import ChooseFirst, PayTurn, RefuseTurn
from somali_pirates.rules.chit_effects import reopen
from somali_pirates.rules.combat import CombatPhase
from somali_pirates.rules.control import income
from somali_pirates.rules.mobilization import MobilizationPhase
from somali_pirates.rules.movement import MovementPhase
from somali_pirates.rules.netwar import gain, spend, why_not_spend
from somali_pirates.rules.return_phase import ReturnPhase
from somali_pirates.rules.spectrum import SpectrumWindow
from somali_pirates.rules.victory import assess
from somali_pirates.state import COALITION, ENEMY, NONE, PIRATE, SIDE_NAMES, SIDES, PirateState, does

PhaseOfSide = Literal["movement", "combat", "return"]
RULES = {"movement": "11.0a", "combat": "12.1a", "return": "17.0e"}


class BeginTurn(Step, frozen=True, tag=True):
    """3.1a, 4.1a  A turn begins with the Initiative."""

    def proceed(self, state: PirateState) -> bool:
        state.phase, state.mover = "initiative", ""
        state.settle()
        state.passing = NONE
        state.note(f"Turn {state.turn}", "4.1a", heading=True)
        state.swap(Initiative(state.richer()))
        return True


class Initiative(SideStep, frozen=True, tag=True):
    """8.1  The richer player, the Pirate on ties, says who is First Player."""

    def prompt(self, state: PirateState) -> str:
        return "You have the Initiative: choose the First Player of this turn (8.1a)."

    def candidates(self, state: PirateState) -> Iterator[Action]:
        return map(ChooseFirst, SIDES)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, ChooseFirst) and action.side in SIDES:
            return None
        return Refusal("4.1b", "choose the First Player first")

    def play(self, state: PirateState, action: ChooseFirst) -> None:
        first, second = action.side, ENEMY[action.side]
        state.first = first
        state.note(f"The {does(first, 'go')} first.", "8.1a")
        state.swap(
            MobilizationPhase(),
            *turn_of(state, first),
            *turn_of(state, second),
            ControlPhase(),
            Protracted(COALITION),
            EndOfTurn(),
        )


def turn_of(state: PirateState, side: Side) -> list[Step]:
    """4.1f, 4.1g  Movement, Combat and Return of one player."""
    spectrum = [SpectrumWindow(side)] if state.options.get("full_spectrum") else []
    return [
        BeginPhase("movement", side),
        MovementPhase(side),
        BeginPhase("combat", side),
        *spectrum,
        CombatPhase(side),
        BeginPhase("return", side),
        ReturnPhase(side),
    ]


class BeginPhase(Step, frozen=True, tag=True):
    """4.1f, 4.1g  A phase of one player begins with a clean slate."""

    phase: PhaseOfSide
    side: Side

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        state.phase, state.mover, state.active = self.phase, self.side, ""
        state.acted = NONE
        state.passing = NONE
        if self.phase == "combat":
            state.attacked = NONE
        else:
            state.moved = {}
            state.spent = {}
            state.junctions = {}
        state.note(
            f"Turn {state.turn}: {self.phase.title()} of the {SIDE_NAMES[self.side]}", RULES[self.phase], heading=True
        )
        return True


class ControlPhase(Step, frozen=True, tag=True):
    """18.4a  Each side adds the values of its Zones, the First Player first and completely (R5)."""

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        state.phase, state.mover = "control", ""
        state.attacked = NONE
        state.note(f"Turn {state.turn}: Control", "18.4a", heading=True)
        pay_zones(state)
        return True


def pay_zones(state: PirateState) -> None:
    """18.4a, R5  Add the values of the Zones to the indexes, the First Player first."""
    for side in (state.first, ENEMY[state.first]):
        gain(state, side, income(state, side), "Zones controlled", "18.4a")


class Protracted(SideStep, frozen=True, tag=True):
    """4.1i-l  The Coalition, and failing it the Pirates, pay the turn number to go on."""

    def prompt(self, state: PirateState) -> str:
        rule = "4.1j" if self.side == COALITION else "4.1k"
        return f"Pay {state.turn} to play another turn, or pay nothing ({rule})?"

    def proceed(self, state: PirateState) -> bool:
        state.phase, state.mover = "protracted", ""
        if state.turn >= state.data.tables.tracks.turns:
            state.flow.pop()
        elif why_not_spend(state, self.side, state.turn) is not None:
            self._decline(state, f": {state.turn} points are needed and the index is {state.index[self.side]}")
        else:
            return False
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        yield PayTurn()
        yield RefuseTurn()

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, PayTurn | RefuseTurn):
            return None
        return Refusal("4.1i", "decide first whether the conflict goes on")

    def play(self, state: PirateState, action: Action) -> None:
        if isinstance(action, PayTurn):
            state.flow.pop()
            spend(state, {self.side: state.turn}, "protracted conflict", "4.1j" if self.side == COALITION else "4.1k")
        else:
            self._decline(state)

    def _decline(self, state: PirateState, why: str = "") -> None:
        rule = "4.1j" if self.side == COALITION else "4.1k"
        state.note(f"The {does(self.side, 'do')} not pay for another turn{why}.", rule)
        if self.side == COALITION:
            state.swap(Protracted(PIRATE))
        else:
            assess(state, "Nobody prolongs the conflict.", "4.1l")


class EndOfTurn(Step, frozen=True, tag=True):
    """4.2b  The turn marker advances; after the last turn victory is assessed."""

    def proceed(self, state: PirateState) -> bool:
        reopen(state)
        state.spent_on = {}
        if state.turn >= state.data.tables.tracks.turns:
            assess(state, f"Turn {state.turn} is over.", "4.2b")
        else:
            state.turn += 1
            state.swap(BeginTurn())
        return True
