"""The window in a language nobody speaks: every word of it is translated, and nothing is cut off at twice the size."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDockWidget,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QMenuBar,
    QScrollArea,
    QSpinBox,
    QTableWidget,
    QTabWidget,
    QTextEdit,
    QWidget,
)

from common.bots import make_bot
from common.data import ROOT
from common.engine import GAMES as ALL_GAMES
from common.engine import Seat, load_game
from common.engine.about import about_game
from common.gui.kit import language, theme
from common.gui.kit.crash_report import versions
from common.gui.kit.settings import Store
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.kit.widgets import Picker
from common.gui.panels.inspector import PAGES
from common.gui.start.program import Program
from common.gui.table.hint_popup import show_hints
from common.gui.table.recap_popup import show_recap
from tests.gui.eyes import clipped, dialogs
from tests.gui.waiting import rest
from tests.playing import played

GAMES = ("nmc", "fallujah")
SIZE = (1280, 800)
KEYS = re.compile(r"\b(?:Ctrl|Alt|Shift|Home|End|Esc|Enter|Return|Space|Backspace|PgUp|PgDown|Right|F\d+)\b")
NAMES = {
    "five", "fronts",  # the program
    "english",  # a language calls itself by its own name
    "valley", "harbour", "islands",  # maps
    "details", "attack", "craig", "fort", "overlay", "control",  # what this test writes on the dialogs
    "your", "game", "saved", "last", "action", "goes", "report", "written", "something", "went", "wrong",
}  # fmt: skip


@pytest.fixture(autouse=True)
def pseudo_locale() -> Iterator[None]:
    language.use("qps")
    yield
    language.use("en")


@pytest.fixture
def speaking(store: Store) -> Store:
    """Settings that choose the language, for windows that a program opens."""
    store.set(language="qps")
    return store


# What can be read


QT = {
    "qt_dockwidget_floatbutton", "qt_dockwidget_closebutton", "ScrollLeftButton", "ScrollRightButton",
    "qt_keysequenceedit_lineedit",
}  # fmt: skip


def read_on(root: QWidget) -> Iterator[str]:
    """Every text of a window that can be seen, pointed at or heard; what Qt itself puts there, Qt translates."""
    for widget in [root, *root.findChildren(QWidget)]:
        if widget.objectName() in QT:
            continue
        yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QTextEdit):
            yield from widget.toPlainText().splitlines()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(n) for n in range(widget.count()))
        elif isinstance(widget, QListWidget):
            yield from (widget.item(n).text() for n in range(widget.count()))
        elif isinstance(widget, QTableWidget):
            yield from (item.text() for n in range(widget.columnCount()) if (item := widget.horizontalHeaderItem(n)))
        elif isinstance(widget, QTabWidget):
            yield from (widget.tabText(n) for n in range(widget.count()))
        elif isinstance(widget, QSpinBox):
            yield from (widget.prefix() + widget.suffix(), widget.specialValueText())
        elif isinstance(widget, QLineEdit):
            yield widget.placeholderText()
        elif isinstance(widget, QMenu | QDockWidget):
            yield widget.windowTitle()
        elif isinstance(widget, QLabel) or hasattr(widget, "isCheckable"):
            yield str(widget.text())  # type: ignore[attr-defined]
    for action in root.findChildren(QAction):
        if isinstance(action.parent(), QTextEdit | QLineEdit | QDockWidget):
            continue
        yield from (action.text(), action.toolTip())


def spoken(text: str) -> str:
    """A text without what is in the language nobody speaks, its values included."""
    plain = re.sub(r"<[^<>]*>", " ", text)
    before = ""
    while plain != before:
        before, plain = plain, re.sub(r"\[[^\[\]]*\]", " ", plain)
    return KEYS.sub("", plain)


@cache
def vocabulary(game: str) -> frozenset[str]:
    """The words a game and the engine below it can say: their data and the texts in their source."""
    folders = [ROOT / game, ROOT / "common" / "engine", ROOT / "common" / "maps", ROOT / "common" / "tables"]
    said = [path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.yaml")]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    for path in [*sources, *(ROOT / "common" / "tabletop").rglob("*.py"), *(ROOT / "common" / "bots").rglob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said += [str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return frozenset(re.findall(r"[a-z]{3,}", " ".join(said).lower()))


def english(root: QWidget, game: str, also: frozenset[str] = frozenset()) -> list[str]:
    """The texts of a window with a word in them that is neither translated nor the game's own."""
    known = vocabulary(game) | NAMES | also
    return sorted({text for text in read_on(root) if set(re.findall(r"[a-z]{3,}", spoken(text).lower())) - known})


# Every word


def test_what_is_not_translated_is_found(qtbot) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    QLabel("Colourful zebras", box).setToolTip(language.tr("It stays on the shelf"))
    QLabel(f"Fort Craig · {language.tr('{n} of {all}', n=1, all='Union')}", box)
    assert english(box, "nmc") == ["Colourful zebras"]


