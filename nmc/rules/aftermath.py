"""9.20-9.25  Losses, and the advance of a victorious attacker."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from common.engine import Action, Refusal, Side
from common.engine.steps import SideStep
from nmc.actions import Advance, Assign, AssignAll, Attack, Lose, Stay, not_now
from nmc.rules.captures import Retaken, bring_in
from nmc.rules.forces import assigned_units, offers, why_not_assign, why_not_show
from nmc.rules.momentum import why_not_spend
from nmc.rules.supply import kill, losses_of, why_not_lose
from nmc.rules.victory import book_losses, check_zero
from nmc.state import ENEMY, NmcState, Stack, describe


class BattleLosses(SideStep, frozen=True, tag=True):
    """9.21  Both sides choose what they lose, defender first; then all of it is removed together."""

    source: str
    goal: str
    force: Stack
    hits: tuple[int, int]  # on the defender, on the attacker
    chosen: tuple[Stack, ...] = ()

    def _turn(self, state: NmcState) -> tuple[Side, Stack, int]:
        """Whose losses come next, out of which units, and how many."""
        if not self.chosen:
            return ENEMY[self.side], state.stacks[self.goal], self.hits[0]
        return self.side, self.force, self.hits[1]

    def proceed(self, state: NmcState) -> bool:
        if len(self.chosen) == len(self.hits):
            state.flow.pop()
            self._remove(state)
            return True
        _, units, number = self._turn(state)
        low, high = max(0, number - units.militia), min(number, units.regular)
        if low < high:
            return False
        self._choose(state, losses_of(units, number, low))
        return True

    def actor(self, state: NmcState) -> Side:
        return self._turn(state)[0]

    def due(self, state: NmcState) -> int:
        """How many strength points are to be chosen."""
        return self._turn(state)[2]

    def prompt(self, state: NmcState) -> str:
        where, who = state.short_title(self.goal), "defender" if not self.chosen else "attacker"
        return f"Battle at {where}: the {who} loses {self.due(state)} SP. How many are regulars? (9.21a)"

    def candidates(self, state: NmcState) -> Iterator[Action]:
        return map(Lose, range(self._turn(state)[2] + 1))

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return not_now(action, "choose the losses of the battle")
        _, units, number = self._turn(state)
        return why_not_lose(units, number, action.regular, "9.21a")

    def play(self, state: NmcState, action: Lose) -> None:
        _, units, number = self._turn(state)
        self._choose(state, losses_of(units, number, action.regular))

    def _choose(self, state: NmcState, losses: Stack) -> None:
        state.swap(msgspec.structs.replace(self, chosen=(*self.chosen, losses)))

    def _remove(self, state: NmcState) -> None:
        """9.7, 4.5: losses are simultaneous and booked as one change of points."""
        defender, attacker = self.chosen
        victim = ENEMY[self.side]
        if self.hits[0]:
            kill(state, self.goal, defender)
        if self.hits[1]:
            kill(state, self.source, attacker)
            state.unmark_done(self.source, attacker)
        changes = book_losses(state, ((victim, self.hits[0]), (self.side, self.hits[1])))
        lost = f"The defender loses {self.hits[0]} SP, the attacker {self.hits[1]}."
        state.note(lost, "9.7", "9.21a", "4.5a", changes=changes, places=(self.source, self.goal))
        check_zero(state)
        force = self.force.minus(attacker)
        cleared = self.goal not in state.stacks or not state.stacks[self.goal].strength
        if state.result is None and cleared and force.strength:
            state.push(AdvanceChoice(self.side, self.source, self.goal, force, Stack(self.side), False))


class AdvanceChoice(SideStep, frozen=True, tag=True):
    """9.23  At least one strength point must advance to take what was left in the hex; anything else may stay."""

    source: str
    goal: str
    rest: Stack
    current: Stack
    must: bool
    momentum: bool = False

    def prompt(self, state: NmcState) -> str:
        rule = "9.26b" if self.momentum else "6.3i" if self.must else "9.23a"
        where = state.title(self.goal)
        if self.must:
            return f"{where} lies open and must be entered: choose who advances ({rule})."
        return f"{where} is cleared of troops: choose who advances, or stay ({rule})."

    def candidates(self, state: NmcState) -> Iterator[Action]:
        yield from offers(self.rest)
        yield Advance()
        yield Stay()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        match action:
            case Assign() | AssignAll():
                return why_not_assign(self.rest, action, "9.23b") or self._why_not_neglect(state, action)
            case Stay():
                return Refusal("9.26b" if self.momentum else "6.3i", "the hex must be entered") if self.must else None
            case Advance():
                return self._why_not_advance(state)
            case Attack():
                return Refusal("9.23e", "decide about the advance before the next battle")
        return not_now(action, f"the advance into {state.title(self.goal)} must be decided")

    def _why_not_neglect(self, state: NmcState, action: Assign | AssignAll) -> Refusal | None:
        """9.26: troops that other declared hexes need do not go into this one."""
        if not self.momentum:
            return None
        going = self.current.plus(assigned_units(self.rest, action))
        return why_not_spend(state, self.source, self.rest.plus(self.current).strength, going.strength)

    def _why_not_advance(self, state: NmcState) -> Refusal | None:
        if not self.current.strength:
            return Refusal("9.23a", "at least one strength point must be among those who advance")
        if self.must and (self.momentum or not self.rest.strength):
            return None  # who has to go is not stopped for lack of change
        return why_not_show(state, self.source, (self.current,))

    def play(self, state: NmcState, action: Assign | AssignAll | Advance | Stay) -> None:
        match action:
            case Assign() | AssignAll():
                units = assigned_units(self.rest, action)
                rest, current = self.rest.minus(units), self.current.plus(units)
                state.swap(msgspec.structs.replace(self, rest=rest, current=current))
            case Stay():
                state.flow.pop()
                state.note(f"Nobody advances into {state.title(self.goal)}.", "9.23d", places=(self.source, self.goal))
            case Advance():
                state.flow.pop()
                self._advance(state)

    def _advance(self, state: NmcState) -> None:
        text = f"{describe(self.current)} advance into {state.title(self.goal)}."
        state.note(text[0].upper() + text[1:], "9.23a", "9.23c", places=(self.source, self.goal))
        _, retaken = bring_in(state, self.current, self.source, self.goal)
        if state.result is None:
            state.push(*[Retaken(self.side, self.goal)] * retaken)
        if self.momentum and not self.rest.is_empty():
            state.unmark_done(self.source, self.rest)  # who stayed behind has not attacked
