"""What the checks say of a map: each finding with its code, place and hint, to be shown or let alone with a reason."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QTableWidget, QTableWidgetItem

from common.gui.designer.background_build import is_grave
from common.gui.designer.map_sheet import MapSheet
from common.gui.kit import icons, theme
from common.gui.kit.language import tr, trn, word
from common.gui.kit.widgets import Page, button, fold_tip, label
from common.maps.changing import editing_changes as changes
from common.maps.checking.findings import Finding

CHECK, PLACE, WHAT = range(3)
COLUMNS = (word("Check"), word("Place"), word("What"), word("What helps"))


class FindingsBox(Page):
    """The list of findings; a double click jumps to the place."""

    line_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__(margin=8, spacing=6)
        self.sheet: MapSheet | None = None
        self._rows: list[tuple[Finding, bool]] = []
        self.summary = label("", "strong", wrap=True)
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setHorizontalHeaderLabels([tr(title) for title in COLUMNS])
        self.table.setAccessibleName(tr("Findings"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().moveSection(CHECK, WHAT)  # what is wrong and where comes first
        self.about = label("", "soft", wrap=True)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(tr("Why it may stay"))
        self.reason.setAccessibleName(tr("Reason for ignoring"))
        self.show_it = button(tr("Show"), tip=tr("Bring the place into view (double click)"))
        self.ignore = button(tr("Ignore"), tip=tr("Ignore it, with the reason given"))
        row = QHBoxLayout()
        row.addWidget(self.show_it)
        row.addWidget(self.reason, 1)
        row.addWidget(self.ignore)
        for part in (self.summary, self.table, self.about):
            self.column.addWidget(part, 1 if part is self.table else 0)
        self.column.addLayout(row)
        self.column.addStretch(0)
        self.table.cellDoubleClicked.connect(lambda *_cell: self._show())
        self.table.currentCellChanged.connect(lambda *_cell: self._tell())
        self.show_it.clicked.connect(self._show)
        self.ignore.clicked.connect(self._ignore)
        self.reason.returnPressed.connect(self._ignore)
        self.reason.textChanged.connect(lambda _text: self._tell())

    def show_sheet(self, sheet: MapSheet) -> None:
        """The findings of a map, those that are ignored at the end."""
        self.sheet = sheet
        kept = self._current()
        self._rows = [(finding, False) for finding in sheet.findings]
        self._rows += [(finding, True) for finding in sheet.findings.ignored]
        look = theme.current()
        with QSignalBlocker(self.table):
            self.table.setRowCount(len(self._rows))
            for r, (finding, alone) in enumerate(self._rows):
                for c, text in enumerate((finding.code, finding.place or finding.near, finding.what, finding.hint)):
                    cell = QTableWidgetItem(text)
                    cell.setToolTip(fold_tip(f"{finding}"))
                    if alone:
                        cell.setForeground(QColor(look.soft))
                    if c == PLACE:
                        name, colour = (
                            ("tick", look.soft)
                            if alone
                            else ("warn", look.bad if finding.severity == "error" else look.brass)
                        )
                        cell.setIcon(icons.icon(name, colour, look.px(14), look.on_accent))
                    self.table.setItem(r, c, cell)
            self._fit()
            again = next((r for r, (finding, _) in enumerate(self._rows) if kept and finding == kept[0]), 0)
            if self._rows:
                self.table.selectRow(again)
        count, let_alone = len(sheet.findings), len(sheet.findings.ignored)
        said = [trn("{n} finding", "{n} findings", count) if count else tr("No complaints")]
        if let_alone:
            said.append(trn("{n} ignored with a reason", "{n} ignored with a reason", let_alone))
        self.summary.setText(", ".join(said))
        for part in (self.table, self.show_it, self.ignore):
            part.setVisible(bool(self._rows))
        QTimer.singleShot(0, self, self._fit)  # a list that was hidden had no width
        self._tell()

    def _fit(self) -> None:
        """Place and trouble can be read whole; the rest is a scroll away, and below the list."""
        self.table.resizeColumnsToContents()
        place = min(self.table.columnWidth(PLACE), round(self.table.viewport().width() * 0.4))
        self.table.setColumnWidth(PLACE, place)
        self.table.setColumnWidth(WHAT, max(theme.current().px(120), self.table.viewport().width() - place))
        self.table.resizeRowsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The columns follow the width of the panel."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)  # when the table has its place

    def _current(self) -> tuple[Finding, bool] | None:
        row = self.table.currentRow()
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def _reason_of(self, finding: Finding) -> str:
        data = self.sheet.document.data if self.sheet is not None else {}
        found = [
            e["reason"] for e in data.get("ignored", ()) if (e["check"], e["place"]) == (finding.code, finding.place)
        ]
        return str(found[0]) if found else ""

    def _tell(self) -> None:
        chosen = self._current()
        self.show_it.setEnabled(chosen is not None)
        self.reason.setVisible(chosen is not None and not chosen[1])
        self.ignore.setText(tr("Stop ignoring") if chosen and chosen[1] else tr("Ignore"))
        if chosen is None:
            self.about.setText("" if self._rows else tr("The map passes every check."))
            self.ignore.setEnabled(False)
            return
        finding, alone = chosen
        last = (
            tr("Ignored: {why}", why=self._reason_of(finding))
            if alone
            else f"{finding.hint[:1].upper()}{finding.hint[1:]}."
        )
        self.about.setText(f"{finding.code}, {tr('line {n}', n=finding.line)}: {finding.what}. {last}")
        self.ignore.setEnabled(alone or (bool(self.reason.text().strip()) and not is_grave(finding)))

    def _show(self) -> None:
        chosen = self._current()
        if chosen is not None and self.sheet is not None:
            self.sheet.show_place(chosen[0].place or chosen[0].near)
            self.line_wanted.emit(chosen[0].line)

    def _ignore(self) -> None:
        chosen = self._current()
        if chosen is None or self.sheet is None or not self.ignore.isEnabled():
            return
        finding, alone = chosen
        if alone:
            self.sheet.edit(
                tr("heed {what}", what=finding.code), partial(changes.heed, check=finding.code, place=finding.place)
            )
        elif self.sheet.ignore(finding.code, finding.place, self.reason.text()):
            self.reason.clear()
