"""How things look: the theme to begin with, and a style for each kind of terrain, line, border, sign and name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QColorDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from common.gui.designer.dialogs.new_map_dialog import choice, theme_box
from common.gui.designer.map_sheet import MapSheet
from common.gui.designer.pages.paint_box import line_colour, swatch
from common.gui.kit import theme
from common.gui.kit.language import tr, word
from common.gui.kit.widgets import Page, button, form_row, keep_narrow, label, remove_margins, spin
from common.maps.changing.editing import Data
from common.maps.pictures.styles import SYMBOLS, key_of, look_alike, map_palette, poor_contrast, shown_things

SORTS = {
    "kind": word("Ground"), "link": word("Between spaces"), "line": word("Line"), "region": word("Surface"),
    "feature": word("Sign"), "tag": word("Spaces marked"), "label": word("Names"),
}  # fmt: skip
TEXTURES = {
    "": word("as in the theme"), "none": word("none"), "hatch": word("hatched"), "cross": word("cross-hatched"),
    "dots": word("dots"), "grass": word("grass"), "trees": word("trees"), "hills": word("stones"),
    "dunes": word("dunes"), "reeds": word("reeds"),
}  # fmt: skip
DASHES = {
    "": word("unbroken"), "12 8": word("dashed"), "2 8": word("dotted"), "16 6 3 6": word("dash and dot"),
    "24 10": word("long dashes"),
}  # fmt: skip
LETTERS = {
    "": word("as in the theme"), "plain": word("plain"), "bold": word("bold"), "italic": word("italic"),
    "bold italic": word("bold italic"),
}  # fmt: skip
PARTS = {  # which fields a sort of thing has
    "kind": ("fill", "texture", "stroke", "symbol", "size"), "link": ("stroke", "width", "dash"),
    "line": ("stroke", "width", "dash"), "region": ("fill", "stroke", "width", "texture"),
    "feature": ("symbol", "fill", "stroke", "size"), "tag": ("symbol", "fill", "stroke", "size"),
    "label": ("fill", "text", "size"),
}  # fmt: skip


def set_style(data: Data, shows: str, part: str, value: Any) -> None:
    """Change one thing of a style; an empty value leaves it to the theme, and a style that says nothing goes."""
    styles = data.setdefault("styles", [])
    found = next((style for style in styles if style["shows"] == shows), None)
    if found is None:
        found = {"shows": shows}
        styles.append(found)
    if value in ("", 0, []):
        found.pop(part, None)
    else:
        found[part] = value
    data["styles"] = [style for style in styles if len(style) > 1]
    if not data["styles"]:
        del data["styles"]


def drop_style(data: Data, shows: str) -> None:
    """Leave a thing to the theme."""
    data["styles"] = [style for style in data.get("styles", ()) if style["shows"] != shows]
    if not data["styles"]:
        del data["styles"]


def set_theme(data: Data, name: str) -> None:
    """Begin with another theme."""
    data["theme"] = name


class ColourField(QWidget):
    """A colour as a patch to click and as figures to type."""

    def __init__(self, name: str, changed: Callable[[str], None]) -> None:
        super().__init__()
        self.changed = changed
        self.field, self.patch = QLineEdit(), button("")
        self.field.setPlaceholderText(tr("as in the theme"))
        self.field.setAccessibleName(name)
        self.patch.setAccessibleName(tr("Choose: {what}", what=name))
        row = QHBoxLayout(self)
        remove_margins(row, 6)
        row.addWidget(self.field, 1)
        row.addWidget(self.patch)
        self.field.editingFinished.connect(lambda: self._take(self.field.text().strip()))
        self.patch.clicked.connect(self._ask)

    def show_colour(self, said: str, drawn: str) -> None:
        """What the file says, and what is drawn."""
        self.field.setText(said)
        self.patch.setIcon(swatch(drawn))

    def _ask(self) -> None:
        start = QColor(self.field.text() or "#808080")
        options = QColorDialog.ColorDialogOption.DontUseNativeDialog
        found = QColorDialog.getColor(start, self, self.field.accessibleName(), options)
        if found.isValid():
            self._take(found.name())

    def _take(self, text: str) -> None:
        if text and not QColor.isValidColorName(text):
            self.field.setText("")
            return
        self.changed(QColor(text).name() if text else "")


class StyleBox(Page):
    """Everything that can have a style above, the style of what is chosen below."""

    def __init__(self) -> None:
        super().__init__(margin=10, spacing=6)
        self.sheet: MapSheet | None = None
        self.theme, self.list = keep_narrow(theme_box()), QListWidget()
        self.list.setAccessibleName(tr("What is on the map"))
        self.fill = ColourField(tr("Fill"), partial(self._set, "fill"))
        self.stroke = ColourField(tr("Stroke"), partial(self._set, "stroke"))
        self.texture, self.dash, self.text = choice(TEXTURES), choice(DASHES), choice(LETTERS)
        self.symbol = choice({"": word("as in the theme"), **{name: name for name in SYMBOLS}})
        self.width_, self.size_ = spin(0, 40, 0, tr("{n} units wide")), spin(0, 120, 0, tr("{n} units high"))
        for number in (self.width_, self.size_):
            number.setSpecialValueText(tr("as in the theme"))
        self.fields: dict[str, QWidget] = {
            "fill": self.fill, "stroke": self.stroke, "texture": self.texture, "symbol": self.symbol,
            "width": self.width_, "dash": self.dash, "text": self.text, "size": self.size_,
        }  # fmt: skip
        names = {
            "fill": tr("&Fill"), "stroke": tr("&Stroke"), "texture": tr("Te&xture"), "symbol": tr("S&ymbol"),
            "width": tr("&Width"), "dash": tr("&Dash"), "text": tr("&Letters"), "size": tr("Si&ze"),
        }  # fmt: skip
        self.form = QFormLayout()
        self.form.setContentsMargins(0, 0, 0, 0)
        for part, field in self.fields.items():
            form_row(self.form, names[part], field)
        self.reset = button(tr("As in the theme"), "quiet")
        self.warning = label("", "bad", wrap=True)
        top = QFormLayout()
        top.setContentsMargins(0, 0, 0, 0)
        form_row(top, tr("&Theme"), self.theme)
        self.column.addLayout(top)
        self.column.addWidget(self.list, 1)
        self.column.addLayout(self.form)
        self.column.addWidget(self.warning)
        self.column.addWidget(self.reset)
        self._connect()

    def _connect(self) -> None:
        self.theme.activated.connect(lambda _n: self._set_theme())
        self.list.currentItemChanged.connect(lambda *_items: self._show())
        for part, box in (("texture", self.texture), ("symbol", self.symbol), ("text", self.text)):
            box.activated.connect(lambda _n, part=part, box=box: self._set(part, str(box.currentData())))
        self.dash.activated.connect(lambda _n: self._set_dash())
        for part, number in (("width", self.width_), ("size", self.size_)):
            number.valueChanged.connect(lambda n, part=part: self._set(part, n))
        self.reset.clicked.connect(self._reset)

    # --- showing ---

    @property
    def shows(self) -> str:
        """The thing that is chosen."""
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else ""

    def take(self, shows: str) -> None:
        """Choose a thing."""
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == shows:
                self.list.setCurrentRow(row)

    def show_sheet(self, sheet: MapSheet) -> None:
        """What is on this map; what was chosen stays chosen where it is there."""
        before, self.sheet = self.shows, sheet
        colours = map_palette(sheet.game_map, "dark" if theme.current().is_dark else "light")
        with QSignalBlocker(self.list):
            self.list.clear()
            for shows in shown_things(sheet.game_map):
                sort, _, kind = shows.partition(":")
                line = sort in ("link", "line")
                drawn = line_colour(colours, shows) if line else colours.get(key_of(shows, "fill")) or (
                    colours.ground(kind) if sort == "kind" else colours.get(kind, colours["muted"])
                )  # fmt: skip
                text = f"{tr(SORTS[sort])}: {kind.replace('_', ' ')}"
                item = QListWidgetItem(swatch(drawn, line), text)
                item.setData(Qt.ItemDataRole.UserRole, shows)
                self.list.addItem(item)
        with QSignalBlocker(self.theme):
            self.theme.setCurrentIndex(max(0, self.theme.findData(sheet.game_map.theme)))
        self.take(before)
        if not self.shows and self.list.count():
            self.list.setCurrentRow(0)
        self._show()

    def _style(self) -> dict[str, Any]:
        styles = self.sheet.document.data.get("styles", ()) if self.sheet is not None else ()
        return next((dict(style) for style in styles if style["shows"] == self.shows), {})

    def _show(self) -> None:
        if self.sheet is None:
            return
        sort, said = self.shows.partition(":")[0], self._style()
        for part, field in self.fields.items():
            self.form.setRowVisible(field, part in PARTS.get(sort, ()))
        blocks = [QSignalBlocker(field) for field in self.fields.values()]
        colours = map_palette(self.sheet.game_map, "dark" if theme.current().is_dark else "light")
        kind = self.shows.partition(":")[2]
        ground = colours.ground(kind) if sort == "kind" else colours.get(kind, colours["muted"])
        self.fill.show_colour(said.get("fill", ""), said.get("fill") or ground)
        line = line_colour(colours, self.shows) if sort in ("link", "line") else colours["ink"]
        self.stroke.show_colour(said.get("stroke", ""), said.get("stroke") or line)
        for part, box in (("texture", self.texture), ("symbol", self.symbol), ("text", self.text)):
            box.setCurrentIndex(max(0, box.findData(said.get(part, ""))))
        dash = " ".join(f"{length:g}" for length in said.get("dash", ()))
        if self.dash.findData(dash) < 0:
            self.dash.addItem(dash, dash)
        self.dash.setCurrentIndex(self.dash.findData(dash))
        self.width_.setValue(round(said.get("width", 0)))
        self.size_.setValue(round(said.get("size", 0)))
        self.reset.setEnabled(bool(said))
        self._warn()
        del blocks

    def _warn(self) -> None:
        """Say what eyes will make of it."""
        assert self.sheet is not None
        game_map, said = self.sheet.game_map, []
        style = next((each for each in game_map.file.styles if each.shows == self.shows), None)
        if style is not None:
            for what, contrast in poor_contrast(game_map, style):
                said.append(tr("Too little contrast for {what}: {n} to 1", what=what, n=f"{contrast:.1f}"))
        for other, eye in look_alike(game_map, self.shows) if style is not None and style.fill else ():
            said.append(tr("{eye} cannot tell it from {other}", eye=eye[:1].upper() + eye[1:], other=other))
        self.warning.setText("\n".join(said))
        self.warning.setVisible(bool(said))

    # --- changing ---

    def _set(self, part: str, value: Any) -> None:
        if self.sheet is not None and self.shows and value != self._style().get(part, type(value)()):
            change = partial(set_style, shows=self.shows, part=part, value=value)
            self.sheet.edit(tr("{fact} of {what}", fact=part, what=self.shows), change)

    def _set_dash(self) -> None:
        lengths = [float(length) for length in str(self.dash.currentData()).split()]
        self._set("dash", lengths)

    def _set_theme(self) -> None:
        if self.sheet is not None:
            name = str(self.theme.currentData())
            self.sheet.edit(tr("theme {name}", name=name), partial(set_theme, name=name))

    def _reset(self) -> None:
        if self.sheet is not None and self._style():
            self.sheet.edit(tr("{what} as in the theme", what=self.shows), partial(drop_style, shows=self.shows))
