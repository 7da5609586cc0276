"""9.26  Attack Momentum (optional): attacks declared at the end of a march must be honoured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from common.engine import Action, Refusal, Side, Step
from nmc.rules.actions import DeclareAttack, EndPhase, not_now
from nmc.state import NmcState, Stack


class Means(msgspec.Struct, frozen=True):
    """What can still serve declared hexes: groups of troops, each with its hex, its number and what it may do.

    A group that may attack serves defended and abandoned hexes; one that stays behind can only occupy abandoned ones.
    """

    groups: tuple[tuple[str, int, bool], ...]

    @classmethod
    def of(cls, state: NmcState) -> Means:
        """The means of the phasing side between two hexes, or with forces already formed in one of them."""
        side = state.flow[-1].actor(state)
        groups: list[tuple[str, int, bool]] = []
        for space in state.hexes_of(side):
            troops = state.fresh(space).strength
            if troops:
                groups.append((space, troops, space not in state.closed))
        return cls(tuple(groups))

    def divided(self, space: str, forces: Sequence[Stack | None], rest: Stack) -> Means:
        """The same once a hex is divided: each force serves once, the rest can only occupy."""
        groups = [group for group in self.groups if group[0] != space]
        groups.extend((space, 1, True) for force in forces if force is not None and force.strength)
        if rest.strength:
            groups.append((space, rest.strength, False))
        return Means(tuple(groups))

    def can_serve(self, state: NmcState, goals: Sequence[str]) -> int:
        """How many of the declared hexes can be served by different troops (a matching)."""
        units = [(space, attack) for space, number, attack in self.groups for _ in range(min(number, len(goals)))]
        taken: dict[int, str] = {}

        def serve(goal: str, seen: set[int]) -> bool:
            for index, (space, attack) in enumerate(units):
                if index in seen or goal not in state.data.open[space] or not (attack or goal not in state.stacks):
                    continue
                seen.add(index)
                if index not in taken or serve(taken[index], seen):
                    taken[index] = goal
                    return True
            return False

        return sum(serve(goal, set()) for goal in goals)


def why_not_worsen(state: NmcState, before: Means, after: Means, served: str = "") -> Refusal | None:
    """9.26b, 9.26c: nothing may be done after which fewer declared hexes can be served than before."""
    duties = tuple(state.declared)
    left = tuple(goal for goal in duties if goal != served)
    if after.can_serve(state, left) >= before.can_serve(state, duties) - (served in duties):
        return None
    goal = next(iter(left))
    if goal in state.stacks:
        return Refusal("9.26c", f"the declared hex {state.title(goal)} must still be attacked")
    return Refusal("9.26b", f"the declared and abandoned hex {state.title(goal)} must be occupied")


def why_not_declare(state: NmcState, side: Side, space: str) -> Refusal | None:
    """9.26a: what keeps a hex from being declared."""
    if space not in state.data.near or state.enemy_at(side, space) is None:
        return Refusal("9.26a", f"{space} holds no enemy units")
    if space in state.declared:
        return Refusal("9.26a", f"{state.title(space)} has been declared already")
    means = Means(tuple((hex_, state.stacks[hex_].strength, True) for hex_ in state.hexes_of(side)))
    goals = [*state.declared, space]
    if means.can_serve(state, goals) < len(goals):
        return Refusal("9.26a", f"no further strength point stands next to {state.title(space)} to attack it")
    return None


class Declarations(Step, frozen=True, tag=True):
    """9.26a  At the end of the march phase attacks may be declared."""

    side: Side

    def proceed(self, state: NmcState) -> bool:
        if any(self.why_not(state, action) is None for action in self._offers(state)):
            return False
        state.flow.pop()
        return True

    def actor(self, state: NmcState) -> Side:
        return self.side

    def prompt(self, state: NmcState) -> str:
        return "Declare hexes that will be attacked, or finish (9.26a)."

    def _offers(self, state: NmcState) -> Iterator[Action]:
        goals = {there for here in state.hexes_of(self.side) for there in state.data.open[here]}
        for goal in sorted(goals):
            if state.enemy_at(self.side, goal) is not None:
                yield DeclareAttack(goal)

    def candidates(self, state: NmcState) -> Iterator[Action]:
        yield from self._offers(state)
        yield EndPhase()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        match action:
            case DeclareAttack(space):
                return why_not_declare(state, self.side, space)
            case EndPhase():
                return None
        return not_now(action)

    def play(self, state: NmcState, action: DeclareAttack | EndPhase) -> None:
        if isinstance(action, EndPhase):
            state.flow.pop()
            return
        state.declared.append(action.hex)
        state.note(f"An attack on {state.title(action.hex)} is declared.", "9.26a", places=(action.hex,))
