"""What lies on the table and who looks at it: seats, the person at the screen, the moment shown, names and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QObject

from common.engine import Action, Concede, Entry, IllegalAction, Match, Refusal, Seat, Side
from common.engine.actions import Confirm
from common.engine.steps import Subset
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.map.stacks import totals
from common.gui.session.fight_pause import split_last
from common.gui.session.game_record import HUMAN, Record
from common.gui.session.seats import seat_kind
from common.gui.session.space_names import name_space
from common.gui.session.variations import Variation, play_out
from common.gui.session.whatif import WhatIf
from common.tabletop import ClosedChoice, CombatStage, Gesture, Piece, Table, Target, Tray

SET_UP = "set-up"  # in the name of a phase


class SessionView(QObject):
    """A game as it is seen; nothing in here changes it."""

    def __init__(self, match: Match, table: Table, store: Store, record: Record | None = None) -> None:
        super().__init__()
        self.match, self.table, self.store = match, table, store
        self.record = record or Record(match)
        self.whatif = WhatIf(self)
        self.moment: int | None = None  # an earlier moment that is looked at
        self.variation: Variation | None = None  # looked at instead of the game
        self.lent: tuple[Side, str] | None = None  # a person's side that a bot plays to the end of a phase
        self.curtain: Side | None = None  # the side that is to sit down; nobody looks until then
        self.rest_at = -1  # how long the game was after a fight whose outcome has yet to be looked at
        self.inner: set[int] = set()  # moments within a gesture of several actions
        self.seen: dict[Side, int] = {}  # how long the game was when a side last decided
        self._person: Side | None = None
        self.is_shared = False  # whether two people look on, so that only what lies open is shown
        self._sat_down = len(match.past)
        self._variations: dict[Variation, Match] = {}
        self._cache: dict[str, Any] = {}
        self.seat_person()

    # Who sits where and who looks

    @property
    def seats(self) -> dict[Side, str]:
        """Who plays each side: "human" or the level of a bot."""
        return self.record.seats

    @property
    def humans(self) -> list[Side]:
        """The sides played by people."""
        return [side for side in self.match.sides if self.seats[side] == HUMAN]

    @property
    def rollers(self) -> list[Side]:
        """The sides whose people roll their own dice."""
        players = self.record.players
        return [side for side in self.humans if side in players and players[side].own_dice]

    @property
    def board(self) -> Match:
        """The match the player's hands are on: the real one, or the copy he tries things on."""
        return self.whatif.match or self.match

    @property
    def to_act(self) -> Side | None:
        """The side that decides."""
        return self.board.to_act

    @property
    def can_act(self) -> bool:
        """Whether a person may act on what is shown now."""
        side = self.to_act
        if self.moment is not None or self.curtain is not None or side is None or self.match.missing:
            return False
        if self.is_resting and not self.whatif.is_on:
            return False
        return self.whatif.is_on or (self.seats[side] == HUMAN and not self.is_lent)  # who tries decides for both

    @property
    def phase(self) -> str:
        """The phase that the game stands in, as the sequence of play names it."""
        view = self.match.view(self._person)
        return next((phase.title for phase in self.table.sequence(view) if phase.state == "now"), "")

    @property
    def is_set_up(self) -> bool:
        """Whether the forces are still being placed; before the first phase there is none."""
        return not (phase := self.phase) or SET_UP in phase.lower()

    @property
    def is_lent(self) -> bool:
        """Whether a bot finishes the phase for the person who is to act."""
        return self.lent is not None and self.lent == (self.match.to_act, self.phase)

    @property
    def is_resting(self) -> bool:
        """Whether the outcome of a fight is looked at before what came after it is told."""
        return self.rest_at == self.length and self.match.result is None

    @property
    def is_pausing(self) -> bool:
        """Whether the table shows the outcome of a fight now, and nothing of what came after it."""
        return self.is_resting and self.moment is None and self.variation is None and not self.whatif.is_on

    @property
    def is_held(self) -> bool:
        """Whether the game waits because something else is on the table: an earlier moment, a what-if, the curtain."""
        return (
            self.is_resting
            or self.moment is not None
            or self.whatif.is_on
            or bool(self.curtain)
            or bool(self.match.missing)
        )

    @property
    def person(self) -> Side | None:
        """The side of the person in front of the screen, the curtain down or not."""
        return self._person

    @property
    def viewer(self) -> Side | None:
        """Through whose eyes the table is seen; behind the curtain, and where both people look on, nobody's."""
        return None if self.curtain or self.is_shared else self._person

    def name(self, side: Side | None) -> str:
        """What a side is called."""
        return str(self.match.game.side_names.get(side, side)) if side else tr("Nobody")

    def space_name(self, space: str) -> str:
        """A space, or a tray beside the map, as a player calls it."""
        tray = next((tray for tray in self.trays() if tray.id == space), None)
        return tray.title if tray is not None else name_space(self.match.game, space)

    def has_tray(self, space: str) -> bool:
        """Whether a place beside the map lies there now."""
        return any(tray.id == space for tray in self.trays())

    def player(self, side: Side | None) -> str:
        """What a side is called with the name of the person who plays it."""
        known = self.record.players.get(side or "")
        return f"{known.name} ({self.name(side)})" if known is not None and known.name else self.name(side)

    def player_kind(self, side: Side) -> str:
        """What kind of player has a side: a person, a bot, or the rules of the scenario."""
        return seat_kind(self.match.game, self.match.scenario, side, self.seats[side])

    @property
    def seat(self) -> Seat:
        """The place at the table from which everything is asked: that of who acts, else of who looks on."""
        found: Seat = self.remember("seat", lambda: Seat(self.board, self.to_act if self.can_act else self.viewer))
        return found

    def seat_person(self) -> None:
        """Give the screen to the person who decides; while none does, it stays with the last one."""
        humans, side = self.humans, self.match.to_act
        if side in humans:
            self._person = side
        elif humans and self._person not in humans:
            self._person = humans[0]
        elif not humans:
            self._person = None

    # What is shown

    @property
    def shown_match(self) -> Match:
        """The line of play that is shown: the game itself, or a variation of it."""
        return self.match if self.variation is None else self.match_of(self.variation)

    def match_of(self, variation: Variation) -> Match:
        """A variation played out; worked out once."""
        if variation not in self._variations:
            self._variations[variation] = play_out(self.match, variation)
        return self._variations[variation]

    def forget_variations(self) -> None:
        """Play the variations out anew when they are asked for: the game has left its old line."""
        self._variations.clear()

    @property
    def length(self) -> int:
        """How many actions have been played."""
        return len(self.shown_match.past)

    @property
    def shown_moment(self) -> int:
        """The number of the moment on the table: 0 is the set-up."""
        return self.length if self.moment is None else self.moment

    def turn_at(self, moment: int) -> int:
        """The game turn after that many actions."""
        match = self.shown_match
        return match.past[moment].turn if moment < len(match.past) else match.turn

    def view_at(self, moment: int, side: Side | None) -> Any:
        """What a side may know of the moment after that many actions; None is an onlooker."""
        match = self.shown_match
        return match.at(moment).view(side) if moment < len(match.past) else match.view(side)

    @property
    def decider(self) -> Side | None:
        """Whose decision is looked at: the one that is asked for, or the last one before an earlier moment."""
        return self.to_act if self.moment is None else self.actor_at(max(0, self.shown_moment - 1))

    def actor_at(self, moment: int) -> Side | None:
        """Who decided after that many actions, or has to decide now."""
        match = self.shown_match
        return match.past[moment].side if moment < len(match.past) else match.to_act

    @property
    def view(self) -> Any:
        """What the viewer may know of the moment shown."""
        return self.remember("view", self._look)

    def _look(self) -> Any:
        if self.whatif.match is not None:
            return self.whatif.match.view(self.viewer)
        if self.is_pausing:
            return self.match.before_heading(-1).view(self.viewer)
        return self.view_at(self.shown_moment, self.viewer)

    def pieces(self) -> Sequence[Piece]:
        """What lies on the table and in trays; only a person takes it up, and only what can go somewhere."""
        found: Sequence[Piece] = self.remember("pieces", self._read_pieces)
        return found

    def _read_pieces(self) -> Sequence[Piece]:
        pieces, side = self.table.pieces(self.view), self.to_act
        own = [piece for piece in pieces if piece.side == side] if self.can_act else []
        able = frozenset(self.table.able(self.seat, own) if own else ())
        along = frozenset(self.table.companions(self.seat, own, able) if able else ())
        counters = (_set_free(piece, piece.id in able, piece.id in along) for piece in pieces)
        cards = (piece for tray in self.trays() for piece in tray.contents())
        return (*counters, *(_set_free(piece, piece.movable and self.can_act, False) for piece in cards))

    def trays(self) -> Sequence[Tray]:
        """Hands, displays, decks and discard piles as the viewer sees them."""
        found: Sequence[Tray] = self.remember("trays", lambda: tuple(self.table.trays(self.view)))
        return found

    def cards(self) -> frozenset[str]:
        """What lies open in the trays, by id."""
        found: frozenset[str] = self.remember(
            "cards", lambda: frozenset(piece.id for tray in self.trays() for piece in tray.contents())
        )
        return found

    def asides(self) -> Sequence[Gesture]:
        """What the viewer may do out of turn besides giving up, with the piece it is done with."""
        found: Sequence[Gesture] = self.remember("asides", self._read_asides)
        return found

    def _read_asides(self) -> Sequence[Gesture]:
        if self.moment is not None or self.viewer is None or not (self.whatif.is_on or self.viewer in self.humans):
            return ()
        seat = Seat(self.board, self.viewer)
        return tuple(self.table.gesture(seat, action) for action in seat.asides() if not isinstance(action, Concede))

    def gestures(self) -> Sequence[Gesture]:
        """Every legal action with the way it is done by hand; empty while nobody may act."""
        found: Sequence[Gesture] = self.remember("gestures", self._read_gestures)
        return found

    def _read_gestures(self) -> Sequence[Gesture]:
        if not self.can_act:
            return ()
        seat = self.seat
        return tuple(self.table.gesture(seat, action) for action in seat.legal())

    def bundles(self) -> Sequence[Target]:
        """What can be done with one press for many: plans without a place."""
        found: Sequence[Target] = self.remember(
            "bundles", lambda: tuple(self.table.bundles(self.seat)) if self.can_act else ()
        )
        return found

    def closed_choices(self) -> Sequence[ClosedChoice]:
        """Kinds of action that cannot be taken now, and why not."""
        found: Sequence[ClosedChoice] = self.remember(
            "closed", lambda: tuple(self.table.closed_choices(self.seat)) if self.can_act else ()
        )
        return found

    def why_not_end(self) -> Refusal | None:
        """What is still due where nothing can be ended yet."""
        step = self.board.step_type
        ending = Confirm() if step is not None and issubclass(step, Subset) else self.table.ending
        return self.seat.why_not(ending) if ending is not None and self.can_act else None

    def stage(self) -> CombatStage | None:
        """The fight of the moment shown, as far as the viewer can know it; one that has just ended is no longer one."""
        found: CombatStage | None = self.remember(
            "stage", lambda: None if self.is_pausing else self.table.stage(self._seat_shown())
        )
        return found

    def _seat_shown(self) -> Seat:
        """The place from which the moment shown is looked at, be it an earlier one."""
        if self.moment is None:
            return self.seat
        match = self.shown_match
        return Seat(match.at(self.moment) if self.moment < len(match.past) else match, self.viewer)

    def entries(self) -> list[Entry]:
        """What the viewer may read of the journal; what came after a fight is told when its outcome has been seen."""
        told = self.shown_match.journal.view(self.viewer)
        return split_last(told, self.length)[0] if self.is_pausing else told

    def recap(self) -> list[Entry]:
        """What has happened since the viewer last decided, as he may read it."""
        side = self.viewer
        if side is None:
            return []
        since = self.seen.get(side, self._sat_down)
        return [entry for entry in self.entries() if entry.action > since]

    def last_gesture_entries(self) -> list[Entry]:
        """What the viewer may read of the gesture made so far: the last action, and those it follows from."""
        start = self.length - 1
        while start in self.inner:
            start -= 1
        return [entry for entry in self.entries() if entry.action > start]

    def remember(self, key: str, make: Callable[[], Any]) -> Any:
        """Something worked out once for the position shown."""
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def forget(self) -> None:
        """Work everything out anew when it is asked for: the position shown has changed."""
        self._cache.clear()

    # What things are called

    def label_of(self, action: Action, seat: Seat | None = None) -> str:
        """What an action is called in a sentence, as the viewer may know it."""
        if isinstance(action, Concede):
            return tr("{side} concedes", side=self.name(action.side))
        try:
            return self.table.gesture(seat or self.seat, action).label
        except (KeyError, IndexError, AttributeError, IllegalAction):  # a name from another moment may not resolve
            return type(action).__name__.lower()

    def label_at(self, moment: int) -> str:
        """What was done after that many actions, as the viewer may know it."""
        return self._label_in(self.shown_match, moment)

    def first_label(self, variation: Variation) -> str:
        """What was done first in a variation, as the viewer may know it; empty where the rules no longer allow it."""
        match = self.match_of(variation)
        return self._label_in(match, variation.base) if len(match.past) > variation.base else ""

    def _label_in(self, match: Match, moment: int) -> str:
        if self._is_hidden(match, moment):
            return tr("a secret decision")
        if self._is_out_of_sight(match, moment):
            return self._told_of(match, moment)
        return self.label_of(match.past[moment].action, Seat(match.at(moment), self.viewer))

    def _is_out_of_sight(self, match: Match, moment: int) -> bool:
        """Whether the action of another side may name what the viewer, or behind the curtain anybody, cannot see."""
        decider = match.past[moment].side
        readers = [self.viewer] if self.viewer is not None else match.sides
        hides = any(side != decider and match.was_hidden(side, moment) for side in readers)
        return match.result is None and decider is not None and hides

    def _told_of(self, match: Match, moment: int) -> str:
        """What the journal tells the viewer of an action, its first line."""
        end = match.past[moment + 1].entries if moment + 1 < len(match.past) else None
        lines = (entry.seen_by(self.viewer) for entry in match.journal.entries[match.past[moment].entries : end])
        told = (line.text.rstrip(".") for line in lines if line is not None and not line.heading)
        return next(told, tr("something that is not seen"))

    def _is_hidden(self, match: Match, moment: int) -> bool:
        """Whether the decision taken after that many actions was another player's secret."""
        if not match.keeps_secrets:
            return False
        if moment >= len(match.past):
            return match.is_secret and match.to_act != self.viewer
        done = match.past[moment]
        return done.is_secret and done.side != self.viewer

    def words(self, kind: str) -> dict[int, str]:
        """What was added to the game of that kind, by moment; what belongs to a secret decision stays with its side."""
        found = self.record.texts(kind)
        if kind not in ("reason", "hint"):
            return found
        early = 1 if kind == "reason" else 0  # a reason belongs to the action before its moment
        match = self.shown_match
        return {moment: text for moment, text in found.items() if self._may_read_thoughts(match, moment - early)}

    def _may_read_thoughts(self, match: Match, moment: int) -> bool:
        """Whether the viewer, or behind the curtain everybody, may read what was thought before a decision."""
        readers = [self.viewer] if self.viewer is not None else self.humans
        return not self._is_hidden(match, moment) and all(match.tells_thoughts(side, moment) for side in readers)

    def describe_stack(self, pieces: Sequence[Piece]) -> list[str]:
        """How many counters, what the game adds up for them, and how many can act, in a line for each side."""
        sides: dict[Side | None, list[Piece]] = {}
        for piece in pieces:
            sides.setdefault(piece.side, []).append(piece)
        lines = {side: totals(group, self.table.totals(self.view, group)) for side, group in sides.items()}
        return [f"{self.name(side)}: {line}" if side and len(lines) > 1 else line for side, line in lines.items()]


def _set_free(piece: Piece, able: bool, along: bool) -> Piece:
    """A counter that may be taken up alone, with others, or not at all."""
    if (piece.movable, piece.joins) == (able, along):
        return piece
    return msgspec.structs.replace(piece, movable=able, joins=along)
