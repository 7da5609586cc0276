"""31  Full Spectrum Dominance: ISR and InfoWar together at the start of a Combat Phase."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from somali_pirates.actions import PlayChit, SplitPoints
from somali_pirates.rules.chits import ChitWindow, announce, holds, throw
from somali_pirates.rules.netwar import gain, lose
from somali_pirates.state import ENEMY, PirateState

PAIR = ("isr", "infowar")
SPECTRUM = "spectrum"  # the use of ISR and InfoWar together
DICE = 2


class SpectrumWindow(ChitWindow, frozen=True, tag=True):
    """31.1a  The player of the phase may spend an ISR with an InfoWar, as often as he has pairs (R99)."""

    def prompt(self, state: PirateState) -> str:
        return "Full Spectrum Dominance: spend ISR with InfoWar, or go on (31.1a)."

    def could_react(self, state: PirateState) -> bool:
        return len(state.hands[self.side]) >= len(PAIR) and super().could_react(state)

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        return PAIR[:1]

    def plays(self, state: PirateState, chit: str) -> Iterator[PlayChit]:
        yield PlayChit(chit, SPECTRUM)

    def why_not_play(self, state: PirateState, action: PlayChit) -> Refusal | None:
        if not all(holds(state, self.side, chit) for chit in PAIR):
            return Refusal("31.1a", "that takes one ISR and one InfoWar")
        return None

    def react(self, state: PirateState, action: PlayChit) -> None:
        state.swap(Spectrum(self.side), self)
        announce(state, self.side, PAIR, "for Full Spectrum Dominance")


class Spectrum(SideStep, frozen=True, tag=True):
    """31.1b, 31.2a  Two dice, taken from the enemy, added to the own index, or split."""

    thrown: bool = False

    def prompt(self, state: PirateState) -> str:
        return f"{sum(state.dice)} points: how many for your own index, the rest off the enemy's (31.1b)?"

    def proceed(self, state: PirateState) -> bool:
        if self.thrown:
            return False
        if state.worked:
            state.swap(replace(self, thrown=True))
            throw(state, self.side, "Full Spectrum Dominance", "31.1a", DICE)
        else:
            state.note("Full Spectrum Dominance is canceled.", "31.2a")
            state.flow.pop()
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        return map(SplitPoints, range(sum(state.dice) + 1))

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, SplitPoints) and 0 <= action.own <= sum(state.dice):
            return None
        return Refusal("31.1b", f"{sum(state.dice)} points are split between the two indexes")

    def play(self, state: PirateState, action: SplitPoints) -> None:
        total = sum(state.dice)
        state.flow.pop()
        gain(state, self.side, action.own, "Full Spectrum Dominance", "31.1b")  # first: they count if the rest ends it
        lose(state, ENEMY[self.side], total - action.own, "Full Spectrum Dominance", "31.1b")
