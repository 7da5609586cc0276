"""Small questions: a die read off the table, the other player's consent, a picture to be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent, QKeySequence, QPixmap, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from common.gui.kit import icons, theme
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.kit.widgets import button, button_row, fit_screen, label
from common.gui.session.dice_questions import Die


class DieDialog(QDialog):
    """The player rolls and says what it was: one button for each face, or the figure on the keyboard."""

    def __init__(self, parent: QWidget, die: Die, what: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Your die"))
        self.value: int | None = None
        self.die, self.what = die, what
        look = theme.current()
        grid = QGridLayout()
        faces = die.high - die.low + 1
        across = faces if faces <= 6 else 5
        for number, face in enumerate(range(die.low, die.high + 1)):
            made = QPushButton()
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
        column.addWidget(label(tr("What does it show? {low} to {high}", low=die.low, high=die.high)))
        column.addLayout(grid)
        column.addLayout(button_row(later))

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


def answered(dialog: QDialog) -> int:
    """Have a dialog answered; afterwards it is gone for good."""
    answer = dialog.exec()
    dialog.deleteLater()
    return answer


class Lines(QDialog):
    """A question that is answered with lines of text; Tab goes on to the buttons, Ctrl+Enter is done."""

    def __init__(self, parent: QWidget, title: str, question: str, text: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.field = QPlainTextEdit(text)
        self.field.setAccessibleName(question)
        self.field.setTabChangesFocus(True)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        done, off = button(tr("OK"), "main", tr("Ctrl+Enter")), button(tr("Cancel"))
        done.clicked.connect(self.accept)
        off.clicked.connect(self.reject)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(label(question))
        column.addWidget(self.field, 1)
        column.addLayout(button_row(off, done))
        fit_screen(self, 420, 240)


def ask_lines(parent: QWidget, title: str, question: str, text: str) -> str | None:
    """The lines somebody wrote; None if he thought better of it."""
    dialog = Lines(parent, title, question, text)
    return dialog.field.toPlainText() if answered(dialog) else None


def ask_die(parent: QWidget) -> Callable[[Die, str], int | None]:
    """The question for a die, bound to a window."""

    def ask(die: Die, what: str) -> int | None:
        dialog = DieDialog(parent, die, what)
        answered(dialog)
        return dialog.value

    return ask


def ask_consent(parent: QWidget) -> Callable[[str], bool]:
    """The question to the other player, bound to a window; No unless he says Yes."""

    def ask(why: str) -> bool:
        return confirmed(
            parent, tr("Take back?"), why, tr("Does the other player agree to take it back?"), tr("Both agree")
        )

    return ask


def ask_save_name(parent: QWidget, title: str, start: str | Path, kinds: str, store: Store) -> Path | None:
    """Where to write a file; the ending is added before the question whether an old file may be replaced."""
    first = store.folder / start
    dialog = QFileDialog(parent, title, str(first.parent), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(first.suffix.lstrip("."))
    dialog.selectFile(first.name)
    fit_screen(dialog, 820, 480)
    if not answered(dialog) or not dialog.selectedFiles():
        return None
    path = Path(dialog.selectedFiles()[0])
    store.set(last_folder=str(path.parent))
    return path


def confirmed(parent: QWidget, title: str, text: str, more: str, yes: str) -> bool:
    """A question whose answer cannot be taken back; Esc and Enter mean No."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, text, parent=parent)
    box.setInformativeText(more)
    agree = box.addButton(yes, QMessageBox.ButtonRole.YesRole)
    no = box.addButton(tr("No"), QMessageBox.ButtonRole.NoRole)
    box.setDefaultButton(no)
    box.setEscapeButton(no)
    answered(box)
    return box.clickedButton() is agree


class About(QDialog):
    """What this program is and what it runs on."""

    def __init__(self, parent: QWidget) -> None:
        from common.gui.kit.crash_report import versions

        super().__init__(parent)
        self.setWindowTitle(tr("About Five Fronts"))
        self.versions = versions()
        parts = label("\n".join(self.versions.split(", ")), "soft", wrap=True)
        parts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy, done = button(tr("Copy")), button(tr("Close"), "main")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.versions))
        done.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(label("Five Fronts", "title"))
        column.addWidget(label(tr("Five board wargames at one table, every rule enforced."), wrap=True))
        column.addWidget(parts)
        column.addStretch(1)
        column.addLayout(button_row(done, left=[copy]))
        fit_screen(self, 420, 250)
        done.setFocus()


FOLDED, UNFOLDED = (600, 270), (760, 560)  # of a report, without and with its details


class Report(QDialog):
    """Something went wrong: what happened, what is safe, what to do; details on demand."""

    def __init__(self, parent: QWidget | None, title: str, text: str, details: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.hide()
        copy, fold, done = button(tr("Copy details")), button(tr("Details")), button(tr("Go on"), "main")
        copy.clicked.connect(self.copy)
        fold.clicked.connect(self._fold)
        done.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(label(title, "title", wrap=True))
        words = label(text, wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(words)
        column.addWidget(self.details, 1)
        column.addStretch(0)
        column.addLayout(button_row(done, left=[fold, copy]))
        fit_screen(self, *FOLDED)

    def _fold(self) -> None:
        """Show the details, with room to read them, or put them away."""
        self.details.setVisible(not self.details.isVisible())
        fit_screen(self, *(UNFOLDED if self.details.isVisible() else FOLDED))

    def copy(self) -> None:
        """Put the details on the clipboard."""
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            clipboard.setText(self.details.toPlainText())
