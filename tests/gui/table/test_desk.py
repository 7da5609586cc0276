"""Habits of a good desktop program: focus, docks, screens, text that is never cut off and always large enough."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from common.data import ROOT
from common.gui.designer.designer_window import Designer
from common.gui.kit import theme
from common.gui.kit.settings import Store
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.kit.stylesheet import SHEET, sheet
from common.gui.kit.theme import THEMES, contrast
from common.gui.session.game_record import Player
from common.gui.start.new_game_page import NewGamePage
from common.gui.start.program import Program
from common.gui.table import docking
from tests.gui.eyes import clipped, dialogs, font
from tests.gui.waiting import rest

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(("percent", "size"), [(100, (1280, 720)), (150, (1280, 800)), (200, (1920, 1080))])
def test_no_window_cuts_its_text_off(lay, store: Store, qtbot, percent: int, size: tuple[int, int]) -> None:
    """U23, U27: the start window with games on its shelf, the page of a new game, the table and its replay."""
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {}, {"union": Player("Maximilian the Second", "#0072b2")})
    table.session.play(table.session.match.legal()[0])
    table.resize(*size)
    store.set(text=percent)
    table.session.show(0)
    rest(20)
    assert clipped(table) == []
    table.session.show(None)
    table.close()
    program.start()
    program.launcher.resize(*size)
    rest(20)
    assert clipped(program.launcher) == []
    program.launcher._choose("nmc")
    rest(20)
    assert clipped(program.launcher) == []
    program.launcher.close()


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
        rest(5)
        long = 2 * 2 * (widget.width() + widget.height())
        assert pixels_of(widget.grab().toImage(), look.focus) >= 0.75 * long, type(widget)
        QApplication.processEvents()


@pytest.mark.parametrize("name", THEMES)
def test_the_focus_is_seen_on_the_curtain(lay, store: Store, name: str) -> None:
    """U6: its ground is as dark as the head of the window."""
    store.set(theme=name)
    table = lay()
    theme.use(name)
    table.session.drop_curtain()
    look, hold = theme.current(), table.curtain.open_button
    rest(5)
    assert hold.hasFocus()
    assert contrast(look.live, look.band) >= 3
    assert pixels_of(hold.grab().toImage(), look.live) >= 0.75 * 2 * 2 * (hold.width() + hold.height())


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
    table = lay(size=(1280, 1000))
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
    monkeypatch.setattr(docking, "layout_key", lambda: "desk")
    table = lay()
    table.journal_dock.hide()
    table.docks.save()
    monkeypatch.setattr(docking, "layout_key", lambda: "laptop")
    table.docks.restore()
    assert not table.journal_dock.isHidden()
    monkeypatch.setattr(docking, "layout_key", lambda: "desk")
    table.docks.restore()
    assert table.journal_dock.isHidden()


@pytest.mark.parametrize("place", [(5000, 4000), (-3000, 10), (100, -2000), (790, 10), (-1270, 10)])
def test_no_window_opens_where_no_hand_reaches(lay, place: tuple[int, int]) -> None:
    """U25: enough of its head lies on a screen, and so it is for docks that float."""
    table = lay()
    table.move(*place)
    table.inspector_dock.setFloating(True)
    table.inspector_dock.move(*place)
    table.docks.bring_onto_screen()
    for window in (table, table.inspector_dock):
        head = QRect(window.x(), window.y(), window.width(), 30)
        screen = QApplication.primaryScreen().availableGeometry()
        assert screen.intersected(head).width() >= 100
        assert window.width() <= screen.width()


def test_a_first_window_leaves_the_screen_room_for_its_head(store, qtbot) -> None:
    """U23: on a screen no larger than the window would be, nothing of it lies below the edge."""
    program = Program(store)
    program.start()
    table = program.begin("nmc", "", 7, {}, {})
    room = QApplication.primaryScreen().availableGeometry()
    windows = [program.launcher, table, Designer((), store)]
    assert [window.height() for window in windows if window.height() > room.height() - 40] == []
    assert [window.width() for window in windows if window.width() > room.width()] == []
    table.resize(room.size() * 2)
    table.docks.save()
    table.docks.restore()
    assert table.height() <= room.height() - 40
    for window in (table, windows[2], program.launcher):
        window.close()


SCALED = """
import sys
from PySide6.QtGui import QGuiApplication
from common.gui.start.program import application
app = application()
from pathlib import Path
from PySide6.QtTest import QTest
from common.gui.start.start_window import StartWindow
from common.gui.kit.settings import UserFolders, Store
from tests.gui.eyes import clipped
window = StartWindow(Store(UserFolders(Path(sys.argv[1]))))
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


# Looks


def test_what_stands_in_a_row_stands_level(store: Store, qtbot, qtlog) -> None:
    """The fields of a seat on the page of a new game; and that page is opened again without a complaint of Qt's."""
    page = NewGamePage(store)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.open("nmc")
    page.open("fallujah")
    page.show()
    rest(20)
    for side in ("insurgent", "coalition"):
        parts = (page.seats[side].who, page.seats[side].name, page.seats[side].colour, page.seats[side].own_dice)
        middles = {part.geometry().center().y() for part in parts}
        assert max(middles) - min(middles) <= 1, side
    assert [record.message for record in qtlog.records if "Layout" in record.message] == []


@pytest.mark.parametrize(("size", "least"), [((1024, 700), 62), ((1280, 800), 70), ((1920, 1080), 110)])
def test_the_five_games_use_the_room_and_all_are_seen(store: Store, qtbot, size: tuple[int, int], least: int) -> None:
    """U23."""
    program = Program(store)
    program.start()
    launcher = program.launcher
    qtbot.addWidget(launcher)
    launcher.resize(*size)
    rest(20)
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
