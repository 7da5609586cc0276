"""Looks that a test can judge: contrast, sizes, nothing cut off, every theme and text size at run time."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QIcon, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyle,
    QToolButton,
    QToolTip,
    QWidget,
)

from common.engine import GAMES, load_game
from common.gui.kit import icons, theme
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.kit.stylesheet import sheet
from common.gui.kit.theme import THEMES, contrast, weak_pairs
from common.gui.panels.inspector import PAGES
from common.gui.start.program import Program
from common.gui.table.open_table import find_table
from tests.gui.conftest import TIPS
from tests.gui.waiting import rest


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_both_sides_are_seen_in_every_theme_and_stay_apart(name: str, game: str) -> None:
    """A chart over the turns: neither side is lost on a dark panel, nor shown in the grey of ink."""
    match = load_game(game).new_match(seed=1)
    paper = THEMES[name].panel
    shown = [theme.seen_on(colour, paper) for colour in find_table(match).colours.values()]
    assert len(set(shown)) == len(shown)
    for colour in shown:
        assert contrast(colour, paper) >= 3.0
        assert colour not in (THEMES[name].ink, theme.ink_on(paper))


@pytest.mark.parametrize("name", THEMES)
def test_every_pair_of_colours_can_be_read(name: str, qapp) -> None:
    assert weak_pairs(THEMES[name]) == []
    text = sheet(THEMES[name])
    assert not re.findall(r"[$@][a-z0-9]", text)


def test_contrast_is_measured_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)


def cut_off(root: QWidget) -> list[str]:
    """Buttons and one-line labels whose text needs more room than they have."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not root.window():
            continue
        if isinstance(widget, QPushButton | QCheckBox) and widget.text():
            needed = widget.sizeHint().width() if isinstance(widget, QCheckBox) else widget.minimumSizeHint().width()
            if widget.width() < needed - 2:
                found.append(f"button {widget.text()!r}: {widget.width()} < {needed}")
        elif (
            isinstance(widget, QLabel)
            and widget.text()
            and not widget.wordWrap()
            and widget.width() < widget.minimumSizeHint().width() - 2
        ):
            found.append(f"label {widget.text()!r}")
    return found


@pytest.mark.parametrize(("size", "percent"), [((1024, 700), 100), ((1280, 800), 80), ((1920, 1080), 200)])
def test_nothing_is_cut_off(lay, store, size, percent) -> None:
    theme.use("dark", percent)
    table = lay(size=size)
    table.docks.reset()
    for page in ("place", "odds", "charts", "rules", "forces", "victory", "statistics"):
        table.inspector.open(page)
        rest(10)
        assert cut_off(table) == []
    assert table.width() == size[0]
    assert table.height() == size[1]
    assert table.map.width() >= 240
    assert table.map.height() >= 180


def test_the_table_is_usable_at_1024_by_700_and_twice_the_text(lay, store) -> None:
    theme.use("light", 200)
    table = lay(size=(1024, 700))
    table.docks.reset()
    rest(20)
    assert (table.width(), table.height()) == (1024, 700)
    assert table.prompt.isVisible()
    assert table.prompt.buttons[0].isVisible()
    assert table.prompt.height() < 340
    assert table.map.height() >= 180
    assert cut_off(table.prompt) == []


def test_themes_and_sizes_change_at_run_time(lay, store, qtbot) -> None:
    program = Program(store)
    table = lay()
    program.tables.append(table)
    for name in ("dark", "contrast", "light"):
        store.set(theme=name)
        assert theme.current().name == name
        rest(5)
    small = table.prompt.question.fontMetrics().height()
    store.set(text=200)
    rest(5)
    assert table.prompt.question.fontMetrics().height() > 1.6 * small
    store.set(text=100)
    program.tables.clear()


def seen(table) -> dict[str, QImage]:
    """What every page of the inspector and the parts around the map look like."""
    pictures = {}
    for page in [name for name, *_ in PAGES] * 2:  # on the second round every page has found its size
        table.inspector.open(page)
        rest(1)
        pictures[page] = table.inspector.grab().toImage()
    parts = {"journal": table.journal, "prompt": table.prompt, "figures": table.glance}
    return {**pictures, **{name: part.grab().toImage() for name, part in parts.items()}}


def test_a_page_out_of_sight_wears_the_new_theme_when_it_is_opened(lay, store) -> None:
    """U36: what was made in the light looks as if it had been made in the dark, and back again."""
    match = load_game("nmc").new_match(seed=7)
    for _ in range(12):
        match.play(match.legal()[0])
    program = Program(store)
    table = lay(match=match)
    light = seen(table)
    store.set(theme="dark")
    dark = seen(table)
    store.set(theme="light")
    assert seen(table) == light
    store.set(theme="dark")
    fresh = seen(lay(match=match.clone()))
    assert [name for name in dark if dark[name] != fresh[name]] == []
    assert not [name for name in dark if dark[name] == light[name] and name != "figures"]  # white on dark in both
    program.tables.clear()


