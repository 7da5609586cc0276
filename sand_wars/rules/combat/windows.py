"""R61, GC.16  The defender's windows: reserves, Counterattack and Withdraw."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, ReactionWindow, Refusal
from sand_wars.actions import PlayReaction
from sand_wars.rules.cards import play_reaction, reactions_held, why_not_react_with
from sand_wars.rules.combat.fire import RESERVE, order_fire, why_not_reserve
from sand_wars.rules.combat.reserve import Reserve
from sand_wars.rules.combat.strength import both_there, firepower, the_battle
from sand_wars.rules.combat.withdrawal import CardWithdrawal, why_not_withdraw_card
from sand_wars.state import ENEMY, NAMES, SandState

COUNTERATTACK, WITHDRAW = "Counterattack", "Withdraw"


class DefenderWindow(ReactionWindow, frozen=True, tag=True):
    """GC.16, REA.CAT.a, REA.WDR.a  At the start of a round, or when the attacker is about to fire first."""

    before_fire: bool = False
    reserves: bool = False  # the attacker returns fire, and only reserves may still come (REA.COM.a)

    def prompt(self, state: SandState) -> str:
        battle = the_battle(state)
        moment = "is about to fire first" if self.before_fire else f"begins round {battle.round}"
        moment = "is about to return fire" if self.reserves else moment
        return f"{NAMES[battle.attacker]} {moment} in {state.title(battle.space)}: react, or decline (GC.16)."

    def could_react(self, state: SandState) -> bool:
        if not state.hands[self.side] or not both_there(state):
            return False
        return not self.reserves or self._has_neighbours(state)

    def _has_neighbours(self, state: SandState) -> bool:
        """Whether, as everybody sees, somebody stands beside the combat without enemies."""
        near = state.data.near[the_battle(state).space]
        return any(state.holds(self.side, space) and not state.holds(ENEMY[self.side], space) for space in near)

    def reactions(self, state: SandState) -> Iterator[Action]:
        return map(PlayReaction, reactions_held(state, self.side, RESERVE, COUNTERATTACK, WITHDRAW))

    def why_not_react(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, PlayReaction):
            return Refusal("GC.4", "play a Reaction, or decline first")
        refusal = why_not_react_with(state, self.side, action.card)
        if refusal is not None:
            return refusal
        title = state.data.cards[action.card].reaction
        if title == RESERVE:
            return why_not_reserve(state, self.side)
        if self.reserves:
            return Refusal("GC.16", f"{title} comes at the start of a round or before the attacker's first fire")
        if title == COUNTERATTACK:
            return self._why_not_counterattack(state)
        if title == WITHDRAW:
            return why_not_withdraw_card(state, self.side)
        return Refusal("GC.4", f"{title} does not fit here")

    def _why_not_counterattack(self, state: SandState) -> Refusal | None:
        if the_battle(state).countered:
            return Refusal("REA.CAT.a", "there was already a Counterattack in this round")
        if not firepower(state, self.side):
            return Refusal("REA.CAT.a", "the force has no fire")
        return None

    def react(self, state: SandState, action: PlayReaction) -> None:
        title = state.data.cards[action.card].reaction
        play_reaction(state, self.side, action.card)
        if title == RESERVE:
            state.push(Reserve(self.side))
        elif title == COUNTERATTACK:
            state.battle = replace(the_battle(state), countered=True)
            order_fire(state, self.side, COUNTERATTACK)
        else:
            state.swap(CardWithdrawal(self.side))
