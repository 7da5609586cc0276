"""Trying things out on a copy: what the viewer knows, with rolls that come out as is to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from common.engine import Action, Match
from common.gui.session.dice_questions import ExpectedThrow, expect_throw
from common.tables import Outcome

if TYPE_CHECKING:
    from common.gui.session.session_view import SessionView


class WhatIf(QObject):
    """A copy of the game on which both sides' moves are tried; the game itself waits meanwhile."""

    changed = Signal()  # something was tried, or the trying began or ended
    played = Signal(object)  # the Action just tried
    ended = Signal()

    def __init__(self, view: SessionView) -> None:
        super().__init__(view)
        self._view = view
        self.match: Match | None = None
        self.throw: ExpectedThrow | None = None  # the roll that was last tried out

    @property
    def is_on(self) -> bool:
        """Whether things are being tried out."""
        return self.match is not None

    def start(self) -> None:
        """Go on with a copy that holds only what the viewer knows."""
        side = self._view.viewer
        if side is None or self.is_on or not self._view.can_act:
            return
        self.match = self._view.match.imagine(side, 0)
        self.changed.emit()

    def end(self) -> None:
        """Put everything back as it was."""
        self.match = self.throw = None
        self.changed.emit()
        self.ended.emit()

    def play(self, action: Action, dice: Sequence[int] | None = None) -> None:
        """Try a legal action; its roll comes out in the middle unless dice are given."""
        assert self.match is not None
        self.throw = expect_throw(self.match, action)
        expected = self.throw.dice if self.throw is not None else ()
        self._carry_out(action, expected if dice is None else dice)

    def try_outcome(self, outcome: Outcome) -> None:
        """Go on from another result of the roll that was last tried out."""
        if self.match is None or self.throw is None:
            return
        self.throw = self.throw._replace(outcome=outcome)
        self.match = self.throw.before.clone()
        self._carry_out(self.throw.action, self.throw.dice)

    def _carry_out(self, action: Action, dice: Sequence[int]) -> None:
        assert self.match is not None
        self.match.play(action, dice)
        self.played.emit(action)
        self.changed.emit()
