"""Habits of a good desktop program: keys, focus, docks, screens, text that is never cut off, names of the players."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction, QColor, QImage, QKeySequence, QPdfWriter, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPushButton,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)

from common.data import ROOT
from common.engine import load_game
from common.gui import layout, theme
from common.gui.app import Program
from common.gui.designer.window import Designer
from common.gui.dialogs import About, DieDialog, Report, ask_save_name
from common.gui.dice import Die
from common.gui.newgame import NewGame
from common.gui.pictures import ExportDialog
from common.gui.preview import Preview
from common.gui.printing import PrintDialog, Wanted, print_all
from common.gui.record import Player, Record, sound
from common.gui.settings import Store
from common.gui.settings_dialog import SettingsDialog
from common.gui.shortcuts import BY_ID, COMMANDS, RESERVED, GroupedKeys, KeyEditor, KeySheet, portable
from common.gui.stylesheet import SHEET, sheet
from common.gui.tables import table_of
from common.gui.theme import THEMES, contrast

HOLDERS = (QComboBox, QAbstractSpinBox, QKeySequenceEdit)  # their inner fields are no stops of their own
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


# Keys


def test_the_keys_everybody_knows_are_there() -> None:
    """U1."""
    wanted = {
        "new": ["Ctrl+N"], "open": ["Ctrl+O"], "save_as": ["Ctrl+S", "Ctrl+Shift+S"], "close": ["Ctrl+W"],
        "quit": ["Ctrl+Q"], "undo": ["Ctrl+Z"], "redo": ["Ctrl+Shift+Z", "Ctrl+Y"], "help": ["F1"],
        "full_screen": ["F11"], "keys": ["?"], "palette": ["Ctrl+K"], "settings": ["Ctrl+,"], "find": ["Ctrl+F"],
        "print": ["Ctrl+P"], "map_only": ["F9"],
    }  # fmt: skip
    for name, keys in wanted.items():
        assert set(keys) <= set(BY_ID[name].keys), name
    docks = {key for command in COMMANDS for key in command.keys if re.fullmatch(r"Ctrl\+\d", key)}
    assert docks >= {f"Ctrl+{number}" for number in range(1, 10)}


def doubles(window: QWidget) -> dict[str, int]:
    """Key sequences that more than one action or shortcut of a window answers to."""
    actions = {id(action): action for widget in (window, *window.findChildren(QWidget)) for action in widget.actions()}
    counted: Counter[str] = Counter()
    for action in actions.values():
        counted.update({portable(sequence.toString()) for sequence in action.shortcuts()})
    counted.update(portable(shortcut.key().toString()) for shortcut in window.findChildren(QShortcut))
    return {key: count for key, count in counted.items() if key and count > 1}


def test_no_window_answers_twice_to_a_key(lay, store: Store, qtbot) -> None:
    """U4: by the actions that are really there."""
    assert doubles(lay()) == {}
    program = Program(store)
    program.start()
    assert doubles(program.launcher) == {}
    browser = program.open_map("sand_wars")
    assert doubles(browser) == {}
    browser.close()
    program.launcher.close()


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_overlays_of_the_games_do_not_take_the_keys_of_commands(game: str) -> None:
    match = load_game(game).new_match(seed=1)
    taken = {portable(key) for command in COMMANDS for key in command.keys} | set(RESERVED)
    keys = [portable(overlay.key) for overlay in table_of(match).overlays(match.view(match.to_act))]
    assert len(keys) == len(set(keys))
    assert not taken & set(keys)


def entries(menu: QMenu) -> Iterator[QAction]:
    """Everything in a menu and below it, filled as a player would find it."""
    menu.aboutToShow.emit()
    for action in menu.actions():
        if action.text() and not action.isSeparator():
            yield action
        if action.menu() is not None:
            yield from entries(action.menu())


def test_every_entry_of_every_menu_has_its_letter(lay) -> None:
    """U4: submenus too."""
    table = lay()
    table.session.play(table.session.match.legal()[0])
    table.session.undo()
    table.session.play(table.session.match.legal()[1])
    bare = [action.text() for menu in table.findChildren(QMenu) for action in entries(menu) if "&" not in action.text()]
    assert bare == []


def test_long_menus_are_parted_by_lines(lay) -> None:
    """Nobody reads twenty entries in one go."""
    bar = lay().findChild(QMenuBar)
    for menu in (action.menu() for action in bar.actions()):
        run = longest = 0
        for action in menu.actions():
            run = 0 if action.isSeparator() else run + 1
            longest = max(longest, run)
        assert longest <= 7, menu.title()


def test_a_command_is_found_among_the_keys(lay, store: Store) -> None:
    """U5: by its name or by its key; the editor belongs to the table it was called from."""
    table = lay()
    editor = KeyEditor(store, table)
    QTest.keyClicks(editor.filter, "ctrl+p")
    rows = [row for row in range(editor.table.rowCount()) if not editor.table.isRowHidden(row)]
    assert {COMMANDS[row].id for row in rows} == {
        command.id for command in COMMANDS if any(key.lower().startswith("ctrl+p") for key in command.keys)
    }
    assert editor.parentWidget() is table


def test_keys_are_exported_and_the_maps_own_are_not_given_away(store: Store, tmp_path: Path, qtbot) -> None:
    """U5, F96."""
    editor = KeyEditor(store)
    qtbot.addWidget(editor)
    assert editor.set_keys("hint", ("F6",))
    assert editor.give(tmp_path / "keys.json") == ""
    editor.reset()
    assert editor.keys["hint"] == ("Ctrl+H",)
    assert editor.take(tmp_path / "keys.json") == ""
    assert editor.keys["hint"] == ("F6",)
    assert not editor.set_keys("hint", ("F",))
    assert "zooming" in editor.message.text()
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "cannot be written" in editor.give(blocked / "keys.json")
    editor.table.setCurrentCell([command.id for command in COMMANDS].index("recap"), 0)
    editor.editor.setKeySequence(QKeySequence("Ctrl+Z"))
    editor.assign()
    assert "Undo" in editor.message.text()
    assert store.now.keys == {"hint": ["F6"]}


def test_the_question_mark_shows_the_sheet_and_stops_nobody(lay) -> None:
    """U1, U31."""
    table = lay()
    QTest.keyClick(table.map, Qt.Key.Key_Question)
    (shown,) = table.findChildren(KeySheet)
    assert shown.isVisible()
    assert not shown.isModal()
    QTest.keyClick(shown, Qt.Key.Key_Escape)


def test_the_start_window_has_keys_too(store: Store, qtbot) -> None:
    program = Program(store)
    program.start()
    launcher = program.launcher
    with qtbot.waitActive(launcher):
        launcher.activateWindow()
    launcher._choose("nmc")
    QTest.keyClick(launcher, Qt.Key.Key_Escape)
    assert launcher.stack.currentIndex() == 0
    assert launcher.isVisible()
    QTest.keyClick(launcher, Qt.Key.Key_N, CONTROL)
    assert launcher.focusWidget() is launcher.games[0]
    QTest.keyClick(launcher, Qt.Key.Key_Question)
    (sheet,) = launcher.findChildren(GroupedKeys)
    assert sheet.isVisible() and not sheet.isModal()
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    asked: list[bool] = []
    launcher.settings_wanted.disconnect()
    launcher.settings_wanted.connect(lambda: asked.append(True))
    QTest.keyClick(launcher, Qt.Key.Key_Comma, CONTROL)
    assert asked
    QTest.keyClick(launcher, Qt.Key.Key_W, CONTROL)
    assert not launcher.isVisible()


# Dialogs


def dialogs(table, store: Store) -> dict[str, QDialog]:
    """Every dialog of the program."""
    text = "Your game is saved up to the last action, and goes on. A report was written."
    return {
        "print": PrintDialog(table), "export": ExportDialog(table), "settings": SettingsDialog(store, table, "nmc"),
        "keys": KeySheet(store, [("C", "overlay: Control")], table), "editor": KeyEditor(store, table),
        "report": Report(table, "Something went wrong", text, "details\n" * 20),
        "die": DieDialog(table, Die("fire", 0, 9), "Attack from Fort Craig"), "about": About(table),
        "preview": Preview(table, store, "pages", lambda _printer: None),
    }  # fmt: skip


def clipped(root: QWidget) -> list[str]:
    """Texts of buttons, labels, fields to choose from and tabs that have less room than they need."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not root.window():
            continue
        room, name = widget.size(), type(widget).__name__
        if isinstance(widget, QPushButton | QToolButton) and widget.text():
            need = widget.minimumSizeHint()
            if room.width() < need.width() - 2 or room.height() < need.height() - 2:
                found.append(f"{name} {widget.text()!r}: {room.toTuple()} < {need.toTuple()}")
        elif isinstance(widget, QCheckBox) and room.width() < widget.sizeHint().width() - 2:
            found.append(f"{name} {widget.text()!r}")
        elif isinstance(widget, QLabel) and widget.text() and widget.textFormat() == Qt.TextFormat.PlainText:
            if widget.wordWrap():
                if widget.heightForWidth(room.width()) > room.height() + 2:
                    found.append(f"{name} {widget.text()!r}: too low")
            elif room.width() < widget.minimumSizeHint().width() - 2:
                found.append(f"{name} {widget.text()!r}: {room.width()} < {widget.minimumSizeHint().width()}")
        elif isinstance(widget, QComboBox):
            need = widget.fontMetrics().horizontalAdvance(widget.currentText())
            if room.width() < need + theme.current().px(22):
                found.append(f"{name} {widget.currentText()!r}")
        elif isinstance(widget, QTabBar):
            rights = [widget.tabRect(n).right() for n in range(widget.count())]
            if rights and max(rights) > room.width():
                found.append(f"{name} {widget.tabText(0)!r} …")
    return found


