"""What steps of the game have in common: how a hex is closed, and how a phase ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from nmc.actions import EndPhase
from nmc.state import NmcState


class HexStep(SideStep, frozen=True, tag=True):
    """The forces of one hex act one by one; then the hex is closed."""

    abstract: ClassVar[bool] = True
    hex: str

    def close(self, state: NmcState) -> None:
        """The hex has had its part."""
        state.flow.pop()
        state.closed.append(self.hex)


class OpenPhase(SideStep, frozen=True, tag=True):
    """A phase in which its side acts until it ends the phase; with nothing to do it ends by itself."""

    abstract: ClassVar[bool] = True

    def offers(self, state: NmcState) -> Iterable[Action]:
        """Everything that could be done, besides ending the phase."""
        raise AssertionError(f"{type(self).__name__} offers nothing")

    def why_not_do(self, state: NmcState, action: Action) -> Refusal | None:
        """What forbids something other than ending the phase."""
        raise AssertionError(f"{type(self).__name__} judges nothing")

    def why_not_end(self, state: NmcState) -> Refusal | None:
        """What keeps the phase open."""
        return None

    def do(self, state: NmcState, action: Any) -> None:
        """Carry out something other than ending the phase."""
        raise AssertionError(f"{type(self).__name__} does nothing")

    def proceed(self, state: NmcState) -> bool:
        if any(self.why_not_do(state, action) is None for action in self.offers(state)):
            return False
        state.flow.pop()
        return True

    def candidates(self, state: NmcState) -> Iterator[Action]:
        yield from self.offers(state)
        yield EndPhase()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        if isinstance(action, EndPhase):
            return self.why_not_end(state)
        return self.why_not_do(state, action)

    def play(self, state: NmcState, action: Action) -> None:
        if isinstance(action, EndPhase):
            state.flow.pop()
        else:
            self.do(state, action)
