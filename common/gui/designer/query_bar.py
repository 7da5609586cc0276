"""The bar that asks a map a question: hits are selected and counted, and can be written as CSV."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.dialogs import ask_save_name
from common.gui.kit.language import tr, trn
from common.gui.kit.settings import Store
from common.gui.kit.widgets import IconButton, button, label
from common.maps.query import HELP, QueryError, find, table


class QueryBar(QWidget):
    """A line for the question, the number of hits, and what can be done with them."""

    hit = Signal(object)  # list of spaces
    notice = Signal(str, bool)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.setObjectName("prompt")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sheet: MapSheet | None = None
        self.hits: list[str] = []
        self.field = QLineEdit()
        self.field.setPlaceholderText(HELP)
        self.field.setToolTip(HELP.replace("   ·   ", "\n"))
        self.field.setAccessibleName(tr("Find spaces that …"))
        self.field.setClearButtonEnabled(True)
        self.count = label("", "strong")
        self.export = button(tr("Write CSV …"), tip=tr("The hits with all that is known of them"))
        self.export.setEnabled(False)
        close = IconButton("close", tr("Close the search"), size=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.addWidget(label(tr("Spaces where"), "strong"))
        row.addWidget(self.field, 1)
        for part in (self.count, self.export, close):
            row.addWidget(part)
        self.field.returnPressed.connect(self.ask)
        self.field.textChanged.connect(lambda _text: self._clear())
        self.export.clicked.connect(self._export)
        close.clicked.connect(self.hide)

    def show_sheet(self, sheet: MapSheet) -> None:
        """Ask this map; a question that is open is asked again."""
        if sheet is not self.sheet:
            self._clear()
        self.sheet = sheet

    def open(self) -> None:
        """Show the bar and begin to write."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def ask(self) -> None:
        """Select what the question is true of."""
        if self.sheet is None:
            return
        try:
            self.hits = find(self.sheet.game_map, self.field.text())
        except QueryError as error:
            self._clear()
            self.count.setText("")
            self.notice.emit(str(error)[:1].upper() + str(error)[1:], True)
            return
        self.count.setText(trn("{n} space", "{n} spaces", len(self.hits)))
        self.export.setEnabled(bool(self.hits))
        self.notice.emit(
            trn("{n} of {all} space", "{n} of {all} spaces", len(self.hits), all=len(self.sheet.game_map.spaces)), False
        )
        self.hit.emit(self.hits)

    def _clear(self) -> None:
        self.hits = []
        self.count.setText("")
        self.export.setEnabled(False)

    def _export(self) -> None:
        if self.sheet is None:
            return
        start, title = f"{self.sheet.game_map.id}-spaces.csv", tr("Write the spaces as CSV")
        path = ask_save_name(self, title, start, tr("Tables (*.csv)"), self.store)
        if path is None:
            return
        try:
            path.write_text(table(self.sheet.game_map, self.hits), encoding="utf-8", newline="")
        except OSError as error:
            self.notice.emit(tr("{file}: cannot be written: {why}", file=path, why=error.strerror), True)
        else:
            self.notice.emit(
                trn("{n} space written: {file}", "{n} spaces written: {file}", len(self.hits), file=path), False
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes the bar."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
