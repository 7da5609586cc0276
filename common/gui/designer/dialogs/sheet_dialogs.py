"""The size of a map and the numbers of its hexes, changed afterwards; other ids for spaces."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from common.gui.designer.dialogs.form_dialog import FormDialog
from common.gui.designer.dialogs.new_map_dialog import SCHEMES, choice
from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.language import tr
from common.gui.kit.widgets import spin
from common.maps.changing import editing_changes as changes
from common.maps.changing import editing_names as names

MOST = 200  # rows or columns added at once


class SheetDialog(FormDialog):
    """A form that changes the map in front; what the map refuses is said in the dialog."""

    def __init__(self, parent: QWidget, sheet: MapSheet, title: str, about: str, go: str) -> None:
        super().__init__(parent, title, about, go)
        self.sheet = sheet

    def change(self, label: str, change: object) -> None:
        """One step of the history, or a ValueError."""
        self.sheet.document.edit(label, change)  # type: ignore[arg-type]
        self.sheet.follow_edit()


class ResizeDialog(SheetDialog):
    """Rows and columns added or taken away at the sides, or another size of the sheet."""

    def __init__(self, parent: QWidget, sheet: MapSheet) -> None:
        hexes = sheet.game_map.kind == "hex"
        about = tr("How many are added at each side; a negative number takes some away.") if hexes else (
            tr("The size in map units, 100 to an inch; what lies on the sheet can be moved with it.")
        )  # fmt: skip
        super().__init__(parent, sheet, tr("Resize the map"), about, tr("Resize"))
        self.hexes = hexes
        if hexes:
            self.left, self.top = spin(-MOST, MOST, 0, tr("{n} columns")), spin(-MOST, MOST, 0, tr("{n} rows"))
            self.right, self.bottom = spin(-MOST, MOST, 0, tr("{n} columns")), spin(-MOST, MOST, 0, tr("{n} rows"))
            self.kind = QComboBox()
            self.kind.addItems(changes.kinds(sheet.document.data, "terrain"))
            for text, field in (
                (tr("&Left"), self.left), (tr("&Top"), self.top), (tr("&Right"), self.right),
                (tr("&Bottom"), self.bottom), (tr("New hexes are"), self.kind),
            ):  # fmt: skip
                self.add(text, field)
        else:
            width, height = sheet.game_map.size
            self.width_, self.height_ = spin(50, 100_000, round(width), "{n}"), spin(50, 100_000, round(height), "{n}")
            self.dx, self.dy = spin(-100_000, 100_000, 0, "{n}"), spin(-100_000, 100_000, 0, "{n}")
            for text, number in (
                (tr("&Width"), self.width_), (tr("&Height"), self.height_), (tr("Move to the &right"), self.dx),
                (tr("Move &down"), self.dy),
            ):  # fmt: skip
                self.add(text, number)
        self.fit()

    def done_with(self) -> None:
        """Resize as one step."""
        if self.hexes:
            sides = {"left": self.left, "top": self.top, "right": self.right, "bottom": self.bottom}
            wanted: dict[str, Any] = {name: field.value() for name, field in sides.items()}
            self.change(tr("resize the map"), partial(names.resize, **wanted, kind=self.kind.currentText()))
        else:
            size = self.width_.value(), self.height_.value()
            self.change(tr("resize the sheet"), partial(
                names.set_size, width=size[0], height=size[1], dx=self.dx.value(), dy=self.dy.value()))  # fmt: skip


class RenumberDialog(SheetDialog):
    """Another scheme, another first number, more digits."""

    def __init__(self, parent: QWidget, sheet: MapSheet) -> None:
        about = tr("Whatever names a hex in the file gets its new number.")
        super().__init__(parent, sheet, tr("Renumber the hexes"), about, tr("Renumber"))
        grid = names.grid_of(sheet.document.data)
        rows = [int(row) for row in sheet.document.data["terrain"]["rows"]]
        self.numbering = choice(SCHEMES)
        self.numbering.setCurrentIndex(self.numbering.findData(grid.numbering))
        self.column_, self.row_ = spin(0, 9999, grid.first_column, "{n}"), spin(0, 9999, min(rows, default=1), "{n}")
        self.digits = spin(1, 4, grid.digits, "{n}")
        self.rows_up = QCheckBox(tr("Row numbers grow &upwards"))
        self.rows_up.setChecked(grid.rows_up)
        for text, field in (
            (tr("&Numbers"), self.numbering), (tr("First &column"), self.column_), (tr("First &row"), self.row_),
            (tr("&Digits"), self.digits), ("", self.rows_up),
        ):  # fmt: skip
            self.add(text, field)
        self.fit()

    def done_with(self) -> None:
        """Renumber as one step."""
        self.change(tr("renumber the hexes"), partial(
            names.renumber, numbering=self.numbering.currentData(), first_column=self.column_.value(),
            first_row=self.row_.value(), digits=self.digits.value(), rows_up=self.rows_up.isChecked()))  # fmt: skip


class RenameDialog(SheetDialog):
    """Another id for one space, wherever it is named."""

    def __init__(self, parent: QWidget, sheet: MapSheet, space: str) -> None:
        about = tr("Everything in the file that names {space} follows.", space=space)
        super().__init__(parent, sheet, tr("Rename an id"), about, tr("Rename"))
        self.space, self.field = space, QLineEdit(space)
        self.add(tr("&New id"), self.field)
        self.fit()
        self.field.selectAll()
        self.field.setFocus()

    def done_with(self) -> None:
        """Rename as one step."""
        new = self.field.text().strip()
        self.change(tr("rename {old} to {new}", old=self.space, new=new), partial(
            names.rename_space, old=self.space, new=new))  # fmt: skip
        self.sheet.select(())
