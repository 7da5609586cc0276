"""8  March and forced march."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from common.engine import D10, Action, Refusal, Side
from common.engine.steps import SideStep
from common.tables import Modifier
from nmc.actions import Activate, Assign, AssignAll, CloseHex, Halt, Lock, March, NextForce, StepTo, not_now
from nmc.rules.captures import Retaken, Spoils, bring_in
from nmc.rules.forces import Divide
from nmc.rules.steps import HexStep, OpenPhase
from nmc.rules.supply import is_supplied
from nmc.state import CONFEDERATE, NmcState, Stack, describe

NINE = 9  # 5.5


def why_not_march_from(state: NmcState, side: Side, space: str, forced: bool) -> Refusal | None:
    """What keeps a side from marching units out of a hex now (6.5, 8.23, 8.26)."""
    if space not in state.data.near:
        return Refusal("2.2b", f"there is no hex {space}")
    stack = state.stacks.get(space)
    if stack is None or stack.side != side:
        return Refusal("8.2c", f"{space} holds no units of the side whose phase it is")
    if space in state.closed:
        return Refusal("6.5c", f"the marches from {state.title(space)} are finished")
    fresh = state.fresh(space)
    if fresh.is_empty():
        if stack.movable().is_empty():
            return Refusal("8.5", "a depot never moves")
        return Refusal("8.26", f"every unit in {state.title(space)} has rolled or was captured in this phase")
    if forced and not fresh.leaders:
        return Refusal("8.23a", f"no leader in {state.title(space)} can lead a forced march")
    return None


def march_modifiers(state: NmcState, force: Stack, space: str, forced: bool) -> list[Modifier]:
    """8.25: everything that changes the march roll of a force."""
    numbers = state.data.tables.march_modifiers
    found: list[Modifier] = []
    if not forced and not force.leaders:
        found.append(Modifier(numbers.no_leader, "no leader", "8.25a"))
    if force.militia:
        found.append(Modifier(numbers.militia, "militia", "8.25b"))
    if not starts_supplied(state, force, space):
        if forced:
            found.append(Modifier(numbers.unsupplied_forced, "unsupplied", "8.25d"))
        else:
            found.append(Modifier(numbers.unsupplied_march, "unsupplied", "8.25c"))
    if any(name in state.data.commanders for name in force.leaders):
        found.append(Modifier(numbers.commander, "army commander", "8.25e"))
    if force.side == CONFEDERATE and state.high_morale():
        found.append(Modifier(numbers.high_morale, "high morale", "8.25f"))
    return found


def starts_supplied(state: NmcState, force: Stack, space: str) -> bool:
    """10.2, 10.5: a wagon in the hex or a depot in reach when the force rolls; wagons alone are always supplied."""
    wagons_only = force.supplies and not (force.strength or force.guns or force.leaders)
    return bool(wagons_only) or is_supplied(state, force.side, space)


class MarchPhase(OpenPhase, frozen=True, tag=True):
    """8.22, 8.23  One hex after the other: choose it, divide it, roll and move its forces."""

    forced: bool

    def prompt(self, state: NmcState) -> str:
        if self.forced:
            return "Choose a hex with a leader to force-march from, or end the phase (8.23a)."
        return "Choose a hex to march from, or end the phase (6.5c)."

    def offers(self, state: NmcState) -> Iterator[Action]:
        return map(Activate, state.hexes_of(self.side))

    def why_not_do(self, state: NmcState, action: Action) -> Refusal | None:
        if isinstance(action, Activate):
            return why_not_march_from(state, self.side, action.hex, self.forced)
        return not_now(action, "finish the marches")

    def do(self, state: NmcState, action: Activate) -> None:
        purpose = "forced" if self.forced else "march"
        state.push(Divide(self.side, action.hex, purpose, state.fresh(action.hex), Stack(self.side)))  # type: ignore[arg-type]

    def send_forces(self, state: NmcState, space: str, forces: tuple[Stack, ...]) -> None:
        """The hex is divided: its forces march."""
        state.push(Marches(self.side, space, self.forced, forces))


class Marches(HexStep, frozen=True, tag=True):
    """8.22a  The forces of a hex roll and move one by one, in any order; those that have are None."""

    forced: bool
    forces: tuple[Stack | None, ...]

    def proceed(self, state: NmcState) -> bool:
        if any(force and (force.leaders or not self.forced) for force in self.forces):
            return False
        self.close(state)
        return True

    def prompt(self, state: NmcState) -> str:
        return f"{state.title(self.hex)}: roll for a force, or close the hex (8.22a)."

    def candidates(self, state: NmcState) -> Iterator[Action]:
        for number, force in enumerate(self.forces):
            if force is not None:
                yield March(number)
                yield March(number, True)
        yield CloseHex()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        match action:
            case March(number, nine):
                return self._why_not_march(state, number, nine)
            case CloseHex():
                return None
            case Activate():
                return Refusal("6.5c", f"the marches from {state.title(self.hex)} come first")
            case Assign() | AssignAll() | NextForce() | Lock():
                return Refusal("6.5b", "a hex is divided once, before the first of its forces rolls")
        return not_now(action, f"the marches from {state.title(self.hex)} must be finished, or the hex closed")

    def _why_not_march(self, state: NmcState, number: int, nine: bool) -> Refusal | None:
        if not 0 <= number < len(self.forces):
            return Refusal("6.5b", f"there is no force {number} in this hex")
        force = self.forces[number]
        if force is None:
            return Refusal("8.26", "that force has rolled in this phase")
        if self.forced and not force.leaders:
            return Refusal("8.23a", "a forced march needs a leader in the force")
        if nine and not state.nine:
            return self._why_not_nine(state)
        return None

    def _why_not_nine(self, state: NmcState) -> Refusal:
        """5.5: once, for a Confederate march of turn 1."""
        if self.forced or self.side != CONFEDERATE or state.turn > 1:
            return Refusal("5.5c", "only a Confederate march of turn 1 can be declared a nine, and no forced march")
        return Refusal("5.5c", "the automatic nine has been used")

    def play(self, state: NmcState, action: March | CloseHex) -> None:
        if isinstance(action, CloseHex):
            self.close(state)
            return
        force = self.forces[action.force]
        assert force is not None
        rest = tuple(None if number == action.force else other for number, other in enumerate(self.forces))
        state.swap(msgspec.structs.replace(self, forces=rest))
        points = self._points(state, force, action.nine)
        state.mark_done(self.hex, force)
        if points:
            state.push(Move(self.side, self.hex, force, points))

    def _points(self, state: NmcState, force: Stack, nine: bool) -> int:
        """8.22b: the movement points of the force, rolled or declared."""
        modifiers = march_modifiers(state, force, self.hex, self.forced)
        who, kind = describe(force), "forced march" if self.forced else "march"
        if nine:
            state.nine = False
            points = max(0, NINE + sum(modifier.value for modifier in modifiers))
            state.note(f"{who}: the march roll is declared a nine; {points} MP.", "5.5a", "5.5b", places=(self.hex,))
            return points
        roll = state.roll(f"{kind.capitalize()} from {state.title(self.hex)}", D10, modifiers, by=self.side)
        points = max(0, roll.total)
        if points:
            state.note(f"{who}: {kind} with {points} MP.", "8.22a", places=(self.hex,))
        else:
            state.note(f"{who}: stuck at {state.title(self.hex)}.", "8.24a", places=(self.hex,))
        return points


def why_not_enter(state: NmcState, force: Stack, here: str, there: str, points: int) -> Refusal | None:
    """What keeps a marching force out of a hex (8.2, 8.4, 8.6, 8.15, 8.20)."""
    data = state.data
    if there not in data.near:
        return Refusal("8.20", "that hex is not on the map, and no unit may leave the map")
    if there not in data.near[here]:
        return Refusal("8.2a", f"{there} is not next to {here}")
    cost = data.cost.get((here, there))
    if cost is None:
        return Refusal("8.15a", f"the hexside between {here} and {there} cannot be crossed")
    enemy = state.enemy_at(force.side, there)
    refusal = why_not_displace(state, force, enemy, there) if enemy is not None else None
    if refusal is None and cost > points:
        return Refusal("8.4", f"{state.title(there)} costs {cost} MP and {points} are left")
    return refusal


def why_not_displace(state: NmcState, force: Stack, enemy: Stack, there: str) -> Refusal | None:
    """What keeps a marching force from entering a hex of the enemy (8.6)."""
    if enemy.strength:
        return Refusal("8.6a", f"{state.title(there)} holds enemy strength points")
    if not force.strength:
        return Refusal("8.6c", f"a force without strength points cannot take the enemy units in {state.title(there)}")
    return None


def closed_hexes(state: NmcState, force: Stack) -> set[str]:
    """The hexes a marching force cannot enter because of the enemy units there (8.6)."""
    enemies = [(space, stack) for space, stack in state.stacks.items() if stack.side != force.side]
    return {space for space, stack in enemies if why_not_displace(state, force, stack, space) is not None}


class Move(SideStep, frozen=True, tag=True):
    """8.2  The force steps from hex to hex while it can pay."""

    hex: str
    force: Stack
    points: int
    moved: bool = False

    def proceed(self, state: NmcState) -> bool:
        here, force, points = self.hex, self.force, self.points
        if points and any(why_not_enter(state, force, here, there, points) is None for there in state.data.near[here]):
            return False
        state.flow.pop()
        if points and not self.moved:
            state.note(
                f"{describe(force)}: {points} MP are too few for any hex around {state.title(here)}.",
                "8.4",
                places=(here,),
            )
        return True

    def prompt(self, state: NmcState) -> str:
        return f"Move on from {state.title(self.hex)} with {self.points} MP left, or halt (8.2a)."

    def candidates(self, state: NmcState) -> Iterator[Action]:
        yield from map(StepTo, state.data.near[self.hex])
        yield Halt()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        if isinstance(action, StepTo):
            return why_not_enter(state, self.force, self.hex, action.hex, self.points)
        if isinstance(action, (Activate, March)):
            return Refusal("8.3e", "finish the march of this force first")
        return None if isinstance(action, Halt) else not_now(action, "halt the force on the march")

    def play(self, state: NmcState, action: StepTo | Halt) -> None:
        if isinstance(action, Halt):
            state.flow.pop()
            return
        there, side = action.hex, self.side
        cost = state.data.cost[self.hex, there]
        left = self.points - cost
        state.note(f"To {state.title(there)} for {cost} MP, {left} left.", "8.2b", places=(self.hex, there))
        state.swap(Move(side, there, self.force, left, True))
        spoils, retaken = bring_in(state, self.force, self.hex, there)
        if state.result is None and (retaken or not spoils.is_empty()):
            state.push(Spoils(side, there, spoils, Stack(side)))
            state.push(*[Retaken(side, there)] * retaken)

    def join(self, state: NmcState, units: Stack) -> None:
        """6.3d: captured units go along."""
        state.swap(msgspec.structs.replace(self, force=self.force.plus(units)))
