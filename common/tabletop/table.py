"""How a game tells any window what it looks like and how it is handled; no Qt and no rule in here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from common.engine import Action, Entry, Refusal, Seat, Side
from common.tables import Odds
from common.tabletop.ending import VerdictLine
from common.tabletop.parts import (
    Chart,
    ClosedChoice,
    Figure,
    Gesture,
    IdleChoice,
    Marker,
    Overlay,
    Phase,
    Piece,
    Progress,
    Route,
    Section,
    Stat,
    Target,
    Token,
    Track,
    Tray,
    TrialAnswer,
    TrialTest,
    Way,
    strength_of,
)
from common.tabletop.stage import CombatStage, entries_since


class TablePart:
    """A part of a game's table; a game divides its own table into parts as it likes, one a module."""

    def __init__(self, game: Any) -> None:
        self.game = game

    @property
    def data(self) -> Any:
        """The game's components."""
        return self.game.data


class Looks(TablePart):
    """What lies on the table, from a view only."""

    colours: dict[Side, str] = {}
    articles: bool = True  # whether a side is "the Union" in a sentence; countries take no article
    piles_by_strength = False  # whether the badge of a pile is its strength and not the number of its counters

    def counters(self) -> Sequence[Piece]:
        """Every counter of the printed game, front and back, in the order of its sheet."""
        return ()

    def pieces(self, view: Any) -> Sequence[Piece]:
        """Every counter the side can see."""
        raise NotImplementedError

    def markers(self, view: Any) -> Sequence[Marker]:
        """Signs on spaces."""
        return ()

    def tracks(self, view: Any) -> Sequence[Track]:
        """Tracks and boxes beside the map."""
        return ()

    def tokens(self, view: Any) -> Sequence[Token]:
        """The tokens on printed tracks: those of the tracks that are printed under the same name."""
        return [Token(track.id, *token) for track in self.tracks(view) for token in track.tokens]

    def trays(self, view: Any) -> Sequence[Tray]:
        """Hands, displays, decks and discard piles beside the map."""
        return ()

    def overlays(self, view: Any) -> Sequence[Overlay]:
        """Control, supply, terrain and so on."""
        return ()

    def threat(self, view: Any) -> Overlay | None:
        """Where the viewer's enemy can strike next, counted only from what the view knows."""
        return None

    def route(self, view: Any, space: str) -> Route | None:
        """How a space is supplied, seen or threatened, as a line on the map; None where that means nothing."""
        return None

    def route_of(self, view: Any, piece: Piece) -> Route | None:
        """The same for one counter; by itself what holds for its space."""
        return self.route(view, piece.space)


class Facts(TablePart):
    """What there is to know about the position, from a view only."""

    def stats(self, view: Any) -> Sequence[Stat]:
        """The state of the game at a glance."""
        return ()

    def sequence(self, view: Any) -> Sequence[Phase]:
        """The sequence of play with the current place marked."""
        return ()

    def preview(self, view: Any, phase: str) -> Sequence[str]:
        """What the phase of that title will ask about and bring, as things stand now."""
        return ()

    def dangers(self, view: Any) -> Sequence[Odds]:
        """The chances of the attacks the viewer's enemy could make on what is seen now."""
        return ()

    def victory(self, view: Any) -> Sequence[Section]:
        """Who is winning and how each point arises."""
        return ()

    def forces(self, view: Any) -> Chart:
        """The order of battle: units, where they are, their state, losses and reinforcements."""
        raise NotImplementedError

    def tells_points(self, entry: Entry) -> bool:
        """Whether a line of the journal tells that points were won or lost; it explains a turn of the game best."""
        return bool(entry.changes)

    def figures(self, view: Any) -> Sequence[Figure]:
        """Points, losses and strength as numbers that can be followed over the turns."""
        return ()

    def verdict(self, view: Any) -> Sequence[VerdictLine]:
        """Every condition of victory as the position stands, with its rule: what a finished game is judged by."""
        return ()

    def losses(self, view: Any, counted: Mapping[Side, int]) -> Sequence[Figure]:
        """What each side has lost since the beginning: a number for each kind, with the side that lost it.

        `counted` is what the game has counted over the moments of the match (`Game.count_losses`).
        """
        return ()

    def tide(self, view: Any, end: Any) -> Sequence[Figure]:
        """How near each side was to winning, told when the game is over and `end` is its last view.

        Nothing stands for a set-up in which that means nothing yet.
        """
        figures = self.figures(view)
        return [figure for figure in figures if figure.chart == figures[0].chart]

    def charts(self, view: Any) -> Sequence[Chart]:
        """All printed tables, with the live row and column marked when a roll is pending."""
        return ()

    def ways(self, view: Any, start: str, goal: str) -> Sequence[Way]:
        """The way from one space to another for each class of units, for the measure."""
        return ()

    def totals(self, view: Any, pieces: Sequence[Piece]) -> Sequence[str]:
        """What counters of one side in one place come to: strength, steps, the points they can move together with."""
        return strength_of(pieces)

    def about_space(self, view: Any, space: str) -> Sequence[Section]:
        """What there is to know about a space."""
        return ()

    def about_piece(self, view: Any, piece: str) -> Sequence[Section]:
        """What there is to know about a counter."""
        return ()


