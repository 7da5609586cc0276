"""Asking for passphrases: one a side, each typed by its own player."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from common.gui.kit.dialogs import run_dialog
from common.gui.kit.language import tr
from common.gui.kit.widgets import button, button_row, fit_screen, form_row, label


class PassphraseDialog(QDialog):
    """A field for each side; what is typed is not shown."""

    def __init__(self, parent: QWidget | None, title: str, words: str, sides: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.fields: dict[str, QLineEdit] = {}
        form = QFormLayout()
        for side, name in sides.items():
            self.fields[side] = QLineEdit()
            self.fields[side].setEchoMode(QLineEdit.EchoMode.Password)
            self.fields[side].setMaxLength(200)
            form_row(form, name, self.fields[side])
        done, off = button(tr("OK"), "main"), button(tr("Cancel"))
        done.clicked.connect(self.accept)
        off.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label(words, wrap=True))
        column.addLayout(form)
        column.addStretch(1)
        column.addLayout(button_row(off, done))
        fit_screen(self, 440, 240)

    def phrases(self) -> dict[str, str]:
        """What was typed, for the sides that typed something."""
        return {side: field.text() for side, field in self.fields.items() if field.text()}


def ask_passphrases(parent: QWidget | None, title: str, words: str, sides: Mapping[str, str]) -> dict[str, str] | None:
    """The passphrases of the sides; None if somebody thought better of it."""
    dialog = PassphraseDialog(parent, title, words, sides)
    return dialog.phrases() if run_dialog(dialog) else None
