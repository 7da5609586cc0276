"""Exact chances before committing: a bar for every outcome, the modifiers with their rules, and what to expect."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from common.engine import Action
from common.gui.kit import theme
from common.gui.kit.language import percent, tr
from common.gui.kit.widgets import Page, Picker, label, make_scrollable
from common.gui.panels.fact_sheet import FactSheet, escape, rule_line, rule_link
from common.gui.session.session import Session
from common.tables import Odds

LONG = 0.6  # of the width, for a label beside its bar
MOST = 24  # actions whose chances are worked out at once


class Bars(QWidget):
    """The distribution as bars with percentages."""

    def __init__(self, line: int = 24) -> None:
        super().__init__()
        self.odds: Odds | None = None
        self._height_of_line = line

    def show_odds(self, odds: Odds | None) -> None:
        """Take a distribution."""
        self.odds = odds
        if odds is not None:
            words = ", ".join(f"{o.label} {percent(o.weight / odds.total)}" for o in odds.outcomes)
            self.setAccessibleName(f"{odds.title}: {words}")
        self.setMinimumHeight(self._height())
        self.updateGeometry()
        self.update()

    def _line(self) -> int:
        return theme.current().px(self._height_of_line)

    def _has_long_labels(self) -> bool:
        """Whether labels are so long that they stand above their bars."""
        if self.odds is None:
            return False
        metrics = QFontMetrics(theme.sans())
        return max((metrics.horizontalAdvance(o.label) for o in self.odds.outcomes), default=0) > LONG * self.width()

    def _height(self) -> int:
        count = len(self.odds.outcomes) if self.odds else 0
        return count * self._line() * (2 if self._has_long_labels() else 1)

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(240), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._height())

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        self.setMinimumHeight(self._height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw label, bar and percentage of each outcome."""
        if self.odds is None:
            return
        now, odds = theme.current(), self.odds
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.sans())
        metrics, line, stacked = painter.fontMetrics(), self._line(), self._has_long_labels()
        longest = max((metrics.horizontalAdvance(o.label) for o in odds.outcomes), default=0)
        names = self.width() if stacked else longest + now.px(4)
        figure = metrics.horizontalAdvance(percent(1, 1))
        left = 0 if stacked else names + now.px(8)
        room = max(20, self.width() - left - figure - now.px(10))
        most = max((o.weight for o in odds.outcomes), default=1)
        side = Qt.AlignmentFlag.AlignLeft if stacked else Qt.AlignmentFlag.AlignRight
        for row, outcome in enumerate(odds.outcomes):
            top = row * line * (2 if stacked else 1)
            painter.setPen(now.color("ink"))
            text = metrics.elidedText(outcome.label, Qt.TextElideMode.ElideRight, names)
            painter.drawText(QRectF(0, top, names, line), Qt.AlignmentFlag.AlignVCenter | side, text)
            top += line if stacked else 0
            air = now.px(self._height_of_line / 6)
            bar = QRectF(left, top + air, max(2.0, room * outcome.weight / most), line - 2 * air)
            painter.fillRect(bar, now.color("accent" if outcome.weight == most else "brass"))
            share = percent(outcome.weight / odds.total, 1)
            place = QRectF(bar.right() + now.px(5), top, figure + 4, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, share)


