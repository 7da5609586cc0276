"""Hints: the best a bot would do, numbered on the map and in a card; a click plays one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout

from common.bots.thinker import Idea
from common.gui.kit.language import tr
from common.gui.kit.popups import Popup, put_away
from common.gui.kit.widgets import label
from common.gui.session.offers import Offer
from common.gui.table.prompt_bar import ChoiceButton

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow


FIGURE = re.compile(r"\d\.\d")


class HintCard(Popup):
    """One button for each hint, with the reason below; pointing at one shows its place."""

    def __init__(self, window: TableWindow, ideas: Sequence[Idea]) -> None:
        super().__init__(window, tr("Hints: what the bot would do"))
        self.choices = [self._choice(idea) for idea in ideas]
        self.buttons: list[ChoiceButton] = []
        for number, (choice, idea) in enumerate(zip(self.choices, ideas), 1):
            self._row(number, choice, idea)
        if any(FIGURE.search(worded(idea)) for idea in ideas):
            self.column.addWidget(label(tr("Points are victory points as the bot reckons them."), "small", wrap=True))
        places = [(choice.space, str(n)) for n, choice in enumerate(self.choices, 1) if choice.space]
        window.map.set_marks(places)
        self.lay(400, clear=[space for space, _ in places])
        self.buttons[0].setFocus()

    def _choice(self, idea: Idea) -> Offer:
        """The hint as something the hand can do, with its place on the map."""
        session = self.window_.session
        g = session.table.gesture(session.seat, idea.action)
        place = g.space or next((piece.space for piece in session.pieces() if piece.id == g.piece), "")
        return Offer(g.label, g.rule, (idea.action,), space=place, piece=g.piece)

    def _row(self, number: int, choice: Offer, idea: Idea) -> None:
        made = ChoiceButton(f"{number}  {choice.label}", choice, main=number == 1)
        made.setStyleSheet("text-align: left;")
        made.setAccessibleDescription(idea.reason)
        made.clicked.connect(lambda: self._play(choice))
        made.pointed.connect(self._point)
        words = label(worded(idea), "soft", wrap=True)
        words.setContentsMargins(10, 0, 0, 4)
        self.buttons.append(made)
        row = QVBoxLayout()
        row.setSpacing(2)
        row.addWidget(made)
        row.addWidget(words)
        self.column.addLayout(row)

    def _point(self, choice: Offer) -> None:
        self.window_.prompt.pointed_at.emit(choice)
        if choice.space:
            self.window_.map.center_on(choice.space)

    def _play(self, choice: Offer) -> None:
        """Do it, and let the journal say that it was a hint."""
        session, number = self.window_.session, self.choices.index(choice) + 1
        trying, moment = session.whatif.is_on, session.length + 1
        self.close()
        self.window_.hand.do(choice)
        if not trying and session.length >= moment:
            session.record.add("hint", moment, f"number {number} was played.")
            self.window_.journal.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.window_.map.set_marks(())
        super().closeEvent(event)


def worded(idea: Idea) -> str:
    """The reason, with the value where it does not name it."""
    text = idea.reason[:1].upper() + idea.reason[1:]
    figure = "" if idea.value is None else f"{idea.value:.1f}"
    if figure in text:
        return text
    return f"{text.rstrip('.')}. {tr('Worth {figure} points.', figure=figure)}".replace(" -", " −")


def show_hints(window: TableWindow, ideas: Sequence[Idea]) -> HintCard | None:
    """Put the card on the map, if the bot has any idea."""
    put_away(window, HintCard)
    return HintCard(window, ideas) if ideas else None
