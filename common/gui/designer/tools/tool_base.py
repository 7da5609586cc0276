"""A tool of the drawing table; hand, measure and inspect leave the mouse to the map itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt

from common.gui.kit.language import word
from common.maps.model import Point

if TYPE_CHECKING:
    from common.gui.designer.designer_window import Designer
    from common.gui.designer.map_sheet import MapSheet

Modifier = Qt.KeyboardModifier
Content = TypeVar("Content")
DRAG = 6.0  # px after which a press is a drag
NEAR = 11.0  # px within which a corner, a label or a side is meant


class Tool:
    """A tool of the map itself: dragging pans, a click selects."""

    key, name, icon = "H", word("Hand"), "hand"
    about = word("Drag to move the map")
    shape = Qt.CursorShape.ArrowCursor

    def __init__(self, desk: Designer) -> None:
        self.desk = desk

    @property
    def sheet(self) -> MapSheet:
        """The map in front."""
        return self.desk.sheet

    def spot(self, pos: QPointF) -> Point:
        """A point of the window on the map."""
        return self.sheet.view.camera.to_map(pos)

    def near(self) -> float:
        """The reach of the pointer in map units."""
        return NEAR / self.sheet.view.camera.scale

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        """The button goes down; False leaves it to the map."""
        return False

    def move(self, pos: QPointF, keys: Modifier) -> None:
        """The pointer moves with the button down."""

    def release(self, pos: QPointF, keys: Modifier) -> None:
        """The button goes up."""

    def point(self, pos: QPointF) -> None:
        """The pointer moves with no button down."""

    def pick(self, pos: QPointF) -> None:
        """A right click takes up what is there."""
        self.sheet.show_place(self.sheet.view.hit(pos).space)

    def cancel(self) -> bool:
        """Give the stroke up; False when there was none."""
        return False

    def finish(self) -> bool:
        """Enter ends what takes several clicks; False when there was nothing to end."""
        return False

    def back(self) -> bool:
        """Backspace takes back the last of several clicks; False when there was none."""
        return False

    def key_pressed(self, key: int, keys: Modifier) -> bool:
        """A key for the tool in hand; False leaves it to the map."""
        return False

    def erases(self, keys: Modifier) -> bool:
        """Whether this stroke takes away."""
        return bool(keys & Modifier.AltModifier) or self.desk.erasing


class Stroke(Tool, Generic[Content]):
    """A tool that draws: from press to release it holds something, until then nothing is changed."""

    shape = Qt.CursorShape.CrossCursor

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self._held: Content | None = None

    def _taken(self) -> Content | None:
        """What was held; the hand is empty now."""
        held, self._held = self._held, None
        return held

    def cancel(self) -> bool:
        busy = self._taken() is not None
        self.sheet.pane.aim = ()
        self.sheet.pane.clear_stroke()
        return busy


class HandTool(Tool):
    """Moves the map."""

    shape = Qt.CursorShape.OpenHandCursor


class MeasureTool(Tool):
    """Counts spaces between two clicks."""

    key, name, icon, about = "M", word("Measure"), "measure", word("Click two spaces: the steps between them")


class InspectTool(Tool):
    """Selects what is clicked and copies its number; with Shift it adds, also all that lie in a frame."""

    key, name, icon = "I", word("Inspect"), "inspect"
    about = word("Click a space: its facts, its lines in the text, its number copied; Shift adds, or drags a frame")

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self._start: QPointF | None = None

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        self._start = pos if keys & Modifier.ShiftModifier else None
        return self._start is not None

    def move(self, pos: QPointF, keys: Modifier) -> None:
        if self._start is not None and (pos - self._start).manhattanLength() > DRAG:
            self._frame(QRectF(self._start, pos).normalized())

    def release(self, pos: QPointF, keys: Modifier) -> None:
        frame, start = self.sheet.pane.frame, self._start
        self.cancel()
        if frame is None:
            self.click(self.sheet.view.hit(start or pos).space, Modifier.ShiftModifier)
            return
        to_screen = self.sheet.view.camera.to_screen
        inside = [space.id for space in self.sheet.game_map.spaces.values() if frame.contains(to_screen(*space.center))]
        self.sheet.select(dict.fromkeys((*self.sheet.selection, *inside)))

    def cancel(self) -> bool:
        busy, self._start = self._start is not None, None
        self._frame(None)
        return busy

    def _frame(self, frame: QRectF | None) -> None:
        self.sheet.pane.frame = frame
        self.sheet.pane.update()

    def click(self, space: str, keys: Modifier) -> None:
        """A click that was no drag."""
        sheet = self.sheet
        if not space:
            sheet.select(())
        elif keys & Modifier.ShiftModifier:
            rest = tuple(each for each in sheet.selection if each != space)
            sheet.select(rest if space in sheet.selection else (*rest, space))
        else:
            sheet.select((space,))
            sheet.copy(space)
