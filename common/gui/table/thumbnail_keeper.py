"""The small picture of a game for the shelf, drawn anew when the table comes to rest: it outlives any exit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QImage, QPainter

from common.gui.kit import theme
from common.gui.kit.timers import once
from common.gui.map.display_list import Scene
from common.gui.output.render import Sheet, thumbnail
from common.gui.session.game_record import picture_path

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

LONG_SIDE = 260  # px
REST = 2_000  # ms without an action


class ThumbnailKeeper(QObject):
    """Keeps the map in small, so that only the counters are drawn again."""

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window)
        self.window = window
        self._map: tuple[Scene, str, QImage] | None = None
        self._rest = once(self, self.keep, REST)
        window.session.changed.connect(self._rest.start)

    def keep(self) -> None:
        """Write the picture beside the save: only what an onlooker may see."""
        session, path = self.window.session, self.window.session.record.path
        self._rest.stop()
        if path is None:
            return
        view, scene = session.match.view(None), self.window.map.scene
        pieces, markers = list(session.table.pieces(view)), list(session.table.markers(view))
        game_map, percent, places = self.window.game_map, self.window.map.counters_scale, self.window.map.board.places
        sheet = Sheet(game_map, scene, pieces, markers, percent, session.table.colours, places)
        scale = LONG_SIDE / max(scene.size)
        image = self._empty(sheet, scale).copy()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        sheet.paint_position(painter, sheet.whole, scale)
        painter.end()
        image.save(str(picture_path(path)))

    def _empty(self, sheet: Sheet, scale: float) -> QImage:
        """The map without anything on it, drawn once for every theme."""
        mode = theme.current().name
        if self._map is None or self._map[0] is not sheet.scene or self._map[1] != mode:
            width, height = (round(length * scale) for length in sheet.scene.size)
            bare = Sheet(self.window.game_map, sheet.scene, places=sheet.places)
            self._map = sheet.scene, mode, thumbnail(bare, width, height, QColor(theme.current().desk))
        return self._map[2]
