"""Small parts used all over the table: labels by role, icon buttons that follow the theme, fields, heads of docks."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QTableWidget,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from common.gui.kit import icons, theme
from common.gui.kit.language import tr

TIP = 60  # letters in a line of a tip
ASIDE = 36  # pixels that a dock goes aside when it floats
FRAME = (8, 40)  # pixels that the head and the edges of a window take on any desktop
SMALL_SCREEN = (900, 660)  # no smaller screen is reckoned with


@contextmanager
def busy() -> Iterator[None]:
    """The pointer says that something takes its time (U29)."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()


def label(text: str = "", role: str = "", wrap: bool = False) -> QLabel:
    """A label; its role ("title", "heading", "soft" ...) says how the style sheet dresses it."""
    result = QLabel(text)
    if role:
        result.setProperty("role", role)
    result.setWordWrap(wrap)
    result.setTextFormat(Qt.TextFormat.PlainText)
    return result


def button(text: str, role: str = "", tip: str = "") -> QPushButton:
    """A push button; role "main" is the one Enter presses, "quiet" one that reads like a link."""
    result = QPushButton(text)
    if role:
        result.setProperty("role", role)
    if tip:
        result.setToolTip(tip)
    result.setAutoDefault(role == "main")
    return result


def button_row(*right: QWidget, left: Iterable[QWidget] = ()) -> QHBoxLayout:
    """The foot of a dialog: what ends it stands at the right, what else there is to press at the left."""
    row = QHBoxLayout()
    for part in left:
        row.addWidget(part)
    row.addStretch(1)
    for part in right:
        row.addWidget(part)
    return row


def spin(low: int, high: int, value: int, text: str) -> QSpinBox:
    """A field for a number with what it counts; the number stands for `{n}` in the text."""
    result = QSpinBox()
    result.setRange(low, high)
    result.setValue(value)
    before, _, after = text.partition("{n}")
    result.setPrefix(before)
    result.setSuffix(after)
    result.lineEdit().setTextMargins(theme.current().px(5), 0, 0, 0)
    return result


def fit_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window a size at the present text size, but never more than the screen has."""
    look, room = theme.current(), room_of(window)
    wide, high = max(SMALL_SCREEN[0], room.width() - 40), max(SMALL_SCREEN[1], room.height() - 60)
    window.resize(min(look.px(width), wide), min(look.px(height), high))
    if window.isVisible():  # it has grown where it stood
        screen, frame = window.screen().availableGeometry(), window.frameGeometry()
        x = max(screen.left(), min(frame.left(), screen.right() + 1 - frame.width()))
        window.move(x, max(screen.top(), min(frame.top(), screen.bottom() + 1 - frame.height())))


def room_of(window: QWidget) -> QSize:
    """How much room there is on the screen of a window."""
    return window.screen().availableSize()


def beside_frame(area: QSize) -> QSize:
    """What a screen leaves to a window when it has been framed; how wide the frame is, is known only later."""
    return area - QSize(*FRAME)


def make_line(name: str = "hair") -> QFrame:
    """A thin line."""
    result = QFrame()
    result.setObjectName(name)
    return result


def make_tip(text: str) -> str:
    """A tip that says its text and nothing else: Qt takes for markup whatever looks like it."""
    return f"<span>{html.escape(text)}</span>".replace("\n", "<br>") if "<" in text else text


def fold_tip(tip: str) -> str:
    """A tip in lines that are read at a glance (U30); Qt breaks none by itself."""
    return make_tip("\n".join(part for line in tip.split("\n") for part in textwrap.wrap(line, TIP) or [""]))


def remove_margins(layout: QLayout, spacing: int = 0) -> None:
    """A layout without air around it."""
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)


def clear(layout: QLayout) -> None:
    """Remove and delete everything in a layout."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


def clear_all(layout: QLayout) -> None:
    """Empty a layout with the layouts inside it."""
    for at in range(layout.count()):
        item = layout.itemAt(at)
        inner = item.layout() if item is not None else None
        if inner is not None:
            clear_all(inner)
    clear(layout)


