"""The result page: who has won and why, how the points arose, the turning points, losses, dice, and what comes next."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from common.engine import Result
from common.gui.kit import icons, theme
from common.gui.kit.language import number, percent, tr, trn
from common.gui.kit.themed import Themed
from common.gui.kit.widgets import button, clear, fold_tip, label, make_scrollable, remove_margins
from common.gui.kit.wrapping import Flow
from common.gui.panels.end_charts import LossChart, TideChart
from common.gui.panels.fact_sheet import FactSheet, escape, rule_link, sections_html
from common.gui.panels.statistics_panel import DiceChart, count_dice
from common.gui.session.game_story import count_side_dice, read_tide, tell_swing, who_conceded
from common.gui.session.seats import BY_RULE, seat_name
from common.gui.session.session import Session
from common.tabletop import Section, TurningPoint, VerdictLine

WIDE = 720  # px from which two columns stand beside each other
SIGNS = {True: "✓", False: "✗", None: "·"}


class ResultHead(QWidget):
    """A band in the colour of the winner with what he has won."""

    def __init__(self) -> None:
        super().__init__()
        self._colour = "#6b6250"
        self.level, self.why = label("", "huge", wrap=True), label("", "strong", wrap=True)
        self.facts = label(wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.current().px(76), 14, 18, 14)
        column.setSpacing(3)
        for part in (self.level, self.why, self.facts):
            column.addWidget(part)

    def show_result(self, colour: str, level: str, why: str, facts: str) -> None:
        """Take the colours of the winner and say what he has won."""
        self._colour = colour
        for part, text in ((self.level, level), (self.why, why), (self.facts, facts)):
            part.setText(text)
            part.setStyleSheet(f"color: {theme.ink_on(colour)};")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._colour))
        size = theme.current().px(40)
        ink = QColor(theme.ink_on(self._colour))
        icons.draw(painter, "victory", QRectF(theme.current().px(20), (self.height() - size) / 2, size, size), ink)


class PointButton(QPushButton):
    """A turning point in one line that ends in dots where there is no room; its tip tells the whole of it."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words
        self.setProperty("role", "quiet")
        self.setAutoDefault(False)
        self.setAccessibleName(words)
        self.setToolTip(fold_tip(words))
        self.setStyleSheet(f"text-align: left; padding: 1px {theme.current().px(4)}px; min-height: 0;")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(60), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - theme.current().px(16)
        self.setText(self.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, room).replace("&", "&&"))


