"""The order of battle as a sortable table, and the victory page with its tracks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from common.gui import theme
from common.gui.facts import FactSheet, escaped, rule_link, sections_html
from common.gui.session import Session
from common.gui.widgets import Page, clear, label, no_margins, rich, scrolled
from common.tabletop import Track

NUMBER = re.compile(r"-?\d+")


class Cell(QTableWidgetItem):
    """A cell that sorts 9 before 10."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        return _sort_key(self.text()) < _sort_key(other.text())


def _sort_key(text: str) -> tuple[int, int, str]:
    found = NUMBER.match(text.strip())
    return (0, int(found[0]), text) if found else (1, 0, text.lower())


class ForcesPanel(Page):
    """Every unit, where it is and how it stands; a click centres it."""

    space_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.field = QLineEdit()
        self.field.setPlaceholderText("Only those with …")
        self.field.setAccessibleName("Filter the order of battle")
        self.table = QTableWidget()
        self.table.setSortingEnabled(True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().hide()
        self.table.setAccessibleName("Order of battle")
        self.foot = rich("", "soft")
        for part in (self.field, self.table, self.foot):
            self.column.addWidget(part)
        self.column.setStretch(1, 1)
        self.field.textChanged.connect(self._filter)
        self.table.cellClicked.connect(self._clicked)

    def refresh(self) -> None:
        """Read the list again, if anybody looks."""
        if not self.isVisible():
            return
        chart = self.session.table.forces(self.session.view)
        table = self.table
        table.setSortingEnabled(False)
        table.setRowCount(len(chart.rows))
        table.setColumnCount(len(chart.columns))
        table.setHorizontalHeaderLabels(list(chart.columns))
        for r, row in enumerate(chart.rows):
            for c, text in enumerate(row):
                table.setItem(r, c, Cell(text))
        table.setSortingEnabled(True)
        table.resizeColumnsToContents()
        table.horizontalHeader().setStretchLastSection(True)
        notes = " ".join(escaped(note) for note in chart.notes)
        self.foot.setText(f"{escaped(chart.title)} · rule {rule_link(chart.rule)} · {escaped(chart.source)} {notes}")
        self._filter(self.field.text())

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()

    def _filter(self, text: str) -> None:
        wanted = text.lower()
        for r in range(self.table.rowCount()):
            words = [item.text().lower() for c in range(self.table.columnCount()) if (item := self.table.item(r, c))]
            self.table.setRowHidden(r, bool(wanted) and not any(wanted in word for word in words))

    def _clicked(self, row: int, _column: int) -> None:
        """Centre the unit: by the piece of that name, else by any cell that names its space."""
        texts = {item.text() for c in range(self.table.columnCount()) if (item := self.table.item(row, c))}
        for piece in self.session.pieces():
            if piece.name in texts or piece.id in texts:
                self.space_wanted.emit(piece.space)
                return
        spaces = {piece.space for piece in self.session.pieces()}
        for text in texts:
            for word in (text, *(word.strip("(),") for word in text.split())):
                if word in spaces:
                    self.space_wanted.emit(word)
                    return


class TrackView(QWidget):
    """A row of boxes with tokens, wrapped to the width there is."""

    def __init__(self, track: Track) -> None:
        super().__init__()
        self.track = track
        places = ", ".join(f"{name} at {track.boxes[at]}" for at, name, _ in track.tokens if 0 <= at < len(track.boxes))
        self.setAccessibleName(f"{track.title}: {places}")
        self.setToolTip(places)

    def _box(self) -> QSize:
        now = theme.current()
        widest = max((self.fontMetrics().horizontalAdvance(box) for box in self.track.boxes), default=10)
        return QSize(max(now.px(26), min(widest + now.px(8), now.px(120))), now.px(34))

    def _per_row(self, width: int) -> int:
        return max(1, width // self._box().width())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rows = -(-len(self.track.boxes) // self._per_row(width))
        return rows * self._box().height() + 4

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(240, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.heightForWidth(max(120, self.width())))

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Boxes in rows, tokens as coloured discs with the first letter of their name."""
        now, box = theme.current(), self._box()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.sans(11))
        per_row = self._per_row(self.width())
        tokens: dict[int, list[tuple[str, str]]] = {}
        for at, name, colour in self.track.tokens:
            tokens.setdefault(at, []).append((name, colour))
        for number, text in enumerate(self.track.boxes):
            rect = QRectF(
                (number % per_row) * box.width(), (number // per_row) * box.height(), box.width(), box.height()
            )
            rect = rect.adjusted(1, 1, -1, -1)
            painter.setPen(QPen(now.color("edge"), 1))
            painter.setBrush(now.color("raised"))
            painter.drawRect(rect)
            painter.setPen(now.color("soft"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
            self._tokens(painter, rect, tokens.get(number, []))

    def _tokens(self, painter: QPainter, rect: QRectF, tokens: Sequence[tuple[str, str]]) -> None:
        size = rect.height() * 0.5
        for n, (name, colour) in enumerate(tokens):
            x = rect.center().x() - size * len(tokens) * 0.45 + n * size * 0.9
            disc = QRectF(x, rect.bottom() - size - 2, size, size)
            painter.setBrush(QColor(colour))
            painter.setPen(QPen(theme.current().color("ink"), 1.4))
            if n % 2:
                painter.drawRoundedRect(disc, 3, 3)
            else:
                painter.drawEllipse(disc)
            painter.setPen(QColor(theme.ink_on(colour)))
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, name[:1])


class VictoryPanel(Page):
    """Who is winning, how each point arises, and the tracks."""

    rule_wanted = Signal(str)
    space_wanted = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(margin=0)
        self.session = session
        self.sheet = FactSheet()
        self.sheet.rule_wanted.connect(self.rule_wanted)
        self.sheet.space_wanted.connect(self.space_wanted)
        inner = QWidget()
        inner.setObjectName("page")
        self.tracks = QVBoxLayout(inner)
        no_margins(self.tracks, 4)
        self.tracks.setContentsMargins(10, 4, 10, 8)
        self.column.addWidget(self.sheet, 3)
        self.column.addWidget(scrolled(inner), 2)

    def refresh(self) -> None:
        """Read the state of victory again, if anybody looks."""
        if not self.isVisible():
            return
        view = self.session.view
        self.sheet.show_html(sections_html(self.session.table.victory(view)) or "<p class='soft'>Nothing yet.</p>")
        clear(self.tracks)
        for track in self.session.table.tracks(view):
            self.tracks.addWidget(label(track.title, "section"))
            self.tracks.addWidget(TrackView(track))
        self.tracks.addStretch(1)

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()
