"""What lies on the table and who looks at it: seats, eyes, the moment shown, and how things are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QObject

from common.engine import Action, Concede, Entry, IllegalAction, Match, Seat, Side
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.session.game_record import Record
from common.gui.session.seats import seat_kind
from common.gui.session.variations import Variation, played_out
from common.tabletop import Gesture, Piece, Table

HUMAN = "human"


class SessionView(QObject):
    """A game as it is seen; nothing in here changes it."""

    def __init__(self, match: Match, table: Table, store: Store, record: Record | None = None) -> None:
        super().__init__()
        self.match, self.table, self.store = match, table, store
        self.record = record or Record(match)
        self.trial: Match | None = None
        self.moment: int | None = None
        self.variation: Variation | None = None  # looked at instead of the game
        self._tales: dict[Variation, Match] = {}
        self.curtain: Side | None = None
        self._eyes: Side | None = None
        self._seen: dict[Side, int] = {}
        self._sat_down = len(match.past)
        self._cache: dict[str, Any] = {}
        self._secrets: dict[int, tuple[Any, bool]] = {}  # the positions asked about, and whether they hid a decision
        self._look_around()

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
        return self.trial or self.match

    @property
    def to_act(self) -> Side | None:
        """The side that decides."""
        return self.board.to_act

    @property
    def can_act(self) -> bool:
        """Whether a person may act on what is shown now."""
        side = self.to_act
        if self.moment is not None or self.curtain is not None or side is None:
            return False
        return self.trial is not None or self.seats[side] == HUMAN  # who tries things out decides for both

    @property
    def viewer(self) -> Side | None:
        """Through whose eyes the table is seen; behind the curtain nobody's."""
        return None if self.curtain else self._eyes

    def name(self, side: Side | None) -> str:
        """What a side is called."""
        return str(self.match.game.side_names.get(side, side)) if side else tr("Nobody")

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
        found: Seat = self.kept("seat", lambda: Seat(self.board, self.to_act if self.can_act else self.viewer))
        return found

    def _look_around(self) -> None:
        humans, side = self.humans, self.match.to_act
        if side in humans:
            self._eyes = side
        elif humans and self._eyes not in humans:
            self._eyes = humans[0]
        elif not humans:
            self._eyes = None

    # What is shown

    @property
    def tale(self) -> Match:
        """The line of play that is shown: the game itself, or a variation of it."""
        return self.match if self.variation is None else self.told_in(self.variation)

    def told_in(self, variation: Variation) -> Match:
        """A variation played out; worked out once."""
        if variation not in self._tales:
            self._tales[variation] = played_out(self.match, variation)
        return self._tales[variation]

    @property
    def length(self) -> int:
        """How many actions have been played."""
        return len(self.tale.past)

    @property
    def shown(self) -> int:
        """The number of the moment on the table: 0 is the set-up."""
        return self.length if self.moment is None else self.moment

    def state_at(self, moment: int) -> Any:
        """The position after that many actions."""
        tale = self.tale
        return tale.past[moment].before if moment < len(tale.past) else tale.state

    @property
    def decider(self) -> Side | None:
        """Whose decision is looked at: the one that is asked for, or the last one before an earlier moment."""
        return self.to_act if self.moment is None else self.actor_at(max(0, self.shown - 1))

    def actor_at(self, moment: int) -> Side | None:
        """Who had to decide after that many actions."""
        state = self.state_at(moment)
        return None if state.result is not None else state.flow[-1].actor(state)

    @property
    def view(self) -> Any:
        """What the viewer may know of the moment shown."""
        return self.kept("view", self._look)

    def _look(self) -> Any:
        if self.trial is not None:
            return self.trial.view(self.viewer)
        return self.match.game.view(self.state_at(self.shown), self.viewer)

    def pieces(self) -> Sequence[Piece]:
        """What lies on the table and in trays; only a person takes it up, and only what can go somewhere."""
        found: Sequence[Piece] = self.kept("pieces", self._read_pieces)
        return found

    def _read_pieces(self) -> Sequence[Piece]:
        pieces, side = self.table.pieces(self.view), self.to_act
        own = [piece for piece in pieces if piece.side == side] if self.can_act else []
        able = frozenset(self.table.able(self.seat, own) if own else ())
        along = frozenset(self.table.along(self.seat, own, able) if able else ())
        counters = (_set_free(piece, piece.id in able, piece.id in along) for piece in pieces)
        cards = (piece for tray in self.table.trays(self.view) for piece in tray.contents())
        return (*counters, *(_set_free(piece, piece.movable and self.can_act, False) for piece in cards))

    def gestures(self) -> Sequence[Gesture]:
        """Every legal action with the way it is done by hand; empty while nobody may act."""
        found: Sequence[Gesture] = self.kept("gestures", self._read_gestures)
        return found

    def _read_gestures(self) -> Sequence[Gesture]:
        if not self.can_act:
            return ()
        seat = self.seat
        return tuple(self.table.gesture(seat, action) for action in seat.legal())

    def entries(self) -> list[Entry]:
        """What the viewer may read of the journal."""
        return self.tale.journal.view(self.viewer)

    def recap(self) -> list[Entry]:
        """What has happened since the viewer last decided, as he may read it."""
        side = self.viewer
        if side is None:
            return []
        since = self._seen.get(side, self._sat_down)
        return [entry for entry in self.entries() if entry.action > since]

    def kept(self, key: str, make: Callable[[], Any]) -> Any:
        """Something worked out once for the position shown."""
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

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
        if self._is_secret(moment):
            return tr("a secret decision")
        done = self.tale.past[moment]
        return self.label_of(done.action, Seat(Match.over(self.match.game, done.before.clone()), self.viewer))

    def begun(self, variation: Variation) -> str:
        """What was done first in a variation, as the viewer may know it; empty where the rules no longer allow it."""
        tale = self.told_in(variation)
        if len(tale.past) <= variation.base:
            return ""
        done = tale.past[variation.base]
        before = Match(tale.game, done.before.clone())
        if before.to_act != self.viewer and self.table.secret(before):
            return tr("a secret decision")
        return self.label_of(done.action, Seat(before, self.viewer))

    def _is_secret(self, moment: int) -> bool:
        """Whether the decision taken after that many actions was another player's secret."""
        state = self.state_at(moment)
        if state.result is not None or state.flow[-1].actor(state) == self.viewer:
            return False
        known = self._secrets.get(moment)
        if known is None or known[0] is not state:
            known = self._secrets[moment] = (state, self.table.secret(Match(self.match.game, state.clone())))
        return known[1]

    def words(self, kind: str) -> dict[int, str]:
        """What was added to the game of that kind, by moment; what belongs to a secret decision stays with its side."""
        found = self.record.of(kind)
        if kind not in ("reason", "hint"):
            return found
        early = 1 if kind == "reason" else 0  # a reason belongs to the action before its moment
        return {moment: text for moment, text in found.items() if not self._is_secret(moment - early)}


def _set_free(piece: Piece, able: bool, along: bool) -> Piece:
    """A counter that may be taken up alone, with others, or not at all."""
    if (piece.movable, piece.joins) == (able, along):
        return piece
    return msgspec.structs.replace(piece, movable=able, joins=along)