def test_a_new_theme_leaves_everything_in_its_place(lay, store) -> None:
    """U36: the width of a dock and the place in the journal are the player's."""
    match = load_game("nmc").new_match(seed=7)
    for _ in range(40):
        match.play(match.legal()[0])
    program = Program(store)
    table = lay(match=match)
    table.resizeDocks([table.inspector_dock], [480], Qt.Orientation.Horizontal)
    rest(1)
    bar = table.journal.text.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    places = {part: part.geometry() for part in table.findChildren(QWidget) if part.isVisible()}
    middle = bar.value()
    assert middle and table.inspector.width() == 480
    for name in ("dark", "contrast", "light"):
        store.set(theme=name)
        rest(1)
        assert [part for part, place in places.items() if part.geometry() != place] == []
        assert bar.value() == middle
    program.tables.clear()


def test_a_switch_that_is_on_has_an_icon_of_its_own(qapp) -> None:
    made = icons.icon("dot", "#2a2217", 20, "#7b2d1e")
    states = (QIcon.Mode.Normal, QIcon.State.Off), (QIcon.Mode.Normal, QIcon.State.On), (QIcon.Mode.Selected,)
    shown = [made.pixmap(QSize(20, 20), 2.0, *state).toImage().pixelColor(20, 20).name() for state in states]
    assert shown == ["#2a2217", "#7b2d1e", "#7b2d1e"]


def test_the_start_window_and_settings_at_all_sizes(store, qtbot) -> None:
    for percent in (80, 100, 200):
        theme.use("light", percent)
        program = Program(store)
        theme.use("light", percent)
        program.start()
        program.launcher.resize(1280, 800)
        rest(5)
        assert cut_off(program.launcher) == []
        program.launcher._choose("nmc")
        rest(5)
        assert cut_off(program.launcher) == []
        program.launcher.close()
        dialog = SettingsDialog(store, None, "nmc")
        qtbot.addWidget(dialog)
        dialog.show()
        for number in range(dialog.tabs.count()):
            dialog.tabs.setCurrentIndex(number)
            assert cut_off(dialog) == []


def test_controls_are_large_enough_to_hit(lay) -> None:
    table = lay()
    table.inspector.open("rules")
    small = [
        (type(w).__name__, w.accessibleName() or getattr(w, "text", str)(), w.width(), w.height())
        for w in table.findChildren(QAbstractButton) + table.findChildren(QComboBox)
        if w.isVisible() and w.objectName() != "qt_toolbar_ext_button" and not isinstance(w.parent(), QLineEdit)
        and (w.width() < 24 or w.height() < 24)
    ]  # fmt: skip
    assert small == []


def test_everything_has_a_name_to_be_read_aloud(lay) -> None:
    table = lay()
    nameless = [
        type(w).__name__
        for w in table.findChildren(QAbstractButton)
        if w.isVisible() and not (w.accessibleName() or w.text() or w.toolTip())
    ]
    assert nameless == []
    assert table.map.accessibleName()
    assert table.prompt.badge.accessibleName() == "Confederates, Person"


def test_escape_never_quits_and_settings_apply_at_once(lay, store, qtbot) -> None:
    table = lay()
    QTest.keyClick(table.map, Qt.Key.Key_Escape)
    assert table.isVisible()
    dialog = SettingsDialog(store, table, "nmc")
    qtbot.addWidget(dialog)
    boxes = {box.text(): box for box in dialog.findChildren(QCheckBox)}
    box = boxes["Warn once of units that can still act"]
    box.click()
    assert store.now.guard is False
    assert isinstance(dialog, QDialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.fixture
def own_tips(qapp) -> Iterator[None]:
    """The style that the program wears outside the tests."""
    before, own = theme.TipStyle("Fusion"), TIPS("Fusion")
    qapp.setStyle(own)
    yield
    qapp.setStyle(before)


def test_tips_come_after_400_ms(lay, qtbot, own_tips) -> None:
    """U30: in force under the style sheet of every theme."""
    table = lay()
    for name in ("dark", "light"):
        theme.use(name)
        assert table.style().styleHint(QStyle.StyleHint.SH_ToolTip_WakeUpDelay, None, table) == 400
    made = next(b for b in table.findChildren(QToolButton) if b.toolTip() and b.isVisible())
    QTest.mouseMove(made, QPoint(4, 4))
    QTest.mouseMove(made, QPoint(9, 9))
    qtbot.waitUntil(QToolTip.isVisible, timeout=3000)
    assert QToolTip.text() == made.toolTip()
    QToolTip.hideText()
