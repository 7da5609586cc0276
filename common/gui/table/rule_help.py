"""F1: the rule behind what is pointed at, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

from common.gui.map.map_view import MapView
from common.gui.panels.fact_sheet import split_rules
from common.gui.panels.inspector import Inspector
from common.gui.panels.journal_panel import JournalPanel
from common.gui.session.selection import Selection
from common.gui.table.choice_buttons import OfferButton
from common.gui.table.header import SequenceStrip
from common.gui.table.prompt_bar import PromptBar
from common.tabletop import Section


class RuleHelp:
    """Knows the rule behind each part of a table."""

    def __init__(
        self, view: MapView, hand: Selection, prompt: PromptBar, strip: SequenceStrip, journal: JournalPanel,
        inspector: Inspector,
    ) -> None:  # fmt: skip
        self._map, self._hand, self._prompt, self._strip = view, hand, prompt, strip
        self._journal, self._inspector = journal, inspector

    def find_rule(self) -> str:
        """The rule of a refusal that is shown, of what is under the pointer or has the focus, else of the question."""
        window, bubble = self._map.window(), self._map.bubble
        if bubble.isVisible() and bubble.rule:
            return bubble.rule
        focus = window.focusWidget()
        pointed = window.childAt(window.mapFromGlobal(QCursor.pos())) or QApplication.widgetAt(QCursor.pos())
        for widget in (pointed, focus if focus is not self._map else None):
            for part in _outwards(widget):
                rule = self._rule_of(part)
                if rule:
                    return rule
        return self._rule_on_map() or self._prompt.find_rule()

    def _rule_of(self, widget: QWidget) -> str:
        """The rule a part of the window stands for, if it does."""
        prompt, charts, odds = self._prompt, self._inspector.charts, self._inspector.odds
        if isinstance(widget, OfferButton) and widget.choice is not None:
            return widget.choice.rule
        if widget is prompt.news:
            return prompt.news_rule
        if widget is prompt:
            return prompt.find_rule()
        if widget is self._strip:
            phase = self._strip.phase_at(self._strip.mapFromGlobal(QCursor.pos()))
            return phase.rule if phase is not None else ""
        if widget is self._journal.text:
            return self._rule_in_journal()
        if widget is charts:
            return charts.rule()
        if widget is odds and odds.bars.odds is not None:
            return odds.bars.odds.rule
        return self._rule_on_map() if widget is self._map else ""

    def _rule_in_journal(self) -> str:
        """The rule of the line under the pointer or the cursor."""
        text = self._journal.text
        pos = text.mapFromGlobal(QCursor.pos())
        entry = text.entry_at(pos) if text.rect().contains(pos) else text.entry_now()
        return entry.rules[0] if entry is not None and entry.rules else ""

    def _rule_on_map(self) -> str:
        """The rule of the counter or space under the pointer or the cursor, or of what is held."""
        board, session = self._map.board, self._hand.session
        piece = board.hover.piece or board.marked or (self._hand.selected[0] if self._hand.selected else "")
        space = board.hover.space or board.cursor
        if piece:
            return _first_rule(session.table.about_piece(session.view, piece))
        return _first_rule(session.table.about_space(session.view, space)) if space else ""


def _outwards(widget: QWidget | None) -> Iterator[QWidget]:
    while widget is not None:
        yield widget
        widget = widget.parentWidget()


def _first_rule(sections: Sequence[Section]) -> str:
    rules = (rule for section in sections for row in section.rows for rule in split_rules(row.rule))
    return next(rules, "")