@pytest.mark.parametrize("percent", [80, 100, 150, 200])
def test_no_dialog_cuts_its_text_off(lay, store: Store, qtbot, percent: int, monkeypatch) -> None:
    """U27, F66: on a screen of 1280 by 720."""
    monkeypatch.setattr("common.gui.widgets.room_of", lambda window: QRect(0, 0, 1280, 720).size())
    theme.use("light", percent)
    table = lay(size=(1280, 720))
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        dialog.show()
        QTest.qWait(5)
        assert clipped(dialog) == [], name
        assert dialog.width() <= 1280, name
        assert dialog.height() <= 720, name
        if isinstance(dialog, SettingsDialog):
            for number in range(dialog.tabs.count()):
                dialog.tabs.setCurrentIndex(number)
                QTest.qWait(5)
                assert clipped(dialog) == [], (name, number)
        dialog.close()


@pytest.mark.parametrize(("percent", "size"), [(100, (1280, 720)), (150, (1280, 800)), (200, (1920, 1080))])
def test_no_window_cuts_its_text_off(lay, store: Store, qtbot, percent: int, size: tuple[int, int]) -> None:
    """U23, U27: the start window with games on its shelf, the page of a new game, the table and its replay."""
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {}, {"union": Player("Maximilian the Second", "#0072b2")})
    table.session.play(table.session.match.legal()[0])
    table.resize(*size)
    store.set(text=percent)
    table.session.show(0)
    QTest.qWait(20)
    assert clipped(table) == []
    table.session.show(None)
    table.close()
    program.start()
    program.launcher.resize(*size)
    QTest.qWait(20)
    assert clipped(program.launcher) == []
    program.launcher._choose("nmc")
    QTest.qWait(20)
    assert clipped(program.launcher) == []
    program.launcher.close()


