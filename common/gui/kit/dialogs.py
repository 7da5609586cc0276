"""Small questions and reports: lines of text, the name of a file, yes or no, what went wrong."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QMessageBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.kit.widgets import button, button_row, fit_screen, label


def run_dialog(dialog: QDialog) -> int:
    """Have a dialog answered; afterwards it is gone for good."""
    answer = dialog.exec()
    dialog.deleteLater()
    return answer


class LinesDialog(QDialog):
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
    dialog = LinesDialog(parent, title, question, text)
    return dialog.field.toPlainText() if run_dialog(dialog) else None


def ask_save_name(parent: QWidget, title: str, start: str | Path, kinds: str, store: Store) -> Path | None:
    """Where to write a file; the ending is added before the question whether an old file may be replaced."""
    first = store.folder / start
    dialog = QFileDialog(parent, title, str(first.parent), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(first.suffix.lstrip("."))
    dialog.selectFile(first.name)
    fit_screen(dialog, 820, 480)
    if not run_dialog(dialog) or not dialog.selectedFiles():
        return None
    path = Path(dialog.selectedFiles()[0])
    store.set(last_folder=str(path.parent))
    return path


def confirm(parent: QWidget, title: str, text: str, more: str, yes: str) -> bool:
    """A question whose answer cannot be taken back; Esc and Enter mean No."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(more)
    agree = box.addButton(yes, QMessageBox.ButtonRole.YesRole)
    no = box.addButton(tr("No"), QMessageBox.ButtonRole.NoRole)
    box.setDefaultButton(no)
    box.setEscapeButton(no)
    run_dialog(box)
    return box.clickedButton() is agree


class AboutDialog(QDialog):
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


class ReportDialog(QDialog):
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
