"""The map editor in a language nobody speaks: every word is translated, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest

from common.gui.designer.pages.paint_box import NewLineDialog
from common.gui.kit import language, theme
from tests.gui.drawing import Key, Modifier, at, between, click, drag, settled
from tests.gui.kit.test_pseudo import cut, english

SIZES = {"home", "yaml"}


@pytest.fixture(autouse=True)
def pseudo_locale() -> Iterator[None]:
    language.use("qps")
    yield
    language.use("en")


def said(window) -> list[str]:
    """What is still English: words of the file and of its path are not the window's own."""
    path = set(str(window.sheet.document.path).lower().replace("/", " ").replace("-", " ").replace("_", " ").split())
    own = {word for word in path for word in word.split(".")}
    return english(window, "nmc", frozenset(own | SIZES | {"pytest", "test"}))


@pytest.mark.parametrize("name", ["valley", "harbour", "islands"])
def test_the_editor_is_translated(desk, qtbot, name: str) -> None:
    window = desk(name, size=(1600, 900))
    sheet = window.sheet
    first = next(iter(sheet.game_map.spaces))
    click(sheet, at(sheet, first))
    for page, title in window.pages.titles():
        window.open_page(page)
        assert said(window) == [], title
    for number in range(window.trial.mode.count()):
        window.trial.mode.setCurrentIndex(number)
        assert said(window) == []
    window.query.open()
    QTest.keyClicks(window.query.field, "links > 1")
    QTest.keyClick(window.query.field, Key.Key_Return)
    assert said(window) == []
    for tool in window.tools:
        window.take_tool(tool)
        assert said(window) == [], tool


def test_what_the_editor_says_after_edits_is_translated(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    sheet.view.one_to_one()
    sheet.view.center_on("0505")

    def agree(what: str) -> None:
        settled(qtbot, sheet)
        assert said(window) == [], what
        for text in (window.actions_.undo.text(), window.message.text()):
            assert "[" in text, what

    QTest.keyClick(sheet.view, Key.Key_B)
    drag(sheet, at(sheet, "0405"), at(sheet, "0605"))
    agree("brush")
    QTest.keyClick(sheet.view, Key.Key_E)
    click(sheet, between(sheet, "0505", "0605"))
    agree("edge")
    QTest.keyClick(sheet.view, Key.Key_I)
    click(sheet, at(sheet, "0305"))
    window.open_page(window.facts)
    window.facts.name.setText("Fort Craig")
    window.facts.name.editingFinished.emit()
    agree("name")
    window.facts.attrs.item(0, 1).setText("9")
    agree("vp")
    window.open_page(window.checks)
    window.checks.reason.setText("attack")
    window.checks._ignore()
    agree("ignore")
    sheet.select(["0305", "0405", "0505"])
    QTest.keyClick(window, Key.Key_H, Modifier.ControlModifier | Modifier.ShiftModifier)
    agree("mirror")
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    agree("undo")


@pytest.mark.parametrize(("size", "percent"), [((1280, 800), 100), ((1280, 800), 200), ((1920, 1080), 200)])
def test_no_page_of_the_editor_cuts_long_words_off(desk, store, size: tuple[int, int], percent: int) -> None:
    store.set(text=percent)
    theme.use("light", percent)
    window = desk("valley", size=size)
    window.sheet.select(("0305",))
    for page, title in window.pages.titles():
        window.open_page(page)
        assert cut(window) == [], title
    for number in range(window.trial.mode.count()):
        window.trial.mode.setCurrentIndex(number)
        assert cut(window) == []
    assert window.size().toTuple() == size


def test_the_dialog_of_a_new_line_cuts_nothing_off(desk, qtbot) -> None:
    theme.use("light", 200)
    asked = NewLineDialog(desk("valley").paint)
    asked.show()
    assert cut(asked) == [] and english(asked, "nmc") == []
