"""A monkey at the table: it clicks, drags, types, resizes and closes whatever opens, all from one seed (Q17)."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QMenu, QWidget

from common.engine import Match
from common.gui.table.table_window import TableWindow

Button, Key, Modifier = Qt.MouseButton, Qt.Key, Qt.KeyboardModifier
BUTTONS = (Button.LeftButton,) * 8 + (Button.RightButton, Button.MiddleButton)
MODIFIERS = (Modifier.NoModifier,) * 6 + (Modifier.ShiftModifier, Modifier.ControlModifier, Modifier.AltModifier)
KEYS = (
    Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Return, Key.Key_Return, Key.Key_Escape,
    Key.Key_PageDown, Key.Key_PageUp, Key.Key_Home, Key.Key_End, Key.Key_Tab, Key.Key_Space, Key.Key_Menu,
    Key.Key_Plus, Key.Key_Minus, Key.Key_Comma, Key.Key_Period, Key.Key_Question, Key.Key_Backspace, Key.Key_F2,
    *(Key(number) for number in range(Key.Key_0.value, Key.Key_9.value + 1)),
    *(Key(number) for number in range(Key.Key_A.value, Key.Key_Z.value + 1)),
)  # fmt: skip
LEAVES = {"new", "open", "home", "close", "quit", "print", "full_screen"}  # they lead out of the window
CHORDS = "ZZZYTHKGLBMRDEFJ,=-0123456789"
SETTINGS: dict[str, tuple[Any, ...]] = {
    "theme": ("light", "dark", "contrast"),
    "text": (75, 100, 125, 150, 200),
    "reduced_motion": (True, False),
    "animation": (True, False),
    "costs": (True, False),
    "minimap": (True, False),
    "guard": (True, False),
    "auto_pass": (True, False),
    "take_back": ("ask", "free", "never"),
    "curtain": ("secrets", "always", "never"),
    "clock": (True, False),
    "wheel": ("zoom", "scroll"),
    "reasons": (True, False),
    "taken_back": (True, False),
}
ODDS = (("click", 22), ("drag", 22), ("key", 22), ("press", 14), ("hover", 6), ("wheel", 3), ("double", 2),
        ("chord", 4), ("command", 3), ("setting", 1), ("resize", 1))  # fmt: skip


class Monkey:
    """Makes one event after the other and remembers what it did, so that a fault can be seen again."""

    def __init__(self, table: TableWindow, seed: int, frame: int = 1) -> None:
        self.table, self.map, self.chance = table, table.map, random.Random(seed)
        self.frame = frame  # events to a picture: what is seen is drawn only after so many
        self.done: list[str] = []
        self.faults: list[str] = []
        self.gaps: list[tuple[float, str]] = []  # seconds of our own work, and for what
        self._begin = 0.0
        self._closer = QTimer(table)
        self._closer.setInterval(5)
        self._closer.timeout.connect(self._close_something)

    def play(self, events: int) -> None:
        """Make so many events; exceptions anywhere are collected."""
        old, sys.excepthook = sys.excepthook, self._fault
        self._closer.start()
        names, weights = zip(*ODDS)
        try:
            for _ in range(events):
                self.table.setUpdatesEnabled(len(self.done) % self.frame == 0)
                name = self.chance.choices(names, weights)[0]
                act: Callable[[], str] = getattr(self, f"_{name}")
                self._begin = time.thread_time()
                try:
                    self.done.append(f"{name} {act()}")
                    self._after()
                except Exception as error:  # what Qt would have handed to the hook
                    self._fault(type(error), error, error.__traceback__)
                self._spent(self.done[-1])
        finally:
            self._closer.stop()
            self._shut_all()
            self.table.setUpdatesEnabled(True)
            sys.excepthook = old

    def _spent(self, what: str) -> None:
        """Note the work since the last event, and for what it was."""
        now = time.thread_time()
        self.gaps.append((now - self._begin, what))
        self._begin = now

    def _after(self) -> None:
        QApplication.processEvents()
        if self.table.curtain.isVisible() and self.chance.random() < 0.5:
            self.table.curtain.hide()
            self.table.curtain.opened.emit()
        self._shut_all()

    def _fault(self, kind: type[BaseException], error: BaseException, trace: Any) -> None:
        import traceback

        last = "".join(traceback.format_exception(kind, error, trace)[-6:])
        self.faults.append(f"after {len(self.done)} events, last {self.done[-3:]}:\n{last}")

    def reachable(self) -> bool:
        """Whether the saved actions, played again, lead to the position on the table."""
        path = self.table.path
        assert path is not None
        return Match.load(path).hash() == self.table.session.match.hash()

    # Dialogs and menus

    def _close_something(self) -> None:
        """A modal dialog or menu waits for somebody; as what it opens waits too, the answer comes after this call."""
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if front is not None:
            QTimer.singleShot(0, front, lambda: self._answer(front))

    def _answer(self, front: QWidget) -> None:
        """Answer a dialog or a menu, or close it."""
        if not front.isVisible():
            return
        self._spent(f"open {type(front).__name__}")
        self._press_or_close(front)
        self._spent(f"answer {type(front).__name__}")

    def _press_or_close(self, front: QWidget) -> None:
        buttons = [b for b in front.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
        chance = self.chance.random()
        if chance < 0.3:
            QTest.keyClick(front, self.chance.choice(KEYS))
        elif chance < 0.4 and buttons and not isinstance(front, QMenu):
            QTest.mouseClick(self.chance.choice(buttons), Button.LeftButton)
        elif isinstance(front, QDialog):
            front.reject()
        else:
            front.close()

    def _shut_all(self) -> None:
        """Nothing may stay open over the table."""
        for _ in range(40):
            others = [w for w in QApplication.topLevelWidgets() if w.isVisible() and self._strange(w)]
            if not others:
                return
            for widget in others:
                widget.close()
            QApplication.processEvents()

    def _strange(self, widget: QWidget) -> bool:
        return widget is not self.table and (isinstance(widget, QMenu) or (widget.isWindow() and widget.isModal()))

    # Events

    def _spot(self) -> QPoint:
        """Somewhere on the map; more often on a counter or a lit space."""
        board, chance = self.map.board, self.chance
        kind = chance.random()
        if kind < 0.45 and board.pieces:
            return board.piece_rect(chance.choice(sorted(board.pieces))).center().toPoint()
        spaces = sorted(board.lit_spaces if kind < 0.6 else board.targets)
        if kind < 0.8 and spaces:
            place = board.place(chance.choice(spaces))
            if place is not None:
                return self.map.camera.to_screen(*place.center).toPoint()
        return QPoint(chance.randrange(self.map.width()), chance.randrange(self.map.height()))

    def _click(self) -> str:
        spot, button, modifier = self._spot(), self.chance.choice(BUTTONS), self.chance.choice(MODIFIERS)
        QTest.mouseClick(self.map, button, modifier, spot)
        return f"{button.name} {modifier.name} {spot.toTuple()}"

    def _double(self) -> str:
        spot = self._spot()
        QTest.mouseDClick(self.map, Button.LeftButton, Modifier.NoModifier, spot)
        return f"{spot.toTuple()}"

    def _hover(self) -> str:
        spot = self._spot()
        QTest.mouseMove(self.map, spot)
        return f"{spot.toTuple()}"

    def _drag(self) -> str:
        start = self._spot()
        QTest.mousePress(self.map, Button.LeftButton, Modifier.NoModifier, start)
        QTest.mouseMove(self.map, start + QPoint(8, 5))
        for _ in range(self.chance.randrange(3)):
            QTest.mouseMove(self.map, self._spot())
        end = self._spot()
        QTest.mouseMove(self.map, end)
        if self.chance.random() < 0.1:
            QTest.keyClick(self.map, self.chance.choice(KEYS))
        if self.chance.random() < 0.05:
            QTest.mouseClick(self.map, Button.RightButton, Modifier.NoModifier, end)
        QTest.mouseRelease(self.map, Button.LeftButton, Modifier.NoModifier, end)
        return f"{start.toTuple()} {end.toTuple()}"

    def _key(self) -> str:
        key, modifier = self.chance.choice(KEYS), self.chance.choice(MODIFIERS[:7])
        target = self.map if self.chance.random() < 0.8 else QApplication.focusWidget() or self.map
        QTest.keyClick(target, key, modifier)
        return f"{key.name} {modifier.name} on {type(target).__name__}"

    def _chord(self) -> str:
        letter = self.chance.choice(CHORDS)
        modifiers = Modifier.ControlModifier
        if self.chance.random() < 0.2:
            modifiers |= Modifier.ShiftModifier
        QTest.keyClick(self.map, letter, modifiers)
        return f"{letter} {modifiers}"

    def _wheel(self) -> str:
        turn = self.chance.choice((-360, -120, 120, 360))
        spot = QPointF(self._spot())
        modifier = self.chance.choice(MODIFIERS)
        where = QPointF(self.map.mapToGlobal(spot.toPoint()))
        event = QWheelEvent(
            spot, where, QPoint(), QPoint(0, turn), Button.NoButton, modifier, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(self.map, event)
        return f"{turn}"

    def _press(self) -> str:
        """Any button of the prompt, of the panels or of the head bar, unless it leads out of the window."""
        found = [b for b in self.table.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
        if self.chance.random() < 0.7:
            found = [b for b in self.table.prompt.buttons if b.isVisible()] or found
        made = self.chance.choice(found)
        text = made.text() or made.accessibleName() or made.toolTip()
        QTest.mouseClick(made, Button.LeftButton)
        return text

    def _command(self) -> str:
        name = self.chance.choice(sorted(set(self.table.commands.actions) - LEAVES))
        self.table.commands.actions[name].trigger()
        return name

    def _setting(self) -> str:
        name = self.chance.choice(sorted(SETTINGS))
        value = self.chance.choice(SETTINGS[name])
        self.table.store.set(**{name: value})
        return f"{name} {value}"

    def _resize(self) -> str:
        size = self.chance.randrange(720, 1700), self.chance.randrange(480, 1050)
        self.table.resize(*size)
        return f"{size}"
