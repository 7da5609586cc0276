"""Where the eye is led: to where there is something to do, when a table is laid and when another player is to act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

WORTH = 1.3  # how much larger the map must become for filling the window rather than fitting into it


def open_view(window: TableWindow) -> None:
    """A long map fills the window around what can be done; one shaped like the window is fitted into it."""
    spaces = _work(window) or _stood_on(window)
    window.map.arrange(lambda: _filled(window, spaces))


def _filled(window: TableWindow, spaces: set[str]) -> tuple[float, tuple[float, float]]:
    camera, places = window.map.camera, window.map.board.places
    scale = min(camera.fill_scale(), camera.unit_scale)
    if places is None or scale < WORTH * camera.fit_scale():
        return camera.fitted(QRectF(0, 0, *camera.size))
    middle = places.bounds(spaces).center()
    return scale, camera.within(scale, (middle.x(), middle.y()))


def follow_seat(window: TableWindow) -> None:
    """Bring the nearest thing that the player can do into view, unless one of them is there already (F98)."""
    view, places, spaces = window.map, window.map.board.places, _work(window)
    if places is None or not spaces:
        return
    seen = QRectF(view.rect())
    middles = {space: places[space].center for space in spaces}
    if any(seen.contains(view.camera.to_screen(*middle)) for middle in middles.values()):
        return
    here = QPointF(*view.camera.center)
    view.center_on(min(middles, key=lambda s: (QPointF(*middles[s]) - here).manhattanLength()), pulse=False)


def _work(window: TableWindow) -> set[str]:
    """The spaces of the map on which the player can do something."""
    if not window.session.can_act:
        return set()
    able = set(window.hand.find_usable())
    spaces = {piece.space for piece in window.session.pieces() if piece.id in able} or window.hand.find_lit()[0]
    return spaces & set(window.game_map.spaces)


def _stood_on(window: TableWindow) -> set[str]:
    return {piece.space for piece in window.session.pieces()} & set(window.game_map.spaces)