def test_the_start_window_is_translated(qtbot, speaking: Store, tmp_path: Path) -> None:
    program = Program(speaking)
    for game in GAMES:
        program.begin(game, "", 7, {}, {}).close()
    program.start()
    qtbot.addWidget(program.launcher)
    paths = frozenset(re.findall("[a-z]{3,}", str(tmp_path).lower())) | {"jsonl", "home", "games"}
    about = " ".join(f"{about.heading} {about.subtitle} {about.about}" for about in map(about_game, ALL_GAMES))
    titles = set(re.findall("[a-z]{3,}", about.lower()))
    assert english(program.launcher, "nmc", paths | titles | vocabulary("fallujah")) == []
    for game in GAMES:
        program.launcher._choose(game)
        assert english(program.launcher.new_game, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_translated(lay, store: Store, game: str) -> None:
    store.set(clock=True, taken_back=True)
    table = lay(match=played(game, 7, 40), seats={})
    for name, _, _ in PAGES:
        table.inspector.open(name)
        rest(1)
        assert english(table, game) == [], name
    table.commands.groups.play.hint()
    table.layers.open()
    show_recap(table.map, table.session)
    for menu in table.findChildren(QMenu):
        menu.aboutToShow.emit()
    table.session.show(table.session.length // 2)
    assert english(table, game) == []
    table.session.show(None)
    table.session.whatif.start()
    assert english(table, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_a_curtain_and_cards_are_translated(lay, store: Store, qtbot, game: str) -> None:
    match = load_game(game).new_match(seed=7)
    table = lay(match=match, seats=dict.fromkeys(match.sides, "policy"))
    table.session.bots.pause(True)
    assert english(table, game) == []
    table.session.set_seat(match.sides[0], "human")
    table.session.drop_curtain()
    assert english(table, game) == []
    table.session.lift_curtain()
    ideas = make_bot("policy", match.game, match.to_act or "", 1).choose(Seat(match, match.to_act))
    show_hints(table.map, table.hand, [ideas], table.journal.refresh)
    assert english(table, game) == []


def test_dialogs_are_translated(lay, store: Store, qtbot, tmp_path: Path) -> None:
    table = lay("nmc")
    names = f"{tmp_path} home games {versions()}"  # of folders and of other people's programs
    paths = frozenset(re.findall("[a-z]{3,}", names.lower()))
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        assert english(dialog, "nmc", paths) == [], name


# Nothing cut off


def cut(widget: QWidget) -> list[str]:
    """What is cut off for good, once everything has found its place."""
    for _ in range(40):
        rest(10)
        found = cut_now(widget)
        if not found:
            break
    return found


def cut_now(widget: QWidget) -> list[str]:
    """What is cut off: words without room, and pages wider than the window that scrolls them up and down."""
    long = [repr(box.currentText()) for box in widget.findChildren(Picker)]  # what does not fit there, its tip tells
    found = [text for text in clipped(widget) if not any(name in text for name in long)]
    for bar in widget.findChildren(QMenuBar):
        found += [act.text() for act in bar.actions() if not bar.rect().contains(bar.actionGeometry(act))]
    for area in widget.findChildren(QScrollArea):
        inside = area.widget()
        if inside is not None and area.isVisible() and inside.width() > area.viewport().width():
            found.append(f"{inside.width()} > {area.viewport().width()}: {next(read_on(inside))}")
    return found


def test_no_dialog_cuts_long_words_off(lay, store: Store, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("common.gui.kit.widgets.room_of", lambda window: QRect(0, 0, *SIZE).size())
    store.set(text=200)
    theme.use("light", 200)
    table = lay(size=SIZE)
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        dialog.show()
        for turn in _pages(dialog):
            turn()
            assert cut(dialog) == [], name
            assert dialog.width() <= SIZE[0] and dialog.height() <= SIZE[1], name
        dialog.close()


def _pages(dialog: QDialog) -> list[Callable[[], None]]:
    if not isinstance(dialog, SettingsDialog):
        return [lambda: None]
    return [lambda n=n: dialog.tabs.setCurrentIndex(n) for n in range(dialog.tabs.count())]  # type: ignore[misc]


@pytest.mark.parametrize("game", GAMES)
def test_no_table_cuts_long_words_off(lay, store: Store, qtbot, game: str) -> None:
    store.set(text=200)
    theme.use("light", 200)
    table = lay(match=played(game, 7, 40), size=SIZE)
    for name, _, _ in PAGES:
        table.inspector.open(name)
        assert cut(table) == [], name
    table.session.show(table.session.length // 2)
    assert cut(table) == []
    table.session.show(None)
    table.session.set_seat(table.session.to_act, "policy")
    table.session.bots.pause(True)
    assert cut(table) == []
    assert table.size().toTuple() == SIZE


def test_no_start_window_cuts_long_words_off(qtbot, speaking: Store) -> None:
    speaking.set(text=200)
    program = Program(speaking)
    for game in GAMES:
        program.begin(game, "", 7, {}, {}).close()
    program.start()
    qtbot.addWidget(program.launcher)
    program.launcher.resize(*SIZE)
    assert cut(program.launcher) == []
    for game in GAMES:
        program.launcher._choose(game)
        assert cut(program.launcher) == []
    assert program.launcher.size().toTuple() == SIZE
