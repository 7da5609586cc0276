"""GC.16-GC.23, REA.CAT, ADD  Fire of either side, with the cards that go with it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, ReactionWindow, Refusal, Side, Step
from common.engine.words import several
from sand_wars.actions import AddCard, OpenFire, PlayReaction
from sand_wars.rules.cards import (
    actions_held,
    might_hold,
    play_extra,
    play_reaction,
    reactions_held,
    why_not_hold,
    why_not_react_with,
    why_not_title,
)
from sand_wars.rules.combat.losses import Casualties
from sand_wars.rules.combat.reserve import Reserve, reserves
from sand_wars.rules.combat.retreat import BeginRetreat
from sand_wars.rules.combat.strength import (
    both_there,
    fire_result,
    fire_row,
    firepower,
    shelter,
    the_battle,
    why_not_supply,
)
from sand_wars.rules.dice import roll_dice
from sand_wars.state import ENEMY, NAMES, SandState

LOGISTICS, RESERVE = "Combat logistics", "Commit reserve"


def order_fire(state: SandState, side: Side, what: str) -> None:
    """Let a side fire: the attacker adds Actions first, the defender Reactions."""
    battle = the_battle(state)
    state.push(FireOrder(side, what) if side == battle.attacker else FireWindow(side, what))


def add_supplies(state: SandState, side: Side) -> None:
    """ADD.3  One more Combat logistics card counts for all fires of a side in this round."""
    battle = the_battle(state)
    ours, theirs = battle.supplies
    supplies = (ours + 1, theirs) if side == battle.attacker else (ours, theirs + 1)
    state.battle = replace(battle, supplies=supplies)


def throw_fire(state: SandState, side: Side, what: str) -> None:
    """GC.17  Roll for the fire of a side, if it has any firepower."""
    power = firepower(state, side)
    if power == 0 or not both_there(state):
        state.note(f"{NAMES[side]} has no fire.", "GC.17")
        return
    row = fire_row(state, power)
    state.note(f"{NAMES[side]} fires with {power}, row {row}.", "GC.17")
    roll_dice(state, side, 2, f"{what} of {NAMES[side]}", "GC.17", FireResult(side))


class FireOrder(DiscreetStep, frozen=True, tag=True):
    """ADD.2  The attacker is about to fire and may add Combat logistics."""

    what: str

    def prompt(self, state: SandState) -> str:
        power = firepower(state, self.side)
        return f"{self.what} with {power}: add Combat logistics, or fire (ADD.2)."

    def proceed(self, state: SandState) -> bool:
        if both_there(state) and might_hold(state, self.side, LOGISTICS) and self._why_not_add(state) is None:
            return False
        state.flow.pop()
        throw_fire(state, self.side, self.what)
        return True

    def _why_not_add(self, state: SandState) -> Refusal | None:
        """What keeps the attacker, as everybody sees, from adding a card whatever he holds."""
        return why_not_title(state, LOGISTICS) or why_not_supply(state, self.side)

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield OpenFire()
        yield from map(AddCard, actions_held(state, self.side, LOGISTICS))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case OpenFire():
                return None
            case AddCard(card):
                refusal = why_not_hold(state, self.side, card)
                if refusal is None and state.data.cards[card].action != LOGISTICS:
                    refusal = Refusal("SEQ.16", "before firing only Combat logistics can be added")
                return refusal or self._why_not_add(state)
        return Refusal("GC.17", "let the force fire first")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case OpenFire():
                state.flow.pop()
                throw_fire(state, self.side, self.what)
            case AddCard(card):
                play_extra(state, self.side, card, "ACT.LOG.a")
                add_supplies(state, self.side)


class FireWindow(ReactionWindow, frozen=True, tag=True):
    """R61  The defender is about to fire and may add Combat logistics or commit reserves."""

    what: str

    def prompt(self, state: SandState) -> str:
        power = firepower(state, self.side)
        return f"{self.what} with {power}: add Combat logistics or reserves, or fire (REA.LOG.a)."

    def could_react(self, state: SandState) -> bool:
        return bool(state.hands[self.side]) and both_there(state)

    def reactions(self, state: SandState) -> Iterator[Action]:
        return map(PlayReaction, reactions_held(state, self.side, LOGISTICS, RESERVE))

    def why_not_react(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, PlayReaction):
            return Refusal("GC.4", "play a Reaction, or decline first")
        refusal = why_not_react_with(state, self.side, action.card)
        if refusal is not None:
            return refusal
        title = state.data.cards[action.card].reaction
        if title == LOGISTICS:
            return why_not_title(state, title) or why_not_supply(state, self.side)
        if title == RESERVE:
            return why_not_reserve(state, self.side)
        return Refusal("GC.4", f"{title} cannot be played before your own fire")

    def react(self, state: SandState, action: PlayReaction) -> None:
        title = state.data.cards[action.card].reaction
        play_reaction(state, self.side, action.card)
        if title == LOGISTICS:
            add_supplies(state, self.side)
        else:
            state.push(Reserve(self.side))

    def close(self, state: SandState) -> None:
        state.flow.pop()
        throw_fire(state, self.side, self.what)


def why_not_reserve(state: SandState, side: Side) -> Refusal | None:
    """REA.COM.a  Somebody must be able to come, and somebody must still be there."""
    if not state.holds(side, the_battle(state).space):
        return Refusal("REA.COM.a", "no ground unit of yours is left in the combat")
    if next(reserves(state, side), None) is None:
        return Refusal("REA.COM.a", "no piece in an adjacent space can be committed")
    return None


class FireResult(Step, frozen=True, tag=True):
    """GC.17, GC.20, GC.21  The dice are read on the table; the target loses steps and may have to retreat."""

    side: Side
    row: str = ""  # a row of its own for Minefields
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        power = firepower(state, self.side)
        if not both_there(state) or not (power or self.row):
            state.note(f"The fire of {NAMES[self.side]} is void.", "EVT.AMB.b")
            return True
        row = self.row or fire_row(state, power)
        number, retreat = fire_result(state, row, sum(self.dice))
        target = ENEMY[self.side]
        words = f"A roll of {sum(self.dice)} on row {row}: {several(number, 'step')}"
        words += " and a retreat" if retreat else ""
        cover, rule = shelter(state) if target == the_battle(state).defender else ("", "")
        if cover and number > 1:
            number = (number + 1) // 2
            words += f", halved to {number} by {cover}"
        state.note(f"{words}.", *(("TBL.2", rule) if rule else ("TBL.2",)))
        state.push(Casualties(target, number), *((BeginRetreat(target),) if retreat else ()))
        return True
