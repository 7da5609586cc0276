"""One map on the drawing table: the document, its picture, the tool in hand and what is selected."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from common.data import DataError
from common.gui.designer.background_build import Workshop
from common.gui.designer.selection_pane import SelectionPane
from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.kit.timers import once
from common.gui.kit.widgets import remove_margins
from common.gui.map.display_list import Scene
from common.gui.map.map_layers import Layers
from common.gui.map.map_view import MapView
from common.maps.changing import editing_changes as changes
from common.maps.changing.editing import Change, Document
from common.maps.changing.editing_text import EditError
from common.maps.changing.fitting import FitError, Matrix, earth_fit, inverse
from common.maps.checking.findings import Findings
from common.maps.gamemap import GameMap
from common.maps.model import Point
from common.maps.pictures.styles import map_palette
from common.tabletop import Marker, Overlay, Piece

AUTOSAVE = 2000  # ms after the last edit (F83)
PATTERNS = ("fill", "hatch", "dots", "cross")
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8a5a2b", "#f0e442")


def mode() -> Literal["light", "dark"]:
    """How maps are drawn in the theme of the program."""
    return "light" if theme.current().name == "light" else "dark"


class MapSheet(QWidget):
    """A document and everything that shows it."""

    edited = Signal()  # the text is another
    redrawn = Signal()  # the picture shows it
    judged = Signal()  # the findings are those of the text
    selected = Signal(object)  # tuple of spaces
    notice = Signal(str, bool)  # something to say, and whether it is bad

    def __init__(self, document: Document, store: Store) -> None:
        super().__init__()
        self.document, self.home = document, store.places.data / "maps"
        self.game_map: GameMap = document.draft()
        self._earth: tuple[GameMap, Matrix | None] | None = None
        self.findings = Findings()
        self.selection: tuple[str, ...] = ()
        self.point: tuple[str, int, int] | None = None  # a label or sign: section, group, entry
        self.overlay = ""
        self.pieces: tuple[Piece, ...] = ()  # of a position that is set up
        self.markers: tuple[Marker, ...] = ()
        self.shade: Overlay | None = None  # what an analysis or a comparison shows
        self.marking = False
        self.view = MapView()
        self.pane = SelectionPane(self.view)
        self.layers = Layers(self.view, store, f"map {self.game_map.id}", {})
        self.shop = Workshop(self)
        self.shop.checked.connect(self._take_findings)
        self.shop.drawn.connect(self._take_picture)
        self._saver = once(self, self._autosave, AUTOSAVE)
        column = QVBoxLayout(self)
        remove_margins(column)
        column.addWidget(self.view)
        self.view.tip = lambda space, _piece: self.tip(space)
        self.dress()

    # --- what is shown ---

    @property
    def earth(self) -> Matrix | None:
        """From map units to longitude and latitude, where the map is fitted to the earth."""
        if self._earth is None or self._earth[0] is not self.game_map:
            fit = earth_fit(self.game_map)
            try:
                self._earth = self.game_map, inverse(fit) if fit is not None else None
            except FitError:
                self._earth = self.game_map, None
        return self._earth[1]

    def dress(self) -> None:
        """Draw the map in the colours of the theme."""
        self.view.set_map(self.game_map, mode())
        self._cover()
        self.shop.ask(self.document, mode(), drawn=True)

    def _cover(self) -> None:
        """Overlay, layers and marks, which a new map forgets."""
        self.layers.show()
        kinds = kinds_overlay(self.game_map, self.overlay) if self.overlay else None
        self.view.set_overlay(self.shade or kinds)
        marks = [
            Marker(place, "warning", text="!", title=finding.what)
            for finding in (self.findings if self.marking else ())
            if (place := self.place_of(finding.place or finding.near)) in self.game_map.spaces
        ]
        self.view.set_position(self.pieces, [*self.markers, *marks], animate=False)

    def set_overlay(self, layer: str) -> None:
        """Colour the spaces by the kinds of a layer; "" shows the bare map."""
        self.overlay = layer
        self._cover()

    def set_shade(self, shade: Overlay | None) -> None:
        """Colour the spaces by what an analysis or a comparison says; None shows them as before."""
        if shade is not self.shade:
            self.shade = shade
            self._cover()

    def set_pieces(self, pieces: Iterable[Piece], markers: Iterable[Marker]) -> None:
        """Lay the counters of a position on the map, or none."""
        found = tuple(pieces), tuple(markers)
        if found != (self.pieces, self.markers):
            self.pieces, self.markers = found
            self._cover()

    def set_marking(self, on: bool) -> None:
        """Put a sign on every space with a finding."""
        self.marking = on
        self._cover()

    def tip(self, space: str) -> str:
        """What the pointer is told of a space."""
        found = self.game_map.spaces.get(space)
        return f"{space} {found.name if found.name != space else ''}\n{found.kind}".strip() if found else ""

    def colour_of(self, layer: str, kind: str) -> str:
        """The colour a kind is shown in before the map is drawn anew."""
        known = list(dict.fromkeys((*changes.kinds(self.document.data, layer), kind)))
        if layer == "terrain" or (layer == "kind" and self.game_map.kind == "area"):
            return map_palette(self.game_map, mode()).ground(kind)
        return COLOURS[known.index(kind) % len(COLOURS)] if kind in known else theme.current().panel

    def place_of(self, place: str) -> str:
        """The first space that a finding's place names, "" if none."""
        if place in self.game_map.spaces:
            return place
        spaces = self.game_map.spaces
        named = (space.id for space in spaces.values() if space.name == place)
        words = place.replace("-", " ").replace(",", " ").split()
        return next(named, "") or next((word for word in words if word in spaces), "")

    def show_place(self, place: str) -> bool:
        """Bring a place into view and select it; a name on the map is a place too."""
        space = self.place_of(place)
        if space:
            self.view.center_on(space)
            self.select((space,))
            return True
        for g, i, entry in changes.entries(self.document.data, "labels"):
            if place and entry["text"] == place:
                self.select((), ("labels", g, i))
                self._center(place)
                return True
        return self._center(place)

    def _center(self, place: str) -> bool:
        """Bring a name, a sign, a box, a line or a surface into view."""
        at = find_spot(self.game_map, place)
        if at is not None:
            self.view.center_at(at)
        return at is not None

    def select(self, spaces: Iterable[str], point: tuple[str, int, int] | None = None) -> None:
        """Take these spaces, or one label or sign, into hand."""
        self.selection, self.point = tuple(spaces), point
        self.pane.select(self.selection)
        self.selected.emit(self.selection)

    def copy(self, space: str) -> None:
        """The coordinate as it is printed goes to the clipboard."""
        QGuiApplication.clipboard().setText(space)
        self.notice.emit(tr("{space} copied", space=space), False)

    # --- editing ---

    def edit(self, label: str, change: Change) -> bool:
        """Change the document as one step; what cannot be done is said."""
        try:
            done = self.document.edit(label, change)
        except EditError as error:
            self.pane.clear_stroke()
            self.notice.emit(str(error), True)
            return False
        if done:
            self.pane.keep_stroke()
            self._follow()
            self.notice.emit(label[:1].upper() + label[1:], False)
        else:
            self.pane.clear_stroke()
        return done

    def write(self, label: str, text: str) -> None:
        """Take another text, as typed or restored."""
        if self.document.write(label, text):
            self._follow()

    def undo(self) -> None:
        """One step back."""
        label = self.document.undo()
        if label:
            self._follow()
            self.notice.emit(tr("Taken back: {what}", what=label), False)

    def redo(self) -> None:
        """One step forward again."""
        label = self.document.redo()
        if label:
            self._follow()
            self.notice.emit(tr("Done again: {what}", what=label), False)

    def reload(self) -> None:
        """Take the file as it is on disk."""
        try:
            if self.document.reload():
                self._follow()
                self.notice.emit(tr("{file} was read again", file=self.document.path.name), False)
        except (OSError, UnicodeDecodeError) as error:
            self.notice.emit(tr("{file}: cannot be read: {why}", file=self.document.name, why=error), True)

    def follow_edit(self) -> None:
        """The document was changed by a dialog: show it."""
        self._follow()

    def _follow(self) -> None:
        self._saver.start()
        self.edited.emit()
        self.shop.ask(self.document, mode())

    def ignore(self, code: str, place: str, reason: str) -> bool:
        """Let a finding alone, with a reason."""
        change = partial(changes.ignore, check=code, place=place, reason=reason)
        what = tr("ignore {check} at {place}", check=code, place=place) if place else tr("ignore {check}", check=code)
        return self.edit(what, change)

    # --- what the workshop brings ---

    def _take_findings(self, made: GameMap | None, findings: Findings) -> None:
        self.findings = findings
        if made is None:
            self.pane.drawn()
            self.notice.emit(str(findings[0]), True)
        elif self.marking:
            self._cover()
        self.judged.emit()

    def _take_picture(self, made: GameMap, scene: Scene) -> None:
        if not self.view.gestures.held:
            hover = self.view.board.hover
            self.game_map = made
            self.view.set_map(made, mode(), scene)
            self.view.board.hover = hover
            self._cover()
            self.pane.drawn()
            gone = [space for space in self.selection if space not in made.spaces]
            if gone:
                self.select(space for space in self.selection if space in made.spaces)
            self.redrawn.emit()

    # --- the end ---

    def _autosave(self) -> None:
        try:
            self.document.autosave(self.home)
        except OSError as error:
            self.notice.emit(tr("Unsaved work cannot be kept: {why}", why=error), True)

    def close_down(self, keep: bool = False) -> None:
        """Stop working; unsaved work is dropped unless it is to be kept for the next time."""
        self._saver.stop()
        self.shop.close()
        if keep:
            self._autosave()
        else:
            self.document.clear_autosave()


