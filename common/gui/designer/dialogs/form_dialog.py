"""A dialog of the drawing table: a title, a form, a line that says what is wrong, and two buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QFormLayout, QVBoxLayout, QWidget

from common.gui.kit.language import tr
from common.gui.kit.widgets import button, button_row, fit_screen, form_row, label


class FormDialog(QDialog):
    """Fields under a title; `done` reads them, and what it refuses is said without closing."""

    def __init__(self, parent: QWidget, title: str, about: str, go: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.form = QFormLayout()
        self.about, self.trouble = label(about, "soft", wrap=True), label("", "bad", wrap=True)
        self.go, self.stop = button(go, "main"), button(tr("Cancel"))
        self.go.clicked.connect(self._finish)
        self.stop.clicked.connect(self.reject)
        self.column = QVBoxLayout(self)
        self.column.addWidget(label(title, "title"))
        self.column.addWidget(self.about)
        self.column.addLayout(self.form)
        self.column.addStretch(1)
        self.column.addWidget(self.trouble)
        self.column.addLayout(button_row(self.stop, self.go))
        self.trouble.hide()

    def add(self, text: str, field: QWidget) -> None:
        """A field with its name."""
        form_row(self.form, text, field)

    def fit(self, width: int = 460) -> None:
        """As high as the fields need."""
        first = self.form.itemAt(0, QFormLayout.ItemRole.FieldRole)
        field = first.widget() if first is not None else None
        if field is not None:
            field.setFocus()
        self.adjustSize()
        fit_screen(self, width, self.sizeHint().height())

    def done_with(self) -> None:
        """Use what was chosen; a ValueError says what is wrong with it."""

    def _finish(self) -> None:
        try:
            self.done_with()
        except ValueError as error:
            text = str(error)
            self.trouble.setText(text[:1].upper() + text[1:])
            self.trouble.show()
            return
        self.accept()