def test_tab_goes_the_way_the_eye_goes(lay, store: Store, qtbot) -> None:
    """U2: from top to bottom, and from left to right in a row."""
    table = lay()
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        dialog.show()
        QTest.qWait(5)
        places = []
        widget = dialog.nextInFocusChain()
        while widget is not dialog:
            stops = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()
            part = isinstance(widget, QTabWidget) or isinstance(widget.parent(), HOLDERS)
            if stops and not part:
                at = widget.mapTo(dialog, widget.rect().center())
                places.append((at.y(), at.x()))
            widget = widget.nextInFocusChain()
        start = places.index(min(places)) if places else 0
        turned = places[start:] + places[:start]
        for one, other in pairwise(turned):
            assert other[0] > one[0] - 14, (name, one, other)
            assert other[1] > one[1] or other[0] > one[0] + 8, (name, one, other)
        dialog.close()


def test_enter_is_the_main_button_and_escape_goes(lay, store: Store, qtbot, monkeypatch) -> None:
    """U2."""
    table = lay()
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        dialog.show()
        main = [b for b in dialog.findChildren(QPushButton) if b.property("role") == "main"]
        assert len(main) <= 1, name
        assert not main or main[0].autoDefault(), name
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), name


# Focus and colours


def pixels_of(image: QImage, colour: str) -> int:
    wanted = QColor(colour).rgb()
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize("name", THEMES)
def test_the_focus_is_a_frame_of_two_pixels(qtbot, store: Store, name: str) -> None:
    """U6: as seen in the picture, at 3:1 against everything it can lie on."""
    theme.use(name, 100)
    look = theme.current()
    for ground in ("window", "panel", "raised"):
        assert contrast(look.focus, getattr(look, ground)) >= 3
    assert contrast(look.live, look.band) >= 3  # the head bar is dark in every theme
    dialog = SettingsDialog(store, None, "nmc")
    qtbot.addWidget(dialog)
    dialog.show()
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    box = dialog.findChildren(QComboBox)[0]
    close = next(b for b in dialog.findChildren(QPushButton) if b.text() == "All defaults")
    field = QLineEdit(dialog)
    field.setGeometry(300, 10, 120, 30)
    field.show()
    for widget in (box, close, field):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.qWait(5)
        long = 2 * 2 * (widget.width() + widget.height())
        assert pixels_of(widget.grab().toImage(), look.focus) >= 0.75 * long, type(widget)
        QApplication.processEvents()


