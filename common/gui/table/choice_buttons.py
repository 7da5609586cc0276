"""The buttons of the prompt bar: one for each choice, and the one that ends a phase in its own place."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter

from common.engine import Refusal
from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import fold_tip, make_tip
from common.gui.session.offers import Offer
from common.tabletop import ClosedChoice

WIDE = 1000  # px: in a narrower bar what ends a phase takes less room, and a question may take two lines
END_KEY, END_WIDTH, END_NARROW = "E", 150, 70


def describe_choice(choice: Offer) -> str:
    """The tip of a choice: its words, its rule, and what it means."""
    words = f"{choice.label} ({choice.rule})" if choice.rule else choice.label
    return fold_tip(f"{words}\n{choice.hint}") if choice.hint else make_tip(words)


def describe_closed(choice: ClosedChoice) -> str:
    """What a choice that cannot be taken is called, and each reason on a line of its own."""
    return "\n".join([choice.label, *(f"{tell_reason(reason)}." for reason in choice.reasons)])


def tell_reason(reason: Refusal) -> str:
    """A refusal as the beginning of a sentence, with its rule."""
    why = reason.why[:1].upper() + reason.why[1:]
    return f"{why} ({reason.rule})" if reason.rule else why


class OfferButton(QPushButton):
    """A button that stands for a choice and tells when it is pointed at, so that odds and places can be shown."""

    pointed = Signal(object)

    def __init__(self, text: str, choice: Offer | None) -> None:
        super().__init__(text.replace("&", "&&"))
        self.choice = choice
        self.setAutoDefault(False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second half of a double click meant the button that stood here before it."""
        event.accept()

    def enterEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().enterEvent(event)
        self.pointed.emit(self.choice)


class ChoiceButton(OfferButton):
    """One of several choices; the keyboard points at it too."""

    def __init__(self, text: str, choice: Offer, main: bool) -> None:
        super().__init__(text, choice)
        if main:
            self.setProperty("role", "main")
        self.setToolTip(describe_choice(choice))
        self.setAccessibleName(choice.label)

    def focusInEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().focusInEvent(event)
        self.pointed.emit(self.choice)


class ClosedButton(QPushButton):
    """A choice that cannot be taken now: whoever points at it, walks to it or presses it is told why."""

    asked = Signal(object)  # the ClosedChoice

    def __init__(self, choice: ClosedChoice) -> None:
        super().__init__(choice.label.replace("&", "&&"))
        self.choice = choice
        self.setProperty("role", "closed")
        self.setAutoDefault(False)
        self.setToolTip(fold_tip(describe_closed(choice)))
        self.setAccessibleName(tr("{what}: not now", what=choice.label))
        self.setAccessibleDescription("; ".join(map(tell_reason, choice.reasons)))
        self.clicked.connect(lambda: self.asked.emit(choice))

    def enterEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().enterEvent(event)
        self.asked.emit(self.choice)

    def focusInEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().focusInEvent(event)
        self.asked.emit(self.choice)


class EndButton(OfferButton):
    """What ends the phase or the choice, always in the same place and under the same key; its words may wrap."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("", None)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        policy.setRetainSizeWhenHidden(True)  # nothing beside it moves when there is nothing to end
        self.setSizePolicy(policy)
        self.clicked.connect(lambda: self.chosen.emit(self.choice))
        self.hide()

    def offer(self, choice: Offer | None, main: bool = False) -> None:
        """Stand for a choice, or for none."""
        self.choice = choice
        self.setVisible(choice is not None)
        if choice is not None:
            self.setText(choice.label.replace("&", "&&"))
            rule = f" ({choice.rule})" if choice.rule else ""
            self.setToolTip(make_tip(tr("{what} (key {key})", what=f"{choice.label}{rule}", key=END_KEY)))
            self.setAccessibleName(choice.label)
            self._dress("main" if main else "")

    def urge(self) -> None:
        """The next press ends it, whatever is left."""
        self._dress("main")

    def _dress(self, role: str) -> None:
        if self.property("role") != role:
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)
        self.update()

    def sizeHint(self) -> QSize:
        look, bar = theme.current(), self.parentWidget()
        narrow = bar is not None and bar.width() < look.px(WIDE)
        return QSize(look.px(END_NARROW if narrow else END_WIDTH), look.px(52))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _fitting_font(self, room: float) -> QFont:
        """The bold face, smaller where the longest word would not fit."""
        font = theme.sans(bold=True)
        widest = max(map(QFontMetricsF(font).horizontalAdvance, self.text().split()), default=0.0)
        if widest > room:
            font.setPixelSize(max(8, int(font.pixelSize() * room / widest)))
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame of a button, the words in as many lines as they need, the key in the corner."""
        look, painter = theme.current(), QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        main = self.property("role") == "main"
        inner = QRectF(self.rect()).adjusted(look.px(8), look.px(4), -look.px(8), -look.px(4))
        painter.setPen(look.color("on_accent" if main else "ink"))
        painter.setFont(self._fitting_font(inner.width()))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(inner, int(flags), self.text().replace("&&", "&"))
        painter.setPen(look.color("on_accent" if main else "soft"))
        painter.setFont(theme.sans(11))
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom), END_KEY)
