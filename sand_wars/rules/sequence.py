"""SEQ, EVP, OPS  Game Turns, Player Turns and their phases."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, DiscreetStep, Refusal, Side, Step
from sand_wars.actions import Pass, PlayCard, RevealObjective
from sand_wars.rules.cards import discard, hold_in_limbo, release, take_from_hand, title_of, why_not_hold, why_not_title
from sand_wars.rules.catalogue import ACTIONS, BEGINNINGS, finds_something
from sand_wars.rules.control import return_captured_bases
from sand_wars.rules.dice import EventDraw
from sand_wars.rules.hand import Discarding
from sand_wars.rules.hostilities import Declaration
from sand_wars.rules.marker import advance_marker
from sand_wars.rules.objectives import ObjectiveChange, reveal_objective, why_not_reveal
from sand_wars.rules.reinforcements import DeployWaiting
from sand_wars.rules.setup import ChooseObjectives, DealHands
from sand_wars.state import ENEMY, NAMES, OFF_MAP, SIDES, Block, SandState

LACKING = {
    "Admin move": "no unit stands on a friendly road that is free of enemies",
    "Air operations": "no air marker has a target in range",
    "C2 improvement": "no HQ can be placed, stood up, plan, take units or give them up",
    "Call for Aid": "there is nobody to ask",
    "Combat logistics": "no friendly space can take a Logistics Base",
    "Dig in": "no Fort is left, or no friendly space can take one",
    "Info ops": "neither chips, cards nor the marker can be moved",
    "Insurgent Ops": "no Camp or Guerrilla can be placed and none has a target",
    "Naval operations": "no enemy unit or base is on a coast that a naval marker may attack",
    "Operational Intel": "the enemy holds no card",
    "Ops and Plans": "nothing can move, fight, be stood up or plan",
    "Reconstitution": "no unit has lost CV, none can come back and nothing is disrupted",
    "Reconstitution (-)": "no unit but armor has lost CV, none can come back and nothing is disrupted",
    "SOF attack": "no commando, airborne or naval infantry unit has a target in reach",
    "Special move": "no unit, airborne HQ or base can be carried anywhere",
    "Strategic attack": "no Airstrike or SSM reaches an enemy installation or resource that still works",
    "Tactical Intel": "no enemy unit is adjacent to a recon unit of yours",
}  # why a card cannot be played when none of its functions can be carried out


class SetUp(Step, frozen=True, tag=True):
    """SET.5, SET.6, SET.11  Objectives, hands, then the first Game Turn."""

    def proceed(self, state: SandState) -> bool:
        state.swap(ChooseObjectives(asked=SIDES), DealHands(), PlayerTurn(state.first))
        return True


class PlayerTurn(Step, frozen=True, tag=True):
    """SEQ.9  Events Phase, Operations Phase, Discard and Draw Phase."""

    side: Side

    def proceed(self, state: SandState) -> bool:
        side = self.side
        state.active = side
        state.note(f"{state.where()}: {NAMES[side]}", "SEQ.9", heading=True)
        draws = [EventDraw(side, "SEQ.10")] * events_due(state)
        changes = ObjectiveChange(side), ObjectiveChange(ENEMY[side])  # R93
        operations = DeployWaiting(side), Operations(side), EndOfOperations()
        state.swap(*draws, *changes, Declaration(side), *operations, Discarding(side), EndOfPlayerTurn(side))
        return True


def events_due(state: SandState) -> int:
    """R2, R3  Two event cards in war or with enough chips in the Pool, else one."""
    return 2 if state.war or state.chips >= state.data.tables.tracks.two_events else 1


class Operations(DiscreetStep, frozen=True, tag=True):
    """SEQ.14  Between rounds: play a card for its Action, reveal the objective, or pass."""

    def prompt(self, state: SandState) -> str:
        return "Play a card for its Action, or pass (SEQ.14)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield Pass()
        yield RevealObjective()
        yield from map(PlayCard, state.hands[self.side])

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What can be done with a title is asked once, however many cards have it."""
        side, titles = self.side, state.data.titles
        found: list[Action] = [Pass()] if why_not_reveal(state, side) is not None else [Pass(), RevealObjective()]
        able: dict[str, bool] = {}
        for card in state.hands[side]:
            title = titles[card]
            if title not in able:
                able[title] = why_not_begin(state, side, title) is None
            if able[title]:
                found.append(PlayCard(card))
        return tuple(found)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case RevealObjective():
                return why_not_reveal(state, self.side)
            case PlayCard(card):
                return why_not_hold(state, self.side, card) or why_not_begin(state, self.side, title_of(state, card))
        return Refusal("SEQ.14", "play a card, or pass")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case Pass():
                state.flow.pop()
                state.note(f"{NAMES[self.side]} passes.", "SEQ.14")
            case RevealObjective():
                reveal_objective(state, self.side)
            case PlayCard(card):
                title = title_of(state, card)
                take_from_hand(state, self.side, card)
                hold_in_limbo(state, self.side, card)
                state.round_title = title
                state.note(f"{NAMES[self.side]} plays {title} ({card}).", "SEQ.14")
                state.push(ACTIONS[title](self.side, card), EndOfRound(self.side, card))


def why_not_begin(state: SandState, side: Side, title: str) -> Refusal | None:
    """SEQ.14, ADD.1  What keeps a side from playing any card of a title for its Action."""
    refusal = why_not_title(state, title)
    if refusal is not None:
        return refusal
    if title not in ACTIONS:
        return Refusal("ADD.1", f"{title} can only support a combat")
    begins = BEGINNINGS.get(title)
    able = begins(state, side) if begins is not None else finds_something(state, side, title)
    return None if able else Refusal("SEQ.14", f"nothing can be done with {title} now: {LACKING[title]}")


class EndOfRound(Step, frozen=True, tag=True):
    """SEQ.14  The round is over; the card that began it is discarded."""

    side: Side
    card: str

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        release(state, self.side, self.card)
        state.round_title, state.round_chip = "", False
        state.air_abroad, state.fresh = {}, frozenset()
        return True


class EndOfOperations(Step, frozen=True, tag=True):
    """DRW.1  The Operations Phase is over; nobody reacts any more."""

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        state.entered = {}
        return True


class EndOfPlayerTurn(Step, frozen=True, tag=True):
    """SEQ.20, EVP.2, R9  The other player's turn, or the end of the Game Turn."""

    side: Side

    def proceed(self, state: SandState) -> bool:
        for owner, cards in state.left_out.items():
            discard(state, owner, *cards)
        state.left_out = {}
        if self.side == state.first:
            state.swap(PlayerTurn(ENEMY[self.side]))
            return True
        end_effects(state)
        advance_marker(state, "SEQ.20")
        if state.result is None:
            state.turn += 1
            state.swap(PlayerTurn(state.first))
        return True


def end_effects(state: SandState) -> None:
    """R9  What lasts for a Game Turn ends with it."""
    return_captured_bases(state)
    for side in SIDES:
        for id_ in state.data.ids_of(side, "c2_jamming"):
            if state.pieces[id_].at in state.data.names:
                state.put(Block(id_, OFF_MAP))
    state.weather = state.news = False
    state.chips_placed = 0
