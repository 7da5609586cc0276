"""The bar that asks a map a question: hits are selected and counted, and can be written as CSV."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from common.data import did_you_mean
from common.gui.designer.map_sheet import MapSheet
from common.gui.designer.pages.facts_panel import value_of
from common.gui.kit.dialogs import ask_save_name
from common.gui.kit.language import tr, trn
from common.gui.kit.settings import Store
from common.gui.kit.widgets import IconButton, button, label
from common.maps.changing import editing_changes as changes
from common.maps.changing.editing import Data
from common.maps.query import HELP, QueryError, find, table

SET = re.compile(r"(\w+)\s*=\s*(.*)")
SET_HELP = "terrain = rough   ·   vp = 2   ·   tags = town, port"


class QueryBar(QWidget):
    """A line for the question, the number of hits, and what can be done with them."""

    hit = Signal(object)  # list of spaces
    notice = Signal(str, bool)
    left = Signal()  # the hand goes back to the map

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
        self.value = QLineEdit()
        self.value.setPlaceholderText(SET_HELP)
        self.value.setAccessibleName(tr("Change them to …"))
        self.change = button(tr("Change all"), tip=tr("Give every hit this value, as one step"))
        self.change.setEnabled(False)
        row = QGridLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.addWidget(label(tr("Spaces where"), "strong"), 0, 0)
        row.addWidget(self.field, 0, 1)
        for column, part in enumerate((self.count, self.export, close), 2):
            row.addWidget(part, 0, column)
        row.addWidget(label(tr("become"), "strong"), 1, 0)
        row.addWidget(self.value, 1, 1)
        row.addWidget(self.change, 1, 2, 1, 2)
        row.setColumnStretch(1, 1)
        self.value.returnPressed.connect(self._change)
        self.change.clicked.connect(self._change)
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
        self.change.setEnabled(bool(self.hits))
        self.notice.emit(
            trn("{n} of {all} space", "{n} of {all} spaces", len(self.hits), all=len(self.sheet.game_map.spaces)), False
        )
        self.hit.emit(self.hits)

    def _clear(self) -> None:
        self.hits = []
        self.count.setText("")
        self.export.setEnabled(False)
        self.change.setEnabled(False)

    def _change(self) -> None:
        """Give all hits a kind, a name, tags or an attribute, as one step of the history."""
        if self.sheet is None or not self.hits:
            return
        found = SET.fullmatch(self.value.text().strip())
        if found is None:
            self.notice.emit(tr("Say what they become, for example {example}", example="terrain = rough"), True)
            return
        what, said = found[1], found[2].strip().strip('"')
        hits, data, kinds = tuple(self.hits), self.sheet.document.data, self.sheet.game_map.kind
        layer = what if what in changes.layers(data) else "terrain" if kinds == "hex" and what == "kind" else ""
        if layer and kinds == "hex" and said not in changes.kinds(data, layer):
            known = did_you_mean(said, changes.kinds(data, layer))
            self.notice.emit(tr("There is no kind {kind}", kind=said) + known, True)
            return
        if layer or what == "kind":
            change = partial(changes.paint, layer=layer or "kind", wanted=dict.fromkeys(hits, said))
        else:
            change = partial(_set_all, spaces=hits, key=what, value=said)
        title = tr("{fact} of {what}", fact=what, what=trn("{n} space", "{n} spaces", len(hits)))
        if self.sheet.edit(title, change):
            self.left.emit()

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
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _set_all(data: Data, spaces: Iterable[str], key: str, value: str) -> None:
    """A name, tags or an attribute for every one of some spaces; an empty value takes it out."""
    for space in spaces:
        if key == "tags":
            changes.set_space(data, space, key, [tag.strip() for tag in value.split(",") if tag.strip()])
        elif key == "name":
            changes.set_space(data, space, key, value)
        else:
            changes.set_attr(data, space, key, value_of(value))
