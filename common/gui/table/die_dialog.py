"""What a game asks people at the table: the face of a die they rolled, and their consent to a take-back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QPushButton, QVBoxLayout, QWidget

from common.gui.kit import icons, theme
from common.gui.kit.dialogs import confirm, run_dialog
from common.gui.kit.language import tr
from common.gui.kit.widgets import button, button_row, label
from common.gui.session.dice_questions import Die

LIFT = 60  # pixels between the dialog and the lower edge of the window


class DieDialog(QDialog):
    """The player rolls and says what it was: one button for each face, or the figure on the keyboard.

    It stands low in the window, so that the fight it belongs to stays in sight.
    """

    def __init__(self, parent: QWidget, die: Die, what: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Your die"))
        self.value: int | None = None
        self.die, self.what, self._table = die, what, parent.window()
        look = theme.current()
        grid = QGridLayout()
        faces = die.high - die.low + 1
        across = faces if faces <= 6 else 5
        for number, face in enumerate(range(die.low, die.high + 1)):
            made = QPushButton()
            made.setAutoDefault(False)  # none is chosen before the player has looked at his die
            made.setAccessibleName(str(face))
            made.setToolTip(tr("It shows {face}", face=face))
            image = icons.die_image(face, die.high > 6 or die.low == 0, look.px(34), look.raised, look.ink)
            made.setIcon(QIcon(QPixmap.fromImage(image)))
            made.setIconSize(QSize(look.px(34), look.px(34)))
            made.clicked.connect(lambda _=False, face=face: self.take(face))
            grid.addWidget(made, number // across, number % across)
        later = button(tr("Call it off") if die.own else tr("Let the program roll"))
        later.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label(tr("Roll the die"), "title"))
        column.addWidget(label(f"{what}: {die.reason}", "soft", wrap=True))
        if die.shown:
            shown = ", ".join(map(str, die.shown))
            column.addWidget(label(tr("Die {n}; before it came {shown}.", n=len(die.shown) + 1, shown=shown)))
        column.addWidget(label(tr("What does it show? {low} to {high}", low=die.low, high=die.high)))
        column.addLayout(grid)
        column.addLayout(button_row(later))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def showEvent(self, event: QShowEvent) -> None:
        """The figures go to the dialog itself; Enter and the space bar choose no face."""
        super().showEvent(event)
        self.setFocus()
        window, here = self._table.frameGeometry(), self.frameGeometry()
        self.move(window.center().x() - here.width() // 2, window.bottom() - here.height() - LIFT)

    def take(self, face: int) -> None:
        """The die shows this."""
        if self.die.low <= face <= self.die.high:
            self.value = face
            self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Figures are faces."""
        if event.text().isdigit():
            self.take(int(event.text()))
        else:
            super().keyPressEvent(event)


def ask_die(parent: QWidget) -> Callable[[Die, str], int | None]:
    """The question for a die, bound to a window."""

    def ask(die: Die, what: str) -> int | None:
        dialog = DieDialog(parent, die, what)
        run_dialog(dialog)
        return dialog.value

    return ask


def ask_consent(parent: QWidget) -> Callable[[str], bool]:
    """The question to the other player, bound to a window; No unless he says Yes."""

    def ask(why: str) -> bool:
        return confirm(
            parent, tr("Take back?"), why, tr("Does the other player agree to take it back?"), tr("Both agree")
        )

    return ask
