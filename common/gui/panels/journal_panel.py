"""The journal: its text, and below it a recorder that shows any moment and plays the game again."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSlider, QStyle, QVBoxLayout, QWidget

from common.gui.kit import theme
from common.gui.kit.dialogs import ask_lines
from common.gui.kit.language import tr, trn
from common.gui.kit.widgets import IconButton, WholeOrHiddenLabel, button, label, make_stretchy, remove_margins
from common.gui.kit.wrapping import Flow
from common.gui.panels.journal_text import JournalText
from common.gui.session.replay_moments import find_phase, phase_of, turn_starts
from common.gui.session.session import Session

SPEEDS = (("½×", 2000), ("1×", 1000), ("2×", 500), ("4×", 250), ("10×", 100), ("25×", 40))


class MomentSlider(QSlider):
    """A slider over the actions of the game, with a line at each turn and a dot at each bookmark."""

    def __init__(self, session: Session) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.session = session
        self.setAccessibleName(tr("Moment of the game"))

    def minimumSizeHint(self) -> QSize:
        """Room for the handle and the marks above it."""
        return QSize(theme.current().px(80), theme.current().px(24))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def place(self, moment: int) -> int:
        """Where a moment is, in pixels."""
        handle = theme.current().px(16)
        room = self.width() - handle
        return handle // 2 + QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), moment, room)

    def moment_at(self, x: float) -> int:
        """The moment at a point."""
        handle = theme.current().px(16)
        return QStyle.sliderValueFromPosition(
            self.minimum(), self.maximum(), round(x - handle / 2), self.width() - handle
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """The marks below the handle."""
        painter, look = QPainter(self), theme.current()
        painter.setPen(QPen(look.color("edge"), max(1, look.px(1))))
        low = self.height() / 2
        for moment in turn_starts(self.session):
            x = self.place(moment)
            painter.drawLine(QPointF(x, low - look.px(7)), QPointF(x, low + look.px(7)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color("accent"))
        for moment in self.session.record.texts("bookmark"):
            if moment <= self.maximum():
                painter.drawEllipse(QPointF(self.place(moment), low - look.px(8)), look.px(3.4), look.px(3.4))
        painter.end()
        super().paintEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the bar goes there at once."""
        x = event.position().x()
        if abs(x - self.place(self.value())) > theme.current().px(9):
            self.setValue(self.moment_at(x))
        super().mousePressEvent(event)


