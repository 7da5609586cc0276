"""The curtain between two players: nothing of the table is seen until the next one is seated and holds a button."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeyEvent,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QProgressBar, QPushButton, QToolTip, QVBoxLayout, QWidget

from common.gui.kit import icons, theme
from common.gui.kit.language import tr
from common.gui.kit.sounds import Sounds
from common.gui.kit.widgets import button, label
from common.gui.map.map_view import MapView
from common.gui.session.session import Session
from common.gui.table.docking import Docks

HOLD = 300  # ms
TICK = 30


class Curtain(QWidget):
    """Covers the whole window; opens only to a deliberate press."""

    opened = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("curtain")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.picture = label()
        self.title = label("", "huge", wrap=True)
        self.text = label("", "soft", wrap=True)
        self.open_button: QPushButton = button(tr("Hold to open"), "main")
        self.open_button.setMinimumSize(220, 48)
        self.bar = QProgressBar()
        self.bar.setRange(0, HOLD)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(220)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing moves under the finger when it appears
        self.bar.setSizePolicy(policy)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)
        self._since = 0.0
        self._build()
        parent.installEventFilter(self)
        self.hide()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 40, 40, 40)
        column.addStretch(2)
        for part in (self.picture, self.title, self.text):
            part.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(part)
        column.addSpacing(18)
        for widget in (self.open_button, self.bar):
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(widget)
            row.addStretch(1)
            column.addLayout(row)
        column.addStretch(2)
        self.open_button.pressed.connect(self.begin)
        self.open_button.released.connect(self.let_go)
        self.open_button.installEventFilter(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Cloth in folds under a pelmet, gathered at the sides; in the middle a plate for the words."""
        look, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_cloth(painter, QRectF(self.rect()), look.color("band"), look.color("brass"), look.px(64))
        plate = QRectF(0, 0, min(self.width() - 40, look.px(620)), min(self.height() - 40, look.px(330)))
        plate.moveCenter(QPointF(self.rect().center()))
        painter.setPen(QPen(look.color("brass"), 2))
        painter.setBrush(look.color("band"))
        painter.drawRoundedRect(plate, 12, 12)
        painter.setPen(QPen(look.color("brass"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(plate.adjusted(7, 7, -7, -7), 8, 8)

    def fall(self, name: str) -> None:
        """Hide the table and call a player."""
        look = theme.current()
        self.picture.setPixmap(icons.pixmap("curtain", look.brass, look.px(72)))
        self.title.setText(name)
        self.text.setText(tr("Take the seat. Then hold the button, or the space bar, to open the curtain."))
        self.open_button.setText(tr("Hold to open"))
        self._show(0)
        self.setGeometry(self._over.rect())
        self.show()
        self.raise_()
        self.open_button.setFocus()

    def begin(self) -> None:
        """Somebody presses."""
        self._since = monotonic()
        self._timer.start()
        self._tick()

    def let_go(self) -> None:
        """Too short: nothing happens."""
        self._timer.stop()
        self._show(0)

    def _show(self, held: int) -> None:
        """How long the button has been held; nothing while it is not."""
        self.bar.setValue(min(HOLD, held))
        self.bar.setVisible(self._timer.isActive())

    def _tick(self) -> None:
        held = round((monotonic() - self._since) * 1000)
        self._show(held)
        if held >= HOLD:
            self._timer.stop()
            self.hide()
            self.opened.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow with the window; Enter counts like the space bar, a held key is one press, and Tab leads nowhere."""
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._over.rect())
        if watched is self.open_button and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
                if event.type() == QEvent.Type.KeyPress:
                    self.begin()
                else:
                    self.let_go()
                return True
            return event.isAutoRepeat()
        return False


def draw_cloth(painter: QPainter, area: QRectF, cloth: QColor, trim: QColor, fold: float) -> None:
    """A heavy curtain: folds of light and shade over the whole width, and a scalloped pelmet with a trim above."""
    shade, light = cloth.darker(135), cloth.lighter(128)
    folds = max(4, round(area.width() / fold))
    wide = area.width() / folds
    for number in range(folds):
        left = area.left() + number * wide
        grading = QLinearGradient(left, 0, left + wide, 0)
        for place, colour in ((0.0, shade), (0.35, cloth), (0.55, light), (0.75, cloth), (1.0, shade)):
            grading.setColorAt(place, colour)
        painter.fillRect(QRectF(left, area.top(), wide + 1, area.height()), grading)
    drop = min(area.height() * 0.14, fold * 1.5)
    hem = QPainterPath(area.topLeft())
    hem.lineTo(area.topRight())
    arches = max(3, folds // 3)
    step = area.width() / arches
    hem.lineTo(area.right(), area.top() + drop * 0.6)
    for number in range(arches):
        right = area.right() - number * step
        hem.quadTo(right - step / 2, area.top() + drop * 1.5, right - step, area.top() + drop * 0.6)
    hem.closeSubpath()
    painter.setPen(QPen(trim, 3))
    painter.setBrush(cloth.darker(112))
    painter.drawPath(hem)


class CurtainControl(QObject):
    """Lets the curtain fall when the session asks for it or the program is left, and hides what it does not cover."""

    falling = Signal()  # whatever could give a secret away is to be cleared
    recap_wanted = Signal()

    def __init__(self, curtain: Curtain, session: Session, view: MapView, docks: Docks, sounds: Sounds) -> None:
        super().__init__(curtain)
        self._curtain, self._session, self._map = curtain, session, view
        self._docks, self._sounds = docks, sounds
        session.curtain_falls.connect(self._fall)
        curtain.opened.connect(self._open)
        QGuiApplication.instance().applicationStateChanged.connect(self._leave)  # type: ignore[union-attr]

    def _fall(self, side: str) -> None:
        """Hide the table from whoever is to sit down; the windows beside it, popups and tips as well."""
        for dock in self._docks.both:
            if dock.isFloating():
                dock.hide()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        QToolTip.hideText()
        self._map.gestures.cancel()
        self._map.set_cursor("")
        self._map.fanning.close()
        self._map.bubble.hide()
        self._map.setAccessibleDescription("")
        self.falling.emit()
        self._curtain.fall(self._session.player(side))
        self._sounds.play("seat")

    def _open(self) -> None:
        """Show the table to who sits there now, with what has happened since."""
        for dock in self._docks.both:
            if dock.isFloating():
                dock.show()
        self._session.lift_curtain()
        self._map.setFocus()
        if self._session.store.now.recap and self._session.recap():
            self.recap_wanted.emit()

    def _leave(self, state: Qt.ApplicationState) -> None:
        """Leaving the program, by a lock or a sleep as well, lets the curtain fall if the player wishes."""
        session, away = self._session, state != Qt.ApplicationState.ApplicationActive
        if away and session.store.now.curtain_on_leave and len(session.humans) > 1 and not session.curtain:
            session.drop_curtain()
