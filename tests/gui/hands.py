"""Hands for the tests: real mouse and key events that drag, click and walk on the map."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from common.engine import Match
from common.gui.session.offers import offer_drop
from common.gui.table.table_window import TableWindow

LEFT = Qt.MouseButton.LeftButton
ARROWS = {(-1, 0): Qt.Key.Key_Left, (1, 0): Qt.Key.Key_Right, (0, -1): Qt.Key.Key_Up, (0, 1): Qt.Key.Key_Down}


def at(table: TableWindow, space: str) -> QPoint:
    """Where a space is in the window: its counters if there are any, else its middle."""
    view = table.map
    rect = view.board.stack_rect(space)
    if view.board.stack(space) and rect.isValid():
        piece = view.board.stack(space)[-1]
        return view.board.piece_rect(piece.id).center().toPoint()
    place = view.board.place(space)
    assert place is not None, space
    return view.camera.to_screen(*place.center).toPoint()


def middle(table: TableWindow, space: str) -> QPoint:
    """The middle of a space."""
    place = table.map.board.place(space)
    assert place is not None, space
    return table.map.camera.to_screen(*place.center).toPoint()


def near(table: TableWindow, *spaces: str) -> None:
    """Zoom so that these spaces are large enough for a hand."""
    table.map.zoom_to(spaces)
    QTest.qWait(1)


def point(widget: QWidget, pos: QPoint) -> None:
    """Bring the pointer over a point of a widget, whatever other window lies there."""
    where = widget.mapToGlobal(pos)
    QCursor.setPos(where)
    QApplication.processEvents()
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, QPointF(pos), QPointF(where), none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, move)


def drag(table: TableWindow, start: str, end: str) -> None:
    """Take what lies on a space to another."""
    near(table, start, end)
    view, one, other = table.map, at(table, start), middle(table, end)
    QTest.mousePress(view, LEFT, pos=one)
    for share in (0.1, 0.5, 0.9, 1.0):
        QTest.mouseMove(view, one + (other - one) * share)
    QTest.mouseRelease(view, LEFT, pos=other)


def walk(table: TableWindow, goal: str) -> None:
    """Bring the keyboard's cursor to a space with the keys alone: arrows, and Shift+End to the boxes."""
    table.map.setFocus()
    board = table.map.board
    if goal in table.game_map.boxes:
        for _ in table.game_map.boxes:
            QTest.keyClick(table.map, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
            if board.cursor == goal:
                return
    if not board.cursor:
        QTest.keyClick(table.map, Qt.Key.Key_Left)
    way: list[tuple[Qt.Key, str]] = []
    for _ in range(300):
        if board.cursor == goal:
            return
        way = way or _way(table, board.cursor, goal)
        key, there = way.pop(0)
        QTest.keyClick(table.map, key)
        if board.cursor != there:
            way = []  # the cursor keeps to its row; look again from here
    raise AssertionError(f"the arrow keys do not lead to {goal}")


def _way(table: TableWindow, start: str, goal: str) -> list[tuple[Qt.Key, str]]:
    """The arrows of the shortest walk and the spaces they lead to, as somebody sees it who looks at the map."""
    places = table.map.board.places
    assert places is not None
    came: dict[str, tuple[str, Qt.Key]] = {start: ("", Qt.Key.Key_unknown)}
    todo = deque([start])
    while todo and goal not in came:
        here = todo.popleft()
        for way, key in ARROWS.items():
            found = places.towards(here, way, places[here].center)
            if found and found not in came:
                came[found] = (here, key)
                todo.append(found)
    assert goal in came, f"the arrow keys do not lead to {goal}"
    steps: list[tuple[Qt.Key, str]] = []
    here = goal
    while here != start:
        before, key = came[here]
        steps.append((key, here))
        here = before
    return steps[::-1]


def press(table: TableWindow, text: str) -> None:
    """Press the button of the prompt bar with that text in it."""
    made = next(b for b in table.prompt.buttons if text in b.text())
    assert isinstance(made, QPushButton)
    QTest.mouseClick(made, LEFT)


def press_by_number(table: TableWindow, text: str) -> None:
    """The same by its number key."""
    number = next(slot.number for slot in table.hand.slots() if text in slot.title)
    QTest.keyClick(table.map, str(number))


def story(match: Match) -> str:
    """The journal as text."""
    return match.journal.text()


def stack(table: TableWindow, space: str) -> tuple[str, ...]:
    """The counters of a space that can be taken up."""
    return tuple(p.id for p in table.session.pieces() if p.space == space and p.movable)


def drop_by(table: TableWindow, pieces: tuple[str, ...], space: str, way: str) -> None:
    """Put pieces down where the game asks whether to roll or to declare the nine of turn 1."""
    table.hand.lift(pieces)
    found = [target for target in table.hand.targets if target.space == space]
    table.hand.do(offer_drop(next(target for target in found if len(found) == 1 or target.left.startswith(way))))


def nearest(table: TableWindow, space: str) -> str:
    """Where they can be put down with the fewest actions."""
    targets = table.hand.targets_for(stack(table, space))
    return min(targets, key=lambda target: (len(target.plan), target.space)).space
