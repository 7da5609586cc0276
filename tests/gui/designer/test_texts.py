"""The text beside the map: typing moves the map, strokes move the text."""

from __future__ import annotations

from PySide6.QtTest import QTest

from tests.gui.drawing import Key, Modifier, at, click, settled


def test_typing_redraws_the_map_and_an_error_keeps_the_last_good_one(desk, qtbot) -> None:
    window = desk("valley", size=(1600, 900))
    sheet, text = window.sheet, window.text
    assert window.text_dock.isVisible()
    click(sheet, at(sheet, "0305"))
    line = next(n for n, each in enumerate(sheet.document.text.splitlines(), 1) if "Halden" in each)
    assert text.textCursor().blockNumber() + 1 == line
    text.setFocus()
    QTest.keyClick(text, Key.Key_End)
    for _ in range(2):
        QTest.keyClick(text, Key.Key_Left)
    QTest.keyClick(text, Key.Key_Backspace)
    QTest.keyClicks(text, "4")
    qtbot.waitUntil(lambda: sheet.game_map.spaces["0305"].attrs.get("vp") == 4, timeout=5000)
    settled(qtbot, sheet)
    QTest.keyClick(text, Key.Key_Backspace)
    QTest.keyClicks(text, "[")
    qtbot.waitUntil(lambda: sheet.document.error is not None, timeout=5000)
    assert sheet.game_map.spaces["0305"].attrs["vp"] == 4
    where = f"valley.yaml:{sheet.document.error.line}:"
    qtbot.waitUntil(lambda: where in window.message.text(), timeout=5000)  # told when the checks have looked at it
    assert window.count.text().startswith("1 error,")
    QTest.keyClick(text, Key.Key_Z, Modifier.ControlModifier)
    assert sheet.document.error is None and text.toPlainText() == sheet.document.text
    QTest.keyClick(text, Key.Key_Z, Modifier.ControlModifier)
    assert not sheet.document.dirty


def test_a_stroke_appears_in_the_text(desk) -> None:
    window = desk("valley", size=(1600, 900))
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("marsh")
    click(sheet, at(sheet, "0404"))
    assert '"04": rrcwccccccrr' in window.text.toPlainText()