@pytest.mark.parametrize("name", THEMES)
def test_every_rule_of_the_style_sheet_can_be_read(name: str) -> None:
    """U37: wherever a rule sets both, the text keeps 4.5:1 against its ground."""
    look, weak = THEMES[name], []
    for head, body in re.findall(r"([^{}]+)\{([^{}]*)\}", SHEET):
        colours = dict(re.findall(r"(?<![-\w])(background|color|border-color):\s*\$([a-z_]+)", body))
        if {"background", "color"} <= set(colours) and "disabled" not in head:
            ratio = contrast(getattr(look, colours["color"]), getattr(look, colours["background"]))
            if ratio < 4.5:
                weak.append((head.strip(), round(ratio, 2)))
    assert weak == []


@pytest.mark.parametrize("percent", [80, 100, 200])
def test_handles_between_panels_can_be_grasped(qapp, percent: int) -> None:
    """U28."""
    look = theme.replace(THEMES["light"], scale=percent / 100)
    text = sheet(look)
    rules = re.findall(r"(?:Window::separator|Splitter::handle\S*) \{[^}]*?((?:width|height): \d+px[^}]*)\}", text)
    widths = [int(size) for rule in rules for size in re.findall(r"(\d+)px", rule)]
    assert widths
    assert min(widths) >= 6


# Docks and screens


def test_docks_float_tab_and_hide(lay) -> None:
    """U24, F68."""
    table = lay()
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_F9)
    assert table.inspector_dock.isHidden()
    assert table.journal_dock.isHidden()
    QTest.keyClick(table.map, Qt.Key.Key_F9)
    assert not table.inspector_dock.isHidden()
    place = table.inspector_dock.mapToGlobal(table.inspector_dock.rect().topLeft())
    floating = next(made for made in table.inspector_dock.findChildren(QToolButton) if "float" in made.toolTip())
    QTest.mouseClick(floating, Qt.MouseButton.LeftButton)
    assert table.inspector_dock.isWindow()
    assert table.inspector_dock.pos().x() < place.x(), "it goes aside, so that it is seen to float"
    QTest.mouseClick(floating, Qt.MouseButton.LeftButton)
    assert not table.inspector_dock.isWindow()
    table.tabifyDockWidget(table.inspector_dock, table.journal_dock)
    assert table.tabifiedDockWidgets(table.inspector_dock) == [table.journal_dock]
    QTest.keyClick(table.map, Qt.Key.Key_F9, SHIFT)
    assert not table.inspector_dock.isFloating()
    assert not table.journal_dock.isHidden()
    assert table.tabifiedDockWidgets(table.inspector_dock) == []
    assert table.inspector_dock.geometry().bottom() < table.journal_dock.geometry().top()
    QTest.keyClick(table.map, Qt.Key.Key_9, CONTROL)
    assert table.journal_dock.isHidden()


def test_each_set_of_screens_has_its_own_layout(lay, monkeypatch) -> None:
    """U24: what was done at the desk does not follow to the laptop, and comes back at the desk."""
    monkeypatch.setattr(layout, "key", lambda: "desk")
    table = lay()
    table.journal_dock.hide()
    layout.keep(table)
    monkeypatch.setattr(layout, "key", lambda: "laptop")
    layout.restore(table)
    assert not table.journal_dock.isHidden()
    monkeypatch.setattr(layout, "key", lambda: "desk")
    layout.restore(table)
    assert table.journal_dock.isHidden()


