"""The window for designers: maps in tabs, tools on single keys, findings, facts and text beside them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QIcon, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QMainWindow,
    QPushButton,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from common.data import DataError
from common.engine import GAMES
from common.gui.designer.map_files import FileBanner, MapSaver
from common.gui.designer.map_sheet import MapSheet, open_sheet
from common.gui.designer.menus_and_toolbar import Actions
from common.gui.designer.pages.analysis_page import AnalysisBox
from common.gui.designer.pages.compare_page import CompareBox
from common.gui.designer.pages.facts_panel import FactsBox
from common.gui.designer.pages.findings_panel import FindingsBox
from common.gui.designer.pages.list_pages import ListPage, link_rows, space_rows
from common.gui.designer.pages.paint_box import PaintBox
from common.gui.designer.pages.position_page import PositionBox
from common.gui.designer.pages.query_bar import QueryBar
from common.gui.designer.pages.style_page import StyleBox
from common.gui.designer.pages.text_pane import TextPane
from common.gui.designer.pages.underlay_page import UnderlayBox
from common.gui.designer.pages.unit_trial import TrialBox
from common.gui.designer.tools.tool_base import InspectTool, MeasureTool, Tool
from common.gui.designer.tools.toolbox import TOOLS, ToolEvents
from common.gui.kit import icons, theme
from common.gui.kit.icon_pages import Pages
from common.gui.kit.language import tr, trn
from common.gui.kit.settings import Store
from common.gui.kit.widgets import DockTitle, IconButton, beside_frame, label, make_tip, remove_margins, room_of
from common.maps.changing.fitting import apply, name_place
from common.maps.load import map_path
from common.maps.samples import SAMPLES, sample_path
from common.tabletop.positions import ArrangedPosition, PositionError, is_position_file

Modifier = Qt.KeyboardModifier
PANEL = 360  # px
ROOMY = 1500  # px; from here on the text lies beside the map from the start


class Designer(QMainWindow):
    """All maps that are being worked on."""

    closed = Signal()
    play_wanted = Signal(object, object)  # Match, and the folder its map lies in

    def __init__(self, packs: Iterable[Path], store: Store) -> None:
        super().__init__()
        self.store, self.packs = store, tuple(packs)
        self.home = store.places.data / "maps"
        self.setMinimumSize(720, 480)
        self.setAcceptDrops(True)
        self.erasing = False
        self._filled: tuple[Any, ...] = ()
        self._judged: set[MapSheet] = set()  # maps whose findings were seen once
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setMovable(True)
        self.paint, self.facts, self.checks, self.text = PaintBox(), FactsBox(), FindingsBox(), TextPane()
        self.trial, self.query, self.banner = TrialBox(), QueryBar(store), FileBanner()
        self.analysis, self.compare, self.underlay = AnalysisBox(), CompareBox(store), UnderlayBox(store)
        self.styles, self.positions = StyleBox(), PositionBox(store)
        self.spaces = ListPage((tr("Space"), tr("Name"), tr("Kind"), tr("Tags"), tr("Links"), tr("Attributes")))
        self.links = ListPage((tr("From"), tr("To"), tr("Kinds"), tr("Attributes")))
        self.tools = {kind.key: kind(self) for kind in TOOLS}
        self.tool: Tool = self.tools["I"]
        self.hands, self.keeper = ToolEvents(self), MapSaver(self)
        self._build()
        self._status()
        self.actions_ = Actions(self)
        self._connect()
        self.resize(QSize(1440, 900).boundedTo(beside_frame(room_of(self))))
        self._shown_text = False

    # --- building ---

    def _build(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        remove_margins(column)
        for part in (self.banner, self.query):
            column.addWidget(part)
        column.addWidget(self.tabs, 1)
        self.query.hide()
        self.setCentralWidget(middle)
        self.pages = Pages(
            (
                (self.paint, "brush", tr("Paint box")), (self.facts, "here", tr("What is selected")),
                (self.checks, "warn", tr("Findings")), (self.spaces, "chart", tr("Spaces")),
                (self.links, "points", tr("Links")), (self.trial, "try", tr("Test here")),
                (self.analysis, "stats", tr("Analysis")), (self.compare, "copies", tr("Compare")),
                (self.underlay, "picture", tr("Underlay")), (self.styles, "palette", tr("Styles")),
                (self.positions, "forces", tr("Position")),
            )
        )  # fmt: skip
        self.side = self._dock(
            "panel", tr("Panel"), self.pages, self.pages.title, Qt.DockWidgetArea.RightDockWidgetArea
        )
        text = label(tr("Text of the file"), "heading")
        self.text_dock = self._dock("text", tr("Text"), self.text, text, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.text_dock.hide()

    def _dock(self, name: str, title: str, widget: QWidget, head: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title)
        dock.setObjectName(name)
        inner = QWidget()
        inner.setObjectName("panel")
        column = QVBoxLayout(inner)
        remove_margins(column)
        column.addWidget(widget)
        dock.setWidget(inner)
        dock.setTitleBarWidget(DockTitle(dock, head))
        self.addDockWidget(area, dock)
        return dock

    def _status(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        self.message = label("")
        self.where, self.here, self.zoom = label(""), label(""), label("")
        self.count = QPushButton("")
        self.count.setFlat(True)
        self.count.setProperty("role", "status")
        self.count.setToolTip(tr("Show the findings"))
        bar.addWidget(self.message, 1)
        for part in (self.here, self.where, self.zoom, self.count):
            bar.addPermanentWidget(part)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(lambda _n: self._show_front())
        self.count.clicked.connect(lambda: self.open_page(self.checks))
        self.checks.line_wanted.connect(self.text.show_line)
        self.pages.turned.connect(self._fill_page)
        for page in (self.spaces, self.links):
            page.place_wanted.connect(self._go)
        self.facts.space_wanted.connect(self._go)
        self.paint.kind_taken.connect(lambda: self.take_tool("B"))
        self.paint.line_taken.connect(lambda: self.take_tool("E"))
        self.query.hit.connect(self._hit)
        self.query.notice.connect(self.tell)
        self.query.left.connect(self._focus_map)
        self.trial.notice.connect(self.tell)
        self.trial.play_wanted.connect(self.play_wanted)
        self.positions.notice.connect(self.tell)
        self.positions.play_wanted.connect(self.play_wanted)
        self.store.changed.connect(self._setting)

    # --- sheets ---

    @property
    def sheet(self) -> MapSheet:
        """The map in front."""
        found = self.tabs.currentWidget()
        assert isinstance(found, MapSheet)
        return found

    def sheets(self) -> list[MapSheet]:
        """All maps from left to right."""
        found = [self.tabs.widget(n) for n in range(self.tabs.count())]
        return [sheet for sheet in found if isinstance(sheet, MapSheet)]

    def open(self, name: str) -> MapSheet:
        """A game's map or a map file in a tab of its own; DataError when it cannot be read.

        A scenario file is laid out on the map of its game; PositionError when that is not possible.
        """
        if is_position_file(Path(name)):
            return self._open_position(Path(name).absolute())
        path = map_path(name) if name in GAMES else sample_path(name) if name in SAMPLES else Path(name).absolute()
        there = next((sheet for sheet in self.sheets() if sheet.document.path == path), None)
        if there is not None:
            self.tabs.setCurrentWidget(there)
            return there
        sheet = open_sheet(path, self.packs, self.store)
        sheet.view.installEventFilter(self.hands)
        sheet.view.hovered.connect(self._show_hover)
        sheet.view.moved.connect(self._show_zoom)
        sheet.view.clicked.connect(self._click)
        sheet.view.measured.connect(self._tell_distance)
        sheet.view.wheel_zooms = self.store.now.wheel == "zoom"
        sheet.view.reduced_motion = not self.store.moving
        sheet.edited.connect(lambda: self._follow_edit(sheet))
        sheet.redrawn.connect(lambda: self._follow_drawing(sheet))
        sheet.judged.connect(lambda: self._take_judgement(sheet))
        sheet.selected.connect(lambda _spaces: self._follow_selection(sheet))
        sheet.notice.connect(self.tell)
        number = self.tabs.addTab(sheet, sheet.game_map.title.replace("&", "&&"))
        away = IconButton("close", tr("Close the map (Ctrl+W)"), "tab", 11)
        away.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        away.clicked.connect(lambda: self.close_sheet(sheet))
        self.tabs.tabBar().setTabButton(number, QTabBar.ButtonPosition.RightSide, away)
        self.tabs.setTabToolTip(number, make_tip(sheet.document.name))
        self.tabs.setCurrentWidget(sheet)
        self._show_front()
        self.keeper.watch()
        self.keeper.offer_left(sheet)
        sheet.view.setFocus()
        if sheet.document.error is not None:
            self._show_error(sheet.document.error)
        return sheet

    def _open_position(self, path: Path) -> MapSheet:
        """The map of a scenario's game with the position upon it."""
        sheet = self.open(ArrangedPosition.open(path, self.packs).game.id)
        self.open_page(self.positions)
        self.positions.open_position(path)
        return sheet

    def _show_error(self, error: DataError) -> None:
        """A broken file opens with its text at the line to be mended, and all that is wrong beside it."""
        self.text_dock.show()
        self.text.show_line(error.line)
        self.open_page(self.checks)
        self.tell(str(error), True)

    def close_sheet(self, sheet: QWidget | None) -> None:
        """Put a map away."""
        if isinstance(sheet, MapSheet) and self.keeper.may_close([sheet]):
            self._put_away(sheet)
            if not self.sheets():
                self.close()

    def _put_away(self, sheet: MapSheet) -> None:
        self.text.flush()
        if self.text.sheet is sheet:
            self.text.sheet = None
        sheet.close_down()
        sheet.view.removeEventFilter(self.hands)
        for part in (sheet, sheet.view):
            part.blockSignals(True)  # a pointer that still lies over the map has nobody to tell any more
        self._judged.discard(sheet)
        self.tabs.removeTab(self.tabs.indexOf(sheet))
        sheet.deleteLater()
        self.keeper.watch()

    def _show_front(self) -> None:
        """Another map lies in front."""
        if not self.sheets():
            return
        sheet = self.sheet
        self.setWindowTitle(tr("{map} — maps", map=sheet.game_map.title))
        for part in (
            self.paint, self.facts, self.checks, self.text, self.trial, self.query, self.analysis, self.compare,
            self.underlay, self.styles, self.positions,
        ):  # fmt: skip
            part.show_sheet(sheet)
        self._filled = ()
        self._fill_page()
        self._show_findings(sheet)
        self._show_zoom()
        self.tell("")
        self.where.setText("")
        self._show_hover(sheet.view.board.hover.space, "")
        self._take(self.tool)
        self.actions_.refresh()

    # --- following a sheet ---

    def _follow_edit(self, sheet: MapSheet) -> None:
        number = self.tabs.indexOf(sheet)
        self.tabs.setTabIcon(number, dot() if sheet.document.dirty else QIcon())
        name = sheet.document.name
        self.tabs.setTabToolTip(number, make_tip(tr("{file} (not saved)", file=name) if sheet.document.dirty else name))
        if sheet is self.sheet:
            self.text.show_sheet(sheet)
            if sheet.document.error is None:
                self.paint.show_sheet(sheet)
            self.actions_.refresh()

    def _follow_drawing(self, sheet: MapSheet) -> None:
        self.tabs.setTabText(self.tabs.indexOf(sheet), sheet.game_map.title.replace("&", "&&"))
        if sheet is not self.sheet:
            return
        self._filled = ()
        self._fill_page()
        for part in (self.facts, self.trial, self.query, self.analysis, self.compare, self.underlay, self.styles):
            part.show_sheet(sheet)
        self._show_hover(sheet.view.board.hover.space, "")
        self._take(self.tool)

    def _show_findings(self, sheet: MapSheet) -> None:
        if sheet is not self.sheet:
            return
        self.checks.show_sheet(sheet)
        self.text.mark()
        errors, rest = sheet.findings.number_of("error"), sheet.findings.number_of("warning")
        alone = len(sheet.findings.ignored)
        said = [trn("{n} error", "{n} errors", errors), trn("{n} warning", "{n} warnings", rest)]
        said += [trn("{n} ignored", "{n} ignored", alone)] if alone else []
        self.count.setText(", ".join(said) if errors or rest or alone else tr("no complaints"))

    def _take_judgement(self, sheet: MapSheet) -> None:
        """The checks have looked at a map."""
        self._show_findings(sheet)
        if sheet is self.sheet and sheet not in self._judged:
            self._judged.add(sheet)
            self._show_broken(sheet)

    def _show_broken(self, sheet: MapSheet) -> None:
        """A file that was opened and cannot be built whole lies there with its text at the first line to be mended."""
        broken = next((each for each in sheet.findings if each.code.startswith(("data", "build."))), None)
        if broken is not None and broken.severity == "error" and sheet.document.error is None:
            self.text_dock.show()
            self.text.show_line(broken.line)
            self.open_page(self.checks)

    def _follow_selection(self, sheet: MapSheet) -> None:
        if sheet is self.sheet:
            self.facts.show_sheet(sheet)
            self.trial.show_sheet(sheet)
            self.analysis.show_sheet(sheet)
            self.text.mark()
            self.text.show_selected()
            self.actions_.refresh()

    def _focus_map(self) -> None:
        self.sheet.view.setFocus()

    def _go(self, place: str) -> None:
        self.sheet.show_place(place)

    def _hit(self, spaces: list[str]) -> None:
        self.sheet.select(spaces)
        self.facts.show_sheet(self.sheet)

    def _fill_page(self) -> None:
        """Long lists are filled when they are looked at."""
        page = self.pages.shown
        if not self.sheets() or (page, self.sheet) in self._filled:
            return
        rows = {self.spaces: space_rows, self.links: link_rows}
        if isinstance(page, ListPage):
            page.fill(rows[page](self.sheet.game_map))
            self._filled = (*self._filled, (page, self.sheet))

    def open_page(self, page: QWidget) -> None:
        """Bring a page of the panel forward."""
        self.side.show()
        self.pages.turn(page)

    def show_facts(self) -> None:
        """Something new wants a name."""
        self.open_page(self.facts)
        self.facts.show_sheet(self.sheet)
        self.facts.name.setFocus()
        self.facts.name.selectAll()

    # --- tools ---

    def take_tool(self, key: str) -> None:
        """Take a tool into hand."""
        self.tool.cancel()
        self.tool = self.tools[key]
        page = {"B": self.paint, "E": self.paint, "U": self.underlay, "O": self.positions}.get(key)
        if page is not None and self.pages.shown is not page:
            self.open_page(page)
        self._take(self.tool)
        self.actions_.refresh()
        self.tell(f"{tr(self.tool.name)}: {tr(self.tool.about)}")

    def _take(self, tool: Tool) -> None:
        """The map in front follows the tool."""
        if not self.sheets():
            return
        view, pane = self.sheet.view, self.sheet.pane
        view.board.measure = () if isinstance(tool, MeasureTool) else None
        pane.handles = ()
        pane.aim = ()
        if tool.key in ("P", "A") and self.sheet.game_map.kind == "area":
            corners = {corner for space in self.sheet.game_map.spaces.values() for corner in space.polygon}
            pane.handles = tuple(sorted(corners))
        view.plain = tool.shape
        view.setCursor(tool.shape)
        pane.update()

    def set_erasing(self, on: bool) -> None:
        """Strokes take away, as with Alt."""
        self.erasing = on

    def show_position(self, pos: QPointF) -> None:
        """The pointer is there."""
        x, y = self.sheet.view.camera.to_map(pos)
        earth = self.sheet.earth
        place = f" · {name_place(*apply(earth, (x, y)))}" if earth is not None else ""
        self.where.setText(f"{x:.0f}, {y:.0f}{place}")

    def _show_hover(self, space: str, _piece: str) -> None:
        found = self.sheet.game_map.spaces.get(space)
        name = f"{space} {found.name}" if found and found.name != space else space
        self.here.setText(f"{name} · {found.kind}" if found and found.kind else name)

    def _click(self, space: str, _piece: str, keys: Modifier) -> None:
        inspect = self.tools["I"]
        if isinstance(inspect, InspectTool) and self.tool is inspect:
            inspect.click(space, keys)

    def _tell_distance(self, start: str, end: str, steps: int) -> None:
        far = trn("{n} space", "{n} spaces", steps) if steps >= 0 else tr("no way")
        self.tell(tr("From {a} to {b}: {far}", a=start, b=end, far=far))

    def _show_zoom(self) -> None:
        camera = self.sheet.view.camera
        self.zoom.setText(f"{round(100 * camera.scale / camera.unit_scale)} %")

    def tell(self, text: str, bad: bool = False) -> None:
        """Say something in the status bar."""
        self.message.setText(text)
        self.message.setToolTip(make_tip(text))
        colour = theme.current().live if bad else ""
        self.message.setStyleSheet(f"color: {colour}; font-weight: bold;" if bad else "")

    # --- settings and the end ---

    def _setting(self, name: str) -> None:
        if name in ("theme", "text") and self.sheets():
            self.actions_.dress()
            for sheet in self.sheets():
                sheet.dress()
            self._show_front()
            for sheet in self.sheets():
                self._follow_edit(sheet)

    def dragEnterEvent(self, event: Any) -> None:
        """A map file may be dropped on the window."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: Any) -> None:
        """Open what was dropped."""
        self.try_open(*[url.toLocalFile() for url in event.mimeData().urls()])

    def try_open(self, *names: str) -> None:
        """Open files; what cannot be read is said."""
        for name in names:
            try:
                self.open(name)
            except (DataError, PositionError, OSError) as error:
                self.tell(str(error), True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """On a roomy screen the text lies beside the map from the start."""
        super().resizeEvent(event)
        if not self._shown_text and self.width() >= theme.current().px(ROOMY):
            self._shown_text = True
            self.text_dock.show()
            px = theme.current().px
            self.resizeDocks([self.text_dock, self.side], [px(470), px(PANEL)], Qt.Orientation.Horizontal)

    def showEvent(self, event: QShowEvent) -> None:
        """The panel takes no more than it needs, whatever its pages would like."""
        super().showEvent(event)
        self.resizeDocks([self.side], [theme.current().px(PANEL)], Qt.Orientation.Horizontal)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Unsaved work is asked for once."""
        self.text.flush()
        if not self.keeper.may_close(self.sheets()):
            event.ignore()
            return
        for sheet in self.sheets():
            sheet.close_down()
        super().closeEvent(event)
        self.closed.emit()


def dot() -> QIcon:
    """The sign of unsaved work."""
    return icons.icon("dot", theme.current().accent, theme.current().px(14))
