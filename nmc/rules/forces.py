"""2.8, 6.5, 9.6  Dividing the units of a hex into forces, within the counters that exist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from nmc.actions import Assign, AssignAll, CloseHex, Lock, NextForce, not_now
from nmc.rules import momentum
from nmc.state import TRAINS, TROOPS, NmcState, Stack, describe

Purpose = Literal["march", "forced", "attack"]
KINDS = TROOPS + TRAINS
DIVIDE = {"march": "6.5b", "forced": "6.5b", "attack": "9.6a"}


def why_not_show(state: NmcState, space: str, groups: Sequence[Stack]) -> Refusal | None:
    """2.8b: whether the counters can show these groups of a hex, what is left of it, and all other hexes."""
    here = state.stacks[space]
    for kind in TROOPS:
        whole = getattr(here, kind)
        if not whole:
            continue
        sizes = [size for group in groups if (size := getattr(group, kind))]
        if sizes == [whole] or not sizes:
            continue  # nothing is split, and losses are never refused for lack of change: ruling 2
        sizes.append(whole - sum(sizes))
        elsewhere = [size for stack in state.stacks.values() if stack is not here and (size := getattr(stack, kind))]
        if not state.data.can_show(kind, (*sizes, *elsewhere)):
            shown = " + ".join(str(size) for size in sizes if size)
            return Refusal("2.8b", f"the counters cannot show {shown} {kind} beside all other stacks")
    return None


def why_not_assign(rest: Stack, action: Assign | AssignAll, rule: str) -> Refusal | None:
    """What keeps units out of the force that is being formed."""
    if isinstance(action, AssignAll):
        return Refusal(rule, "no unit is left to assign") if rest.is_empty() else None
    if action.unit in ("depot", "depots"):
        return Refusal("8.5", "a depot never moves and never joins a force")
    there = rest.count(action.unit)
    if not there:
        return Refusal(rule, f"no {action.unit} is left to assign in this hex")
    if not 1 <= action.count <= there:
        return Refusal(rule, f"{action.count} {action.unit} cannot be assigned: {there} left")
    return None


def offers(rest: Stack) -> list[Action]:
    """Every way to add units of one kind, and everything that is left."""
    found: list[Action] = [
        Assign(unit, count) for unit in KINDS if (there := getattr(rest, unit)) for count in range(1, there + 1)
    ]
    found += [Assign(name, 1) for name in rest.leaders]
    if found:
        found.append(AssignAll())
    return found


def assigned_units(rest: Stack, action: Assign | AssignAll) -> Stack:
    """The units an assignment names."""
    return rest if isinstance(action, AssignAll) else rest.part(action.unit, action.count)


class Divide(SideStep, frozen=True, tag=True):
    """6.5b, 9.6a  The hex is divided into forces before the first of them rolls or fires; the rest stays."""

    hex: str
    purpose: Purpose
    rest: Stack
    current: Stack
    forces: tuple[Stack, ...] = ()

    def prompt(self, state: NmcState) -> str:
        what = "attack" if self.purpose == "attack" else "march"
        troops = sum(group.strength for group in self._groups())
        others = sum(sum(group.count(kind) for kind in TRAINS) + len(group.leaders) for group in self._groups())
        words = [f"{count} {what}" for count, what in ((troops, "SP"), (others, "others")) if count]
        formed = f"; chosen {', '.join(words)}" if words else ""
        return f"{state.title(self.hex)}: form the forces that {what} together{formed} ({DIVIDE[self.purpose]})."

    def candidates(self, state: NmcState) -> list[Action]:
        found = offers(self.rest)
        return [*found, NextForce(), Lock()] if found else [Lock(), CloseHex()]

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        rule = DIVIDE[self.purpose]
        if isinstance(action, (Assign, AssignAll)):
            return why_not_assign(self.rest, action, rule) or self._why_not_spoil(state, action)
        match action:
            case NextForce():
                if self.current.is_empty() or self.rest.is_empty():
                    return Refusal(rule, "another force needs units on both sides of the division")
                return self._why_not_show_groups(state)
            case Lock():
                return self._why_not_lock(state)
            case CloseHex():  # the way out of a division that cannot be completed
                if not self.rest.is_empty() or self._why_not_lock(state) is None:
                    return Refusal(rule, "the division is not complete yet")
                return None
        return not_now(action, f"the forces of {state.title(self.hex)} must be formed or given up")

    def _why_not_lock(self, state: NmcState) -> Refusal | None:
        if not self._groups():
            return Refusal(DIVIDE[self.purpose], "no force has been formed")
        if self.purpose == "forced" and not any(group.leaders for group in self._groups()):
            return Refusal("8.23a", "no force has a leader, and a forced march needs one")
        return self._why_not_show_groups(state) or self._why_not_neglect(state)

    def _groups(self) -> tuple[Stack, ...]:
        return self.forces if self.current.is_empty() else (*self.forces, self.current)

    def _why_not_show_groups(self, state: NmcState) -> Refusal | None:
        if self.purpose == "attack" and any(goal in state.data.open[self.hex] for goal in state.declared):
            return None  # an attack that must be made is not stopped for lack of change
        return why_not_show(state, self.hex, self._groups())

    def _why_not_neglect(self, state: NmcState) -> Refusal | None:
        """9.26: the forces as they are must be able to do what was declared."""
        if self.purpose != "attack" or not state.declared:
            return None
        before = momentum.FreeTroops.of(state)
        return momentum.why_not_worsen(state, before, before.after_division(self.hex, self._groups(), self.rest))

    def _why_not_spoil(self, state: NmcState, action: Assign | AssignAll) -> Refusal | None:
        """9.26: no force may grow so large that the rest cannot be divided for what was declared."""
        if self.purpose != "attack" or not state.declared:
            return None
        units, before = assigned_units(self.rest, action), momentum.FreeTroops.of(state)
        forces, rest = (*self.forces, self.current.plus(units)), self.rest.minus(units)
        return momentum.why_not_worsen(state, before, before.after_division(self.hex, forces, rest, "free"))

    def play(self, state: NmcState, action: Assign | AssignAll | NextForce | Lock | CloseHex) -> None:
        nobody = Stack(self.side)
        match action:
            case Assign() | AssignAll():
                units = assigned_units(self.rest, action)
                rest, current = self.rest.minus(units), self.current.plus(units)
                state.swap(Divide(self.side, self.hex, self.purpose, rest, current, self.forces))
            case CloseHex():
                state.flow.pop()  # nothing was rolled or fired: the hex may be chosen again
            case NextForce():
                state.swap(Divide(self.side, self.hex, self.purpose, self.rest, nobody, self._groups()))
            case Lock():
                state.flow.pop()
                names = "; ".join(describe(force) for force in self._groups())
                state.note(f"{state.title(self.hex)} is divided: {names}.", DIVIDE[self.purpose], places=(self.hex,))
                state.flow[-1].send_forces(state, self.hex, self._groups())
