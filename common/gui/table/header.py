"""The head of the table: the state of the game at a glance, and the sequence of play with the present marked."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from common.gui.kit import icons, theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import button, clear, fold_tip, label, remove_margins
from common.gui.session.foresight import ARROW, compare_stats
from common.gui.session.session import Session
from common.tabletop import Phase, Stat


class StatChip(QWidget):
    """A label over a value, with the colour of its side."""

    def __init__(self, stat: Stat, colour: str) -> None:
        super().__init__()
        self.setObjectName("band")
        self._colour = colour
        self._name, self._value = label(stat.label, "soft"), label(stat.value, "strong")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 2, 8, 2)
        column.setSpacing(0)
        column.addWidget(self._name)
        column.addWidget(self._value)
        self.dress(stat)

    def dress(self, stat: Stat) -> None:
        """Take the type and the colours of the theme."""
        small = f"font-size: {theme.current().px(12)}px;"
        if small != self._name.styleSheet():
            self._name.setStyleSheet(small)
        self.show_stat(stat)

    def show_stat(self, stat: Stat) -> None:
        """Another value of the same figure; what it would become stands out."""
        look = theme.current()
        marked = f"background: {look.live}; color: {look.on_live};" if ARROW in stat.value else ""
        if marked != self._value.styleSheet():
            self._value.setStyleSheet(marked)
        self.stat = stat
        self.setToolTip(fold_tip(f"{stat.label}: {stat.value}" + (f"\n{stat.hint}" if stat.hint else "")))
        self._value.setText(stat.value)
        self.setAccessibleName(f"{stat.label}: {stat.value}")

    def paintEvent(self, event: QPaintEvent) -> None:
        """A bar in the colour of the side."""
        if self._colour:
            painter = QPainter(self)
            painter.fillRect(QRectF(2, 4, 4, self.height() - 8), QColor(self._colour))
            painter.setPen(QPen(QColor(theme.current().on_band), 1))
            painter.drawRect(QRectF(2, 4, 4, self.height() - 8))


class StatBar(QWidget):
    """The figures of the game, as many as fit; a button tells all of them where some are folded away."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("band")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.session = session
        self._stats: Sequence[Stat] = ()
        self._chips: list[StatChip] = []
        self._look = theme.current()  # the theme the chips wear
        self.more = button("", "quiet")
        self.more.setParent(self)
        self.more.hide()
        self.more.clicked.connect(self._tell_all)
        self.row = QHBoxLayout(self)
        remove_margins(self.row, 2)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        session.changed.connect(self.refresh)
        session.foresaw.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the figures again, with what a gesture in the air would make of them."""
        stats: Sequence[Stat] = self.session.table.stats(self.session.view)
        if self.session.foreseen is not None:
            stats = compare_stats(stats, self.session.table.stats(self.session.foreseen))
        if stats == self._stats:
            return
        same = [(stat.label, stat.side) for stat in stats] == [(stat.label, stat.side) for stat in self._stats]
        self._stats = stats
        if same:
            for chip, stat in zip(self._chips, stats):
                chip.show_stat(stat)
            self.setToolTip(self._all())
            self._fold()
        else:
            self._fill()

    def _all(self) -> str:
        return "\n".join(f"{stat.label}: {stat.value}" for stat in self._stats)

    def _tell_all(self) -> None:
        corner = self.more.mapToGlobal(QPoint(0, self.more.height()))
        QToolTip.showText(corner, self._all(), self.more)

    def _fill(self) -> None:
        clear(self.row)
        colours = self.session.table.colours
        self._chips = [StatChip(stat, colours.get(stat.side, "") if stat.side else "") for stat in self._stats]
        for chip in self._chips:
            self.row.addWidget(chip)
        self.row.addStretch(1)
        self.setToolTip(self._all())
        self._fold()

    def _fold(self) -> None:
        """Hide the last chips where there is no room; the button that tells them needs some, too."""
        wide = [chip.sizeHint().width() + 2 for chip in self._chips]
        shown = len(wide)
        if sum(wide) > self.width():
            room = self.width() - self.more.sizeHint().width() - 2
            shown = next((n for n in range(len(wide)) if sum(wide[: n + 1]) > room), len(wide))
        for at, chip in enumerate(self._chips):
            chip.setVisible(at < shown)
        self.more.setVisible(shown < len(wide))
        self.more.setText(f"+{len(wide) - shown}")
        size = self.more.sizeHint()
        self.more.setGeometry(sum(wide[:shown]), (self.height() - size.height()) // 2, size.width(), size.height())
        self.more.setAccessibleName(tr("All figures: {figures}", figures=self._all().replace("\n", "; ")))
        self.more.setToolTip(self._all())

    def resizeEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().resizeEvent(event)
        self._fold()

    def changeEvent(self, event: QEvent) -> None:
        """Take the sizes of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._look is not theme.current():
            self._look = theme.current()
            for chip in self._chips:
                chip.dress(chip.stat)
            QTimer.singleShot(0, self, self._fold)  # what is shown at once would lay out docks that are not yet sized

    def minimumSizeHint(self) -> QSize:
        return QSize(60, theme.current().px(36))


