"""7  Reinforcements and withdrawals."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from nmc.actions import Withdraw, not_now
from nmc.state import UNION, NmcState, Stack, describe


def reinforce(state: NmcState) -> None:
    """7.2: the Union reinforcements appear as the first thing in their march phase."""
    arrival = state.data.setup.reinforcements
    if state.turn == arrival.turn:
        units = arrival.stack(UNION)
        state.add(arrival.hex, units)
        state.note(f"Reinforcements at {state.title(arrival.hex)}: {describe(units)}.", "7.2a", places=(arrival.hex,))


class Withdrawal(SideStep, frozen=True, tag=True):
    """5.4, 7.3, 7.4  The militia go home on turn 2; Slough, or another leader if he is gone, leaves on turn 5."""

    def proceed(self, state: NmcState) -> bool:
        setup = state.data.setup
        if state.turn == setup.militia_leave:
            withdraw_militia(state)
        elif state.turn == setup.leader_leaves.turn:
            leaders = leaders_on_map(state)
            if setup.leader_leaves.name in leaders:
                withdraw_leader(state, setup.leader_leaves.name, "7.4a")
            elif leaders:
                return False
        state.flow.pop()
        return True

    def prompt(self, state: NmcState) -> str:
        return "Slough is gone: choose another Union leader to withdraw (7.4b)."

    def candidates(self, state: NmcState) -> Iterator[Action]:
        return map(Withdraw, sorted(leaders_on_map(state)))

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        if not isinstance(action, Withdraw):
            return not_now(action, "a leader must be withdrawn")
        if action.leader not in leaders_on_map(state):
            return Refusal("7.4b", f"{action.leader} is not a Union leader on the map")
        return None

    def play(self, state: NmcState, action: Withdraw) -> None:
        state.flow.pop()
        withdraw_leader(state, action.leader, "7.4b")


def leaders_on_map(state: NmcState) -> dict[str, str]:
    """The Union leaders in play, by name, and where they are."""
    stacks = ((hex_, stack) for hex_, stack in state.stacks.items() if stack.side == UNION)
    return {leader: hex_ for hex_, stack in stacks for leader in stack.leaders}


def withdraw_leader(state: NmcState, leader: str, rule: str) -> None:
    """7.4: the leader leaves the game where he stands; no points change."""
    state.take(leaders_on_map(state)[leader], Stack(UNION, leaders=(leader,)))
    state.fallen[leader] = "withdrawn"
    state.note(f"{leader} is withdrawn.", rule)


def withdraw_militia(state: NmcState) -> None:
    """7.3a: every militia strength point is removed where it stands; no points change."""
    total = 0
    for hex_, stack in list(state.stacks.items()):
        if stack.militia:
            total += stack.militia
            state.take(hex_, msgspec.structs.replace(Stack(UNION), militia=stack.militia))
    state.left["militia"] = state.left.get("militia", 0) + total
    state.note(f"The militia go home: {total} SP {'is' if total == 1 else 'are'} withdrawn.", "7.3a", "4.5e")
