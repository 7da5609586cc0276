"""All tools of the drawing table, and how the tool in hand gets the mouse before the map does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from common.gui.designer.tools.area_tool import AreaTool
from common.gui.designer.tools.point_tool import PointTool
from common.gui.designer.tools.position_tool import PositionTool
from common.gui.designer.tools.stroke_tools import BrushTool, EdgeTool
from common.gui.designer.tools.tool_base import HandTool, InspectTool, MeasureTool, Tool
from common.gui.designer.tools.underlay_tool import UnderlayTool

if TYPE_CHECKING:
    from common.gui.designer.designer_window import Designer

TOOLS: tuple[type[Tool], ...] = (
    InspectTool,
    BrushTool,
    EdgeTool,
    PointTool,
    AreaTool,
    UnderlayTool,
    PositionTool,
    MeasureTool,
    HandTool,
)


class ToolEvents(QObject):
    """An event filter on a map: the tool in hand gets the mouse before the map does."""

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self.desk = desk
        self._down = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Left belongs to the tool, right picks, the rest is the map's; Escape gives a stroke up."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self._down = False
                return self.desk.tool.cancel()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                return self.desk.tool.finish()
            if event.key() == Qt.Key.Key_Backspace:
                return self.desk.tool.back()
            return self.desk.tool.key_pressed(event.key(), event.modifiers())
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        return False

    def _mouse(self, event: QMouseEvent) -> bool:
        tool, pos, keys = self.desk.tool, event.position(), event.modifiers()
        kind, button = event.type(), event.button()
        self.desk.show_position(pos)
        if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            if button == Qt.MouseButton.RightButton:
                self.desk.sheet.view.setFocus(Qt.FocusReason.MouseFocusReason)
                if self._down:
                    self._down = False
                    tool.cancel()
                else:
                    tool.pick(pos)
                return True
            if button == Qt.MouseButton.LeftButton and not self.desk.sheet.view.panning_key:
                self._down = tool.press(pos, keys)
                if self._down:
                    self.desk.sheet.view.setFocus(Qt.FocusReason.MouseFocusReason)
                return self._down
        elif kind == QEvent.Type.MouseMove:
            if self._down:
                tool.move(pos, keys)
                self.desk.sheet.view.hover_at(pos)  # the map does not see what the tool has taken
                return True
            tool.point(pos)
        elif kind == QEvent.Type.MouseButtonRelease and self._down and button == Qt.MouseButton.LeftButton:
            self._down = False
            tool.release(pos, keys)
            return True
        return False
