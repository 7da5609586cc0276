"""6.3, 9.22  Leaders, guns, wagons and depots that fall into enemy hands."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side
from common.engine.steps import SideStep
from nmc.actions import Keep, Substitute, not_now
from nmc.rules.victory import take_control
from nmc.state import NmcState, Stack, describe, some


def bring_in(state: NmcState, units: Stack, here: str, there: str) -> tuple[Stack, int]:
    """Units that have acted go from one hex into the next: what stands there alone is captured, control changes.

    Returns the spoils, which are in the hex with them, and how many own former depots were retaken (9.22e).
    """
    side = units.side
    state.take(here, units)
    state.unmark_done(here, units)
    victims = state.enemy_at(side, there)
    spoils, retaken = capture(state, side, victims, there) if victims else (Stack(side), 0)
    joined = units.plus(spoils)
    state.add(there, joined)
    state.mark_done(there, joined)
    take_control(state, side, there, units)
    return spoils, retaken


def capture(state: NmcState, side: Side, victims: Stack, space: str) -> tuple[Stack, int]:
    """6.3: guns and wagons change sides, a depot becomes a wagon, leaders are gone for good."""
    del state.stacks[space]
    for name in victims.leaders:
        state.fallen[name] = "captured"
    words = describe(victims)
    state.note(f"{words[0].upper()}{words[1:]} captured at {state.title(space)}.", "6.3c", "6.3h", places=(space,))
    for _ in range(victims.exdepots - state.spare_wagons[side]):
        state.note(f"A former depot is retaken at {state.title(space)} and removed: no wagon is spare.", "9.22e")
    spoils = Stack(side, guns=victims.guns, wagons=victims.wagons, exdepots=int(victims.depot))
    return spoils, min(victims.exdepots, state.spare_wagons[side])


class Retaken(SideStep, frozen=True, tag=True):
    """9.22e  A wagon that began as the captor's own depot is removed; a never-used wagon may take its place."""

    hex: str

    def prompt(self, state: NmcState) -> str:
        return "A former depot was retaken: put an unused wagon in its place? (9.22e)"

    def candidates(self, state: NmcState) -> Iterator[Action]:
        yield Substitute(True)
        yield Substitute(False)

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        return (
            None if isinstance(action, Substitute) else not_now(action, "first decide what becomes of the former depot")
        )

    def play(self, state: NmcState, action: Substitute) -> None:
        state.flow.pop()
        if not action.yes:
            state.note(f"The former depot retaken at {state.title(self.hex)} is removed.", "9.22e")
            return
        state.spare_wagons[self.side] -= 1
        wagon = Stack(self.side, wagons=1)
        state.add(self.hex, wagon)
        state.mark_done(self.hex, wagon)
        state.note(f"An unused wagon replaces the former depot retaken at {state.title(self.hex)}.", "9.22e")
        for depth, step in enumerate(state.flow):
            if isinstance(step, Spoils):  # below further retaken depots, if there are any
                state.flow[depth] = Spoils(self.side, self.hex, step.items.plus(wagon), step.kept)


class Spoils(SideStep, frozen=True, tag=True):
    """6.3d  The moving force takes each captured gun and wagon along or leaves it; `kept` go with it."""

    hex: str
    items: Stack
    kept: Stack

    def _next(self) -> str | None:
        return next((unit for unit in ("guns", "wagons", "exdepots") if self.items.count(unit)), None)

    def proceed(self, state: NmcState) -> bool:
        if self._next() is not None:
            return False
        state.flow.pop()
        if not self.kept.is_empty():
            state.flow[-1].join(state, self.kept)
        return True

    def prompt(self, state: NmcState) -> str:
        what = "gun" if self._next() == "guns" else "wagon"
        return f"Take the captured {what} along, or leave it here? (6.3d)"

    def candidates(self, state: NmcState) -> Iterator[Action]:
        yield Keep(True)
        yield Keep(False)

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        return None if isinstance(action, Keep) else not_now(action, "first decide whether the captured units go along")

    def play(self, state: NmcState, action: Keep) -> None:
        unit = self._next()
        assert unit is not None
        one = some(self.side, unit)
        kept = self.kept.plus(one) if action.along else self.kept
        state.swap(Spoils(self.side, self.hex, self.items.minus(one), kept))
        what = "gun" if unit == "guns" else "wagon"
        state.note(f"The captured {what} {'goes along' if action.along else 'stays'}.", "6.3d", places=(self.hex,))