class OddsPanel(Page):
    """The chances of every roll that could be made now, and of the enemy's attacks; it follows the pointer."""

    rule_wanted = Signal(str)
    chart_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._length = -1  # how long the game was when it was read last
        self.held: Odds | None = None  # what the player is about to do with what he holds
        self.found: list[tuple[Action, Odds]] = []
        self.fight: list[Odds] = []  # of the fight that goes on, where nobody here decides upon a roll
        self.dangers: list[Odds] = []
        self.picker = Picker(tr("Which roll"))
        self.title = label("", "heading", wrap=True)
        self.expected = label("", "strong", wrap=True)
        self.bars = Bars()
        self.sheet = FactSheet()
        self.sheet.rule_wanted.connect(self.rule_wanted)
        self.sheet.grow()
        inner = Page((self.title, self.expected, self.bars, self.sheet), margin=0)
        inner.column.addStretch(1)
        self.column.addWidget(self.picker)
        self.column.addWidget(make_scrollable(inner), 1)
        self.picker.currentIndexChanged.connect(self._show_choice)

    def refresh(self) -> None:
        """Work the chances out again, if anybody looks: what is decided now comes before what an enemy could do."""
        if not self.isVisible():
            self.found, self.fight, self.dangers = [], [], []
            return
        same = self._length == self.session.length
        chosen = self.picker.currentText() if same and self.held is None else ""
        self._length = self.session.length
        self.found = self.all_odds()
        stage = self.session.stage() if not self.found else None
        self.fight = list(stage.odds) if stage is not None else []
        self.dangers = list(self.session.table.dangers(self.session.view))
        self.picker.blockSignals(True)
        self.picker.clear()
        for line in self._lines():
            self.picker.addItem(line)
        at = max(0, self.picker.findText(chosen)) if chosen else 0
        self.picker.setCurrentIndex(at)
        self.picker.blockSignals(False)
        self.picker.setVisible(self.picker.count() > 1)
        self._show_choice(at)

    def _lines(self) -> list[str]:
        """The rolls to choose from; without any that is pending the first line says so."""
        held = [tr("What you hold: {what}", what=self.held.title)] if self.held is not None else []
        own = [self.session.label_of(action) for action, _ in self.found]
        pending = [*held, *own, *(odds.title for odds in self.fight)]
        feared = [tr("If the enemy attacks: {what}", what=odds.title) for odds in self.dangers]
        return [*(pending or [tr("No roll is pending")]), *feared]

    def pending(self) -> list[Odds | None]:
        """The chances of what is decided now, in the order of the lines; None where nothing is."""
        held = [self.held] if self.held is not None else []
        found: list[Odds | None] = [*held, *(odds for _, odds in self.found), *self.fight]
        return found or [None]

    def all_odds(self) -> list[tuple[Action, Odds]]:
        """Every legal action that brings a roll, with its chances."""
        if not self.session.can_act:
            return []
        seat, found = self.session.seat, []
        for action in seat.legal():
            odds = seat.odds(action)
            if odds is not None:
                found.append((action, odds))
            if len(found) >= MOST:
                break
        return found

    def hold(self, odds: Odds | None) -> None:
        """Show the chances of what the player holds, where he would put it down; None when there is nothing more."""
        if odds != self.held:
            self.held = odds
            self.refresh()

    def point_at(self, action: Action | None) -> None:
        """Show the chances of the action under the pointer."""
        for at, (known, _) in enumerate(self.found, int(self.held is not None)):
            if known == action:
                self.picker.setCurrentIndex(at)

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()

    def _show_choice(self, at: int) -> None:
        own = self.pending()
        every = [*own, *self.dangers]
        odds = every[at] if 0 <= at < len(every) else None
        self.bars.show_odds(odds)
        title = odds.title if odds else tr("No roll is pending")
        self.title.setText(tr("If the enemy attacks: {what}", what=title) if at >= len(own) and odds else title)
        self.expected.setText(tr("Expected: {what}", what=odds.expected) if odds and odds.expected else "")
        self.expected.setVisible(bool(odds and odds.expected))
        words = tr(
            "When an action needs dice, its exact chances are shown here, with every modifier, before you commit."
        )
        table = self._table_title(odds.table) if odds else ""
        self.sheet.show_html(modifiers_html(odds, table) if odds else f"<p class='soft'>{escape(words)}</p>")

    def _table_title(self, id_: str) -> str:
        """What a printed table is called."""
        charts = self.session.table.charts(self.session.view) if id_ else ()
        return next((chart.title for chart in charts if chart.id == id_), "")


def modifiers_html(odds: Odds, table: str) -> str:
    """Where the chances come from: table, column, modifiers one by one."""
    parts = [f"<p>{rule_line(odds.rule)}"]
    if table:
        column = f", {escape(tr('column {column}', column=odds.column))}" if odds.column else ""
        row = f", {escape(tr('row {row}', row=odds.row))}" if odds.row else ""
        parts.append(f" · {escape(table)}{column}{row}")
    parts.append("</p>")
    for title, modifiers in odds.modifiers:
        total = sum(modifier.value for modifier in modifiers)
        parts.append(f"<h3>{escape(title)} {total:+d}</h3><table cellspacing='0'>")
        for modifier in modifiers:
            parts.append(
                f"<tr><td><b>{modifier.value:+d}</b></td><td>{escape(modifier.why)}</td>"
                f"<td>{rule_link(modifier.rule)}</td></tr>"
            )
        if not modifiers:
            parts.append(f"<tr><td class='soft'>{escape(tr('no modifiers'))}</td></tr>")
        parts.append("</table>")
    return "".join(parts)
