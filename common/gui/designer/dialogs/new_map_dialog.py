"""New map: kind, grid, numbers, size and paper, with a word on what comes out of it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from common.gui.designer.dialogs.form_dialog import FormDialog
from common.gui.kit.language import tr, word
from common.gui.kit.widgets import label, spin
from common.maps.changing.new_map import PAPERS, NewMap, NewMapError, grid_on, write_map
from common.maps.load import map_from_text
from common.maps.pictures.themes import THEMES

KINDS = {"hex": word("Hexes"), "area": word("Areas"), "point": word("Points and routes")}
LIES = {
    "pointy": word("rows of hexes, points up"), "flat": word("columns of hexes, flat sides up"),
}  # fmt: skip
SCHEMES = {
    "CCRR": word("column, then row: 0312 is column 03, row 12"),
    "RRCC": word("row, then column: 1203 is row 12, column 03"),
}  # fmt: skip
GAMES = {
    "plain": word("plain"), "engraving": word("engraving (New Mexico)"), "briefing": word("from the air (Fallujah)"),
    "sahel": word("Sahel (Serval)"), "chart": word("nautical chart (Pirates)"),
    "atlas": word("desert atlas (Sand Wars)"),
}  # fmt: skip


def theme_box(chosen: str = "plain") -> QComboBox:
    """The themes to begin with."""
    box = QComboBox()
    for name in THEMES:
        box.addItem(tr(GAMES[name]) if name in GAMES else name, name)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


def choice(entries: dict[str, str]) -> QComboBox:
    """A box with words for values."""
    box = QComboBox()
    for value, text in entries.items():
        box.addItem(tr(text), value)
    return box


class NewMapDialog(FormDialog):
    """What is asked before a map is begun; `text` is the file it makes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("New map"), tr("Everything here can be changed later."), tr("Create …"))
        self.text = ""
        self.name, self.kind, self.theme = QLineEdit(tr("New map")), choice(KINDS), theme_box()
        self.paper, self.wide = QComboBox(), QCheckBox(tr("&Wide"))
        for paper in PAPERS:
            self.paper.addItem(paper, paper)
        self.paper.setCurrentIndex(self.paper.findData("A3"))
        self.wide.setChecked(True)
        self.lies, self.numbering = choice(LIES), choice(SCHEMES)
        self.shifted = choice({"even": word("even ones lie half a hex on"), "odd": word("odd ones lie half a hex on")})
        self.hex_mm = spin(5, 60, 25, tr("{n} mm across"))
        self.fills = QCheckBox(tr("As many hexes as the paper has &room for"))
        self.fills.setChecked(True)
        self.columns, self.rows = spin(1, 999, 20, tr("{n} columns")), spin(1, 999, 15, tr("{n} rows"))
        self.first_column, self.first_row = spin(0, 9999, 1, "{n}"), spin(0, 9999, 1, "{n}")
        self.rows_up = QCheckBox(tr("Row numbers grow &upwards"))
        self.outcome = label("", "strong", wrap=True)
        for text, field in (
            (tr("&Title"), self.name), (tr("&Kind"), self.kind), (tr("T&heme"), self.theme), (tr("&Paper"), self.paper),
            ("", self.wide), (tr("&Grid"), self.lies), (tr("&Shifted"), self.shifted), (tr("He&x size"), self.hex_mm),
            ("", self.fills), (tr("&Columns"), self.columns), (tr("&Rows"), self.rows),
            (tr("&Numbers"), self.numbering), (tr("First col&umn"), self.first_column),
            (tr("First ro&w"), self.first_row), ("", self.rows_up),
        ):  # fmt: skip
            self.add(text, field)
        self.column.insertWidget(self.column.count() - 2, self.outcome)
        self._hex_only = (
            self.lies, self.shifted, self.hex_mm, self.fills, self.columns, self.rows, self.numbering,
            self.first_column, self.first_row, self.rows_up,
        )  # fmt: skip
        for box in (self.kind, self.paper, self.lies, self.numbering):
            box.currentIndexChanged.connect(lambda _n: self._follow())
        for tick in (self.wide, self.fills):
            tick.toggled.connect(lambda _on: self._follow())
        for number in (self.hex_mm, self.columns, self.rows, self.first_column, self.first_row):
            number.valueChanged.connect(lambda _n: self._follow())
        self._follow()
        self.fit()
        self.name.selectAll()
        self.name.setFocus()

    def plan(self) -> NewMap:
        """What was chosen."""
        plan = NewMap(
            kind=self.kind.currentData(), title=self.name.text().strip() or tr("New map"),
            theme=self.theme.currentData(),
            orientation=self.lies.currentData(), shifted=self.shifted.currentData(),
            numbering=self.numbering.currentData(), first_column=self.first_column.value(),
            first_row=self.first_row.value(), rows_up=self.rows_up.isChecked(), columns=self.columns.value(),
            rows=self.rows.value(), hex_mm=float(self.hex_mm.value()), paper=self.paper.currentData(),
            wide=self.wide.isChecked(),
        )  # fmt: skip
        if plan.kind == "hex" and self.fills.isChecked():
            plan.columns, plan.rows = grid_on(plan)
        return plan

    def _follow(self) -> None:
        """Ask only what goes with the kind, and say what will come out."""
        hexes = self.kind.currentData() == "hex"
        for field in self._hex_only:
            self.form.setRowVisible(field, hexes)
        self.columns.setEnabled(not self.fills.isChecked())
        self.rows.setEnabled(not self.fills.isChecked())
        try:
            plan = self.plan()
            if hexes and self.fills.isChecked():
                for field, number in ((self.columns, plan.columns), (self.rows, plan.rows)):
                    with QSignalBlocker(field):
                        field.setValue(number)
            if hexes:
                ids = list(map_from_text(write_map(plan)).spaces)
                said = tr(
                    "{c} by {r} hexes, {first} to {last}", c=plan.columns, r=plan.rows, first=ids[0], last=ids[-1]
                )
            else:
                said = tr("A blank sheet: {paper}", paper=plan.paper)
            self.outcome.setText(said)
        except NewMapError as error:
            self.outcome.setText(str(error))

    def done_with(self) -> None:
        """Write the text."""
        self.text = write_map(self.plan())
