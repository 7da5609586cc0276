"""The bots at the table: when they think, how fast they are seen to act, and how they are held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from common.bots.thinker import Idea, seed_for
from common.engine import Game, Seat
from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.gui.session.bot_process import BotProcess
from common.gui.session.seats import bot_levels

if TYPE_CHECKING:
    from common.gui.session.session import Session

HINTS = 3
ADVISER = "policy"  # the bot that gives hints and finishes a phase, where a game has it
BASE_DELAY = 900  # ms between two visible actions at speed 1


def best_level(game: Game) -> str:
    """The bot that plays for a person, or advises him."""
    levels = bot_levels(game)
    return ADVISER if ADVISER in levels else levels[0]


class BotDriver(QObject):
    """Asks the thinking process and hands its choices to the session, one visible action at a time."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.worker = BotProcess(self)
        self.worker.chosen.connect(self._receive)
        self.worker.failed.connect(self._receive_failure)
        self.paused = False
        self._rush = False  # until a person is to decide
        self._watched = 0  # actions since a person decided
        self._pending: tuple[int, str] | None = None  # ticket and what for
        self._ideas: list[Idea] = []  # what comes next, and what was weighed besides
        self._about = ""  # the position a hint was asked for
        self._asking = False
        self._failures = 0
        session.changed.connect(self._drop_old_hint)
        self._timer = once(self, self._play)

    @property
    def to_move(self) -> bool:
        """Whether the decision is a bot's."""
        side = self._session.match.to_act
        return side is not None and (self._session.seats[side] != "human" or self._session.is_lent)

    @property
    def busy(self) -> bool:
        """Whether a bot thinks, is about to act, or waits for a die of the other side."""
        return self._asking or self._pending is not None or bool(self._ideas)

    @property
    def is_hasty(self) -> bool:
        """Whether nobody wants to follow what the bots do one by one."""
        return self._rush or self._session.store.now.bot_speed <= 0

    def delay(self) -> int:
        """How long an action is held back so that it can be followed."""
        speed = self._session.store.now.bot_speed
        return round(BASE_DELAY / speed) if speed > 0 and not self._rush else 0

    def go_on(self) -> None:
        """Set the bot thinking whose decision it is, unless the bots are held."""
        if not self.paused:
            self._ask()

    def _ask(self) -> None:
        session = self._session
        side = session.match.to_act
        if side is None or not self.to_move or self.busy or session.is_held:
            return
        seed = seed_for(session.record.seed, session.length, side)
        level = best_level(session.match.game) if session.is_lent else session.seats[side]
        self._pending = (self.worker.ask(Seat(session.match, side), level, seed), "move")
        session.thinking.emit(side)

    def finish_phase(self) -> None:
        """Play on for the person who is to act until the phase is over or another decides; it can be held as a bot."""
        session = self._session
        if session.can_act and not session.whatif.is_on and session.tutor is None and session.to_act is not None:
            self.stop()
            session.lent = (session.to_act, session.phase)
            session.refresh()
            session.continue_game()

    def hint(self, level: str) -> None:
        """Ask for the best a bot would do for the person who is to act."""
        session = self._session
        side = session.to_act
        if side is None or not session.can_act or self.busy:
            return
        seed = seed_for(session.record.seed, session.length, side)
        self._pending = (self.worker.ask(Seat(session.board, side), level, seed, HINTS), "hint")
        self._about = session.board.hash()
        session.thinking.emit(side)

    def _drop_old_hint(self) -> None:
        """A hint for a position that is no longer on the table is not waited for."""
        session = self._session
        hinting = self._pending is not None and self._pending[1] == "hint"
        if hinting and not (session.can_act and session.board.hash() == self._about):
            self.stop()

    def pause(self, on: bool) -> None:
        """Hold the bots, at once, or let them go on."""
        self.paused = on
        self._failures = 0
        if on:
            self.stop()
        self._session.refresh()
        self._session.continue_game()

    def step(self) -> None:
        """One action of the bot, without waiting, then hold."""
        self.paused = True
        if self._ideas:
            self._timer.start(0)
        else:
            self._ask()
        self._session.refresh()

    def skip(self) -> None:
        """Let the bots act without waiting until a person is to decide."""
        self.paused, self._rush = False, True
        if self._ideas:
            self._timer.start(0)
        self._session.refresh()
        self._session.continue_game()

    def stop(self) -> None:
        """Forget what was asked and chosen."""
        self._timer.stop()
        self._ideas = []
        if self._pending is not None:
            self._pending = None
            self.worker.stop()
            self._session.thinking.emit("")

    def close(self) -> None:
        """End the thinking process."""
        self.stop()
        self.worker.close()

    def _receive(self, ticket: int, ideas: list[Idea]) -> None:
        session = self._session
        if self._pending is None or self._pending[0] != ticket:
            return
        purpose, self._pending = self._pending[1], None
        if purpose == "hint":
            session.thinking.emit("")
            lines = (f"{sign}: {session.label_of(i.action)}: {i.reason.rstrip('.')}" for sign, i in zip("ABC", ideas))
            session.record.add("hint", session.length, "; ".join(lines) + ".")
            session.hinted.emit(ideas)
            return
        self._ideas = ideas
        self._timer.start(0 if self.paused else self.delay())

    def _play(self) -> None:
        ideas, self._ideas = self._ideas, []
        session = self._session
        if not ideas or not self.to_move or session.is_held:
            return
        refusal = session.match.why_not(ideas[0].action)
        if refusal is not None:
            self._report_trouble(tr("it wanted something the rules forbid: {reason}", reason=refusal))
            return
        self._failures = 0
        moment, self._asking = session.length, True
        dice = session.dice_against(ideas[0].action)
        self._asking = False
        if session.length != moment or not self.to_move or session.is_held:  # while a die was awaited
            return
        self._watched += 1
        session.play_for_bot(ideas, dice)
        if not self.to_move:
            session.lent = None
            session.thinking.emit("")
            session.rested.emit(self._watched)
            self._rush, self._watched = False, 0

    def _receive_failure(self, ticket: int, text: str) -> None:
        if self._pending is not None and self._pending[0] == ticket:
            self._pending = None
            self._report_trouble(text)

    def _report_trouble(self, text: str) -> None:
        """Try once more; then hold the bots and tell the player, whose game is intact."""
        self._failures += 1
        self._session.thinking.emit("")
        if self._failures <= 1:
            self._session.continue_game()
            return
        self.paused = True
        words = tr("The bot has stopped ({reason}). Step it again, or take its seat.", reason=text)
        self._session.trouble.emit(words)
        self._session.refresh()