class EndPage(Themed, QFrame):
    """Lies over the map when the game is over; a click on a moment or a button puts it away."""

    rule_wanted = Signal(str)
    space_wanted = Signal(str)
    moment_wanted = Signal(int)
    through_wanted = Signal()
    rematch_wanted = Signal()
    new_wanted = Signal()
    covering = Signal(bool)  # whether it lies over the map

    def __init__(self, ground: QWidget, session: Session) -> None:
        super().__init__(ground)
        self._ground, self.session = ground, session
        self.put_away = False  # the player wants to see the map
        self._shown: Result | None = None
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Result of the game"))
        self.head = ResultHead()
        self._build()
        ground.installEventFilter(self)
        session.changed.connect(self.refresh)
        self.hide()

    def _build(self) -> None:
        self.body = QWidget()
        self.body.setObjectName("page")
        self.top, self.middle = QVBoxLayout(), QVBoxLayout()
        self.top.setSpacing(0)
        whole, inner = QVBoxLayout(self.body), QVBoxLayout()
        remove_margins(whole)
        whole.addWidget(self.head)
        whole.addLayout(inner)
        inner.setContentsMargins(18, 10, 18, 12)
        self.rows: list[QBoxLayout] = []  # of two columns each, where there is room for them
        inner.addLayout(self.top)
        self.left, self.right = self._add_columns(inner, (3, 2))
        inner.addLayout(self.middle)
        self.low_left, self.low_right = self._add_columns(inner, (1, 1))
        inner.addStretch(1)
        self.area = make_scrollable(self.body)
        column = QVBoxLayout(self)
        remove_margins(column)
        column.addWidget(self.area, 1)
        column.addWidget(self._build_foot())

    def _add_columns(self, inner: QVBoxLayout, shares: tuple[int, int]) -> tuple[QVBoxLayout, QVBoxLayout]:
        """Two columns beside each other, or one below the other on a narrow page."""
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(26)
        columns = []
        for share in shares:
            part = QWidget()
            part.setObjectName("page")
            column = QVBoxLayout(part)
            remove_margins(column, 6)
            row.addWidget(part, share)
            columns.append(column)
        inner.addLayout(row)
        self.rows.append(row)
        return columns[0], columns[1]

    def _build_foot(self) -> QWidget:
        foot = QWidget()
        foot.setObjectName("panel")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.rematch = button("", "main")
        self.through = button(tr("Go through the game"), tip=tr("From the set-up on, action by action"))
        self.board = button(tr("Look at the map"), tip=tr("The page comes back with “Result” (Esc)"))
        self.other = button(tr("New game …"))
        self.rematch.clicked.connect(self.rematch_wanted)
        self.through.clicked.connect(self.through_wanted)
        self.board.clicked.connect(self.close_page)
        self.other.clicked.connect(self.new_wanted)
        row = Flow(foot, 8)
        row.setContentsMargins(18, 9, 18, 9)
        for part in (self.rematch, self.through, self.board, self.other):
            row.addWidget(part)
        return foot

    # Coming and going

    def refresh(self) -> None:
        """Be there when the game is over and nothing else is looked at."""
        session = self.session
        result = session.match.result
        if result is None:
            self.put_away, self._shown = False, None
        held = session.moment is not None or session.whatif.is_on or session.curtain is not None
        held = held or session.tutor is not None
        if result is None or held or self.put_away:
            self.hide()
            return
        if self._shown != result or not self.isVisible():
            self._fill(result)
        self.open_page()

    def open_page(self) -> None:
        """Lie over the map."""
        self._lay()
        self.show()
        self.raise_()

    def bring_back(self) -> None:
        """Show the page again after it was put away."""
        self.put_away = False
        self.refresh()

    def close_page(self) -> None:
        """Let the player see the map."""
        self.put_away = True
        self.hide()
        self._ground.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.covering.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.covering.emit(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_page()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the map at every size."""
        if event.type() == QEvent.Type.Resize:
            self._lay()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        wide = self.width() >= theme.current().px(WIDE)
        for row in self.rows:
            row.setDirection(way.LeftToRight if wide else way.TopToBottom)

    def _lay(self) -> None:
        self.setGeometry(self._ground.rect())

    def dress(self) -> None:
        """Draw everything in the new colours."""
        self.dressed = theme.current()
        if self._shown is not None:
            self._fill(self._shown)

    # What it says

    def _fill(self, result: Result) -> None:
        self._shown = result
        columns = (self.left, self.right, self.low_left, self.low_right)
        for layout in (self.top, self.middle, *columns):
            clear(layout)
        self._fill_head(result)
        self._fill_tide()
        self._fill_why(result)
        self._fill_points()
        self._fill_losses()
        self._fill_dice()
        for column in columns:
            column.addStretch(1)
        same = any(self.session.player_kind(side) == BY_RULE for side in self.session.match.sides)
        self.rematch.setText(tr("Play it again") if same else tr("Rematch with sides swapped"))

    def _fill_head(self, result: Result) -> None:
        session = self.session
        match = session.match
        first = max(1, match.past[0].turn) if match.past else match.turn  # a scenario may begin late on the track
        turns = trn("{n} turn", "{n} turns", match.turn - first + 1)
        actions = trn("{n} action", "{n} actions", len(match.past))
        players = ", ".join(f"{session.player(side)}: {seat_name(session.player_kind(side))}" for side in match.sides)
        scenario = match.game.scenarios[match.scenario].title
        winner = result.winner
        colour = session.table.colours.get(winner or "", "#6b6250")
        self.head.show_result(colour, result.level, result.reason, f"{scenario} · {turns} · {actions} · {players}")

    def _heading(self, column: QVBoxLayout, text: str) -> None:
        made = label(text, "heading", wrap=True)
        made.setContentsMargins(0, 8, 0, 0)
        column.addWidget(made)

    def _fill_why(self, result: Result) -> None:
        """The reason in a sentence, then every condition with what was reached of it."""
        session = self.session
        self._heading(self.left, tr("Why"))
        lines = list(session.table.verdict(session.view))
        given_up = who_conceded(session)
        words = f"<p><b>{escape(result.reason)}</b> {rule_link(result.rule)}</p>"
        if given_up is not None:
            side, turn = session.name(given_up), session.match.turn
            more = tr("{side} gave up on turn {turn}. The position as it stood then:", side=side, turn=turn)
            words += f"<p>{escape(more)}</p>"
        rows = "".join(map(_verdict_html, lines))
        self._add_sheet(self.left, f"{words}<table cellspacing='0'>{rows}</table>")

    def _fill_tide(self) -> None:
        """The line over the turns and, below it, its turning points in words."""
        session, tide = self.session, read_tide(self.session)
        if not tide.lines:
            return
        self._heading(self.top, tr("How it went: {what}", what=tide.title[:1].lower() + tide.title[1:]))
        self.tide = TideChart(tide, session.length, session.table.colours)
        self.tide.moment_wanted.connect(self.moment_wanted)
        self.top.addWidget(self.tide)
        self.points = [self._point_button(at, point) for at, point in enumerate(tide.swings, 1)]
        for made in self.points:
            self.top.addWidget(made)
        if not tide.swings:
            self.top.addWidget(label(tr("Nothing tipped the scales: the lead never changed."), "soft", wrap=True))

    def _point_button(self, at: int, point: TurningPoint) -> PointButton:
        """A turning point in a line: when, for whom and by how much, and what happened; a click shows it."""
        session, sides = self.session, self.session.match.sides
        gainer = session.name(sides[0] if point.swing > 0 else sides[1])
        turn = session.turn_at(max(0, point.moment - 1))
        swing = f"+{number(abs(point.swing))}"
        text = tr("{n}  Turn {turn} · {side} {swing}", n=at, turn=turn, side=gainer, swing=swing)
        made = PointButton(f"{text} · {tell_swing(session, point)}")
        made.clicked.connect(lambda: self.moment_wanted.emit(point.moment))
        return made

    def _fill_points(self) -> None:
        """Every point with its origin: the sections share two columns of about the same length."""
        session = self.session
        self._heading(self.middle, tr("Where the points came from"))
        left: list[Section] = []
        right: list[Section] = []
        for section in session.table.victory(session.view):
            longer = sum(len(each.rows) + 2 for each in left) > sum(len(each.rows) + 2 for each in right)
            (right if longer else left).append(section)
        self._add_sheet(self.low_left, sections_html(left))
        self._add_sheet(self.low_right, sections_html(right))

    def _fill_losses(self) -> None:
        session = self.session
        figures, sides = session.table.losses(session.view, session.match.count_losses()), session.match.sides
        self._heading(self.right, tr("Losses: {sides}", sides=" / ".join(map(session.name, sides))))
        if any(figure.value for figure in figures):
            self.right.addWidget(LossChart(figures, sides, session.table.colours))
        else:
            self.right.addWidget(label(tr("Nobody has lost anything."), "soft"))

    def _fill_dice(self) -> None:
        """How the dice fell, for each side and together."""
        session = self.session
        self._heading(self.right, tr("Luck of the dice"))
        thrown, faces = count_dice(session)
        if not thrown:
            self.right.addWidget(label(tr("No die was rolled."), "soft"))
            return
        for dice in count_side_dice(session):
            words = trn("{side}: {n} die, mean {mean} (fair {even}).", "{side}: {n} dice, mean {mean} (fair {even}).",
                        dice.number, side=session.name(dice.side), mean=number(dice.mean, 2),
                        even=number(dice.even, 2))  # fmt: skip
            share = percent(max(dice.share, 1 - dice.share))
            high = dice.share >= 0.5
            rank = tr("Higher than in {share} of games.", share=share)
            words += f" {rank if high else tr('Lower than in {share} of games.', share=share)}"
            self.right.addWidget(label(words, "", wrap=True))
        self.right.addWidget(DiceChart(thrown, faces))

    def _add_sheet(self, column: QVBoxLayout, text: str) -> None:
        sheet = FactSheet()
        sheet.grow()
        sheet.rule_wanted.connect(self.rule_wanted)
        sheet.space_wanted.connect(self._show_space)
        sheet.show_html(text)
        column.addWidget(sheet)

    def _show_space(self, space: str) -> None:
        self.close_page()
        self.space_wanted.emit(space)


def _verdict_html(line: VerdictLine) -> str:
    """A condition with its sign: held, not held, or said by the way."""
    colour = {True: theme.current().good, False: theme.current().soft, None: theme.current().ink}[line.met]
    sign = f'<td style="color: {colour}"><b>{SIGNS[line.met]}</b></td>'
    text = f"<b>{escape(line.text)}</b>" if line.met else escape(line.text)
    return f"<tr>{sign}<td>{text} &nbsp;{rule_link(line.rule)}</td></tr>"
