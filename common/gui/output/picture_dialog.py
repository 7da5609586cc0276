"""Pictures of the position: exported, printed, and small on the shelf of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QProgressDialog,
    QVBoxLayout,
)

from common.gui.kit import theme
from common.gui.kit.dialogs import answered, ask_save_name
from common.gui.kit.language import tr, word
from common.gui.kit.widgets import busy, button, button_row, fit_screen, label, spin
from common.gui.output.render import Progress, Sheet, thumbnail, write_pdf, write_png, write_svg

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

KINDS = (("png", word("PNG, pixels")), ("svg", word("SVG, vectors")), ("pdf", word("PDF, true size")))
SLOW = 1_000  # ms after which a bar shows how far the work is (U29)
EVERYTHING = "everything"  # both sides' secrets on one picture


def sheet_of(window: TableWindow, counters: bool = True, seen_by: str | None = "") -> Sheet:
    """The map with what a side may see on it: the viewer unless another is named, None for an onlooker."""
    session = window.session
    game, state = session.match.game, session.state_at(session.shown)
    if seen_by == EVERYTHING:
        views = [(side, game.view(state, side)) for side in session.match.sides]
        pieces = [p for side, view in views for p in session.table.pieces(view) if p.side == side]
        first = views[0][1]
        pieces += [p for p in session.table.pieces(first) if p.side is None]
    else:
        first = session.view if seen_by == "" else game.view(state, seen_by)
        pieces = list(session.table.pieces(first))
    markers = list(session.table.markers(first))
    scene, colours, percent = window.map.scene, session.table.colours, window.map.counters_scale
    places = window.map.board.places
    if not counters:
        return Sheet(window.game_map, scene, percent=percent, colours=colours, places=places)
    return Sheet(window.game_map, scene, pieces, markers, percent, colours, places, session.table.tokens(first))


@busy()
def picture_of(window: TableWindow, longest: int, seen_by: str | None = "") -> QImage:
    """The whole position as one picture, so many pixels along its longer side."""
    sheet = sheet_of(window, seen_by=seen_by)
    width, height = sheet.scene.size
    scale = longest / max(width, height)
    return thumbnail(sheet, round(width * scale), round(height * scale), QColor(theme.current().desk))


def as_text(image: QImage) -> str:
    """A picture as the text of a PNG in base 64."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().toBase64().data()).decode()


class ExportDialog(QDialog):
    """What to write, and how."""

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(tr("Export picture"))
        self.window_ = window
        self.kind = QComboBox()
        for value, text in KINDS:
            self.kind.addItem(tr(text), value)
        self.dpi = spin(30, 600, 150, tr("{n} dots an inch"))
        self.counters = QCheckBox(tr("With the counters"))
        self.counters.setChecked(True)
        self.seen_by = QComboBox()
        session = window.session
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
        seen, viewer = self.seen_by.currentData(), self.window_.session.viewer
        foreign = seen is not None and seen != viewer
        words = tr("This shows what the other side hides.")
        if seen == EVERYTHING:
            words = tr("This shows what both sides hide.")
        self.warning.setText(words if foreign else "")

    def write(self) -> None:
        """Ask for a name and write."""
        kind = str(self.kind.currentData())
        name, kinds = f"{self.window_.commands.groups.game.propose_name()}.{kind}", f"{kind.upper()} (*.{kind})"
        path = ask_save_name(self, tr("Export picture"), name, kinds, self.window_.store)
        if path is not None:
            wanted = self.dpi.value(), self.counters.isChecked(), self.seen_by.currentData()
            message, bad = write_picture(self.window_, path, *wanted, progress=self._progress())
            self.window_.prompt.tell(message, "", "bad" if bad else "soft")
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


@busy()
def write_picture(
    window: TableWindow,
    path: Path,
    dpi: int = 150,
    counters: bool = True,
    seen_by: str | None = "",
    progress: Progress | None = None,
) -> tuple[str, bool]:
    """Write the position in the kind the name asks for; what to tell the player, and whether it failed."""
    sheet = sheet_of(window, counters, seen_by)
    try:
        if path.suffix == ".svg":
            write_svg(sheet, path)
        elif path.suffix == ".pdf":
            write_pdf(sheet, path)
        elif not write_png(sheet, path, dpi, progress):
            return tr("The picture was not written."), False
    except (OSError, ValueError) as error:
        return tr("The picture cannot be written: {reason}.", reason=error), True
    return tr("The picture was written to {file}.", file=path.name), False


def export_dialog(window: TableWindow) -> None:
    """Ask what to export and do it."""
    answered(ExportDialog(window))
