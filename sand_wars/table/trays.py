"""Cards and boxes beside the map: hands, cards on the table, HQ displays, Off-Map and Replacement boxes, piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from common.engine import Side
from common.tabletop import Card, CardFace, Looks, Piece, Tray
from sand_wars.components import MARKED, Components
from sand_wars.rules.air import Aiming, AirOperations, MoreSorties
from sand_wars.rules.cards import NULL
from sand_wars.rules.combat.support import AirStep, Reinforce
from sand_wars.rules.command import Attaching, C2Improvement, Detaching
from sand_wars.rules.dice import EventEnd
from sand_wars.rules.forces import FULL_PV
from sand_wars.rules.hand import Discarding
from sand_wars.rules.interdiction import Interdicting, NavalOperations
from sand_wars.rules.missions import AirDefense, FireBack, ImpactMission, Interception
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.reinforcements import Deploying
from sand_wars.rules.special import SpecialMove
from sand_wars.rules.strike import StrategicAttack, Striking
from sand_wars.rules.unconventional import SofAttack
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, NAMES, OFF_MAP, REPLACEMENT, SIDES, WAITING, Block
from sand_wars.table.faces import COLOURS, EMPTY, PIP, box_of, fighting_hqs, open_hqs, piece_on_table
from sand_wars.view import View

HAND, TABLE = "hand", "table"
PAPER = {True: "#f6dcd4", False: "#f5efdf"}  # red titles may join a combat
BACKS = {
    side: CardFace(NAMES[side], symbol=sign, paper=COLOURS[side], ink="#f6f0dd", back=True)
    for side, sign in ((ALGERIA, "crescent"), (MOROCCO, "star"))
}
DIE = "\u2680\u2681\u2682\u2683\u2684\u2685"
RINGS = {"event": " \u25efEvent", "turn": " \u25efTurn", "none": ""}
BOX_TITLES = {OFF_MAP: "Off-Map", REPLACEMENT: "Replacement", WAITING: "Waiting"}
FLYING = (
    AirOperations, Aiming, MoreSorties, AirStep, Striking, StrategicAttack, SpecialMove, Reinforce, Interception,
    NavalOperations, SofAttack, Interdicting,
)  # fmt: skip
IN_THE_AIR = (Interception, AirDefense, FireBack)  # HQs have nothing to do with what is answered there
INTERCEPTING = ("Air intercept", "Naval intercept")
SENDING = (AirOperations, MoreSorties, AirStep, Striking, Interception, NavalOperations)  # a marker leaves its box
SHORT = {
    "Ops and Plans": "O&P", "C2 improvement": "C2", "Air operations": "Air", "Combat logistics": "Log",
    "Insurgent Ops": "Ins", "Admin move": "Adm", "Command confusion": "\u2013", "Reconstitution": "Rec",
    "Reconstitution (-)": "Re\u2212", "Strategic attack": "Str", "SOF attack": "SOF", "Dig in": "Dig",
    "Info ops": "Inf", "Special move": "Spc", "Tactical Intel": "Tac", "Call for Aid": "Aid",
    "Naval operations": "Nav", "Operational Intel": "Opn", "C2 jamming": "Jam", "Air intercept": "Int",
    "Commit reserve": "Res", "Counter Intel": "CI", "Counterattack": "CA", "Info defense": "Inf",
    "Naval intercept": "Nav", "SOF defense": "SOF", "Withdraw": "Wdr",
}  # fmt: skip
SHOWN = 1  # cards of a discard pile


def discards_of(side: Side) -> str:
    """The tray of a side's discard pile."""
    return f"{side} discards"


def card_face(data: Components, card: str, reacting: bool = False) -> CardFace:
    """An Operations card: Action, Reaction, Event and dice on one face, the half that matters now on top."""
    printed = data.cards[card]
    left, right = printed.dice
    title, other = (printed.reaction, printed.action) if reacting else (printed.action, printed.reaction)
    words = data.texts.reactions[title] if reacting else data.texts.actions[title]
    red = title != NULL and words.red
    half = "Action" if reacting else "Reaction"
    dice = f"{DIE[left - 1]}{DIE[right - 1]}{RINGS[printed.trigger]}"
    text = f"{words.text}\n{half}: {other}\nEvent: {printed.event}\n{dice}"
    return CardFace(title, text, SHORT[title], "", PAPER[red], "#241a12", "CRD.4")


