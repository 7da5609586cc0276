"""The victory page: who is winning, how each point arises, and the tracks; with what a gesture would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import Page, clear, label, make_scrollable, remove_margins
from common.gui.panels.fact_sheet import FactSheet, escape, sections_html
from common.gui.session.foresight import ARROW, compare_sections
from common.gui.session.session import Session
from common.tabletop import Track


class TrackToken(NamedTuple):
    """A token in its box, or the ring where a gesture would bring it."""

    name: str
    colour: str
    ring: bool = False


class TrackView(QWidget):
    """A row of boxes with tokens, wrapped to the width there is."""

    def __init__(self, track: Track, after: Track | None = None) -> None:
        super().__init__()
        self.track = track
        self.tokens: dict[int, list[TrackToken]] = {}
        words = []
        then = after.tokens if after is not None and after.boxes == track.boxes else track.tokens
        for (at, name, colour), new in zip(track.tokens, then, strict=False):
            self.tokens.setdefault(at, []).append(TrackToken(name, colour))
            places = [track.boxes[place] for place in dict.fromkeys((at, new[0])) if 0 <= place < len(track.boxes)]
            words.append(f"{name} at {ARROW.join(places)}")
            if new[0] != at:
                self.tokens.setdefault(new[0], []).append(TrackToken(new[1], new[2], True))
        self.setAccessibleName(f"{track.title}: {', '.join(words)}")
        self.setToolTip(", ".join(words))

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
            self._tokens(painter, rect, self.tokens.get(number, []))

    def _tokens(self, painter: QPainter, rect: QRectF, tokens: Sequence[TrackToken]) -> None:
        size, look = rect.height() * 0.5, theme.current()
        for n, token in enumerate(tokens):
            x = rect.center().x() - size * len(tokens) * 0.45 + n * size * 0.9
            disc = QRectF(x, rect.bottom() - size - 2, size, size)
            pen = QPen(look.color("accent" if token.ring else "ink"), 2.0 if token.ring else 1.4)
            pen.setStyle(Qt.PenStyle.DotLine if token.ring else Qt.PenStyle.SolidLine)
            painter.setPen(pen)
            painter.setBrush(look.color("raised") if token.ring else QColor(token.colour))
            if n % 2:
                painter.drawRoundedRect(disc, 3, 3)
            else:
                painter.drawEllipse(disc)
            painter.setPen(look.color("ink") if token.ring else QColor(theme.ink_on(token.colour)))
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, token.name[:1])


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
        self.sheet.grow()
        inner, below = QWidget(), QWidget()
        inner.setObjectName("page")
        below.setObjectName("page")
        self.tracks = QVBoxLayout(below)
        remove_margins(self.tracks, 4)
        self.tracks.setContentsMargins(10, 4, 10, 8)
        column = QVBoxLayout(inner)
        remove_margins(column)
        column.addWidget(self.sheet)
        column.addWidget(below)
        column.addStretch(1)
        self.column.addWidget(make_scrollable(inner))
        session.foresaw.connect(self.refresh)

    def _goals_html(self) -> str:
        """How each side wins, in plain words; the side at the table first."""
        goals, session = self.session.match.game.guide.goals, self.session
        sides = sorted(session.match.sides, key=lambda side: side != session.board.to_act)
        blocks = []
        for side in sides:
            lines = "".join(f"<li>{escape(line)}</li>" for line in goals.get(side, ()))
            if lines:
                title = tr("{side}: how to win", side=session.name(side))
                blocks.append(f'<h3>{escape(title)}</h3><ul style="margin-left:-24px">{lines}</ul>')
        return "".join(blocks)

    def refresh(self) -> None:
        """Read the state of victory again, if anybody looks."""
        if not self.isVisible():
            return
        table, view, then = self.session.table, self.session.view, self.session.foreseen
        sections, after = table.victory(view), {}
        if then is not None:
            sections = compare_sections(sections, table.victory(then))
            after = {track.id: track for track in table.tracks(then)}
        self.sheet.show_html(self._goals_html() + sections_html(sections))
        clear(self.tracks)
        for track in table.tracks(view):
            self.tracks.addWidget(label(track.title, "section", wrap=True))
            self.tracks.addWidget(TrackView(track, after.get(track.id)))
        self.tracks.addStretch(1)

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()
