"""Hands for cards: real mouse and key events that take cards out of trays and put them down."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from common.gui.map.tray_view import TrayView
from common.gui.table.table_window import TableWindow
from tests.gui import hands

INSET = 6  # px from the left edge of a card, where no other lies over it


def card_spot(trays: TrayView, card: str) -> QPoint:
    """A point of a card that is not covered."""
    rect = trays.arrangement.items[card].rect
    return QPoint(round(rect.left()) + INSET, round(rect.center().y()))


def tray_spot(trays: TrayView, tray: str) -> QPoint:
    """A point of a tray on which no card lies."""
    place = trays.arrangement.place(tray)
    assert place is not None, tray
    return place.head.center().toPoint()


def drag_card(table: TableWindow, card: str, goal: str) -> None:
    """Take a card to a tray or to a space of the map."""
    trays = table.hand_dock.trays
    start, end = card_spot(trays, card), _goal_spot(table, goal)
    QTest.mousePress(trays, hands.LEFT, pos=start)
    for share in (0.2, 0.6, 1.0):
        QTest.mouseMove(trays, start + (end - start) * share)
    QTest.mouseRelease(trays, hands.LEFT, pos=end)


def _goal_spot(table: TableWindow, goal: str) -> QPoint:
    """Where a tray or a space of the map is, seen from the trays."""
    trays = table.hand_dock.trays
    if trays.holds(goal):
        return tray_spot(trays, goal)
    hands.near(table, goal)
    return trays.mapFromGlobal(table.map.mapToGlobal(hands.middle(table, goal)))


def click_card(table: TableWindow, card: str, goal: str) -> None:
    """Click a card, and then the tray or the space of the map it goes to."""
    trays = table.hand_dock.trays
    QTest.mouseClick(trays, hands.LEFT, pos=card_spot(trays, card))
    if trays.holds(goal):
        QTest.mouseClick(trays, hands.LEFT, pos=tray_spot(trays, goal))
    else:
        hands.near(table, goal)
        QTest.mouseClick(table.map, hands.LEFT, pos=hands.middle(table, goal))


def take_card_by_key(table: TableWindow, card: str, goal: str) -> None:
    """Walk to a card and take it; walk to its goal, where the cursor of the map may be already, and put it down."""
    trays = table.hand_dock.trays
    walk_to_card(trays, card)
    QTest.keyClick(trays, Qt.Key.Key_Return)
    if trays.holds(goal):
        go_to_tray(trays, goal)
        QTest.keyClick(trays, Qt.Key.Key_Return)
    else:
        hands.walk(table, goal)
        QTest.keyClick(table.map, Qt.Key.Key_Return)


def go_to_tray(trays: TrayView, tray: str) -> None:
    """Walk with the keys to a tray."""
    trays.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in trays.trays:
        if trays.marked.space == tray:
            return
        QTest.keyClick(trays, Qt.Key.Key_Down)


def walk_to_card(trays: TrayView, card: str) -> None:
    """Walk with the keys to a card or counter."""
    trays.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(len(trays.arrangement.items) + len(trays.trays)):
        if trays.marked.piece == card:
            return
        QTest.keyClick(trays, Qt.Key.Key_Right)
    raise AssertionError(f"the arrow keys do not lead to {card}")