@pytest.mark.parametrize("place", [(5000, 4000), (-3000, 10), (100, -2000), (790, 10), (-1270, 10)])
def test_no_window_opens_where_no_hand_reaches(lay, place: tuple[int, int]) -> None:
    """U25: enough of its head lies on a screen, and so it is for docks that float."""
    table = lay()
    table.move(*place)
    table.inspector_dock.setFloating(True)
    table.inspector_dock.move(*place)
    layout.onto_screen(table)
    for window in (table, table.inspector_dock):
        head = QRect(window.x(), window.y(), window.width(), 30)
        screen = QApplication.primaryScreen().availableGeometry()
        assert screen.intersected(head).width() >= 100
        assert window.width() <= screen.width()


SCALED = """
import sys
from PySide6.QtGui import QGuiApplication
from common.gui.app import application
app = application()
from pathlib import Path
from PySide6.QtTest import QTest
from common.gui.launcher import Launcher
from common.gui.settings import Places, Store
from tests.gui.test_desk import clipped
window = Launcher(Store(Places(Path(sys.argv[1]))))
window.resize(1120, 760)
window.show()
QTest.qWait(30)
image = window.grab().toImage()
policy = QGuiApplication.highDpiScaleFactorRoundingPolicy().name
print(window.devicePixelRatio(), image.width() / window.width(), policy, len(clipped(window)))
"""


@pytest.mark.parametrize("factor", ["1.25", "3"])
def test_other_scales_of_the_screen_are_taken_as_they_are(tmp_path: Path, factor: str) -> None:
    """F67, U26: no rounding, and every pixel is drawn."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": factor, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SCALED, str(tmp_path)]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ratio, drawn, policy, cut = done.stdout.split()
    assert float(ratio) == float(factor)
    assert float(drawn) == pytest.approx(float(factor), abs=0.01)
    assert policy == "PassThrough"
    assert cut == "0"


# Players


def test_players_have_names_and_colours(store: Store, qtbot) -> None:
    """U55: chosen on the page of a new game, seen at the table and on the curtain, kept in the save."""
    store.set(curtain="always")
    program = Program(store)
    program.start()
    page = program.launcher.new_game
    program.launcher._choose("nmc")
    page.names["confederate"].setText("Anna")
    page.names["union"].setText("Ben")
    for side in ("confederate", "union"):
        page.colours[side].setCurrentIndex(page.colours[side].findText("Green"))
    page._begin()
    table = program.tables[0]
    session = table.session
    assert table.windowTitle() == "The New Mexico Campaign, 1862 — Anna (Confederates)"
    assert session.table.colours["confederate"] == "#009e73"
    assert session.table.colours["union"] != "#009e73"  # taken already
    session.drop_curtain()
    assert table.curtain.title.text() == "Anna (Confederates)"
    session.lift_curtain()
    path = table.path
    table.close()
    again = program.open(str(path))
    assert again.session.player("union") == "Ben (Union)"
    assert again.session.table.colours["confederate"] == "#009e73"
    again.close()
    record = Record(load_game("nmc").new_match(seed=1))
    assert record.players == {}
    assert sound(Player("x" * 99 + "\x1b[31m", "url(http://a)")) == Player("x" * 30, "")
    program.launcher.close()


def test_names_of_all_letters_survive_save_report_and_print(store: Store, qtbot, tmp_path: Path) -> None:
    """U45: accents and right-to-left letters, in the save, in both reports, on paper."""
    names = {"confederate": "Zoë Ñandú", "union": "דוד לוי"}
    program = Program(store)
    table = program.begin("nmc", "", 7, {}, {}, {side: Player(name) for side, name in names.items()})
    table.session.record.note = "été, ليل"
    table.session.play(table.session.gestures()[0].action)
    path = table.path
    table.close()
    again = program.open(str(path))
    for side, name in names.items():
        assert again.session.player(side).startswith(name)
    assert again.session.record.note == "été, ليل"
    for ending in ("md", "html"):
        again.commands.write_report(tmp_path / f"report.{ending}")
        text = (tmp_path / f"report.{ending}").read_text(encoding="utf-8")
        assert all(name in text for name in names.values()), ending
    printer = QPdfWriter(str(tmp_path / "report.pdf"))
    assert print_all(again, printer, Wanted(map=False, report=True)) >= 1
    again.close()


def test_a_changed_time_is_in_force_at_once(lay, store: Store) -> None:
    """U22, U56."""
    table = lay()
    table.clock.left["union"] -= 60
    store.set(clock_minutes=90, clock=True)
    assert table.clock.left["union"] == 89 * 60
    assert "Union 1:29:00" in table.clock_text.text()


# Files


def test_files_go_to_the_players_own_folders(lay, store: Store, tmp_path: Path, monkeypatch) -> None:
    """U19: first his documents, then where he wrote last; a folder that is gone is no trouble."""
    documents, other = tmp_path / "papers", tmp_path / "other"
    monkeypatch.setattr("common.gui.settings.QStandardPaths.writableLocation", lambda _place: str(documents))
    assert store.folder == Path.home()
    documents.mkdir()
    other.mkdir()
    assert store.folder == documents
    started: list[str] = []

    def choose(dialog: QFileDialog) -> int:
        started.append(dialog.directory().absolutePath())
        dialog.setDirectory(str(other))
        dialog.selectFile("mine")
        return 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    table = lay()
    assert ask_save_name(table, "Write", "his.txt", "Text (*.txt)", store) == other / "mine.txt"
    ask_save_name(table, "Write", "his.txt", "Text (*.txt)", store)
    assert started == [str(documents), str(other)]
    other.rmdir()
    assert store.folder == documents


# Looks


def test_what_stands_in_a_row_stands_level(store: Store, qtbot, qtlog) -> None:
    """The fields of a seat on the page of a new game; and that page is opened again without a complaint of Qt's."""
    page = NewGame(store)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.open("nmc")
    page.open("fallujah")
    page.show()
    QTest.qWait(20)
    for side in ("insurgent", "coalition"):
        parts = (page.seats[side], page.names[side], page.colours[side], page.own_dice[side])
        middles = {part.geometry().center().y() for part in parts}
        assert max(middles) - min(middles) <= 1, side
    assert [record.message for record in qtlog.records if "Layout" in record.message] == []


