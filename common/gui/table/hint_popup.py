"""Hints: the best a bot would do, marked with letters on the map and in a popup; a click plays one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout

from common.bots.thinker import Idea
from common.gui.kit.language import tr
from common.gui.kit.popups import Popup, close_popups
from common.gui.kit.widgets import label
from common.gui.map.map_view import MapView
from common.gui.session.offers import Offer
from common.gui.session.selection import Selection
from common.gui.table.choice_buttons import ChoiceButton

SIGNS = "ABC"  # of the hints, best first; figures are those of the choices
FIGURE = re.compile(r"\d\.\d")


class HintPopup(Popup):
    """One button for each hint, with the reason below; pointing at one shows its place."""

    pointed = Signal(object)  # the Offer under the pointer

    def __init__(self, view: MapView, hand: Selection, ideas: Sequence[Idea], when_noted: Callable[[], object]) -> None:
        super().__init__(view, tr("Hints: what the bot would do"))
        self._map, self._hand, self._when_noted = view, hand, when_noted
        self.choices = [self._choice(idea) for idea in ideas]
        self.buttons: list[ChoiceButton] = []
        for sign, choice, idea in zip(SIGNS, self.choices, ideas):
            self._row(sign, choice, idea)
        if any(FIGURE.search(describe_idea(idea)) for idea in ideas):
            self.column.addWidget(label(tr("Points are victory points as the bot reckons them."), "small", wrap=True))
        places = [(choice.space, sign) for sign, choice in zip(SIGNS, self.choices) if choice.space]
        view.set_marks(places)
        self.open_in_corner(400, clear=[view.board.place_rect(space) for space, _ in places])
        self.buttons[0].setFocus()

    def _choice(self, idea: Idea) -> Offer:
        """The hint as something the hand can do, with its place on the map."""
        session = self._hand.session
        g = session.table.gesture(session.seat, idea.action)
        place = g.space or next((piece.space for piece in session.pieces() if piece.id == g.piece), "")
        return Offer(g.label, g.rule, (idea.action,), space=place, piece=g.piece)

    def _row(self, sign: str, choice: Offer, idea: Idea) -> None:
        made = ChoiceButton(f"{sign}  {choice.label}", choice, main=sign == SIGNS[0])
        made.setStyleSheet("text-align: left;")
        made.setAccessibleDescription(idea.reason)
        made.clicked.connect(lambda: self._play(choice))
        made.pointed.connect(self._point)
        words = label(describe_idea(idea), "soft", wrap=True)
        words.setContentsMargins(10, 0, 0, 4)
        self.buttons.append(made)
        row = QVBoxLayout()
        row.setSpacing(2)
        row.addWidget(made)
        row.addWidget(words)
        self.column.addLayout(row)

    def _point(self, choice: Offer) -> None:
        self.pointed.emit(choice)
        if choice.space:
            self._map.center_on(choice.space)

    def _play(self, choice: Offer) -> None:
        """Do it, and let the journal say that it was a hint."""
        session, sign = self._hand.session, SIGNS[self.choices.index(choice)]
        trying, moment = session.whatif.is_on, session.length + 1
        self.close()
        self._hand.do(choice)
        if not trying and session.length >= moment:
            session.record.add("hint", moment, f"{sign} was played.")
            self._when_noted()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._map.set_marks(())
        super().closeEvent(event)


def describe_idea(idea: Idea) -> str:
    """The reason, with the value where it does not name it."""
    text = idea.reason[:1].upper() + idea.reason[1:]
    figure = "" if idea.value is None else f"{idea.value:.1f}"
    if figure in text:
        return text
    return f"{text.rstrip('.')}. {tr('Worth {figure} points.', figure=figure)}".replace(" -", " −")


def show_hints(
    view: MapView, hand: Selection, ideas: Sequence[Idea], when_noted: Callable[[], object]
) -> HintPopup | None:
    """Put the popup on the map, if the bot has any idea; say when the record notes that a hint was played."""
    close_popups(view, HintPopup)
    return HintPopup(view, hand, ideas, when_noted) if ideas else None
