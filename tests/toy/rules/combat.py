"""5  An attack: the defender may react, then one roll decides."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import D6, Action, Refusal, Side, Step
from common.engine.steps import ReactionWindow
from common.tables import Modifier
from tests.toy.actions import PlayCard
from tests.toy.rules.victory import end_if_destroyed
from tests.toy.state import ENEMY, NAMES, ToyState

ENOUGH = 4  # 5c
CARD = "ambush"  # 5b


class Ambush(ReactionWindow, frozen=True, tag=True):
    """5b  The defender may play a card before the roll."""

    block: str
    space: str

    def prompt(self, state: ToyState) -> str:
        return f"{state.data.names[self.space]} is attacked: play a card, or decline (5b)."

    def depends_on_hidden(self, state: ToyState) -> bool:
        return not state.options["open_hands"]

    def could_react(self, state: ToyState) -> bool:
        return bool(state.hands[self.side])

    def reactions(self, state: ToyState) -> Iterator[Action]:
        return map(PlayCard, dict.fromkeys(state.hands[self.side]))

    def why_not_react(self, state: ToyState, action: Action) -> Refusal | None:
        if not isinstance(action, PlayCard) or action.card not in state.hands[self.side]:
            return Refusal("5b", "a card of the hand may be played")
        return None if action.card == CARD else Refusal("5b", f"the {action.card} is no reaction")

    def react(self, state: ToyState, action: PlayCard) -> None:
        hand = list(state.hands[self.side])
        hand.remove(action.card)
        state.hands[self.side] = tuple(hand)
        state.pools["deck"] = state.pools["deck"].discard(action.card)
        state.note(f"{NAMES[self.side]} plays an {action.card}.", "5b")
        state.swap(Fight(self.block, self.space, True))

    def close(self, state: ToyState) -> None:
        state.swap(Fight(self.block, self.space))


class Fight(Step, frozen=True, tag=True):
    """5c  The blocks are shown and the die decides."""

    block: str
    space: str
    ambush: bool = False

    def proceed(self, state: ToyState) -> bool:
        state.flow.pop()
        side = state.blocks[self.block].side
        target = state.own(ENEMY[side], self.space)[0]
        attacker, defender = state.blocks[self.block].kind, state.blocks[target].kind
        roll = state.roll("Battle", D6, modifiers(state, side, attacker, defender, self.ambush), by=side)
        won = roll.total >= ENOUGH
        state.lose(target if won else self.block)
        lost = "defender" if won else "attacker"
        state.note(
            f"The {attacker} of {NAMES[side]} meets the {defender}: the {lost} is lost.", "5c", places=(self.space,)
        )
        if won and not state.own(ENEMY[side], self.space):
            state.move(self.block, self.space)
        end_if_destroyed(state)
        return True


def modifiers(state: ToyState, side: Side, attacker: str, defender: str, ambush: bool) -> tuple[Modifier, ...]:
    """What is added to the roll (2, 5b, 5c)."""
    strength = state.data.units.strength
    posture = Modifier(1, "attacking posture", "2"), state.posture.get(side) == "attack"
    parts = (
        (Modifier(strength[attacker], "the attacker", "5c"), True),
        (Modifier(-strength[defender], "the defender", "5c"), True),
        posture,
        (Modifier(-2, "the ambush", "5b"), ambush),
    )
    return tuple(modifier for modifier, applies in parts if applies)
