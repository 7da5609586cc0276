"""Small things that cost a designer time: where the keys go, which page is in front, what the status bar speaks of."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.maps.load import map_from_text
from common.maps.query import QueryError, find
from common.maps.samples import sample_text
from tests.gui.drawing import Key, Modifier, at, click, settled


def test_enter_in_a_field_gives_the_keys_back_to_the_map(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_I)
    click(sheet, at(sheet, "0305"))
    window.open_page(window.facts)
    window.facts.name.setFocus()
    window.facts.name.selectAll()
    QTest.keyClicks(window.facts.name, "Haldenburg")
    QTest.keyClick(window.facts.name, Key.Key_Return)
    qtbot.waitUntil(sheet.view.hasFocus, timeout=2000)
    QTest.keyClick(window.focusWidget(), Key.Key_B)
    settled(qtbot, sheet)
    assert window.tool.key == "B" and sheet.game_map.spaces["0305"].name == "Haldenburg"


def test_the_paint_box_comes_forward_with_its_tool(desk) -> None:
    window = desk("valley")
    window.open_page(window.checks)
    QTest.keyClick(window.sheet.view, Key.Key_B)
    assert window.pages.shown is window.paint
    window.open_page(window.checks)
    QTest.keyClick(window.sheet.view, Key.Key_E)
    assert window.pages.shown is window.paint


def test_find_and_replace_in_one_panel(desk, qtbot) -> None:
    window = desk("valley")
    sheet, bar = window.sheet, window.query
    QTest.keyClick(sheet.view, Key.Key_F, Modifier.ControlModifier)
    QTest.keyClicks(bar.field, "terrain == marsh")
    QTest.keyClick(bar.field, Key.Key_Return)
    assert len(bar.hits) == 5
    QTest.keyClicks(bar.value, "terrain = ruogh")
    QTest.keyClick(bar.value, Key.Key_Return)
    assert "did you mean rough?" in window.message.text()
    bar.value.setText("terrain = rough")
    QTest.keyClick(bar.value, Key.Key_Return)
    settled(qtbot, sheet)
    assert all(space.kind != "marsh" for space in sheet.game_map.spaces.values()) and sheet.view.hasFocus()
    bar.field.setText("town")
    bar.ask()
    bar.value.setText("garrison = 2")
    bar.change.click()
    settled(qtbot, sheet)
    assert [sheet.game_map.spaces[id_].attrs["garrison"] for id_ in ("0305", "0904", "0607")] == [2, 2, 2]
    assert len(sheet.document.history) == 2


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("terrain == maountain", "no space of this map has terrain maountain; did you mean mountain?"),
        ("name == Haldn", "did you mean Halden?"),
        ("beside(rivr)", "did you mean river?"),
    ],
)
def test_a_misspelt_value_in_a_question_says_so(question: str, said: str) -> None:
    with pytest.raises(QueryError) as caught:
        find(map_from_text(sample_text("valley")), question)
    assert said in str(caught.value)


def test_the_status_bar_speaks_of_the_map_in_front(desk) -> None:
    window = desk("valley", "islands")
    first, second = window.sheets()
    window.tabs.setCurrentWidget(first)
    window.show_position(first.view.camera.to_screen(100, 100))
    window.tell("something about the valley")
    window.tabs.setCurrentWidget(second)
    assert window.where.text() == "" and window.message.text() == ""


def test_a_broken_file_opens_at_its_line_with_all_that_is_wrong(desk, tmp_path) -> None:
    path = tmp_path / "broken.yaml"
    text = sample_text("valley").replace("kind: hex", "kind: hx").replace('"03": mrcc', '"03": mrxc')
    path.write_text(text, encoding="utf-8")
    window = desk(str(path))
    assert window.text_dock.isVisible() and window.text.textCursor().blockNumber() + 1 == 5
    codes = [finding.code for finding in window.sheet.findings]
    assert codes[:2] == ["data", "build.letter-unknown"] and len(window.sheet.game_map.spaces) == 108
    window.sheet.write("mend", text.replace("kind: hx", "kind: hex").replace("mrxc", "mrcc"))
    window.sheet.shop.close()
    assert window.sheet.document.error is None


def test_a_pointer_over_a_map_that_is_put_away_stirs_nothing(desk) -> None:
    window = desk("valley")
    view = window.sheet.view
    pos = view.rect().center()

    def hover() -> None:
        where = QPointF(view.mapToGlobal(pos))
        none = Qt.MouseButton.NoButton
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(pos), where, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view, event)

    hover()
    QTest.keyClick(view, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    hover()  # an exception in an event fails the test
    assert not window.sheets() and not window.isVisible()