def make_scrollable(widget: QWidget) -> QScrollArea:
    """A widget in a scroll area that grows with it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it scrolls into sight when it is reached
    area.setWidget(widget)
    return area


class WholeOrHiddenLabel(QLabel):
    """A word by the way: it stands there whole, or not at all where there is no room for it."""

    def __init__(self, role: str = "") -> None:
        super().__init__()
        self.setProperty("role", role)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.width() >= self.sizeHint().width():
            super().paintEvent(event)


class Picker(QComboBox):
    """A field to choose from that takes the width there is; what is longer than that, its tip tells."""

    def __init__(self, name: str) -> None:
        super().__init__()
        make_stretchy(self)
        self.setAccessibleName(name)

    def shown(self) -> str:
        """As much of the chosen line as there is room for."""
        option, field = QStyleOptionComboBox(), QStyle.SubControl.SC_ComboBoxEditField
        self.initStyleOption(option)
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width()
        width = room - theme.current().px(6)
        text = self.currentText() or self.placeholderText()
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        """What does not fit ends in dots."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), fold_tip(self.currentText()), self)
            return True
        return super().event(event)


def keep_narrow(box: QComboBox, letters: int = 12) -> QComboBox:
    """A box whose long entries do not widen the panel it stands in."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(letters)
    return box


class IconButton(QToolButton):
    """A button with one of our icons, tinted anew with every theme."""

    def __init__(self, name: str, tip: str, kind: str = "plain", size: int = 18) -> None:
        super().__init__()
        self._name, self._size, self._kind = name, size, kind
        self.setObjectName(kind)
        self.setToolTip(fold_tip(tip))
        self.setAccessibleName(tip)
        self._dress()

    def set_icon(self, name: str, tip: str = "") -> None:
        """Show another icon."""
        if name == self._name and (not tip or tip == self.accessibleName()):
            return
        self._name = name
        if tip:
            self.setToolTip(fold_tip(tip))
            self.setAccessibleName(tip)
        self._dress()

    def _dress(self) -> None:
        now = self._dressed = theme.current()
        size = now.px(self._size)
        on = now.on_accent if self._kind == "plain" else now.accent
        self.setIconSize(QSize(size, size))
        self.setIcon(icons.icon(self._name, now.ink, size, on))

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._dressed is not theme.current():
            self._dress()


class DockTitle(QWidget):
    """The head of a dock: what it shows, and buttons to float and to close it."""

    def __init__(self, dock: QDockWidget, head: QWidget) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        name = dock.windowTitle()
        float_it = IconButton("float", tr("{panel}: float, or put back", panel=name), "tab", 13)
        close = IconButton("close", tr("{panel}: hide", panel=name), "tab", 13)
        self.dock = dock
        float_it.clicked.connect(self._float)
        close.clicked.connect(dock.close)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 4, 2)
        row.setSpacing(2)
        row.addWidget(head, 1)
        row.addWidget(float_it)
        row.addWidget(close)

    def _float(self) -> None:
        """Float a little aside, so that it is seen to float, or go back."""
        dock, place = self.dock, self.dock.mapToGlobal(QPoint(0, 0))
        dock.setFloating(not dock.isFloating())
        if dock.isFloating():
            dock.move(place + QPoint(-ASIDE, ASIDE))


class Page(QWidget):
    """A column of things on the panel's colour."""

    def __init__(self, parts: Iterable[Any] = (), margin: int = 12, spacing: int = 8) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(spacing)
        for part in parts:
            if isinstance(part, QLayout):
                self.column.addLayout(part)
            else:
                self.column.addWidget(part)


def form_row(form: QFormLayout, text: str, field: QWidget) -> None:
    """A field with its name; an underlined letter is drawn wider than Qt reckons, so the name has room to spare."""
    name = QLabel(f"{text}\N{NO-BREAK SPACE}")
    name.setBuddy(field)
    form.addRow(name, field)
    field.setAccessibleName(text.replace("&", ""))


def fit_rows(table: QTableWidget) -> None:
    """Rows as high as their words and no higher."""
    least = theme.current().px(22)
    table.verticalHeader().setMinimumSectionSize(least)
    for row in range(table.rowCount()):
        table.setRowHeight(row, max(least, table.sizeHintForRow(row)))


def make_stretchy(widget: QWidget) -> QWidget:
    """Let a widget take all the width there is without asking for any."""
    widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return widget
