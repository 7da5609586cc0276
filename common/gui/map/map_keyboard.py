"""The map by keyboard: a cursor that walks from space to space, stacks piece by piece, and zoom keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from common.gui.map.mouse_gestures import Hit

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from common.gui.map.map_view import MapView

Key = Qt.Key
ARROWS = {Key.Key_Left: (-1, 0), Key.Key_Right: (1, 0), Key.Key_Up: (0, -1), Key.Key_Down: (0, 1)}


class MapKeyboard:
    """Keeps the cursor of a map view and says what a key does."""

    def __init__(self, view: MapView) -> None:
        self.view = view
        self._aim = (0.0, 0.0)
        self._direction = (0, 0)
        self.last = ""  # the space that was clicked or walked to last

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; False when it means nothing to the map."""
        key, view = Key(event.key()), self.view
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        if key in ARROWS:
            self._walk(ARROWS[key])
        elif key in (Key.Key_Return, Key.Key_Enter):
            self._act(event)
        elif key == Key.Key_Escape:
            return view.escape()
        elif key in (Key.Key_PageUp, Key.Key_PageDown):
            self._through(1 if key == Key.Key_PageDown else -1)
        elif key in (Key.Key_Home, Key.Key_End):
            self._boxes(1 if key == Key.Key_End else -1)
        elif key in (Key.Key_Plus, Key.Key_Equal):
            view.zoom_in()
        elif key in (Key.Key_Minus, Key.Key_Underscore):
            view.zoom_out()
        elif key == Key.Key_0:
            view.one_to_one()
        elif key == Key.Key_F:
            view.fit()
        elif key == Key.Key_Menu:
            self._menu()
        else:
            return False
        return True

    def place(self, space: str) -> None:
        """Put the cursor on a space; "" takes it away."""
        board = self.view.board
        place = board.place(space)
        board.cursor = space if place is not None else ""
        board.marked = ""
        self._direction = (0, 0)
        if place is not None:
            self.last = space
            self.view.center_on(space, pulse=False)
            self._say()
        self.view.update()

    def _walk(self, direction: tuple[int, int]) -> None:
        board, view = self.view.board, self.view
        if board.places is None:
            return
        last = board.places.get(self.last)
        if not board.cursor and last is not None and view.camera.visible().contains(*last.center):
            self.place(last.id)
        if board.places.get(board.cursor) is None:
            x, y = view.camera.visible().center().toTuple()
            nearest = min(board.places, key=lambda p: (p.center[0] - x) ** 2 + (p.center[1] - y) ** 2, default=None)
            if nearest is not None:
                self.place(nearest.id)
            return
        if view.camera.turned:
            direction = (-direction[0], -direction[1])
        if direction != self._direction:
            self._aim = board.places[board.cursor].center
        found = board.places.towards(board.cursor, direction, self._aim)
        if found:
            view.fanning.close()
            self.place(found)
            self._direction = direction

    def _act(self, event: QKeyEvent) -> None:
        board = self.view.board
        if not board.cursor:
            self._walk((0, 0))
            return
        if board.marked:
            hit = Hit(board.cursor, board.marked, True)
        else:
            hit = Hit(board.cursor, board.top(board.cursor))
        self.view.gestures.act(hit, event.modifiers())

    def _boxes(self, step: int) -> None:
        """The next printed box beside the map."""
        board = self.view.board
        boxes = [place.id for place in board.places or () if place.box]
        if boxes:
            number = boxes.index(board.cursor) + step if board.cursor in boxes else 0 if step > 0 else -1
            self.view.fanning.close()
            self.place(boxes[number % len(boxes)])

    def _through(self, step: int) -> None:
        """The next piece of the stack under the cursor, shown in the fan."""
        board = self.view.board
        names = [piece.id for piece in reversed(board.stack(board.cursor))]
        if not names:
            return
        number = names.index(board.marked) + step if board.marked in names else 0 if step > 0 else -1
        marked = names[number % len(names)]
        self.view.fanning.open(board.cursor)
        board.marked = marked
        self.view.hovered.emit(board.cursor, marked)
        self._say()
        self.view.update()

    def _menu(self) -> None:
        """The menu key: as a right click on the cursor's space."""
        board, view = self.view.board, self.view
        place = board.place(board.cursor)
        if place is not None:
            where = view.mapToGlobal(view.camera.to_screen(*place.center).toPoint())
            view.context.emit(place.id, board.marked or board.top(place.id), where)

    def _say(self) -> None:
        """Tell assistive technology and whoever listens what the cursor is on."""
        board, view = self.view.board, self.view
        view.setAccessibleDescription(board.describe(board.cursor, board.marked))
        view.hovered.emit(board.cursor, board.marked or board.top(board.cursor))