class SequenceStrip(QWidget):
    """The sequence of play as a strip: names around the present, dots where there is no room."""

    phase_wanted = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.phases: Sequence[Phase] = ()
        self._rects: list[QRectF] = []
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the sequence again."""
        session = self.session
        self.phases = session.table.sequence(session.view)
        if session.board.result is not None and session.moment is None:  # nothing goes on any more
            self.phases = [replace(phase, state="done") for phase in self.phases if phase.state != "ahead"]
        now = next((phase.title for phase in self.phases if phase.state == "now"), "")
        self.setAccessibleName(tr("Sequence of play: {phase}", phase=now))
        self.setVisible(bool(self.phases))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, theme.current().px(26))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _widths(self) -> list[float]:
        """The width of every phase: full names from the present outwards while there is room."""
        look = theme.current()
        metrics = self.fontMetrics()
        dot = float(look.px(18))
        full = [metrics.horizontalAdvance(phase.title) * 1.12 + look.px(30) for phase in self.phases]
        widths = [dot] * len(full)
        room = self.width() - sum(widths)
        now = next((n for n, phase in enumerate(self.phases) if phase.state == "now"), 0)
        order = sorted(range(len(full)), key=lambda n: (abs(n - now) - 0.3 * (n > now), n))
        for n in order:
            if n == now and full[n] - dot > room:
                widths[n] = dot + max(0.0, room)
                break
            if full[n] - dot <= room:
                room -= full[n] - dot
                widths[n] = full[n]
            else:
                break
        return widths

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the strip."""
        look = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), look.color("panel"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), look.color("line"))
        x = 0.0
        self._rects = []
        for phase, width in zip(self.phases, self._widths()):
            rect = QRectF(x, 0, width, self.height() - 1)
            self._rects.append(rect)
            self._phase(painter, phase, rect, width > look.px(20))
            x += width

    def _phase(self, painter: QPainter, phase: Phase, rect: QRectF, named: bool) -> None:
        look = theme.current()
        live = phase.state == "now"
        if live:
            painter.fillRect(rect, look.color("accent"))
        ink = look.color("on_accent" if live else "soft" if phase.state == "done" else "ink")
        size = look.px(11)
        sign = QRectF(rect.left() + look.px(6 if named else 3), rect.center().y() - size / 2, size, size)
        if phase.state == "done":
            icons.draw(painter, "tick", sign, ink, 2.6)
        elif live:
            icons.draw(painter, "play", sign, ink)
        else:
            painter.setPen(QPen(ink, 1.3))
            painter.drawEllipse(sign.adjusted(2.5, 2.5, -2.5, -2.5))
        if named:
            font = self.font()
            font.setBold(live)
            painter.setFont(font)
            painter.setPen(ink)
            text = rect.adjusted(look.px(22), 0, 0, 0)
            title = painter.fontMetrics().elidedText(phase.title, Qt.TextElideMode.ElideRight, round(text.width()))
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)

    def phase_at(self, pos: QPoint) -> Phase | None:
        """The phase under a point."""
        for phase, rect in zip(self.phases, self._rects):
            if rect.contains(pos):
                return phase
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click tells what happens in a phase."""
        phase = self.phase_at(event.position().toPoint())
        if phase is not None:
            self.phase_wanted.emit(phase)

    def event(self, event: QEvent) -> bool:
        """Tooltips phase by phase."""
        if isinstance(event, QHelpEvent):
            phase = self.phase_at(event.pos())
            if phase is not None:
                QToolTip.showText(event.globalPos(), fold_tip(f"{phase.title} ({phase.rule})\n{phase.about}"), self)
                return True
        return super().event(event)
