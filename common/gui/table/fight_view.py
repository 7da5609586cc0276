"""The map while a fight stands beside it: no smaller than before, with the place of the fight in view, then back."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from common.gui.map.map_view import MapView
from common.gui.panels.stage_panel import StagePanel

Sight = tuple[float, tuple[float, float]]  # scale and middle
LEAST = 0.16  # of the natural size, for the surroundings of a fight
NEAR = 0.02  # of the scale and of a space: nearer than that, nobody has moved the map


class FightView(QObject):
    """Follows the combat panel: the map gives room to it and keeps its scale."""

    def __init__(self, panel: StagePanel, view: MapView) -> None:
        super().__init__(view)
        self._panel, self._map = panel, view
        self._before: Sight | None = None  # what was seen before the fight
        self._chosen: Sight | None = None  # what was chosen for it
        panel.opening.connect(self._remember)
        panel.begun.connect(self._begin)
        panel.ended.connect(self._end)
        if panel.told is not None:  # the table is laid in the middle of a fight
            self._begin(panel.told.space)

    def _sight(self) -> Sight:
        camera = self._map.camera
        return camera.scale, camera.center

    def _remember(self) -> None:
        """Keep what is seen before the panel takes its room from the map."""
        if self._before is None and self._map.isVisible():
            self._before = self._sight()

    def _begin(self, space: str) -> None:
        """A fight has begun, or another one: its place comes into view once the map has its new size."""
        self._remember()
        QTimer.singleShot(0, self._map, lambda: self._show(space))

    def _show(self, space: str) -> None:
        place, camera = self._map.board.place(space), self._map.camera
        if place is None:
            return
        scale = max(LEAST * camera.unit_scale, self._before[0] if self._before is not None else 0.0)
        self._map.arrange(lambda: (scale, camera.within(scale, place.center)))
        self._chosen = self._sight()
        self._map.center_on(space)

    def _end(self) -> None:
        """The map is as it was, unless the player has looked elsewhere since."""
        before, chosen, self._before, self._chosen = self._before, self._chosen, None, None
        if before is not None and chosen is not None and self._is_near(chosen):
            QTimer.singleShot(0, self._map, lambda: self._map.arrange(lambda: before))

    def _is_near(self, sight: Sight) -> bool:
        scale, (x, y) = self._sight()
        step = NEAR * self._map.board.size
        return abs(scale / sight[0] - 1) < NEAR and abs(x - sight[1][0]) <= step and abs(y - sight[1][1]) <= step
