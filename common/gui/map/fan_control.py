"""When a stack is spread in a fan, and when it is put together again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QFrame, QToolTip

from common.gui.kit.timers import once
from common.gui.map.board import SMALL
from common.gui.map.mouse_gestures import Hit
from common.gui.map.stack_fan import Fan

if TYPE_CHECKING:
    from common.gui.map.map_view import MapView

ROOM = 240.0  # px that a fan needs from left to right
WAIT = 150  # ms the pointer rests on a stack before it is spread (F58)


class FanControl:
    """Opens and shuts the fan of a map view, which itself lies on the board."""

    def __init__(self, view: MapView) -> None:
        self.view, self.board = view, view.board
        self.timer = once(view, self._open_hovered, WAIT)

    def open(self, space: str, clear: Sequence[QRectF] = ()) -> None:
        """Spread the stack of a space, off the places that are to be seen."""
        board, view = self.board, self.view
        stack, place = board.stack(space), board.place(space)
        if not stack or place is None:
            return
        QToolTip.hideText()  # it came before the fan where it follows another one, and lies on its counters
        anchor = board.stack_rect(space)
        window = self._uncovered(anchor)
        board.fan = Fan(place.name or place.id, space, stack, anchor, window, view.add_up, board.pieces, clear)
        view.update()

    def _uncovered(self, anchor: QRectF) -> QRectF:
        """The part of the window around a stack that nothing lies upon, unless it is too small for a fan."""
        left, top = self.view.camera.inset
        window = QRectF(self.view.rect()).adjusted(left, top, 0, 0)
        cards = self.view.findChildren(QFrame, "card", Qt.FindChildOption.FindDirectChildrenOnly)
        for cover in (*cards, self.view.minimap):
            lies, part = QRectF(cover.geometry()), QRectF(window)
            if not cover.isVisible():
                continue
            if lies.left() >= anchor.right():
                part.setRight(min(part.right(), lies.left()))
            elif lies.right() <= anchor.left():
                part.setLeft(max(part.left(), lies.right()))
            elif lies.top() >= anchor.bottom():
                part.setBottom(min(part.bottom(), lies.top()))
            window = part if part.width() >= ROOM and part.height() >= ROOM else window
        return window

    def make_way(self) -> None:
        """Something of the fan is held: it goes aside so that its goals are seen, and stays for more to be added."""
        board, fan = self.board, self.board.fan
        if fan is None or board.held is None or not board.targets:
            return
        goals = [board.place_rect(space, 0) for space in board.targets if space != fan.space]
        if any(fan.panel.contains(goal.center()) for goal in goals):
            marked = board.marked
            self.open(fan.space, goals)
            board.marked = marked
            if (
                board.fan is not None and not board.fan.stays
            ):  # no place leaves all of them free: it goes with the pointer
                board.fan = fan

    def close(self) -> None:
        """Put the stack together again."""
        self.timer.stop()
        if self.board.fan is not None:
            self.board.fan, self.board.marked = None, ""
            self.view.update()

    def again(self, fan: Fan | None, marked: str) -> None:
        """An open fan shows what is now left of its stack, with the same counter marked."""
        self.close()
        if fan is not None and self.board.stack(fan.space):
            self.open(fan.space)
            self.board.marked = marked if marked in self.board.pieces else ""

    def choose(self, hit: Hit) -> bool:
        """A click on a stack whose counters are too small to be hit one by one opens it as a chooser."""
        small = self.board.size * self.board.camera.scale < SMALL
        if not small or not hit.piece or len(self.board.stack(hit.space)) < 2 or self.board.fan is not None:
            return False
        self.open(hit.space)
        return True

    def left(self, pos: QPointF, hit: Hit) -> bool:
        """Shut the fan where the pointer is no longer on it or on its stack; True when it was."""
        fan = self.board.fan
        if fan is None:
            return False
        if fan.stays and self.board.held is not None:
            return False
        elsewhere = bool(hit.piece) and hit.space != fan.space
        if not elsewhere and fan.holds(pos):
            return False
        self.close()
        return True

    def rest(self, hit: Hit) -> None:
        """The pointer is there: a stack on which it rests is spread soon."""
        alone = len(self.board.stack(hit.space)) < 2
        if not hit.piece or hit.in_fan or alone or not self._free:
            self.timer.stop()
        elif self.board.fan is None and self.board.shown == 1 and not self.timer.isActive():
            self.timer.start()

    def _open_hovered(self) -> None:
        if self.board.hover.piece and self._free:
            self.open(self.board.hover.space)

    @property
    def _free(self) -> bool:
        """Whether the hands do nothing else."""
        gestures = self.view.gestures
        return gestures.held is None and gestures.state == "idle"
