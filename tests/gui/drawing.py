"""Hands for the map editor: where things are on screen, strokes and clicks."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.gui.designer.designer_window import Designer
from common.gui.designer.map_sheet import MapSheet

Key, Button, Modifier = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
NONE = Modifier.NoModifier


def put_away(window: Designer) -> None:
    """Close without a question."""
    for sheet in window.sheets():
        sheet.close_down()
        sheet.document.saved = sheet.document.text


def settled(qtbot, sheet: MapSheet) -> None:
    """Wait until the picture shows the text."""
    qtbot.waitUntil(lambda: not sheet.shop.busy, timeout=20_000)


def spot(sheet: MapSheet, x: float, y: float) -> QPoint:
    return sheet.view.camera.to_screen(x, y).toPoint()


def at(sheet: MapSheet, space: str) -> QPoint:
    """The middle of a space on screen."""
    return spot(sheet, *sheet.game_map.spaces[space].center)


def between(sheet: MapSheet, a: str, b: str) -> QPoint:
    """The middle of the side between two spaces, a little on the side of the first."""
    border = sheet.game_map.side(a, b)
    x, y = ((border[0][0] + border[-1][0]) / 2, (border[0][1] + border[-1][1]) / 2)
    cx, cy = sheet.game_map.spaces[a].center
    return spot(sheet, x + (cx - x) * 0.15, y + (cy - y) * 0.15)


def drag(sheet: MapSheet, *points: QPoint, keys: Modifier = NONE) -> None:
    """Press at the first point, move through the others, let go at the last."""
    view = sheet.view
    QTest.mousePress(view, Button.LeftButton, keys, points[0])
    for start, end in pairwise(points):
        for n in range(1, 9):
            move(view, start + (end - start) * n / 8, keys)
    QTest.mouseRelease(view, Button.LeftButton, keys, points[-1])


def move(view, pos: QPoint, keys: Modifier) -> None:
    """A move with keys held, which QTest.mouseMove cannot say."""
    where = QPointF(view.mapToGlobal(pos))
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(pos), where, Button.NoButton, Button.LeftButton, keys)
    QApplication.sendEvent(view, event)


def click(sheet: MapSheet, pos: QPoint, keys: Modifier = NONE, button: Button = Button.LeftButton) -> None:
    QTest.mouseClick(sheet.view, button, keys, pos)


def row(sheet: MapSheet, number: str) -> str:
    """A row of terrain letters as the text has it now."""
    return str(sheet.document.data["terrain"]["rows"][number])
