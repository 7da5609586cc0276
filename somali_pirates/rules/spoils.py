"""6.1  The points of a combat: InfoWar, then each gainer raises his own index or lowers the enemy's."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from common.engine.steps import SideStep
from somali_pirates.actions import PlayChit, TakePoints
from somali_pirates.rules.chits import ChitWindow, announce
from somali_pirates.rules.netwar import gain, lose
from somali_pirates.state import ENEMY, SIDE_NAMES, PirateState

INFOWAR = "infowar"  # CHIT.C2


class Spoils(Step, frozen=True, tag=True):
    """6.1a  What both sides gain by one combat, the attacker first (R6)."""

    attacker: Side
    gains: tuple[tuple[Side, int], ...]

    def proceed(self, state: PirateState) -> bool:
        sides = (self.attacker, ENEMY[self.attacker])
        gains = dict(self.gains)
        gainers = [side for side in sides if gains.get(side, 0) > 0]
        shares = [Share(side, gains[side]) for side in gainers]
        windows = [InfoWarWindow(side, gains[side]) for side in gainers]
        state.swap(*windows, *shares)
        return True


class InfoWarWindow(ChitWindow, frozen=True, tag=True):
    """CHIT.C2  The gainer may double his points; a second chit makes them triple (R78)."""

    points: int
    times: int = 1

    def prompt(self, state: PirateState) -> str:
        return f"You gain {self.points * self.times}: play InfoWar, or leave it at that (CHIT.C2)."

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        return (INFOWAR,)

    def react(self, state: PirateState, action: PlayChit) -> None:
        state.swap(Doubling(self.side), self)
        announce(state, self.side, action.chit, f"on a gain of {self.points}")


class Doubling(Step, frozen=True, tag=True):
    """CHIT.C2  An InfoWar that was not stopped adds the gain once more."""

    side: Side

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        if state.worked:
            for place in range(len(state.flow) - 1, -1, -1):
                step = state.flow[place]
                if isinstance(step, InfoWarWindow) and step.side == self.side:
                    state.flow[place] = replace(step, times=step.times + 1)
                elif isinstance(step, Share) and step.side == self.side:
                    state.flow[place] = replace(step, times=step.times + 1)
                    break
        return True


class Share(SideStep, frozen=True, tag=True):
    """6.1b  All of the points go on the own index, or all are taken from the enemy's."""

    points: int
    times: int = 1

    @property
    def total(self) -> int:
        """What is gained with InfoWar."""
        return self.points * self.times

    def prompt(self, state: PirateState) -> str:
        return f"You gain {self.total}: raise your own index or lower the enemy's (6.1b)."

    def candidates(self, state: PirateState) -> Iterator[Action]:
        yield TakePoints()
        yield TakePoints(lower=True)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, TakePoints):
            return None
        return Refusal("6.1b", "take the points of the combat first, all in one way")

    def play(self, state: PirateState, action: TakePoints) -> None:
        state.flow.pop()
        if action.lower:
            lose(state, ENEMY[self.side], self.total, f"combat points of the {SIDE_NAMES[self.side]}", "6.1b")
        else:
            gain(state, self.side, self.total, "combat", "6.1b")
