"""The legend of a map: every sample is drawn with the strokes and colours that the map itself has."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from common.maps.files import Legend, LegendEntry
from common.maps.model import Point
from common.maps.pictures import draw_marks
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.draw_styled import draw_swatch
from common.maps.pictures.picture import Path, Symbol, Text, circle, polygon, rect
from common.maps.pictures.relief import draw_relief, facets
from common.maps.pictures.text_room import text_width

TEXT, ROW = 20.0, 38.0
HALF = 26.0  # half the width of a sample


class LineLayer(Struct, frozen=True):
    """One layer of a line on the map."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


class LegendSign(Struct, frozen=True):
    """A sign as it stands on the map."""

    name: str
    colour: str
    edge: str = "halo"
    angle: float = 0.0


LINES = {
    "link:river": (LineLayer("bank", 11), LineLayer("water", 7)),
    "link:impassable": (LineLayer("barrier", 7),),
    "link:trail": (LineLayer("casing", 8.5, (), 0.9), LineLayer("road", 4.4, (15.0, 8.0))),
    "link:border": (LineLayer("border", 8, (), 0.2), LineLayer("border", 2.4, (16.0, 6.0, 3.0, 6.0))),
    "link:intervention_line": (LineLayer("halo", 13, (), 0.8), LineLayer("line", 8, (24.0, 10.0))),
    "link:land": (LineLayer("halo", 12, (), 0.75), LineLayer("route_land", 6.5)),
    "link:sea": (LineLayer("halo", 12, (), 0.75), LineLayer("route_sea", 6.5)),
    "link:port": (LineLayer("halo", 12, (), 0.75), LineLayer("route_port", 5.5, (16.0, 8.0))),
    "link:beach": (LineLayer("halo", 12, (), 0.75), LineLayer("route_beach", 5.5, (4.0, 9.0))),
    "line:highway": (LineLayer("road", 18), LineLayer("casing", 13), LineLayer("road", 1.6, (14.0, 10.0))),
    "line:limit": (LineLayer("red", 7),),
    "line:railway": (LineLayer("rail", 4),),
    "line:berm": (LineLayer("berm", 6),),
    "line:frontier": (LineLayer("frontier", 16, (), 0.2), LineLayer("frontier", 4.5, (18.0, 6.0, 4.0, 6.0))),
    "line:pipeline": (LineLayer("pipeline", 2.6, (2.0, 6.0)),),
}
HEX_WAYS = {
    "link:road": (LineLayer("casing", 8.5, (), 0.9), LineLayer("road", 4.4)),
    "link:track": (LineLayer("track", 3.6, (11.0, 7.0)),),
}
POINT_WAYS = {
    "link:road": (LineLayer("road", 8), LineLayer("casing", 3.4)),
    "link:track": (LineLayer("halo", 8, (), 0.6), LineLayer("track", 4, (13.0, 8.0))),
}
SIGNS = {
    "tag:fort": LegendSign("fort", "blue"),
    "tag:town": LegendSign("town", "red"),
    "tag:national_capital": LegendSign("capital", "red"),
    "tag:regional_capital": LegendSign("city", "red"),
    "tag:airport": LegendSign("plane", "blue", "halo", 45),
    "tag:mines": LegendSign("mines", "ink", "ink"),
    "tag:port": LegendSign("anchor", "coalition", "coalition"),
    "tag:petroleum": LegendSign("derrick", "ink", "ink"),
    "tag:capital": LegendSign("star", "nuclear", "ink"),
    "tag:airbase": LegendSign("plane", "blue", "blue", 30),
    "kind:pass": LegendSign("pass", "red", "red"),
    "feature:mosque": LegendSign("mosque", "red"),
    "symbol:square": LegendSign("square", "green_sign", "ink"),
    "symbol:triangle": LegendSign("triangle", "orange_sign", "ink"),
    "symbol:circle": LegendSign("circle", "white_sign", "ink"),
    "link:arrow": LegendSign("arrow", "red"),
}
CHART_SIGNS = {"tag:airport": LegendSign("plane", "ink", "ink")}
ZONES = {"petroleum": "derrick", "mineral": "diamond", "nuclear": "hexagon"}
SWATCHES = {"kind:entry_zone": "blue"}


