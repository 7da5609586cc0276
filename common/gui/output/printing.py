"""Printing: the map on as many pages as its size needs, charts, the order of battle and the report, with a preview."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QFont, QPainter, QPen, QTextDocument
from PySide6.QtWidgets import QCheckBox, QDialog, QFormLayout, QVBoxLayout, QWidget

from common.gui.kit.dialogs import run_dialog
from common.gui.kit.language import tr
from common.gui.kit.widgets import button, button_row, fit_screen, label, spin
from common.gui.output import game_report
from common.gui.output.position_picture import PictureSource, make_sheet
from common.gui.output.print_preview import Preview
from common.gui.output.render import UNITS_PER_INCH, Sheet

OVERLAP = 0.4  # inches that neighbouring pages share
FOOT = 0.3  # inches kept for the line below the map
RULE_CM = 5  # the length of the printed rule
PAPER = """
h1, h2, h3 { color: #7b2d1e; }
table { border-collapse: collapse; border: 1px solid #8d7d5c; }
td, th { border: 1px solid #b9ac90; padding: 2px 7px; }
th { background-color: #f2ecdd; text-align: left; }
.dice, .rule { color: #5b4f3b; } .note { color: #5b4f3b; font-style: italic; }
.die { background-color: #f2ecdd; font-weight: bold; }
"""


class PrintRequest(NamedTuple):
    """What is to be printed; the map in per cent of its true size, 0 for one page."""

    map: bool = True
    percent: int = 0
    charts: bool = False
    forces: bool = False
    report: bool = False


class PrintDialog(QDialog):
    """What to print; the preview shows the pages, and `name` is proposed for their file."""

    written = Signal(str)  # the name of the file that was made

    def __init__(self, parent: QWidget, source: PictureSource, name: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Print"))
        self.source, self.name, self._desk = source, name, parent
        self.map = QCheckBox(tr("The map with the position"))
        self.map.setChecked(True)
        self.percent = spin(0, 200, 0, tr("{n} % of the true size"))
        self.percent.setSingleStep(25)
        self.percent.setSpecialValueText(tr("on one page"))
        self.map.toggled.connect(self.percent.setEnabled)
        self.charts = QCheckBox(tr("The charts"))
        self.forces = QCheckBox(tr("The order of battle"))
        self.report = QCheckBox(tr("The report of the game"))
        form = QFormLayout()
        form.addRow(self.map)
        form.addRow(tr("Size"), self.percent)
        for box in (self.charts, self.forces, self.report):
            form.addRow(box)
        go, stop = button(tr("Preview …"), "main"), button(tr("Cancel"))
        go.clicked.connect(self.preview)
        stop.clicked.connect(self.reject)
        side = source.session.viewer
        who = source.session.name(side) if side else tr("an onlooker")
        column = QVBoxLayout(self)
        column.addWidget(label(tr("Print"), "title"))
        column.addWidget(label(tr("As seen by: {side}", side=who), "soft"))
        column.addLayout(form)
        column.addStretch(1)
        column.addLayout(button_row(stop, go))
        fit_screen(self, 440, 290)

    def read_request(self) -> PrintRequest:
        """What was chosen."""
        boxes = (self.charts.isChecked(), self.forces.isChecked(), self.report.isChecked())
        return PrintRequest(self.map.isChecked(), self.percent.value(), *boxes)

    def preview(self) -> None:
        """Show the pages; from there they go to a printer or a PDF."""
        wanted, source = self.read_request(), self.source
        self.accept()
        width, height = source.view.scene.size
        wide = wanted.map and not wanted.percent and width > height
        store = source.session.store
        preview = Preview(self._desk, store, self.name, lambda paper: print_all(source, paper, wanted), wide)
        preview.written.connect(self.written)
        run_dialog(preview)


def print_all(source: PictureSource, device: Any, wanted: PrintRequest) -> int:
    """Draw what was asked for on a printer or PDF writer; how many pages it took."""
    painter = QPainter(device)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    count = 0
    if wanted.map:
        count = paint_map(make_sheet(source), device, painter, wanted.percent)
    session = source.session
    texts: list[list[str]] = []
    if wanted.charts:
        texts.append([game_report.chart_html(chart) for chart in session.table.charts(session.view)])
    if wanted.forces:
        texts.append([game_report.chart_html(session.table.forces(session.view))])
    if wanted.report:
        texts.append([game_report.write_html(session, style=PAPER)])
    for blocks in texts:
        count = paint_text(blocks, device, painter, count)
    painter.end()
    return count


def split_pages(sheet: Sheet, width: float, height: float, percent: int) -> list[tuple[QRectF, float]]:
    """The parts of the sheet page by page, in map units, with inches for a unit; width and height are inches."""
    w, h = sheet.scene.size
    if not percent:
        return [(QRectF(0, 0, w, h), min(width / w, height / h))]
    unit = percent / 100 / UNITS_PER_INCH
    step_x, step_y = (width - OVERLAP) / unit, (height - OVERLAP) / unit
    columns, rows = max(1, math.ceil((w - OVERLAP / unit) / step_x)), max(1, math.ceil((h - OVERLAP / unit) / step_y))
    return [
        (QRectF(c * step_x, r * step_y, width / unit, height / unit), unit) for r in range(rows) for c in range(columns)
    ]


def paint_map(sheet: Sheet, device: Any, painter: QPainter, percent: int) -> int:
    """Draw the sheet, with crop marks where it takes several pages; how many pages it took."""
    dpi = device.logicalDpiX()
    view = QRectF(painter.viewport())
    area = view.adjusted(0, 0, 0, -FOOT * dpi)
    parts = split_pages(sheet, area.width() / dpi, area.height() / dpi, percent)
    whole = QRectF(QPointF(0, 0), QPointF(*sheet.scene.size))
    for number, (part, unit) in enumerate(parts):
        if number:
            device.newPage()
        scale = unit * dpi
        shown = part.intersected(whole)
        painter.save()
        painter.scale(scale, scale)
        painter.translate(-part.topLeft())
        painter.setClipRect(shown)
        sheet.paint(painter, shown, scale)
        painter.restore()
        if percent:
            _crop_marks(painter, area, dpi)
        _foot(painter, view, dpi, sheet.title, tr("{n} of {all}", n=number + 1, all=len(parts)), unit)
    return len(parts)


def _crop_marks(painter: QPainter, area: QRectF, dpi: int) -> None:
    """Where to cut and glue."""
    cut = OVERLAP / 2 * dpi
    painter.setPen(QPen(QColor("#000000"), max(1.0, dpi / 150), Qt.PenStyle.DashLine))
    for x in (area.left() + cut, area.right() - cut):
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.top() + cut))
        painter.drawLine(QPointF(x, area.bottom() - cut), QPointF(x, area.bottom()))
    for y in (area.top() + cut, area.bottom() - cut):
        painter.drawLine(QPointF(area.left(), y), QPointF(area.left() + cut, y))
        painter.drawLine(QPointF(area.right() - cut, y), QPointF(area.right(), y))


def _foot(painter: QPainter, view: QRectF, dpi: int, title: str, which: str, unit: float) -> None:
    """Below the map: which page this is, its scale, and a rule to check the printer with."""
    percent = unit * UNITS_PER_INCH * 100
    line = QRectF(view.left(), view.bottom() - FOOT * dpi * 0.8, view.width(), FOOT * dpi * 0.8)
    font = QFont("DejaVu Sans")
    font.setPixelSize(max(6, round(dpi / 9)))
    painter.setFont(font)
    painter.setPen(QPen(QColor("#000000"), max(1.0, dpi / 200)))
    text = tr("{map}, page {which}, {n} % of the true size", map=title, which=which, n=f"{percent:.0f}")
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
    length, right, y = RULE_CM / 2.54 * dpi, line.right() - dpi / 10, line.center().y()
    painter.drawLine(QPointF(right - length, y), QPointF(right, y))
    for x in (right - length, right):
        painter.drawLine(QPointF(x, y - dpi / 16), QPointF(x, y + dpi / 16))
    words = QRectF(right - length - dpi, line.top(), dpi * 0.9, line.height())
    painter.drawText(words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, tr("{n} cm", n=RULE_CM))


def paint_text(blocks: Sequence[str], device: Any, painter: QPainter, count: int) -> int:
    """Draw texts below each other, none parted needlessly, after `count` pages; how many there are then."""
    view = QRectF(painter.viewport())
    y = view.height()
    for text in blocks:
        document = _document(text, device, view.width())
        height = document.size().height()
        long = height > view.height()
        if long:
            document.setPageSize(QSizeF(view.size()))
        if y + height > view.height():
            if count:
                device.newPage()
            count, y = count + 1, 0
        for number in range(document.pageCount() if long else 1):
            if number:
                device.newPage()
                count += 1
            _paint_part(painter, document, QRectF(0, number * view.height(), view.width(), view.height()), y)
        y = view.height() if long else y + height
    return count


def _document(text: str, device: Any, width: float) -> QTextDocument:
    document = QTextDocument()
    document.documentLayout().setPaintDevice(device)
    font = QFont("DejaVu Serif")
    font.setPointSizeF(9.5)
    document.setDefaultFont(font)
    document.setDefaultStyleSheet(PAPER)
    document.setHtml(text)
    document.setTextWidth(width)
    return document


def _paint_part(painter: QPainter, document: QTextDocument, part: QRectF, y: float) -> None:
    """A page of a text, its top so far down."""
    painter.save()
    painter.translate(0, y - part.top())
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = part
    painter.setClipRect(part)
    document.documentLayout().draw(painter, context)
    painter.restore()
