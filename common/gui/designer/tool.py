"""A tool of the drawing table; hand, measure and inspect leave the mouse to the map itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt

from common.maps.model import Point

if TYPE_CHECKING:
    from common.gui.designer.sheet import MapSheet
    from common.gui.designer.window import Designer

Modifier = Qt.KeyboardModifier
NEAR = 11.0  # px within which a corner, a label or a side is meant


class Tool:
    """A tool of the map itself: dragging pans, a click selects."""

    key, name, icon = "H", "Hand", "hand"
    about = "Drag to move the map"
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

    def erases(self, keys: Modifier) -> bool:
        """Whether this stroke takes away."""
        return bool(keys & Modifier.AltModifier) or self.desk.erasing


class Hand(Tool):
    """Moves the map."""

    shape = Qt.CursorShape.OpenHandCursor


class Measure(Tool):
    """Counts spaces between two clicks."""

    key, name, icon, about = "M", "Measure", "measure", "Click two spaces: the steps between them"


class Inspect(Tool):
    """Selects what is clicked and copies its number."""

    key, name, icon, about = (
        "I",
        "Inspect",
        "inspect",
        "Click a space: its facts, its lines in the text, its number copied",
    )

    def clicked(self, space: str, keys: Modifier) -> None:
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
