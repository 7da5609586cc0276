"""What to export as a picture, and how."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QProgressDialog,
    QVBoxLayout,
    QWidget,
)

from common.gui.kit.dialogs import ask_save_name
from common.gui.kit.language import tr, word
from common.gui.kit.widgets import button, button_row, fit_screen, label, spin
from common.gui.output.position_picture import EVERYTHING, PictureSource, write_picture
from common.gui.output.render import Progress

KINDS = (("png", word("PNG, pixels")), ("svg", word("SVG, vectors")), ("pdf", word("PDF, true size")))
SLOW = 1_000  # ms after which a bar shows how far the work is (U29)


class ExportDialog(QDialog):
    """What to write, and how; `name` is proposed for the file."""

    written = Signal(str, bool)  # what has become of the picture, and whether it failed

    def __init__(self, parent: QWidget, source: PictureSource, name: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export picture"))
        self.source, self.name = source, name
        self.kind = QComboBox()
        for value, text in KINDS:
            self.kind.addItem(tr(text), value)
        self.dpi = spin(30, 600, 150, tr("{n} dots an inch"))
        self.counters = QCheckBox(tr("With the counters"))
        self.counters.setChecked(True)
        self.seen_by = QComboBox()
        session = source.session
        for side in sorted(session.match.sides, key=lambda side: side != session.viewer):
            self.seen_by.addItem(session.name(side), side)
        self.seen_by.addItem(tr("An onlooker"), None)
        self.seen_by.addItem(tr("Everything, secrets included"), EVERYTHING)
        if session.viewer is None:
            self.seen_by.setCurrentIndex(self.seen_by.count() - 2)
        self.warning = label("", "bad", wrap=True)
        self.seen_by.currentIndexChanged.connect(self._warn)
        form = QFormLayout()
        form.addRow(tr("Kind"), self.kind)
        form.addRow(tr("Sharpness"), self.dpi)
        form.addRow(tr("As seen by"), self.seen_by)
        form.addRow("", self.counters)
        go, stop = button(tr("Write …"), "main"), button(tr("Cancel"))
        go.clicked.connect(self.write)
        stop.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label(tr("Export picture"), "title"))
        column.addLayout(form)
        column.addWidget(self.warning)
        column.addStretch(1)
        column.addLayout(button_row(stop, go))
        fit_screen(self, 460, 290)
        self.kind.currentIndexChanged.connect(lambda: self.dpi.setEnabled(self.kind.currentData() == "png"))

    def _warn(self) -> None:
        """A picture with somebody else's secrets must not be made by accident."""
        seen, viewer = self.seen_by.currentData(), self.source.session.viewer
        foreign = seen is not None and seen != viewer
        words = tr("This shows what the other side hides.")
        if seen == EVERYTHING:
            words = tr("This shows what both sides hide.")
        self.warning.setText(words if foreign else "")

    def write(self) -> None:
        """Ask for a name and write."""
        kind = str(self.kind.currentData())
        name, kinds = f"{self.name}.{kind}", f"{kind.upper()} (*.{kind})"
        path = ask_save_name(self, tr("Export picture"), name, kinds, self.source.session.store)
        if path is not None:
            wanted = self.dpi.value(), self.counters.isChecked(), self.seen_by.currentData()
            self.written.emit(*write_picture(self.source, path, *wanted, progress=self._progress()))
            self.accept()

    def _progress(self) -> Progress:
        """A bar with a way out, for pictures that take their time."""
        bar = QProgressDialog(tr("Drawing the picture"), tr("Stop"), 0, 100, self)
        bar.setWindowModality(Qt.WindowModality.WindowModal)
        bar.setMinimumDuration(SLOW)

        def tell(share: float) -> bool:
            bar.setValue(round(100 * share))
            return not bar.wasCanceled()

        return tell