def draw_legend(sketch: Sketch) -> None:
    """The legend of the map, if it has one."""
    legend, c = sketch.map.legend, sketch.colours
    if legend is None or legend.at is None:
        return
    x, y = legend.at
    down, wide = _rows(legend)
    width, height = legend_size(legend)
    sketch.canvas.add("furniture", Path(rect(x, y, width, height, 8), fill=c["box"], stroke=c["box_line"], width=2.5))
    sketch.canvas.add("furniture", Text(legend.title, (x + width / 2, y + 26), 28, c["ink"], bold=True, spacing=2))
    for i, entry in enumerate(legend.entries):
        ex, ey = x + 16 + wide * (i // down), y + 68 + ROW * (i % down)
        _draw_sample(sketch, entry, (ex + 27, ey))
        sketch.canvas.add("furniture", Text(entry.text, (ex + 66, ey), TEXT, c["ink"], anchor="start"))
    sketch.placer.block((x, y, x + width, y + height), 50)


def legend_size(legend: Legend) -> Point:
    """How much room the legend takes."""
    down, wide = _rows(legend)
    return wide * legend.columns + 20, ROW * down + 62


def _rows(legend: Legend) -> tuple[int, float]:
    wide = 74 + max(text_width(entry.text, TEXT) for entry in legend.entries) + 16
    return -(-len(legend.entries) // legend.columns), wide


def _draw_sample(sketch: Sketch, entry: LegendEntry, at: Point) -> None:
    shows, map_ = entry.shows, sketch.map
    if draw_swatch(sketch, map_, entry, at):
        return
    lines = LINES | (HEX_WAYS if map_.kind == "hex" else POINT_WAYS)
    signs = SIGNS | (CHART_SIGNS if map_.theme == "chart" else {})
    what, _, kind = shows.partition(":")
    if shows in lines:
        _draw_line(sketch, shows, lines[shows], at)
    elif shows in signs:
        sign, c = signs[shows], sketch.colours
        if sign.name in ("capital", "city", "fort"):  # the hole of these shows paper on the map
            sketch.canvas.add("furniture", Symbol("dot", at, 15, c["halo"], c["halo"]))
        fill, edge = c.get(sign.colour, c["red"]), c[sign.edge]
        sketch.canvas.add("furniture", Symbol(sign.name, at, 30, fill, edge, sign.angle))
    elif shows == "line:ridge":
        (x, y), rng = at, Random(1)
        draw_relief(sketch, facets([(x - 20, y), (x - 7, y - 2), (x + 6, y + 2), (x + 20, y)], 15, rng), "furniture")
    elif shows == "tag:underground":
        _draw_hideout(sketch, at)
    elif what == "kind" and map_.kind == "point":
        _draw_point(sketch, kind, at)
    else:
        _draw_ground(sketch, shows, at)


def _draw_line(sketch: Sketch, shows: str, layers: tuple[LineLayer, ...], at: Point) -> None:
    c, (x, y) = sketch.colours, at
    course = [(x - HALF, y), (x + HALF, y)]
    steps = polygon(course, False)
    for layer in layers:
        path = Path(
            steps, stroke=c[layer.colour], width=layer.width, dash=layer.dash, opacity=layer.opacity, round=False
        )
        sketch.canvas.add("furniture", path)
    teeth: list[draw_marks.Stroke] = []
    if shows == "link:impassable":
        teeth = [*draw_marks.ticks(course, 9, 9), *draw_marks.ticks(course, 9, 9, -1)]
    elif shows == "line:berm":
        teeth = draw_marks.ticks(course, 13, 11, -1)
    elif shows == "line:railway":
        teeth = draw_marks.sleepers(course, 10, 13)
    if teeth:
        sketch.canvas.strokes("furniture", teeth, c[layers[0].colour], 2.2)


def _draw_hideout(sketch: Sketch, at: Point) -> None:
    """The box in which units of a Zone hide."""
    shape = rect(at[0] - 15, at[1] - 15, 30, 30, 3)
    sketch.canvas.add("furniture", Path(shape, fill="#1d1a17", opacity=0.22))
    sketch.canvas.add("furniture", Path(shape, stroke=sketch.colours["ink"], width=1.8, dash=(5, 3)))


def _draw_point(sketch: Sketch, kind: str, at: Point) -> None:
    """A space of a point-to-point map, small."""
    c, add = sketch.colours, sketch.canvas.add
    fill = c.get(kind, c["box"])
    add("furniture", Path(circle(at, 15), fill=c["halo"] if kind in ZONES else fill, stroke=c["ink"], width=2.5))
    if kind in ZONES:
        add("furniture", Symbol(ZONES[kind], at, 17, fill, c["ink"]))
    elif kind == "resource_city":
        add("furniture", Symbol("city", at, 15, c["halo"], c["ink"]))
    elif kind == "city":
        add("furniture", Symbol("dot", at, 6, c["ink"], c["ink"]))


def _draw_ground(sketch: Sketch, shows: str, at: Point) -> None:
    """A patch of terrain in the shape of the map's spaces, or a plain one."""
    c, (x, y) = sketch.colours, at
    name = SWATCHES.get(shows, shows.partition(":")[2])
    if sketch.map.kind == "hex" and shows.startswith("kind:"):
        space = next(iter(sketch.map.spaces.values()))
        (cx, cy), high = space.center, max(abs(py - space.center[1]) for _, py in space.polygon)
        shape = polygon([(x + (px - cx) * 17 / high, y + (py - cy) * 17 / high) for px, py in space.polygon])
        fill = c.ground(name)
    else:
        shape, fill = rect(x - 20, y - 13, 40, 26, 4), c.get(name, c["paper"])
    sketch.canvas.add("furniture", Path(shape, fill=fill, stroke=c["grid"], width=1.5))
