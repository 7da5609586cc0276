"""The tool that fits a picture: clicks on the centres of spaces in it, keys that nudge it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from common.gui.designer.tools.tool_base import Modifier, Tool
from common.gui.kit.language import tr, word

FAR = 10  # pixels with Shift
TURN, GROW = 0.1, 1.002  # degrees, factor


class UnderlayTool(Tool):
    """Clicks say where the centres of spaces lie in the picture."""

    key, name, icon = "U", word("Underlay"), "picture"
    about = word("Click centers of spaces in the picture; arrows nudge it, + and - scale, comma and full stop turn")
    shape = Qt.CursorShape.CrossCursor

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        if self.desk.underlay.entry is None:
            self.sheet.notice.emit(tr("Lay a picture under the map first"), True)
        else:
            self.desk.underlay.click(self.spot(pos))
        return True

    def key_pressed(self, key: int, keys: Modifier) -> bool:
        """Nudge the picture; False for every other key."""
        far = FAR if keys & Modifier.ShiftModifier else 1
        box = self.desk.underlay
        steps = {
            Qt.Key.Key_Left: (-far, 0),
            Qt.Key.Key_Right: (far, 0),
            Qt.Key.Key_Up: (0, -far),
            Qt.Key.Key_Down: (0, far),
        }
        if box.entry is None:
            return False
        if key in steps:
            box.nudge(*steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            box.nudge(grow=GROW if key == Qt.Key.Key_Plus else 1 / GROW)
        elif key in (Qt.Key.Key_Comma, Qt.Key.Key_Period):
            box.nudge(turn=-TURN if key == Qt.Key.Key_Comma else TURN)
        else:
            return False
        return True
