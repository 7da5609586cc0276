"""Choices that throw something away stand apart from the others and ask before they are done."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from nmc.actions import Destroy
from tests.nmc.positions import arrange

WAGON = Destroy("2205", "wagons")


def test_what_harms_stands_last_and_asks(lay) -> None:
    table = lay(match=arrange("2205: 2 cavalry 1 wagon", phase="C_DESTROY"))
    session, choices = table.session, table.hand.choices()
    assert [choice.plan for choice in choices if choice.grave] == [(WAGON,)]
    assert choices[-1].grave
    made = next(part for part in table.prompt.buttons if part.property("role") == "grave")
    length, seen = session.length, list[str]()

    def answer() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        seen.extend(action.text() for action in menu.actions() if action.text())
        menu.actions()[0].trigger()
        menu.close()

    QTimer.singleShot(0, answer)
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    QTest.qWait(1)
    assert seen[-1] == "This cannot be undone by play."
    assert session.match.past[length].action == WAGON
