"""9.26  Attack Momentum (optional): attacks declared at the end of a march must be honoured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from common.engine import Action, Refusal, Side
from nmc.actions import DeclareAttack, not_now
from nmc.rules.steps import OpenPhase
from nmc.state import NmcState, Stack

Kind = Literal["free", "force", "rest"]


class Group(NamedTuple):
    """Troops of one hex that can still serve declared hexes.

    Those of a hex that is still to be divided are free: each strength point may attack or occupy. A force that has
    been formed attacks one hex with all it has; what has not attacked when its hex is closed can only occupy, as the
    rest that was left out of the division.
    """

    hex: str
    troops: int
    kind: Kind


class FreeTroops(msgspec.Struct, frozen=True):
    """What the phasing side still has to serve its declarations with."""

    groups: tuple[Group, ...]

    @classmethod
    def of(cls, state: NmcState) -> FreeTroops:
        """All troops that have not attacked, with no hex being divided or attacking."""
        spaces = state.hexes_of(state.flow[-1].actor(state))
        groups = [Group(space, state.fresh(space).strength, kind_of(state, space)) for space in spaces]
        return cls(tuple(group for group in groups if group.troops))

    def after_division(
        self, space: str, forces: Sequence[Stack | None], rest: Stack, kind: Kind = "rest"
    ) -> FreeTroops:
        """The troops once a hex is divided into forces and a rest that stays out (or is still free)."""
        groups = [group for group in self.groups if group.hex != space]
        groups.extend(Group(space, force.strength, "force") for force in forces if force is not None)
        groups.append(Group(space, rest.strength, kind))
        return FreeTroops(tuple(groups))

    def with_troops(self, space: str, troops: int, kind: Kind) -> FreeTroops:
        """The troops if so many were in a hex."""
        others = [group for group in self.groups if group.hex != space]
        return FreeTroops((*others, Group(space, troops, kind)))

    def can_serve(self, state: NmcState, goals: Sequence[str]) -> int:
        """The greatest number of these hexes that can be served by different troops."""
        opened = state.data.open
        groups = [group for group in self.groups if group.troops and any(goal in opened[group.hex] for goal in goals)]
        known: dict[tuple[int, tuple[int, ...]], int] = {}

        def best(index: int, left: tuple[int, ...]) -> int:
            if index == len(goals):
                return 0
            if (index, left) not in known:
                goal, most = goals[index], best(index + 1, left)
                for number, group in enumerate(groups):
                    if most == len(goals) - index:
                        break
                    if goal in opened[group.hex] and (after := spent(group, left[number], goal)) is not None:
                        most = max(most, 1 + best(index + 1, (*left[:number], after, *left[number + 1 :])))
                known[index, left] = most
            return known[index, left]

        def spent(group: Group, troops: int, goal: str) -> int | None:
            """What is left of a group that serves a hex, None if it cannot."""
            if goal not in state.stacks or group.kind == "free":
                return troops - 1 if troops else None
            return 0 if group.kind == "force" and troops == group.troops else None

        return best(0, tuple(group.troops for group in groups))


def kind_of(state: NmcState, space: str) -> Kind:
    """What troops that have not attacked can do: those of a hex whose attacks are finished only occupy."""
    return "rest" if space in state.closed else "free"


def why_not_worsen(state: NmcState, before: FreeTroops, after: FreeTroops, served: str = "") -> Refusal | None:
    """9.26b, 9.26c: nothing may be done after which fewer declared hexes can be served than before."""
    duties = tuple(state.declared)
    left = tuple(goal for goal in duties if goal != served)
    if after.can_serve(state, left) >= before.can_serve(state, duties) - (served in duties):
        return None
    goal = next((goal for goal in left if not after.can_serve(state, (goal,))), left[0])
    if goal in state.stacks:
        return Refusal("9.26c", f"the declared hex {state.title(goal)} must still be attacked")
    return Refusal("9.26b", f"the declared and abandoned hex {state.title(goal)} must be occupied")


def why_not_spend(state: NmcState, source: str, troops: int, spent: int) -> Refusal | None:
    """9.26: who occupies a hex with more than one strength point may not take what other declared hexes need."""
    if not state.declared or spent <= 1:
        return None
    others, kind = FreeTroops.of(state), kind_of(state, source)
    before, after = others.with_troops(source, troops - 1, kind), others.with_troops(source, troops - spent, kind)
    return why_not_worsen(state, before, after)


def why_not_declare(state: NmcState, side: Side, space: str) -> Refusal | None:
    """9.26a: what keeps a hex from being declared."""
    if space not in state.data.near or state.enemy_at(side, space) is None:
        return Refusal("9.26a", f"{space} holds no enemy units")
    if space in state.declared:
        return Refusal("9.26a", f"{state.title(space)} has been declared already")
    troops = FreeTroops(tuple(Group(hex_, state.stacks[hex_].strength, "free") for hex_ in state.hexes_of(side)))
    goals = [*state.declared, space]
    if troops.can_serve(state, goals) < len(goals):
        return Refusal("9.26a", f"no further strength point stands next to {state.title(space)} to attack it")
    return None


class Declarations(OpenPhase, frozen=True, tag=True):
    """9.26a  At the end of the march phase attacks may be declared."""

    def prompt(self, state: NmcState) -> str:
        return "Declare hexes that will be attacked, or finish (9.26a)."

    def offers(self, state: NmcState) -> Iterator[Action]:
        goals = {there for here in state.hexes_of(self.side) for there in state.data.open[here]}
        for goal in sorted(goals):
            if state.enemy_at(self.side, goal) is not None:
                yield DeclareAttack(goal)

    def why_not_do(self, state: NmcState, action: Action) -> Refusal | None:
        if isinstance(action, DeclareAttack):
            return why_not_declare(state, self.side, action.hex)
        return not_now(action, "finish the declarations")

    def do(self, state: NmcState, action: DeclareAttack) -> None:
        state.declared.append(action.hex)
        state.note(f"An attack on {state.title(action.hex)} is declared.", "9.26a", places=(action.hex,))
