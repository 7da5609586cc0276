"""The pages before they are printed, with ways to a printer or a PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPagedPaintDevice, QPageLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrintPreviewWidget
from PySide6.QtWidgets import QDialog, QGraphicsView, QHBoxLayout, QVBoxLayout, QWidget

from common.gui.kit import theme
from common.gui.kit.dialogs import ask_save_name, run_dialog
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.kit.widgets import IconButton, button, button_row, fit_screen, label
from common.gui.output.render import pdf_pages

Draw = Callable[[QPagedPaintDevice], object]
CLOSER = 1.25


class Preview(QDialog):
    """Pages as they will come out; the drawing is asked for again when the paper changes."""

    written = Signal(str)  # the name of the file that was made

    def __init__(self, parent: QWidget, store: Store, name: str, draw: Draw, wide: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Print preview"))
        self.store, self.name, self.draw = store, name, draw
        self.printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        self.pages = QPrintPreviewWidget(self.printer)
        self.pages.paintRequested.connect(draw)
        self.pages.previewChanged.connect(self._count)
        for view in self.pages.findChildren(QGraphicsView):
            view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # one stop for Tab, not two
            view.scene().setBackgroundBrush(theme.current().color("desk"))
        self.page, self.trouble = label(""), label("", "bad", wrap=True)
        self.wide = IconButton("paper", tr("Turn the paper"))
        self.wide.setCheckable(True)
        self.wide.toggled.connect(self._turn)
        column = QVBoxLayout(self)
        column.addLayout(self._head())
        column.addWidget(self.pages, 1)
        column.addWidget(self.trouble)
        self.trouble.hide()
        column.addLayout(self._foot())
        fit_screen(self, 1000, 760)
        self.wide.setChecked(wide)
        self.go.setFocus()

    def _head(self) -> QHBoxLayout:
        pages, row = self.pages, QHBoxLayout()
        self.back, self.on = IconButton("back", tr("One page back")), IconButton("step", tr("One page on"))
        whole, wide = IconButton("fit", tr("Whole page")), IconButton("page_width", tr("Width of the page"))
        closer, away = IconButton("plus", tr("Closer")), IconButton("minus", tr("Zoom out"))
        self.back.clicked.connect(lambda: self._go(-1))
        self.on.clicked.connect(lambda: self._go(1))
        for made, call in ((whole, pages.fitInView), (wide, pages.fitToWidth)):
            made.clicked.connect(call)
        closer.clicked.connect(lambda: pages.zoomIn(CLOSER))
        away.clicked.connect(lambda: pages.zoomOut(CLOSER))
        for part in (self.back, self.page, self.on):
            row.addWidget(part)
        row.addStretch(1)
        for part in (away, closer, whole, wide, self.wide):
            row.addWidget(part)
        return row

    def _foot(self) -> QHBoxLayout:
        stop, keep, self.go = button(tr("Close")), button(tr("Save as PDF …")), button(tr("Print …"), "main")
        stop.clicked.connect(self.reject)
        keep.clicked.connect(self.save)
        self.go.clicked.connect(self.print)
        return button_row(stop, keep, self.go)

    def _go(self, step: int) -> None:
        self.pages.setCurrentPage(self.pages.currentPage() + step)
        self._count()

    def _count(self) -> None:
        """Say which page is looked at, and whether there is another."""
        here, count = self.pages.currentPage(), self.pages.pageCount()
        self.page.setText(tr("Page {n} of {all}", n=here, all=count))
        self.back.setEnabled(here > 1)
        self.on.setEnabled(here < count)

    def _turn(self, wide: bool) -> None:
        way = QPageLayout.Orientation.Landscape if wide else QPageLayout.Orientation.Portrait
        self.pages.setOrientation(way)

    def save(self) -> None:
        """Ask for a name and write the pages as a PDF."""
        path = ask_save_name(self, tr("Save as PDF"), f"{self.name}.pdf", tr("PDF (*.pdf)"), self.store)
        if path is not None and self.write(path):
            self.accept()

    def write(self, path: Path) -> bool:
        """Write the pages as a PDF, on the paper that is looked at; where that fails, say so and stay."""
        try:
            with pdf_pages(path, self.name, self.printer.pageLayout()) as writer:
                self.draw(writer)
        except OSError as error:
            why = error.strerror or error
            self.trouble.setText(tr("{file} cannot be written: {reason}.", file=path.name, reason=why))
            self.trouble.show()
            return False
        self.written.emit(path.name)
        return True

    def print(self) -> None:
        """Choose a printer and print."""
        if run_dialog(QPrintDialog(self.printer, self)):
            self.pages.print_()
            self.accept()
