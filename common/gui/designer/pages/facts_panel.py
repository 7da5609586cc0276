"""What is known of what is selected, each line ready to be changed."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
)

from common.data import DataError, parsed_text
from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.language import tr, trn
from common.gui.kit.widgets import Page, form_row, label
from common.gui.panels.fact_sheet import FactSheet, sections_html
from common.maps.changing import editing_changes as changes
from common.maps.changing.editing import Data
from common.maps.gamemap import GameMap
from common.tabletop import Row, Section

LINE_KEYS = ("text", "name", "at", "angle", "size", "note")


def value_of(text: str) -> Any:
    """What is typed as YAML reads it: a number, a word, a list."""
    try:
        value: Any = parsed_text(f"- {text}", "")[0][0] if text.strip() else None
    except DataError:
        return text
    return text if isinstance(value, dict) else value


def written(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(written(each) for each in value) + "]"
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def links_section(game_map: GameMap, space: str) -> Section:
    """The neighbours of a space and what lies between."""
    rows = []
    for other in game_map.next_to(space):
        link = game_map.link(space, other)
        kinds = ", ".join(sorted(link.kinds)) if link and link.kinds else tr("plain")
        name = game_map.spaces[other].name
        rows.append(Row(kinds, f"{name} ({other})" if name and name != other else other, space=other))
    return Section(trn("{n} link", "{n} links", len(rows)), tuple(rows))


class FactsBox(Page):
    """A form for one space, many spaces, a name or a sign."""

    space_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__(margin=10, spacing=6)
        self.sheet: MapSheet | None = None
        self.title = label(tr("Nothing selected"), "heading", wrap=True)
        self.name, self.tags = QLineEdit(), QLineEdit()
        self.tags.setPlaceholderText(tr("words with commas between"))
        self.kind = QComboBox()
        self.kind.setEditable(True)
        self.form = QFormLayout()
        self.form.setContentsMargins(0, 0, 0, 0)
        for text, field in ((tr("&Name"), self.name), (tr("&Kind"), self.kind), (tr("&Tags"), self.tags)):
            form_row(self.form, text, field)
        self.inherited = label("", "soft", wrap=True)
        self.form.addRow("", self.inherited)
        self.attrs = QTableWidget(0, 2)
        self.attrs.setHorizontalHeaderLabels([tr("Attribute"), tr("Value")])
        self.attrs.setAccessibleName(tr("Attributes"))
        self.attrs.verticalHeader().hide()
        self.attrs.horizontalHeader().setStretchLastSection(True)
        self.attrs.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.links = FactSheet()
        self.column.addWidget(self.title)
        self.column.addLayout(self.form)
        self.column.addWidget(self.attrs, 3)
        self.column.addWidget(self.links, 3)
        self.name.editingFinished.connect(self._set_name)
        self.tags.editingFinished.connect(self._set_tags)
        self.kind.activated.connect(lambda _n: self._set_kind())
        self.kind.lineEdit().editingFinished.connect(self._set_kind)  # type: ignore[union-attr]
        self.attrs.cellChanged.connect(self._set_cell)
        for line in (self.name, self.tags, self.kind.lineEdit()):
            if line is not None:
                line.returnPressed.connect(self._leave)
        self.attrs.itemDelegate().closeEditor.connect(lambda _editor, hint: self._leave_cell(hint))
        self.links.space_wanted.connect(self.space_wanted)

    def _leave(self) -> None:
        """Enter ends the writing: the next key is for the map again."""
        if self.sheet is not None:
            QTimer.singleShot(0, self.sheet.view, self.sheet.view.setFocus)

    def _leave_cell(self, hint: QAbstractItemDelegate.EndEditHint) -> None:
        if hint not in (
            QAbstractItemDelegate.EndEditHint.EditNextItem,
            QAbstractItemDelegate.EndEditHint.EditPreviousItem,
        ):
            self._leave()

    # --- showing ---

    def show_sheet(self, sheet: MapSheet) -> None:
        """What is selected on a map."""
        self.sheet = sheet
        parts = (self.name, self.kind, self.tags, self.attrs)
        blocks = [QSignalBlocker(part) for part in parts]
        if sheet.point is not None and self._entry() is not None:
            self._show_point()
        elif sheet.selection:
            self._show_spaces()
        else:
            self.title.setText(sheet.game_map.title)
            kind = {"hex": tr("hex map"), "area": tr("area map"), "point": tr("point-to-point map")}[
                sheet.game_map.kind
            ]
            count = trn("{n} space", "{n} spaces", len(sheet.game_map.spaces))
            words = tr("Click a space with the Inspect tool, or look for spaces with Ctrl+F.")
            self.links.show_html(f"<p class='soft'>{kind}, {count}</p><p>{words}</p>")
        self._show_inherited()
        some = bool(sheet.selection) or sheet.point is not None
        for part in parts:
            part.setVisible(some)
            caption = self.form.labelForField(part)
            if caption is not None:
                caption.setVisible(some)
        if sheet.point is not None:
            self.kind.setVisible(False)
            self.tags.setVisible(False)
            for part in (self.kind, self.tags):
                self.form.labelForField(part).setVisible(False)
        del blocks

    def _entry(self) -> dict[str, Any] | None:
        """The label or sign that is selected."""
        if self.sheet is None or self.sheet.point is None:
            return None
        section, g, i = self.sheet.point
        try:
            found: dict[str, Any] = self.sheet.document.data[section][g]["entries"][i]
        except (KeyError, IndexError):
            return None
        return found

    def _show_point(self) -> None:
        entry = self._entry() or {}
        assert self.sheet is not None and self.sheet.point is not None
        key = "text" if self.sheet.point[0] == "labels" else "name"
        self.title.setText(tr("A name") if key == "text" else tr("A sign"))
        self.name.setText(str(entry.get(key, "")))
        self._rows({k: entry.get(k) for k in LINE_KEYS if k != key})
        self.links.show_html("")

    def _show_spaces(self) -> None:
        assert self.sheet is not None
        sheet, spaces = self.sheet, self.sheet.game_map.spaces
        chosen = [spaces[space] for space in sheet.selection if space in spaces]
        first = chosen[0] if chosen else None
        alone = len(sheet.selection) == 1
        entry = changes.entry_of(sheet.document.data, sheet.selection[0]) or {}
        self.name.setEnabled(alone)
        self.tags.setEnabled(alone)
        self.name.setText(str(entry.get("name", "")) if alone else "")
        self.tags.setText(", ".join(str(tag) for tag in entry.get("tags", ())) if alone else "")
        self.kind.clear()
        layer = "terrain" if sheet.game_map.kind == "hex" else "kind"
        self.kind.addItems(changes.kinds(sheet.document.data, layer))
        kinds = {space.kind for space in chosen}
        self.kind.setCurrentText(kinds.pop() if len(kinds) == 1 else "")
        if alone:
            shown = first.name if first and first.name != first.id else entry.get("name", "")
            self.title.setText(f"{shown} ({sheet.selection[0]})" if shown else sheet.selection[0])
            self._rows(dict(entry.get("attrs", {})))
            html = sections_html([links_section(sheet.game_map, first.id)]) if first else ""
            self.links.show_html(html)
        else:
            self.title.setText(trn("{n} space", "{n} spaces", len(sheet.selection)))
            self._rows({})
            words = tr("A kind or an attribute typed here is given to all of them.")
            some = ", ".join(sheet.selection[:60]) + ("…" if len(sheet.selection) > 60 else "")
            self.links.show_html(f"<p class='soft'>{words}</p><p>{some}</p>")

    def _show_inherited(self) -> None:
        """The tags that the only space selected has from its group in the file."""
        assert self.sheet is not None
        chosen = self.sheet.selection
        space = self.sheet.game_map.spaces.get(chosen[0]) if len(chosen) == 1 else None
        own = changes.entry_of(self.sheet.document.data, chosen[0]) or {} if space is not None else {}
        tags = sorted(space.tags - set(own.get("tags", ()))) if space is not None else []
        self.inherited.setText(tr("by its group: {tags}", tags=", ".join(tags)))
        self.form.setRowVisible(self.inherited, bool(tags))

    def _rows(self, values: dict[str, Any]) -> None:
        self.attrs.setRowCount(len(values) + 1)
        for row, (key, value) in enumerate([*values.items(), ("", "")]):
            name = QTableWidgetItem(str(key))
            if key:
                name.setFlags(name.flags() & ~Qt.ItemFlag.ItemIsEditable)
            self.attrs.setItem(row, 0, name)
            self.attrs.setItem(row, 1, QTableWidgetItem(written(value)))
        self.attrs.resizeColumnToContents(0)

    # --- changing ---

    def _each(self, label_: str, change: Any) -> None:
        """Change all that is selected alike, as one step."""
        if self.sheet is None:
            return
        chosen = self.sheet.selection

        def all_of(data: Data) -> None:
            for space in chosen:
                change(data, space)

        what = chosen[0] if len(chosen) == 1 else trn("{n} space", "{n} spaces", len(chosen))
        self.sheet.edit(tr("{fact} of {what}", fact=label_, what=what), all_of)

    def _set_name(self) -> None:
        if self.sheet is None:
            return
        text, entry = self.name.text().strip(), self._entry()
        if entry is not None and self.sheet.point is not None:
            section, g, i = self.sheet.point
            key = "text" if section == "labels" else "name"
            if text and text != entry.get(key, ""):
                self.sheet.edit(tr("name {text}", text=text), partial(
                    changes.set_entry, section=section, place=(g, i), key=key, value=text))  # fmt: skip
        elif len(self.sheet.selection) == 1:
            old = changes.entry_of(self.sheet.document.data, self.sheet.selection[0]) or {}
            if text != old.get("name", ""):
                self._each(tr("name"), partial(changes.set_space, key="name", value=text))

    def _set_tags(self) -> None:
        if self.sheet is None or len(self.sheet.selection) != 1:
            return
        tags = [tag.strip() for tag in self.tags.text().split(",") if tag.strip()]
        old = changes.entry_of(self.sheet.document.data, self.sheet.selection[0]) or {}
        if tags != old.get("tags", []):
            self._each(tr("tags"), partial(changes.set_space, key="tags", value=tags))

    def _set_kind(self) -> None:
        kind = self.kind.currentText().strip()
        if self.sheet is None or not kind or not self.sheet.selection:
            return
        layer = "terrain" if self.sheet.game_map.kind == "hex" else "kind"
        if layer == "terrain" and kind not in changes.kinds(self.sheet.document.data, layer):
            self.sheet.notice.emit(tr("There is no kind {kind}; make it in the paint box first", kind=kind), True)
            return
        wanted = dict.fromkeys(self.sheet.selection, kind)
        what = self.sheet.selection[0] if len(wanted) == 1 else trn("{n} space", "{n} spaces", len(wanted))
        if any(self.sheet.game_map.spaces[s].kind != kind for s in wanted if s in self.sheet.game_map.spaces):
            self.sheet.edit(
                tr("paint {what} {kind}", what=what, kind=kind), partial(changes.paint, layer=layer, wanted=wanted)
            )

    def _set_cell(self, row: int, _column: int) -> None:
        key, cell = self.attrs.item(row, 0), self.attrs.item(row, 1)
        if self.sheet is None or key is None or cell is None or not key.text().strip():
            return
        name, value = key.text().strip(), value_of(cell.text())
        if self.sheet.point is not None:
            section, g, i = self.sheet.point
            self.sheet.edit(tr("{fact} of the name", fact=name), partial(
                changes.set_entry, section=section, place=(g, i), key=name, value=value))  # fmt: skip
        elif value is not None or row < self.attrs.rowCount() - 1:
            self._each(name, partial(changes.set_attr, key=name, value=value))
