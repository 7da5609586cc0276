"""What every action is called, and with which piece or card and where it is done."""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import Action, Concede, Seat
from common.engine.actions import Add, Confirm, Decline, Remove, Seal
from common.tabletop import Gesture, Handling
from tests.toy.actions import Embark, EndTurn, Land, March, PlayCard, Reorder, Sail
from tests.toy.rules.combat import Ambush
from tests.toy.rules.sequence import Discard
from tests.toy.state import ENEMY, NAMES, ToyState
from tests.toy.table.trays import DISCARDS, HAND, cards_in_hand, chosen_cards
from tests.toy.view import View


class ToyLabels(Handling):
    """The words on buttons and in menus."""

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        return _move(seat, action) or _card(seat.view, action) or _button(seat, action)


def _move(seat: Seat, action: Action) -> Gesture | None:
    """A block or the ferry brought to a place."""
    state = position_of(seat)
    names, ship = state.data.names, state.data.units.ship.name
    match action:
        case March(block, space) | Land(block, space):
            held = state.own(ENEMY[state.blocks[block].side], space)
            group = "Attack" if held else type(action).__name__
            what = {"Attack": "attacks", "Land": "lands at", "March": "marches to"}[group]
            label = f"{_name(seat.view, block).capitalize()} {what} {names[space]}"
            return Gesture(action, label, block, space, group, "5a" if held else "3")
        case Embark(block):
            label = f"{_name(seat.view, block).capitalize()} goes aboard"
            return Gesture(action, label, block, state.ship, "Embark", "4")
        case Sail(space):
            return Gesture(action, f"The {ship} sails to {names[space]}", ship, space, "Sail", "4")
    return None


def _card(view: View, action: Action) -> Gesture | None:
    """A card taken from the hand or back into it."""
    match action:
        case PlayCard(card):
            place = view.step.space if isinstance(view.step, Ambush) else ""
            return Gesture(action, f"Play the {card}", _find(cards_in_hand(view), card), place, "Play", "5b")
        case Add(card):
            return Gesture(action, f"Discard the {card}", _find(cards_in_hand(view), card), DISCARDS, "Discard", "6")
        case Remove(card):
            return Gesture(action, f"Keep the {card}", _find(chosen_cards(view), card), HAND, "Keep", "6")
    return None


def _button(seat: Seat, action: Action) -> Gesture:
    """What has no place on the table, and what is done out of turn with a block."""
    match action:
        case Seal(choice):
            return Gesture(action, f"{choice.capitalize()} this turn", rule="2")
        case Decline():
            return Gesture(action, "Play no card", rule="5b", key="D")
        case Confirm():
            step = seat.view.step
            chosen = len(step.chosen) if isinstance(step, Discard) else 0
            words = f"Discard {chosen} and draw" if chosen else "Discard nothing"
            return Gesture(action, words, rule="6", key="Return", ends="part")
        case EndTurn():
            return Gesture(action, "End the turn", rule="3", key="E", ends="phase")
        case Reorder(_, block):
            return Gesture(action, f"Put {_name(seat.view, block)} on top", block, group="Reorder", rule="8")
        case Concede(side):
            return Gesture(action, f"{NAMES[side]} gives up", rule="7", grave=True)
    raise ValueError(f"no words for {action}")


def _name(view: View, block: str) -> str:
    """A block as the viewer may call it."""
    own = view.blocks.get(block)
    return f"the {own.kind}" if own is not None else "a block"


def _find(cards: Iterable[tuple[str, str]], card: str) -> str:
    """The first card of a kind, as a piece; none where the viewer does not see it."""
    return next((id_ for id_, kind in cards if kind == card), "")


def position_of(seat: Seat) -> ToyState:
    """The position as far as a seat can know it; it must not be changed."""
    state = seat.known
    assert isinstance(state, ToyState)
    return state