def event_face(data: Components, card: str) -> CardFace:
    """A card that lies there for its Event: while it is carried out, or as a reminder of what it brings."""
    title = data.cards[card].event
    return CardFace(title, data.texts.events[title].text, "Evt", "", PAPER[False], "#241a12", "CRD.6")


class SandTrays(Looks):
    """What lies beside the map: few trays, so that cards stay large; the rest is in the tables of the inspector."""

    def trays(self, view: View) -> Sequence[Tray]:
        return tuple(self._trays(view))

    def _trays(self, view: View) -> Iterator[Tray]:
        mine = view.side
        if mine is not None:
            yield self._hand(view, mine)
        yield self._table(view)
        yield from self._displays(view)
        for side in SIDES if mine is None else (mine,):
            yield from self._arrivals(view, side)
            yield from self._boxes(view, side)
        for side in sorted(SIDES, key=lambda side: side != mine):
            yield self._pile(view, side)

    def _hand(self, view: View, side: Side) -> Tray:
        chosen = chosen_cards(view)
        left = sort_hand(self.data, [card for card in view.hand if card not in chosen], view.active != side)
        movable = view.to_act == side
        reacting = view.active != side
        cards = tuple(Card(card, card_face(self.data, card, reacting), side, movable) for card in left)
        return Tray(HAND, "Hand", side, cards, rule="OPS.4")

    def _table(self, view: View) -> Tray:
        """EVP.1  Cards being carried out, which can be laid on the map, and those that remind of their effect."""
        cards, drawn = [], {step.card for step in view.flow if isinstance(step, EventEnd)}
        for side in SIDES:
            held = view.to_act == side == view.side
            for card in view.limbo.get(side, ()):
                face = event_face(self.data, card) if card in drawn else card_face(self.data, card)
                cards.append(Card(card, face, side, held and card not in drawn))
            cards += [Card(card, event_face(self.data, card), side) for card in view.left_out.get(side, ())]
        return Tray(TABLE, "Table", None, tuple(cards), rule="EVP.1")

    def _displays(self, view: View) -> Iterator[Tray]:
        """DSP.6, GC.5  The boxes of the own HQs, and in a combat of all that fight in it, with PV and room."""
        if view.battle is None and isinstance(view.step, IN_THE_AIR):
            return  # the hand and the markers need the room
        commands = isinstance(view.step, C2Improvement | Attaching | Detaching)
        fighting = fighting_hqs(view)
        for id_ in open_hqs(self.data, view):
            if view.battle is not None and id_ not in fighting:
                continue  # the others have nothing to do with it
            piece, facts = view.pieces[id_], self.data.counters[id_]
            mine = commands and facts.side == view.side == view.to_act
            units = tuple(
                replace(piece_on_table(self.data, other, id_, view.side), movable=mine)
                for other in view.pieces.values()
                if box_of(view, other) == id_ and self.data.counters[other.id].is_block
            )
            title = f"{facts.short} {PIP * piece.pv}{EMPTY * (FULL_PV - piece.pv)} {self.data.names[piece.at]}"
            room = facts.hq.capacity if facts.hq is not None else 0
            yield Tray(id_, title, facts.side, pieces=units, rule="HQC.1", room=room, small=True)

    def _arrivals(self, view: View, side: Side) -> Iterator[Tray]:
        """REI.3, ACT.C2.a  Pieces that are to be placed now: reinforcements, or HQs that are set aside."""
        if view.to_act != side or view.side != side:
            return
        if isinstance(view.step, Deploying):
            inside = [view.pieces[id_] for id_ in view.step.pieces if id_ in view.pieces]
            pieces = tuple(replace(piece_on_table(self.data, p, "", side), movable=True) for p in inside)
            yield Tray(f"{side} arrivals", "Reinforcements", side, pieces=pieces, rule="REI.3", small=True)
        elif isinstance(view.step, C2Improvement):
            aside = [view.pieces[id_] for id_ in self.data.hqs[side] if view.pieces[id_].at == ASIDE]
            pieces = tuple(replace(piece_on_table(self.data, p, "", side), movable=True) for p in aside)
            if pieces:
                yield Tray(f"{side} {ASIDE}", "New HQs", side, pieces=pieces, rule="ACT.C2.a", small=True)

    def _boxes(self, view: View, side: Side) -> Iterator[Tray]:
        """Waiting and lost pieces; the Off-Map box while somebody decides about markers."""
        arriving = view.step.pieces if isinstance(view.step, Deploying) and view.to_act == view.side else ()
        used = {OFF_MAP: SENDING, REPLACEMENT: (Rebuilding,), WAITING: ()}
        for box, title in BOX_TITLES.items():
            if box == OFF_MAP and not isinstance(view.step, FLYING):
                continue
            inside = [p for p in view.pieces.values() if p.at == box and self.data.counters[p.id].side == side]
            shown = [p for p in inside if self.data.counters[p.id].code not in MARKED and p.id not in arriving]
            free = view.to_act == view.side == side and isinstance(view.step, used[box]) and self._can_send(view)
            if box == OFF_MAP and free:
                shown = [p for p in shown if _can_be_sent(view, self.data.counters[p.id].code)]
            if shown:
                pieces = tuple(replace(piece, movable=free) for piece in self._alike(view, shown))
                yield Tray(f"{side} {box}", title, side, pieces=pieces, rule="DSP.5", small=box != OFF_MAP or not free)

    def _can_send(self, view: View) -> bool:
        """Whether markers could leave their box: interceptors need a card."""
        if not isinstance(view.step, Interception):
            return True
        return any(self.data.cards[card].reaction in INTERCEPTING for card in view.hand)

    def _alike(self, view: View, inside: list[Block]) -> Iterator[Piece]:
        """Of pieces that are alike one lies in the box, with their number."""
        groups: dict[tuple[str, int, int], list[Block]] = {}
        for piece in inside:
            facts = self.data.counters[piece.id]
            groups.setdefault((facts.code, facts.cv, facts.recon), []).append(piece)
        for pieces in groups.values():
            shown = piece_on_table(self.data, pieces[0], "", view.side)
            count = f"\u00d7{len(pieces)}" if len(pieces) > 1 else ""
            face = replace(shown.face, top=count or shown.face.top)
            yield replace(shown, face=face, name=f"{shown.name} {count}".strip())

    def _pile(self, view: View, side: Side) -> Tray:
        """The last discards, and how many cards are left in the deck; of the enemy also the backs of his hand."""
        gone = [Card(card, card_face(self.data, card), side) for card in view.discards[side][-SHOWN:]]
        leaving = chosen_cards(view) if side == view.side else ()
        marked = [Card(card, card_face(self.data, card), side, True, ("marked",)) for card in leaving]
        if side == view.side:
            title, cards = f"Deck {view.decks[side]}, discards", (*gone, *marked)
            return Tray(discards_of(side), title, side, cards, rule="SEQ.19", small=not marked and not discarding(view))
        size = view.hand_sizes.get(side, 0)
        title = f"{NAMES[side]}, deck {view.decks[side]}"
        return Tray(
            discards_of(side), title, side, tuple(gone), face_down=size, back=BACKS[side], rule="SEQ.19", small=True
        )


def _can_be_sent(view: View, code: str) -> bool:
    """NAV.1, ICP.1  Whether markers of a kind are of any use now: ships at sea, Airstrikes against what flies."""
    if isinstance(view.step, NavalOperations):
        return code == "naval"
    if not isinstance(view.step, Interception):
        return True
    mission = next((step for step in reversed(view.flow) if isinstance(step, ImpactMission)), None)
    return mission is None or code == ("naval" if mission.naval else "airstrike")


def discarding(view: View) -> bool:
    """Whether the viewer chooses cards to discard."""
    return isinstance(view.step, Discarding) and view.step.side == view.side


def chosen_cards(view: View) -> tuple[str, ...]:
    """The cards that the viewer is about to discard."""
    return view.step.chosen if discarding(view) else ()


def sort_hand(data: Components, cards: list[str], reacting: bool = False) -> list[str]:
    """Cards by the half that matters now, the dead ones last."""

    def order(card: str) -> tuple[bool, str, str]:
        title = data.cards[card].reaction if reacting else data.cards[card].action
        return title == NULL, title, card

    return sorted(cards, key=order)
