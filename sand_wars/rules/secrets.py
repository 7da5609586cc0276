"""What one side is shown of the other's secrets: it stays in that side's journal, not on the board (R103)."""

from __future__ import annotations

from common.engine import Side
from sand_wars.rules.cards import title_of
from sand_wars.rules.forces import members, name_of
from sand_wars.state import ENEMY, NAMES, SandState


def examine(state: SandState, viewer: Side, space: str, rule: str) -> None:
    """Show a side all enemy pieces of a space, attached units included."""
    state.looks += 1
    found = "; ".join(_described(state, piece.id) for piece in state.at(ENEMY[viewer], space) if not piece.hq)
    place = state.title(space)
    state.note(
        f"Seen in {place}: {found or 'nothing'}.",
        rule,
        only=(viewer,),
        public=f"{NAMES[viewer]} examines the pieces in {place}.",
        show=("rules",),
    )


def laid_open(state: SandState, side: Side, space: str) -> str:
    """The units of a side in a space in words, for the moment in which they lie open (GC.5, INTD.4)."""
    mine = [piece for piece in state.at(side, space) if not piece.hq]
    shown = [piece.id for piece in mine if piece.id in state.data.occupying or state.code(piece.id) == "leader"]
    return f"{NAMES[side]}: {'; '.join(_described(state, id_) for id_ in shown) or 'no units'}."


def _described(state: SandState, id_: str) -> str:
    piece, facts = state.pieces[id_], state.facts(id_)
    words = name_of(state, id_)
    if facts.hq:
        status = f"PV {piece.pv}" if piece.up else "face down"
        inside = ", ".join(name_of(state, other.id) for other in members(state, id_))
        words = f"{words}, {status}{': ' + inside if inside else ''}"
    return f"{words}, disrupted" if piece.disrupted else words


def show_hand(state: SandState, viewer: Side, rule: str) -> None:
    """Show a side the enemy's hand."""
    state.looks += 1
    owner = ENEMY[viewer]
    cards = ", ".join(f"{title_of(state, card)} / {state.data.cards[card].reaction}" for card in state.hands[owner])
    state.note(
        f"The hand of {NAMES[owner]}: {cards or 'no card'}.",
        rule,
        only=(viewer,),
        public=f"{NAMES[viewer]} sees the hand of {NAMES[owner]}.",
        show=("rules",),
    )