def test_a_page_of_settings_begins_at_its_top(store: Store, qtbot) -> None:
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)
    QTest.qWait(20)
    place = dialog.packs.mapTo(dialog.tabs, dialog.packs.rect().topLeft())
    assert place.y() < dialog.tabs.tabBar().height() + 30


@pytest.mark.parametrize(("size", "least"), [((1024, 700), 62), ((1280, 800), 70), ((1920, 1080), 110)])
def test_the_five_games_use_the_room_and_all_are_seen(store: Store, qtbot, size: tuple[int, int], least: int) -> None:
    """U23."""
    program = Program(store)
    program.start()
    launcher = program.launcher
    qtbot.addWidget(launcher)
    launcher.resize(*size)
    QTest.qWait(20)
    assert all(emblem.height() >= least for emblem in launcher.emblems)
    bottom = max(emblem.mapTo(launcher, emblem.rect().bottomLeft()).y() for emblem in launcher.emblems)
    assert bottom < launcher.height() - 20


def everything(lay, store: Store, qtbot) -> Iterator[QWidget]:
    """A table of each game after a while, the start window with its page of a new game, every dialog, the editor."""
    for game in ("nmc", "fallujah"):
        table = lay(game)
        for _ in range(30):
            table.session.play(table.session.match.legal()[-1])
        yield table
    yield from dialogs(table, store).values()
    program = Program(store)
    program.start()
    qtbot.addWidget(program.launcher)
    program.launcher._choose("nmc")
    yield program.launcher
    editor = Designer((), store)
    qtbot.addWidget(editor)
    editor.open("valley")
    yield editor


def test_tips_are_read_at_a_glance_and_no_letter_is_too_small(lay, store: Store, qtbot) -> None:
    """U30: no line of a tip has more than sixty letters. U42: nine points are twelve pixels."""
    for window in everything(lay, store, qtbot):
        widgets = [window, *window.findChildren(QWidget)]
        tips = {tip for widget in widgets for tip in (widget.toolTip(), *(a.toolTip() for a in widget.actions()))}
        assert [line for tip in tips for line in tip.split("\n") if len(line) > 60] == []
        lettered = [part for part in widgets if isinstance(part, QLabel | QPushButton | QCheckBox | QLineEdit)]
        small = {part.text() for part in lettered if part.text() and part.ensurePolished() is None and font(part) < 12}
        assert small == set(), window


def font(widget: QWidget) -> float:
    """The height of the letters in pixels."""
    found = widget.font()
    return found.pixelSize() if found.pixelSize() > 0 else found.pointSizeF() * 96 / 72
