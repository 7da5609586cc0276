"""The tool that takes a counter of a position and puts it elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from common.gui.designer.tools.tool_base import Modifier, Stroke
from common.gui.kit.language import tr, word


class PositionTool(Stroke[str]):
    """Drags counters from space to space; the rules are not asked, only the position at the end."""

    key, name, icon = "O", word("Position"), "forces"
    about = word("Drag counters anywhere; the page Position says what the game's rules have against it")
    shape = Qt.CursorShape.ArrowCursor

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        if self.desk.positions.position is None:
            self.sheet.notice.emit(tr("Begin a position in the panel first"), True)
            return True
        self._held = self.sheet.view.hit(pos).piece or None
        return self._held is not None

    def move(self, pos: QPointF, keys: Modifier) -> None:
        spaces, here = self.sheet.game_map.spaces, self.sheet.view.hit(pos).space
        self.sheet.pane.washes = {here: "#d8b030"} if here in spaces else {}
        self.sheet.pane.update()

    def release(self, pos: QPointF, keys: Modifier) -> None:
        piece = self._taken()
        self.sheet.pane.clear_stroke()
        space = self.sheet.view.hit(pos).space
        if piece is not None and space:
            self.desk.positions.move_piece(piece, space)
