"""Maps as pictures: `draw(map, mode)` gives layers of simple things to paint, without Qt."""

from __future__ import annotations

from random import Random

from common.maps.gamemap import GameMap
from common.maps.pictures import draw_area, draw_hex, draw_point, draw_surround
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.draw_plain import draw_plain
from common.maps.pictures.draw_styled import draw_styled, plain_map
from common.maps.pictures.names import Name, Placer
from common.maps.pictures.picture import Canvas, Item, Layer, Path, Picture, Symbol, Text
from common.maps.pictures.styles import map_palette, map_roles
from common.maps.pictures.symbols import outlines
from common.maps.pictures.themes import Mode

__all__ = ["Item", "Layer", "Path", "Picture", "Symbol", "Text", "draw", "outlines"]


def draw(map_: GameMap, theme: Mode | None = "light") -> Picture:
    """The picture of a map by daylight or lamplight, or with the names of colours instead, to be looked up later."""
    colours = map_palette(map_, theme) if theme else map_roles(map_)
    names: list[Name] = []
    plain = plain_map(map_)
    sketch = Sketch(
        plain, Canvas(map_.size, colours["paper"]), colours, Placer(map_.size, colours["halo"]), names, Random(map_.id)
    )
    draw_surround.boxes(sketch)
    if map_.kind == "hex":
        draw_hex.draw(sketch)
    elif map_.kind == "area":
        draw_area.draw(sketch)
    else:
        draw_point.draw(sketch)
    draw_plain(sketch, map_)
    draw_styled(sketch, map_)
    draw_surround.surround(sketch)
    for text in sketch.placer.place(names):
        sketch.canvas.add("labels", text, zoom=0.0 if text.size >= 17 else 0.3 if text.size >= 15 else 0.45)
    return sketch.canvas.picture()
