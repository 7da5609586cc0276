"""What cannot be chosen now stands in the bar all the same and says why; Serval offers its actions that way."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from common.gui.table.choice_buttons import ClosedButton
from operation_serval.state import ISLAMIST
from tests.gui.hands import LEFT
from tests.operation_serval.positions import FAR, arrange


def closed_buttons(table) -> list[ClosedButton]:
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return table.prompt.flow_box.findChildren(ClosedButton)


def test_a_closed_choice_says_why_when_it_is_pointed_at_or_pressed(qtbot, lay, store) -> None:
    store.set(curtain="never")
    match = arrange(f"{FAR}; 2518: ad_tech_1", side=ISLAMIST)
    match.state.c2p[ISLAMIST] = 1
    table = lay(match=match, size=(1900, 1000))
    qtbot.waitUntil(lambda: bool(closed_buttons(table)))
    made = next(one for one in closed_buttons(table) if one.text().startswith("Refit"))
    point = QPointF(5, 5)
    QApplication.sendEvent(made, QEnterEvent(point, point, point))
    assert "none of your units is disrupted" in table.prompt.news.text() and table.prompt.news_rule == "19.2a"
    assert "(19.2a)" in made.toolTip()
    table.prompt.tell("")
    before = table.session.length
    QTest.mouseClick(made, LEFT)
    assert table.prompt.news_rule == "19.2a" and table.session.length == before


def test_where_the_row_is_short_closed_choices_share_a_list(lay, store) -> None:
    store.set(curtain="never")
    match = arrange(f"{FAR}; 2518: ad_tech_1", side=ISLAMIST)
    table = lay(match=match, size=(1000, 720))
    assert not closed_buttons(table)
    listed = next(one for one in table.prompt.findChildren(QPushButton) if one.text().startswith("Not now"))
    lines = {line.text().split(" (")[0]: line for line in listed.menu().actions()}
    assert {"Refit", "Enact sharia"} <= set(lines)
    lines["Refit"].trigger()
    assert table.prompt.news_rule == "19.2a"
    assert not table.prompt.flow_box.overflows()
