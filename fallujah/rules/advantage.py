"""10  The Advantage: one window after each roll, open to its owner only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from common.engine import D6, Action, Change, Refusal, Side, Step
from fallujah.actions import Heroic, Keep, Mulligan
from fallujah.state import COALITION, INSURGENT, Battle, FallujahState, other_side

HEROIC = (1, -1)  # 10.1a
COMBAT_DICE = 2  # 7.1a


def available(state: FallujahState) -> bool:
    """10.2a  The marker lies in the Available box."""
    return not state.advantage_used


def name(side: str) -> str:
    """A side in a sentence."""
    return "the Coalition" if side == COALITION else "the Insurgents"


def throw(state: FallujahState, battle: Battle) -> Battle:
    """7.1a  First the attacker's, then the defender's 2D6."""
    place = state.data.labels[battle.area]
    what = {"assault": "Coalition attack", "fire": "Fire Mission", "raid": "Insurgent attack"}[battle.kind]
    attacker = INSURGENT if battle.kind == "raid" else COALITION
    attack = state.roll(f"{what} on {place}", D6, battle.offence, COMBAT_DICE, attacker)
    defence = state.roll(f"Defense of {place}", D6, battle.defence, COMBAT_DICE, other_side(attacker))
    return replace(battle, attack_roll=sum(attack.dice), defence_roll=sum(defence.dice), rolled=True)


def tell(state: FallujahState, battle: Battle, *rules: str) -> None:
    """The totals of a combat as they stand."""
    attack = battle.attack_roll + battle.attack_shift
    defence = battle.defence_roll + battle.defence_shift
    offence_value, defence_value = battle.offence_value, battle.defence_value
    state.note(
        f"Offensive Total {offence_value} + {attack} = {offence_value + attack}, "
        f"Defensive Total {defence_value} + {defence} = {defence_value + defence}.",
        *rules,
        places=(battle.area,),
    )


def tell_outcome(state: FallujahState, battle: Battle) -> str:
    """Who attacked where, the totals, and what they bring as the dice lie now, in few words."""
    who = {"assault": "Coalition attacks", "fire": "Fire Mission on", "raid": "Insurgents hit"}[battle.kind]
    attack = battle.offence_value + battle.attack_roll + battle.attack_shift
    gap = battle.difference
    brings = "no effect" if battle.kind != "assault" else "repulsed" if gap else "stalled"
    if gap > 0:
        brings = "success" if battle.kind == "raid" else f"{gap} CP"
    return f"{who} {state.data.map.spaces[battle.area].name}: {attack} against {attack - gap}, {brings}"


def spend(state: FallujahState, text: str, *rules: str) -> None:
    """10.2a  The marker goes to the Used box, the enemy's face up."""
    owner = state.advantage
    state.advantage = other_side(owner)
    state.advantage_used = True
    change = Change("Advantage", f"{owner}, available", f"{state.advantage}, used")
    state.note(text, *rules, changes=(change,))


def reroll(state: FallujahState) -> None:
    """10.1c  All dice of the combat are thrown again; the new result stands."""
    battle = state.battle
    assert battle is not None
    spend(state, f"Mulligan by {name(state.advantage)}: all dice of this combat are rolled again.", "10.1c")
    state.battle = throw(state, battle)
    tell(state, state.battle, "10.1c")


def why_not_use(state: FallujahState, kind: str, action: Action) -> Refusal | None:
    """What forbids this use of the Advantage in the open window."""
    match action:
        case Keep():
            return None
        case Mulligan():
            if kind == "end":
                return Refusal("10.1f", "a Mulligan rerolls a combat, not the roll for the end of the phase")
            return None
        case Heroic(roll, by):
            if by not in HEROIC:
                return Refusal("10.1a", "a Heroic Effort changes a roll by exactly one")
            if kind == "end" and roll != "end":
                return Refusal("10.1a", "the only roll here is the one for the end of the phase")
            if kind == "combat" and roll not in {"attack", "defence"}:
                return Refusal("10.1a", "the rolls here are those of the attacker and the defender")
            return None
    return Refusal("10.1e", "the owner of the Advantage decides first whether the dice stand")


class Window(Step, frozen=True, tag=True):
    """10.1  The owner sees the dice and may change them before anything follows from them."""

    kind: Literal["combat", "end"]

    def proceed(self, state: FallujahState) -> bool:
        if not available(state):
            state.flow.pop()
            return True
        if state.bot and state.advantage == INSURGENT:
            from fallujah.rules.solitaire import losses  # the bot's losses are computed with the rules of this package

            state.flow.pop()
            if self.kind == "combat":
                losses.consider_mulligan(state)
            return True
        return False

    def actor(self, state: FallujahState) -> Side:
        return state.advantage

    def prompt(self, state: FallujahState) -> str:
        if self.kind == "end":
            assert state.first_roll is not None
            goes = "ends" if state.first_roll < state.impulse else "goes on"
            return f"A {state.first_roll} for the end: the phase {goes}. Spend the Advantage to change it? (10.1a)"
        assert state.battle is not None
        return f"{tell_outcome(state, state.battle)}. Spend the Advantage? (10.1)"

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        yield Keep()
        for by in HEROIC:
            yield Heroic("attack", by)
            yield Heroic("defence", by)
            yield Heroic("end", by)
        yield Mulligan()

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        return why_not_use(state, self.kind, action)

    def play(self, state: FallujahState, action: Action) -> None:
        state.flow.pop()
        match action:
            case Keep():
                pass
            case Mulligan():
                reroll(state)
            case Heroic("end", by):
                assert state.first_roll is not None
                state.first_roll += by
                who = name(state.advantage)
                spend(state, f"Heroic Effort by {who}: the roll counts as {state.first_roll}.", "10.1a")
            case Heroic(roll, by):
                self._change(state, roll, by)

    def _change(self, state: FallujahState, roll: str, by: int) -> None:
        battle = state.battle
        assert battle is not None
        whose = "attacker's" if roll == "attack" else "defender's"
        spend(state, f"Heroic Effort by {name(state.advantage)}: the {whose} roll changes by {by:+d}.", "10.1a")
        if roll == "attack":
            state.battle = replace(battle, attack_shift=by)
        else:
            state.battle = replace(battle, defence_shift=by)
        tell(state, state.battle, "10.1b")
