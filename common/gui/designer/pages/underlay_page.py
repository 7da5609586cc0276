"""What lies under a map while it is drawn: a scan fitted by clicks on hex centres, and real geography as a guide."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPixmap
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QTableWidget, QTableWidgetItem

from common.gui.designer.guide import Guide
from common.gui.designer.map_sheet import MapSheet
from common.gui.designer.selection_pane import Underlay
from common.gui.kit.language import tr, trn
from common.gui.kit.settings import Store
from common.gui.kit.widgets import Page, button, label, spin
from common.maps.changing.editing import Data
from common.maps.changing.fitting import (
    FitError,
    GridFit,
    Matrix,
    apply,
    bounds_fit,
    earth_fit,
    fit_grid,
    inverse,
    nudge,
)
from common.maps.exchange.imports import ImportTrouble, bounds_of, parse_geojson, read_text_file
from common.maps.files import UnderlayEntry
from common.maps.model import Point

LARGEST = 150_000_000  # pixels of a picture
PICTURES = "*.png *.jpg *.jpeg *.webp *.bmp *.gif *.tif *.tiff"


class PictureError(ValueError):
    """A picture that cannot be shown, in one line."""


def read_picture(path: Path) -> QImage:
    """A picture of reasonable size, or a PictureError."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size: QSize = reader.size()
    if size.isValid() and size.width() * size.height() > LARGEST:
        raise PictureError(tr("{file}: more than {n} million pixels", file=path.name, n=LARGEST // 1_000_000))
    picture = reader.read()
    if picture.isNull():
        raise PictureError(tr("{file}: no picture that can be read", file=path.name))
    return picture


def set_underlay(data: Data, picture: str, matrix: Matrix, opacity: int) -> None:
    """Say in the file what lies under the map."""
    data["underlay"] = {"picture": picture, "matrix": [round(value, 5) for value in matrix], "opacity": opacity}


def drop_underlay(data: Data) -> None:
    """Nothing lies under the map any more."""
    data.pop("underlay", None)


def set_guide(data: Data, file: str, matrix: Matrix | None) -> None:
    """Say in the file which geography guides the hand, and where the sheet lies on the earth if it is new."""
    data["guide"] = file
    if matrix is not None:
        data["projection"] = {**data.get("projection", {}), "affine": [round(value, 6) for value in matrix]}


class UnderlayBox(Page):
    """Chooses, fits and shows what lies under the map in front."""

    def __init__(self, store: Store) -> None:
        super().__init__(margin=10, spacing=6)
        self.store = store
        self.sheet: MapSheet | None = None
        self._read: dict[Path, QPixmap] = {}
        self.fit: GridFit | None = None
        self.pairs: list[tuple[Point, str]] = []  # a pixel, and the space whose centre it shows
        self.choose, self.remove = button(tr("Picture …")), button(tr("Remove"), "quiet")
        self.opacity = spin(5, 100, 50, tr("{n} % opaque"))
        self.about = label("", "soft", wrap=True)
        self.list = QTableWidget(0, 3)
        self.list.setHorizontalHeaderLabels([tr("Space"), tr("Pixel"), tr("Off by")])
        self.list.setAccessibleName(tr("Clicked places"))
        self.list.verticalHeader().hide()
        self.list.horizontalHeader().setStretchLastSection(True)
        self.result = label("", "strong", wrap=True)
        self.keep, self.again = button(tr("Keep the fit"), "main"), button(tr("Begin anew"), "quiet")
        self.geography = button(tr("Real geography …"))
        first, last = QHBoxLayout(), QHBoxLayout()
        for row, parts in ((first, (self.choose, self.opacity, self.remove)), (last, (self.again, self.keep))):
            for part in parts:
                row.addWidget(part)
        self.column.addWidget(label(tr("A picture under the map"), "section"))
        self.column.addLayout(first)
        self.column.addWidget(self.about)
        self.column.addWidget(self.list, 1)
        self.column.addWidget(self.result)
        self.column.addLayout(last)
        self.column.addWidget(label(tr("A guide"), "section"))
        self.column.addWidget(self.geography)
        self.choose.clicked.connect(self._ask)
        self.remove.clicked.connect(self._remove)
        self.opacity.valueChanged.connect(lambda _n: self._set_opacity())
        self.list.cellChanged.connect(self._typed)
        self.keep.clicked.connect(self._keep)
        self.again.clicked.connect(self.begin_anew)
        self.geography.clicked.connect(self._ask_guide)

    # --- following the map ---

    @property
    def entry(self) -> UnderlayEntry | None:
        """What the file says of its picture."""
        said = self.sheet.document.data.get("underlay") if self.sheet is not None else None
        return msgspec.convert(said, UnderlayEntry) if said else None

    def show_sheet(self, sheet: MapSheet) -> None:
        """The picture and the guide of this map."""
        if sheet is not self.sheet:
            self.sheet = sheet
            self.begin_anew()
        self._show()

    def _show(self) -> None:
        assert self.sheet is not None
        entry = self.entry
        for part in (self.opacity, self.remove, self.list, self.again, self.keep):
            part.setEnabled(entry is not None)
        self.about.setText(
            tr("Take the tool Underlay (U), click the centers of three hexes or more in the picture and say which they "
               "are. Arrows nudge the picture, + and - scale it, comma and full stop turn it.")
            if entry is not None else tr("A scan to draw over; it stays where it is and is not printed.")
        )  # fmt: skip
        self._show_picture(entry)
        self._show_guide()

    def _show_picture(self, entry: UnderlayEntry | None) -> None:
        assert self.sheet is not None
        if entry is None:
            self.sheet.pane.set_underlay(None)
            return
        with QSignalBlocker(self.opacity):
            self.opacity.setValue(round(entry.opacity))
        path = self.sheet.document.path.parent / entry.picture
        try:
            picture = self._read.get(path) or QPixmap.fromImage(read_picture(path))
        except PictureError as error:
            self.sheet.pane.set_underlay(None)
            self.result.setText(str(error))
            return
        self._read = {path: picture}
        matrix = self.fit.matrix if self.fit is not None else entry.matrix
        self.sheet.pane.set_underlay(Underlay(picture, matrix, entry.opacity / 100))

    def _show_guide(self) -> None:
        assert self.sheet is not None
        name, fit = self.sheet.game_map.file.guide, earth_fit(self.sheet.game_map)
        if not name or fit is None:
            self.sheet.pane.set_guide(None)
            return
        path = self.sheet.document.path.parent / name
        known = self.sheet.pane.guide
        if known is not None and (known.path, known.fit) == (path, fit):
            return
        try:
            features, _ = parse_geojson(read_text_file(path))
        except ImportTrouble as error:
            self.result.setText(str(error))
            self.sheet.pane.set_guide(None)
            return
        self.sheet.pane.set_guide(Guide.of(path, features, fit))

    # --- the picture ---

    def _ask(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, tr("A picture under the map"), str(self.store.folder), tr("Pictures ({kinds})", kinds=PICTURES)
        )
        if name:
            self.lay(Path(name))

    def lay(self, path: Path) -> None:
        """Lay a picture under the map, as large as the sheet."""
        assert self.sheet is not None
        try:
            picture = read_picture(path)
        except PictureError as error:
            self.sheet.notice.emit(str(error), True)
            return
        width, height = self.sheet.game_map.size
        scale = min(width / picture.width(), height / picture.height())
        self.begin_anew()
        change = partial(set_underlay, picture=_beside(path, self.sheet), matrix=(scale, 0, 0, 0, scale, 0), opacity=50)
        self.sheet.edit(tr("lay {file} under the map", file=path.name), change)

    def _remove(self) -> None:
        if self.sheet is not None:
            self.sheet.edit(tr("remove the picture"), drop_underlay)

    def _set_opacity(self) -> None:
        entry = self.entry
        if self.sheet is not None and entry is not None:
            self.sheet.edit(tr("opacity of the picture"), partial(
                set_underlay, picture=entry.picture, matrix=entry.matrix, opacity=self.opacity.value()))  # fmt: skip

    # --- the fit ---

    def begin_anew(self) -> None:
        """Forget the clicked places."""
        self.pairs, self.fit = [], None
        self.result.setText("")
        self._fill()

    def click(self, at: Point) -> None:
        """A place of the map was clicked: a pixel, and probably the space there."""
        entry = self.entry
        if self.sheet is None or entry is None:
            return
        matrix = self.fit.matrix if self.fit is not None else entry.matrix
        self.pairs.append((apply(inverse(matrix), at), self.sheet.game_map.at(*at) or ""))
        self._refit()

    def _typed(self, row: int, column: int) -> None:
        cell = self.list.item(row, column)
        if column == 0 and cell is not None and row < len(self.pairs):
            self.pairs[row] = self.pairs[row][0], cell.text().strip()
            self._refit()

    def _refit(self) -> None:
        """Lay the picture where all clicked places fit best."""
        assert self.sheet is not None
        spaces = self.sheet.game_map.spaces
        known = [(pixel, spaces[space].center) for pixel, space in self.pairs if space in spaces]
        try:
            self.fit = fit_grid([pixel for pixel, _ in known], [place for _, place in known])
            self.result.setText(tr("Residual {n} pixels", n=f"{self.fit.residual:.1f}"))
        except FitError as error:
            self.fit = None
            missing = max(0, 3 - len(known))
            wanted = trn("{n} place more", "{n} places more", missing)
            self.result.setText(wanted if missing else str(error))
        self._fill()
        self._show_picture(self.entry)

    def _fill(self) -> None:
        spaces = self.sheet.game_map.spaces if self.sheet is not None else {}
        off = iter(self.fit.residuals if self.fit is not None else ())
        with QSignalBlocker(self.list):
            self.list.setRowCount(len(self.pairs))
            for r, ((x, y), space) in enumerate(self.pairs):
                away = f"{next(off):.1f} px" if self.fit is not None and space in spaces else ""
                for c, text in enumerate((space, f"{x:.0f}, {y:.0f}", away)):
                    cell = QTableWidgetItem(text)
                    if c:
                        cell.setFlags(cell.flags() & ~Qt.ItemFlag.ItemIsEditable)
                    self.list.setItem(r, c, cell)
        self.keep.setEnabled(self.fit is not None)

    def _keep(self) -> None:
        entry = self.entry
        if self.sheet is not None and entry is not None and self.fit is not None:
            matrix, self.fit, self.pairs = self.fit.matrix, None, []
            self.sheet.edit(tr("fit the picture"), partial(
                set_underlay, picture=entry.picture, matrix=matrix, opacity=round(entry.opacity)))  # fmt: skip
            self._fill()

    def nudge(self, dx: float = 0, dy: float = 0, turn: float = 0, grow: float = 1) -> None:
        """Move the picture by its own pixels, turn it by degrees, scale it about the middle of the sheet."""
        entry = self.entry
        if self.sheet is None or entry is None:
            return
        pixel, (width, height) = GridFit(entry.matrix).scale, self.sheet.game_map.size
        about = (width / 2, height / 2)
        moved = nudge(entry.matrix, dx * pixel, dy * pixel, turn, grow, about)
        self.sheet.edit(tr("nudge the picture"), partial(
            set_underlay, picture=entry.picture, matrix=moved, opacity=round(entry.opacity)))  # fmt: skip

    # --- the guide ---

    def _ask_guide(self) -> None:
        kinds = tr("Geography (*.geojson *.json)")
        name, _ = QFileDialog.getOpenFileName(self, tr("Real geography"), str(self.store.folder), kinds)
        if name:
            self.guide(Path(name))

    def guide(self, path: Path) -> None:
        """Show coasts, rivers and places of a file over the map; a map that is not fitted is laid over them."""
        assert self.sheet is not None
        try:
            features, _ = parse_geojson(read_text_file(path))
            bounds = bounds_of(features)
        except ImportTrouble as error:
            self.sheet.notice.emit(f"{path.name}: {error}", True)
            return
        fit = None if earth_fit(self.sheet.game_map) is not None else bounds_fit(bounds, self.sheet.game_map.size)
        change = partial(set_guide, file=_beside(path, self.sheet), matrix=fit)
        self.sheet.edit(tr("guide {file}", file=path.name), change)


def _beside(path: Path, sheet: MapSheet) -> str:
    """A file as the map names it: by its name where it lies beside it."""
    home = sheet.document.path.parent.resolve()
    path = path.resolve()
    return path.relative_to(home).as_posix() if path.is_relative_to(home) else path.as_posix()
