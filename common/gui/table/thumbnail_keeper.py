"""The small picture of a game for the shelf, drawn anew when the table comes to rest: it outlives any exit."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QImage, QPainter

from common.gui.kit import theme
from common.gui.kit.timers import once
from common.gui.map.display_list import Scene
from common.gui.map.map_view import MapView
from common.gui.output.render import Sheet, thumbnail
from common.gui.session.game_record import picture_path
from common.gui.session.session import Session
from common.maps import GameMap

LONG_SIDE = 260  # px
REST = 2_000  # ms without an action


class ThumbnailKeeper(QObject):
    """Keeps the map in small, so that only the counters are drawn again."""

    def __init__(self, session: Session, game_map: GameMap, view: MapView) -> None:
        super().__init__(session)
        self._session, self._game_map, self._view = session, game_map, view
        self._drawn: tuple[Scene, str, QImage] | None = None
        self._rest = once(self, self.write, REST)
        session.changed.connect(self._rest.start)

    def write(self) -> None:
        """Write the picture beside the save: only what an onlooker may see."""
        session, path = self._session, self._session.record.path
        self._rest.stop()
        if path is None or not path.exists() or session.match.missing:
            return
        view, scene = session.match.view(None), self._view.scene
        pieces, markers = list(session.table.pieces(view)), list(session.table.markers(view))
        percent, places = self._view.counters_scale, self._view.board.places
        sheet = Sheet(self._game_map, scene, pieces, markers, percent, session.table.colours, places)
        scale = LONG_SIDE / max(scene.size)
        image = self._draw_map(sheet, scale).copy()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        sheet.paint_position(painter, sheet.whole, scale)
        painter.end()
        image.save(str(picture_path(path)))

    def _draw_map(self, sheet: Sheet, scale: float) -> QImage:
        """The map without anything on it, drawn once for every theme."""
        mode = theme.current().name
        if self._drawn is None or self._drawn[0] is not sheet.scene or self._drawn[1] != mode:
            width, height = (round(length * scale) for length in sheet.scene.size)
            bare = Sheet(self._game_map, sheet.scene, places=sheet.places)
            self._drawn = sheet.scene, mode, thumbnail(bare, width, height, QColor(theme.current().desk))
        return self._drawn[2]
