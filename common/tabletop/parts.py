"""What a game's table shows and offers, as plain values: counters, markers, tracks, charts, overlays, gestures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from common.engine import Action, Refusal, Side


class Face(msgspec.Struct, frozen=True):
    """One side of a counter: what is printed on it.

    `symbol` names vector art ("infantry", "cavalry", "artillery", "leader", "wagon", "depot", "armor" ...).
    `ink` and `paper` are colour strings; `edge` names a pattern that tells the sides apart without colour.
    """

    symbol: str = ""
    paper: str = "#dddddd"
    ink: str = "#111111"
    edge: Literal["plain", "double", "dashed", "notched", "thick"] = "plain"
    top: str = ""
    left: str = ""
    middle: str = ""
    right: str = ""
    bottom: str = ""
    stripe: str = ""
    shape: Literal["square", "round", "block"] = "square"


class Piece(msgspec.Struct, frozen=True):
    """A counter on the map or in a box, as one side sees it.

    `pile` names the pile it lies on where counters of one side do not lie together, such as a faction or contingent;
    `inside` names its place within the space, such as "underground", "port", "aloft" or the carrier it is aboard.
    """

    id: str
    name: str
    space: str
    face: Face
    side: Side | None = None
    back: Face | None = None
    badges: tuple[str, ...] = ()
    order: int = 0
    movable: bool = False
    strength: int = 0
    joins: bool = False  # can do nothing alone, but go with others of its place that can
    pile: str = ""
    inside: str = ""


class CardFace(msgspec.Struct, frozen=True):
    """One side of a playing card: what is printed on it.

    `value` stands in the corner, `symbol` names vector art, `ink` and `paper` are colour strings as on a counter.
    """

    title: str = ""
    text: str = ""
    value: str = ""
    symbol: str = ""
    paper: str = "#f4efe2"
    ink: str = "#111111"
    rule: str = ""
    back: bool = False  # the back of a card, which is the same for all cards of its deck


class Card(msgspec.Struct, frozen=True):
    """A playing card or chit in a tray as one side sees it: with its back up where the side may not know it."""

    id: str
    face: CardFace
    side: Side | None = None
    movable: bool = False
    badges: tuple[str, ...] = ()
    count: int = 1  # of cards that are alike and lie on each other


class Tray(msgspec.Struct, frozen=True):
    """A hand, display, deck or discard pile beside the map: what lies open in it, and how many lie face down.

    Its id is a space for the pieces and gestures of the table: what lies in it is lifted, put down and clicked as on
    the map.
    """

    id: str
    title: str
    side: Side | None = None
    cards: tuple[Card, ...] = ()
    pieces: tuple[Piece, ...] = ()
    face_down: int = 0
    back: CardFace | None = None
    rule: str = ""
    room: int = 0  # how much it holds, where that is limited
    small: bool = False  # a box or pile that is looked at now and then: it takes little room beside the others
    plates: bool = False  # a sheet of many cards that are read at once: value and title of each, in rows

    def contents(self) -> tuple[Piece, ...]:
        """What lies open in it as pieces whose space is the tray, so that all of it is handled alike."""
        counters = (msgspec.structs.replace(piece, space=self.id) for piece in self.pieces)
        return (*(self._as_piece(card) for card in self.cards), *counters)

    def _as_piece(self, card: Card) -> Piece:
        """A card as a piece with its title, symbol and value."""
        face = card.face
        printed = Face(symbol=face.symbol, paper=face.paper, ink=face.ink, middle="" if face.symbol else face.value)
        name = face.title or self.title
        return Piece(card.id, name, self.id, printed, card.side, badges=card.badges, movable=card.movable)


class Marker(msgspec.Struct, frozen=True):
    """A sign on a space that is not a counter to be moved: control, resistance, a declared attack."""

    space: str
    symbol: str
    side: Side | None = None
    text: str = ""
    title: str = ""


class Track(msgspec.Struct, frozen=True):
    """A row of boxes with tokens: turns, victory points, impulses."""

    id: str
    title: str
    boxes: tuple[str, ...]
    tokens: tuple[tuple[int, str, str], ...]  # box number, name, colour
    rule: str = ""


class Token(msgspec.Struct, frozen=True):
    """The token of a track on the printed map: in which box, in which of its cells, and what it stands for."""

    box: str
    cell: int
    name: str
    colour: str


class Stat(msgspec.Struct, frozen=True):
    """One thing to know at a glance."""

    label: str
    value: str
    side: Side | None = None
    hint: str = ""


class Phase(msgspec.Struct, frozen=True):
    """One entry of the sequence of play: what it is about, and what it brings as things stand."""

    title: str
    rule: str
    state: Literal["done", "now", "ahead"] = "ahead"
    about: str = ""


class Row(msgspec.Struct, frozen=True):
    """A line of the inspector: a fact, where it comes from, and the rule."""

    label: str
    value: str
    rule: str = ""
    source: str = ""
    space: str = ""


class Section(msgspec.Struct, frozen=True):
    """A titled group of facts."""

    title: str
    rows: tuple[Row, ...]


class Chart(msgspec.Struct, frozen=True):
    """A printed table; `live` marks cells (row, column) that matter now, -1 for a whole row or column.

    `cell` says when a cell applies, a sentence with {row}, {column} and {value}; `places` are the spaces of the rows,
    `rules` the rules behind them where each has its own: then the last column prints them.
    """

    id: str
    title: str
    rule: str
    source: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    live: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()
    cell: str = ""
    places: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Figure(msgspec.Struct, frozen=True):
    """A number worth a line over the turns, and the chart its line belongs to."""

    chart: str
    name: str
    value: float
    side: Side | None = None


class Overlay(msgspec.Struct, frozen=True):
    """A way to colour the map: spaces by category and lines along spaces."""

    id: str
    title: str
    key: str
    spaces: dict[str, str]  # space -> category
    legend: tuple[tuple[str, str, str], ...]  # category, colour, pattern ("fill", "hatch", "cross", "dots")
    lines: tuple[tuple[str, ...], ...] = ()
    labels: dict[str, str] = {}


class Route(msgspec.Struct, frozen=True):
    """A line that is traced over the map, of supply or of sight: its way, its rule, and the space that cuts it."""

    title: str
    way: tuple[str, ...]
    rule: str
    why: str
    cut: str = ""


class Gesture(msgspec.Struct, frozen=True):
    """How a legal action is done by hand: a button, a click on a space or piece, or a piece brought to a space."""

    action: Action
    label: str
    piece: str = ""
    space: str = ""
    group: str = ""
    rule: str = ""
    key: str = ""
    grave: bool = False  # throws something away that play does not bring back: a click or a figure asks first
    ends: str = ""  # "part" or "phase", if it closes one: it stands at the end of the bar, and a phase warns first
    hint: str = ""  # what it means, where the label only names it


class Target(msgspec.Struct, frozen=True):
    """Where lifted pieces may be put down: what it costs, the way there, and the actions that do it."""

    space: str
    label: str
    plan: tuple[Action, ...]
    path: tuple[str, ...] = ()
    left: str = ""
    cost: int | None = None  # the movement points that the label names, where it names any
    onto: str = ""  # the counter that is meant, where several of a space can be


class IdleChoice(msgspec.Struct, frozen=True):
    """What a player can do without a thought, because nothing he could do instead would change anything, and why."""

    action: Action
    why: str
    rule: str


class ClosedChoice(msgspec.Struct, frozen=True):
    """A kind of action that a player looks for and cannot take now: what it is called, and what forbids each form."""

    label: str
    reasons: tuple[Refusal, ...]


class Progress(msgspec.Struct, frozen=True):
    """How far a side is in what it does, such as "moving": how many have done so, of those that have or still can."""

    doing: str
    done: int
    total: int


class Way(msgspec.Struct, frozen=True):
    """What a class of units pays from one space to another, and what forbids steps of the straight way."""

    who: str
    cost: str  # "" when no way leads there
    path: tuple[str, ...] = ()
    blocks: tuple[Refusal, ...] = ()
    side: Side | None = None


class TrialTest(msgspec.Struct, frozen=True):
    """A question to a game's rules about one place of its map: supply, zones, sight, range.

    `units` are what can be put there, a name and a title each; `none` says why the game knows no such thing.
    """

    id: str
    title: str
    rule: str
    units: tuple[tuple[str, str], ...] = ()
    none: str = ""


class TrialAnswer(msgspec.Struct, frozen=True):
    """What the rules say to such a question: a sentence, the spaces it is true of, and the line that was traced."""

    text: str
    targets: tuple[Target, ...] = ()
    route: Route | None = None


def strength_of(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """What is printed on counters as their strength, added up; nothing where they have none."""
    strength = sum(piece.strength for piece in pieces)
    return (f"strength {strength}",) if strength else ()
