"""A map without rules, for designers: its spaces, links and checks, each a click away from its place on the map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QTableWidget,
    QTabWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from common.engine import GAMES
from common.gui import icons, theme
from common.gui.facts import FactSheet, escaped, sections_html
from common.gui.forces import Cell
from common.gui.layers import Layers
from common.gui.mapview import MapView
from common.gui.settings import Store
from common.gui.widgets import DockTitle, Page, label, no_margins
from common.maps import GameMap, read_map
from common.maps.check import check_map
from common.maps.load import map_path
from common.tabletop import Marker, Overlay, Row, Section

Rows: TypeAlias = "list[tuple[tuple[str, ...], str]]"
PATTERNS = ("fill", "hatch", "dots", "cross")
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#8a5a2b", "#f0e442")


class ListPage(Page):
    """A sortable, searchable list whose lines have places."""

    place_wanted = Signal(str)

    def __init__(self, columns: Sequence[str], rows: Rows) -> None:
        super().__init__(margin=8)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Only those with …")
        self.table = QTableWidget(len(rows), len(columns))
        self.table.setHorizontalHeaderLabels(list(columns))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().hide()
        for r, (texts, place) in enumerate(rows):
            for c, text in enumerate(texts):
                cell = Cell(text)
                cell.setData(Qt.ItemDataRole.UserRole, place)
                cell.setToolTip(text)
                self.table.setItem(r, c, cell)
        self.table.setSortingEnabled(True)
        self.table.sortItems(0)
        self.table.resizeColumnsToContents()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.count = label(f"{len(rows)}", "small")
        for part in (self.field, self.table, self.count):
            self.column.addWidget(part)
        self.field.textChanged.connect(self._filter)
        self.table.currentCellChanged.connect(lambda row, *_rest: self._chosen(row))

    def _filter(self, text: str) -> None:
        wanted, shown = text.lower(), 0
        for r in range(self.table.rowCount()):
            words = [item.text().lower() for c in range(self.table.columnCount()) if (item := self.table.item(r, c))]
            hit = all(any(part in word for word in words) for part in wanted.split())
            self.table.setRowHidden(r, not hit)
            shown += hit
        self.count.setText(f"{shown}")

    def _chosen(self, row: int) -> None:
        item = self.table.item(row, 0)
        if item is not None and item.data(Qt.ItemDataRole.UserRole):
            self.place_wanted.emit(str(item.data(Qt.ItemDataRole.UserRole)))


def space_rows(game_map: GameMap) -> Rows:
    """Every space with what the file says about it."""
    rows: Rows = []
    for space in game_map.spaces.values():
        attrs = ", ".join(f"{key} {value}" for key, value in space.attrs.items())
        near = str(len(game_map.next_to(space.id)))
        rows.append(((space.id, space.name, space.kind, ", ".join(sorted(space.tags)), near, attrs), space.id))
    return rows


def link_rows(game_map: GameMap) -> Rows:
    """Every link with its kinds; one that differs on the way back is named twice."""
    rows: Rows = []
    for (a, b), link in game_map.links.items():
        back = game_map.link(b, a)
        if game_map.index[a] < game_map.index[b] or back is None or back.kinds != link.kinds:
            attrs = ", ".join(f"{key} {value}" for key, value in link.attrs.items())
            rows.append(((a, b, ", ".join(sorted(link.kinds)) or "plain", attrs), a))
    return rows


def kinds_overlay(game_map: GameMap) -> Overlay:
    """The spaces coloured by their kind."""
    kinds = sorted({space.kind for space in game_map.spaces.values() if space.kind})
    legend = tuple((kind, COLOURS[n % len(COLOURS)], PATTERNS[n // 2 % len(PATTERNS)]) for n, kind in enumerate(kinds))
    return Overlay("kinds", "Kinds of spaces", "K", {s.id: s.kind for s in game_map.spaces.values() if s.kind}, legend)


class MapBrowser(QMainWindow):
    """One map with its lists."""

    def __init__(self, name: str, packs: Sequence[Path], store: Store) -> None:
        super().__init__()
        self.store, self.packs = store, tuple(packs)
        self.path = map_path(name) if name in GAMES else Path(name)
        self.game_map = read_map(self.path, self.packs)
        self.map = MapView()
        self.layers = Layers(self.map, store, f"map {self.game_map.id}", {})
        self.sheet = FactSheet()
        self.setCentralWidget(self.map)
        self._fill()
        self._bar()
        self.map.hovered.connect(self._about)
        self.map.clicked.connect(lambda space, _piece, _modifiers: self._pin(space))
        self.sheet.space_wanted.connect(self._go)
        store.changed.connect(self._dress)
        self._pinned = ""
        self._dress("theme")
        self.resize(1280, 800)
        self.resizeDocks([self.dock], [theme.current().px(420)], Qt.Orientation.Horizontal)

    def _fill(self) -> None:
        game_map = self.game_map
        self.setWindowTitle(f"{game_map.title} — map")
        self.findings = check_map(game_map)
        found: Rows = [((f.code, f.place, f.what, f.hint), f.place) for f in self.findings]
        self.spaces = ListPage(("Space", "Name", "Kind", "Tags", "Links", "Attributes"), space_rows(game_map))
        self.links = ListPage(("From", "To", "Kinds", "Attributes"), link_rows(game_map))
        self.checks = ListPage(("Check", "Place", "What", "What helps"), found)
        tabs = QTabWidget()
        for page, title in ((self.spaces, "Spaces"), (self.links, "Links"), (self.checks, f"Checks ({len(found)})")):
            tabs.addTab(page, title)
            page.place_wanted.connect(self._go)
        inner = QWidget()
        inner.setObjectName("panel")
        column = QVBoxLayout(inner)
        no_margins(column)
        column.addWidget(self.sheet, 2)
        column.addWidget(tabs, 3)
        self.dock = QDockWidget("Map")
        self.dock.setWidget(inner)
        self.dock.setTitleBarWidget(DockTitle(self.dock, label(game_map.title, "heading")))
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        words = "no complaints" if not found else f"{len(found)} findings"
        self.statusBar().showMessage(f"{game_map.kind} map, {len(game_map.ids)} spaces, {words}")

    def _bar(self) -> None:
        bar = QToolBar()
        bar.setMovable(False)
        self.addToolBar(bar)
        self.kinds = QAction("Kinds of spaces", self)
        self.kinds.setCheckable(True)
        self.kinds.setShortcut("K")
        self.kinds.triggered.connect(lambda on: self.map.set_overlay(kinds_overlay(self.game_map) if on else None))
        self.marks = QAction("Mark the findings", self)
        self.marks.setCheckable(True)
        self.marks.triggered.connect(self._mark)
        acts = [(self.kinds, "layers"), (self.marks, "warn")]
        for text, icon, call in (
            ("Whole map", "fit", self.map.fit), ("Measure", "next", self.map.start_measure),
            ("Open another map …", "open", self._open),
        ):  # fmt: skip
            action = QAction(text, self)
            action.triggered.connect(lambda _=False, call=call: call())
            acts.append((action, icon))
        self._icons = acts
        for action, _ in acts:
            bar.addAction(action)

    def _dress(self, name: str) -> None:
        if name not in ("theme", "text"):
            return
        look = theme.current()
        self.map.set_map(self.game_map, look.name)
        self.layers.show()
        self.map.set_position((), (), animate=False)
        for action, icon in self._icons:
            action.setIcon(icons.icon(icon, look.on_band, look.px(19), look.on_accent))
            action.setToolTip(action.text())

    def _mark(self, on: bool) -> None:
        marks = [
            Marker(f.place, "warning", text="!", title=f.what) for f in self.findings if f.place in self.game_map.spaces
        ]
        self.map.set_position((), marks if on else (), animate=False)

    def _go(self, place: str) -> None:
        for each in place.replace("-", " ").replace(",", " ").split() or [place]:
            if each in self.game_map.spaces:
                self.map.center_on(each)
                self._pin(each)
                return

    def _pin(self, space: str) -> None:
        self._pinned = space
        self._about(space, "")

    def _about(self, name: str, _piece: str) -> None:
        space = self.game_map.spaces.get(name or self._pinned)
        if space is None:
            self.sheet.show_html(
                f"<h2>{escaped(self.game_map.title)}</h2><p class='soft'>{escaped(self.game_map.source)}</p>"
            )
            return
        facts = [Row("Kind", space.kind), Row("Tags", ", ".join(sorted(space.tags)) or "none")]
        facts += [Row(str(key), str(value)) for key, value in space.attrs.items()]
        facts.append(Row("Place", f"{space.center[0]:.0f}, {space.center[1]:.0f}"))
        links = []
        for other in self.game_map.next_to(space.id):
            link = self.game_map.link(space.id, other)
            kinds = ", ".join(sorted(link.kinds)) if link and link.kinds else "plain"
            links.append(Row(kinds, f"{self.game_map.spaces[other].name or other} ({other})", space=other))
        title = f"{space.name} ({space.id})" if space.name and space.name != space.id else space.id
        sections = [Section("The space", tuple(facts)), Section(f"{len(links)} links", tuple(links))]
        self.sheet.show_html(f"<h2>{escaped(title)}</h2>{sections_html(sections)}")

    def _open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Open a map", str(self.path.parent), "Maps (*.yaml *.yml)")
        if name:
            other = MapBrowser(name, self.packs, self.store)
            other.setParent(self, Qt.WindowType.Window)
            other.show()
