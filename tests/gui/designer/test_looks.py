"""The map editor keeps the conventions of the program: keys, sizes, themes, samples."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextBrowser

from common.cli import main
from common.gui.kit import theme
from common.gui.kit.key_sheet import GroupedKeys
from common.maps.checking.check import check_file
from common.maps.pictures.themes import palette
from common.maps.samples import SAMPLES, sample_path
from tests.gui.drawing import settled, spot
from tests.gui.kit.test_looks import cut_off
from tests.gui.waiting import rest


def test_keys_are_unique_and_every_entry_has_a_mnemonic(desk) -> None:
    window = desk("valley")
    seen: dict[str, str] = {}
    menus = [action.menu() for action in window.menuBar().actions()]
    for menu in menus:
        for action in menu.actions():
            assert (
                "&" in action.text() or action.isSeparator() or menu.title() in ("&New from a sample", "Map of a &game")
            )
            if action.menu() is not None:
                menus.append(action.menu())
            for key in action.shortcuts():
                assert seen.setdefault(key.toString(), action.text()) == action.text()
    assert {"B", "E", "P", "I", "M", "H", "Ctrl+S", "Ctrl+Z", "Ctrl+Y", "Ctrl+1", "Ctrl+6"} <= set(seen)


@pytest.mark.parametrize(("size", "percent"), [((1024, 700), 100), ((1280, 800), 80), ((1920, 1080), 200)])
def test_nothing_is_cut_off(desk, store, size, percent) -> None:
    theme.use("dark", percent)
    window = desk("valley", size=size)
    window.sheet.select(("0305",))
    window.query.open()
    for page, _ in window.pages.titles():
        window.open_page(page)
        rest(10)
        assert cut_off(window) == []
    assert (window.width(), window.height()) == size and window.sheet.view.width() >= 240


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_the_theme_changes_at_once(desk, qtbot, store, theme_name) -> None:
    window = desk("valley")
    store.set(theme=theme_name)
    theme.use(theme_name)
    window._setting("theme")
    settled(qtbot, window.sheet)
    picture = window.grab().toImage()
    paper = picture.pixelColor(spot(window.sheet, 1500, 700) + window.sheet.view.mapTo(window, QPoint(0, 0)))
    assert (paper.lightness() > 128) == (theme_name == "light")


@pytest.mark.parametrize("words", [["design", "nowhere.yaml"], ["nowhere.yaml"]])
def test_a_map_that_cannot_be_read_is_refused_in_one_line(words: list[str], capsys) -> None:
    assert main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith("five-fronts: nowhere.yaml: no such file") and said.count("\n") == 1


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_sound_and_round_trips(name: str, tmp_path: Path) -> None:
    from common.maps.changing.editing import Document

    assert list(check_file(sample_path(name))) == []
    own = tmp_path / "map.yaml"
    own.write_bytes(sample_path(name).read_bytes())
    Document.open(own).save()
    assert own.read_bytes() == sample_path(name).read_bytes()


def test_the_paint_box_has_the_colours_of_the_map(desk) -> None:
    window = desk("nmc")
    colours = palette(window.sheet.game_map.theme, "light")
    assert window.sheet.colour_of("terrain", "rio_grande_valley") == colours["green"]
    assert window.sheet.colour_of("terrain", "mountain") == colours["mountain"]


def test_the_editor_has_the_keys_everybody_knows(desk) -> None:
    """U1: the sheet of keys, full screen and the settings; the sheet names every key of every menu."""
    window = desk("valley")
    keys = {
        key.toString() for action in window.findChildren(QAction) for key in action.shortcuts() if action.isEnabled()
    }
    assert {"?", "F1", "F11", "Ctrl+,", "Ctrl+O", "Ctrl+W", "Ctrl+Q", "Ctrl+F"} <= keys
    window.sheet.view.setFocus()
    QTest.keyClick(window.sheet.view, Qt.Key.Key_Question)
    (sheet,) = window.findChildren(GroupedKeys)
    assert sheet.isVisible() and not sheet.isModal()
    text = sheet.findChild(QTextBrowser).toPlainText()
    assert "Brush" in text and "Ctrl+Alt+S" in text and "gives the stroke up" in text
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    QTest.keyClick(window.sheet.view, Qt.Key.Key_F11)
    assert window.isFullScreen()
    QTest.keyClick(window.sheet.view, Qt.Key.Key_F11)
    assert not window.isFullScreen()


def test_a_map_without_findings_shows_no_empty_list(desk, qtbot) -> None:
    window = desk("valley")
    window.open_page(window.checks)
    assert not window.checks.table.isVisible() and not window.checks.ignore.isVisible()
    assert "passes every check" in window.checks.about.text()
    window.sheet.edit("break", lambda data: data["spaces"][0]["entries"][2]["attrs"].update({"vp": 5}))
    qtbot.waitUntil(window.checks.table.isVisible, timeout=10_000)
    assert window.checks.show_it.isVisible()


def test_a_focused_button_of_the_status_bar_is_read_whole(desk) -> None:
    window = desk("valley")
    count = window.count
    before = count.sizeHint()
    count.setFocus()
    rest(10)
    assert count.sizeHint().width() <= before.width()
