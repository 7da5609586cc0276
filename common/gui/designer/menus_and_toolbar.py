"""Menus and tool bar of the window for designers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMenu, QToolBar

from common.engine import GAMES
from common.gui.designer.bulk_commands import Bulk
from common.gui.designer.dialogs.new_map_dialog import NewMapDialog
from common.gui.designer.dialogs.output_dialogs import MapExportDialog, MapPrintDialog
from common.gui.designer.dialogs.sheet_dialogs import RenameDialog, RenumberDialog, ResizeDialog
from common.gui.designer.map_files import FILTER
from common.gui.kit import icons, theme
from common.gui.kit.dialogs import AboutDialog, ask_save_name, run_dialog
from common.gui.kit.key_sheet import GroupedKeys, to_native
from common.gui.kit.language import tr, word
from common.gui.kit.widgets import fold_tip
from common.maps.changing.editing import Data, write_bytes
from common.maps.changing.editing_mirror import ACROSS, DOWN
from common.maps.exchange.imports import ImportTrouble, describe_added, import_into, import_map

if TYPE_CHECKING:
    from common.gui.designer.designer_window import Designer
    from common.gui.designer.map_sheet import MapSheet

Call = Callable[[], object]
PAGED = ("U", "O")  # tools that stand on a page of the panel and need no place in the bar


DRAWING = (
    (word("Shift"), word("a straight line, the shortest way, a frame")), (word("Alt"), word("erases")),
    (word("Ctrl"), word("fills")), (word("Right click"), word("takes up what is there")),
    (word("Middle button"), word("moves the map; so does Space with the left button")),
    (word("Wheel"), word("zooms about the pointer")), (word("Esc"), word("gives the stroke up")),
)  # fmt: skip


def _list_keys(menu: QObject | None) -> Iterator[tuple[str, str]]:
    """The keys of everything in a menu and in the menus below it, each with its name."""
    for action in menu.actions() if isinstance(menu, QMenu) else ():
        yield from _list_keys(action.menu())
        if action.shortcuts():
            keys = ", ".join(to_native(key) for key in action.shortcuts())
            yield keys, action.text().replace("&", "")


class Actions:
    """Every command of the window, in menus and on keys."""

    def __init__(self, desk: Designer) -> None:
        self.desk, self.bulk = desk, Bulk(desk)
        self._icons: list[tuple[QAction, str]] = []
        self.tools: dict[str, QAction] = {}
        self.bar = QToolBar(tr("Tools"))
        self.bar.setMovable(False)
        self._file()
        self._edit()
        self._tools()
        self._view()
        self._help()
        self._fill_bar()
        desk.addToolBar(self.bar)
        self.dress()

    def _add(
        self, menu: QMenu, text: str, call: Call, keys: str | list[QKeySequence] | None = None, icon: str = ""
    ) -> QAction:
        action = QAction(text, self.desk)
        if isinstance(keys, str):
            action.setShortcut(QKeySequence(keys))
        elif keys:
            action.setShortcuts(keys)
        action.triggered.connect(lambda _on=False: call())
        menu.addAction(action)
        if icon:
            self._icons.append((action, icon))
        return action

    def _file(self) -> None:
        desk, menu = self.desk, self.desk.menuBar().addMenu(tr("&File"))
        keeper = desk.keeper
        self._add(menu, tr("&New map …"), self._begin, "Ctrl+N", "plus")
        new = menu.addMenu(tr("New from a &sample"))
        from common.maps.samples import SAMPLES, sample_text

        for name, title in SAMPLES.items():
            self._add(new, f"&{title}", partial(self._new, name, sample_text))
        games = menu.addMenu(tr("Map of a &game"))
        for game in GAMES:
            self._add(games, f"&{game.replace('_', ' ').title()}", partial(desk.try_open, game))
        self.open = self._add(menu, tr("&Open …"), self._open, "Ctrl+O", "open")
        menu.addSeparator()
        save, save_as, save_pack = map(self._on_sheet, (keeper.save, keeper.save_as, keeper.save_pack))
        self.save = self._add(menu, tr("&Save"), save, "Ctrl+S", "save")
        self._add(menu, tr("Save &as …"), save_as, "Ctrl+Shift+S")
        self._add(menu, tr("Save as data &pack …"), save_pack)
        self.save_all = self._add(menu, tr("Save a&ll"), self._wrap_flush(keeper.save_all), "Ctrl+Alt+S", "save_all")
        menu.addSeparator()
        self._add(menu, tr("&Import …"), self._import)
        self._add(menu, tr("Import in&to this map …"), self._import_into)
        self.export = self._add(menu, tr("&Export …"), self._export, "Ctrl+E", "export")
        self.print = self._add(menu, tr("Prin&t …"), self._print, "Ctrl+P", "print")
        menu.addSeparator()
        self._add(menu, tr("&Close the map"), lambda: desk.close_sheet(desk.sheet), "Ctrl+W")
        self._add(menu, tr("&Quit"), desk.close, "Ctrl+Q")

    def _edit(self) -> None:
        desk, menu = self.desk, self.desk.menuBar().addMenu(tr("&Edit"))
        redo = [QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")]
        self.undo = self._add(menu, tr("&Undo"), lambda: self._call_flushed(desk.sheet.undo), "Ctrl+Z", "undo")
        self.redo = self._add(menu, tr("&Redo"), lambda: self._call_flushed(desk.sheet.redo), redo, "redo")
        menu.addSeparator()
        self.find = self._add(menu, tr("&Find spaces …"), desk.query.open, "Ctrl+F", "search")
        self._add(menu, tr("Select &all spaces"), self._select_all, "Ctrl+A")
        menu.addSeparator()
        self._add(menu, tr("Re&place a kind …"), self._wrap_flush(self.bulk.replace))
        self._add(menu, tr("&Clear a class …"), self._wrap_flush(self.bulk.clear))
        self.mirrors = {
            axis: self._add(menu, "", self._wrap_flush(partial(self.bulk.mirror, axis)), keys)
            for axis, keys in ((ACROSS, "Ctrl+Shift+H"), (DOWN, "Ctrl+Shift+V"))
        }
        menu.addSeparator()
        self.rename = self._add(menu, tr("Re&name the id …"), self._rename, "F2")
        self.merge = self._add(menu, tr("&Merge the selected areas"), self._wrap_flush(self.bulk.merge), "Ctrl+J")
        self._add(menu, tr("Resi&ze the map …"), self._resize)
        self.renumber = self._add(menu, tr("Renum&ber the hexes …"), self._renumber)
        menu.addSeparator()
        self._add(menu, tr("&Settings …"), self._settings, "Ctrl+,")

    def _tools(self) -> None:
        desk, menu = self.desk, self.desk.menuBar().addMenu(tr("&Tools"))
        group = QActionGroup(desk)
        for key, tool in desk.tools.items():
            action = self._add(menu, f"&{tr(tool.name)}", partial(desk.take_tool, key), key, tool.icon)
            action.setCheckable(True)
            action.setToolTip(fold_tip(f"{tr(tool.name)} ({key}): {tr(tool.about)}"))
            group.addAction(action)
            self.tools[key] = action
        menu.addSeparator()
        self.erase = self._add(menu, tr("&Erase instead of paint"), lambda: None, "X", "erase")
        self.erase.setCheckable(True)
        self.erase.setToolTip(tr("Erase (X): strokes take away, as with Alt held"))
        self.erase.toggled.connect(desk.set_erasing)

    def _view(self) -> None:
        desk, menu = self.desk, self.desk.menuBar().addMenu(tr("&View"))
        self.fit = self._add(menu, tr("&Whole map"), self._fit, "F", "fit")
        self.kinds = self._add(menu, tr("&Kinds of spaces"), self._set_overlay, "K", "layers")
        self.kinds.setCheckable(True)
        self.marks = self._add(menu, tr("&Mark the findings"), self._set_marks, "N", "warn")
        self.marks.setCheckable(True)
        pages = menu.addMenu(tr("Pa&ges"))
        for number, (page, title) in enumerate(desk.pages.titles(), 1):
            keys = f"Ctrl+{number % 10}" if number <= 10 else ""
            self._add(pages, f"&{number % 10} {title}", partial(desk.open_page, page), keys)
        menu.addSeparator()
        text, side = desk.text_dock.toggleViewAction(), desk.side.toggleViewAction()
        shown = ((text, tr("&Text of the file"), "F4", "text"), (side, tr("&Panel"), "F9", ""))
        for action, name, key, icon in shown:
            action.setText(name)
            action.setShortcut(QKeySequence(key))
            menu.addAction(action)
            if icon:
                self._icons.append((action, icon))
        self.text = text
        self.full = self._add(menu, tr("F&ull screen"), self._full_screen, "F11")
        self.full.setCheckable(True)

    def _help(self) -> None:
        menu = self.desk.menuBar().addMenu(tr("&Help"))
        self._add(menu, tr("&Keys"), self._keys, [QKeySequence("?"), QKeySequence("F1")])
        self._add(menu, tr("&About Five Fronts"), lambda: run_dialog(AboutDialog(self.desk)))

    def _fill_bar(self) -> None:
        for number, group in enumerate((
            [tool for key, tool in self.tools.items() if key not in PAGED], [self.erase], [self.undo, self.redo],
            [self.open, self.save, self.save_all],
            [self.find, self.fit, self.kinds, self.marks, self.text],
        )):  # fmt: skip
            if number:
                self.bar.addSeparator()
            for action in group:
                self.bar.addAction(action)

    # --- what they do ---

    def _call_flushed(self, call: Callable[[], object]) -> None:
        """What was just typed counts."""
        self.desk.text.flush()
        call()

    def _wrap_flush(self, call: Call) -> Call:
        return partial(self._call_flushed, call)

    def _on_sheet(self, call: Callable[[MapSheet], object]) -> Call:
        return self._wrap_flush(lambda: call(self.desk.sheet))

    def _select_all(self) -> None:
        self.desk.sheet.select(tuple(self.desk.sheet.game_map.spaces))

    def _open(self) -> None:
        own = self.desk.sheets() and self.desk.sheet.document.own
        start = str(self.desk.sheet.document.path.parent if own else self.desk.store.folder)
        names, _ = QFileDialog.getOpenFileNames(self.desk, tr("Open maps"), start, tr(FILTER))
        self.desk.try_open(*names)

    def _new(self, name: str, text_of: Callable[[str], str]) -> None:
        self.write_new(f"{name}.yaml", text_of(name))

    def _begin(self) -> None:
        """A map from nothing."""
        asked = NewMapDialog(self.desk)
        if run_dialog(asked):
            self.write_new(f"{asked.plan().id}.yaml", asked.text)

    def write_new(self, name: str, text: str) -> None:
        """Ask where a new map goes, write it there and open it."""
        goal = ask_save_name(self.desk, tr("Where the new map goes"), name, tr(FILTER), self.desk.store)
        if goal is None:
            return
        try:
            write_bytes(goal, text.encode())
        except OSError as error:
            self.desk.tell(tr("{file}: cannot be written: {why}", file=goal, why=error.strerror), True)
            return
        self.desk.try_open(str(goal))

    def _ask_import(self) -> Path | None:
        kinds = tr("Maps of other programs (*.geojson *.json *.graphml *.csv)")
        name, _ = QFileDialog.getOpenFileName(self.desk, tr("Import"), str(self.desk.store.folder), kinds)
        return Path(name) if name else None

    def _import(self) -> None:
        """A map from another program's file."""
        path = self._ask_import()
        if path is None:
            return
        try:
            text = import_map(path)
        except ImportTrouble as error:
            self.desk.tell(str(error), True)
            return
        self.write_new(f"{path.stem}.yaml", text)

    def _import_into(self) -> None:
        """Areas, points and lines of another program's file, added to the map in front as one step."""
        path = self._ask_import() if self._can_edit() else None
        if path is None:
            return
        sheet, told = self.desk.sheet, list[str]()

        def add(data: Data) -> None:
            told.append(describe_added(import_into(data, path, sheet.game_map)))

        try:
            done = sheet.edit(tr("import {file}", file=path.name), add)
        except ImportTrouble as error:
            self.desk.tell(str(error), True)
            return
        if done:
            self.desk.tell(tr("{file}: {what}", file=path.name, what=told[0]))

    def _export(self) -> None:
        self.desk.text.flush()
        run_dialog(MapExportDialog(self.desk, self.desk.sheet, self.desk.store))

    def _print(self) -> None:
        self.desk.text.flush()
        run_dialog(MapPrintDialog(self.desk, self.desk.sheet, self.desk.store))

    def _rename(self) -> None:
        """Another id for the selected space."""
        chosen = self.desk.sheet.selection
        if len(chosen) != 1:
            self.desk.tell(tr("Select one space to give it another id"), True)
        elif self._can_edit():
            run_dialog(RenameDialog(self.desk, self.desk.sheet, chosen[0]))

    def _resize(self) -> None:
        if self._can_edit():
            run_dialog(ResizeDialog(self.desk, self.desk.sheet))

    def _renumber(self) -> None:
        if self._can_edit():
            run_dialog(RenumberDialog(self.desk, self.desk.sheet))

    def _can_edit(self) -> bool:
        """Whether the text can be changed; what was just typed counts."""
        self.desk.text.flush()
        error = self.desk.sheet.document.error
        if error is not None:
            self.desk.tell(tr("{error}; mend this first", error=error), True)
        return error is None

    def _fit(self) -> None:
        self.desk.sheet.view.fit()

    def _settings(self) -> None:
        from common.gui.kit.settings_dialog import SettingsDialog

        run_dialog(SettingsDialog(self.desk.store, self.desk))

    def _full_screen(self) -> None:
        state, flag = self.desk.windowState(), Qt.WindowState.WindowFullScreen
        self.desk.setWindowState(state | flag if self.full.isChecked() else state & ~flag)

    def _keys(self) -> None:
        """The sheet of keys stays beside the map; asked for again, it comes to the front."""
        if open_sheet := self.desk.findChild(GroupedKeys):
            open_sheet.raise_()
            return
        groups = {tr("While drawing"): [(tr(keys), tr(text)) for keys, text in DRAWING]}
        for entry in self.desk.menuBar().actions():
            groups[entry.text().replace("&", "")] = list(_list_keys(entry.menu()))
        GroupedKeys(groups, self.desk).stay()

    def _set_overlay(self) -> None:
        self.desk.sheet.set_overlay(self.desk.paint.layer if self.kinds.isChecked() else "")

    def _set_marks(self) -> None:
        self.desk.sheet.set_marking(self.marks.isChecked())

    # --- following ---

    def refresh(self) -> None:
        """Bring the commands in line with the map in front."""
        if not self.desk.sheets():
            return
        document = self.desk.sheet.document
        last = document.history[-1].label if document.history else ""
        ahead = document.undone[-1].label if document.undone else ""
        self.undo.setEnabled(bool(last))
        self.redo.setEnabled(bool(ahead))
        self.undo.setText(tr("&Undo: {what}", what=last) if last else tr("&Undo"))
        self.redo.setText(tr("&Redo: {what}", what=ahead) if ahead else tr("&Redo"))
        kind = self.desk.sheet.game_map.kind
        self.renumber.setEnabled(kind == "hex")
        self.merge.setEnabled(kind == "area" and len(self.desk.sheet.selection) > 1)
        self.rename.setEnabled(kind != "hex" and len(self.desk.sheet.selection) == 1)
        for axis, action in self.mirrors.items():
            action.setText(self.bulk.entry(axis))
        self.save.setEnabled(document.dirty)
        self.save_all.setEnabled(any(sheet.document.dirty for sheet in self.desk.sheets()))
        self.tools[self.desk.tool.key].setChecked(True)
        self.kinds.setChecked(bool(self.desk.sheet.overlay))
        self.marks.setChecked(self.desk.sheet.marking)

    def dress(self) -> None:
        """Icons in the colours of the theme."""
        look = theme.current()
        self.bar.setIconSize(QSize(look.px(19), look.px(19)))
        for action, icon in self._icons:
            action.setIcon(icons.icon(icon, look.on_band, look.px(19), look.on_accent))
            action.setIconVisibleInMenu(False)
