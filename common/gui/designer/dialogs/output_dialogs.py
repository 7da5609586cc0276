"""A map file out of the window: as a picture, as tables for other programs, as pages to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from common.gui.designer.dialogs.form_dialog import FormDialog
from common.gui.designer.map_sheet import MapSheet
from common.gui.kit.dialogs import ask_save_name, run_dialog
from common.gui.kit.language import tr, trn, word
from common.gui.kit.settings import Store
from common.gui.kit.widgets import busy, label, spin
from common.gui.map.display_list import scene_of
from common.gui.output.map_pages import PAPERS, PageChoice, cut_tiles, hex_scale, page_size, paint_pages, paper_layout
from common.gui.output.print_preview import Preview
from common.gui.output.render import UNITS_PER_INCH, Sheet, write_pdf, write_png, write_svg
from common.maps.exchange.exports import write_export
from common.maps.gamemap import GameMap
from common.maps.pictures import svg
from common.maps.pictures.drawing import draw
from common.tabletop import Marker, Piece

KINDS = {
    "png": word("PNG, pixels"), "svg": word("SVG, vectors"), "pdf": word("PDF, true size"),
    "geojson": word("GeoJSON, for maps"), "graphml": word("GraphML, for graphs"), "csv": word("CSV, spaces and links"),
}  # fmt: skip
PICTURES = ("png", "svg", "pdf")
LAYERS = {  # what can be left out of a picture, and the layers that it stands for
    "grid": (word("The &grid"), ("grid",)), "numbers": (word("The &numbers"), ("numbers",)),
    "labels": (word("The na&mes"), ("labels",)),
}  # fmt: skip
MM = 25.4


class LaidCounters(NamedTuple):
    """What lies on a map when it is drawn."""

    pieces: Sequence[Piece] = ()
    markers: Sequence[Marker] = ()


NOTHING = LaidCounters()


def make_map_sheet(game_map: GameMap, theme: str, hidden: tuple[str, ...], laid: LaidCounters = NOTHING) -> Sheet:
    """A map ready to be drawn at any scale, without the layers that are left out."""
    scene = scene_of(game_map, "dark" if theme == "dark" else "light")
    return Sheet(game_map, scene, list(laid.pieces), list(laid.markers), hidden=hidden)


@busy()
def write_map(
    game_map: GameMap, path: Path, theme: str, hidden: tuple[str, ...], dpi: int, laid: LaidCounters = NOTHING
) -> list[Path]:
    """Write a map in the kind that the name asks for; OSError or ValueError when that fails."""
    ending = path.suffix.lower()
    if ending == ".png":
        write_png(make_map_sheet(game_map, theme, hidden, laid), path, dpi)
    elif ending == ".pdf":
        write_pdf(make_map_sheet(game_map, theme, hidden, laid), path)
    elif ending == ".svg" and laid.pieces:
        write_svg(make_map_sheet(game_map, theme, hidden, laid), path)
    elif ending == ".svg":
        picture = draw(game_map, "dark" if theme == "dark" else "light")
        picture.layers = [layer for layer in picture.layers if layer.name not in hidden]
        svg.write(picture, path)
    else:
        return write_export(game_map, path)
    return [path]


class LayerTicks:
    """Ticks for what may be left out; the counters of a position only where one is laid out."""

    def __init__(self, dialog: FormDialog, sheet: MapSheet) -> None:
        self._sheet = sheet
        self.boxes = {name: QCheckBox(tr(text)) for name, (text, _) in LAYERS.items()}
        self.counters = QCheckBox(tr("The &counters"))
        for box in (*self.boxes.values(), *([self.counters] if sheet.pieces else [])):
            box.setChecked(True)
            dialog.add("", box)

    def laid(self) -> LaidCounters:
        """The counters on the map, none if they are left out."""
        ticked = bool(self._sheet.pieces) and self.counters.isChecked()
        return LaidCounters(self._sheet.pieces, self._sheet.markers) if ticked else NOTHING

    def hidden(self) -> tuple[str, ...]:
        """The layers that are not ticked."""
        return tuple(layer for name, box in self.boxes.items() if not box.isChecked() for layer in LAYERS[name][1])


class MapExportDialog(FormDialog):
    """The kind of file, and what is on it."""

    def __init__(self, parent: QWidget, sheet: MapSheet, store: Store) -> None:
        about = tr("The map as it is drawn now, saved or not.")
        super().__init__(parent, tr("Export the map"), about, tr("Write …"))
        self.sheet, self.store = sheet, store
        self.kind, self.theme = QComboBox(), QComboBox()
        for value, text in KINDS.items():
            self.kind.addItem(tr(text), value)
        self.theme.addItem(tr("by daylight"), "light")
        self.theme.addItem(tr("by lamplight"), "dark")
        self.dpi = spin(30, 1200, 150, tr("{n} dots an inch"))
        self.add(tr("&Kind"), self.kind)
        self.add(tr("&Colours"), self.theme)
        self.add(tr("&Sharpness"), self.dpi)
        self.ticks = LayerTicks(self, sheet)
        self.kind.currentIndexChanged.connect(lambda _n: self._follow())
        self._follow()
        self.fit()

    def _follow(self) -> None:
        kind = str(self.kind.currentData())
        self.form.setRowVisible(self.dpi, kind == "png")
        counters = [self.ticks.counters] if self.sheet.pieces else []
        for field in (self.theme, *self.ticks.boxes.values(), *counters):
            self.form.setRowVisible(field, kind in PICTURES)

    def done_with(self) -> None:
        """Ask where it goes, and write it."""
        kind = str(self.kind.currentData())
        start = f"{self.sheet.game_map.id}.{kind}"
        path = ask_save_name(self, tr("Export the map"), start, f"{kind.upper()} (*.{kind})", self.store)
        if path is None:
            raise ValueError(tr("Nothing was written."))
        self.write(path)

    def write(self, path: Path) -> None:
        """Write the file; what fails is said in the dialog."""
        try:
            theme, hidden = str(self.theme.currentData()), self.ticks.hidden()
            made = write_map(self.sheet.game_map, path, theme, hidden, self.dpi.value(), self.ticks.laid())
        except OSError as error:
            raise ValueError(tr("{file}: cannot be written: {why}", file=path, why=error.strerror or error)) from None
        names = ", ".join(each.name for each in made)
        self.sheet.notice.emit(tr("Written: {file}", file=names), False)


class MapPrintDialog(FormDialog):
    """Paper, size and overlap; the preview shows the pages."""

    def __init__(self, parent: QWidget, sheet: MapSheet, store: Store) -> None:
        about = tr("The pages overlap and have marks to cut and to lay them together by.")
        super().__init__(parent, tr("Print the map"), about, tr("Preview …"))
        self.sheet, self.store, self._desk = sheet, store, parent
        self.paper, self.wide = QComboBox(), QCheckBox(tr("&Wide"))
        for name in PAPERS:
            self.paper.addItem(name, name)
        grid = sheet.game_map.file.grid
        self.hexes = grid is not None
        true = round((grid.width if grid is not None else UNITS_PER_INCH) / UNITS_PER_INCH * MM)
        self.size_ = spin(5, 60, true, tr("hexes {n} mm across")) if self.hexes else (
            spin(10, 400, 100, tr("{n} % of the true size"))
        )  # fmt: skip
        self.overlap = spin(0, 40, 10, tr("{n} mm shared by neighbors"))
        self.pages = label("", "strong")
        for text, field in (
            (tr("&Paper"), self.paper), ("", self.wide), (tr("&Size"), self.size_), (tr("&Overlap"), self.overlap),
        ):  # fmt: skip
            self.add(text, field)
        self.ticks = LayerTicks(self, sheet)
        self.column.insertWidget(self.column.count() - 2, self.pages)
        self.paper.currentIndexChanged.connect(lambda _n: self._count())
        self.wide.toggled.connect(lambda _on: self._count())
        for number in (self.size_, self.overlap):
            number.valueChanged.connect(lambda _n: self._count())
        self._count()
        self.fit()

    def choice(self) -> PageChoice:
        """What was chosen."""
        value = self.size_.value()
        scale = hex_scale(self.sheet.game_map, value) if self.hexes else MM / UNITS_PER_INCH * value / 100
        return PageChoice(str(self.paper.currentData()), self.wide.isChecked(), scale, float(self.overlap.value()))

    def _count(self) -> None:
        choice = self.choice()
        page = page_size(paper_layout(choice))
        drawn = Sheet(self.sheet.game_map, self.sheet.view.scene)
        self.pages.setText(trn("{n} page", "{n} pages", len(cut_tiles(drawn, choice, page))))

    def done_with(self) -> None:
        """Show the pages; from there they go to a printer or a PDF."""
        drawn = make_map_sheet(self.sheet.game_map, "light", self.ticks.hidden(), self.ticks.laid())
        choice = self.choice()
        name = self.sheet.game_map.id
        preview = Preview(self._desk, self.store, name, lambda paper: paint_pages(drawn, paper, choice), choice.wide)
        preview.printer.setPageLayout(paper_layout(choice))
        preview.printer.setFullPage(True)
        preview.pages.updatePreview()
        preview.written.connect(lambda file: self.sheet.notice.emit(tr("Written: {file}", file=file), False))
        run_dialog(preview)
