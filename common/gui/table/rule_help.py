"""F1: the rule behind what is pointed at, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

from common.gui.table.prompt_bar import ChoiceButton
from common.tabletop import Section

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow


def rule_of_this(window: TableWindow) -> str:
    """The rule of a refusal that is shown, of what is under the pointer or has the focus, else of the question."""
    if window.map.bubble.isVisible() and window.map.bubble.rule:
        return window.map.bubble.rule
    focus = window.focusWidget()
    pointed = window.childAt(window.mapFromGlobal(QCursor.pos())) or QApplication.widgetAt(QCursor.pos())
    for widget in (pointed, focus if focus is not window.map else None):
        for part in _outwards(widget):
            rule = _rule_of(window, part)
            if rule:
                return rule
    return _on_the_map(window) or window.prompt.rule()


def _outwards(widget: QWidget | None) -> Iterator[QWidget]:
    while widget is not None:
        yield widget
        widget = widget.parentWidget()


def _rule_of(window: TableWindow, widget: QWidget) -> str:
    """The rule a part of the window stands for, if it does."""
    inspector = window.inspector
    if isinstance(widget, ChoiceButton):
        return widget.choice.rule
    if widget is window.prompt.news:
        return window.prompt.told
    if widget is window.prompt:
        return window.prompt.rule()
    if widget is window.strip:
        phase = window.strip.phase_at(window.strip.mapFromGlobal(QCursor.pos()))
        return phase.rule if phase is not None else ""
    if widget is window.journal.text:
        pos = widget.mapFromGlobal(QCursor.pos())
        entry = window.journal.text.entry_at(pos) if widget.rect().contains(pos) else window.journal.text.entry_now()
        return entry.rules[0] if entry is not None and entry.rules else ""
    if widget is inspector.charts:
        return inspector.charts.rule()
    if widget is inspector.odds and inspector.odds.bars.odds is not None:
        return inspector.odds.bars.odds.rule
    if widget is window.map:
        return _on_the_map(window)
    return ""


def _on_the_map(window: TableWindow) -> str:
    """The rule of the counter or space under the pointer or the cursor, or of what is held."""
    board, session = window.map.board, window.session
    piece = board.hover.piece or board.marked or (window.hand.selected[0] if window.hand.selected else "")
    space = board.hover.space or board.cursor
    if piece:
        return _first_rule(session.table.about_piece(session.view, piece))
    return _first_rule(session.table.about_space(session.view, space)) if space else ""


def _first_rule(sections: Sequence[Section]) -> str:
    rules = (row.rule.split(",")[0] for section in sections for row in section.rows if row.rule)
    return next(rules, "")
