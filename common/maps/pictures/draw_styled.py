"""What a map file gives a style of its own: drawn as the style says, and left out of the theme's drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import lru_cache
from random import Random

import shapely
from msgspec.structs import replace
from shapely import LineString, Polygon

from common.maps.files import LegendEntry, StyleEntry
from common.maps.gamemap import GameMap
from common.maps.model import Label, Link, Point, Region, Ring, Space
from common.maps.pictures import draw_marks
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.draw_marks import Stroke
from common.maps.pictures.names import Name
from common.maps.pictures.picture import Mark, Path, Step, Symbol, pen_strokes, polygon, rings, smooth
from common.maps.pictures.styles import SYMBOLS, key_of
from common.maps.pictures.themes import STYLED

WIDTH = 4.0
SIZES = {"label": 22.0, "feature": 26.0, "kind": 26.0, "tag": 34.0}
GAP = 11.0  # map units between the lines of a hatching
MARKS: dict[str, tuple[Callable[[Point, float], list[Stroke]], float]] = {
    "grass": (draw_marks.tuft, 6.0), "dunes": (draw_marks.dune, 9.0), "reeds": (draw_marks.reeds, 7.0),
    "hills": (draw_marks.stones, 8.0),
}  # fmt: skip


def plain_map(map_: GameMap) -> GameMap:
    """The map without what has a style of its own, for the drawing of the theme."""
    styles = by_thing(map_)
    if not styles:
        return map_
    lined = {shows for shows, style in styles.items() if style.stroke or style.width or style.dash}
    file = map_.file
    rest = copy(map_)
    rest.file = replace(
        file,
        sides=[group for group in file.sides if f"link:{group.kind}" not in lined],
        paths=[path for path in file.paths if f"link:{path.kind}" not in lined],
    )
    gone = {shows.removeprefix("link:") for shows in lined if shows.startswith("link:")}
    if gone:
        rest.links = {pair: _without(link, gone) for pair, link in map_.links.items()}
    rest.lines = tuple(line for line in map_.lines if f"line:{line.kind}" not in lined)
    rest.regions = tuple(each for each in map_.regions if f"region:{each.kind}" not in styles)
    rest.features = tuple(each for each in map_.features if f"feature:{each.kind}" not in styles)
    rest.labels = tuple(label for label in map_.labels if f"label:{label.kind}" not in styles)
    textured = {shows for shows, style in styles.items() if style.texture}
    if any(shows.startswith("kind:") for shows in textured):
        rest.spaces = {
            id_: replace(space, kind=STYLED + space.kind) if f"kind:{space.kind}" in textured else space
            for id_, space in map_.spaces.items()
        }
    signed = {shows.removeprefix("tag:") for shows in styles if shows.startswith("tag:")}
    if signed and map_.kind == "hex":
        rest.spaces = {
            id_: replace(space, tags=frozenset(STYLED + tag if tag in signed else tag for tag in space.tags))
            for id_, space in rest.spaces.items()
        }
    return rest


def _without(link: Link, kinds: set[str]) -> Link:
    return replace(link, kinds=link.kinds - kinds) if not link.kinds.isdisjoint(kinds) else link


def by_thing(map_: GameMap) -> dict[str, StyleEntry]:
    """The styles of a map by what they show."""
    return {style.shows: style for style in map_.file.styles}


def draw_styled(sketch: Sketch, map_: GameMap) -> None:
    """Draw what the theme has left out; `map_` is the whole map."""
    for shows, style in by_thing(map_).items():
        sort, _, kind = shows.partition(":")
        if sort == "kind":
            _ground(sketch, map_, style, kind)
        elif sort == "link" and (style.stroke or style.width or style.dash):
            _links(sketch, map_, style, kind)
        elif sort == "line" and (style.stroke or style.width or style.dash):
            for line in map_.lines:
                if line.kind == kind and len(line.points) > 1:
                    steps = smooth(line.points, line.closed) if not line.closed else polygon(line.points)
                    sketch.canvas.add("roads", _pen(sketch, style, steps))
        elif sort == "region":
            _regions(sketch, style, [region for region in map_.regions if region.kind == kind])
        elif sort == "tag":
            _tag_signs(sketch, style, [space for space in map_.spaces.values() if kind in space.tags])
        elif sort == "feature":
            _signs(sketch, map_, style, kind)
        elif sort == "label":
            _names(sketch, style, [label for label in map_.labels if label.kind == kind])


def _colour(sketch: Sketch, style: StyleEntry, part: str, fallback: str) -> str:
    return sketch.colours.get(key_of(style.shows, part)) or sketch.colours[fallback]


def _pen(sketch: Sketch, style: StyleEntry, steps: tuple[Step, ...]) -> Path:
    stroke = _colour(sketch, style, "stroke", "road")
    return Path(steps, stroke=stroke, width=style.width or WIDTH, dash=tuple(style.dash), round=not style.dash)


# --- grounds ----------------------------------------------------------------------------------------------


def _ground(sketch: Sketch, map_: GameMap, style: StyleEntry, kind: str) -> None:
    spaces = [space for space in map_.spaces.values() if space.kind == kind]
    ink = _colour(sketch, style, "stroke", "shade")
    if style.texture not in ("", "none"):
        marks: list[Mark] = [
            (space.center, _texture(style.texture, space.polygon, sketch.seed(space.id)))
            for space in spaces
            if len(space.polygon) > 2
        ]
        sketch.canvas.marks("terrain", marks, ink, style.width or 1.2, opacity=0.7, zoom=0.12)
    if style.symbol in SYMBOLS:
        fill = _colour(sketch, style, "fill", "paper")
        for space in spaces:
            size = style.size or SIZES["kind"]
            sketch.canvas.add("features", Symbol(style.symbol, space.center, size, fill, ink))


@lru_cache(maxsize=16_384)
def _texture(texture: str, ring: Ring, seed: str) -> tuple[Step, ...]:
    """The strokes of a texture inside one outline; what lies next door stirs none of them."""
    shape, rng = _inside(ring), Random(seed)
    if shape.is_empty:
        return ()
    if texture in ("hatch", "cross"):
        lines = [*_hatching(shape, 1.0), *(_hatching(shape, -1.0) if texture == "cross" else ())]
        return pen_strokes(lines)
    spots = _spots(shape, 15.0 if texture == "dots" else 26.0, rng)
    if texture == "dots":
        return pen_strokes(((x, y), (x + 1.5, y)) for x, y in spots)
    if texture == "trees":
        return pen_strokes(stroke for at in spots for stroke in draw_marks.tree(at, rng.uniform(5.5, 8.0)))
    mark, size = MARKS[texture]
    return pen_strokes(stroke for at in spots for stroke in mark(at, size * rng.uniform(0.8, 1.1)))


def _inside(ring: Ring) -> Polygon:
    """An outline drawn in a little, its largest part where it falls apart."""
    parts = [part for part in shapely.get_parts(Polygon(ring).buffer(-4)) if part.geom_type == "Polygon"]
    return max(parts, key=lambda part: float(part.area), default=Polygon())


def _hatching(shape: Polygon, slope: float) -> Iterator[Stroke]:
    left, top, right, bottom = shape.bounds
    high, across = bottom - top, right - left
    n = int((across + high) // GAP) + 1
    for i in range(n):
        x = left + i * GAP if slope > 0 else right - i * GAP
        line = LineString([(x, top), (x - slope * high, bottom)])
        for part in shapely.get_parts(line.intersection(shape)):
            if part.geom_type == "LineString" and part.length > 2:
                yield tuple((float(px), float(py)) for px, py in part.coords)


def _spots(shape: Polygon, gap: float, rng: Random) -> list[Point]:
    left, top, right, bottom = shape.bounds
    found, y, odd = [], top + gap / 2, False
    while y < bottom:
        x = left + (gap if odd else gap / 2)
        while x < right:
            at = (x + rng.uniform(-0.22, 0.22) * gap, y + rng.uniform(-0.22, 0.22) * gap)
            if shapely.contains_xy(shape, *at):
                found.append(at)
            x += gap
        y, odd = y + gap * 0.8, not odd
    return found


def _regions(sketch: Sketch, style: StyleEntry, regions: list[Region]) -> None:
    for region in regions:
        if region.rings and all(len(ring) > 2 for ring in region.rings):
            fill = _colour(sketch, style, "fill", "water")
            stroke = sketch.colours.get(key_of(style.shows, "stroke"), "")
            sketch.canvas.add("relief", Path(rings(*region.rings), fill=fill, stroke=stroke, width=style.width))
            if style.texture not in ("", "none"):
                ink = _colour(sketch, style, "stroke", "shade")
                steps = _texture(style.texture, region.rings[0], sketch.seed(region.name))
                sketch.canvas.marks("relief", [(region.rings[0][0], steps)], ink, 1.2, opacity=0.7)


# --- lines, signs, names ----------------------------------------------------------------------------------


def _links(sketch: Sketch, map_: GameMap, style: StyleEntry, kind: str) -> None:
    """Sides along the border, ways through the middles, routes from middle to middle."""
    for group in map_.file.sides:
        if group.kind == kind:
            borders = [map_.side(*text.split("-", 1)) for text in group.sides if _is_side(map_, text)]
            for chain in draw_marks.chains([border for border in borders if len(border) > 1]):
                sketch.canvas.add("water", _pen(sketch, style, smooth(chain)))
    for path in map_.file.paths:
        middles = [map_.spaces[id_].center for id_ in path.through if id_ in map_.spaces]
        if path.kind == kind and len(middles) > 1:
            sketch.canvas.add("roads", _pen(sketch, style, smooth(middles)))
    for group_ in map_.file.routes:
        for entry in group_.entries:
            if kind in (entry.kind, *entry.tags) and entry.a in map_.index and entry.b in map_.index:
                ends = map_.space(entry.a).center, map_.space(entry.b).center
                sketch.canvas.add("roads", _pen(sketch, style, polygon(ends, closed=False)))


def _is_side(map_: GameMap, text: str) -> bool:
    a, _, b = text.partition("-")
    return a in map_.spaces and b in map_.spaces


def _signs(sketch: Sketch, map_: GameMap, style: StyleEntry, kind: str) -> None:
    for feature in map_.features:
        if feature.kind == kind:
            _sign(sketch, style, feature.at, feature.angle)


def _tag_signs(sketch: Sketch, style: StyleEntry, spaces: list[Space]) -> None:
    """The sign of a tag in the middle of its spaces, a little lower in a hex, whose number stands above it."""
    for space in spaces:
        x, y = space.center
        _sign(sketch, style, (x, y + 3))


def _sign(sketch: Sketch, style: StyleEntry, at: Point, angle: float = 0.0) -> None:
    sort, _, kind = style.shows.partition(":")
    name, size = _symbol_of(style, kind), style.size or SIZES[sort]
    fill, stroke = _colour(sketch, style, "fill", "red"), _colour(sketch, style, "stroke", "ink")
    sketch.canvas.add("features", Symbol(name, at, size, fill, stroke, angle))
    sketch.placer.block_at(at, size, size)


def _symbol_of(style: StyleEntry, kind: str) -> str:
    return style.symbol if style.symbol in SYMBOLS else kind if kind in SYMBOLS else "dot"


def _names(sketch: Sketch, style: StyleEntry, labels: list[Label]) -> None:
    for label in labels:
        size = label.size or style.size or SIZES["label"]
        ink = _colour(sketch, style, "fill", "ink")
        bold, italic = "bold" in style.text, "italic" in style.text
        sketch.names.append(
            Name(label.text, label.at, size, ink, 3, must=True, angle=label.angle, bold=bold, italic=italic)
        )


def draw_swatch(sketch: Sketch, map_: GameMap, entry: LegendEntry, at: Point) -> bool:
    """The sign of a styled thing in the legend; False where the theme draws it."""
    style = by_thing(map_).get(entry.shows)
    sort = entry.shows.partition(":")[0]
    (x, y) = at
    if style is None or sort in ("kind", "label") or not (style.stroke or style.fill or style.symbol):
        return False
    if sort in ("link", "line"):
        sketch.canvas.add("furniture", _pen(sketch, style, (("M", (x - 26, y)), ("L", (x + 26, y)))))
    elif sort in ("feature", "tag"):
        fill, stroke = _colour(sketch, style, "fill", "red"), _colour(sketch, style, "stroke", "ink")
        sketch.canvas.add("furniture", Symbol(_symbol_of(style, entry.shows.partition(":")[2]), at, 26, fill, stroke))
    else:
        corners = [(x - 26, y - 14), (x + 26, y - 14), (x + 26, y + 14), (x - 26, y + 14)]
        fill = _colour(sketch, style, "fill", "paper")
        sketch.canvas.add("furniture", Path(polygon(corners), fill=fill, stroke=sketch.colours["grid"], width=1.5))
    return True