def open_sheet(path: Path, packs: Iterable[Path], store: Store) -> MapSheet:
    """A map file on the table; DataError when it cannot be read or built."""
    try:
        document = Document.open(path, tuple(packs))
    except EditError as error:
        raise DataError(str(path), 1, "", str(error)) from None
    return MapSheet(document, store)


def find_spot(game_map: GameMap, place: str) -> Point | None:
    """Where something lies that is no space: a box, a name, a sign, a line or a surface, by its name or its kind."""
    if not place:
        return None
    if place in game_map.boxes:
        return game_map.boxes[place].center
    for label in game_map.labels:
        if place in (label.text, label.kind):
            return label.at
    for feature in game_map.features:
        if place in (feature.name, feature.kind):
            return feature.at
    for line in game_map.lines:
        if place in (line.name, line.kind) and line.points:
            return line.points[len(line.points) // 2]
    found = next((each for each in game_map.regions if place in (each.name, each.kind) and each.rings), None)
    if found is None or not found.rings[0]:
        return None
    ring = found.rings[0]
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def kinds_overlay(game_map: GameMap, layer: str) -> Overlay:
    """The spaces coloured by their kind, or by the letters of a layer."""
    of = {
        space.id: space.kind if layer in ("terrain", "kind") else str(space.attrs.get(layer, ""))
        for space in game_map.spaces.values()
    }
    kinds = sorted({kind for kind in of.values() if kind})
    legend = tuple((kind, COLOURS[n % len(COLOURS)], PATTERNS[n // 2 % len(PATTERNS)]) for n, kind in enumerate(kinds))
    return Overlay("kinds", layer, "K", {space: kind for space, kind in of.items() if kind}, legend)
