"""Pictures of the position: exported, printed, and small on the shelf of games."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QSpinBox,
    QVBoxLayout,
)

from common.gui.export import UNITS_PER_INCH, Sheet, write_pdf, write_png, write_svg
from common.gui.widgets import button, label

if TYPE_CHECKING:
    from common.gui.window import TableWindow

KINDS = (("png", "PNG, pixels"), ("svg", "SVG, vectors"), ("pdf", "PDF, true size"))
OVERLAP = 0.4  # inches that neighbouring pages share


def sheet_of(window: TableWindow, counters: bool = True, view: Any = None) -> Sheet:
    """The map with what the viewer may see on it."""
    session = window.session
    shown = session.view if view is None else view
    pieces = list(session.table.pieces(shown)) if counters else []
    markers = list(session.table.markers(shown)) if counters else []
    percent = window.map.counters_scale
    return Sheet(window.game_map, window.map.scene, pieces, markers, percent, session.table.colours)


class ExportDialog(QDialog):
    """What to write, and how."""

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window)
        self.setWindowTitle("Export picture")
        self.window_ = window
        self.kind = QComboBox()
        for value, text in KINDS:
            self.kind.addItem(text, value)
        self.dpi = QSpinBox()
        self.dpi.setRange(30, 600)
        self.dpi.setValue(150)
        self.dpi.setSuffix(" dots an inch")
        self.counters = QCheckBox("With the counters")
        self.counters.setChecked(True)
        side = window.session.viewer
        who = window.session.name(side) if side else "an onlooker"
        form = QFormLayout()
        form.addRow("Kind", self.kind)
        form.addRow("Sharpness", self.dpi)
        form.addRow("", self.counters)
        go, stop = button("Write …", "main"), button("Cancel")
        go.clicked.connect(self.write)
        stop.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(stop)
        row.addWidget(go)
        column = QVBoxLayout(self)
        column.addWidget(label("Export picture", "title"))
        column.addWidget(label(f"The picture shows what {who} may see.", "soft", wrap=True))
        column.addLayout(form)
        column.addLayout(row)
        self.kind.currentIndexChanged.connect(lambda: self.dpi.setEnabled(self.kind.currentData() == "png"))

    def write(self) -> None:
        """Ask for a name and write."""
        kind = str(self.kind.currentData())
        start = (
            Path(self.window_.store.now.last_folder or Path.home()) / f"{self.window_.commands.proposed_name()}.{kind}"
        )
        name, _ = QFileDialog.getSaveFileName(self, "Export picture", str(start), f"{kind.upper()} (*.{kind})")
        if name:
            message, bad = write_picture(self.window_, Path(name), self.dpi.value(), self.counters.isChecked())
            self.window_.prompt.tell(message, "", "bad" if bad else "soft")
            self.accept()


def write_picture(window: TableWindow, path: Path, dpi: int = 150, counters: bool = True) -> tuple[str, bool]:
    """Write the position in the kind the name asks for; what to tell the player, and whether it failed."""
    sheet = sheet_of(window, counters)
    try:
        if path.suffix == ".svg":
            write_svg(sheet, path)
        elif path.suffix == ".pdf":
            write_pdf(sheet, path)
        else:
            write_png(sheet, path, dpi)
    except (OSError, ValueError) as error:
        return f"The picture cannot be written: {error}.", True
    return f"The picture was written to {path.name}.", False


def export_dialog(window: TableWindow) -> None:
    """Ask what to export and do it."""
    ExportDialog(window).exec()


def print_dialog(window: TableWindow) -> None:
    """Preview and print the position, on one page or in its true size on several."""
    from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
    from PySide6.QtWidgets import QMessageBox

    box = QMessageBox(QMessageBox.Icon.NoIcon, "Print", "How large?", parent=window)
    one = box.addButton("On one page", QMessageBox.ButtonRole.AcceptRole)
    many = box.addButton("True size, several pages", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    if box.clickedButton() not in (one, many):
        return
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    preview = QPrintPreviewDialog(printer, window)
    preview.paintRequested.connect(lambda to: paint_pages(sheet_of(window), to, box.clickedButton() is many))
    preview.resize(900, 700)
    preview.exec()


def pages(sheet: Sheet, width: float, height: float, true_size: bool) -> list[tuple[QRectF, float]]:
    """The parts of the sheet page by page, in map units, with inches for a unit; width and height are inches."""
    w, h = sheet.scene.size
    if not true_size:
        return [(QRectF(0, 0, w, h), min(width / w, height / h))]
    unit = 1 / UNITS_PER_INCH
    step_x, step_y = (width - OVERLAP) / unit, (height - OVERLAP) / unit
    columns, rows = max(1, math.ceil((w - OVERLAP / unit) / step_x)), max(1, math.ceil((h - OVERLAP / unit) / step_y))
    return [
        (QRectF(c * step_x, r * step_y, width / unit, height / unit), unit) for r in range(rows) for c in range(columns)
    ]


def paint_pages(sheet: Sheet, device: Any, true_size: bool) -> int:
    """Draw the sheet on a printer; how many pages it took."""
    dpi = device.logicalDpiX()
    painter = QPainter(device)
    view = painter.viewport()
    parts = pages(sheet, view.width() / dpi, view.height() / dpi, true_size)
    for number, (part, unit) in enumerate(parts):
        if number:
            device.newPage()
        scale = unit * dpi
        painter.save()
        painter.scale(scale, scale)
        painter.translate(-part.topLeft())
        whole = QRectF(QPointF(0, 0), QPointF(*sheet.scene.size))
        painter.setClipRect(part.intersected(whole))
        sheet.paint(painter, part.intersected(whole), scale)
        painter.restore()
        if true_size:
            _crop_marks(painter, view, number, len(parts), dpi)
    painter.end()
    return len(parts)


def _crop_marks(painter: QPainter, view: Any, number: int, count: int, dpi: int) -> None:
    """Where to cut and glue."""
    cut = round(OVERLAP / 2 * dpi)
    painter.setPen(QPen(QColor("#000000"), max(1, dpi // 150), Qt.PenStyle.DashLine))
    for x in (cut, view.width() - cut):
        painter.drawLine(x, 0, x, cut)
        painter.drawLine(x, view.height() - cut, x, view.height())
    for y in (cut, view.height() - cut):
        painter.drawLine(0, y, cut, y)
        painter.drawLine(view.width() - cut, y, view.width(), y)
    painter.drawText(cut + dpi // 10, view.height() - cut // 3, f"{number + 1} of {count}")
