"""The paint box: which kind the brush paints, and what the edges tool draws between spaces."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from common.gui.designer.dialogs.form_dialog import FormDialog
from common.gui.designer.map_sheet import MapSheet
from common.gui.kit import theme
from common.gui.kit.dialogs import run_dialog
from common.gui.kit.language import tr, word
from common.gui.kit.widgets import IconButton, Page, button, label, make_tip, spin
from common.maps.changing import editing_changes as changes
from common.maps.pictures.styles import key_of, map_palette
from common.maps.pictures.themes import Palette

Line = tuple[str, str, str]
WIDEST = 6
LAYERS = {"terrain": word("Terrain"), "kind": word("Kind")}  # other layers are called what the file calls them
LIKE = {  # parts of the names of lines, and the colour of the map that they are drawn in
    "river": "bank", "canal": "bank", "stream": "bank", "border": "border", "impassable": "barrier", "road": "road",
    "wall": "barrier",
}  # fmt: skip
FIRST_LINES: tuple[Line, ...] = (("sides", "river", "River"), ("paths", "road", ""))
FIRST_ROUTE: tuple[Line, ...] = (("routes", "road", ""),)
ROUTES = {"routes": word("from point to point")}
RUNS = {
    "sides": word("along the sides of spaces: a river, a wall"), "paths": word("through spaces: a road, a railway"),
}  # fmt: skip
SIGNS = {"sides": word("along sides"), "paths": word("through spaces"), "routes": word("route")}


def line_colour(colours: Palette, shows: str) -> str:
    """The colour that a line is drawn in: its own, that of its kind, or that of what it is like."""
    kind = shows.partition(":")[2]
    like = next((colour for part, colour in LIKE.items() if part in kind), "track")
    return str(colours.get(key_of(shows, "stroke")) or colours.get(kind, colours[like]))


def swatch(colour: str, line: bool = False) -> QIcon:
    """A small patch of colour, or a stroke of it."""
    look = theme.current()
    size = look.px(16)
    picture = QPixmap(size * 2, size * 2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(look.color("edge"))
    painter.setBrush(QColor(colour))
    if line:
        painter.drawRoundedRect(2, size - 5, 2 * size - 4, 10, 4, 4)
    else:
        painter.drawRoundedRect(2, 2, 2 * size - 4, 2 * size - 4, 5, 5)
    painter.end()
    picture.setDevicePixelRatio(2.0)
    result = QIcon(picture)
    result.addPixmap(picture, QIcon.Mode.Selected)  # else the line of a list that is chosen would dye it
    return result


class PaintBox(Page):
    """Kinds of spaces above, what lies between spaces below."""

    kind_taken = Signal()  # a kind was chosen: the brush is wanted
    line_taken = Signal()  # a line was chosen: the edges tool is wanted

    def __init__(self) -> None:
        super().__init__(margin=10, spacing=6)
        self.sheet: MapSheet | None = None
        self._wanted_lines: dict[Path, list[Line]] = {}  # sorts that are not in the file before their first stroke
        self._wanted_kinds: dict[Path, list[str]] = {}
        self.layers = QComboBox()
        self.layers.setAccessibleName(tr("What the brush paints"))
        self.kinds = QListWidget()
        self.kinds.setAccessibleName(tr("Kinds of spaces"))
        self.lines = QListWidget()
        self.lines.setAccessibleName(tr("What lies between spaces"))
        self.wide = spin(1, WIDEST, 1, tr("Width {n}"))
        self.wide.setAccessibleName(tr("Width of the brush"))
        self.fill = IconButton("fill", tr("Fill: a click paints all that hang together and are alike (Ctrl)"))
        self.fill.setCheckable(True)
        self.new_kind = button(tr("New kind …"), "quiet")
        self.new_line = button(tr("New line …"), "quiet")
        top = QHBoxLayout()
        top.addWidget(self.layers, 1)
        top.addWidget(self.wide)
        top.addWidget(self.fill)
        for part, stretch in (
            (label(tr("Spaces"), "section"), 0), (top, 0), (self.kinds, 3), (self.new_kind, 0),
            (label(tr("Between spaces"), "section"), 0), (self.lines, 4), (self.new_line, 0),
        ):  # fmt: skip
            if part is top:
                self.column.addLayout(top)
            else:
                self.column.addWidget(part, stretch)  # type: ignore[arg-type]
        self.layers.currentIndexChanged.connect(lambda _n: self._fill_kinds())
        self.kinds.itemClicked.connect(lambda _item: self.kind_taken.emit())
        self.lines.itemClicked.connect(lambda _item: self.line_taken.emit())
        self.new_kind.clicked.connect(self._ask_kind)
        self.new_line.clicked.connect(self._ask_line)

    # --- what is chosen ---

    @property
    def layer(self) -> str:
        """The layer the brush paints in."""
        return str(self.layers.currentData() or "kind")

    @property
    def kind(self) -> str:
        """The kind the brush paints."""
        item = self.kinds.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""

    @property
    def thickness(self) -> int:
        """How wide the brush is, in spaces from the middle."""
        return self.wide.value()

    @property
    def filling(self) -> bool:
        """Whether a click fills."""
        return self.fill.isChecked()

    @property
    def line(self) -> Line | None:
        """What the edges tool draws."""
        item = self.lines.currentItem()
        return tuple(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def take(self, kind: str) -> None:
        """Choose a kind."""
        for row in range(self.kinds.count()):
            if self.kinds.item(row).data(Qt.ItemDataRole.UserRole) == kind:
                self.kinds.setCurrentRow(row)

    def take_line(self, kinds: Collection[str], names: Collection[str] = ()) -> None:
        """Choose what lies on a link; the name decides between two of one kind."""
        rows = [(row, tuple(self.lines.item(row).data(Qt.ItemDataRole.UserRole))) for row in range(self.lines.count())]
        fitting = [(row, line) for row, line in rows if line[1] in kinds]
        best = [row for row, line in fitting if line[2] in names] or [row for row, _ in fitting]
        if best:
            self.lines.setCurrentRow(best[0])

    # --- filling ---

    def show_sheet(self, sheet: MapSheet) -> None:
        """The paints of a map; what was chosen stays chosen where it is there."""
        data, layer, line = sheet.document.data, self.layer, self.line
        self.sheet = sheet
        with QSignalBlocker(self.layers):
            self.layers.clear()
            for name in changes.layers(data):
                self.layers.addItem(tr(LAYERS[name]) if name in LAYERS else name.capitalize(), name)
            self.layers.setCurrentIndex(max(0, self.layers.findData(layer)))
        self._fill_kinds()
        self._fill_lines(line)

    def _fill_kinds(self) -> None:
        if self.sheet is None:
            return
        before = self.kind
        self.kinds.clear()
        known = changes.kinds(self.sheet.document.data, self.layer)
        for kind in dict.fromkeys((*known, *self._wanted_kinds.get(self.sheet.document.path, ()))):
            item = QListWidgetItem(swatch(self.sheet.colour_of(self.layer, kind)), kind.replace("_", " "))
            item.setData(Qt.ItemDataRole.UserRole, kind)
            self.kinds.addItem(item)
        for box in (self.kinds, self.lines):
            box.setIconSize(QSize(theme.current().px(16), theme.current().px(16)))
        self.kinds.setCurrentRow(0)
        self.take(before)

    def _fill_lines(self, before: Line | None) -> None:
        if self.sheet is None:
            return
        colours = map_palette(self.sheet.game_map, "dark" if theme.current().is_dark else "light")
        self.lines.clear()
        for section, kind, name in self._known_lines():
            text = f"{kind.replace('_', ' ')} — {name}" if name else f"{kind.replace('_', ' ')} ({tr(SIGNS[section])})"
            colour = line_colour(colours, f"link:{kind}")
            item = QListWidgetItem(swatch(colour, line=True), text)
            item.setData(Qt.ItemDataRole.UserRole, (section, kind, name))
            item.setToolTip(make_tip(f"{kind}, {tr(SIGNS[section])}"))
            self.lines.addItem(item)
            if (section, kind, name) == before:
                self.lines.setCurrentItem(item)
        if self.lines.currentRow() < 0:
            self.lines.setCurrentRow(0)

    def _known_lines(self) -> list[Line]:
        """The lines of the file, those that were asked for, and where it has none of a sort one to begin with."""
        if self.sheet is None:
            return []
        found = changes.line_kinds(self.sheet.document.data)
        found += [line for line in self._wanted_lines.get(self.sheet.document.path, ()) if line not in found]
        first = FIRST_ROUTE if self.sheet.game_map.kind == "point" else FIRST_LINES
        return found + [line for line in first if line[0] not in {section for section, _, _ in found}]

    def _ask_kind(self) -> None:
        name, fine = QInputDialog.getText(self, tr("New kind"), tr("Its name, in lowercase letters:"))
        if fine and name.strip():
            self.add_kind(name)

    def add_kind(self, name: str) -> None:
        """A kind that is not in the file yet; areas and points get it when they are painted."""
        if self.sheet is None:
            return
        kind = name.strip().replace(" ", "_")
        if self.sheet.game_map.kind == "hex":
            self.sheet.edit(tr("new kind {kind}", kind=kind), partial(changes.add_kind, layer=self.layer, kind=kind))
        else:
            self._wanted_kinds.setdefault(self.sheet.document.path, []).append(kind)
            self._fill_kinds()
        self.take(kind)
        self.kind_taken.emit()

    def _ask_line(self) -> None:
        if self.sheet is None:
            return
        asked = NewLineDialog(self, self.sheet.game_map.kind)
        if run_dialog(asked):
            self.add_line(asked.section(), asked.kind.text(), asked.name.text(), asked.one_way.isChecked())

    def add_line(self, section: str, kind: str, name: str = "", one_way: bool = False) -> None:
        """A sort of line that is not in the file yet; it is written with its first stroke."""
        kind = kind.strip().replace(" ", "_")
        if self.sheet is None or not kind:
            return
        if section == "sides":
            title = name.strip() or kind.capitalize()
            change = partial(changes.add_side_kind, kind=kind, name=title, one_way=one_way)
            self.sheet.edit(tr("new line {name}", name=title), change)
            self.take_line({kind}, {title})
        else:
            self._wanted_lines.setdefault(self.sheet.document.path, []).append((section, kind, ""))
            self._fill_lines((section, kind, ""))
        self.line_taken.emit()


class NewLineDialog(FormDialog):
    """What a new line is called, where it runs, and whether it lies on one direction only."""

    def __init__(self, parent: QWidget, kind_of_map: str = "hex") -> None:
        about = tr("A river, a wall, a road, a route: its kind and its name.")
        super().__init__(parent, tr("New line"), about, tr("OK"))
        self.kind, self.name = QLineEdit(), QLineEdit()
        self.kind.setPlaceholderText(tr("river, wall, slope, road …"))
        self.name.setPlaceholderText(tr("Long River"))
        self.where = QComboBox()
        for value, text in ROUTES.items() if kind_of_map == "point" else RUNS.items():
            self.where.addItem(tr(text), value)
        self.one_way = QCheckBox(tr("&One way: only from the space it is drawn in"))
        self.add(tr("It &runs"), self.where)
        self.add(tr("&Kind"), self.kind)
        self.add(tr("&Name"), self.name)
        self.add("", self.one_way)
        self.where.currentIndexChanged.connect(lambda _n: self._follow())
        self._follow()
        self.fit()
        self.kind.setFocus()

    def _follow(self) -> None:
        for field in (self.name, self.one_way):
            self.form.setRowVisible(field, self.section() == "sides")

    def section(self) -> str:
        """Where in the file such a line stands."""
        return str(self.where.currentData())

    def done_with(self) -> None:
        """A line without a kind is none."""
        if not self.kind.text().strip():
            raise ValueError(tr("Say what kind of line it is"))