class JournalPanel(QWidget):
    """The text and, below it, the buttons of a recorder."""

    export_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.session = session
        self.text = JournalText(session)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._tick)
        self.slider = MomentSlider(session)
        self.where = WholeOrHiddenLabel("small")
        self.speed = QComboBox()
        self.speed.setAccessibleName(tr("Speed of the replay"))
        for name, wait in SPEEDS:
            self.speed.addItem(name, wait)
        self.speed.setCurrentIndex(1)
        self._build()
        session.changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        self.first = IconButton("first", tr("To the beginning (Home)"), size=15)
        self.turn_back = IconButton("turn_back", tr("One turn back (Ctrl+PgUp)"), size=15)
        self.back = IconButton("back", tr("One action back ( , )"), size=15)
        self.run = IconButton("play", tr("Play the game again"), size=15)
        self.step = IconButton("step", tr("One action forward ( . )"), size=15)
        self.turn_on = IconButton("turn_on", tr("One turn forward (Ctrl+PgDown)"), size=15)
        self.last = IconButton("last", tr("To the present (End)"), size=15)
        self.mark = IconButton("bookmark", tr("Bookmark this moment (Ctrl+B)"), size=15)
        self.pen = IconButton("note", tr("Note on this moment (Ctrl+Shift+N)"), size=15)
        keys = QWidget()
        row = Flow(keys, 3)
        for part in (
            self.first, self.turn_back, self.back, self.run, self.step, self.turn_on, self.last, self.mark, self.pen,
        ):  # fmt: skip
            row.addWidget(part)
        low = QHBoxLayout()
        low.setContentsMargins(8, 2, 8, 6)
        low.addWidget(keys, 1)
        slide = QHBoxLayout()
        slide.setContentsMargins(8, 4, 8, 2)
        slide.addWidget(self.slider, 1)
        slide.addWidget(self.speed)
        self.head = QWidget()
        head = QHBoxLayout(self.head)
        remove_margins(head, 8)
        head.addWidget(label(tr("Journal"), "heading"))
        head.addWidget(make_stretchy(self.where), 1)
        export = button(tr("Export …"), "quiet", tr("Write the journal as text"))
        export.clicked.connect(self.export_wanted)
        head.addWidget(export)
        column = QVBoxLayout(self)
        remove_margins(column)
        column.addWidget(self.text, 1)
        column.addLayout(slide)
        column.addLayout(low)
        self._wire()

    def _wire(self) -> None:
        self.first.clicked.connect(lambda: self.go(0))
        self.turn_back.clicked.connect(lambda: self.go_turn(-1))
        self.back.clicked.connect(lambda: self.go(self.session.shown_moment - 1))
        self.step.clicked.connect(lambda: self.go(self.session.shown_moment + 1))
        self.turn_on.clicked.connect(lambda: self.go_turn(1))
        self.last.clicked.connect(self.leave)
        self.run.clicked.connect(self.toggle)
        self.mark.clicked.connect(self.bookmark)
        self.pen.clicked.connect(self.note)
        self.slider.valueChanged.connect(self.go)
        self.text.moment_wanted.connect(self.go)

    def refresh(self) -> None:
        """Follow the session."""
        session = self.session
        self.text.refresh()
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(1, session.length))
        self.slider.setValue(session.shown_moment)
        self.slider.blockSignals(False)
        self.slider.update()
        live = session.moment is None
        all_ = trn("{n} action", "{n} actions", session.length)
        self.where.setText(all_ if live else tr("{n} of {all}", n=session.shown_moment, all=session.length))
        phase = "" if session.curtain else phase_of(session, session.view)
        self.where.setToolTip(f"{self.where.text()} · {phase}" if phase else "")
        for part in (self.first, self.turn_back, self.back):
            part.setEnabled(session.shown_moment > 0)
        for part in (self.step, self.turn_on):
            part.setEnabled(session.shown_moment < session.length)
        self.last.setEnabled(not live)
        if live and self.timer.isActive():
            self.stop()

    def go_turn(self, way: int) -> None:
        """To the beginning of this turn or the one before, or of the next."""
        starts, shown = turn_starts(self.session), self.session.shown_moment
        if way < 0:
            self.go(max((moment for moment in starts if moment < shown), default=0))
        else:
            self.go(min((moment for moment in starts if moment > shown), default=self.session.length))

    def go_phase(self, way: int) -> None:
        """To where the phase of play changes."""
        self.go(find_phase(self.session, way))

    def go(self, moment: int) -> None:
        """Show a moment; the present is the game itself."""
        if self.session.whatif.is_on:
            return
        self.session.show(moment)

    def leave(self) -> None:
        """Back to the game."""
        self.stop()
        self.session.show(None)

    def toggle(self) -> None:
        """Start or stop playing the game again."""
        if self.timer.isActive():
            self.stop()
            return
        if self.session.shown_moment >= self.session.length:
            self.go(0)
        self.run.set_icon("pause", tr("Stop here"))
        self.timer.start(int(self.speed.currentData()))

    def stop(self) -> None:
        """Hold the replay."""
        self.timer.stop()
        self.run.set_icon("play", tr("Play the game again"))

    def _tick(self) -> None:
        self.timer.setInterval(int(self.speed.currentData()))
        if self.session.shown_moment >= self.session.length:
            self.stop()
        else:
            self.go(self._next_to_see())

    def _next_to_see(self) -> int:
        """The next moment at which something is seen to happen: bookkeeping takes no time."""
        seen = {entry.action for entry in self.session.shown_match.journal.entries if entry.rolls or entry.places}
        later = (moment for moment in range(self.session.shown_moment + 1, self.session.length) if moment in seen)
        return next(later, self.session.length)

    def replay_from(self, moment: int) -> None:
        """Play again what happened after a moment."""
        self.go(moment)
        if not self.timer.isActive():
            self.toggle()

    def bookmark(self) -> None:
        """Set or remove a bookmark at the moment shown."""
        record, moment = self.session.record, self.session.shown_moment
        if moment in record.texts("bookmark"):
            record.remove("bookmark", moment)
        else:
            record.add("bookmark", moment, f"Bookmark, turn {self.session.turn_at(moment)}")
        self.refresh()

    def note(self) -> None:
        """Ask for words on the moment shown; none at all remove what was there."""
        record, moment = self.session.record, self.session.shown_moment
        old = record.texts("note").get(moment, "")
        text = ask_lines(self, tr("Note"), tr("A note on this moment:"), old)
        if text is not None:
            self.set_note(moment, text)

    def set_note(self, moment: int, text: str) -> None:
        """Have these words, line by line, at a moment."""
        self.session.record.remove("note", moment)
        for line in text.splitlines():
            if line.strip():
                self.session.record.add("note", moment, line)
        self.refresh()

    def minimumSizeHint(self) -> QSize:
        """Room for the buttons and a few lines."""
        return QSize(theme.current().px(260), theme.current().px(130))
