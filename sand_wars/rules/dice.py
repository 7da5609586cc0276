"""DIC, TRG, EVP  Dice are cards turned from the roller's own deck; ringed cards interrupt whatever goes on.

A roll is a step above the one that waits for it: `roll_dice(state, side, count, ..., then)` puts `then` on the flow and
the roll above it. Cards are turned one by one, each with its trigger resolved before the next; at the end the roll
leaves the flow and the waiting step gets its field `dice`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from common.engine import D6, Roll, Side, Step
from sand_wars.rules.cards import hold_in_limbo, leave_out, release, turn_cards
from sand_wars.rules.marker import advance_marker
from sand_wars.state import NAMES, SandState

EventRule = Callable[[SandState, Side], None]
EVENTS: dict[str, EventRule] = {}  # what the events do, by title; the modules of the events fill it
RINGS = {"event": ", ringed Event", "turn": ", ringed Turn", "none": ""}  # how a trigger is told
CAPTURE = "CAP.1"  # the rule under which the die for a Logistics Base is rolled
ADDED_UP = ("GC.17", "EVT.MINE.a", "MPI.3")  # the rules under which two dice are a sum; else each is read alone
NO_DIE = D6[0]  # what a die shows that no card is left for: in every table the face that does nothing

Rule = TypeVar("Rule", bound=EventRule)


def event(title: str) -> Callable[[Rule], Rule]:
    """Say that a function carries out the event of that title."""

    def keep(rule: Rule) -> Rule:
        EVENTS[title] = rule
        return rule

    return keep


def roll_dice(state: SandState, side: Side, count: int, reason: str, rule: str, then: Step) -> None:
    """Have a side roll dice; `then` comes next, with the dice in its field `dice`."""
    state.push(DiceRoll(side, count, reason, rule), then)


class DiceRoll(Step, frozen=True, tag=True):
    """DIC.1, R12  Cards are turned until there are dice enough, each trigger resolved before the next card."""

    side: Side
    count: int
    reason: str
    rule: str
    got: tuple[int, ...] = ()
    card: str = ""

    def proceed(self, state: SandState) -> bool:
        if self.card:
            release(state, self.side, self.card)
        got = self.got
        while len(got) < self.count:
            card = self._turn(state)
            if not card:
                got += (NO_DIE,) * (self.count - len(got))
                break
            face = state.data.cards[card]
            dice = face.dice[: self.count - len(got)]
            self._tell(state, card, dice, face.trigger)
            got += dice
            hold_in_limbo(state, self.side, card)
            if face.trigger != "none":
                state.swap(replace(self, got=got, card=card))
                self._interrupt(state, face.trigger)
                return True
            release(state, self.side, card)
        self._finish(state, got)
        return True

    def _turn(self, state: SandState) -> str:
        """Turn the top card of the deck, if there is one."""
        drawn = turn_cards(state, self.side)
        return drawn[0] if drawn else ""

    def _tell(self, state: SandState, card: str, dice: tuple[int, ...], trigger: str) -> None:
        shown = " and ".join(map(str, dice))
        state.note(f"{self.reason}: {NAMES[self.side]} turns {card}: {shown}{RINGS[trigger]}.", "DIC.1", self.rule)

    def _interrupt(self, state: SandState, trigger: str) -> None:
        """TRG.3, TRG.4  What the ring of a card brings before the next card is turned."""
        if trigger == "event":
            state.push(EventDraw(self.side, "TRG.3"))
        else:
            advance_marker(state, "TRG.4")

    def _finish(self, state: SandState, got: tuple[int, ...]) -> None:
        state.flow.pop()
        roll = Roll(self.reason, got, (), len(D6), self.side, apart=self.rule not in ADDED_UP)
        state.__dict__["rolled"] += (roll,)
        state.flow[-1] = replace(state.flow[-1], dice=got)


class EventDraw(Step, frozen=True, tag=True):
    """SEQ.10, TRG.3  The top card of a side's deck is turned and its event happens."""

    side: Side
    rule: str

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        for card in turn_cards(state, self.side):
            hold_in_limbo(state, self.side, card)
            state.push(EventEnd(self.side, card))
            title = state.data.cards[card].event
            text = state.data.texts.events[title]
            end = "" if title.endswith("!") else "."
            state.note(f"Event drawn by {NAMES[self.side]} ({card}): {title}{end}", self.rule)
            if text.combat and not _is_rolled_in_combat(state):
                state.note(f"{title} has no effect outside a combat.", "EVP.3")
            else:
                EVENTS[title](state, self.side)
        return True


def _is_rolled_in_combat(state: SandState) -> bool:
    """EVP.3, R75  Whether the dice that brought an event belong to a combat that goes on: a capture die never does."""
    roll = next((step for step in reversed(state.flow) if isinstance(step, DiceRoll)), None)
    return state.battle is not None and (roll is None or roll.rule != CAPTURE)


class EventEnd(Step, frozen=True, tag=True):
    """EVP.2, R13  The event is resolved; its card is discarded or left out as a reminder."""

    side: Side
    card: str
    keep: bool = False

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        (leave_out if self.keep else release)(state, self.side, self.card)
        return True


def keep_card(state: SandState) -> None:
    """Leave the card of the event being resolved on the table (EVP.1)."""
    end = state.flow[-1]
    assert isinstance(end, EventEnd)
    state.flow[-1] = replace(end, keep=True)


def finish_event_now(state: SandState) -> None:
    """Put the card of the event being resolved on the discard pile before its effect (R4)."""
    end = state.flow[-1]
    assert isinstance(end, EventEnd)
    state.flow.pop()
    release(state, end.side, end.card)


def abandon(state: SandState, base: type[Step]) -> None:
    """Break off everything above the topmost step of a kind; cards of rolls and events in progress are discarded."""
    while not isinstance(state.flow[-1], base):
        step = state.flow.pop()
        if isinstance(step, DiceRoll | EventEnd) and step.card:
            release(state, step.side, step.card)
