"""What the drawing modules hand around: map, canvas, colours, and the names still to be placed."""

from __future__ import annotations

from random import Random

from common.maps.gamemap import GameMap
from common.maps.pictures.names import Name, Placer
from common.maps.pictures.picture import Canvas
from common.maps.pictures.themes import Colours


class Sketch:
    """A drawing in progress."""

    def __init__(
        self, map_: GameMap, canvas: Canvas, colours: Colours, placer: Placer, names: list[Name], rng: Random
    ) -> None:
        self.map, self.canvas, self.colours = map_, canvas, colours
        self.placer, self.names, self.rng = placer, names, rng

    def seed(self, what: str) -> str:
        """What the chance in the drawing of one thing begins with, whatever else is drawn."""
        return f"{self.map.id} {what}"