class Handling(TablePart):
    """What can be done by hand; it asks a seat and decides nothing itself."""

    ending: ClassVar[Action | None] = None  # what ends a phase; whoever wants to end it too early is told what is due
    annexes: ClassVar[tuple[str, ...]] = ()  # boxes beside the map from which units act as from the map
    one_by_one: ClassVar[bool] = False  # pieces move singly: a hand on a pile takes the one it has touched

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        """How a legal action is done by hand and called in a sentence."""
        raise NotImplementedError

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        """Which of the counters can be taken up now: each of them can be put down somewhere."""
        return [piece.id for piece in pieces if piece.movable]

    def companions(self, seat: Seat, pieces: Sequence[Piece], able: Collection[str]) -> Collection[str]:
        """Which of the others may be taken up together with those that are able: guns and leaders with troops."""
        return ()

    def in_hand(self, seat: Seat) -> Sequence[str]:
        """The counters of a move that has begun and waits for its goal; the hand of the player holds them."""
        return ()

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        """Where these pieces may be put down now; the plans play from the current position."""
        return ()

    def bundles(self, seat: Seat) -> Sequence[Target]:
        """Several actions under one button, such as all attackers that can join; a label and a plan without a space."""
        return ()

    def closed_choices(self, seat: Seat) -> Sequence[ClosedChoice]:
        """What the seat could choose here at other times, and why not now; asked only while it decides."""
        return ()

    def prospect(self, seat: Seat, target: Target) -> Odds | None:
        """The chances of the fight that pieces are put down there for, where their plan itself throws no dice."""
        return None

    def stage(self, seat: Seat) -> CombatStage | None:
        """The fight that goes on, or that the pending decision is about, as far as the seat can know it."""
        return None

    def opens_fight(self, entry: Entry) -> bool:
        """Whether a line of the journal tells that a fight begins; those after it tell how it goes."""
        return False

    def fight_lines(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """What the journal tells of the last fight, from the line that opens it on; nothing without one."""
        return entries_since(entries, self.opens_fight)

    def progress(self, seat: Seat) -> Progress | None:
        """How far the side to decide is; None where nothing can be counted beforehand."""
        return None

    def idle_choice(self, seat: Seat) -> IdleChoice | None:
        """What may be done for the side to decide if it wishes so, since no other choice would change anything.

        It must follow from what everybody knows, or from what the side alone is asked about.
        """
        return None

    def why_stopped(self, seat: Seat, target: Target) -> Refusal | None:
        """What kept a plan from its end, such as a roll too low, as a sentence; None where there is no more to say."""
        return None

    def why_halt(self, seat: Seat) -> Refusal | None:
        """What the action just played has brought that a player wants to see before the rest of his plan is played."""
        return None

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        """Why these pieces may not be put down there: the rules' own answer to the action a drop would stand for."""
        return None


class Trials(TablePart):
    """For designers: the game's own arithmetic on a map with one unit on it, and positions set up by hand."""

    set_up_steps: tuple[str, ...] = ()  # the steps of the set-up, so that the program can go through it

    def trials(self) -> Sequence[tuple[str, str]]:
        """The classes of units that can be tried on the map: a name and a title each."""
        return ()

    def trial(self, unit: str, space: str, enemies: Sequence[str] = ()) -> Sequence[Target]:
        """Where one unit of a class could go from a space if only those enemies were on the map; without plans."""
        return ()

    def tests(self) -> Sequence[TrialTest]:
        """What else the rules can be asked about a place: supply, zones of control, sight; also what they lack."""
        return ()

    def test(self, test: str, unit: str, space: str, enemies: Sequence[str] = ()) -> TrialAnswer:
        """The rules' answer to one of these questions with a unit in a space, and enemies in others."""
        raise NotImplementedError

    def place(self, state: Any, piece: str, space: str) -> bool:
        """Put a counter into a space of a position that is set up by hand; False where each is kept under its id."""
        return False


class Table(Looks, Facts, Handling, Trials):
    """How one game looks and is handled; a game's table package overrides what it has."""
