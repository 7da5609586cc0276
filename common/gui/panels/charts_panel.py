"""All printed tables; the row and column that matter now are marked, and every cell says when it applies."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from textwrap import wrap

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QTableWidget, QTableWidgetItem

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.themed import LinkLabel, Themed, WrappedFooter
from common.gui.kit.timers import once
from common.gui.kit.widgets import IconButton, Page, Picker, fit_rows
from common.gui.panels.fact_sheet import escape, rule_line, rule_link, split_rules
from common.gui.panels.rules_panel import find_clauses
from common.gui.session.session import Session
from common.tabletop import Chart

LEVELS = 3  # of narrowness: as usual, small with broken heads, with ranges broken too
FOOT_LINES = 3  # of the words below a chart that are always seen
SHORT = 4  # letters that always stand in one line
SMALL = 12  # px, 9 pt: nothing is written smaller
TIGHT = 7  # px that a cell leaves beside its text at any size of text, and the line between two
NARROWEST = 16  # px of a column
WORDS = 14  # letters: a column with more in a cell is read, not compared, and stands to the left


def share_width(wanted: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Widths of columns: what they want and a share of what is left, or less, but never less than they must have."""
    spare, slack = room - sum(wanted), sum(wanted) - sum(least)
    if spare >= 0 and wanted:
        return [width + spare // len(wanted) for width in wanted]
    part = max(0.0, (room - sum(least)) / slack) if slack else 0.0
    return [low + int((width - low) * part) for width, low in zip(wanted, least, strict=True)]


def _font_size(level: int) -> int:
    """The face of the cells; where text is big, the narrowest may be a little smaller."""
    return (theme.BASE_PX, SMALL, max(SMALL - 1, ceil(SMALL / theme.current().scale)))[level]


def _break_head(head: str, level: int) -> list[str]:
    """A head broken where a level of narrowness allows it: between words, then also within long ranges."""
    if level > 1 and len(head) > SHORT:
        head = head.replace("-", "- ")
    longest = max(map(len, head.split()), default=0)
    return wrap(head, max(longest, SHORT)) if level else [head]


class ChartView(Themed, QTableWidget):
    """One chart as a grid."""

    def __init__(self) -> None:
        super().__init__()
        self.chart: Chart | None = None
        self._level = -1  # how narrow it is
        self._known: dict[tuple[int, theme.Theme], tuple[list[int], list[int]]] = {}  # what the columns need
        self._fitted: tuple[int, theme.Theme] | None = None  # the room and the theme it was laid out for
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.setWordWrap(True)

    def show_chart(self, chart: Chart) -> None:
        """Fill the grid and mark the live cells."""
        if chart == self.chart:
            return
        self.chart, self.dressed, self._level = None, theme.current(), -1
        self._known, self._fitted = {}, None
        self.setRowCount(len(chart.rows))
        self.setColumnCount(len(chart.columns))
        wordy = {c for row in chart.rows for c, text in enumerate(row) if len(text) > WORDS}
        for r, row in enumerate(chart.rows):
            for c, text in enumerate(row):
                self.setItem(r, c, self._cell(chart, r, text, c in wordy))
        self.chart = chart
        self._mark()
        self._fit()
        self.setAccessibleName(chart.title)

    def _cell(self, chart: Chart, row: int, text: str, wordy: bool) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        side = Qt.AlignmentFlag.AlignLeft if wordy else Qt.AlignmentFlag.AlignHCenter
        item.setTextAlignment(Qt.AlignmentFlag.AlignVCenter | side)
        return item

    def _fit(self) -> None:
        """Share the width among the columns; where it is short, with a smaller face, broken heads and wrapped words."""
        room = self.viewport().width()
        if self._fitted == (room, theme.current()):
            return
        self._fitted = room, theme.current()
        for level in range(LEVELS):
            wanted, least = self._needs(level)
            if sum(least) <= room:
                break
        self._set_level(level)
        for column, width in enumerate(share_width(wanted, least, room)):
            self.setColumnWidth(column, width)
        fit_rows(self)

    def _set_level(self, level: int) -> None:
        """Heads and face of a level of narrowness."""
        if level == self._level or self.chart is None:
            return
        self._level = level
        head = self.horizontalHeader()
        head.setMinimumSectionSize(theme.current().px(NARROWEST))
        head.setProperty("tight", level > 0)
        head.style().unpolish(head)
        head.style().polish(head)
        self.setHorizontalHeaderLabels(["\n".join(_break_head(text, level)) for text in self.chart.columns])
        for item in (self.item(r, c) for r in range(self.rowCount()) for c in range(self.columnCount())):
            if item is not None:
                item.setFont(theme.sans(_font_size(level), item.font().bold()))

    def _needs(self, level: int) -> tuple[list[int], list[int]]:
        """How wide each column would be with every cell in one line, and how wide it must be; worked out once."""
        key = level, theme.current()
        if key not in self._known:
            self._known[key] = self._measure(level)
        return self._known[key]

    def _measure(self, level: int) -> tuple[list[int], list[int]]:
        chart, look = self.chart, theme.current()
        if chart is None:
            return [], []
        face = QFontMetricsF(theme.sans(_font_size(level), bold=bool(chart.live)))  # what is live is printed bold
        above = QFontMetricsF(theme.sans(_font_size(min(level, 1)), bold=level == 0))
        pad = look.px(14) if level == 0 else TIGHT
        wanted, least = [], []
        for column, head in enumerate(chart.columns):
            cells = {row[column] for row in chart.rows if column < len(row)}
            over = max(above.horizontalAdvance(line) for line in _break_head(head, level))
            whole = max((face.horizontalAdvance(text) for text in cells), default=0.0)
            parts = {part for text in cells for part in text.split(" ")}
            word = max(map(face.horizontalAdvance, parts), default=0.0)
            enough = word if level else max(word, min(whole, look.px(96)))
            wanted.append(max(ceil(max(over, whole)) + pad, look.px(NARROWEST)))
            least.append(max(ceil(max(over, enough)) + pad, look.px(NARROWEST)))
        return wanted, least

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        if self.chart is not None:
            self._fit()

    def whole_height(self) -> int:
        """How high it would be with every row in sight."""
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        return rows + self.horizontalHeader().height() + 2 * self.frameWidth()

    def is_live(self, row: int, column: int) -> bool:
        """Whether a cell is named as live, outright or by its row or column."""
        return self.chart is not None and any(r in (row, -1) and c in (column, -1) for r, c in self.chart.live)

    def live_cells(self) -> set[tuple[int, int]]:
        """The cells that are named outright."""
        if self.chart is None:
            return set()
        return {(r, c) for r, c in self.chart.live if r >= 0 and c >= 0}

    def _mark(self) -> None:
        assert self.chart is not None
        now = theme.current()
        rows = {r for r, c in self.chart.live if c < 0}
        columns = {c for r, c in self.chart.live if r < 0}
        cells = self.live_cells()
        soft = QColor(theme.mix(now.raised, now.live, 0.35))
        bold = QFont(theme.sans())
        bold.setBold(True)
        for r in range(self.rowCount()):
            for c in range(self.columnCount()):
                item = self.item(r, c)
                if item is None:
                    continue
                if (r, c) in cells or (r in rows and c in columns):
                    item.setBackground(now.color("live"))
                    item.setForeground(now.color("on_live"))
                    item.setFont(bold)
                elif r in rows or c in columns:
                    item.setBackground(soft)

    def dress(self) -> None:
        """Take the colours of a new theme."""
        chart, self.chart = self.chart, None
        if chart is not None:
            self.show_chart(chart)


class ChartsPanel(Page):
    """A chooser and the chart chosen; a live chart comes forward by itself."""

    rule_wanted = Signal(str)
    window_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._charts: list[Chart] = []
        self.picker = Picker(tr("Which chart"))
        self.apart = IconButton("float", tr("Charts in a window of their own"), "tab", 13)
        self.apart.clicked.connect(self.window_wanted)
        self.view = ChartView()
        self.foot = LinkLabel("small")
        self.foot.linkActivated.connect(lambda href: self.rule_wanted.emit(href.partition(":")[2]))
        row = QHBoxLayout()
        row.addWidget(self.picker, 1)
        row.addWidget(self.apart)
        self.column.addLayout(row)
        self.footer = WrappedFooter(self.foot)
        self._soon = once(self, self._share_height)  # when the chart has found its own height
        for part in (self.view, self.footer):
            self.column.addWidget(part)
        self.column.setStretch(1, 1)
        self.picker.currentIndexChanged.connect(self._show_choice)
        self.view.cellClicked.connect(self._explain)

    def refresh(self) -> None:
        """Read the charts again, if anybody looks."""
        if not self.isVisible():
            return
        chosen = self.picker.currentData()
        self._charts = list(self.session.table.charts(self.session.view))
        live = next((chart.id for chart in self._charts if chart.live), None)
        self.picker.blockSignals(True)
        self.picker.clear()
        for chart in self._charts:
            self.picker.addItem(f"● {chart.title}" if chart.live else chart.title, chart.id)
        at = self.picker.findData(chosen if chosen is not None and not live else live)
        self.picker.setCurrentIndex(max(0, at))
        self.picker.blockSignals(False)
        self._show_choice(self.picker.currentIndex())

    def open(self, chart: str) -> None:
        """Show the chart with that id."""
        self.refresh()
        self.picker.setCurrentIndex(max(0, self.picker.findData(chart)))

    def rule(self) -> str:
        """The rule of the row that is chosen, or of the whole chart."""
        chart, row = self.view.chart, self.view.currentRow()
        if chart is None:
            return ""
        rules = chart.rules[row] if 0 <= row < len(chart.rules) else chart.rule
        return split_rules(rules)[0] if rules else ""

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        self._soon.start(0)

    def _share_height(self) -> None:
        """The words below give way, and scroll, where the chart needs the height to be read whole."""
        margins = self.column.contentsMargins()
        beside = margins.top() + margins.bottom() + self.picker.height() + 2 * self.column.spacing()
        left = self.height() - beside - self.view.whole_height()
        least = min(self.footer.sizeHint().height(), FOOT_LINES * self.foot.fontMetrics().lineSpacing() + 2)
        self.footer.setMaximumHeight(max(left, least))

    def _show_choice(self, at: int) -> None:
        if not 0 <= at < len(self._charts):
            return
        chart = self._charts[at]
        self.view.show_chart(chart)
        notes = "".join(f"<br>{escape(note)}" for note in chart.notes)
        self.foot.setText(f"{rule_line(chart.rule)} · <small>{escape(chart.source)}</small>{notes}")
        self._soon.start(0)

    def _explain(self, row: int, column: int) -> None:
        """Say when a cell applies: its row and column in words, and the clause behind it."""
        chart = self.view.chart
        if chart is None or column >= len(chart.rows[row]):
            return
        rules = chart.rules[row] if chart.rules else chart.rule
        live = f" <b>{escape(tr('It applies now.'))}</b>" if self.view.is_live(row, column) else ""
        known = self.session.match.game.clauses
        clauses = [clause for rule in split_rules(rules) for clause in find_clauses(known, rule)[:1]]
        says = "".join(f"<br>{rule_link(clause.id)} {escape(clause.says)}" for clause in clauses)
        self.foot.setText(f"{self._when(chart, row, column)}{live}{says}")

    def _when(self, chart: Chart, row: int, column: int) -> str:
        cells, head = chart.rows[row], chart.columns[column]
        if chart.cell and column:
            return escape(chart.cell.format(row=cells[0], column=head, value=cells[column]))
        name = escape(cells[0] if chart.rules else f"{chart.columns[0]} {cells[0]}")
        return f"{name}: {escape(head)} <b>{escape(cells[column])}</b>." if column else f"{name}."
